/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/edge-table.h"

#include <string.h>

#include "core/large-block.h"

#define FIRST_BITS        2
#define FIRST_BLOCK_BYTES (16u * 1024)
#define MOST_BLOCK_BYTES  (16u * 1024 * 1024)

/* What callers have that have called nothing: it is full, and not written to. */
static const TvCallSum no_callee = { .callee = TV_NONE };

/**
 * tv_edge_table_init:
 * @self: (out): a table of nothing, to be cleared with tv_edge_table_clear()
 * @n_callers: how many keys of callers there are
 */
void
tv_edge_table_init (TvEdgeTable *self, guint32 n_callers)
{
  memset (self, 0, sizeof *self);
  self->n_callers = n_callers;
  self->callers = g_new (TvCallees, n_callers);
  for (guint32 i = 0; i < n_callers; i++)
    self->callers[i] = (TvCallees){ .sums = (TvCallSum *) &no_callee };
  self->blocks = g_ptr_array_new_with_free_func (g_free);
}

void
tv_edge_table_clear (TvEdgeTable *self)
{
  g_clear_pointer (&self->callers, g_free);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
}

/* Blocks get as large as all before them. */
static gpointer
take_bytes (TvEdgeTable *self, gsize bytes)
{
  gpointer taken;

  if (self->n_unused < bytes)
    {
      self->n_unused = CLAMP (self->n_bytes, FIRST_BLOCK_BYTES, MOST_BLOCK_BYTES);
      self->n_unused = MAX (self->n_unused, bytes);
      self->n_bytes += self->n_unused;
      self->unused = tv_large_block_new (self->n_unused);
      g_ptr_array_add (self->blocks, self->unused);
    }
  taken = self->unused;
  self->unused += bytes;
  self->n_unused -= bytes;
  return taken;
}

/* A table of nothing yet; @n is left alone. */
static void
take_places (TvEdgeTable *self, TvCallees *callees, guint bits)
{
  gsize bytes = sizeof *callees->sums << bits;
  gpointer places = self->free[bits];

  if (places != NULL)
    memcpy (&self->free[bits], places, sizeof places);
  else
    places = take_bytes (self, bytes);
  callees->bits = bits;
  callees->sums = memset (places, 0xff, bytes);
}

static void
give_places_back (TvEdgeTable *self, const TvCallees *callees)
{
  memcpy (callees->sums, &self->free[callees->bits], sizeof (gpointer));
  self->free[callees->bits] = callees->sums;
}

/* The place of a callee that is not there, in a table with room for it. */
static TvCallSum *
find_room (const TvCallees *self, guint32 callee)
{
  gsize mask = ((gsize) 1 << self->bits) - 1;
  gsize i = tv_callees_place (self, callee);

  while (self->sums[i].callee != TV_NONE)
    i = (i + 1) & mask;
  return &self->sums[i];
}

static void
grow (TvEdgeTable *self, TvCallees *callees)
{
  TvCallees before = *callees;

  take_places (self, callees, before.bits > 0 ? before.bits + 1 : FIRST_BITS);
  for (gsize i = 0; i < (gsize) 1 << before.bits; i++)
    if (before.sums[i].callee != TV_NONE)
      *find_room (callees, before.sums[i].callee) = before.sums[i];
  if (before.bits > 0)
    give_places_back (self, &before);
}

/**
 * tv_edge_table_add:
 * @self: a table
 * @caller: key of a caller
 * @callee: key of what it has not called yet
 *
 * Returns: (transfer none): a sum of nothing, until another is added
 */
TvCallSum *
tv_edge_table_add (TvEdgeTable *self, guint32 caller, guint32 callee)
{
  TvCallees *callees = &self->callers[caller];
  TvCallSum *sum;

  if (callees->bits == 0 || callees->n >= ((guint64) 3 << callees->bits) / 4)
    grow (self, callees);
  sum = find_room (callees, callee);
  *sum = (TvCallSum){ .callee = callee };
  callees->n++;
  return sum;
}
