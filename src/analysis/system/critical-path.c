/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/critical-path.h"

#include <glib/gi18n.h>

#include "analysis/range/range.h"
#include "core/error.h"

/* Splits the pieces of a walk at each change of the thread's state or innermost slice:
 *
 *   piece   [ a                      ][ b        ]
 *   state   [Running  ][Runnable ][Running …
 *   slice   [ x     ][ y       ][ x  ][ z …
 *   rows    [       ][][        ][][  ][         ]
 *
 * Called by the critical path tables, path-use.c and thread-path.c. Only reads the trace and the wakeup graph, which
 * tv_critical_path_new() may build (see tv_wakeup_graph_get()). */

static TvPathKind
get_kind (TvStateKind kind)
{
  static const TvPathKind kinds[TV_N_STATE_KINDS] = {
    [TV_STATE_RUNNING] = TV_PATH_RUNNING,
    [TV_STATE_RUNNABLE] = TV_PATH_RUNNABLE,
    [TV_STATE_SLEEPING] = TV_PATH_SLEEPING,
    [TV_STATE_IDLE] = TV_PATH_SLEEPING,
    [TV_STATE_BLOCKED] = TV_PATH_BLOCKED,
    [TV_STATE_BLOCKED_IO] = TV_PATH_IO,
    [TV_STATE_BLOCKED_OTHER] = TV_PATH_BLOCKED,
    [TV_STATE_STOPPED] = TV_PATH_OTHER,
    [TV_STATE_DEAD] = TV_PATH_OTHER,
    [TV_STATE_OTHER] = TV_PATH_OTHER,
  };

  return kinds[kind];
}

/* Returns the slice of a track at @ts_ns, or TV_NONE. @end_ns: (inout): reduced to the time of the next change */
static guint32
find_slice (TvTrace *trace, guint32 track, guint32 depth, gint64 ts_ns, gint64 *end_ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  guint32 slice = tv_trace_find_slice_at (trace, track, depth, ts_ns);
  guint32 next = tv_trace_find_slice_from (trace, track, ts_ns + 1);

  if (slice != TV_NONE)
    *end_ns = MIN (*end_ns, tv_slices_end (slices, slice));
  if (next < t->first_slice + t->n_slices)
    *end_ns = MIN (*end_ns, tv_slices_start (slices, next));
  return slice;
}

static gboolean
can_join (const TvPathRow *a, const TvPathRow *b)
{
  return a->ts + a->dur == b->ts && a->utid == b->utid && a->state == b->state &&
         a->slice == b->slice && a->depth == b->depth && a->is_wait == b->is_wait &&
         a->wake == b->wake && a->has_context == b->has_context;
}

static void
add_piece (TvTrace *trace, const TvPathPiece *piece, TvPathRow row, guint first_row, GArray *rows)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[row.utid];

  for (gint64 ts = piece->from_ns, end; ts < piece->to_ns; ts = end)
    {
      TvPathRow *last = rows->len > first_row ? &g_array_index (rows, TvPathRow, rows->len - 1)
                                              : NULL;
      TvState state;

      end = piece->to_ns;
      row.state = thread->state_track != TV_NONE
                      ? find_slice (trace, thread->state_track, 0, ts, &end)
                      : TV_NONE;
      row.slice = thread->track != TV_NONE ? find_slice (trace, thread->track, TV_NONE, ts, &end)
                                           : TV_NONE;
      row.kind = TV_PATH_UNRECORDED;
      if (row.state != TV_NONE && tv_trace_get_state (trace, row.state, &state))
        row.kind = get_kind ((TvStateKind) state.kind);
      row.ts = ts;
      row.dur = end - ts;
      if (last != NULL && can_join (last, &row))
        last->dur += row.dur;
      else
        g_array_append_val (rows, row);
    }
}

/* Returns, of the nodes of a thread, the last one whose preceding sleep begins before a given time; TV_NONE if there
 * is none. */
static guint32
find_root (const TvWakeupGraph *graph, guint32 utid, gint64 before_ns)
{
  guint32 node = tv_wakeup_graph_find (graph, utid, before_ns);
  guint32 next = node != TV_NONE ? node + 1 : graph->first[utid];

  if (next < graph->first[utid + 1] && graph->nodes[next].idle_ts < before_ns)
    return next;
  return node;
}

