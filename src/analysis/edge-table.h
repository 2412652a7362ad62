/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The calls from one symbol to another while a profile is being made: an open-addressing table,
 * half empty at the least, with everything of an edge in one half of a cache line.
 *
 * A key is caller << 33 | caller_is_recursive << 32 | callee << 1 | callee_is_recursive, so
 * symbols have 31 bits; none has the number of TV_EDGE_NO_KEY.
 */
#define TV_EDGE_NO_KEY G_MAXUINT64

typedef struct
{
  guint64 key;
  gint64 inclusive_ns[TV_N_CLOCKS];
  guint32 calls;
} TvEdgeSlot;

typedef struct
{
  TvEdgeSlot *slots;
  gsize n_slots; /* a power of two */
  gsize n_edges;
} TvEdgeTable;

void  tv_edge_table_init  (TvEdgeTable *self);
void  tv_edge_table_clear (TvEdgeTable *self);
gsize tv_edge_table_find  (TvEdgeTable *self,
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
