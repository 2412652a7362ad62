/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-page.h"

#include <glib/gi18n.h>

#include "core/file-name.h"
#include "ui/kit/number-format.h"
#include "ui/kit/table-view.h"
#include "ui/pages/bundle-table.h"
#include "ui/pages/ticked-rows.h"
#include "ui/pages/together-pane.h"

#define TITLE_WIDTH_PX 320
#define TICK_WIDTH_PX  36

/* Narrower than this, the pane is below the list. */
#define BESIDE_WIDTH_PX 900

struct _TvBundlePage
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *note;
  GtkBox *body;
  TvTableView *table;
  TvTogetherPane *pane;

  GFile *file;
  TvTickedRows *ticks;
  guint focus_tick; /* 0 = the list need not get the focus */
};

G_DEFINE_FINAL_TYPE (TvBundlePage, tv_bundle_page, GTK_TYPE_WIDGET)

static char *
dup_size (TvTable *table, guint32 row, guint column, gpointer data)
{
  const TvMember *member = tv_bundle_table_get_member (table, row);

  return member->size >= 0 ? g_format_size ((guint64) member->size) : NULL;
}

static GtkWidget *
new_tick (gpointer data)
{
  return tv_ticked_rows_new_cell (((TvBundlePage *) data)->ticks);
}

static const TvTableColumn columns[] = {
  { .name = "kind",
    .title = N_("✓"),
    .width = TICK_WIDTH_PX,
    .new_cell = new_tick,
    .set_row = tv_ticked_rows_set_cell },
  { .name = "name", .width = TV_TABLE_COLUMN_FILL },
  { .name = "title", .width = TITLE_WIDTH_PX },
  { .name = "modified", .widest = "2025-12-31 23:59:59" },
  { .name = "size", .title = N_("Size"), .dup_text = dup_size, .widest = "999 bytes" },
};

static gboolean
can_open (const TvMember *member)
{
  return member->kind == TV_MEMBER_TRACE || member->kind == TV_MEMBER_PERHAPS;
}

static const TvMember *
get_member (TvBundlePage *self, guint32 row)
{
  return tv_bundle_table_get_member (
      tv_table_model_get_table (tv_table_view_get_model (self->table)), row);
}

static void
open_row (TvTableView *table, guint row, TvBundlePage *self)
{
  const TvMember *member = get_member (self, row);
  g_autofree char *uri = g_file_get_uri (self->file);

  if (can_open (member))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-member", "(ss)", uri, member->name);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_row_selected (TvTableView *table, guint row, TvBundlePage *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open",
                                 can_open (get_member (self, row)));
}

/* The list is there: its first file can be opened at once. */
static void
on_shown (TvBundlePage *self)
{
  TvTableModel *model = tv_table_view_get_model (self->table);

  if (g_list_model_get_n_items (G_LIST_MODEL (model)) == 0 ||
      tv_table_view_get_selected (self->table) != TV_NONE)
    return;
  tv_table_view_select_row (self->table, tv_table_model_get_row (model, 0));
  on_row_selected (self->table, tv_table_model_get_row (model, 0), self);
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  guint32 row = tv_table_view_get_selected (self->table);

  if (row != TV_NONE)
    open_row (self->table, row, self);
}

/* ---- Several on one timeline ---- */

static gboolean
can_tick (guint32 row, gpointer data)
{
  return can_open (get_member (data, row));
}

/* Whether they can be opened together is known when all were looked at. */
static void
update_actions (TvBundlePage *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open-together",
                                 tv_together_pane_count_tied (self->pane) > 1);
}

static void
on_ticked (gpointer data)
{
  TvBundlePage *self = data;
  const GArray *rows = tv_ticked_rows_get (self->ticks);
  g_autofree char *path = g_file_get_path (self->file);
  g_autofree TvSource *sources = g_new (TvSource, rows->len + 1);

  for (guint i = 0; i < rows->len; i++)
    sources[i] = (TvSource){ path, get_member (self, g_array_index (rows, guint32, i))->name };
  gtk_widget_set_visible (GTK_WIDGET (self->pane), rows->len > 0);
  tv_together_pane_set_sources (self->pane, sources, rows->len);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open-apart", rows->len > 0);
  update_actions (self);
}

static void
tick_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  guint32 row = tv_table_view_get_selected (self->table);

  if (row != TV_NONE && can_tick (row, self))
    tv_ticked_rows_toggle (self->ticks, row);
  else
    gtk_widget_error_bell (widget);
}

static void
open_together_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  const GArray *rows = tv_ticked_rows_get (self->ticks);
  g_autofree char *uri = g_file_get_uri (self->file);
  GVariantBuilder sources = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ss)"));

  for (guint i = 0; i < rows->len; i++)
    if (tv_together_pane_is_tied (self->pane, i))
      g_variant_builder_add (&sources, "(ss)", uri,
                             get_member (self, g_array_index (rows, guint32, i))->name);
  gtk_widget_activate_action_variant (widget, "win.open-together",
                                      g_variant_builder_end (&sources));
}

static void
open_apart_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  const GArray *rows = tv_ticked_rows_get (self->ticks);

  for (guint i = 0; i < rows->len; i++)
    open_row (self->table, g_array_index (rows, guint32, i), self);
}

