/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All messages that programs and the system logged, sorted by time. Listed in TV_VIEWS (view.h). Derived from
 * TvTimedList, which filters the lines in a worker. Two more workers count the lines over time for the strip
 * (strip-view.h), and find the decoded events. */

#include <glib/gi18n.h>

#include "analysis/incident/report-lead.h"
#include "analysis/log/line-text.h"
#include "analysis/log/log-density.h"
#include "analysis/log/log-events.h"
#include "analysis/log/log-line-lookup.h"
#include "analysis/log/log-timestamp.h"
#include "ui/kit/font-scale.h"
#include "ui/views/log/log-columns.h"
#include "ui/views/log/log-view-private.h"

/* If the view is lower than BARS_HEIGHT_PX, the strip shows only its bars; if the view is lower than LOW_HEIGHT_PX,
 * the bars are only as high as a line of text. */
#define BARS_HEIGHT_PX 480
#define LOW_HEIGHT_PX  240

G_DEFINE_FINAL_TYPE (TvLogView, tv_log_view, TV_TYPE_TIMED_LIST)

static char *
dup_count (guint32 n, const char *some, const char *all)
{
  return some != NULL
             /* Translators: number of lines that match a filter; number of all lines */
             ? g_strdup_printf (ngettext ("%s of %s line", "%s of %s lines", n), some, all)
             : g_strdup_printf (ngettext ("%s line", "%s lines", n), all);
}

static void
add_columns (gpointer list, TvTableView *view, TvTable *table, TvSession *session)
{
  TvLogView *self = TV_LOG_VIEW (list);

  self->context.session = session;
  tv_log_add_columns (view, table, &self->context);
}

/* ---- Choices ---- */

/* Returns the options for levels. The count of a level includes all higher levels. */
static GArray *
find_levels (TvTrace *trace)
{
  static const char *const labels[TV_N_LOG_LEVELS] = {
    NULL,
    NULL,
    N_("Debug and above"),
    N_("Info and above"),
    N_("Warning and above"),
    N_("Error and above"),
    N_("Fatal"),
  };
  g_autoptr (GArray) counts = tv_timed_rows_count (trace, &tv_log_rows, TV_LOG_ROW_LEVEL, FALSE);
  GArray *options = tv_timed_options_new ();

  for (guint level = TV_LOG_LEVEL_DEBUG; level < TV_N_LOG_LEVELS; level++)
    {
      TvTimedOption option = { level, NULL, 0 };

      for (guint i = 0; i < counts->len; i++)
        if (g_array_index (counts, TvIdCount, i).id >= level)
          option.count += g_array_index (counts, TvIdCount, i).count;
      if (option.count == 0)
        break;
      option.label = g_strdup (_ (labels[level]));
      g_array_append_val (options, option);
    }
  return options;
}

/* Returns the options for processes. If several processes had the same id, the option has the name of the last one. */
static GArray *
find_processes (TvTrace *trace)
{
  g_autoptr (GArray) counts = tv_timed_rows_count (trace, &tv_log_rows, TV_LOG_ROW_PID, TRUE);
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  GArray *options = tv_timed_options_new ();
  guint32 n_processes;
  const TvProcess *processes = tv_trace_get_processes (trace, &n_processes);

  for (guint32 i = 0; i < n_processes; i++)
    if (processes[i].name != TV_NONE)
      g_hash_table_insert (names, GUINT_TO_POINTER (processes[i].pid),
                           (gpointer) tv_trace_get_string (trace, processes[i].name));
  for (guint i = 0; i < counts->len; i++)
    {
      const TvIdCount *pid = &g_array_index (counts, TvIdCount, i);
      const char *name = g_hash_table_lookup (names, GUINT_TO_POINTER (pid->id));
      TvTimedOption option = { pid->id,
                               name != NULL ? g_strdup_printf ("%s %u", name, pid->id)
                                            : g_strdup_printf ("%u", pid->id),
                               pid->count };

      g_array_append_val (options, option);
    }
  return options;
}

static char *
dup_level (TvTrace *trace, guint32 level)
{
  return g_strdup (tv_log_level_name ((TvLogLevel) level));
}

static char *
dup_process (TvTrace *trace, guint32 pid)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);

  for (guint32 i = n; i-- > 0;)
    if (processes[i].pid == pid && processes[i].name != TV_NONE)
      return g_strdup_printf ("%s %u", tv_trace_get_string (trace, processes[i].name), pid);
  return g_strdup_printf ("%u", pid);
}

static char *
dup_tag (TvTrace *trace, guint32 tag)
{
  const char *text = tv_trace_get_string (trace, tag);

  return g_strdup (*text != '\0' ? text : _("No tag"));
}

