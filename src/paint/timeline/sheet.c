/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lays out an exported timeline and paints its pages. Called to export or print a timeline
 * (ui/views/timeline/timeline-shot.c, on a worker), and by `tracedump render`. Owns the legend, and a painter that
 * waits for indexes. Sizes are computed in tv_timeline_sheet_new(), and do not change when a page is painted. */

#include "paint/timeline/sheet.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/number-format.h"
#include "core/selection.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/sheet-font.h"
#include "paint/timeline/band-class.h"
#include "paint/timeline/legend.h"
#include "paint/timeline/sheet-description.h"

#define WIDE_PX          800.0
#define MARGIN_PX        24.0
#define NARROW_MARGIN_PX 16.0
#define PAGE_MARGIN_PX                                                                             \
  2.0 /* margin if there are several pages; small because paper has margins of its own */
#define PAGE_GAP_PX 24.0

/* Height of the rows' area if there are no rows, for a message. */
#define EMPTY_PX 64

/* Distance between the parts of a sheet, in px. */
#define GAP_PX       14.0
#define TITLE_GAP_PX 4.0

#define INLINE_GAP_PX   24.0 /* distance between a name and the detail next to it */
#define NAME_MARGINS_PX 42.0 /* total width of the margins of a row label in a group */

/* Limits for the width of the row labels, which depends on the names. */
#define MIN_LABELS_PX   90.0
#define MAX_LABELS_PX   260.0
#define MAX_LABELS_PART 0.3
#define MAX_MEASURED                                                                               \
  2000 /* maximum number of rows whose labels are measured; labels of further rows are ellipsized if they are wider */

/* If the height of the sheet is fixed, maximum share of the height for the legend. */
#define MAX_LEGEND_PART 0.3

/* Minimum height for rows. If less is available, rows extend beyond the edge of the sheet. */
#define MIN_ROWS_PX 48.0

/* Vertical range of rows on a page, in px from the upper edge of the first row. */
typedef struct
{
  gint64 top;
  gint64 bottom;
} Page;

struct _TvTimelineSheet
{
  TvTimelineSheetPlan plan;
  char *title;
  TvTimelinePainter *painter;
  TvBusyIndex *busy_index;  /* (nullable): activity of folded groups */
  TvStackChart *stacks;     /* (nullable): stacks, for rows that show them */
  GPtrArray *paths;         /* (nullable): critical paths, for rows that show them */
  TvTimelineLegend *legend; /* (nullable): legend of the colours */
  TvLabelCache *titles;
  TvLabelCache *texts;
  TvLabelCache *headings;

  GPtrArray *descriptions; /* (element-type utf8): lines of the description */
  char *note;              /* (nullable): note that rows are missing or cut off */
  guint n_missing;
  double margin;
  double label_width;
  double ruler_height;
  double header_height; /* height above the ruler in px */
  double legend_height; /* height of the legend in px, or 0 */
  double note_height;   /* height to reserve for a note in px */
  double height;
  GArray *pages; /* (element-type Page) */
};

/* ---- Size: label column, pages and legend ---- */

static double
get_line (TvLabelCache *labels)
{
  return ceil (tv_label_cache_get_height (labels)) + 4.0;
}

static double
choose_label_width (TvTimelineSheet *self, TvLabelCache *names, TvLabelCache *details)
{
  const TvTimelineLayout *layout = self->plan.layout;
  double max = MIN (MAX_LABELS_PX, self->plan.width * MAX_LABELS_PART);
  double width = MIN (MIN_LABELS_PX, max);
  guint n_rows = MIN (tv_timeline_layout_get_n_rows (layout), MAX_MEASURED);

  for (guint row = 0; row < n_rows && width < max; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

      if (r->is_header)
        continue;
      width = MAX (width, tv_label_cache_measure (names, r->name) + NAME_MARGINS_PX);
      if (r->detail != NULL && r->has_inline_detail)
        width = MAX (width, tv_label_cache_measure (names, r->name) +
                                tv_label_cache_measure (details, r->detail) + NAME_MARGINS_PX +
                                INLINE_GAP_PX);
      else if (r->detail != NULL)
        width = MAX (width, tv_label_cache_measure (details, r->detail) + NAME_MARGINS_PX);
    }
  return floor (MIN (width, max));
}

