/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the timeline: their layout, their threads, and the row to which actions apply. A row that would fill the
 * window shows only some of its levels. The wheel scrolls these levels first and then the rows; the overflow
 * indicators above and below the levels page through them. A part of TvTimeline (timeline-part.h). Owns the layout,
 * and updates it after the row choices of the session have changed, for example by actions of
 * timeline-row-actions.c. */

#include "ui/views/timeline/timeline-rows.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/timeline/band-class.h"
#include "ui/views/timeline/timeline-highlight.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-paths.h"
#include "ui/views/timeline/timeline-row-menu.h"
#include "ui/views/timeline/timeline-row-notes.h"
#include "ui/views/timeline/timeline-toast.h"

/* A row that starts above this fraction of the visible height needs no scrolling. */
#define FIRST_ROW_LOWEST 0.5

/* Maximum number of rows, from the topmost visible one, that are candidates for keeping the scroll position */
#define MAX_ANCHORS 100

/* Maximum height of a row, as a fraction of the visible height below the ruler */
#define MAX_ROW_PART 0.6

/* Pause after scrolling the rows, during which the wheel does not scroll the levels of the row below the pointer */
#define SCROLL_PAUSE_US (400 * 1000)

typedef struct
{
  TvTimelineLayout *layout; /* (nullable): %NULL without a session */
  TvRowOrder row_order;     /* order of rows when @layout was last updated */
  double level_rest;        /* part of a scroll that is less than a level, in levels */
  gint64 rows_scrolled_us;  /* time of the last scroll of the rows */
  char *
      moved_key; /* (nullable): key of the row that the keyboard has moved; cleared when the pointer moves */
} RowsPart;

static RowsPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_ROWS);
}

/* Returns: (transfer none) (nullable): the layout of the rows; %NULL without a session. Valid until the next
 * tv_timeline_update_layout(). */
const TvTimelineLayout *
tv_timeline_get_layout (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);
  return get_part (self)->layout;
}

/* Returns the height of the ruler and all rows in px, with rows folded as they currently are. */
int
tv_timeline_get_whole_height (TvTimeline *self)
{
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);

  g_return_val_if_fail (TV_IS_TIMELINE (self), 0);

  return (int) MIN (tv_timeline_get_ruler_height (self) +
                        (layout != NULL ? tv_timeline_layout_get_height (layout) : 0),
                    G_MAXINT);
}

static TvRowChoices *
get_choices (TvTimeline *self)
{
  return tv_session_get_row_choices (tv_timeline_get_session (self));
}

/* ---- Layout ---- */

static gboolean
is_shown (TvTimeline *self, const TvTimelineRow *row)
{
  RowsPart *part = get_part (self);

  return tv_timeline_layout_find_index (part->layout, row) <
         tv_timeline_layout_get_n_rows (part->layout);
}

/* Returns: (nullable): the row at the top of the scrolled area. Sets @above to the height of the part of the row that
 * is scrolled out of view. */
static const TvTimelineRow *
find_top_row (TvTimeline *self, double *above)
{
  RowsPart *part = get_part (self);
  TvTimelineView view;
  double fixed;
  guint row;

  *above = 0.0;
  if (!tv_timeline_update_view (self, &view))
    return NULL;
  fixed = tv_timeline_view_get_fixed_height (&view);
  row = tv_timeline_view_find_row (&view, view.ruler_height + fixed);
  if (row >= tv_timeline_layout_get_n_rows (part->layout))
    return NULL;
  *above = view.scroll_y + fixed - (double) tv_timeline_layout_get_row (part->layout, row)->y;
  return tv_timeline_layout_get_row (part->layout, row);
}

/* Returns the scroll position at which the first @above px of a row are scrolled out of view. */
static double
find_scroll_for (TvTimeline *self, const TvTimelineRow *row, double above)
{
  TvTimelineView view;

  if (row == NULL || !tv_timeline_update_view (self, &view))
    return 0.0;
  /* the row is no longer higher than @above */
  if (above >= (double) row->height)
    above = 0.0;
  return (double) row->y + above - tv_timeline_view_get_fixed_height (&view);
}

