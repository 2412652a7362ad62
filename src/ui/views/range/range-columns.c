/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of the sections of the Range view, and the targets of their rows. Constant descriptions
 * (TvRangeSectionInfo), which range-view.c lists and range-section.c shows. Workers also call the functions that
 * format cells, so these only read the trace. Only the functions for clicks and menu items change the session. */

#include <glib/gi18n.h>

#include "analysis/system/critical-path.h"
#include "core/state-kind.h"
#include "paint/kit/palette.h"
#include "paint/timeline/counter-spans.h"
#include "ui/views/range/range-rows.h"
#include "ui/views/range/range-section.h"
#include "ui/kit/state-color.h"
#include "ui/kit/table/table-text.h"
#include "ui/views/range/longest-state.h"

#define STATE_WIDTH_PX 116
#define OWNER_WIDTH_PX 132
#define WIDEST_VALUE   "9,999,999"
#define WIDEST_TIME    "99.999999 s"

/* ---- Cells ---- */

/* Gets the counter of a row and the value of a cell. Returns %FALSE if the row has no counter or the cell is empty. */
static gboolean
get_counter_value (TvTable *table, guint32 row, guint column, guint32 *counter, double *value)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  *counter = (guint32) tv_table_get_integer_of (table, row, "track_id", TV_NONE);
  *value = cell.real;
  return !cell.is_null && *counter != TV_NONE;
}

static char *
dup_counter_value (TvTable *table, guint32 row, guint column, gpointer context)
{
  guint32 counter;
  double value;

  if (!get_counter_value (table, row, column, &counter, &value))
    return NULL;
  return tv_counter_format_value (((const TvRangeContext *) context)->trace, counter, value);
}

static char *
dup_counter_amount (TvTable *table,
                    guint32 row,
                    guint column,
                    const TvRangeContext *context,
                    const char *plus)
{
  guint32 counter;
  double value;

  if (!get_counter_value (table, row, column, &counter, &value))
    return NULL;
  return tv_counter_format_amount (context->trace, counter, value, plus);
}

static char *
dup_counter_mean (TvTable *table, guint32 row, guint column, gpointer context)
{
  return dup_counter_amount (table, row, column, context, "");
}

static char *
dup_counter_change (TvTable *table, guint32 row, guint column, gpointer context)
{
  return dup_counter_amount (table, row, column, context, "+");
}

static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer context)
{
  return tv_table_text_dup_time (table, row, column, &((const TvRangeContext *) context)->base);
}

static char *
dup_string (TvTable *table, guint32 row, guint column)
{
  TvCell cell;
  char *text;

  tv_table_get_cell (table, row, column, &cell);
  text = cell.is_null ? NULL : g_strdup (cell.text);
  tv_cell_clear (&cell);
  return text;
}

/* Returns: (transfer full): id and name, such as "532 foundation"; only the name if the id is not known */
static char *
dup_numbered (TvTable *table, guint32 row, guint column, const char *id_column)
{
  gint64 id = tv_table_get_integer_of (table, row, id_column, -1);
  g_autofree char *name = dup_string (table, row, column);

  if (id < 0)
    return name != NULL ? g_steal_pointer (&name) : g_strdup (_("Not known"));
  return g_strdup_printf ("%" G_GINT64_FORMAT "%s%s", id, name != NULL ? " " : "",
                          name != NULL ? name : "");
}

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer context)
{
  return dup_numbered (table, row, column, "tid");
}

static char *
dup_process (TvTable *table, guint32 row, guint column, gpointer context)
{
  return dup_numbered (table, row, column, "pid");
}

static char *
dup_cpu (TvTable *table, guint32 row, guint column, gpointer context)
{
  return dup_string (table, row, (guint) tv_table_find_column (table, "name"));
}

static TvStateKind
get_state (TvTable *table, guint32 row, guint column)
{
  g_autofree char *text = dup_string (table, row, column);

  return tv_state_kind_find (text, (int) tv_table_get_integer_of (table, row, "io_wait", -1));
}

/* Returns whether a row is for a state in which the thread slept, idled or had exited. Such rows are hidden at first,
 * because most threads are in these states most of the time. */
