/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-message.h"

#include <math.h>
#include <string.h>

#include "core/protobuf.h"
#include "trace-bytes.h"

/* Wire types of fields, https://protobuf.dev/programming-guides/encoding/ */
enum
{
  WIRE_VARINT = 0,
  WIRE_FIXED64 = 1,
  WIRE_BYTES = 2,
  WIRE_FIXED32 = 5,
};

#define LONG_TEXT 70000
#define DEEP      3000

/* ---- Values ---- */

/* Returns a number near a limit, where readers are likely to fail. */
guint64
tv_odd_take_number (TvOddMaker *self)
{
  static const guint64 numbers[] = {
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    0x7ffffffe,
    0x7fffffff,
    0x80000000,
    0xfffffffe,
    0xffffffff,
    0x100000000,
    G_GUINT64_CONSTANT (0x20000000000000),
    G_GUINT64_CONSTANT (1000000000000000000),
    G_GUINT64_CONSTANT (0x7ffffffffffffffe),
    G_GUINT64_CONSTANT (0x7fffffffffffffff),
    G_GUINT64_CONSTANT (0x8000000000000000),
    G_GUINT64_CONSTANT (0xfffffffffffffffe),
    G_GUINT64_CONSTANT (0xffffffffffffffff),
  };

  return numbers[tv_odd_dice_take (&self->dice, G_N_ELEMENTS (numbers))];
}

gint64
tv_odd_take_time (TvOddMaker *self)
{
  if (tv_odd_dice_is_one_in (&self->dice, 40))
    return (gint64) tv_odd_take_number (self);
  if (tv_odd_dice_is_one_in (&self->dice, 16))
    return self->now - (gint64) tv_odd_dice_take (&self->dice, 60000);
  self->now += 100 * (gint64) tv_odd_dice_take (&self->dice, 200);
  return self->now;
}

static guint64
take_tid (TvOddMaker *self)
{
  static const gint64 tids[] = { 10, 10, 10, 11, 11, 12, 20, 20, 21, 22, 0, 1, 2, 4194304, -1 };

  return (guint64) tids[tv_odd_dice_take (&self->dice, G_N_ELEMENTS (tids))];
}

static guint64
take_value (TvOddMaker *self, const TvOddField *field)
{
  TvOddDice *dice = &self->dice;

  if (field->kind != TV_ODD_PAST && tv_odd_dice_is_one_in (dice, 50))
    return tv_odd_take_number (self);
  switch (field->kind)
    {
    case TV_ODD_CHOICE:
    case TV_ODD_NUMBER:
      return tv_odd_dice_take (dice, (guint64) field->max + 1);
    case TV_ODD_SIGNED:
      return tv_odd_dice_take (dice, 2 * (guint64) field->max + 1) - field->max;
    case TV_ODD_INDEX:
      return self->index++;
    case TV_ODD_TIME:
      return (guint64) tv_odd_take_time (self);
    case TV_ODD_MICROS:
      return (guint64) (tv_odd_take_time (self) / 1000);
    case TV_ODD_PAST:
      return (guint64) TV_ODD_BEGIN - tv_odd_dice_take (dice, 1000);
    case TV_ODD_CPU:
      return tv_odd_dice_take (dice, 4);
    case TV_ODD_TID:
      return take_tid (self);
    case TV_ODD_ID:
      return tv_odd_dice_take (dice, (guint64) MAX (field->max, 9) + 1);
    default:
      return tv_odd_dice_take (dice, 0);
    }
}

static double
take_real (TvOddMaker *self)
{
  static const double reals[] = {
    0, 1.5, -3, 1e300, -1e-300, G_MAXDOUBLE, (double) INFINITY, (double) NAN
  };

  if (tv_odd_dice_is_one_in (&self->dice, 8))
    return reals[tv_odd_dice_take (&self->dice, G_N_ELEMENTS (reals))];
  return (double) tv_odd_dice_take (&self->dice, 1000) / 8;
}

/* ---- Strings ---- */

const char *
tv_odd_take_text (TvOddMaker *self)
{
  static const char *const texts[] = {
    "a",
    "b",
    "main",
    "binder:10_1",
    "kworker/0:1+events",
    "com.example.shop",
    "/system/bin/app_process64",
    "java.lang.Object com.example.A.next",
    "java.lang.Class<com.example.A>",
    "com.example.A[]",
    "_ZN1A1bEv",
    "thread_time",
    "a.b[0].c",
    "%s%n",
    "",
    " ",
    "\t\n\r",
    "\x1b[31m",
    "\xc3\xa9\xe2\x82\xac",
    "\xff\xfe\xc3",
    "{\"a\":[1,{\"b\":null}],\"c\":1e999}",
    "[[[[[[",
    "-9223372036854775809",
    "5.10.43-android12",
    "<script>",
    "=1+1",
  };

  return texts[tv_odd_dice_take (&self->dice, G_N_ELEMENTS (texts))];
}