/* Returns the scroll position for the topmost row that the session has saved, or 0. */
static double
find_saved_scroll (TvTimeline *self)
{
  double above;
  const char *key = tv_session_get_top_row (tv_timeline_get_session (self), &above);
  const TvTimelineRow *row = key != NULL
                                 ? tv_timeline_layout_find_key (get_part (self)->layout, key)
                                 : NULL;

  if (row == NULL || row->is_pinned || !is_shown (self, row))
    return 0.0;
  return find_scroll_for (self, row, above * (double) row->height);
}

/* Scrolls to the topmost row that the session has saved. Called when the height of the timeline has changed. */
void
tv_timeline_restore_top_row (TvTimeline *self)
{
  tv_timeline_restore_scroll (self, find_saved_scroll (self));
}

/* Saves the topmost row in the session. */
void
tv_timeline_save_top_row (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineRow *row;
  TvTimelineView view;
  double above;

  if (!tv_timeline_update_view (self, &view))
    return;
  row = view.scroll_y > 0.0 ? find_top_row (self, &above) : NULL;
  if (row != NULL)
    tv_session_set_top_row (session, row->key, above / (double) row->height);
  else
    tv_session_set_top_row (session, NULL, 0.0);
}

static void
show_rows (TvTimeline *self, double scroll_y)
{
  RowsPart *part = get_part (self);
  GtkWidget *empty_label = tv_timeline_get_layer (self, TV_TIMELINE_LAYER_EMPTY);
  gboolean is_empty = tv_timeline_layout_get_n_rows (part->layout) == 0;

  gtk_label_set_text (GTK_LABEL (empty_label), tv_timeline_layout_get_n_hidden (part->layout) > 0
                                                   ? _("All rows are hidden")
                                                   : _("Nothing to show on a timeline"));
  gtk_widget_set_child_visible (empty_label, is_empty);
  tv_timeline_update_stacks (self);
  tv_timeline_update_paths (self);
  tv_timeline_update_row_notes (self);
  tv_timeline_update_bars (self);
  tv_timeline_set_scroll (self, scroll_y);
  tv_timeline_save_top_row (self);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

/* Returns up to MAX_ANCHORS rows, starting at @top. */
static GPtrArray *
list_rows_from (TvTimeline *self, const TvTimelineRow *top)
{
  RowsPart *part = get_part (self);
  GPtrArray *rows = g_ptr_array_new ();
  guint n_rows = tv_timeline_layout_get_n_rows (part->layout);
  guint first = top != NULL ? tv_timeline_layout_find_index (part->layout, top) : n_rows;

  for (guint i = first; i < n_rows && i - first < MAX_ANCHORS; i++)
    g_ptr_array_add (rows, (gpointer) tv_timeline_layout_get_row (part->layout, i));
  return rows;
}

/* Updates the layout after the row choices have changed. If another order was chosen, scrolls to the first row. While
 * rows are in the user's own order, keeps the scroll position. Otherwise, keeps the topmost row in place, or else the
 * next row that is still visible. */
static void
on_choices_changed (TvTimeline *self)
{
  RowsPart *part = get_part (self);

  g_autoptr (GPtrArray) rows = NULL;
  double above, scroll_y;
  gboolean has_moves;

  if (part->layout == NULL)
    return;
  tv_timeline_stop_motion (self);
  has_moves = tv_timeline_layout_has_moves (part->layout);
  rows = list_rows_from (self, find_top_row (self, &above));
  tv_timeline_layout_arrange (part->layout);
  scroll_y = tv_timeline_get_scroll (self);
  for (guint i = 0; i < rows->len && !has_moves; i++)
    {
      const TvTimelineRow *row = rows->pdata[i];

      if (!is_shown (self, row) || row->is_pinned)
        continue;
      scroll_y = find_scroll_for (self, row, i == 0 ? above : 0.0);
      break;
    }
  if (part->row_order != tv_row_choices_get_order (get_choices (self)))
    scroll_y = 0.0;
  part->row_order = tv_row_choices_get_order (get_choices (self));
  show_rows (self, scroll_y);
}

/* Removes the styles of single rows when the style of the chart changes. */
static void
on_style_changed (TvTimeline *self)
{
  tv_row_choices_clear (get_choices (self), TV_ROW_STRIP | TV_ROW_NESTED);
}

/* Recreates the layout, and restores the saved topmost row. Called when the session, the font or the style of the
 * chart has changed. */
void
tv_timeline_update_layout (TvTimeline *self)
{
  RowsPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);

  g_autoptr (TvTimelineLayout) before = g_steal_pointer (&part->layout);

  if (session == NULL)
    {
      gtk_widget_set_child_visible (tv_timeline_get_layer (self, TV_TIMELINE_LAYER_EMPTY), FALSE);
      tv_timeline_update_row_notes (self);
      tv_timeline_update_bars (self);
      tv_timeline_queue_paint (self);
      return;
    }
  part->layout = tv_timeline_layout_new (tv_session_get_trace (session),
                                         tv_session_get_chart_style (session) == TV_CHART_STRIP
                                             ? TV_TIMELINE_STRIP
                                             : TV_TIMELINE_NESTED,
                                         tv_timeline_get_metrics (self));
  tv_timeline_layout_set_clock (part->layout, tv_session_get_trace (session),
                                tv_session_get_clock (session));
  if (before != NULL)
    tv_timeline_layout_copy_levels (part->layout, before);
  tv_timeline_layout_set_choices (part->layout, get_choices (self));
  tv_timeline_limit_rows (self);
  part->row_order = tv_row_choices_get_order (get_choices (self));
  if (tv_timeline_layout_shows (part->layout, &tv_band_strip))
    tv_session_build_strips (session);
  show_rows (self, find_saved_scroll (self));
}

