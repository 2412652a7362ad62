/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Threads of dumps: the list, the stack of a thread, and the wait graph. All three follow the session's dump-thread,
 * and change it.
 *
 *        list ◀──▶         ◀──▶ stack
 *                  session ◀──▶ wait graph
 *   diagnosis ───▶
 *
 * Listed in TV_VIEWS (view.h). A worker searches the threads (dump-find.h); the main thread filters the list by the
 * result. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-report.h"
#include "analysis/incident/report-lead.h"
#include "tables/tables.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/work.h"
#include "ui/views/dump/dump-find.h"
#include "ui/views/dump/dump-list-pane.h"
#include "ui/views/pane-layout.h"
#include "ui/views/dump/dump-step.h"
#include "ui/views/dump/stack-pane.h"
#include "ui/views/dump/wait-pane.h"

/* Initial width of the list of threads */
#define LIST_PX 438

#define TV_TYPE_DUMP_VIEW (tv_dump_view_get_type ())
G_DECLARE_FINAL_TYPE (TvDumpView, tv_dump_view, TV, DUMP_VIEW, TvView)

struct _TvDumpView
{
  TvView parent_instance;

  GtkWidget *box;
  TvPaneLayout *panes;
  TvDumpListPane *list;
  TvStackPane *stack;
  TvWaitPane *waits;
  GtkWidget *back;       /* button from the stack back to the list */
  GtkWidget *show_waits; /* button from the stack to the waits */
  GtkWidget *waits_back; /* button from the waits back to the stack */
  TvSearchEntry *entry;  /* shown in the bar above the view */

  TvSession *session;    /* (nullable) */
  GCancellable *finding; /* (nullable): running search */
};

G_DEFINE_FINAL_TYPE (TvDumpView, tv_dump_view, TV_TYPE_VIEW)

/* ---- Filters ---- */

typedef struct
{
  TvTrace *trace;
  TvTextMatch *match;
} FindJob;

static void
free_find_job (gpointer data)
{
  FindJob *job = data;

  g_object_unref (job->trace);
  tv_text_match_free (job->match);
  g_free (job);
}

static gpointer
find_threads (gpointer data, GCancellable *cancellable, GError **error)
{
  const FindJob *job = data;

  return tv_dump_find_threads (job->trace, job->match, cancellable);
}

static const TvWork find_work = { find_threads, free_find_job, (GDestroyNotify) g_bytes_unref };

static void
update_count (TvDumpView *self)
{
  TvDumpRows *rows = tv_dump_list_pane_get_rows (self->list);
  guint32 n = tv_dump_rows_count_matches (rows);
  g_autofree char *some = tv_format_count (n);
  g_autofree char *all = tv_format_count (tv_dump_rows_count_state (rows, -1));
  /* Translators: number of threads that match a filter; number of all threads */
  g_autofree char *text = g_strdup_printf (_("%s of %s threads"), some, all);

  tv_search_entry_show_left (self->entry, n, text);
  tv_view_change_content (TV_VIEW (self));
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvDumpView *self = TV_DUMP_VIEW (owner);
  g_autoptr (GBytes) found = result;

  tv_search_entry_set_busy (self->entry, FALSE);
  tv_view_set_busy (TV_VIEW (self), FALSE);
  if (found != NULL)
    tv_dump_list_pane_set_found (self->list, g_bytes_get_data (found, NULL));
}

static void
on_text_changed (TvDumpView *self)
{
  TvTextMatch *match;
  FindJob *job;

  if (self->session == NULL)
    return;
  tv_work_stop (&self->finding);
  match = tv_search_entry_dup_match (self->entry);
  if (match != NULL)
    {
      job = g_new0 (FindJob, 1);
      job->trace = g_object_ref (tv_session_get_trace (self->session));
      job->match = match;
      tv_search_entry_set_busy (self->entry, TRUE);
      tv_work_start (&find_work, job, on_found, self, &self->finding);
    }
  else
    tv_dump_list_pane_set_found (self->list, NULL);
  tv_view_set_busy (TV_VIEW (self), self->finding != NULL);
}

