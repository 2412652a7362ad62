/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/mark-list.h"

/* Implements the rule memory-kill: processes that Android's low-memory killer (lmkd) killed, according to the slices
 * that lmkd writes. Listed in rules[] in findings.c. Only reads the trace. */

/* Start of the name of the slice “lmk,PID,REASON,ADJ,…”, which lmkd emits when it kills a process */
#define KILL "lmk,"

/* Reasons by number, see kill_reasons in system/memory/lmkd/statslog.h */
static const char *const reasons[] = {
  "PRESSURE_AFTER_KILL",
  "NOT_RESPONDING",
  "LOW_SWAP_AND_THRASHING",
  "LOW_MEM_AND_SWAP",
  "LOW_MEM_AND_THRASHING",
  "DIRECT_RECL_AND_THRASHING",
  "LOW_MEM_AND_SWAP_UTIL",
  "LOW_FILECACHE_AFTER_THRASHING",
  "LOW_MEM",
  "DIRECT_RECL_STUCK",
};

/* Parses the three numbers after KILL. @adj is negative for system processes. */
static gboolean
parse_kill (const char *name, guint32 *pid, gint64 *reason, gint64 *adj)
{
  g_auto (GStrv) fields = NULL;
  guint64 number;

  if (!g_str_has_prefix (name, KILL))
    return FALSE;
  fields = g_strsplit (name, ",", 5);
  if (g_strv_length (fields) < 4 ||
      !g_ascii_string_to_unsigned (fields[1], 10, 0, G_MAXUINT32 - 1, &number, NULL) ||
      !g_ascii_string_to_signed (fields[2], 10, G_MININT32, G_MAXINT32, reason, NULL) ||
      !g_ascii_string_to_signed (fields[3], 10, G_MININT32, G_MAXINT32, adj, NULL))
    return FALSE;
  *pid = (guint32) number;
  return TRUE;
}

/* Returns the process whose id was @pid at @ts_ns, or TV_NONE. */
static guint32
find_process (TvTrace *trace, guint32 pid, gint64 ts_ns)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (processes[i].pid == pid && processes[i].start_ns <= ts_ns && ts_ns <= processes[i].end_ns)
      return i;
  return TV_NONE;
}

static void
add_kill (TvTrace *trace, const TvRule *self, const TvMark *mark, double limit, GPtrArray *found)
{
  g_autofree char *process = NULL;
  TvRuleFinding *one;
  gint64 reason, adj;
  guint32 pid, upid;

  if (!parse_kill (mark->name, &pid, &reason, &adj))
    return;
  upid = find_process (trace, pid, mark->ts);
  one = tv_rule_finding_new (self, upid);
  one->severity = adj <= limit ? TV_RULE_ERROR : TV_RULE_WARNING;
  tv_rule_finding_add_slice (one, trace, mark->slice);
  one->value = (double) adj;
  process = upid != TV_NONE ? tv_trace_dup_process_label (trace, upid)
                            : g_strdup_printf ("[%u]", pid);
  /* Translators: process, number, reason */
  one->text = g_strdup_printf (
      _("%s was killed to free memory (oom_score_adj %d, reason: %s)"), process, (int) adj,
      reason >= 0 && reason < (gint64) G_N_ELEMENTS (reasons) ? reasons[reason]
                                                              : _("vendor-specific"));
  g_ptr_array_add (found, one);
}

static guint
classify (const char *name)
{
  return g_str_has_prefix (name, KILL);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autoptr (GArray) marks = tv_mark_list_new (trace, classify, NULL, NULL);

  for (guint i = 0; i < marks->len; i++)
    add_kill (trace, self, &g_array_index (marks, TvMark, i), limit, found);
}

const TvRule tv_memory_kill_rule = {
  .id = "memory-kill",
  .kind = TV_RULE_ON_MEMORY,
  .severity = TV_RULE_WARNING,
  .title = N_("Process killed to free memory"),
  .definition = N_("lmkd killed a process; an error if the oom_score_adj of the process is at most "
                   "the threshold, because users notice the loss of such processes"),
  .limit = 200,
  .unit = TV_RULE_COUNT,
  .needs = TV_RULE_MARKS,
  .run = run,
};
