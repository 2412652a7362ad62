/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/complete-part.h"

#include "core/builder/problems-part.h"
#include "core/builder/rows.h"
#include "core/builder/slice-tracks.h"
#include "core/builder/slice-writer.h"
#include "core/memory/key-order.h"

/* Complete slices: slices that are added with a start and a duration. They are collected, then begun and ended in the
 * order of their starts, longer slices first:
 *
 *   added    c  b  a  d             begun and ended   a+ b+ c+ c- b- a- d+ d-
 *   a [                   ]
 *   b    [          ]
 *   c       [ ]
 *   d                         [ ]
 *
 * Called by readers whose records have a duration (frame statistics, frames of ftrace, crash reports), and by other
 * parts. Until the stage "complete slices", a slice has only a handle; after that stage,
 * tv_trace_builder_resolve_slice() returns the slice's track and row. */

#define OPEN_END G_MAXINT64

/* Flag of handles that contain the number of a complete slice. The high half of other handles is a track. */
#define COMPLETE_HANDLE (G_GUINT64_CONSTANT (1) << 63)

/* A complete slice that has not been moved to a track. */
typedef struct
{
  gint64 start; /* ticks from the base */
  gint64 end;   /* OPEN_END if the slice is open */
  gint64 file_offset;
  guint32 track;
  guint32 symbol;
  guint32 arg_set;
  guint32 number : 31; /* number in the order in which slices were added */
  guint32
      is_counted : 1; /* whether the problem of the missing end is already counted for another slice */
  TvSliceFlags flags;
} CompleteSlice;

/* The open complete slices of a track, while slices are moved to tracks. */
typedef struct
{
  GArray *ends;       /* (nullable): gint64; ends of the open slices, outermost first */
  guint32 next_layer; /* track for slices that overlap those of this track, or TV_NONE */
} TrackEnds;

struct _TvCompletePart
{
  GArray *tracks; /* TrackEnds per track; may be shorter than the list of tracks */
  GArray *slices; /* CompleteSlice; slices that have not been moved to tracks */
  GArray *rows;   /* guint64 per number; track << 32 | row, once the slice is on its track */
};

static void
clear_ends (gpointer data)
{
  g_clear_pointer (&((TrackEnds *) data)->ends, g_array_unref);
}

static void
init (TvTraceBuilder *self)
{
  self->complete = g_new0 (TvCompletePart, 1);
  self->complete->tracks = g_array_new (FALSE, FALSE, sizeof (TrackEnds));
  g_array_set_clear_func (self->complete->tracks, clear_ends);
  self->complete->slices = g_array_new (FALSE, FALSE, sizeof (CompleteSlice));
  self->complete->rows = g_array_new (FALSE, TRUE, sizeof (guint64));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->complete->tracks);
  g_array_unref (self->complete->slices);
  g_array_unref (self->complete->rows);
  g_clear_pointer (&self->complete, g_free);
}

const TvBuilderPart tv_builder_complete = { .init = init, .clear = clear };

/* ---- Nesting ---- */

static TrackEnds *
get_ends (TvTraceBuilder *self, guint32 track)
{
  GArray *tracks = self->complete->tracks;
  TrackEnds none = { NULL, TV_NONE }, *ends;

  while (tracks->len <= track)
    g_array_append_val (tracks, none);
  ends = &g_array_index (tracks, TrackEnds, track);
  if (ends->ends == NULL)
    ends->ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  return ends;
}

/* Returns the end of the innermost open slice. */
static gint64
get_end (const GArray *ends)
{
  return g_array_index (ends, gint64, ends->len - 1);
}

/* Ends the slices whose end is at or before @ticks. */
static void
close_until (TvTraceBuilder *self, guint32 track, GArray *ends, gint64 ticks)
{
  while (ends->len > 0 && get_end (ends) <= ticks)
    {
      tv_trace_builder_close_slice (self, track, get_end (ends), 0);
      g_array_set_size (ends, ends->len - 1);
    }
}

