/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A call tree in a table view, with the usual keys of a tree. Created by the Call Tree view: two panes, the second of
 * which is visible only for a butterfly. Owns the rows and their table. A worker sorts a copy of the rows
 * (call-rows-copy.c). The pane changes only its rows; the view changes the session in handlers of the signals. */

#include "ui/views/call-tree/call-pane.h"

#include "ui/kit/work.h"
#include "ui/views/call-tree/call-name-cell.h"

struct _TvCallPane
{
  GtkWidget parent_instance;

  TvTableView *table;
  TvSession *session;
  TvTable *rows; /* (nullable): a TvCallRowsTable */
  gboolean was_open;
  gboolean is_selecting; /* whether the program is changing the selection */
  GCancellable *sorting; /* (nullable): running worker that sorts the rows */
};

G_DEFINE_FINAL_TYPE (TvCallPane, tv_call_pane, GTK_TYPE_WIDGET)

enum
{
  NODE_SELECTED,
  NODE_ACTIVATED,
  SHOWN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum
{
  PROP_0,
  PROP_IS_SORTING,
};

/* Returns: (transfer none) (nullable): the rows */
TvCallRows *
tv_call_pane_get_rows (TvCallPane *self)
{
  g_return_val_if_fail (TV_IS_CALL_PANE (self), NULL);
  return self->rows != NULL ? tv_call_rows_table_get_rows (TV_CALL_ROWS_TABLE (self->rows)) : NULL;
}

/* Returns: (transfer none) (nullable): the table that owns the rows */
TvTable *
tv_call_pane_get_rows_table (TvCallPane *self)
{
  g_return_val_if_fail (TV_IS_CALL_PANE (self), NULL);
  return self->rows;
}

/* Returns the node of the selected row, or %TV_NONE. */
guint32
tv_call_pane_get_selected (TvCallPane *self)
{
  g_return_val_if_fail (TV_IS_CALL_PANE (self), TV_NONE);
  return tv_table_view_get_selected (self->table);
}

/* ---- Rows ---- */

static GBytes *
dup_rows (TvCallPane *self)
{
  TvCallRows *rows = tv_call_pane_get_rows (self);

  return g_bytes_new (tv_call_rows_get (rows),
                      sizeof (guint32) * (gsize) tv_call_rows_get_n (rows));
}

static void
show_all (TvCallPane *self)
{
  g_autoptr (GBytes) order = dup_rows (self);

  self->is_selecting = TRUE;
  tv_table_view_show (self->table, self->rows, order);
  self->is_selecting = FALSE;
  g_signal_emit (self, signals[SHOWN], 0);
}

static void
show_splice (TvCallPane *self, const TvRowSplice *splice)
{
  g_autoptr (GBytes) order = dup_rows (self);

  self->is_selecting = TRUE;
  tv_table_view_splice (self->table, order, splice->position, splice->n_removed, splice->n_added);
  self->is_selecting = FALSE;
  g_signal_emit (self, signals[SHOWN], 0);
}

/**
 * tv_call_pane_show:
 * @rows: (transfer full) (nullable): new rows, in the order of tv_call_pane_get_order(); %NULL if there are none, the
 *   previous rows then stay visible
 *
 * Replaces the rows.
 */
void
tv_call_pane_show (TvCallPane *self, TvCallRows *rows)
{
  g_return_if_fail (TV_IS_CALL_PANE (self));

  tv_work_stop (&self->sorting);
  g_object_notify (G_OBJECT (self), "is-sorting");
  g_clear_object (&self->rows);
  if (rows == NULL)
    return;
  self->rows = tv_call_rows_table_new (rows, tv_call_columns_get_measure (self->session));
  show_all (self);
}

/* Selects a node, or the row that it shares, expands its parents and scrolls to it. @node: %TV_NONE to clear the
 * selection. */
void
tv_call_pane_select (TvCallPane *self, guint32 node)
{
  TvCallRows *rows;
  TvRowSplice splice;
  guint position;

  g_return_if_fail (TV_IS_CALL_PANE (self));

  rows = tv_call_pane_get_rows (self);
  if (rows == NULL)
    return;
  self->is_selecting = TRUE;
  if (node == TV_NONE)
    tv_table_view_select_row (self->table, TV_NONE);
  else
    {
      if (tv_call_rows_open_above (rows, node, &splice))
        show_splice (self, &splice);
      position = tv_call_rows_find (rows, tv_call_rows_get_row (rows, node));
      tv_table_view_select_row (self->table, tv_call_rows_get_row (rows, node));
      if (position != TV_NONE)
        tv_table_view_reveal (self->table, position);
    }
  self->is_selecting = FALSE;
}

/* Selects a node in a row of its own. If the node shares a row, shows the frames of that row in separate rows. */
void
tv_call_pane_select_alone (TvCallPane *self, guint32 node)
{
  TvCallRows *rows = tv_call_pane_get_rows (self);
  TvRowSplice splice;

  tv_call_pane_select (self, node);
  if (rows == NULL || node == TV_NONE || tv_call_rows_get_row (rows, node) == node ||
      !tv_call_rows_unfold (rows, tv_call_rows_get_row (rows, node), &splice))
    return;
  show_splice (self, &splice);
  tv_call_pane_select (self, node);
}

void
tv_call_pane_set_open (TvCallPane *self, guint32 node, gboolean is_open)
{
  TvCallRows *rows;
  TvRowSplice splice;

  g_return_if_fail (TV_IS_CALL_PANE (self));

  rows = tv_call_pane_get_rows (self);
  if (rows != NULL && tv_call_rows_set_open (rows, node, is_open, &splice))
    show_splice (self, &splice);
}

/* Selects a row and emits "node-selected", as if the user had selected the row. */
static void
choose (TvCallPane *self, guint32 node)
{
  tv_call_pane_select (self, node);
  g_signal_emit (self, signals[NODE_SELECTED], 0, node);
}

/* Selects a visible row and focuses it, so that arrow keys continue from there. */
static void
go_to (TvCallPane *self, guint32 node)
{
  guint32 position = tv_call_rows_find (tv_call_pane_get_rows (self), node);

  choose (self, node);
  gtk_widget_activate_action (tv_table_view_get_list (self->table), "list.scroll-to-item", "u",
                              position);
  tv_table_view_focus (self->table, position);
}

/* Expands the hottest path below a node, and selects its end. @node: 0 for the whole tree. */
void
tv_call_pane_open_hottest (TvCallPane *self, guint32 node)
{
  TvCallRows *rows;
  TvRowSplice splice;
  guint32 end;

  g_return_if_fail (TV_IS_CALL_PANE (self));

  rows = tv_call_pane_get_rows (self);
  if (rows == NULL)
    return;
  end = tv_call_rows_open_hottest (rows, node, tv_call_columns_get_measure (self->session),
                                   &splice);
  if (splice.n_added > 0 || splice.n_removed > 0)
    show_splice (self, &splice);
  if (end != TV_NONE)
    go_to (self, end);
}

void
tv_call_pane_open_below (TvCallPane *self)
{
  guint32 node = tv_call_pane_get_selected (self);
  TvRowSplice splice;

  if (node != TV_NONE && tv_call_rows_open_below (tv_call_pane_get_rows (self), node, &splice))
    show_splice (self, &splice);
}

/* Shows the frames that share the selected row in separate rows. */
void
tv_call_pane_unfold (TvCallPane *self)
{
  guint32 node = tv_call_pane_get_selected (self);
  TvRowSplice splice;

  if (node != TV_NONE && tv_call_rows_unfold (tv_call_pane_get_rows (self), node, &splice))
    show_splice (self, &splice);
}

void
tv_call_pane_close_all (TvCallPane *self)
{
  g_return_if_fail (TV_IS_CALL_PANE (self));

  if (self->rows == NULL)
    return;
  tv_call_rows_close_all (tv_call_pane_get_rows (self));
  show_all (self);
}

/* ---- Columns ---- */

TvTableView *
tv_call_pane_get_table (TvCallPane *self)
{
  g_return_val_if_fail (TV_IS_CALL_PANE (self), NULL);
  return self->table;
}

/* Returns the order of rows that the user has chosen. */
TvCallOrder
tv_call_pane_get_order (TvCallPane *self)
{
  return tv_call_columns_get_order (self->table, self->session);
}

/* ---- Sorting ---- */

typedef struct
{
  TvTable *table; /* table whose rows are sorted */
  TvCallRows *copy;
  TvCallOrder order;
} SortJob;

static void
sort_job_free (gpointer data)
{
  SortJob *job = data;

  g_object_unref (job->table);
  tv_call_rows_free (job->copy);
  g_free (job);
}

static gpointer
sort (gpointer data, GCancellable *cancellable, GError **error)
{
  SortJob *job = data;

  tv_call_rows_set_order (job->copy, &job->order);
  return job;
}

static void sort_rows (TvCallPane *self);

/* Shows the sorted rows. If rows were expanded or collapsed since the copy was made, sorts them again. */
static void
on_sorted (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvCallPane *self = owner;
  SortJob *job = data;

  if (self->rows != job->table)
    g_object_notify (G_OBJECT (self), "is-sorting");
  else if (!tv_call_rows_take_order (tv_call_pane_get_rows (self), job->copy))
    sort_rows (self);
  else
    {
      show_all (self);
      g_object_notify (G_OBJECT (self), "is-sorting");
    }
}

static const TvWork sort_work = {
  .run = sort,
  .free_job = sort_job_free,
};

static void
sort_rows (TvCallPane *self)
{
  SortJob *job = g_new0 (SortJob, 1);

  job->table = g_object_ref (self->rows);
  job->copy = tv_call_rows_copy (tv_call_pane_get_rows (self));
  job->order = tv_call_pane_get_order (self);
  tv_work_start (&sort_work, job, on_sorted, self, &self->sorting);
  g_object_notify (G_OBJECT (self), "is-sorting");
}

static void
on_sort_changed (TvCallPane *self)
{
  if (self->rows != NULL)
    sort_rows (self);
}

/* Shows the columns for the session's clock. @sort: new sort key; the order is descending. */
void
tv_call_pane_set_columns (TvCallPane *self, TvCallSort sort)
{
  g_return_if_fail (TV_IS_CALL_PANE (self));

  if (self->rows != NULL)
    tv_call_rows_table_set_measure (TV_CALL_ROWS_TABLE (self->rows),
                                    tv_call_columns_get_measure (self->session));
  tv_call_columns_show (self->table, self->session, sort);
}

/* ---- Clicks ---- */

static TvCallNameCell *
find_name_cell (TvCallPane *self, double x, double y, double *cell_x)
{
  GtkWidget *list = tv_table_view_get_list (self->table);
  GtkWidget *widget = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);

