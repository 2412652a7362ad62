/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeScale:
 * @start_ns: what the left edge stands for
 * @end_ns: what the right edge stands for; after @start_ns
 * @n_columns: pixel columns between them, at least 1
 *
 * Which range of time lies on which columns of pixels. A column may be as short as a fraction
 * of a nanosecond.
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

/* The last nanosecond at or before a column's left edge. The length is split because its
 * product with a column overflows for long traces. */
static inline gint64
tv_time_scale_floor (const TvTimeScale *self, gint64 column)
{
  gint64 length = self->end_ns - self->start_ns;
  gint64 whole = length / self->n_columns, rest = length % self->n_columns;

  return self->start_ns + whole * column + rest * column / self->n_columns;
}

/* The first nanosecond at or after a column's left edge. What starts from here on, but before the same
 * of the next column, starts in the column. */
static inline gint64
tv_time_scale_ceil (const TvTimeScale *self, gint64 column)
{
  gint64 rest = (self->end_ns - self->start_ns) % self->n_columns;

  return tv_time_scale_floor (self, column) + (rest * column % self->n_columns != 0);
}

/**
 * TvTimeEdge:
 * @floor_ns: the last nanosecond at or before the edge
 * @part: how far behind it the edge is, in parts of @n of a nanosecond
 *
 * A column's left edge, from which one goes on to the next without a division.
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

/* The first nanosecond at or after the edge. */
static inline gint64
tv_time_edge_get_ceil (const TvTimeEdge *self)
{
  return self->floor_ns + (self->part != 0);
}

G_END_DECLS
