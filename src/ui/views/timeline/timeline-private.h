/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/cursor.h"
#include "paint/timeline/painter.h"
#include "ui/kit/click-count.h"
#include "ui/kit/search-entry.h"
#include "ui/views/timeline/color-legend.h"
#include "ui/views/timeline/key-glide.h"
#include "ui/views/timeline/timeline-card.h"
#include "ui/kit/draw-layer.h"
#include "ui/views/timeline/timeline.h"
#include "ui/views/timeline/view-history.h"

G_BEGIN_DECLS

/* The timeline's parts, from back to front; only the front one changes as the pointer moves:
 *
 *   timeline.c            the widget: session, rows, size
 *   ├─ timeline-content.c   layer: ruler, names, calls, from a surface painted once
 *   ├─ timeline-light.c     layer: arrows, a marked time, a thread in the light
 *   ├─ timeline-hover.c     layer: cursor line, outline of the call below it, its card
 *   └─ color-legend.c       in the corner above the names: what colours tell
 *   call-line-layer.c     layer above two timelines: joins the selected calls
 *   timeline-actions.c    what can be done, by name, and its keys
 *   timeline-cursor.c     from call to call, and what is said of the selected one
 *   timeline-drag.c       drags of the pointer
 *   timeline-history.c    back and forward through views
 *   timeline-input.c      pointer and touch
 *   timeline-keys.c       keys that are held; keys while the focus is elsewhere
 *   timeline-colors.c     what colours tell
 *   timeline-menu.c       what can be done with one call
 *   slice-words.c         what that is called
 *   timeline-toast.c      words about what was done
 *   timeline-marks.c      marked times
 *   timeline-rows.c       folding, hiding, pinning, ordering rows
 *   timeline-levels.c     rows that are too high to show all levels
 *   timeline-row-range.c  rows whose threads are counted
 *   timeline-row-moves.c  rows moved by the handle or by keys
 *   timeline-row-menu.c   the same with the pointer: buttons and menus
 *   timeline-row-notes.c  what says that rows are not shown; the entry to filter them
 *   timeline-busy.c       how busy groups were
 *   timeline-motion.c     place in time and rows, scrollbars, easing
 *   timeline-room.c       room for what comes beside it
 */

typedef enum
{
  TV_TIMELINE_DRAG_NONE,
  TV_TIMELINE_DRAG_PAN,
  TV_TIMELINE_DRAG_SELECT, /* a range of time */
  TV_TIMELINE_DRAG_ZOOM,   /* to a range of time */
  TV_TIMELINE_DRAG_LABELS, /* the width of the names' column */
  TV_TIMELINE_DRAG_ROWS,   /* over labels: rows whose threads are counted */
  TV_TIMELINE_DRAG_MOVE,   /* a row, by the handle on its label */
} TvTimelineDrag;

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  double scroll_y;
} TvTimelinePlace;

#define TV_TIMELINE_N_HELD_KEYS 4

typedef struct
{
  gboolean is_held;
  gboolean has_stepped; /* when it was pressed */
  gint64 start_us;      /* of the first frame since, or 0 */
  double steps;         /* gone since then */
} TvTimelineHeldKey;

struct _TvTimeline
{
  TvCanvas parent_instance;

  GtkWidget *content;
  GtkWidget *light;
  GtkWidget
      *call_line; /* (nullable): what joins it with another one, see tv_call_line_layer_new() */
  GtkWidget *hover;
  GtkWidget *vertical_bar;
  GtkWidget *horizontal_bar;
  GtkWidget *empty_label;
  GtkWidget *legend;
  GtkWidget *call_menu; /* (nullable): made when first needed */
  GMenu *calls_menu;    /* (nullable): its part about all calls */
  gulong calls_id;      /* set while it follows how many there are */
  GObject *toast;       /* (nullable): what was said last, as long as it is there */
  GtkAdjustment *vertical;
  GtkAdjustment *horizontal; /* in ns since the trace's start */
  gboolean is_updating_bars;

  TvSession *session;              /* (nullable) */
  TvTimelineLayout *layout;        /* (nullable): with a session */
  TvTimelinePainter *painter;      /* (nullable): with a session */
  TvBusyIndex *busy_index;         /* (nullable): of a log; made by a worker */
  GCancellable *making_busy_index; /* (nullable): set while it does */
  TvStackChart *stacks;            /* (nullable): likewise; its kind may be an earlier one */
  GCancellable *making_stacks;     /* (nullable) */
  guint32 stacks_kind;             /* of the last chart that was asked for */
  GCancellable *copying;           /* (nullable): set while another finds what to copy */
  TvTimelineMetrics metrics;
  int label_width;
  int wanted_label_width; /* where there is room for it */
  double font_scale;      /* that it was chosen for */
  int ruler_height;
  const TvTheme *theme;

