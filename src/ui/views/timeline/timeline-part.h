/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"
#include "ui/views/timeline/timeline.h"

G_BEGIN_DECLS

/* The timeline consists of parts. Each part is one subject in one file, which defines the struct of its state and the
 * hooks below. The timeline allocates the struct, zeroed, but does not access it. Other files use the functions in
 * the header of the part.
 *
 *   timeline.c            the widget: session, geometry, layers
 *   timeline-painter.c    the painter, and its inputs that workers compute
 *   timeline-content.c    layer: ruler, row labels and slices, cached in a surface
 *   timeline-highlight.c  layer: arrows, cursor time, flashing row, highlighted thread
 *   timeline-rows.c       layout of the rows; folding, hiding, pinning, ordering, scrolling of levels
 *   timeline-paths.c      critical paths of rows
 *   timeline-hover.c      layer: line at the pointer, outline and card of the item below it
 *   timeline-motion.c     visible range and scroll position, scrollbars, animated motion
 *   timeline-row-notes.c  notes about hidden rows; the entry that filters rows
 *   timeline-row-menu.c   buttons and menus of rows
 *   timeline-row-drag.c   drags over row labels: move a row, filter to threads
 *   timeline-input.c      clicks, drags, wheel and touch
 *   timeline-marks.c      bookmarks
 *   timeline-history.c    back and forward
 *   timeline-menu.c       menu of a slice
 *   timeline-keys.c       held keys; keys while another widget has the focus
 *   timeline-cursor.c     keyboard selection and its description for screen readers
 *   timeline-toast.c      toasts
 *
 * timeline-actions.c and timeline-row-actions.c have no state: they map the names and shortcuts of actions to functions
 * of the parts. */
typedef struct
{
  gsize size;
  void (*init) (
      TvTimeline *self); /* (nullable): adds widgets and controllers, and sets initial values */
  void (*drop_session) (TvTimeline *self); /* (nullable): called before the session changes */
  void (*dispose) (
      TvTimeline *self); /* (nullable): releases everything that is independent of the session */
} TvTimelinePart;

/* X-macro with one line per part: constant, name. Parts are initialized in this order, which is also the order of
 * their widgets, and disposed of in reverse order. */
#define TV_TIMELINE_PARTS(PART)                                                                    \
  PART (PAINTER, painter)                                                                          \
  PART (CONTENT, content)                                                                          \
  PART (HIGHLIGHT, highlight)                                                                      \
  PART (ROWS, rows)                                                                                \
  PART (PATHS, paths)                                                                              \
  PART (HOVER, hover)                                                                              \
  PART (MOTION, motion)                                                                            \
  PART (ROW_NOTES, row_notes)                                                                      \
  PART (ROW_MENU, row_menu)                                                                        \
  PART (ROW_DRAG, row_drag)                                                                        \
  PART (INPUT, input)                                                                              \
  PART (MARKS, marks)                                                                              \
  PART (HISTORY, history)                                                                          \
  PART (MENU, menu)                                                                                \
  PART (KEYS, keys)                                                                                \
  PART (CURSOR, cursor)                                                                            \
  PART (TOAST, toast)

#define TV_TIMELINE_PART_ID(id, name) TV_TIMELINE_PART_##id,

typedef enum
{
  TV_TIMELINE_PARTS (TV_TIMELINE_PART_ID) TV_TIMELINE_N_PARTS
} TvTimelinePartId;

#define TV_TIMELINE_DECLARE_PART(id, name) extern const TvTimelinePart tv_timeline_part_##name;

TV_TIMELINE_PARTS (TV_TIMELINE_DECLARE_PART)

/* Child widgets that cover the whole timeline, from back to front. Most motions of the pointer change only the last
 * of them. */
typedef enum
{
  TV_TIMELINE_LAYER_CONTENT,
  TV_TIMELINE_LAYER_HIGHLIGHT,
  TV_TIMELINE_LAYER_EMPTY, /* label that is visible if there are no rows */
  TV_TIMELINE_LAYER_HOVER,
  TV_TIMELINE_N_LAYERS
} TvTimelineLayer;

gpointer       tv_timeline_get_part         (TvTimeline       *self,
                                             TvTimelinePartId  id);
void           tv_timeline_set_layer        (TvTimeline       *self,
                                             TvTimelineLayer   layer,
                                             GtkWidget        *widget);
GtkWidget     *tv_timeline_get_layer        (TvTimeline       *self,
                                             TvTimelineLayer   layer);
void           tv_timeline_set_call_line    (TvTimeline       *self,
                                             GtkWidget        *layer);
gboolean       tv_timeline_update_view         (TvTimeline       *self,
                                             TvTimelineView   *view);
gint64         tv_timeline_get_ns_at        (TvTimeline       *self,
                                             double            x);
int            tv_timeline_get_label_width  (TvTimeline       *self);
int            tv_timeline_get_ruler_height (TvTimeline       *self);
const TvTheme *tv_timeline_get_theme        (TvTimeline       *self);
const TvTimelineMetrics *tv_timeline_get_metrics (TvTimeline  *self);
void           tv_timeline_queue_paint      (TvTimeline       *self);

G_END_DECLS