/* Returns whether the row is the first one below @top, apart from headers. */
static gboolean
is_first_of_sheet (const TvTimelineLayout *layout, guint row, gint64 top)
{
  if (tv_timeline_layout_get_row (layout, row)->is_header)
    return FALSE;
  while (row > 0)
    {
      const TvTimelineRow *before = tv_timeline_layout_get_row (layout, --row);

      if (before->y + before->height <= top)
        return TRUE;
      if (!before->is_header)
        return FALSE;
    }
  return TRUE;
}

/* Returns the last position up to @bottom where a page may end: below a row, or below a line if the row is taller
 * than a page. The last row on a page is never a header. */
static gint64
find_cut (const TvTimelineLayout *layout, gint64 top, gint64 bottom)
{
  guint row = tv_timeline_layout_find_row (layout, bottom);
  const TvTimelineRow *r;
  gint32 step = tv_timeline_layout_get_metrics (layout)->step;

  if (row >= tv_timeline_layout_get_n_rows (layout))
    return bottom;
  r = tv_timeline_layout_get_row (layout, row);
  if (r->y > top && !is_first_of_sheet (layout, row, top))
    {
      const TvTimelineRow *before = tv_timeline_layout_get_row (layout, row - 1);

      /* Keep the header on the same page as its rows. */
      return before->is_header && before->y > top ? before->y : r->y;
    }
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
  Page page = { top, bottom };

  g_array_append_val (self->pages, page);
}

/* Returns the available height for rows on a page. The first page also contains the legend. */
static gint64
get_rows_height (const TvTimelineSheet *self, double height, gboolean is_first)
{
  double space = height - self->header_height - self->ruler_height - self->margin;

  if (is_first && self->legend_height > 0.0)
    space -= self->legend_height + GAP_PX;
  if (self->plan.is_paged && tv_timeline_layout_get_n_hidden (self->plan.layout) > 0)
    space -= self->note_height;
  return (gint64) MAX (floor (space), MIN_ROWS_PX);
}

static void
arrange_pages (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  gint64 y = plan->top;

  self->height = plan->height;
  do
    {
      gint64 end = y + get_rows_height (self, plan->height, self->pages->len == 0);

      end = end >= plan->bottom ? plan->bottom : find_cut (plan->layout, y, end);
      add_page (self, y, end);
      y = end;
    }
  while (y < plan->bottom);
}

/* Lays out a single page. If not all rows fit, a note needs space as well, so that another row may not fit. */
static void
arrange_sheet (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  gboolean has_hidden = tv_timeline_layout_get_n_hidden (plan->layout) > 0;
  double height = plan->height > 0.0 ? plan->height : TV_TIMELINE_SHEET_MAX_HEIGHT;
  gint64 space = get_rows_height (self, height, TRUE);
  gint64 bottom = plan->bottom;

  if (bottom - plan->top > space - (has_hidden ? (gint64) self->note_height : 0))
    bottom = find_cut (plan->layout, plan->top,
                       plan->top + MAX (space - (gint64) self->note_height, 1));
  add_page (self, plan->top, bottom);
}

/* Counts the missing rows, and sets the note that rows are missing or cut off. */
static void
count_missing (TvTimelineSheet *self)
{
  const TvTimelineLayout *layout = self->plan.layout;
  gint64 top = g_array_index (self->pages, Page, 0).top;
  gint64 bottom = g_array_index (self->pages, Page, self->pages->len - 1).bottom;
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
    self->note = tv_number_printf (ngettext ("%u more row is not shown here",
                                             "%u more rows are not shown here", self->n_missing),
                                   self->n_missing);
  else if (is_cut)
    self->note = g_strdup (_("The last row is cut off here"));
}