  widget = widget != NULL ? gtk_widget_get_ancestor (widget, TV_TYPE_CALL_NAME_CELL) : NULL;
  if (widget == NULL || !gtk_widget_translate_coordinates (list, widget, x, y, cell_x, NULL))
    return NULL;
  return TV_CALL_NAME_CELL (widget);
}

/* Expands or collapses a row when its arrow is clicked. Shows the frames that share a row in separate rows when their
 * label is clicked. */
static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TvCallPane *self)
{
  guint position = tv_table_view_pick (self->table, x, y);
  double cell_x = 0.0;
  TvCallNameCell *cell = find_name_cell (self, x, y, &cell_x);
  gboolean is_on_arrow = cell != NULL && tv_call_name_cell_has_arrow_at (cell, cell_x);
  gboolean is_on_frames = cell != NULL && tv_call_name_cell_has_frames_at (cell, cell_x);
  TvCallRows *rows = tv_call_pane_get_rows (self);
  guint32 node;

  if (position == GTK_INVALID_LIST_POSITION || rows == NULL || (!is_on_arrow && !is_on_frames))
    return;
  node = tv_call_rows_get (rows)[position];
  tv_table_view_focus (self->table, position);
  tv_table_view_choose (self->table, position);
  if (is_on_arrow)
    tv_call_pane_set_open (self, node, !tv_call_rows_is_open (rows, node));
  else
    tv_call_pane_unfold (self);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_activated (TvCallPane *self, guint node)
{
  TvCallRows *rows = tv_call_pane_get_rows (self);

  tv_call_pane_set_open (self, node, !tv_call_rows_is_open (rows, node));
  g_signal_emit (self, signals[NODE_ACTIVATED], 0, node);
}

static void
on_selected (TvCallPane *self, guint node)
{
  if (!self->is_selecting)
    g_signal_emit (self, signals[NODE_SELECTED], 0, node);
}

/* ---- Keys ---- */

static void
go_in (TvCallPane *self, guint32 node)
{
  TvCallRows *rows = tv_call_pane_get_rows (self);

  if (!tv_call_rows_is_open (rows, node))
    tv_call_pane_set_open (self, node, TRUE);
  else
    go_to (self, tv_call_rows_get (rows)[tv_call_rows_find (rows, node) + 1]);
}

static void
go_out (TvCallPane *self, guint32 node)
{
  TvCallRows *rows = tv_call_pane_get_rows (self);

  if (tv_call_rows_is_open (rows, node))
    tv_call_pane_set_open (self, node, FALSE);
  else if (tv_call_rows_get_parent (rows, node) != TV_NONE)
    go_to (self, tv_call_rows_get_parent (rows, node));
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvCallPane *self)
{
  guint32 node = tv_call_pane_get_selected (self);
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || self->rows == NULL)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_e)
    {
      tv_call_pane_open_hottest (self, node != TV_NONE ? node : 0);
      return GDK_EVENT_STOP;
    }
  if (node == TV_NONE)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_asterisk || keyval == GDK_KEY_KP_Multiply)
    tv_call_pane_open_below (self);
  else if (keyval == GDK_KEY_plus || keyval == GDK_KEY_KP_Add)
    tv_call_pane_set_open (self, node, TRUE);
  else if (keyval == GDK_KEY_minus || keyval == GDK_KEY_KP_Subtract)
    tv_call_pane_set_open (self, node, FALSE);
  else if ((state & GDK_SHIFT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  else if (keyval == (is_rtl ? GDK_KEY_Left : GDK_KEY_Right))
    go_in (self, node);
  else if (keyval == (is_rtl ? GDK_KEY_Right : GDK_KEY_Left))
    go_out (self, node);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- Object ---- */

static void
tv_call_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_SORTING)
    g_value_set_boolean (value, TV_CALL_PANE (object)->sorting != NULL);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_call_pane_dispose (GObject *object)
{
  TvCallPane *self = TV_CALL_PANE (object);

  if (self->table != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->table, self);
      gtk_widget_unparent (GTK_WIDGET (self->table));
      self->table = NULL;
    }
  tv_work_stop (&self->sorting);
  g_clear_object (&self->rows);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_call_pane_parent_class)->dispose (object);
}

