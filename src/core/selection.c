/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/selection.h"

#include <string.h>

/* Copies and compares selections. Used by the session, the command line, the query tables and all analyses of calls.
 * Selections are immutable, and their references are counted atomically. The only static state is the boxed type. */

struct _TvSelection
{
  gatomicrefcount ref_count;
  gint64 start_ns;
  gint64 end_ns;
  GArray *utids;  /* (nullable): sorted; NULL unless threads are selected */
  GBytes *tracks; /* (nullable): one byte per track, non-zero if the track is selected */
  TvClock clock;
  gint64 min_duration_ns;
  GArray *filters;    /* TvNameFilter */
  GArray *transforms; /* TvTransform */
};

GType
tv_selection_get_type (void)
{
  static GType type;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_boxed_type_register_static (g_intern_static_string ("TvSelection"),
                                                            (GBoxedCopyFunc) tv_selection_ref,
                                                            (GBoxedFreeFunc) tv_selection_unref));
  return type;
}

static void
clear_filter (gpointer data)
{
  TvNameFilter *filter = data;

  g_free ((char *) filter->text);
}

static void
clear_transform (gpointer data)
{
  TvTransform *transform = data;

  g_free ((char *) transform->package);
}

static void
add_filter (TvSelection *self, const TvNameFilter *filter)
{
  TvNameFilter added = *filter;

  added.text = g_strdup (filter->text);
  g_array_append_val (self->filters, added);
}

static void
add_transform (TvSelection *self, const TvTransform *transform)
{
  TvTransform added = *transform;

  added.package = g_strdup (transform->package);
  g_array_append_val (self->transforms, added);
}

static TvSelection *
copy (const TvSelection *self)
{
  TvSelection *selection;
  const TvNameFilter *filters;
  const TvTransform *transforms;
  guint n;

  selection = tv_selection_new_range (tv_selection_get_start_ns (self),
                                      tv_selection_get_end_ns (self));
  if (self == NULL)
    return selection;
  selection->utids = self->utids != NULL ? g_array_ref (self->utids) : NULL;
  selection->tracks = self->tracks != NULL ? g_bytes_ref (self->tracks) : NULL;
  selection->clock = self->clock;
  selection->min_duration_ns = self->min_duration_ns;
  filters = tv_selection_get_filters (self, &n);
  for (guint i = 0; i < n; i++)
    add_filter (selection, &filters[i]);
  transforms = tv_selection_get_transforms (self, &n);
  for (guint i = 0; i < n; i++)
    add_transform (selection, &transforms[i]);
  return selection;
}

/**
 * tv_selection_new_all:
 *
 * Returns: (transfer full): a selection of the whole trace, without filters and transforms
 */
TvSelection *
tv_selection_new_all (void)
{
  return tv_selection_new_range (G_MININT64, G_MAXINT64);
}

/**
 * tv_selection_new_range:
 * @start_ns: start of a time range
 * @end_ns: exclusive end of the time range
 *
 * Returns: (transfer full): a selection of the time range on all tracks
 */
TvSelection *
tv_selection_new_range (gint64 start_ns, gint64 end_ns)
{
  TvSelection *self = g_new0 (TvSelection, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->start_ns = start_ns;
  self->end_ns = end_ns;
  self->filters = g_array_new (FALSE, FALSE, sizeof (TvNameFilter));
  g_array_set_clear_func (self->filters, clear_filter);
  self->transforms = g_array_new (FALSE, FALSE, sizeof (TvTransform));
  g_array_set_clear_func (self->transforms, clear_transform);
  return self;
}

/* Returns: (transfer full): a new reference to @self; a selection of the whole trace if @self is %NULL */
TvSelection *
tv_selection_ref (const TvSelection *self)
{
  TvSelection *selection = (TvSelection *) self;

  if (self == NULL)
    return tv_selection_new_all ();
  g_atomic_ref_count_inc (&selection->ref_count);
  return selection;
}

void
tv_selection_unref (TvSelection *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->utids, g_array_unref);
  g_clear_pointer (&self->tracks, g_bytes_unref);
  g_array_unref (self->filters);
  g_array_unref (self->transforms);
  g_free (self);
}

