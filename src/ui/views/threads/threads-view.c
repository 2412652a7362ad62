/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How much each thread was used in what is selected. A click brings one into sight, a double click has it
 * counted alone, in all views.
 *
 *   session ── selection ──▶ worker ──▶ which threads are used ──▶ list
 *      ▲                       ▲ text                                │
 *      │                      box                                    │
 *      └── track, thread ◀───────────────────────────────────────────┘
 */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "core/scheduling.h"
#include "core/threads.h"
#include "tables/range-table.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/source-button.h"
#include "ui/views/threads/threads-columns.h"
#include "ui/views/threads/threads-task.h"

#define TV_TYPE_THREADS_VIEW (tv_threads_view_get_type ())
G_DECLARE_FINAL_TYPE (TvThreadsView, tv_threads_view, TV, THREADS_VIEW, TvView)

struct _TvThreadsView
{
  TvView parent_instance;

  TvTableView *table;
  TvSearchEntry *entry;
  GtkWidget *mode; /* of which kind samples are */

  TvSession *session;    /* of the view */
  TvThreadUses *uses;    /* (nullable): what is shown */
  GCancellable *listing; /* (nullable): set while a worker does */
  gboolean is_outdated;  /* @uses are of another selection */
  gboolean is_asked;     /* to be listed anew, once it is seen */
};

G_DEFINE_FINAL_TYPE (TvThreadsView, tv_threads_view, TV_TYPE_VIEW)

static guint32
count_shown (TvThreadsView *self)
{
  return self->uses != NULL ? self->uses->n_left : 0;
}

/* ---- Rows ---- */

static guint32
get_utid (TvThreadsView *self, guint32 row)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (self->table));
  TvCell cell;

  tv_table_get_cell (table, row, (guint) tv_table_find_column (table, "utid"), &cell);
  return (guint32) cell.integer;
}

static guint32
find_row (TvThreadsView *self, guint32 utid)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (self->table));
  guint32 n = table != NULL ? tv_table_get_n_rows (table) : 0;

  for (guint32 row = 0; row < n; row++)
    if (get_utid (self, row) == utid)
      return row;
  return TV_NONE;
}

/* The thread of the selected call is selected too. */
static void
follow_slice (TvThreadsView *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 track = slice != TV_NONE ? tv_trace_find_track_at (trace, slice) : TV_NONE;
  guint32 utid = track != TV_NONE ? tv_trace_get_tracks (trace, NULL)[track].utid : TV_NONE;
  guint32 row = utid != TV_NONE ? find_row (self, utid) : TV_NONE;
  guint position = TV_NONE;

  if (row == TV_NONE || row == tv_table_view_get_selected (self->table))
    return;
  tv_table_view_select_row (self->table, row);
  position = tv_table_model_find_row (tv_table_view_get_model (self->table), row);
  if (position != TV_NONE)
    tv_table_view_reveal (self->table, position);
}

static void
on_row_selected (TvThreadsView *self, guint row)
{
  const TvThread *thread = &tv_trace_get_threads (tv_session_get_trace (self->session),
                                                  NULL)[get_utid (self, row)];
  guint32 track = thread->track != TV_NONE ? thread->track : thread->state_track;

  if (track != TV_NONE)
    tv_session_reveal_track (self->session, track);
}

/* A second time, all are counted again. */
static void
on_row_activated (TvThreadsView *self, guint row)
{
  guint32 utid = get_utid (self, row);

  on_row_selected (self, row);
  tv_session_set_thread (self->session,
                         utid != tv_session_get_thread (self->session) ? utid : TV_NONE);
}

static void
filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvThreadsView *self = TV_THREADS_VIEW (widget);
  guint32 row = tv_table_view_get_selected (self->table);

  if (g_str_equal (name, "threads.count-all"))
    tv_session_set_thread (self->session, TV_NONE);
  else if (row != TV_NONE)
    tv_session_set_thread (self->session, get_utid (self, row));
}

/* What has been done already cannot be done again. */
static void
update_filter_actions (TvThreadsView *self)
{
  guint n;

  tv_selection_get_threads (tv_session_get_selection (self->session), &n);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "threads.filter", n != 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "threads.count-all", n > 0);
}

/* ---- What is said ---- */

/* Of those that have anything in the selection. */
static char *
dup_count (TvThreadsView *self)
{
  g_autofree char *left = tv_format_count (count_shown (self));
  g_autofree char *used = tv_format_count (self->uses->n_used);

  if (self->uses->n_left == self->uses->n_used)
    return g_strdup_printf (ngettext ("%s thread", "%s threads", self->uses->n_used), used);
  /* Translators: how many threads a filter leaves, and how many there are */
  return g_strdup_printf (ngettext ("%s of %s thread", "%s of %s threads", self->uses->n_used),
                          left, used);
}

