/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvDiagnosis:
 * @trace: the trace
 * @waits: waits between the threads of the trace; not owned
 * @kind: kind of event
 * @is_wrong: whether the event is a failure
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @line: log line if a log is the only source, or %TV_NONE
 * @fault: #TvFault, or %TV_NONE
 * @thread: #TvDumpThread that the diagnosis is about, or %TV_NONE
 * @upid: process of the event, or %TV_NONE; labels of threads of other processes include the process
 * @process_name: (nullable): name of the process if it has no upid, or if the name is not in the table of processes;
 *   owned
 * @pid: id of the process in the same cases, or %TV_NONE
 * @sentence: diagnosis in one sentence; owned
 * @steps: (element-type TvSentence): steps of the evidence
 * @certainty: certainty of the diagnosis
 * @why: reason for the certainty, translated
 *
 * Diagnosis of one report, while it is under construction. From a trace to its diagnoses:
 *
 *   faults ─┐
 *   dumps  ─┼─▶ reports (incident.c) ─▶ one TvDiagnosis each ─▶ TvIncident: the last failure, and the others
 *   log    ─┘
 *
 * incident-dump.c diagnoses Android dumps, incident-server.c those of other virtual machines, incident-crash.c and
 * incident-freeze.c faults, and incident-log.c log lines. Each of them fills in a diagnosis that incident.c has
 * initialized.
 */
typedef struct
{
  TvTrace *trace;
  const TvWaits *waits;
  TvIncidentKind kind;
  gboolean is_wrong;
  gint64 ts;
  guint32 line;
  guint32 fault;
  guint32 thread;
  guint32 upid;
  char *process_name;
  guint32 pid;
  TvSentence *sentence;
  GPtrArray *steps;
  TvIncidentCertainty certainty;
  const char *why;
} TvDiagnosis;

/* Consecutive dumps that were made for the same reason. @end is exclusive. */
typedef struct
{
  guint32 first;
  guint32 end;
} TvDumpRange;

void           tv_diagnosis_init          (TvDiagnosis   *self,
                                           TvTrace       *trace,
                                           const TvWaits *waits);
void           tv_diagnosis_clear         (TvDiagnosis   *self);
TvSentence    *tv_diagnosis_add_step      (TvDiagnosis   *self);
void           tv_diagnosis_lower_certainty         (TvDiagnosis   *self,
                                           const char    *why);
void           tv_diagnosis_set_open       (TvDiagnosis   *self,
                                           const char    *why);
gboolean       tv_diagnosis_is_cut        (TvDiagnosis   *self);
gboolean       tv_diagnosis_is_partial    (TvDiagnosis   *self);

/* Words of sentences, see TvSentenceReference */

TvSentenceReference tv_diagnosis_name_thread   (TvDiagnosis   *self,
                                           guint32        thread);
TvSentenceReference tv_diagnosis_name_process  (TvDiagnosis   *self,
                                           guint32        upid);
TvSentenceReference tv_diagnosis_name_frame    (TvDiagnosis   *self,
                                           guint32        callsite);
TvSentenceReference tv_diagnosis_name_pid      (TvDiagnosis   *self,
                                           guint32        pid);
TvSentenceReference tv_diagnosis_name_number   (guint32        number);
TvSentenceReference tv_diagnosis_name_text     (const char    *text);
TvSentenceReference tv_diagnosis_name_duration (gint64         ns);
char          *tv_diagnosis_dup_process   (const char    *name,
                                           guint32        pid);

/* Appends words to a sentence, see tv_sentence_append(). */
#define APPEND(sentence, format, ...)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const TvSentenceReference words[] = { __VA_ARGS__ };                                           \
                                                                                                   \
    tv_sentence_append (sentence, format, words, G_N_ELEMENTS (words));                            \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
