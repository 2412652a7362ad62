/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/binder.h"
#include "core/time-format.h"

/* Shortest time in which all threads of a pool reply. */
#define FULL_NS 10000000

/* A pool of one or two threads is full too easily, and other threads of it may not have run. */
#define LEAST_THREADS 3

typedef struct
{
  guint32 upid;
  guint32 utid;
  gint64 start;
  gint64 end;
} Reply;

static int
compare_replies (gconstpointer a, gconstpointer b)
{
  const Reply *x = a, *y = b;

  if (x->upid != y->upid)
    return x->upid < y->upid ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return (x->utid > y->utid) - (x->utid < y->utid);
}

static gboolean
is_pool_thread (TvTrace *trace, guint32 utid)
{
  const char *name = tv_trace_get_string (trace, tv_trace_get_threads (trace, NULL)[utid].name);

  return name != NULL && g_ascii_strncasecmp (name, "binder:", 7) == 0;
}

/* Returns the replies of pool threads, by process and time. */
static GArray *
list_replies (TvTrace *trace, const GArray *calls)
{
  GArray *replies = g_array_new (FALSE, FALSE, sizeof (Reply));

  for (guint i = 0; i < calls->len; i++)
    {
      const TvBinderCall *call = &g_array_index (calls, TvBinderCall, i);

      if (call->server_slice == TV_NONE || call->is_one_way || call->server_dur <= 0 ||
          !is_pool_thread (trace, call->server_utid))
        continue;
      g_array_append_val (
          replies,
          ((Reply){ tv_trace_get_threads (trace, NULL)[call->server_utid].upid, call->server_utid,
                    call->server_ts, call->server_ts + call->server_dur }));
    }
  g_array_sort (replies, compare_replies);
  return replies;
}

static guint
count_threads (TvTrace *trace, guint32 upid)
{
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  guint n = 0;

  for (guint32 utid = 0; utid < n_threads; utid++)
    n += threads[utid].upid == upid && is_pool_thread (trace, utid);
  return n;
}

/* Returns the time around the wait of a call in which all @n_threads of its server's pool replied to others. */
static gint64
get_full_time (const GArray *replies, guint32 upid, guint n_threads, const TvBinderCall *call)
{
  gint64 from_ns = G_MININT64, to_ns = G_MAXINT64;
  guint n = 0;

  for (guint i = 0; i < replies->len; i++)
    {
      const Reply *reply = &g_array_index (replies, Reply, i);

      if (reply->upid != upid || reply->start > call->client_ts || reply->end <= call->client_ts)
        continue;
      n++;
      from_ns = MAX (from_ns, reply->start);
      to_ns = MIN (to_ns, reply->end);
    }
  return n >= n_threads ? to_ns - from_ns : 0;
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *calls = tv_rule_context_get_calls (context);
  g_autoptr (GArray) replies = list_replies (trace, calls);
  g_autoptr (GHashTable) by_process = g_hash_table_new (NULL, NULL);
  gint64 limit_ns = (gint64) (limit * 1e6);

  for (guint i = 0; i < calls->len && !tv_rule_context_is_cancelled (context); i++)
    {
      const TvBinderCall *call = &g_array_index (calls, TvBinderCall, i);
      guint32 upid;
      guint n_threads;
      TvRuleFinding *one;

      if (call->server_slice == TV_NONE || call->is_one_way ||
          call->server_ts - call->client_ts <= limit_ns)
        continue;
      upid = tv_trace_get_threads (trace, NULL)[call->server_utid].upid;
      n_threads = upid != TV_NONE ? count_threads (trace, upid) : 0;
      if (n_threads < LEAST_THREADS || get_full_time (replies, upid, n_threads, call) < FULL_NS)
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
      one->cost_ns = one->sum_ns;
      one->value = (double) one->max_ns / 1e6;
      process = tv_rule_dup_process (trace, one->upid);
      time = tv_time_format (one->max_ns);
      one->text = g_strdup_printf (
          ngettext ("%u call waited up to %s because all seen binder threads of %s were busy",
                    "%u calls waited up to %s because all seen binder threads of %s were busy",
                    one->n),
          one->n, time, process);
    }
}

const TvRule tv_binder_pool_rule = {
  .id = "binder-pool-full",
  .severity = TV_RULE_WARNING,
  .title = N_("Binder threads exhausted"),
  .definition = N_("A call waited longer than this for a thread while all seen binder "
                   "threads of the server replied to others for 10 ms"),
  .limit = 5,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_BINDER,
  .run = run,
};
