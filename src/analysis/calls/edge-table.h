/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Stores edges, which are the calls from one symbol to another, while a profile is computed. Each caller has a hash
 * table with a slot per callee; most callers have few callees and call them repeatedly. Four slots fill a cache line,
 * so counting a call usually reads a single line.
 *
 *   callers  [ a ][ a' ][ b ][ b' ] …       a symbol, then the same symbol in recursive calls
 *              │          │
 *              ▼          ▼
 *   lines    [ b d . . │ c . . . ] …        a power of two; at most ¾ of the slots are used
 *
 * A symbol's key is symbol << 1 | is_recursive, so symbols have 31 bits. */

#define TV_EDGE_LINE_SLOTS 4

/**
 * TvEdgeLine:
 * @callee: callee key per slot; %TV_NONE if the slot is free, whose @calls and @ticks are then undefined
 * @calls: number of calls per slot
 * @ticks: low 32 bits of the inclusive times, per #TvClock and slot
 *
 * A cache line of a hash table.
 */
typedef struct
{
  guint32 callee[TV_EDGE_LINE_SLOTS];
  guint32 calls[TV_EDGE_LINE_SLOTS];
  guint32 ticks[TV_N_CLOCKS][TV_EDGE_LINE_SLOTS];
} TvEdgeLine;

/* Hash table of one caller: 1 << @bits @lines, with @n used slots */
typedef struct
{
  TvEdgeLine *lines;
  guint32 n;
  guint32 bits;
} TvCallees;

/**
 * TvEdgeTable:
 * @n_callers: number of caller keys
 * @callers: (array length=n_callers): callees of each caller
 * @high: (nullable): table with the high bits of the times that exceed 32 bits, for the same edges
 *
 * All edges of a worker.
 */
typedef struct _TvEdgeTable TvEdgeTable;

struct _TvEdgeTable
{
  guint32 n_callers;
  TvCallees *callers;
  TvEdgeTable *high;

  /* memory for the lines */
  GPtrArray *blocks;
  guint8 *unused;    /* unused part of the last block */
  gsize n_unused;    /* size of @unused in bytes */
  gsize n_bytes;     /* total size of all blocks in bytes */
  gpointer free[32]; /* by number of bits: list of lines that grown tables no longer use */
};

void     tv_edge_table_init     (TvEdgeTable   *self,
                                 guint32        n_callers);
void     tv_edge_table_clear    (TvEdgeTable   *self);
void     tv_edge_table_add_new  (TvEdgeTable   *self,
                                 guint32        caller,
                                 guint32        callee,
                                 guint32        calls,
                                 const guint64  ticks[TV_N_CLOCKS]);
void     tv_edge_table_add_high (TvEdgeTable   *self,
                                 guint32        caller,
                                 guint32        callee,
                                 const guint64  ticks[TV_N_CLOCKS]);

static inline guint32
tv_edge_key (guint32 symbol, gboolean is_recursive)
{
  return symbol << 1 | (is_recursive ? 1 : 0);
}

/* Returns the index of the first line to probe: the high bits of the 32-bit product of the key and 2^32 / golden
 * ratio. These bits depend on all bits of the key. */
static inline gsize
tv_callees_get_first_line (const TvCallees *self, guint32 callee)
{
  return (gsize) ((guint64) (callee * 0x9e3779b1u) << self->bits >> 32);
}

/* Prefetches the memory that tv_edge_table_add() will access. */
static inline void
tv_edge_table_fetch (const TvEdgeTable *self, guint32 caller, guint32 callee)
{
  const TvCallees *callees = &self->callers[caller];

  __builtin_prefetch (&callees->lines[tv_callees_get_first_line (callees, callee)], 1);
}

/* Returns the slot of the callee, or any slot if the line does not contain the callee. Branchless, because the slot
 * is unpredictable. */
static inline guint
tv_edge_line_guess (const TvEdgeLine *self, guint32 callee)
{
  return (guint) (self->callee[1] == callee) + 2 * (guint) (self->callee[2] == callee) +
         3 * (guint) (self->callee[3] == callee);
}

/**
 * tv_edge_table_add:
 * @self: a table
 * @caller: caller key
 * @callee: callee key
 * @calls: number of calls
 * @ticks: inclusive time of the calls, per #TvClock
 *
 * Adds calls to an edge, which is created if necessary. Sums overflow at 2^64.
 */
static inline void
tv_edge_table_add (TvEdgeTable *self,
                   guint32 caller,
                   guint32 callee,
                   guint32 calls,
                   const guint64 ticks[TV_N_CLOCKS])
{
  const TvCallees *callees = &self->callers[caller];
  gsize mask = ((gsize) 1 << callees->bits) - 1;
  gsize i = tv_callees_get_first_line (callees, callee);
  guint64 wall, cpu;
  TvEdgeLine *line;
  guint slot;

  for (;; i = (i + 1) & mask)
    {
      line = &callees->lines[i];
      slot = tv_edge_line_guess (line, callee);
      if (G_LIKELY (line->callee[slot] == callee))
        break;
      /* Slots are filled in order, so a free last slot ends the search. */
      if (line->callee[TV_EDGE_LINE_SLOTS - 1] == TV_NONE)
        {
          tv_edge_table_add_new (self, caller, callee, calls, ticks);
          return;
        }
    }
  line->calls[slot] += calls;
  wall = line->ticks[TV_CLOCK_WALL][slot] + ticks[TV_CLOCK_WALL];
  cpu = line->ticks[TV_CLOCK_CPU][slot] + ticks[TV_CLOCK_CPU];
  line->ticks[TV_CLOCK_WALL][slot] = (guint32) wall;
  line->ticks[TV_CLOCK_CPU][slot] = (guint32) cpu;
  if (G_UNLIKELY ((wall | cpu) > G_MAXUINT32))
    tv_edge_table_add_high (self, caller, callee, (guint64[]){ wall, cpu });
}

G_END_DECLS
