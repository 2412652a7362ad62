/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeScale:
 * @start_ns: time of the left edge in ns
 * @end_ns: time of the right edge in ns; greater than @start_ns
 * @n_columns: number of pixel columns, at least 1
 *
 * Maps a time range to pixel columns. A column may be shorter than a nanosecond.
 */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 n_columns;
} TvTimeScale;

double  tv_time_scale_get_x      (const TvTimeScale *self,
                                  gint64             ns);
gint64  tv_time_scale_get_ns     (const TvTimeScale *self,
                                  double             x);
gint64  tv_time_scale_find_column (const TvTimeScale *self,
                                   gint64             ns);
gint64  tv_time_scale_find_last  (const TvTimeScale *self,
                                  gint64             start_ns,
                                  gint64             end_ns);

/* Returns the last nanosecond at or before a column's left edge. Divides the duration first, because its product with
 * a column would overflow for long traces. */
static inline gint64
tv_time_scale_floor (const TvTimeScale *self, gint64 column)
{
  gint64 length = self->end_ns - self->start_ns;
  gint64 whole = length / self->n_columns, rest = length % self->n_columns;

  return self->start_ns + whole * column + rest * column / self->n_columns;
}

/* Returns the first nanosecond at or after a column's left edge. A column contains the times from this one up to, but
 * not including, that of the next column. */
static inline gint64
tv_time_scale_ceil (const TvTimeScale *self, gint64 column)
{
  gint64 rest = (self->end_ns - self->start_ns) % self->n_columns;

  return tv_time_scale_floor (self, column) + (rest * column % self->n_columns != 0);
}

/**
 * TvTimeEdge:
 * @floor_ns: last nanosecond at or before the edge
 * @part: distance from @floor_ns to the edge, in units of 1 / @n ns
 * @whole: quotient of the scale's duration and @n, in ns
 * @rest: remainder of the scale's duration and @n
 * @n: number of columns
 *
 * The left edge of a column, which can be advanced without a division.
 */
typedef struct
{
  gint64 floor_ns;
  gint64 part;
  gint64 whole;
  gint64 rest;
  gint64 n;
} TvTimeEdge;

static inline TvTimeEdge
tv_time_scale_get_edge (const TvTimeScale *self, gint64 column)
{
  gint64 length = self->end_ns - self->start_ns;

  return (TvTimeEdge){
    .floor_ns = tv_time_scale_floor (self, column),
    .part = length % self->n_columns * column % self->n_columns,
    .whole = length / self->n_columns,
    .rest = length % self->n_columns,
    .n = self->n_columns,
  };
}

static inline void
tv_time_edge_step (TvTimeEdge *self)
{
  self->floor_ns += self->whole;
  self->part += self->rest;
  if (self->part >= self->n)
    {
      self->part -= self->n;
      self->floor_ns++;
    }
}

/* Returns the first nanosecond at or after the edge. */
static inline gint64
tv_time_edge_get_ceil (const TvTimeEdge *self)
{
  return self->floor_ns + (self->part != 0);
}

G_END_DECLS