static void
put_text (TvOddMaker *self, GByteArray *out)
{
  if (tv_odd_dice_is_one_in (&self->dice, 200))
    tv_put_many (out, 'x', self->n_bytes_left > LONG_TEXT ? LONG_TEXT : 300);
  else
    tv_put_text (out, "%s", tv_odd_take_text (self));
  if (tv_odd_dice_is_one_in (&self->dice, 100))
    tv_put_many (out, '\0', 2);
}

/* Appends a marker in atrace's format, possibly with missing components. */
static void
put_mark (TvOddMaker *self, GByteArray *out)
{
  static const char letters[] = "BBBEEESFCINGHQ";
  TvOddDice *dice = &self->dice;
  guint n_parts = (guint) tv_odd_dice_take (dice, 4);

  tv_put_text (out, "%c", letters[tv_odd_dice_take (dice, sizeof letters - 1)]);
  if (!tv_odd_dice_is_one_in (dice, 20))
    tv_put_text (out, "|%" G_GINT64_FORMAT, (gint64) take_tid (self));
  for (guint i = 0; i < n_parts; i++)
    if (tv_odd_dice_is_one_in (dice, 2))
      tv_put_text (out, "|%" G_GINT64_FORMAT, (gint64) tv_odd_dice_take (dice, 6));
    else
      tv_put_text (out, "|%s", tv_odd_take_text (self));
  if (!tv_odd_dice_is_one_in (dice, 10))
    tv_put_text (out, "\n");
}

static void
put_bytes (TvOddMaker *self, GByteArray *out)
{
  guint n = (guint) tv_odd_dice_take (&self->dice, 24);

  for (guint i = 0; i < n; i++)
    tv_put_number (out, 1, tv_odd_dice_take (&self->dice, 256));
}

/* ---- Fields ---- */

void
tv_odd_put_key (GByteArray *out, guint field, guint type)
{
  tv_protobuf_append_varint (out, (guint64) field << 3 | type);
}

/* Appends a varint with redundant bytes. */
static void
put_long_varint (GByteArray *out, guint64 value, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      tv_put_number (out, 1, (value & 0x7f) | 0x80);
      value >>= 7;
    }
  tv_put_number (out, 1, value & 0x7f);
}

/**
 * tv_odd_put_value:
 * @self: a maker
 * @out: a message
 * @field: field number
 * @value: value of the field
 *
 * Appends a numeric field, rarely in an unusual or invalid encoding.
 */
void
tv_odd_put_value (TvOddMaker *self, GByteArray *out, guint field, guint64 value)
{
  TvOddDice *dice = &self->dice;

  if (!tv_odd_dice_is_one_in (dice, 100))
    {
      tv_odd_put_key (out, field, WIRE_VARINT);
      tv_protobuf_append_varint (out, value);
      return;
    }
  switch (tv_odd_dice_take (dice, 7))
    {
    case 0:
      tv_odd_put_key (out, field, WIRE_VARINT);
      put_long_varint (out, value, 10);
      break;
    case 1:
      /* Encodes the number in 5 bytes, as some encoders do for a negative int32. */
      tv_odd_put_key (out, field, WIRE_VARINT);
      put_long_varint (out, value & 0xffffffff, 5);
      break;
    case 2:
      tv_odd_put_key (out, field, WIRE_VARINT); /* longer than any valid varint */
      put_long_varint (out, value, 11);
      break;
    case 3:
      tv_odd_put_key (out, field, WIRE_FIXED64);
      tv_put_number (out, 8, value);
      break;
    case 4:
      tv_odd_put_key (out, field, WIRE_FIXED32);
      tv_put_number (out, 4, value);
      break;
    case 5:
      tv_odd_put_key (out, field, WIRE_BYTES);
      tv_protobuf_append_varint (out, 3);
      tv_put_many (out, '\x7f', 3);
      break;
    default:
      /* Writes the field twice; readers must use the last value. */
      tv_odd_put_value (self, out, field, tv_odd_take_number (self));
      tv_odd_put_key (out, field, WIRE_VARINT);
      tv_protobuf_append_varint (out, value);
      break;
    }
}

/* Appends a message that is deeply nested in itself. */
static void
put_deep (GByteArray *out, guint field, const GByteArray *inner)
{
  g_autoptr (GByteArray) keys = g_byte_array_new ();
  gsize size = inner->len;

  /* Sizes depend on the inner messages, so the keys are written backwards, starting with the innermost key, and then
   * reversed. */
  for (guint i = 0; i < DEEP; i++)
    {
      g_autoptr (GByteArray) key = g_byte_array_new ();

      tv_odd_put_key (key, field, WIRE_BYTES);
      tv_protobuf_append_varint (key, size);
      for (guint j = key->len; j-- > 0;)
        g_byte_array_append (keys, &key->data[j], 1);
      size += key->len;
    }
  for (guint i = keys->len; i-- > 0;)
    g_byte_array_append (out, &keys->data[i], 1);
  g_byte_array_append (out, inner->data, inner->len);
}

/**
 * tv_odd_put_inner:
 * @self: a maker
 * @out: a message
 * @field: field number
 * @inner: (transfer full): content of the field
 *
 * Appends a length-delimited field, rarely in an invalid encoding.
 */