static gboolean
is_idle (TvTable *table, guint32 row)
{
  int column = tv_table_find_column (table, "state");
  TvStateKind kind = column >= 0 ? get_state (table, row, (guint) column) : TV_STATE_OTHER;

  return kind == TV_STATE_SLEEPING || kind == TV_STATE_IDLE || kind == TV_STATE_DEAD;
}

static char *
dup_state (TvTable *table, guint32 row, guint column, gpointer context)
{
  g_autofree char *text = dup_string (table, row, column);

  return tv_state_kind_dup_label (text, (int) tv_table_get_integer_of (table, row, "io_wait", -1));
}

static gboolean
get_state_color (TvTable *table, guint32 row, guint column, gpointer context, GdkRGBA *color)
{
  tv_state_color_get (get_state (table, row, column), color);
  return TRUE;
}

/* Returns the thread state that corresponds to the kind of a path segment. */
static TvStateKind
get_path_state (TvTable *table, guint32 row, guint column)
{
  g_autofree char *name = dup_string (table, row, column);
  guint kind = 0;

  while (kind < TV_PATH_UNRECORDED &&
         !g_str_equal (name, tv_path_kind_get_name ((TvPathKind) kind)))
    kind++;
  return tv_path_kind_get_state ((TvPathKind) kind);
}

static char *
dup_path_state (TvTable *table, guint32 row, guint column, gpointer context)
{
  g_autofree char *name = dup_string (table, row, column);

  return g_strdup (g_str_equal (name, tv_path_kind_get_name (TV_PATH_UNRECORDED))
                       ? _("Not recorded")
                       : tv_state_kind_get_name (get_path_state (table, row, column)));
}

static gboolean
get_path_color (TvTable *table, guint32 row, guint column, gpointer context, GdkRGBA *color)
{
  tv_state_color_get (get_path_state (table, row, column), color);
  return TRUE;
}

static gboolean
get_symbol_color (TvTable *table, guint32 row, guint column, gpointer context, GdkRGBA *color)
{
  guint32 symbol = (guint32) tv_table_get_integer_of (table, row, "symbol_id", TV_NONE);
  TvColoring *coloring = tv_session_get_coloring (((const TvRangeContext *) context)->session);
  const TvColor *found = tv_palette_get_color (tv_coloring_get_symbol (coloring, symbol));

  if (!tv_coloring_has_symbols (coloring))
    return FALSE;
  *color = (GdkRGBA){ (float) found->red, (float) found->green, (float) found->blue, 1.0f };
  return TRUE;
}

/* Returns: (transfer full) (nullable): interface and method of a call; without names, the code of the method */
static char *
dup_call (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *interface = dup_string (table, row, column);
  g_autofree char *method = dup_string (table, row, (guint) tv_table_find_column (table, "method"));
  g_autofree char *code = dup_string (table, row, (guint) tv_table_find_column (table, "code"));

  if (interface != NULL && method != NULL)
    return g_strconcat (interface, ".", method, NULL);
  /* Translators: %s is the numeric code of a method */
  return code != NULL ? g_strdup_printf (_("code %s"), code) : NULL;
}

static char *
dup_client (TvTable *table, guint32 row, guint column, gpointer session)
{
  return dup_numbered (table, row, column, "client_tid");
}

static char *
dup_server (TvTable *table, guint32 row, guint column, gpointer session)
{
  return dup_numbered (table, row, column, "server_tid");
}

static char *
dup_waiter (TvTable *table, guint32 row, guint column, gpointer data)
{
  const TvRangeContext *context = data;
  guint32 utid = (guint32) tv_table_get_integer_of (table, row, "utid", 0);
  const TvThread *thread = &tv_trace_get_threads (context->trace, NULL)[utid];

  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", (gint64) thread->tid,
                          tv_trace_get_string (context->trace, thread->name));
}

/* Returns: (transfer full): owner of a lock, after the owner's thread id if it is known */
static char *
dup_lock_owner (TvTable *table, guint32 row, guint column, gpointer context)
{
  return dup_numbered (table, row, column, "owner_tid");
}

