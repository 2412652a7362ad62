/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/problem.h"

G_BEGIN_DECLS

/**
 * TvProblemList:
 * @problems: one #TvProblem per kind that occurred, in the order of first occurrence
 * @rows: row of each kind in @problems, or -1
 * @event: row of the event that is being replayed; set by the thread that counts in this list
 * @events: value of @event when each kind first occurred
 *
 * The problems found while a file is read: for each kind, the number of occurrences and the first occurrence.
 */
typedef struct
{
  GArray *problems;
  int rows[TV_N_PROBLEM_KINDS];
  guint32 event;
  guint32 events[TV_N_PROBLEM_KINDS];
} TvProblemList;

void    tv_problem_list_init  (TvProblemList *self);
void    tv_problem_list_clear (TvProblemList *self);
TvProblem *tv_problem_list_count (TvProblemList *self,
                               TvProblemKind  kind,
                               gint64         where,
                               guint64        n);
void    tv_problem_list_add   (TvProblemList *self,
                               TvProblemKind  kind,
                               gint64         where,
                               const char    *detail_format,
                               va_list        args) G_GNUC_PRINTF (4, 0);
void    tv_problem_list_merge (TvProblemList *self,
                               GArray        *found);
void    tv_problem_list_join  (TvProblemList *self,
                               TvProblemList *other);
GArray *tv_problem_list_steal (TvProblemList *self);

G_END_DECLS
