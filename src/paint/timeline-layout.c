/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/timeline-layout-private.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "paint/time-format.h"

/**
 * tv_timeline_metrics_for_font:
 * @font_px: size of the desktop's font
 *
 * Returns: sizes for a timeline: calls 16 px high on a step of 17 px with the usual font
 */
TvTimelineMetrics
tv_timeline_metrics_for_font (double font_px)
{
  TvTimelineMetrics metrics;
  double scale = font_px / (11.0 * 96.0 / 72.0);

  metrics.call_font_px = 0.74 * font_px;
  metrics.small_font_px = 0.64 * font_px;
  metrics.name_font_px = 0.88 * font_px;
  metrics.detail_font_px = 0.76 * font_px;
  metrics.bar = MAX (16, (gint32) round (16.0 * scale));
  metrics.step = metrics.bar + 1;
  metrics.strip = MAX (24, (gint32) round (24.0 * scale));
  metrics.lane = 14;
  metrics.margin = 6;
  metrics.label_height = (gint32) ceil (metrics.name_font_px * 1.35 +
                                        metrics.detail_font_px * 1.35) +
                         2 * metrics.margin + 2;
  metrics.name_height = (gint32) ceil (metrics.name_font_px * 1.35) + 4;
  metrics.header = metrics.name_height + 3;
  metrics.state = MAX (5, (gint32) round (5.0 * scale));
  metrics.thin = MAX (11, (gint32) round (11.0 * scale));
  metrics.line = MAX (4, (gint32) round (4.0 * scale));
  metrics.counter = MAX (20, (gint32) round (20.0 * scale));
  return metrics;
}

static char *
format_count (guint32 count)
{
  const char *separator = localeconv ()->thousands_sep;
  char digits[16];
  int n = g_snprintf (digits, sizeof digits, "%u", count);
  g_autoptr (GString) text = g_string_sized_new (24);

  for (int i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append (text, separator);
      g_string_append_c (text, digits[i]);
    }
  return g_strdup (text->str);
}

static void
fill_row (TvTimelineRow *row, TvTrace *trace, guint32 track_id)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[track_id];
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[track->utid];
  const TvProcess *processes = tv_trace_get_processes (trace, NULL);
  g_autofree char *time = tv_time_format (track->covered_ns[tv_trace_get_main_clock (trace)]);
  g_autofree char *count = format_count (track->n_slices);
  /* Translators: %s is a number of calls, such as 8,204 */
  g_autofree char *calls = g_strdup_printf (ngettext ("%s call", "%s calls", track->n_slices),
                                            count);

  row->track = track_id;
  row->utid = track->utid;
  row->n_levels = track->n_levels;
  row->is_main = thread->upid != TV_NONE && processes[thread->upid].pid == thread->tid;
  row->name = tv_trace_dup_thread_label (trace, track->utid);
  row->detail = g_strdup_printf ("%s · %s", time, calls);
}

typedef struct
{
  gint64 covered_ns;
  guint32 tid;
  guint32 track;
} Place;

static int
compare_places (const void *a, const void *b)
{
  const Place *pa = a, *pb = b;

  if (pa->covered_ns != pb->covered_ns)
    return pa->covered_ns > pb->covered_ns ? -1 : 1;
  if (pa->tid != pb->tid)
    return pa->tid < pb->tid ? -1 : 1;
  return (pa->track > pb->track) - (pa->track < pb->track);
}

static Place *
order_tracks (TvTrace *trace, guint *n_places)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  TvClock clock = tv_trace_get_main_clock (trace);
  Place *places = g_new (Place, n_tracks);

  *n_places = 0;
  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_THREAD && tracks[track].n_slices > 0)
      places[(*n_places)++] = (Place){ .covered_ns = tracks[track].covered_ns[clock],
                                       .tid = threads[tracks[track].utid].tid,
                                       .track = track };
  if (*n_places > 1)
    qsort (places, *n_places, sizeof *places, compare_places);
  return places;
}

/* ---- Rows and bands ---- */

/* A row that has no bands yet; its pointer is good until the next one is added. */
TvTimelineRow *
tv_timeline_layout_add_row (TvTimelineLayout *self)
{
  TvTimelineRow row = {
    .group = TV_NONE,
    .track = TV_NONE,
    .utid = TV_NONE,
    .first_band = self->bands->len,
    .lane_y = -1,
  };

  g_array_append_val (self->rows, row);
  return &g_array_index (self->rows, TvTimelineRow, self->rows->len - 1);
}

