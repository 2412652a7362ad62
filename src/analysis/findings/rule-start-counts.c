/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"
#include "analysis/range/range.h"

/* Implements rules about the number of slices during an app start, on any thread: start-broadcasts-sent,
 * start-broadcasts-received and start-from-apk, which are listed in rules[] in findings.c. Only reads the trace and
 * the app starts of the context. */

static int
compare_evidence (gconstpointer a, gconstpointer b)
{
  const TvRuleEvidence *x = a, *y = b;

  return (x->ts > y->ts) - (x->ts < y->ts);
}

/* Adds the matching slices of a track that begin during the app start. */
static void
add_slices (TvTrace *trace,
            const TvAppStart *start,
            guint32 track,
            const gboolean *is_match,
            TvRuleFinding *one)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 slice = tv_trace_find_slice_from (trace, track, start->ts);
       slice < t->first_slice + t->n_slices && tv_slices_start (slices, slice) < start->end;
       slice++)
    if (is_match[tv_slices_symbol (slices, slice)])
      tv_rule_finding_add_slice (one, trace, slice);
}

/* Returns whether a track contains the slices of a thread and, if @is_of_app, whether the thread belongs to the app
 * that starts. */
static gboolean
is_counted (TvTrace *trace, const TvTrack *track, const TvAppStart *start, gboolean is_of_app)
{
  if (track->role != TV_ROLE_MARKS || track->kind != TV_TRACK_THREAD || track->utid == TV_NONE)
    return FALSE;
  return !is_of_app || (start->upid != TV_NONE &&
                        tv_trace_get_threads (trace, NULL)[track->utid].upid == start->upid);
}

/* Adds a finding for each app start with more matching slices than the limit. @is_of_app: whether to count only
 * slices of the app that starts */
static void
run_counts (TvRuleContext *context,
            const TvRule *rule,
            double limit,
            const char *const *patterns,
            gboolean is_of_app,
            GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *starts = tv_rule_context_get_starts (context);
  g_autofree gboolean *is_match = starts->len > 0 ? tv_rule_match_symbols (trace, patterns) : NULL;
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < starts->len && !tv_rule_context_is_cancelled (context); i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);
      g_autoptr (TvRuleFinding) one = tv_rule_finding_new (rule, start->upid);
      g_autofree char *name = NULL;

      for (guint32 track = 0; track < n_tracks; track++)
        if (is_counted (trace, &tracks[track], start, is_of_app))
          add_slices (trace, start, track, is_match, one);
      one->value = one->n;
      if (one->n == 0 || one->value <= limit)
        continue;
      g_array_sort (one->evidence, compare_evidence);
      one->cost = is_of_app ? one->sum_ns : 0;
      name = tv_rule_dup_start (trace, start);
      /* Translators: package, title of the rule, number */
      one->text = g_strdup_printf (_("Start of %s: %s, %u×"), name, _ (rule->title), one->n);
      g_ptr_array_add (found, g_steal_pointer (&one));
    }
}

static void
run_dispatched (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  static const char *const patterns[] = { "Broadcast dispatched*", NULL };

  run_counts (context, self, limit, patterns, FALSE, found);
}

const TvRule tv_start_dispatched_rule = {
  .id = "start-broadcasts-sent",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("broadcasts dispatched"),
  .definition = N_("During an app start, the system dispatched more broadcasts than the threshold"),
  .limit = 15,
  .unit = TV_RULE_COUNT,
  .needs = TV_RULE_MARKS,
  .run = run_dispatched,
};

static void
run_received (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  static const char *const patterns[] = { "broadcastReceiveReg*", NULL };

  run_counts (context, self, limit, patterns, FALSE, found);
}

const TvRule tv_start_received_rule = {
  .id = "start-broadcasts-received",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("broadcasts received"),
  .definition = N_("During an app start, processes received more broadcasts than the threshold"),
  .limit = 50,
  .unit = TV_RULE_COUNT,
  .needs = TV_RULE_MARKS,
  .run = run_received,
};

static void
run_from_apk (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  static const char *const patterns[] = { "location=* status=* filter=run-from-apk*", NULL };

  run_counts (context, self, limit, patterns, TRUE, found);
}

const TvRule tv_start_from_apk_rule = {
  .id = "start-from-apk",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("code was not compiled ahead of time"),
  .definition =
      N_("During an app start, the app opened more code files that were not compiled ahead of time "
         "than the threshold"),
  .limit = 0,
  .unit = TV_RULE_COUNT,
  .needs = TV_RULE_MARKS,
  .run = run_from_apk,
};
