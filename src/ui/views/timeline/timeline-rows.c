/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with the timeline's rows: folding, hiding, pinning, ordering them. All of it
 * only changes the session's choices; what comes of them is arranged when they tell so. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>

/* What begins above this part of the height needs no scrolling to be seen first. */
#define FIRST_ROW_LOWEST 0.5

/* Of so many rows in sight one should stay. */
#define MAX_ANCHORS 100

static TvRowChoices *
get_choices (TvTimeline *self)
{
  return tv_session_get_row_choices (self->session);
}

/* ---- Arranging ---- */

static gboolean
is_shown (TvTimeline *self, const TvTimelineRow *row)
{
  return tv_timeline_layout_find_place (self->layout, row) <
         tv_timeline_layout_get_n_rows (self->layout);
}

/* The row at the top of what is scrolled, and how far it is above that. */
static const TvTimelineRow *
find_top_row (TvTimeline *self, double *above)
{
  TvTimelineView view;
  double fixed;
  guint row;

  *above = 0.0;
  if (!tv_timeline_get_view (self, &view))
    return NULL;
  fixed = tv_timeline_view_get_fixed_height (&view);
  row = tv_timeline_view_find_row (&view, view.ruler_height + fixed);
  if (row >= tv_timeline_layout_get_n_rows (self->layout))
    return NULL;
  *above = view.scroll_y + fixed - (double) tv_timeline_layout_get_row (self->layout, row)->y;
  return tv_timeline_layout_get_row (self->layout, row);
}

/* Where a layout has to be scrolled to for a row to be as far above the top as it was. */
static double
find_scroll_for (TvTimeline *self, const TvTimelineRow *row, double above)
{
  TvTimelineView view;

  if (row == NULL || !tv_timeline_get_view (self, &view))
    return 0.0;
  /* Of a row that has become lower than that, its top. */
  if (above >= (double) row->height)
    above = 0.0;
  return (double) row->y + above - tv_timeline_view_get_fixed_height (&view);
}

/* Where the row at the top that the session knows is in the layout. */
static double
find_kept_scroll (TvTimeline *self)
{
  double above;
  const char *key = tv_session_get_top_row (self->session, &above);
  const TvTimelineRow *row = key != NULL ? tv_timeline_layout_find_key (self->layout, key) : NULL;

  if (row == NULL || row->is_pinned || !is_shown (self, row))
    return 0.0;
  return find_scroll_for (self, row, above * (double) row->height);
}

/* Scrolls to the row at the top that the session knows, as when another height was in the way. */
void
tv_timeline_go_to_top_row (TvTimeline *self)
{
  self->is_updating_bars = TRUE;
  gtk_adjustment_set_value (self->vertical, find_kept_scroll (self));
  self->is_updating_bars = FALSE;
}

/* Has the session know the row at the top. */
void
tv_timeline_keep_top_row (TvTimeline *self)
{
  const TvTimelineRow *row;
  TvTimelineView view;
  double above;

  if (!tv_timeline_get_view (self, &view))
    return;
  row = view.scroll_y > 0.0 ? find_top_row (self, &above) : NULL;
  if (row != NULL)
    tv_session_set_top_row (self->session, row->key, above / (double) row->height);
  else
    tv_session_set_top_row (self->session, NULL, 0.0);
}