static void
get_band_size (const TvTimelineLayout *self, TvTimelineBandKind kind, gint32 *bar, gint32 *gap)
{
  const TvTimelineMetrics *metrics = &self->metrics;

  *gap = 1;
  switch (kind)
    {
    case TV_BAND_STRIP:
      *bar = metrics->strip;
      *gap = 0;
      break;
    case TV_BAND_STATES:
      *bar = metrics->state;
      break;
    case TV_BAND_THIN:
      *bar = metrics->thin;
      break;
    case TV_BAND_POINTS:
    case TV_BAND_LINES:
      *bar = metrics->line;
      break;
    case TV_BAND_COUNTER:
      *bar = metrics->counter;
      break;
    case TV_BAND_BUSY:
      *bar = metrics->header - 8;
      break;
    case TV_BAND_CALLS:
    case TV_BAND_RUNS:
    case TV_BAND_PILLS:
    default:
      *bar = metrics->bar;
      *gap = metrics->step - metrics->bar;
    }
}

/* Adds a band below those that the last row has already; its height grows with them. */
void
tv_timeline_layout_add_band (TvTimelineLayout *self,
                             TvTimelineBandKind kind,
                             guint32 track,
                             guint32 counter,
                             guint32 n_levels)
{
  TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, self->rows->len - 1);
  TvTimelineBand band = {
    .kind = kind,
    .track = track,
    .counter = counter,
    .row = self->rows->len - 1,
    .n_levels = n_levels,
    .y = row->height,
  };
  gint32 gap;

  get_band_size (self, kind, &band.bar, &gap);
  band.step = band.bar + gap;
  row->height += kind == TV_BAND_STRIP ? band.bar : (gint64) n_levels * band.step;
  row->n_bands++;
  if (track != TV_NONE)
    self->band_of_track[track] = self->bands->len;
  g_array_append_val (self->bands, band);
}

static void
add_threads (TvTimelineLayout *self, TvTrace *trace)
{
  guint n_places;
  g_autofree Place *places = order_tracks (trace, &n_places);
  gboolean is_strip = self->form == TV_TIMELINE_STRIP;

  for (guint i = 0; i < n_places; i++)
    {
      TvTimelineRow *row = tv_timeline_layout_add_row (self);

      fill_row (row, trace, places[i].track);
      row->height = self->metrics.margin;
      tv_timeline_layout_add_band (self, is_strip ? TV_BAND_STRIP : TV_BAND_CALLS, row->track,
                                   TV_NONE, row->n_levels);
      row->lane_y = row->height;
      row->height = MAX (row->height + self->metrics.lane, self->metrics.label_height);
    }
}

/* Puts the rows that are to be seen below each other. */
static void
arrange (TvTimelineLayout *self)
{
  self->height = 0;
  self->n_shown = 0;
  for (guint i = 0; i < self->rows->len; i++)
    {
      TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);

      self->place[i] = G_MAXUINT;
      if (row->group != TV_NONE && !row->is_header &&
          g_array_index (self->groups, TvTimelineGroup, row->group).is_folded)
        continue;
      row->y = self->height;
      self->height += row->height;
      self->place[i] = self->n_shown;
      self->shown[self->n_shown++] = i;
    }
}

/**
 * tv_timeline_layout_new:
 * @trace: what is shown
 * @form: how; logs are always nested
 * @metrics: sizes
 *
 * Gives every thread with calls a row, ordered by the time that its calls cover; and to a log
 * groups of rows.
 *
 * Returns: (transfer full): a layout; it does not need the trace any longer
 */
