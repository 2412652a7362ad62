/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/frame-list.h"
#include "core/time-format.h"

/* Implements the rule frozen-frame: frames of apps that take longer than a limit (700 ms in Android's vitals). Listed
 * in rules[] in findings.c. Only reads the trace and the frames of the context. */

/* Returns whether the start or the end of a frame is missing. A frame whose start was not recorded begins at the
 * start of the trace. */
static gboolean
is_cut (TvTrace *trace, const TvFrameRow *frame)
{
  return frame->dur < 0 || frame->ts <= tv_trace_get_start_ns (trace);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *frames = tv_rule_context_get_frames (context);
  gint64 limit_ns = (gint64) (limit * 1e6);

  for (guint i = 0; i < frames->len; i++)
    {
      const TvFrameRow *frame = &g_array_index (frames, TvFrameRow, i);
      TvRuleFinding *one;
      g_autofree char *name = NULL, *time = NULL;

      /* Frames without a visible effect, and frames of the display, are not delays of the app. */
      if (frame->surface == TV_NONE || frame->outcome == TV_FRAME_UNSEEN ||
          frame->outcome == TV_FRAME_STUFFED || is_cut (trace, frame) || frame->dur <= limit_ns)
        continue;
      one = tv_rule_finding_new (self, frame->upid);
      tv_rule_finding_add (
          one, (TvRuleEvidence){ "slice", frame->slice, frame->ts, frame->dur, TV_NONE });
      one->cost = frame->late_ns != TV_NO_TIME ? MAX (frame->late_ns, 0) : frame->dur;
      one->value = (double) frame->dur / 1e6;
      name = tv_rule_dup_process (trace, frame->upid);
      time = tv_time_format (frame->dur);
      /* Translators: process, time */
      one->text = g_strdup_printf (_("%s took %s to draw one frame"), name, time);
      g_ptr_array_add (found, one);
    }
}

const TvRule tv_frozen_frame_rule = {
  .id = "frozen-frame",
  .kind = TV_RULE_ON_FRAMES,
  .severity = TV_RULE_ERROR,
  .title = N_("Frozen frame"),
  .definition = N_("An app’s frame took longer than the threshold"),
  .limit = 700,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_FRAMES,
  .run = run,
};
