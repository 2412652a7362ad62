/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/event-order.h"

#include <string.h>

#include "core/memory/key-order.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Sorts events by time. Devices write events of several CPUs at once, so files are only approximately sorted. Each
 * reader declares the maximum delay of an event. Called by the trace builder and by readers of ftrace and Perfetto
 * for all events, and by event-window.c for short arrays. If the timestamps consist of long ascending runs, the runs
 * are merged; otherwise, the rows are sorted by keys. Pure: returns an order and never moves the events. Large merges
 * use two threads. */

/**
 * tv_event_disorder_find:
 * @self: (out caller-allocates): statistics
 * @ts: (array length=n): timestamps in ns, in file order
 * @n: number of timestamps
 * @bound_ns: longest expected delay, in ns: how much earlier than a preceding event an event may be
 *
 * Counts the events that are earlier than a preceding event, and those that are late by more than @bound_ns. The
 * latter are also sorted, but the reader reports them as a problem.
 */
void
tv_event_disorder_find (TvEventDisorder *self, const gint64 *ts, guint32 n, gint64 bound_ns)
{
  gint64 latest = n > 0 ? ts[0] : 0;

  *self = (TvEventDisorder){ 0 };
  for (guint32 i = 1; i < n; i++)
    {
      if (G_LIKELY (ts[i] >= latest))
        {
          latest = ts[i];
          continue;
        }
      self->n_late++;
      /* Unsigned, because the difference may exceed the range of signed integers. */
      if ((guint64) latest - (guint64) ts[i] <= (guint64) bound_ns)
        continue;
      if (self->n_beyond++ == 0)
        self->first_beyond = i;
    }
}

/* ---- Runs: rows in ascending time order, mostly written by one CPU ---- */

/* Minimum average length of runs for which merging is faster than sorting. */
#define LONG_RUN 8

/* Minimum number of rows for which merging on two threads is faster than on one. */
#define PARALLEL_ROWS (256u * 1024)

/* Returns (transfer full): the first row of each run, followed by the number of rows. Returns NULL if the runs are
 * shorter than LONG_RUN on average. */
static GArray *
find_runs (const gint64 *ts, guint32 n)
{
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 i = 0;

  g_array_append_val (starts, i);
  for (i = 1; i < n; i++)
    if (ts[i] < ts[i - 1])
      {
        if (starts->len > n / LONG_RUN)
          return NULL;
        g_array_append_val (starts, i);
      }
  g_array_append_val (starts, n);
  return g_steal_pointer (&starts);
}

/* Returns whether @ts is earlier than @time, or equal to it if @is_at_included is set. */
static inline gboolean
precedes (gint64 ts, gint64 time, gboolean is_at_included)
{
  return ts < time || (is_at_included && ts == time);
}

