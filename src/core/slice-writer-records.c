/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice-writer.h"

#include "core/trace-builder-private.h"

/* Many records of one track at once. What the next record is, a call's begin or its end, cannot be
 * foreseen, and to be wrong about it costs more than to write what is not needed: so there is one
 * way for both, without a branch.
 *
 *   record     enter a   enter b   exit b    enter c   exit c    exit a
 *   as begin   r: a      r+1: b    r+2: b    r+2: c    r+3: c    r+3: a     one row further if it is one
 *   as end     –         r         r+1       r         r+2       r          of the innermost call
 *
 * What an end writes as if it were a begin, the next begin replaces; the time until a call begins
 * is no caller's length, which comes when that ends. Whatever is odd about a record is left to the
 * functions for single ones. */

/* Rows of a column in a line of the cache. */
#define ROWS_PER_LINE 16

typedef struct
{
  guint32 *ts;
  guint32 *dur;
  guint32 *cpu_ts; /* (nullable) */
  guint32 *cpu_dur;
  guint32 *symbol;
  guint32 *parent;
  guint32 *depth;
  guint8 *flags;
  guint32 first_row;
  gint64 base;
  gint64 switch_ticks;
} Plain;

/* Whether the records can be written in the plain way, as far as they are not odd. */
static gboolean
can_be_plain (const TvSliceWriter *self, TvTrackBuilder *track, guint32 n)
{
  const TvTraceBuilder *builder = self->builder;
  const TvSliceChunk *chunk = track->last;

  if (chunk == NULL || chunk != track->first || chunk->is_wide || !track->has_record ||
      track->on_stack != NULL || n > chunk->capacity - chunk->n ||
      self->n_slices + n >= G_MAXUINT32 - 1 || builder->max_ticks - builder->base < G_MAXUINT32)
    return FALSE;
  while (track->n_open + n >= track->stack_capacity)
    tv_track_builder_grow_stack (track);
  return TRUE;
}

static Plain
get_plain (const TvTraceBuilder *builder, const TvTrackBuilder *track)
{
  const TvSliceChunk *chunk = track->last;

  return (Plain){ .ts = chunk->times[TV_CHUNK_TS],
                  .dur = chunk->times[TV_CHUNK_DUR],
                  .cpu_ts = chunk->times[TV_CHUNK_CPU_TS],
                  .cpu_dur = chunk->times[TV_CHUNK_CPU_DUR],
                  .symbol = chunk->symbol,
                  .parent = chunk->parent,
                  .depth = chunk->depth,
                  .flags = chunk->flags,
                  .first_row = track->first_row,
                  .base = builder->base,
                  .switch_ticks = builder->switch_ticks };
}

/* Asks for the memory of the track's rows from @row on: until its next burst of records come those of
 * others, with so many columns each that the processor does not see what will be next. */
static inline void
fetch_rows (const Plain *plain, guint32 row)
{
  for (guint32 end = row + 2 * ROWS_PER_LINE; row < end; row += ROWS_PER_LINE)
    {
      __builtin_prefetch (&plain->ts[row], 1);
      __builtin_prefetch (&plain->dur[row], 1);
      if (plain->cpu_ts != NULL)
        {
          __builtin_prefetch (&plain->cpu_ts[row], 1);
          __builtin_prefetch (&plain->cpu_dur[row], 1);
        }
      __builtin_prefetch (&plain->symbol[row], 1);
      __builtin_prefetch (&plain->parent[row], 1);
      __builtin_prefetch (&plain->depth[row], 1);
    }
  __builtin_prefetch (&plain->flags[row], 1);
}

