/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-list.h"

#include <stdlib.h>

#include "analysis/range/range.h"
#include "analysis/system/frame-parts.h"
#include "analysis/system/frame-surface.h"
#include "core/error.h"

/* Lists frames from all sources: the frame timeline with expected frames, frame statistics and, with
 * tv_frame_list_new_with_work(), frames of which only the slices of threads were recorded. Called by the frame
 * table, the Frames view, the rules and the statistics of frames. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 4096

/* Keys of the arguments of frame statistics */
#define WINDOW_KEY "frame.window"
#define LATE_KEY   "frame.late_ns"

/* Maximum interval in ns between an expected and an actual frame with the same token; limited because tokens are
 * reused */
#define NEAR_NS (G_GINT64_CONSTANT (1000000000))

/* Deadlines are regarded as equal if SAME_PERCENT of them differ from the median by at most 1 / SAME_TOLERANCE. */
#define SAME_PERCENT   90
#define SAME_TOLERANCE 10

typedef struct
{
  TvTrace *trace;
  const TvSlices *slices;
  const TvTrack *tracks;
  guint32 n_tracks;
  GArray *expected; /* Expected, sorted */
} Frames;

/* An expected frame. The name of its slice is the token. */
typedef struct
{
  guint32 upid;
  guint32 symbol;
  gint64 ts;
  guint32 slice;
} Expected;

static gboolean
is_frames (const TvTrack *track)
{
  return tv_track_has_outcomes (track);
}

static int
compare_expected (gconstpointer a, gconstpointer b)
{
  const Expected *x = a, *y = b;

  if (x->upid != y->upid)
    return x->upid < y->upid ? -1 : 1;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->ts > y->ts) - (x->ts < y->ts);
}

static GArray *
list_expected (const Frames *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Expected));

  for (guint32 t = 0; t < self->n_tracks; t++)
    for (guint32 i = 0;
         self->tracks[t].role == TV_ROLE_EXPECTED_FRAMES && i < self->tracks[t].n_slices; i++)
      {
        guint32 slice = self->tracks[t].first_slice + i;
        Expected expected = { self->tracks[t].upid, tv_slices_symbol (self->slices, slice),
                              tv_slices_start (self->slices, slice), slice };

        g_array_append_val (list, expected);
      }
  g_array_sort (list, compare_expected);
  return list;
}

/* Returns the first expected frame that has the same process and token as an actual frame, at about the same time;
 * TV_NONE if there is none. */
static guint32
find_expected (const Frames *self, const TvTrack *track, guint32 slice)
{
  Expected wanted = { track->upid, tv_slices_symbol (self->slices, slice),
                      tv_slices_start (self->slices, slice), slice };
  guint low = 0, high = self->expected->len;

  tv_add_ns (&wanted.ts, -NEAR_NS);
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_expected (&g_array_index (self->expected, Expected, middle), &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < self->expected->len)
    {
      const Expected *found = &g_array_index (self->expected, Expected, low);
      gint64 last_ns = tv_slices_end (self->slices, slice);

      tv_add_ns (&last_ns, NEAR_NS);
      if (found->upid == wanted.upid && found->symbol == wanted.symbol && found->ts <= last_ns)
        return found->slice;
    }
  return TV_NONE;
}

static gboolean
is_unfinished (const Frames *self, guint32 slice)
{
  return (self->slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST)) != 0;
}

/* Sets the deadline of a frame in the frame timeline, which is the end of the expected frame. */
static void
add_expected (const Frames *self, TvFrameRow *row)
{
  if (row->expected == TV_NONE || is_unfinished (self, row->expected))
    return;
  row->expected_ts = tv_slices_start (self->slices, row->expected);
  row->expected_dur = tv_time_column_get (&self->slices->dur, row->expected);
  if (row->dur >= 0)
    row->late_ns = row->ts + row->dur - (row->expected_ts + row->expected_dur);
}

/* Sets the deadline and the surface of a frame in frame statistics, whose delay was computed by the reader. */
static void
add_lateness (const Frames *self, TvFrameRow *row)
{
  const TvArg *late = tv_trace_find_arg (self->trace, row->slice, LATE_KEY);
  const TvArg *window = tv_trace_find_arg (self->trace, row->slice, WINDOW_KEY);

  if (window != NULL)
    row->surface = tv_arg_get_string (window);
  if (late == NULL || row->dur < 0)
    return;
  row->late_ns = tv_trace_get_arg_int (self->trace, late);
  row->expected_ts = row->ts;
  row->expected_dur = row->dur;
  tv_add_ns (&row->expected_dur, -row->late_ns);
}

