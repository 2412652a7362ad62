/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Base class of the Log and Events views, which set a TvTimedKind in their TvViewInfo. Owns the filters, two workers
 * and the table of matching rows. Changes the cursor, range and thread filter of the session. */

#include "ui/views/timed-list-private.h"

#include <glib/gi18n.h>

#include "tables/tables.h"
#include "ui/kit/number-format.h"

G_DEFINE_TYPE_WITH_PRIVATE (TvTimedList, tv_timed_list, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_N_SHOWN,
};

TvTimedListPrivate *
tv_timed_list_get_private (gpointer self)
{
  return tv_timed_list_get_instance_private (TV_TIMED_LIST (self));
}

/* ---- Position ---- */

static guint32
get_n_rows (TvTimedList *self)
{
  return tv_filtered_list_count (&tv_timed_list_get_private (self)->list);
}

/* Returns the timestamp of a visible row. */
static gint64
get_time (TvTimedList *self, guint32 row)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);

  return tv_timed_list_get_kind (self)->rows->get_time (tv_session_get_trace (list->session),
                                                        tv_filtered_list_get (&list->list, row));
}

/* Returns whether the rows are sorted by time. The user can sort them by another column. */
static gboolean
is_in_time_order (TvTimedList *self)
{
  return tv_table_model_get_order (
             tv_table_view_get_model (tv_timed_list_get_private (self)->table)) == NULL;
}

/* Scrolls to the first row at or after a time or, if there is none, to the last row. @is_selected: whether to select
 * that row. */
static void
go_to (TvTimedList *self, gint64 ts_ns, gboolean is_selected)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  guint32 row = tv_timed_rows_find_from (tv_session_get_trace (list->session),
                                         tv_timed_list_get_kind (self)->rows, ts_ns);

  tv_filtered_list_go_to (&list->list, row, is_selected);
}

/* Selects the first row at or after a time. If the view is not visible, waits until it is. */
static void
want (TvTimedList *self, gint64 ts_ns)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);

  list->wanted_ns = ts_ns;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  list->wanted_ns = G_MININT64;
  go_to (self, ts_ns, TRUE);
}

static void
on_cursor_moved (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  gint64 ts_ns = tv_session_get_cursor_time (list->session);

  if (!list->is_leading && ts_ns != G_MININT64)
    want (self, ts_ns);
}

static void
on_slice_selected (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  guint32 slice = tv_session_get_selected_slice (list->session);

  if (tv_timed_list_get_kind (self)->are_lines &&
      tv_session_get_selected_line (list->session) != TV_NONE)
    return;
  if (!list->is_leading && slice != TV_NONE)
    want (self,
          tv_slices_start (tv_trace_get_slices (tv_session_get_trace (list->session)), slice));
}

/* Follows the visible range of the timeline, but only if all rows on screen are before or after that range, so that
 * rows under the pointer do not move. Does nothing if the user has sorted the rows by another column. */
static void
on_visible_changed (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  gint64 start_ns, end_ns;
  guint first, end;

  if (list->is_leading || !is_in_time_order (self) ||
      !tv_table_view_get_shown (list->table, &first, &end) || first >= end)
    return;
  tv_session_get_visible (list->session, &start_ns, &end_ns);
  if (get_time (self, end - 1) < start_ns || get_time (self, first) > end_ns)
    go_to (self, start_ns, FALSE);
}

/* Moves the session's cursor to the time of a row of the unfiltered table. */
static void
lead_to (TvTimedList *self, guint32 row)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  gint64 ts_ns = tv_timed_list_get_kind (self)->rows->get_time (
      tv_session_get_trace (list->session), row);

  if (ts_ns == TV_NO_TIME)
    return;
  list->is_leading = TRUE;
  tv_session_set_cursor_time (list->session, ts_ns);
  list->is_leading = FALSE;
}

static void
on_row_selected (TvTableView *table, guint shown, TvTimedList *self)
{
  guint32 row = tv_filtered_list_get (&tv_timed_list_get_private (self)->list, shown);

  lead_to (self, row);
  if (TV_TIMED_LIST_GET_CLASS (self)->row_chosen != NULL)
    TV_TIMED_LIST_GET_CLASS (self)->row_chosen (self, row);
}

