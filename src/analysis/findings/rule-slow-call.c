/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/app-start.h"
#include "analysis/system/binder.h"
#include "analysis/system/frame-list.h"
#include "core/time-format.h"

/* Implements the rule slow-call: binder calls for which a main thread waits during a late frame or an app start.
 * Listed in rules[] in findings.c. Only reads the trace, and the binder calls, frames and app starts of the context. */

static gboolean
is_in_start (const GArray *starts, guint32 upid, const TvBinderCall *call)
{
  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);

      if (start->upid == upid && start->ts < call->client_ts + call->client_dur &&
          start->end > call->client_ts)
        return TRUE;
    }
  return FALSE;
}

/* Returns whether the call overlaps a late frame of the client's process. Frames are sorted by time. */
static gboolean
is_in_late_frame (const GArray *frames, guint32 upid, const TvBinderCall *call)
{
  for (guint i = 0; i < frames->len; i++)
    {
      const TvFrameRow *frame = &g_array_index (frames, TvFrameRow, i);

      if (frame->ts >= call->client_ts + call->client_dur)
        break;
      if (frame->outcome == TV_FRAME_LATE && frame->upid == upid && frame->dur >= 0 &&
          frame->ts + frame->dur > call->client_ts)
        return TRUE;
    }
  return FALSE;
}

static void
add_call (TvTrace *trace,
          const TvRule *self,
          guint32 upid,
          const TvBinderCall *call,
          GPtrArray *found)
{
  g_autofree char *label = tv_binder_dup_label (trace, call);
  g_autofree char *process = tv_rule_dup_process (trace, upid);
  g_autofree char *time = tv_time_format (call->client_dur);
  TvRuleFinding *one = tv_rule_finding_new (self, upid);

  tv_rule_finding_add (one, (TvRuleEvidence){ "slice", call->client_slice, call->client_ts,
                                              call->client_dur, call->client_utid });
  one->cost = call->client_dur;
  one->value = (double) call->client_dur / 1e6;
  /* Translators: process, time, call */
  one->text = g_strdup_printf (
      _("The main thread of %s waited %s for %s during a late frame or an app start"), process,
      time, label);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *calls = tv_rule_context_get_calls (context);
  const GArray *frames = tv_rule_context_get_frames (context);
  const GArray *starts = tv_rule_context_get_starts (context);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  gint64 limit_ns = (gint64) (limit * 1e6);

  for (guint i = 0; i < calls->len; i++)
    {
      const TvBinderCall *call = &g_array_index (calls, TvBinderCall, i);
      guint32 upid = threads[call->client_utid].upid;

      if (call->is_one_way || call->state != TV_BINDER_ANSWERED || call->client_dur <= limit_ns ||
          tv_rule_context_find_main (context, upid) != call->client_utid ||
          (!is_in_late_frame (frames, upid, call) && !is_in_start (starts, upid, call)))
        continue;
      add_call (trace, self, upid, call, found);
    }
}

const TvRule tv_slow_call_rule = {
  .id = "slow-call",
  .kind = TV_RULE_ON_WAITING,
  .severity = TV_RULE_WARNING,
  .title = N_("Binder call blocks the main thread"),
  .definition =
      N_("During a late frame or an app start, the main thread waited longer than the threshold "
         "for the reply to one binder call"),
  .limit = 20,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_BINDER,
  .run = run,
};