  cairo_surface_t *surfaces[2]; /* the one drawn, and the one to be drawn next */
  gboolean is_painted;          /* the first of them is what it should be */
  TvTimeGrid grid;              /* of its columns */
  int painted_width;            /* what was allocated last */
  int painted_height;
  guint strips_id; /* set while a picture is on its way to the screen, and has no strips */

  gboolean has_pointer;
  double pointer_x;
  double pointer_y;
  TvTimelineHit hit;
  TvTimelineCard *card;   /* (nullable) */
  guint card_id;          /* set while a card waits for the pointer to rest */
  gint64 card_gone_us;    /* when there was one last */
  TvCounterPlace counter; /* the selected one */
  char *flash_key;        /* (nullable): of the row that was asked for just now */
  guint flash_id;
  guint32 lit_utid; /* the thread in the light, or TV_NONE */
  GArray *arrows;   /* (nullable): of the selected slice */

  GtkWidget *rows_button; /* of all rows, in the corner */
  GtkWidget *row_buttons; /* of the row whose label the pointer is on */
  GtkWidget *row_handle;  /* the first of them: the row is dragged by it */
  GtkWidget *row_menu;
  char *menu_key;              /* (nullable): the row that the menu is for */
  GSimpleAction *counter_mode; /* of the counter that the menu is for */
  GtkWidget *notes;            /* what is not shown */
  GtkWidget *filter_note;
  GtkWidget *hidden_note;
  GtkWidget *selection_note;
  GtkWidget *filter_popover;
  TvSearchEntry *filter_entry;
  TvRowOrder row_order;

  double level_rest;       /* of a level that was scrolled by */
  gint64 rows_scrolled_us; /* when all rows were scrolled last */

  GtkGesture *drag_gesture;
  TvTimelineDrag drag;
  gboolean is_drag_on_ruler;
  TvTimelinePlace drag_from; /* what there was before, and comes back when it is cancelled */
  gint64 drag_from_start_ns, drag_from_end_ns;
  int drag_from_width;
  gint64 drag_ns;     /* of a range of time, the end that stays */
  gint64 drag_end_ns; /* and the one that follows the pointer */
  gboolean is_snapped;
  char *drag_key;           /* (nullable): the row whose label or handle was pressed */
  GHashTable *drag_threads; /* (nullable): the threads that were counted then */
  gboolean drag_adds;       /* to them */
  gboolean drags_handle;    /* the drag began on the handle of @drag_key */
  guint move_gap;           /* where the dragged row would go, see tv_timeline_layout_find_gap() */
  gint64 move_y;
  char *moved_key; /* (nullable): the row that keys moved since the pointer did */

  guint32 cursor_slice; /* where up and down led, or TV_NONE */
  gint64 cursor_ns;     /* and along which time */
  TvTimelineHeldKey held[TV_TIMELINE_N_HELD_KEYS];
  TvTimelinePlace held_from; /* where the first of them was pressed */
  guint held_id;
  GtkEventController *root_keys; /* (nullable): of the window that it is in */

  TvClickCount clicks;
  gboolean is_clicked; /* what is selected now was clicked */
  int room_px;         /* given to something else because of that, or 0 */
  TvTimelinePlace room_from, room_to;

  TvViewHistory *history; /* (nullable): with a session that was seen */
  guint rest_id;
  GtkPopover *name_popover; /* (nullable): made when first needed, as those below */
  GtkWidget *name_entry;
  GtkPopover *mark_menu;

  guint motion_id;
  gint64 motion_start_us;
  TvTimelinePlace motion_from;
  TvTimelinePlace motion_to;
  gboolean is_moving; /* what changes in the session is the motion's doing */
};

gboolean        tv_timeline_get_view        (TvTimeline            *self,
                                             TvTimelineView        *view);
TvTimelinePlace tv_timeline_get_place       (TvTimeline            *self);
void            tv_timeline_set_place       (TvTimeline            *self,
                                             const TvTimelinePlace *place);
void            tv_timeline_queue_paint     (TvTimeline            *self);
double          tv_timeline_find_scroll     (TvTimeline            *self,
                                             guint32                slice,
                                             double                 scroll_y);

void            tv_timeline_draw_content    (gpointer               data,
                                             GtkSnapshot           *snapshot,
                                             int                    width,
                                             int                    height);
void            tv_timeline_clear_content   (TvTimeline            *self);

void            tv_timeline_draw_hover      (gpointer               data,
                                             GtkSnapshot           *snapshot,
                                             int                    width,
                                             int                    height);
