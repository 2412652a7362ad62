/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Activity of each thread in the selection. A click scrolls the timeline to a thread. A double click filters all
 * views to a thread, or removes this filter. Listed in TV_VIEWS (view.h); derived from TvResultView. Changes the
 * thread filter of the session and scrolls the timeline. */

#include "ui/views/result-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/calls/call-source.h"
#include "core/scheduling.h"
#include "core/threads.h"
#include "tables/range-table.h"
#include "tables/tables.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/weight-labels.h"
#include "ui/views/time-cell.h"

#define THREAD_MIN_PX    160
#define PROCESS_WIDTH_PX 190

#define TV_TYPE_THREADS_VIEW (tv_threads_view_get_type ())
G_DECLARE_FINAL_TYPE (TvThreadsView, tv_threads_view, TV, THREADS_VIEW, TvResultView)

struct _TvThreadsView
{
  TvResultView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvThreadsView, tv_threads_view, TV_TYPE_RESULT_VIEW)

static TvSession *
get_session (TvResultView *self)
{
  return tv_view_get_session (TV_VIEW (self));
}

/* ---- Columns ---- */

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_trace_dup_thread_label (
      tv_session_get_trace (session),
      (guint32) tv_table_get_integer_of (table, row, "utid", TV_NONE));
}

static gboolean
has_processes (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_processes (trace, &n);
  return n > 1;
}

static gboolean
has_wall_calls (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) && tv_trace_has_clock (trace, TV_CLOCK_WALL);
}

static gboolean
has_cpu_calls (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) && tv_trace_has_clock (trace, TV_CLOCK_CPU);
}

static char *
dup_weight (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null
             ? NULL
             : tv_weight_format_in_column (tv_session_get_sample_unit (session), cell.integer);
}

static gboolean
has_samples (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_STACK_SAMPLES);
}

/* A column, with another title and description for traces whose slices are not method calls */
typedef struct
{
  TvTableColumn column;
  const char *slice_title;       /* (nullable) */
  const char *slice_description; /* (nullable) */
  gboolean (*is_shown) (TvTrace *trace);
} Column;

static const Column columns[] = {
  { .column = { .name = "name",
                .title = N_("Thread"),
                .description = N_("Device thread ID and name of the thread"),
                .dup_text = dup_thread,
                .width = TV_TABLE_COLUMN_FILL,
                .min_px = THREAD_MIN_PX } },
  { .column = { .name = "process", .width = PROCESS_WIDTH_PX }, .is_shown = has_processes },
  { .column = { .name = "wall_ns", .title = N_("In calls ms") },
    .slice_description = N_("Wall time for which the thread was in slices"),
    .is_shown = has_wall_calls },
  { .column = { .name = "wall_pct" },
    .slice_description =
        N_("Wall time for which the thread was in slices, as a percentage of the range"),
    .is_shown = has_wall_calls },
  { .column = { .name = "cpu_ns", .title = N_("In calls ms CPU") },
    .slice_description = N_("CPU time of the thread in slices"),
    .is_shown = has_cpu_calls },
  { .column = { .name = "calls", .description = N_("Number of calls of the thread") },
    .slice_title = N_("Slices"),
    .slice_description = N_("Number of slices of the thread"),
    .is_shown = tv_call_source_has_calls },
  { .column = { .name = "samples" }, .is_shown = has_samples },
  { .column = { .name = "weight", .dup_text = dup_weight, .widest = "99,999.999" },
    .is_shown = has_samples },
  { .column = { .name = "depth",
                .title = N_("Deepest"),
                .description = N_("Depth of the deepest stack of calls or samples") },
    .slice_description = N_("Maximum depth of the slices") },
  { .column = { .name = "first_ts",
                .title = N_("First activity"),
                .description = N_("Time when the thread was first in a call or sampled"),
                .dup_text = tv_time_cell_dup_text,
                .widest = "999.999999 s" },
    .slice_description = N_("Time when the thread was first in a slice or sampled") },
  { .column = { .name = "last_ts",
                .title = N_("Last activity"),
                .dup_text = tv_time_cell_dup_text,
                .widest = "999.999999 s" },
    .slice_description = N_("Time when the thread was last in a slice or sampled") },
};

