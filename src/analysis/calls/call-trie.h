/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-name.h"

G_BEGIN_DECLS

/**
 * TvCallPath:
 * @parent: path of the callers, which has a smaller id; %TV_NONE for outermost paths
 * @name: name of the innermost call
 *
 * A call stack.
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
 * Assigns ids to call paths, in order of occurrence.
 */
typedef struct
{
  guint32 n;
  TvCallPath *paths;

  guint32 n_allocated;
  TvCallTrieSlot *slots;
  guint bits; /* binary logarithm of the number of slots; at most half of the slots are used */
} TvCallTrie;

void    tv_call_trie_init    (TvCallTrie *self);
void    tv_call_trie_clear   (TvCallTrie *self);
guint32 tv_call_trie_add_new (TvCallTrie *self,
                              guint32     parent,
                              TvCallName  name);

extern guint64 tv_call_trie_seed;

/* Returns the first slot to look up. Uses the high bits of the product, because they depend on all bits of the key. */
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
 * Returns: the path, which is added if it is new
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