/* Returns the first index in @order, from @first to @end, whose row does not precede @time; @end if there is none. */
static guint32
find_row (const gint64 *ts,
          const guint32 *order,
          guint32 first,
          guint32 end,
          gint64 time,
          gboolean is_at_included)
{
  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (precedes (ts[order[middle]], time, is_at_included))
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the index of the first row of the left run that is later than @time, the start of the right run. Runs
 * overlap little, so the search begins at the end of the left run and doubles its steps. */
static guint32
find_overlap_start (const gint64 *ts, const guint32 *order, guint32 n, gint64 time)
{
  guint32 step = 1;

  while (step < n && !precedes (ts[order[n - step]], time, TRUE))
    step *= 2;
  return find_row (ts, order, n - MIN (step, n), n - step / 2, time, TRUE);
}

/* Returns the index of the first row of the right run that is not earlier than @time, the end of the left run. */
static guint32
find_overlap_end (const gint64 *ts, const guint32 *order, guint32 n, gint64 time)
{
  guint32 step = 1;

  while (step < n && precedes (ts[order[step - 1]], time, FALSE))
    step *= 2;
  return find_row (ts, order, step / 2, MIN (step, n), time, FALSE);
}

/* Merges two adjacent runs. Moves only the rows that overlap in time. These are few, because CPUs take turns writing.
 * Inside the overlap, either run may provide the next row. The row is selected without a branch, because a branch
 * would often be mispredicted. */
static void
merge (const gint64 *ts, guint32 *order, guint32 n_left, guint32 n, guint32 *spare)
{
  guint32 skipped = find_overlap_start (ts, order, n_left, ts[order[n_left]]);
  guint32 left = 0, right = n_left, to = skipped;

  n = n_left + find_overlap_end (ts, order + n_left, n - n_left, ts[order[n_left - 1]]);
  n_left -= skipped;
  memcpy (spare, order + skipped, n_left * sizeof *spare);
  while (left < n_left && right < n)
    {
      guint32 left_row = spare[left], right_row = order[right];
      guint32 is_right = ts[right_row] < ts[left_row];

      order[to++] = left_row ^ ((left_row ^ right_row) & (0 - is_right));
      right += is_right;
      left += 1 - is_right;
    }
  memcpy (order + to, spare + left, (n_left - left) * sizeof *spare);
}

/* Adjacent runs to merge. */
typedef struct
{
  const gint64 *ts;
  guint32 *order;
  guint32 *spare;        /* scratch buffer with the size of @order; only its start is used */
  const guint32 *starts; /* start of each run, followed by the end of the last run */
  guint n;
} Runs;

static void
init_order (guint32 *order, guint32 first, guint32 end)
{
  for (guint32 i = first; i < end; i++)
    order[i] = i;
}

/* Merges the runs from @first to @end, exclusive. Neighbours are merged first, while their rows are in the CPU
 * cache. */
static void
merge_range (const Runs *self, guint first, guint end, guint32 *spare)
{
  const guint32 *at = self->starts;
  guint middle = first + (end - first) / 2;

  if (end - first < 2)
    {
      init_order (self->order, at[first], at[end]);
      return;
    }
  merge_range (self, first, middle, spare);
  merge_range (self, middle, end, spare);
  merge (self->ts, self->order + at[first], at[middle] - at[first], at[end] - at[first], spare);
}

/* Merges one half of the runs. A #TvParallelTask. */
static void
merge_half (guint task, gpointer data)
{
  const Runs *runs = data;
  guint middle = runs->n / 2;

  if (task == 0)
    merge_range (runs, 0, middle, runs->spare);
  else
    merge_range (runs, middle, runs->n, runs->spare + runs->starts[middle]);
}

static void
merge_runs (const gint64 *ts, const GArray *starts, guint32 *order, guint32 *spare)
{
  Runs runs = {
    ts, order, spare, (const guint32 *) (gconstpointer) starts->data, starts->len - 1,
  };
  guint32 middle = runs.starts[runs.n / 2], end = runs.starts[runs.n];

  if (end < PARALLEL_ROWS)
    {
      merge_range (&runs, 0, runs.n, spare);
      return;
    }
  tv_parallel_run (2, merge_half, &runs);
  merge (ts, order, middle, end, spare);
}

/* ---- Order ---- */

/* Returns unsigned sort keys. If no timestamp is negative, the timestamps are the keys. Otherwise, the keys are
 * stored in @turned, which the caller frees. */
static const guint64 *
get_keys (const gint64 *ts, guint32 n, guint64 **turned)
{
  gint64 signs = 0;

  for (guint32 i = 0; i < n; i++)
    signs |= ts[i];
  if (signs >= 0)
    return (const guint64 *) ts;
  *turned = tv_large_block_new (n * sizeof **turned);
  for (guint32 i = 0; i < n; i++)
    (*turned)[i] = (guint64) ts[i] ^ G_GUINT64_CONSTANT (1) << 63;
  return *turned;
}

static gboolean
is_sorted (const gint64 *ts, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (ts[i - 1] > ts[i])
      return FALSE;
  return TRUE;
}

static void
sort (const gint64 *ts, guint32 n, guint32 **order, guint32 **spare)
{
  g_autofree guint64 *turned = NULL;
  g_autoptr (GArray) starts = find_runs (ts, n);

  if (starts != NULL)
    {
      merge_runs (ts, starts, *order, *spare);
      return;
    }
  init_order (*order, 0, n);
  tv_key_order_sort (get_keys (ts, n, &turned), n, order, spare, NULL);
}

/**
 * tv_event_order_find:
 * @ts: (array length=n): timestamps in ns, in file order
 * @n: number of timestamps, at most 2,147,483,647
 * @order: (inout): buffer for @n rows; receives the rows in time order
 * @spare: (inout): scratch buffer for @n rows; the function may swap it with @order
 *
 * Like tv_event_order_new(), but without allocating the order, for many short arrays. The sort is stable.
 *
 * Returns: %FALSE if the timestamps are already sorted; @order is then unchanged
 */
gboolean
tv_event_order_find (const gint64 *ts, guint32 n, guint32 **order, guint32 **spare)
{
  if (is_sorted (ts, n))
    return FALSE;
  sort (ts, n, order, spare);
  return TRUE;
}

/**
 * tv_event_order_new:
 * @ts: (array length=n): timestamps in ns, in file order
 * @n: number of timestamps, at most 2,147,483,647
 *
 * Sorts rows by time. The sort is stable.
 *
 * Returns: (transfer full) (nullable): rows in time order; %NULL if the timestamps are already sorted
 */
guint32 *
tv_event_order_new (const gint64 *ts, guint32 n)
{
  g_autofree guint32 *spare = NULL;
  guint32 *order;

  if (is_sorted (ts, n))
    return NULL;
  spare = tv_large_block_new (n * sizeof *spare);
  order = tv_large_block_new (n * sizeof *order);
  sort (ts, n, &order, &spare);
  return order;
}
