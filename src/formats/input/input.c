/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/input.h"

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
#include "core/memory/parallel.h"
#include "formats/input/unpack.h"

/* Reads files into private memory, as a whole or in pieces, and never maps them. If a mapped file were truncated, or
 * its network share lost, SIGBUS would kill the program. The content of a mapping could also change at any time.
 * load.c, bundle.c, multi-file.c, cut.c and others open inputs; all readers use them. tv_input_load(), _unpack() and
 * _strip() replace the content, so pointers into it become invalid. tv_input_give_back() frees pages that a reader
 * has consumed; these bytes then read as 0. A TvInputWindow has one buffer, which the next call of
 * tv_input_window_peek() may overwrite, so each thread needs its own window. */

#define FIRST_CAPACITY (1024 * 1024)
/* Maximum number of bytes that are read between two checks for cancellation. */
#define READ_BYTES      (8u * 1024 * 1024)
#define GIVE_BACK_BYTES (2u * 1024 * 1024) /* unit in which memory is released: huge pages */
#define WINDOW_BYTES    (256u * 1024)      /* fits in the private cache of a CPU */
#define PREFIX_BYTES    (64u * 1024)       /* sufficient for detection */
#define POLL_MS         100
#define MAX_STREAM_SIZE (G_GUINT64_CONSTANT (4) << 30)
#define DECODE_BYTES    (256u * 1024) /* number of bytes that are decoded at a time */

/* Private memory pages that can grow. */
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
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE, _("it does not fit in memory"));
      return FALSE;
    }
  /* Without huge pages, page faults would take longer than reading. */
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

/* Waits for input from a pipe, in short steps so that loading can be cancelled. */
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

/* Reads at most @n bytes. Sets @size to the number of bytes read, which is 0 at the end of the file. */
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

/* State of reading a file of known size in pieces. Pieces are read in parallel, because page faults in the
 * destination take most of the time. */
typedef struct
{
  int fd;
  off_t start;
  guint8 *address;
  gsize size;
  GCancellable *cancellable;
  gsize *n_read; /* for each piece, number of bytes read */
  int error;     /* atomic: errno of the first failure, or 0 */
} Pieces;

static void
read_piece (guint piece, gpointer data)
{
  Pieces *self = data;
  gsize start = (gsize) piece * READ_BYTES, at = start;
  gsize end = MIN (start + READ_BYTES, self->size);

  while (at < end && !g_cancellable_is_cancelled (self->cancellable))
    {
      gssize n = pread (self->fd, self->address + at, end - at, self->start + (off_t) at);

      if (n == 0)
        break;
      if (n > 0)
        at += (gsize) n;
      else if (errno != EINTR && errno != EAGAIN)
        {
          g_atomic_int_set (&self->error, errno);
          break;
        }
    }
  self->n_read[piece] = at - start;
}

/* Reads @size bytes, the size of the file when it was opened. Reads fewer bytes if the file has been truncated
 * since. */
static gboolean
read_size (int fd, Pages *pages, gsize size, GCancellable *cancellable, GError **error)
{
  guint n = (guint) ((size + READ_BYTES - 1) / READ_BYTES);
  g_autofree gsize *n_read = g_new0 (gsize, n);
  Pieces pieces = {
    .fd = fd, .start = lseek (fd, 0, SEEK_CUR), .cancellable = cancellable, .n_read = n_read
  };

  if (pieces.start < 0)
    return set_io_error (error);
  if (!set_capacity (pages, size, error))
    return FALSE;
  pieces.address = pages->address;
  pieces.size = size;
  tv_parallel_run (n, read_piece, &pieces);
  if (g_cancellable_is_cancelled (cancellable))
    return tv_error_set_cancelled (error);
  errno = pieces.error;
  if (errno != 0)
    return set_io_error (error);
  for (guint i = 0; i < n; i++)
    {
      pages->size += n_read[i];
      if (n_read[i] < READ_BYTES)
        break;
    }
  return TRUE;
}