static void
show_rows (TvTimeline *self, double scroll_y)
{
  gboolean is_empty = tv_timeline_layout_get_n_rows (self->layout) == 0;

  gtk_label_set_text (GTK_LABEL (self->empty_label),
                      tv_timeline_layout_get_n_hidden (self->layout) > 0
                          ? _("All rows are hidden")
                          : _("Nothing to show on a timeline"));
  gtk_widget_set_child_visible (self->empty_label, is_empty);
  tv_timeline_update_stacks (self);
  tv_timeline_update_row_notes (self);
  tv_timeline_update_bars (self);
  gtk_adjustment_set_value (self->vertical, scroll_y);
  tv_timeline_keep_top_row (self);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

/* Some rows from one on downwards. */
static GPtrArray *
list_rows_from (TvTimeline *self, const TvTimelineRow *top)
{
  GPtrArray *rows = g_ptr_array_new ();
  guint n_rows = tv_timeline_layout_get_n_rows (self->layout);
  guint first = top != NULL ? tv_timeline_layout_find_place (self->layout, top) : n_rows;

  for (guint i = first; i < n_rows && i - first < MAX_ANCHORS; i++)
    g_ptr_array_add (rows, (gpointer) tv_timeline_layout_get_row (self->layout, i));
  return rows;
}

/* Arranges the rows as they are chosen now. Another order begins at its top. Moved rows go past what is in sight.
 * Otherwise the row at the top stays there, or the next one that is still shown. */
static void
on_choices_changed (TvTimeline *self)
{
  g_autoptr (GPtrArray) rows = NULL;
  double above, scroll_y;
  gboolean has_moves;

  if (self->layout == NULL)
    return;
  tv_timeline_stop_motion (self);
  has_moves = tv_timeline_layout_has_moves (self->layout);
  rows = list_rows_from (self, find_top_row (self, &above));
  tv_timeline_layout_arrange (self->layout);
  scroll_y = gtk_adjustment_get_value (self->vertical);
  for (guint i = 0; i < rows->len && !has_moves; i++)
    {
      const TvTimelineRow *row = rows->pdata[i];

      if (!is_shown (self, row) || row->is_pinned)
        continue;
      scroll_y = find_scroll_for (self, row, i == 0 ? above : 0.0);
      break;
    }
  if (self->row_order != tv_row_choices_get_order (get_choices (self)))
    scroll_y = 0.0;
  self->row_order = tv_row_choices_get_order (get_choices (self));
  show_rows (self, scroll_y);
}

/* Whether single rows differ from the rest is over as soon as all are to be alike. */
static void
on_style_changed (TvTimeline *self)
{
  tv_row_choices_clear (get_choices (self), TV_ROW_STRIP | TV_ROW_NESTED);
}

/**
 * tv_timeline_update_layout:
 * @self: a timeline
 *
 * Makes the rows anew, as when the font or the form of the chart has changed. The one at the top
 * stays there.
 */
void
tv_timeline_update_layout (TvTimeline *self)
{
  g_autoptr (TvTimelineLayout) before = g_steal_pointer (&self->layout);

  if (self->session == NULL)
    {
      gtk_widget_set_child_visible (self->empty_label, FALSE);
      tv_timeline_update_row_notes (self);
      tv_timeline_update_bars (self);
      tv_timeline_queue_paint (self);
      return;
    }
  self->layout = tv_timeline_layout_new (
      tv_session_get_trace (self->session),
      tv_session_get_chart_style (self->session) == TV_CHART_STRIP ? TV_TIMELINE_STRIP
                                                                   : TV_TIMELINE_NESTED,
      &self->metrics);
  tv_timeline_layout_set_clock (self->layout, tv_session_get_trace (self->session),
                                tv_session_get_clock (self->session));
  if (before != NULL)
    tv_timeline_layout_copy_levels (self->layout, before);
  tv_timeline_layout_set_choices (self->layout, get_choices (self));
  tv_timeline_limit_rows (self);
  self->row_order = tv_row_choices_get_order (get_choices (self));
  if (tv_timeline_layout_has_strips (self->layout))
    tv_session_build_strips (self->session);
  show_rows (self, find_kept_scroll (self));
}

static void
on_clock_changed (TvTimeline *self)
{
  tv_timeline_layout_set_clock (self->layout, tv_session_get_trace (self->session),
                                tv_session_get_clock (self->session));
  tv_timeline_queue_paint (self);
}

/* Follows what is chosen in the session. */
void
tv_timeline_follow_rows (TvTimeline *self)
{
  g_signal_connect_swapped (self->session, "notify::row-choices", G_CALLBACK (on_choices_changed),
                            self);
  g_signal_connect_swapped (self->session, "notify::chart-style", G_CALLBACK (on_style_changed),
                            self);
  g_signal_connect_swapped (self->session, "notify::clock", G_CALLBACK (on_clock_changed), self);
}

/* ---- Groups ---- */

/**
 * tv_timeline_toggle_group:
 * @self: a timeline
 * @group: a group of its layout
 *
 * Folds the group, or unfolds it.
 */
void
tv_timeline_toggle_group (TvTimeline *self, guint group)
{
  tv_timeline_layout_set_folded (self->layout, group,
                                 !tv_timeline_layout_get_group (self->layout, group)->is_folded);
}

/* The group at the top of what is in sight, or TV_NONE. */
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
  const TvTimelineRow *header = tv_timeline_layout_get_header_row (self->layout, group);

  if (tv_timeline_layout_get_header (self->layout, group) <
      tv_timeline_layout_get_n_rows (self->layout))
    gtk_adjustment_set_value (self->vertical, find_scroll_for (self, header, 0.0));
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
  if (find_scroll_for (self, tv_timeline_layout_get_header_row (self->layout, group), 0.0) <
      gtk_adjustment_get_value (self->vertical))
    scroll_to_header (self, group);
}

