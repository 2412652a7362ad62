/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/timeline-layout.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "paint/time-format.h"

struct _TvTimelineLayout
{
  TvTimelineForm form;
  TvTimelineMetrics metrics;
  TvTimelineRow *rows;
  guint n_rows;
  guint *row_of_track; /* n_rows where a track has none */
  guint32 n_tracks;
  gint64 height;
};

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

/**
 * tv_timeline_layout_new:
 * @trace: what is shown
 * @form: how
 * @metrics: sizes
 *
 * Gives every thread with calls a row, ordered by the time that its calls cover.
 *
 * Returns: (transfer full): a layout; it does not need the trace any longer
 */
TvTimelineLayout *
tv_timeline_layout_new (TvTrace *trace, TvTimelineForm form, const TvTimelineMetrics *metrics)
{
  TvTimelineLayout *self = g_new0 (TvTimelineLayout, 1);
  g_autofree Place *places = order_tracks (trace, &self->n_rows);

  self->form = form;
  self->metrics = *metrics;
  tv_trace_get_tracks (trace, &self->n_tracks);
  self->rows = g_new0 (TvTimelineRow, self->n_rows);
  self->row_of_track = g_new (guint, self->n_tracks);
  for (guint32 track = 0; track < self->n_tracks; track++)
    self->row_of_track[track] = self->n_rows;

  for (guint i = 0; i < self->n_rows; i++)
    {
      TvTimelineRow *row = &self->rows[i];
      gint64 lines;

      fill_row (row, trace, places[i].track);
      self->row_of_track[row->track] = i;
      lines = form == TV_TIMELINE_STRIP ? metrics->strip : (gint64) row->n_levels * metrics->step;
      row->y = self->height;
      row->height = MAX (metrics->margin + lines + metrics->lane, metrics->label_height);
      self->height += row->height;
    }
  return self;
}

void
tv_timeline_layout_free (TvTimelineLayout *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_rows; i++)
    {
      g_free (self->rows[i].name);
      g_free (self->rows[i].detail);
    }
  g_free (self->rows);
  g_free (self->row_of_track);
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

guint
tv_timeline_layout_get_n_rows (const TvTimelineLayout *self)
{
  return self->n_rows;
}

const TvTimelineRow *
tv_timeline_layout_get_row (const TvTimelineLayout *self, guint row)
{
  g_return_val_if_fail (row < self->n_rows, NULL);
  return &self->rows[row];
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
  guint low = 0, high = self->n_rows;

  if (y < 0 || y >= self->height)
    return self->n_rows;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (self->rows[middle].y <= y)
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
 * Returns: its row, or the number of rows if it has none
 */
guint
tv_timeline_layout_find_track (const TvTimelineLayout *self, guint32 track)
{
  g_return_val_if_fail (track < self->n_tracks, self->n_rows);
  return self->row_of_track[track];
}

/**
 * tv_timeline_layout_get_line_y:
 * @self: a layout
 * @row: a row
 * @depth: a depth; in a strip all have one line; the depth behind the last gives the top of the
 *   lane of brackets
 *
 * Returns: the top of that line, in px from the top of the first row
 */
gint64
tv_timeline_layout_get_line_y (const TvTimelineLayout *self, guint row, guint32 depth)
{
  const TvTimelineRow *r = &self->rows[row];
  gint64 top = r->y + self->metrics.margin;

  if (self->form == TV_TIMELINE_STRIP)
    return depth < r->n_levels ? top : top + self->metrics.strip;
  return top + (gint64) depth * self->metrics.step;
}

/* Of a call's line, without the pixel between lines. */
gint32
tv_timeline_layout_get_line_height (const TvTimelineLayout *self)
{
  return self->form == TV_TIMELINE_STRIP ? self->metrics.strip : self->metrics.bar;
}

/**
 * tv_timeline_layout_find_depth:
 * @self: a layout
 * @row: a row
 * @y: px from the top of the first row
 *
 * Returns: the depth of the line there, 0 in a strip, or %TV_NONE between and beside the lines
 */
guint32
tv_timeline_layout_find_depth (const TvTimelineLayout *self, guint row, gint64 y)
{
  const TvTimelineRow *r = &self->rows[row];
  gint64 below = y - r->y - self->metrics.margin;

  if (below < 0)
    return TV_NONE;
  if (self->form == TV_TIMELINE_STRIP)
    return below < self->metrics.strip ? 0 : TV_NONE;
  if (below / self->metrics.step >= r->n_levels || below % self->metrics.step >= self->metrics.bar)
    return TV_NONE;
  return (guint32) (below / self->metrics.step);
}
