/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/timeline-sheet.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "core/selection.h"
#include "paint/label-cache.h"
#include "paint/time-format.h"
#include "paint/timeline-legend.h"

#define DEFAULT_FONT "Cantarell, sans-serif"

#define WIDE_PX          800.0
#define MARGIN_PX        24.0
#define NARROW_MARGIN_PX 16.0
#define PAGE_MARGIN_PX   2.0 /* pages have their own */
#define GAP_PX           14.0
#define TITLE_GAP_PX     4.0
#define PAGE_GAP_PX      24.0
#define NAME_MARGINS_PX  42.0 /* left and right of a name in a group */

/* The names' column follows the names. */
#define MIN_LABELS_PX   90.0
#define MAX_LABELS_PX   260.0
#define MAX_LABELS_PART 0.3

/* How much of a sheet that has a height the legend takes at most. */
#define MAX_LEGEND_PART 0.3

/* Rows go over the edge of a sheet rather than have less than this. */
#define MIN_ROOM_PX 48.0

/* Where there is no row, there is room to say so. */
#define EMPTY_PX 64

/* A stretch of the rows, in px from the top of the first. */
typedef struct
{
  gint64 top;
  gint64 bottom;
} Stretch;

struct _TvTimelineSheet
{
  TvTimelineSheetPlan plan;
  char *title;
  TvTimelinePainter *painter;
  TvBusyIndex *busy_index;  /* (nullable) */
  TvTimelineLegend *legend; /* (nullable) */
  TvLabelCache *titles;
  TvLabelCache *texts;
  TvLabelCache *headings;

  GPtrArray *facts; /* lines */
  char *note;       /* (nullable) */
  guint n_missing;
  double margin;
  double label_width;
  double ruler_height;
  double head_height;   /* down to the ruler, from the top of the sheet */
  double legend_height; /* 0 if there is none */
  double note_height;   /* what a note would take */
  double height;
  GArray *pages; /* Stretch */
};

/* ---- Facts ---- */

static const char *
find_metadata (TvTrace *trace, const char *key)
{
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (metadata[i].key, key))
      return metadata[i].value;
  return NULL;
}

/* In UTC: the sheet says the same wherever it is made. */
static char *
dup_date (TvTrace *trace)
{
  const char *us = find_metadata (trace, "start-time-usec");
  const char *ns = find_metadata (trace, "clock-sync-realtime");
  gint64 seconds = us != NULL   ? g_ascii_strtoll (us, NULL, 10) / 1000000
                   : ns != NULL ? g_ascii_strtoll (ns, NULL, 10) / 1000000000
                                : 0;
  g_autoptr (GDateTime) date = seconds > 0 ? g_date_time_new_from_unix_utc (seconds) : NULL;
  g_autofree char *text = date != NULL ? g_date_time_format (date, "%F %R UTC") : NULL;

  /* Translators: when a trace was recorded, such as 2024-06-10 06:13 UTC */
  return text != NULL ? g_strdup_printf (_("recorded %s"), text) : NULL;
}

static char *
dup_time (const TvTimelineSheetPlan *plan)
{
  gint64 origin = tv_trace_get_start_ns (plan->trace);
  gint64 trace_length = tv_trace_get_end_ns (plan->trace) - origin;
  gint64 length = plan->end_ns - plan->start_ns;
  gint64 resolution = MAX (length / 1000, 1);
  g_autofree char *total = tv_time_format (trace_length);
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  g_autofree char *duration = NULL;

  if (length >= trace_length)
    return g_steal_pointer (&total);
  start = tv_time_format_at (plan->start_ns - origin, resolution);
  end = tv_time_format_at (plan->end_ns - origin, resolution);
  duration = tv_time_format (length);
  /* Translators: a duration, its start and its end, and the length of the whole trace: "310 ms from
   * 1.2 s to 1.51 s of 5.8 s" */
  return g_strdup_printf (_("%s from %s to %s of %s"), duration, start, end, total);
}