/* Returns: (transfer full) (nullable): duration; %NULL for a call without a reply or a wait without an end */
static char *
dup_call_time (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null || cell.integer < 0 ? NULL : tv_table_text_dup_cell (table, row, column);
}

static char *
dup_call_state (TvTable *table, guint32 row, guint column, gpointer session)
{
  static const char *const states[] = { N_("answered"), N_("unanswered"), N_("sent"),
                                        N_("received"), N_("failed") };
  g_autofree char *state = dup_string (table, row, column);

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_strcmp0 (state, states[i]) == 0)
      return g_strdup (_ (states[i]));
  return NULL;
}

/* ---- Clicks ---- */

static guint32
find_track (TvSession *session, TvTrackKind kind, guint32 cpu, guint32 upid)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (tv_session_get_trace (session), &n);

  for (guint32 track = 0; track < n; track++)
    if (tracks[track].kind == kind && (cpu == TV_NONE || tracks[track].cpu == cpu) &&
        (upid == TV_NONE || tracks[track].upid == upid))
      return track;
  return TV_NONE;
}

static void
select_cpu (TvSession *session, TvTable *table, guint32 row)
{
  guint32 cpu = (guint32) tv_table_get_integer_of (table, row, "ucpu", TV_NONE);

  tv_session_reveal_track (session, find_track (session, TV_TRACK_CPU, cpu, TV_NONE));
}

static void
reveal_thread (TvSession *session, guint32 utid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (tv_session_get_trace (session), &n);

  if (utid < n)
    tv_session_reveal_track (session, threads[utid].track != TV_NONE ? threads[utid].track
                                                                     : threads[utid].state_track);
}

static void
select_process (TvSession *session, TvTable *table, guint32 row)
{
  guint32 upid = (guint32) tv_table_get_integer_of (table, row, "upid", TV_NONE), n;
  const TvThread *threads = tv_trace_get_threads (tv_session_get_trace (session), &n);

  for (guint32 utid = 0; utid < n && upid != TV_NONE; utid++)
    if (threads[utid].upid == upid &&
        (threads[utid].track != TV_NONE || threads[utid].state_track != TV_NONE))
      {
        reveal_thread (session, utid);
        return;
      }
}

static void
select_thread (TvSession *session, TvTable *table, guint32 row)
{
  reveal_thread (session, (guint32) tv_table_get_integer_of (table, row, "utid", TV_NONE));
}

static void
select_slices (TvSession *session, TvTable *table, guint32 row)
{
  tv_session_select_symbol (session,
                            (guint32) tv_table_get_integer_of (table, row, "symbol_id", TV_NONE));
}

/* Goes to the longest slice of a row. Frames of a surface have no symbol; their rows contain the id of that slice
 * instead. */
static void
go_to_longest (TvSession *session, TvTable *table, guint32 row)
{
  guint32 symbol = (guint32) tv_table_get_integer_of (table, row, "symbol_id", TV_NONE);

  if (symbol != TV_NONE)
    tv_session_go_to_longest (session, symbol);
  else
    {
      guint32 slice = (guint32) tv_table_get_integer_of (table, row, "longest_id", TV_NONE);

      tv_session_select_slice (session, slice);
      tv_session_show_slice (session, slice);
    }
}

/* Goes to the longest period of a row's state, among all threads of the row. For a waiting state, the details of that
 * period show the waker. */
static void
go_to_longest_state (TvSession *session, TvTable *table, guint32 row, GCancellable **worker)
{
  int column = tv_table_find_column (table, "state");
  g_autofree char *state = column >= 0 ? dup_string (table, row, (guint) column) : NULL;

  tv_longest_state_go_to (
      session,
      &(TvStateTimes){
          .utid = (guint32) tv_table_get_integer_of (table, row, "utid", TV_NONE),
          .is_of_process = tv_table_find_column (table, "upid") >= 0,
          .upid = (guint32) tv_table_get_integer_of (table, row, "upid", TV_NONE),
          .state = state,
          .io_wait = (int) tv_table_get_integer_of (table, row, "io_wait", -1),
      },
      worker);
}

/* Returns whether the session's thread filter is set to the thread of a row. */
static gboolean
is_alone (TvSession *session, TvTable *table, guint32 row)
{
  guint32 utid = (guint32) tv_table_get_integer_of (table, row, "utid", TV_NONE);

  return utid != TV_NONE && utid == tv_session_get_thread (session);
}

