/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/log-around.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/bundle.h"
#include "formats/multi-file.h"
#include "ui/pages/trace-page.h"

/* Finds the logs around the time of a report. Opens the bundle again, reads the clocks of its logs, and returns the
 * report and the nearest logs. Called in a worker of trace-page-load.c for the action "log-around". Touches no
 * widgets and no session. */

/* Maximum number of logs to examine, and maximum number of logs to open. Of the logs around the time of the report, the
 * latest are opened. */
#define MAX_SEARCHED 32
#define MAX_OPENED   6

/* Maximum time from the report to the start of a log. Logs may start later, because the buffer only contains the
 * latest lines, and the system logs an ANR after it has dumped the threads. */
#define LATE_NS G_GINT64_CONSTANT (600000000000)

typedef struct
{
  guint source; /* index in the list of sources */
  gint64 start_ns;
} Log;

static int
compare_latest_first (gconstpointer a, gconstpointer b)
{
  const Log *one = a, *other = b;

  return (one->start_ns < other->start_ns) - (one->start_ns > other->start_ns);
}

/* Returns: (transfer full) (element-type TvSource): the report and the logs of its bundle, up to the maximum number */
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

/* Returns: (transfer full) (element-type Log): the logs that start before the report or soon after it, the latest
 * first */
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

/**
 * tv_log_around_find:
 * @path: path of a bundle
 * @member: name of a report in the bundle
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for a #TvError
 *
 * Finds the logs in a bundle that can be synchronized with a report, and start before it or soon after it. Blocks;
 * any thread may call it.
 *
 * Returns: (transfer full) (nullable): "(a(ssx)x)": the report and the logs, see tv_trace_page_new_multi_file(), and
 * the time of the report in ns on their timeline
 */
GVariant *
tv_log_around_find (const char *path, const char *member, GCancellable *cancellable, GError **error)
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
                     _("The log of this time is not available: %s"), files[0].reason);
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
