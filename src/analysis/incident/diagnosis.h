/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvDiagnosis:
 * @trace: the trace
 * @waits: its waits
 * @kind: kind of event
 * @is_wrong: whether it is a failure
 * @ts: timestamp, or %TV_NO_TIME
 * @line: log line if a log is the only source, or %TV_NONE
 * @fault: #TvFault, or %TV_NONE
 * @thread: #TvDumpThread that the diagnosis is about, or %TV_NONE
 * @upid: its process, or %TV_NONE; threads of other processes are named with their process
 * @process_name: (nullable): name of a process without a upid; owned
 * @pid: its id, or %TV_NONE
 * @sentence: the diagnosis in a sentence; owned
 * @steps: (element-type TvSentence): the evidence
 * @certainty: certainty
 * @why: reason of the certainty, for users
 *
 * Diagnosis of one report, while it is made. From a trace to its diagnoses:
 *
 *   faults ─┐
 *   dumps  ─┼─▶ reports (incident.c) ─▶ one TvDiagnosis each ─▶ TvIncident: the last failure, and the others
 *   log    ─┘
 *
 * incident-dump.c diagnoses Android dumps, incident-server.c those of other virtual machines, incident-crash.c and
 * incident-freeze.c faults, incident-log.c log lines. Each fills a diagnosis that incident.c initialized.
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

/* Consecutive dumps that share a cause, from @first to before @end. */
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
void           tv_diagnosis_doubt         (TvDiagnosis   *self,
                                           const char    *why);
void           tv_diagnosis_give_up       (TvDiagnosis   *self,
                                           const char    *why);
gboolean       tv_diagnosis_is_cut        (TvDiagnosis   *self);

/* Words of sentences. */

TvSentenceWord tv_diagnosis_name_thread   (TvDiagnosis   *self,
                                           guint32        thread);
TvSentenceWord tv_diagnosis_name_process  (TvDiagnosis   *self,
                                           guint32        upid);
TvSentenceWord tv_diagnosis_name_frame    (TvDiagnosis   *self,
                                           guint32        callsite);
TvSentenceWord tv_diagnosis_name_pid      (TvDiagnosis   *self,
                                           guint32        pid);
TvSentenceWord tv_diagnosis_name_number   (guint32        number);
TvSentenceWord tv_diagnosis_name_text     (const char    *text);
TvSentenceWord tv_diagnosis_name_duration (gint64         ns);
char          *tv_diagnosis_dup_process   (const char    *name,
                                           guint32        pid);

/* Appends words to a sentence, see tv_sentence_append(). */
#define APPEND(sentence, format, ...)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const TvSentenceWord words[] = { __VA_ARGS__ };                                                \
                                                                                                   \
    tv_sentence_append (sentence, format, words, G_N_ELEMENTS (words));                            \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
