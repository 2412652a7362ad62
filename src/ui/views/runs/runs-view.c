/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs on both sides of a comparison: the two runs in the timelines, and further runs that make differences more
 * reliable. Listed in TV_VIEWS (view.h). Changes only the session's list of runs. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "core/file-name.h"
#include "core/number-format.h"
#include "tables/run-table.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-view.h"
#include "ui/session/session-runs.h"

#define TV_TYPE_RUNS_VIEW (tv_runs_view_get_type ())
G_DECLARE_FINAL_TYPE (TvRunsView, tv_runs_view, TV, RUNS_VIEW, TvView)

struct _TvRunsView
{
  TvView parent_instance;

  GtkWidget *box;
  TvTableView *table;
  GtkLabel *error; /* message if a run could not be loaded */
  GtkWidget *tools;

  TvSession *session; /* not owned */
  GArray *
      indexes; /* (element-type guint): for each row, its index in the further runs; TV_NONE for the runs in
                       * the timelines */
};

G_DEFINE_FINAL_TYPE (TvRunsView, tv_runs_view, TV_TYPE_VIEW)

/* ---- Content ---- */

static void
add (TvRunsView *self, GArray *runs, const TvRunFacts *run, GFile *file, guint index)
{
  TvRunFacts added = *run;

  added.name = tv_file_dup_shown_name (file);
  g_array_append_val (runs, added);
  g_array_append_val (self->indexes, index);
}

/* Adds the runs of one side, beginning with the run in the timelines. */
static void
add_side (TvRunsView *self, GArray *runs, gboolean is_after)
{
  TvSession *shown = is_after ? self->session : tv_session_get_baseline (self->session);
  GPtrArray *more = tv_session_get_runs (self->session);

  add (self, runs, &(TvRunFacts){ NULL, tv_session_get_trace (shown), is_after, TRUE },
       tv_session_get_file (shown), TV_NONE);
  for (guint i = 0; i < more->len; i++)
    {
      const TvSessionRun *run = more->pdata[i];

      if (run->is_after == is_after)
        add (self, runs, &(TvRunFacts){ NULL, run->trace, is_after, FALSE }, run->file, i);
    }
}

static void
clear_facts (gpointer data)
{
  g_free (((TvRunFacts *) data)->name);
}

static void
update (TvRunsView *self)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (TvRunFacts));
  g_autoptr (TvTable) table = NULL;
  const char *error = tv_session_get_run_error (self->session);

  g_array_set_clear_func (runs, clear_facts);
  g_array_set_size (self->indexes, 0);
  add_side (self, runs, FALSE);
  add_side (self, runs, TRUE);
  table = tv_run_table_new ((const TvRunFacts *) (gconstpointer) runs->data, runs->len);
  tv_table_view_set_table (self->table, table);
  gtk_label_set_text (self->error, error != NULL ? error : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), error != NULL);
  tv_view_set_busy (TV_VIEW (self), tv_session_is_loading_runs (self->session));
  g_object_notify (G_OBJECT (self), "summary");
}

static char *
dup_side (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return g_strdup (g_str_equal (cell.text, "after") ? _("After") : _("Before"));
}

static char *
dup_shown (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return g_strdup (cell.integer != 0 ? _("shown") : "–");
}

/* ---- Actions ---- */

static void
remove_row (TvRunsView *self, guint row)
{
  guint index = row < self->indexes->len ? g_array_index (self->indexes, guint, row) : TV_NONE;

  if (index == TV_NONE)
    gtk_widget_error_bell (GTK_WIDGET (self)); /* a run in the timelines cannot be removed */
  else
    tv_session_remove_run (self->session, index);
}

static void
remove_action (gpointer object, const char *name, GVariant *parameter)
{
  remove_row (object, g_variant_get_uint32 (parameter));
}

static GMenu *
make_row_menu (gpointer view, TvTableRow *row)
{
  GMenu *menu = g_menu_new ();
  g_autofree char *remove = g_strdup_printf ("win.remove-run(uint32 %u)",
                                             tv_table_row_get_row (row));

  if (g_array_index (TV_RUNS_VIEW (view)->indexes, guint, tv_table_row_get_row (row)) != TV_NONE)
    g_menu_append (menu, _("_Remove"), remove);
  return menu;
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvRunsView *self)
{
  guint32 row = tv_table_view_get_selected (self->table);

  if ((keyval != GDK_KEY_Delete && keyval != GDK_KEY_KP_Delete) || row == TV_NONE)
    return GDK_EVENT_PROPAGATE;
  remove_row (self, row);
  return GDK_EVENT_STOP;
}

