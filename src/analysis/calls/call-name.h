/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* What a node of a tree of calls is called: mostly a symbol, and then its number is the symbol's. */
typedef guint32 TvCallName;

/**
 * TvCallKind:
 * @TV_CALL_SYMBOL: the trace's symbol of that id
 * @TV_CALL_UNKNOWN: code without a name; the id is its mapping, or %TV_CALL_NO_ID
 * @TV_CALL_THREAD: all that a thread did; the id is its utid
 * @TV_CALL_PACKAGE: calls of a package from one another; the id says which of the selection's transforms
 *   has its name
 * @TV_CALL_EVERYTHING: the root
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

/* The symbol, or %TV_NONE if it is none. */
static inline guint32
tv_call_name_get_symbol (TvCallName name)
{
  return tv_call_name_get_kind (name) == TV_CALL_SYMBOL ? name : TV_NONE;
}

G_END_DECLS
