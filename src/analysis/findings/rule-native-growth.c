/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "core/number-format.h"
#include "core/time-format.h"

/* Implements the rule native-growth: heaps whose live memory grows until the end of the recording. Compares the live
 * memory at the ends of the recording's quarters:
 *
 *   0    12    15    18    21 MiB      grew in each of the last three quarters, by 9 MiB
 *   ├─────┼─────┼─────┼─────┤
 *
 * The first quarter is ignored, because programs fill their caches when they start. Listed in rules[] in findings.c.
 * Only reads the trace. */

#define N_QUARTERS 4
#define MEBIBYTE   1048576.0

/* A heap of a process. */
typedef struct
{
  guint32 heap;
  guint32 upid;
  guint32 last;            /* index of the last change of the heap */
  gint64 live[N_QUARTERS]; /* live memory at the end of each quarter, in bytes */
} Process;

static guint
hash_process (gconstpointer data)
{
  const Process *self = data;

  return self->heap * 31 + self->upid;
}

static gboolean
is_same_process (gconstpointer a, gconstpointer b)
{
  const Process *x = a, *y = b;

  return x->heap == y->heap && x->upid == y->upid;
}

static Process *
get_process (GHashTable *processes, GPtrArray *list, guint32 heap, guint32 upid)
{
  Process *self = g_hash_table_lookup (processes, &(Process){ .heap = heap, .upid = upid });

  if (self == NULL)
    {
      self = g_new0 (Process, 1);
      self->heap = heap;
      self->upid = upid;
      g_hash_table_add (processes, self);
      g_ptr_array_add (list, self);
    }
  return self;
}

/* Returns the index of the first change that has a time. */
static guint32
find_start (const TvHeapChanges *changes)
{
  guint32 i = 0;

  while (i < changes->n && changes->ts[i] == TV_NO_TIME)
    i++;
  return i;
}

/* Adds up the live memory of each heap of each process. */
static void
add_live (const TvStacks *stacks, guint32 start, GHashTable *processes, GPtrArray *list)
{
  const TvHeapChanges *changes = &stacks->changes;
  double first = (double) changes->ts[start], all = (double) changes->ts[changes->n - 1] - first;

  for (guint32 i = start; i < changes->n; i++)
    {
      guint32 heap = changes->heap[i];
      Process *process;
      guint quarter;

      if (stacks->heaps[heap].is_graph || !stacks->heaps[heap].reports_frees)
        continue;
      process = get_process (processes, list, heap, changes->upid[i]);
      process->last = i;
      quarter = (guint) MIN (((double) changes->ts[i] - first) * N_QUARTERS / all,
                             (double) (N_QUARTERS - 1));
      for (guint j = quarter; j < N_QUARTERS; j++)
        tv_add_ns (&process->live[j], changes->size[i]);
    }
}

static void
judge (TvTrace *trace, const TvRule *self, double limit, const Process *process, GPtrArray *found)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  gint64 growth = process->live[N_QUARTERS - 1] - process->live[0];
  g_autofree char *name = NULL, *size = NULL, *time = NULL;
  TvRuleFinding *one;
  gint64 ts = stacks->changes.ts[process->last];

  for (guint i = 1; i < N_QUARTERS; i++)
    if (process->live[i] <= process->live[i - 1])
      return;
  if ((double) growth / MEBIBYTE <= limit)
    return;
  one = tv_rule_finding_new (self, process->upid);
  one->cost = growth;
  one->cost_unit = TV_RULE_COST_BYTES;
  one->value = (double) growth / MEBIBYTE;
  tv_rule_finding_add (one, (TvRuleEvidence){ TV_RULE_TABLE_CHANGE, process->last, ts, 0,
                                              stacks->changes.utid[process->last] });
  name = tv_rule_dup_process (trace, process->upid);
  size = tv_size_format ((double) growth);
  time = tv_time_format (ts - stacks->changes.ts[find_start (&stacks->changes)]);
  /* Translators: heap, process, size, time */
  one->text = g_strdup_printf (_("The heap %s of %s grew by %s within %s"),
                               tv_trace_get_string (trace, stacks->heaps[process->heap].name), name,
                               size, time);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 start = find_start (&stacks->changes);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) processes = g_hash_table_new (hash_process, is_same_process);

  if (start >= stacks->changes.n ||
      stacks->changes.ts[start] == stacks->changes.ts[stacks->changes.n - 1])
    return;
  add_live (stacks, start, processes, list);
  for (guint i = 0; i < list->len; i++)
    judge (trace, self, limit, list->pdata[i], found);
}

const TvRule tv_native_growth_rule = {
  .id = "native-growth",
  .kind = TV_RULE_ON_MEMORY,
  .subject = TV_RULE_OF_ALLOCATIONS,
  .severity = TV_RULE_WARNING,
  .title = N_("Live memory grows"),
  .definition = N_("The live memory of a heap grew in each of the second, third and fourth "
                   "quarters of the recording, by more than the threshold in total"),
  .limit = 10,
  .unit = TV_RULE_MIB,
  .needs = TV_RULE_FREES,
  .run = run,
};
