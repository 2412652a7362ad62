/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/range/cpu-clock.h"

#include <math.h>

/* Reads the CPU clock of a thread at the bounds of a selection: interpolates between records, or adds up runs if the
 * trace has scheduling data. Called only by track-part.c. Pure: only reads the trace. */

typedef struct
{
  gint64 ts;
  gint64 cpu;
} ClockRecord;

static ClockRecord
get_start (const TvSlices *slices, guint32 slice)
{
  return (ClockRecord){ tv_slices_start (slices, slice),
                        tv_time_column_get (&slices->cpu_ts, slice) };
}

static ClockRecord
get_end (const TvSlices *slices, guint32 slice)
{
  gint64 cpu_start = tv_time_column_get (&slices->cpu_ts, slice);

  return (ClockRecord){ tv_slices_end (slices, slice),
                        cpu_start + tv_time_column_get (&slices->cpu_dur, slice) };
}

/* Finds the last record before @split, and the first record at or after it:
 *
 *        ┌ a ──────────────────┐        before = end of b, after = end of a
 *           ┌ b ───┐  ┊  ┌ row ─        (or start of @row, whichever comes first)
 *                   split
 *
 * @row is the first slice of the track that starts at or after @split. The slices that are open at @split are among
 * the slice before @row and its ancestors. Their ends are visited in chronological order by following the parents. */
static void
find_records (TvTrace *trace,
              guint32 track,
              gint64 split,
              ClockRecord *before,
              gboolean *has_before,
              ClockRecord *after,
              gboolean *has_after)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  guint32 row = tv_trace_find_slice_from (trace, track, split);

  *has_before = row > t->first_slice;
  *has_after = row < t->first_slice + t->n_slices;
  if (*has_after)
    *after = get_start (slices, row);
  if (!*has_before)
    return;

  *before = get_start (slices, row - 1);
  for (guint32 slice = row - 1; slice != TV_NONE; slice = tv_slices_parent (slices, slice))
    {
      ClockRecord end = get_end (slices, slice);

      if (end.ts >= split)
        {
          if (!*has_after || end.ts < after->ts || (end.ts == after->ts && end.cpu < after->cpu))
            *after = end;
          *has_after = TRUE;
          return;
        }
      *before = end;
    }
}

static gint64
read_clock (TvTrace *trace, guint32 track, gint64 split, gint64 ts_ns)
{
  guint32 utid = tv_trace_get_tracks (trace, NULL)[track].utid;
  ClockRecord before = { 0, 0 }, after = { 0, 0 };
  gboolean has_before, has_after;
  double share;

  /* With scheduling data, no interpolation is necessary. */
  if (tv_trace_has (trace, TV_HAS_SCHEDULING))
    return tv_trace_get_cpu_at (trace, utid, ts_ns);

  find_records (trace, track, split, &before, &has_before, &after, &has_after);
  if (!has_before)
    return has_after ? after.cpu : 0;
  if (!has_after || ts_ns <= before.ts || after.ts <= before.ts)
    return before.cpu;
  if (ts_ns >= after.ts)
    return after.cpu;
  /* The product of two durations in ns may exceed 64 bits. A double is exact to the ns if the records are less than
   * 100 days apart. */
  share = (double) (ts_ns - before.ts) / (double) (after.ts - before.ts);
  return before.cpu + (gint64) floor (share * (double) (after.cpu - before.cpu) + 0.5);
}

/**
 * tv_cpu_clock_at_start:
 * @trace: a trace that has %TV_CLOCK_CPU
 * @track: track of a thread
 * @ts_ns: start of a selection
 *
 * Reads the CPU clock at the start of a selection. If several records have this time, uses the first one, because
 * slices that start at this time are inside.
 *
 * Returns: time on the thread's CPU clock in ns
 */
gint64
tv_cpu_clock_at_start (TvTrace *trace, guint32 track, gint64 ts_ns)
{
  return read_clock (trace, track, ts_ns, ts_ns);
}

/**
 * tv_cpu_clock_at_end:
 * @trace: a trace that has %TV_CLOCK_CPU
 * @track: track of a thread
 * @ts_ns: end of a selection; must be less than %G_MAXINT64
 *
 * Reads the CPU clock at the end of a selection. If several records have this time, uses the last one, because slices
 * that end at this time are inside.
 *
 * Returns: time on the thread's CPU clock in ns
 */
gint64
tv_cpu_clock_at_end (TvTrace *trace, guint32 track, gint64 ts_ns)
{
  return read_clock (trace, track, ts_ns + 1, ts_ns);
}
