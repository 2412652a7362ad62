/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/* From a trace to its diagnoses:
 *
 *   faults ─┐
 *   dumps  ─┼─▶ reports (incident.c) ─▶ one TvIncident each ─▶ the last one that is wrong, and its others
 *   log    ─┘
 *
 * incident-dump.c diagnoses Android dumps, incident-server.c those of other virtual machines, incident-crash.c
 * and incident-freeze.c faults, incident-log.c log lines. */

/**
 * TvIncidentSource:
 *
 * Source of a report. A file of its own contains more about an event than a log.
 */
typedef enum
{
  TV_INCIDENT_SOURCE_FAULT,
  TV_INCIDENT_SOURCE_DUMPS,
  TV_INCIDENT_SOURCE_DEADLOCK,
  TV_INCIDENT_SOURCE_LOG,
} TvIncidentSource;

/**
 * TvIncidentReport:
 * @source: source
 * @row: fault, first dump, cycle of waits, or event of the log
 * @end: end of the dumps
 * @ts: timestamp, or %TV_NO_TIME
 */
typedef struct
{
  TvIncidentSource source;
  guint32 row;
  guint32 end;
  gint64 ts;
} TvIncidentReport;

struct _TvIncident
{
  TvTrace *trace;
  const TvWaits *waits;
  TvIncidentKind kind;
  gboolean is_wrong;
  gint64 ts;
  guint32 line;  /* for a log, or TV_NONE */
  guint32 fault; /* or TV_NONE */
  guint32 thread;
  guint32 upid;       /* process; threads of others are named with their process */
  char *process_name; /* (nullable): process name without a upid */
  guint32 pid;        /* or TV_NONE */
  TvSentence *sentence;
  GPtrArray *steps; /* TvSentence */
  TvIncidentCertainty certainty;
  const char *why;
  GPtrArray *others; /* TvIncident */
  guint n_others;    /* including those that are only counted */
  guint n_wrong;     /* failures, including this one */
};

#define APPEND(sentence, format, ...)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const TvSentenceWord words[] = { __VA_ARGS__ };                                                \
                                                                                                   \
    tv_sentence_append (sentence, format, words, G_N_ELEMENTS (words));                            \
  }                                                                                                \
  G_STMT_END

TvSentenceWord tv_incident_name_thread   (TvIncident *self,
                                          guint32     thread);
TvSentenceWord tv_incident_name_process  (TvIncident *self,
                                          guint32     upid);
TvSentenceWord tv_incident_name_frame    (TvIncident *self,
                                          guint32     callsite);
TvSentenceWord tv_incident_name_number   (guint32 number);
TvSentenceWord tv_incident_name_pid      (TvIncident *self,
                                          guint32     pid);
TvSentenceWord tv_incident_name_text     (const char *text);
TvSentenceWord tv_incident_name_duration (gint64 ns);
char          *tv_incident_dup_process   (const char *name,
                                          guint32     pid);
TvSentence    *tv_incident_add_step      (TvIncident *self);
void           tv_incident_doubt         (TvIncident *self,
                                          const char *why);
void           tv_incident_give_up       (TvIncident *self,
                                          const char *why);
gboolean       tv_incident_is_cut        (TvIncident *self);

void tv_incident_conclude_fault  (TvIncident *self,
                                  guint32     fault);
void tv_incident_conclude_freeze (TvIncident *self,
                                  guint32     fault);

gboolean tv_incident_is_server         (TvTrace *trace,
                                        guint32  dump);
void     tv_incident_conclude_server   (TvIncident             *self,
                                        const TvIncidentReport *report);
void     tv_incident_conclude_dumps    (TvIncident             *self,
                                        const TvIncidentReport *report);
void     tv_incident_conclude_deadlock (TvIncident *self,
                                        guint32     cycle);
void     tv_incident_append_activity        (TvIncident *self,
                                        TvSentence *step,
                                        guint32     thread);
void     tv_incident_append_members      (TvIncident *self,
                                        TvSentence *sentence,
                                        guint32     cycle,
                                        guint32     without);
void     tv_incident_add_chain         (TvIncident *self,
                                        guint32     thread);

typedef struct _TvLogThings TvLogThings;

TvLogThings *tv_log_things_new        (TvTrace *trace);
void         tv_log_things_free       (TvLogThings *self);
guint        tv_log_things_get_n      (const TvLogThings *self);
gint64       tv_log_things_get_ts     (const TvLogThings *self,
                                       guint              thing);
void         tv_incident_conclude_log (TvIncident        *self,
                                       const TvLogThings *things,
                                       guint              thing);
gboolean     tv_incident_has_log      (TvTrace *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLogThings, tv_log_things_free)

G_END_DECLS
