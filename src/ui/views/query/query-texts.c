/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stores the history of queries, and saved queries. Used by the Query view. Stateless: each call reads or writes
 * GSettings, or files in the user's data folder. Main thread only. */

#include "ui/views/query/query-texts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/settings.h"

#define HISTORY_KEY  "query-history"
#define MAX_HISTORY  50
#define MAX_BYTES    (64 * 1024) /* maximum size of a query in the history */
#define SAVED_SUFFIX ".sql"
#define SAVED_FOLDER "traceview", "queries"
#define MAX_SAVED    1000
#define MAX_NAME     200

/* Returns: (transfer full): queries that were run, newest first */
char **
tv_query_texts_dup_history (void)
{
  return tv_settings_dup_texts (HISTORY_KEY);
}

/* Adds a query at the front of the history, and removes its older occurrence. Ignores empty and very long queries. */
void
tv_query_texts_add_history (const char *text)
{
  g_auto (GStrv) before = tv_query_texts_dup_history ();
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr (GPtrArray) after = g_ptr_array_new ();

  if (*stripped == '\0' || strlen (stripped) > MAX_BYTES)
    return;
  g_ptr_array_add (after, stripped);
  for (guint i = 0; before[i] != NULL && after->len < MAX_HISTORY; i++)
    if (!g_str_equal (before[i], stripped))
      g_ptr_array_add (after, before[i]);
  g_ptr_array_add (after, NULL);
  tv_settings_set_texts (HISTORY_KEY, (const char *const *) after->pdata);
}

static void
free_saved (gpointer data)
{
  TvSavedQuery *saved = data;

  g_free (saved->name);
  g_free (saved->text);
  g_free (saved);
}

static int
compare_saved (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate ((*(const TvSavedQuery *const *) a)->name,
                         (*(const TvSavedQuery *const *) b)->name);
}

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), SAVED_FOLDER, NULL);
}

/* Returns: (transfer full) (element-type TvSavedQuery): the saved queries, sorted by name; without files that are
 * unreadable or not valid UTF-8 */
GPtrArray *
tv_query_texts_list_saved (void)
{
  GPtrArray *saved = g_ptr_array_new_with_free_func (free_saved);
  g_autofree char *folder = dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;

  while (dir != NULL && saved->len < MAX_SAVED && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, file, NULL);
      g_autofree char *text = NULL;
      TvSavedQuery *query;

      if (!g_str_has_suffix (file, SAVED_SUFFIX) || !g_utf8_validate (file, -1, NULL) ||
          !g_file_get_contents (path, &text, NULL, NULL) || !g_utf8_validate (text, -1, NULL))
        continue;
      query = g_new0 (TvSavedQuery, 1);
      query->name = g_strndup (file, strlen (file) - strlen (SAVED_SUFFIX));
      query->text = g_steal_pointer (&text);
      g_ptr_array_add (saved, query);
    }
  g_ptr_array_sort (saved, compare_saved);
  return saved;
}

/**
 * tv_query_texts_save:
 * @name: name of the query; also the file name without its suffix
 *
 * Saves a query. Replaces a saved query of the same name.
 *
 * Returns: whether the query was saved
 */
gboolean
tv_query_texts_save (const char *name, const char *text, GError **error)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *file = g_strconcat (name, SAVED_SUFFIX, NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  if (*name == '\0' || *name == '.' || strlen (name) > MAX_NAME || strchr (name, '/') != NULL)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _("“%s” is not a valid file name"),
                   name);
      return FALSE;
    }
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, _("Could not create the folder %s"),
                   folder);
      return FALSE;
    }
  return g_file_set_contents (path, text, -1, error);
}