TvTimelineLayout *
tv_timeline_layout_new (TvTrace *trace, TvTimelineForm form, const TvTimelineMetrics *metrics)
{
  TvTimelineLayout *self = g_new0 (TvTimelineLayout, 1);

  self->form = tv_trace_is_log (trace) ? TV_TIMELINE_NESTED : form;
  self->metrics = *metrics;
  self->groups = g_array_new (FALSE, FALSE, sizeof (TvTimelineGroup));
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvTimelineRow));
  self->bands = g_array_new (FALSE, FALSE, sizeof (TvTimelineBand));
  tv_trace_get_tracks (trace, &self->n_tracks);
  self->band_of_track = g_new (guint32, self->n_tracks);
  for (guint32 track = 0; track < self->n_tracks; track++)
    self->band_of_track[track] = TV_NONE;
  if (tv_trace_is_log (trace))
    tv_timeline_layout_add_log (self, trace);
  else
    add_threads (self, trace);
  self->shown = g_new (guint, self->rows->len);
  self->place = g_new (guint, self->rows->len);
  arrange (self);
  return self;
}

void
tv_timeline_layout_free (TvTimelineLayout *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    {
      g_free (g_array_index (self->rows, TvTimelineRow, i).name);
      g_free (g_array_index (self->rows, TvTimelineRow, i).detail);
    }
  g_array_unref (self->groups);
  g_array_unref (self->rows);
  g_array_unref (self->bands);
  g_free (self->band_of_track);
  g_free (self->shown);
  g_free (self->place);
  g_free (self);
}

TvTimelineForm
tv_timeline_layout_get_form (const TvTimelineLayout *self)
{
  return self->form;
}

const TvTimelineMetrics *
tv_timeline_layout_get_metrics (const TvTimelineLayout *self)
{
  return &self->metrics;
}

/* Of the rows that are not folded away. */
guint
tv_timeline_layout_get_n_rows (const TvTimelineLayout *self)
{
  return self->n_shown;
}

const TvTimelineRow *
tv_timeline_layout_get_row (const TvTimelineLayout *self, guint row)
{
  g_return_val_if_fail (row < self->n_shown, NULL);
  return &g_array_index (self->rows, TvTimelineRow, self->shown[row]);
}

const TvTimelineBand *
tv_timeline_layout_get_band (const TvTimelineLayout *self, guint band)
{
  g_return_val_if_fail (band < self->bands->len, NULL);
  return &g_array_index (self->bands, TvTimelineBand, band);
}

/* Of all rows together, in px. */
gint64
tv_timeline_layout_get_height (const TvTimelineLayout *self)
{
  return self->height;
}

/**
 * tv_timeline_layout_find_row:
 * @self: a layout
 * @y: px from the top of the first row
 *
 * Returns: the row there, or the number of rows if there is none
 */
guint
tv_timeline_layout_find_row (const TvTimelineLayout *self, gint64 y)
{
  guint low = 0, high = self->n_shown;

  if (y < 0 || y >= self->height)
    return self->n_shown;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (tv_timeline_layout_get_row (self, middle)->y <= y)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_timeline_layout_find_track:
 * @self: a layout
 * @track: a track of the trace
 *
 * Returns: its row, or the number of rows if it has none or is folded away
 */
guint
tv_timeline_layout_find_track (const TvTimelineLayout *self, guint32 track)
{
  const TvTimelineBand *band = tv_timeline_layout_find_band (self, track);

  return band != NULL ? MIN (self->place[band->row], self->n_shown) : self->n_shown;
}

/**
 * tv_timeline_layout_find_band:
 * @self: a layout
 * @track: a track of the trace
 *
 * Returns: (transfer none) (nullable): where it is shown in its row, which may be folded away
 */
const TvTimelineBand *
tv_timeline_layout_find_band (const TvTimelineLayout *self, guint32 track)
{
  g_return_val_if_fail (track < self->n_tracks, NULL);
  if (self->band_of_track[track] == TV_NONE)
    return NULL;
  return &g_array_index (self->bands, TvTimelineBand, self->band_of_track[track]);
}

/* The same for a counter. */
const TvTimelineBand *
tv_timeline_layout_find_counter (const TvTimelineLayout *self, guint32 counter)
{
  for (guint i = 0; i < self->bands->len; i++)
    if (g_array_index (self->bands, TvTimelineBand, i).counter == counter)
      return &g_array_index (self->bands, TvTimelineBand, i);
  return NULL;
}

/* The row that a band is a part of; it may be folded away, and has no place then. */
const TvTimelineRow *
tv_timeline_layout_get_band_row (const TvTimelineLayout *self, const TvTimelineBand *band)
{
  return &g_array_index (self->rows, TvTimelineRow, band->row);
}

/* The group that a track belongs to, or TV_NONE. */
guint
tv_timeline_layout_find_group (const TvTimelineLayout *self, guint32 track)
{
  const TvTimelineBand *band = tv_timeline_layout_find_band (self, track);

  return band != NULL ? g_array_index (self->rows, TvTimelineRow, band->row).group : TV_NONE;
}

/**
 * tv_timeline_layout_get_line_y:
 * @self: a layout
 * @row: a row
 * @depth: a depth of its first band; in a strip all have one line; the depth behind the last
 *   gives what is below
 *
 * Returns: the top of that line, in px from the top of the first row
 */
gint64
tv_timeline_layout_get_line_y (const TvTimelineLayout *self, guint row, guint32 depth)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (self, row);
  const TvTimelineBand *band = tv_timeline_layout_get_band (self, r->first_band);

  if (band->kind == TV_BAND_STRIP)
    return r->y + band->y + (depth < band->n_levels ? 0 : band->bar);
  return r->y + band->y + (gint64) depth * band->step;
}

