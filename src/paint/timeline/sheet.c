/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/timeline/sheet-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/selection.h"
#include "paint/kit/sheet-font.h"

#define WIDE_PX          800.0
#define MARGIN_PX        24.0
#define NARROW_MARGIN_PX 16.0
#define PAGE_MARGIN_PX                                                                             \
  2.0 /* margin if the sheet has several pages, because paper has its own margins */
#define PAGE_GAP_PX 24.0

/* Height of the message on an empty sheet. */
#define EMPTY_PX 64

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
  self->label_width = tv_timeline_sheet_choose_label_width (self, names, self->texts);
  self->ruler_height = ceil (metrics->detail_font_px * 1.5) + 10.0;
  g_object_unref (context);
}

/* Returns the visible tracks: one byte per track, 1 if a row contains it. */
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
      !tv_timeline_layout_has_stacks (plan->layout))
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
 * @plan: content of the sheet; copied
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED
 *
 * Creates a sheet. Computes the legend, the stacks and the critical paths, and builds the index of strips if any row
 * needs it, so call it in a worker thread.
 *
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
  self->facts = g_ptr_array_new_with_free_func (g_free);
  self->pages = g_array_new (FALSE, FALSE, sizeof (TvSheetPage));
  self->margin = plan->is_paged           ? PAGE_MARGIN_PX
                 : plan->width >= WIDE_PX ? MARGIN_PX
                                          : NARROW_MARGIN_PX;

  if (tv_timeline_layout_has_strips (plan->layout))
    tv_slice_index_get_intervals (plan->index);
  self->painter = tv_timeline_painter_new (plan->trace, plan->index, NULL);
  tv_timeline_painter_set_coloring (self->painter, plan->coloring);
  if (tv_timeline_layout_get_n_groups (plan->layout) > 0)
    self->busy_index = tv_busy_index_new (plan->trace);
  tv_timeline_painter_set_busy_index (self->painter, self->busy_index);
  if (!add_stacks (self, cancellable, error) || !add_paths (self, cancellable, error))
    return NULL;
  make_labels (self);
  tv_timeline_sheet_add_facts (self);
  if (!add_legend (self, cancellable, error))
    return NULL;
  tv_timeline_sheet_measure (self);
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
  g_clear_pointer (&self->facts, g_ptr_array_unref);
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
paint_head (TvTimelineSheet *self, cairo_t *cr, guint page)
{
  const TvTheme *theme = self->plan.theme;
  double room = self->plan.width - 2.0 * self->margin;
  double y = self->margin, line = tv_timeline_sheet_get_line (self->titles);

  if (self->pages->len > 1)
    {
      /* Translators: page number, and number of pages */
      g_autofree char *page_label = g_strdup_printf (_("%u of %u"), page + 1, self->pages->len);
      double width = ceil (tv_label_cache_measure (self->texts, page_label));

      tv_color_set_source (&theme->dim_text, cr);
      tv_label_cache_draw (self->texts, cr, page_label, self->margin + room - width, y + line / 2.0,
                           width + 1.0);
      room -= width + PAGE_GAP_PX;
    }
  tv_color_set_source (&theme->text, cr);
  tv_label_cache_draw (self->titles, cr, self->title, self->margin, y + line / 2.0, room);
  y += line + TV_SHEET_TITLE_GAP_PX;
  line = tv_timeline_sheet_get_line (self->texts);
  tv_color_set_source (&theme->dim_text, cr);
  for (guint i = 0; i < self->facts->len; i++, y += line)
    tv_label_cache_draw (self->texts, cr, g_ptr_array_index (self->facts, i), self->margin,
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
paint_rows (TvTimelineSheet *self, cairo_t *cr, const TvSheetPage *page)
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
  cairo_translate (cr, self->margin, self->head_height);
  cairo_rectangle (cr, 0.0, 0.0, view.width, view.height);
  cairo_clip (cr);
  tv_timeline_painter_paint (self->painter, cr, &view);
  if (tv_timeline_layout_get_n_rows (plan->layout) == 0)
    paint_empty (self, cr, &view);
  cairo_restore (cr);

  /* Outline of the timeline. */
  cairo_rectangle (cr, self->margin - 0.5, self->head_height - 0.5, view.width + 1.0,
                   view.height + 1.0);
  tv_color_set_source (&plan->theme->separator, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

static void
paint_foot (TvTimelineSheet *self, cairo_t *cr, guint page)
{
  const TvSheetPage *rows = &g_array_index (self->pages, TvSheetPage, page);
  double y = self->head_height + self->ruler_height + (double) (rows->bottom - rows->top);

  if (self->note != NULL && page == self->pages->len - 1)
    {
      tv_color_set_source (&self->plan.theme->dim_text, cr);
      tv_label_cache_draw (self->texts, cr, self->note, self->margin,
                           y + TV_SHEET_GAP_PX / 2.0 +
                               tv_timeline_sheet_get_line (self->texts) / 2.0,
                           self->plan.width - 2.0 * self->margin);
      y += self->note_height;
    }
  if (self->legend_height > 0.0 && page == 0)
    tv_timeline_legend_paint (self->legend, cr, self->plan.theme, self->margin,
                              y + TV_SHEET_GAP_PX);
}

/**
 * tv_timeline_sheet_paint:
 * @cr: target, in px
 * @page: page number, from 0
 * @sheet: a #TvTimelineSheet
 *
 * Paints a page; implements #TvImageDraw.
 */
void
tv_timeline_sheet_paint (cairo_t *cr, guint page, gpointer sheet)
{
  TvTimelineSheet *self = sheet;

  g_return_if_fail (page < self->pages->len);

  tv_color_set_source (&self->plan.theme->background, cr);
  cairo_paint (cr);
  paint_head (self, cr, page);
  paint_rows (self, cr, &g_array_index (self->pages, TvSheetPage, page));
  paint_foot (self, cr, page);
}