/* Reads a pipe or another file of unknown size to its end. */
static gboolean
read_to_end (int fd, Pages *pages, GCancellable *cancellable, GError **error)
{
  gsize n = 0;

  do
    {
      if (pages->size >= MAX_STREAM_SIZE)
        {
          g_set_error_literal (
              error, TV_ERROR, TV_ERROR_TOO_LARGE,
              _("the stream is larger than 4 GB; save it to a regular file first"));
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

static int
open_file (const char *path)
{
  if (g_str_equal (path, TV_INPUT_STDIN))
    return fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  /* O_NONBLOCK: opening a pipe without a writer must not block. */
  return g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
}

static void
prefix_name (const char *path, GError **error)
{
  g_autofree char *display = tv_input_dup_display_name (path);

  g_prefix_error (error, "%s: ", display);
}

/**
 * tv_input_dup_display_name:
 * @path: path of a file, or %TV_INPUT_STDIN
 *
 * Returns: (transfer full): the name to display for the file
 */
char *
tv_input_dup_display_name (const char *path)
{
  return g_str_equal (path, TV_INPUT_STDIN) ? g_strdup (_("standard input"))
                                            : tv_file_name_dup_shown (path);
}

/* Returns: (transfer none): name of the file or member, for debug messages */
const char *
tv_input_get_name (const TvInput *self)
{
  return self->name != NULL ? self->name : self->path != NULL ? self->path : "(bytes)";
}

static void
set_bytes (TvInput *self, GBytes *bytes)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = bytes;
  self->data = g_bytes_get_data (bytes, &self->size);
  self->detection = (TvDetection){ 0 };
  /* Empty bytes have no data pointer. */
  if (self->data == NULL)
    self->data = (const guint8 *) "";
  self->prefix = self->data;
  self->prefix_size = self->size;
}

static void
set_pages (TvInput *self, Pages *pages)
{
  set_bytes (self, g_bytes_new_with_free_func (pages->address, pages->size, free_pages, pages));
  self->is_own = TRUE;
}

/* Converts a file to UTF-8 piece by piece, so that only the text and one piece are in memory. */
static gboolean
decode (TvInput *self, const TvEncoding *encoding, GCancellable *cancellable, GError **error)
{
  TvInputWindow window = { .input = self, .min = DECODE_BYTES };
  Pages *pages = g_new0 (Pages, 1);
  gsize at = encoding->mark;
  gboolean is_decoded = set_capacity (pages, tv_encoding_max_size (self->size), error);

  while (is_decoded && at < self->size)
    {
      gsize n_consumed = 0, n;
      const guint8 *bytes = tv_input_window_peek (&window, at, DECODE_BYTES, &n, error);

      n = MIN (n, DECODE_BYTES);
      if (bytes == NULL || g_cancellable_is_cancelled (cancellable))
        {
          is_decoded = bytes == NULL ? FALSE : tv_error_set_cancelled (error);
          break;
        }
      pages->size += tv_encoding_decode (encoding, bytes, n, n < DECODE_BYTES,
                                         pages->address + pages->size, &n_consumed);
      /* A truncated file has no more data. */
      if (n_consumed == 0)
        break;
      at += n_consumed;
      if (self->data != NULL)
        tv_input_give_back (self, at);
    }
  tv_input_window_clear (&window);
  if (!is_decoded)
    {
      free_pages (pages);
      return FALSE;
    }
  tv_input_has_changed (self);
  set_pages (self, pages);
  self->n_given_back = 0;
  return TRUE;
}

/* Converts a file in memory to UTF-8, if necessary. */
static gboolean
decode_bytes (TvInput *self, GCancellable *cancellable, GError **error)
{
  TvEncoding encoding = tv_encoding_find (self->data, MIN (self->size, PREFIX_BYTES));

  if (tv_encoding_needs_conversion (&encoding))
    return decode (self, &encoding, cancellable, error);
  if (encoding.mark > 0)
    {
      set_bytes (self,
                 g_bytes_new_from_bytes (self->bytes, encoding.mark, self->size - encoding.mark));
      self->is_own = FALSE;
    }
  return TRUE;
}

static TvInput *
new_source (const char *path, int fd)
{
  TvInput *self = g_new0 (TvInput, 1);

  self->path = g_strdup (path);
  self->fd = fd;
  return self;
}

/**
 * tv_input_new_for_bytes:
 * @bytes: content of a file
 *
 * Returns: (transfer full): an input without a path, for which tv_input_open_sibling() finds no file
 */
TvInput *
tv_input_new_for_bytes (GBytes *bytes)
{
  TvInput *self = new_source (NULL, -1);

  set_bytes (self, g_bytes_ref (bytes));
  /* If memory is exhausted, the text remains in its encoding. */
  decode_bytes (self, NULL, NULL);
  return self;
}

static gssize
read_at (int fd, guint8 *buffer, gsize n, gsize offset)
{
  gssize n_read;

  do
    n_read = pread (fd, buffer, n, (off_t) offset);
  while (n_read < 0 && errno == EINTR);
  return n_read;
}

/* Converts the first bytes to UTF-8, so that probes see the same text as readers. */
static void
decode_prefix (TvInput *self)
{
  TvEncoding encoding = tv_encoding_find (self->prefix, self->prefix_size);
  guint8 *text;
  gsize n_consumed;

  if (tv_encoding_needs_conversion (&encoding))
    {
      text = g_malloc (tv_encoding_max_size (self->prefix_size));
      self->prefix_size = tv_encoding_decode (&encoding, self->prefix + encoding.mark,
                                              self->prefix_size - encoding.mark, FALSE, text,
                                              &n_consumed);
      g_free (self->first_bytes);
      self->prefix = self->first_bytes = text;
      self->encoding = encoding;
      return;
    }
  if (encoding.mark == 0 || lseek (self->fd, encoding.mark, SEEK_SET) < 0)
    return;
  self->n_skipped = encoding.mark;
  self->size -= encoding.mark;
  self->prefix += encoding.mark;
  self->prefix_size -= encoding.mark;
}

/* Reads the first bytes of a regular file, which stays open, so that a TvInputWindow can read further bytes. Reads
 * standard input, a file of size 0, as in /proc, and any other file to its end. */
static gboolean
begin (TvInput *self, GCancellable *cancellable, GError **error)
{
  gboolean is_stdin = g_str_equal (self->path, TV_INPUT_STDIN);
  struct stat stat;
  gssize n_read;

  if (fstat (self->fd, &stat) < 0)
    return set_io_error (error);
  if (S_ISDIR (stat.st_mode))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("this is a folder"));
      return FALSE;
    }
  if (!S_ISREG (stat.st_mode) || stat.st_size == 0 || is_stdin)
    return tv_input_load (self, cancellable, error);
  self->size = (gsize) stat.st_size;
  self->modified_s = stat.st_mtim.tv_sec;
  self->modified_ns = stat.st_mtim.tv_nsec;
  self->first_bytes = g_malloc (PREFIX_BYTES);
  n_read = read_at (self->fd, self->first_bytes, PREFIX_BYTES, 0);
  if (n_read < 0)
    return set_io_error (error);
  self->prefix = self->first_bytes;
  self->prefix_size = (gsize) n_read;
  decode_prefix (self);
  return TRUE;
}