/* Sets the session's thread filter to the thread of a row, or removes the filter if it is already set to this
 * thread. */
static void
filter_to_thread (TvSession *session, TvTable *table, guint32 row)
{
  tv_session_set_thread (session,
                         is_alone (session, table, row)
                             ? TV_NONE
                             : (guint32) tv_table_get_integer_of (table, row, "utid", TV_NONE));
}

static void
select_counter (TvSession *session, TvTable *table, guint32 row)
{
  guint32 counter = (guint32) tv_table_get_integer_of (table, row, "track_id", TV_NONE), n_counters;

  tv_trace_get_counter_tracks (tv_session_get_trace (session), &n_counters);
  if (counter >= n_counters)
    return;
  tv_session_select_counter (session, counter, G_MININT64);
  tv_session_reveal_counter (session, counter);
}

static void
go_to_value (TvSession *session, TvTable *table, guint32 row, const char *time_column)
{
  guint32 counter = (guint32) tv_table_get_integer_of (table, row, "track_id", TV_NONE), n_counters;
  gint64 ns = tv_table_get_integer_of (table, row, time_column, G_MININT64);

  tv_trace_get_counter_tracks (tv_session_get_trace (session), &n_counters);
  if (counter >= n_counters)
    return;
  tv_session_reveal_counter (session, counter);
  tv_session_select_counter (session, counter, ns);
  tv_session_reveal_time (session, ns);
}

static void
go_to_maximum (TvSession *session, TvTable *table, guint32 row)
{
  go_to_value (session, table, row, "max_ts");
}

static void
go_to_minimum (TvSession *session, TvTable *table, guint32 row)
{
  go_to_value (session, table, row, "min_ts");
}

static void
select_end (TvSession *session, TvTable *table, guint32 row, const char *column)
{
  guint32 slice = (guint32) tv_table_get_integer_of (table, row, column, TV_NONE);

  if (slice == TV_NONE)
    return;
  tv_session_select_slice (session, slice);
  tv_session_show_slice (session, slice);
}

/* Goes to the slice of a row's longest segment or, if there is none, to the thread state. */
static void
select_piece (TvSession *session, TvTable *table, guint32 row)
{
  guint32 slice = (guint32) tv_table_get_integer_of (table, row, "slice_id", TV_NONE);

  if (slice == TV_NONE)
    slice = (guint32) tv_table_get_integer_of (table, row, "thread_state_id", TV_NONE);
  if (slice == TV_NONE)
    return;
  tv_session_select_slice (session, slice);
  g_signal_emit_by_name (session, "reveal-slice", slice);
}

static void
select_call (TvSession *session, TvTable *table, guint32 row)
{
  tv_session_select_slice (
      session, (guint32) tv_table_get_integer_of (table, row, "binder_txn_id", TV_NONE));
}

static void
go_to_client (TvSession *session, TvTable *table, guint32 row)
{
  select_end (session, table, row, "binder_txn_id");
}

static void
go_to_server (TvSession *session, TvTable *table, guint32 row)
{
  select_end (session, table, row, "binder_reply_id");
}

static void
select_wait (TvSession *session, TvTable *table, guint32 row)
{
  tv_session_select_slice (session,
                           (guint32) tv_table_get_integer_of (table, row, "slice_id", TV_NONE));
}

static void
go_to_wait (TvSession *session, TvTable *table, guint32 row)
{
  select_end (session, table, row, "slice_id");
}

static void
go_to_owners_wait (TvSession *session, TvTable *table, guint32 row)
{
  select_end (session, table, row, "parent_id");
}

/* ---- Sections ---- */

static const TvTableColumn cpu_columns[] = {
  { .name = "ucpu", .title = N_("CPU"), .dup_text = dup_cpu, .width = TV_TABLE_COLUMN_FILL },
  { .name = "busy_ns" },
  { .name = "busy_pct", .get_share = tv_range_rows_get_share },
  { .name = "runs" },
};

