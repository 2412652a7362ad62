/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/report-lead.h"

#include "analysis/samples/thread-samples.h"

/* Determines the main content of a trace that contains dumps, crashes or logs, from one file or from several files on
 * one timeline. Called by the views to decide which view is shown first. Pure: only reads the trace. */

/* Returns whether the trace records threads over time. Counters and frames are only secondary content. */
static gboolean
has_recording (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_CALLS | TV_HAS_SCHEDULING) ||
         tv_trace_has_timed_samples (trace);
}

/**
 * tv_report_leads:
 *
 * Returns: whether thread dumps are the main content: the trace is an incident, or has dumps but neither a recording
 * nor faults
 */
gboolean
tv_report_leads (TvTrace *trace)
{
  if (!tv_trace_has (trace, TV_HAS_DUMPS))
    return FALSE;
  if (tv_trace_is_incident (trace))
    return TRUE;
  return !has_recording (trace) && !tv_trace_has (trace, TV_HAS_FAULTS);
}

/**
 * tv_log_is_main_content:
 *
 * Returns: whether the log is the main content: there are log lines, but neither dumps that are the main content, nor
 * a recording, slices or counters
 */
gboolean
tv_log_is_main_content (TvTrace *trace)
{
  return tv_trace_get_log_lines (trace)->n > 0 && !tv_report_leads (trace) &&
         !has_recording (trace) && !tv_trace_has_slices (trace) &&
         !tv_trace_has (trace, TV_HAS_COUNTERS);
}