/* All groups; of a trace without them, all rows. */
void
tv_timeline_fold_all (TvTimeline *self, gboolean is_folded)
{
  guint group = find_top_group (self);
  TvRowChoices *choices = get_choices (self);

  if (tv_timeline_layout_get_n_groups (self->layout) > 0)
    {
      tv_timeline_layout_fold_all (self->layout, is_folded);
      if (group != TV_NONE)
        scroll_to_header (self, group);
      return;
    }
  tv_row_choices_freeze (choices);
  tv_row_choices_clear (choices, TV_ROW_FOLDED);
  for (guint i = 0; is_folded && i < tv_timeline_layout_get_n_rows (self->layout); i++)
    tv_row_choices_add (choices, tv_timeline_layout_get_row (self->layout, i)->key, TV_ROW_FOLDED);
  tv_row_choices_thaw (choices);
}

/* A log that is open for the first time begins with the busiest app. */
void
tv_timeline_open_on_app (TvTimeline *self)
{
  guint group = tv_timeline_layout_get_app_group (self->layout);

  if (group != TV_NONE && (double) tv_timeline_layout_get_header_row (self->layout, group)->y >
                              gtk_adjustment_get_page_size (self->vertical) * FIRST_ROW_LOWEST)
    scroll_to_header (self, group);
}

/* ---- Bringing rows into sight ---- */

static void
unfold (TvTimeline *self, guint group)
{
  if (group != TV_NONE && tv_timeline_layout_get_group (self->layout, group)->is_folded)
    tv_timeline_layout_set_folded (self->layout, group, FALSE);
}

/* Unfolds the group that a track belongs to, unless it is shown outside of that. */
void
tv_timeline_unfold_track (TvTimeline *self, guint32 track)
{
  if (tv_timeline_layout_find_track (self->layout, track) >=
      tv_timeline_layout_get_n_rows (self->layout))
    unfold (self, tv_timeline_layout_find_group (self->layout, track));
}

