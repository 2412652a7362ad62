/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/key-order.h"

/* Radix sort with 11 bits per pass, least significant first: the counters of a pass fit in the L1 cache. Called by
 * readers, the builder, analyses, tables and queries to sort millions of rows. The caller's two arrays are swapped
 * during the sort, so both pointers may change. */
#define DIGIT_BITS 11
#define N_DIGITS   (1 << DIGIT_BITS)

static void
sort_by_digit (const guint64 *keys, guint32 n, guint shift, const guint32 *from, guint32 *to)
{
  guint32 starts[N_DIGITS] = { 0 };
  guint32 next = 0;

  for (guint32 i = 0; i < n; i++)
    starts[keys[i] >> shift & (N_DIGITS - 1)]++;
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      guint32 count = starts[digit];

      starts[digit] = next;
      next += count;
    }
  for (guint32 i = 0; i < n; i++)
    to[starts[keys[from[i]] >> shift & (N_DIGITS - 1)]++] = from[i];
}

/**
 * tv_key_order_sort:
 * @keys: key of each row
 * @n: number of rows
 * @order: (inout): the rows in an initial order, which is kept among rows with equal keys; receives the sorted rows
 * @spare: (inout): a buffer for @n rows; may be exchanged with @order
 * @cancellable: (nullable): checked between passes
 *
 * Sorts rows by key.
 *
 * Returns: %FALSE if cancelled; @order then still contains each row once
 */
gboolean
tv_key_order_sort (const guint64 *keys,
                   guint32 n,
                   guint32 **order,
                   guint32 **spare,
                   GCancellable *cancellable)
{
  guint64 differing = 0;
  gboolean is_sorted = TRUE;

  for (guint32 i = 1; i < n; i++)
    {
      differing |= keys[i] ^ keys[0];
      is_sorted &= keys[(*order)[i - 1]] <= keys[(*order)[i]];
    }
  if (is_sorted)
    return TRUE;
  for (guint shift = 0; shift < 64; shift += DIGIT_BITS)
    {
      guint32 *sorted = *spare;

      if ((differing >> shift & (N_DIGITS - 1)) == 0)
        continue;
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      sort_by_digit (keys, n, shift, *order, sorted);
      *spare = *order;
      *order = sorted;
    }
  return TRUE;
}