static void
on_clock_changed (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);

  tv_timeline_layout_set_clock (get_part (self)->layout, tv_session_get_trace (session),
                                tv_session_get_clock (session));
  tv_timeline_queue_paint (self);
}

/* Connects to the properties of the session that affect rows. */
void
tv_timeline_follow_rows (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);

  g_signal_connect_swapped (session, "notify::row-choices", G_CALLBACK (on_choices_changed), self);
  g_signal_connect_swapped (session, "notify::chart-style", G_CALLBACK (on_style_changed), self);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (on_clock_changed), self);
}

/* ---- Groups ---- */

/* Folds a group, or unfolds it if it is folded. */
void
tv_timeline_toggle_group (TvTimeline *self, guint group)
{
  RowsPart *part = get_part (self);

  tv_timeline_layout_set_folded (part->layout, group,
                                 !tv_timeline_layout_get_group (part->layout, group)->is_folded);
}

/* Returns the group at the top of the scrolled area, or TV_NONE. */
static guint
find_top_group (TvTimeline *self)
{
  double above;
  const TvTimelineRow *row = find_top_row (self, &above);

  return row != NULL ? row->group : TV_NONE;
}

static void
scroll_to_header (TvTimeline *self, guint group)
{
  RowsPart *part = get_part (self);
  const TvTimelineRow *header = tv_timeline_layout_get_header_row (part->layout, group);

  if (tv_timeline_layout_get_header (part->layout, group) <
      tv_timeline_layout_get_n_rows (part->layout))
    tv_timeline_set_scroll (self, find_scroll_for (self, header, 0.0));
}

/* Folds or unfolds the group of the selected slice or, if there is none, the group at the top of the scrolled area. */
void
tv_timeline_toggle_current_group (TvTimeline *self)
{
  RowsPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  guint32 slice = tv_session_get_selected_slice (session);
  guint group = TV_NONE;

  if (slice != TV_NONE)
    group = tv_timeline_layout_find_group (
        part->layout, tv_trace_find_track_at (tv_session_get_trace (session), slice));
  if (group == TV_NONE)
    group = find_top_group (self);
  if (group == TV_NONE)
    return;
  tv_timeline_toggle_group (self, group);
  if (find_scroll_for (self, tv_timeline_layout_get_header_row (part->layout, group), 0.0) <
      tv_timeline_get_scroll (self))
    scroll_to_header (self, group);
}

/* Folds or unfolds all groups. If there are no groups, folds or unfolds all rows. */
void
tv_timeline_fold_all (TvTimeline *self, gboolean is_folded)
{
  RowsPart *part = get_part (self);
  guint group = find_top_group (self);
  TvRowChoices *choices = get_choices (self);

  if (tv_timeline_layout_get_n_groups (part->layout) > 0)
    {
      tv_timeline_layout_fold_all (part->layout, is_folded);
      if (group != TV_NONE)
        scroll_to_header (self, group);
      return;
    }
  tv_row_choices_freeze (choices);
  tv_row_choices_clear (choices, TV_ROW_FOLDED);
  for (guint i = 0; is_folded && i < tv_timeline_layout_get_n_rows (part->layout); i++)
    tv_row_choices_add (choices, tv_timeline_layout_get_row (part->layout, i)->key, TV_ROW_FOLDED);
  tv_row_choices_thaw (choices);
}

