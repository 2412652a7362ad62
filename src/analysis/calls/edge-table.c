/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/edge-table.h"

#include <string.h>

#include "core/memory/large-block.h"

/* Hash tables that count the calls between symbols for one worker. Filled by profile-walk.c, or by profile.c for call
 * trees; merged by profile-numbers.c. No locks are necessary, because each worker has its own table. All callers
 * without calls share no_callees, which is never written. When the table of a caller grows, its old lines go to a
 * free list, from which other callers take them. */

#define FIRST_BLOCK_BYTES (16u * 1024)
#define MAX_BLOCK_BYTES   (16u * 1024 * 1024)

G_STATIC_ASSERT (sizeof (TvEdgeLine) == 64);

/* Table of all callers without calls; read-only */
static const TvEdgeLine no_callees = { .callee = { TV_NONE, TV_NONE, TV_NONE, TV_NONE } };

/**
 * tv_edge_table_init:
 * @self: (out): the table; clear it with tv_edge_table_clear()
 * @n_callers: number of caller keys
 *
 * Initializes an empty table.
 */
void
tv_edge_table_init (TvEdgeTable *self, guint32 n_callers)
{
  memset (self, 0, sizeof *self);
  self->n_callers = n_callers;
  self->callers = tv_large_block_new (n_callers * sizeof *self->callers);
  for (guint32 i = 0; i < n_callers; i++)
    self->callers[i] = (TvCallees){ .lines = (TvEdgeLine *) &no_callees };
  self->blocks = g_ptr_array_new_with_free_func (g_free);
}

void
tv_edge_table_clear (TvEdgeTable *self)
{
  if (self->high != NULL)
    tv_edge_table_clear (self->high);
  g_clear_pointer (&self->high, g_free);
  g_clear_pointer (&self->callers, g_free);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
}

/* Adds a block of at least @bytes. The block is as large as all previous blocks together, within limits, so that
 * their number stays small. */
static void
add_block (TvEdgeTable *self, gsize bytes)
{
  gsize past;

  self->n_unused = CLAMP (self->n_bytes, FIRST_BLOCK_BYTES, MAX_BLOCK_BYTES);
  self->n_unused = MAX (self->n_unused, bytes + sizeof (TvEdgeLine));
  self->n_bytes += self->n_unused;
  self->unused = tv_large_block_new (self->n_unused);
  g_ptr_array_add (self->blocks, self->unused);
  past = (gsize) self->unused % sizeof (TvEdgeLine);
  if (past > 0)
    {
      self->unused += sizeof (TvEdgeLine) - past;
      self->n_unused -= sizeof (TvEdgeLine) - past;
    }
}

static gpointer
take_bytes (TvEdgeTable *self, gsize bytes)
{
  gpointer taken;

  if (self->n_unused < bytes)
    add_block (self, bytes);
  taken = self->unused;
  self->unused += bytes;
  self->n_unused -= bytes;
  return taken;
}

/* Gives @callees an empty table of 1 << @bits lines. Does not change the number of used slots. */
static void
take_lines (TvEdgeTable *self, TvCallees *callees, guint bits)
{
  gsize bytes = sizeof *callees->lines << bits;
  gpointer lines = self->free[bits];

  if (lines != NULL)
    memcpy (&self->free[bits], lines, sizeof lines);
  else
    lines = take_bytes (self, bytes);
  callees->bits = bits;
  callees->lines = memset (lines, 0xff, bytes);
}

static void
give_lines_back (TvEdgeTable *self, const TvCallees *callees)
{
  memcpy (callees->lines, &self->free[callees->bits], sizeof (gpointer));
  self->free[callees->bits] = callees->lines;
}

/* Inserts a callee that is not in the table. The table must have a free slot. Returns the line. @slot: (out): slot in
 * the line */
static TvEdgeLine *
take_slot (const TvCallees *self, guint32 callee, guint *slot)
{
  gsize mask = ((gsize) 1 << self->bits) - 1;
  gsize i = tv_callees_get_first_line (self, callee);

  while (self->lines[i].callee[TV_EDGE_LINE_SLOTS - 1] != TV_NONE)
    i = (i + 1) & mask;
  for (*slot = 0; self->lines[i].callee[*slot] != TV_NONE;)
    (*slot)++;
  self->lines[i].callee[*slot] = callee;
  return &self->lines[i];
}

static void
move_line (const TvCallees *self, const TvEdgeLine *from)
{
  for (guint i = 0; i < TV_EDGE_LINE_SLOTS && from->callee[i] != TV_NONE; i++)
    {
      guint slot;
      TvEdgeLine *line = take_slot (self, from->callee[i], &slot);

      line->calls[slot] = from->calls[i];
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        line->ticks[c][slot] = from->ticks[c][i];
    }
}

static void
grow (TvEdgeTable *self, TvCallees *callees)
{
  TvCallees before = *callees;

  if (before.lines == &no_callees)
    {
      take_lines (self, callees, 0);
      return;
    }
  take_lines (self, callees, before.bits + 1);
  for (gsize i = 0; i < (gsize) 1 << before.bits; i++)
    move_line (callees, &before.lines[i]);
  give_lines_back (self, &before);
}

/**
 * tv_edge_table_add_new:
 * @self: a table
 * @caller: caller key
 * @callee: callee key that is not in the caller's table
 * @calls: number of calls
 * @ticks: inclusive time of the calls, per #TvClock
 *
 * Adds an edge. This is the slow path of tv_edge_table_add().
 */
void
tv_edge_table_add_new (TvEdgeTable *self,
                       guint32 caller,
                       guint32 callee,
                       guint32 calls,
                       const guint64 ticks[TV_N_CLOCKS])
{
  TvCallees *callees = &self->callers[caller];
  TvEdgeLine *line;
  guint slot;

  /* A search ends at a free slot, so at least one slot must remain free. */
  if (callees->lines == &no_callees || callees->n >= (guint64) 3 << callees->bits)
    grow (self, callees);
  line = take_slot (callees, callee, &slot);
  line->calls[slot] = calls;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    line->ticks[c][slot] = (guint32) ticks[c];
  callees->n++;
  if ((ticks[TV_CLOCK_WALL] | ticks[TV_CLOCK_CPU]) > G_MAXUINT32)
    tv_edge_table_add_high (self, caller, callee, ticks);
}

/**
 * tv_edge_table_add_high:
 * @self: a table
 * @caller: caller key
 * @callee: callee key
 * @ticks: times per #TvClock, of which only the bits above the low 32 are added
 *
 * Adds the high bits of times. This is the slow path of tv_edge_table_add().
 */
void
tv_edge_table_add_high (TvEdgeTable *self,
                        guint32 caller,
                        guint32 callee,
                        const guint64 ticks[TV_N_CLOCKS])
{
  guint64 high[TV_N_CLOCKS] = { ticks[TV_CLOCK_WALL] >> 32, ticks[TV_CLOCK_CPU] >> 32 };

  if (self->high == NULL)
    {
      self->high = g_new (TvEdgeTable, 1);
      tv_edge_table_init (self->high, self->n_callers);
    }
  tv_edge_table_add (self->high, caller, callee, 0, high);
}
