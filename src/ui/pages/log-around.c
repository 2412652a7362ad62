/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/log-around.h"

#include <glib/gi18n.h>

#include "analysis/incident/incident-range.h"
#include "core/error.h"
#include "formats/bundle.h"
#include "formats/multi-file.h"
#include "ui/kit/work.h"
#include "ui/pages/trace-page.h"

/* Shows the log around the time of a report: the log of the page; if it has none, the logs of the bundle that
 * contains the report. For the latter, a worker opens the bundle again, reads the clocks of its logs, and finds the
 * nearest logs. The worker does not access widgets or the session. */

/* Maximum numbers of logs that are examined and opened. If there are more logs around the time of the report, the
 * latest ones are opened. */
#define MAX_SEARCHED 32
#define MAX_OPENED   6

/* Maximum time from the report to the start of a log. Logs may start later than the report, because the buffer
 * contains only the latest lines, and the system logs an ANR after it has dumped the threads. */
#define LATE_NS G_GINT64_CONSTANT (600000000000)

typedef struct
{
  guint source; /* index in the array of sources */
  gint64 start_ns;
} Log;

static int
compare_latest_first (gconstpointer a, gconstpointer b)
{
  const Log *one = a, *other = b;

  return (one->start_ns < other->start_ns) - (one->start_ns > other->start_ns);
}

/* Returns: (transfer full) (element-type TvSource): the report, and the logs in its bundle, up to the maximum number */
static GArray *
list_sources (TvBundle *bundle, const char *path, const char *member)
{
  GArray *sources = g_array_new (FALSE, TRUE, sizeof (TvSource));
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  g_array_append_val (sources, ((TvSource){ .path = path, .member = member, .bundle = bundle }));
  for (guint i = 0; i < n && sources->len <= MAX_SEARCHED; i++)
    if (members[i].subject == TV_CONTENT_LOG && members[i].kind == TV_MEMBER_TRACE &&
        members[i].size != 0 && !g_str_equal (members[i].name, member))
      g_array_append_val (
          sources, ((TvSource){ .path = path, .member = members[i].name, .bundle = bundle }));
  return sources;
}

/* Returns: (transfer full) (element-type Log): the synchronized logs that start before the report or soon after it,
 * the latest first */
static GArray *
list_logs (const TvMultiFileMember *files, guint n)
{
  GArray *logs = g_array_new (FALSE, FALSE, sizeof (Log));

  for (guint i = 1; i < n; i++)
    if (files[i].is_synchronized && files[i].start_ns - LATE_NS <= files[0].start_ns)
      g_array_append_val (logs, ((Log){ i, files[i].start_ns }));
  g_array_sort (logs, compare_latest_first);
  return logs;
}

/* Finds the logs in a bundle that can be synchronized with a report, and start before it or soon after it. Returns:
 * (transfer full) (nullable): "(a(ssx)x)": the report and the logs, see tv_trace_page_new_multi_file(), and the time
 * of the report in ns on their timeline; NULL on error */
static GVariant *
find_logs (const char *path, const char *member, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvBundle) bundle = tv_bundle_open (path, cancellable, error);
  g_autoptr (TvMultiFile) multi_file = tv_multi_file_new ();
  g_autoptr (GArray) sources = NULL;
  g_autoptr (GArray) logs = NULL;
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GVariantBuilder builder;
  const TvMultiFileMember *files;
  guint n;

  if (bundle == NULL)
    return NULL;
  sources = list_sources (bundle, path, member);
  if (!tv_multi_file_set_sources (multi_file, (const TvSource *) (gconstpointer) sources->data,
                                  sources->len, cancellable, error))
    return NULL;
  files = tv_multi_file_get_files (multi_file, &n);
  logs = list_logs (files, n);
  if (n < 2 || !files[0].is_synchronized || logs->len == 0 || uri == NULL)
    {
      if (n >= 2 && !files[0].is_synchronized && files[0].reason != NULL)
        g_set_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                     _("The log around this time is not available: %s"), files[0].reason);
      else
        g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                             _("No log in the same archive covers this time"));
      return NULL;
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ssx)"));
  g_variant_builder_add (&builder, "(ssx)", uri, member, TV_NO_OFFSET);
  for (guint i = 0; i < logs->len && i < MAX_OPENED; i++)
    {
      guint source = g_array_index (logs, Log, i).source;

      g_variant_builder_add (&builder, "(ssx)", uri,
                             g_array_index (sources, TvSource, source).member, TV_NO_OFFSET);
    }
  return g_variant_ref_sink (g_variant_new ("(a(ssx)x)", &builder, files[0].start_ns));
}

/* ---- Action ---- */

/* Returns: the timestamp of the dump that contains the selected thread, or else of the incident; %TV_NO_TIME if it is
 * not known */
static gint64
find_time (TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 thread = tv_session_get_dump_thread (session);
  gint64 ns = thread != TV_NONE ? dumps->dumps[tv_dumps_find_dump (dumps, thread)].ts : TV_NO_TIME;

  return ns != TV_NO_TIME ? ns
                          : tv_incident_find_time (trace, tv_session_get_dump_findings (session));
}

/* Returns whether the trace contains a log with timestamps. */
static gboolean
has_own_log (TvSession *session)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (session));

  return lines->n > 0 && lines->ts[lines->n - 1] != TV_NO_TIME;
}

/* Returns: whether the page shows a report whose time is known, and the page or the bundle that contains the report
 * may have a log */
gboolean
tv_log_around_is_possible (gpointer page)
{
  TvSession *session = tv_trace_page_get_session (page);

  return tv_trace_has (tv_session_get_trace (session), TV_HAS_DUMPS | TV_HAS_FAULTS) &&
         find_time (session) != TV_NO_TIME &&
         (has_own_log (session) ||
          (tv_trace_page_get_member (page) != NULL && tv_trace_page_get_multi_file (page) == NULL));
}

typedef struct
{
  GtkWidget *page;
  char *path;
  char *member;
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_object_unref (self->page);
  g_free (self->path);
  g_free (self->member);
  g_free (self);
}

static gpointer
find_around (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *self = data;

  return find_logs (self->path, self->member, cancellable, error);
}

static void
on_around_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  GtkWidget *page = owner;
  g_autoptr (GVariant) found = result;

  if (found != NULL)
    gtk_widget_activate_action_variant (page, "win.open-log-around", found);
  else if (error != NULL)
    gtk_widget_activate_action (page, "win.report", "s", error->message);
}

static const TvWork around_work = { find_around, job_free, (GDestroyNotify) g_variant_unref };

/* Shows the log around the time of a dump or crash: the log of the page or, if it has none, the logs of its bundle in
 * another tab. */
void
tv_log_around_show (gpointer page, const char *name, GVariant *parameter)
{
  TvSession *session = tv_trace_page_get_session (page);
  Job *job;

  if (has_own_log (session))
    {
      tv_trace_page_show_time (page, find_time (session));
      return;
    }
  job = g_new0 (Job, 1);
  job->page = g_object_ref (page);
  job->path = g_file_get_path (tv_trace_page_get_file (page));
  job->member = g_strdup (tv_trace_page_get_member (page));
  tv_work_start (&around_work, job, on_around_found, page, NULL);
}
