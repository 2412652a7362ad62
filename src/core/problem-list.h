/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/problem.h"

G_BEGIN_DECLS

/**
 * TvProblemList:
 * @problems: #TvProblem, one for each kind there is, in the order in which they were found
 * @rows: by kind, its row in @problems, or -1
 *
 * What is odd in a file while it is read: of each kind, how often it was found and the first.
 */
typedef struct
{
  GArray *problems;
  int rows[TV_N_PROBLEM_KINDS];
} TvProblemList;

void    tv_problem_list_init  (TvProblemList *self);
void    tv_problem_list_clear (TvProblemList *self);
void    tv_problem_list_count (TvProblemList *self,
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
GArray *tv_problem_list_steal (TvProblemList *self);

G_END_DECLS
