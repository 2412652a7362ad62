/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* The time range of a selection, and its intersection with slices. Analyses of a range follow these rules:
 *
 * - The range extends from its start up to, but not including, its end.
 * - A slice is inside if part of its time is inside, or if it has duration 0 and starts inside.
 * - If a bound cuts a slice, only the part inside counts.
 * - A slice that is still open at the end of the trace extends to that end. A slice whose end was lost has duration
 *   0, because its real duration is unknown. */

/**
 * TvRange:
 * @start_ns: first nanosecond
 * @end_ns: end, exclusive
 * @length_ns: duration of the part of the range that the trace covers; percentages of the range refer to it
 *
 * A time range.
 */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 length_ns;
} TvRange;

/**
 * TvRangeWalk:
 * @row: current slice
 * @ns: duration of the current slice inside the range
 * @n_seen: number of slices so far, including the current one
 *
 * Iterator over the slices of a track in a range, in chronological order.
 */
typedef struct
{
  guint32 row;
  gint64 ns;
  guint32 n_seen;
  /*< private >*/
  const TvSlices *slices;
  TvRange range;
  guint32 next;
  guint32 end;
} TvRangeWalk;

TvRange tv_range_new         (TvTrace           *trace,
                              const TvSelection *selection);
TvRangeWalk tv_range_walk    (const TvRange     *self,
                              TvTrace           *trace,
                              guint32            track);
double  tv_range_get_percent (const TvRange     *self,
                              gint64             ns);

static inline gboolean
tv_range_has (const TvRange *self, gint64 start_ns, gint64 end_ns)
{
  return start_ns < self->end_ns &&
         (end_ns > self->start_ns || (start_ns == end_ns && start_ns == self->start_ns));
}

static inline gint64
tv_range_clip (const TvRange *self, gint64 start_ns, gint64 end_ns)
{
  gint64 start = MAX (start_ns, self->start_ns), end = MIN (end_ns, self->end_ns);

  return MAX (end - start, 0);
}

/* Advances to the next slice. Returns FALSE if there is none. */
static inline gboolean
tv_range_walk_next (TvRangeWalk *self)
{
  while (self->next < self->end)
    {
      gint64 start_ns = tv_slices_start (self->slices, self->next);
      gint64 end_ns = tv_slices_end (self->slices, self->next);

      if (start_ns >= self->range.end_ns)
        return FALSE;
      self->row = self->next++;
      if (tv_range_has (&self->range, start_ns, end_ns))
        {
          self->n_seen++;
          self->ns = tv_range_clip (&self->range, start_ns, end_ns);
          return TRUE;
        }
    }
  return FALSE;
}

/* Returns the average time per slice, rounded to ns, or 0 if there are no slices. */
static inline gint64
tv_range_average (gint64 total_ns, guint32 count)
{
  tv_add_ns (&total_ns, count / 2);
  return count > 0 ? total_ns / count : 0;
}

G_END_DECLS
