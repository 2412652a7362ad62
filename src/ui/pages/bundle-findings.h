/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/finding.h"
#include "formats/load.h"

G_BEGIN_DECLS

/**
 * TvMemberFound:
 * @finding: (nullable): the finding; %NULL until the member has been examined
 * @time: start time of the member
 * @dur_ns: duration of the member in ns, or 0
 *
 * Result of examining a member.
 */
typedef struct
{
  TvFinding *finding;
  TvMemberTime time;
  gint64 dur_ns;
} TvMemberFound;

/* Findings in the members of a bundle. A worker examines the members one after the other, starting with those that
 * may contain incidents. */
typedef struct _TvBundleFindings TvBundleFindings;

TvBundleFindings    *tv_bundle_findings_new  (TvBundle               *bundle,
                                              void                  (*found) (gpointer data),
                                              gpointer                data);
void                 tv_bundle_findings_free (TvBundleFindings       *self);
void                 tv_bundle_findings_stop (TvBundleFindings       *self);
gboolean             tv_bundle_findings_is_busy (const TvBundleFindings *self);
guint                tv_bundle_findings_get_n_examined (const TvBundleFindings *self,
                                              guint                  *n);
gboolean             tv_bundle_findings_has_incidents (const TvBundleFindings *self);
const TvMemberFound *tv_bundle_findings_get  (const TvBundleFindings *self,
                                              guint                   member);

G_END_DECLS
