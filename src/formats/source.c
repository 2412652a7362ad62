/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "core/error.h"
#include "core/file-name.h"
#include "formats/container.h"

/* Files are read into memory of our own and never mapped. A mapped file that somebody cuts or that
 * lies on a share that goes away takes the program with it (SIGBUS), and what was read from it once
 * may be something else the next time. Reading costs about a tenth of a second more for 200 MB. */

#define FIRST_CAPACITY  (1024 * 1024)
#define READ_BYTES      (16u * 1024 * 1024) /* between two looks at the cancellable */
#define GIVE_BACK_BYTES (2u * 1024 * 1024)  /* whole huge pages */
#define POLL_MS         100
#define MAX_STREAM_SIZE (G_GUINT64_CONSTANT (4) << 30)

/* Pages of nobody else's, which grow. */
typedef struct
{
  guint8 *address;
  gsize capacity;
  gsize size;
} Pages;

static void
free_pages (gpointer data)
{
  Pages *pages = data;

  if (pages->address != NULL)
    munmap (pages->address, pages->capacity);
  g_free (pages);
}

static gboolean
set_capacity (Pages *self, gsize capacity, GError **error)
{
  gpointer address = self->address == NULL
                         ? mmap (NULL, capacity, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                         : mremap (self->address, self->capacity, capacity, MREMAP_MAYMOVE);

  if (address == MAP_FAILED)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE, _("it is larger than the memory"));
      return FALSE;
    }
  /* A fault for each 4 KB takes longer than to fill it. */
  madvise (address, capacity, MADV_HUGEPAGE);
  self->address = address;
  self->capacity = capacity;
  return TRUE;
}

static gboolean
set_io_error (GError **error)
{
  g_set_error_literal (error, TV_ERROR, TV_ERROR_IO, g_strerror (errno));
  return FALSE;
}

/* A pipe may take its time: it is waited for in steps, so that loading can be stopped. */
static gboolean
wait_for_data (int fd, GCancellable *cancellable, GError **error)
{
  struct pollfd polled = { .fd = fd, .events = POLLIN };

  for (;;)
    {
      int n = poll (&polled, 1, POLL_MS);

      if (n < 0 && errno != EINTR)
        return set_io_error (error);
      if (g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      if (n > 0)
        return TRUE;
    }
}

/* Reads at most @n bytes; @size tells how many, 0 at the end. */
static gboolean
read_some (int fd, Pages *pages, gsize n, GCancellable *cancellable, gsize *size, GError **error)
{
  for (;;)
    {
      gssize n_read;

      if (!wait_for_data (fd, cancellable, error))
        return FALSE;
      n_read = read (fd, pages->address + pages->size, MIN (n, READ_BYTES));
      if (n_read >= 0)
        {
          *size = (gsize) n_read;
          pages->size += *size;
          return TRUE;
        }
      if (errno != EINTR && errno != EAGAIN)
        return set_io_error (error);
    }
}

/* As many bytes as the file had when it was opened, or fewer if it was cut since. */
static gboolean
read_size (int fd, Pages *pages, gsize size, GCancellable *cancellable, GError **error)
{
  gsize n = 1;

  if (!set_capacity (pages, size, error))
    return FALSE;
  while (n > 0 && pages->size < size)
    if (!read_some (fd, pages, size - pages->size, cancellable, &n, error))
      return FALSE;
  return TRUE;
}

/* What comes out of a pipe, or of a file of which the system does not know how much it holds. */
static gboolean
read_to_end (int fd, Pages *pages, GCancellable *cancellable, GError **error)
{
  gsize n;

  do
    {
      if (pages->size >= MAX_STREAM_SIZE)
        {
          g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                               _("more than 4 GB come out of what is no regular file; save them "
                                 "to one first"));
          return FALSE;
        }
      if (pages->size == pages->capacity &&
          !set_capacity (pages, MAX (pages->capacity * 2, FIRST_CAPACITY), error))
        return FALSE;
      if (!read_some (fd, pages, pages->capacity - pages->size, cancellable, &n, error))
        return FALSE;
    }
  while (n > 0);
  return TRUE;
}

static gboolean
is_same (const struct stat *before, const struct stat *after)
{
  return before->st_size == after->st_size && before->st_mtim.tv_sec == after->st_mtim.tv_sec &&
         before->st_mtim.tv_nsec == after->st_mtim.tv_nsec;
}