static const TvTableColumn process_columns[] = {
  { .name = "name", .title = N_("Process"), .dup_text = dup_process },
  { .name = "cpu_ns" },
  { .name = "cpu_pct", .get_share = tv_range_rows_get_share },
  { .name = "runs" },
};

static const TvTableColumn thread_columns[] = {
  { .name = "name", .title = N_("Thread"), .dup_text = dup_thread },
  { .name = "process", .width = OWNER_WIDTH_PX, .is_extra = TRUE },
  { .name = "cpu_ns" },
  { .name = "cpu_pct", .get_share = tv_range_rows_get_share },
  { .name = "runs" },
};

static const TvTableColumn state_columns[] = {
  { .name = "thread", .title = N_("Thread"), .dup_text = dup_thread },
  { .name = "process", .width = OWNER_WIDTH_PX, .is_extra = TRUE },
  { .name = "state", .dup_text = dup_state, .width = STATE_WIDTH_PX, .get_color = get_state_color },
  { .name = "total_ns" },
  { .name = "pct", .get_share = tv_range_rows_get_share },
  { .name = "count" },
  { .name = "avg_ns", .title = N_("Avg ms") },
  { .name = "max_ns", .title = N_("Max ms") },
  { .name = "min_ns", .title = N_("Min ms") },
};

static const TvTableColumn path_columns[] = {
  { .name = "thread", .dup_text = dup_thread },
  { .name = "process", .width = OWNER_WIDTH_PX, .is_extra = TRUE },
  { .name = "slice", .width = OWNER_WIDTH_PX },
  { .name = "kind",
    .dup_text = dup_path_state,
    .width = STATE_WIDTH_PX,
    .get_color = get_path_color },
  { .name = "dur", .title = N_("Sum ms") },
  { .name = "percent", .get_share = tv_range_rows_get_share },
  { .name = "pieces", .is_extra = TRUE },
  { .name = "longest_dur", .title = N_("Max ms"), .is_extra = TRUE },
};

static const TvTableColumn process_state_columns[] = {
  { .name = "name", .title = N_("Process"), .dup_text = dup_process },
  { .name = "state", .dup_text = dup_state, .width = STATE_WIDTH_PX, .get_color = get_state_color },
  { .name = "total_ns", .get_share = tv_range_rows_get_share },
  { .name = "threads" },
  { .name = "count" },
  { .name = "avg_ns", .title = N_("Avg ms") },
  { .name = "max_ns", .title = N_("Max ms") },
  { .name = "min_ns", .title = N_("Min ms") },
};

static const TvTableColumn all_state_columns[] = {
  { .name = "state",
    .dup_text = dup_state,
    .width = TV_TABLE_COLUMN_FILL,
    .get_color = get_state_color },
  { .name = "total_ns", .get_share = tv_range_rows_get_share },
  { .name = "threads" },
  { .name = "count" },
  { .name = "avg_ns", .title = N_("Avg ms") },
  { .name = "max_ns", .title = N_("Max ms") },
  { .name = "min_ns", .title = N_("Min ms") },
};

#define UNFINISHED N_("unfinished")

/* Returns the text of a cell, or “unfinished” if the row has only unfinished slices, which have no average or
 * extremes. */
static char *
dup_finished (TvTable *table, guint32 row, guint column, gpointer context)
{
  char *text = tv_table_text_dup_cell (table, row, column);

  return text == NULL && tv_table_get_integer_of (table, row, "unfinished", 0) > 0
             ? g_strdup (_ (UNFINISHED))
             : text;
}

static const TvTableColumn slice_columns[] = {
  { .name = "name", .get_color = get_symbol_color },
  { .name = "wall_pct", .title = N_("Incl % of range"), .is_extra = TRUE },
  { .name = "wall_ns", .title = N_("Incl ms"), .get_share = tv_range_rows_get_share },
  { .name = "self_ns", .title = N_("Excl ms") },
  { .name = "total_ns", .title = N_("Sum ms"), .is_extra = TRUE },
  { .name = "count" },
  { .name = "names", .is_extra = TRUE },
  { .name = "unfinished", .is_extra = TRUE },
  { .name = "avg_ns", .title = N_("Avg ms"), .dup_text = dup_finished, .widest = UNFINISHED },
  { .name = "max_ns", .title = N_("Max ms"), .dup_text = dup_finished, .widest = UNFINISHED },
  { .name = "min_ns",
    .title = N_("Min ms"),
    .dup_text = dup_finished,
    .widest = UNFINISHED,
    .is_extra = TRUE },
};

