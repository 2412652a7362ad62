/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/modules.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"
#include "query/database-parts.h"

/* Lists and runs the modules of the SQL library, which are resources of the program. Called by the statement INCLUDE
 * (statements.c), by former-functions.c and by completion.c. The database remembers which modules have run. For an
 * unknown name, the error message lists similar names. */

#define FOLDER "/io/github/traceview/query/"

/* Maximum number of similar names in an error message */
#define MAX_NEAR 5

/* Returns: (transfer full): names of all modules, sorted */
char **
tv_modules_list (void)
{
  g_auto (GStrv)
      files = g_resources_enumerate_children (FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    if (g_str_has_suffix (files[i], ".sql") && !g_str_equal (files[i], "prelude.sql"))
      g_ptr_array_add (names, g_strndup (files[i], strlen (files[i]) - 4));
  g_ptr_array_sort (names, tv_database_compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* Returns the edit distance: the minimum number of insertions, deletions and substitutions that turn one name into
 * the other. */
static guint
get_distance (const char *a, const char *b)
{
  gsize n = strlen (a), m = strlen (b);
  g_autofree guint *row = g_new (guint, m + 1);

  for (gsize j = 0; j <= m; j++)
    row[j] = (guint) j;
  for (gsize i = 1; i <= n; i++)
    {
      guint diagonal = row[0];

      row[0] = (guint) i;
      for (gsize j = 1; j <= m; j++)
        {
          guint above = row[j];

          row[j] = MIN (MIN (above, row[j - 1]) + 1, diagonal + (a[i - 1] != b[j - 1]));
          diagonal = above;
        }
    }
  return row[m];
}

/* Returns a list of the most similar names. Names that contain the last component of @wanted are preferred. */
static char *
dup_near (char **names, const char *wanted)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = g_strv_length (names);
  g_autofree gboolean *is_used = g_new0 (gboolean, n + 1);
  const char *last = strrchr (wanted, '.');

  for (guint k = 0; k < MAX_NEAR && k < n; k++)
    {
      guint best = G_MAXUINT, at = 0;

      for (guint i = 0; i < n; i++)
        {
          guint distance = get_distance (names[i], wanted) * 2;

          if (last != NULL && strstr (names[i], last + 1) != NULL)
            distance /= 4;
          if (!is_used[i] && distance < best)
            {
              best = distance;
              at = i;
            }
        }
      is_used[at] = TRUE;
      g_string_append_printf (list, "%s%s", k > 0 ? ", " : "", names[at]);
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/**
 * tv_modules_include:
 * @database: a database
 * @name: name of a module, a prefix followed by `.*`, or `*`
 * @error: return location for an error
 *
 * Runs the matching modules that have not run yet.
 *
 * Returns: whether at least one module matches, and all matching modules were completed
 */
gboolean
tv_modules_include (TvDatabase *database, const char *name, GError **error)
{
  g_auto (GStrv) names = tv_modules_list ();
  gboolean is_pattern = g_str_equal (name, "*") || g_str_has_suffix (name, ".*");
  gsize n_prefix = is_pattern ? strlen (name) - 1 : 0;
  gsize n_package = strcspn (name, ".");
  gboolean has_package = FALSE;
  guint n_found = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (is_pattern ? strncmp (names[i], name, n_prefix) != 0 : !g_str_equal (names[i], name))
        continue;
      n_found++;
      if (!tv_database_include (database, names[i], error))
        return FALSE;
    }
  if (n_found > 0)
    return TRUE;
  for (guint i = 0; names[i] != NULL && !has_package; i++)
    has_package = strcspn (names[i], ".") == n_package && strncmp (names[i], name, n_package) == 0;
  g_autofree char *near = dup_near (names, name);
  g_autofree char *all = g_strjoinv (", ", names);

  if (!has_package && !g_str_equal (name, "*"))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("INCLUDE: Package '%.*s' not found. Similar modules: %s. All modules: %s"),
                   (int) n_package, name, near, all);
      return FALSE;
    }
  g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
               _("INCLUDE: Module '%s' not found. Similar modules: %s. All modules: %s"), name,
               near, all);
  return FALSE;
}
