/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-outcome.h"

#include <glib/gi18n.h>

/* Returns the outcome of a frame from the arguments of its slice. Called once for all frames by coloring.c, which
 * caches the outcomes, and by frame-list.c, frame-parts.c, frame-properties.c and timeline-call-step.c. The legend,
 * the tables and the views use the names of outcomes. Pure: only reads the trace. */

/* Keys of arguments that contain outcomes. In the frame timeline, they name the responsible component in the terms of
 * Android's FrameTimeline (Perfetto's frame_timeline_event_parser.cc) or, if only the app's part is known, contain
 * whether this part was on time. For other frames, they contain whether the frame was late. */
#define TAG      "Jank tag"
#define ON_TIME  "On time finish"
#define CAUSES   "Jank type"
#define NO_CAUSE "None"
#define JANKY    "frame.is_janky"

static const struct
{
  const char *tag;
  TvFrameOutcome outcome;
} tags[] = {
  { "No Jank", TV_FRAME_ON_TIME },
  { "Self Jank", TV_FRAME_LATE },
  { "Other Jank", TV_FRAME_DELAYED },
  { "Buffer Stuffing", TV_FRAME_STUFFED },
  { "SurfaceFlinger Stuffing", TV_FRAME_STUFFED },
  { "Dropped Frame", TV_FRAME_DROPPED },
  { "Non-perceivable Jank", TV_FRAME_UNSEEN },
};

/**
 * tv_frame_outcome_get_name:
 * @outcome: outcome of a frame
 *
 * Returns: (transfer none): translated name of the outcome
 */
const char *
tv_frame_outcome_get_name (TvFrameOutcome outcome)
{
  static const char *const names[TV_N_FRAME_OUTCOMES] = {
    [TV_FRAME_UNKNOWN] = N_("Not reported"),
    [TV_FRAME_ON_TIME] = N_("On time"),
    /* Translators: a frame that its own program delayed */
    [TV_FRAME_LATE] = N_("Late"),
    /* Translators: a frame that another component delayed */
    [TV_FRAME_DELAYED] = N_("Delayed by others"),
    /* Translators: a frame queued behind earlier late frames */
    [TV_FRAME_STUFFED] = N_("Queued after late frames"),
    /* Translators: a frame that was never shown */
    [TV_FRAME_DROPPED] = N_("Dropped"),
    /* Translators: a late frame without a visible effect */
    [TV_FRAME_UNSEEN] = N_("Late, not visible"),
    /* Translators: a frame without a deadline that took longer than a period of the display */
    [TV_FRAME_LONG] = N_("Long"),
  };

  g_return_val_if_fail (outcome < TV_N_FRAME_OUTCOMES, NULL);
  return _ (names[outcome]);
}

/* Returns whether the slices of a track are actual frames, which can have an outcome. */
gboolean
tv_track_has_outcomes (const TvTrack *track)
{
  return track->role == TV_ROLE_ACTUAL_FRAMES || track->role == TV_ROLE_FRAMES;
}

static TvFrameOutcome
find_tag (const char *text)
{
  for (gsize i = 0; text != NULL && i < G_N_ELEMENTS (tags); i++)
    if (g_str_equal (text, tags[i].tag))
      return tags[i].outcome;
  return TV_FRAME_UNKNOWN;
}

/**
 * tv_frame_get_outcome:
 * @trace: a trace
 * @track: track of the slice
 * @slice: a slice
 *
 * Returns: outcome of the frame; %TV_FRAME_UNKNOWN for slices that are not actual frames
 */
TvFrameOutcome
tv_frame_get_outcome (TvTrace *trace, const TvTrack *track, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n, set = slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE;
  const TvArg *args = set != TV_NONE ? tv_trace_get_args (trace, set, &n) : NULL;

  TvFrameOutcome in_time = TV_FRAME_UNKNOWN;

  if (args == NULL || !tv_track_has_outcomes (track))
    return TV_FRAME_UNKNOWN;
  for (guint32 i = 0; i < n; i++)
    {
      const char *key = tv_trace_get_string (trace, tv_arg_get_key (&args[i]));

      if (track->role == TV_ROLE_ACTUAL_FRAMES && g_str_equal (key, TAG))
        return find_tag (tv_trace_get_string (trace, tv_arg_get_string (&args[i])));
      if (track->role == TV_ROLE_ACTUAL_FRAMES && g_str_equal (key, ON_TIME))
        in_time = tv_trace_get_arg_int (trace, &args[i]) != 0 ? TV_FRAME_ON_TIME : TV_FRAME_LATE;
      if (track->role == TV_ROLE_FRAMES && g_str_equal (key, JANKY))
        return tv_trace_get_arg_int (trace, &args[i]) != 0 ? TV_FRAME_LATE : TV_FRAME_ON_TIME;
    }
  return in_time;
}

/**
 * tv_frame_get_causes:
 * @trace: a trace
 * @track: track of the slice
 * @slice: an actual frame
 *
 * Returns: (transfer none) (nullable): causes of the delay, in the terms of Android's frame timeline,
 *   separated by commas; %NULL if unknown
 */
const char *
tv_frame_get_causes (TvTrace *trace, const TvTrack *track, guint32 slice)
{
  const TvArg *arg = NULL;
  const char *text;

  if (track->role == TV_ROLE_ACTUAL_FRAMES)
    arg = tv_trace_find_arg (trace, slice, CAUSES);
  text = arg != NULL ? tv_trace_get_string (trace, tv_arg_get_string (arg)) : NULL;
  return g_strcmp0 (text, NO_CAUSE) != 0 ? text : NULL;
}