/* Columns of slices in CPU time instead of wall time */
static const TvTableColumn slice_cpu_columns[] = {
  { .name = "name", .get_color = get_symbol_color },
  { .name = "cpu_pct", .title = N_("Incl CPU % of range"), .is_extra = TRUE },
  { .name = "cpu_ns", .title = N_("Incl ms CPU"), .get_share = tv_range_rows_get_share },
  { .name = "self_cpu_ns", .title = N_("Excl ms CPU") },
  { .name = "total_cpu_ns", .title = N_("Sum ms CPU"), .is_extra = TRUE },
  { .name = "count" },
  { .name = "names", .is_extra = TRUE },
  { .name = "unfinished", .is_extra = TRUE },
  { .name = "avg_cpu_ns",
    .title = N_("Avg ms CPU"),
    .dup_text = dup_finished,
    .widest = UNFINISHED },
  { .name = "max_cpu_ns",
    .title = N_("Max ms CPU"),
    .dup_text = dup_finished,
    .widest = UNFINISHED },
  { .name = "min_cpu_ns",
    .title = N_("Min ms CPU"),
    .dup_text = dup_finished,
    .widest = UNFINISHED,
    .is_extra = TRUE },
};

static const TvTableColumn binder_columns[] = {
  { .name = "interface", .title = N_("Call"), .dup_text = dup_call, .second_column = "method" },
  { .name = "client_thread", .dup_text = dup_client, .width = OWNER_WIDTH_PX },
  { .name = "server_thread", .dup_text = dup_server, .width = OWNER_WIDTH_PX },
  { .name = "client_process", .width = OWNER_WIDTH_PX, .is_extra = TRUE },
  { .name = "server_process", .width = OWNER_WIDTH_PX, .is_extra = TRUE },
  { .name = "client_dur",
    .title = N_("Took ms"),
    .dup_text = dup_call_time,
    .get_share = tv_range_rows_get_share },
  { .name = "dispatch_dur", .title = N_("Dispatch ms") },
  { .name = "server_running_dur", .title = N_("Server ran ms") },
  { .name = "server_waiting_dur", .title = N_("Server waited ms") },
  { .name = "server_dur",
    .title = N_("In server ms"),
    .dup_text = dup_call_time,
    .is_extra = TRUE },
  { .name = "client_ts", .title = N_("Sent"), .dup_text = dup_time, .widest = WIDEST_TIME },
  { .name = "server_ts", .title = N_("Received"), .dup_text = dup_time, .is_extra = TRUE },
  { .name = "reply_ts", .title = N_("Replied"), .dup_text = dup_time, .is_extra = TRUE },
  { .name = "state", .dup_text = dup_call_state, .width = STATE_WIDTH_PX },
};

static const TvTableColumn lock_columns[] = {
  { .name = "tid",
    .title = N_("Thread"),
    .description = N_("Waiting thread"),
    .dup_text = dup_waiter,
    .width = OWNER_WIDTH_PX },
  { .name = "dur",
    .title = N_("Waited ms"),
    .dup_text = dup_call_time,
    .get_share = tv_range_rows_get_share },
  { .name = "owner_name", .dup_text = dup_lock_owner, .width = OWNER_WIDTH_PX },
  { .name = "kind", .width = STATE_WIDTH_PX },
  { .name = "method", .width = TV_TABLE_COLUMN_FILL },
  { .name = "owner_method", .width = OWNER_WIDTH_PX },
  { .name = "lock", .width = OWNER_WIDTH_PX },
  { .name = "waiters", .is_extra = TRUE },
  { .name = "depth", .is_extra = TRUE },
  { .name = "source", .width = OWNER_WIDTH_PX, .is_extra = TRUE },
  { .name = "owner_source", .width = OWNER_WIDTH_PX, .is_extra = TRUE },
  { .name = "ts", .title = N_("Start"), .dup_text = dup_time, .widest = WIDEST_TIME },
};

