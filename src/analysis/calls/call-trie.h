/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-name.h"

G_BEGIN_DECLS

/**
 * TvCallPath:
 * @parent: parent path, which has a smaller id; %TV_NONE for outermost paths
 * @name: name of the call
 *
 * A call stack: its innermost call, and the path of its callers.
 */
typedef struct
{
  guint32 parent;
  TvCallName name;
} TvCallPath;

typedef struct
{
  guint32 parent;
  TvCallName name;
  guint32 path; /* path, or TV_NONE for an empty slot */
} TvCallTrieSlot;

/**
 * TvCallTrie:
 * @n: number of paths
 * @paths: (array length=n): distinct paths, parents before children
 *
 * Assigns call paths ids in order of occurrence.
 */
typedef struct
{
  guint32 n;
  TvCallPath *paths;

  guint32 n_allocated;
  TvCallTrieSlot *slots;
  guint bits; /* the table has 1 << bits slots; at most half of them are used */
} TvCallTrie;

void    tv_call_trie_init    (TvCallTrie *self);
void    tv_call_trie_clear   (TvCallTrie *self);
guint32 tv_call_trie_add_new (TvCallTrie *self,
                              guint32     parent,
                              TvCallName  name);

extern guint64 tv_call_trie_seed;

/* Uses the high bits of the product, because they depend on all bits of the key. */
static inline gsize
tv_call_trie_get_first_slot (const TvCallTrie *self, guint32 parent, TvCallName name)
{
  guint64 key = ((guint64) parent << 32 | name) ^ tv_call_trie_seed;

  key *= 0x9e3779b97f4a7c15u;
  key ^= key >> 32;
  return (gsize) (key * 0xd6e8feb86659fd93u >> (64 - self->bits));
}

/**
 * tv_call_trie_add:
 * @self: a trie
 * @parent: parent path, or %TV_NONE
 * @name: name of the call
 *
 * Returns: the path; added if new
 */
static inline guint32
tv_call_trie_add (TvCallTrie *self, guint32 parent, TvCallName name)
{
  gsize mask = ((gsize) 1 << self->bits) - 1;
  gsize i = tv_call_trie_get_first_slot (self, parent, name);

  for (; self->slots[i].path != TV_NONE; i = (i + 1) & mask)
    if (self->slots[i].parent == parent && self->slots[i].name == name)
      return self->slots[i].path;
  return tv_call_trie_add_new (self, parent, name);
}

G_END_DECLS
