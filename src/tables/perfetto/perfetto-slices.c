/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tables/perfetto/perfetto-merge.h"
#include "tables/perfetto/perfetto-slices.h"

/* Merges the slices of all tracks by start time. The id of a slice is its position in the merged list. If Perfetto
 * merges several tracks of the trace, nesting and durations are computed again with a stack. Created by
 * perfetto-model.c on first use. Immutable after creation. */

struct _TvPerfettoSlices
{
  TvTrace *trace;              /* borrowed trace */
  TvPerfettoTrackList *tracks; /* borrowed tracks of @trace */
  guint32 *slices;             /* index of the slice in the trace, per id */
  guint32 *slice_ids;          /* inverse of @slices, with %TV_NONE for slices without an id */
  guint32 n_slices;            /* number of ids */
  guint32 *parents; /* (nullable) parent per id; NULL unless Perfetto merges tracks of the trace */
  guint16 *depths;  /* (nullable) depth per id; set together with @parents */
  gint64 *durs;     /* (nullable) duration per id, in ns; set together with @parents */
};

static gint64
get_slice_time (gpointer data, guint32 row)
{
  TvPerfettoSlices *self = data;

  return tv_slices_start (tv_trace_get_slices (self->trace), row);
}

/* Returns whether Perfetto treats a slice as unfinished. Besides open and lost slices, these are all slices without a
 * recorded end, except calls. */
static gboolean
is_unfinished (TvPerfettoSlices *self, guint32 slice)
{
  guint8 flags = tv_trace_get_slices (self->trace)->flags[slice];

  if (flags & (TV_SLICE_OPEN | TV_SLICE_LOST))
    return TRUE;
  return (flags & TV_SLICE_FORCED) &&
         tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)]
                 .role != TV_ROLE_CALLS;
}

typedef struct
{
  gint64 ts;
  guint32 id;
} End;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x->id > y->id ? -1 : x->id < y->id;
}

static gint64
get_own_dur (TvPerfettoSlices *self, guint32 id)
{
  guint32 slice = self->slices[id];

  return is_unfinished (self, slice)
             ? -1
             : tv_time_column_get (&tv_trace_get_slices (self->trace)->dur, slice);
}

/* Returns: (transfer full): the ends of slices on merged tracks, sorted by time. Also sets the durations of all
 * slices. */
static GArray *
list_ends (TvPerfettoSlices *self)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (End));

  for (guint32 id = 0; id < self->n_slices; id++)
    {
      gint64 dur = get_own_dur (self, id);
      End end = { get_slice_time (self, self->slices[id]) + dur, id };

      self->durs[id] = dur;
      if (dur > 0 &&
          tv_perfetto_track_list_get (self->tracks, tv_perfetto_slices_get_track (self, id))
              ->is_merged)
        g_array_append_val (ends, end);
    }
  g_array_sort (ends, compare_ends);
  return ends;
}

/* Computes the parents and depths of slices, and the durations of slices on merged tracks. On a merged track, an end
 * closes the innermost open slice, because trace processor does not record to which slice an end belongs. */
static void
nest_slices (TvPerfettoSlices *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  g_autofree guint32 *tops = g_new (guint32, tv_perfetto_track_list_get_n (self->tracks) + 1);
  g_autoptr (GArray) ends = NULL;
  guint at = 0;

  self->parents = g_new (guint32, self->n_slices + 1);
  self->depths = g_new (guint16, self->n_slices + 1);
  self->durs = g_new (gint64, self->n_slices + 1);
  ends = list_ends (self);
  memset (tops, 0xff, (tv_perfetto_track_list_get_n (self->tracks) + 1) * sizeof *tops);
  for (guint32 id = 0; id <= self->n_slices; id++)
    {
      gint64 ts = id < self->n_slices ? get_slice_time (self, self->slices[id]) : G_MAXINT64;
      guint32 track, parent;

      for (; at < ends->len && g_array_index (ends, End, at).ts <= ts; at++)
        {
          const End *end = &g_array_index (ends, End, at);
          guint32 *top = &tops[tv_perfetto_slices_get_track (self, end->id)];

          if (*top == TV_NONE)
            continue;
          self->durs[*top] = end->ts - get_slice_time (self, self->slices[*top]);
          *top = self->parents[*top];
        }
      if (id == self->n_slices)
        break;
      track = tv_perfetto_slices_get_track (self, id);
      if (!tv_perfetto_track_list_get (self->tracks, track)->is_merged)
        {
          parent = tv_slices_parent (slices, self->slices[id]);
          self->parents[id] = parent != TV_NONE ? self->slice_ids[parent] : TV_NONE;
          self->depths[id] = (guint16) MIN (tv_slices_depth (slices, self->slices[id]),
                                            G_MAXUINT16);
          continue;
        }
      parent = tops[track];
      self->parents[id] = parent;
      self->depths[id] = parent != TV_NONE ? (guint16) MIN (self->depths[parent] + 1, G_MAXUINT16)
                                           : 0;
      if (self->durs[id] == 0)
        continue;
      self->durs[id] = -1;
      tops[track] = id;
    }
}

