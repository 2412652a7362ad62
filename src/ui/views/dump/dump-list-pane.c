/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List of the threads of all dumps, filtered by text and state. Created by the Dump Threads view (dump-view.c), which
 * handles the signals of the list and changes the session. Owns one TvDumpRowsTable for the whole session; filters
 * and expanded rows only determine which of its rows are visible. */

#include "ui/views/dump/dump-list-pane.h"

#include <glib/gi18n.h>

#include "ui/kit/number-format.h"
#include "ui/views/dump/dump-name-cell.h"
#include "ui/views/dump/dump-rows-table.h"
#include "ui/views/dump/state-legend.h"

#define EDGE_PX    12
#define HELD_BY_PX 118
#define NAME_PX    200
#define CHANNEL_PX 160
#define LOCK_PX    240
#define STATE_PX   110
#define PROCESS_PX 180

struct _TvDumpListPane
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *choices; /* buttons that filter by state */
  TvTableView *table;
  TvStateLegend *legend;

  TvSession *session; /* (nullable) */
  TvTable *rows;      /* (nullable): a TvDumpRowsTable */
  int state;          /* TvDumpState to which the list is filtered, or -1 */
  gboolean is_selecting;
};

G_DEFINE_FINAL_TYPE (TvDumpListPane, tv_dump_list_pane, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_STATE,
  N_PROPS
};

