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

/* A file is replaced in one step or not at all: everything goes to a new file beside it, which
 * takes its name when it is complete and on the disk. For files of this system that is done here
 * and not by g_file_replace(), which writes into the old file where that has several names or is
 * somebody else's. */

static gboolean
set_error_from_errno (int code, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

/* Gives the new file the old one's permissions. A target that is no file is refused: a device or
 * directory must not be renamed over. */
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
  /* A symbolic link stays one: what it leads to is replaced. */
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
  /* Closing it cancelled leaves the old file as it was. */
  g_cancellable_cancel (give_up);
  g_output_stream_close (G_OUTPUT_STREAM (stream), give_up, NULL);
  return FALSE;
}

/**
 * tv_replace_file:
 * @file: what to write, new or in place of an old one
 * @write: writes its contents
 * @data: for @write
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put the error
 *
 * Whatever goes wrong, an old file stays as it was and nothing new is left behind.
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
