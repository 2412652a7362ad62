/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions that fold, hide, pin, order and filter rows of the timeline: a table of actions that apply to one row, and
 * a table of actions that apply to all rows. Most of them change only the row choices of the session, after which
 * timeline-rows.c updates the layout. Stateless, except that a toast owns the row choices that Undo restores. */

#include "ui/views/timeline/timeline-row-actions.h"

#include <glib/gi18n.h>

#include "ui/views/timeline/timeline-row-notes.h"
#include "ui/views/timeline/timeline-rows.h"
#include "ui/views/timeline/timeline-toast.h"

static TvRowChoices *
get_choices (TvTimeline *self)
{
  return tv_session_get_row_choices (tv_timeline_get_session (self));
}

static gboolean
has_choice (TvTimeline *self, const TvTimelineRow *row, TvRowChoice choice)
{
  return (tv_row_choices_get (get_choices (self), row->key) & choice) != 0;
}

/* ---- Form of a row ---- */

static void
toggle (TvTimeline *self, const TvTimelineRow *row, TvRowChoice choice)
{
  if (has_choice (self, row, choice))
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
  return tv_timeline_layout_get_form (tv_timeline_get_layout (self)) == TV_TIMELINE_STRIP;
}

static void
toggle_strip (TvTimeline *self, const TvTimelineRow *row)
{
  gboolean wants_strip = !is_strip (self, row);
  gboolean is_default = wants_strip == (tv_timeline_layout_get_form (
                                            tv_timeline_get_layout (self)) == TV_TIMELINE_STRIP);

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

static void
toggle_path (TvTimeline *self, const TvTimelineRow *row)
{
  TvSession *session = tv_timeline_get_session (self);
  const TvPathSegment *selected = tv_session_get_selected_path (session);

  if (selected != NULL && selected->row.root_utid == row->utid)
    tv_session_select_path (session, NULL);
  tv_row_choices_freeze (get_choices (self));
  tv_row_choices_remove (get_choices (self), row->key, TV_ROW_FOLDED);
  toggle (self, row, TV_ROW_PATH);
  tv_row_choices_thaw (get_choices (self));
}

/* Folds or unfolds a row. For a header, folds or unfolds its group. */
void
tv_timeline_toggle_row (TvTimeline *self, const TvTimelineRow *row)
{
  if (row->is_header)
    tv_timeline_toggle_group (self, row->group);
  else
    toggle (self, row, TV_ROW_FOLDED);
}

/* ---- Hiding rows, with undo ---- */

/* Saved choices that determine which rows are visible */
typedef struct
{
  TvRowChoices *choices;
  char **keys
      [3]; /* one array per element of shown_choices: keys of hidden rows, of rows shown alone, and of pinned rows */
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

/* Hides a row, or all other rows. Shows a toast with Undo, because one key press is enough to hide a row, and hidden
 * rows are saved with the view. */
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

/* ---- Actions of a row ---- */

/* Action that applies to one row; its name is without the prefix “timeline.” */
typedef struct
{
  const char *name;
  void (*run) (TvTimeline *self, const TvTimelineRow *row);
  gboolean (*is_possible) (
      TvTimeline *self,
      const TvTimelineRow *row); /* (nullable): NULL if the action is possible with every row */
  gboolean (*is_on) (
      TvTimeline *self,
      const TvTimelineRow *row); /* (nullable): returns the state of a toggle action */
  const TvTimelineRow *(*find_row) (
      TvTimeline *self); /* (nullable): finds the row to use if there is no current row */
  void (*refuse) (
      TvTimeline *self,
      const TvTimelineRow *row); /* (nullable): shows the reason why the action is not possible */
} RowAction;

static gboolean
can_fold (TvTimeline *self, const TvTimelineRow *row)
{
  return row->is_header || row->can_fold;
}

static gboolean
is_folded (TvTimeline *self, const TvTimelineRow *row)
{
  return row->is_header
             ? tv_timeline_layout_get_group (tv_timeline_get_layout (self), row->group)->is_folded
             : row->is_folded;
}

static void
hide (TvTimeline *self, const TvTimelineRow *row)
{
  hide_rows (self, row, FALSE);
}

static void
show_only (TvTimeline *self, const TvTimelineRow *row)
{
  hide_rows (self, row, TRUE);
}

static void
toggle_pin (TvTimeline *self, const TvTimelineRow *row)
{
  toggle (self, row, TV_ROW_PINNED);
}

static gboolean
can_pin (TvTimeline *self, const TvTimelineRow *row)
{
  return !row->is_header;
}

static gboolean
is_pinned (TvTimeline *self, const TvTimelineRow *row)
{
  return row->is_pinned;
}

static gboolean
offers_strip (TvTimeline *self, const TvTimelineRow *row)
{
  return (row->offers & TV_ROW_STRIP) != 0;
}

static gboolean
shows_strip (TvTimeline *self, const TvTimelineRow *row)
{
  return offers_strip (self, row) && is_strip (self, row);
}

static gboolean
offers_stacks (TvTimeline *self, const TvTimelineRow *row)
{
  return (row->offers & TV_ROW_STACKS) != 0;
}

static gboolean
shows_stacks (TvTimeline *self, const TvTimelineRow *row)
{
  return has_choice (self, row, TV_ROW_STACKS);
}

static gboolean
offers_path (TvTimeline *self, const TvTimelineRow *row)
{
  return (row->offers & TV_ROW_PATH) != 0;
}

static gboolean
shows_path (TvTimeline *self, const TvTimelineRow *row)
{
  return has_choice (self, row, TV_ROW_PATH);
}

static const TvTimelineRow *
find_chosen_thread (TvTimeline *self)
{
  return tv_timeline_find_thread_row (self, tv_session_get_thread (tv_timeline_get_session (self)));
}

static void
refuse_path (TvTimeline *self, const TvTimelineRow *row)
{
  if (row->utid != TV_NONE)
    tv_timeline_show_toast (self, _("The recording contains no wakeups of this thread"));
}

static void
toggle_tall (TvTimeline *self, const TvTimelineRow *row)
{
  toggle (self, row, TV_ROW_TALL);
}

static gboolean
can_be_tall (TvTimeline *self, const TvTimelineRow *row)
{
  return row->is_too_tall && !row->is_folded;
}

static gboolean
is_tall (TvTimeline *self, const TvTimelineRow *row)
{
  return row->is_too_tall && row->limited_band == TV_NONE;
}

static gboolean
has_threads (TvTimeline *self, const TvTimelineRow *row)
{
  gboolean are_counted;

  return tv_timeline_row_has_threads (self, row, &are_counted);
}

static gboolean
is_counted (TvTimeline *self, const TvTimelineRow *row)
{
  gboolean are_counted;

  return tv_timeline_row_has_threads (self, row, &are_counted) && are_counted;
}

static gboolean
has_thread (TvTimeline *self, const TvTimelineRow *row)
{
  return row->utid != TV_NONE;
}

static gboolean
is_filtered (TvTimeline *self, const TvTimelineRow *row)
{
  return has_thread (self, row) &&
         tv_session_get_thread (tv_timeline_get_session (self)) == row->utid;
}

static void
toggle_filter (TvTimeline *self, const TvTimelineRow *row)
{
  tv_session_set_thread (tv_timeline_get_session (self),
                         is_filtered (self, row) ? TV_NONE : row->utid);
}

static gboolean
can_move_up (TvTimeline *self, const TvTimelineRow *row)
{
  guint n, index = tv_timeline_layout_get_sibling (tv_timeline_get_layout (self), row, &n);

  return index != G_MAXUINT && index > 0;
}

static gboolean
can_move_down (TvTimeline *self, const TvTimelineRow *row)
{
  guint n, index = tv_timeline_layout_get_sibling (tv_timeline_get_layout (self), row, &n);

  return index != G_MAXUINT && index + 1 < n;
}

static void
move_up (TvTimeline *self, const TvTimelineRow *row)
{
  tv_timeline_move_row (self, row, -1);
}

static void
move_down (TvTimeline *self, const TvTimelineRow *row)
{
  tv_timeline_move_row (self, row, 1);
}

static const RowAction row_actions[] = {
  { "fold-row", tv_timeline_toggle_row, can_fold, is_folded, NULL, NULL },
  { "hide-row", hide, NULL, NULL, NULL, NULL },
  { "pin-row", toggle_pin, can_pin, is_pinned, NULL, NULL },
  { "strip-row", toggle_strip, offers_strip, shows_strip, NULL, NULL },
  { "stacks-row", toggle_stacks, offers_stacks, shows_stacks, NULL, NULL },
  { "path-row", toggle_path, offers_path, shows_path, find_chosen_thread, refuse_path },
  { "tall-row", toggle_tall, can_be_tall, is_tall, NULL, NULL },
  { "show-only-row", show_only, NULL, NULL, NULL, NULL },
  { "filter-to-row", toggle_filter, has_thread, is_filtered, NULL, NULL },
  { "count-row", tv_timeline_toggle_threads, has_threads, is_counted, NULL, NULL },
  { "move-row-up", move_up, can_move_up, NULL, NULL, NULL },
  { "move-row-down", move_down, can_move_down, NULL, NULL, NULL },
};

static const RowAction *
find_action (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (row_actions); i++)
    if (g_str_equal (row_actions[i].name, name))
      return &row_actions[i];
  g_assert_not_reached ();
}

/* Returns whether an action applies to a row. Sets @is_on to the state of a toggle action. */
gboolean
tv_timeline_can_do_with_row (TvTimeline *self,
                             const TvTimelineRow *row,
                             const char *name,
                             gboolean *is_on)
{
  const RowAction *action = find_action (name);

  *is_on = action->is_on != NULL && action->is_on (self, row);
  return action->is_possible == NULL || action->is_possible (self, row);
}

static void
row_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  const RowAction *action = find_action (name + strlen ("timeline."));
  const TvTimelineRow *row;

  if (tv_timeline_get_session (self) == NULL)
    return;
  row = tv_timeline_find_current_row (self);
  if (row == NULL && action->find_row != NULL)
    row = action->find_row (self);
  if (row == NULL)
    return;
  if (action->is_possible == NULL || action->is_possible (self, row))
    action->run (self, row);
  else if (action->refuse != NULL)
    action->refuse (self, row);
}