static GArray *
find_tags (TvTrace *trace)
{
  return tv_timed_options_count (trace, &tv_log_rows, TV_LOG_ROW_TAG, TRUE, dup_tag);
}

/* ---- View ---- */

static const TvTimedChoice choices[] = {
  { N_("Level"), TV_LOG_ROW_LEVEL, TV_ROW_AT_MIN, FALSE, find_levels, dup_level },
  { N_("Process"), TV_LOG_ROW_PID, TV_ROW_IS, FALSE, find_processes, dup_process },
  { N_("Tag"), TV_LOG_ROW_TAG, TV_ROW_IS, FALSE, find_tags, dup_tag },
};

static GMenu *
make_menu (gpointer list, TvTableRow *row_of)
{
  GMenu *menu = g_menu_new (), *filters = g_menu_new (), *marks = g_menu_new (),
        *row = g_menu_new ();

  g_menu_append (filters, _("Show _Only This Tag"), "rows.only(uint32 2)");
  g_menu_append (filters, _("_Hide This Tag"), "rows.hide(uint32 2)");
  g_menu_append (filters, _("Show Only This _Process"), "rows.only(uint32 1)");
  g_menu_append (filters, _("Hide This P_rocess"), "rows.hide(uint32 1)");
  g_menu_append (filters, _("Hide This _Text"), "rows.hide-text");
  g_menu_append (marks, _("_Bookmark"), "log.bookmark");
  g_menu_append (marks, _("Show _Whole Message"), "log.show-message");
  g_menu_append (row, _("Copy as Log _Lines"), "rows.copy-lines");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (filters));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (marks));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (row));
  g_object_unref (filters);
  g_object_unref (marks);
  g_object_unref (row);
  return menu;
}

static const TvObjectAction actions[] = {
  { .name = "log-add-filter", .type = "(buus)", .activate = tv_timed_list_add_filter },
  { .name = "log-remove-filter", .type = "u", .activate = tv_timed_list_remove_filter },
  { .name = "log-lines-shown",
    .type = "u",
    .get_state = tv_timed_list_get_n_shown,
    .signals = "notify::n-shown" },
  { .name = "log-next-error", .activate = tv_log_view_activate },
  { .name = "log-previous-error", .activate = tv_log_view_activate },
  { .name = "log-bookmark", .activate = tv_log_view_activate },
  { .name = "log-next-bookmark", .activate = tv_log_view_activate },
  { .name = "log-previous-bookmark", .activate = tv_log_view_activate },
  { .name = "log-go-to-mark", .type = "u", .activate = tv_log_view_go_to_mark },
};

static const TvTimedKind kind = {
  .id = "log",
  .name = N_("Log"),
  .table = "android_logs",
  .placeholder = N_("Filter tags and messages"),
  .rows = &tv_log_rows,
  .choices = choices,
  .n_choices = G_N_ELEMENTS (choices),
  .are_lines = TRUE,
  .takes_range = TRUE,
  .actions = actions,
  .n_actions = G_N_ELEMENTS (actions),
  .make_menu = make_menu,
  .add_columns = add_columns,
  .dup_line = tv_log_line_dup_text,
  .dup_count = dup_count,
};

/* ---- Strip ---- */

typedef struct
{
  TvTrace *trace;
  GArray *rows; /* (nullable): %NULL for all rows */
} CountJob;

static void
count_job_free (gpointer data)
{
  CountJob *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->rows, g_array_unref);
  g_free (job);
}

static gpointer
count_lines (gpointer data, GCancellable *cancellable, GError **error)
{
  const CountJob *job = data;

  return tv_log_density_new (job->trace, job->rows, cancellable);
}

static const TvWork count_work = { count_lines, count_job_free,
                                   (GDestroyNotify) tv_log_density_unref };

static void
on_counted (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvLogView *self = TV_LOG_VIEW (owner);

  if (result == NULL)
    return;
  g_clear_pointer (&self->density, tv_log_density_unref);
  self->density = tv_log_density_ref (result);
  tv_log_strip_view_set_density (self->strip, result);
}

static void
rows_shown (TvTimedList *list, GArray *rows)
{
  CountJob *job = g_new0 (CountJob, 1);

  job->trace = g_object_ref (tv_session_get_trace (tv_view_get_session (TV_VIEW (list))));
  job->rows = rows != NULL ? g_array_ref (rows) : NULL;
  tv_work_start (&count_work, job, on_counted, list, &TV_LOG_VIEW (list)->counting);
}