/* Writes records from @i on; returns the first that is odd. */
G_ALWAYS_INLINE static inline guint32
write_plain (TvTrackBuilder *track,
             const Plain plain,
             const TvCallRecords records,
             guint32 i,
             gboolean has_cpu)
{
  TvSliceChunk *chunk = track->last;
  TvOpenCall *stack = track->stack;
  guint32 n_open = track->n_open, n_levels = track->n_levels, next = chunk->n;
  gint64 last_ts = track->last_ts, last_cpu = track->last_cpu;

  stack[0].row = next;
  for (; i < records.n; i++)
    {
      guint32 symbol = records.symbol[i], action = records.action[i];
      guint32 is_exit = action != TV_CALL_ENTER;
      gint64 ts = records.ts[i] - plain.base, cpu = has_cpu ? records.cpu_ts[i] : 0;
      guint32 innermost = stack[n_open].row;

      if (G_UNLIKELY ((is_exit & (stack[n_open].symbol != symbol)) | (ts < last_ts) |
                      (cpu < last_cpu) | ((ts | cpu) >> 32 != 0) |
                      (ts - last_ts - (cpu - last_cpu) > plain.switch_ticks)))
        break;
      last_ts = ts;
      last_cpu = cpu;

      plain.ts[next] = (guint32) ts;
      plain.symbol[next] = symbol;
      plain.depth[next] = n_open;
      plain.parent[next] = innermost + plain.first_row;
      plain.dur[innermost] = (guint32) ts - plain.ts[innermost];
      plain.flags[innermost] = action == TV_CALL_UNWIND ? TV_SLICE_UNWOUND : 0;
      if (has_cpu)
        {
          plain.cpu_ts[next] = (guint32) cpu;
          plain.cpu_dur[innermost] = (guint32) cpu - plain.cpu_ts[innermost];
        }
      stack[n_open + 1] = (TvOpenCall){ .chunk = chunk, .row = next, .symbol = symbol };
      if (G_UNLIKELY (n_open == is_exit))
        {
          if (is_exit)
            {
              track->covered[TV_CLOCK_WALL] += plain.dur[innermost];
              track->covered[TV_CLOCK_CPU] += has_cpu ? plain.cpu_dur[innermost] : 0;
              stack[0].row = next;
            }
          else
            plain.parent[next] = TV_NONE;
        }
      next += 1 - is_exit;
      n_open += 1 - 2 * is_exit;
      n_levels = MAX (n_levels, n_open);
    }
  track->n_slices += next - chunk->n;
  chunk->n = next;
  track->n_open = n_open;
  track->n_levels = n_levels;
  track->last_ts = last_ts;
  track->last_cpu = last_cpu;
  return i;
}

static guint32
add_plain (TvSliceWriter *self, TvTrackBuilder *track, const TvCallRecords *records, guint32 first)
{
  guint32 n_slices = track->n_slices;
  guint32 end;
  Plain plain;

  if (!can_be_plain (self, track, records->n - first))
    return first;
  plain = get_plain (self->builder, track);
  if (plain.cpu_ts != NULL)
    end = write_plain (track, plain, *records, first, TRUE);
  else
    end = write_plain (track, plain, *records, first, FALSE);
  self->n_slices += track->n_slices - n_slices;
  fetch_rows (&plain, track->last->n + ROWS_PER_LINE);
  return end;
}

static gboolean
add_record (TvSliceWriter *self, guint32 track, const TvCallRecords *records, guint32 i)
{
  gint64 where = records->where + (gint64) i * records->where_step;

  if (records->action[i] == TV_CALL_ENTER)
    return tv_slice_writer_begin (self, track, records->symbol[i], records->ts[i],
                                  records->cpu_ts[i], where);
  tv_slice_writer_end (self, track, records->symbol[i], records->ts[i], records->cpu_ts[i],
                       records->action[i] == TV_CALL_UNWIND ? TV_SLICE_UNWOUND : 0, where);
  return TRUE;
}

/**
 * tv_slice_writer_add_records:
 * @self: a writer
 * @track: a track of its own
 * @records: what happened on it
 *
 * As tv_slice_writer_begin() and tv_slice_writer_end() for one record after the other.
 *
 * Returns: as tv_slice_writer_begin()
 */
gboolean
tv_slice_writer_add_records (TvSliceWriter *self, guint32 track, const TvCallRecords *records)
{
  TvTrackBuilder *builder = tv_trace_builder_peek_track ((TvTraceBuilder *) self->builder, track);

  for (guint32 i = 0; i < records->n; i++)
    {
      i = add_plain (self, builder, records, i);
      if (i < records->n && !add_record (self, track, records, i))
        return FALSE;
    }
  return TRUE;
}
