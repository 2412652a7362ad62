/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All kernel events of the trace, sorted by time, with their arguments as text. Listed in TV_VIEWS (view.h). This
 * file only sets a TvTimedKind; TvTimedList (timed-list.h) owns the filters and the workers. */

#include "ui/views/timed-list.h"

#include <glib/gi18n.h>

#include "analysis/log/line-text.h"
#include "ui/views/time-cell.h"

#define THREAD_WIDTH_PX 190
#define NAME_WIDTH_PX   170

/* ---- Columns ---- */

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null
             ? NULL
             : tv_timed_filters_dup_thread (tv_session_get_trace (session), (guint32) cell.integer);
}

static void
add_columns (gpointer list, TvTableView *view, TvTable *table, TvSession *session)
{
  static const TvTableColumn columns[] = {
    { .name = "ts",
      .title = N_("Time"),
      .widest = "999.999999 s",
      .dup_text = tv_time_cell_dup_text },
    { .name = "cpu", .widest = "99" },
    { .name = "utid", .title = N_("Thread"), .dup_text = dup_thread, .width = THREAD_WIDTH_PX },
    { .name = "name", .title = N_("Event"), .width = NAME_WIDTH_PX },
    { .name = "args" },
  };

  tv_table_view_set_columns (view, tv_table_get_info (table), columns, G_N_ELEMENTS (columns),
                             session);
}

static char *
dup_count (guint32 n, const char *some, const char *all)
{
  return some != NULL
             /* Translators: number of events that match a filter; number of all events */
             ? g_strdup_printf (ngettext ("%s of %s event", "%s of %s events", n), some, all)
             : g_strdup_printf (ngettext ("%s event", "%s events", n), all);
}

/* ---- Choices ---- */

static char *
dup_cpu (TvTrace *trace, guint32 cpu)
{
  return tv_trace_dup_cpu_number (trace, cpu);
}

static char *
dup_name (TvTrace *trace, guint32 name)
{
  return g_strdup (tv_trace_get_string (trace, name));
}

static GArray *
find_cpus (TvTrace *trace)
{
  return tv_timed_options_count (trace, &tv_event_rows, TV_EVENT_ROW_CPU, FALSE, dup_cpu);
}

static GArray *
find_threads (TvTrace *trace)
{
  return tv_timed_options_count (trace, &tv_event_rows, TV_EVENT_ROW_THREAD, TRUE,
                                 tv_timed_filters_dup_thread);
}

static GArray *
find_names (TvTrace *trace)
{
  return tv_timed_options_count (trace, &tv_event_rows, TV_EVENT_ROW_NAME, TRUE, dup_name);
}

/* ---- View ---- */

static const TvTimedChoice choices[] = {
  { N_("CPU"), TV_EVENT_ROW_CPU, TV_ROW_IS, FALSE, find_cpus, dup_cpu },
  { N_("Thread"), TV_EVENT_ROW_THREAD, TV_ROW_IS, TRUE, find_threads, tv_timed_filters_dup_thread },
  { N_("Event"), TV_EVENT_ROW_NAME, TV_ROW_IS, FALSE, find_names, dup_name },
};

static GMenu *
make_menu (gpointer list, TvTableRow *row_of)
{
  GMenu *menu = g_menu_new (), *filters = g_menu_new (), *row = g_menu_new ();

  g_menu_append (filters, _("Show _Only This Event"), "rows.only(uint32 2)");
  g_menu_append (filters, _("_Hide This Event"), "rows.hide(uint32 2)");
  g_menu_append (filters, _("Show Only This _Thread"), "rows.only(uint32 1)");
  g_menu_append (filters, _("Hide This Th_read"), "rows.hide(uint32 1)");
  g_menu_append (row, _("Copy as Trace _Lines"), "rows.copy-lines");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (filters));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (row));
  g_object_unref (filters);
  g_object_unref (row);
  return menu;
}

static const TvObjectAction actions[] = {
  { .name = "events-add-filter", .type = "(buus)", .activate = tv_timed_list_add_filter },
  { .name = "events-remove-filter", .type = "u", .activate = tv_timed_list_remove_filter },
  { .name = "events-shown",
    .type = "u",
    .get_state = tv_timed_list_get_n_shown,
    .signals = "notify::n-shown" },
};

static const TvTimedKind kind = {
  .id = "events",
  .name = N_("Events"),
  .table = "ftrace_event",
  .placeholder = N_("Filter names and arguments"),
  .rows = &tv_event_rows,
  .choices = choices,
  .n_choices = G_N_ELEMENTS (choices),
  .actions = actions,
  .n_actions = G_N_ELEMENTS (actions),
  .make_menu = make_menu,
  .add_columns = add_columns,
  .dup_line = tv_event_dup_text,
  .dup_count = dup_count,
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_events (trace)->n > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_events = {
  .id = "events",
  .title = N_("Events"),
  .tooltip = N_("All recorded events"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_timed_list_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