/* Who asks for a row does not want it to be hidden. */
static void
unhide (TvTimeline *self, const TvTimelineRow *row)
{
  TvRowChoices *choices = get_choices (self);

  tv_row_choices_freeze (choices);
  tv_row_choices_remove (choices, row->key, TV_ROW_HIDDEN);
  if (row->group != TV_NONE)
    tv_row_choices_remove (
        choices, tv_timeline_layout_get_header_row (self->layout, row->group)->key, TV_ROW_HIDDEN);
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
  TvTimelinePlace place;
  TvTimelineView view;
  double page, fixed;

  if (band == NULL || !tv_timeline_get_view (self, &view))
    return;
  row = tv_timeline_layout_get_band_row (self->layout, band);
  if (!is_shown (self, row))
    unhide (self, row);
  tv_timeline_flash_row (self, row);
  place = tv_timeline_get_destination (self);
  fixed = tv_timeline_view_get_fixed_height (&view);
  page = gtk_adjustment_get_page_size (self->vertical);
  if (row->is_pinned && fixed > 0.0)
    return;
  if ((double) row->y < place.scroll_y + fixed)
    place.scroll_y = (double) row->y - fixed;
  else if ((double) (row->y + row->height) > place.scroll_y + page)
    place.scroll_y = MIN ((double) row->y - fixed, (double) (row->y + row->height) - page);
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

/* Brings the samples of a thread into sight. */
void
tv_timeline_reveal_samples (TvTimeline *self, guint32 utid)
{
  if (self->layout != NULL)
    reveal_band (self, tv_timeline_layout_find_samples (self->layout, utid));
}

/* ---- One row ---- */

/* Returns the row of the selected sample's thread, or NULL. */
static const TvTimelineRow *
find_sample_row (TvTimeline *self)
{
  guint32 sample = tv_session_get_selected_sample (self->session);
  const TvTimelineBand *band;
  guint32 utid;

  if (sample == TV_NONE)
    return NULL;
  utid = tv_trace_get_stacks (tv_session_get_trace (self->session))->samples.utid[sample];
  band = tv_timeline_layout_find_samples (self->layout, utid);
  return band != NULL ? tv_timeline_layout_get_band_row (self->layout, band) : NULL;
}

/**
 * tv_timeline_find_current_row:
 * @self: a timeline
 *
 * Returns: (transfer none) (nullable): the row that a menu was opened for, or that is below the
 *   pointer, or that has the selected slice or sample
 */
const TvTimelineRow *
tv_timeline_find_current_row (TvTimeline *self)
{
  guint32 slice;
  guint row;

  if (self->layout == NULL)
    return NULL;
  if (self->menu_key != NULL)
    return tv_timeline_layout_find_key (self->layout, self->menu_key);
  if (self->moved_key != NULL)
    return tv_timeline_layout_find_key (self->layout, self->moved_key);
  if (self->has_pointer && self->hit.area >= TV_TIMELINE_LABELS &&
      self->hit.row < tv_timeline_layout_get_n_rows (self->layout))
    return tv_timeline_layout_get_row (self->layout, self->hit.row);
  slice = tv_session_get_selected_slice (self->session);
  if (slice == TV_NONE)
    return find_sample_row (self);
  row = tv_timeline_layout_find_track (
      self->layout, tv_trace_find_track_at (tv_session_get_trace (self->session), slice));
  return row < tv_timeline_layout_get_n_rows (self->layout)
             ? tv_timeline_layout_get_row (self->layout, row)
             : NULL;
}

static void
toggle (TvTimeline *self, const TvTimelineRow *row, TvRowChoice choice)
{
  if (tv_row_choices_get (get_choices (self), row->key) & choice)
    tv_row_choices_remove (get_choices (self), row->key, choice);
  else
    tv_row_choices_add (get_choices (self), row->key, choice);
}

static gboolean
is_strip (TvTimeline *self, const TvTimelineRow *row)
{
  guint choices = tv_row_choices_get (get_choices (self), row->key);

  if (choices & (TV_ROW_STRIP | TV_ROW_NESTED))
    return (choices & TV_ROW_STRIP) != 0;
  return tv_timeline_layout_get_form (self->layout) == TV_TIMELINE_STRIP;
}

static void
toggle_strip (TvTimeline *self, const TvTimelineRow *row)
{
  gboolean wants_strip = !is_strip (self, row);
  gboolean is_default = wants_strip ==
                        (tv_timeline_layout_get_form (self->layout) == TV_TIMELINE_STRIP);

  tv_row_choices_freeze (get_choices (self));
  tv_row_choices_remove (get_choices (self), row->key, TV_ROW_FOLDED);
  tv_row_choices_remove (get_choices (self), row->key, TV_ROW_STRIP);
  tv_row_choices_remove (get_choices (self), row->key, TV_ROW_NESTED);
  if (!is_default)
    tv_row_choices_add (get_choices (self), row->key, wants_strip ? TV_ROW_STRIP : TV_ROW_NESTED);
  tv_row_choices_thaw (get_choices (self));
}

static void
toggle_stacks (TvTimeline *self, const TvTimelineRow *row)
{
  tv_row_choices_freeze (get_choices (self));
  tv_row_choices_remove (get_choices (self), row->key, TV_ROW_FOLDED);
  toggle (self, row, TV_ROW_STACKS);
  tv_row_choices_thaw (get_choices (self));
}

/**
 * tv_timeline_toggle_row:
 * @self: a timeline
 * @row: a row of its layout
 *
 * Folds the row, or the group whose header it is; or unfolds it.
 */
void
tv_timeline_toggle_row (TvTimeline *self, const TvTimelineRow *row)
{
  if (row->is_header)
    tv_timeline_toggle_group (self, row->group);
  else
    toggle (self, row, TV_ROW_FOLDED);
}

/* The counter of a row, or TV_NONE. */
static guint32
get_counter (TvTimeline *self, const TvTimelineRow *row)
{
  return row->n_bands > 0 ? tv_timeline_layout_get_band (self->layout, row->first_band)->counter
                          : TV_NONE;
}

TvCounterMode
tv_timeline_get_counter_mode (TvTimeline *self, const TvTimelineRow *row)
{
  return row->n_bands > 0 ? tv_timeline_layout_get_band (self->layout, row->first_band)->mode
                          : TV_COUNTER_VALUE;
}

/* Shows the counter of a row as its value, delta or rate. */
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

/* Whether a row's action can be done; and for those that switch something, whether that is on. */
gboolean
tv_timeline_can_do_with_row (TvTimeline *self,
                             const TvTimelineRow *row,
                             const char *name,
                             gboolean *is_on)
{
  *is_on = FALSE;
  if (g_str_equal (name, "fold-row"))
    *is_on = row->is_header ? tv_timeline_layout_get_group (self->layout, row->group)->is_folded
                            : row->is_folded;
  else if (g_str_equal (name, "pin-row"))
    *is_on = row->is_pinned;
  else if (g_str_equal (name, "tall-row"))
    *is_on = row->is_too_high && row->limited_band == TV_NONE;
  else if (g_str_equal (name, "stacks-row"))
    *is_on = (tv_row_choices_get (get_choices (self), row->key) & TV_ROW_STACKS) != 0;
  else if (g_str_equal (name, "strip-row"))
    *is_on = row->has_calls && is_strip (self, row);
  else if (g_str_equal (name, "filter-to-row"))
    *is_on = row->utid != TV_NONE && tv_session_get_thread (self->session) == row->utid;
  if (g_str_equal (name, "pin-row"))
    return !row->is_header;
  if (g_str_equal (name, "filter-to-row"))
    return row->utid != TV_NONE;
  if (g_str_equal (name, "strip-row"))
    return row->has_calls;
  if (g_str_equal (name, "stacks-row"))
    return row->has_stacks;
  if (g_str_equal (name, "tall-row"))
    return row->is_too_high && !row->is_folded;
  if (g_str_equal (name, "fold-row"))
    return row->is_header || row->can_fold;
  if (g_str_has_prefix (name, "move-row-"))
    {
      guint n, place = tv_timeline_layout_get_sibling (self->layout, row, &n);

      return place != G_MAXUINT && (g_str_equal (name, "move-row-up") ? place > 0 : place + 1 < n);
    }
  if (g_str_equal (name, "count-row"))
    return tv_timeline_row_has_threads (self, row, is_on);
  if (g_str_equal (name, "counter-mode"))
    return get_counter (self, row) != TV_NONE &&
           tv_counter_has_modes (tv_session_get_trace (self->session), get_counter (self, row));
  return TRUE;
}

/* ---- Hiding rows, and taking that back ---- */

/* The choices that decide which rows are shown. */
typedef struct
{
  TvRowChoices *choices;
  char **keys[3]; /* of hidden rows, rows shown alone and pinned rows */
  char *filter;
} ShownRows;

static const TvRowChoice shown_choices[] = { TV_ROW_HIDDEN, TV_ROW_ONLY, TV_ROW_PINNED };

G_STATIC_ASSERT (G_N_ELEMENTS (shown_choices) == G_N_ELEMENTS (((ShownRows *) NULL)->keys));

static ShownRows *
shown_rows_new (TvRowChoices *choices)
{
  ShownRows *self = g_new0 (ShownRows, 1);

  self->choices = g_object_ref (choices);
  self->filter = g_strdup (tv_row_choices_get_filter (choices));
  for (guint i = 0; i < G_N_ELEMENTS (shown_choices); i++)
    self->keys[i] = tv_row_choices_dup_keys (choices, shown_choices[i]);
  return self;
}

static void
shown_rows_free (gpointer data)
{
  ShownRows *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (shown_choices); i++)
    g_strfreev (self->keys[i]);
  g_object_unref (self->choices);
  g_free (self->filter);
  g_free (self);
}

