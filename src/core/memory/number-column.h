/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvNumberColumn:
 * @narrow: (nullable): the numbers in 16 bits
 * @wide: (nullable): the numbers in 32 bits, if 16 are not sufficient
 *
 * A column of numbers that are small in nearly all traces: few programs reach a call depth of 65,536 or call more than
 * 65,536 methods. Exactly one of @narrow and @wide is set.
 */
typedef struct
{
  const guint16 *narrow;
  const guint32 *wide;
} TvNumberColumn;

static inline guint32
tv_number_column_get (const TvNumberColumn *column, guint32 row)
{
  return G_LIKELY (column->narrow != NULL) ? column->narrow[row] : column->wide[row];
}

/* Copies the numbers of @n rows to @numbers. */
static inline void
tv_number_column_read (const TvNumberColumn *column, guint32 first, guint32 n, guint32 *numbers)
{
  if (column->narrow != NULL)
    for (guint32 i = 0; i < n; i++)
      numbers[i] = column->narrow[first + i];
  else
    for (guint32 i = 0; i < n; i++)
      numbers[i] = column->wide[first + i];
}

/* Prefetches the memory of a row. */
static inline void
tv_number_column_fetch (const TvNumberColumn *column, guint32 row)
{
  if (column->narrow != NULL)
    __builtin_prefetch (&column->narrow[row]);
  else
    __builtin_prefetch (&column->wide[row]);
}

G_END_DECLS