/* Space and Ctrl+Enter go to the list otherwise, which takes them for the row. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        TvBundlePage *self)
{
  gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;

  if (is_enter && (state & GDK_CONTROL_MASK) != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "bundle.open-together", NULL);
  else if (key == GDK_KEY_space && (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "bundle.tick", NULL);
  else
    return FALSE;
  return TRUE;
}

static void
update_room (TvBundlePage *self)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (self)));
  gboolean is_beside = gdk_surface_get_width (surface) >= BESIDE_WIDTH_PX;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->body), is_beside
                                                                   ? GTK_ORIENTATION_HORIZONTAL
                                                                   : GTK_ORIENTATION_VERTICAL);
  if (is_beside)
    gtk_widget_remove_css_class (GTK_WIDGET (self->pane), "below");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->pane), "below");
  gtk_widget_set_size_request (GTK_WIDGET (self->pane), is_beside ? 340 : -1, is_beside ? -1 : 200);
}

static void
tv_bundle_page_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_bundle_page_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (gtk_widget_get_native (widget)), "notify::width",
                           G_CALLBACK (update_room), widget, G_CONNECT_SWAPPED);
  update_room (TV_BUNDLE_PAGE (widget));
}

static void
tv_bundle_page_unrealize (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_data (gtk_native_get_surface (gtk_widget_get_native (widget)),
                                        widget);
  GTK_WIDGET_CLASS (tv_bundle_page_parent_class)->unrealize (widget);
}

/* ---- Object ---- */

/* The list has its rows some frames after it has its table. */
static gboolean
focus_list (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  guint position = tv_table_view_get_chosen (self->table);

  if (position == GTK_INVALID_LIST_POSITION ||
      tv_table_view_find_widget (self->table, position) == NULL)
    return G_SOURCE_CONTINUE;
  tv_table_view_focus (self->table, position);
  self->focus_tick = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
tv_bundle_page_grab_focus (GtkWidget *widget)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);

  if (self->focus_tick == 0)
    self->focus_tick = gtk_widget_add_tick_callback (widget, focus_list, NULL, NULL);
  return TRUE;
}

static void
tv_bundle_page_dispose (GObject *object)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (object);

  if (self->focus_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->focus_tick);
  self->focus_tick = 0;
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_BUNDLE_PAGE);
  g_clear_pointer (&self->ticks, tv_ticked_rows_free);
  g_clear_object (&self->file);
  G_OBJECT_CLASS (tv_bundle_page_parent_class)->dispose (object);
}

static void
tv_bundle_page_class_init (TvBundlePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_TABLE_VIEW);
  g_type_ensure (TV_TYPE_TOGETHER_PANE);
  G_OBJECT_CLASS (klass)->dispose = tv_bundle_page_dispose;
  widget_class->grab_focus = tv_bundle_page_grab_focus;
  widget_class->realize = tv_bundle_page_realize;
  widget_class->unrealize = tv_bundle_page_unrealize;
  gtk_widget_class_install_action (widget_class, "bundle.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "bundle.tick", NULL, tick_action);
  gtk_widget_class_install_action (widget_class, "bundle.open-together", NULL,
                                   open_together_action);
  gtk_widget_class_install_action (widget_class, "bundle.open-apart", NULL, open_apart_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/bundle-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, box);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, title);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, note);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, body);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, table);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, pane);
}

static void
tv_bundle_page_init (TvBundlePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->ticks = tv_ticked_rows_new (can_tick, on_ticked, self);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open", FALSE);
  tv_table_view_set_name (self->table, _("Files"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open-together", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open-apart", FALSE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->table), keys);
  g_signal_connect_swapped (self->pane, "looked", G_CALLBACK (update_actions), self);
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (open_row), self, 0);
  g_signal_connect_object (self->table, "shown", G_CALLBACK (on_shown), self, G_CONNECT_SWAPPED);
}

static char *
dup_note (const TvBundle *bundle)
{
  guint n_all, n_locked = tv_bundle_count (bundle, TV_MEMBER_LOCKED);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *all = NULL;

  tv_bundle_get_members (bundle, &n_all);
  all = tv_format_count (n_all);
  /* Translators: how many files an archive has */
  g_string_append_printf (text, ngettext ("in %s file", "in %s files", n_all), all);
  if (n_locked > 0)
    g_string_append_printf (text, ngettext (" · %u is locked", " · %u are locked", n_locked),
                            n_locked);
  if (tv_bundle_is_partial (bundle))
    g_string_append (text, _(" · there are more than are listed"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * tv_bundle_page_show:
 * @file: what is shown
 * @bundle: (transfer full): what is in it
 *
 * Lists the files; once.
 */
void
tv_bundle_page_show (TvBundlePage *self, GFile *file, TvBundle *bundle)
{
  guint n_traces = tv_bundle_count (bundle, TV_MEMBER_TRACE);
  g_autofree char *count = tv_format_count (n_traces);
  g_autofree char *note = dup_note (bundle);
  g_autoptr (TvTable) table = tv_bundle_table_new (bundle);
  g_autofree char *title = g_strdup_printf (
      ngettext ("%s trace or log", "%s traces and logs", n_traces), count);

  g_return_if_fail (TV_IS_BUNDLE_PAGE (self) && self->file == NULL);

  self->file = g_object_ref (file);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->note, note);
  tv_table_view_set_columns (self->table, tv_table_get_info (table), columns,
                             G_N_ELEMENTS (columns), self);
  tv_table_view_set_sort (self->table, "title", FALSE);
  tv_table_view_set_table (self->table, table);
}
