/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/container.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n.h>

#include "core/error.h"
#include "core/memory/string-pool.h"
#include "formats/input/layer.h"
#include "formats/input/unpack.h"

/* Lists and opens the members of a folder or an archive. libarchive reads the open file of the archive through a
 * window, which each call creates, so that several threads can read members and no large archive stays in memory.
 * Member names are never used as paths. Called by bundle.c only. Stateless. Blocks; any thread may call it. */

#define BLOCK_BYTES (64 * 1024)

typedef struct archive Archive;

static void
free_archive (Archive *archive)
{
  archive_read_free (archive);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Archive, free_archive)

/* Position of libarchive in the archive. */
typedef struct
{
  TvInputWindow window;
  gsize at;
} Reader;

static la_ssize_t
read_block (Archive *archive, void *data, const void **block)
{
  Reader *self = data;
  gsize n = 0;

  *block = "";
  if (self->at < self->window.input->size)
    *block = tv_input_window_peek (&self->window, self->at, BLOCK_BYTES, &n, NULL);
  if (*block == NULL)
    {
      archive_set_error (archive, EIO, "read error");
      return -1;
    }
  self->at += n;
  return (la_ssize_t) n;
}

static la_int64_t
skip_bytes (Archive *archive, void *data, la_int64_t n)
{
  Reader *self = data;
  gsize skipped = MIN ((gsize) MAX (n, 0), self->window.input->size - self->at);

  (void) archive;
  self->at += skipped;
  return (la_int64_t) skipped;
}

static la_int64_t
seek (Archive *archive, void *data, la_int64_t offset, int whence)
{
  Reader *self = data;
  la_int64_t size = (la_int64_t) self->window.input->size;
  la_int64_t base = whence == SEEK_CUR ? (la_int64_t) self->at : whence == SEEK_END ? size : 0, at;

  (void) archive;
  /* The offset may come from the archive. */
  if (__builtin_add_overflow (base, offset, &at) || at < 0 || at > size)
    return ARCHIVE_FAILED;
  self->at = (gsize) at;
  return at;
}

static int
close_reader (Archive *archive, void *data)
{
  Reader *self = data;

  (void) archive;
  tv_input_window_clear (&self->window);
  g_free (self);
  return ARCHIVE_OK;
}

static Archive *
open_archive (TvInput *input)
{
  g_autoptr (Archive) archive = archive_read_new ();
  Reader *reader;

  if (archive == NULL || archive_read_support_format_zip (archive) != ARCHIVE_OK ||
      archive_read_support_format_tar (archive) != ARCHIVE_OK ||
      archive_read_support_filter_gzip (archive) < ARCHIVE_WARN ||
      archive_read_support_filter_xz (archive) < ARCHIVE_WARN ||
      archive_read_support_filter_zstd (archive) < ARCHIVE_WARN)
    return NULL;
  reader = g_new0 (Reader, 1);
  reader->window = (TvInputWindow){ .input = input, .min = BLOCK_BYTES };
  archive_read_set_seek_callback (archive, seek);
  if (archive_read_open2 (archive, reader, NULL, read_block, skip_bytes, close_reader) !=
      ARCHIVE_OK)
    return NULL;
  return g_steal_pointer (&archive);
}

/* Returns (transfer full): the name as valid UTF-8 without tabs, because tabs separate the columns of lists. */
static char *
dup_name (const char *name)
{
  return g_strdelimit (tv_string_pool_dup_valid (name, strlen (name)), "\t", ' ');
}

static char *
dup_entry_name (struct archive_entry *entry)
{
  const char *name = archive_entry_pathname_utf8 (entry);

  if (name == NULL)
    name = archive_entry_pathname (entry);
  if (name != NULL && g_str_has_prefix (name, "./") && name[2] != '\0')
    name += 2;
  return dup_name (name != NULL ? name : "?");
}

/* Advances to the next regular file. */
static gboolean
go_to_next (Archive *archive, struct archive_entry **entry)
{
  int status;

  do
    status = archive_read_next_header (archive, entry);
  while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) &&
         (archive_entry_filetype (*entry) != AE_IFREG || archive_entry_hardlink (*entry) != NULL));
  return status == ARCHIVE_OK || status == ARCHIVE_WARN;
}

/* Appends the content of a member to @layer until @layer contains @max bytes. Fills the holes of a sparse member with
 * zeros. Sets @is_cut if the data is truncated. Returns FALSE with @error on failure. */
static gboolean
read_member (Archive *archive,
             TvLayer *layer,
             guint64 max,
             guint64 *n_unpacked,
             gboolean *is_cut,
             GError **error)
{
  static const guint8 zeros[BLOCK_BYTES];

  *is_cut = FALSE;
  while (layer->size < max)
    {
      const void *block;
      gsize n;
      la_int64_t offset;
      int status = archive_read_data_block (archive, &block, &n, &offset);

      if (status != ARCHIVE_OK)
        {
          *is_cut = status != ARCHIVE_EOF;
          return TRUE;
        }
      while (offset > (la_int64_t) layer->size && layer->size < max)
        if (!tv_layer_append (layer, zeros,
                              (gsize) MIN (MIN ((guint64) offset, max) - layer->size, sizeof zeros),
                              error))
          return FALSE;
      *n_unpacked += n;
      if (!tv_layer_check_cancel (layer, error) ||
          !tv_layer_append (layer, block, (gsize) MIN (n, max - MIN (max, layer->size)), error))
        return FALSE;
    }
  return TRUE;
}

