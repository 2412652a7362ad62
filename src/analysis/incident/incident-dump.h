/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/diagnosis.h"

G_BEGIN_DECLS

/* Diagnoses consecutive dumps. */
void tv_diagnosis_conclude_dumps    (TvDiagnosis *self,
                                     const TvDumpRange *range);

/* Diagnoses a cycle of waits, see tv_waits_get_cycles(). */
void tv_diagnosis_conclude_deadlock (TvDiagnosis *self,
                                     guint32      cycle);

/* Appends the activity of a thread that nothing blocks. */
void tv_diagnosis_append_activity   (TvDiagnosis *self,
                                     TvSentence  *step,
                                     guint32      thread);

/* Adds steps of evidence for the threads of the wait chain that starts at @thread. */
void tv_diagnosis_add_chain         (TvDiagnosis *self,
                                     guint32      thread);

G_END_DECLS
