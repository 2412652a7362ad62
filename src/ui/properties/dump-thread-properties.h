/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

TvPropertyList *tv_dump_thread_properties_new (TvTrace              *trace,
                                   const TvDumpFindings *findings,
                                   guint32               thread);

G_END_DECLS