/* ---- Archives ---- */

typedef struct
{
  TvContainerVisit visit;
  gpointer data;
  gboolean is_partial;
  guint n; /* number of members so far */
  GCancellable *cancellable;
} Listing;

static void
visit_entry (Listing *self, struct archive_entry *entry, const TvLayer *prefix)
{
  g_autofree char *name = dup_entry_name (entry);
  g_autoptr (GBytes) bytes = g_bytes_new_static (prefix->bytes, prefix->size);
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);

  self->visit (
      &(TvContainerMember){
          .name = name,
          .size = archive_entry_size_is_set (entry) ? archive_entry_size (entry) : -1,
          .modified_s = archive_entry_mtime_is_set (entry) ? archive_entry_mtime (entry) : -1,
          .is_locked = archive_entry_is_encrypted (entry),
          .prefix = input->prefix,
          .prefix_size = input->prefix_size,
      },
      self->data);
  self->n++;
}

/* Skips to the end of a member. This requires decompression if the archive is compressed, or if the size of the
 * member is not stored. Returns FALSE if more than @limit bytes have been decompressed in total. */
static gboolean
pass_over (Archive *archive, struct archive_entry *entry, guint64 limit, guint64 *n_unpacked)
{
  const void *block;
  gsize n;
  la_int64_t offset;

  if (archive_entry_size_is_set (entry) && archive_filter_count (archive) <= 1)
    return TRUE;
  while (*n_unpacked <= limit &&
         archive_read_data_block (archive, &block, &n, &offset) == ARCHIVE_OK)
    *n_unpacked += n;
  return *n_unpacked <= limit;
}

static gboolean
list_archive (Listing *self, Archive *archive, guint64 limit, GError **error)
{
  struct archive_entry *entry;
  guint64 n_unpacked = 0;

  while (!self->is_partial && go_to_next (archive, &entry))
    {
      TvLayer prefix = { .limit = TV_LAYER_PREFIX_BYTES, .cancellable = self->cancellable };
      gboolean is_cut, is_fine = tv_layer_check_cancel (&prefix, error);

      if (is_fine && !archive_entry_is_encrypted (entry))
        is_fine = read_member (archive, &prefix, TV_LAYER_PREFIX_BYTES, &n_unpacked, &is_cut,
                               error);
      if (is_fine && self->n < TV_CONTAINER_MAX_MEMBERS)
        visit_entry (self, entry, &prefix);
      else
        self->is_partial = TRUE;
      tv_layer_clear (&prefix);
      if (!is_fine)
        return FALSE;
      self->is_partial |= !pass_over (archive, entry, limit, &n_unpacked);
    }
  if (archive_errno (archive) != 0)
    self->is_partial = TRUE;
  return TRUE;
}