static guint32
add_layer (TvTraceBuilder *self, guint32 below, guint32 first)
{
  const TvTrackInfo *below_info = tv_trace_builder_get_track_info (self, below);
  guint32 id = tv_trace_builder_add_track (self, TV_TRACK_ASYNC, below_info->role);
  TvTrackInfo *info = tv_trace_builder_get_track_info (self, id);

  info->upid = below_info->upid;
  info->name = below_info->name;
  info->uncertainty_ns = below_info->uncertainty_ns;
  info->layer = below_info->layer + 1;
  info->parent = first;
  get_ends (self, below)->next_layer = id;
  return id;
}

/* Returns the track for a slice: the requested track, or for asynchronous slices, the first layer without an open
 * slice that ends before the new slice. Ends the slices that end before the new slice starts, and adds a layer if
 * necessary. */
static guint32
find_place (TvTraceBuilder *self, const CompleteSlice *slice)
{
  gboolean is_layered = tv_trace_builder_get_track_info (self, slice->track)->kind ==
                        TV_TRACK_ASYNC;
  guint32 id = slice->track;

  for (;;)
    {
      const TrackEnds *ends = get_ends (self, id);

      close_until (self, id, ends->ends, slice->start);
      if (!is_layered || ends->ends->len == 0 || get_end (ends->ends) >= slice->end)
        return id;
      id = ends->next_layer != TV_NONE ? ends->next_layer : add_layer (self, id, slice->track);
    }
}

static void
put (TvTraceBuilder *self, const CompleteSlice *slice)
{
  guint32 track = find_place (self, slice);
  GArray *ends = get_ends (self, track)->ends;
  gint64 end = slice->end;

  if (!tv_slice_writer_begin (tv_trace_builder_get_writer (self), track, slice->symbol,
                              slice->start + self->unit.base, 0, slice->file_offset))
    return;
  if (slice->arg_set != TV_NONE)
    tv_trace_builder_set_last_args (self, track, slice->arg_set);
  if (slice->flags != 0)
    tv_trace_builder_add_last_flags (self, track, slice->flags);
  if (slice->is_counted)
    tv_trace_builder_set_open_counted (self, track);
  /* Overlapping asynchronous slices are moved to another layer. Other slices must nest: clip the slice to the end of
   * its parent. */
  if (ends->len > 0 && end > get_end (ends))
    {
      tv_trace_builder_count_problem (self, TV_PROBLEM_OVERLAPPING_SLICE, slice->file_offset);
      end = get_end (ends);
      tv_trace_builder_add_last_flags (self, track, TV_SLICE_FORCED);
    }
  g_array_append_val (ends, end);
  g_array_index (self->complete->rows, guint64,
                 slice->number) = tv_trace_builder_get_last_slice (self, track);
}

/* ---- Order ---- */

/* Returns a time as an unsigned sort key. Inverting the sign bit sorts negative times first. */
static guint64
get_key (gint64 ticks)
{
  return (guint64) ticks ^ G_GUINT64_CONSTANT (1) << 63;
}

/* Returns the rows of slices, sorted by start, then by descending end, then in the order in which they were added.
 * Uses two stable sorts. */
static guint32 *
order_slices (const GArray *slices)
{
  guint32 n = slices->len;
  g_autofree guint64 *keys = g_new (guint64, n);
  g_autofree guint32 *spare = g_new (guint32, n);
  guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      order[i] = i;
      keys[i] = ~get_key (g_array_index (slices, CompleteSlice, i).end);
    }
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  for (guint32 i = 0; i < n; i++)
    keys[i] = get_key (g_array_index (slices, CompleteSlice, i).start);
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  return order;
}

static guint64
add_slice (TvTraceBuilder *self,
           guint32 track,
           guint32 symbol,
           gint64 ts,
           gint64 dur,
           TvSliceFlags flags,
           gboolean is_counted,
           gint64 file_offset)
{
  gint64 max = self->unit.max_ticks, min = -max / 2;
  gboolean is_bad = ts > max || ts < min || dur < -1 || dur > max;
  CompleteSlice slice = { .track = track,
                          .symbol = symbol,
                          .arg_set = tv_trace_builder_take_args (self),
                          .number = self->complete->rows->len,
                          .file_offset = file_offset,
                          .is_counted = is_counted != FALSE,
                          .flags = flags };

  if (slice.number >= TV_MAX_SORTED)
    {
      tv_trace_builder_set_full (self);
      return 0;
    }
  if (is_bad)
    tv_trace_builder_count_problem (self, TV_PROBLEM_BAD_TIME, file_offset);
  slice.start = CLAMP (ts, min, max) - self->unit.base;
  slice.end = dur == -1 ? OPEN_END : MIN (slice.start + CLAMP (dur, 0, max), max - self->unit.base);
  g_array_append_val (self->complete->slices, slice);
  g_array_set_size (self->complete->rows, slice.number + 1);
  return COMPLETE_HANDLE | slice.number;
}

