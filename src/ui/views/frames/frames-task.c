/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds, filters and counts the frames of the trace, in a worker of the Frames view. A result with a new filter
 * shares the frames and the table with the previous result. The table has the maximum lateness as object data, which
 * columns read with tv_frames_get_latest(). */

#include "ui/views/frames/frames-task.h"

#include <glib/gi18n.h>

#include "analysis/system/frame-percentiles.h"
#include "core/time-format.h"
#include "tables/range-table.h"

#define ROWS_PER_CANCEL_CHECK 1024
#define LATEST_KEY            "tv-latest"

/* ---- Frames of the trace ---- */

static int
compare_surfaces (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

static GArray *
list_surfaces (const GArray *rows)
{
  GArray *surfaces = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 all = TV_NONE;
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (surfaces, g_array_index (rows, TvFrameRow, i).surface);
  g_array_sort (surfaces, compare_surfaces);
  for (guint i = 0; i < surfaces->len; i++)
    if (i == 0 || g_array_index (surfaces, guint32, i) != g_array_index (surfaces, guint32, n - 1))
      g_array_index (surfaces, guint32, n++) = g_array_index (surfaces, guint32, i);
  g_array_set_size (surfaces, n);
  g_array_prepend_val (surfaces, all);
  return surfaces;
}

/* Returns: (transfer full): a new #TvFramesShown that shares the frames of @self, without the results of the filters */
TvFramesShown *
tv_frames_shown_share (const TvFramesShown *self)
{
  TvFramesShown *shared = g_new0 (TvFramesShown, 1);

  shared->rows = g_array_ref (self->rows);
  shared->table = g_object_ref (self->table);
  shared->surfaces = g_array_ref (self->surfaces);
  shared->note = g_strdup (self->note);
  return shared;
}

void
tv_frames_shown_free (TvFramesShown *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_object (&self->table);
  g_clear_pointer (&self->surfaces, g_array_unref);
  g_clear_pointer (&self->note, g_free);
  g_clear_pointer (&self->filter, g_bytes_unref);
  g_clear_pointer (&self->durations, tv_durations_unref);
  g_free (self);
}

static gint64
find_latest (const GArray *rows)
{
  gint64 latest_ns = 0;

  for (guint i = 0; i < rows->len; i++)
    latest_ns = MAX (latest_ns, g_array_index (rows, TvFrameRow, i).late_ns);
  return latest_ns;
}

static void
keep_latest (TvTable *table, gint64 latest_ns)
{
  gint64 *latest = g_new (gint64, 1);

  *latest = latest_ns;
  g_object_set_data_full (G_OBJECT (table), LATEST_KEY, latest, g_free);
}

/* Returns: maximum lateness of the frames of a table, in ns; 0 if no frame is late */
gint64
tv_frames_get_latest (TvTable *table)
{
  const gint64 *latest = g_object_get_data (G_OBJECT (table), LATEST_KEY);

  return latest != NULL ? *latest : 0;
}

/* Returns: (nullable): percentiles of the recorded frames of a process, with the percentiles that the device reports,
 * such as "p50 8 ms (device: 8 ms), p90 38 ms (device: 22 ms). The device counts all 40 frames …"; %NULL if the
 * device reports none */
static char *
dup_note (TvTrace *trace, GCancellable *cancellable)
{
  g_autoptr (GArray) percentiles = tv_frame_percentiles_new (trace, NULL, cancellable, NULL);
  g_autoptr (GString) note = g_string_new (NULL);
  guint32 upid = TV_NONE;
  g_autofree char *reason = NULL;

  for (guint i = 0; percentiles != NULL && i < percentiles->len; i++)
    {
      const TvFramePercentile *percentile = &g_array_index (percentiles, TvFramePercentile, i);
      g_autofree char *ours = tv_time_format (percentile->ns);

      if (percentile->device_ms < 0 || (upid != TV_NONE && percentile->upid != upid))
        continue;
      upid = percentile->upid;
      if (reason == NULL)
        reason = tv_frame_percentile_dup_reason (percentile);
      /* Translators: a percentile such as p50; the duration; the duration that the device reports, in ms */
      g_string_append_printf (note, _ ("%sp%u %s (device: %" G_GINT64_FORMAT " ms)"),
                              note->len > 0 ? ", " : "", percentile->percent, ours,
                              percentile->device_ms);
    }
  if (reason != NULL)
    g_string_append_printf (note, ". %s", reason);
  return note->len > 0 ? g_string_free (g_steal_pointer (&note), FALSE) : NULL;
}

/* Copies the recorded frames; other frames cannot have a deadline. */
static GArray *
filter_recorded (const GArray *all)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TvFrameRow));

  for (guint i = 0; i < all->len; i++)
    if (g_array_index (all, TvFrameRow, i).is_recorded)
      g_array_append_vals (rows, &g_array_index (all, TvFrameRow, i), 1);
  return rows;
}