/* Redraws the cells. Called after decoded events or bookmarks have changed. */
static void
redraw_rows (TvLogView *self)
{
  GtkWidget *list = tv_table_view_get_list (tv_timed_list_get_table (TV_TIMED_LIST (self)));

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    for (GtkWidget *cell = gtk_widget_get_first_child (row); cell != NULL;
         cell = gtk_widget_get_next_sibling (cell))
      if (gtk_widget_get_first_child (cell) != NULL)
        gtk_widget_queue_draw (gtk_widget_get_first_child (cell));
}

static void
on_marks_changed (TvLogView *self)
{
  tv_log_view_update_menu (self);
  redraw_rows (self);
}

static gpointer
find_events (gpointer trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) all = tv_log_events_new (trace, NULL, cancellable, error);
  GArray *marked;

  if (all == NULL)
    return NULL;
  marked = g_array_new (FALSE, FALSE, sizeof (TvDecodedLogLine));
  for (guint i = 0; i < all->len; i++)
    {
      const TvDecodedLogLine *meaning = &g_array_index (all, TvDecodedLogLine, i);

      /* Memory and system events are so frequent that they would hide all others. */
      if (meaning->kind != TV_LOG_EVENT_MEMORY && meaning->kind != TV_LOG_EVENT_SYSTEM)
        g_array_append_val (marked, *meaning);
    }
  return marked;
}

static const TvWork events_work = { find_events, g_object_unref, (GDestroyNotify) g_array_unref };

static void
on_events_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvLogView *self = TV_LOG_VIEW (owner);

  if (result == NULL)
    return;
  self->context.events = result;
  tv_log_strip_view_set_events (self->strip, self->context.events);
  redraw_rows (self);
}

/* If the trace has no tracks, pans the visible range to the lines on screen. Runs before the layout of a frame,
 * because the scrollbars of the timeline would lose their allocation during the layout. */
static gboolean
follow_list (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvLogView *self = TV_LOG_VIEW (widget);
  TvSession *session = tv_view_get_session (TV_VIEW (self));
  gint64 start_ns, end_ns, visible_start_ns, visible_end_ns;

  self->following = 0;
  if (session == NULL || tv_trace_has_tracks (tv_session_get_trace (session)) ||
      !tv_timed_list_get_in_sight (TV_TIMED_LIST (self), &start_ns, &end_ns))
    return G_SOURCE_REMOVE;
  tv_session_get_visible (session, &visible_start_ns, &visible_end_ns);
  if (end_ns < visible_start_ns)
    tv_session_pan (session, start_ns - visible_start_ns);
  else if (start_ns > visible_end_ns)
    tv_session_pan (session, end_ns - visible_end_ns);
  return G_SOURCE_REMOVE;
}

static void
scrolled (TvTimedList *list)
{
  TvLogView *self = TV_LOG_VIEW (list);
  gint64 start_ns = 0, end_ns = -1;
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (tv_timed_list_get_in_sight (list, &start_ns, &end_ns) && start_ns != self->frame_start_ns)
    {
      self->frame_start_ns = start_ns;
      if (self->following == 0)
        self->following = gtk_widget_add_tick_callback (GTK_WIDGET (self), follow_list, NULL, NULL);
    }
  tv_log_strip_view_set_frame (self->strip, start_ns, end_ns);
  tv_log_strip_view_set_size (self->strip,
                              height < tv_font_scale_apply (LOW_HEIGHT_PX)    ? TV_LOG_STRIP_LOW
                              : height < tv_font_scale_apply (BARS_HEIGHT_PX) ? TV_LOG_STRIP_BARS
                                                                              : TV_LOG_STRIP_WHOLE);
}

static void
row_chosen (TvTimedList *list, guint32 row)
{
  TvLogView *self = TV_LOG_VIEW (list);

  self->is_leading = TRUE;
  tv_session_select_line (tv_view_get_session (TV_VIEW (list)), row);
  self->is_leading = FALSE;
}

/* Goes to a line that was selected elsewhere, for example by a link in the details. */
static void
on_line_selected (TvTimedList *list)
{
  guint32 line = tv_session_get_selected_line (tv_view_get_session (TV_VIEW (list)));

  if (!TV_LOG_VIEW (list)->is_leading && line != TV_NONE)
    tv_timed_list_go_to_row (list, line);
}

static void
on_go_to (TvTimedList *list, gint64 ns)
{
  tv_timed_list_go_to_time (list, ns);
}

static void
on_go_to_line (TvTimedList *list, guint line)
{
  tv_timed_list_go_to_row (list, line);
}

