/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frames.h"

#include <stdlib.h>
#include <string.h>

/* Computes statistics of actual frames. The reader of the file, which knows the deadlines, has determined which
 * frames count and which are late. Called only for the summary of a file (incident/finding.c). Pure: only reads the
 * trace. */

static gboolean
has_true (TvTrace *trace, guint32 slice, const char *key)
{
  const TvArg *arg = tv_trace_find_arg (trace, slice, key);

  return arg != NULL && tv_trace_get_arg_int (trace, arg) != 0;
}

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static gint64
get_ranked (const GArray *lengths, guint percent)
{
  guint rank = (lengths->len * percent + 99) / 100;

  return lengths->len > 0 ? g_array_index (lengths, gint64, MAX (rank, 1) - 1) : 0;
}

/**
 * tv_frames_sum:
 * @trace: a trace
 * @sum: (out): statistics of all frames in the trace
 *
 * Computes statistics of frames.
 */
void
tv_frames_sum (TvTrace *trace, TvFrameSum *sum)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  *sum = (TvFrameSum){ 0 };
  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tracks[t].role == TV_ROLE_FRAMES && i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;
        gint64 length = tv_slices_end (slices, slice) - tv_slices_start (slices, slice);

        sum->n++;
        if (!has_true (trace, slice, "frame.counts"))
          continue;
        sum->n_janky += has_true (trace, slice, "frame.is_janky");
        g_array_append_val (lengths, length);
      }
  g_array_sort (lengths, compare_lengths);
  sum->n_counted = lengths->len;
  sum->median_ns = get_ranked (lengths, 50);
  sum->p90_ns = get_ranked (lengths, 90);
  sum->worst_ns = get_ranked (lengths, 100);
}