static void
measure (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  double space = plan->height > 0.0 ? plan->height * MAX_LEGEND_PART : G_MAXDOUBLE;

  self->header_height = self->margin + get_line (self->titles) + TITLE_GAP_PX +
                        self->descriptions->len * get_line (self->texts) + GAP_PX;
  self->note_height = get_line (self->texts) + GAP_PX / 2.0;
  if (self->legend != NULL)
    self->legend_height = ceil (tv_timeline_legend_arrange (
        self->legend, self->texts, self->headings, plan->width - 2.0 * self->margin, space));

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
  self->height = self->header_height + self->ruler_height +
                 (double) (g_array_index (self->pages, Page, 0).bottom - plan->top) +
                 (self->note != NULL ? self->note_height : 0.0) +
                 (self->legend_height > 0.0 ? self->legend_height + GAP_PX : 0.0) + self->margin;
}

/* ---- Contents ---- */

static void
make_labels (TvTimelineSheet *self)
{
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (self->plan.layout);
  PangoContext *context = tv_sheet_font_new_context (self->plan.font);
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

/* Returns one byte per track: 1 if a visible row contains the track, otherwise 0. */
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
  g_autoptr (TvSelection) range = NULL, part = NULL, selection = NULL;

  if (!plan->has_legend)
    return TRUE;
  tracks = find_tracks (plan);
  range = tv_selection_new_range (plan->start_ns, plan->end_ns);
  part = tv_selection_with_tracks (range, plan->trace, tracks);
  selection = tv_selection_with_clock (part, plan->clock);
  self->legend = tv_timeline_legend_new (plan->trace, plan->coloring, plan->layout, selection,
                                         cancellable, error);
  return self->legend != NULL;
}

static gboolean
add_stacks (TvTimelineSheet *self, GCancellable *cancellable, GError **error)
{
  const TvTimelineSheetPlan *plan = &self->plan;

  if (plan->sample_kind >= tv_trace_get_stacks (plan->trace)->n_kinds ||
      !tv_timeline_layout_shows (plan->layout, &tv_band_stacks))
    return TRUE;
  self->stacks = tv_stack_chart_new (plan->trace, plan->sample_kind, cancellable, error);
  tv_timeline_painter_set_stacks (self->painter, self->stacks);
  return self->stacks != NULL;
}

static gboolean
add_paths (TvTimelineSheet *self, GCancellable *cancellable, GError **error)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  g_autoptr (GArray) utids = tv_timeline_layout_list_paths (plan->layout);

  self->paths = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_thread_path_free);
  for (guint i = 0; i < utids->len; i++)
    {
      TvThreadPath *path = tv_thread_path_new (plan->trace, g_array_index (utids, guint32, i),
                                               plan->start_ns, plan->end_ns, cancellable, error);

      if (path == NULL)
        return FALSE;
      g_ptr_array_add (self->paths, path);
    }
  tv_timeline_painter_set_paths (self->painter, self->paths);
  return TRUE;
}

/**
 * tv_timeline_sheet_new:
 * @plan: content of the sheet; the struct is copied
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED
 *
 * Creates a sheet. Computes the legend, stacks and critical paths, and creates the index of strips if a row needs it,
 * so call this on a worker.
 * Returns: (transfer full) (nullable): a sheet; %NULL if cancelled
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
  self->pages = g_array_new (FALSE, FALSE, sizeof (Page));
  self->margin = plan->is_paged           ? PAGE_MARGIN_PX
                 : plan->width >= WIDE_PX ? MARGIN_PX
                                          : NARROW_MARGIN_PX;

  if (tv_timeline_layout_shows (plan->layout, &tv_band_strip))
    tv_slice_index_get_intervals (plan->index);
  self->painter = tv_timeline_painter_new (plan->trace, plan->index, NULL);
  tv_timeline_painter_set_coloring (self->painter, plan->coloring);
  if (tv_timeline_layout_get_n_groups (plan->layout) > 0)
    self->busy_index = tv_busy_index_new (plan->trace);
  tv_timeline_painter_set_busy_index (self->painter, self->busy_index);
  if (!add_stacks (self, cancellable, error) || !add_paths (self, cancellable, error))
    return NULL;
  make_labels (self);
  self->descriptions = tv_timeline_sheet_describe (&self->plan, self->texts,
                                                   self->plan.width - 2.0 * self->margin);
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
  tv_stack_chart_free (self->stacks);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  tv_timeline_legend_free (self->legend);
  tv_label_cache_free (self->titles);
  tv_label_cache_free (self->texts);
  tv_label_cache_free (self->headings);
  g_clear_pointer (&self->descriptions, g_ptr_array_unref);
  g_clear_pointer (&self->pages, g_array_unref);
  g_free (self->note);
  g_free (self->title);
  g_free (self);
}

/* Gets the size of a page in px. */
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

