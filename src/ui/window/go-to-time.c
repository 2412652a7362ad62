/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A popover in which the user enters a time relative to any time base. Moves the cursor to that time. Called by an
 * action of the window. Changes the session of the current page: the cursor, the visible range and, in logs, the
 * selected line. */

#include "ui/window/go-to-time.h"

#include <glib/gi18n.h>

#include "analysis/log/timed-rows.h"
#include "ui/pages/trace-page.h"

#define TIME_CHARS 28

typedef struct
{
  TvSession *session;
  GtkPopover *popover;
  GtkEditable *entry;
  GtkLabel *note;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->session);
  g_free (self);
}

/* Returns the cursor time; without a cursor, the middle of the visible range. */
static gint64
get_near (TvSession *session)
{
  gint64 start_ns, end_ns, cursor_ns = tv_session_get_cursor_time (session);

  tv_session_get_visible (session, &start_ns, &end_ns);
  return cursor_ns != G_MININT64 ? cursor_ns : start_ns + (end_ns - start_ns) / 2;
}

static gboolean
parse (const Question *self, gint64 *ns)
{
  return tv_time_base_parse (tv_session_get_trace (self->session),
                             tv_session_get_time_base (self->session),
                             gtk_editable_get_text (self->entry), get_near (self->session), ns);
}

/* Returns: (transfer full): an example of a time for each available kind of time */
static char *
dup_examples (TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  GString *text = g_string_new (_("Since the start: 1.25 s or 300 ms"));

  if (tv_time_base_is_offered (trace, TV_TIME_BASE_RAW))
    {
      gint64 start_ns = tv_trace_get_start_ns (trace);

      g_string_append (text, "\n");
      /* Translators: a timestamp in seconds, without a unit */
      g_string_append_printf (text, _("Timestamp: %.6f"), (double) start_ns / 1e9);
    }
  if (tv_time_base_is_offered (trace, TV_TIME_BASE_LOCAL))
    {
      TvTimeBase base;
      g_autofree char *time = NULL;

      tv_time_base_init (&base, trace,
                         tv_session_get_time_base (session)->kind == TV_TIME_BASE_UTC
                             ? TV_TIME_BASE_UTC
                             : TV_TIME_BASE_LOCAL);
      time = tv_time_base_format_parts (&base, tv_trace_get_start_ns (trace), TV_LOG_TIMESTAMP_MS);
      g_string_append (text, "\n");
      /* Translators: a wall clock time */
      g_string_append_printf (text, _("Time of day: %s"), time != NULL ? time : "");
    }
  return g_string_free (text, FALSE);
}

static void
check (Question *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvTimeBase *base = tv_session_get_time_base (self->session);
  const char *text = gtk_editable_get_text (self->entry);
  gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace), ns = 0;
  gboolean is_time = parse (self, &ns);
  gboolean is_inside = is_time && ns >= start_ns && ns <= end_ns;
  g_autofree char *range = tv_time_base_format_range (base, start_ns, end_ns);
  g_autofree char *outside = g_strdup_printf (_("The trace covers %s."), range);
  g_autofree char *examples = dup_examples (self->session);

  gtk_label_set_text (self->note, is_time && !is_inside ? outside : examples);
  if (*text == '\0' || is_inside)
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
}

static void
on_entered (Question *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  gint64 ns;

  if (!parse (self, &ns) || ns < tv_trace_get_start_ns (trace) || ns > tv_trace_get_end_ns (trace))
    {
      gtk_widget_error_bell (GTK_WIDGET (self->entry));
      return;
    }
  if (tv_log_timestamp_is_wall (tv_trace_get_log_lines (trace)))
    {
      /* In a log, goes to the first line at or after the entered time. */
      guint32 line = tv_timed_rows_find_from (trace, &tv_log_rows, ns);

      line = MIN (line, tv_trace_get_log_lines (trace)->n - 1);
      ns = tv_trace_get_log_lines (trace)->ts[line];
      tv_session_select_line (self->session, line);
    }
  tv_session_set_cursor_time (self->session, ns);
  tv_session_reveal_time (self->session, ns);
  gtk_popover_popdown (self->popover);
}

static gboolean
remove_popover (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* Schedules the removal of a closed popover, because a popover that is closing still needs its parent. */
static void
on_closed (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, remove_popover, g_object_ref (popover), g_object_unref);
}

/* Opens a popover for the time. Does nothing if the current page has no trace. */
void
tv_go_to_time_ask (TvWindow *window)
{
  TvSession *session = tv_window_get_session (window);
  GtkWidget *page = GTK_WIDGET (tv_window_get_page (window));
  Question *self;
  GtkWidget *popover, *box, *entry, *note;
  g_autofree char *near = NULL;

  if (session == NULL || page == NULL)
    return;
  self = g_new0 (Question, 1);
  popover = gtk_popover_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  entry = gtk_entry_new ();
  note = gtk_label_new (NULL);
  self->session = g_object_ref (session);
  self->popover = GTK_POPOVER (popover);
  self->entry = GTK_EDITABLE (entry);
  self->note = GTK_LABEL (note);
  g_object_set_data_full (G_OBJECT (popover), "tv-question", self, question_free);
  gtk_editable_set_width_chars (self->entry, TIME_CHARS);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("Go to time"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Go to time"), -1);
  gtk_widget_add_css_class (note, "caption");
  gtk_label_set_xalign (self->note, 0.0);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), note);
  gtk_popover_set_child (self->popover, box);
  gtk_popover_set_position (self->popover, GTK_POS_BOTTOM);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (check), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_entered), self);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  gtk_widget_set_parent (popover, page);
  gtk_popover_set_pointing_to (self->popover,
                               &(GdkRectangle){ gtk_widget_get_width (page) / 2, 0, 1, 1 });
  near = tv_time_base_format (tv_session_get_time_base (session), get_near (session));
  gtk_editable_set_text (self->entry, near);
  gtk_popover_popup (self->popover);
  gtk_widget_grab_focus (entry);
  gtk_editable_select_region (self->entry, 0, -1);
}
