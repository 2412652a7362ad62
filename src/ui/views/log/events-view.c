/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All events of a log as the kernel wrote them, in the order of time, and what filters them. The view
 * follows the session: to its cursor, its selected slice, what the timeline shows; and a click on an
 * event moves the cursor there.
 *
 *   filters ─▶ rows that are left (worker) ─▶ table of these rows ─▶ view
 *   session: cursor, slice, visible time ─▶ place in the list
 *                ▲ a row is selected ─────────────┘
 */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "tables/tables.h"
#include "ui/views/log/event-filters.h"
#include "ui/kit/filtered-list.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table-text.h"
#include "ui/kit/table-view.h"

#define THREAD_WIDTH_PX 190
#define NAME_WIDTH_PX   170

#define TV_TYPE_EVENTS_VIEW (tv_events_view_get_type ())
G_DECLARE_FINAL_TYPE (TvEventsView, tv_events_view, TV, EVENTS_VIEW, TvView)

struct _TvEventsView
{
  TvView parent_instance;

  GtkWidget *bar;
  TvFilterButton *cpu_filter;
  TvFilterButton *thread_filter;
  TvFilterButton *name_filter;
  TvSearchEntry *text_entry;
  GtkLabel *count;
  TvTableView *table;

  TvSession *session;      /* of the view */
  TvFilteredList list;     /* of every event */
  GCancellable *counting;  /* (nullable): set while a worker counts what can be chosen */
  GCancellable *filtering; /* (nullable): set while one filters */
  gboolean has_choices;    /* what can be filtered by has been counted */
  gboolean is_leading;     /* what changes the session is this view */
  gint64 wanted_ns;        /* where to go once it can be seen; G_MININT64 = nowhere */
};

G_DEFINE_FINAL_TYPE (TvEventsView, tv_events_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_N_SHOWN,
};

/* ---- Cells ---- */

static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_text_dup_moment (table, row, column, tv_session_get_trace (session));
}

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null ? NULL
                      : tv_event_filters_dup_thread_label (tv_session_get_trace (session),
                                                           (guint32) cell.integer);
}

static const TvTableColumn columns[] = {
  { .name = "ts", .title = N_("Time"), .widest = "999.999999 s", .dup_text = dup_time },
  { .name = "cpu", .widest = "99" },
  { .name = "utid", .title = N_("Thread"), .dup_text = dup_thread, .width = THREAD_WIDTH_PX },
  { .name = "name", .title = N_("Event"), .width = NAME_WIDTH_PX },
  { .name = "args" },
};

/* ---- Place ---- */

static guint32
get_n_rows (TvEventsView *self)
{
  return tv_filtered_list_count (&self->list);
}

/* Rows are in the order of time unless a heading was clicked. */
static gboolean
is_in_time_order (TvEventsView *self)
{
  return tv_table_model_get_order (tv_table_view_get_model (self->table)) == NULL;
}

/* Goes to the first event at or behind a time; the last one if there is none. */
static void
go_to (TvEventsView *self, gint64 ts_ns, gboolean is_selected)
{
  tv_filtered_list_go_to (
      &self->list, tv_events_find_from (tv_session_get_trace (self->session), ts_ns), is_selected);
}

/* Goes where something is marked, as soon as anybody sees it. */
static void
want (TvEventsView *self, gint64 ts_ns)
{
  self->wanted_ns = ts_ns;
  if (!tv_view_is_seen (TV_VIEW (self)))
    return;
  self->wanted_ns = G_MININT64;
  go_to (self, ts_ns, TRUE);
}

static void
on_cursor_moved (TvEventsView *self)
{
  gint64 ts_ns = tv_session_get_cursor_time (self->session);

  if (!self->is_leading && ts_ns != G_MININT64)
    want (self, ts_ns);
}

static void
on_slice_selected (TvEventsView *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);

  if (!self->is_leading && slice != TV_NONE)
    want (self,
          tv_slices_start (tv_trace_get_slices (tv_session_get_trace (self->session)), slice));
}

/* Follows the timeline only out of what is in sight: as long as one of the events that are shown
 * lies in the visible time, nothing moves under the pointer. */
