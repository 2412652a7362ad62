/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/mark-list.h"

#include "core/error.h"

/* Lists slices whose names a classifier recognizes. Called by analyses that depend on names of slices, such as those
 * of app starts, frames, garbage collections, lock contentions and kills. Calls the classifier once per symbol, then
 * visits all slices. Pure: only reads the trace; each call returns a new list. */

#define ROWS_PER_CANCEL_CHECK 65536

static const char *
get_symbol_name (const TvSymbol *symbol, TvTrace *trace)
{
  return symbol->class_name == TV_NONE && symbol->name != TV_NONE
             ? tv_trace_get_string (trace, symbol->name)
             : NULL;
}

/**
 * tv_slice_get_name:
 *
 * Returns: (nullable): name of a slice, owned by the trace; %NULL if the slice is a method of a class
 */
const char *
tv_slice_get_name (TvTrace *trace, guint32 slice)
{
  guint32 symbol = tv_slices_symbol (tv_trace_get_slices (trace), slice);

  return get_symbol_name (&tv_trace_get_symbols (trace, NULL)[symbol], trace);
}

/* Returns whether a track can contain slices that programs write: tracks of threads, and async tracks, except those
 * of frames, buffers and decoded log lines. */
static gboolean
has_marks (const TvTrack *track)
{
  return (track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_THREAD_EXTRA ||
          track->kind == TV_TRACK_ASYNC) &&
         track->role != TV_ROLE_EXPECTED_FRAMES && track->role != TV_ROLE_ACTUAL_FRAMES &&
         track->role != TV_ROLE_FRAMES && track->role != TV_ROLE_BUFFERS &&
         !tv_track_role_is_of_log (track->role);
}

static guint8 *
classify_symbols (TvTrace *trace, TvMarkClassifier classify)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  guint8 *kinds = g_new0 (guint8, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const char *name = get_symbol_name (&symbols[i], trace);

      if (name != NULL)
        kinds[i] = (guint8) classify (name);
    }
  return kinds;
}

/* Returns: whether the classifier recognizes the name of any symbol in the trace. Much faster than
 * tv_mark_list_new(), but the slices with this name may not be marks */
gboolean
tv_mark_list_has_name (TvTrace *trace, TvMarkClassifier classify)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const char *name = get_symbol_name (&symbols[i], trace);

      if (name != NULL && classify (name) != 0)
        return TRUE;
    }
  return FALSE;
}

static TvMark
get_mark (TvTrace *trace, const TvTrack *track, guint32 slice, guint kind)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  TvMark mark = { .slice = slice, .utid = track->utid, .upid = track->upid, .kind = kind };

  if (track->utid != TV_NONE)
    {
      mark.upid = threads[track->utid].upid;
      mark.is_main = mark.upid != TV_NONE &&
                     threads[track->utid].tid ==
                         tv_trace_get_processes (trace, NULL)[mark.upid].pid;
    }
  mark.ts = tv_slices_start (slices, slice);
  mark.end = tv_slices_end (slices, slice);
  mark.name = tv_slice_get_name (trace, slice);
  return mark;
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const TvMark *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return (x->slice > y->slice) - (x->slice < y->slice);
}

/**
 * tv_mark_list_new:
 * @trace: a trace
 * @classify: function that is called once per symbol
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvMark) (nullable): slices with a kind other than 0, sorted by start; %NULL
 * if cancelled
 */
GArray *
tv_mark_list_new (TvTrace *trace,
                  TvMarkClassifier classify,
                  GCancellable *cancellable,
                  GError **error)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TvMark));
  g_autofree guint8 *kinds = classify_symbols (trace, classify);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; has_marks (&tracks[t]) && i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;
        guint kind = kinds[tv_slices_symbol (slices, slice)];

        if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
          {
            tv_error_set_cancelled (error);
            return NULL;
          }
        if (kind != 0)
          {
            TvMark mark = get_mark (trace, &tracks[t], slice, kind);

            g_array_append_val (marks, mark);
          }
      }
  g_array_sort (marks, compare_marks);
  return g_steal_pointer (&marks);
}

/* Returns whether the end of the mark's slice was not recorded. */
gboolean
tv_mark_is_unfinished (TvTrace *trace, const TvMark *mark)
{
  return tv_slices_is_unfinished (tv_trace_get_slices (trace), mark->slice);
}

/* Returns the index of the first mark that starts at or after @ts, or the number of marks if there is none. */
guint
tv_mark_list_find (const GArray *marks, gint64 ts)
{
  guint low = 0, high = marks->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (marks, TvMark, middle).ts < ts)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