/**
 * tv_input_open:
 * @path: path of a file, or %TV_INPUT_STDIN
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message begins with the file's name
 *
 * Opens a file. Standard input, a pipe or another file that is not regular is read into memory.
 *
 * Returns: (transfer full) (nullable): the input; %NULL on error
 */
TvInput *
tv_input_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvInput) self = NULL;
  int fd = open_file (path);

  if (fd < 0)
    {
      set_io_error (error);
      prefix_name (path, error);
      return NULL;
    }
  g_log (TV_INPUT_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "%s: opened", path);
  self = new_source (path, fd);
  if (!begin (self, cancellable, error))
    {
      prefix_name (path, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * tv_input_dup_stored:
 * @self: an open file
 *
 * Creates a second input of the open file, which is read through a #TvInputWindow. It remains valid when @self is
 * loaded, or when the file is replaced on disk.
 *
 * Returns: (transfer full) (nullable): input of the bytes on disk, without conversion; %NULL if @self is in memory
 */
TvInput *
tv_input_dup_stored (const TvInput *self)
{
  int fd = self->fd >= 0 ? fcntl (self->fd, F_DUPFD_CLOEXEC, 0) : -1;
  TvInput *stored;

  if (fd < 0)
    return NULL;
  stored = new_source (self->path, fd);
  stored->size = self->size + self->n_skipped;
  return stored;
}

/**
 * tv_input_load:
 * @self: an input
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message does not contain the file name
 *
 * Reads a file into memory, unless it is already there. Marks the file as changed if it has been written to or
 * truncated since it was opened.
 */
gboolean
tv_input_load (TvInput *self, GCancellable *cancellable, GError **error)
{
  TvDetection detection = self->detection;
  Pages *pages;
  gboolean is_read;

  if (self->data != NULL)
    return TRUE;
  if (tv_encoding_needs_conversion (&self->encoding))
    {
      if (!decode (self, &self->encoding, cancellable, error))
        return FALSE;
      close (self->fd);
      self->fd = -1;
      return TRUE;
    }
  pages = g_new0 (Pages, 1);
  if (self->size > 0)
    is_read = read_size (self->fd, pages, self->size, cancellable, error);
  else
    is_read = read_to_end (self->fd, pages, cancellable, error);
  if (!is_read)
    {
      free_pages (pages);
      return FALSE;
    }
  if (pages->size < self->size || tv_input_has_changed (self))
    tv_input_set_changed (self);
  close (self->fd);
  self->fd = -1;
  set_pages (self, pages);
  /* If the first bytes were sufficient to detect the format, the result still applies; otherwise, the whole file is
   * probed again. */
  if (detection.format != NULL)
    self->detection = detection;
  /* The encoding of a regular file was detected when the file was opened. */
  return self->first_bytes != NULL || decode_bytes (self, cancellable, error);
}

/**
 * tv_input_open_sibling:
 * @self: an input
 * @extension: suffix of the input's name, such as ".key"
 * @sibling_extension: suffix of the other file, such as ".data"
 * @cancellable: (nullable): a #GCancellable
 *
 * Opens the file whose name differs from that of the input only in the suffix.
 *
 * Returns: (transfer full) (nullable): the other file; %NULL if it cannot be read, or if the input's name does not
 * have the suffix
 */
TvInput *
tv_input_open_sibling (const TvInput *self,
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
  return tv_input_open (path, cancellable, NULL);
}

/**
 * tv_input_unpack:
 * @self: an input in memory
 * @is_trace: test that selects the member of an archive
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message does not contain the file name
 *
 * Replaces compressed bytes, such as gzip, with the decompressed bytes. Does nothing if the bytes are not compressed.
 */
gboolean
tv_input_unpack (TvInput *self, TvInputTest is_trace, GCancellable *cancellable, GError **error)
{
  GBytes *unpacked = tv_unpack (self->bytes, is_trace, tv_unpack_limit (self->size), cancellable,
                                &self->is_cut, error);

  if (unpacked == NULL)
    return FALSE;
  if (self->bytes == unpacked)
    {
      g_bytes_unref (unpacked);
      return TRUE;
    }
  self->is_own = FALSE;
  set_bytes (self, unpacked);
  return decode_bytes (self, cancellable, error);
}

/**
 * tv_input_strip:
 * @self: a text file in memory
 * @prefix: common prefix of the lines
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message does not contain the file name
 *
 * Strips the prefix from all lines that have it, and releases the memory of the original bytes.
 */
gboolean
tv_input_strip (TvInput *self,
                const TvLinePrefix *prefix,
                GCancellable *cancellable,
                GError **error)
{
  Pages *pages = g_new0 (Pages, 1);
  const char *text = (const char *) self->data;
  gboolean is_stripped = set_capacity (pages, self->size + 1, error);

  for (gsize at = 0; is_stripped && at < self->size;)
    {
      gsize end = MIN (at + READ_BYTES, self->size);
      const char *feed = memchr (text + end, '\n', self->size - end);

      if (end < self->size)
        end = feed != NULL ? (gsize) (feed + 1 - text) : self->size;
      pages->size += tv_line_prefix_strip (prefix, text + at, end - at,
                                           (char *) pages->address + pages->size);
      at = end;
      tv_input_give_back (self, at);
      if (g_cancellable_is_cancelled (cancellable))
        is_stripped = tv_error_set_cancelled (error);
    }
  if (!is_stripped)
    {
      free_pages (pages);
      return FALSE;
    }
  set_pages (self, pages);
  self->n_given_back = 0;
  return TRUE;
}

/**
 * tv_input_give_back:
 * @self: an input
 * @end: offset in bytes; earlier bytes must not be read again
 *
 * Releases the memory of consumed bytes, if the input owns that memory. Only for readers whose trace does not refer
 * to the bytes. Not thread-safe.
 */
void
tv_input_give_back (TvInput *self, gsize end)
{
  gsize n = MIN (end, self->size);

  n -= n % GIVE_BACK_BYTES;
  if (!self->is_own || n <= self->n_given_back)
    return;
  madvise ((guint8 *) self->data + self->n_given_back, n - self->n_given_back, MADV_DONTNEED);
  self->n_given_back = n;
}

/**
 * tv_input_set_changed:
 *
 * Marks the file as changed while it was read. Thread-safe.
 */
void
tv_input_set_changed (TvInput *self)
{
  g_atomic_int_set (&self->has_changed, TRUE);
}

/**
 * tv_input_has_changed:
 * @self: an input
 *
 * Checks whether the file on disk has changed, and if so, marks it as changed.
 *
 * Returns: whether the file has been written to or truncated since it was opened
 */
gboolean
tv_input_has_changed (TvInput *self)
{
  struct stat now;

  if (self->fd >= 0 && self->size > 0 &&
      (fstat (self->fd, &now) != 0 || (gsize) now.st_size != self->size + self->n_skipped ||
       now.st_mtim.tv_sec != self->modified_s || now.st_mtim.tv_nsec != self->modified_ns))
    tv_input_set_changed (self);
  return g_atomic_int_get (&self->has_changed);
}

void
tv_input_free (TvInput *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->calls, g_bytes_unref);
  g_free (self->first_bytes);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

static gboolean
make_space (TvInputWindow *self, gsize size, GError **error)
{
  if (size <= self->capacity)
    return TRUE;
  g_free (self->buffer);
  self->size = self->capacity = 0;
  self->buffer = g_try_malloc (size);
  if (self->buffer == NULL)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE, _("it does not fit in memory"));
      return FALSE;
    }
  self->capacity = size;
  return TRUE;
}

