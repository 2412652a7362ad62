/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-walk.h"

#include "analysis/range/track-part.h"

/* Replays the slices of a track as calls of a call tree, in chronological order. Called by the exports to Chrome's
 * trace format and to speedscope, once for each track. Only one thread may use a walk; the tree and the trace are
 * only read. */

#define NOT_LOOKED_UP         (TV_NONE - 1)
#define ROWS_PER_CANCEL_CHECK 65536

/* An open slice. */
typedef struct
{
  guint32 row;
  gint64 end;
} OpenRow;

struct _TvCallWalk
{
  TvCallTree *tree;
  TvCallTree *
      filtered; /* (nullable): the tree without transforms; NULL if the selection has no name filters */
  guint32 utid;      /* thread to which @node_of refers */
  guint32 *node_of;  /* per path: NOT_LOOKED_UP, TV_NONE, or a node of @tree */
  GArray *looked_up; /* guint32: paths whose entry in @node_of is not NOT_LOOKED_UP */
  GArray *rows;      /* OpenRow */
  GArray *path;      /* guint32: open nodes, outermost first */

  const TvCallWalkFuncs *funcs;
  gpointer data;
  gint64 now;
  gboolean
      is_ending; /* whether time that is not counted begins at @now; if that interval turns out to be empty, open
                  * calls continue */
};

/**
 * tv_call_walk_new:
 * @tree: (transfer none): call tree that is grouped by thread
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a walk over the calls of the tree; %NULL if cancelled
 */
TvCallWalk *
tv_call_walk_new (TvCallTree *tree, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallWalk) self = g_new0 (TvCallWalk, 1);
  TvCallPaths *paths = tv_call_tree_get_paths (tree);
  g_autoptr (TvSelection) filtered = tv_selection_ref (tv_call_tree_get_selection (tree));
  guint n_filters, n_transforms;
  guint32 n_paths;

  g_return_val_if_fail (tv_call_tree_get_flags (tree) & TV_CALL_TREE_BY_THREAD, NULL);

  self->tree = tv_call_tree_ref (tree);
  self->looked_up = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->rows = g_array_new (FALSE, FALSE, sizeof (OpenRow));
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_call_paths_get (paths, &n_paths);
  self->node_of = g_new (guint32, MAX (n_paths, 1));
  for (guint32 path = 0; path < n_paths; path++)
    self->node_of[path] = NOT_LOOKED_UP;
  tv_selection_get_filters (filtered, &n_filters);
  tv_selection_get_transforms (filtered, &n_transforms);
  if (n_filters == 0)
    return g_steal_pointer (&self);
  while (n_transforms-- > 0)
    {
      TvSelection *without = tv_selection_without_transform (filtered, n_transforms);

      tv_selection_unref (filtered);
      filtered = without;
    }
  self->filtered = tv_call_tree_new (paths, filtered, TV_CALL_TREE_BY_THREAD, cancellable, error);
  return self->filtered != NULL ? g_steal_pointer (&self) : NULL;
}

void
tv_call_walk_free (TvCallWalk *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->tree, tv_call_tree_unref);
  g_clear_pointer (&self->filtered, tv_call_tree_unref);
  g_free (self->node_of);
  g_array_unref (self->looked_up);
  g_array_unref (self->rows);
  g_array_unref (self->path);
  g_free (self);
}

/* ---- Nodes of paths ---- */

/* Returns whether the exclusive time of the path is counted. Some paths pass the filters only as callers. In a tree
 * without transforms, each node has a single path and therefore the value of this path. */
static gboolean
counts (const TvCallWalk *self, guint32 utid, guint32 path)
{
  const TvCallValue *own;
  guint32 i;

  if (self->filtered == NULL)
    return TRUE;
  i = tv_call_tree_find (self->filtered, utid, path);
  if (i == TV_NONE)
    return FALSE;
  own = tv_call_tree_get_self (self->filtered, i);
  return own->of[TV_MEASURE_WALL] != 0 || own->of[TV_MEASURE_CPU] != 0;
}

static void
forget_nodes (TvCallWalk *self)
{
  for (guint i = 0; i < self->looked_up->len; i++)
    self->node_of[g_array_index (self->looked_up, guint32, i)] = NOT_LOOKED_UP;
  g_array_set_size (self->looked_up, 0);
}

/**
 * tv_call_walk_find_node:
 * @self: a walk
 * @utid: thread, or %TV_NONE; the lookup is fast if the previous call had the same thread
 * @path: a call path
 *
 * Returns: node that contains the exclusive time of the path, or %TV_NONE
 */
guint32
tv_call_walk_find_node (TvCallWalk *self, guint32 utid, guint32 path)
{
  if (utid != self->utid)
    forget_nodes (self);
  self->utid = utid;
  if (self->node_of[path] == NOT_LOOKED_UP)
    {
      self->node_of[path] = counts (self, utid, path) ? tv_call_tree_find (self->tree, utid, path)
                                                      : TV_NONE;
      g_array_append_val (self->looked_up, path);
    }
  return self->node_of[path];
}

/* ---- Open nodes ---- */

static void
close_last (TvCallWalk *self)
{
  guint32 node = g_array_index (self->path, guint32, self->path->len - 1);

  g_array_set_size (self->path, self->path->len - 1);
  self->funcs->close (self->data, node, self->now);
}

static void
close_all (TvCallWalk *self)
{
  while (self->path->len > 0)
    close_last (self);
  self->is_ending = FALSE;
}

