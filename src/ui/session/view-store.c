/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/session/view-store.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SUFFIX ".ini"

typedef struct
{
  char *path;
  gint64 changed_s;
} Entry;

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "traceview", "views", NULL);
}

/**
 * tv_view_store_dup_path:
 * @trace_path: file name of a trace
 *
 * Returns: (transfer full): the file of its view's state, which need not be there
 */
char *
tv_view_store_dup_path (const char *trace_path)
{
  g_autofree char *folder = dup_folder ();
  char *resolved = realpath (trace_path, NULL);
  g_autofree char *canonical = g_canonicalize_filename (resolved != NULL ? resolved : trace_path,
                                                        NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, canonical, -1);
  g_autofree char *name = g_strconcat (hash, SUFFIX, NULL);

  free (resolved);
  return g_build_filename (folder, name, NULL);
}

/* No more than a state may have, whatever lies there: a device or a pipe is not waited for. */
static char *
read_file (const char *path, gsize *length)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  g_autofree char *data = NULL;
  GStatBuf status;
  gsize n = 0;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && status.st_size > 0 &&
      status.st_size <= TV_VIEW_STATE_MAX_BYTES)
    {
      gsize room = (gsize) status.st_size;
      gssize got = 1;

      data = g_malloc (room);
      while (n < room && got > 0)
        {
          got = read (fd, data + n, room - n);
          n += got > 0 ? (gsize) got : 0;
        }
    }
  close (fd);
  *length = n;
  return n > 0 ? g_steal_pointer (&data) : NULL;
}

/**
 * tv_view_store_load:
 * @path: from tv_view_store_dup_path()
 *
 * Returns: (transfer full) (nullable): the state there, or %NULL if there is none
 */
TvViewState *
tv_view_store_load (const char *path)
{
  gsize length;
  g_autofree char *data = read_file (path, &length);
  TvViewState *state;

  if (data == NULL)
    return NULL;
  state = tv_view_state_parse (data, length);
  if (state == NULL)
    g_debug ("%s is not the state of a view", path);
  return state;
}

/**
 * tv_view_store_save:
 * @path: from tv_view_store_dup_path()
 * @data: (nullable): a state's, in place of the one before; %NULL removes that
 * @length: its bytes
 *
 * A file is replaced in one step or not at all.
 */
void
tv_view_store_save (const char *path, const char *data, gsize length)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  if (data == NULL)
    {
      g_unlink (path);
      return;
    }
  if (g_mkdir_with_parents (folder, 0700) != 0)
    g_debug ("%s could not be made: %s", folder, g_strerror (errno));
  else if (!g_file_set_contents_full (path, data, (gssize) length, G_FILE_SET_CONTENTS_CONSISTENT,
                                      0600, &error))
    g_debug ("%s could not be written: %s", path, error->message);
}

static int
compare_newest_first (const void *a, const void *b)
{
  const Entry *ea = a, *eb = b;

  if (ea->changed_s != eb->changed_s)
    return ea->changed_s > eb->changed_s ? -1 : 1;
  return g_strcmp0 (ea->path, eb->path);
}

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->path);
}

/* Removes the states of views that were not looked at for longest. */
void
tv_view_store_prune (guint n_kept)
{
  g_autofree char *folder = dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  const char *name;

  g_array_set_clear_func (entries, clear_entry);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Entry entry = { .path = g_build_filename (folder, name, NULL) };
      GStatBuf status;

      if (g_str_has_suffix (name, SUFFIX) && g_lstat (entry.path, &status) == 0)
        {
          entry.changed_s = status.st_mtime;
          g_array_append_val (entries, entry);
        }
      else
        g_free (entry.path);
    }
  if (entries->len <= n_kept)
    return;
  g_array_sort (entries, compare_newest_first);
  for (guint i = n_kept; i < entries->len; i++)
    g_unlink (g_array_index (entries, Entry, i).path);
}
