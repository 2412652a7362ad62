/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Buttons and menus of rows: the buttons on the label below the pointer, the menu of a row, and the menu of all rows
 * in the corner above the labels. A part of TvTimeline (timeline-part.h). The row of an open menu is stored as a key,
 * because a new layout replaces the row objects. */

#include "ui/views/timeline/timeline-row-menu.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/kit/popup-menu.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-input.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-row-actions.h"
#include "ui/views/timeline/timeline-rows.h"

/* Minimum width of the row labels for showing more than the menu button */
#define MIN_WIDTH_PX 150

#define CORNER_PX 4

typedef struct
{
  GtkWidget *rows_button; /* menu button of all rows, in the corner above the labels */
  GtkWidget *row_buttons; /* buttons on the label below the pointer */
  GtkWidget *row_handle;  /* handle that is dragged to move the row; first child of @row_buttons */
  GtkWidget *row_menu;    /* (nullable): created on first use */
  char *menu_key;         /* (nullable): key of the row whose menu is open */
  GSimpleAction *counter_mode; /* state: counter mode of that row */
} RowMenuPart;

static RowMenuPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_ROW_MENU);
}

/* Returns: (transfer none) (nullable): key of the row whose menu is open */
const char *
tv_timeline_get_menu_row (TvTimeline *self)
{
  return get_part (self)->menu_key;
}

/* ---- The menu of a row ---- */

static void
append (GMenu *menu, const char *label, const char *action)
{
  g_menu_append (menu, label, action);
}

