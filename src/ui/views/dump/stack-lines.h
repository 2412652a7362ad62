/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"
#include "analysis/symbols/text-match.h"

G_BEGIN_DECLS

/**
 * TvStackLineKind:
 * @TV_STACK_FRAME: a frame; of two stacks beside each other, one of each, or of one of them
 * @TV_STACK_REPEATED: so many more frames like the one before, which the file does not list
 * @TV_STACK_LOCK: a lock that was taken or is wanted in the frame before
 */
typedef enum
{
  TV_STACK_FRAME,
  TV_STACK_REPEATED,
  TV_STACK_LOCK,
} TvStackLineKind;

/**
 * TvStackLine:
 * @kind: its kind
 * @callsite: of a frame, or %TV_NONE where only the other stack has one
 * @number: of that, from 0 for the innermost; of repeated frames how many
 * @other: the same of the stack beside, or %TV_NONE
 * @other_number: of that
 * @is_equal: both are the same, and all around them
 * @lock: a #TvDumpLock
 * @n_waiters: of a lock that it holds, how many wait for it
 *
 * A line of a stack as it is shown, the innermost frame first.
 */
typedef struct
{
  TvStackLineKind kind;
  guint32 callsite;
  guint32 number;
  guint32 other;
  guint32 other_number;
  gboolean is_equal;
  guint32 lock;
  guint32 n_waiters;
} TvStackLine;

GArray *tv_stack_lines_new         (TvTrace       *trace,
                                    const TvWaits *waits,
                                    guint32        thread);
GArray *tv_stack_lines_new_beside  (TvTrace       *trace,
                                    guint32        earlier,
                                    guint32        later);
char   *tv_stack_lines_dup_text    (TvTrace       *trace,
                                    const TvWaits *waits,
                                    guint32        thread);
char   *tv_stack_lines_dup_lock    (TvTrace       *trace,
                                    const TvStackLine *line);
guint32 tv_stack_line_find_symbol  (TvTrace       *trace,
                                    const TvStackLine *line);
guint   tv_stack_lines_find_different (const GArray *lines);
guint   tv_stack_lines_find        (TvTrace       *trace,
                                    const GArray  *lines,
                                    const TvTextMatch *match,
                                    guint          from,
                                    int            direction);

G_END_DECLS