/* How many threads the rows are about, and how many the trace has. */
static char *
dup_threads (const TvTimelineSheetPlan *plan)
{
  guint32 n_tracks, n_threads, n = 0;
  const TvTrack *tracks = tv_trace_get_tracks (plan->trace, &n_tracks);
  guint n_rows = tv_timeline_layout_get_n_rows (plan->layout);

  tv_trace_get_threads (plan->trace, &n_threads);
  if (tv_trace_is_log (plan->trace))
    return g_strdup_printf (ngettext ("%u thread", "%u threads", n_threads), n_threads);
  for (guint32 track = 0; track < n_tracks; track++)
    n += tracks[track].kind == TV_TRACK_THREAD && tracks[track].n_slices > 0;
  if (n_rows < n)
    /* Translators: how many of a trace's threads are shown */
    return g_strdup_printf (ngettext ("%u of %u thread", "%u of %u threads", n), n_rows, n);
  return g_strdup_printf (ngettext ("%u thread", "%u threads", n), n);
}

/* What each line holds of facts that follow each other, so that none is wider than the sheet. */
static void
add_facts (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  double room = plan->width - 2.0 * self->margin;
  char *facts[] = {
    dup_time (plan),
    dup_threads (plan),
    g_strdup (tv_trace_is_rebuilt (plan->trace) ? _("timeline rebuilt from CPU time")
                                                : _("wall time")),
    dup_date (plan->trace),
  };
  g_autofree char *line = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autofree char *fact = facts[i];
      g_autofree char *longer = NULL;

      if (fact == NULL)
        continue;
      longer = line != NULL ? g_strdup_printf ("%s · %s", line, fact) : g_strdup (fact);
      if (line != NULL && tv_label_cache_measure (self->texts, longer) > room)
        {
          g_ptr_array_add (self->facts, g_steal_pointer (&line));
          line = g_steal_pointer (&fact);
        }
      else
        {
          g_free (line);
          line = g_steal_pointer (&longer);
        }
    }
  g_ptr_array_add (self->facts, g_steal_pointer (&line));
}

/* ---- Sizes ---- */

static double
get_line (TvLabelCache *labels)
{
  return ceil (tv_label_cache_get_height (labels)) + 4.0;
}

static double
choose_label_width (TvTimelineSheet *self, TvLabelCache *names, TvLabelCache *details)
{
  const TvTimelineLayout *layout = self->plan.layout;
  double most = MIN (MAX_LABELS_PX, self->plan.width * MAX_LABELS_PART);
  double width = MIN (MIN_LABELS_PX, most);

  for (guint row = 0; row < tv_timeline_layout_get_n_rows (layout) && width < most; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

      if (r->is_header)
        continue;
      width = MAX (width, tv_label_cache_measure (names, r->name) + NAME_MARGINS_PX);
      if (r->detail != NULL)
        width = MAX (width, tv_label_cache_measure (details, r->detail) + NAME_MARGINS_PX);
    }
  return floor (MIN (width, most));
}

/* The last px of the rows at or before @bottom where a sheet may end: below a row, else below a
 * line of one that is higher than a sheet. */
static gint64
find_cut (const TvTimelineLayout *layout, gint64 top, gint64 bottom)
{
  guint row = tv_timeline_layout_find_row (layout, bottom);
  const TvTimelineRow *r;
  gint32 step = tv_timeline_layout_get_metrics (layout)->step;

  if (row >= tv_timeline_layout_get_n_rows (layout))
    return bottom;
  r = tv_timeline_layout_get_row (layout, row);
  /* A header does not stand below its rows. */
  if (r->y > top && row > 0 && tv_timeline_layout_get_row (layout, row - 1)->is_header &&
      tv_timeline_layout_get_row (layout, row - 1)->y > top)
    return tv_timeline_layout_get_row (layout, row - 1)->y;
  if (r->y > top)
    return r->y;
  if (bottom - top > 2 * step)
    {
      gint64 first_line = r->y + tv_timeline_layout_get_band (layout, r->first_band)->y;

      return MAX (first_line + (bottom - first_line) / step * step, top + step);
    }
  return bottom;
}

static void
add_page (TvTimelineSheet *self, gint64 top, gint64 bottom)
{
  Stretch page = { top, bottom };

  g_array_append_val (self->pages, page);
}

/* How much of a sheet the rows may take; the legend is on the first one. */
static gint64
get_room (const TvTimelineSheet *self, double height, gboolean is_first)
{
  double room = height - self->head_height - self->ruler_height - self->margin;

  if (is_first && self->legend_height > 0.0)
    room -= self->legend_height + GAP_PX;
  if (self->plan.is_paged && tv_timeline_layout_get_n_hidden (self->plan.layout) > 0)
    room -= self->note_height;
  return (gint64) MAX (floor (room), MIN_ROOM_PX);
}

