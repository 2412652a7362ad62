/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvFindingGravity:
 * @TV_FINDING_NOTHING: no content
 * @TV_FINDING_FINE: no failure
 * @TV_FINDING_DOUBTFUL: possible or minor failure
 * @TV_FINDING_WRONG: failure
 *
 * Severity of a finding, in ascending order.
 */
typedef enum
{
  TV_FINDING_NOTHING,
  TV_FINDING_FINE,
  TV_FINDING_DOUBTFUL,
  TV_FINDING_WRONG,
} TvFindingGravity;

/**
 * TvFinding:
 * @gravity: severity
 * @kind: kind of failure; %TV_INCIDENT_HEALTHY if there is none
 * @text: one-line description of the file
 * @label: (nullable): label of the failure, such as "Not responding"
 * @process: (nullable): name of the process with its id
 * @process_name: (nullable): name of the process without its id
 * @pid: process id, or %TV_NONE
 * @ts: timestamp on the trace's clock in ns, or %TV_NO_TIME
 * @is_logged: whether a log is the only source
 * @thread: (nullable): label of the thread
 * @certainty: certainty of the diagnosis
 * @why: (nullable): reason for the certainty
 * @steps: (array zero-terminated=1) (nullable): steps of the evidence
 * @others: (element-type TvFinding): other reports in the same file
 *
 * The main report in a file, or a summary of the file, together with the other reports.
 */
typedef struct
{
  TvFindingGravity gravity;
  TvIncidentKind kind;
  char *text;
  const char *label;
  char *process;
  char *process_name;
  guint32 pid;
  gint64 ts;
  gboolean is_logged;
  char *thread;
  TvIncidentCertainty certainty;
  const char *why;
  char **steps;
  GPtrArray *others;
} TvFinding;

TvFinding *tv_finding_new               (TvTrace      *trace,
                                         GCancellable *cancellable);
TvFinding *tv_finding_new_for_incidents (TvTrace *trace);
TvFinding *tv_finding_new_for_text      (char            *text,
                                         TvFindingGravity gravity);
void       tv_finding_free              (TvFinding *self);
char      *tv_finding_dup_line          (const TvFinding *self);

/**
 * TvDatedFinding:
 * @finding: a finding; not owned
 * @wall_s: wall clock time in s, or %G_MININT64 if unknown
 * @member: index of the member of the bundle, or 0
 *
 * A finding with its time.
 */
typedef struct
{
  const TvFinding *finding;
  gint64 wall_s;
  guint member;
} TvDatedFinding;

void  tv_findings_add         (GArray          *wrong,
                               const TvFinding *finding,
                               gint64           wall_s,
                               guint            member);
char *tv_findings_dup_summary (const TvDatedFinding *wrong,
                               guint                 n,
                               gint64                end_s);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFinding, tv_finding_free)

G_END_DECLS
