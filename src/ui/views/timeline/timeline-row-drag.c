/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drags over row labels. Dragging the handle of a row moves the row. A drag elsewhere, or a click with Ctrl, selects
 * rows and filters the session to their threads; chips show this filter. A part of TvTimeline (timeline-part.h),
 * called by timeline-input.c. The order of rows and the filter belong to the session. */

#include "ui/views/timeline/timeline-row-drag.h"

#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-row-menu.h"
#include "ui/views/timeline/timeline-rows.h"

#define EDGE_PX   24.0 /* distance from the upper or lower edge within which a drag scrolls */
#define SCROLL_PX 16.0
#define LINE_PX   2.0

typedef struct
{
  char *key;           /* (nullable): row where the drag started */
  guint gap;           /* destination of the moved row, see tv_timeline_layout_find_gap() */
  gint64 gap_y;        /* y position of @gap in the layout */
  GHashTable *threads; /* (nullable): threads of the filter before the drag */
  gboolean adds;       /* whether the filter also keeps @threads */
} RowDragPart;

static RowDragPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_ROW_DRAG);
}

/* ---- Moving a row ---- */

/* Stores the row whose handle is at a position, for a drag. Returns whether there is a handle. */
gboolean
tv_timeline_press_row_handle (TvTimeline *self, double x, double y)
{
  RowDragPart *part = get_part (self);
  const TvTimelineRow *row = NULL;

  if (tv_timeline_is_on_row_handle (self, x, y))
    row = tv_timeline_find_current_row (self);
  g_clear_pointer (&part->key, g_free);
  if (row != NULL)
    part->key = g_strdup (row->key);
  return row != NULL;
}

/* Updates the destination of the dragged row. Scrolls if the pointer is near the upper or lower edge. */
void
tv_timeline_drag_row (TvTimeline *self, double y)
{
  RowDragPart *part = get_part (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  const TvTimelineRow *row;
  TvTimelineView view;

  if (part->key == NULL || !tv_timeline_update_view (self, &view))
    return;
  row = tv_timeline_layout_find_key (layout, part->key);
  if (row == NULL)
    return;
  if (y < view.ruler_height + EDGE_PX)
    tv_timeline_set_scroll (self, view.scroll_y - SCROLL_PX);
  else if (y > view.height - EDGE_PX)
    tv_timeline_set_scroll (self, view.scroll_y + SCROLL_PX);
  part->gap = tv_timeline_layout_find_gap (
      layout, row, (gint64) (y - view.ruler_height + view.scroll_y), &part->gap_y);
}

void
tv_timeline_end_row_drag (TvTimeline *self, gboolean is_cancelled)
{
  RowDragPart *part = get_part (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  g_autofree char *key = g_steal_pointer (&part->key);
  const TvTimelineRow *row = key != NULL ? tv_timeline_layout_find_key (layout, key) : NULL;

  if (row != NULL && !is_cancelled)
    tv_timeline_move_row_to (self, row, part->gap);
}

/* Draws a line at the destination of the dragged row. */
void
tv_timeline_draw_row_drag (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  RowDragPart *part = get_part (self);
  const TvColor *accent = &tv_timeline_get_theme (self)->accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue, 1.0f };
  double y = view->ruler_height + (double) part->gap_y - view->scroll_y;

  if (part->key == NULL)
    return;
  y = CLAMP (y, view->ruler_height + LINE_PX, view->height - LINE_PX);
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0.0f, (float) (y - LINE_PX / 2.0),
                                                  (float) view->width, (float) LINE_PX));
}

/* ---- Filtering to threads ---- */

/* Returns the row at a y position in the widget, or the nearest row. The layout must have rows. */
static guint
find_row (TvTimeline *self, const TvTimelineView *view, double y)
{
  guint n = tv_timeline_layout_get_n_rows (tv_timeline_get_layout (self));
  guint row = tv_timeline_view_find_row (view, MAX (y, view->ruler_height));

  return MIN (row, n - 1);
}

/* Starts a drag that filters to threads. @adds: whether the threads of the current filter stay in the filter. */
void
tv_timeline_begin_thread_drag (TvTimeline *self, double y, gboolean adds)
{
  RowDragPart *part = get_part (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  TvTimelineView view;
  const TvTimelineRow *row;

  g_clear_pointer (&part->threads, g_hash_table_unref);
  g_clear_pointer (&part->key, g_free);
  if (!tv_timeline_update_view (self, &view) || tv_timeline_layout_get_n_rows (layout) == 0)
    return;
  row = tv_timeline_layout_get_row (layout, find_row (self, &view, y));
  part->threads = tv_timeline_dup_chosen_threads (self);
  part->adds = adds;
  part->key = g_strdup (row->key);
}

/* Filters to the threads of the rows between the start of the drag and the pointer. The header of an unfolded group
 * adds all threads of the group only if it is the only selected row. */
void
tv_timeline_drag_threads (TvTimeline *self, double y)
{
  RowDragPart *part = get_part (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);

  g_autoptr (GHashTable) utids = g_hash_table_new (NULL, NULL);
  const TvTimelineRow *start;
  TvTimelineView view;
  guint first, last;

  if (part->key == NULL || !tv_timeline_update_view (self, &view))
    return;
  start = tv_timeline_layout_find_key (layout, part->key);
  first = last = start != NULL ? tv_timeline_layout_find_index (layout, start) : 0;
  if (start == NULL || first >= tv_timeline_layout_get_n_rows (layout))
    return;
  last = find_row (self, &view, y);
  if (first > last)
    {
      guint swap = first;

      first = last;
      last = swap;
    }
  for (guint i = first; i <= last; i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);

      if (first == last || !row->is_header ||
          tv_timeline_layout_get_group (layout, row->group)->is_folded)
        tv_timeline_add_row_threads (self, row, utids);
    }
  if (part->adds)
    {
      GHashTableIter iter;
      gpointer key;

      g_hash_table_iter_init (&iter, part->threads);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_add (utids, key);
    }
  if (g_hash_table_size (utids) > 0)
    tv_timeline_choose_threads (self, utids);
}

/* Ends the drag. If the drag was cancelled, restores the previous filter. */
void
tv_timeline_end_thread_drag (TvTimeline *self, gboolean is_cancelled)
{
  RowDragPart *part = get_part (self);

  if (is_cancelled && part->threads != NULL)
    tv_timeline_choose_threads (self, part->threads);
  g_clear_pointer (&part->threads, g_hash_table_unref);
  g_clear_pointer (&part->key, g_free);
}

/* ---- Part ---- */

static void
dispose (TvTimeline *self)
{
  tv_timeline_end_thread_drag (self, FALSE);
}

const TvTimelinePart tv_timeline_part_row_drag = {
  .size = sizeof (RowDragPart),
  .dispose = dispose,
};
