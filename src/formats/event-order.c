/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/event-order.h"

#include <string.h>

#include "core/memory/key-order.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Devices write events from several CPUs at once, so files are only approximately sorted. A reader declares the
 * largest delay; events of all readers are sorted here. */

/**
 * tv_event_disorder_find:
 * @self: (out caller-allocates): statistics of the disorder
 * @ts: (array length=n): timestamps in ns, in the order of the file
 * @n: number of timestamps
 * @bound_ns: largest delay of an event after a later one, in ns
 *
 * Later events are sorted too; the reader reports them as a problem.
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
      /* Unsigned, because the difference of two timestamps may exceed the signed range. */
      if ((guint64) latest - (guint64) ts[i] <= (guint64) bound_ns)
        continue;
      if (self->n_beyond++ == 0)
        self->first_beyond = i;
    }
}

/* ---- Runs: events that one CPU wrote in order ---- */

/* Average length of runs above which merging is faster than sorting. */
#define LONG_RUN 8

/* Returns the starts of the runs, followed by the end; NULL if the runs are short. */
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

/* Returns the first row of a run that is later than a time, or not earlier. */
static guint32
find_row (const gint64 *ts, const guint32 *order, guint32 n, gint64 time, gboolean is_later)
{
  guint32 first = 0, end = n;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;
      gint64 at = ts[order[middle]];

      if (at < time || (is_later && at == time))
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Merges two adjacent runs. Moves only the overlapping part, which is small because CPUs write in turn. The next row
 * comes from either run at random there, so it is chosen without a branch. */
static void
merge (const gint64 *ts, guint32 *order, guint32 n_left, guint32 n, guint32 *spare)
{
  guint32 skipped = find_row (ts, order, n_left, ts[order[n_left]], TRUE);
  guint32 left = 0, right = n_left, to = skipped;

  n = n_left + find_row (ts, order + n_left, n - n_left, ts[order[n_left - 1]], FALSE);
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

/* Runs to be merged. */
typedef struct
{
  const gint64 *ts;
  guint32 *order;
  guint32 *spare;
  guint32 *starts; /* of the runs, followed by the end */
  guint n;
} Runs;

/* Merges adjacent pairs of runs until one is left. */
static void
merge_all (const Runs *self)
{
  guint32 *at = self->starts;

  for (guint n = self->n; n > 1; n = (n + 1) / 2)
    {
      for (guint i = 0; i + 1 < n; i += 2)
        merge (self->ts, self->order + at[i], at[i + 1] - at[i], at[i + 2] - at[i],
               self->spare + at[i]);
      for (guint i = 1; i < (n + 1) / 2; i++)
        at[i] = at[2 * i];
      at[(n + 1) / 2] = at[n];
    }
}

/* A #TvParallelTask: one half of the runs. */
static void
merge_half (guint task, gpointer data)
{
  Runs half = *(const Runs *) data;
  guint n_first = half.n / 2;

  half.n = task == 0 ? n_first : half.n - n_first;
  half.starts += task == 0 ? 0 : n_first;
  merge_all (&half);
}

static void
merge_runs (const gint64 *ts, GArray *starts, guint32 *order, guint32 *spare)
{
  Runs runs = {
    ts, order, spare, (guint32 *) (gpointer) starts->data, starts->len - 1,
  };
  guint32 middle = runs.starts[runs.n / 2], end = runs.starts[runs.n];

  tv_parallel_run (2, merge_half, &runs);
  merge (ts, order, middle, end, spare);
}

/* ---- The order ---- */

/* Returns unsigned sort keys. Non-negative timestamps are used directly; otherwise the converted keys are stored
 * in @turned. */
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

/**
 * tv_event_order_new:
 * @ts: (array length=n): timestamps in ns, in the order of the file
 * @n: number of timestamps, at most 2,147,483,647
 *
 * Returns: (transfer full) (nullable): the rows sorted by time, stably; %NULL if they are sorted already
 */
guint32 *
tv_event_order_new (const gint64 *ts, guint32 n)
{
  g_autofree guint64 *turned = NULL;
  g_autofree guint32 *spare = NULL;
  g_autoptr (GArray) starts = NULL;
  guint32 *order;
  guint32 i = 1;

  while (i < n && ts[i - 1] <= ts[i])
    i++;
  if (i >= n)
    return NULL;
  starts = find_runs (ts, n);
  spare = tv_large_block_new (n * sizeof *spare);
  order = tv_large_block_new (n * sizeof *order);
  for (i = 0; i < n; i++)
    order[i] = i;
  if (starts != NULL)
    merge_runs (ts, starts, order, spare);
  else
    tv_key_order_sort (get_keys (ts, n, &turned), n, &order, &spare, NULL);
  return order;
}