static const TvTableColumn counter_columns[] = {
  { .name = "counter" },
  { .name = "owner", .width = OWNER_WIDTH_PX },
  { .name = "last", .dup_text = dup_counter_value, .widest = WIDEST_VALUE },
  { .name = "delta", .dup_text = dup_counter_change, .widest = WIDEST_VALUE },
  { .name = "rate", .title = N_("Per s"), .dup_text = dup_counter_change, .widest = WIDEST_VALUE },
  { .name = "min", .title = N_("Min"), .dup_text = dup_counter_value, .widest = WIDEST_VALUE },
  { .name = "min_ts", .title = N_("Min at"), .dup_text = dup_time, .widest = WIDEST_TIME },
  { .name = "max", .title = N_("Max"), .dup_text = dup_counter_value, .widest = WIDEST_VALUE },
  { .name = "max_ts", .title = N_("Max at"), .dup_text = dup_time, .widest = WIDEST_TIME },
  { .name = "avg", .title = N_("Avg"), .dup_text = dup_counter_mean, .widest = WIDEST_VALUE },
  { .name = "samples" },
};

#define COLUMNS(columns) columns, G_N_ELEMENTS (columns)

#define STEP(label, go)                                                                            \
  {                                                                                                \
    label, go, NULL, NULL, NULL                                                                    \
  }
#define GO_TO_LONGEST(go) STEP (N_("_Go to the Longest Occurrence"), go)
#define SEARCH_LONGEST(search)                                                                     \
  {                                                                                                \
    N_("_Go to the Longest Occurrence"), NULL, NULL, NULL, search                                  \
  }
#define FILTER_TO_THREAD                                                                           \
  {                                                                                                \
    N_("Filter to This T_hread"), filter_to_thread, N_("Count All T_hreads"), is_alone, NULL       \
  }

const TvRangeSectionInfo tv_range_cpu_section = {
  "cpu",
  N_("CPU Use"),
  N_("No thread ran in this range."),
  TRUE,
  NULL,
  NULL,
  NULL,
  { { "cpu_use_by_thread",
      N_("Thread"),
      COLUMNS (thread_columns),
      "cpu_ns",
      select_thread,
      { FILTER_TO_THREAD },
      FALSE,
      { "cpu_ns", "cpu_pct", "runs" },
      "cpu_pct",
      N_("sum over CPUs"),
      NULL },
    { "cpu_use_by_process",
      N_("Process"),
      COLUMNS (process_columns),
      "cpu_ns",
      select_process,
      { STEP (NULL, NULL) },
      FALSE,
      { "cpu_ns", "cpu_pct", "runs" },
      "cpu_pct",
      N_("sum over CPUs"),
      NULL },
    { "cpu_use_by_cpu",
      N_("CPU"),
      COLUMNS (cpu_columns),
      "busy_ns",
      select_cpu,
      { STEP (NULL, NULL) },
      FALSE,
      { "busy_ns", "runs" },
      "busy_pct",
      N_("sum over CPUs"),
      NULL } },
  3,
};

const TvRangeSectionInfo tv_range_state_section = {
  "states",
  N_("Thread States"),
  N_("There are no thread states in this range."),
  FALSE,
  is_idle,
  N_("Not idle"),
  N_("Sleeping, idle and ended states are hidden. Click to list them."),
  { { "state_use",
      N_("Thread"),
      COLUMNS (state_columns),
      "total_ns",
      select_thread,
      { SEARCH_LONGEST (go_to_longest_state), FILTER_TO_THREAD },
      FALSE,
      { "total_ns", "count" },
      "pct",
      N_("sum over threads"),
      NULL },
    { "state_use_by_process",
      N_("Process"),
      COLUMNS (process_state_columns),
      "total_ns",
      select_process,
      { SEARCH_LONGEST (go_to_longest_state) },
      FALSE,
      { "total_ns", "count" },
      "total_ns",
      N_("sum over threads"),
      NULL },
    { "state_use_by_state",
      N_("State"),
      COLUMNS (all_state_columns),
      "total_ns",
      NULL,
      { SEARCH_LONGEST (go_to_longest_state) },
      FALSE,
      { "total_ns", "count" },
      "total_ns",
      N_("sum over threads"),
      NULL } },
  3,
};

