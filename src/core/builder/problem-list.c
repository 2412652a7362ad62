/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/problem-list.h"

#include <string.h>

#include "core/memory/string-pool.h"

/* Counts problems by kind. Used by the problems, slices and scheduling parts of the builder. A list has no lock: each
 * writer thread counts in its own list, and one thread later combines the lists: tv_problem_list_merge() by file
 * offset, tv_problem_list_join() by event. */

static void
clear_problem (gpointer data)
{
  g_free ((char *) ((TvProblem *) data)->detail);
}

void
tv_problem_list_init (TvProblemList *self)
{
  self->problems = g_array_new (FALSE, FALSE, sizeof (TvProblem));
  g_array_set_clear_func (self->problems, clear_problem);
  memset (self->rows, 0xff, sizeof self->rows);
  self->event = 0;
}

void
tv_problem_list_clear (TvProblemList *self)
{
  g_clear_pointer (&self->problems, g_array_unref);
}

/**
 * tv_problem_list_count:
 * @file_offset: offset in the file, or -1
 * @n: number of occurrences
 *
 * Counts occurrences of a problem. For each kind, stores only the offset and the event of the first occurrence.
 *
 * Returns: (transfer none) (nullable): the new problem if it is the first of its kind, so that the caller can add
 * details; valid until the next problem is counted
 */
TvProblem *
tv_problem_list_count (TvProblemList *self, TvProblemKind kind, gint64 file_offset, guint64 n)
{
  int row = self->rows[kind];

  if (row >= 0)
    {
      g_array_index (self->problems, TvProblem, row).count += n;
      return NULL;
    }
  self->rows[kind] = (int) self->problems->len;
  self->events[kind] = self->event;
  g_array_append_val (self->problems, ((TvProblem){ .kind = kind,
                                                    .count = n,
                                                    .file_offset = file_offset,
                                                    .ts = G_MININT64,
                                                    .utid = TV_NONE }));
  return &g_array_index (self->problems, TvProblem, self->rows[kind]);
}

/* Adds a problem from another list. If it is the first of its kind, takes ownership of its details. */
static void
take_problem (TvProblemList *self, TvProblem *problem)
{
  TvProblem *first = tv_problem_list_count (self, problem->kind, problem->file_offset,
                                            problem->count);

  if (first == NULL)
    return;
  *first = *problem;
  problem->detail = NULL;
}

/**
 * tv_problem_list_add:
 * @file_offset: offset in the file, or -1
 * @detail_format: printf() format of the details
 *
 * Counts one problem. Stores the details only for the first problem of a kind.
 */
void
tv_problem_list_add (TvProblemList *self,
                     TvProblemKind kind,
                     gint64 file_offset,
                     const char *detail_format,
                     va_list args)
{
  TvProblem *first = tv_problem_list_count (self, kind, file_offset, 1);
  g_autofree char *detail = NULL;

  if (first == NULL)
    return;
  detail = g_strdup_vprintf (detail_format, args);
  first->detail = tv_string_pool_dup_valid (detail, strlen (detail));
}

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  const TvProblem *x = *(TvProblem *const *) a, *y = *(TvProblem *const *) b;

  if (x->file_offset != y->file_offset)
    return x->file_offset < y->file_offset ? -1 : 1;
  /* Problems at the same offset come from the same list, whose order is kept. */
  return x < y ? -1 : 1;
}

/**
 * tv_problem_list_merge:
 * @found: array of #TvProblem; the details of the first of each kind are moved to @self
 *
 * Adds the problems that several threads found in consecutive sections of the file, in file order. @found is the
 * concatenation of the threads' lists.
 */
void
tv_problem_list_merge (TvProblemList *self, GArray *found)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (order, &g_array_index (found, TvProblem, i));
  g_ptr_array_sort (order, compare_positions);
  for (guint i = 0; i < order->len; i++)
    take_problem (self, g_ptr_array_index (order, i));
}

/**
 * tv_problem_list_join:
 * @other: list of another thread that processed the same log; empty afterwards
 *
 * Merges the problems of another thread, ordered by event. For the same event, problems of @self come first.
 */
void
tv_problem_list_join (TvProblemList *self, TvProblemList *other)
{
  TvProblemList joined;
  guint at[2] = { 0, 0 };

  tv_problem_list_init (&joined);
  while (at[0] < self->problems->len || at[1] < other->problems->len)
    {
      TvProblemList *lists[] = { self, other };
      TvProblem *next[2] = { NULL, NULL };
      gboolean is_other;

      for (guint i = 0; i < 2; i++)
        if (at[i] < lists[i]->problems->len)
          next[i] = &g_array_index (lists[i]->problems, TvProblem, at[i]);
      is_other = next[0] == NULL ||
                 (next[1] != NULL && other->events[next[1]->kind] < self->events[next[0]->kind]);
      joined.event = lists[is_other]->events[next[is_other]->kind];
      take_problem (&joined, next[is_other]);
      at[is_other]++;
    }
  g_array_unref (self->problems);
  *self = joined;
  g_array_set_size (other->problems, 0);
  memset (other->rows, 0xff, sizeof other->rows);
}

/**
 * tv_problem_list_steal:
 *
 * Moves the problems out of the list, which may then only be cleared.
 *
 * Returns: (transfer full): the problems
 */
GArray *
tv_problem_list_steal (TvProblemList *self)
{
  return g_steal_pointer (&self->problems);
}
