/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/wait-graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "analysis/incident/dump-label.h"
#include "analysis/incident/stack-equality.h"

/* Builds the wait graph:
 *
 *   waits ─▶ threads that wait or block ─▶ merge similar waiters ─▶ select those nearest to important threads
 *
 * Called by the wait pane, by the wait graph of the Dump view, and by `tracedump render`. Only reads the trace and
 * the findings of its dumps. */

struct _TvWaitGraph
{
  gatomicrefcount n_refs;
  TvTrace *trace;
  TvDumpFindings *findings;
  GArray *nodes;       /* (element-type TvWaitNode) */
  GHashTable *indexes; /* thread → index of the node */
  guint32 n_left;      /* number of omitted threads */
  guint32 n_waiting;   /* number of threads that wait for a cycle, without its members */
};

/* A potential node. */
typedef struct
{
  TvWaitNode node;
  guint distance; /* number of waits between the node and an important thread */
  guint32 first;  /* lowest index among its threads, for sorting */
  gboolean is_waited_for;
} Candidate;

typedef struct
{
  TvTrace *trace;
  const TvDumpFindings *findings;
  GArray *all; /* (element-type Candidate): all potential nodes */
  guint32 *of; /* per thread: index of its candidate, or TV_NONE */
} Gathering;

#define FAR_AWAY G_MAXUINT

/* Maximum number of distinct stacks with which a waiter is compared, per target. */
#define MAX_PLACES 64u

static Candidate *
get_candidate (const Gathering *self, guint32 i)
{
  return &g_array_index (self->all, Candidate, i);
}

/* ---- Candidates ---- */

static guint32
add_candidate (Gathering *self, guint32 thread)
{
  const TvWait *wait = tv_waits_get (self->findings->waits, thread);
  const Candidate fresh = {
    .node = { .thread = thread,
              .n_threads = 1,
              .target = TV_NONE,
              .kind = wait->kind,
              .lock = wait->lock,
              .cycle = tv_waits_get_cycle_of (self->findings->waits, thread) },
    .distance = FAR_AWAY,
    .first = thread,
  };

  g_array_append_val (self->all, fresh);
  self->of[thread] = self->all->len - 1;
  return self->of[thread];
}

/* Hashes properties that must be equal to merge waiters. */
static guint
hash_alike (gconstpointer key)
{
  const Candidate *candidate = key;

  return candidate->node.target * 31 + candidate->node.kind;
}

static gboolean
are_alike (gconstpointer a, gconstpointer b)
{
  const Candidate *first = a, *second = b;

  return first->node.target == second->node.target && first->node.kind == second->node.kind;
}

static gboolean
are_of_one_lock (const Gathering *self, const Candidate *a, const Candidate *b)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);

  if (a->node.lock == TV_NONE || b->node.lock == TV_NONE)
    return a->node.lock == b->node.lock;
  return dumps->locks[a->node.lock].id == dumps->locks[b->node.lock].id;
}

static gboolean
can_be_merged (const Gathering *self, const Candidate *candidate)
{
  return !candidate->is_waited_for && candidate->node.cycle == TV_NONE &&
         candidate->node.target != TV_NONE && candidate->node.thread != self->findings->thread;
}

/* Merges waiters with the same target, lock and stack, unless other threads wait for them. */
static void
merge_alike (Gathering *self)
{
  const TvDumpThread *threads = tv_trace_get_dumps (self->trace)->threads;
  g_autoptr (GHashTable) first_of = g_hash_table_new_full (hash_alike, are_alike, NULL,
                                                           (GDestroyNotify) g_array_unref);

  for (guint32 i = 0; i < self->all->len; i++)
    {
      Candidate *candidate = get_candidate (self, i);
      GArray *firsts;
      gboolean is_merged = FALSE;

      if (!can_be_merged (self, candidate))
        continue;
      firsts = g_hash_table_lookup (first_of, candidate);
      if (firsts == NULL)
        {
          firsts = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (first_of, candidate, firsts);
        }
      for (guint k = 0; k < MIN (firsts->len, MAX_PLACES) && !is_merged; k++)
        {
          Candidate *other = get_candidate (self, g_array_index (firsts, guint32, k));

          if (are_of_one_lock (self, candidate, other) &&
              tv_stacks_are_equal (self->trace, threads[candidate->node.thread].callsite,
                                   threads[other->node.thread].callsite))
            {
              self->of[candidate->node.thread] = g_array_index (firsts, guint32, k);
              other->node.n_threads++;
              candidate->node.n_threads = 0;
              is_merged = TRUE;
            }
        }
      if (!is_merged)
        g_array_append_val (firsts, i);
    }
}

