/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The calls from one symbol to another while a profile is being made. Edges lie one after another
 * as they are found; an open-addressing table of their indices finds them again:
 *
 *   slots   [ . 2 . . 0 . 1 . ]     a power of two, at most half of them taken
 *   edges   [ 0 ][ 1 ][ 2 ]
 *
 * A key is caller << 33 | caller_is_recursive << 32 | callee << 1 | callee_is_recursive, so
 * symbols have 31 bits. */
typedef struct
{
  guint64 key;
  gint64 inclusive_ns[TV_N_CLOCKS];
  guint32 calls;
} TvEdge;

typedef struct
{
  TvEdge *edges;
  guint32 n_edges;
  guint32 capacity;
  guint32 *slots; /* edge, or TV_NONE */
  gsize n_slots;
} TvEdgeTable;

void    tv_edge_table_init  (TvEdgeTable *self);
void    tv_edge_table_clear (TvEdgeTable *self);
guint32 tv_edge_table_find  (TvEdgeTable *self,
                             guint64      key);

static inline guint64
tv_edge_key (guint32 caller,
             gboolean caller_is_recursive,
             guint32 callee,
             gboolean callee_is_recursive)
{
  guint32 from = caller << 1 | (caller_is_recursive ? 1 : 0);
  guint32 to = callee << 1 | (callee_is_recursive ? 1 : 0);

  return (guint64) from << 32 | to;
}

/* The halves of a key: a symbol << 1 | whether it is recursive. */

static inline guint32
tv_edge_key_caller (guint64 key)
{
  return (guint32) (key >> 32);
}

static inline guint32
tv_edge_key_callee (guint64 key)
{
  return (guint32) key;
}

G_END_DECLS