static void
on_scrolled (TvTimedList *self)
{
  if (tv_timed_list_get_private (self)->session != NULL &&
      TV_TIMED_LIST_GET_CLASS (self)->scrolled != NULL)
    TV_TIMED_LIST_GET_CLASS (self)->scrolled (self);
}

/* ---- Filters ---- */

/* Returns: (transfer full): phrase with the number of visible rows */
static char *
dup_count (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  guint32 n = tv_table_get_n_rows (list->list.all);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (get_n_rows (self));

  return tv_timed_list_get_kind (self)->dup_count (n, list->list.rows != NULL ? some : NULL, all);
}

static void
update_count (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  g_autofree char *text = dup_count (self);

  tv_search_entry_show_left (list->text_entry, get_n_rows (self), text);
  g_object_notify (G_OBJECT (self), "n-shown");
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

/* Selects and centres the requested row once no filter hides rows. */
static void
show_wanted (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  guint32 row = list->wanted_row;

  if (row == TV_NONE || list->list.rows != NULL || list->list.next_rows != NULL)
    return;
  list->wanted_row = TV_NONE;
  tv_table_view_select_row (list->table, row);
  on_row_selected (list->table, row, self);
  tv_table_view_center (list->table,
                        tv_table_model_find_row (tv_table_view_get_model (list->table), row));
}

/* Restores the selection and updates the row count after other rows have become visible. Then goes to a requested
 * row. */
static void
on_shown (TvTimedList *self)
{
  tv_filtered_list_settle (&tv_timed_list_get_private (self)->list);
  update_count (self);
  show_wanted (self);
  if (tv_timed_list_get_private (self)->focus_pending && get_n_rows (self) > 0)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  if (TV_TIMED_LIST_GET_CLASS (self)->rows_shown != NULL)
    TV_TIMED_LIST_GET_CLASS (self)->rows_shown (self, tv_timed_list_get_private (self)->list.rows);
}

static void
update_busy (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  gboolean is_sorting;

  g_object_get (list->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), list->filtering != NULL || is_sorting);
}

static void
on_filtered (gpointer owner, gpointer job, gpointer rows, const GError *error)
{
  update_busy (owner);
  tv_filtered_list_show (&tv_timed_list_get_private (owner)->list, rows);
}

void
tv_timed_list_request_filter (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  gint64 start_ns = G_MININT64, end_ns = G_MAXINT64;
  gboolean has_range;

  /* The search entry emits signals even before there is a session. */
  if (list->session == NULL)
    return;
  has_range = tv_timed_list_get_kind (self)->takes_range &&
              tv_session_get_range (list->session, &start_ns, &end_ns);
  if (tv_timed_filters_are_set (&list->filters) || has_range)
    tv_timed_filters_run (&list->filters, tv_session_get_trace (list->session),
                          has_range ? start_ns : G_MININT64, has_range ? end_ns : G_MAXINT64,
                          on_filtered, self, &list->filtering);
  else
    {
      tv_work_stop (&list->filtering);
      tv_filtered_list_show (&list->list, NULL);
    }
  update_busy (self);
}

static void
on_leave (TvTimedList *self)
{
  gtk_widget_child_focus (GTK_WIDGET (tv_timed_list_get_private (self)->table),
                          GTK_DIR_TAB_FORWARD);
}

/* Returns: (nullable): the button that sets the session's thread filter */
static TvFilterButton *
find_thread_button (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);

  for (guint i = 0; i < list->filters.n_choices; i++)
    if (list->filters.choices[i].is_thread)
      return list->filters.buttons[i];
  return NULL;
}

/* Follows the session's thread filter. If the filtered thread has no rows, adds the thread to the options. */
static void
follow_thread (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  TvFilterButton *button = find_thread_button (self);
  guint32 utid = tv_session_get_thread (list->session);

  if (button == NULL)
    return;
  if (utid != TV_NONE && list->has_options && !tv_filter_button_has (button, utid))
    {
      g_autofree char *label = tv_timed_filters_dup_thread (tv_session_get_trace (list->session),
                                                            utid);

      tv_filter_button_add (button, utid, label, 0);
    }
  tv_filter_button_choose (button, utid);
}

