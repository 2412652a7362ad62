/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvEntryKind:
 * @TV_ENTRY_ALPHA: SLEB128 Δ(method | action), ULEB128 Δtime; with two clocks also ULEB128 ΔCPU
 * @TV_ENTRY_BETA: SLEB128 Δ(time << 2 | action); with two clocks also SLEB128 ΔCPU; for enter also SLEB128
 *   Δmethod
 * @TV_ENTRY_LONG: SLEB128 Δ(time << 1 | exit); for enter also SLEB128 Δmethod
 *
 * Encoding of the entries of a block. Deltas start at 0 in each block. Actions are the same as in older
 * records: 0 enter, 1 exit, 2 unwound by an exception, 3 reserved.
 */
typedef enum
{
  TV_ENTRY_ALPHA,
  TV_ENTRY_BETA,
  TV_ENTRY_LONG,
} TvEntryKind;

/**
 * TvEntryLayout:
 * @kind: encoding
 * @is_dual: whether entries have a CPU time in addition to the wall time
 *
 * Layout of the entries of a file.
 */
typedef struct
{
  TvEntryKind kind;
  gboolean is_dual;
} TvEntryLayout;

/**
 * TvEntryCursor:
 * @at: the next entry
 * @end: end of the block
 * @limit: end of readable memory, at or after @end
 * @word: first number of the previous entry: method | action, or time and action
 * @method: method of the previous entry; not for %TV_ENTRY_ALPHA, which stores the method in @word
 * @time: time of the previous entry; only for %TV_ENTRY_ALPHA
 * @cpu: CPU time of the previous entry
 *
 * Position in a block.
 */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
  const guint8 *limit;
  guint64 word;
  guint64 method;
  guint64 time;
  guint64 cpu;
} TvEntryCursor;

/**
 * TvEntry:
 * @method: method id; valid for an exit only if tv_entry_names_method()
 * @time: time in the unit of the file
 * @cpu: CPU time in ns, if there are two clocks
 * @action: action, as in #TvEntryKind
 *
 * A decoded entry.
 */
typedef struct
{
  guint64 method;
  gint64 time;
  gint64 cpu;
  guint action;
} TvEntry;

/**
 * TvLeb128:
 * @value: the number; in two's complement if it is signed
 * @end: (nullable): position after the number; %NULL if the number is invalid
 *
 * A decoded LEB128 number.
 */
typedef struct
{
  guint64 value;
  const guint8 *end;
} TvLeb128;

gsize    tv_leb128_count       (const guint8 *data,
                                gsize         size);
TvLeb128 tv_leb128_read_slowly (const guint8 *at,
                                const guint8 *end,
                                gboolean      is_signed);

static inline TvEntryCursor
tv_entry_cursor (const guint8 *data, gsize size, const guint8 *limit)
{
  return (TvEntryCursor){ .at = data, .end = data + size, .limit = limit };
}

/* Decodes a number. The number is invalid if it does not end before @end or has more than 64 bits. Combines up to 8
 * bytes at once, without a loop whose branches would be mispredicted. Returns the result by value, so that callers
 * keep it in registers. */
G_ALWAYS_INLINE static inline TvLeb128
tv_leb128_read (const guint8 *at, const guint8 *end, const guint8 *limit, gboolean is_signed)
{
  guint64 bytes, ends;
  guint n_bits;

  if (G_UNLIKELY (limit - at < 8))
    return tv_leb128_read_slowly (at, end, is_signed);
  memcpy (&bytes, at, sizeof bytes);
  bytes = GUINT64_FROM_LE (bytes);
  ends = ~bytes & G_GUINT64_CONSTANT (0x8080808080808080);
  if (G_UNLIKELY (ends == 0))
    return tv_leb128_read_slowly (at, end, is_signed);
  bytes &= ends ^ (ends - 1); /* keep the bytes up to the final one */
  n_bits = (guint) __builtin_ctzll (ends) / 8 * 7 + 7;
  if (G_UNLIKELY ((gsize) (end - at) < n_bits / 7))
    return (TvLeb128){ 0, NULL };
  at += n_bits / 7;
  bytes = (bytes & G_GUINT64_CONSTANT (0x007f007f007f007f)) |
          (bytes & G_GUINT64_CONSTANT (0x7f007f007f007f00)) >> 1;
  bytes = (bytes & G_GUINT64_CONSTANT (0x00003fff00003fff)) |
          (bytes & G_GUINT64_CONSTANT (0x3fff00003fff0000)) >> 2;
  bytes = (bytes & G_GUINT64_CONSTANT (0x000000000fffffff)) |
          (bytes & G_GUINT64_CONSTANT (0x0fffffff00000000)) >> 4;
  if (is_signed)
    bytes = (guint64) ((gint64) (bytes << (64 - n_bits)) >> (64 - n_bits));
  return (TvLeb128){ bytes, at };
}

/* Returns whether exits of this kind contain their method. */
static inline gboolean
tv_entry_names_method (TvEntryKind kind)
{
  return kind == TV_ENTRY_ALPHA;
}

/* Decodes the next entry. If there is no complete entry, returns FALSE and does not move the cursor, which is then at
 * @end unless the block is truncated. Hot loops must pass a constant layout. */
G_ALWAYS_INLINE static inline gboolean
tv_entry_next (TvEntryCursor *self, TvEntryLayout layout, TvEntry *entry)
{
  gboolean is_alpha = layout.kind == TV_ENTRY_ALPHA;
  TvLeb128 word, time = { 0, NULL }, cpu = { 0, NULL }, method = { 0, NULL };
  const guint8 *at = self->at;
  guint action;

  if (at >= self->end)
    return FALSE;
  word = tv_leb128_read (at, self->end, self->limit, TRUE);
  if (G_UNLIKELY ((at = word.end) == NULL))
    return FALSE;
  if (is_alpha)
    {
      time = tv_leb128_read (at, self->end, self->limit, FALSE);
      if (G_UNLIKELY ((at = time.end) == NULL))
        return FALSE;
    }
  if (layout.is_dual)
    {
      cpu = tv_leb128_read (at, self->end, self->limit, !is_alpha);
      if (G_UNLIKELY ((at = cpu.end) == NULL))
        return FALSE;
    }
  action = (self->word + word.value) & (layout.kind == TV_ENTRY_LONG ? 1 : 3);
  if (!is_alpha && action == 0)
    {
      method = tv_leb128_read (at, self->end, self->limit, TRUE);
      if (G_UNLIKELY ((at = method.end) == NULL))
        return FALSE;
    }
  self->at = at;
  self->word += word.value;
  self->time += time.value;
  self->cpu += cpu.value;
  self->method += method.value;
  entry->action = action;
  entry->cpu = (gint64) self->cpu;
  entry->method = is_alpha ? self->word & ~G_GUINT64_CONSTANT (3) : self->method;
  if (is_alpha)
    entry->time = (gint64) self->time;
  else
    entry->time = (gint64) self->word >> (layout.kind == TV_ENTRY_LONG ? 1 : 2);
  return TRUE;
}

G_END_DECLS
