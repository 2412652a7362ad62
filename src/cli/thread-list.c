/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/thread-list.h"

#include <glib/gi18n.h>

/* Marks the threads that are called so, or have that number. */
static gboolean
mark_threads (TvTrace *trace, const char *text, guint8 *is_wanted)
{
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  gboolean is_found = FALSE;
  guint64 tid = 0;
  gboolean is_number = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &tid, NULL);

  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      const char *name = threads[utid].name != TV_NONE
                             ? tv_trace_get_string (trace, threads[utid].name)
                             : NULL;

      if (g_strcmp0 (name, text) == 0 || (is_number && threads[utid].tid == tid))
        is_found = is_wanted[utid] = TRUE;
    }
  return is_found;
}

/* A name may have commas in it, so a list is first taken as a name. */
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
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("No thread is called “%s” or has that number; “tracedump table thread FILE” "
                     "lists them"),
                   *name);
      return FALSE;
    }
  return TRUE;
}

/**
 * tv_thread_list_show_only:
 * @lists: (nullable) (array zero-terminated): what was given; %NULL = all threads
 * @trace: a trace
 * @layout: its rows; only those of the threads stay
 * @error: (nullable): where to put %G_OPTION_ERROR
 *
 * Returns: whether there are such threads, and something of them to show
 */
gboolean
tv_thread_list_show_only (char **lists, TvTrace *trace, TvTimelineLayout *layout, GError **error)
{
  TvRowChoices *choices = tv_timeline_layout_get_choices (layout);
  g_autofree guint8 *is_wanted = NULL;
  gboolean is_shown = FALSE;
  guint32 n_threads;

  if (lists == NULL)
    return TRUE;
  tv_trace_get_threads (trace, &n_threads);
  is_wanted = g_new0 (guint8, n_threads + 1);
  for (char **list = lists; *list != NULL; list++)
    if (!mark_list (trace, *list, is_wanted, error))
      return FALSE;

  tv_timeline_layout_fold_all (layout, FALSE);
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);

      if (row->utid == TV_NONE || !is_wanted[row->utid])
        continue;
      tv_row_choices_add (choices, row->key, TV_ROW_ONLY);
      is_shown = TRUE;
    }
  if (!is_shown)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("There is nothing to show of these threads"));
      return FALSE;
    }
  tv_timeline_layout_arrange (layout);
  return TRUE;
}