/* ---- Actions for all rows ---- */

typedef struct
{
  const char *name;
  void (*run) (TvTimeline *self);
  gboolean (*has_effect) (
      TvTimeline *self); /* (nullable): NULL if the action always has an effect */
} RowsAction;

static void
show_all (TvTimeline *self)
{
  tv_row_choices_show_all (get_choices (self));
}

static gboolean
hides_some (TvTimeline *self)
{
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);

  return layout != NULL && tv_timeline_layout_get_n_hidden (layout) > 0;
}

static void
unpin_all (TvTimeline *self)
{
  tv_row_choices_clear (get_choices (self), TV_ROW_PINNED);
}

static gboolean
has_pinned (TvTimeline *self)
{
  return tv_row_choices_has_any (get_choices (self), TV_ROW_PINNED);
}

static void
reset_order (TvTimeline *self)
{
  tv_row_choices_set_moved (get_choices (self), NULL);
}

static gboolean
has_moved (TvTimeline *self)
{
  return tv_row_choices_get_moved (get_choices (self)) != NULL;
}

static void
clear_filter (TvTimeline *self)
{
  tv_row_choices_set_filter (get_choices (self), "");
}

static gboolean
has_filter (TvTimeline *self)
{
  return *tv_row_choices_get_filter (get_choices (self)) != '\0';
}

