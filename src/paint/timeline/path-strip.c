/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the critical paths of threads. The threads on a critical path are in a band below the states:
 *
 *   ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀   states
 *   ░ main ░▒ dispatcher: fsync ▒░ main ░░   green for the thread itself, grey for others
 *
 * Each column shows its longest segment, so the run time depends on the number of pixels. A part of the painter. The
 * paths are computed on a worker, and set by the widget or the sheet. */

#include "paint/timeline/painter-part.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/timeline/state-bars.h"

#define STATE_PX   4.0
#define OUTLINE_PX 1.75

typedef struct
{
  GPtrArray *paths; /* (nullable) (element-type TvThreadPath): critical paths */
  GArray *
      spans; /* (element-type TvPathSpan): spans of the path that is being drawn; a reused buffer */
  GHashTable *label_of_name; /* thread and symbol → label */
} PathsPart;

static PathsPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_PATHS);
}

/**
 * tv_timeline_painter_set_paths:
 * @paths: (nullable) (element-type TvThreadPath): critical paths in the painter's trace; must outlive the painter
 *
 * Sets the critical paths to draw. If a thread has no path, its band is empty.
 */
void
tv_timeline_painter_set_paths (TvTimelinePainter *self, GPtrArray *paths)
{
  get_part (self)->paths = paths;
}

static const TvThreadPath *
find_path (const TvTimelinePainter *self, guint32 utid)
{
  const GPtrArray *paths = get_part (self)->paths;

  for (guint i = 0; paths != NULL && i < paths->len; i++)
    if (((const TvThreadPath *) paths->pdata[i])->utid == utid)
      return paths->pdata[i];
  return NULL;
}

/* ---- Bars ---- */

static char *
dup_thread_name (TvTrace *trace, guint32 utid)
{
  const char *name = tv_trace_get_string (trace, tv_trace_get_threads (trace, NULL)[utid].name);

  return name != NULL && *name != '\0' ? g_strdup (name) : tv_trace_dup_thread_label (trace, utid);
}

/* Returns the label of a segment: "thread: slice", or only "thread" if there is no slice or if the path belongs to
 * the thread. */
static const char *
get_label (TvTimelinePainter *self, const TvPathRow *row)
{
  GHashTable *labels = get_part (self)->label_of_name;
  TvTrace *trace = tv_timeline_painter_get_trace (self);
  guint32 symbol = row->slice != TV_NONE && row->utid != row->root_utid
                       ? tv_slices_symbol (tv_trace_get_slices (trace), row->slice)
                       : TV_NONE;
  gint64 key = (gint64) ((guint64) row->utid << 32 | symbol);
  char *text = g_hash_table_lookup (labels, &key);

  if (text == NULL)
    {
      text = dup_thread_name (trace, row->utid);
      if (symbol != TV_NONE)
        {
          g_autofree char *name = text;

          text = g_strdup_printf ("%s: %s", name, tv_timeline_painter_get_label (self, symbol));
        }
      g_hash_table_insert (labels, g_memdup2 (&key, sizeof key), text);
    }
  return text;
}

static void
add_label (TvTimelineImage *image,
           const TvTimelineBand *band,
           const TvPathSpan *span,
           const TvPathRow *row,
           double y)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  TvCallLabel label = {
    .labels = tv_timeline_painter_get_labels (self, TV_LABELS_SMALL),
    .color = &view->theme->text,
    .x = view->label_width + span->first / view->scale,
    .middle_y = y + STATE_PX + (band->bar - STATE_PX) / 2.0,
    .width = (span->end - span->first) / view->scale,
  };

  if (label.width < TV_CALL_MIN_LABEL_PX)
    return;
  label.text = get_label (self, row);
  tv_timeline_painter_add_label (self, &label);
}

static void
add_bar (TvTimelineImage *image,
         const TvTimelineBand *band,
         const TvPathSpan *span,
         const TvPathRow *row,
         double y)
{
  const TvTimelineView *view = image->view;
  double scale = view->scale;
  int x = (int) round (view->label_width * scale) + (int) span->first;
  int width = (int) (span->end - span->first);
  int top = (int) round (y * scale), state = (int) round (STATE_PX * scale);
  TvStateKind kind = tv_path_kind_get_state (row->kind);

  if (width / scale >= TV_CALL_MIN_SPACED_PX)
    width -= (int) round (scale);
  if (row->kind != TV_PATH_UNRECORDED)
    tv_state_bars_add (image->bars, TV_BAR_STATE + kind, kind, x, top, width, state, scale);
  tv_bars_add (image->bars, row->utid == row->root_utid ? TV_BAR_OWN_PATH : TV_BAR_PATH, x,
               top + state, width, (int) round (band->bar * scale) - state, 0);
}