static void
arrange_pages (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  gint64 y = plan->top;

  self->height = plan->height;
  do
    {
      gint64 end = y + get_room (self, plan->height, self->pages->len == 0);

      end = end >= plan->bottom ? plan->bottom : find_cut (plan->layout, y, end);
      add_page (self, y, end);
      y = end;
    }
  while (y < plan->bottom);
}

/* The note takes room, which may mean that one more row is missing. */
static void
arrange_sheet (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  gboolean has_hidden = tv_timeline_layout_get_n_hidden (plan->layout) > 0;
  double height = plan->height > 0.0 ? plan->height : TV_TIMELINE_SHEET_MAX_HEIGHT;
  gint64 room = get_room (self, height, TRUE);
  gint64 bottom = plan->bottom;

  if (bottom - plan->top > room - (has_hidden ? (gint64) self->note_height : 0))
    bottom = find_cut (plan->layout, plan->top,
                       plan->top + MAX (room - (gint64) self->note_height, 1));
  add_page (self, plan->top, bottom);
}

/* Rows of which nothing is shown, or not all; whoever looks at the sheet did not hide any. */
static void
count_missing (TvTimelineSheet *self)
{
  const TvTimelineLayout *layout = self->plan.layout;
  gint64 top = g_array_index (self->pages, Stretch, 0).top;
  gint64 bottom = g_array_index (self->pages, Stretch, self->pages->len - 1).bottom;
  gboolean is_cut = FALSE;

  self->n_missing = tv_timeline_layout_get_n_hidden (layout);
  for (guint row = 0; row < tv_timeline_layout_get_n_rows (layout); row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

      if (r->y + r->height <= top || r->y >= bottom)
        self->n_missing++;
      else if (r->y < top || r->y + r->height > bottom)
        is_cut = TRUE;
    }
  if (self->n_missing > 0)
    self->note = g_strdup_printf (ngettext ("%u more row is not shown here",
                                            "%u more rows are not shown here", self->n_missing),
                                  self->n_missing);
  else if (is_cut)
    self->note = g_strdup (_("Not all of the rows is shown here"));
}

static void
measure (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  double room = plan->height > 0.0 ? plan->height * MAX_LEGEND_PART : G_MAXDOUBLE;

  self->head_height = self->margin + get_line (self->titles) + TITLE_GAP_PX +
                      self->facts->len * get_line (self->texts) + GAP_PX;
  self->note_height = get_line (self->texts) + GAP_PX / 2.0;
  if (self->legend != NULL)
    self->legend_height = ceil (tv_timeline_legend_arrange (
        self->legend, self->texts, self->headings, plan->width - 2.0 * self->margin, room));

  if (plan->is_paged && plan->height > 0.0)
    arrange_pages (self);
  else
    arrange_sheet (self);
  count_missing (self);
  if (plan->height > 0.0)
    {
      self->height = plan->height;
      return;
    }
  self->height = self->head_height + self->ruler_height +
                 (double) (g_array_index (self->pages, Stretch, 0).bottom - plan->top) +
                 (self->note != NULL ? self->note_height : 0.0) +
                 (self->legend_height > 0.0 ? self->legend_height + GAP_PX : 0.0) + self->margin;
}

/* ---- Object ---- */

static PangoContext *
make_context (const TvTimelineSheetPlan *plan)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  PangoFontDescription *font = pango_font_description_from_string (
      plan->font != NULL ? plan->font : DEFAULT_FONT);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96.0);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_font_description (context, font);
  cairo_font_options_destroy (options);
  pango_font_description_free (font);
  g_object_unref (map);
  return context;
}

static void
make_labels (TvTimelineSheet *self)
{
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (self->plan.layout);
  PangoContext *context = make_context (&self->plan);
  g_autoptr (TvLabelCache)
      names = tv_label_cache_new (context, metrics->name_font_px, PANGO_WEIGHT_BOLD);

  self->titles = tv_label_cache_new (context, metrics->name_font_px * 1.4, PANGO_WEIGHT_BOLD);
  self->texts = tv_label_cache_new (context, metrics->detail_font_px * 1.08, PANGO_WEIGHT_NORMAL);
  self->headings = tv_label_cache_new (context, metrics->detail_font_px * 1.08, PANGO_WEIGHT_BOLD);
  tv_timeline_painter_set_font (self->painter, context, metrics);
  self->label_width = choose_label_width (self, names, self->texts);
  self->ruler_height = ceil (metrics->detail_font_px * 1.5) + 10.0;
  g_object_unref (context);
}

