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
 * Which stretch of time lies on which columns of pixels. A column may be as short as a fraction
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

/* The first nanosecond at or after a column's left edge: what starts from here on, and before
 * that of the next column, starts in the column. */
static inline gint64
tv_time_scale_ceil (const TvTimeScale *self, gint64 column)
{
  gint64 rest = (self->end_ns - self->start_ns) % self->n_columns;

  return tv_time_scale_floor (self, column) + (rest * column % self->n_columns != 0);
}

G_END_DECLS
