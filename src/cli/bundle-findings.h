/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/finding.h"
#include "formats/load.h"
#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvCliFinding:
 * @member: index of the member in the bundle
 * @finding: finding in this member
 * @time: start of the finding
 *
 * A finding in a member of a bundle, that is, the summary of its diagnosis.
 */
typedef struct
{
  guint member;
  TvFinding *finding;
  TvMemberTime time;
} TvCliFinding;

void  tv_cli_finding_clear    (TvCliFinding       *self);
char *tv_cli_finding_dup_time (const TvCliFinding *self);
GArray *tv_cli_findings_new   (const TvBundle     *bundle);
GArray *tv_cli_findings_list_wrong (const GArray  *found);
char *tv_cli_findings_dup_report (const TvBundle  *bundle,
                               const GArray       *found);
TvTable *tv_cli_bundle_table_new (const TvBundle  *bundle,
                               gboolean            has_findings);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvCliFinding, tv_cli_finding_clear)

G_END_DECLS
