/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Binds the profile's model to a GtkColumnView and to the session.
 *
 *   session ── profile ──▶ order (worker) ──▶ model ──▶ selection ──▶ table
 *      ▲  selected-symbol ◀───────────────────────────────┘ │
 *      └────────────────────────────────────────────────────┘
 *
 * The table's own click handling selects on release, after the rows may have changed under the
 * pointer; so clicks are handled here, before the rows see them.
 */

#include "ui/views/profile/profile-view-private.h"

#include <glib/gi18n.h>

#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/gtk48/list-rows.h"
#include "ui/kit/table-measure.h"
#include "ui/kit/chip.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/settings.h"
#include "ui/kit/table-subset.h"
#include "ui/views/profile/profile-columns.h"
#include "ui/views/profile/profile-name-cell.h"

/* How many frames to wait for a list to have laid out what changed. */
#define MAX_LAYOUT_FRAMES 20

static void tv_profile_view_init_view (TvViewInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvProfileView,
                               tv_profile_view,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_VIEW, tv_profile_view_init_view))

enum
{
  PROP_0,
  PROP_IS_BUSY,
  PROP_SUMMARY,
  PROP_CLOCKS,
};

/* As they are called in the settings, by #TvProfileClocks. */
static const char *const clock_choices[] = { "wall", "cpu", "both" };

/* ---- Selection and scrolling ---- */

static TvProfileRow *
get_selected_row (TvProfileView *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
select_position (TvProfileView *self, guint position)
{
  tv_list_rows_reach (self->table, position);
  self->is_selecting = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->is_selecting = FALSE;
}

static gboolean
has_focus_inside (TvProfileView *self)
{
  GtkRoot *root = gtk_widget_get_root (self->list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == self->list || gtk_widget_is_ancestor (focus, self->list));
}

static void
scroll_to_position (TvProfileView *self, guint position)
{
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

/* Moves the keyboard's focus to a row, so that the arrow keys go on from there. */
static void
focus_position (TvProfileView *self, guint position)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GtkListItem *item = tv_column_heads_get_item (row);

      if (item != NULL && gtk_list_item_get_position (item) == position)
        {
          gtk_widget_grab_focus (row);
          return;
        }
    }
}

static int
get_row_height (TvProfileView *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_mapped (row) && gtk_widget_get_height (row) > 0)
      return gtk_widget_get_height (row);
  return 0;
}

/* Brings a row that is out of sight to the middle, where what is around it is seen too. */
static void
reveal_position (TvProfileView *self, guint position)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double height = get_row_height (self);
  double page = gtk_adjustment_get_page_size (adjustment);
  double start = gtk_adjustment_get_value (adjustment);
  double top = position * height;

  if (height <= 0.0 || top + height > gtk_adjustment_get_upper (adjustment))
    scroll_to_position (self, position); /* the list has not laid it out yet */
  else if (top < start || top + height > start + page)
    gtk_adjustment_set_value (adjustment, top - (page - height) / 2.0);
}

/* All rows are equally high, so a row's place is known. The list learns how long it is only when
 * it is laid out; until then it would stop at its old end. */
static gboolean
scroll_to_top (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvProfileView *self = TV_PROFILE_VIEW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  guint position = tv_profile_model_find_symbol (self->model, self->scroll_symbol);
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  double height = get_row_height (self);
  double wanted = position * height;
  gboolean is_laid_out;

  if (position == TV_NONE || self->scroll_frames++ > MAX_LAYOUT_FRAMES)
    {
      self->scroll_tick = 0;
      return G_SOURCE_REMOVE;
    }

  is_laid_out = self->scroll_frames > 1 && height > 0.0 &&
                ABS (gtk_adjustment_get_upper (adjustment) -
                     MAX (n_rows * height, gtk_adjustment_get_page_size (adjustment))) < height;
  if (!is_laid_out)
    return G_SOURCE_CONTINUE;

  gtk_adjustment_set_value (adjustment, wanted);
  if (has_focus_inside (self))
    focus_position (self, position);
  self->scroll_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
start_scroll_to_top (TvProfileView *self, guint32 symbol)
{
  self->scroll_symbol = symbol;
  self->scroll_frames = 0;
  if (self->scroll_tick == 0)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to_top, NULL, NULL);
}