/* ---- Object ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvLogView *self = TV_LOG_VIEW (view);
  TvTrace *trace = tv_session_get_trace (session);

  tv_log_strip_view_set_session (self->strip, session);
  tv_log_view_create_menu (self);
  g_signal_connect_swapped (session, "notify::selected-line", G_CALLBACK (on_line_selected), self);
  g_signal_connect_swapped (session, "notify::marks", G_CALLBACK (on_marks_changed), self);
  TV_VIEW_CLASS (tv_log_view_parent_class)->set_session (view, session);
  tv_work_start (&events_work, g_object_ref (trace), on_events_found, self, &self->finding);
  gtk_widget_set_visible (GTK_WIDGET (self->strip),
                          tv_trace_get_log_lines (trace)->clock != TV_LOG_CLOCK_NONE);
}

static GMenuModel *
get_menu (TvView *view)
{
  return G_MENU_MODEL (TV_LOG_VIEW (view)->menu);
}

static gboolean
has_line (TvTrace *trace, guint64 line)
{
  return tv_trace_get_log_lines (trace)->n > 0 &&
         tv_log_line_find_by_number (trace, line) != TV_NONE;
}

static void
show_line (TvView *view, guint64 line)
{
  TvSession *session = tv_view_get_session (view);

  tv_session_select_line (session,
                          tv_log_line_find_by_number (tv_session_get_trace (session), line));
}

/* Clears the filters. Then selects and centres the last line at or before a time, or else the first line. */
static void
show_time (TvView *view, gint64 ns)
{
  TvTrace *trace = tv_session_get_trace (tv_view_get_session (view));
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 line = tv_timed_rows_find_from (trace, &tv_log_rows, ns);

  if (lines->n == 0)
    return;
  if (line > 0 && (line == lines->n || lines->ts[line] > ns))
    line--;
  tv_timed_list_show_around (TV_TIMED_LIST (view), line);
}

static void
tv_log_view_dispose (GObject *object)
{
  TvLogView *self = TV_LOG_VIEW (object);

  tv_work_stop (&self->counting);
  tv_work_stop (&self->finding);
  g_clear_object (&self->menu);
  G_OBJECT_CLASS (tv_log_view_parent_class)->dispose (object);
}

static void
tv_log_view_finalize (GObject *object)
{
  g_clear_pointer (&TV_LOG_VIEW (object)->context.events, g_array_unref);
  g_clear_pointer (&TV_LOG_VIEW (object)->density, tv_log_density_unref);
  G_OBJECT_CLASS (tv_log_view_parent_class)->finalize (object);
}

static void
tv_log_view_constructed (GObject *object)
{
  TvLogView *self = TV_LOG_VIEW (object);

  G_OBJECT_CLASS (tv_log_view_parent_class)->constructed (object);
  self->strip = TV_LOG_STRIP_VIEW (tv_log_strip_view_new ());
  g_signal_connect_swapped (self->strip, "go-to", G_CALLBACK (on_go_to), self);
  g_signal_connect_swapped (self->strip, "go-to-line", G_CALLBACK (on_go_to_line), self);
  gtk_widget_add_css_class (GTK_WIDGET (self), "log");
  gtk_widget_insert_after (GTK_WIDGET (self->strip), GTK_WIDGET (self), NULL);
}

static void
tv_log_view_class_init (TvLogViewClass *klass)
{
  TvTimedListClass *list_class = TV_TIMED_LIST_CLASS (klass);

  TV_VIEW_CLASS (klass)->get_menu = get_menu;
  list_class->rows_shown = rows_shown;
  list_class->row_chosen = row_chosen;
  list_class->scrolled = scrolled;
  TV_VIEW_CLASS (klass)->set_session = set_session;
  TV_VIEW_CLASS (klass)->show_line = show_line;
  TV_VIEW_CLASS (klass)->show_time = show_time;
  G_OBJECT_CLASS (klass)->constructed = tv_log_view_constructed;
  G_OBJECT_CLASS (klass)->dispose = tv_log_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_log_view_finalize;
  tv_log_view_class_add_actions (GTK_WIDGET_CLASS (klass));
}

static void
tv_log_view_init (TvLogView *self)
{
}

static TvViewFit
get_fit (TvTrace *trace)
{
  if (tv_trace_get_log_lines (trace)->n == 0)
    return TV_VIEW_EMPTY;
  return tv_log_is_main_content (trace) ? TV_VIEW_LEADS : TV_VIEW_FITS;
}

const TvViewInfo tv_view_log = {
  .id = "log",
  .title = N_("Log"),
  .tooltip = N_("Lines logged by programs and by the system"),
  .group = TV_VIEW_CONTENT,
  .takes_range = TRUE,
  .shows_time = TRUE,
  .get_type = tv_log_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
  .has_line = has_line,
};