static gboolean
try_step (TvDumpView *self, int direction)
{
  g_autoptr (TvTextMatch) match = NULL;

  if (self->session == NULL)
    return FALSE;
  match = tv_search_entry_dup_match (self->entry);
  if (match == NULL || !tv_dump_step (self->session, tv_dump_list_pane_get_rows (self->list),
                                      self->stack, match, direction))
    return FALSE;
  tv_pane_layout_set_page (self->panes, TV_PANE_MAIN);
  return TRUE;
}

static void
step (TvView *view, int direction)
{
  if (!try_step (TV_DUMP_VIEW (view), direction))
    gtk_widget_error_bell (GTK_WIDGET (view));
}

/* Hides the stack if no thread matches, because the stack of a thread that is not listed would be confusing. */
static void
on_list_changed (TvDumpView *self)
{
  gboolean matches = tv_dump_rows_count_matches (tv_dump_list_pane_get_rows (self->list)) > 0;

  gtk_widget_set_visible (GTK_WIDGET (self->stack), matches);
  update_count (self);
}

static gboolean
is_empty (TvView *view)
{
  TvDumpRows *rows = tv_dump_list_pane_get_rows (TV_DUMP_VIEW (view)->list);

  return rows != NULL && tv_dump_rows_count_matches (rows) == 0;
}

static char *
dup_filter (TvView *view)
{
  TvDumpView *self = TV_DUMP_VIEW (view);
  int state = tv_dump_list_pane_get_state (self->list);
  gboolean is_active = tv_search_entry_is_active (self->entry);
  const char *word = state >= 0 ? tv_dump_state_get_word ((TvDumpState) state) : NULL;

  if (is_active && word != NULL)
    return g_strdup_printf ("%s, %s", tv_search_entry_get_text (self->entry), word);
  if (is_active)
    return g_strdup (tv_search_entry_get_text (self->entry));
  return g_strdup (word);
}

static void
clear_filter (TvView *view)
{
  TvDumpView *self = TV_DUMP_VIEW (view);

  g_object_set (self->list, "state", "all", NULL);
  tv_search_entry_set (self->entry, "", FALSE);
}