/* The tracks of all rows, one byte each. */
static guint8 *
find_tracks (const TvTimelineSheetPlan *plan)
{
  guint32 n_tracks;
  guint8 *tracks;

  tv_trace_get_tracks (plan->trace, &n_tracks);
  tracks = g_new0 (guint8, n_tracks + 1);
  for (guint row = 0; row < tv_timeline_layout_get_n_rows (plan->layout); row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (plan->layout, row);

      for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
        {
          guint32 track = tv_timeline_layout_get_band (plan->layout, i)->track;

          if (track != TV_NONE)
            tracks[track] = 1;
        }
    }
  return tracks;
}

static gboolean
add_legend (TvTimelineSheet *self, GCancellable *cancellable, GError **error)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  g_autofree guint8 *tracks = NULL;
  TvSelection selection = { plan->start_ns, plan->end_ns, NULL };

  if (!plan->has_legend)
    return TRUE;
  selection.tracks = tracks = find_tracks (plan);
  self->legend = tv_timeline_legend_new (plan->trace, plan->coloring, plan->layout, plan->theme,
                                         &selection, cancellable, error);
  return self->legend != NULL;
}

/**
 * tv_timeline_sheet_new:
 * @plan: what to show; it is copied
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put %TV_ERROR_CANCELLED
 *
 * Walks what the legend tells of: for workers.
 *
 * Returns: (transfer full): a sheet, or %NULL
 */
TvTimelineSheet *
tv_timeline_sheet_new (const TvTimelineSheetPlan *plan, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTimelineSheet) self = g_new0 (TvTimelineSheet, 1);
  gint64 height = tv_timeline_layout_get_n_rows (plan->layout) > 0
                      ? tv_timeline_layout_get_height (plan->layout)
                      : EMPTY_PX;

  g_return_val_if_fail (plan->end_ns > plan->start_ns, NULL);

  self->plan = *plan;
  self->plan.width = floor (plan->width);
  self->plan.height = floor (plan->height);
  self->plan.bottom = plan->bottom > 0 ? MIN (plan->bottom, height) : height;
  self->plan.top = CLAMP (plan->top, 0, self->plan.bottom);
  self->title = g_strdup (plan->title != NULL ? plan->title : "");
  self->facts = g_ptr_array_new_with_free_func (g_free);
  self->pages = g_array_new (FALSE, FALSE, sizeof (Stretch));
  self->margin = plan->is_paged           ? PAGE_MARGIN_PX
                 : plan->width >= WIDE_PX ? MARGIN_PX
                                          : NARROW_MARGIN_PX;

  self->painter = tv_timeline_painter_new (plan->trace, plan->index, NULL);
  tv_timeline_painter_set_coloring (self->painter, plan->coloring);
  if (tv_timeline_layout_get_n_groups (plan->layout) > 0)
    self->busy_index = tv_busy_index_new (plan->trace);
  tv_timeline_painter_set_busy_index (self->painter, self->busy_index);
  make_labels (self);
  add_facts (self);
  if (!add_legend (self, cancellable, error))
    return NULL;
  measure (self);
  return g_steal_pointer (&self);
}

void
tv_timeline_sheet_free (TvTimelineSheet *self)
{
  if (self == NULL)
    return;
  tv_timeline_painter_free (self->painter);
  tv_busy_index_free (self->busy_index);
  tv_timeline_legend_free (self->legend);
  tv_label_cache_free (self->titles);
  tv_label_cache_free (self->texts);
  tv_label_cache_free (self->headings);
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  g_clear_pointer (&self->pages, g_array_unref);
  g_free (self->note);
  g_free (self->title);
  g_free (self);
}

/* Of every page, in px. */
void
tv_timeline_sheet_get_size (const TvTimelineSheet *self, double *width, double *height)
{
  *width = self->plan.width;
  *height = self->height;
}

guint
tv_timeline_sheet_get_n_pages (const TvTimelineSheet *self)
{
  return self->pages->len;
}

/* How many rows are on none of the pages. */
guint
tv_timeline_sheet_get_n_missing (const TvTimelineSheet *self)
{
  return self->n_missing;
}

/* ---- Painting ---- */

