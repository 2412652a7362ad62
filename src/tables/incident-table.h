/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/finding.h"
#include "tables/table.h"

G_BEGIN_DECLS

#define TV_TYPE_INCIDENT_TABLE (tv_incident_table_get_type ())
G_DECLARE_FINAL_TYPE (TvIncidentTable, tv_incident_table, TV, INCIDENT_TABLE, TvTable)

extern const TvTableInfo tv_incident_table_info;

TvIncidentTable *tv_incident_table_new (void);
void             tv_incident_table_add (TvIncidentTable *self,
                                        const TvFinding *finding,
                                        const char      *time,
                                        const char      *member);

G_END_DECLS