/* Scrolls to the group of the main process, unless it starts in the upper half of the view. Called when a file
 * without a saved view is opened. */
void
tv_timeline_scroll_to_app (TvTimeline *self)
{
  RowsPart *part = get_part (self);
  guint group = tv_timeline_layout_get_app_group (part->layout);

  if (group != TV_NONE && (double) tv_timeline_layout_get_header_row (part->layout, group)->y >
                              tv_timeline_get_page_height (self) * FIRST_ROW_LOWEST)
    scroll_to_header (self, group);
}

/* ---- Revealing rows ---- */

static void
unfold (TvTimeline *self, guint group)
{
  RowsPart *part = get_part (self);

  if (group != TV_NONE && tv_timeline_layout_get_group (part->layout, group)->is_folded)
    tv_timeline_layout_set_folded (part->layout, group, FALSE);
}

/* Unfolds the group of a track. Does nothing if the row is visible in spite of a folded group, such as a pinned row. */
void
tv_timeline_unfold_track (TvTimeline *self, guint32 track)
{
  RowsPart *part = get_part (self);

  if (tv_timeline_layout_find_track (part->layout, track) >=
      tv_timeline_layout_get_n_rows (part->layout))
    unfold (self, tv_timeline_layout_find_group (part->layout, track));
}

/* Makes a row visible: shows the row and its group, unfolds the group, and if that is not enough, shows all rows. */
static void
unhide (TvTimeline *self, const TvTimelineRow *row)
{
  TvRowChoices *choices = get_choices (self);

  tv_row_choices_freeze (choices);
  tv_row_choices_remove (choices, row->key, TV_ROW_HIDDEN);
  if (row->group != TV_NONE)
    tv_row_choices_remove (
        choices, tv_timeline_layout_get_header_row (get_part (self)->layout, row->group)->key,
        TV_ROW_HIDDEN);
  tv_row_choices_thaw (choices);
  if (!is_shown (self, row))
    unfold (self, row->group);
  if (!is_shown (self, row))
    tv_row_choices_show_all (choices);
}

static void
reveal_band (TvTimeline *self, const TvTimelineBand *band)
{
  const TvTimelineRow *row;
  TvTimelinePosition index;
  TvTimelineView view;
  double page, fixed;

  if (band == NULL || !tv_timeline_update_view (self, &view))
    return;
  row = tv_timeline_layout_get_band_row (get_part (self)->layout, band);
  if (!is_shown (self, row))
    unhide (self, row);
  tv_timeline_flash_row (self, row);
  index = tv_timeline_get_destination (self);
  fixed = tv_timeline_view_get_fixed_height (&view);
  page = tv_timeline_get_page_height (self);
  if (row->is_pinned && fixed > 0.0)
    return;
  if ((double) row->y < index.scroll_y + fixed)
    index.scroll_y = (double) row->y - fixed;
  else if ((double) (row->y + row->height) > index.scroll_y + page)
    index.scroll_y = MIN ((double) row->y - fixed, (double) (row->y + row->height) - page);
  index.scroll_y = CLAMP (index.scroll_y, 0.0, tv_timeline_get_max_scroll (self));
  tv_timeline_move_to (self, &index);
}

/* Makes the row of a track visible and scrolls to it. */
void
tv_timeline_reveal_track (TvTimeline *self, guint track)
{
  RowsPart *part = get_part (self);

  if (part->layout != NULL)
    reveal_band (self, tv_timeline_layout_find_band (part->layout, track));
}

/* Makes the row of a counter visible and scrolls to it. */
void
tv_timeline_reveal_counter (TvTimeline *self, guint counter)
{
  RowsPart *part = get_part (self);

  if (part->layout != NULL)
    reveal_band (self, tv_timeline_layout_find_counter (part->layout, counter));
}

/* Makes the row with the samples of a thread visible and scrolls to it. */
void
tv_timeline_reveal_samples (TvTimeline *self, guint32 utid)
{
  RowsPart *part = get_part (self);

  if (part->layout != NULL)
    reveal_band (self, tv_timeline_layout_find_samples (part->layout, utid));
}

/* ---- Levels of high rows ---- */