/* Shows the columns for which the trace has values. The first thread is the one with the longest time in calls or, in
 * a trace without calls, with the most samples. */
static void
show_columns (TvResultView *self)
{
  TvSession *session = tv_view_get_session (TV_VIEW (self));
  TvTableView *view = tv_result_view_get_table (self);
  TvTrace *trace = tv_session_get_trace (session);
  gboolean names_methods = tv_trace_names_methods (trace);
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  const char *sort = "samples";
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      if (columns[i].is_shown != NULL && !columns[i].is_shown (trace))
        continue;
      if (strcmp (columns[i].column.name, "weight") == 0 &&
          tv_session_get_call_source (session) == TV_CALLS_OF_SLICES)
        continue; /* weights of different kinds of samples cannot be added up */
      shown[n] = columns[i].column;
      if (strcmp (shown[n].name, "weight") == 0)
        {
          shown[n].title = tv_weight_unit_get_title (tv_session_get_sample_unit (session));
          shown[n].description = tv_weight_intern_description (
              N_("Weight of the thread’s samples of %s, in %s"), tv_session_get_trace (session),
              tv_session_get_call_source (session));
        }
      if (!names_methods && columns[i].slice_title != NULL)
        shown[n].title = columns[i].slice_title;
      if (!names_methods && columns[i].slice_description != NULL)
        shown[n].description = columns[i].slice_description;
      n++;
    }
  if (tv_call_source_has_calls (trace))
    sort = has_wall_calls (trace) ? "wall_ns" : "cpu_ns";
  tv_table_view_set_columns (view, &tv_thread_use_table.info, shown, n, session);
  tv_table_view_set_sort (view, sort, TRUE);
}

/* ---- Rows ---- */

static guint32
get_utid (const TvResult *result, guint32 row)
{
  return (guint32) tv_table_get_integer_of (result->table, row, "utid", 0);
}

static TvTable *
find_threads (TvResult *result, GCancellable *cancellable, GError **error)
{
  TvTableOptions options = { .selection = result->selection, .source = &result->source };

  return tv_tables_open (tv_thread_use_table.info.name, result->trace, &options, cancellable,
                         error);
}

/* Returns whether a thread has calls or samples; threads without either are not listed. */
static gboolean
is_used (const TvResult *result, guint32 row)
{
  return tv_table_get_integer_of (result->table, row, "calls", 0) > 0 ||
         tv_table_get_integer_of (result->table, row, "samples", 0) > 0;
}

/* Returns whether the name or id of a thread, or of its process, matches the text. */
static gboolean
has_text (const TvResult *result, guint32 row, const TvTextMatch *match, const char *text)
{
  guint32 utid = get_utid (result, row);
  guint32 upid = tv_trace_get_threads (result->trace, NULL)[utid].upid;
  g_autofree char *thread = tv_trace_dup_thread_label (result->trace, utid);
  g_autofree char *process = upid != TV_NONE ? tv_trace_dup_process_label (result->trace, upid)
                                             : NULL;

  return tv_text_match_test (match, thread, -1) ||
         (process != NULL && tv_text_match_test (match, process, -1));
}

static char *
dup_count (TvResultView *self, guint32 n, const char *some, const char *all)
{
  if (some == NULL)
    return g_strdup_printf (ngettext ("%s thread", "%s threads", n), all);
  /* Translators: number of threads that match a filter; number of all threads */
  return g_strdup_printf (ngettext ("%s of %s thread", "%s of %s threads", n), some, all);
}

