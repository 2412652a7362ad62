/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All lines that programs and the system logged, in the order of time, and what filters them. The view
 * follows the session: to its cursor and selected time, and a click on a line moves the cursor there.
 *
 *   filters ─▶ rows that are left (worker) ─▶ table of these rows ─▶ view
 *   session: cursor, selected slice, selected time ─▶ place in the list
 *                ▲ a row is selected ─────────────┘
 */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "tables/tables.h"
#include "ui/kit/filtered-list.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table-view.h"
#include "ui/views/device-log/device-log-columns.h"
#include "ui/views/device-log/device-log-filters.h"

#define TV_TYPE_DEVICE_LOG_VIEW (tv_device_log_view_get_type ())
G_DECLARE_FINAL_TYPE (TvDeviceLogView, tv_device_log_view, TV, DEVICE_LOG_VIEW, TvView)

struct _TvDeviceLogView
{
  TvView parent_instance;

  GtkWidget *bar;
  TvFilterButton *level_filter;
  TvFilterButton *process_filter;
  TvFilterButton *tag_filter;
  TvSearchEntry *text_entry;
  GtkLabel *count;
  TvTableView *table;

  TvSession *session;      /* of the view */
  TvFilteredList list;     /* of every line */
  GCancellable *counting;  /* (nullable): set while a worker counts what can be chosen */
  GCancellable *filtering; /* (nullable): set while one filters */
  gboolean is_leading;     /* what changes the session is this view */
  gint64 wanted_ns;        /* where to go once it can be seen; G_MININT64 = nowhere */
};

G_DEFINE_FINAL_TYPE (TvDeviceLogView, tv_device_log_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_N_SHOWN,
};

/* ---- Place ---- */

static guint32
get_n_rows (TvDeviceLogView *self)
{
  return tv_filtered_list_count (&self->list);
}

/* Rows are in the order of time unless a heading was clicked. */
static gboolean
is_in_time_order (TvDeviceLogView *self)
{
  return tv_table_model_get_order (tv_table_view_get_model (self->table)) == NULL;
}

/* Goes to the first line at or behind a time; the last one if there is none. */
static void
go_to (TvDeviceLogView *self, gint64 ts_ns, gboolean is_selected)
{
  tv_filtered_list_go_to (
      &self->list, tv_log_find_from (tv_session_get_trace (self->session), ts_ns), is_selected);
}

/* Goes where something is marked, as soon as anybody sees it. */
static void
want (TvDeviceLogView *self, gint64 ts_ns)
{
  self->wanted_ns = ts_ns;
  if (!tv_view_is_seen (TV_VIEW (self)))
    return;
  self->wanted_ns = G_MININT64;
  go_to (self, ts_ns, TRUE);
}

static void
on_cursor_moved (TvDeviceLogView *self)
{
  gint64 ts_ns = tv_session_get_cursor_time (self->session);

  if (!self->is_leading && ts_ns != G_MININT64)
    want (self, ts_ns);
}

static void
on_slice_selected (TvDeviceLogView *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);

  if (!self->is_leading && slice != TV_NONE)
    want (self,
          tv_slices_start (tv_trace_get_slices (tv_session_get_trace (self->session)), slice));
}

/* Follows the timeline only out of what is in sight: as long as one of the lines that are shown
 * lies in the visible time, nothing moves under the pointer. */
static void
on_visible_changed (TvDeviceLogView *self)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (self->session));
  gint64 start_ns, end_ns;
  guint first, end;

  if (self->is_leading || !is_in_time_order (self) ||
      !tv_table_view_get_shown (self->table, &first, &end) || first >= end)
    return;
  tv_session_get_visible (self->session, &start_ns, &end_ns);
  if (lines->ts[tv_filtered_list_get (&self->list, end - 1)] < start_ns ||
      lines->ts[tv_filtered_list_get (&self->list, first)] > end_ns)
    go_to (self, start_ns, FALSE);
}