static void
on_shown (TvThreadsView *self)
{
  g_autofree char *words = NULL;

  if (self->uses == NULL)
    return;
  words = dup_count (self);
  tv_search_entry_show_left (self->entry, count_shown (self), words);
  follow_slice (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
update_busy (TvThreadsView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || self->listing != NULL);
}

/* ---- What is found ---- */

static void
on_listed (gpointer owner, gpointer job, gpointer uses, const GError *error)
{
  TvThreadsView *self = owner;

  self->is_outdated = FALSE;
  g_clear_pointer (&self->uses, tv_thread_uses_free);
  self->uses = uses;
  tv_table_view_set_filter (self->table, self->uses->table, self->uses->filter);
  tv_table_view_set_table (self->table, self->uses->table);
  update_busy (self);
}

/* Only what is seen is counted. */
static void
update (TvThreadsView *self)
{
  if (!self->is_asked || !tv_view_is_seen (TV_VIEW (self)))
    return;
  self->is_asked = FALSE;
  tv_thread_uses_list_in_worker (
      tv_session_get_trace (self->session), tv_session_get_call_source (self->session),
      tv_session_get_selection (self->session), self->is_outdated ? NULL : self->uses,
      tv_search_entry_dup_match (self->entry), on_listed, self, &self->listing);
  update_busy (self);
}

static void
on_selection_changed (TvThreadsView *self)
{
  self->is_outdated = self->is_asked = TRUE;
  tv_work_stop (&self->listing);
  update_filter_actions (self);
  update (self);
  update_busy (self);
}

/* Weights are in another unit, or there are none. */
static void
on_source_changed (TvThreadsView *self)
{
  tv_threads_columns_show (self->table, self->session);
  on_selection_changed (self);
}

static void
on_text_changed (TvThreadsView *self)
{
  self->is_asked = TRUE;
  update (self);
}

static void
on_leave (TvThreadsView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvThreadsView *self = TV_THREADS_VIEW (view);

  self->session = session;
  tv_threads_columns_show (self->table, session);
  tv_source_button_add (GTK_BOX (self->mode), session, _("All events"));
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection_changed), self);
  g_signal_connect_swapped (session, "notify::call-source", G_CALLBACK (on_source_changed), self);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (follow_slice), self);
  on_selection_changed (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  update (TV_THREADS_VIEW (view));
}

static char *
dup_summary (TvView *view)
{
  TvThreadsView *self = TV_THREADS_VIEW (view);

  return self->uses != NULL ? dup_count (self) : NULL;
}

static GtkWidget *
get_mode (TvView *view)
{
  return TV_THREADS_VIEW (view)->mode;
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, tv_thread_use_table.info.name)
             ? tv_table_view_dup_shown (TV_THREADS_VIEW (view)->table, order)
             : NULL;
}

static gboolean
is_empty (TvView *view)
{
  TvThreadsView *self = TV_THREADS_VIEW (view);

  return self->uses != NULL && self->uses->n_left == 0;
}

/* What leaves nothing is the text only where something is used at all. */
static char *
dup_filter (TvView *view)
{
  TvThreadsView *self = TV_THREADS_VIEW (view);

  return tv_search_entry_is_looking (self->entry) && self->uses != NULL && self->uses->n_used > 0
             ? g_strdup (tv_search_entry_get_text (self->entry))
             : NULL;
}

static GVariant *
get_shown_state (gpointer object)
{
  return g_variant_new_uint32 (count_shown (object));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "threads-shown",
      .type = "u",
      .get_state = get_shown_state,
      .signals = "notify::summary" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

/* Scheduling alone is told by the ranges of a log. */
static TvViewFit
get_fit (TvTrace *trace)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].track != TV_NONE)
      return TV_VIEW_FITS;
  return n > 0 && tv_trace_has (trace, TV_HAS_STACK_SAMPLES) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_threads = {
  .id = "threads",
  .title = N_("Threads"),
  .tooltip = N_("How much each thread was used"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .get_type = tv_threads_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_threads_view_dispose (GObject *object)
{
  TvThreadsView *self = TV_THREADS_VIEW (object);

  tv_work_stop (&self->listing);
  g_clear_object (&self->mode);
  g_clear_pointer (&self->uses, tv_thread_uses_free);
  G_OBJECT_CLASS (tv_threads_view_parent_class)->dispose (object);
}

static void
tv_threads_view_class_init (TvThreadsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->get_mode = get_mode;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  G_OBJECT_CLASS (klass)->dispose = tv_threads_view_dispose;
  gtk_widget_class_install_action (widget_class, "threads.filter", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "threads.count-all", NULL, filter_action);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
add_box (TvThreadsView *self)
{
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Filter threads"), "is-filter", TRUE, NULL);
  tv_view_set_find_box (TV_VIEW (self), self->entry, tv_search_fold_new (self->entry));
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_text_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
}

static void
tv_threads_view_init (TvThreadsView *self)
{
  self->mode = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  add_box (self);
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Threads"));
  tv_table_view_set_menu (self->table, tv_threads_menu_new, self);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  g_signal_connect_swapped (self->table, "shown", G_CALLBACK (on_shown), self);
}