/* Selects the row of the thread to which the selected slice belongs. */
static void
follow_slice (TvResultView *self)
{
  const TvResult *result = tv_result_view_get_result (self);
  guint32 slice = tv_session_get_selected_slice (get_session (self));
  guint32 track = slice != TV_NONE ? tv_trace_find_track_at (result->trace, slice) : TV_NONE;
  guint32 utid = track != TV_NONE ? tv_trace_get_tracks (result->trace, NULL)[track].utid : TV_NONE;
  guint32 n = utid != TV_NONE ? tv_table_get_n_rows (result->table) : 0;

  for (guint32 row = 0; row < n; row++)
    if (get_utid (result, row) == utid)
      {
        tv_result_view_follow (self, row);
        return;
      }
}

static void
reveal_thread (TvResultView *self, guint row)
{
  const TvResult *result = tv_result_view_get_result (self);
  const TvThread *thread = &tv_trace_get_threads (result->trace, NULL)[get_utid (result, row)];
  guint32 track = thread->track != TV_NONE ? thread->track : thread->state_track;

  if (track != TV_NONE)
    tv_session_reveal_track (get_session (self), track);
}

/* Scrolls the timeline to a thread and filters all views to it. If the thread filter is already set to this thread,
 * removes the filter instead. */
static void
toggle_thread (TvResultView *self, guint row)
{
  guint32 utid = get_utid (tv_result_view_get_result (self), row);

  reveal_thread (self, row);
  tv_session_set_thread (get_session (self),
                         utid != tv_session_get_thread (get_session (self)) ? utid : TV_NONE);
}

static void
filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvResultView *self = TV_RESULT_VIEW (widget);
  guint32 row = tv_table_view_get_selected (tv_result_view_get_table (self));

  if (g_str_equal (name, "threads.count-all"))
    tv_session_set_thread (get_session (self), TV_NONE);
  else if (row != TV_NONE)
    tv_session_set_thread (get_session (self), get_utid (tv_result_view_get_result (self), row));
}

static void
update_filter_actions (TvThreadsView *self)
{
  guint n;

  tv_selection_get_threads (tv_session_get_selection (get_session (TV_RESULT_VIEW (self))), &n);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "threads.filter", n != 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "threads.count-all", n > 0);
}

static GMenu *
make_menu (gpointer view, TvTableRow *row)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) filters = g_menu_new ();

  tv_popup_menu_append_with_why (filters, _("Filter to This T_hread"), "threads.filter", NULL,
                                 _("Only this thread is counted"));
  tv_popup_menu_append_with_why (filters, _("Count _All Threads"), "threads.count-all", NULL,
                                 _("All threads are counted"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (filters));
  return menu;
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TV_VIEW_CLASS (tv_threads_view_parent_class)->set_session (view, session);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (update_filter_actions), view);
  update_filter_actions (TV_THREADS_VIEW (view));
}

/* The view requires threads with slices or samples. Threads that only have scheduling events are in the Range view. */
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
  .tooltip = N_("Activity of each thread"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .get_type = tv_threads_view_get_type,
  .get_fit = get_fit,
};

static const TvObjectAction actions[] = {
  { .name = "threads-shown",
    .type = "u",
    .get_state = tv_result_view_get_n_shown,
    .signals = "notify::summary" },
};

static const TvResultKind kind = {
  .name = N_("Threads"),
  .placeholder = N_("Filter threads"),
  .source_label = N_("All events"),
  .find = find_threads,
  .is_listed = is_used,
  .has_text = has_text,
  .dup_count = dup_count,
  .show_columns = show_columns,
  .follow_signal = "notify::selected-slice",
  .follow = follow_slice,
  .select_row = reveal_thread,
  .open_row = toggle_thread,
  .make_menu = make_menu,
  .actions = actions,
  .n_actions = G_N_ELEMENTS (actions),
};

static void
tv_threads_view_class_init (TvThreadsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_RESULT_VIEW_CLASS (klass)->kind = &kind;
  TV_VIEW_CLASS (klass)->set_session = set_session;
  gtk_widget_class_install_action (widget_class, "threads.filter", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "threads.count-all", NULL, filter_action);
}

static void
tv_threads_view_init (TvThreadsView *self)
{
}