static void
append_section (GMenu *menu, GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static void
append_choice (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

/* Returns whether only some threads are selected. */
static gboolean
has_thread_filter (TvSession *session)
{
  guint n;

  return tv_selection_get_threads (tv_session_get_selection (session), &n) != NULL && n > 0;
}

static void
append_counter_modes (GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();

  append_choice (section, _("_Value"), "row.counter-mode", "value");
  append_choice (section, _("_Delta to the Next Sample"), "row.counter-mode", "delta");
  append_choice (section, _("Rate per _Second"), "row.counter-mode", "rate");
  g_menu_append_section (menu, _("Show Counter As"), G_MENU_MODEL (section));
}

static void
on_counter_mode_chosen (GSimpleAction *action, GVariant *name, TvTimeline *self)
{
  const TvTimelineRow *row = tv_timeline_find_current_row (self);
  TvCounterMode mode;

  if (row == NULL || !tv_counter_mode_parse (g_variant_get_string (name, NULL), &mode))
    return;
  g_simple_action_set_state (action, name);
  tv_timeline_set_counter_mode (self, row, mode);
}

static GMenuModel *
make_menu (TvTimeline *self, const TvTimelineRow *row)
{
  TvSession *session = tv_timeline_get_session (self);
  GMenu *menu = g_menu_new ();
  GMenu *section = g_menu_new ();
  gboolean is_on;

  if (tv_timeline_can_do_with_row (self, row, "fold-row", &is_on))
    append (section, is_on ? _("Un_fold") : _("_Fold"), "timeline.fold-row");
  if (tv_timeline_can_do_with_row (self, row, "strip-row", &is_on))
    append (section, is_on ? _("_Nested Levels") : _("_One Line"), "timeline.strip-row");
  if (tv_timeline_can_do_with_row (self, row, "stacks-row", &is_on))
    append (section, is_on ? _("Hide S_tacks over Time") : _("Show S_tacks over Time"),
            "timeline.stacks-row");
  if (tv_timeline_can_do_with_row (self, row, "path-row", &is_on))
    append (section, is_on ? _("Hide _Critical Path") : _("Show _Critical Path"),
            "timeline.path-row");
  if (tv_timeline_can_do_with_row (self, row, "tall-row", &is_on))
    append (section, is_on ? _("_Limit the Height") : _("Show All _Levels"), "timeline.tall-row");
  if (tv_timeline_can_do_with_row (self, row, "pin-row", &is_on))
    append (section, is_on ? _("Un_pin") : _("_Pin to the Top"), "timeline.pin-row");
  append (section, _("_Hide"), "timeline.hide-row");
  append_section (menu, section);

  section = g_menu_new ();
  if (tv_timeline_can_do_with_row (self, row, "move-row-up", &is_on))
    append (section, _("Move U_p"), "timeline.move-row-up");
  if (tv_timeline_can_do_with_row (self, row, "move-row-down", &is_on))
    append (section, _("Move Do_wn"), "timeline.move-row-down");
  if (tv_row_choices_get_moved (tv_session_get_row_choices (session)) != NULL)
    append (section, _("R_eset Row Order"), "timeline.reset-row-order");
  append_section (menu, section);

  if (tv_timeline_has_counter_modes (self, row))
    append_counter_modes (menu);

  section = g_menu_new ();
  if (tv_timeline_can_do_with_row (self, row, "filter-to-row", &is_on))
    append (section, is_on ? _("Count All T_hreads") : _("Filter to This T_hread"),
            "timeline.filter-to-row");
  if (has_thread_filter (session) && tv_timeline_can_do_with_row (self, row, "count-row", &is_on))
    append (section, is_on ? _("Do N_ot Count This Row") : _("C_ount This Row, Too"),
            "timeline.count-row");
  append_section (menu, section);

  section = g_menu_new ();
  if (row->is_header)
    append (section, _("Show Only _This Group"), "timeline.show-only-row");
  else
    append (section, row->utid != TV_NONE ? _("Show Only _This Thread") : _("Show Only _This Row"),
            "timeline.show-only-row");
  append (section, _("_Show All Rows"), "timeline.show-all-rows");
  append (section, _("Filter _Rows…"), "timeline.filter-rows");
  append_section (menu, section);

  section = g_menu_new ();
  append (section, _("Fold _All"), "timeline.fold-all");
  append (section, _("_Unfold All"), "timeline.unfold-all");
  append_section (menu, section);
  return G_MENU_MODEL (menu);
}

static gboolean
forget_menu_row (gpointer data)
{
  TvTimeline *self = data;
  RowMenuPart *part = get_part (self);

  if (part->row_menu == NULL || !gtk_widget_get_visible (part->row_menu))
    g_clear_pointer (&part->menu_key, g_free);
  tv_timeline_update_row_buttons (self);
  return G_SOURCE_REMOVE;
}

/* Clears the row of the menu when idle, because GTK activates the chosen action only after closing the menu. */
static void
on_menu_closed (TvTimeline *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, forget_menu_row, g_object_ref (self), g_object_unref);
}

static void
open_menu (TvTimeline *self, const TvTimelineRow *row, double x, double y)
{
  RowMenuPart *part = get_part (self);

  g_autoptr (GMenuModel) model = make_menu (self, row);
  gboolean is_new = part->row_menu == NULL;

  g_free (part->menu_key);
  part->menu_key = g_strdup (row->key);
  g_simple_action_set_state (part->counter_mode, g_variant_new_string (tv_counter_mode_get_name (
                                                     tv_timeline_get_counter_mode (self, row))));
  tv_popup_menu_open (&part->row_menu, GTK_WIDGET (self), model, x, y);
  if (is_new)
    g_signal_connect_swapped (part->row_menu, "closed", G_CALLBACK (on_menu_closed), self);
}

/* Opens the menu of the current row; see tv_timeline_find_current_row(). */
void
tv_timeline_open_row_menu (TvTimeline *self)
{
  const TvTimelineRow *row = tv_timeline_find_current_row (self);
  TvTimelineView view;
  TvTimelineRect rect;

  if (row == NULL || !tv_timeline_update_view (self, &view))
    return;
  tv_timeline_view_get_name_rect (&view, row, &rect);
  open_menu (self, row, rect.x, CLAMP (rect.y + rect.height, view.ruler_height, view.height));
}

void
tv_timeline_open_row_menu_at (TvTimeline *self, guint row, double x, double y)
{
  open_menu (self, tv_timeline_layout_get_row (tv_timeline_get_layout (self), row), x, y);
}

/* ---- The buttons on a label ---- */

static void
on_more_clicked (TvTimeline *self)
{
  const TvTimelineRow *row = tv_timeline_find_current_row (self);
  GtkAllocation bounds;

  if (row == NULL)
    return;
  gtk_widget_get_allocation (get_part (self)->row_buttons, &bounds);
  open_menu (self, row, bounds.x + bounds.width, bounds.y + bounds.height);
}

static void
name_button (GtkWidget *button, const char *name)
{
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
add_button (TvTimeline *self, const char *icon_name, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_can_focus (button, FALSE);
  name_button (button, tooltip);
  if (action != NULL)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  else
    g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_more_clicked), self);
  gtk_box_append (GTK_BOX (get_part (self)->row_buttons), button);
  return button;
}

