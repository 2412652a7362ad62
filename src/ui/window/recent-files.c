/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entries of GtkRecentManager, the list of recent files that all programs of the desktop share and GTK saves. Called
 * by the window and the start page. No state; each call reads or writes the shared list. */

#include "ui/window/recent-files.h"

#include <glib/gi18n.h>

#include "core/file-name.h"

#define MIME_TYPE "application/x-android-method-trace"
#define N_IN_MENU 10

/* Group of the files that Traceview has opened. The file dialog of GTK adds all chosen files to the recent files,
 * including exported files, but does not change the group of a file. */
#define GROUP "Traceview traces"

/**
 * tv_recent_files_add:
 * @file: a file that was opened
 * @found: (nullable): one-line summary of the file's content
 *
 * Adds a file to the recent files.
 */
void
tv_recent_files_add (GFile *file, const char *found)
{
  static char *groups[] = { (char *) GROUP, NULL };
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = {
    .mime_type = (char *) MIME_TYPE,
    .app_name = (char *) g_get_application_name (),
    .app_exec = g_strconcat (g_get_prgname (), " %u", NULL),
    .groups = groups,
    .description = (char *) found,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
  g_free (data.app_exec);
}

/* Returns whether a recent file is an opened trace. Earlier versions set the MIME type of opened traces instead of
 * the group. */
static gboolean
is_opened_trace (GtkRecentInfo *info)
{
  return gtk_recent_info_has_application (info, g_get_application_name ()) &&
         (gtk_recent_info_has_group (info, GROUP) ||
          g_strcmp0 (gtk_recent_info_get_mime_type (info), MIME_TYPE) == 0);
}

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_visited (*(GtkRecentInfo *const *) b),
                              gtk_recent_info_get_visited (*(GtkRecentInfo *const *) a));
}

/**
 * tv_recent_files_list:
 * @n_max: maximum number of files
 * @has_missing: whether to include files that no longer exist
 *
 * Returns: (transfer full) (element-type GtkRecentInfo): opened traces, the newest first
 */
GPtrArray *
tv_recent_files_list (guint n_max, gboolean has_missing)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *item = items; item != NULL; item = item->next)
    if (is_opened_trace (item->data) && gtk_recent_info_is_local (item->data) &&
        (has_missing || gtk_recent_info_exists (item->data)))
      g_ptr_array_add (list, gtk_recent_info_ref (item->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);

  g_ptr_array_sort (list, compare_newest_first);
  if (list->len > n_max)
    g_ptr_array_set_size (list, (int) n_max);
  return list;
}

/* Returns: (transfer full): the label of a menu item, with doubled underscores, so that they are not mnemonics */
static char *
dup_label (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autofree char *name = tv_file_dup_shown_name (file);
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv ("__", parts);
}

/* Returns: (transfer full): a menu whose items open recent files with `win.open-uri` */
GMenuModel *
tv_recent_files_dup_menu (void)
{
  g_autoptr (GPtrArray) list = tv_recent_files_list (N_IN_MENU, FALSE);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < list->len; i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (list, i);
      g_autofree char *label = dup_label (info);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-uri", "s", gtk_recent_info_get_uri (info));
      g_menu_append_item (section, item);
    }
  if (list->len > 0)
    g_menu_append_section (menu, _("Recent"), G_MENU_MODEL (section));
  else
    g_menu_append (menu, _("No Recent Files"), "win.none");
  return G_MENU_MODEL (menu);
}