static void
on_row_selected (TvTableView *table, guint row, TvDeviceLogView *self)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (self->session));
  gint64 ts = lines->ts[tv_filtered_list_get (&self->list, row)];

  if (ts == TV_NO_TIME)
    return;
  self->is_leading = TRUE;
  tv_session_set_cursor_time (self->session, ts);
  self->is_leading = FALSE;
}

/* ---- Filters ---- */

static TvDeviceLogFilters
get_filters (TvDeviceLogView *self)
{
  return (TvDeviceLogFilters){ self->level_filter, self->process_filter, self->tag_filter,
                               self->text_entry };
}

static void
update_count (TvDeviceLogView *self)
{
  guint32 n = tv_table_get_n_rows (self->list.all);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (get_n_rows (self));
  g_autofree char *text = NULL;

  if (self->list.rows != NULL)
    /* Translators: how many lines a filter leaves, and how many there are */
    text = g_strdup_printf (ngettext ("%s of %s line", "%s of %s lines", n), some, all);
  else
    text = g_strdup_printf (ngettext ("%s line", "%s lines", n), all);
  /* The box says it while it is what filters. */
  gtk_label_set_text (self->count, tv_search_entry_is_looking (self->text_entry) ? "" : text);
  tv_search_entry_show_left (self->text_entry, get_n_rows (self), text);
  g_object_notify (G_OBJECT (self), "n-shown");
  tv_view_change_content (TV_VIEW (self));
}

static void
update_busy (TvDeviceLogView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), self->filtering != NULL || is_sorting);
}

/* Other rows are shown, maybe; those that were in sight are to stay there. */
static void
on_shown (TvDeviceLogView *self)
{
  tv_filtered_list_settle (&self->list);
  update_count (self);
}

static void
on_filtered (gpointer owner, gpointer job, gpointer rows, const GError *error)
{
  update_busy (owner);
  tv_filtered_list_show (&TV_DEVICE_LOG_VIEW (owner)->list, rows);
}

static void
request_filter (TvDeviceLogView *self)
{
  TvDeviceLogFilters filters = get_filters (self);
  gint64 start_ns = G_MININT64, end_ns = G_MAXINT64;
  gboolean has_range;

  /* The entry speaks up also where there is no log. */
  if (self->session == NULL)
    return;
  has_range = tv_session_get_range (self->session, &start_ns, &end_ns);
  if (!tv_device_log_filters_are_set (&filters) && !has_range)
    {
      tv_work_stop (&self->filtering);
      update_busy (self);
      tv_filtered_list_show (&self->list, NULL);
      return;
    }
  tv_device_log_filters_run (&filters, tv_session_get_trace (self->session),
                             has_range ? start_ns : G_MININT64, has_range ? end_ns : G_MAXINT64,
                             on_filtered, self, &self->filtering);
  update_busy (self);
}

static void
on_leave (TvDeviceLogView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->table), GTK_DIR_TAB_FORWARD);
}

