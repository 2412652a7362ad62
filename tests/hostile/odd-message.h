/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "odd-dice.h"

G_BEGIN_DECLS

/**
 * TvOddKind:
 * @TV_ODD_ONE_OF: no field, but said first of a message that has one of the fields
 * @TV_ODD_CHOICE: 0 … most, as of an enumeration
 * @TV_ODD_NUMBER: the same, but of sizes and counts
 * @TV_ODD_SIGNED: − most … most
 * @TV_ODD_INDEX: counts up, as parts of a whole do
 * @TV_ODD_TIME: ns, of a clock that mostly goes on
 * @TV_ODD_MICROS: the same in µs
 * @TV_ODD_PAST: ns, before all others
 * @TV_ODD_CPU: a CPU, but for the one of #TvPlainRows
 * @TV_ODD_TID: a thread or process, also as a parent
 * @TV_ODD_ID: one of few ids, which are told elsewhere or not
 * @TV_ODD_TEXT: what names look like, or do not
 * @TV_ODD_MARK: what programs write into the kernel's log
 * @TV_ODD_BYTES: no text
 *
 * What a field is about.
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
 * @number: of the field; 0 is behind the last
 * @kind: what it is about
 * @most: see #TvOddKind
 * @n: how often it comes at most; 0 is once
 * @seldom: one message in so many has it; 0 is most
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
 * @dice: what decides
 * @room: bytes that may be made yet: where there are none messages are empty
 * @is_framed: no message is longer or shorter than it says: else what is left of one may tell anything
 * @now: ns, as far as times went on
 * @index: see %TV_ODD_INDEX
 *
 * What messages are made by. They are mostly as they should be, so that readers get far, and odd at few places.
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
