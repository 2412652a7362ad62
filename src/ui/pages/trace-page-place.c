/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A place that the page is opened at: a line of the file, which is that of a log in the log and any other in the file
 * as plain text; a view; or the log around a moment. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "analysis/incident/incident-range.h"
#include "analysis/log/log-place.h"
#include "ui/kit/work.h"
#include "ui/pages/log-around.h"

/* Returns: the log line in a line of the file, or %TV_NONE */
static guint32
find_log_line (TvTrace *trace, guint64 line)
{
  return tv_trace_get_log_lines (trace)->n > 0 ? tv_log_place_find_line (trace, line) : TV_NONE;
}

static gboolean
has_text_line (TvTrace *trace, guint64 line)
{
  guint n;

  tv_trace_get_texts (trace, &n);
  return n == 1 && line <= tv_trace_get_n_text_lines (trace);
}

/* Returns: whether the page of @session can show the line that is wanted, if any */
gboolean
tv_trace_page_has_line (TvTracePage *self, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);

  return self->wanted_line == 0 || has_text_line (trace, self->wanted_line) ||
         find_log_line (trace, self->wanted_line) != TV_NONE;
}

static void
choose_view (TvTracePage *self, const char *view)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "panel-page",
                                  g_variant_new_string (view));
}

static void
go_to_view (TvTracePage *self)
{
  g_autofree char *view = g_steal_pointer (&self->wanted_view);
  gint64 moment_ns = self->wanted_ns;

  self->wanted_ns = TV_NO_TIME;
  if (view == NULL)
    return;
  choose_view (self, view);
  if (moment_ns != TV_NO_TIME)
    g_action_group_activate_action (G_ACTION_GROUP (self->actions), "log-show-moment",
                                    g_variant_new_int64 (moment_ns));
}

/* Shows the line or the view that is wanted, once; its views are there. */
void
tv_trace_page_go_to_place (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint64 line = self->wanted_line;
  gboolean is_text = line > 0 && has_text_line (trace, line);
  guint32 log_line = line > 0 && !is_text ? find_log_line (trace, line) : TV_NONE;

  self->wanted_line = 0;
  go_to_view (self);
  if (!is_text && log_line == TV_NONE)
    return;
  choose_view (self, is_text ? "text" : "log");
  if (is_text)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "text-line",
                                        g_variant_new_uint32 ((guint32) (line - 1)));
  else
    tv_session_select_line (self->session, log_line);
}

/**
 * tv_trace_page_new_at:
 * @file: a file
 * @member: (nullable): which of the files in it
 * @is_text: read it as plain text, whatever it is
 * @line: the line to show, from 1
 *
 * Begins to load the file.
 *
 * Returns: a page that shows the line once it is loaded
 */
GtkWidget *
tv_trace_page_new_at (GFile *file, const char *member, gboolean is_text, guint64 line)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  self->wanted_line = line;
  self->is_as_text = self->is_text_copy = is_text;
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

/**
 * tv_trace_page_show_line:
 * @self: a page
 * @line: the line to show, from 1
 *
 * Returns: %FALSE if the page cannot show lines of its file
 */
gboolean
tv_trace_page_show_line (TvTracePage *self, guint64 line)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);

  if (self->state != TV_TRACE_PAGE_READY && self->state != TV_TRACE_PAGE_LOADING)
    return FALSE;
  self->wanted_line = line;
  if (self->state == TV_TRACE_PAGE_LOADING)
    return TRUE;
  if (!tv_trace_page_has_line (self, self->session))
    {
      self->wanted_line = 0;
      return FALSE;
    }
  tv_trace_page_go_to_place (self);
  return TRUE;
}

/**
 * tv_trace_page_show_view:
 * @self: a page
 * @view: id of a view, shown once the page is loaded
 * @moment_ns: of the log: a time to show it around, or %TV_NO_TIME
 */
void
tv_trace_page_show_view (TvTracePage *self, const char *view, gint64 moment_ns)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  g_free (self->wanted_view);
  self->wanted_view = g_strdup (view);
  self->wanted_ns = moment_ns;
  if (self->state == TV_TRACE_PAGE_READY)
    tv_trace_page_go_to_place (self);
}

/* ---- The log around a report ---- */

/* Returns: when the dump that is looked at was made, else when the incident happened; or %TV_NO_TIME */
static gint64
find_moment (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 thread = tv_session_get_dump_thread (self->session);
  gint64 ns = thread != TV_NONE ? dumps->dumps[tv_dumps_find_dump (dumps, thread)].ts : TV_NO_TIME;

  return ns != TV_NO_TIME
             ? ns
             : tv_incident_find_moment (trace, tv_session_get_dump_findings (self->session));
}

/* Whether the page's own log is known to be of that time. */
static gboolean
has_own_log (TvTracePage *self)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (self->session));

  return lines->n > 0 && lines->ts[lines->n - 1] != TV_NO_TIME;
}

/* Returns: whether the log around a report can be shown, or looked for in the bundle of the file */
gboolean
tv_trace_page_can_show_log_around (gpointer page)
{
  TvTracePage *self = page;
  TvTrace *trace = tv_session_get_trace (self->session);

  return tv_trace_has (trace, TV_HAS_DUMPS | TV_HAS_FAULTS) && find_moment (self) != TV_NO_TIME &&
         (has_own_log (self) || (self->member != NULL && self->together == NULL));
}

typedef struct
{
  TvTracePage *page;
  char *path;
  char *member;
} AroundJob;

static void
around_job_free (gpointer data)
{
  AroundJob *self = data;

  g_object_unref (self->page);
  g_free (self->path);
  g_free (self->member);
  g_free (self);
}

static gpointer
find_around (gpointer data, GCancellable *cancellable, GError **error)
{
  const AroundJob *self = data;

  return tv_log_around_find (self->path, self->member, cancellable, error);
}

static void
on_around_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  GtkWidget *page = owner;
  g_autoptr (GVariant) found = result;

  if (found != NULL)
    gtk_widget_activate_action_variant (page, "win.open-log-around", found);
  else if (error != NULL)
    gtk_widget_activate_action (page, "win.tell", "s", error->message);
}

static const TvWork around_work = { find_around, around_job_free,
                                    (GDestroyNotify) g_variant_unref };

/* Shows the log at the time of the dump or crash: the page's own, else that of its bundle in another tab. */
void
tv_trace_page_show_log_around (gpointer page, const char *name, GVariant *parameter)
{
  TvTracePage *self = page;
  AroundJob *job;

  if (has_own_log (self))
    {
      tv_trace_page_show_view (self, "log", find_moment (self));
      return;
    }
  job = g_new0 (AroundJob, 1);
  job->page = g_object_ref (self);
  job->path = g_file_get_path (self->file);
  job->member = g_strdup (self->member);
  tv_work_start (&around_work, job, on_around_found, self, NULL);
}

/* Returns: whether it is the plain text of a file that also opens as itself */
gboolean
tv_trace_page_is_text_copy (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);
  return self->is_text_copy;
}