static void
on_entry_left (TvDumpView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

/* ---- Session ---- */

static void
on_thread_selected (TvDumpView *self, guint thread)
{
  tv_session_select_dump_thread (self->session, thread);
}

static void
on_dump_thread_changed (TvDumpView *self)
{
  tv_dump_list_pane_select (self->list, tv_session_get_dump_thread (self->session));
}

static void
on_activated (TvDumpView *self)
{
  tv_pane_layout_set_page (self->panes, TV_PANE_MAIN);
  gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

/* Makes the stack visible, because a link leads to one of its frames. */
static void
on_reveal_frame (TvDumpView *self)
{
  tv_pane_layout_set_page (self->panes, TV_PANE_MAIN);
}

/* If a crash, freeze or dump is selected in the timeline, selects its thread in the session and shows this view. */
static void
on_slice_selected (TvDumpView *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 thread = slice != TV_NONE
                       ? tv_dump_find_reported (tv_session_get_trace (self->session), slice)
                       : TV_NONE;

  if (thread == TV_NONE)
    return;
  tv_session_select_dump_thread (self->session, thread);
  tv_view_raise (TV_VIEW (self));
}

static void
export_image (TvView *view)
{
  tv_wait_pane_export (TV_DUMP_VIEW (view)->waits);
}

static void
set_session (TvView *view, TvSession *session)
{
  TvDumpView *self = TV_DUMP_VIEW (view);
  TvDumpFindings *findings = tv_session_get_dump_findings (session);

  self->session = g_object_ref (session);
  tv_dump_list_pane_set_session (self->list, session);
  if (tv_session_get_dump_thread (session) == TV_NONE)
    tv_session_select_dump_thread (session, findings->thread);
  tv_stack_pane_set_session (self->stack, session);
  tv_wait_pane_set_session (self->waits, session);
  tv_pane_layout_set_side (self->panes, tv_wait_pane_has_nodes (self->waits));
  g_signal_connect_object (session, "notify::dump-thread", G_CALLBACK (on_dump_thread_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "reveal-frame", G_CALLBACK (on_reveal_frame), self,
                           G_CONNECT_SWAPPED);
  if (tv_trace_has_reports (tv_session_get_trace (session)))
    g_signal_connect_object (session, "notify::selected-slice", G_CALLBACK (on_slice_selected),
                             self, G_CONNECT_SWAPPED);
  on_dump_thread_changed (self);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvDumpView *self = TV_DUMP_VIEW (view);

  *order = NULL;
  return name == NULL || g_str_equal (name, "thread_dump_thread")
             ? tv_tables_open ("thread_dump_thread", tv_session_get_trace (self->session), NULL,
                               NULL, NULL)
             : NULL;
}

/* ---- Actions ---- */

static GVariant *
get_thread_state (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_dump_thread (TV_DUMP_VIEW (object)->session));
}

static void
change_thread (gpointer object, GVariant *value)
{
  TvDumpView *self = object;
  guint32 thread = g_variant_get_uint32 (value);

  if (thread < tv_trace_get_dumps (tv_session_get_trace (self->session))->n_threads)
    tv_session_select_dump_thread (self->session, thread);
}

static GVariant *
get_left_state (gpointer object)
{
  return g_variant_new_uint32 (
      tv_dump_rows_count_matches (tv_dump_list_pane_get_rows (TV_DUMP_VIEW (object)->list)));
}

static GVariant *
get_shown_state (gpointer object)
{
  return g_variant_new_uint32 (tv_table_model_count (
      tv_table_view_get_model (tv_dump_list_pane_get_table (TV_DUMP_VIEW (object)->list))));
}

/* Returns the names of the visible panes, separated by spaces. */
static GVariant *
get_parts_state (gpointer object)
{
  TvPaneLayout *panes = TV_DUMP_VIEW (object)->panes;
  g_autofree char *parts = g_strconcat (
      tv_pane_layout_is_seen (panes, TV_PANE_LIST) ? "list " : "",
      tv_pane_layout_is_seen (panes, TV_PANE_MAIN) ? "stack " : "",
      tv_pane_layout_is_seen (panes, TV_PANE_SIDE) ? "waits " : "", NULL);

  return g_variant_new_string (g_strchomp (parts));
}

static GVariant *
get_beside_state (gpointer object)
{
  int beside;

  g_object_get (TV_DUMP_VIEW (object)->stack, "beside", &beside, NULL);
  return g_variant_new_int32 (beside);
}

static void
change_beside (gpointer object, GVariant *value)
{
  g_object_set (TV_DUMP_VIEW (object)->stack, "beside", g_variant_get_int32 (value), NULL);
}

static void
export_waits (gpointer object, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  tv_wait_pane_export_to (TV_DUMP_VIEW (object)->waits, file, tv_image_format_of_file (file));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction of_session[] = {
    { .name = "dump-thread",
      .type = "u",
      .get_state = get_thread_state,
      .change = change_thread,
      .signals = "notify::dump-thread" },
  };
  static const TvObjectAction of_list[] = {
    { .name = "dump-threads-left", .get_state = get_left_state, .signals = "changed" },
    { .name = "dump-rows", .get_state = get_shown_state, .signals = "changed" },
  };
  static const TvObjectAction pane_actions[] = {
    { .name = "dump-parts", .get_state = get_parts_state, .signals = "changed" },
  };
  static const TvObjectAction of_stack[] = {
    { .name = "dump-beside",
      .type = "i",
      .get_state = get_beside_state,
      .change = change_beside,
      .signals = "notify::beside" },
    { .name = "export-waits-to", .type = "s", .activate = export_waits },
  };
  TvDumpView *self = TV_DUMP_VIEW (view);

  tv_object_actions_add (map, self, self->session, of_session, G_N_ELEMENTS (of_session));
  tv_object_actions_add (map, self, self->list, of_list, G_N_ELEMENTS (of_list));
  tv_object_actions_add (map, self, self->panes, pane_actions, G_N_ELEMENTS (pane_actions));
  tv_object_actions_add (map, self, self->stack, of_stack, G_N_ELEMENTS (of_stack));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_trace_has (trace, TV_HAS_DUMPS))
    return TV_VIEW_EMPTY;
  return tv_report_leads (trace) ? TV_VIEW_LEADS : TV_VIEW_FITS;
}

const TvViewInfo tv_view_dump = {
  .id = "dump",
  .title = N_("Dump Threads"),
  .tooltip = N_("Stacks of the threads in a dump, and the locks that the threads wait for"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_dump_view_get_type,
  .get_fit = get_fit,
};

/* ---- Pages ---- */

static void
on_layout_changed (TvDumpView *self)
{
  gboolean has_side = tv_pane_layout_is_seen (self->panes, TV_PANE_SIDE);

  gtk_widget_set_visible (self->back, !tv_pane_layout_is_seen (self->panes, TV_PANE_LIST));
  gtk_widget_set_visible (self->show_waits, !has_side && tv_wait_pane_has_nodes (self->waits));
  gtk_widget_set_visible (self->waits_back,
                          has_side && !tv_pane_layout_is_seen (self->panes, TV_PANE_MAIN));
}

static void
step_back (TvDumpView *self)
{
  if (tv_pane_layout_step_back (self->panes) && tv_pane_layout_is_seen (self->panes, TV_PANE_LIST))
    gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static void
show_waits (TvDumpView *self)
{
  tv_pane_layout_set_page (self->panes, TV_PANE_SIDE);
  gtk_widget_grab_focus (GTK_WIDGET (self->waits));
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvDumpView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && GTK_IS_EDITABLE (focus))
    return GDK_EVENT_PROPAGATE;
  if ((keyval == GDK_KEY_n || keyval == GDK_KEY_N) && (state & GDK_CONTROL_MASK) == 0)
    {
      step (TV_VIEW (self), keyval == GDK_KEY_n ? 1 : -1);
      return GDK_EVENT_STOP;
    }
  if (keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  if (!tv_pane_layout_step_back (self->panes))
    return GDK_EVENT_PROPAGATE;
  if (tv_pane_layout_is_seen (self->panes, TV_PANE_LIST))
    gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
  return GDK_EVENT_STOP;
}

/* ---- Object ---- */

static void
tv_dump_view_dispose (GObject *object)
{
  TvDumpView *self = TV_DUMP_VIEW (object);

  tv_work_stop (&self->finding);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_dump_view_parent_class)->dispose (object);
}

static void
tv_dump_view_class_init (TvDumpViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->step = step;
  view_class->add_actions = add_actions;
  view_class->export_image = export_image;
  view_class->dup_table = dup_table;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  view_class->clear_filter = clear_filter;
  G_OBJECT_CLASS (klass)->dispose = tv_dump_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
new_back (TvDumpView *self, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("go-previous-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (step_back), self);
  return button;
}

static void
tv_dump_view_init (TvDumpView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Find thread or frame"), "is-filter", TRUE,
                NULL);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_text_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_entry_left), self,
                           G_CONNECT_SWAPPED);
  tv_view_set_find_box (TV_VIEW (self), self->entry, GTK_WIDGET (self->entry));

  self->list = TV_DUMP_LIST_PANE (tv_dump_list_pane_new ());
  g_signal_connect_swapped (self->list, "thread-selected", G_CALLBACK (on_thread_selected), self);
  g_signal_connect_swapped (self->list, "activated", G_CALLBACK (on_activated), self);
  g_signal_connect_swapped (self->list, "changed", G_CALLBACK (on_list_changed), self);
  self->stack = TV_STACK_PANE (tv_stack_pane_new ());
  self->back = new_back (self, _("Back to the threads"));
  tv_stack_pane_add_start (self->stack, self->back);
  self->show_waits = gtk_button_new_with_label (_("Waits"));
  gtk_widget_add_css_class (self->show_waits, "flat");
  gtk_widget_set_tooltip_text (self->show_waits, _("Show which threads wait for which"));
  gtk_widget_set_visible (self->show_waits, FALSE);
  g_signal_connect_swapped (self->show_waits, "clicked", G_CALLBACK (show_waits), self);
  tv_stack_pane_add_end (self->stack, self->show_waits);
  self->waits = TV_WAIT_PANE (tv_wait_pane_new ());
  self->waits_back = new_back (self, _("Back to the stack"));
  gtk_widget_set_visible (self->waits_back, FALSE);
  tv_wait_pane_add_start (self->waits, self->waits_back);

  self->panes = TV_PANE_LAYOUT (tv_pane_layout_new (
      GTK_WIDGET (self->list), GTK_WIDGET (self->stack), GTK_WIDGET (self->waits), LIST_PX));
  g_signal_connect_swapped (self->panes, "changed", G_CALLBACK (on_layout_changed), self);
  gtk_widget_set_vexpand (GTK_WIDGET (self->panes), TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->panes));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