/* Adds the threads that wait for a thread in the dump, and their targets. */
static void
gather (Gathering *self)
{
  guint32 n = tv_trace_get_dumps (self->trace)->n_threads;

  for (guint32 t = 0; t < n; t++)
    {
      guint32 target = tv_waits_get (self->findings->waits, t)->target;

      if (target == TV_NONE)
        continue;
      if (self->of[t] == TV_NONE)
        add_candidate (self, t);
      if (self->of[target] == TV_NONE)
        add_candidate (self, target);
    }
  for (guint32 t = 0; t < n; t++)
    if (tv_waits_get (self->findings->waits, t)->target != TV_NONE)
      {
        guint32 target = self->of[tv_waits_get (self->findings->waits, t)->target];

        get_candidate (self, self->of[t])->node.target = target;
        get_candidate (self, target)->is_waited_for = TRUE;
      }
}

/* If the important thread's wait chain ends with a wait for an unknown thread, adds a node for that thread. */
static void
add_unknown (Gathering *self)
{
  guint32 thread = self->findings->thread, n_steps, end;
  const TvWait *wait;
  Candidate unknown = { .node = { .thread = TV_NONE,
                                  .n_threads = 1,
                                  .target = TV_NONE,
                                  .lock = TV_NONE,
                                  .cycle = TV_NONE },
                        .distance = FAR_AWAY,
                        .first = TV_NONE,
                        .is_waited_for = TRUE };

  if (thread == TV_NONE)
    return;
  end = tv_waits_find_end (self->findings->waits, thread, &n_steps);
  wait = tv_waits_get (self->findings->waits, end);
  if (wait->kind == TV_WAIT_NONE || wait->target != TV_NONE)
    return;
  if (self->of[end] == TV_NONE)
    add_candidate (self, end);
  g_array_append_val (self->all, unknown);
  get_candidate (self, self->of[end])->node.target = self->all->len - 1;
}

/* ---- Distances ---- */

static void
come_nearer (Gathering *self, GQueue *queue, guint32 i, guint distance)
{
  if (get_candidate (self, i)->distance != FAR_AWAY)
    return;
  get_candidate (self, i)->distance = distance;
  g_queue_push_tail (queue, GUINT_TO_POINTER (i));
}

/* Computes distances from the nodes in the queue, following waits in both directions. */
static void
spread (Gathering *self, GQueue *queue)
{
  g_autofree guint32 *next = g_new (guint32,
                                    MAX (self->all->len, 1)); /* next waiter with the same target */
  g_autofree guint32 *waiters = g_new (guint32, MAX (self->all->len, 1));

  for (guint32 i = 0; i < self->all->len; i++)
    waiters[i] = TV_NONE;
  for (guint32 i = self->all->len; i-- > 0;)
    {
      guint32 target = get_candidate (self, i)->node.target;

      next[i] = TV_NONE;
      if (target == TV_NONE || get_candidate (self, i)->node.n_threads == 0)
        continue;
      next[i] = waiters[target];
      waiters[target] = i;
    }
  while (!g_queue_is_empty (queue))
    {
      guint32 i = GPOINTER_TO_UINT (g_queue_pop_head (queue));
      guint distance = get_candidate (self, i)->distance + 1;

      if (get_candidate (self, i)->node.target != TV_NONE)
        come_nearer (self, queue, get_candidate (self, i)->node.target, distance);
      for (guint32 k = waiters[i]; k != TV_NONE; k = next[k])
        come_nearer (self, queue, k, distance);
    }
}

/* Computes distances from the important thread and from cycles. For all nodes that are not connected to these,
 * computes distances from the nodes that block the most threads. */
static void
find_distances (Gathering *self)
{
  g_autoptr (GQueue) queue = g_queue_new ();
  guint base = 0;

  if (self->findings->thread != TV_NONE && self->of[self->findings->thread] != TV_NONE)
    come_nearer (self, queue, self->of[self->findings->thread], 0);
  for (guint32 i = 0; i < self->all->len; i++)
    if (get_candidate (self, i)->node.cycle != TV_NONE)
      come_nearer (self, queue, i, 0);
  spread (self, queue);
  for (;;)
    {
      guint32 best = TV_NONE, max = 0;

      for (guint32 i = 0; i < self->all->len; i++)
        {
          const Candidate *candidate = get_candidate (self, i);
          guint32 n = candidate->node.thread != TV_NONE
                          ? tv_waits_count_blocked (self->findings->waits, candidate->node.thread)
                          : 0;

          if (candidate->distance == FAR_AWAY && n > max)
            {
              best = i;
              max = n;
            }
        }
      if (best == TV_NONE || ++base > TV_WAIT_GRAPH_MAX)
        break;
      come_nearer (self, queue, best, base * 1000);
      spread (self, queue);
    }
}