static void
on_visible_changed (TvEventsView *self)
{
  const TvEvents *events = tv_trace_get_events (tv_session_get_trace (self->session));
  gint64 start_ns, end_ns;
  guint first, end;

  if (self->is_leading || !is_in_time_order (self) ||
      !tv_table_view_get_shown (self->table, &first, &end) || first >= end)
    return;
  tv_session_get_visible (self->session, &start_ns, &end_ns);
  if (tv_time_column_get (&events->ts, tv_filtered_list_get (&self->list, end - 1)) < start_ns ||
      tv_time_column_get (&events->ts, tv_filtered_list_get (&self->list, first)) > end_ns)
    go_to (self, start_ns, FALSE);
}

static void
on_row_selected (TvTableView *table, guint row, TvEventsView *self)
{
  const TvEvents *events = tv_trace_get_events (tv_session_get_trace (self->session));

  self->is_leading = TRUE;
  tv_session_set_cursor_time (
      self->session, tv_time_column_get (&events->ts, tv_filtered_list_get (&self->list, row)));
  self->is_leading = FALSE;
}

/* ---- Filters ---- */

static TvEventFilters
get_filters (TvEventsView *self)
{
  return (TvEventFilters){ self->cpu_filter, self->thread_filter, self->name_filter,
                           self->text_entry };
}

static void
update_count (TvEventsView *self)
{
  guint32 n = tv_table_get_n_rows (self->list.all);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (get_n_rows (self));
  g_autofree char *text = NULL;

  if (self->list.rows != NULL)
    /* Translators: how many events a filter leaves, and how many there are */
    text = g_strdup_printf (ngettext ("%s of %s event", "%s of %s events", n), some, all);
  else
    text = g_strdup_printf (ngettext ("%s event", "%s events", n), all);
  /* The box says it while it is what filters. */
  gtk_label_set_text (self->count, tv_search_entry_is_looking (self->text_entry) ? "" : text);
  tv_search_entry_show_left (self->text_entry, get_n_rows (self), text);
  g_object_notify (G_OBJECT (self), "n-shown");
  tv_view_change_content (TV_VIEW (self));
}

static void
update_busy (TvEventsView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), self->filtering != NULL || is_sorting);
}

/* Other rows are shown, maybe; those that were in sight are to stay there. */
static void
on_shown (TvEventsView *self)
{
  tv_filtered_list_settle (&self->list);
  update_count (self);
}

static void
on_filtered (gpointer owner, gpointer job, gpointer rows, const GError *error)
{
  update_busy (owner);
  tv_filtered_list_show (&TV_EVENTS_VIEW (owner)->list, rows);
}

static void
request_filter (TvEventsView *self)
{
  TvEventFilters filters = get_filters (self);

  /* The entry speaks up also where there is no log. */
  if (self->session == NULL)
    return;
  if (!tv_event_filters_are_set (&filters))
    {
      tv_work_stop (&self->filtering);
      update_busy (self);
      tv_filtered_list_show (&self->list, NULL);
      return;
    }
  tv_event_filters_run (&filters, tv_session_get_trace (self->session), on_filtered, self,
                        &self->filtering);
  update_busy (self);
}

static void
on_leave (TvEventsView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->table), GTK_DIR_TAB_FORWARD);
}

/* A thread is filtered to on all pages at once. One without events is no choice but this way. */
static void
follow_thread (TvEventsView *self)
{
  guint32 utid = tv_session_get_thread (self->session);

  if (utid != TV_NONE && self->has_choices && !tv_filter_button_has (self->thread_filter, utid))
    {
      g_autofree char *label = tv_event_filters_dup_thread_label (
          tv_session_get_trace (self->session), utid);

      tv_filter_button_add (self->thread_filter, utid, label, 0);
    }
  tv_filter_button_choose (self->thread_filter, utid);
}

static void
on_thread_chosen (TvEventsView *self)
{
  tv_session_set_thread (self->session, tv_filter_button_get_chosen (self->thread_filter));
  request_filter (self);
}

