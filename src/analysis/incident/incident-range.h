/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"

G_BEGIN_DECLS

/**
 * TvIncidentRange:
 * @start_ns: where to begin to look
 * @end_ns: where that ends
 * @moment_ns: when it was, or %TV_NO_TIME where nothing tells
 *
 * What matters in a trace that is much longer than that.
 */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 moment_ns;
} TvIncidentRange;

gint64   tv_incident_find_moment (TvTrace             *trace,
                                 const TvDumpFindings *findings);
gboolean tv_incident_range_find (TvTrace              *trace,
                                 const TvDumpFindings *findings,
                                 TvIncidentRange      *range);

G_END_DECLS