/**
 * tv_trace_builder_add_slice:
 * @track: a track on which no other function begins or ends slices
 * @ts: start in ticks
 * @dur: duration in ticks, or -1 if the slice did not end
 * @file_offset: offset in the file, or -1
 *
 * Adds a complete slice, which takes the pending arguments. Slices may be added in any order. The slice becomes a
 * child of the innermost slice of its track whose interval contains it. If two slices overlap without nesting, the
 * later one moves to the next layer of a %TV_TRACK_ASYNC; on other tracks, it is cut at the end of the earlier one,
 * and a problem is counted.
 *
 * Returns: handle of the slice, only for tv_trace_builder_add_flow() and tv_trace_builder_add_thread_clock(); 0 if
 * the trace is full
 */
guint64
tv_trace_builder_add_slice (TvTraceBuilder *self,
                            guint32 track,
                            guint32 symbol,
                            gint64 ts,
                            gint64 dur,
                            gint64 file_offset)
{
  return add_slice (self, track, symbol, ts, dur, 0, FALSE, file_offset);
}

/**
 * tv_trace_builder_add_unfinished:
 * @track: a track, see tv_trace_builder_add_slice()
 * @ts: start in ticks
 * @dur: duration in ticks when the slice was last recorded
 * @file_offset: offset in the file, or -1
 *
 * Adds a slice that was still running when a snapshot was taken before the end of the recording.
 *
 * Returns: handle of the slice, see tv_trace_builder_add_slice()
 */
guint64
tv_trace_builder_add_unfinished (TvTraceBuilder *self,
                                 guint32 track,
                                 guint32 symbol,
                                 gint64 ts,
                                 gint64 dur,
                                 gint64 file_offset)
{
  return add_slice (self, track, symbol, ts, MAX (dur, 0), TV_SLICE_OPEN | TV_SLICE_UNFINISHED,
                    FALSE, file_offset);
}

/**
 * tv_trace_builder_add_open:
 * @track: a track, see tv_trace_builder_add_slice()
 * @ts: start in ticks
 * @dur: recorded duration in ticks, or -1 for the rest of the trace
 * @file_offset: offset in the file, or -1
 *
 * Adds a slice that is open at the end of the trace. Its missing end is not counted as a problem, because the problem
 * is already counted for another slice.
 *
 * Returns: handle of the slice, see tv_trace_builder_add_slice()
 */
guint64
tv_trace_builder_add_open (TvTraceBuilder *self,
                           guint32 track,
                           guint32 symbol,
                           gint64 ts,
                           gint64 dur,
                           gint64 file_offset)
{
  return add_slice (self, track, symbol, ts, dur, TV_SLICE_OPEN, TRUE, file_offset);
}

/* Moves all collected slices to their tracks, and ends those that have an end. */
void
tv_trace_builder_put_complete (TvTraceBuilder *self)
{
  g_autofree guint32 *order = order_slices (self->complete->slices);

  for (guint i = 0; i < self->complete->slices->len; i++)
    put (self, &g_array_index (self->complete->slices, CompleteSlice, order[i]));
  g_array_set_size (self->complete->slices, 0);
  for (guint i = 0; i < self->complete->tracks->len; i++)
    {
      GArray *ends = g_array_index (self->complete->tracks, TrackEnds, i).ends;

      if (ends != NULL)
        close_until (self, i, ends, OPEN_END - 1);
    }
}

/* Converts a slice handle to "track << 32 | row". Complete slices must have been moved to their tracks. */
guint64
tv_trace_builder_resolve_slice (const TvTraceBuilder *self, guint64 slice)
{
  if ((slice & COMPLETE_HANDLE) == 0)
    return slice;
  return g_array_index (self->complete->rows, guint64, (guint32) slice);
}