static void
on_counted (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvEventsView *self = owner;
  TvEventFilters filters = get_filters (self);
  g_autoptr (TvEventCounts) counts = result;

  tv_event_filters_add_choices (&filters, tv_session_get_trace (self->session), counts);
  self->has_choices = TRUE;
  follow_thread (self);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvEventsView *self = TV_EVENTS_VIEW (view);
  TvFilterButton *filters[] = { self->cpu_filter, self->name_filter };
  TvTrace *trace = tv_session_get_trace (session);

  self->session = session;
  tv_filtered_list_init (&self->list, self->table,
                         tv_tables_open ("ftrace_event", trace, NULL, NULL, NULL));
  tv_table_view_set_columns (self->table, tv_table_get_info (self->list.all), columns,
                             G_N_ELEMENTS (columns), session);
  tv_table_view_set_order (self->table, "ts");
  g_signal_connect_object (self->table, "shown", G_CALLBACK (on_shown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self,
                           G_CONNECT_SWAPPED);
  tv_event_filters_count (trace, on_counted, self, &self->counting);
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    g_signal_connect_object (filters[i], "notify::chosen", G_CALLBACK (request_filter), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->thread_filter, "notify::chosen", G_CALLBACK (on_thread_chosen),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  tv_filtered_list_show (&self->list, NULL);

  g_signal_connect_swapped (session, "notify::cursor-time", G_CALLBACK (on_cursor_moved), self);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (on_slice_selected),
                            self);
  g_signal_connect_swapped (session, "notify::visible-start", G_CALLBACK (on_visible_changed),
                            self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (follow_thread), self);
  follow_thread (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  TvEventsView *self = TV_EVENTS_VIEW (view);

  if (is_seen && self->wanted_ns != G_MININT64)
    want (self, self->wanted_ns);
}

static void
find (TvView *view)
{
  gtk_widget_grab_focus (GTK_WIDGET (TV_EVENTS_VIEW (view)->text_entry));
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, "ftrace_event")
             ? tv_table_view_dup_shown (TV_EVENTS_VIEW (view)->table, order)
             : NULL;
}

static gboolean
is_empty (TvView *view)
{
  return get_n_rows (TV_EVENTS_VIEW (view)) == 0;
}

static char *
dup_filter (TvView *view)
{
  TvEventFilters filters = get_filters (TV_EVENTS_VIEW (view));

  return tv_event_filters_dup_words (&filters);
}

static void
clear_filter (TvView *view)
{
  TvEventFilters filters = get_filters (TV_EVENTS_VIEW (view));

  tv_event_filters_clear (&filters);
}

static GVariant *
get_n_shown (gpointer object)
{
  return g_variant_new_uint32 (get_n_rows (TV_EVENTS_VIEW (object)));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "events-shown", .type = "u", .get_state = get_n_shown, .signals = "notify::n-shown" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_events (trace)->n > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_events = {
  .id = "events",
  .title = N_("Events"),
  .tooltip = N_("All events of the log"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_events_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (TV_EVENTS_VIEW (widget)->table), "table.export", NULL);
}

static void
tv_events_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_N_SHOWN)
    g_value_set_uint (value, get_n_rows (TV_EVENTS_VIEW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_events_view_dispose (GObject *object)
{
  TvEventsView *self = TV_EVENTS_VIEW (object);

  tv_work_stop (&self->filtering);
  tv_work_stop (&self->counting);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_EVENTS_VIEW);
  tv_filtered_list_clear (&self->list);
  G_OBJECT_CLASS (tv_events_view_parent_class)->dispose (object);
}

static void
tv_events_view_class_init (TvEventsViewClass *klass)
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
  object_class->get_property = tv_events_view_get_property;
  object_class->dispose = tv_events_view_dispose;
  g_object_class_install_property (object_class, PROP_N_SHOWN,
                                   g_param_spec_uint ("n-shown", NULL, NULL, 0, G_MAXUINT, 0,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_install_action (widget_class, "events.export", NULL, export_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/events-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TvEventsView, bar);
  gtk_widget_class_bind_template_child (widget_class, TvEventsView, cpu_filter);
  gtk_widget_class_bind_template_child (widget_class, TvEventsView, thread_filter);
  gtk_widget_class_bind_template_child (widget_class, TvEventsView, name_filter);
  gtk_widget_class_bind_template_child (widget_class, TvEventsView, text_entry);
  gtk_widget_class_bind_template_child (widget_class, TvEventsView, count);
  gtk_widget_class_bind_template_child (widget_class, TvEventsView, table);
  gtk_widget_class_bind_template_callback (widget_class, request_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_leave);
}

static void
tv_events_view_init (TvEventsView *self)
{
  self->wanted_ns = G_MININT64;
  gtk_widget_init_template (GTK_WIDGET (self));
  tv_table_view_set_name (self->table, _("Events"));
}
