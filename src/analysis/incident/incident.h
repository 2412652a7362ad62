/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/sentence.h"
#include "analysis/incident/waits.h"

G_BEGIN_DECLS

#define TV_INCIDENT_MOST_STEPS 8 /* of evidence; what is left out is counted */

/**
 * TvIncidentCertainty:
 * @TV_INCIDENT_PROVEN: all that is said is in the file
 * @TV_INCIDENT_LIKELY: it rests on what names of methods usually mean, or an owner that had to be found
 * @TV_INCIDENT_OPEN: the dump cannot tell
 */
typedef enum
{
  TV_INCIDENT_PROVEN,
  TV_INCIDENT_LIKELY,
  TV_INCIDENT_OPEN,
} TvIncidentCertainty;

/**
 * TvIncident:
 *
 * What kept a program from answering, as far as dumps prove it: a sentence, and what it rests on, step by
 * step. Where there are none, what lines of a log say. It is about the thread that matters: the main thread of the process that the reason names, else of
 * the first dump; and about deadlocks, wherever they are.
 */
typedef struct _TvIncident TvIncident;

gboolean           tv_incident_is_logged     (TvTrace          *trace);
gboolean           tv_incident_has_any       (TvTrace          *trace);
TvIncident        *tv_incident_new           (TvTrace          *trace,
                                              const TvWaits    *waits);
void               tv_incident_free          (TvIncident       *self);
guint32            tv_incident_get_thread    (const TvIncident *self);
guint32            tv_incident_get_line      (const TvIncident *self);
guint32            tv_incident_get_fault     (const TvIncident *self);
const TvSentence  *tv_incident_get_sentence  (const TvIncident *self);
const TvSentence  *tv_incident_get_step      (const TvIncident *self,
                                              guint             step);
guint              tv_incident_get_n_steps   (const TvIncident *self);
TvIncidentCertainty tv_incident_get_certainty (const TvIncident *self,
                                              const char      **why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvIncident, tv_incident_free)

G_END_DECLS
