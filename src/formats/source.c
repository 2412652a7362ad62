/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "core/error.h"
#include "formats/container.h"

typedef struct
{
  gpointer address;
  gsize size;
} Mapping;

static void
unmap (gpointer data)
{
  Mapping *mapping = data;

  munmap (mapping->address, mapping->size);
  g_free (mapping);
}

static GBytes *
map (int fd, gsize size)
{
  gpointer address;
  Mapping *mapping;

  if (size == 0)
    return g_bytes_new (NULL, 0);
  address = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address == MAP_FAILED)
    return NULL;
  /* Readers go through a file from front to back. */
  madvise (address, size, MADV_SEQUENTIAL);
  mapping = g_new (Mapping, 1);
  *mapping = (Mapping){ address, size };
  return g_bytes_new_with_free_func (address, size, unmap, mapping);
}

static GBytes *
read_to_end (int fd, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize chunk = 1024 * 1024;

  for (;;)
    {
      guint old = bytes->len;
      gssize n;

      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (old > G_MAXUINT - chunk)
        {
          g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                               _("more than 4 GB come out of what is no regular file; save them "
                                 "to one first"));
          return NULL;
        }
      g_byte_array_set_size (bytes, old + chunk);
      do
        n = read (fd, bytes->data + old, chunk);
      while (n < 0 && errno == EINTR);
      if (n < 0)
        {
          g_set_error_literal (error, TV_ERROR, TV_ERROR_IO, g_strerror (errno));
          return NULL;
        }
      g_byte_array_set_size (bytes, old + n);
      if (n == 0)
        return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
    }
}

static GBytes *
load_bytes (int fd, GCancellable *cancellable, GError **error)
{
  struct stat status;
  GBytes *bytes = NULL;

  if (fstat (fd, &status) < 0)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_IO, g_strerror (errno));
      return NULL;
    }
  if (S_ISDIR (status.st_mode))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("this is a folder"));
      return NULL;
    }
  if (S_ISREG (status.st_mode))
    bytes = map (fd, (gsize) status.st_size);
  return bytes != NULL ? bytes : read_to_end (fd, cancellable, error);
}

/**
 * tv_source_open:
 * @path: name of a file
 * @cancellable: (nullable): to stop it
 * @error: set in the domain %TV_ERROR; the message begins with the file's name
 *
 * Returns: (transfer full) (nullable): its bytes
 */
TvSource *
tv_source_open (const char *path, GCancellable *cancellable, GError **error)
{
  TvSource *self;
  GBytes *bytes;
  int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);

  if (fd < 0)
    {
      g_autofree char *display = g_filename_display_name (path);

      g_set_error (error, TV_ERROR, TV_ERROR_IO, "%s: %s", display, g_strerror (errno));
      return NULL;
    }
  bytes = load_bytes (fd, cancellable, error);
  close (fd);
  if (bytes == NULL)
    {
      g_autofree char *display = g_filename_display_name (path);

      g_prefix_error (error, "%s: ", display);
      return NULL;
    }
  self = g_new0 (TvSource, 1);
  self->path = g_strdup (path);
  self->bytes = bytes;
  self->data = g_bytes_get_data (bytes, &self->size);
  return self;
}

/**
 * tv_source_open_sibling:
 * @self: a source
 * @extension: how its name ends, such as ".key"
 * @sibling_extension: how the other's name ends, such as ".data"
 * @cancellable: (nullable): to stop it
 *
 * Returns: (transfer full) (nullable): the file beside it, or %NULL if it cannot be read or the
 *   source's name does not end so
 */
TvSource *
tv_source_open_sibling (const TvSource *self,
                        const char *extension,
                        const char *sibling_extension,
                        GCancellable *cancellable)
{
  g_autofree char *stem = NULL;
  g_autofree char *path = NULL;

  if (!g_str_has_suffix (self->path, extension))
    return NULL;
  stem = g_strndup (self->path, strlen (self->path) - strlen (extension));
  path = g_strconcat (stem, sibling_extension, NULL);
  return tv_source_open (path, cancellable, NULL);
}

/**
 * tv_source_unpack:
 * @self: a source
 * @cancellable: (nullable): to stop it
 * @is_cut: (out): whether what it was packed in is cut
 * @error: set in the domain %TV_ERROR; the message does not name the file
 *
 * Puts in place of its bytes what they are packed in, such as gzip; nothing if they are not.
 */
gboolean
tv_source_unpack (TvSource *self, GCancellable *cancellable, gboolean *is_cut, GError **error)
{
  GBytes *unpacked = tv_container_unpack (self->bytes, tv_container_limit (self->size), cancellable,
                                          is_cut, error);

  if (unpacked == NULL)
    return FALSE;
  g_bytes_unref (self->bytes);
  self->bytes = unpacked;
  self->data = g_bytes_get_data (unpacked, &self->size);
  return TRUE;
}

void
tv_source_free (TvSource *self)
{
  if (self == NULL)
    return;
  g_bytes_unref (self->bytes);
  g_free (self->path);
  g_free (self);
}
