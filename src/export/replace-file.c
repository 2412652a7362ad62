/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/replace-file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/file-name.h"

/* Replaces a file atomically or not at all: writes to a new file beside it, syncs it, and renames it. Local files
 * do not use g_file_replace(), which writes into the old file if that has several links or another owner. */

static gboolean
set_error_from_errno (int code, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

/* Copies the permissions of the old file. Refuses targets that are no regular file: a device or a directory must
 * not be replaced. */
static gboolean
take_permissions (int fd, const char *target, GError **error)
{
  struct stat old;

  if (stat (target, &old) != 0)
    return errno == ENOENT || set_error_from_errno (errno, error);
  if (!S_ISREG (old.st_mode))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                           _("It is not a regular file"));
      return FALSE;
    }
  return fchmod (fd, old.st_mode & 0777) == 0 || set_error_from_errno (errno, error);
}

static gboolean
write_and_sync (int fd,
                TvFileWriter write,
                gpointer data,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (fd, FALSE);

  if (!write (stream, data, cancellable, error))
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return fsync (fd) == 0 || set_error_from_errno (errno, error);
}

static gboolean
replace_local_file (const char *path,
                    TvFileWriter write,
                    gpointer data,
                    GCancellable *cancellable,
                    GError **error)
{
  /* A symbolic link stays a link: its target is replaced. */
  char *resolved = realpath (path, NULL);
  g_autofree char *target = g_strdup (resolved != NULL ? resolved : path);
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *temporary = g_build_filename (folder, ".traceview-XXXXXX", NULL);
  gboolean is_done;
  int fd;

  free (resolved);
  fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0)
    return set_error_from_errno (errno, error);
  is_done = take_permissions (fd, target, error) &&
            write_and_sync (fd, write, data, cancellable, error);
  if (close (fd) != 0 && is_done)
    is_done = set_error_from_errno (errno, error);
  if (is_done && g_rename (temporary, target) != 0)
    is_done = set_error_from_errno (errno, error);
  if (!is_done)
    g_unlink (temporary);
  return is_done;
}

static gboolean
replace_remote_file (GFile *file,
                     TvFileWriter write,
                     gpointer data,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GFileOutputStream)
      stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);
  g_autoptr (GCancellable) give_up = g_cancellable_new ();

  if (stream == NULL)
    return FALSE;
  if (write (G_OUTPUT_STREAM (stream), data, cancellable, error))
    return g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, error);
  /* Closing with a cancelled cancellable keeps the old file. */
  g_cancellable_cancel (give_up);
  g_output_stream_close (G_OUTPUT_STREAM (stream), give_up, NULL);
  return FALSE;
}

/**
 * tv_replace_file:
 * @file: file to create or to replace
 * @write: callback that writes the contents
 * @data: for @write
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put the error
 *
 * On any error the old file stays unchanged and no new file is left behind.
 *
 * Returns: whether the file was written; else %TV_ERROR_CANCELLED or %TV_ERROR_IO
 */
gboolean
tv_replace_file (GFile *file,
                 TvFileWriter write,
                 gpointer data,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GError) cause = NULL;
  const char *path = g_file_is_native (file) ? g_file_peek_path (file) : NULL;
  g_autofree char *name = NULL;
  gboolean is_done = path != NULL ? replace_local_file (path, write, data, cancellable, &cause)
                                  : replace_remote_file (file, write, data, cancellable, &cause);

  if (is_done)
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      g_error_matches (cause, TV_ERROR, TV_ERROR_CANCELLED))
    return tv_error_set_cancelled (error);
  name = path != NULL ? tv_file_name_dup_shown (path) : g_file_get_uri (file);
  g_set_error (error, TV_ERROR, TV_ERROR_IO, _("“%s” could not be written: %s"), name,
               cause->message);
  return FALSE;
}