static int
compare_candidates (gconstpointer a, gconstpointer b, gpointer all)
{
  const Candidate *first = &((const Candidate *) all)[*(const guint32 *) a];
  const Candidate *second = &((const Candidate *) all)[*(const guint32 *) b];

  if (first->distance != second->distance)
    return first->distance < second->distance ? -1 : 1;
  return first->first < second->first ? -1 : first->first > second->first;
}

/* ---- Graph ---- */

static void
take_nearest (TvWaitGraph *self, const Gathering *gathering, guint max)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *indexes = g_new (guint32, MAX (gathering->all->len, 1));

  for (guint32 i = 0; i < gathering->all->len; i++)
    {
      indexes[i] = TV_NONE;
      if (get_candidate (gathering, i)->node.n_threads > 0)
        g_array_append_val (order, i);
    }
  g_array_sort_with_data (order, compare_candidates, gathering->all->data);
  for (guint i = 0; i < order->len; i++)
    {
      const Candidate *candidate = get_candidate (gathering, g_array_index (order, guint32, i));

      if (i < max)
        {
          indexes[g_array_index (order, guint32, i)] = i;
          g_array_append_val (self->nodes, candidate->node);
        }
      else
        self->n_left += candidate->node.n_threads;
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      TvWaitNode *node = &g_array_index (self->nodes, TvWaitNode, i);

      node->target = node->target != TV_NONE ? indexes[node->target] : TV_NONE;
    }
  for (guint32 t = 0; t < tv_trace_get_dumps (self->trace)->n_threads; t++)
    if (gathering->of[t] != TV_NONE && indexes[gathering->of[t]] != TV_NONE)
      g_hash_table_insert (self->indexes, GUINT_TO_POINTER (t),
                           GUINT_TO_POINTER (indexes[gathering->of[t]]));
}

static void
count_waiting (TvWaitGraph *self)
{
  for (guint32 t = 0; t < tv_trace_get_dumps (self->trace)->n_threads; t++)
    {
      guint32 n_steps, end = tv_waits_find_end (self->findings->waits, t, &n_steps);

      self->n_waiting += end != t && tv_waits_get_cycle_of (self->findings->waits, end) != TV_NONE;
    }
}

/**
 * tv_wait_graph_new:
 * @trace: a trace
 * @findings: findings about the trace's dumps
 * @max: maximum number of nodes, such as %TV_WAIT_GRAPH_MAX
 *
 * Returns: (transfer full): the graph; it has no nodes if no thread waits
 */
TvWaitGraph *
tv_wait_graph_new (TvTrace *trace, TvDumpFindings *findings, guint max)
{
  TvWaitGraph *self = g_new0 (TvWaitGraph, 1);
  guint32 n = tv_trace_get_dumps (trace)->n_threads;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autofree guint32 *of = g_new (guint32, MAX (n, 1));
  Gathering gathering = { trace, findings, all, of };

  g_atomic_ref_count_init (&self->n_refs);
  self->trace = g_object_ref (trace);
  self->findings = tv_dump_findings_ref (findings);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (TvWaitNode));
  self->indexes = g_hash_table_new (NULL, NULL);
  for (guint32 t = 0; t < n; t++)
    of[t] = TV_NONE;
  gather (&gathering);
  add_unknown (&gathering);
  merge_alike (&gathering);
  find_distances (&gathering);
  take_nearest (self, &gathering, max);
  count_waiting (self);
  return self;
}

TvWaitGraph *
tv_wait_graph_ref (TvWaitGraph *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
tv_wait_graph_unref (TvWaitGraph *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_object_unref (self->trace);
  tv_dump_findings_unref (self->findings);
  g_array_unref (self->nodes);
  g_hash_table_unref (self->indexes);
  g_free (self);
}

/* Returns: (transfer none) (array length=n): the nodes of the graph */
const TvWaitNode *
tv_wait_graph_get_nodes (const TvWaitGraph *self, guint *n)
{
  *n = self->nodes->len;
  return (const TvWaitNode *) (gconstpointer) self->nodes->data;
}

/* Returns the number of omitted threads that wait or block. */
guint32
tv_wait_graph_get_n_left (const TvWaitGraph *self)
{
  return self->n_left;
}

/* Returns the node of a #TvDumpThread, or %TV_NONE. */
guint32
tv_wait_graph_find (const TvWaitGraph *self, guint32 thread)
{
  gpointer found;

  return g_hash_table_lookup_extended (self->indexes, GUINT_TO_POINTER (thread), NULL, &found)
             ? GPOINTER_TO_UINT (found)
             : TV_NONE;
}

/* ---- Labels ---- */

static const TvWaitNode *
get_node (const TvWaitGraph *self, guint node)
{
  return &g_array_index (self->nodes, TvWaitNode, node);
}

/* Returns: (transfer full): the label of a node */
char *
tv_wait_graph_dup_name (const TvWaitGraph *self, guint node)
{
  const TvWaitNode *row = get_node (self, node);
  g_autofree char *name = NULL;

  if (row->thread == TV_NONE)
    return g_strdup (_("Not in the dump"));
  name = tv_dump_dup_thread_label (self->trace, row->thread);
  if (row->n_threads == 1)
    return g_steal_pointer (&name);
  /* Translators: a thread and the number of others */
  return tv_number_printf (_("%s and %u more"), name, row->n_threads - 1);
}

/* Describes the lock that a node holds, as reported by the first waiter. Returns NULL if no other node waits for a
 * lock, or if the type is unknown. */
static char *
dup_held (const TvWaitGraph *self, guint node)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (get_node (self, i)->target == node && get_node (self, i)->kind == TV_WAIT_LOCK)
      {
        g_autofree char *type = tv_dump_dup_lock_type (self->trace, get_node (self, i)->lock);

        return type != NULL ? g_strdup_printf (_("holds %s"), type) : NULL;
      }
  return NULL;
}