static GVariant *
get_runs_state (gpointer object)
{
  GPtrArray *runs = tv_session_get_runs (object);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ss)"));

  for (guint i = 0; i < runs->len; i++)
    {
      const TvSessionRun *run = runs->pdata[i];
      g_autofree char *uri = g_file_get_uri (run->file);

      g_variant_builder_add (&builder, "(ss)", run->is_after ? "after" : "before", uri);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
get_error_state (gpointer object)
{
  const char *error = tv_session_get_run_error (object);

  return g_variant_new_string (error != NULL ? error : "");
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction own[] = {
    { .name = "remove-run", .type = "u", .activate = remove_action },
  };
  static const TvObjectAction of_session[] = {
    { .name = "runs", .type = "a(ss)", .get_state = get_runs_state, .signals = "notify::runs" },
    { .name = "run-error", .type = "s", .get_state = get_error_state, .signals = "notify::runs" },
  };
  TvSession *session = TV_RUNS_VIEW (view)->session;

  tv_object_actions_add (map, view, view, own, G_N_ELEMENTS (own));
  tv_object_actions_add (map, session, session, of_session, G_N_ELEMENTS (of_session));
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  static const TvTableColumn columns[] = {
    { .name = "side", .dup_text = dup_side, .width = 80 },
    { .name = "name", .width = TV_TABLE_COLUMN_FILL, .min_px = 240, .is_needed = TRUE },
    { .name = "is_shown", .title = N_("Timeline"), .dup_text = dup_shown, .widest = "not shown" },
    { .name = "dur", .title = N_("Duration ms"), .widest = "999,999.999" },
    { .name = "calls", .widest = "99,999,999" },
    { .name = "samples", .widest = "99,999,999" },
  };
  TvRunsView *self = TV_RUNS_VIEW (view);

  self->session = session;
  tv_table_view_set_columns (self->table, &tv_run_table_info, columns, G_N_ELEMENTS (columns),
                             session);
  tv_table_view_set_order (self->table, NULL);
  g_signal_connect_swapped (session, "notify::runs", G_CALLBACK (update), self);
  update (self);
}

static char *
dup_summary (TvView *view)
{
  TvRunsView *self = TV_RUNS_VIEW (view);
  GPtrArray *runs = tv_session_get_runs (self->session);
  guint n_after = 1;

  for (guint i = 0; i < runs->len; i++)
    n_after += ((const TvSessionRun *) runs->pdata[i])->is_after;
  return tv_number_printf (_("%u before, %u after"), runs->len + 2 - n_after, n_after);
}

static GtkWidget *
get_tools (TvView *view)
{
  return TV_RUNS_VIEW (view)->tools;
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, tv_run_table_info.name)
             ? tv_table_view_dup_shown (TV_RUNS_VIEW (view)->table, order)
             : NULL;
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return TV_VIEW_FITS;
}

const TvViewInfo tv_view_runs = {
  .id = "runs",
  .title = N_("Runs"),
  .tooltip = N_("Runs that are compared. If each side has several runs, the comparison shows which "
                "changes are significant"),
  .group = TV_VIEW_CONTENT,
  .compares = TV_COMPARE_RUNS,
  .get_type = tv_runs_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_runs_view_dispose (GObject *object)
{
  TvRunsView *self = TV_RUNS_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->tools);
  g_clear_pointer (&self->indexes, g_array_unref);
  G_OBJECT_CLASS (tv_runs_view_parent_class)->dispose (object);
}

static void
tv_runs_view_class_init (TvRunsViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_summary = dup_summary;
  view_class->get_tools = get_tools;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  G_OBJECT_CLASS (klass)->dispose = tv_runs_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
add_button (TvRunsView *self, const char *label, const char *tooltip, gboolean is_after)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.add-runs");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "b", is_after);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->tools), button);
}

static void
tv_runs_view_init (TvRunsView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->indexes = g_array_new (FALSE, FALSE, sizeof (guint));
  self->tools = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  add_button (self, _("Add _Before…"), _("Add Runs From Before the Change"), FALSE);
  add_button (self, _("Add _After…"), _("Add Runs From After the Change"), TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->error = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->error, TRUE);
  gtk_label_set_xalign (self->error, 0.0f);
  gtk_widget_add_css_class (GTK_WIDGET (self->error), "error");
  gtk_widget_set_margin_start (GTK_WIDGET (self->error), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->error), 12);
  gtk_widget_set_visible (GTK_WIDGET (self->error), FALSE);
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Runs"));
  tv_table_view_set_menu (self->table, make_row_menu, self);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->error));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (tv_table_view_get_list (self->table), keys);
}