/* Opens a node and those of its ancestors that are not open yet, except the root and the threads. */
static void
open_path (TvCallWalk *self, guint32 node, guint32 row)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->tree, NULL);
  guint first = self->path->len, n = nodes[node].depth - 1;

  g_array_set_size (self->path, n);
  for (guint i = n; i-- > first; node = nodes[node].parent)
    g_array_index (self->path, guint32, i) = node;
  for (guint i = first; i < n; i++)
    self->funcs->open (self->data, g_array_index (self->path, guint32, i), row, self->now);
}

/* Closes all nodes that are neither the given node nor its ancestors. */
static void
close_others (TvCallWalk *self, guint32 node)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->tree, NULL);

  while (self->path->len > nodes[node].depth - 1)
    close_last (self);
  while (nodes[node].depth - 1 > self->path->len)
    node = nodes[node].parent;
  while (self->path->len > 0 && g_array_index (self->path, guint32, self->path->len - 1) != node)
    {
      close_last (self);
      node = nodes[node].parent;
    }
}

/* Ends the current interval at @ts. The time after @ts belongs to @node; for TV_NONE, it is not counted. */
static void
go_to (TvCallWalk *self, guint32 node, guint32 row, gint64 ts)
{
  ts = MAX (ts, self->now);
  if (self->is_ending && ts > self->now)
    close_all (self);
  self->now = ts;
  self->is_ending = FALSE;
  if (node == TV_NONE || tv_call_tree_get_nodes (self->tree, NULL)[node].depth < 2)
    {
      self->is_ending = self->path->len > 0;
      return;
    }
  close_others (self, node);
  open_path (self, node, row);
}

/* ---- Open slices ---- */

static guint32
get_row_node (TvCallWalk *self, guint32 utid, guint32 row)
{
  return tv_call_walk_find_node (
      self, utid, tv_call_paths_get_of_slice (tv_call_tree_get_paths (self->tree), row));
}

static void
end_row (TvCallWalk *self, guint32 utid)
{
  gint64 end = g_array_index (self->rows, OpenRow, self->rows->len - 1).end;
  guint32 row;

  g_array_set_size (self->rows, self->rows->len - 1);
  if (self->rows->len == 0)
    {
      go_to (self, TV_NONE, TV_NONE, end);
      close_all (self);
      return;
    }
  row = g_array_index (self->rows, OpenRow, self->rows->len - 1).row;
  go_to (self, get_row_node (self, utid, row), row, end);
}

static void
begin_row (TvCallWalk *self, const TvTrackPart *part, TvClock clock, guint32 row)
{
  const TvSlices *slices = tv_trace_get_slices (
      tv_call_paths_get_trace (tv_call_tree_get_paths (self->tree)));
  const TvSelection *selection = tv_call_tree_get_selection (self->tree);
  gboolean is_cpu = clock == TV_CLOCK_CPU;
  gint64 start = tv_time_column_get (is_cpu ? &slices->cpu_ts : &slices->ts, row);
  gint64 end = start + tv_time_column_get (is_cpu ? &slices->cpu_dur : &slices->dur, row);
  OpenRow open = { row, MIN (end, part->to[clock]) };

  if (tv_selection_get_min_duration_ns (selection) > 0 &&
      tv_time_column_get (&slices->dur, row) < tv_selection_get_min_duration_ns (selection))
    return;
  while (self->rows->len > 0 && g_array_index (self->rows, OpenRow, self->rows->len - 1).row !=
                                    tv_slices_parent (slices, row))
    end_row (self, part->track->utid);
  start = MAX (start, part->from[clock]);
  open.end = MAX (open.end, start);
  g_array_append_val (self->rows, open);
  go_to (self, get_row_node (self, part->track->utid, row), row, start);
}

static void
begin_rows_before (TvCallWalk *self, const TvTrackPart *part, TvClock clock)
{
  const TvSlices *slices = tv_trace_get_slices (
      tv_call_paths_get_trace (tv_call_tree_get_paths (self->tree)));
  g_autoptr (GArray) around = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = part->before; row != TV_NONE; row = tv_slices_parent (slices, row))
    g_array_append_val (around, row);
  for (guint i = around->len; i-- > 0;)
    begin_row (self, part, clock, g_array_index (around, guint32, i));
}

/**
 * tv_call_walk_run:
 * @self: a walk over calls, not samples
 * @track: track that contains the calls of a thread
 * @clock: clock of the timestamps; the trace must have it
 * @funcs: callbacks
 * @data: argument of the callbacks
 * @cancellable: (nullable): a #GCancellable
 *
 * Emits all calls of a track that are in the tree's selection, clipped to its range.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_call_walk_run (TvCallWalk *self,
                  guint32 track,
                  TvClock clock,
                  const TvCallWalkFuncs *funcs,
                  gpointer data,
                  GCancellable *cancellable)
{
  TvTrace *trace = tv_call_paths_get_trace (tv_call_tree_get_paths (self->tree));
  const TvSelection *selection = tv_call_tree_get_selection (self->tree);
  TvTrackPart part;

  self->funcs = funcs;
  self->data = data;
  self->now = G_MININT64;
  if (!tv_selection_has_track (selection, track) ||
      !tv_track_part_find (&part, trace, track, selection))
    return TRUE;
  begin_rows_before (self, &part, clock);
  for (guint32 row = part.first; row < part.end; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          g_array_set_size (self->rows, 0);
          g_array_set_size (self->path, 0);
          return FALSE;
        }
      begin_row (self, &part, clock, row);
    }
  while (self->rows->len > 0)
    end_row (self, part.track->utid);
  return TRUE;
}
