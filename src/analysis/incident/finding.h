/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvFindingGravity:
 * @TV_FINDING_NOTHING: empty file
 * @TV_FINDING_FINE: no failure
 * @TV_FINDING_DOUBTFUL: possible or minor failure
 * @TV_FINDING_WRONG: failure
 *
 * Severity of a finding, the most severe last.
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
 * @kind: kind of the failure; %TV_INCIDENT_HEALTHY without one
 * @text: one-line description of the file
 * @label: (nullable): label of the failure: "Not responding"
 * @process: (nullable): process, with its id
 * @process_name: (nullable): process, without its id
 * @pid: process id, or %TV_NONE
 * @ts: timestamp by the clock of the trace, or %TV_NO_TIME
 * @is_logged: whether its only source is a log
 * @thread: (nullable): thread
 * @certainty: certainty
 * @why: (nullable): reason of the certainty
 * @steps: (array zero-terminated=1) (nullable): the evidence
 * @others: (element-type TvFinding) (nullable): further reports in the same file
 *
 * A report in a file, with the other reports of the same file.
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
 * @finding: finding
 * @wall_s: time by the wall clock, in s, or %G_MININT64 if unknown
 * @member: member of a bundle, or 0
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