static void
show_selected (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  guint32 slice = tv_session_get_selected_slice (session);

  if (slice != TV_NONE)
    tv_timeline_reveal_track (self, tv_trace_find_track_at (tv_session_get_trace (session), slice));
}

static const RowsAction rows_actions[] = {
  { "timeline.show-all-rows", show_all, hides_some },
  { "timeline.unpin-all-rows", unpin_all, has_pinned },
  { "timeline.reset-row-order", reset_order, has_moved },
  { "timeline.clear-row-filter", clear_filter, has_filter },
  { "timeline.filter-rows", tv_timeline_open_row_filter, NULL },
  { "timeline.show-selected-row", show_selected, NULL },
};

static void
rows_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);

  for (guint i = 0; i < G_N_ELEMENTS (rows_actions); i++)
    if (g_str_equal (rows_actions[i].name, name) && tv_timeline_get_session (self) != NULL)
      rows_actions[i].run (self);
}

/* Disables actions that currently have no effect. */
void
tv_timeline_update_row_actions (TvTimeline *self)
{
  gboolean has_session = tv_timeline_get_session (self) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows_actions); i++)
    gtk_widget_action_set_enabled (
        GTK_WIDGET (self), rows_actions[i].name,
        has_session && (rows_actions[i].has_effect == NULL || rows_actions[i].has_effect (self)));
}

void
tv_timeline_class_add_row_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (row_actions); i++)
    {
      g_autofree char *name = g_strconcat ("timeline.", row_actions[i].name, NULL);

      gtk_widget_class_install_action (widget_class, name, NULL, row_action);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows_actions); i++)
    gtk_widget_class_install_action (widget_class, rows_actions[i].name, NULL, rows_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_h, 0, "timeline.hide-row", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_t, 0, "timeline.stacks-row", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_k, 0, "timeline.path-row", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "timeline.pin-row", NULL);
  /* Menus show the shortcut that was added last. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Up, GDK_ALT_MASK,
                                       "timeline.move-row-up", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK,
                                       "timeline.move-row-up", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Down, GDK_ALT_MASK,
                                       "timeline.move-row-down", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK,
                                       "timeline.move-row-down", NULL);
}
