/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/name-ranks.h"

#include <string.h>

#include "analysis/symbols/symbol-order.h"
#include "core/memory/parallel.h"

/* Determines the case-insensitive sort order of symbol names. Called by calls/ranking.c, which stores the ranks, and
 * by the sorting of tables. Folds names on all CPUs. */

/* Number of names that one task folds */
#define NAMES_PER_TASK 4096

typedef struct
{
  TvTrace *trace;
  guint32 n; /* number of names, including "(context switch)", which is the last one */
  char **folded;
} Names;

/* Returns: (transfer full): case-insensitive sort key of a name, to be compared with strcmp() */
char *
tv_name_fold (const char *name)
{
  return g_str_is_ascii (name) ? g_ascii_strdown (name, -1) : g_utf8_casefold (name, -1);
}

/* Folds the names of one block; a #TvParallelTask. */
static void
fold_names (guint task, gpointer data)
{
  const Names *self = data;
  guint32 end = MIN ((task + 1) * NAMES_PER_TASK, self->n);

  for (guint32 symbol = task * NAMES_PER_TASK; symbol < end; symbol++)
    {
      g_autofree char *name = symbol == self->n - 1
                                  ? g_strdup (TV_CONTEXT_SWITCH_NAME)
                                  : tv_trace_dup_symbol_name (self->trace, symbol);

      self->folded[symbol] = tv_name_fold (name);
    }
}

static int
compare_folded (gconstpointer a, gconstpointer b, gpointer data)
{
  const Names *self = data;

  return strcmp (self->folded[*(const guint32 *) a], self->folded[*(const guint32 *) b]);
}

/**
 * tv_name_ranks_new:
 *
 * Sorts all symbols by name.
 *
 * Returns: (transfer full): rank of each symbol, followed by the rank of "(context switch)"; names that differ only
 * in case have the same rank
 */
guint32 *
tv_name_ranks_new (TvTrace *trace)
{
  Names self = { .trace = trace };
  g_autofree guint32 *order = NULL;
  guint32 *ranks, rank = 0;

  tv_trace_get_symbols (trace, &self.n);
  self.n++;
  self.folded = g_new (char *, self.n);
  order = g_new (guint32, self.n);
  ranks = g_new (guint32, self.n);
  tv_parallel_run ((self.n + NAMES_PER_TASK - 1) / NAMES_PER_TASK, fold_names, &self);
  for (guint32 i = 0; i < self.n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) self.n, sizeof *order, compare_folded, &self);
  for (guint32 i = 0; i < self.n; i++)
    {
      if (i > 0 && compare_folded (&order[i - 1], &order[i], &self) != 0)
        rank++;
      ranks[order[i]] = rank;
    }
  for (guint32 i = 0; i < self.n; i++)
    g_free (self.folded[i]);
  g_free (self.folded);
  return ranks;
}
