/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/ranking.h"

#include <stdlib.h>

#include "analysis/symbol-order.h"

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
  g_qsort_with_data (ranked, (int) self->n, sizeof *ranked, compare_ranked, trace);
  for (guint32 rank = 0; rank < self->n; rank++)
    {
      self->symbols[rank] = ranked[rank].symbol;
      self->ranks[ranked[rank].symbol] = rank;
    }
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
