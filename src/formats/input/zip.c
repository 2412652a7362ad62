/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/layer.h"

#include <string.h>

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n.h>

#include "core/error.h"
#include "core/memory/string-pool.h"

/* Decompresses the member of a zip or tar archive that is most likely a trace. Reads the archive twice: the first
 * pass chooses the member, the second pass decompresses it. Entry point: tv_layer_unzip(), called by unpack.c. */

#define MAX_PARTS   4096 /* number of members from which one is chosen */
#define NAMES_SHOWN 8

typedef struct archive Archive;

static void
free_archive (Archive *archive)
{
  archive_read_free (archive);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Archive, free_archive)

static Archive *
open_archive (const guint8 *packed, gsize size)
{
  g_autoptr (Archive) archive = archive_read_new ();

  if (archive == NULL || archive_read_support_format_zip (archive) != ARCHIVE_OK ||
      archive_read_support_format_tar (archive) != ARCHIVE_OK ||
      archive_read_open_memory (archive, packed, size) != ARCHIVE_OK)
    return NULL;
  return g_steal_pointer (&archive);
}

static gboolean
go_to_next (Archive *archive, struct archive_entry **part)
{
  int status = archive_read_next_header (archive, part);

  return status == ARCHIVE_OK || status == ARCHIVE_WARN;
}

/* Reads the next block of a member. Unlike archive_read_data(), also returns the bytes before a truncation. */
static int
read_block (Archive *archive, const void **block, gsize *size)
{
  la_int64_t offset;

  return archive_read_data_block (archive, block, size, &offset);
}

/* Returns the kind of a member, detected by its first bytes, which are consumed. */
static TvLayerKind
recognize_archive (const TvLayer *self, Archive *archive, guint8 *prefix)
{
  const void *block;
  gsize n, size = 0;

  while (size < TV_LAYER_PREFIX_BYTES && read_block (archive, &block, &n) == ARCHIVE_OK)
    {
      n = MIN (n, TV_LAYER_PREFIX_BYTES - size);
      if (n > 0)
        memcpy (prefix + size, block, n);
      size += n;
    }
  return tv_layer_recognize (self, prefix, size);
}

/* Skips the rest of a member. If the size of the member is not stored, this requires decompression. Fails if the
 * skipped bytes of all members together exceed the limit of the output. */
static gboolean
pass_over (TvLayer *self,
           Archive *archive,
           struct archive_entry *part,
           guint64 *n_passed,
           GError **error)
{
  const void *block;
  gsize n;

  if (archive_entry_size_is_set (part))
    return TRUE;
  while (read_block (archive, &block, &n) == ARCHIVE_OK)
    {
      *n_passed += n;
      if (*n_passed > self->limit)
        return tv_layer_set_too_large (self, error);
      if (!tv_layer_check_cancel (self, error))
        return FALSE;
    }
  return TRUE;
}

static void
add_name (GString *names, guint n_names, struct archive_entry *part)
{
  const char *name = archive_entry_pathname_utf8 (part);
  g_autofree char *valid = NULL;

  if (name == NULL)
    name = archive_entry_pathname (part);
  valid = tv_string_pool_dup_valid (name != NULL ? name : "?", name != NULL ? strlen (name) : 1);
  if (n_names < NAMES_SHOWN)
    g_string_append_printf (names, "%s%s", n_names > 0 ? ", " : "", valid);
  else if (n_names == NAMES_SHOWN)
    g_string_append (names, " …");
}

static void
set_no_trace (guint n_names, const char *names, gboolean is_locked, gboolean is_tar, GError **error)
{
  if (n_names == 0 && is_tar)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                         _("this tar archive is empty or damaged"));
  else if (is_tar)
    g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                 _("this tar archive contains no trace; contents: %s"), names);
  else if (n_names == 0)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                         _("this zip archive is empty or damaged"));
  else if (is_locked)
    g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                 _("this zip archive is password-protected; contents: %s"), names);
  else
    g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                 _("this zip archive contains no trace; contents: %s"), names);
}

/* Chooses the member that is most likely a trace: the largest member of the preferred kind. */
static gboolean
choose_part (TvLayer *self, const guint8 *packed, gsize size, guint *chosen, GError **error)
{
  g_autoptr (Archive) archive = open_archive (packed, size);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree guint8 *prefix = g_malloc (TV_LAYER_PREFIX_BYTES);
  struct archive_entry *part;
  TvLayerKind best = TV_LAYER_UNKNOWN;
  gint64 best_size = -1;
  guint64 n_passed = 0;
  gboolean is_locked = FALSE;
  guint n_names = 0;

  for (guint i = 0; i < MAX_PARTS && archive != NULL && go_to_next (archive, &part); i++)
    {
      gint64 part_size = archive_entry_size (part);
      TvLayerKind kind;

      if (!tv_layer_check_cancel (self, error))
        return FALSE;
      if (archive_entry_filetype (part) == AE_IFDIR)
        continue;
      add_name (names, n_names++, part);
      if (archive_entry_is_encrypted (part))
        {
          is_locked = TRUE;
          continue;
        }
      kind = recognize_archive (self, archive, prefix);
      if (kind > best || (kind == best && part_size > best_size))
        {
          best = kind;
          best_size = part_size;
          *chosen = i;
        }
      if (!pass_over (self, archive, part, &n_passed, error))
        return FALSE;
    }
  if (best == TV_LAYER_UNKNOWN)
    {
      set_no_trace (n_names, names->str, is_locked, tv_layer_is_tar (packed, size), error);
      return FALSE;
    }
  return TRUE;
}

/* Decompresses the member of an archive that is most likely a trace. */
gboolean
tv_layer_unzip (TvLayer *self, const guint8 *packed, gsize size, GError **error)
{
  g_autoptr (Archive) archive = NULL;
  struct archive_entry *part;
  guint64 n_passed = 0;
  guint chosen = 0;

  if (!choose_part (self, packed, size, &chosen, error))
    return FALSE;
  archive = open_archive (packed, size);
  for (guint i = 0; i <= chosen; i++)
    {
      if (archive == NULL || !go_to_next (archive, &part))
        {
          g_set_error_literal (error, TV_ERROR, TV_ERROR_IO, _("this archive cannot be read"));
          return FALSE;
        }
      if (i < chosen && !pass_over (self, archive, part, &n_passed, error))
        return FALSE;
    }
  for (;;)
    {
      const void *block;
      gsize n;
      int status = read_block (archive, &block, &n);

      if (status != ARCHIVE_OK)
        {
          self->is_cut = status != ARCHIVE_EOF;
          return TRUE;
        }
      if (!tv_layer_check_cancel (self, error) || !tv_layer_append (self, block, n, error))
        return FALSE;
    }
}