/**
 * tv_critical_path_append:
 * @trace: a trace
 * @graph: wakeup graph of @trace
 * @utid: a thread
 * @from_ns: start of the range in ns
 * @to_ns: end of the range in ns
 * @rows: (element-type TvPathRow): array to which the rows are appended, sorted by time
 *
 * Appends the critical path of a thread. The rows add up to the range. The cost is proportional to their number.
 */
void
tv_critical_path_append (TvTrace *trace,
                         const TvWakeupGraph *graph,
                         guint32 utid,
                         gint64 from_ns,
                         gint64 to_ns,
                         GArray *rows)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (TvPathPiece));
  guint32 root = find_root (graph, utid, to_ns);
  guint first_row = rows->len;

  if (from_ns >= to_ns)
    return;
  if (root != TV_NONE)
    tv_wakeup_nodes_walk (graph->nodes, root, from_ns, to_ns, pieces);
  else
    g_array_append_val (
        pieces, ((TvPathPiece){
                    .node = TV_NONE, .from_ns = from_ns, .to_ns = to_ns, .has_context = TRUE }));
  for (guint i = pieces->len; i-- > 0;)
    {
      const TvPathPiece *piece = &g_array_index (pieces, TvPathPiece, i);
      const TvWakeupNode *node = piece->node != TV_NONE ? &graph->nodes[piece->node] : NULL;
      TvPathRow row = { .root_utid = utid,
                        .utid = node != NULL ? node->utid : utid,
                        .depth = piece->depth,
                        .is_wait = piece->is_wait,
                        .wake = piece->is_wait ? (TvWakeKind) node->wake : TV_WAKE_THREAD,
                        .has_context = piece->has_context };

      add_piece (trace, piece, row, first_row, rows);
    }
}

/**
 * tv_critical_path_new:
 * @trace: a trace
 * @selection: (nullable): range, and threads whose paths are computed; without threads, there are no rows
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable) (element-type TvPathRow): rows, sorted by thread and time; those of each thread
 * add up to the part of the range that the trace covers; %NULL if cancelled
 */
GArray *
tv_critical_path_new (TvTrace *trace,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  g_autoptr (TvWakeupGraph) graph = NULL;
  TvRange range = tv_range_new (trace, selection);
  gint64 from_ns = MAX (range.start_ns, tv_trace_get_start_ns (trace));
  gint64 to_ns = MIN (range.end_ns, tv_trace_get_end_ns (trace));
  const guint32 *utids = NULL;
  guint n = 0;

  if (selection != NULL)
    utids = tv_selection_get_threads (selection, &n);
  if (utids == NULL)
    return g_steal_pointer (&rows);
  graph = tv_wakeup_graph_get (trace, cancellable, error);
  if (graph == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (tv_trace_get_threads (trace, NULL)[utids[i]].state_track != TV_NONE)
        tv_critical_path_append (trace, graph, utids[i], from_ns, to_ns, rows);
    }
  return g_steal_pointer (&rows);
}

/* Returns the name of a kind in tables. */
const char *
tv_path_kind_get_name (TvPathKind kind)
{
  static const char *const names[TV_N_PATH_KINDS] = { "running", "runnable", "sleeping",  "blocked",
                                                      "io",      "other",    "unrecorded" };

  return names[kind];
}

/* Returns the thread state that represents a kind, which is %TV_STATE_OTHER for unrecorded states. */
TvStateKind
tv_path_kind_get_state (TvPathKind kind)
{
  static const TvStateKind states[TV_N_PATH_KINDS] = {
    [TV_PATH_RUNNING] = TV_STATE_RUNNING,   [TV_PATH_RUNNABLE] = TV_STATE_RUNNABLE,
    [TV_PATH_SLEEPING] = TV_STATE_SLEEPING, [TV_PATH_BLOCKED] = TV_STATE_BLOCKED,
    [TV_PATH_IO] = TV_STATE_BLOCKED_IO,     [TV_PATH_OTHER] = TV_STATE_OTHER,
    [TV_PATH_UNRECORDED] = TV_STATE_OTHER,
  };

  return states[kind];
}

/* Returns the name of a kind in tables. */
const char *
tv_wake_kind_get_name (TvWakeKind kind)
{
  static const char *const names[TV_N_WAKE_KINDS] = { "thread", "interrupt", "io", "unrecorded" };

  return names[kind];
}