void
tv_odd_put_inner (TvOddMaker *self, GByteArray *out, guint field, GByteArray *inner)
{
  TvOddDice *dice = &self->dice;
  guint64 size = inner->len;

  self->n_bytes_left -= inner->len;
  if (!self->is_framed && tv_odd_dice_is_one_in (dice, 300))
    switch (tv_odd_dice_take (dice, 5))
      {
      case 0:
        size += 1 + tv_odd_dice_take (dice, 1000); /* extends beyond the end */
        break;
      case 1:
        size = tv_odd_take_number (self);
        break;
      case 2:
        size -= MIN (size, 1); /* the last byte becomes part of the next field */
        break;
      case 3:
        tv_odd_put_key (out, field, 3); /* start of a group */
        break;
      default:
        put_deep (out, field, inner);
        self->n_bytes_left -= 3 * DEEP;
        break;
      }
  tv_odd_put_key (out, field, WIRE_BYTES);
  tv_protobuf_append_varint (out, size);
  g_byte_array_append (out, inner->data, inner->len);
  g_byte_array_unref (inner);
}

/* Appends numbers as a packed field, or rarely as separate fields. */
static void
put_packed (TvOddMaker *self, GByteArray *out, const TvOddField *field, guint n)
{
  GByteArray *inner;

  if (tv_odd_dice_is_one_in (&self->dice, 16))
    {
      for (guint i = 0; i < n; i++)
        tv_odd_put_value (self, out, field->number, take_value (self, field));
      return;
    }
  inner = g_byte_array_new ();
  for (guint i = 0; i < n; i++)
    tv_protobuf_append_varint (inner, take_value (self, field));
  tv_odd_put_inner (self, out, field->number, inner);
}

static void
put_once (TvOddMaker *self, GByteArray *out, const TvOddField *field)
{
  double real;
  float small;
  guint64 bits = 0;
  GByteArray *inner;

  switch (field->kind)
    {
    case TV_ODD_FIXED64:
      tv_odd_put_key (out, field->number, WIRE_FIXED64);
      tv_put_number (out, 8, tv_odd_dice_take (&self->dice, (guint64) field->max + 1));
      break;
    case TV_ODD_DOUBLE:
      real = take_real (self);
      memcpy (&bits, &real, sizeof real);
      tv_odd_put_key (out, field->number, WIRE_FIXED64);
      tv_put_number (out, 8, bits);
      break;
    case TV_ODD_FLOAT:
      small = (float) CLAMP (take_real (self), -1e30, 1e30);
      memcpy (&bits, &small, sizeof small);
      tv_odd_put_key (out, field->number, WIRE_FIXED32);
      tv_put_number (out, 4, bits);
      break;
    case TV_ODD_TEXT:
    case TV_ODD_MARK:
    case TV_ODD_BYTES:
    case TV_ODD_MESSAGE:
      inner = g_byte_array_new ();
      if (field->kind == TV_ODD_MESSAGE)
        tv_odd_put_message (self, inner, field->fields);
      else if (field->kind == TV_ODD_TEXT)
        put_text (self, inner);
      else if (field->kind == TV_ODD_MARK)
        put_mark (self, inner);
      else
        put_bytes (self, inner);
      tv_odd_put_inner (self, out, field->number, inner);
      break;
    default:
      tv_odd_put_value (self, out, field->number, take_value (self, field));
      break;
    }
}

/**
 * tv_odd_put_field:
 * @self: a maker
 * @out: a message
 * @field: a field
 *
 * Appends a field. A repeated field is appended a random number of times, at least once.
 */
void
tv_odd_put_field (TvOddMaker *self, GByteArray *out, const TvOddField *field)
{
  guint n = field->n > 1 ? 1 + (guint) tv_odd_dice_take (&self->dice, field->n) : 1;

  self->n_bytes_left -= 2;
  if (field->is_packed)
    put_packed (self, out, field, n);
  else
    for (guint i = 0; i < n && self->n_bytes_left > 0; i++)
      put_once (self, out, field);
}

/**
 * tv_odd_put_message:
 * @self: a maker
 * @out: output
 * @fields: known fields of the message
 *
 * Appends a random subset of the fields and, rarely, an unknown field.
 */
void
tv_odd_put_message (TvOddMaker *self, GByteArray *out, const TvOddField *fields)
{
  TvOddDice *dice = &self->dice;

  if (self->n_bytes_left <= 0)
    return;
  if (fields[0].kind == TV_ODD_ONE_OF)
    {
      guint n = 0;

      while (fields[n + 1].number != 0)
        n++;
      tv_odd_put_field (self, out, &fields[1 + tv_odd_dice_take (dice, n)]);
      return;
    }
  for (const TvOddField *field = fields; field->number != 0; field++)
    if (field->one_in != 0 ? tv_odd_dice_is_one_in (dice, field->one_in)
                           : !tv_odd_dice_is_one_in (dice, 6))
      tv_odd_put_field (self, out, field);
  if (tv_odd_dice_is_one_in (dice, 100))
    tv_odd_put_value (self, out, 1 + (guint) tv_odd_dice_take (dice, 600000000) % 0x1fffffff,
                      tv_odd_take_number (self));
}
