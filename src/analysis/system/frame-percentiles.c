/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-percentiles.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "analysis/system/frame-list.h"

/* Computes percentiles of frame durations by process, from frame-list.c, and finds the corresponding numbers of
 * `dumpsys gfxinfo` in the metadata. Called by the table frame_percentile, the Frames view and frame-statistics.c.
 * Pure: only reads the trace. */

#define COUNTS_KEY "frame.counts"
#define NS_PER_MS  1000000

typedef struct
{
  guint32 upid;
  gint64 dur;
} Length;

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const Length *x = a, *y = b;

  if (x->upid != y->upid)
    return x->upid < y->upid ? -1 : 1;
  return (x->dur > y->dur) - (x->dur < y->dur);
}

/* Returns whether a frame is included in the device's statistics, which exclude frames with flags. */
static gboolean
counts (TvTrace *trace, const TvFrameRow *row)
{
  const TvArg *arg = tv_trace_find_arg (trace, row->slice, COUNTS_KEY);

  return row->upid != TV_NONE && row->dur >= 0 &&
         (arg == NULL || tv_trace_get_arg_int (trace, arg) != 0);
}

static GArray *
list_lengths (TvTrace *trace, const GArray *rows)
{
  GArray *lengths = g_array_new (FALSE, FALSE, sizeof (Length));

  for (guint i = 0; i < rows->len; i++)
    {
      const TvFrameRow *row = &g_array_index (rows, TvFrameRow, i);
      Length length = { row->upid, row->dur };

      if (counts (trace, row))
        g_array_append_val (lengths, length);
    }
  g_array_sort (lengths, compare_lengths);
  return lengths;
}

/* Returns the number that the device reports for a process under @name, or -1 if it is missing. */
static gint64
find_number (TvTrace *trace, guint32 upid, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%s (pid %u)", name,
                                          tv_trace_get_processes (trace, NULL)[upid].pid);
  const char *text = tv_trace_find_metadata (trace, key);
  char *end;
  gint64 value = text != NULL ? g_ascii_strtoll (text, &end, 10) : -1;

  return text != NULL && end != text && value >= 0 ? value : -1;
}

static void
add_percentiles (GArray *found, TvTrace *trace, const Length *lengths, guint n)
{
  static const guint percents[] = { 50, 90, 95, 99 };
  gint64 n_device = find_number (trace, lengths->upid, "Total frames rendered");

  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      g_autofree char *name = g_strdup_printf ("%uth percentile", percents[i]);
      guint rank = (guint) (((guint64) n * percents[i] + 99) / 100);
      TvFramePercentile percentile = { .upid = lengths->upid,
                                       .percent = percents[i],
                                       .ns = lengths[MAX (rank, 1) - 1].dur,
                                       .n = n,
                                       .device_ms = find_number (trace, lengths->upid, name),
                                       .n_device = n_device > 0 ? (guint64) n_device : 0 };

      g_array_append_val (found, percentile);
    }
}

/**
 * tv_frame_percentiles_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvFramePercentile) (nullable): percentiles 50, 90, 95 and 99 of each process
 * with frames; %NULL if cancelled
 */
GArray *
tv_frame_percentiles_new (TvTrace *trace,
                          const TvSelection *selection,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (GArray) rows = tv_frame_list_new (trace, selection, cancellable, error);
  g_autoptr (GArray) lengths = NULL;
  GArray *found;

  if (rows == NULL)
    return NULL;
  lengths = list_lengths (trace, rows);
  found = g_array_new (FALSE, FALSE, sizeof (TvFramePercentile));
  for (guint first = 0, end; first < lengths->len; first = end)
    {
      const Length *length = &g_array_index (lengths, Length, first);

      for (end = first; end < lengths->len; end++)
        if (g_array_index (lengths, Length, end).upid != length->upid)
          break;
      add_percentiles (found, trace, length, end - first);
    }
  return found;
}

/**
 * tv_frame_percentile_dup_reason:
 *
 * Returns: (transfer full) (nullable): explanation of why the device's percentile differs from @ns; %NULL if they are
 * equal, or if the device reports none
 */
char *
tv_frame_percentile_dup_reason (const TvFramePercentile *self)
{
  gint64 ms = self->ns / NS_PER_MS;

  if (self->device_ms < 0 || self->device_ms == ms || self->device_ms == ms + 1)
    return NULL;
  if (self->n_device > self->n)
    return tv_number_printf (
        _ ("The device counts all %" G_GUINT64_FORMAT
           " frames since the last reset; the file lists only the last frames, of which %u are counted"),
        self->n_device, self->n);
  return g_strdup (_("The device rounds durations to the buckets of its histogram"));
}