/**
 * tv_timeline_layout_find_band_at:
 * @self: a layout
 * @row: a row
 * @y: px from the top of the first row
 * @depth: (out): the depth of the line there, 0 in a strip
 *
 * Returns: the band there, or %TV_NONE between and beside the lines
 */
guint
tv_timeline_layout_find_band_at (const TvTimelineLayout *self, guint row, gint64 y, guint32 *depth)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (self, row);

  *depth = TV_NONE;
  for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
    {
      const TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);
      gint64 below = y - r->y - band->y;

      if (below < 0)
        return TV_NONE;
      if (band->kind == TV_BAND_STRIP || band->n_levels == 1)
        {
          if (below >= band->bar)
            continue;
          *depth = 0;
          return i;
        }
      if (below / band->step >= band->n_levels)
        continue;
      if (below % band->step >= band->bar)
        return TV_NONE;
      *depth = (guint32) (below / band->step);
      return i;
    }
  return TV_NONE;
}

/* The depth of the line at a place, or TV_NONE; see tv_timeline_layout_find_band_at(). */
guint32
tv_timeline_layout_find_depth (const TvTimelineLayout *self, guint row, gint64 y)
{
  guint32 depth;

  tv_timeline_layout_find_band_at (self, row, y, &depth);
  return depth;
}

/* ---- Groups ---- */

guint
tv_timeline_layout_get_n_groups (const TvTimelineLayout *self)
{
  return self->groups->len;
}

const TvTimelineGroup *
tv_timeline_layout_get_group (const TvTimelineLayout *self, guint group)
{
  g_return_val_if_fail (group < self->groups->len, NULL);
  return &g_array_index (self->groups, TvTimelineGroup, group);
}

/* The row that is a group's header. */
guint
tv_timeline_layout_get_header (const TvTimelineLayout *self, guint group)
{
  guint low = 0, high = self->n_shown;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (tv_timeline_layout_get_row (self, middle)->group < group ||
          (tv_timeline_layout_get_row (self, middle)->group == group &&
           tv_timeline_layout_get_row (self, middle)->is_header))
        low = middle;
      else
        high = middle;
    }
  return low;
}

void
tv_timeline_layout_set_folded (TvTimelineLayout *self, guint group, gboolean is_folded)
{
  g_return_if_fail (group < self->groups->len);
  g_array_index (self->groups, TvTimelineGroup, group).is_folded = !!is_folded;
  arrange (self);
}

void
tv_timeline_layout_fold_all (TvTimelineLayout *self, gboolean is_folded)
{
  for (guint i = 0; i < self->groups->len; i++)
    g_array_index (self->groups, TvTimelineGroup, i).is_folded = !!is_folded;
  arrange (self);
}

/**
 * tv_timeline_layout_fold_like:
 * @self: a layout
 * @other: another one of the same trace
 *
 * Folds what is folded there.
 */
void
tv_timeline_layout_fold_like (TvTimelineLayout *self, const TvTimelineLayout *other)
{
  g_return_if_fail (self->groups->len == other->groups->len);
  for (guint i = 0; i < self->groups->len; i++)
    g_array_index (self->groups, TvTimelineGroup, i).is_folded =
        g_array_index (other->groups, TvTimelineGroup, i).is_folded;
  arrange (self);
}
