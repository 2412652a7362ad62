/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-range.h"

/* Chooses the initial visible range of a trace whose files are hours or days apart:
 *
 *   logs       ·· · ··  ···· ·· · ·· ·· ··· · · ····· ··
 *   recording                    [────]
 *   reports     ◆                     ◆ the diagnosed incident
 *                             [          ]
 *
 * Called when a page has loaded its trace (ui/pages/trace-page-load.c); log-around.c uses only
 * tv_incident_find_time(). Pure: only reads the trace and the findings. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Duration in ns that is shown before an incident; timeouts are usually a few seconds */
#define BEFORE_NS (60 * NS_PER_S)
#define AFTER_NS  (15 * NS_PER_S)

/* Maximum duration in ns of a recording that is shown as a whole */
#define LONGEST_NS (10 * 60 * NS_PER_S)

/* Minimum duration of the trace, as a multiple of the range */
#define MIN_SHARE 4

static gint64
find_time (TvTrace *trace, const TvDumpFindings *findings)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 fault = findings != NULL ? tv_incident_get_fault (findings->incident) : TV_NONE;
  guint32 thread = findings != NULL ? findings->thread : TV_NONE;
  guint32 line = findings != NULL ? tv_incident_get_line (findings->incident) : TV_NONE;

  if (line != TV_NONE)
    return tv_trace_get_log_lines (trace)->ts[line];
  if (fault != TV_NONE && tv_trace_get_faults (trace)->faults[fault].ts != TV_NO_TIME)
    return tv_trace_get_faults (trace)->faults[fault].ts;
  return thread != TV_NONE ? dumps->dumps[tv_dumps_find_dump (dumps, thread)].ts : TV_NO_TIME;
}

/* Returns the time of the first crash or freeze that has a timestamp, or else of the first dump that has one;
 * TV_NO_TIME if there is none. */
static gint64
find_first (TvTrace *trace)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  for (guint32 i = 0; i < faults->n; i++)
    if (faults->faults[i].ts != TV_NO_TIME)
      return faults->faults[i].ts;
  for (guint32 i = 0; i < dumps->n; i++)
    if (dumps->dumps[i].ts != TV_NO_TIME)
      return dumps->dumps[i].ts;
  return TV_NO_TIME;
}

/**
 * tv_incident_find_time:
 * @trace: a trace
 * @findings: (nullable): results of the trace's dump analyses
 *
 * Returns: time of the incident in ns: the time of the diagnosed log line, fault or dump; otherwise the time of the
 * first fault or dump with a timestamp; %TV_NO_TIME if there is none
 */
gint64
tv_incident_find_time (TvTrace *trace, const TvDumpFindings *findings)
{
  gint64 time_ns = find_time (trace, findings);

  return time_ns != TV_NO_TIME ? time_ns : find_first (trace);
}

/* Finds the range of the recording, without log lines and reports. Returns whether there is a recording that is short
 * enough to be shown as a whole. */
static gboolean
find_recording (TvTrace *trace, TvIncidentRange *range)
{
  guint n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  *range = (TvIncidentRange){ G_MAXINT64, G_MININT64, TV_NO_TIME };
  for (guint i = 0; i < n; i++)
    {
      if (tv_track_role_is_of_log (tracks[i].role) || tracks[i].role == TV_ROLE_REPORTS ||
          tracks[i].end_ns <= tracks[i].start_ns)
        continue;
      range->start_ns = MIN (range->start_ns, tracks[i].start_ns);
      range->end_ns = MAX (range->end_ns, tracks[i].end_ns);
    }
  return range->start_ns < range->end_ns && range->end_ns - range->start_ns <= LONGEST_NS;
}

static gboolean
overlap (const TvIncidentRange *a, const TvIncidentRange *b)
{
  return a->start_ns <= b->end_ns && b->start_ns <= a->end_ns;
}

/**
 * tv_incident_range_find:
 * @trace: a trace
 * @findings: (nullable): results of the trace's dump analyses
 * @range: (out): initial visible range
 *
 * Finds the range around the diagnosed incident, and extends it to the recording if the two overlap. Without an
 * incident, finds the range of the recording.
 *
 * Returns: whether the range is much shorter than the whole trace, so that users would not find it easily
 */
gboolean
tv_incident_range_find (TvTrace *trace, const TvDumpFindings *findings, TvIncidentRange *range)
{
  gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace);
  gint64 time_ns = find_time (trace, findings);
  TvIncidentRange recording;
  gboolean is_recorded = find_recording (trace, &recording);

  if (time_ns != TV_NO_TIME && time_ns >= start_ns && time_ns <= end_ns)
    {
      *range = (TvIncidentRange){ MAX (time_ns - BEFORE_NS, start_ns),
                                  MIN (time_ns + AFTER_NS, end_ns), time_ns };
      if (is_recorded && overlap (range, &recording))
        {
          range->start_ns = MIN (range->start_ns, recording.start_ns);
          range->end_ns = MAX (range->end_ns, recording.end_ns);
        }
    }
  else if (is_recorded)
    {
      gint64 margin_ns = (recording.end_ns - recording.start_ns) / 10;

      *range = (TvIncidentRange){ MAX (recording.start_ns - margin_ns, start_ns),
                                  MIN (recording.end_ns + margin_ns, end_ns), TV_NO_TIME };
    }
  else
    return FALSE;
  return range->end_ns > range->start_ns &&
         (range->end_ns - range->start_ns) < (end_ns - start_ns) / MIN_SHARE;
}
