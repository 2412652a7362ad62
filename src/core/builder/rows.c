/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/rows.h"

#include <string.h>

#include "core/builder/problems-part.h"
#include "core/memory/key-order.h"

/* Functions for a GArray of rows that contain a time: capacity check, stable sort by time, shift by an offset. Called
 * by the parts of the builder that store rows as structs. Changes only the array; the capacity check may mark the
 * builder as full. */

/* Returns whether one more row fits. If not, marks the trace as too large. */
gboolean
tv_trace_builder_has_row (TvTraceBuilder *self, const GArray *rows)
{
  if (rows->len < TV_MAX_SORTED)
    return TRUE;
  tv_trace_builder_set_full (self);
  return FALSE;
}

/* Returns: (transfer full): the row numbers, stably sorted by time. @offset is the byte offset of the time within a
 * row. */
guint32 *
tv_rows_order (const GArray *rows, gsize offset)
{
  guint32 n = rows->len;
  gsize size = g_array_get_element_size ((GArray *) rows);
  g_autofree guint64 *keys = g_new (guint64, n);
  g_autofree guint32 *spare = g_new (guint32, n);
  guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      gint64 ts;

      memcpy (&ts, rows->data + i * size + offset, sizeof ts);
      /* The inverted sign bit sorts negative times first. */
      keys[i] = (guint64) ts ^ G_GUINT64_CONSTANT (1) << 63;
      order[i] = i;
    }
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  return order;
}

/* Returns: (transfer full) (array length=n): the rows of the array, which is then empty */
gpointer
tv_rows_take (GArray *rows, guint32 *n)
{
  gsize n_taken;
  gpointer taken = g_array_steal (rows, &n_taken);

  *n = (guint32) n_taken;
  return g_realloc_n (taken, n_taken, g_array_get_element_size (rows));
}

/* Adds @by_ns to the times, in ns, of all rows from @first on. @offset is the byte offset of the time within a row.
 * Skips missing times. A time that would overflow becomes G_MAXINT64 / 2 or -G_MAXINT64 / 2. */
void
tv_rows_shift (GArray *rows, guint first, gsize offset, gint64 by_ns)
{
  gsize size = g_array_get_element_size (rows);

  for (guint i = first; i < rows->len; i++)
    {
      gint64 *ts = (gint64 *) (gpointer) (rows->data + i * size + offset);

      if (*ts != TV_NO_TIME && __builtin_add_overflow (*ts, by_ns, ts))
        *ts = by_ns > 0 ? G_MAXINT64 / 2 : -G_MAXINT64 / 2;
    }
}
