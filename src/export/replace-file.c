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

/* Replaces a file completely or not at all: writes a new file in the same folder, syncs it, and renames it.
 * g_file_replace() is not used for local files, because it overwrites an old file that has several links or another
 * owner. Called by all exports to files, in the window (on workers) and on the command line. Only changes the file
 * system. tv_replacement_free() removes the temporary file unless the replacement was committed. */

static gboolean
set_error_from_errno (int code, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

/* Copies the permissions of the old file. Fails if it is not a regular file, because devices and directories must not
 * be replaced. */
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

struct _TvReplacement
{
  char *target;
  char *temporary;
  int fd;
};

/**
 * tv_replacement_new:
 * @path: file to create or replace
 * @error: (nullable): return location for a %G_IO_ERROR
 *
 * Creates an empty temporary file in the folder of @path, for writers that need a path.
 * Returns: (transfer full) (nullable): the replacement; tv_replacement_free() removes the temporary file unless it
 * was committed
 */
TvReplacement *
tv_replacement_new (const char *path, GError **error)
{
  g_autoptr (TvReplacement) self = g_new0 (TvReplacement, 1);
  /* A symbolic link is kept, and its target is replaced. */
  char *resolved = realpath (path, NULL);
  g_autofree char *folder = NULL;
  g_autofree char *temporary = NULL;

  self->target = g_strdup (resolved != NULL ? resolved : path);
  free (resolved);
  folder = g_path_get_dirname (self->target);
  temporary = g_build_filename (folder, ".traceview-XXXXXX", NULL);
  self->fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0666);
  if (self->fd < 0)
    {
      set_error_from_errno (errno, error);
      return NULL;
    }
  self->temporary = g_steal_pointer (&temporary);
  return take_permissions (self->fd, self->target, error) ? g_steal_pointer (&self) : NULL;
}

const char *
tv_replacement_get_path (const TvReplacement *self)
{
  return self->temporary;
}

/**
 * tv_replacement_commit:
 * @self: a replacement
 * @error: (nullable): return location for a %G_IO_ERROR
 *
 * Syncs the temporary file, and renames it to the final path. Can only be called once.
 * Returns: whether the file was replaced
 */
gboolean
tv_replacement_commit (TvReplacement *self, GError **error)
{
  int fd = self->fd;

  if (fsync (fd) != 0)
    return set_error_from_errno (errno, error);
  self->fd = -1;
  if (close (fd) != 0 || g_rename (self->temporary, self->target) != 0)
    return set_error_from_errno (errno, error);
  g_clear_pointer (&self->temporary, g_free);
  return TRUE;
}

void
tv_replacement_free (TvReplacement *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_free (self->temporary);
  g_free (self->target);
  g_free (self);
}

static gboolean
replace_local_file (const char *path,
                    TvFileWriter write,
                    gpointer data,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TvReplacement) replacement = tv_replacement_new (path, error);
  g_autoptr (GOutputStream) stream = NULL;

  if (replacement == NULL)
    return FALSE;
  stream = g_unix_output_stream_new (replacement->fd, FALSE);
  return write (stream, data, cancellable, error) &&
         !g_cancellable_set_error_if_cancelled (cancellable, error) &&
         tv_replacement_commit (replacement, error);
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
  /* Closing the stream with a cancelled cancellable keeps the old file. */
  g_cancellable_cancel (give_up);
  g_output_stream_close (G_OUTPUT_STREAM (stream), give_up, NULL);
  return FALSE;
}

/**
 * tv_replace_file:
 * @file: file to create or replace
 * @write: function that writes the contents
 * @data: user data of @write
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Creates or replaces a file. On any error, the old file remains unchanged, and no new file remains.
 * Returns: whether the file was written
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
  g_set_error (error, TV_ERROR, TV_ERROR_IO, _("Could not write “%s”: %s"), name, cause->message);
  return FALSE;
}