static void
follow_levels (TvTimeline *self)
{
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

/* Limits the height of rows to MAX_ROW_PART of the view. Called when the height of the timeline has changed, or when
 * the layout was recreated. */
void
tv_timeline_limit_rows (TvTimeline *self)
{
  RowsPart *part = get_part (self);
  int height = gtk_widget_get_height (GTK_WIDGET (self)) - tv_timeline_get_ruler_height (self);

  if (part->layout != NULL && height > 0)
    tv_timeline_layout_set_row_limit (part->layout, (gint64) (height * MAX_ROW_PART));
}

/* Scrolls the levels of a row so that a slice is visible. @folds_callers: whether to hide the levels above the
 * slice's caller. */
void
tv_timeline_show_level (TvTimeline *self, guint32 slice, gboolean folds_callers)
{
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));

  if (tv_timeline_layout_reveal_level (
          get_part (self)->layout, tv_trace_find_track_at (trace, slice),
          tv_slices_depth (tv_trace_get_slices (trace), slice), folds_callers))
    follow_levels (self);
}

/* Scrolls the levels of the row below the pointer. @by: number of levels. Returns %FALSE if the rows should scroll
 * instead: the pointer is not on a row with hidden levels, the row has no more levels in that direction, or the rows
 * were scrolled within SCROLL_PAUSE_US. */
gboolean
tv_timeline_scroll_levels (TvTimeline *self, double by)
{
  RowsPart *part = get_part (self);
  gint64 now_us = g_get_monotonic_time ();
  const TvTimelineRow *row;
  double levels;

  if (part->layout == NULL || !tv_timeline_get_pointer (self, NULL, NULL) ||
      (tv_timeline_get_hit (self)->area != TV_TIMELINE_ROW &&
       tv_timeline_get_hit (self)->area != TV_TIMELINE_LABELS) ||
      tv_timeline_get_hit (self)->row >= tv_timeline_layout_get_n_rows (part->layout))
    return FALSE;
  row = tv_timeline_layout_get_row (part->layout, tv_timeline_get_hit (self)->row);
  if (row->limited_band == TV_NONE || now_us - part->rows_scrolled_us < SCROLL_PAUSE_US)
    {
      part->rows_scrolled_us = now_us;
      return FALSE;
    }
  part->level_rest += by;
  levels = trunc (part->level_rest);
  part->level_rest -= levels;
  if (levels == 0.0)
    return TRUE;
  if (!tv_timeline_layout_scroll_levels (part->layout, row, (int) CLAMP (levels, -1e6, 1e6)))
    {
      part->level_rest = 0.0;
      part->rows_scrolled_us = now_us;
      return FALSE;
    }
  follow_levels (self);
  return TRUE;
}

/* Scrolls by one page of levels. One level of the previous page stays visible. */
void
tv_timeline_page_levels (TvTimeline *self, guint row, int direction)
{
  RowsPart *part = get_part (self);
  const TvTimelineRow *r = tv_timeline_layout_get_row (part->layout, row);
  const TvTimelineBand *band;

  if (r->limited_band == TV_NONE)
    return;
  band = tv_timeline_layout_get_band (part->layout, r->limited_band);
  if (tv_timeline_layout_scroll_levels (
          part->layout, r,
          direction * (int) MAX ((gint64) band->end_level - band->first_level - 1, 1)))
    follow_levels (self);
}

/* ---- One row ---- */

/* Returns: (nullable): the row of the thread to which the selected sample belongs */
static const TvTimelineRow *
find_sample_row (TvTimeline *self)
{
  RowsPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  guint32 sample = tv_session_get_selected_sample (session);
  const TvTimelineBand *band;
  guint32 utid;

  if (sample == TV_NONE)
    return NULL;
  utid = tv_trace_get_stacks (tv_session_get_trace (session))->samples.utid[sample];
  band = tv_timeline_layout_find_samples (part->layout, utid);
  return band != NULL ? tv_timeline_layout_get_band_row (part->layout, band) : NULL;
}

/* Returns: (nullable): the row with the states of a thread, if it is visible */
const TvTimelineRow *
tv_timeline_find_thread_row (TvTimeline *self, guint32 utid)
{
  const TvTimelineLayout *layout = get_part (self)->layout;
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));
  guint32 track = utid != TV_NONE ? tv_trace_get_threads (trace, NULL)[utid].state_track : TV_NONE;
  guint row = track != TV_NONE ? tv_timeline_layout_find_track (layout, track) : G_MAXUINT;

  return row < tv_timeline_layout_get_n_rows (layout) ? tv_timeline_layout_get_row (layout, row)
                                                      : NULL;
}

