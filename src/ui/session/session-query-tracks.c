/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of the session. The Query and Findings views and saved-view.c add tracks; the timeline shows, renames and
 * removes them. Tracks are immutable and reference-counted; only the session's array of tracks changes, on the main
 * thread. */

#include "ui/session/session-query-tracks.h"

#include <glib/gi18n.h>

#include "paint/kit/palette.h"
#include "ui/kit/work.h"
#include "ui/session/query-track.h"
#include "ui/session/session-part.h"

#define ROWS_PER_CANCEL_CHECK 65536

/**
 * QueryTracksPart:
 * @tracks: (element-type TvQueryTrack): see tv_session_get_query_tracks()
 * @last_id: id of the track added last, or 0
 * @filling: (nullable): slot of the worker, set while it runs a query
 * @filled_id: id of the track whose query the worker runs
 *
 * State of the query tracks of a session.
 */
typedef struct
{
  GPtrArray *tracks;
  guint last_id;
  GCancellable *filling;
  guint filled_id;
} QueryTracksPart;

static QueryTracksPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_QUERY_TRACKS);
}

static void
unref_track (gpointer data)
{
  tv_query_track_unref (data);
}

static void
part_init (TvSession *self, gpointer data)
{
  ((QueryTracksPart *) data)->tracks = g_ptr_array_new_with_free_func (unref_track);
}

static void
part_stop (gpointer data)
{
  tv_work_stop (&((QueryTracksPart *) data)->filling);
}

static void
part_clear (gpointer data)
{
  g_ptr_array_unref (((QueryTracksPart *) data)->tracks);
}

const TvSessionPart tv_session_part_query_tracks = { .size = sizeof (QueryTracksPart),
                                                     .init = part_init,
                                                     .stop = part_stop,
                                                     .clear = part_clear };

/* ---- Query tracks ---- */

void
tv_query_track_source_copy (const TvQueryTrackSource *from, TvQueryTrackSource *to)
{
  *to = (TvQueryTrackSource){ g_strdup (from->query), g_strdup (from->filter), from->is_regex };
}

void
tv_query_track_source_clear (TvQueryTrackSource *self)
{
  g_free (self->query);
  g_free (self->filter);
  *self = (TvQueryTrackSource){ NULL };
}

static int
find_integer (TvTable *table, const char *name)
{
  int column = tv_table_find_column (table, name);

  return column >= 0 && tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_INTEGER
             ? column
             : -1;
}

/* Returns whether a table has a column “ts” with timestamps. */
gboolean
tv_query_track_is_possible (TvTable *table)
{
  return find_integer (table, "ts") >= 0;
}

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  const TvQueryTrackSlice *first = a, *second = b;

  if (first->ts != second->ts)
    return first->ts < second->ts ? -1 : 1;
  /* A longer slice comes first, so that a shorter one is drawn on top. */
  return first->dur < second->dur ? 1 : first->dur > second->dur ? -1 : 0;
}

/* Returns: (transfer full): a track without slices */
static TvQueryTrack *
query_track_new_empty (void)
{
  TvQueryTrack *self = g_new0 (TvQueryTrack, 1);

  g_atomic_ref_count_init (&self->references);
  self->label = -1;
  self->slices = g_array_new (FALSE, FALSE, sizeof (TvQueryTrackSlice));
  return self;
}

/**
 * tv_query_track_new:
 * @table: an immutable table with the column “ts”; the columns “dur” and “name” (or “text”) are used if they exist
 * @cancellable: (nullable): a #GCancellable
 *
 * Creates a track with a slice for each row of @table. Must be called on a worker. Rows without a time are skipped. A
 * slice whose duration is missing or invalid is an instant event.
 *
 * Returns: (transfer full) (nullable): the track; %NULL if cancelled
 */
TvQueryTrack *
tv_query_track_new (TvTable *table, GCancellable *cancellable)
{
  g_autoptr (TvQueryTrack) self = query_track_new_empty ();
  int ts = find_integer (table, "ts"), dur = find_integer (table, "dur");
  guint32 n = tv_table_get_n_rows (table);

  self->table = g_object_ref (table);
  self->label = tv_table_find_column (table, "name");
  if (self->label < 0)
    self->label = tv_table_find_column (table, "text");
  if (self->label >= 0 && tv_table_get_columns (table, NULL)[self->label].type != TV_COLUMN_TEXT)
    self->label = -1;
  for (guint32 row = 0; row < n; row++)
    {
      TvQueryTrackSlice slice = { .row = row };

      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (!tv_table_get_integer (table, row, ts, &slice.ts))
        continue;
      if (!tv_table_get_integer (table, row, dur, &slice.dur) || slice.dur < 0 ||
          slice.dur > G_MAXINT64 - MAX (slice.ts, 0))
        slice.dur = 0;
      self->longest_ns = MAX (self->longest_ns, slice.dur);
      g_array_append_val (self->slices, slice);
    }
  g_array_sort (self->slices, compare_slices);
  return g_steal_pointer (&self);
}