static gboolean
are_filters_equal (const TvSelection *self, const TvSelection *other)
{
  guint n, n_other;
  const TvNameFilter *a = tv_selection_get_filters (self, &n);
  const TvNameFilter *b = tv_selection_get_filters (other, &n_other);

  if (n != n_other)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (a[i].match != b[i].match || a[i].hides != b[i].hides || strcmp (a[i].text, b[i].text) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
are_transforms_equal (const TvSelection *self, const TvSelection *other)
{
  guint n, n_other;
  const TvTransform *a = tv_selection_get_transforms (self, &n);
  const TvTransform *b = tv_selection_get_transforms (other, &n_other);

  if (n != n_other)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (a[i].kind != b[i].kind || a[i].symbol != b[i].symbol ||
        g_strcmp0 (a[i].package, b[i].package) != 0)
      return FALSE;
  return TRUE;
}

/* Compares selected threads. Comparing tracks is not sufficient, because threads with only samples have no tracks. */
static gboolean
are_threads_equal (const TvSelection *self, const TvSelection *other)
{
  guint n, n_other;
  const guint32 *a = tv_selection_get_threads (self, &n);
  const guint32 *b = tv_selection_get_threads (other, &n_other);

  return n == n_other && (n == 0 || memcmp (a, b, n * sizeof *a) == 0);
}

static gboolean
are_tracks_equal (const TvSelection *self, const TvSelection *other)
{
  GBytes *a = self != NULL ? self->tracks : NULL, *b = other != NULL ? other->tracks : NULL;

  return a == b || (a != NULL && b != NULL && g_bytes_equal (a, b));
}

/**
 * tv_selection_is_equal:
 * @self: (nullable): a selection
 * @other: (nullable): a selection for the same trace
 *
 * Returns: whether both select the same data, and change calls in the same way
 */
gboolean
tv_selection_is_equal (const TvSelection *self, const TvSelection *other)
{
  return self == other ||
         (tv_selection_get_start_ns (self) == tv_selection_get_start_ns (other) &&
          tv_selection_get_end_ns (self) == tv_selection_get_end_ns (other) &&
          tv_selection_get_clock (self) == tv_selection_get_clock (other) &&
          tv_selection_get_min_duration_ns (self) == tv_selection_get_min_duration_ns (other) &&
          are_threads_equal (self, other) && are_tracks_equal (self, other) &&
          are_filters_equal (self, other) && are_transforms_equal (self, other));
}

/* ---- Other selections ---- */

/**
 * tv_selection_with_range:
 * @self: (nullable): a selection
 * @start_ns: start of a time range; %G_MININT64 for no lower limit
 * @end_ns: exclusive end of the time range; %G_MAXINT64 for no upper limit
 *
 * Returns: (transfer full): a copy with this time range
 */
TvSelection *
tv_selection_with_range (const TvSelection *self, gint64 start_ns, gint64 end_ns)
{
  TvSelection *selection = copy (self);

  selection->start_ns = start_ns;
  selection->end_ns = end_ns;
  return selection;
}

static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/**
 * tv_selection_with_threads:
 * @self: (nullable): a selection
 * @trace: the trace of the selection
 * @utids: (array length=n): threads of @trace
 * @n: number of threads; 0 selects all threads, and tracks without a thread
 *
 * Returns: (transfer full): a copy that is limited to these threads
 */
TvSelection *
tv_selection_with_threads (const TvSelection *self, TvTrace *trace, const guint32 *utids, guint n)
{
  guint32 n_tracks;
  const TvTrack *all = tv_trace_get_tracks (trace, &n_tracks);
  g_autofree guint8 *tracks = g_new0 (guint8, (gsize) n_tracks + 1);
  TvSelection *selection;

  if (n == 0)
    return tv_selection_with_tracks (self, trace, NULL);
  selection = copy (self);
  g_clear_pointer (&selection->utids, g_array_unref);
  selection->utids = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_array_append_vals (selection->utids, utids, n);
  g_array_sort (selection->utids, compare_ids);
  for (guint32 track = 0; track < n_tracks; track++)
    tracks[track] = all[track].utid != TV_NONE &&
                    tv_selection_has_thread (selection, all[track].utid);
  g_clear_pointer (&selection->tracks, g_bytes_unref);
  selection->tracks = g_bytes_new_take (g_steal_pointer (&tracks), (gsize) n_tracks + 1);
  return selection;
}

/**
 * tv_selection_with_tracks:
 * @self: (nullable): a selection
 * @trace: the trace of the selection
 * @tracks: (nullable): one byte per track, non-zero if the track is selected; %NULL selects all
 *
 * Returns: (transfer full): a copy that is limited to these tracks, regardless of their threads
 */
TvSelection *
tv_selection_with_tracks (const TvSelection *self, TvTrace *trace, const guint8 *tracks)
{
  TvSelection *selection = copy (self);
  guint32 n_tracks;

  tv_trace_get_tracks (trace, &n_tracks);
  g_clear_pointer (&selection->utids, g_array_unref);
  g_clear_pointer (&selection->tracks, g_bytes_unref);
  if (tracks != NULL)
    selection->tracks = g_bytes_new (tracks, n_tracks);
  return selection;
}

/* Returns: (transfer full): a copy with another clock, for numbers that are shown for only one clock */
TvSelection *
tv_selection_with_clock (const TvSelection *self, TvClock clock)
{
  TvSelection *selection = copy (self);

  selection->clock = clock;
  return selection;
}

/**
 * tv_selection_with_min_duration:
 * @self: (nullable): a selection
 * @min_ns: minimum wall time in ns (CPU time in traces without wall time), or 0
 *
 * Returns: (transfer full): a copy that excludes calls whose full duration is shorter, and adds their time to their
 * callers; samples have no duration and are not affected
 */
TvSelection *
tv_selection_with_min_duration (const TvSelection *self, gint64 min_ns)
{
  TvSelection *selection = copy (self);

  selection->min_duration_ns = MAX (min_ns, 0);
  return selection;
}

/* Returns: (transfer full): a copy with an additional filter */
TvSelection *
tv_selection_with_filter (const TvSelection *self, const TvNameFilter *filter)
{
  TvSelection *selection = copy (self);

  add_filter (selection, filter);
  return selection;
}

/* Returns: (transfer full): a copy without the filter at index @i */
TvSelection *
tv_selection_without_filter (const TvSelection *self, guint i)
{
  TvSelection *selection = copy (self);

  g_return_val_if_fail (i < selection->filters->len, selection);
  g_array_remove_index (selection->filters, i);
  return selection;
}

/* Returns: (transfer full): a copy with an additional transform */
TvSelection *
tv_selection_with_transform (const TvSelection *self, const TvTransform *transform)
{
  TvSelection *selection = copy (self);

  add_transform (selection, transform);
  return selection;
}

/* Returns: (transfer full): a copy without the transform at index @i */
TvSelection *
tv_selection_without_transform (const TvSelection *self, guint i)
{
  TvSelection *selection = copy (self);

  g_return_val_if_fail (i < selection->transforms->len, selection);
  g_array_remove_index (selection->transforms, i);
  return selection;
}

/* ---- Getters ---- */

/**
 * tv_selection_is_all:
 * @self: (nullable): a selection
 *
 * Returns: whether the selection is the whole trace, without filters and transforms
 */
gboolean
tv_selection_is_all (const TvSelection *self)
{
  return !tv_selection_has_range (self) && (self == NULL || self->tracks == NULL) &&
         !tv_selection_changes_calls (self);
}

/* Returns whether the selection excludes any time. */
gboolean
tv_selection_has_range (const TvSelection *self)
{
  return self != NULL && (self->start_ns != G_MININT64 || self->end_ns != G_MAXINT64);
}

/**
 * tv_selection_changes_calls:
 * @self: (nullable): a selection
 *
 * Returns: whether the selection filters calls or transforms stacks, so that the values of calls must come from a
 * call tree
 */
gboolean
tv_selection_changes_calls (const TvSelection *self)
{
  return self != NULL &&
         (self->min_duration_ns > 0 || self->filters->len > 0 || self->transforms->len > 0);
}

gint64
tv_selection_get_start_ns (const TvSelection *self)
{
  return self != NULL ? self->start_ns : G_MININT64;
}

gint64
tv_selection_get_end_ns (const TvSelection *self)
{
  return self != NULL ? self->end_ns : G_MAXINT64;
}

/**
 * tv_selection_get_threads:
 * @self: (nullable): a selection
 * @n: (out): number of threads; 0 unless threads are selected
 *
 * Returns: (array length=n) (nullable): the selected threads, sorted
 */
const guint32 *
tv_selection_get_threads (const TvSelection *self, guint *n)
{
  GArray *utids = self != NULL ? self->utids : NULL;

  *n = utids != NULL ? utids->len : 0;
  return utids != NULL ? &g_array_index (utids, guint32, 0) : NULL;
}

/* Returns whether a thread is selected. Unless threads are selected, this is true of all threads. */
gboolean
tv_selection_has_thread (const TvSelection *self, guint32 utid)
{
  guint n;
  const guint32 *utids = tv_selection_get_threads (self, &n);

  return utids == NULL || bsearch (&utid, utids, n, sizeof *utids, compare_ids) != NULL;
}

/**
 * tv_selection_has_track:
 * @self: (nullable): a selection
 *
 * Returns: whether the track is selected
 */
gboolean
tv_selection_has_track (const TvSelection *self, guint32 track)
{
  gsize n;
  const guint8 *tracks = self != NULL && self->tracks != NULL ? g_bytes_get_data (self->tracks, &n)
                                                              : NULL;

  return tracks == NULL || (track < n && tracks[track] != 0);
}

TvClock
tv_selection_get_clock (const TvSelection *self)
{
  return self != NULL ? self->clock : TV_CLOCK_WALL;
}

gint64
tv_selection_get_min_duration_ns (const TvSelection *self)
{
  return self != NULL ? self->min_duration_ns : 0;
}

const TvNameFilter *
tv_selection_get_filters (const TvSelection *self, guint *n)
{
  *n = self != NULL ? self->filters->len : 0;
  return *n > 0 ? &g_array_index (self->filters, TvNameFilter, 0) : NULL;
}

const TvTransform *
tv_selection_get_transforms (const TvSelection *self, guint *n)
{
  *n = self != NULL ? self->transforms->len : 0;
  return *n > 0 ? &g_array_index (self->transforms, TvTransform, 0) : NULL;
}
