/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The calls from one symbol to another while a profile is being made. Each caller has a table of
 * its own, with a place for each callee: most callers have few of them, and go on calling them.
 *
 *   callers  [ a ][ a' ][ b ][ b' ] …       a symbol, then the same while it is recursive
 *              │          │
 *              ▼          ▼
 *   sums     [ b . . d ][ . c . . ] …       a power of two, at most ¾ of them taken
 *
 * A symbol's key is symbol << 1 | whether it is recursive, so symbols have 31 bits. */

/**
 * TvCallSum:
 * @inclusive_ns: full time of the calls, per #TvClock
 * @calls: how many
 * @callee: key of what was called
 */
typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  guint32 calls;
  guint32 callee;
} TvCallSum;

/* There are 1 << @bits @sums, @n of which are taken; one that is not has %TV_NONE for a callee, and
 * anything else. */
typedef struct
{
  TvCallSum *sums;
  guint32 n;
  guint32 bits;
} TvCallees;

typedef struct
{
  guint32 n_callers;
  TvCallees *callers;

  /* What places are taken from. */
  GPtrArray *blocks;
  guint8 *unused;    /* the rest of the last block */
  gsize n_unused;    /* bytes */
  gsize n_bytes;     /* in all blocks */
  gpointer free[32]; /* by bits: tables that became too small; each tells of the next */
} TvEdgeTable;

void       tv_edge_table_init  (TvEdgeTable *self,
                                guint32      n_callers);
void       tv_edge_table_clear (TvEdgeTable *self);
TvCallSum *tv_edge_table_add   (TvEdgeTable *self,
                                guint32      caller,
                                guint32      callee);

static inline guint32
tv_edge_key (guint32 symbol, gboolean is_recursive)
{
  return symbol << 1 | (is_recursive ? 1 : 0);
}

/* The high bits of a product with 2^32 / golden ratio, which depend on all of the key's. */
static inline gsize
tv_callees_place (const TvCallees *self, guint32 callee)
{
  return (gsize) ((guint64) (callee * 0x9e3779b1u) << self->bits >> 32);
}

/* Asks for the memory of what tv_edge_table_find() will look at. */
static inline void
tv_edge_table_fetch (const TvEdgeTable *self, guint32 caller, guint32 callee)
{
  const TvCallees *callees = &self->callers[caller];
  const TvCallSum *sum = &callees->sums[tv_callees_place (callees, callee)];

  __builtin_prefetch (sum, 1);
  __builtin_prefetch (&sum->callee, 1);
}

/* Returns: (transfer none) (nullable): the sum of this caller and callee, until another is added;
 * %NULL if there is none. */
static inline TvCallSum *
tv_edge_table_find (TvEdgeTable *self, guint32 caller, guint32 callee)
{
  const TvCallees *callees = &self->callers[caller];
  gsize mask = ((gsize) 1 << callees->bits) - 1;
  gsize i = tv_callees_place (callees, callee);

  while (callees->sums[i].callee != callee)
    {
      if (callees->sums[i].callee == TV_NONE)
        return NULL;
      i = (i + 1) & mask;
    }
  return &callees->sums[i];
}

static inline void
tv_call_sum_add (TvCallSum *self, guint32 calls, const gint64 inclusive_ns[TV_N_CLOCKS])
{
  self->calls += calls;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    tv_add_ns (&self->inclusive_ns[c], inclusive_ns[c]);
}

G_END_DECLS