static gboolean
move_window (TvInputWindow *self, gsize offset, gsize size, GError **error)
{
  gsize min = self->min > 0 ? self->min : WINDOW_BYTES;
  gsize wanted = MIN (MAX (size, min), self->input->size - offset);

  if (!make_space (self, wanted, error))
    return FALSE;
  self->start = offset;
  self->size = 0;
  while (self->size < wanted)
    {
      gssize n = read_at (self->input->fd, self->buffer + self->size, wanted - self->size,
                          offset + self->size + self->input->n_skipped);

      if (n < 0)
        return set_io_error (error);
      if (n == 0)
        {
          tv_input_set_changed (self->input);
          break;
        }
      self->size += (gsize) n;
    }
  return TRUE;
}

/**
 * tv_input_window_shows:
 * @self: a window
 * @offset: file offset
 * @size: number of bytes; must not extend beyond the file
 *
 * Returns: whether the buffer of the window already contains the bytes
 */
gboolean
tv_input_window_shows (const TvInputWindow *self, gsize offset, gsize size)
{
  if (self->input->data != NULL)
    return TRUE;
  return offset >= self->start && offset - self->start <= self->size &&
         size <= self->size - (offset - self->start);
}

/**
 * tv_input_window_peek:
 * @self: a window; initially, only @input, and optionally @min, are set
 * @offset: file offset, at most the size of the file
 * @size: required number of bytes
 * @available: (out): number of available bytes, often more than @size; less than @size only at the end of the file or
 *   after truncation
 * @error: set to %TV_ERROR_IO or %TV_ERROR_TOO_LARGE
 *
 * Moves the window, if necessary, so that it contains the required bytes.
 *
 * Returns: (transfer none) (nullable): the bytes, valid until the next call; %NULL on error
 */
const guint8 *
tv_input_window_peek (TvInputWindow *self,
                      gsize offset,
                      gsize size,
                      gsize *available,
                      GError **error)
{
  const TvInput *input = self->input;

  g_return_val_if_fail (offset <= input->size, NULL);
  if (input->data != NULL)
    {
      *available = input->size - offset;
      return input->data + offset;
    }
  size = MIN (size, input->size - offset);
  if (!tv_input_window_shows (self, offset, size) && !move_window (self, offset, size, error))
    return NULL;
  *available = self->size - (offset - self->start);
  return self->buffer + (offset - self->start);
}

void
tv_input_window_clear (TvInputWindow *self)
{
  g_clear_pointer (&self->buffer, g_free);
  self->capacity = self->size = 0;
}
