/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

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
 * @text: what the file tells, in a line
 * @label: (nullable): of what went wrong: what to call that, such as "Not responding"
 * @process: (nullable): the process that it is about, with its number
 * @process_name: (nullable): without
 *
 * What one file says among others, in short.
 */
typedef struct
{
  TvFindingGravity gravity;
  char *text;
  const char *label;
  char *process;
  char *process_name;
} TvFinding;

TvFinding *tv_finding_new          (TvTrace          *trace,
                                    GCancellable     *cancellable);
TvFinding *tv_finding_new_for_text (char             *text,
                                    TvFindingGravity  gravity);
void       tv_finding_free         (TvFinding        *self);

/**
 * TvDatedFinding:
 * @finding: what a file says
 * @wall_s: when that was, by a clock on the wall, in s, or %G_MININT64 if it is not known
 */
typedef struct
{
  const TvFinding *finding;
  gint64 wall_s;
} TvDatedFinding;

gboolean   tv_finding_is_same      (const TvDatedFinding *a,
                                    const TvDatedFinding *b);
char      *tv_findings_dup_verdict (const TvDatedFinding *wrong,
                                    guint                 n,
                                    gint64                end_s);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFinding, tv_finding_free)

G_END_DECLS