/* The session's symbol is selected somewhere else, or the rows are new. */
static void
follow_session (TvProfileView *self, gboolean may_scroll)
{
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  TvProfileRow *row = get_selected_row (self);
  guint position;

  if (row != NULL && tv_profile_row_get_kind (row) == TV_PROFILE_ROW_METHOD &&
      tv_profile_row_get_symbol (row) == symbol)
    return;

  position = tv_profile_model_find_symbol (self->model, symbol);
  select_position (self, position != TV_NONE ? position : GTK_INVALID_LIST_POSITION);
  if (position != TV_NONE && may_scroll)
    reveal_position (self, position);
}

static void
on_symbol_selected (TvProfileView *self)
{
  tv_profile_finder_set_selected (self->finder, tv_session_get_selected_symbol (self->session));
  follow_session (self, TRUE);
}

static void
on_row_selected (TvProfileView *self)
{
  TvProfileRow *row = get_selected_row (self);

  if (self->is_selecting || row == NULL)
    return;
  /* Walking over parents and children with the keyboard leaves the method selected. */
  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_METHOD)
    tv_session_select_symbol (self->session, tv_profile_row_get_symbol (row));
}

/**
 * tv_profile_view_jump:
 * @symbol: a method
 *
 * Expands it alone, selects it, and brings it to the top. A filter that hides it ends.
 */
void
tv_profile_view_jump (TvProfileView *self, guint32 symbol)
{
  guint position;

  g_return_if_fail (TV_IS_PROFILE_VIEW (self));

  if (tv_profile_model_find_symbol (self->model, symbol) == TV_NONE)
    tv_profile_view_end_filter (self);
  tv_profile_model_expand_only (self->model, symbol);
  position = tv_profile_model_find_symbol (self->model, symbol);
  if (position == TV_NONE)
    return;
  select_position (self, position);
  tv_session_select_symbol (self->session, symbol);
  start_scroll_to_top (self, symbol);
}

/* ---- What rows do ---- */

static void
set_row_expanded (TvProfileView *self, TvProfileRow *row, gboolean is_expanded)
{
  guint32 method = tv_profile_row_get_method (row);

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_METHOD)
    tv_profile_model_set_expanded (self->model, method, is_expanded);
  else if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_GROUP)
    tv_profile_model_set_group_expanded (self->model, method, tv_profile_row_get_group (row),
                                         is_expanded);
}

static void
activate_row (TvProfileView *self, TvProfileRow *row)
{
  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_EDGE)
    tv_profile_view_jump (self, tv_profile_row_get_symbol (row));
  else
    set_row_expanded (self, row, !tv_profile_row_is_expanded (row));
}

/* A click selects and expands; a click on the arrow, or a double click, also collapses. */
static void
click_row (TvProfileView *self, TvProfileRow *row, gboolean is_on_arrow, int n_press)
{
  gboolean is_expanded = tv_profile_row_is_expanded (row);

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_EDGE:
      tv_profile_view_jump (self, tv_profile_row_get_symbol (row));
      break;
    case TV_PROFILE_ROW_GROUP:
      set_row_expanded (self, row, !is_expanded);
      break;
    case TV_PROFILE_ROW_METHOD:
      if (n_press == 1)
        self->was_expanded = is_expanded;
      if (is_on_arrow)
        set_row_expanded (self, row, !is_expanded);
      else
        set_row_expanded (self, row, n_press == 1 || !self->was_expanded);
      break;
    case TV_PROFILE_ROW_SELF:
    default:
      break;
    }
}