static gboolean
read_file (int fd, Pages *pages, gboolean *has_changed, GCancellable *cancellable, GError **error)
{
  struct stat before, after;

  if (fstat (fd, &before) < 0)
    return set_io_error (error);
  if (S_ISDIR (before.st_mode))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("this is a folder"));
      return FALSE;
    }
  if (!S_ISREG (before.st_mode) || before.st_size == 0)
    return read_to_end (fd, pages, cancellable, error);
  if (!read_size (fd, pages, (gsize) before.st_size, cancellable, error))
    return FALSE;
  *has_changed = fstat (fd, &after) != 0 || !is_same (&before, &after) ||
                 pages->size < (gsize) before.st_size;
  return TRUE;
}

static int
open_file (const char *path)
{
  if (g_str_equal (path, TV_SOURCE_STDIN))
    return fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  /* A pipe that nobody writes to yet must not keep us from being stopped. */
  return g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
}

static void
prefix_name (const char *path, GError **error)
{
  g_autofree char *display = tv_source_dup_display_name (path);

  g_prefix_error (error, "%s: ", display);
}

/**
 * tv_source_dup_display_name:
 * @path: name of a file, or %TV_SOURCE_STDIN
 *
 * Returns: (transfer full): the name as users see it
 */
char *
tv_source_dup_display_name (const char *path)
{
  return g_str_equal (path, TV_SOURCE_STDIN) ? g_strdup (_("standard input"))
                                             : tv_file_name_dup_shown (path);
}

static TvSource *
new_source (const char *path, GBytes *bytes)
{
  TvSource *self = g_new0 (TvSource, 1);

  self->path = g_strdup (path);
  self->bytes = bytes;
  self->data = g_bytes_get_data (bytes, &self->size);
  return self;
}

/**
 * tv_source_new_for_bytes:
 * @bytes: what a file would hold
 *
 * Returns: (transfer full): a source of bytes in memory, without a name and so without siblings
 */
TvSource *
tv_source_new_for_bytes (GBytes *bytes)
{
  return new_source (NULL, g_bytes_ref (bytes));
}

/**
 * tv_source_open:
 * @path: name of a file, or %TV_SOURCE_STDIN
 * @cancellable: (nullable): to stop it
 * @error: set in the domain %TV_ERROR; the message begins with the file's name
 *
 * Returns: (transfer full) (nullable): its bytes
 */
TvSource *
tv_source_open (const char *path, GCancellable *cancellable, GError **error)
{
  gboolean has_changed = FALSE, is_read;
  Pages *pages;
  TvSource *self;
  int fd = open_file (path);

  if (fd < 0)
    {
      set_io_error (error);
      prefix_name (path, error);
      return NULL;
    }
  pages = g_new0 (Pages, 1);
  is_read = read_file (fd, pages, &has_changed, cancellable, error);
  close (fd);
  if (!is_read)
    {
      free_pages (pages);
      prefix_name (path, error);
      return NULL;
    }
  self = new_source (path,
                     g_bytes_new_with_free_func (pages->address, pages->size, free_pages, pages));
  self->has_changed = has_changed;
  self->is_own = TRUE;
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

  if (self->path == NULL || !g_str_has_suffix (self->path, extension))
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
  self->is_own &= self->bytes == unpacked;
  self->bytes = unpacked;
  self->data = g_bytes_get_data (unpacked, &self->size);
  return TRUE;
}

/**
 * tv_source_give_back:
 * @self: a source
 * @end: where in its bytes; up to there nobody will look at them again
 *
 * Gives the memory of what has been read back to the system, if @end lies in the source's own. To
 * be called by readers whose trace does not refer to the text.
 */
void
tv_source_give_back (TvSource *self, const guint8 *end)
{
  gsize n;

  if (!self->is_own || end <= self->data || end > self->data + self->size)
    return;
  n = (gsize) (end - self->data);
  n -= n % GIVE_BACK_BYTES;
  if (n <= self->n_given_back)
    return;
  madvise ((guint8 *) self->data + self->n_given_back, n - self->n_given_back, MADV_DONTNEED);
  self->n_given_back = n;
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