static void
show_again (ShownRows *self)
{
  tv_row_choices_freeze (self->choices);
  for (guint i = 0; i < G_N_ELEMENTS (shown_choices); i++)
    tv_row_choices_clear (self->choices, shown_choices[i]);
  for (guint i = 0; i < G_N_ELEMENTS (shown_choices); i++)
    for (char **key = self->keys[i]; *key != NULL; key++)
      tv_row_choices_add (self->choices, *key, shown_choices[i]);
  tv_row_choices_set_filter (self->choices, self->filter);
  tv_row_choices_thaw (self->choices);
}

/* Hides a row, or all others, and offers to take that back: a single key does it, and it is saved. */
static void
hide_rows (TvTimeline *self, const TvTimelineRow *row, gboolean hides_others)
{
  TvRowChoices *choices = get_choices (self);
  ShownRows *before = shown_rows_new (choices);

  if (hides_others)
    tv_row_choices_show_only (choices, row->key);
  else
    tv_row_choices_add (choices, row->key, TV_ROW_HIDDEN);
  tv_timeline_show_undo (self, hides_others ? _("Other rows hidden") : _("Row hidden"),
                         G_CALLBACK (show_again), before, shown_rows_free);
}

/* ---- Actions ---- */

static void
row_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  const TvTimelineRow *row = self->session != NULL ? tv_timeline_find_current_row (self) : NULL;
  const char *name = action + strlen ("timeline.");
  gboolean is_on;

  if (row == NULL || !tv_timeline_can_do_with_row (self, row, name, &is_on))
    return;
  if (g_str_equal (name, "fold-row"))
    tv_timeline_toggle_row (self, row);
  else if (g_str_equal (name, "hide-row"))
    hide_rows (self, row, FALSE);
  else if (g_str_equal (name, "pin-row"))
    toggle (self, row, TV_ROW_PINNED);
  else if (g_str_equal (name, "strip-row"))
    toggle_strip (self, row);
  else if (g_str_equal (name, "stacks-row"))
    toggle_stacks (self, row);
  else if (g_str_equal (name, "tall-row"))
    toggle (self, row, TV_ROW_TALL);
  else if (g_str_equal (name, "show-only-row"))
    hide_rows (self, row, TRUE);
  else if (g_str_equal (name, "count-row"))
    tv_timeline_toggle_threads (self, row);
  else if (g_str_has_prefix (name, "move-row-"))
    tv_timeline_move_row (self, row, g_str_equal (name, "move-row-up") ? -1 : 1);
  else if (g_str_equal (name, "filter-to-row"))
    tv_session_set_thread (self->session, is_on ? TV_NONE : row->utid);
}