static void
on_list_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TvProfileView *self)
{
  if (tv_column_heads_find_item (self->list, x, y) != NULL)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_list_released (GtkGestureClick *gesture, int n_press, double x, double y, TvProfileView *self)
{
  GtkListItem *item = tv_column_heads_find_item (self->list, x, y);
  g_autoptr (TvProfileRow) row = NULL;
  GtkWidget *widget;
  double cell_x;
  gboolean is_on_arrow;

  if (item == NULL)
    return;

  row = g_object_ref (gtk_list_item_get_item (item));
  widget = gtk_widget_pick (self->list, x, y, GTK_PICK_DEFAULT);
  widget = widget != NULL ? gtk_widget_get_ancestor (widget, TV_TYPE_PROFILE_NAME_CELL) : NULL;
  is_on_arrow = widget != NULL &&
                gtk_widget_translate_coordinates (self->list, widget, x, y, &cell_x, NULL) &&
                tv_profile_name_cell_has_arrow_at (TV_PROFILE_NAME_CELL (widget), cell_x);

  focus_position (self, gtk_list_item_get_position (item));
  gtk_single_selection_set_selected (self->selection, gtk_list_item_get_position (item));
  click_row (self, row, is_on_arrow, n_press);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvProfileView *self)
{
  TvProfileRow *row = get_selected_row (self);
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  guint position;

  if (row == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter)
    {
      activate_row (self, row);
      return GDK_EVENT_STOP;
    }
  if (keyval == (is_rtl ? GDK_KEY_Left : GDK_KEY_Right))
    {
      set_row_expanded (self, row, TRUE);
      return GDK_EVENT_STOP;
    }
  if (keyval == (is_rtl ? GDK_KEY_Right : GDK_KEY_Left))
    {
      if (tv_profile_row_is_expanded (row))
        set_row_expanded (self, row, FALSE);
      else
        {
          position = tv_profile_model_find_method (
              self->model, gtk_single_selection_get_selected (self->selection));
          select_position (self, position);
          scroll_to_position (self, position);
          focus_position (self, position);
        }
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

/* ---- Order ---- */

/* Shows all methods in their order, or some of them. */
void
tv_profile_view_show_order (TvProfileView *self, TvProfileOrder *order)
{
  TvProfileOrder *before = tv_profile_model_get_order (self->model);
  gboolean is_other = before == NULL || tv_profile_order_is_subset (before) ||
                      tv_profile_order_is_subset (order);
  const char *page = "table";

  if (tv_profile_order_get_n (self->order) == 0)
    page = "empty";
  else if (tv_profile_order_get_n (order) == 0)
    page = "filtered";

  /* Without a selection the list need not look for its row among all new ones. */
  select_position (self, GTK_INVALID_LIST_POSITION);
  tv_list_rows_begin (self->table);
  tv_profile_model_set_order (self->model, order);
  if (g_set_object (&self->measured, tv_profile_order_get_profile (order)))
    tv_table_measure (self->table, tv_profile_order_get_table (order), tv_profile_columns_widen);
  gtk_stack_set_visible_child_name (self->stack, page);
  g_object_notify (G_OBJECT (self), "summary");
  follow_session (self, is_other);
  if (self->has_new_sort)
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scrolled), 0.0);
  self->has_new_sort = FALSE;
}

static void
on_order_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvProfileView) self = user_data;
  g_autoptr (TvProfileOrder) order = tv_profile_order_new_finish (result, NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->order_cancellable)
    return;
  g_clear_object (&self->order_cancellable);
  if (order != NULL)
    tv_profile_view_take_order (self, order);
}

static void
request_order (TvProfileView *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);

  if (self->order_cancellable != NULL)
    g_cancellable_cancel (self->order_cancellable);
  g_clear_object (&self->order_cancellable);
  self->order_cancellable = g_cancellable_new ();
  tv_profile_order_new_async (
      tv_session_get_profile (self->session), tv_session_get_ranking (self->session),
      self->sort_column, self->is_descending,
      tv_profile_columns_get_clock (self->sort_column, tv_trace_get_main_clock (trace)),
      self->order_cancellable, on_order_done, g_object_ref (self));
}

/* A heading was clicked. */
static void
on_sort_changed (TvProfileView *self)
{
  if (self->is_changing_columns ||
      !tv_profile_columns_take_sort (self->table, &self->sort_column, &self->is_descending))
    return;
  self->has_new_sort = TRUE;
  request_order (self);
}

/* ---- Columns ---- */

static void
update_clocks (TvProfileView *self)
{
  TvMethodProfileColumn column;

  if (self->session == NULL)
    return;
  /* The sorter changes with each of its columns that goes. */
  self->is_changing_columns = TRUE;
  column = tv_profile_columns_show_clocks (
      self->table, tv_session_get_whole_profile (self->session), self->clocks, self->sort_column);
  self->is_changing_columns = FALSE;
  tv_profile_columns_sort_by (self->table, column, self->is_descending);
}

/* ---- Object ---- */

static void
tv_profile_view_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (TV_PROFILE_VIEW (widget)->stack), orientation, for_size, minimum,
                      natural, NULL, NULL);
}

static void
tv_profile_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (GTK_WIDGET (TV_PROFILE_VIEW (widget)->stack),
                            &(GtkAllocation){ 0, 0, width, height }, -1);
  tv_profile_view_place_menu (TV_PROFILE_VIEW (widget));
}

