/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/diagnosis.h"

G_BEGIN_DECLS

/* Diagnoses a fault, which is a crash or a freeze. */
void tv_diagnosis_conclude_fault (TvDiagnosis *self,
                                  guint32      fault);

G_END_DECLS