gint64
tv_perfetto_slices_get_dur (TvPerfettoSlices *self, guint32 slice)
{
  return self->durs != NULL ? self->durs[slice] : get_own_dur (self, slice);
}

/* Numbers the slices of all tracks by start time. */
static void
number_slices (TvPerfettoSlices *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  g_autoptr (GArray) lists = g_array_new (FALSE, FALSE, sizeof (TvPerfettoList));
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      TvPerfettoList list = { .at = tracks[i].first_slice,
                              .end = tracks[i].first_slice + tracks[i].n_slices };

      if (tv_perfetto_track_list_map_track (self->tracks, i) == TV_NONE || tracks[i].n_slices == 0)
        continue;
      list.ts = get_slice_time (self, list.at);
      g_array_append_val (lists, list);
      self->n_slices += tracks[i].n_slices;
    }
  self->slices = g_new (guint32, self->n_slices + 1);
  self->slice_ids = g_new (guint32, slices->n + 1);
  memset (self->slice_ids, 0xff, ((gsize) slices->n + 1) * sizeof (guint32));
  tv_perfetto_merge (lists, get_slice_time, self, self->slices, NULL);
  for (guint32 i = 0; i < self->n_slices; i++)
    self->slice_ids[self->slices[i]] = i;
  if (tv_perfetto_track_list_has_merged (self->tracks))
    nest_slices (self);
}

guint32
tv_perfetto_slices_get_n (TvPerfettoSlices *self)
{
  return self->n_slices;
}

/* Returns the id of a slice of the trace; %TV_NONE if there is none. */
guint32
tv_perfetto_slices_map (TvPerfettoSlices *self, guint32 slice)
{
  return slice < tv_trace_get_slices (self->trace)->n ? self->slice_ids[slice] : TV_NONE;
}

guint32
tv_perfetto_slices_get_track (TvPerfettoSlices *self, guint32 slice)
{
  return tv_perfetto_track_list_map_track (
      self->tracks, tv_trace_find_track_at (self->trace, self->slices[slice]));
}

guint32
tv_perfetto_slices_get_parent (TvPerfettoSlices *self, guint32 slice)
{
  guint32 parent;

  if (self->parents != NULL)
    return self->parents[slice];
  parent = tv_slices_parent (tv_trace_get_slices (self->trace), self->slices[slice]);
  return parent != TV_NONE ? self->slice_ids[parent] : TV_NONE;
}

guint32
tv_perfetto_slices_get_depth (TvPerfettoSlices *self, guint32 slice)
{
  return self->depths != NULL
             ? self->depths[slice]
             : tv_slices_depth (tv_trace_get_slices (self->trace), self->slices[slice]);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

/* Appends the ids of all descendants of a slice, sorted by start time. */
void
tv_perfetto_slices_find_descendants (TvPerfettoSlices *self, guint32 slice, GArray *out)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint first = out->len;

  if (self->parents == NULL)
    {
      guint32 row = self->slices[slice], end = tv_trace_get_subtree_end (self->trace, row);

      for (guint32 i = row + 1; i < end; i++)
        g_array_append_val (out, self->slice_ids[i]);
      qsort (out->data + first * sizeof (guint32), out->len - first, sizeof (guint32), compare_ids);
      return;
    }
  for (guint32 id = slice + 1;
       id < self->n_slices &&
       tv_slices_start (slices, self->slices[id]) <= tv_slices_end (slices, self->slices[slice]);
       id++)
    for (guint32 up = self->parents[id]; up != TV_NONE && up >= slice; up = self->parents[up])
      if (up == slice)
        {
          g_array_append_val (out, id);
          break;
        }
}

/* Creates the slices of a trace. @trace and @tracks must outlive them. */
TvPerfettoSlices *
tv_perfetto_slices_new (TvTrace *trace, TvPerfettoTrackList *tracks)
{
  TvPerfettoSlices *self = g_new0 (TvPerfettoSlices, 1);

  self->trace = trace;
  self->tracks = tracks;
  number_slices (self);
  return self;
}

void
tv_perfetto_slices_free (TvPerfettoSlices *self)
{
  g_free (self->slices);
  g_free (self->slice_ids);
  g_free (self->parents);
  g_free (self->depths);
  g_free (self->durs);
  g_free (self);
}

/* Returns the index in the trace of the slice with @id. */
guint32
tv_perfetto_slices_get_row (TvPerfettoSlices *self, guint32 id)
{
  return self->slices[id];
}