static void
add_path (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  PathsPart *part = get_part (image->painter);
  const TvThreadPath *path = find_path (image->painter, row->utid);

  if (path == NULL || band->n_levels == 0 || y + band->bar <= image->top)
    return;
  g_array_set_size (part->spans, 0);
  tv_thread_path_find_spans (path, &image->scale, part->spans);
  for (guint i = 0; i < part->spans->len; i++)
    {
      const TvPathSpan *span = &g_array_index (part->spans, TvPathSpan, i);
      const TvPathRow *piece = &tv_thread_path_get (path, span->segment)->row;

      add_bar (image, band, span, piece, y);
      add_label (image, band, span, piece, y);
    }
}

/* ---- Hits and the selection ---- */

/* Gets the columns of a segment. Returns FALSE if the segment is not visible. */
static gboolean
find_columns (const TvTimelineView *view, const TvPathRow *row, TvTimelineRect *rect)
{
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  gint64 first = tv_time_scale_find_column (&scale, row->ts);
  gint64 last = tv_time_scale_find_last (&scale, row->ts, row->ts + row->dur);

  if (last < 0 || first >= scale.n_columns)
    return FALSE;
  first = MAX (first, 0);
  last = MIN (last, (gint64) scale.n_columns - 1);
  rect->x = view->label_width + (double) first / view->scale;
  rect->width = (double) (last + 1 - first) / view->scale;
  return TRUE;
}

static void
hit_path (TvTimelinePainter *self,
          const TvTimelineView *view,
          const TvTimelineBand *band,
          guint32 depth,
          double x,
          TvTimelineHit *hit)
{
  const TvTimelineRow *row = tv_timeline_layout_get_band_row (view->layout, band);
  const TvThreadPath *path = find_path (self, row->utid);
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  guint32 segment = path != NULL && band->n_levels > 0
                        ? tv_thread_path_find_in_column (path, &scale,
                                                         tv_timeline_view_find_column (view, x))
                        : TV_NONE;

  if (segment == TV_NONE)
    return;
  hit->item = TV_ITEM_PATH;
  hit->path = *tv_thread_path_get (path, segment);
  find_columns (view, &hit->path.row, &hit->rect);
  hit->rect.y = tv_timeline_view_get_row_y (view, row) + (double) band->y;
  hit->rect.height = band->bar;
}

/* Outlines the time range of the selected segment in a band. */
void
tv_timeline_outline_path (TvTimelineImage *image, const TvTimelineBand *band, double y)
{
  const TvTimelineView *view = image->view;
  TvTimelineRect rect;

  if (!find_columns (view, &view->selected_path->row, &rect))
    return;
  cairo_rectangle (image->cr, rect.x - 0.25, y - 0.25, MAX (rect.width - 0.5, 2.0),
                   band->bar + 0.5);
  cairo_set_line_width (image->cr, OUTLINE_PX);
  tv_color_set_source (&view->theme->outline, image->cr);
  cairo_stroke (image->cr);
}

/* Outlines the selected segment. state-bands.c outlines the states of the segment's thread. */
static void
paint_over (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  const TvPathSegment *path = image->view->selected_path;

  if (path != NULL && path->row.root_utid == row->utid)
    tv_timeline_outline_path (image, band, y);
}

const TvBandClass tv_band_path = {
  .bar = offsetof (TvTimelineMetrics, path),
  .offers = TV_ROW_PATH,
  .is_optional = TRUE,
  .label = N_("critical path"),
  .add = add_path,
  .hit = hit_path,
  .paint_over = paint_over,
};

/* ---- Painter part ---- */

static void
init (TvTimelinePainter *self)
{
  PathsPart *part = get_part (self);

  part->spans = g_array_new (FALSE, FALSE, sizeof (TvPathSpan));
  part->label_of_name = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

static void
clear (TvTimelinePainter *self)
{
  PathsPart *part = get_part (self);

  g_array_unref (part->spans);
  g_hash_table_unref (part->label_of_name);
}

const TvPainterPart tv_painter_part_paths = {
  .size = sizeof (PathsPart),
  .init = init,
  .clear = clear,
};