static void
tv_profile_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvProfileView *self = TV_PROFILE_VIEW (object);

  if (id == PROP_IS_BUSY && self->session != NULL)
    g_object_get_property (G_OBJECT (self->session), "is-profiling", value);
  else if (id == PROP_SUMMARY)
    g_value_take_string (value, tv_profile_view_dup_summary (self));
  else if (id == PROP_CLOCKS)
    g_value_set_string (value, clock_choices[self->clocks]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_profile_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvProfileView *self = TV_PROFILE_VIEW (object);

  if (id != PROP_CLOCKS)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (clock_choices); i++)
    if (g_strcmp0 (g_value_get_string (value), clock_choices[i]) == 0 && self->clocks != i)
      {
        self->clocks = i;
        update_clocks (self);
        g_object_notify_by_pspec (object, pspec);
      }
}

static void
tv_profile_view_dispose (GObject *object)
{
  TvProfileView *self = TV_PROFILE_VIEW (object);

  if (self->order_cancellable != NULL)
    g_cancellable_cancel (self->order_cancellable);
  g_clear_object (&self->order_cancellable);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->table != NULL)
    g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->table), self);
  tv_profile_view_drop_menu (self);
  if (self->table != NULL)
    tv_table_measure (self->table, NULL, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_PROFILE_VIEW);
  g_clear_object (&self->measured);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->finder);
  g_clear_object (&self->entry);
  g_clear_object (&self->options_menu);
  g_clear_pointer (&self->order, tv_profile_order_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_profile_view_parent_class)->dispose (object);
}

static void
tv_profile_view_class_init (TvProfileViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = tv_profile_view_get_property;
  G_OBJECT_CLASS (klass)->set_property = tv_profile_view_set_property;
  G_OBJECT_CLASS (klass)->dispose = tv_profile_view_dispose;
  widget_class->measure = tv_profile_view_measure;
  widget_class->size_allocate = tv_profile_view_size_allocate;
  tv_profile_view_class_add_menu_actions (widget_class);
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_IS_BUSY, "is-busy");
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_SUMMARY, "summary");
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_CLOCKS,
      g_param_spec_string ("clocks", NULL, NULL, "wall",
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/profile-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TvProfileView, stack);
  gtk_widget_class_bind_template_child (widget_class, TvProfileView, scrolled);
  gtk_widget_class_bind_template_child (widget_class, TvProfileView, table);
}

static GMenuModel *
make_options_menu (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) columns = g_menu_new ();
  g_autoptr (GMenu) counting = g_menu_new ();

  g_menu_append (columns, _("_Wall"), "win.profile-clocks::wall");
  g_menu_append (columns, _("_CPU"), "win.profile-clocks::cpu");
  g_menu_append (columns, _("_Both"), "win.profile-clocks::both");
  g_menu_append (counting, _("_Context Switches as Calls"), "session.context-switches");
  g_menu_append_section (menu, _("Columns"), G_MENU_MODEL (columns));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (counting));
  return G_MENU_MODEL (g_steal_pointer (&menu));
}

static void
tv_profile_view_init (TvProfileView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *clicks = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());

  gtk_widget_init_template (GTK_WIDGET (self));
  self->options_menu = make_options_menu ();
  self->entry = g_object_ref_sink (TV_SEARCH_ENTRY (tv_search_entry_new ()));
  g_object_set (self->entry, "has-modes", TRUE, NULL);
  self->model = tv_profile_model_new ();
  self->finder = tv_profile_finder_new ();

  self->selection = tv_list_rows_attach (self->table, G_LIST_MODEL (self->model));
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_row_selected),
                            self);

  self->list = gtk_widget_get_last_child (GTK_WIDGET (self->table));
  g_assert (GTK_IS_LIST_VIEW (self->list));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (self->list, keys);

  gtk_event_controller_set_propagation_phase (clicks, GTK_PHASE_CAPTURE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (clicks), GDK_BUTTON_PRIMARY);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_list_pressed), self);
  g_signal_connect (clicks, "released", G_CALLBACK (on_list_released), self);
  gtk_widget_add_controller (self->list, clicks);
  tv_profile_view_add_menu (self);
}

/* ---- View ---- */

static gboolean
has_both_clocks (TvTrace *trace)
{
  return tv_trace_has_clock (trace, TV_CLOCK_WALL) && tv_trace_has_clock (trace, TV_CLOCK_CPU);
}

static void
on_profiling_changed (TvProfileView *self)
{
  g_object_notify (G_OBJECT (self), "is-busy");
}