/* Returns: (transfer full): the line below a node's label */
char *
tv_wait_graph_dup_aside (const TvWaitGraph *self, guint node)
{
  const TvWaitNode *row = get_node (self, node);
  g_autofree char *held = dup_held (self, node);
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  GString *text = g_string_new (NULL);
  guint32 upid, own;

  if (row->thread == TV_NONE)
    {
      g_string_append (text, _("owner not known"));
      return g_string_free (text, FALSE);
    }
  upid = dumps->dumps[tv_dumps_find_dump (dumps, row->thread)].upid;
  own = self->findings->thread != TV_NONE
            ? dumps->dumps[tv_dumps_find_dump (dumps, self->findings->thread)].upid
            : upid;
  if (dumps->threads[row->thread].vm_tid != TV_NONE)
    g_string_append_printf (text, "tid %u", dumps->threads[row->thread].vm_tid);
  else if (dumps->threads[row->thread].sys_tid != TV_NONE)
    g_string_append_printf (text, "sysTid %u", dumps->threads[row->thread].sys_tid);
  if (upid != own && upid != TV_NONE)
    g_string_append_printf (text, "%s[%u]", text->len > 0 ? " " : "",
                            tv_trace_get_processes (self->trace, NULL)[upid].pid);
  if (held != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", held);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): the label of the edge that starts at a node: the reason why its thread waits */
char *
tv_wait_graph_dup_edge (const TvWaitGraph *self, guint node)
{
  const TvWaitNode *row = get_node (self, node);
  char *type = row->lock != TV_NONE ? tv_dump_dup_lock_type (self->trace, row->lock) : NULL;

  if (type != NULL && row->kind != TV_WAIT_JOIN)
    return type;
  g_free (type);
  switch (row->kind)
    {
    case TV_WAIT_JOIN:
      return g_strdup (_("its end"));
    case TV_WAIT_BINDER:
      return g_strdup (_("a call"));
    case TV_WAIT_PARK:
      return g_strdup (_("parked"));
    case TV_WAIT_LOCK:
    case TV_WAIT_NONE:
    case TV_N_WAIT_KINDS:
    default:
      return g_strdup (_("a lock"));
    }
}

/* Returns: (transfer full): a summary with the numbers of cycles and of threads that wait for them; without cycles,
 * with the number of waiting threads */
char *
tv_wait_graph_dup_summary (const TvWaitGraph *self)
{
  guint32 n_members, n_cycles, n_waiting = 0;
  g_autofree char *cycles = NULL;
  g_autofree char *hang = NULL;

  tv_waits_get_cycles (self->findings->waits, &n_members, &n_cycles);
  if (n_cycles == 0)
    {
      for (guint32 t = 0; t < tv_trace_get_dumps (self->trace)->n_threads; t++)
        n_waiting += tv_waits_get (self->findings->waits, t)->target != TV_NONE;
      return tv_number_printf (
          ngettext ("%u thread waits, no cycle", "%u threads wait, no cycle", n_waiting),
          n_waiting);
    }
  cycles = tv_number_printf (ngettext ("%u cycle", "%u cycles", n_cycles), n_cycles);
  if (self->n_waiting == 0)
    return g_steal_pointer (&cycles);
  hang = tv_number_printf (ngettext ("%u depends on it", "%u depend on it", self->n_waiting),
                           self->n_waiting);
  /* Translators: "1 cycle", "4 depend on it" */
  return g_strdup_printf (_("%s, %s"), cycles, hang);
}
