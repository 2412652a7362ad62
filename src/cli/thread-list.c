/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/thread-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/near-names.h"

/* Parses --thread and finds the threads in the trace. Called by selection-options.c. Pure: only reads the trace. */

static const char *
get_name (TvTrace *trace, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];

  return thread->name != TV_NONE ? tv_trace_get_string (trace, thread->name) : NULL;
}

/* Parses `TID` or `TID@PID`. */
static gboolean
parse_number (const char *text, guint64 *tid, gboolean *has_pid, guint64 *pid)
{
  const char *at = strchr (text, '@');
  g_autofree char *first = at != NULL ? g_strndup (text, (gsize) (at - text)) : g_strdup (text);

  *has_pid = at != NULL;
  return g_ascii_string_to_unsigned (first, 10, 0, G_MAXUINT32, tid, NULL) &&
         (at == NULL || g_ascii_string_to_unsigned (at + 1, 10, 0, G_MAXUINT32, pid, NULL));
}

static gboolean
is_of_process (TvTrace *trace, const TvThread *thread, guint64 pid)
{
  return thread->upid != TV_NONE && tv_trace_get_processes (trace, NULL)[thread->upid].pid == pid;
}

/* Marks the threads that have this name or thread id. Returns whether there are any. */
static gboolean
mark_threads (TvTrace *trace, const char *text, guint8 *is_wanted)
{
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  gboolean is_found = FALSE, has_pid;
  guint64 tid = 0, pid = 0;
  gboolean is_number = parse_number (text, &tid, &has_pid, &pid);

  for (guint32 utid = 0; utid < n_threads; utid++)
    if (g_strcmp0 (get_name (trace, utid), text) == 0 ||
        (is_number && threads[utid].tid == tid &&
         (!has_pid || is_of_process (trace, &threads[utid], pid))))
      is_found = is_wanted[utid] = TRUE;
  return is_found;
}

static void
set_not_found (TvTrace *trace, const char *text, GError **error)
{
  g_auto (TvNearNames) near = { 0 };
  g_autofree char *list = NULL;
  guint32 n_threads;

  tv_near_names_init (&near, text);
  tv_trace_get_threads (trace, &n_threads);
  for (guint32 utid = 0; utid < n_threads; utid++)
    if (get_name (trace, utid) != NULL)
      tv_near_names_offer (&near, get_name (trace, utid));
  list = tv_near_names_dup_list (&near);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("no thread has the name or ID “%s”; to list all threads, run “tracedump table "
                 "thread FILE”%s"),
               text, list);
}

/* Marks the threads in a list. First tries the whole list as a single name, because names may contain commas. */
static gboolean
mark_list (TvTrace *trace, const char *list, guint8 *is_wanted, GError **error)
{
  g_auto (GStrv) names = NULL;

  if (mark_threads (trace, list, is_wanted))
    return TRUE;
  names = g_strsplit (list, ",", -1);
  for (char **name = names; *name != NULL; name++)
    {
      g_strstrip (*name);
      if (**name == '\0' || mark_threads (trace, *name, is_wanted))
        continue;
      set_not_found (trace, *name, error);
      return FALSE;
    }
  return TRUE;
}

/**
 * tv_thread_list_find:
 * @lists: (array zero-terminated=1): values of the option
 * @trace: a trace
 * @error: (nullable): return location for %G_OPTION_ERROR; the message lists similar threads
 *
 * Returns: (transfer full) (nullable) (element-type guint32): utids of the threads, sorted; %NULL on error
 */
GArray *
tv_thread_list_find (char **lists, TvTrace *trace, GError **error)
{
  g_autoptr (GArray) utids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *is_wanted = NULL;
  guint32 n_threads;

  tv_trace_get_threads (trace, &n_threads);
  is_wanted = g_new0 (guint8, (gsize) n_threads + 1);
  for (char **list = lists; *list != NULL; list++)
    if (!mark_list (trace, *list, is_wanted, error))
      return NULL;
  for (guint32 utid = 0; utid < n_threads; utid++)
    if (is_wanted[utid])
      g_array_append_val (utids, utid);
  if (utids->len > 0)
    return g_steal_pointer (&utids);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("--thread must be a list of thread names or IDs"));
  return NULL;
}
