/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/ranking.h"

#include "analysis/symbols/name-ranks.h"
#include "analysis/symbols/symbol-order.h"
#include "core/memory/key-order.h"
#include "core/memory/parallel.h"

/* Orders symbols by inclusive time; the rank of a symbol determines its colour. Called by the session,
 * tables/tables.c and `tracedump render`. Immutable, except that tv_ranking_get_name_rank() computes the order of
 * names on first use, on any thread. */

struct _TvRanking
{
  gatomicrefcount ref_count;
  TvTrace *trace;
  guint32 n;
  guint32 n_symbols;
  guint32 *ranks;   /* rank per symbol, or TV_NONE */
  guint32 *symbols; /* symbol per rank */
  gsize
      names; /* 0, or the address of the guint32 array of ranks by name, per symbol; created on first use */
};

/* Number of ranks whose ties one task sorts */
#define RANKS_PER_TASK 2048

/* Symbols in descending order of time, while symbols with the same time are being sorted by name */
typedef struct
{
  TvTrace *trace;
  guint32 n;
  guint64 *keys;    /* sort key per rank; the same for equal times */
  guint32 *symbols; /* symbol per rank */
} Ties;

static int
compare_symbols (gconstpointer a, gconstpointer b, gpointer trace)
{
  return tv_symbol_compare (trace, *(const guint32 *) a, *(const guint32 *) b);
}

/* Sorts the ties that begin in a range of ranks; a #TvParallelTask. */
static void
break_ties (guint task, gpointer data)
{
  const Ties *self = data;
  guint32 first = task * RANKS_PER_TASK, end = MIN (first + RANKS_PER_TASK, self->n);

  while (first > 0 && first < end && self->keys[first] == self->keys[first - 1])
    first++;
  for (guint32 next; first < end; first = next)
    {
      next = first + 1;
      while (next < self->n && self->keys[next] == self->keys[first])
        next++;
      if (next > first + 1)
        g_qsort_with_data (self->symbols + first, (int) (next - first), sizeof *self->symbols,
                           compare_symbols, self->trace);
    }
}

/* Returns a sort key that is smaller for longer times. */
static guint64
get_key (gint64 ns)
{
  return ~((guint64) ns ^ G_GUINT64_CONSTANT (1) << 63);
}

/* Sorts symbols by key, then by name. */
static void
sort_symbols (Ties *self)
{
  g_autofree guint32 *order = g_new (guint32, self->n);
  g_autofree guint32 *spare = g_new (guint32, self->n);
  g_autofree guint32 *symbols = g_memdup2 (self->symbols, self->n * sizeof *self->symbols);
  g_autofree guint64 *keys = g_memdup2 (self->keys, self->n * sizeof *self->keys);

  for (guint32 i = 0; i < self->n; i++)
    order[i] = i;
  tv_key_order_sort (keys, self->n, &order, &spare, NULL);
  for (guint32 rank = 0; rank < self->n; rank++)
    {
      self->keys[rank] = keys[order[rank]];
      self->symbols[rank] = symbols[order[rank]];
    }
  tv_parallel_run ((self->n + RANKS_PER_TASK - 1) / RANKS_PER_TASK, break_ties, self);
}

/**
 * tv_ranking_new:
 * @whole_trace: profile of the whole trace, with or without context switches
 *
 * Returns: (transfer full): ranks of all symbols that were called
 */
TvRanking *
tv_ranking_new (TvProfile *whole_trace)
{
  TvRanking *self = g_new0 (TvRanking, 1);
  TvTrace *trace = tv_profile_get_trace (whole_trace);
  TvClock clock = tv_trace_get_main_clock (trace);
  g_autofree guint64 *keys = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->n_symbols = tv_profile_get_n_symbols (whole_trace);
  self->ranks = g_new (guint32, MAX (self->n_symbols, 1));
  self->symbols = g_new (guint32, MAX (self->n_symbols, 1));
  keys = g_new (guint64, MAX (self->n_symbols, 1));
  for (guint32 symbol = 0; symbol < self->n_symbols; symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (whole_trace, symbol);

      self->ranks[symbol] = TV_NONE;
      if (entry->calls == 0)
        continue;
      keys[self->n] = get_key (entry->inclusive_ns[clock]);
      self->symbols[self->n++] = symbol;
    }
  sort_symbols (&(Ties){ trace, self->n, keys, self->symbols });
  for (guint32 rank = 0; rank < self->n; rank++)
    self->ranks[self->symbols[rank]] = rank;
  return self;
}

TvRanking *
tv_ranking_ref (TvRanking *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * tv_ranking_unref:
 *
 * Releases a reference. May be called from any thread.
 */
void
tv_ranking_unref (TvRanking *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->trace);
  g_free ((guint32 *) self->names);
  g_free (self->ranks);
  g_free (self->symbols);
  g_free (self);
}

/**
 * tv_ranking_get_n:
 *
 * Returns: number of symbols with a rank
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
 * Returns: rank from 0; %TV_NONE for symbols without a rank
 */
guint32
tv_ranking_get_rank (const TvRanking *self, guint32 symbol)
{
  return symbol < self->n_symbols ? self->ranks[symbol] : TV_NONE;
}

/**
 * tv_ranking_get_symbol:
 * @self: a ranking
 * @rank: a rank below tv_ranking_get_n()
 *
 * Returns: symbol with the rank
 */
guint32
tv_ranking_get_symbol (const TvRanking *self, guint32 rank)
{
  g_return_val_if_fail (rank < self->n, TV_NONE);
  return self->symbols[rank];
}

/**
 * tv_ranking_get_name_rank:
 * @self: a ranking
 * @symbol: a symbol, or "(context switch)"
 *
 * Returns the rank of a symbol by name. The first call, on any thread, sorts all names; concurrent calls wait until
 * they are sorted.
 *
 * Returns: case-insensitive rank by name, from 0; names that differ only in case have the same rank
 */
guint32
tv_ranking_get_name_rank (TvRanking *self, guint32 symbol)
{
  g_return_val_if_fail (symbol <= self->n_symbols, TV_NONE);

  if (g_once_init_enter (&self->names))
    g_once_init_leave (&self->names, (gsize) tv_name_ranks_new (self->trace));
  return ((const guint32 *) self->names)[symbol];
}