static void
rows_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);

  if (self->session == NULL)
    return;
  if (g_str_equal (action, "timeline.show-all-rows"))
    tv_row_choices_show_all (get_choices (self));
  else if (g_str_equal (action, "timeline.unpin-all-rows"))
    tv_row_choices_clear (get_choices (self), TV_ROW_PINNED);
  else if (g_str_equal (action, "timeline.reset-row-order"))
    tv_row_choices_set_moved (get_choices (self), NULL);
  else if (g_str_equal (action, "timeline.clear-row-filter"))
    tv_row_choices_set_filter (get_choices (self), "");
  else if (g_str_equal (action, "timeline.filter-rows"))
    tv_timeline_open_row_filter (self);
  else if (g_str_equal (action, "timeline.show-selected-row") &&
           tv_session_get_selected_slice (self->session) != TV_NONE)
    tv_timeline_reveal_track (
        self, tv_trace_find_track_at (tv_session_get_trace (self->session),
                                      tv_session_get_selected_slice (self->session)));
}

static const char *const row_actions[] = {
  "timeline.fold-row",      "timeline.hide-row",      "timeline.pin-row",    "timeline.strip-row",
  "timeline.show-only-row", "timeline.filter-to-row", "timeline.tall-row",   "timeline.count-row",
  "timeline.move-row-up",   "timeline.move-row-down", "timeline.stacks-row",
};

static const char *const rows_actions[] = {
  "timeline.show-all-rows",   "timeline.unpin-all-rows", "timeline.clear-row-filter",
  "timeline.reset-row-order", "timeline.filter-rows",    "timeline.show-selected-row",
};

void
tv_timeline_class_add_row_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (row_actions); i++)
    gtk_widget_class_install_action (widget_class, row_actions[i], NULL, row_action);
  for (guint i = 0; i < G_N_ELEMENTS (rows_actions); i++)
    gtk_widget_class_install_action (widget_class, rows_actions[i], NULL, rows_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_h, 0, "timeline.hide-row", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_t, 0, "timeline.stacks-row", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "timeline.pin-row", NULL);
  /* Menus show the key that was added last. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Up, GDK_ALT_MASK,
                                       "timeline.move-row-up", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK,
                                       "timeline.move-row-up", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Down, GDK_ALT_MASK,
                                       "timeline.move-row-down", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK,
                                       "timeline.move-row-down", NULL);
}

/* What cannot be done at the moment is not offered. */
void
tv_timeline_update_row_actions (TvTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_session = self->session != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows_actions); i++)
    gtk_widget_action_set_enabled (widget, rows_actions[i], has_session);
  if (!has_session)
    return;
  gtk_widget_action_set_enabled (widget, "timeline.show-all-rows",
                                 self->layout != NULL &&
                                     tv_timeline_layout_get_n_hidden (self->layout) > 0);
  gtk_widget_action_set_enabled (widget, "timeline.reset-row-order",
                                 tv_row_choices_get_moved (get_choices (self)) != NULL);
  gtk_widget_action_set_enabled (widget, "timeline.unpin-all-rows",
                                 tv_row_choices_has_any (get_choices (self), TV_ROW_PINNED));
  gtk_widget_action_set_enabled (widget, "timeline.clear-row-filter",
                                 *tv_row_choices_get_filter (get_choices (self)) != '\0');
}
