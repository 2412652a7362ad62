/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/binder.h"
#include "core/time-format.h"

/* Implements the rule binder-pool-full: calls that wait for a binder thread while all binder threads of the server
 * handle other calls. Listed in rules[] in findings.c. Only reads the trace and the binder calls of the context. */

/* Minimum time for which all threads of a pool must be busy, in ns */
#define FULL_NS 10000000

/* Minimum number of threads in a pool. A smaller pool is easily exhausted, and some of its threads may not have run
 * during the recording. */
#define MIN_THREADS 3

/* Interval in which a thread handled a call, or several overlapping calls */
typedef struct
{
  guint32 utid;
  gint64 start;
  gint64 end;
} Reply;

static int
compare_replies (gconstpointer a, gconstpointer b)
{
  const Reply *x = a, *y = b;

  if (x->utid != y->utid)
    return x->utid < y->utid ? -1 : 1;
  return (x->start > y->start) - (x->start < y->start);
}

static gboolean
is_pool_thread (TvTrace *trace, guint32 utid)
{
  const char *name = tv_trace_get_string (trace, tv_trace_get_threads (trace, NULL)[utid].name);

  return name != NULL && g_ascii_strncasecmp (name, "binder:", 7) == 0;
}

/* Merges overlapping replies of a thread. */
static GArray *
merge_replies (GArray *replies)
{
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (Reply));

  g_array_sort (replies, compare_replies);
  for (guint i = 0; i < replies->len; i++)
    {
      const Reply *reply = &g_array_index (replies, Reply, i);
      Reply *last = merged->len > 0 ? &g_array_index (merged, Reply, merged->len - 1) : NULL;

      if (last != NULL && last->utid == reply->utid && reply->start < last->end)
        last->end = MAX (last->end, reply->end);
      else
        g_array_append_vals (merged, reply, 1);
    }
  return merged;
}

/* Returns: (transfer full): the replies of pool threads, sorted by thread and time */
static GArray *
list_replies (TvTrace *trace, const GArray *calls)
{
  g_autoptr (GArray) replies = g_array_new (FALSE, FALSE, sizeof (Reply));

  for (guint i = 0; i < calls->len; i++)
    {
      const TvBinderCall *call = &g_array_index (calls, TvBinderCall, i);

      if (call->server_slice != TV_NONE && !call->is_one_way && call->server_dur > 0 &&
          is_pool_thread (trace, call->server_utid))
        g_array_append_val (replies, ((Reply){ call->server_utid, call->server_ts,
                                               call->server_ts + call->server_dur }));
    }
  return merge_replies (replies);
}

/* Returns: (element-type guint GArray): per process, its pool threads as guint32 */
static GHashTable *
list_pools (TvTrace *trace)
{
  GHashTable *pools = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);

  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      gpointer key = GUINT_TO_POINTER (threads[utid].upid);
      GArray *pool = g_hash_table_lookup (pools, key);

      if (threads[utid].upid == TV_NONE || !is_pool_thread (trace, utid))
        continue;
      if (pool == NULL)
        {
          pool = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (pools, key, pool);
        }
      g_array_append_val (pool, utid);
    }
  return pools;
}

/* Returns: (nullable): the reply on which the thread was working at @ns */
static const Reply *
find_reply (const GArray *replies, guint32 utid, gint64 ns)
{
  const Reply key = { utid, ns, ns };
  guint low = 0, high = replies->len;
  const Reply *last;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_replies (&g_array_index (replies, Reply, middle), &key) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  last = low > 0 ? &g_array_index (replies, Reply, low - 1) : NULL;
  return last != NULL && last->utid == utid && last->end > ns ? last : NULL;
}

/* Returns the length in ns of the interval around the start of @call during which all threads of the server's pool
 * were busy with calls; 0 if a thread was free, or if the pool has fewer than MIN_THREADS threads. */
static gint64
get_full_time (const GArray *replies, const GArray *pool, const TvBinderCall *call)
{
  gint64 from_ns = G_MININT64, to_ns = G_MAXINT64;

  if (pool == NULL || pool->len < MIN_THREADS)
    return 0;
  for (guint i = 0; i < pool->len; i++)
    {
      const Reply *reply = find_reply (replies, g_array_index (pool, guint32, i), call->client_ts);

      if (reply == NULL)
        return 0;
      from_ns = MAX (from_ns, reply->start);
      to_ns = MIN (to_ns, reply->end);
    }
  return to_ns - from_ns;
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *calls = tv_rule_context_get_calls (context);
  g_autoptr (GArray) replies = list_replies (trace, calls);
  g_autoptr (GHashTable) pools = list_pools (trace);
  g_autoptr (GHashTable) by_process = g_hash_table_new (NULL, NULL);
  gint64 limit_ns = (gint64) (limit * 1e6);

  for (guint i = 0; i < calls->len && !tv_rule_context_is_cancelled (context); i++)
    {
      const TvBinderCall *call = &g_array_index (calls, TvBinderCall, i);
      guint32 upid;
      TvRuleFinding *one;

      if (call->server_slice == TV_NONE || call->is_one_way ||
          call->server_ts - call->client_ts <= limit_ns)
        continue;
      upid = tv_trace_get_threads (trace, NULL)[call->server_utid].upid;
      if (get_full_time (replies, g_hash_table_lookup (pools, GUINT_TO_POINTER (upid)), call) <
          FULL_NS)
        continue;
      one = g_hash_table_lookup (by_process, GUINT_TO_POINTER (upid));
      if (one == NULL)
        {
          one = tv_rule_finding_new (self, upid);
          g_hash_table_insert (by_process, GUINT_TO_POINTER (upid), one);
          g_ptr_array_add (found, one);
        }
      tv_rule_finding_add (one, (TvRuleEvidence){ "slice", call->client_slice, call->client_ts,
                                                  call->server_ts - call->client_ts,
                                                  call->client_utid });
    }
  for (guint i = 0; i < found->len; i++)
    {
      TvRuleFinding *one = found->pdata[i];
      g_autofree char *process = NULL, *time = NULL;

      if (one->rule != self)
        continue;
      one->cost = one->sum_ns;
      one->value = (double) one->max_ns / 1e6;
      process = tv_rule_dup_process (trace, one->upid);
      time = tv_time_format (one->max_ns);
      one->text = g_strdup_printf (
          ngettext ("%u call waited up to %s because all recorded binder threads of %s were busy",
                    "%u calls waited up to %s because all recorded binder threads of %s were busy",
                    one->n),
          one->n, time, process);
    }
}

const TvRule tv_binder_pool_rule = {
  .id = "binder-pool-full",
  .kind = TV_RULE_ON_WAITING,
  .severity = TV_RULE_WARNING,
  .title = N_("Binder threads exhausted"),
  .definition = N_("A call waited longer than the threshold because all recorded binder threads of "
                   "the server were handling other calls for at least 10 ms"),
  .limit = 5,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_BINDER,
  .run = run,
};