/* Returns: (nullable): the row whose label is below the pointer, unless a drag is running */
static const TvTimelineRow *
find_hovered_row (TvTimeline *self)
{
  double x;

  if (tv_timeline_get_drag (self) != TV_TIMELINE_DRAG_NONE)
    return NULL;
  tv_timeline_get_pointer (self, &x, NULL);
  return x < tv_timeline_get_label_width (self) ? tv_timeline_get_hit_row (self) : NULL;
}

static void
show_button (GtkWidget *button, gboolean is_shown, const char *icon_name, const char *tooltip)
{
  gtk_widget_set_visible (button, is_shown);
  gtk_button_set_icon_name (GTK_BUTTON (button), icon_name);
  name_button (button, tooltip);
}

static void
place_buttons (TvTimeline *self, const TvTimelineRow *row)
{
  RowMenuPart *part = get_part (self);
  TvTimelineView view;
  TvTimelineRect rect;
  GtkRequisition size;
  double y;

  if (!tv_timeline_update_view (self, &view))
    return;
  gtk_widget_get_preferred_size (part->row_buttons, NULL, &size);
  tv_timeline_view_get_name_rect (&view, row, &rect);
  if (row->is_header)
    {
      rect.y = tv_timeline_view_get_row_y (&view, row);
      rect.height = (double) row->height;
    }
  y = MAX (round (rect.y + (rect.height - size.height) / 2.0), tv_timeline_get_ruler_height (self));
  gtk_widget_size_allocate (
      part->row_buttons,
      &(GtkAllocation){ MAX (tv_timeline_get_label_width (self) - size.width - 5, 0), (int) y,
                        size.width, size.height },
      -1);
}

/* Moves the buttons to the label below the pointer. */
void
tv_timeline_update_row_buttons (TvTimeline *self)
{
  RowMenuPart *part = get_part (self);
  const TvTimelineRow *row = find_hovered_row (self);
  GtkWidget *pin, *hide;
  gboolean is_on;
  guint n;

  /* The handle is part of the drag, so it must stay in place. */
  if (part->row_buttons == NULL || tv_timeline_get_drag (self) == TV_TIMELINE_DRAG_MOVE)
    return;
  gtk_widget_set_child_visible (part->row_buttons, row != NULL);
  if (row == NULL)
    return;
  gtk_widget_set_visible (
      part->row_handle,
      tv_timeline_get_label_width (self) >= MIN_WIDTH_PX &&
          tv_timeline_layout_get_sibling (tv_timeline_get_layout (self), row, &n) != G_MAXUINT);
  pin = gtk_widget_get_next_sibling (part->row_handle);
  hide = gtk_widget_get_next_sibling (pin);
  show_button (pin,
               tv_timeline_can_do_with_row (self, row, "pin-row", &is_on) &&
                   tv_timeline_get_label_width (self) >= MIN_WIDTH_PX,
               "view-pin-symbolic", row->is_pinned ? _("Unpin") : _("Pin to the Top"));
  if (row->is_pinned)
    gtk_widget_add_css_class (pin, "accent");
  else
    gtk_widget_remove_css_class (pin, "accent");
  show_button (hide, tv_timeline_get_label_width (self) >= MIN_WIDTH_PX, "view-conceal-symbolic",
               _("Hide"));
  place_buttons (self, row);
}

/* Returns whether a position is on the visible handle that moves a row. */
gboolean
tv_timeline_is_on_row_handle (TvTimeline *self, double x, double y)
{
  RowMenuPart *part = get_part (self);
  graphene_rect_t bounds;

  return part->row_handle != NULL && gtk_widget_get_mapped (part->row_handle) &&
         gtk_widget_compute_bounds (part->row_handle, GTK_WIDGET (self), &bounds) &&
         graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT ((float) x, (float) y));
}

/* ---- The menu of all rows ---- */

