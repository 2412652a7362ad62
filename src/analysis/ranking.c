/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/ranking.h"

#include <stdlib.h>

#include "analysis/symbol-order.h"
#include "core/parallel.h"

struct _TvRanking
{
  gatomicrefcount ref_count;
  guint32 n;
  guint32 n_symbols;
  guint32 *ranks;   /* per symbol */
  guint32 *symbols; /* per rank */
};

/* What is sorted: with its time beside it, since most comparisons look at nothing else. */
typedef struct
{
  gint64 ns;
  guint32 symbol;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b, gpointer trace)
{
  const Ranked *x = a, *y = b;

  if (x->ns != y->ns)
    return x->ns > y->ns ? -1 : 1;
  return tv_symbol_compare (trace, x->symbol, y->symbol);
}

/* Two halves that are sorted at once. */
typedef struct
{
  TvTrace *trace;
  Ranked *halves[2];
  guint32 n[2];
} Sorting;

static void
sort_half (guint half, gpointer data)
{
  const Sorting *self = data;

  g_qsort_with_data (self->halves[half], (int) self->n[half], sizeof (Ranked), compare_ranked,
                     self->trace);
}

/* Puts the symbols of both halves in order; no two are equal. */
static void
merge_halves (const Sorting *self, guint32 *symbols)
{
  const Ranked *at[2] = { self->halves[0], self->halves[1] };
  const Ranked *end[2] = { at[0] + self->n[0], at[1] + self->n[1] };

  while (at[0] < end[0] || at[1] < end[1])
    {
      gboolean is_second = at[0] == end[0] ||
                           (at[1] < end[1] && compare_ranked (at[1], at[0], self->trace) < 0);

      *symbols++ = at[is_second]++->symbol;
    }
}

/**
 * tv_ranking_new:
 * @whole_trace: the profile of everything, with or without context switches
 *
 * Returns: (transfer full): the rank of every symbol that is called
 */
TvRanking *
tv_ranking_new (TvProfile *whole_trace)
{
  TvRanking *self = g_new0 (TvRanking, 1);
  TvTrace *trace = tv_profile_get_trace (whole_trace);
  TvClock clock = tv_trace_get_main_clock (trace);
  g_autofree Ranked *ranked = NULL;
  Sorting sorting;

  g_atomic_ref_count_init (&self->ref_count);
  self->n_symbols = tv_profile_get_n_symbols (whole_trace);
  self->ranks = g_new (guint32, MAX (self->n_symbols, 1));
  self->symbols = g_new (guint32, MAX (self->n_symbols, 1));
  ranked = g_new (Ranked, MAX (self->n_symbols, 1));
  for (guint32 symbol = 0; symbol < self->n_symbols; symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (whole_trace, symbol);

      self->ranks[symbol] = TV_NONE;
      if (entry->calls > 0)
        ranked[self->n++] = (Ranked){ entry->inclusive_ns[clock], symbol };
    }
  sorting = (Sorting){ trace, { ranked, ranked + self->n / 2 }, { self->n / 2, 0 } };
  sorting.n[1] = self->n - sorting.n[0];
  tv_parallel_run (2, sort_half, &sorting);
  merge_halves (&sorting, self->symbols);
  for (guint32 rank = 0; rank < self->n; rank++)
    self->ranks[self->symbols[rank]] = rank;
  return self;
}

/**
 * tv_ranking_ref:
 * @self: a ranking
 *
 * Returns: (transfer full): the same
 */
TvRanking *
tv_ranking_ref (TvRanking *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * tv_ranking_unref:
 * @self: (transfer full): a ranking
 */
void
tv_ranking_unref (TvRanking *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->ranks);
  g_free (self->symbols);
  g_free (self);
}

/**
 * tv_ranking_get_n:
 * @self: a ranking
 *
 * Returns: how many symbols have a rank
 */
guint32
tv_ranking_get_n (const TvRanking *self)
{
  return self->n;
}

/**
 * tv_ranking_get_rank:
 * @self: a ranking
 * @symbol: a symbol, or "(context switch)"
 *
 * Returns: its place, from 0, or %TV_NONE
 */
guint32
tv_ranking_get_rank (const TvRanking *self, guint32 symbol)
{
  return symbol < self->n_symbols ? self->ranks[symbol] : TV_NONE;
}

/**
 * tv_ranking_get_symbol:
 * @self: a ranking
 * @rank: less than tv_ranking_get_n()
 *
 * Returns: the symbol in that place
 */
guint32
tv_ranking_get_symbol (const TvRanking *self, guint32 rank)
{
  g_return_val_if_fail (rank < self->n, TV_NONE);
  return self->symbols[rank];
}