#define SLICE_TABLE(table, choice, columns, sort, self, by_cpu)                                    \
  {                                                                                                \
    table, choice, COLUMNS (columns), sort, select_slices, { GO_TO_LONGEST (go_to_longest) },      \
        TRUE, { self, "count" }, sort, N_("sum over threads"), by_cpu                              \
  }

static const TvRangeTableView slices_by_cpu =
    SLICE_TABLE ("slice_use", N_("Name"), slice_cpu_columns, "cpu_ns", "self_cpu_ns", NULL);
static const TvRangeTableView patterns_by_cpu = SLICE_TABLE ("slice_use_by_pattern",
                                                             N_("Numbers as #"),
                                                             slice_cpu_columns,
                                                             "cpu_ns",
                                                             "self_cpu_ns",
                                                             NULL);

/* Section of slices by name, or of calls by method */
#define SLICE_USE(heading, nothing)                                                                \
  {                                                                                                \
    "slices", heading, nothing, FALSE, NULL, NULL, NULL,                                           \
        { SLICE_TABLE ("slice_use", N_("Name"), slice_columns, "wall_ns", "self_ns",               \
                       &slices_by_cpu),                                                            \
          SLICE_TABLE ("slice_use_by_pattern", N_("Numbers as #"), slice_columns, "wall_ns",       \
                       "self_ns", &patterns_by_cpu) },                                             \
        2,                                                                                         \
  }

const TvRangeSectionInfo tv_range_slice_section = SLICE_USE (N_("Slices by Name"),
                                                             N_("There are no slices in this "
                                                                "range."));

const TvRangeSectionInfo tv_range_call_section = SLICE_USE (N_("Calls by Method"),
                                                            N_("There are no calls in this "
                                                               "range."));

const TvRangeSectionInfo tv_range_path_section = {
  "path",
  N_("Critical Path"),
  N_("Filter to a single thread to list the threads that it depended on."),
  FALSE,
  NULL,
  NULL,
  NULL,
  { { "critical_path_use",
      NULL,
      COLUMNS (path_columns),
      "dur",
      select_piece,
      { STEP (NULL, NULL) },
      FALSE,
      { "dur", "percent" },
      NULL,
      N_("sum over threads"),
      NULL } },
  1,
};

const TvRangeSectionInfo tv_range_binder_section = {
  "binder",
  N_("Binder Calls"),
  N_("There are no binder calls in this range."),
  FALSE,
  NULL,
  NULL,
  NULL,
  { { "binder_transaction",
      NULL,
      COLUMNS (binder_columns),
      "client_dur",
      select_call,
      { STEP (N_("Go to the _Client"), go_to_client),
        STEP (N_("Go to the _Server"), go_to_server) },
      FALSE,
      { "dispatch_dur", "server_running_dur" },
      "client_dur",
      N_("sum over calls"),
      NULL } },
  1,
};

const TvRangeSectionInfo tv_range_lock_section = {
  "locks",
  N_("Locks"),
  N_("No thread waited for a lock in this range."),
  FALSE,
  NULL,
  NULL,
  NULL,
  { { "lock_contention",
      NULL,
      COLUMNS (lock_columns),
      "dur",
      select_wait,
      { STEP (N_("Go to the _Wait"), go_to_wait),
        STEP (N_("Go to the _Owner’s Wait"), go_to_owners_wait) },
      FALSE,
      { NULL },
      "dur",
      NULL,
      NULL } },
  1,
};

const TvRangeSectionInfo tv_range_counter_section = {
  "counters",
  N_("Counters"),
  N_("No counter has a value in this range."),
  TRUE,
  NULL,
  NULL,
  NULL,
  { { "counter_use",
      NULL,
      COLUMNS (counter_columns),
      "samples",
      select_counter,
      { STEP (N_("Go to the Ma_ximum"), go_to_maximum),
        STEP (N_("Go to the M_inimum"), go_to_minimum) },
      FALSE,
      { "samples" },
      NULL,
      NULL,
      NULL } },
  1,
};