static void
on_chosen (TvTimedList *self, GParamSpec *pspec, TvFilterButton *button)
{
  if (button == find_thread_button (self))
    tv_session_set_thread (tv_timed_list_get_private (self)->session,
                           tv_filter_button_get_chosen (button));
  tv_timed_list_request_filter (self);
}

static void
on_selection_changed (TvTimedList *self)
{
  follow_thread (self);
  if (tv_timed_list_get_kind (self)->takes_range)
    tv_timed_list_request_filter (self);
}

static void
on_counted (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (owner);

  tv_timed_filters_offer (&list->filters, result);
  list->has_options = TRUE;
  follow_thread (owner);
}

/* ---- Object ---- */

/* Returns the text of a row for the clipboard. @table may be an older table that another filter has since replaced;
 * its column "id" is the row in the trace. */
static char *
dup_line (gpointer self, TvTable *table, guint32 row)
{
  return tv_timed_list_get_kind (self)->dup_line (
      tv_session_get_trace (tv_timed_list_get_private (self)->session),
      (guint32) tv_table_get_integer_of (table, row, "id", TV_NONE));
}

static void
copy_lines_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tv_table_view_copy_lines (tv_timed_list_get_private (widget)->table, dup_line, widget);
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (tv_timed_list_get_private (widget)->table),
                              "table.export", NULL);
}

static void
tv_timed_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_N_SHOWN)
    g_value_set_uint (value, get_n_rows (TV_TIMED_LIST (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static GtkWidget *
make_export_button (void)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-save-symbolic");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Export as CSV"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Export as CSV"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "rows.export");
  gtk_widget_add_css_class (button, "flat");
  return button;
}

/* Returns: (transfer floating): the bar with the filters and the export button */
static GtkWidget *
make_bar (TvTimedList *self)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = make_export_button ();

  gtk_widget_add_css_class (bar, "range-bar");
  tv_timed_filters_add_buttons (&list->filters, GTK_BOX (bar));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (list->text_entry));
  gtk_widget_set_hexpand (button, TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (bar), button);
  return bar;
}

static void
tv_timed_list_constructed (GObject *object)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (object);
  const TvTimedKind *kind = tv_timed_list_get_kind (object);

  G_OBJECT_CLASS (tv_timed_list_parent_class)->constructed (object);
  list->table = TV_TABLE_VIEW (tv_table_view_new ());
  list->text_entry = g_object_new (TV_TYPE_SEARCH_ENTRY, "placeholder-text", _ (kind->placeholder),
                                   "is-filter", TRUE, NULL);
  g_signal_connect_swapped (list->text_entry, "changed", G_CALLBACK (tv_timed_list_request_filter),
                            object);
  g_signal_connect_swapped (list->text_entry, "leave", G_CALLBACK (on_leave), object);
  list->filters = (TvTimedFilters){ .rows = kind->rows,
                                    .choices = kind->choices,
                                    .n_choices = kind->n_choices,
                                    .text = list->text_entry };
  gtk_widget_set_parent (make_bar (TV_TIMED_LIST (object)), GTK_WIDGET (object));
  tv_table_view_set_name (list->table, _ (kind->name));
  tv_table_view_set_menu (list->table, kind->make_menu, object);
  gtk_widget_set_vexpand (GTK_WIDGET (list->table), TRUE);
  gtk_widget_set_parent (GTK_WIDGET (list->table), GTK_WIDGET (object));
}

static void
tv_timed_list_dispose (GObject *object)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (object);

  tv_work_stop (&list->filtering);
  tv_work_stop (&list->counting);
  G_OBJECT_CLASS (tv_timed_list_parent_class)->dispose (object);
  tv_filtered_list_clear (&list->list);
  tv_timed_filters_free_terms (&list->filters);
}