static TvFrameRow
get_row (const Frames *self, const TvTrack *track, guint32 slice)
{
  TvFrameRow row = { .slice = slice,
                     .expected = TV_NONE,
                     .upid = track->upid,
                     .surface = TV_NONE,
                     .ts = tv_slices_start (self->slices, slice),
                     .dur = -1,
                     .expected_ts = TV_NO_TIME,
                     .expected_dur = -1,
                     .late_ns = TV_NO_TIME,
                     .is_recorded = TRUE,
                     .do_frame = TV_FRAME_PART_NONE,
                     .draw = TV_FRAME_PART_NONE };

  if (!is_unfinished (self, slice))
    row.dur = tv_time_column_get (&self->slices->dur, slice);
  row.outcome = tv_frame_get_outcome (self->trace, track, slice);
  if (track->role == TV_ROLE_FRAMES)
    add_lateness (self, &row);
  else
    {
      row.surface = tv_frame_find_surface (self->trace, track, slice);
      row.expected = find_expected (self, track, slice);
      add_expected (self, &row);
    }
  return row;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const TvFrameRow *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return (x->slice > y->slice) - (x->slice < y->slice);
}

/**
 * tv_frame_list_has_any:
 *
 * Returns: whether the trace contains actual frames
 */
gboolean
tv_frame_list_has_any (TvTrace *trace)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 track = 0; track < n; track++)
    if (is_frames (&tracks[track]) && tracks[track].n_slices > 0)
      return TRUE;
  return FALSE;
}

/* Lists frames. @parts: (nullable): work of threads, which is added to the frames; if given, the list includes frames
 * for which only this work was recorded */
static GArray *
list_frames (TvTrace *trace,
             const TvSelection *selection,
             const TvFrameParts *parts,
             GCancellable *cancellable,
             GError **error)
{
  Frames self = { .trace = trace, .slices = tv_trace_get_slices (trace) };
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvFrameRow));
  g_autoptr (GArray) expected = NULL;
  TvRange range = tv_range_new (trace, selection);

  self.tracks = tv_trace_get_tracks (trace, &self.n_tracks);
  self.expected = expected = list_expected (&self);
  for (guint32 t = 0; t < self.n_tracks; t++)
    for (guint32 i = 0; is_frames (&self.tracks[t]) && i < self.tracks[t].n_slices; i++)
      {
        guint32 slice = self.tracks[t].first_slice + i;
        TvFrameRow row;

        if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
          {
            tv_error_set_cancelled (error);
            return NULL;
          }
        if (!tv_range_has (&range, tv_slices_start (self.slices, slice),
                           tv_slices_end (self.slices, slice)))
          continue;
        row = get_row (&self, &self.tracks[t], slice);
        if (parts != NULL)
          tv_frame_parts_add (parts, &row);
        g_array_append_val (rows, row);
      }
  if (parts != NULL)
    tv_frame_parts_append_unrecorded (parts, &range, rows);
  g_array_sort (rows, compare_rows);
  return g_steal_pointer (&rows);
}

/**
 * tv_frame_list_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, because frames have no threads
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvFrameRow) (nullable): actual frames, sorted by start, without the work of
 * threads; %NULL if cancelled
 */
GArray *
tv_frame_list_new (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  return list_frames (trace, selection, NULL, cancellable, error);
}

/* ---- Frames without deadlines ---- */

/* SurfaceFlinger's counter that changes with each vsync signal to apps */
#define VSYNC_COUNTER "VSYNC-app"

/* Period of a 60 Hz display in ns */
#define DEFAULT_PERIOD_NS 16666667