/* Returns the number of rows that are not on any page. */
guint
tv_timeline_sheet_get_n_missing (const TvTimelineSheet *self)
{
  return self->n_missing;
}

/* ---- Painting ---- */

static void
paint_header (TvTimelineSheet *self, cairo_t *cr, guint page)
{
  const TvTheme *theme = self->plan.theme;
  double space = self->plan.width - 2.0 * self->margin;
  double y = self->margin, line = get_line (self->titles);

  if (self->pages->len > 1)
    {
      /* Translators: page number, and number of pages */
      g_autofree char *page_label = g_strdup_printf (_("%u of %u"), page + 1, self->pages->len);
      double width = ceil (tv_label_cache_measure (self->texts, page_label));

      tv_color_set_source (&theme->dim_text, cr);
      tv_label_cache_draw (self->texts, cr, page_label, self->margin + space - width,
                           y + line / 2.0, width + 1.0);
      space -= width + PAGE_GAP_PX;
    }
  tv_color_set_source (&theme->text, cr);
  tv_label_cache_draw (self->titles, cr, self->title, self->margin, y + line / 2.0, space);
  y += line + TITLE_GAP_PX;
  line = get_line (self->texts);
  tv_color_set_source (&theme->dim_text, cr);
  for (guint i = 0; i < self->descriptions->len; i++, y += line)
    tv_label_cache_draw (self->texts, cr, g_ptr_array_index (self->descriptions, i), self->margin,
                         y + line / 2.0, self->plan.width - 2.0 * self->margin);
}

static void
paint_empty (TvTimelineSheet *self, cairo_t *cr, const TvTimelineView *view)
{
  const char *text = _("Nothing to show on a timeline");
  double width = tv_label_cache_measure (self->texts, text);

  tv_color_set_source (&view->theme->dim_text, cr);
  tv_label_cache_draw (self->texts, cr, text, round ((view->width - width) / 2.0),
                       (view->ruler_height + view->height) / 2.0, width + 1.0);
}

static void
paint_rows (TvTimelineSheet *self, cairo_t *cr, const Page *page)
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
    .sample_kind = plan->sample_kind,
    .selected_sample = TV_NONE,
    .selected_symbol = TV_NONE,
    .occurrences = plan->occurrences,
    .shows_gaps = plan->shows_gaps,
    .hits = plan->hits,
    .marks = plan->marks,
    .base = self->plan.base,
    .is_still = TRUE,
  };

  cairo_save (cr);
  cairo_translate (cr, self->margin, self->header_height);
  cairo_rectangle (cr, 0.0, 0.0, view.width, view.height);
  cairo_clip (cr);
  tv_timeline_painter_paint (self->painter, cr, &view);
  if (tv_timeline_layout_get_n_rows (plan->layout) == 0)
    paint_empty (self, cr, &view);
  cairo_restore (cr);

  /* Draw an outline around the timeline. */
  cairo_rectangle (cr, self->margin - 0.5, self->header_height - 0.5, view.width + 1.0,
                   view.height + 1.0);
  tv_color_set_source (&plan->theme->separator, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

static void
paint_foot (TvTimelineSheet *self, cairo_t *cr, guint page)
{
  const Page *rows = &g_array_index (self->pages, Page, page);
  double y = self->header_height + self->ruler_height + (double) (rows->bottom - rows->top);

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
 * @page: index of the page
 * @sheet: a #TvTimelineSheet
 *
 * Paints a page. A #TvImageDraw.
 */
void
tv_timeline_sheet_paint (cairo_t *cr, guint page, gpointer sheet)
{
  TvTimelineSheet *self = sheet;

  g_return_if_fail (page < self->pages->len);

  tv_color_set_source (&self->plan.theme->background, cr);
  cairo_paint (cr);
  paint_header (self, cr, page);
  paint_rows (self, cr, &g_array_index (self->pages, Page, page));
  paint_foot (self, cr, page);
}
