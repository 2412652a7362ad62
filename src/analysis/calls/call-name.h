/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Name of a node in a call tree: a #TvCallKind in the upper bits, and an id. For a symbol, the name equals the id. */
typedef guint32 TvCallName;

/**
 * TvCallKind:
 * @TV_CALL_SYMBOL: symbol; the id is its index
 * @TV_CALL_UNKNOWN: code without a symbol; the id is its mapping, or %TV_CALL_NO_ID
 * @TV_CALL_THREAD: root node of a thread; the id is its utid
 * @TV_CALL_PACKAGE: collapsed calls of a package; the id is the index of the selection's transform
 * @TV_CALL_EVERYTHING: root of the tree
 *
 * Kind of object that gives a node its name.
 */
typedef enum
{
  TV_CALL_SYMBOL,
  TV_CALL_UNKNOWN,
  TV_CALL_THREAD,
  TV_CALL_PACKAGE,
  TV_CALL_EVERYTHING,
} TvCallKind;

#define TV_CALL_ID_BITS 29
#define TV_CALL_NO_ID   ((1u << TV_CALL_ID_BITS) - 1)

static inline TvCallName
tv_call_name (TvCallKind kind, guint32 id)
{
  return (guint32) kind << TV_CALL_ID_BITS | (id & TV_CALL_NO_ID);
}

static inline TvCallKind
tv_call_name_get_kind (TvCallName name)
{
  return (TvCallKind) (name >> TV_CALL_ID_BITS);
}

static inline guint32
tv_call_name_get_id (TvCallName name)
{
  return name & TV_CALL_NO_ID;
}

/* Returns the symbol, or %TV_NONE if the name is not a symbol's name. */
static inline guint32
tv_call_name_get_symbol (TvCallName name)
{
  return tv_call_name_get_kind (name) == TV_CALL_SYMBOL ? name : TV_NONE;
}

G_END_DECLS
