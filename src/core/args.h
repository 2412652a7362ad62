/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvArgType:
 * @TV_ARG_STRING: a string
 * @TV_ARG_INT: a signed 64-bit integer
 * @TV_ARG_DOUBLE: a floating-point number
 * @TV_ARG_BOOL: true or false
 * @TV_ARG_UINT: an unsigned 64-bit integer
 * @TV_ARG_POINTER: an address
 *
 * The type of an argument's value.
 */
typedef enum
{
  TV_ARG_STRING,
  TV_ARG_INT,
  TV_ARG_DOUBLE,
  TV_ARG_BOOL,
  TV_ARG_UINT,
  TV_ARG_POINTER,
} TvArgType;

/* How a value is stored: directly in the 32 bits of the argument, or as a row in the trace's array of numbers. */
typedef enum
{
  TV_ARG_PACKED_STRING,
  TV_ARG_PACKED_CATEGORY,
  TV_ARG_PACKED_INT32,
  TV_ARG_PACKED_INT64,
  TV_ARG_PACKED_DOUBLE,
  TV_ARG_PACKED_BOOL,
  TV_ARG_PACKED_UINT,
  TV_ARG_PACKED_POINTER,
} TvArgPacking;

#define TV_ARG_KEY_BITS 29

/* Key of an argument whose value is the utid of the thread that emitted an event on a track of a process or of the
 * whole trace. */
#define TV_ARG_KEY_EMITTER "legacy_event.passthrough_utid"

/**
 * TvArg:
 *
 * One argument of a slice: a key and a value. A trace stores all arguments in one array, grouped by set. Keys are
 * string ids; the keys of nested values contain dots and indexes, as in Perfetto: `a.b[2].c`.
 */
typedef struct
{
  /* Private. */
  guint32 key : TV_ARG_KEY_BITS;
  guint32 packing : 3;
  guint32 value;
} TvArg;

G_STATIC_ASSERT (sizeof (TvArg) == 8);

/* Size of the buffer for a formatted number, in bytes. */
#define TV_ARG_TEXT_BYTES 40

/* Returns the string id of the key. */
static inline guint32
tv_arg_get_key (const TvArg *self)
{
  return self->key;
}

static inline TvArgType
tv_arg_get_type (const TvArg *self)
{
  static const guint8 types[] = { TV_ARG_STRING, TV_ARG_STRING, TV_ARG_INT,  TV_ARG_INT,
                                  TV_ARG_DOUBLE, TV_ARG_BOOL,   TV_ARG_UINT, TV_ARG_POINTER };

  return (TvArgType) types[self->packing];
}

/* Returns the string id of a %TV_ARG_STRING value; %TV_NONE for other types. */
static inline guint32
tv_arg_get_string (const TvArg *self)
{
  return self->packing <= TV_ARG_PACKED_CATEGORY ? self->value : TV_NONE;
}

/* Returns whether the value is the category of the slice. */
static inline gboolean
tv_arg_is_category (const TvArg *self)
{
  return self->packing == TV_ARG_PACKED_CATEGORY;
}

G_END_DECLS