void            tv_timeline_update_hover    (TvTimeline            *self);
void            tv_timeline_drop_card       (TvTimeline            *self);
gboolean        tv_timeline_has_menu        (TvTimeline            *self);
gboolean        tv_timeline_query_tooltip   (GtkWidget             *widget,
                                             int                    x,
                                             int                    y,
                                             gboolean               is_keyboard,
                                             GtkTooltip            *tooltip);

void            tv_timeline_draw_light      (gpointer               data,
                                             GtkSnapshot           *snapshot,
                                             int                    width,
                                             int                    height);
void            tv_timeline_update_light    (TvTimeline            *self);
void            tv_timeline_flash_row       (TvTimeline            *self,
                                             const TvTimelineRow   *row);
void            tv_timeline_drop_flash      (TvTimeline            *self);
void            tv_timeline_update_arrows   (TvTimeline            *self);
void            tv_timeline_show_marked_time (TvTimeline           *self);

void            tv_timeline_update_layout   (TvTimeline            *self);
void            tv_timeline_follow_rows     (TvTimeline            *self);
void            tv_timeline_limit_rows      (TvTimeline            *self);
void            tv_timeline_show_level      (TvTimeline            *self,
                                             guint32                slice,
                                             gboolean               folds_callers);
gboolean        tv_timeline_scroll_row      (TvTimeline            *self,
                                             double                 by);
void            tv_timeline_turn_row        (TvTimeline            *self,
                                             guint                  row,
                                             int                    direction);
void            tv_timeline_go_to_top_row   (TvTimeline            *self);
void            tv_timeline_open_on_app     (TvTimeline            *self);
void            tv_timeline_keep_top_row    (TvTimeline            *self);
void            tv_timeline_class_add_row_actions (GtkWidgetClass  *widget_class);
void            tv_timeline_update_row_actions (TvTimeline         *self);
const TvTimelineRow *tv_timeline_find_current_row (TvTimeline      *self);
gboolean        tv_timeline_can_do_with_row (TvTimeline            *self,
                                             const TvTimelineRow   *row,
                                             const char            *name,
                                             gboolean              *is_on);
TvCounterMode   tv_timeline_get_counter_mode (TvTimeline           *self,
                                             const TvTimelineRow   *row);
void            tv_timeline_set_counter_mode (TvTimeline           *self,
                                             const TvTimelineRow   *row,
                                             TvCounterMode          mode);
void            tv_timeline_toggle_row      (TvTimeline            *self,
                                             const TvTimelineRow   *row);

void            tv_timeline_press_handle    (TvTimeline            *self,
                                             double                 x,
                                             double                 y);
void            tv_timeline_drag_move       (TvTimeline            *self,
                                             double                 y);
void            tv_timeline_end_move        (TvTimeline            *self,
                                             gboolean               is_cancelled);
void            tv_timeline_draw_move       (TvTimeline            *self,
                                             GtkSnapshot           *snapshot,
                                             const TvTimelineView  *view);
void            tv_timeline_move_row        (TvTimeline            *self,
                                             const TvTimelineRow   *row,
                                             int                    direction);
gboolean        tv_timeline_row_has_threads (TvTimeline            *self,
                                             const TvTimelineRow   *row,
                                             gboolean              *are_counted);
void            tv_timeline_toggle_threads  (TvTimeline            *self,
                                             const TvTimelineRow   *row);
void            tv_timeline_begin_row_range (TvTimeline            *self,
                                             double                 y,
                                             gboolean               adds);
void            tv_timeline_drag_row_range  (TvTimeline            *self,
                                             double                 y);
void            tv_timeline_end_row_range   (TvTimeline            *self,
                                             gboolean               is_cancelled);

void            tv_timeline_add_row_menu    (TvTimeline            *self);
void            tv_timeline_remove_row_menu (TvTimeline            *self);
int             tv_timeline_get_rows_button_width (TvTimeline      *self);
void            tv_timeline_allocate_row_menu (TvTimeline          *self);
void            tv_timeline_update_row_buttons (TvTimeline         *self);
gboolean        tv_timeline_open_row_menu   (TvTimeline            *self);

void            tv_timeline_add_row_notes   (TvTimeline            *self);
void            tv_timeline_remove_row_notes (TvTimeline           *self);
void            tv_timeline_allocate_row_notes (TvTimeline         *self,
                                             int                    width,
                                             int                    height);
double          tv_timeline_get_row_notes_height (TvTimeline       *self);
void            tv_timeline_update_row_notes (TvTimeline           *self);
void            tv_timeline_open_row_filter (TvTimeline            *self);

void            tv_timeline_toggle_group    (TvTimeline            *self,
                                             guint                  group);
void            tv_timeline_toggle_current_group (TvTimeline       *self);
void            tv_timeline_fold_all        (TvTimeline            *self,
                                             gboolean               is_folded);
void            tv_timeline_unfold_track    (TvTimeline            *self,
                                             guint32                track);
