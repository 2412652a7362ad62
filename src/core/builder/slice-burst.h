/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/slice-writer.h"

G_BEGIN_DECLS

/* Bursts: consecutive records of one track that are added in a tight loop, as long as none of them needs the slow
 * path. Bursts exist for method traces with tens of millions of records; other readers use core/trace-builder.h.
 *
 *     TvSliceBurst burst = tv_slice_burst_begin (writer, track, n, is_wide);
 *     while (burst.n_left > 0 && tv_slice_burst_add (&burst, …))
 *       …
 *     tv_slice_burst_end (writer, track, burst);
 *
 * If a burst rejects a record, the caller adds that record with tv_slice_writer_begin() or tv_slice_writer_end().
 *
 * The processor cannot predict whether the next record begins or ends a call, and a mispredicted branch costs more
 * than an unneeded write. So one branchless path handles both cases:
 *
 *   record     enter a   enter b   exit b    enter c   exit c    exit a
 *   as begin   r: a      r+1: b    r+2: b    r+2: c    r+3: c    r+3: a     next row; advances only at an enter
 *   as end     –         r         r+1       r         r+2       r          of the innermost call
 *
 * If the record is an exit, the next begin overwrites the values written "as begin". If the record is an enter, the
 * values written "as end" are overwritten when the innermost call ends.
 *
 * A burst writes only the low 32 bits of times. On a track with 64-bit times, the burst ends with the current block
 * of rows (TvTicks). Either all starts in the burst are within 2^32 ticks of the block's base, or they share their
 * high bits, which are written when the burst ends. A burst rejects the ends of old calls, which may last 2^32 ticks
 * or more. */

/**
 * TvOpenCall:
 * @chunk: chunk of the call's slice
 * @row: row in the chunk
 *
 * A call on the stack of a track.
 */
typedef struct
{
  struct _TvSliceChunk *chunk;
  guint32 row;
  guint32 symbol;
} TvOpenCall;

typedef enum
{
  TV_CALL_ENTER,
  TV_CALL_EXIT,
  TV_CALL_UNWIND, /* ended by an exception */
} TvCallAction;

/**
 * TvSliceBurst:
 * @n_left: number of records that the burst still accepts; 0 from the start if the track needs the slow path
 *
 * A burst is passed by value and its address is not stored, so that it can stay in registers. The other members are
 * private: columns and stack of the track, and the current positions in them.
 */
typedef struct
{
  guint32 n_left;
  guint32 *ts; /* low 32 bits of start times */
  guint32 *dur;
  guint32 *cpu_ts; /* (nullable) */
  guint32 *cpu_dur;
  guint32 *symbol;        /* (nullable) */
  guint16 *narrow_symbol; /* (nullable): used instead of @symbol if 16 bits are sufficient */
  guint32 *after_parent;
  guint16 *depth;
  guint8 *flags;     /* flags of slices, all initially 0 */
  TvOpenCall *stack; /* calls in the current chunk */
  guint32 after_first_row;
  guint32 next_row;
  guint32 n_open;
  guint32 n_levels;
  gint64 base;
  guint32 n_old; /* for 64-bit times: number of outermost open calls that the burst must not end */
  guint32 end_row; /* for 64-bit times: end of the rows that the burst may write */
  guint64 max;     /* latest time that is accepted, in ticks from the base */
  guint64 max_cpu; /* latest CPU time that is accepted, in ticks */
  gint64 switch_ticks;
  gint64 last_ts;
  gint64 last_cpu;
  gint64 covered[TV_N_CLOCKS];
} TvSliceBurst;

TvSliceBurst tv_slice_burst_begin (TvSliceWriter *writer,
                                   guint32        track,
                                   guint32        n,
                                   gboolean       is_wide);
void         tv_slice_burst_end   (TvSliceWriter *writer,
                                   guint32        track,
                                   TvSliceBurst   self);
void         tv_slice_burst_add_gap (TvSliceWriter *writer,
                                   guint32        track,
                                   guint32        n_open,
                                   gint64         last_ts,
                                   gint64         last_cpu,
                                   gint64         ts,
                                   gint64         cpu_ts);
void         tv_slice_burst_fetch (TvSliceWriter *writer,
                                   guint32        next,
                                   guint32        after_next);

/* Returns whether a time or row is outside the burst's range, or the innermost call is too old for the burst to end
 * it. */
G_ALWAYS_INLINE static inline gboolean
tv_slice_burst_is_far (const TvSliceBurst *self,
                       gboolean is_wide,
                       guint32 is_exit,
                       gint64 ts,
                       gint64 cpu_ts)
{
  if (!is_wide)
    return ((guint64) ts | (guint64) cpu_ts) > G_MAXUINT32;
  return ((guint64) ts > self->max) | ((guint64) cpu_ts > self->max_cpu) |
         (is_exit & (self->n_open <= self->n_old)) | (self->next_row == self->end_row);
}

