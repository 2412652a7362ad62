/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"

G_BEGIN_DECLS

/**
 * TvIncidentRange:
 * @start_ns: start of the range in ns
 * @end_ns: end of the range in ns
 * @time_ns: time of the incident in ns, or %TV_NO_TIME
 *
 * The important part of a much longer trace.
 */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 time_ns;
} TvIncidentRange;

gint64   tv_incident_find_time   (TvTrace             *trace,
                                 const TvDumpFindings *findings);
gboolean tv_incident_range_find (TvTrace              *trace,
                                 const TvDumpFindings *findings,
                                 TvIncidentRange      *range);

G_END_DECLS
