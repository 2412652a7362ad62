/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/* What is found of an incident, by what there is in the trace: incident.c asks dumps alone, incident-crash.c and
 * incident-freeze.c what a device wrote down because a program crashed or froze, and incident-log.c the lines of a log. */

struct _TvIncident
{
  TvTrace *trace;
  const TvWaits *waits;
  guint32 line;  /* of a log that tells of it, or TV_NONE */
  guint32 fault; /* that it is about, or TV_NONE: then dumps tell */
  guint32 thread;
  guint32 upid; /* of that; threads of others are named with their process */
  TvSentence *sentence;
  GPtrArray *steps; /* TvSentence */
  TvIncidentCertainty certainty;
  const char *why;
};

#define TELL(sentence, format, ...)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const TvSentenceWord words[] = { __VA_ARGS__ };                                                \
                                                                                                   \
    tv_sentence_append (sentence, format, words, G_N_ELEMENTS (words));                            \
  }                                                                                                \
  G_STMT_END

TvSentenceWord tv_incident_name_thread    (TvIncident *self,
                                           guint32     thread);
TvSentenceWord tv_incident_name_frame     (TvIncident *self,
                                           guint32     callsite);
TvSentenceWord tv_incident_name_number    (guint32     number);
TvSentenceWord tv_incident_name_pid       (TvIncident *self,
                                           guint32     pid);
TvSentenceWord tv_incident_name_text      (const char *text);
TvSentenceWord tv_incident_name_duration  (gint64      ns);
TvSentence    *tv_incident_add_step       (TvIncident *self);
void           tv_incident_doubt          (TvIncident *self,
                                           const char *why);
void           tv_incident_conclude_fault (TvIncident *self);
void           tv_incident_conclude_log  (TvIncident *self);
void           tv_incident_conclude_freeze (TvIncident *self,
                                           guint32     fault);

G_END_DECLS