/* Returns: (transfer full): a track with the same rows and slices, but without an id, colour, name and source */
static TvQueryTrack *
query_track_copy_rows (const TvQueryTrack *from)
{
  TvQueryTrack *self = g_new0 (TvQueryTrack, 1);

  g_atomic_ref_count_init (&self->references);
  self->table = from->table != NULL ? g_object_ref (from->table) : NULL;
  self->label = from->label;
  self->slices = g_array_ref (from->slices);
  self->longest_ns = from->longest_ns;
  self->is_pending = from->is_pending;
  self->message = g_strdup (from->message);
  return self;
}

/* Copies id, colour, name and source to a new track. */
static void
query_track_copy_identity (TvQueryTrack *self, const TvQueryTrack *of)
{
  self->id = of->id;
  self->color = of->color;
  self->name = g_strdup (of->name);
  tv_query_track_source_copy (&of->source, &self->source);
}

TvQueryTrack *
tv_query_track_ref (TvQueryTrack *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
tv_query_track_unref (TvQueryTrack *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_object (&self->table);
  g_clear_pointer (&self->slices, g_array_unref);
  tv_query_track_source_clear (&self->source);
  g_free (self->message);
  g_free (self->name);
  g_free (self);
}

/* Returns: the index of the first slice that starts at or after a time; the number of slices if there is none */
guint
tv_query_track_find_first (const TvQueryTrack *self, gint64 ns)
{
  guint low = 0, high = self->slices->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->slices, TvQueryTrackSlice, middle).ts < ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns: (transfer full) (nullable): the label of a slice; %NULL if it has none */
char *
tv_query_track_dup_label (const TvQueryTrack *self, guint slice)
{
  TvCell cell;
  char *label;

  if (self->label < 0)
    return NULL;
  tv_table_get_cell (self->table, g_array_index (self->slices, TvQueryTrackSlice, slice).row,
                     (guint) self->label, &cell);
  label = cell.is_null ? NULL : g_strdup (cell.text);
  tv_cell_clear (&cell);
  return label;
}

/* ---- Session ---- */

/* Returns: (transfer none) (element-type TvQueryTrack): the tracks in the order in which they were added; the array
 * is immutable */
GPtrArray *
tv_session_get_query_tracks (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->tracks;
}

static void
set_tracks (TvSession *self, GPtrArray *tracks)
{
  g_ptr_array_unref (get_part (self)->tracks);
  get_part (self)->tracks = tracks;
  tv_session_notify (self, TV_SESSION_PROP_QUERY_TRACKS);
}

static GPtrArray *
copy_tracks (TvSession *self, guint without)
{
  GPtrArray *before = get_part (self)->tracks;
  GPtrArray *tracks = g_ptr_array_new_with_free_func (unref_track);

  for (guint i = 0; i < before->len; i++)
    if (((const TvQueryTrack *) before->pdata[i])->id != without)
      g_ptr_array_add (tracks, tv_query_track_ref (before->pdata[i]));
  return tracks;
}

static TvQueryTrack *
find_track (TvSession *self, guint id)
{
  GPtrArray *tracks = get_part (self)->tracks;

  for (guint i = 0; i < tracks->len; i++)
    if (((TvQueryTrack *) tracks->pdata[i])->id == id)
      return tracks->pdata[i];
  return NULL;
}

/* Replaces the track that has the id of @track. @track: (transfer full) */
static void
replace_track (TvSession *self, TvQueryTrack *track)
{
  GPtrArray *tracks = copy_tracks (self, 0);

  for (guint i = 0; i < tracks->len; i++)
    if (((TvQueryTrack *) tracks->pdata[i])->id == track->id)
      {
        tv_query_track_unref (tracks->pdata[i]);
        tracks->pdata[i] = track;
      }
  set_tracks (self, tracks);
}

/* ---- Queries of restored tracks ---- */

typedef struct
{
  TvTrace *trace;
  TvQueryTrackSource source;
} FillJob;

static void
free_fill_job (gpointer data)
{
  FillJob *job = data;

  g_object_unref (job->trace);
  tv_query_track_source_clear (&job->source);
  g_free (job);
}

static gpointer
fill_track (gpointer data, GCancellable *cancellable, GError **error)
{
  const FillJob *job = data;

  return tv_query_track_run (job->trace, &job->source, cancellable, error);
}

static const TvWork fill_work = { fill_track, free_fill_job,
                                  (GDestroyNotify) tv_query_track_unref };

static void fill_next (TvSession *self);

static void
on_filled (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSession *self = owner;
  TvQueryTrack *track = result != NULL ? result : query_track_new_empty ();

  query_track_copy_identity (track, find_track (self, get_part (self)->filled_id));
  if (result == NULL)
    track->message = g_strdup (error->message);
  replace_track (self, track);
  fill_next (self);
}

/* Runs the query of the first track that is pending, unless a query is already running. */
static void
fill_next (TvSession *self)
{
  QueryTracksPart *part = get_part (self);
  const TvQueryTrack *track = NULL;
  FillJob *job;

  for (guint i = 0; track == NULL && i < part->tracks->len; i++)
    if (((const TvQueryTrack *) part->tracks->pdata[i])->is_pending)
      track = part->tracks->pdata[i];
  if (track == NULL || part->filling != NULL)
    return;
  job = g_new0 (FillJob, 1);
  job->trace = g_object_ref (tv_session_get_trace (self));
  tv_query_track_source_copy (&track->source, &job->source);
  part->filled_id = track->id;
  tv_work_start (&fill_work, job, on_filled, self, &part->filling);
}

/* ---- Changes ---- */

/**
 * tv_session_add_query_track:
 * @track: (transfer full): a new track
 * @name: name of the track
 * @source: (nullable): source of the rows; a track without a query is not saved
 *
 * Adds a track.
 *
 * Returns: %FALSE if there are already %TV_SESSION_MAX_QUERY_TRACKS tracks
 */
gboolean
tv_session_add_query_track (TvSession *self,
                            TvQueryTrack *track,
                            const char *name,
                            const TvQueryTrackSource *source)
{
  QueryTracksPart *part;
  GPtrArray *tracks;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  part = get_part (self);
  if (part->tracks->len >= TV_SESSION_MAX_QUERY_TRACKS)
    {
      tv_query_track_unref (track);
      return FALSE;
    }
  track->id = ++part->last_id;
  track->color = tv_palette_get_index (track->id - 1);
  track->name = g_strdup (name);
  if (source != NULL)
    tv_query_track_source_copy (source, &track->source);
  tracks = copy_tracks (self, 0);
  g_ptr_array_add (tracks, track);
  set_tracks (self, tracks);
  return TRUE;
}

/**
 * tv_session_restore_query_track:
 * @name: name of the track
 * @source: source of the rows, with a query
 *
 * Adds a track whose query is run by a worker. Does nothing if there are already %TV_SESSION_MAX_QUERY_TRACKS tracks.
 */
void
tv_session_restore_query_track (TvSession *self, const char *name, const TvQueryTrackSource *source)
{
  TvQueryTrack *track = query_track_new_empty ();

  g_return_if_fail (TV_IS_SESSION (self) && source->query != NULL);

  track->is_pending = TRUE;
  track->message = g_strdup (_("Running the query…"));
  if (tv_session_add_query_track (self, track, name, source))
    fill_next (self);
}

/* Renames a track. Does nothing if the id is unknown or the name is empty. */
void
tv_session_rename_query_track (TvSession *self, guint id, const char *name)
{
  const TvQueryTrack *before;
  TvQueryTrack *track;

  g_return_if_fail (TV_IS_SESSION (self));

  before = find_track (self, id);
  if (before == NULL || *name == '\0' || g_str_equal (before->name, name))
    return;
  track = query_track_copy_rows (before);
  query_track_copy_identity (track, before);
  g_free (track->name);
  track->name = g_strdup (name);
  replace_track (self, track);
}

/* Removes a track and cancels its query. Does nothing if the id is unknown. */
void
tv_session_remove_query_track (TvSession *self, guint id)
{
  GPtrArray *tracks;

  g_return_if_fail (TV_IS_SESSION (self));

  if (get_part (self)->filled_id == id)
    tv_work_stop (&get_part (self)->filling);
  tracks = copy_tracks (self, id);
  if (tracks->len == get_part (self)->tracks->len)
    g_ptr_array_unref (tracks);
  else
    set_tracks (self, tracks);
  fill_next (self);
}