static void
tv_timed_list_init (TvTimedList *self)
{
  tv_timed_list_get_private (self)->wanted_ns = G_MININT64;
  tv_timed_list_get_private (self)->wanted_row = TV_NONE;
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvTimedList *self = TV_TIMED_LIST (view);
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  const TvTimedKind *kind = tv_timed_list_get_kind (self);
  TvTrace *trace = tv_session_get_trace (session);

  list->session = session;
  tv_filtered_list_init (&list->list, list->table,
                         tv_tables_open (kind->table, trace, NULL, NULL, NULL));
  kind->add_columns (self, list->table, list->list.all, session);
  tv_table_view_set_order (list->table, "ts");
  g_signal_connect_swapped (list->table, "shown", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (list->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  g_signal_connect (list->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (list->table, "scrolled", G_CALLBACK (on_scrolled), self);
  tv_timed_filters_find (&list->filters, trace, on_counted, self, &list->counting);
  for (guint i = 0; i < list->filters.n_choices; i++)
    g_signal_connect_object (list->filters.buttons[i], "notify::chosen", G_CALLBACK (on_chosen),
                             self, G_CONNECT_SWAPPED);

  g_signal_connect_swapped (session, "notify::cursor-time", G_CALLBACK (on_cursor_moved), self);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (on_slice_selected),
                            self);
  g_signal_connect_swapped (session, "notify::visible-start", G_CALLBACK (on_visible_changed),
                            self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection_changed), self);
  follow_thread (self);
  tv_timed_list_request_filter (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  gint64 wanted_ns = tv_timed_list_get_private (view)->wanted_ns;

  if (is_seen && wanted_ns != G_MININT64)
    want (TV_TIMED_LIST (view), wanted_ns);
}

static char *
dup_summary (TvView *view)
{
  TvTimedList *self = TV_TIMED_LIST (view);
  TvTimedListPrivate *list = tv_timed_list_get_private (self);

  return list->list.all != NULL && !tv_search_entry_is_active (list->text_entry) ? dup_count (self)
                                                                                 : NULL;
}

static void
find (TvView *view)
{
  gtk_widget_grab_focus (GTK_WIDGET (tv_timed_list_get_private (view)->text_entry));
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, tv_timed_list_get_kind (view)->table)
             ? tv_table_view_dup_shown (tv_timed_list_get_private (view)->table, order)
             : NULL;
}

static void
add_chips (TvView *view, GPtrArray *chips)
{
  tv_timed_filters_add_chips (&tv_timed_list_get_private (view)->filters,
                              tv_timed_list_get_kind (view)->id, chips);
}

static gboolean
is_empty (TvView *view)
{
  return get_n_rows (TV_TIMED_LIST (view)) == 0;
}

static char *
dup_filter (TvView *view)
{
  return tv_timed_filters_dup_label (&tv_timed_list_get_private (view)->filters);
}

static void
clear_filter (TvView *view)
{
  tv_timed_filters_clear (&tv_timed_list_get_private (view)->filters);
  tv_timed_list_change_terms (TV_TIMED_LIST (view));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  tv_object_actions_add (map, view, view, tv_timed_list_get_kind (view)->actions,
                         tv_timed_list_get_kind (view)->n_actions);
}

/* Focuses the list, so that its shortcuts work immediately. If there are no rows yet, focuses the list once there are
 * some. */
static gboolean
tv_timed_list_grab_focus (GtkWidget *widget)
{
  TvTimedListPrivate *list = tv_timed_list_get_private (widget);

  list->focus_pending = get_n_rows (TV_TIMED_LIST (widget)) == 0;
  return list->focus_pending || gtk_widget_grab_focus (tv_table_view_get_list (list->table));
}

static void
tv_timed_list_class_init (TvTimedListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  object_class->get_property = tv_timed_list_get_property;
  object_class->constructed = tv_timed_list_constructed;
  object_class->dispose = tv_timed_list_dispose;
  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->find = find;
  view_class->dup_summary = dup_summary;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->add_chips = add_chips;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  view_class->clear_filter = clear_filter;
  g_object_class_install_property (object_class, PROP_N_SHOWN,
                                   g_param_spec_uint ("n-shown", NULL, NULL, 0, G_MAXUINT, 0,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  widget_class->grab_focus = tv_timed_list_grab_focus;
  gtk_widget_class_install_action (widget_class, "rows.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "rows.copy-lines", NULL, copy_lines_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "rows.copy-lines", NULL);
  tv_timed_list_class_add_terms (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

/* ---- For subclasses ---- */

/* Returns: (transfer none): the view of the rows */
TvTableView *
tv_timed_list_get_table (TvTimedList *self)
{
  g_return_val_if_fail (TV_IS_TIMED_LIST (self), NULL);
  return tv_timed_list_get_private (self)->table;
}

/* Gets the times of the first and last row on screen. Returns %FALSE if no row is on screen, or if the rows are not
 * sorted by time or have no timestamps. */
gboolean
tv_timed_list_get_in_sight (TvTimedList *self, gint64 *start_ns, gint64 *end_ns)
{
  guint first, end;

  g_return_val_if_fail (TV_IS_TIMED_LIST (self), FALSE);

  if (!is_in_time_order (self) ||
      !tv_table_view_get_shown (tv_timed_list_get_private (self)->table, &first, &end) ||
      first >= end)
    return FALSE;
  *start_ns = get_time (self, first);
  *end_ns = get_time (self, end - 1);
  return *start_ns != TV_NO_TIME;
}

/* Goes to a row of the unfiltered table, or to the next row that matches the filters: selects that row as if the user
 * had clicked it, and scrolls to it. */
void
tv_timed_list_go_to_row (TvTimedList *self, guint32 row)
{
  TvTimedListPrivate *list;
  guint32 n, shown;

  g_return_if_fail (TV_IS_TIMED_LIST (self));

  list = tv_timed_list_get_private (self);
  n = get_n_rows (self);
  if (n == 0)
    return;
  shown = MIN (tv_filtered_list_find (&list->list, row), n - 1);
  tv_filtered_list_go_to (&list->list, row, TRUE);
  on_row_selected (list->table, shown, self);
}

/* Clears all filters, including the session's range and thread filter. Once all rows are visible, selects and centres
 * a row of the unfiltered table. */
void
tv_timed_list_show_around (TvTimedList *self, guint32 row)
{
  TvTimedListPrivate *list;

  g_return_if_fail (TV_IS_TIMED_LIST (self));

  list = tv_timed_list_get_private (self);
  list->wanted_row = row;
  tv_session_clear_range (list->session);
  tv_session_set_thread (list->session, TV_NONE);
  tv_timed_filters_clear (&list->filters);
  tv_timed_list_change_terms (self);
  show_wanted (self);
}

/* Centres the first matching row at or after a time. The selection does not change. */
void
tv_timed_list_go_to_time (TvTimedList *self, gint64 ns)
{
  TvTimedListPrivate *list;
  guint32 row, position;
  guint first, end;

  g_return_if_fail (TV_IS_TIMED_LIST (self));

  list = tv_timed_list_get_private (self);
  if (get_n_rows (self) == 0 || !tv_table_view_get_shown (list->table, &first, &end))
    return;
  row = tv_timed_rows_find_from (tv_session_get_trace (list->session),
                                 tv_timed_list_get_kind (self)->rows, ns);
  position = MIN (tv_filtered_list_find (&list->list, row), get_n_rows (self) - 1);
  tv_table_view_scroll_to (list->table, position - MIN (position, (end - first) / 2));
}

/* Returns the selected row of the unfiltered table, or %TV_NONE. */
guint32
tv_timed_list_get_selected (TvTimedList *self)
{
  guint32 shown;

  g_return_val_if_fail (TV_IS_TIMED_LIST (self), TV_NONE);

  shown = tv_table_view_get_selected (tv_timed_list_get_private (self)->table);
  return shown != TV_NONE ? tv_filtered_list_get (&tv_timed_list_get_private (self)->list, shown)
                          : TV_NONE;
}

/* Returns: (transfer floating): number of visible rows, as the state of an action */
GVariant *
tv_timed_list_get_n_shown (gpointer self)
{
  return g_variant_new_uint32 (get_n_rows (TV_TIMED_LIST (self)));
}