static void
paint_head (TvTimelineSheet *self, cairo_t *cr, guint page)
{
  const TvTheme *theme = self->plan.theme;
  double room = self->plan.width - 2.0 * self->margin;
  double y = self->margin, line = get_line (self->titles);

  if (self->pages->len > 1)
    {
      /* Translators: which page it is, and how many there are */
      g_autofree char *place = g_strdup_printf (_("%u of %u"), page + 1, self->pages->len);
      double width = ceil (tv_label_cache_measure (self->texts, place));

      tv_color_set_source (&theme->dim_text, cr);
      tv_label_cache_draw (self->texts, cr, place, self->margin + room - width, y + line / 2.0,
                           width + 1.0);
      room -= width + PAGE_GAP_PX;
    }
  tv_color_set_source (&theme->text, cr);
  tv_label_cache_draw (self->titles, cr, self->title, self->margin, y + line / 2.0, room);
  y += line + TITLE_GAP_PX;
  line = get_line (self->texts);
  tv_color_set_source (&theme->dim_text, cr);
  for (guint i = 0; i < self->facts->len; i++, y += line)
    tv_label_cache_draw (self->texts, cr, g_ptr_array_index (self->facts, i), self->margin,
                         y + line / 2.0, self->plan.width - 2.0 * self->margin);
}

static void
paint_empty (TvTimelineSheet *self, cairo_t *cr, const TvTimelineView *view)
{
  const char *text = _("No calls in this trace");
  double width = tv_label_cache_measure (self->texts, text);

  tv_color_set_source (&view->theme->dim_text, cr);
  tv_label_cache_draw (self->texts, cr, text, round ((view->width - width) / 2.0),
                       (view->ruler_height + view->height) / 2.0, width + 1.0);
}

static void
paint_rows (TvTimelineSheet *self, cairo_t *cr, const Stretch *page)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  TvTimelineView view = {
    .layout = plan->layout,
    .theme = plan->theme,
    .start_ns = plan->start_ns,
    .end_ns = plan->end_ns,
    .width = plan->width - 2.0 * self->margin,
    .height = self->ruler_height + (double) (page->bottom - page->top),
    .label_width = self->label_width,
    .ruler_height = self->ruler_height,
    .scroll_y = (double) page->top,
    .scale = plan->scale,
    .selection_start_ns = plan->selection_start_ns,
    .selection_end_ns = plan->selection_end_ns,
    .selected_slice = plan->selected_slice,
    .occurrences = plan->occurrences,
    .shows_gaps = plan->shows_gaps,
    .hits = plan->hits,
    .marks = plan->marks,
    .is_still = TRUE,
  };

  cairo_save (cr);
  cairo_translate (cr, self->margin, self->head_height);
  cairo_rectangle (cr, 0.0, 0.0, view.width, view.height);
  cairo_clip (cr);
  tv_timeline_painter_paint (self->painter, cr, &view);
  if (tv_timeline_layout_get_n_rows (plan->layout) == 0)
    paint_empty (self, cr, &view);
  cairo_restore (cr);

  /* A frame, for the picture has no window around it. */
  cairo_rectangle (cr, self->margin - 0.5, self->head_height - 0.5, view.width + 1.0,
                   view.height + 1.0);
  tv_color_set_source (&plan->theme->separator, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

static void
paint_foot (TvTimelineSheet *self, cairo_t *cr, guint page)
{
  const Stretch *stretch = &g_array_index (self->pages, Stretch, page);
  double y = self->head_height + self->ruler_height + (double) (stretch->bottom - stretch->top);

  if (self->note != NULL && page == self->pages->len - 1)
    {
      tv_color_set_source (&self->plan.theme->dim_text, cr);
      tv_label_cache_draw (self->texts, cr, self->note, self->margin,
                           y + GAP_PX / 2.0 + get_line (self->texts) / 2.0,
                           self->plan.width - 2.0 * self->margin);
      y += self->note_height;
    }
  if (self->legend_height > 0.0 && page == 0)
    tv_timeline_legend_paint (self->legend, cr, self->plan.theme, self->margin, y + GAP_PX);
}

/**
 * tv_timeline_sheet_paint:
 * @cr: where to paint; a unit is a px
 * @page: which page, from 0
 * @sheet: a #TvTimelineSheet
 *
 * A #TvPictureDraw.
 */
void
tv_timeline_sheet_paint (cairo_t *cr, guint page, gpointer sheet)
{
  TvTimelineSheet *self = sheet;

  g_return_if_fail (page < self->pages->len);

  tv_color_set_source (&self->plan.theme->background, cr);
  cairo_paint (cr);
  paint_head (self, cr, page);
  paint_rows (self, cr, &g_array_index (self->pages, Stretch, page));
  paint_foot (self, cr, page);
}