static TvFramesShown *
find_frames (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) all = tv_frame_list_new_with_work (trace, NULL, cancellable, error);
  TvFramesShown *self;
  GArray *rows;

  if (all == NULL)
    return NULL;
  rows = filter_recorded (all);
  self = g_new0 (TvFramesShown, 1);
  self->rows = g_array_ref (rows);
  self->table = tv_range_table_new_of (&tv_frame_table, trace, rows);
  self->surfaces = list_surfaces (self->rows);
  keep_latest (self->table, find_latest (self->rows));
  self->note = dup_note (trace, cancellable);
  return self;
}

/* ---- Filtered frames ---- */

static gboolean
has_text (TvTable *table, guint32 row, const TvTextMatch *match)
{
  static const char *const columns[] = { "frame_id", "layer", "process", "jank_type", "state" };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      TvCell cell;
      gboolean is_match;

      tv_table_get_cell (table, row, (guint) tv_table_find_column (table, columns[i]), &cell);
      is_match = !cell.is_null && tv_text_match_test (match, cell.text, -1);
      tv_cell_clear (&cell);
      if (is_match)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_mode (const TvFrameRow *row, TvFramesMode mode)
{
  switch (mode)
    {
    case TV_FRAMES_LATE:
      return tv_frame_row_is_late (row);
    case TV_FRAMES_DROPPED:
      return row->outcome == TV_FRAME_DROPPED;
    case TV_FRAMES_ALL:
    case TV_N_FRAMES_MODES:
    default:
      return TRUE;
    }
}

static gboolean
is_of_surface (const TvFramesJob *job, const TvFramesShown *self, const TvFrameRow *row)
{
  return job->surface == TV_FRAMES_ALL_SURFACES || job->surface >= self->surfaces->len ||
         g_array_index (self->surfaces, guint32, job->surface) == row->surface;
}

/* Returns: duration of a frame as in the histogram: in ns or, if the deadlines of the frames differ, as a multiple of
 * the frame's deadline; -1 if that is not known */
gint64
tv_frames_shown_measure (const TvFramesShown *self, guint row)
{
  const TvFrameRow *frame = &g_array_index (self->rows, TvFrameRow, row);

  return self->count.has_mixed_deadlines ? tv_frame_row_get_multiple (frame) : frame->dur;
}

static void
count_frames (TvFramesShown *self, const TvFramesJob *job)
{
  g_autoptr (GArray) of_surface = g_array_new (FALSE, FALSE, sizeof (TvFrameRow));

  for (guint i = 0; i < self->rows->len; i++)
    if (is_of_surface (job, self, &g_array_index (self->rows, TvFrameRow, i)))
      g_array_append_val (of_surface, g_array_index (self->rows, TvFrameRow, i));
  self->count = tv_frame_list_count ((const TvFrameRow *) (gpointer) of_surface->data,
                                     of_surface->len);
}

static gboolean
choose (TvFramesShown *self, const TvFramesJob *job, GCancellable *cancellable)
{
  g_autofree guint8 *left = g_new0 (guint8, MAX (self->rows->len, 1));
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean has_band;

  count_frames (self, job);
  has_band = job->from_ns >= 0 && !job->has_multiples == !self->count.has_mixed_deadlines;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const TvFrameRow *row = &g_array_index (self->rows, TvFrameRow, i);
      gint64 value = tv_frames_shown_measure (self, i);

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (!is_of_surface (job, self, row) ||
          (job->match != NULL && !has_text (self->table, i, job->match)))
        continue;
      if (value >= 0)
        g_array_append_val (values, value);
      left[i] = has_mode (row, job->mode) &&
                (!has_band || (value >= job->from_ns && value <= job->to_ns));
      self->n_left += left[i];
    }
  self->durations = tv_durations_new_of_values (values, cancellable);
  self->filter = g_bytes_new (left, self->rows->len);
  return self->durations != NULL;
}

static gpointer
run_job (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvFramesJob *job = data;
  g_autoptr (TvFramesShown) self = job->before != NULL
                                       ? tv_frames_shown_share (job->before)
                                       : find_frames (job->trace, cancellable, error);

  return self != NULL && choose (self, job, cancellable) ? g_steal_pointer (&self) : NULL;
}

static void
free_job (gpointer data)
{
  TvFramesJob *job = data;

  g_clear_object (&job->trace);
  g_clear_pointer (&job->before, tv_frames_shown_free);
  g_clear_pointer (&job->match, tv_text_match_free);
  g_free (job);
}

const TvWork tv_frames_work = { run_job, free_job, (GDestroyNotify) tv_frames_shown_free };
