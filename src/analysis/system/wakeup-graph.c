/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/wakeup-graph.h"

#include "core/error.h"

/* Builds the wakeup graph in two passes: the first one adds a node for each time that a thread is awake, the second
 * one finds the node of each waker. The walk follows wakers back from a root thread with an explicit stack. Hidden
 * state: the graph is attached to the trace as object data on first use, and all threads of the program share it.
 * query/operators.c walks nodes that it creates itself. */

#define ROWS_PER_CANCEL_CHECK 65536

/* ---- Nodes ---- */

typedef struct
{
  TvTrace *trace;
  const TvSlices *slices;
  const TvStates *states;
  const TvThread *threads;
  GArray *nodes;  /* TvWakeupNode */
  GArray *wakers; /* guint32: waking thread of each node, or TV_NONE */
} Build;

static gboolean
is_sleep (TvStateKind kind)
{
  return kind == TV_STATE_SLEEPING || kind == TV_STATE_BLOCKED || kind == TV_STATE_BLOCKED_IO ||
         kind == TV_STATE_BLOCKED_OTHER || kind == TV_STATE_IDLE;
}

static TvWakeKind
get_wake_kind (const Build *self, const TvState *state, gboolean is_after_io)
{
  if (is_after_io)
    return TV_WAKE_IO;
  if (state->irq_context > 0)
    return TV_WAKE_INTERRUPT;
  if (state->waker == TV_NONE)
    return TV_WAKE_UNRECORDED;
  /* The idle thread wakes other threads only while it serves an interrupt. */
  return self->threads[state->waker].is_idle ? TV_WAKE_INTERRUPT : TV_WAKE_THREAD;
}

/* Adds the node that begins with a runnable state. @sleep: row of the preceding sleep, or TV_NONE; @first: first node
 * of the thread */
static void
add_node (Build *self, const TvTrack *track, guint32 row, guint32 sleep, guint32 first)
{
  TvState state = tv_states_get (self->states, tv_track_get_side (track, row));
  gboolean is_after_io = sleep != TV_NONE &&
                         tv_states_get (self->states, tv_track_get_side (track, sleep)).io_wait > 0;
  gint64 ts = tv_slices_start (self->slices, row);
  TvWakeupNode node = {
    .ts = ts,
    .end = ts,
    .idle_ts = sleep != TV_NONE ? tv_slices_start (self->slices, sleep) : ts,
    .utid = track->utid,
    .waker = TV_NONE,
    .prev = self->nodes->len > first ? self->nodes->len - 1 : TV_NONE,
    .state = row,
    .wake = (guint8) get_wake_kind (self, &state, is_after_io),
    .has_context = state.irq_context >= 0 || is_after_io,
  };

  if (node.prev != TV_NONE)
    g_array_index (self->nodes, TvWakeupNode, node.prev).end = node.idle_ts;
  g_array_append_val (self->nodes, node);
  g_array_append_val (self->wakers, state.waker);
}