/**
 * tv_timeline_find_current_row:
 *
 * Finds the row to which actions apply. Of these, the first that exists determines the row: an open row menu, a row
 * that the keyboard has moved, a row below the pointer, the selected critical path, the selected slice, the selected
 * sample.
 *
 * Returns: (transfer none) (nullable): the row; %NULL if none of these exists, or if the row is not visible
 */
const TvTimelineRow *
tv_timeline_find_current_row (TvTimeline *self)
{
  const char *menu_key = tv_timeline_get_menu_row (self);
  RowsPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  guint32 slice;
  guint row;

  if (part->layout == NULL)
    return NULL;
  if (menu_key != NULL)
    return tv_timeline_layout_find_key (part->layout, menu_key);
  if (part->moved_key != NULL)
    return tv_timeline_layout_find_key (part->layout, part->moved_key);
  if (tv_timeline_get_hit_row (self) != NULL)
    return tv_timeline_get_hit_row (self);
  slice = tv_session_get_selected_slice (session);
  if (tv_session_get_selected_path (session) != NULL)
    return tv_timeline_find_thread_row (self,
                                        tv_session_get_selected_path (session)->row.root_utid);
  if (slice == TV_NONE)
    return find_sample_row (self);
  row = tv_timeline_layout_find_track (
      part->layout, tv_trace_find_track_at (tv_session_get_trace (session), slice));
  return row < tv_timeline_layout_get_n_rows (part->layout)
             ? tv_timeline_layout_get_row (part->layout, row)
             : NULL;
}

/* Clears the row that the keyboard has moved. Called when the pointer has moved. */
void
tv_timeline_forget_moved_row (TvTimeline *self)
{
  g_clear_pointer (&get_part (self)->moved_key, g_free);
}

/* Moves a row to a gap, see tv_timeline_layout_find_gap(), and flashes it. Returns whether the row's position has
 * changed. */
gboolean
tv_timeline_move_row_to (TvTimeline *self, const TvTimelineRow *row, guint gap)
{
  if (!tv_timeline_layout_move_row (get_part (self)->layout, row, gap))
    return FALSE;
  tv_timeline_flash_row (self, row);
  return TRUE;
}

/* Moves a row before the previous row (-1) or after the next row (1). */
void
tv_timeline_move_row (TvTimeline *self, const TvTimelineRow *row, int direction)
{
  RowsPart *part = get_part (self);
  guint n, index = tv_timeline_layout_get_sibling (part->layout, row, &n);
  g_autofree char *key = g_strdup (row->key);

  if (index == G_MAXUINT || (direction < 0 && index == 0))
    return;
  tv_timeline_move_row_to (self, row, direction < 0 ? index - 1 : index + 2);
  g_free (part->moved_key);
  part->moved_key = g_steal_pointer (&key);
}

/* Returns the counter of a row, or TV_NONE. */
static guint32
get_counter (TvTimeline *self, const TvTimelineRow *row)
{
  return row->n_bands > 0
             ? tv_timeline_layout_get_band (get_part (self)->layout, row->first_band)->counter
             : TV_NONE;
}

/* Returns whether a row shows a counter that also has deltas and rates. */
gboolean
tv_timeline_has_counter_modes (TvTimeline *self, const TvTimelineRow *row)
{
  guint32 counter = get_counter (self, row);

  return counter != TV_NONE &&
         tv_counter_has_modes (tv_session_get_trace (tv_timeline_get_session (self)), counter);
}

TvCounterMode
tv_timeline_get_counter_mode (TvTimeline *self, const TvTimelineRow *row)
{
  return row->n_bands > 0
             ? tv_timeline_layout_get_band (get_part (self)->layout, row->first_band)->mode
             : TV_COUNTER_VALUE;
}

/* Chooses whether the row shows the values, deltas or rates of its counter. */
void
tv_timeline_set_counter_mode (TvTimeline *self, const TvTimelineRow *row, TvCounterMode mode)
{
  TvRowChoices *choices = get_choices (self);
  guint others = tv_row_choices_get (choices, row->key) & ~(guint) (TV_ROW_DELTA | TV_ROW_RATE);
  guint choice = mode == TV_COUNTER_DELTA  ? TV_ROW_DELTA
                 : mode == TV_COUNTER_RATE ? TV_ROW_RATE
                                           : 0;

  tv_row_choices_set (choices, row->key, others | choice);
}

