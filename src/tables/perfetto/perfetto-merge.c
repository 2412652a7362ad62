/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/perfetto/perfetto-merge.h"

/* Merges n sorted lists with a binary heap. Called by perfetto-slices.c and perfetto-counters.c. Consumes the lists
 * of the caller. */

static gboolean
is_before (const TvPerfettoList *a, const TvPerfettoList *b)
{
  return a->ts != b->ts ? a->ts < b->ts : a->at < b->at;
}

static void
sift (TvPerfettoList *heap, guint n, guint i)
{
  TvPerfettoList list = heap[i];

  for (guint child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && is_before (&heap[child + 1], &heap[child]))
        child++;
      if (!is_before (&heap[child], &list))
        break;
      heap[i] = heap[child];
    }
  heap[i] = list;
}

/* Merges sorted lists of rows by time.
 * @lists: (element-type TvPerfettoList): the lists; consumed
 * @rows: (out caller-allocates): all rows, sorted by time
 * @numbers: (nullable): receives, for each row, the @number of the list that contained it */
void
tv_perfetto_merge (GArray *lists,
                   TvPerfettoGetTime get_time,
                   gpointer data,
                   guint32 *rows,
                   guint32 *numbers)
{
  TvPerfettoList *heap = (TvPerfettoList *) (gpointer) lists->data;
  guint n = lists->len;
  guint32 out = 0;

  for (guint i = n / 2; i-- > 0;)
    sift (heap, n, i);
  while (n > 0)
    {
      rows[out] = heap[0].at;
      if (numbers != NULL)
        numbers[out] = heap[0].number;
      out++;
      if (++heap[0].at < heap[0].end)
        heap[0].ts = get_time (data, heap[0].at);
      else
        heap[0] = heap[--n];
      sift (heap, n, 0);
    }
}
