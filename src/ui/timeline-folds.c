/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The groups of a log's rows: folding them, and what folded ones show. */

#include "ui/timeline-private.h"

static double
get_row_y (TvTimeline *self, guint row)
{
  return row < tv_timeline_layout_get_n_rows (self->layout)
             ? (double) tv_timeline_layout_get_row (self->layout, row)->y
             : 0.0;
}

static void
on_rows_changed (TvTimeline *self, double scroll_y)
{
  tv_timeline_update_bars (self);
  gtk_adjustment_set_value (self->vertical, scroll_y);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

/**
 * tv_timeline_toggle_group:
 * @self: a timeline
 * @group: a group of its layout
 *
 * Folds the group, or unfolds it; its header stays where it is on the screen.
 */
void
tv_timeline_toggle_group (TvTimeline *self, guint group)
{
  tv_timeline_layout_set_folded (self->layout, group,
                                 !tv_timeline_layout_get_group (self->layout, group)->is_folded);
  on_rows_changed (self, gtk_adjustment_get_value (self->vertical));
}

/* The group at the top of what is in sight, or TV_NONE. */
static guint
find_top_group (TvTimeline *self)
{
  guint row = tv_timeline_layout_find_row (self->layout,
                                           (gint64) gtk_adjustment_get_value (self->vertical));

  return row < tv_timeline_layout_get_n_rows (self->layout)
             ? tv_timeline_layout_get_row (self->layout, row)->group
             : TV_NONE;
}

/**
 * tv_timeline_toggle_current_group:
 * @self: a timeline
 *
 * The same for the group of the selected slice, or else of that at the top.
 */
void
tv_timeline_toggle_current_group (TvTimeline *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint group = TV_NONE;

  if (slice != TV_NONE)
    group = tv_timeline_layout_find_group (
        self->layout, tv_trace_find_track_at (tv_session_get_trace (self->session), slice));
  if (group == TV_NONE)
    group = find_top_group (self);
  if (group == TV_NONE)
    return;
  tv_timeline_toggle_group (self, group);
  if (get_row_y (self, tv_timeline_layout_get_header (self->layout, group)) <
      gtk_adjustment_get_value (self->vertical))
    gtk_adjustment_set_value (
        self->vertical, get_row_y (self, tv_timeline_layout_get_header (self->layout, group)));
}

void
tv_timeline_fold_all (TvTimeline *self, gboolean is_folded)
{
  guint group = find_top_group (self);

  if (group == TV_NONE)
    return;
  tv_timeline_layout_fold_all (self->layout, is_folded);
  on_rows_changed (self, get_row_y (self, tv_timeline_layout_get_header (self->layout, group)));
}

static void
unfold (TvTimeline *self, guint group)
{
  if (group == TV_NONE || !tv_timeline_layout_get_group (self->layout, group)->is_folded)
    return;
  tv_timeline_layout_set_folded (self->layout, group, FALSE);
  on_rows_changed (self, gtk_adjustment_get_value (self->vertical));
}

/* Unfolds the group that a track belongs to. */
void
tv_timeline_unfold_track (TvTimeline *self, guint32 track)
{
  unfold (self, tv_timeline_layout_find_group (self->layout, track));
}

static void
reveal_band (TvTimeline *self, const TvTimelineBand *band)
{
  double page = gtk_adjustment_get_page_size (self->vertical);
  TvTimelinePlace place;
  const TvTimelineRow *row;

  if (band == NULL)
    return;
  row = tv_timeline_layout_get_band_row (self->layout, band);
  unfold (self, row->group);
  place = tv_timeline_get_destination (self);
  if ((double) row->y < place.scroll_y)
    place.scroll_y = (double) row->y;
  else if ((double) (row->y + row->height) > place.scroll_y + page)
    place.scroll_y = MIN ((double) row->y, (double) (row->y + row->height) - page);
  place.scroll_y = CLAMP (place.scroll_y, 0.0,
                          MAX (gtk_adjustment_get_upper (self->vertical) - page, 0.0));
  tv_timeline_move_to (self, &place);
}

/* Brings a track into sight. */
void
tv_timeline_reveal_track (TvTimeline *self, guint track)
{
  if (self->layout != NULL)
    reveal_band (self, tv_timeline_layout_find_band (self->layout, track));
}

/* Brings a counter into sight. */
void
tv_timeline_reveal_counter (TvTimeline *self, guint counter)
{
  if (self->layout != NULL)
    reveal_band (self, tv_timeline_layout_find_counter (self->layout, counter));
}

/* ---- How busy folded groups were ---- */

static void
on_busy_index_made (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (source);
  TvBusyIndex *index = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->busy_cancellable)
    {
      tv_busy_index_free (index);
      return;
    }
  g_clear_object (&self->busy_cancellable);
  self->busy_index = index;
  tv_timeline_painter_set_busy_index (self->painter, index);
  tv_timeline_queue_paint (self);
}

static void
busy_index_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, tv_busy_index_new (data), (GDestroyNotify) tv_busy_index_free);
}

/* For a log, a worker adds up what ran when. */
void
tv_timeline_start_busy_index (TvTimeline *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autoptr (GTask) task = NULL;

  if (!tv_trace_is_log (trace))
    return;
  self->busy_cancellable = g_cancellable_new ();
  task = g_task_new (self, self->busy_cancellable, on_busy_index_made, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_object_ref (trace), g_object_unref);
  g_task_run_in_thread (task, busy_index_worker);
}

void
tv_timeline_drop_busy_index (TvTimeline *self)
{
  if (self->busy_cancellable != NULL)
    g_cancellable_cancel (self->busy_cancellable);
  g_clear_object (&self->busy_cancellable);
  g_clear_pointer (&self->busy_index, tv_busy_index_free);
}
