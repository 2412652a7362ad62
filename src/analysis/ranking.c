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

typedef struct
{
  TvTrace *trace;
  TvProfile *profile;
  TvClock clock;
} RankOrder;

static int
compare_symbols (gconstpointer a, gconstpointer b, gpointer data)
{
  const RankOrder *order = data;
  guint32 symbol_a = *(const guint32 *) a, symbol_b = *(const guint32 *) b;
  gint64 ns_a = tv_profile_get_entry (order->profile, symbol_a)->inclusive_ns[order->clock];
  gint64 ns_b = tv_profile_get_entry (order->profile, symbol_b)->inclusive_ns[order->clock];

  if (ns_a != ns_b)
    return ns_a > ns_b ? -1 : 1;
  return tv_symbol_compare (order->trace, symbol_a, symbol_b);
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
  RankOrder order = { tv_profile_get_trace (whole_trace), whole_trace, TV_CLOCK_WALL };

  order.clock = tv_trace_get_main_clock (order.trace);
  g_atomic_ref_count_init (&self->ref_count);
  self->n_symbols = tv_profile_get_n_symbols (whole_trace);
  self->ranks = g_new (guint32, MAX (self->n_symbols, 1));
  self->symbols = g_new (guint32, MAX (self->n_symbols, 1));
  for (guint32 symbol = 0; symbol < self->n_symbols; symbol++)
    {
      self->ranks[symbol] = TV_NONE;
      if (tv_profile_get_entry (whole_trace, symbol)->calls > 0)
        self->symbols[self->n++] = symbol;
    }
  g_qsort_with_data (self->symbols, (int) self->n, sizeof *self->symbols, compare_symbols, &order);
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
