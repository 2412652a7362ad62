/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/diagnosis.h"

G_BEGIN_DECLS

/* Returns whether a dump is from a virtual machine other than Android's. */
gboolean tv_dump_is_of_server         (TvTrace     *trace,
                                       guint32      dump);

/* Diagnoses the dumps of one virtual machine. */
void     tv_diagnosis_conclude_server (TvDiagnosis *self,
                                       const TvDumpRange *range);

G_END_DECLS
