/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/diagnosis.h"

G_BEGIN_DECLS

/* Failures in the log that can be diagnosed: crashes, ANRs, hangs and kills */
typedef struct _TvLogIncidents TvLogIncidents;

TvLogIncidents *tv_log_incidents_new      (TvTrace              *trace);
void            tv_log_incidents_free     (TvLogIncidents       *self);
guint           tv_log_incidents_get_n    (const TvLogIncidents *self);

/* Returns the timestamp of a failure, or TV_NO_TIME. */
gint64          tv_log_incidents_get_ts   (const TvLogIncidents *self,
                                           guint                 row);

/* Diagnoses a failure. @incidents must belong to the trace of the diagnosis. */
void            tv_diagnosis_conclude_log (TvDiagnosis          *self,
                                           const TvLogIncidents *incidents,
                                           guint                 row);

/* Returns whether the log contains any failure. Faster than tv_log_incidents_new(). */
gboolean        tv_incident_has_log       (TvTrace              *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLogIncidents, tv_log_incidents_free)

G_END_DECLS