enum
{
  THREAD_SELECTED,
  ACTIVATED,
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* Parameter of the action for each TvDumpState */
static const char *const state_ids[TV_N_DUMP_STATES] = { "blocked", "running", "native",
                                                         "waiting", "timed",   "other" };

static const char *
get_state_id (int state)
{
  return state < 0 ? "all" : state_ids[state];
}

/* Returns: (nullable): the rows with their filters; %NULL without a session */
TvDumpRows *
tv_dump_list_pane_get_rows (TvDumpListPane *self)
{
  return self->rows != NULL ? tv_dump_rows_table_get_rows (TV_DUMP_ROWS_TABLE (self->rows)) : NULL;
}

TvTableView *
tv_dump_list_pane_get_table (TvDumpListPane *self)
{
  g_return_val_if_fail (TV_IS_DUMP_LIST_PANE (self), NULL);
  return self->table;
}

/* Returns the #TvDumpState to which the list is filtered, or -1. */
int
tv_dump_list_pane_get_state (TvDumpListPane *self)
{
  g_return_val_if_fail (TV_IS_DUMP_LIST_PANE (self), -1);
  return self->state;
}

/* ---- Rows ---- */

static const TvDumpRow *
get_row (TvDumpListPane *self, guint32 row)
{
  return tv_dump_rows_table_get_row (TV_DUMP_ROWS_TABLE (self->rows), row);
}

static gboolean
is_expanded (TvTable *table, guint32 row, gpointer data)
{
  return tv_dump_rows_is_open (tv_dump_rows_table_get_rows (TV_DUMP_ROWS_TABLE (table)), row);
}

static const TvTableTree rows_tree = { .is_expanded = is_expanded };

static void
show_rows (TvDumpListPane *self)
{
  guint32 n;
  guint32 *shown = tv_dump_rows_list (tv_dump_list_pane_get_rows (self), &n);
  g_autoptr (GBytes) order = g_bytes_new_take (shown, sizeof (guint32) * (gsize) n);

  self->is_selecting = TRUE;
  tv_table_view_show (self->table, self->rows, order);
  self->is_selecting = FALSE;
  g_signal_emit (self, signals[CHANGED], 0);
}

static guint
find_position (TvDumpListPane *self, guint32 row)
{
  return tv_table_model_find_row (tv_table_view_get_model (self->table), row);
}

static void
set_open (TvDumpListPane *self, guint32 row, gboolean is_open)
{
  TvDumpRows *rows = tv_dump_list_pane_get_rows (self);
  guint32 selected = tv_table_view_get_selected (self->table);

  if (!tv_dump_rows_can_open (rows, row) || tv_dump_rows_is_open (rows, row) == is_open)
    return;
  tv_dump_rows_set_open (rows, row, is_open);
  show_rows (self);
  if (selected != TV_NONE && find_position (self, selected) != GTK_INVALID_LIST_POSITION)
    {
      self->is_selecting = TRUE;
      tv_table_view_select_row (self->table, selected);
      self->is_selecting = FALSE;
    }
}

/* Returns whether a row represents a thread: the row of that thread, or of a group whose first thread it is. */
static gboolean
stands_for (TvDumpListPane *self, guint32 row, guint32 thread)
{
  return row != TV_NONE && get_row (self, row)->kind != TV_DUMP_ROW_SNAPSHOT &&
         get_row (self, row)->thread == thread;
}

/* Selects a thread, expands its parents and scrolls to it. Does nothing if the selected row already represents the
 * thread. @thread: %TV_NONE to clear the selection. */
void
tv_dump_list_pane_select (TvDumpListPane *self, guint32 thread)
{
  guint32 row = TV_NONE;
  guint position;

  g_return_if_fail (TV_IS_DUMP_LIST_PANE (self));

  if (self->rows == NULL)
    return;
  if (thread != TV_NONE)
    row = tv_dump_list_find (tv_session_get_dump_findings (self->session)->list, thread);
  if (row != TV_NONE && stands_for (self, tv_table_view_get_selected (self->table), thread))
    return;
  if (row != TV_NONE)
    for (guint32 at = get_row (self, row)->parent; at != TV_NONE; at = get_row (self, at)->parent)
      set_open (self, at, TRUE);
  self->is_selecting = TRUE;
  tv_table_view_select_row (self->table, row);
  position = row != TV_NONE ? find_position (self, row) : GTK_INVALID_LIST_POSITION;
  if (position != GTK_INVALID_LIST_POSITION)
    tv_table_view_reveal (self->table, position);
  self->is_selecting = FALSE;
}

/* Shows only the threads that a search has found. @found: (nullable): one byte per thread; %NULL to show all
 * threads. */
void
tv_dump_list_pane_set_found (TvDumpListPane *self, const guint8 *found)
{
  g_return_if_fail (TV_IS_DUMP_LIST_PANE (self));

  if (self->rows == NULL)
    return;
  tv_dump_rows_set_found (tv_dump_list_pane_get_rows (self), found);
  show_rows (self);
}

static void
set_state (TvDumpListPane *self, const char *id)
{
  int state = -1;

  for (int i = 0; i < TV_N_DUMP_STATES; i++)
    if (g_str_equal (id, state_ids[i]))
      state = i;
  if (self->state == state)
    return;
  self->state = state;
  if (self->rows != NULL)
    {
      tv_dump_rows_set_state (tv_dump_list_pane_get_rows (self), state);
      show_rows (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* ---- Clicks and keys ---- */

static void
on_selected (TvDumpListPane *self, guint row)
{
  const TvDumpRow *at = get_row (self, row);

  if (!self->is_selecting && at->thread != TV_NONE && at->kind != TV_DUMP_ROW_SNAPSHOT)
    g_signal_emit (self, signals[THREAD_SELECTED], 0, at->thread);
}

static void
on_activated (TvDumpListPane *self, guint row)
{
  TvDumpRows *rows = tv_dump_list_pane_get_rows (self);

  if (tv_dump_rows_can_open (rows, row))
    set_open (self, row, !tv_dump_rows_is_open (rows, row));
  else
    g_signal_emit (self, signals[ACTIVATED], 0);
}

static TvDumpNameCell *
find_cell (TvDumpListPane *self, double x, double y, double *cell_x)
{
  GtkWidget *list = tv_table_view_get_list (self->table);
  GtkWidget *widget = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);

  widget = widget != NULL ? gtk_widget_get_ancestor (widget, TV_TYPE_DUMP_NAME_CELL) : NULL;
  if (widget == NULL || !gtk_widget_translate_coordinates (list, widget, x, y, cell_x, NULL))
    return NULL;
  return TV_DUMP_NAME_CELL (widget);
}

/* Expands or collapses a row when its arrow is clicked. On the row of a process, a click anywhere does the same. */
static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TvDumpListPane *self)
{
  guint position = tv_table_view_pick (self->table, x, y);
  TvDumpRows *rows = tv_dump_list_pane_get_rows (self);
  double cell_x = 0.0;
  TvDumpNameCell *cell = find_cell (self, x, y, &cell_x);
  guint32 row;

  if (position == GTK_INVALID_LIST_POSITION || rows == NULL)
    return;
  row = tv_table_model_get_row (tv_table_view_get_model (self->table), position);
  if (get_row (self, row)->kind != TV_DUMP_ROW_SNAPSHOT &&
      (cell == NULL || !tv_dump_name_cell_has_arrow_at (cell, cell_x)))
    return;
  tv_table_view_focus (self->table, position);
  tv_table_view_choose (self->table, position);
  set_open (self, row, !tv_dump_rows_is_open (rows, row));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
go_to (TvDumpListPane *self, guint32 row)
{
  guint position = find_position (self, row);

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  tv_table_view_choose (self->table, position);
  gtk_widget_activate_action (tv_table_view_get_list (self->table), "list.scroll-to-item", "u",
                              position);
  tv_table_view_focus (self->table, position);
}

static void
go_in (TvDumpListPane *self, guint32 row)
{
  if (!tv_dump_rows_can_open (tv_dump_list_pane_get_rows (self), row))
    g_signal_emit (self, signals[ACTIVATED], 0);
  else if (!tv_dump_rows_is_open (tv_dump_list_pane_get_rows (self), row))
    set_open (self, row, TRUE);
  else
    go_to (self, row + 1);
}

static void
go_out (TvDumpListPane *self, guint32 row)
{
  if (tv_dump_rows_is_open (tv_dump_list_pane_get_rows (self), row))
    set_open (self, row, FALSE);
  else if (get_row (self, row)->parent != TV_NONE)
    go_to (self, get_row (self, row)->parent);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvDumpListPane *self)
{
  guint32 row = tv_table_view_get_selected (self->table);
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0 || self->rows == NULL ||
      row == TV_NONE)
    return GDK_EVENT_PROPAGATE;
  if (keyval == (is_rtl ? GDK_KEY_Left : GDK_KEY_Right))
    go_in (self, row);
  else if (keyval == (is_rtl ? GDK_KEY_Right : GDK_KEY_Left))
    go_out (self, row);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- Columns ---- */

static GtkWidget *
new_name_cell (gpointer data)
{
  return tv_dump_name_cell_new ();
}

static void
set_name_row (GtkWidget *cell, TvTableRow *row)
{
  tv_dump_name_cell_set_row (TV_DUMP_NAME_CELL (cell), row);
}

static void
set_columns (TvDumpListPane *self)
{
  static const TvTableColumn columns[] = {
    { .name = "name",
      .width = TV_TABLE_COLUMN_FILL,
      .min_px = NAME_PX,
      .new_cell = new_name_cell,
      .set_row = set_name_row,
      .is_needed = TRUE },
    { .name = "tid" },
    { .name = "held_up_by", .width = HELD_BY_PX },
    { .name = "waits_for", .width = LOCK_PX, .is_extra = TRUE },
    { .name = "state", .width = STATE_PX, .is_extra = TRUE },
    { .name = "sys_tid", .is_extra = TRUE },
    { .name = "priority", .is_extra = TRUE },
    { .name = "user_ns", .is_extra = TRUE },
    { .name = "system_ns", .is_extra = TRUE },
    { .name = "wait_channel", .width = CHANNEL_PX, .is_extra = TRUE },
    { .name = "n_frames", .is_extra = TRUE },
    { .name = "process", .width = PROCESS_PX, .is_extra = TRUE },
  };

  tv_table_view_set_columns (self->table, &tv_dump_rows_table_info, columns, G_N_ELEMENTS (columns),
                             self->session);
}

/* ---- States ---- */

static void
add_choice (TvDumpListPane *self, int state, const char *word)
{
  g_autofree char *count = tv_format_count (
      tv_dump_rows_count_state (tv_dump_list_pane_get_rows (self), state));
  /* Translators: name of a thread state; number of threads in this state */
  g_autofree char *text = g_strdup_printf (_("%s %s"), word, count);
  GtkWidget *button = gtk_toggle_button_new_with_label (text);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "dumplist.state");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", get_state_id (state));
  gtk_box_append (GTK_BOX (self->choices), button);
}

/* Sets the session, and lists the threads of its dumps. Called once. */
void
tv_dump_list_pane_set_session (TvDumpListPane *self, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  TvDumpFindings *findings = tv_session_get_dump_findings (session);
  TvDumpRows *rows = tv_dump_rows_new (trace, findings);

  g_return_if_fail (TV_IS_DUMP_LIST_PANE (self));

  self->session = g_object_ref (session);
  self->rows = tv_dump_rows_table_new (trace, findings, rows);
  add_choice (self, -1, _("All"));
  add_choice (self, TV_DUMP_STATE_BLOCKED, tv_dump_state_get_word (TV_DUMP_STATE_BLOCKED));
  add_choice (self, TV_DUMP_STATE_RUNNING, tv_dump_state_get_word (TV_DUMP_STATE_RUNNING));
  for (int i = 0; i < TV_N_DUMP_STATES; i++)
    if (tv_dump_rows_count_state (rows, i) > 0)
      tv_state_legend_add (self->legend, (TvDumpState) i, "dumplist.state", state_ids[i]);
  set_columns (self);
  show_rows (self);
}

/* ---- Object ---- */

static void
tv_dump_list_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_string (value, get_state_id (TV_DUMP_LIST_PANE (object)->state));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_dump_list_pane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STATE)
    set_state (TV_DUMP_LIST_PANE (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_dump_list_pane_dispose (GObject *object)
{
  TvDumpListPane *self = TV_DUMP_LIST_PANE (object);

  if (self->table != NULL)
    g_signal_handlers_disconnect_by_data (self->table, self);
  self->table = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_dump_list_pane_parent_class)->dispose (object);
}

static void
tv_dump_list_pane_class_init (TvDumpListPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = TV_TYPE_DUMP_LIST_PANE;

  G_OBJECT_CLASS (klass)->get_property = tv_dump_list_pane_get_property;
  G_OBJECT_CLASS (klass)->set_property = tv_dump_list_pane_set_property;
  G_OBJECT_CLASS (klass)->dispose = tv_dump_list_pane_dispose;
  properties[PROP_STATE] = g_param_spec_string ("state", NULL, NULL, "all",
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                    G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  signals[THREAD_SELECTED] = g_signal_new ("thread-selected", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  gtk_widget_class_install_property_action (widget_class, "dumplist.state", "state");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "dumplist");
}

static void
add_controllers (TvDumpListPane *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *clicks = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  GtkWidget *list = tv_table_view_get_list (self->table);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (list, keys);
  gtk_event_controller_set_propagation_phase (clicks, GTK_PHASE_CAPTURE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (clicks), GDK_BUTTON_PRIMARY);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (list, clicks);
}

static void
tv_dump_list_pane_init (TvDumpListPane *self)
{
  self->state = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  self->choices = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->choices, "segments");
  gtk_widget_set_halign (self->choices, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->choices, EDGE_PX);
  gtk_widget_set_margin_end (self->choices, EDGE_PX);
  gtk_widget_set_margin_top (self->choices, EDGE_PX / 2);
  gtk_widget_set_margin_bottom (self->choices, EDGE_PX / 2);
  gtk_box_append (GTK_BOX (self->box), self->choices);

  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  tv_table_view_leave_order (self->table);
  tv_table_view_set_name (self->table, _("Dump threads"));
  tv_table_model_set_tree (tv_table_view_get_model (self->table), &rows_tree, NULL);
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_activated), self);
  add_controllers (self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));

  self->legend = TV_STATE_LEGEND (tv_state_legend_new ());
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->legend));
}

GtkWidget *
tv_dump_list_pane_new (void)
{
  return g_object_new (TV_TYPE_DUMP_LIST_PANE, NULL);
}