/* Returns whether a record needs the slow path for a reason other than a preceding gap. @ts is relative to the base. */
G_ALWAYS_INLINE static inline gboolean
tv_slice_burst_needs_slow_path (const TvSliceBurst *self,
                                gboolean is_wide,
                                guint32 is_exit,
                                guint32 symbol,
                                gint64 ts,
                                gint64 cpu_ts)
{
  return (is_exit & (self->stack[self->n_open].symbol != symbol)) | (ts < self->last_ts) |
         (cpu_ts < self->last_cpu) | tv_slice_burst_is_far (self, is_wide, is_exit, ts, cpu_ts);
}

/* Returns whether the thread was off the CPU before a record. @ts is relative to the base. */
G_ALWAYS_INLINE static inline gboolean
tv_slice_burst_has_gap (const TvSliceBurst *self, gint64 ts, gint64 cpu_ts)
{
  return ts - self->last_ts - (cpu_ts - self->last_cpu) > self->switch_ticks;
}

/**
 * tv_slice_burst_add:
 * @self: a burst with records left
 * @is_wide: the value passed to tv_slice_burst_begin()
 * @has_cpu: whether the trace has CPU clocks
 * @action: #TvCallAction
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 *
 * Adds a record to the burst if the record does not need the slow path. A preceding gap also needs the slow path;
 * tv_slice_burst_pass_gap() can add such a gap.
 *
 * Returns: whether the record was added
 */
G_ALWAYS_INLINE static inline gboolean
tv_slice_burst_add (TvSliceBurst *self,
                    gboolean is_wide,
                    gboolean has_cpu,
                    guint32 action,
                    guint32 symbol,
                    gint64 ts,
                    gint64 cpu_ts)
{
  guint32 is_exit = action != TV_CALL_ENTER, row = self->next_row;
  guint32 innermost = self->stack[self->n_open].row;

  ts -= self->base;
  if (G_UNLIKELY (tv_slice_burst_needs_slow_path (self, is_wide, is_exit, symbol, ts, cpu_ts) |
                  (has_cpu & tv_slice_burst_has_gap (self, ts, cpu_ts))))
    return FALSE;
  self->last_ts = ts;
  self->last_cpu = cpu_ts;
  self->n_left--;

  self->ts[row] = (guint32) ts;
  if (self->narrow_symbol != NULL)
    self->narrow_symbol[row] = (guint16) symbol;
  else
    self->symbol[row] = symbol;
  self->depth[row] = (guint16) self->n_open;
  self->after_parent[row] = innermost + self->after_first_row;
  self->dur[innermost] = (guint32) ts - self->ts[innermost];
  if (G_UNLIKELY (action == TV_CALL_UNWIND))
    self->flags[innermost] = TV_SLICE_UNWOUND;
  if (has_cpu)
    {
      self->cpu_ts[row] = (guint32) cpu_ts;
      self->cpu_dur[innermost] = (guint32) cpu_ts - self->cpu_ts[innermost];
    }
  self->stack[self->n_open + 1].row = row;
  self->stack[self->n_open + 1].symbol = symbol;
  if (G_UNLIKELY (self->n_open == is_exit))
    {
      if (is_exit)
        {
          self->covered[TV_CLOCK_WALL] += self->dur[innermost];
          if (has_cpu)
            self->covered[TV_CLOCK_CPU] += self->cpu_dur[innermost];
          self->stack[0].row = row;
        }
      else
        self->after_parent[row] = 0;
    }
  self->next_row = row + 1 - is_exit;
  self->n_open += 1 - 2 * is_exit;
  self->n_levels = MAX (self->n_levels, self->n_open);
  return TRUE;
}

/**
 * tv_slice_burst_pass_gap:
 * @self: a burst of a trace with CPU clocks
 * @is_wide: the value passed to tv_slice_burst_begin()
 * @action: #TvCallAction
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks
 *
 * Adds the gap before a record that tv_slice_burst_add() rejected, if the gap was the only reason for the rejection.
 *
 * Returns: whether the gap was added; if so, tv_slice_burst_add() now accepts the record
 */
G_ALWAYS_INLINE static inline gboolean
tv_slice_burst_pass_gap (TvSliceBurst *self,
                         TvSliceWriter *writer,
                         guint32 track,
                         gboolean is_wide,
                         guint32 action,
                         guint32 symbol,
                         gint64 ts,
                         gint64 cpu_ts)
{
  ts -= self->base;
  if (tv_slice_burst_needs_slow_path (self, is_wide, action != TV_CALL_ENTER, symbol, ts, cpu_ts) ||
      !tv_slice_burst_has_gap (self, ts, cpu_ts))
    return FALSE;
  tv_slice_burst_add_gap (writer, track, self->n_open, self->last_ts, self->last_cpu, ts, cpu_ts);
  self->last_ts = ts;
  self->last_cpu = cpu_ts;
  return TRUE;
}

G_END_DECLS