static gboolean
add_thread (Build *self, const TvTrack *track, GCancellable *cancellable, GError **error)
{
  guint32 first = self->nodes->len, end = track->first_slice + track->n_slices;
  gint64 last_ns = G_MININT64;

  for (guint32 row = track->first_slice; row < end; row++)
    {
      guint32 side = tv_track_get_side (track, row), sleep = TV_NONE;
      gboolean is_first = row == track->first_slice;

      if ((row - track->first_slice) % ROWS_PER_CANCEL_CHECK == 0 &&
          g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      if (tv_slices_is_unfinished (self->slices, row))
        continue;
      last_ns = tv_slices_end (self->slices, row);
      if (tv_states_get_kind (self->states, side) != TV_STATE_RUNNABLE)
        continue;
      if (!is_first && is_sleep (tv_states_get_kind (self->states, side - 1)) &&
          !tv_slices_is_unfinished (self->slices, row - 1) &&
          tv_slices_end (self->slices, row - 1) == tv_slices_start (self->slices, row))
        sleep = row - 1;
      if (is_first || (sleep != TV_NONE && tv_states_get (self->states, side).waker != TV_NONE))
        add_node (self, track, row, sleep, first);
    }
  if (self->nodes->len > first)
    g_array_index (self->nodes, TvWakeupNode, self->nodes->len - 1).end = last_ns;
  return TRUE;
}

/* Returns the last node of a thread that begins before a time, or TV_NONE. */
static guint32
find_node (const TvWakeupNode *nodes, guint32 first, guint32 end, gint64 before_ns)
{
  guint32 low = first, high = end;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (nodes[middle].ts < before_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low > first ? low - 1 : TV_NONE;
}

static void
find_wakers (TvWakeupGraph *self, const GArray *wakers)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      TvWakeupNode *node = &self->nodes[i];
      guint32 waker = g_array_index (wakers, guint32, i);

      if (node->wake != TV_WAKE_THREAD)
        continue;
      node->waker = tv_wakeup_graph_find (self, waker, node->ts);
      if (node->waker == TV_NONE)
        node->wake = TV_WAKE_UNRECORDED;
    }
}

/**
 * tv_wakeup_graph_new:
 * @trace: a trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Builds the wakeup graph. The run time is proportional to the number of states.
 *
 * Returns: (transfer full) (nullable): graph of all threads; %NULL if cancelled
 */
TvWakeupGraph *
tv_wakeup_graph_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvWakeupGraph) self = g_atomic_rc_box_new0 (TvWakeupGraph);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (TvWakeupNode));
  g_autoptr (GArray) wakers = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_threads;
  Build build = { trace,
                  tv_trace_get_slices (trace),
                  tv_trace_get_states (trace),
                  tv_trace_get_threads (trace, &n_threads),
                  nodes,
                  wakers };
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);

  self->first = g_new (guint32, n_threads + 1);
  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      guint32 track = build.threads[utid].state_track;

      self->first[utid] = nodes->len;
      if (track != TV_NONE && !add_thread (&build, &tracks[track], cancellable, error))
        return NULL;
    }
  self->n = self->first[n_threads] = nodes->len;
  self->nodes = (TvWakeupNode *) (gpointer) g_array_free (g_steal_pointer (&nodes), FALSE);
  find_wakers (self, wakers);
  return g_steal_pointer (&self);
}

static void
clear_graph (gpointer data)
{
  TvWakeupGraph *self = data;

  g_free (self->nodes);
  g_free (self->first);
}

void
tv_wakeup_graph_unref (TvWakeupGraph *self)
{
  g_atomic_rc_box_release_full (self, clear_graph);
}

/* Key of the object data that contains the graph. The trace owns the graph, which is built once. */
#define GRAPH_KEY "tv-wakeup-graph"

static gpointer
ref_graph (gpointer graph, gpointer data)
{
  return graph != NULL ? g_atomic_rc_box_acquire (graph) : NULL;
}

/**
 * tv_wakeup_graph_get:
 * @trace: a trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Gets the shared graph of a trace, and builds it on first use. Can be called on any thread.
 *
 * Returns: (transfer full) (nullable): graph of all threads; %NULL if cancelled
 */
TvWakeupGraph *
tv_wakeup_graph_get (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  TvWakeupGraph *self = g_object_dup_data (G_OBJECT (trace), GRAPH_KEY, ref_graph, NULL);

  if (self != NULL)
    return self;
  self = tv_wakeup_graph_new (trace, cancellable, error);
  /* Another thread may have stored an equal graph since the lookup. */
  if (self != NULL && g_object_replace_data (G_OBJECT (trace), GRAPH_KEY, NULL, self,
                                             (GDestroyNotify) tv_wakeup_graph_unref, NULL))
    g_atomic_rc_box_acquire (self);
  return self;
}