static void
set_session (TvView *view, TvSession *session)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);
  TvTrace *trace;

  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  trace = tv_session_get_trace (session);
  tv_profile_columns_add (self->table, session);
  g_signal_connect_swapped (session, "notify::profile", G_CALLBACK (request_order), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (on_symbol_selected),
                            self);

  self->sort_column = tv_trace_get_main_clock (trace) == TV_CLOCK_CPU
                          ? TV_METHOD_PROFILE_INCL_CPU_PCT
                          : TV_METHOD_PROFILE_INCL_WALL_PCT;
  self->is_descending = TRUE;
  g_signal_connect_swapped (gtk_column_view_get_sorter (self->table), "changed",
                            G_CALLBACK (on_sort_changed), self);
  update_clocks (self);
  tv_settings_bind ("profile-clocks", G_OBJECT (self), "clocks");
  tv_profile_view_follow_entry (self);
  g_signal_connect_swapped (session, "notify::is-profiling", G_CALLBACK (on_profiling_changed),
                            self);
  g_signal_connect_swapped (session, "notify::context-switches", G_CALLBACK (tv_view_change_chips),
                            self);
}

static GtkWidget *
get_tools (TvView *view)
{
  return GTK_WIDGET (TV_PROFILE_VIEW (view)->entry);
}

/* There is nothing to choose where there is one clock. */
static GMenuModel *
get_menu (TvView *view)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);

  return has_both_clocks (tv_session_get_trace (self->session)) ? self->options_menu : NULL;
}

static void
find (TvView *view)
{
  gtk_widget_grab_focus (GTK_WIDGET (TV_PROFILE_VIEW (view)->entry));
}

static void
step (TvView *view, int direction)
{
  tv_profile_view_step (TV_PROFILE_VIEW (view), direction);
}

/* What is listed, as it is: a filter may have left some of the methods. */
static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvProfileOrder *shown = tv_profile_model_get_order (TV_PROFILE_VIEW (view)->model);
  g_autoptr (GArray) rows = NULL;
  guint32 n;

  if (shown == NULL ||
      (name != NULL && !g_str_equal (name, tv_table_get_name (tv_profile_order_get_table (shown)))))
    return NULL;
  n = tv_profile_order_get_n (shown);
  rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_array_append_vals (rows, tv_profile_order_get_rows (shown), n);
  return tv_table_subset_new (tv_profile_order_get_table (shown), rows);
}

static GVariant *
get_clocks_state (gpointer object)
{
  return g_variant_new_string (clock_choices[TV_PROFILE_VIEW (object)->clocks]);
}

static void
change_clocks (gpointer object, GVariant *value)
{
  g_object_set (object, "clocks", g_variant_get_string (value, NULL), NULL);
}

static GVariant *
get_expanded_state (gpointer object)
{
  g_autoptr (GArray) symbols = tv_profile_model_dup_expanded (TV_PROFILE_VIEW (object)->model);

  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, symbols->data, symbols->len,
                                    sizeof (guint32));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction own[] = {
    { .name = "profile-clocks",
      .type = "s",
      .get_state = get_clocks_state,
      .change = change_clocks,
      .signals = "notify::clocks" },
  };
  static const TvObjectAction of_model[] = {
    { .name = "expanded",
      .type = "au",
      .get_state = get_expanded_state,
      .signals = "items-changed rows-changed" },
  };

  tv_object_actions_add (map, view, view, own, G_N_ELEMENTS (own));
  tv_object_actions_add (map, view, TV_PROFILE_VIEW (view)->model, of_model,
                         G_N_ELEMENTS (of_model));
}

static void
add_chips (TvView *view, GPtrArray *chips)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);

  if (has_both_clocks (tv_session_get_trace (self->session)) &&
      tv_session_get_context_switches (self->session))
    g_ptr_array_add (chips,
                     tv_chip_new (TV_CHIP_TRANSFORM, _("Context switches"),
                                  _("Time in which a thread was not on a CPU counts as the call "
                                    "“(context switch)”. Click to count it to its method."),
                                  "session.context-switches", "session.context-switches"));
}

static void
tv_profile_view_init_view (TvViewInterface *iface)
{
  iface->set_session = set_session;
  iface->get_tools = get_tools;
  iface->get_menu = get_menu;
  iface->find = find;
  iface->step = step;
  iface->dup_table = dup_table;
  iface->add_actions = add_actions;
  iface->add_chips = add_chips;
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_names_methods (trace) ? TV_VIEW_LEADS : TV_VIEW_FITS;
}

const TvViewInfo tv_view_profile = {
  .id = "profile",
  .title = N_("Profile"),
  .tooltip = N_("Times by method or name"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .get_type = tv_profile_view_get_type,
  .get_fit = get_fit,
};
