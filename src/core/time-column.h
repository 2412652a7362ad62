/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeColumn:
 * @narrow: (nullable): the values as 32-bit ticks, or %NULL
 * @wide: (nullable): the values as 64-bit ticks where 32 bits do not hold them, or %NULL
 * @unit_ns: nanoseconds in a tick
 * @base_ns: what is added to all values, in ns
 *
 * A column of times or durations. At every interface time is #gint64 nanoseconds; most files
 * count in µs since their start, and then half the memory does. Exactly one of @narrow and
 * @wide is set, or neither where the trace lacks the column.
 */
typedef struct
{
  const guint32 *narrow;
  const gint64 *wide;
  gint64 unit_ns;
  gint64 base_ns;
} TvTimeColumn;

static inline gint64
tv_time_column_get (const TvTimeColumn *column, guint32 row)
{
  gint64 ticks = column->narrow != NULL ? (gint64) column->narrow[row] : column->wide[row];

  return ticks * column->unit_ns + column->base_ns;
}

/* Asks for a row's memory: it comes while something else is done. */
static inline void
tv_time_column_fetch (const TvTimeColumn *column, guint32 row)
{
  if (column->narrow != NULL)
    __builtin_prefetch (&column->narrow[row]);
  else
    __builtin_prefetch (&column->wide[row]);
}

static inline gboolean
tv_time_column_is_present (const TvTimeColumn *column)
{
  return column->narrow != NULL || column->wide != NULL;
}

G_END_DECLS
