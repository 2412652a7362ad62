/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-trie.h"

/* Hash table that maps a parent path and a name to a path. Used only by the export of folded stacks
 * (export/folded.c); other modules use only TvCallPath. Only one thread may use a trie. tv_call_trie_seed is global:
 * the first trie of the process sets it. */

#define FIRST_BITS 8

guint64 tv_call_trie_seed;

static void
put (TvCallTrie *self, guint32 path)
{
  gsize mask = ((gsize) 1 << self->bits) - 1;
  TvCallPath at = self->paths[path];
  gsize i = tv_call_trie_get_first_slot (self, at.parent, at.name);

  while (self->slots[i].path != TV_NONE)
    i = (i + 1) & mask;
  self->slots[i] = (TvCallTrieSlot){ at.parent, at.name, path };
}

static void
make_slots (TvCallTrie *self, guint bits)
{
  gsize n = (gsize) 1 << bits;

  g_free (self->slots);
  self->bits = bits;
  self->slots = g_new (TvCallTrieSlot, n);
  for (gsize i = 0; i < n; i++)
    self->slots[i].path = TV_NONE;
  for (guint32 path = 0; path < self->n; path++)
    put (self, path);
}

/* Chooses the random seed, which prevents crafted files from forcing hash collisions. */
static void
choose_seed (void)
{
  static gsize is_chosen;

  if (g_once_init_enter (&is_chosen))
    {
      tv_call_trie_seed = (guint64) g_random_int () << 32 | g_random_int ();
      g_once_init_leave (&is_chosen, 1);
    }
}

void
tv_call_trie_init (TvCallTrie *self)
{
  choose_seed ();
  *self = (TvCallTrie){ 0 };
  make_slots (self, FIRST_BITS);
}

void
tv_call_trie_clear (TvCallTrie *self)
{
  g_clear_pointer (&self->paths, g_free);
  g_clear_pointer (&self->slots, g_free);
  self->n = 0;
}

/* Adds a path that is not in the trie yet. Returns the path. */
guint32
tv_call_trie_add_new (TvCallTrie *self, guint32 parent, TvCallName name)
{
  guint32 path = self->n++;

  if (path == self->n_allocated)
    {
      self->n_allocated = MAX (64, self->n_allocated * 2);
      self->paths = g_renew (TvCallPath, self->paths, self->n_allocated);
    }
  self->paths[path] = (TvCallPath){ parent, name };
  if (self->n > (guint32) (1u << (self->bits - 1)))
    make_slots (self, self->bits + 1);
  else
    put (self, path);
  return path;
}