static void
on_counted (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvDeviceLogView *self = owner;
  TvDeviceLogFilters filters = get_filters (self);

  tv_device_log_filters_add_choices (&filters, tv_session_get_trace (self->session), result);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvDeviceLogView *self = TV_DEVICE_LOG_VIEW (view);
  TvFilterButton *filters[] = { self->level_filter, self->process_filter, self->tag_filter };
  TvTrace *trace = tv_session_get_trace (session);

  self->session = session;
  tv_filtered_list_init (&self->list, self->table,
                         tv_tables_open ("android_logs", trace, NULL, NULL, NULL));
  tv_device_log_add_columns (self->table, self->list.all, session);
  tv_table_view_set_order (self->table, "ts");
  g_signal_connect_swapped (self->table, "shown", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  tv_device_log_filters_count (trace, on_counted, self, &self->counting);
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    g_signal_connect_object (filters[i], "notify::chosen", G_CALLBACK (request_filter), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect (self->table, "row-selected", G_CALLBACK (on_row_selected), self);
  request_filter (self);

  g_signal_connect_swapped (session, "notify::cursor-time", G_CALLBACK (on_cursor_moved), self);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (on_slice_selected),
                            self);
  g_signal_connect_swapped (session, "notify::visible-start", G_CALLBACK (on_visible_changed),
                            self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (request_filter), self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  TvDeviceLogView *self = TV_DEVICE_LOG_VIEW (view);

  if (is_seen && self->wanted_ns != G_MININT64)
    want (self, self->wanted_ns);
}

static void
find (TvView *view)
{
  gtk_widget_grab_focus (GTK_WIDGET (TV_DEVICE_LOG_VIEW (view)->text_entry));
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, "android_logs")
             ? tv_table_view_dup_shown (TV_DEVICE_LOG_VIEW (view)->table, order)
             : NULL;
}

static gboolean
is_empty (TvView *view)
{
  return get_n_rows (TV_DEVICE_LOG_VIEW (view)) == 0;
}

static char *
dup_filter (TvView *view)
{
  TvDeviceLogFilters filters = get_filters (TV_DEVICE_LOG_VIEW (view));

  return tv_device_log_filters_dup_words (&filters);
}

static void
clear_filter (TvView *view)
{
  TvDeviceLogFilters filters = get_filters (TV_DEVICE_LOG_VIEW (view));

  tv_device_log_filters_clear (&filters);
}

static GVariant *
get_n_shown (gpointer object)
{
  return g_variant_new_uint32 (get_n_rows (TV_DEVICE_LOG_VIEW (object)));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "log-lines-shown",
      .type = "u",
      .get_state = get_n_shown,
      .signals = "notify::n-shown" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_log_lines (trace)->n > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_device_log = {
  .id = "log",
  .title = N_("Log"),
  .tooltip = N_("All lines that programs and the system logged"),
  .group = TV_VIEW_CONTENT,
  .takes_range = TRUE,
  .get_type = tv_device_log_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (TV_DEVICE_LOG_VIEW (widget)->table), "table.export",
                              NULL);
}

static void
tv_device_log_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_N_SHOWN)
    g_value_set_uint (value, get_n_rows (TV_DEVICE_LOG_VIEW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_device_log_view_dispose (GObject *object)
{
  TvDeviceLogView *self = TV_DEVICE_LOG_VIEW (object);

  tv_work_stop (&self->filtering);
  tv_work_stop (&self->counting);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_DEVICE_LOG_VIEW);
  tv_filtered_list_clear (&self->list);
  G_OBJECT_CLASS (tv_device_log_view_parent_class)->dispose (object);
}

static void
tv_device_log_view_class_init (TvDeviceLogViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->find = find;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  view_class->clear_filter = clear_filter;
  g_type_ensure (TV_TYPE_FILTER_BUTTON);
  g_type_ensure (TV_TYPE_SEARCH_ENTRY);
  g_type_ensure (TV_TYPE_TABLE_VIEW);
  object_class->get_property = tv_device_log_view_get_property;
  object_class->dispose = tv_device_log_view_dispose;
  g_object_class_install_property (object_class, PROP_N_SHOWN,
                                   g_param_spec_uint ("n-shown", NULL, NULL, 0, G_MAXUINT, 0,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_install_action (widget_class, "log.export", NULL, export_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/device-log-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TvDeviceLogView, bar);
  gtk_widget_class_bind_template_child (widget_class, TvDeviceLogView, level_filter);
  gtk_widget_class_bind_template_child (widget_class, TvDeviceLogView, process_filter);
  gtk_widget_class_bind_template_child (widget_class, TvDeviceLogView, tag_filter);
  gtk_widget_class_bind_template_child (widget_class, TvDeviceLogView, text_entry);
  gtk_widget_class_bind_template_child (widget_class, TvDeviceLogView, count);
  gtk_widget_class_bind_template_child (widget_class, TvDeviceLogView, table);
  gtk_widget_class_bind_template_callback (widget_class, request_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_leave);
}

static void
tv_device_log_view_init (TvDeviceLogView *self)
{
  self->wanted_ns = G_MININT64;
  gtk_widget_init_template (GTK_WIDGET (self));
  tv_table_view_set_name (self->table, _("Log"));
}