static GMenuModel *
make_rows_menu (void)
{
  GMenu *menu = g_menu_new ();
  GMenu *section = g_menu_new ();

  append (section, _("Filter _Rows…"), "timeline.filter-rows");
  append (section, _("_Show All Rows"), "timeline.show-all-rows");
  append (section, _("Un_pin All"), "timeline.unpin-all-rows");
  append_section (menu, section);

  section = g_menu_new ();
  append_choice (section, _("By _Time Used"), "session.row-order", "time");
  append_choice (section, _("By _Name"), "session.row-order", "name");
  append_choice (section, _("By F_irst Activity"), "session.row-order", "first-use");
  append (section, _("R_eset Row Order"), "timeline.reset-row-order");
  g_menu_append_section (menu, _("Order"), G_MENU_MODEL (section));
  g_object_unref (section);

  section = g_menu_new ();
  append_choice (section, _("N_ested Levels"), "session.chart-style", "nested");
  append_choice (section, _("_One Line per Thread"), "session.chart-style", "strip");
  append (section, _("Fold _All"), "timeline.fold-all");
  append (section, _("_Unfold All"), "timeline.unfold-all");
  append_section (menu, section);
  return G_MENU_MODEL (menu);
}

static void
init (TvTimeline *self)
{
  RowMenuPart *part = get_part (self);

  g_autoptr (GMenuModel) menu = make_rows_menu ();
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  part->counter_mode = g_simple_action_new_stateful ("counter-mode", G_VARIANT_TYPE_STRING,
                                                     g_variant_new_string ("value"));
  g_signal_connect (part->counter_mode, "change-state", G_CALLBACK (on_counter_mode_chosen), self);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (part->counter_mode));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "row", G_ACTION_GROUP (actions));
  part->rows_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (part->rows_button), "view-list-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (part->rows_button), menu);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (part->rows_button), FALSE);
  gtk_widget_set_tooltip_text (part->rows_button, _("Order and Filter Rows"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (part->rows_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Rows"), -1);
  gtk_widget_add_css_class (part->rows_button, "rows-button");
  gtk_widget_set_parent (part->rows_button, GTK_WIDGET (self));

  part->row_buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (part->row_buttons, "row-buttons");
  gtk_widget_set_parent (part->row_buttons, GTK_WIDGET (self));
  part->row_handle = gtk_image_new_from_icon_name ("list-drag-handle-symbolic");
  gtk_widget_set_tooltip_text (part->row_handle, _("Drag to Move the Row (Alt+↑, Alt+↓)"));
  gtk_widget_set_cursor_from_name (part->row_handle, "grab");
  gtk_widget_add_css_class (part->row_handle, "row-handle");
  gtk_box_append (GTK_BOX (part->row_buttons), part->row_handle);
  add_button (self, "view-pin-symbolic", _("Pin to the Top"), "timeline.pin-row");
  add_button (self, "view-conceal-symbolic", _("Hide"), "timeline.hide-row");
  add_button (self, "view-more-symbolic", _("More"), NULL);
  gtk_widget_set_child_visible (part->row_buttons, FALSE);
}

static void
dispose (TvTimeline *self)
{
  RowMenuPart *part = get_part (self);

  if (part->row_menu != NULL)
    g_signal_handlers_disconnect_by_data (part->row_menu, self);
  g_clear_pointer (&part->row_menu, gtk_widget_unparent);
  g_clear_pointer (&part->rows_button, gtk_widget_unparent);
  part->row_handle = NULL;
  g_clear_pointer (&part->row_buttons, gtk_widget_unparent);
  g_clear_pointer (&part->menu_key, g_free);
  g_clear_object (&part->counter_mode);
}

/* Returns the width of the menu button in the corner, with its margin, in px. */
int
tv_timeline_get_rows_button_width (TvTimeline *self)
{
  int width;

  gtk_widget_measure (get_part (self)->rows_button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width,
                      NULL, NULL);
  return CORNER_PX + width;
}

/* Allocates the menu button in the corner and the buttons on the label below the pointer. Moves the open menu. */
void
tv_timeline_allocate_row_menu (TvTimeline *self)
{
  RowMenuPart *part = get_part (self);
  const TvTimelineRow *row = find_hovered_row (self);
  int width, height;

  gtk_widget_measure (part->rows_button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (part->rows_button, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_widget_set_child_visible (part->rows_button, width < tv_timeline_get_label_width (self));
  gtk_widget_size_allocate (
      part->rows_button,
      &(GtkAllocation){ CORNER_PX, (tv_timeline_get_ruler_height (self) - 1 - height) / 2, width,
                        height },
      -1);
  if (row != NULL)
    place_buttons (self, row);
  if (part->row_menu != NULL)
    gtk_popover_present (GTK_POPOVER (part->row_menu));
}

const TvTimelinePart tv_timeline_part_row_menu = {
  .size = sizeof (RowMenuPart),
  .init = init,
  .dispose = dispose,
};
