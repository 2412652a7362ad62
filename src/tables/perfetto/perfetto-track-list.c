/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tables/perfetto/perfetto-counter-track.h"
#include "tables/perfetto/perfetto-track-list.h"

/* Lists the tracks of slices and counters, merges those that Perfetto treats as one track, and numbers them by first
 * event. Created by perfetto-model.c on first use. Immutable after creation. */

struct _TvPerfettoTrackList
{
  TvTrace *trace;             /* borrowed trace */
  TvPerfettoModel *model;     /* borrowed model of @trace */
  TvPerfettoMarks *marks;     /* borrowed marks of @trace */
  TvPerfettoSliceTable table; /* table that contains the slices of these tracks */
  GArray *tracks;             /* (element-type TvPerfettoTrack): tracks by id */
  guint32 *track_ids;         /* id per track of the trace, or %TV_NONE */
  guint32 *counter_ids;       /* id per counter of the trace, or %TV_NONE */
  gboolean has_merged_tracks; /* whether several tracks of the trace have the same id */
  gboolean has_frames;        /* whether a track has actual frames of apps */
};

/**
 * TrackKey:
 * @start: first timestamp, in ns
 * @rank: order among tracks with the same @start
 * @number: previous number of the track
 *
 * Sort key of a track.
 */
typedef struct
{
  gint64 start;
  guint rank;
  guint32 number;
} TrackKey;

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const TrackKey *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns the rank of a track among tracks with the same start: tracks of slices come first, then the counters that
 * one packet of system statistics may contain, in the order in which the fields of the packet are read, then other
 * counters. */
static guint
get_rank (const TvPerfettoTrack *track)
{
  static const char *const types[] = { "meminfo", "clock_frequency", "cpu_frequency",
                                       "vmstat",  "cpustat",         "num_irq" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (track->type, types[i]))
      return i + 1;
  return track->is_counter ? G_N_ELEMENTS (types) + 1 : 0;
}

/* Returns: (transfer full): the sort key per track. Power rails are sorted first, because they are declared before
 * all events. */
static TrackKey *
find_keys (TvPerfettoTrackList *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  guint32 n, n_counters;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n_counters);
  TrackKey *keys = g_new (TrackKey, self->tracks->len + 1);

  for (guint32 i = 0; i < self->tracks->len; i++)
    keys[i] = (TrackKey){ G_MAXINT64, get_rank (tv_perfetto_track_list_get (self, i)), i };
  for (guint32 i = n; i-- > 0;)
    if (self->track_ids[i] != TV_NONE)
      {
        gint64 start = tv_time_column_get (&slices->ts, tracks[i].first_slice);

        for (guint32 at = i; at != TV_NONE; at = tracks[at].parent)
          if (self->track_ids[at] != TV_NONE)
            keys[self->track_ids[at]].start = MIN (keys[self->track_ids[at]].start, start);
      }
  for (guint32 i = 0; i < n_counters; i++)
    if (self->counter_ids[i] == TV_NONE)
      continue;
    else if (counters[i].source_name != TV_NONE && counters[i].role == TV_COUNTER_ROLE_POWER)
      keys[self->counter_ids[i]].start = G_MININT64;
    else if (counters[i].n_samples > 0)
      keys[self->counter_ids[i]].start = samples->ts[counters[i].first_sample];
  return keys;
}

/* Renumbers the tracks of slices and counters by their first event. */
static void
order_tracks (TvPerfettoTrackList *self)
{
  guint32 n, n_counters;
  g_autofree TrackKey *keys = find_keys (self);
  g_autofree guint32 *numbers = g_new (guint32, self->tracks->len + 1);
  g_autoptr (GArray) former = g_steal_pointer (&self->tracks);

  tv_trace_get_tracks (self->trace, &n);
  tv_trace_get_counter_tracks (self->trace, &n_counters);
  qsort (keys, former->len, sizeof *keys, compare_keys);
  self->tracks = g_array_sized_new (FALSE, FALSE, sizeof (TvPerfettoTrack), former->len);
  for (guint32 i = 0; i < former->len; i++)
    {
      numbers[keys[i].number] = i;
      g_array_append_val (self->tracks, g_array_index (former, TvPerfettoTrack, keys[i].number));
    }
  g_array_set_clear_func (former, NULL);
  g_array_set_clear_func (self->tracks, (GDestroyNotify) tv_perfetto_track_clear);
  for (guint32 i = 0; i < n; i++)
    if (self->track_ids[i] != TV_NONE)
      self->track_ids[i] = numbers[self->track_ids[i]];
  for (guint32 i = 0; i < n_counters; i++)
    if (self->counter_ids[i] != TV_NONE)
      self->counter_ids[i] = numbers[self->counter_ids[i]];
}