/* ---- Threads of rows ---- */

/* Adds the thread of a row to @utids. For a header, adds all threads of its process that have slices or states. */
void
tv_timeline_add_row_threads (TvTimeline *self, const TvTimelineRow *row, GHashTable *utids)
{
  guint32 upid, n_threads;
  const TvThread *threads = tv_trace_get_threads (
      tv_session_get_trace (tv_timeline_get_session (self)), &n_threads);

  if (!row->is_header)
    {
      if (row->utid != TV_NONE)
        g_hash_table_add (utids, GUINT_TO_POINTER (row->utid));
      return;
    }
  upid = tv_timeline_layout_get_group (tv_timeline_get_layout (self), row->group)->upid;
  for (guint32 utid = 0; utid < n_threads && upid != TV_NONE; utid++)
    if (threads[utid].upid == upid &&
        (threads[utid].track != TV_NONE || threads[utid].state_track != TV_NONE))
      g_hash_table_add (utids, GUINT_TO_POINTER (utid));
}

/* Returns: (transfer full): set of the utids in the session's thread filter; empty without a filter */
GHashTable *
tv_timeline_dup_chosen_threads (TvTimeline *self)
{
  GHashTable *utids = g_hash_table_new (NULL, NULL);
  guint n;
  const guint32 *counted = tv_selection_get_threads (
      tv_session_get_selection (tv_timeline_get_session (self)), &n);

  for (guint i = 0; i < n; i++)
    g_hash_table_add (utids, GUINT_TO_POINTER (counted[i]));
  return utids;
}

/* Sets the session's thread filter. @utids: set of utids; empty for no filter. */
void
tv_timeline_choose_threads (TvTimeline *self, GHashTable *utids)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, utids);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint32 utid = GPOINTER_TO_UINT (key);

      g_array_append_val (list, utid);
    }
  tv_session_set_threads (tv_timeline_get_session (self),
                          (const guint32 *) (gconstpointer) list->data, list->len);
}

/* Returns whether a row belongs to any threads. Sets @are_counted to whether all of them are in the thread filter. */
gboolean
tv_timeline_row_has_threads (TvTimeline *self, const TvTimelineRow *row, gboolean *are_counted)
{
  g_autoptr (GHashTable) utids = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) counted = tv_timeline_dup_chosen_threads (self);
  GHashTableIter iter;
  gpointer key;

  tv_timeline_add_row_threads (self, row, utids);
  *are_counted = g_hash_table_size (utids) > 0;
  g_hash_table_iter_init (&iter, utids);
  while (*are_counted && g_hash_table_iter_next (&iter, &key, NULL))
    *are_counted = g_hash_table_contains (counted, key);
  return g_hash_table_size (utids) > 0;
}

/* Adds the threads of a row to the thread filter. If the filter already contains all of them, removes them. If the
 * row has no threads, shows a toast instead. */
void
tv_timeline_toggle_threads (TvTimeline *self, const TvTimelineRow *row)
{
  g_autoptr (GHashTable) utids = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) counted = tv_timeline_dup_chosen_threads (self);
  gboolean are_counted;
  GHashTableIter iter;
  gpointer key;

  if (!tv_timeline_row_has_threads (self, row, &are_counted))
    {
      tv_timeline_show_toast (self, _("The row does not belong to a thread"));
      return;
    }
  tv_timeline_add_row_threads (self, row, utids);
  g_hash_table_iter_init (&iter, utids);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (are_counted)
      g_hash_table_remove (counted, key);
    else
      g_hash_table_add (counted, key);
  tv_timeline_choose_threads (self, counted);
}

/* ---- Part ---- */

static void
init (TvTimeline *self)
{
  GtkWidget *label = gtk_label_new (_("Nothing to show on a timeline"));

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_can_target (label, FALSE);
  tv_timeline_set_layer (self, TV_TIMELINE_LAYER_EMPTY, label);
}

static void
drop_session (TvTimeline *self)
{
  g_clear_pointer (&get_part (self)->layout, tv_timeline_layout_free);
}

const TvTimelinePart tv_timeline_part_rows = {
  .size = sizeof (RowsPart),
  .init = init,
  .drop_session = drop_session,
  .dispose = tv_timeline_forget_moved_row,
};