static void
tv_call_pane_class_init (TvCallPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_call_pane_dispose;
  G_OBJECT_CLASS (klass)->get_property = tv_call_pane_get_property;
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_IS_SORTING,
      g_param_spec_boolean ("is-sorting", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "callpane");
  signals[NODE_SELECTED] = g_signal_new ("node-selected", TV_TYPE_CALL_PANE, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[NODE_ACTIVATED] = g_signal_new ("node-activated", TV_TYPE_CALL_PANE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SHOWN] = g_signal_new ("shown", TV_TYPE_CALL_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
tv_call_pane_init (TvCallPane *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *clicks = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  GtkWidget *list;

  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  tv_table_view_leave_order (self->table);
  tv_table_model_set_tree (tv_table_view_get_model (self->table), &tv_call_rows_tree, NULL);
  g_signal_connect_swapped (self->table, "sort-changed", G_CALLBACK (on_sort_changed), self);
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_activated), self);

  list = tv_table_view_get_list (self->table);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (list, keys);
  gtk_event_controller_set_propagation_phase (clicks, GTK_PHASE_CAPTURE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (clicks), GDK_BUTTON_PRIMARY);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (list, clicks);
}

/**
 * tv_call_pane_new:
 * @session: session of the calls
 * @make_menu: creates the context menu of a row
 * @data: user data of @make_menu
 *
 * Returns: (transfer floating): a pane without rows
 */
GtkWidget *
tv_call_pane_new (TvSession *session, TvTableMenu make_menu, gpointer data)
{
  TvCallPane *self = g_object_new (TV_TYPE_CALL_PANE, NULL);

  self->session = g_object_ref (session);
  tv_table_view_set_menu (self->table, make_menu, data);
  return GTK_WIDGET (self);
}