static void
add_slice_track (TvPerfettoTrackList *self, guint32 row)
{
  TvPerfettoTrack track = tv_perfetto_slice_track_new (self->trace, self->model, self->marks, row);

  self->has_frames |= tv_trace_get_tracks (self->trace, NULL)[row].role == TV_ROLE_ACTUAL_FRAMES;
  self->track_ids[row] = self->tracks->len;
  g_array_append_val (self->tracks, track);
}

static void
add_counter_track (TvPerfettoTrackList *self, guint32 row)
{
  TvPerfettoTrack track = tv_perfetto_counter_track_new (self->trace, self->model, self->marks,
                                                         row);

  self->counter_ids[row] = self->tracks->len;
  g_array_append_val (self->tracks, track);
}

/* Lists the tracks of slices and of counters, and numbers them. */
static void
number_tracks (TvPerfettoTrackList *self)
{
  guint32 n, n_counters;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);

  tv_trace_get_counter_tracks (self->trace, &n_counters);
  self->tracks = g_array_new (FALSE, FALSE, sizeof (TvPerfettoTrack));
  g_array_set_clear_func (self->tracks, (GDestroyNotify) tv_perfetto_track_clear);
  self->track_ids = g_new (guint32, n + 1);
  self->counter_ids = g_new (guint32, n_counters + 1);
  memset (self->counter_ids, 0xff, (n_counters + 1) * sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    {
      self->track_ids[i] = TV_NONE;
      if (tv_perfetto_slice_track_get_table (self->trace, &tracks[i]) == self->table &&
          !tv_perfetto_slice_track_is_merged (&tracks[i]) && tracks[i].n_slices > 0)
        add_slice_track (self, i);
    }
  if (self->table != TV_PERFETTO_SLICE_TABLE_PUBLIC)
    {
      order_tracks (self);
      return;
    }
  for (guint32 i = 0; i < n; i++)
    if (tv_perfetto_slice_track_is_merged (&tracks[i]) && tracks[i].n_slices > 0)
      {
        guint32 main = tracks[i].utid != TV_NONE ? threads[tracks[i].utid].track : TV_NONE;

        if (main == TV_NONE)
          {
            add_slice_track (self, i);
            g_clear_pointer (
                &g_array_index (self->tracks, TvPerfettoTrack, self->track_ids[i]).name, g_free);
            continue;
          }
        if (self->track_ids[main] == TV_NONE)
          add_slice_track (self, main);
        self->track_ids[i] = self->track_ids[main];
        g_array_index (self->tracks, TvPerfettoTrack, self->track_ids[main]).is_merged = TRUE;
        self->has_merged_tracks = TRUE;
      }
  for (guint32 i = 0; i < n_counters; i++)
    add_counter_track (self, i);
  order_tracks (self);
}

/* Creates the list of tracks for a table of slices. @trace, @model and @marks must outlive the list. */
TvPerfettoTrackList *
tv_perfetto_track_list_new (TvTrace *trace,
                            TvPerfettoModel *model,
                            TvPerfettoMarks *marks,
                            TvPerfettoSliceTable table)
{
  TvPerfettoTrackList *self = g_new0 (TvPerfettoTrackList, 1);

  self->trace = trace;
  self->model = model;
  self->marks = marks;
  self->table = table;
  number_tracks (self);
  return self;
}

void
tv_perfetto_track_list_free (TvPerfettoTrackList *self)
{
  g_array_unref (self->tracks);
  g_free (self->track_ids);
  g_free (self->counter_ids);
  g_free (self);
}

guint32
tv_perfetto_track_list_get_n (TvPerfettoTrackList *self)
{
  return self->tracks->len;
}

const TvPerfettoTrack *
tv_perfetto_track_list_get (TvPerfettoTrackList *self, guint32 id)
{
  return &g_array_index (self->tracks, TvPerfettoTrack, id);
}

/* Returns the id for a track of the trace; %TV_NONE if there is none. */
guint32
tv_perfetto_track_list_map_track (TvPerfettoTrackList *self, guint32 track)
{
  guint32 n;

  tv_trace_get_tracks (self->trace, &n);
  return track < n ? self->track_ids[track] : TV_NONE;
}

/* Returns the id for a counter of the trace; %TV_NONE if there is none. */
guint32
tv_perfetto_track_list_map_counter (TvPerfettoTrackList *self, guint32 counter)
{
  guint32 n;

  tv_trace_get_counter_tracks (self->trace, &n);
  return counter < n ? self->counter_ids[counter] : TV_NONE;
}

/* Returns whether any id stands for several tracks of the trace. */
gboolean
tv_perfetto_track_list_has_merged (TvPerfettoTrackList *self)
{
  return self->has_merged_tracks;
}

gboolean
tv_perfetto_track_list_has_frames (TvPerfettoTrackList *self)
{
  return self->has_frames;
}