/* ---- Folders ---- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_names (const char *path)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && names->len <= TV_CONTAINER_MAX_MEMBERS &&
         (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  if (dir != NULL)
    g_dir_close (dir);
  g_ptr_array_sort (names, compare_names);
  return names;
}

static gboolean
visit_file (Listing *self,
            const char *path,
            const char *name,
            const struct stat *stat,
            GError **error)
{
  g_autoptr (TvInput) input = tv_input_open (path, self->cancellable, NULL);
  g_autofree char *shown = dup_name (name);

  if (g_cancellable_is_cancelled (self->cancellable))
    return tv_error_set_cancelled (error);
  self->visit (
      &(TvContainerMember){
          .name = shown,
          .size = stat->st_size,
          .modified_s = stat->st_mtim.tv_sec,
          .path = path,
          .is_locked = input == NULL,
          .prefix = input != NULL ? input->prefix : NULL,
          .prefix_size = input != NULL ? MIN (input->prefix_size, TV_LAYER_PREFIX_BYTES) : 0 },
      self->data);
  self->n++;
  return TRUE;
}

/* Lists the files in a folder and its subfolders. Does not follow symbolic links, which may form a cycle. */
static gboolean
list_folder (Listing *self, const char *path, const char *prefix, guint depth, GError **error)
{
  g_autoptr (GPtrArray) names = list_names (path);

  for (guint i = 0; i < names->len; i++)
    {
      const char *base = g_ptr_array_index (names, i);
      g_autofree char *child = g_build_filename (path, base, NULL);
      g_autofree char *name = g_strconcat (prefix, base, NULL);
      struct stat stat;

      if (lstat (child, &stat) != 0 || (!S_ISREG (stat.st_mode) && !S_ISDIR (stat.st_mode)))
        continue;
      if (self->n == TV_CONTAINER_MAX_MEMBERS ||
          (S_ISDIR (stat.st_mode) && depth == TV_CONTAINER_MAX_DEPTH))
        {
          self->is_partial = TRUE;
          continue;
        }
      if (S_ISDIR (stat.st_mode))
        {
          g_autofree char *inner = g_strconcat (name, "/", NULL);

          if (!list_folder (self, child, inner, depth + 1, error))
            return FALSE;
        }
      else if (!visit_file (self, child, name, &stat, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- Folders and archives ---- */

static gboolean
set_no_container (GError **error)
{
  g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                       _("this is not a folder, zip or tar archive"));
  return FALSE;
}

/**
 * tv_container_list_folder:
 * @path: path of a folder
 * @visit: called for each file, sorted by name
 * @data: user data of @visit
 * @is_partial: (out): whether the list is incomplete, because there are more than %TV_CONTAINER_MAX_MEMBERS files, or
 *   folders deeper than %TV_CONTAINER_MAX_DEPTH
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_NOT_A_TRACE if @path is not a folder, or to %TV_ERROR_CANCELLED; the message does not
 *   contain the name of the folder
 *
 * Lists the files in a folder and its subfolders.
 */
gboolean
tv_container_list_folder (const char *path,
                          TvContainerVisit visit,
                          gpointer data,
                          gboolean *is_partial,
                          GCancellable *cancellable,
                          GError **error)
{
  Listing listing = { .visit = visit, .data = data, .cancellable = cancellable };
  gboolean is_listed;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return set_no_container (error);
  is_listed = list_folder (&listing, path, "", 0, error);
  *is_partial = listing.is_partial;
  return is_listed;
}

/**
 * tv_container_list:
 * @archive: a zip or tar archive, optionally compressed with gzip, xz or zstd
 * @visit: called for each member, in the order of the archive
 * @data: user data of @visit
 * @is_partial: (inout): set if the list is incomplete, because there are more than %TV_CONTAINER_MAX_MEMBERS members,
 *   the decompressed size is implausible, or the archive is damaged
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_NOT_A_TRACE if the file is not an archive, or to %TV_ERROR_CANCELLED; the message does not
 *   contain the file name
 *
 * Lists the members of an archive.
 */
gboolean
tv_container_list (TvInput *archive,
                   TvContainerVisit visit,
                   gpointer data,
                   gboolean *is_partial,
                   GCancellable *cancellable,
                   GError **error)
{
  Listing listing = { .visit = visit, .data = data, .cancellable = cancellable };
  g_autoptr (Archive) opened = open_archive (archive);

  if (opened == NULL)
    return set_no_container (error);
  if (!list_archive (&listing, opened, tv_unpack_limit (archive->size), error))
    return FALSE;
  if (listing.n == 0 && archive_format (opened) == 0)
    return set_no_container (error);
  *is_partial |= listing.is_partial;
  return TRUE;
}

/* Sets @error, because the archive has changed since it was listed. Always returns FALSE. */
static gboolean
set_changed (GError **error)
{
  g_set_error_literal (error, TV_ERROR, TV_ERROR_IO,
                       _("the archive no longer contains this file; open the archive again"));
  return FALSE;
}

static gboolean
find_member (Archive *archive,
             guint index,
             const char *name,
             struct archive_entry **entry,
             GError **error)
{
  g_autofree char *found = NULL;

  for (guint i = 0; i <= index; i++)
    if (!go_to_next (archive, entry))
      return set_changed (error);
  found = dup_entry_name (*entry);
  return g_str_equal (found, name) || set_changed (error);
}

static TvInput *
open_packed (Archive *archive, TvLayer *layer, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  guint64 n_unpacked = 0;
  gboolean is_cut;
  TvInput *input;

  if (!read_member (archive, layer, G_MAXUINT64, &n_unpacked, &is_cut, error))
    return NULL;
  bytes = tv_layer_take (layer);
  input = tv_input_new_for_bytes (bytes);
  input->is_cut = is_cut;
  return input;
}

/**
 * tv_container_open:
 * @archive: an archive that tv_container_list() has listed
 * @index: index of the member in the list
 * @name: name of the member, to check that the archive has not changed
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message contains the name of neither the archive nor the member
 *
 * Reads a member of an archive into memory.
 *
 * Returns: (transfer full) (nullable): the member
 */
TvInput *
tv_container_open (TvInput *archive,
                   guint index,
                   const char *name,
                   GCancellable *cancellable,
                   GError **error)
{
  TvLayer layer = { .limit = tv_unpack_limit (archive->size), .cancellable = cancellable };
  g_autoptr (Archive) opened = open_archive (archive);
  struct archive_entry *entry;
  TvInput *input = NULL;

  if (opened == NULL)
    set_no_container (error);
  if (opened == NULL || !find_member (opened, index, name, &entry, error))
    return NULL;
  if (archive_entry_is_encrypted (entry))
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                         _("this file is password-protected"));
  else
    input = open_packed (opened, &layer, error);
  tv_layer_clear (&layer);
  return input;
}
