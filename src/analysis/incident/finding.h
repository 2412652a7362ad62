/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/incident/incident.h"

G_BEGIN_DECLS

/**
 * TvFindingGravity:
 * @TV_FINDING_NOTHING: there is nothing in it
 * @TV_FINDING_FINE: nothing in it went wrong
 * @TV_FINDING_DOUBTFUL: something may have, or not much
 * @TV_FINDING_WRONG: something did
 *
 * How grave it is what a file tells, the gravest last.
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
 * @gravity: how grave it is
 * @kind: of what is wrong; %TV_INCIDENT_HEALTHY where nothing is
 * @text: a line about the file
 * @label: (nullable): of what is wrong: "Not responding"
 * @process: (nullable): the process that it is about, with its number
 * @process_name: (nullable): without
 * @pid: its number, or %TV_NONE
 * @ts: when, by the clock of the trace, or %TV_NO_TIME
 * @is_logged: only lines of a log tell of it
 * @thread: (nullable): the thread that it is about
 * @certainty: how certain it is
 * @why: (nullable): the reason of that
 * @steps: (array zero-terminated=1) (nullable): the evidence
 * @others: (element-type TvFinding) (nullable): further reports in the same file
 *
 * One report of a file, in short, and the others of the same file.
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
 * @finding: a report
 * @wall_s: when, by a clock on the wall, in s, or %G_MININT64 if it is not known
 * @member: of a bundle, or 0
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
char *tv_findings_dup_verdict (const TvDatedFinding *wrong,
                               guint                 n,
                               gint64                end_s);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFinding, tv_finding_free)

G_END_DECLS
