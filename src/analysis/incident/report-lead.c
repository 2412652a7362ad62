/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/report-lead.h"

#include "analysis/samples/thread-samples.h"

/* Determines the main content of a trace with dumps, crashes and logs, from one file or several on one
 * timeline. */

/* Returns whether threads were recorded over time. Counters and frames only accompany a report. */
static gboolean
has_recording (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_CALLS | TV_HAS_SCHEDULING) ||
         tv_trace_has_timed_samples (trace);
}

/**
 * tv_report_leads:
 * @trace: a trace
 *
 * Returns: whether its thread dumps are the main content: it is a crash or a freeze, or contains no recording
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
 * tv_log_leads:
 * @trace: a trace
 *
 * Returns: whether its log is the main content: it contains neither dumps nor a recording
 */
gboolean
tv_log_leads (TvTrace *trace)
{
  return tv_trace_get_log_lines (trace)->n > 0 && !tv_report_leads (trace) &&
         !has_recording (trace) && !tv_trace_has_slices (trace) &&
         !tv_trace_has (trace, TV_HAS_COUNTERS);
}