static int
compare_ns (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Returns the median interval between vsync signals to apps in ns, or the period of 60 Hz if the signals were not
 * recorded. */
static gint64
find_period (TvTrace *trace)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  g_autoptr (GArray) periods = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 first = counters[i].first_sample, end = first + counters[i].n_samples;

      if (g_strcmp0 (tv_trace_get_string (trace, counters[i].name), VSYNC_COUNTER) != 0)
        continue;
      for (guint32 sample = first + 1; sample < end; sample++)
        {
          gint64 ns = samples->ts[sample] - samples->ts[sample - 1];

          if (samples->value[sample] != samples->value[sample - 1])
            g_array_append_val (periods, ns);
        }
    }
  if (periods->len == 0)
    return DEFAULT_PERIOD_NS;
  g_array_sort (periods, compare_ns);
  return g_array_index (periods, gint64, periods->len / 2);
}

static void
judge_unrecorded (TvTrace *trace, GArray *rows)
{
  gint64 period_ns = find_period (trace);

  for (guint i = 0; i < rows->len; i++)
    {
      TvFrameRow *row = &g_array_index (rows, TvFrameRow, i);

      if (!row->is_recorded && row->late_ns == TV_NO_TIME && row->dur > period_ns)
        row->outcome = TV_FRAME_LONG;
    }
}

/**
 * tv_frame_list_new_with_work:
 * @trace: a trace
 * @selection: (nullable): see tv_frame_list_new()
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvFrameRow) (nullable): actual frames with the work of threads, and frames
 * for which only the work was recorded, sorted by start; %NULL if cancelled
 */
GArray *
tv_frame_list_new_with_work (TvTrace *trace,
                             const TvSelection *selection,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (TvFrameParts) parts = tv_frame_parts_new (trace, cancellable, error);
  GArray *rows = parts != NULL ? list_frames (trace, selection, parts, cancellable, error) : NULL;

  if (rows != NULL)
    judge_unrecorded (trace, rows);
  return rows;
}

/**
 * tv_frame_row_is_late:
 *
 * Returns: whether the frame was late according to the recording, for any reason
 */
gboolean
tv_frame_row_is_late (const TvFrameRow *self)
{
  return self->outcome == TV_FRAME_LATE || self->outcome == TV_FRAME_DELAYED ||
         self->outcome == TV_FRAME_STUFFED || self->outcome == TV_FRAME_UNSEEN;
}

/**
 * tv_frame_row_get_multiple:
 *
 * Returns: duration divided by the time until the deadline, in units of 1 / %TV_FRAME_DEADLINE; -1 if the frame did
 * not end or has no deadline
 */
gint64
tv_frame_row_get_multiple (const TvFrameRow *self)
{
  double multiple;

  if (self->dur < 0 || self->expected_dur <= 0)
    return -1;
  multiple = (double) self->dur / (double) self->expected_dur * TV_FRAME_DEADLINE;
  return multiple < (double) G_MAXINT64 ? (gint64) multiple : G_MAXINT64;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static gint64
find_deadline (GArray *deadlines)
{
  gint64 middle;
  guint n_same = 0;

  if (deadlines->len == 0)
    return 0;
  g_array_sort (deadlines, compare_numbers);
  middle = g_array_index (deadlines, gint64, deadlines->len / 2);
  for (guint i = 0; i < deadlines->len; i++)
    n_same += llabs (g_array_index (deadlines, gint64, i) - middle) <= middle / SAME_TOLERANCE;
  return (guint64) n_same * 100 >= (guint64) deadlines->len * SAME_PERCENT ? middle : 0;
}

/**
 * tv_frame_list_count:
 * @rows: (array length=n): frames
 * @n: number of frames
 *
 * Returns: numbers of frames, and their largest delay
 */
TvFrameCount
tv_frame_list_count (const TvFrameRow *rows, guint n)
{
  g_autoptr (GArray) deadlines = g_array_new (FALSE, FALSE, sizeof (gint64));
  TvFrameCount count = { .n = n };

  for (guint i = 0; i < n; i++)
    {
      gboolean is_late = tv_frame_row_is_late (&rows[i]);

      count.n_late += is_late;
      count.n_dropped += rows[i].outcome == TV_FRAME_DROPPED;
      if (is_late && rows[i].late_ns != TV_NO_TIME)
        count.worst_ns = MAX (count.worst_ns, rows[i].late_ns);
      if (rows[i].expected_dur > 0)
        g_array_append_val (deadlines, rows[i].expected_dur);
    }
  count.deadline_ns = find_deadline (deadlines);
  count.has_mixed_deadlines = deadlines->len > 0 && count.deadline_ns == 0;
  return count;
}
