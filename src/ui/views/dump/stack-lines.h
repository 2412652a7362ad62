/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"
#include "analysis/symbols/text-match.h"

G_BEGIN_DECLS

/**
 * TvStackLineKind:
 * @TV_STACK_FRAME: a frame; for two stacks side by side, a frame of each or of only one of them
 * @TV_STACK_REPEATED: number of further frames that equal the previous one; the file omits them
 * @TV_STACK_LOCK: a lock that the preceding frame holds or waits for
 *
 * Kind of a line of a stack.
 */
typedef enum
{
  TV_STACK_FRAME,
  TV_STACK_REPEATED,
  TV_STACK_LOCK,
} TvStackLineKind;

/**
 * TvStackLine:
 * @callsite: callsite of the frame; %TV_NONE if only the other stack has a frame in this line
 * @number: number of the frame, from 0 for the innermost; for %TV_STACK_REPEATED, the number of repetitions
 * @other: callsite of the other stack's frame, or %TV_NONE
 * @other_number: number of the other stack's frame
 * @is_equal: whether both frames, and all their callers, are equal
 * @lock: a #TvDumpLock, or %TV_NONE
 * @n_waiters: number of threads that wait for the lock; 0 unless the thread holds it
 *
 * Line of a stack. The innermost frame comes first.
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
