/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "formats/input/span.h"

G_BEGIN_DECLS

/* Decoder for the fields of a protobuf message. A field consists of a key, which is number << 3 | type, and a value;
 * see the encoding guide at protobuf.dev. */

typedef enum
{
  TV_PROTO_VARINT = 0,
  TV_PROTO_FIXED64 = 1,
  TV_PROTO_BYTES = 2,
  TV_PROTO_FIXED32 = 5,
} TvProtoType;

/**
 * TvProto:
 *
 * The bytes of a message that have not been decoded.
 */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
} TvProto;

/**
 * TvProtoField:
 * @number: field number
 * @type: wire type
 * @value: numeric value; 0 for strings and messages
 * @bytes: content of a string or a message; null for numbers
 *
 * A decoded field of a message.
 */
typedef struct
{
  guint number;
  TvProtoType type;
  guint64 value;
  TvSpan bytes;
} TvProtoField;

static inline TvProto
tv_proto_open (TvSpan bytes)
{
  const guint8 *at = (const guint8 *) bytes.text;

  return (TvProto){ at, at != NULL ? at + bytes.size : NULL };
}

static inline gboolean
tv_proto_take_varint (TvProto *self, guint64 *value)
{
  /* Most varints are keys, sizes and ids that fit into one byte. */
  if (G_LIKELY (self->at < self->end && *self->at < 0x80))
    {
      *value = *self->at++;
      return TRUE;
    }
  *value = 0;
  for (guint shift = 0; shift < 70 && self->at < self->end; shift += 7)
    {
      guint8 byte = *self->at++;

      if (shift < 64)
        *value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return TRUE;
    }
  return FALSE;
}

static inline gboolean
tv_proto_take_fixed (TvProto *self, guint n_bytes, guint64 *value)
{
  *value = 0;
  if ((gsize) (self->end - self->at) < n_bytes)
    return FALSE;
  for (guint i = 0; i < n_bytes; i++)
    *value |= (guint64) *self->at++ << 8 * i;
  return TRUE;
}

/* Takes the next field. Returns FALSE at the end, or, without taking anything, if the remaining bytes are invalid. */
static inline gboolean
tv_proto_next (TvProto *self, TvProtoField *field)
{
  TvProto from = *self;
  guint64 key, size;
  gboolean is_one = FALSE;

  *field = (TvProtoField){ .bytes = { NULL, 0 } };
  if (self->at >= self->end || !tv_proto_take_varint (self, &key) || key >> 3 == 0 ||
      key >> 3 > (1u << 29) - 1)
    {
      *self = from;
      return FALSE;
    }
  field->number = (guint) (key >> 3);
  field->type = (TvProtoType) (key & 7);
  switch (field->type)
    {
    case TV_PROTO_VARINT:
      is_one = tv_proto_take_varint (self, &field->value);
      break;
    case TV_PROTO_FIXED64:
      is_one = tv_proto_take_fixed (self, 8, &field->value);
      break;
    case TV_PROTO_FIXED32:
      is_one = tv_proto_take_fixed (self, 4, &field->value);
      break;
    case TV_PROTO_BYTES:
      if (tv_proto_take_varint (self, &size) && size <= (guint64) (self->end - self->at))
        {
          field->bytes = (TvSpan){ (const char *) self->at, (gsize) size };
          self->at += size;
          is_one = TRUE;
        }
      break;
    default:
      break;
    }
  if (!is_one)
    *self = from;
  return is_one;
}

/* Reinterprets the bits of a 64-bit field as a double. */
static inline double
tv_proto_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

G_END_DECLS
