/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "odd-dice.h"

G_BEGIN_DECLS

/**
 * TvOddKind:
 * @TV_ODD_ONE_OF: no field; marks a message that contains exactly one of its fields
 * @TV_ODD_CHOICE: 0 … max, for enumerations
 * @TV_ODD_NUMBER: 0 … max, for sizes and counts
 * @TV_ODD_SIGNED: −max … max
 * @TV_ODD_INDEX: increasing number, such as a packet index
 * @TV_ODD_TIME: time in ns of a clock that mostly advances
 * @TV_ODD_MICROS: time in µs of the same clock
 * @TV_ODD_PAST: time in ns before all other times
 * @TV_ODD_CPU: a CPU other than the CPU of #TvPlainRows
 * @TV_ODD_TID: id of a thread, process or parent
 * @TV_ODD_ID: one of few ids, which may or may not be defined elsewhere
 * @TV_ODD_TEXT: ordinary or unusual name
 * @TV_ODD_MARK: atrace marker
 * @TV_ODD_BYTES: bytes that are not text
 *
 * Kind of random value that a field gets.
 */
typedef enum
{
  TV_ODD_ONE_OF,
  TV_ODD_CHOICE,
  TV_ODD_NUMBER,
  TV_ODD_SIGNED,
  TV_ODD_INDEX,
  TV_ODD_TIME,
  TV_ODD_MICROS,
  TV_ODD_PAST,
  TV_ODD_CPU,
  TV_ODD_TID,
  TV_ODD_ID,
  TV_ODD_FIXED64,
  TV_ODD_DOUBLE,
  TV_ODD_FLOAT,
  TV_ODD_TEXT,
  TV_ODD_MARK,
  TV_ODD_BYTES,
  TV_ODD_MESSAGE,
} TvOddKind;

typedef struct _TvOddField TvOddField;

/**
 * TvOddField:
 * @number: field number; 0 ends the list
 * @kind: kind of random value
 * @max: maximum value, see #TvOddKind
 * @n: maximum number of occurrences; 0 for one
 * @one_in: the field occurs in one of this many messages, on average; 0 if most messages contain it
 * @is_packed: whether numbers are packed into one field
 * @fields: fields of a nested message
 *
 * A field of a message.
 */
struct _TvOddField
{
  guint number;
  TvOddKind kind;
  guint max;
  guint n;
  guint one_in;
  gboolean is_packed;
  const TvOddField *fields;
};

/**
 * TvOddMaker:
 * @dice: source of random choices
 * @n_bytes_left: remaining number of bytes; if it is not positive, messages are empty
 * @is_framed: whether the lengths of messages must be valid; otherwise the bytes after an invalid length may
 *   be decoded as anything
 * @now: latest time so far in ns
 * @index: next value of %TV_ODD_INDEX
 *
 * State of the message generator. Messages are mostly valid and malformed in only a few places, so that
 * readers do not stop early.
 */
typedef struct
{
  TvOddDice dice;
  gssize n_bytes_left;
  gboolean is_framed;
  gint64 now;
  guint index;
} TvOddMaker;

/* start of the trace in ns; only malformed times are earlier */
#define TV_ODD_BEGIN G_GINT64_CONSTANT (1000000000000)

guint64     tv_odd_take_number (TvOddMaker        *self);
gint64      tv_odd_take_time   (TvOddMaker        *self);
const char *tv_odd_take_text   (TvOddMaker        *self);
void        tv_odd_put_key     (GByteArray        *out,
                                guint              field,
                                guint              type);
void        tv_odd_put_value   (TvOddMaker        *self,
                                GByteArray        *out,
                                guint              field,
                                guint64            value);
void        tv_odd_put_inner   (TvOddMaker        *self,
                                GByteArray        *out,
                                guint              field,
                                GByteArray        *inner);
void        tv_odd_put_message (TvOddMaker        *self,
                                GByteArray        *out,
                                const TvOddField  *fields);
void        tv_odd_put_field   (TvOddMaker        *self,
                                GByteArray        *out,
                                const TvOddField  *field);

G_END_DECLS
