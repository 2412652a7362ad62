/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-verdict.h"

#include <glib/gi18n.h>

/* Arguments that tell it: of frames of the frame timeline whose fault it was, in the words of Android's
 * FrameTimeline (Perfetto's frame_timeline_event_parser.cc), or, where only a program's own part is known, whether
 * that ended in time; of others whether it was too late. */
#define TAG      "Jank tag"
#define ON_TIME  "On time finish"
#define CAUSES   "Jank type"
#define NO_CAUSE "None"
#define JANKY    "frame.is_janky"

static const struct
{
  const char *tag;
  TvFrameVerdict verdict;
} tags[] = {
  { "No Jank", TV_FRAME_ON_TIME },
  { "Self Jank", TV_FRAME_LATE },
  { "Other Jank", TV_FRAME_HELD_UP },
  { "Buffer Stuffing", TV_FRAME_STUFFED },
  { "SurfaceFlinger Stuffing", TV_FRAME_STUFFED },
  { "Dropped Frame", TV_FRAME_DROPPED },
  { "Non-perceivable Jank", TV_FRAME_UNSEEN },
};

/**
 * tv_frame_verdict_get_name:
 * @verdict: what became of a frame
 *
 * Returns: (transfer none): what that is called
 */
const char *
tv_frame_verdict_get_name (TvFrameVerdict verdict)
{
  static const char *const names[TV_N_FRAME_VERDICTS] = {
    [TV_FRAME_UNKNOWN] = N_("Not told"),
    [TV_FRAME_ON_TIME] = N_("On time"),
    /* Translators: a frame that came too late by its own program's fault */
    [TV_FRAME_LATE] = N_("Late"),
    /* Translators: a frame that came too late by the fault of something else than its program */
    [TV_FRAME_HELD_UP] = N_("Held up by others"),
    /* Translators: a frame that waited behind earlier ones which came too late */
    [TV_FRAME_STUFFED] = N_("Behind late frames"),
    /* Translators: a frame that was never shown */
    [TV_FRAME_DROPPED] = N_("Dropped"),
    /* Translators: a frame that came too late where nobody sees it */
    [TV_FRAME_UNSEEN] = N_("Late unseen"),
  };

  g_return_val_if_fail (verdict < TV_N_FRAME_VERDICTS, NULL);
  return _ (names[verdict]);
}

/* Returns: whether its slices are frames that came, of which it may be told how */
gboolean
tv_track_has_verdicts (const TvTrack *track)
{
  return track->role == TV_ROLE_ACTUAL_FRAMES || track->role == TV_ROLE_FRAMES;
}

static TvFrameVerdict
find_tag (const char *text)
{
  for (gsize i = 0; text != NULL && i < G_N_ELEMENTS (tags); i++)
    if (g_str_equal (text, tags[i].tag))
      return tags[i].verdict;
  return TV_FRAME_UNKNOWN;
}

/**
 * tv_frame_get_verdict:
 * @trace: a trace
 * @track: one of its tracks
 * @slice: a slice of that
 *
 * Returns: what became of the frame; %TV_FRAME_UNKNOWN of what is none
 */
TvFrameVerdict
tv_frame_get_verdict (TvTrace *trace, const TvTrack *track, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n, set = slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE;
  const TvArg *args = set != TV_NONE ? tv_trace_get_args (trace, set, &n) : NULL;

  TvFrameVerdict in_time = TV_FRAME_UNKNOWN;

  if (args == NULL || !tv_track_has_verdicts (track))
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
 * @track: the track of a frame that came
 * @slice: that frame
 *
 * Returns: (transfer none) (nullable): what made it late, in the words of Android's frame timeline, with commas
 *   between; %NULL if nothing is told to have done so
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