/* Returns: whether the waker of any wakeup was recorded */
gboolean
tv_wakeup_graph_has_wakers (TvTrace *trace)
{
  const TvStates *states = tv_trace_get_states (trace);

  for (guint32 i = 0; i < states->n; i++)
    if (tv_states_get_kind (states, i) == TV_STATE_RUNNABLE &&
        tv_id_column_get (&states->about, i) != TV_NONE)
      return TRUE;
  return FALSE;
}

/* Returns: last node of a thread that begins before a time, or %TV_NONE */
guint32
tv_wakeup_graph_find (const TvWakeupGraph *self, guint32 utid, gint64 before_ns)
{
  return find_node (self->nodes, self->first[utid], self->first[utid + 1], before_ns);
}

/* ---- Walk ---- */

/* Part of the path that the walk still has to visit. @is_known: whether the part is already known to belong to the
 * thread of its node */
typedef struct
{
  TvPathPiece piece;
  gboolean is_known;
} Part;

static void
push (GArray *stack, TvPathPiece piece, gint64 from_ns, gint64 to_ns, gboolean is_known)
{
  if (from_ns >= to_ns)
    return;
  piece.from_ns = from_ns;
  piece.to_ns = to_ns;
  g_array_append_val (stack, ((Part){ piece, is_known }));
}

static void
push_sleep (GArray *stack,
            const TvWakeupNode *node,
            TvPathPiece piece,
            gint64 from_ns,
            gint64 to_ns)
{
  if (node->waker != TV_NONE)
    {
      piece.node = node->waker;
      piece.depth++;
      piece.has_context &= node->has_context;
    }
  else
    piece.is_wait = TRUE;
  push (stack, piece, from_ns, to_ns, node->waker == TV_NONE);
}

static void
push_before (GArray *stack,
             const TvWakeupNode *node,
             TvPathPiece piece,
             gint64 from_ns,
             gint64 to_ns)
{
  if (node->prev != TV_NONE)
    piece.node = node->prev;
  push (stack, piece, from_ns, to_ns, node->prev == TV_NONE);
}

/**
 * tv_wakeup_nodes_walk:
 * @nodes: nodes; the waker and the previous node of each node begin earlier than the node
 * @node: last node of the root thread that begins before @to_ns, or whose preceding sleep does
 * @from_ns: start of the range in ns
 * @to_ns: end of the range in ns
 * @pieces: (inout) (element-type TvPathPiece): array to which the pieces are appended, the latest first
 *
 * Walks back from a node. The time after a node's wakeup is attributed to the node, the preceding sleep to the node's
 * waker, and the time before the sleep to the thread's previous node. A sleep without a waker, and the time before
 * the thread's first node, are attributed to the node's own thread. The pieces add up to the range.
 */
void
tv_wakeup_nodes_walk (const TvWakeupNode *nodes,
                      guint32 node,
                      gint64 from_ns,
                      gint64 to_ns,
                      GArray *pieces)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Part));

  push (stack, (TvPathPiece){ .node = node, .has_context = TRUE }, from_ns, to_ns, FALSE);
  while (stack->len > 0)
    {
      Part part = g_array_index (stack, Part, stack->len - 1);
      TvPathPiece now = part.piece;
      gint64 woken_ns, idle_ns;

      g_array_set_size (stack, stack->len - 1);
      if (!part.is_known)
        {
          woken_ns = CLAMP (nodes[now.node].ts, now.from_ns, now.to_ns);
          idle_ns = CLAMP (nodes[now.node].idle_ts, now.from_ns, woken_ns);
          push_before (stack, &nodes[now.node], now, now.from_ns, idle_ns);
          push_sleep (stack, &nodes[now.node], now, idle_ns, woken_ns);
          now.from_ns = woken_ns;
        }
      if (now.from_ns < now.to_ns)
        g_array_append_val (pieces, now);
    }
}
