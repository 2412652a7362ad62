/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "odd-dice.h"

G_BEGIN_DECLS

/**
 * TvOddKind:
 * @TV_ODD_ONE_OF: no field; marks a message that has only one of the fields
 * @TV_ODD_CHOICE: 0 … most, as of an enumeration
 * @TV_ODD_NUMBER: the same, but of sizes and counts
 * @TV_ODD_SIGNED: − most … most
 * @TV_ODD_INDEX: counts up, like numbers of parts
 * @TV_ODD_TIME: ns, of a clock that mostly advances
 * @TV_ODD_MICROS: the same in µs
 * @TV_ODD_PAST: ns, before all others
 * @TV_ODD_CPU: a CPU, except that of #TvPlainRows
 * @TV_ODD_TID: a thread or process, also as a parent
 * @TV_ODD_ID: one of few ids, which may or may not be defined elsewhere
 * @TV_ODD_TEXT: usual and odd names
 * @TV_ODD_MARK: markers in the kernel's log
 * @TV_ODD_BYTES: bytes that are not text
 *
 * The content of a field.
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
 * @number: of the field; 0 ends the list
 * @kind: content
 * @most: see #TvOddKind
 * @n: maximum number of repetitions; 0 is one
 * @seldom: the field is in one of this number of messages; 0 if in most
 * @is_packed: whether numbers come as one field
 * @fields: of a message
 *
 * A field of a message.
 */
struct _TvOddField
{
  guint number;
  TvOddKind kind;
  guint most;
  guint n;
  guint seldom;
  gboolean is_packed;
  const TvOddField *fields;
};

/**
 * TvOddMaker:
 * @dice: source of random choices
 * @room: remaining bytes; messages are empty when none remain
 * @is_framed: keeps the lengths of messages right; otherwise the remainder of one may decode as anything
 * @now: ns, latest time so far
 * @index: see %TV_ODD_INDEX
 *
 * State of the generator of messages. Most are valid, so that readers get far, and odd in few places.
 */
typedef struct
{
  TvOddDice dice;
  gssize room;
  gboolean is_framed;
  gint64 now;
  guint index;
} TvOddMaker;

#define TV_ODD_BEGIN G_GINT64_CONSTANT (1000000000000) /* ns: no time is before, but odd ones */

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