void            tv_timeline_reveal_samples  (TvTimeline            *self,
                                             guint32                utid);
void            tv_timeline_reveal_track    (TvTimeline            *self,
                                             guint                  track);
void            tv_timeline_reveal_counter  (TvTimeline            *self,
                                             guint                  counter);
void            tv_timeline_start_busy_index (TvTimeline           *self);
void            tv_timeline_update_stacks (TvTimeline              *self);
void            tv_timeline_drop_stacks (TvTimeline                *self);
void            tv_timeline_drop_busy_index (TvTimeline            *self);

void            tv_timeline_class_add_actions (GtkWidgetClass      *widget_class);
void            tv_timeline_update_actions  (TvTimeline            *self);
void            tv_timeline_fit_time        (TvTimeline            *self,
                                             gint64                 start_ns,
                                             gint64                 end_ns);
void            tv_timeline_fit_slice       (TvTimeline            *self,
                                             guint32                slice);
void            tv_timeline_fit_all         (TvTimeline            *self);

void            tv_timeline_step_cursor     (TvTimeline            *self,
                                             TvTimelineStep         step);
void            tv_timeline_select_slice    (TvTimeline            *self,
                                             guint32                slice);
void            tv_timeline_update_description (TvTimeline         *self);

void            tv_timeline_add_keys        (TvTimeline            *self);
void            tv_timeline_release_keys    (TvTimeline            *self);
void            tv_timeline_follow_root     (TvTimeline            *self);
void            tv_timeline_leave_root      (TvTimeline            *self);

void            tv_timeline_add_drag        (TvTimeline            *self);
gboolean        tv_timeline_is_at_label_edge (TvTimeline           *self,
                                             double                 x);
gint64          tv_timeline_get_ns_at       (TvTimeline            *self,
                                             double                 x);
void            tv_timeline_update_pointer  (TvTimeline            *self);
void            tv_timeline_class_add_menu_actions (GtkWidgetClass *widget_class);
void            tv_timeline_add_menu        (TvTimeline            *self);
void            tv_timeline_drop_menu       (TvTimeline            *self);

void            tv_timeline_class_add_color_actions (GtkWidgetClass *widget_class);
void            tv_timeline_show_toast      (TvTimeline            *self,
                                             const char            *text);
void            tv_timeline_show_undo       (TvTimeline            *self,
                                             const char            *text,
                                             GCallback              undo,
                                             gpointer               data,
                                             GDestroyNotify         free_data);

void            tv_timeline_add_controllers (TvTimeline            *self);
void            tv_timeline_begin_pinch     (TvTimeline            *self,
                                             double                 x);
void            tv_timeline_pinch           (TvTimeline            *self,
                                             double                 scale);

void            tv_timeline_start_history   (TvTimeline            *self);
void            tv_timeline_drop_history    (TvTimeline            *self);
void            tv_timeline_update_history  (TvTimeline            *self);
void            tv_timeline_go_in_history   (TvTimeline            *self,
                                             int                    direction);
void            tv_timeline_add_history_buttons (TvTimeline        *self);

void            tv_timeline_add_mark        (TvTimeline            *self);
void            tv_timeline_rename_mark     (TvTimeline            *self);
void            tv_timeline_remove_mark     (TvTimeline            *self);
void            tv_timeline_click_mark      (TvTimeline            *self,
                                             guint                  id,
                                             guint                  n_presses);
void            tv_timeline_add_mark_menu   (TvTimeline            *self);
void            tv_timeline_place_popovers  (TvTimeline            *self);
void            tv_timeline_drop_popovers   (TvTimeline            *self);

void            tv_timeline_add_bars        (TvTimeline            *self);
void            tv_timeline_update_bars     (TvTimeline            *self);
void            tv_timeline_move_to         (TvTimeline            *self,
                                             const TvTimelinePlace *place);
TvTimelinePlace tv_timeline_get_destination (TvTimeline            *self);
void            tv_timeline_stop_motion     (TvTimeline            *self);
gboolean        tv_timeline_has_animations  (TvTimeline            *self);
void            tv_timeline_reveal_time     (TvTimeline            *self,
                                             gint64                 ns);
void            tv_timeline_step_zoom       (TvTimeline            *self,
                                             double                 factor,
                                             gint64                 about_ns);
void            tv_timeline_shift_place     (TvTimeline            *self,
                                             TvTimelinePlace       *place,
                                             gint64                 by_ns);
gint64          tv_timeline_get_zoom_center (TvTimeline            *self,
                                             const TvTimelinePlace *place);
TvTimelinePlace tv_timeline_zoom_place      (TvTimeline            *self,
                                             const TvTimelinePlace *place,
                                             double                 factor,
                                             gint64                 about_ns);

G_END_DECLS
