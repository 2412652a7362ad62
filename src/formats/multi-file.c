/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/memory/seeded-hash.h"
#include "formats/multi-file-private.h"

#include <glib/gi18n.h>

#include "core/error.h"

/* Reads several files as one trace. First, clock snapshots synchronize their clocks:
 *
 *   file ─▶ format ─▶ clock ─┐
 *   file ─▶ format ─▶ clock ─┴▶ TvClocks ─▶ offsets ─▶ one builder
 *
 * Files whose events are merged are read first and together, all other files one by one.
 *
 * Entry points: tv_load_multi_file(), called by open-trace.c and session.c, and TvMultiFile, used by pages to
 * synchronize files before they are opened. A TvMultiFile owns the open files and the clocks; it has no lock. */

static void
free_file (gpointer data)
{
  TvMultiFileInput *self = data;

  g_free (self->path);
  g_free (self->member);
  g_free (self->name);
  tv_input_free (self->input);
  tv_bundle_free (self->bundle);
  g_clear_error (&self->failure);
  g_free (self);
}

TvMultiFile *
tv_multi_file_new (void)
{
  TvMultiFile *self = g_new0 (TvMultiFile, 1);

  self->files = g_ptr_array_new_with_free_func (free_file);
  self->shown = g_array_new (FALSE, FALSE, sizeof (TvMultiFileMember));
  self->clocks = tv_clocks_new ();
  return self;
}

void
tv_multi_file_free (TvMultiFile *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->files);
  g_array_unref (self->shown);
  tv_clocks_free (self->clocks);
  g_free (self);
}

/* ---- Opening ---- */

/* Returns (transfer full): the base name of the member or file. */
static char *
dup_name (const TvSource *source)
{
  g_autofree char *path = NULL;

  if (source->member == NULL)
    {
      path = tv_input_dup_display_name (source->path);
      return g_path_get_basename (path);
    }
  return g_path_get_basename (source->member);
}

/* The bundle that was opened last. It stays open, because consecutive members usually belong to the same bundle. */
typedef struct
{
  const char *path;
  TvBundle *bundle;
} OpenBundle;

static TvBundle *
open_bundle (OpenBundle *open, const char *path, GCancellable *cancellable, GError **error)
{
  if (g_strcmp0 (open->path, path) != 0)
    {
      g_clear_pointer (&open->bundle, tv_bundle_free);
      open->path = path;
      open->bundle = tv_bundle_open (path, cancellable, error);
    }
  return open->bundle != NULL ? tv_bundle_ref (open->bundle) : NULL;
}

static TvInput *
open_input (TvMultiFileInput *self, OpenBundle *open, GCancellable *cancellable, GError **error)
{
  guint member;

  if (self->member == NULL)
    return tv_input_open (self->path, cancellable, error);
  if (self->bundle == NULL)
    self->bundle = open_bundle (open, self->path, cancellable, error);
  if (self->bundle != NULL && tv_bundle_find (self->bundle, self->member, &member))
    return tv_bundle_open_member (self->bundle, member, cancellable, error);
  if (error != NULL && *error == NULL)
    g_set_error (error, TV_ERROR, TV_ERROR_IO, _("the archive no longer contains this file"));
  return NULL;
}

static gboolean
open_file (TvMultiFileInput *self, OpenBundle *open, GCancellable *cancellable, GError **error)
{
  if (self->input == NULL)
    self->input = open_input (self, open, cancellable, error);
  if (self->input == NULL || !tv_format_unwrap (self->input, &self->format, cancellable, error))
    return FALSE;
  if (self->input->is_text)
    self->format = tv_format_get_fallback ();
  else if (self->format == NULL)
    self->format = tv_format_find (self->input, TV_CONFIDENCE_WEAK, NULL);
  if (self->format != NULL)
    return TRUE;
  tv_format_set_unknown (self->input, error);
  return FALSE;
}

static gboolean
read_clock (TvMultiFileInput *self, TvClocks *clocks, GError **error)
{
  if (self->format->read_clock != NULL)
    {
      if (self->format->read_clock (self->input, clocks, &self->first, error))
        return TRUE;
      /* The format had a weak match, and its reader has rejected the file. */
      if (error != NULL && g_error_matches (*error, TV_ERROR, TV_ERROR_NOT_A_TRACE))
        {
          g_clear_error (error);
          self->format = NULL;
          tv_format_set_unknown (self->input, error);
        }
      return FALSE;
    }
  g_set_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
               _("files in this format (%s) have no clock in common with other files"),
               _ (self->format->title));
  return FALSE;
}

/* ---- Clocks ---- */

static guint
count_synchronized (const TvMultiFile *self, guint reference)
{
  const TvMultiFileInput *to = tv_multi_file_peek (self, reference);
  guint n = 0;

  for (guint i = 0; i < self->files->len; i++)
    {
      const TvMultiFileInput *from = tv_multi_file_peek (self, i);
      TvClockTime time;

      n += from->failure == NULL && tv_clocks_convert (self->clocks, from->first.domain,
                                                       from->first.ts, to->first.domain, &time);
    }
  return n;
}

/* Returns whether the file's clock is the device's local wall clock. */
static gboolean
is_local (const TvMultiFile *self, const TvMultiFileInput *file)
{
  return g_strcmp0 (tv_clocks_get_name (self->clocks, file->first.domain), TV_CLOCK_LOCAL) == 0;
}

/* Chooses the reference, whose clock becomes that of the timeline: the first file to which most other files can be
 * synchronized. In case of a tie, a file with a named clock is preferred, then one with the local wall clock, then
 * one whose clock is not 0 at the start of the file. If files share a clock, only the first of them is considered. */
static void
choose_reference (TvMultiFile *self)
{
  g_autoptr (GHashTable) asked = g_hash_table_new (NULL, NULL);
  guint max = 0;

  self->reference = 0;
  for (guint i = 0; i < self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self, i);
      guint n;

      if (file->failure != NULL ||
          !g_hash_table_add (asked, GUINT_TO_POINTER (file->first.domain + 1)))
        continue;
      n = 8 * count_synchronized (self, i);
      n += tv_clocks_get_name (self->clocks, file->first.domain) != NULL ? 4 : 0;
      n += is_local (self, file) ? 2 : 0;
      n += file->first.ts != 0 ? 1 : 0;
      if (n > max)
        {
          max = n;
          self->reference = i;
        }
    }
}

static gboolean
counts_from_start (const TvMultiFile *self, const TvMultiFileInput *file)
{
  return file->first.ts == 0 && tv_clocks_get_name (self->clocks, file->first.domain) == NULL;
}

/* If the reference's clock is private and 0 at the start of the file, chooses the earliest of all files with such
 * clocks as reference. */
static void
prefer_earliest (TvMultiFile *self)
{
  const TvMultiFileInput *reference = tv_multi_file_peek (self, self->reference);
  gint64 earliest = reference->first.ts;

  if (!counts_from_start (self, reference))
    return;
  for (guint i = 0; i < self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self, i);
      TvClockTime time;

      if (file->failure != NULL || !counts_from_start (self, file) ||
          !tv_clocks_convert (self->clocks, file->first.domain, file->first.ts,
                              reference->first.domain, &time) ||
          time.ts >= earliest)
        continue;
      earliest = time.ts;
      self->reference = i;
    }
}

/* Returns the name of a file's clock. For a private clock, returns the name of the device clock to which it can be
 * converted with the least uncertainty, or NULL. */
static const char *
find_clock_name (const TvMultiFile *self, const TvMultiFileInput *file)
{
  static const char *const names[] = { TV_CLOCK_MONOTONIC, TV_CLOCK_BOOTTIME, TV_CLOCK_REALTIME,
                                       TV_CLOCK_LOCAL };
  const char *own = tv_clocks_get_name (self->clocks, file->first.domain);
  const char *best = own;
  gint64 min = G_MAXINT64;
  TvClockTime time;

  for (guint i = 0; own == NULL && i < G_N_ELEMENTS (names); i++)
    if (tv_clocks_convert (self->clocks, file->first.domain, file->first.ts,
                           tv_clocks_add (self->clocks, names[i]), &time) &&
        time.uncertainty < min)
      {
        best = names[i];
        min = time.uncertainty;
      }
  return best;
}

static void
set_unsynchronized (const TvMultiFile *self, TvMultiFileInput *file)
{
  const TvMultiFileInput *reference = tv_multi_file_peek (self, self->reference);
  const char *own = find_clock_name (self, file);
  const char *other = find_clock_name (self, reference);

  g_set_error (
      &file->failure, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
      _("its clock (%s) and the clock of %s (%s) are not synchronized: record both files with the "
        "same clock, or record a trace_event_clock_sync in both"),
      own != NULL ? own : _("not stated"), reference->name,
      other != NULL ? other : _("not stated"));
}

/* Adds the offset that the user entered to the time of the file on the timeline. For a file that is not synchronized,
 * the offset is relative to the start of the reference. */
static void
shift_file (TvMultiFileInput *file, const TvMultiFileInput *reference)
{
  const gint64 max = G_MAXINT64 / 4;
  gint64 from = file->is_synchronized ? file->time.ts : reference->first.ts;

  file->time.ts = CLAMP (from, -max, max) + CLAMP (file->offset_ns, -max, max);
  file->time.uncertainty = file->is_synchronized ? file->time.uncertainty : 0;
  file->time.source = _("entered offset");
  file->is_synchronized = TRUE;
  g_clear_error (&file->failure);
}

/* Returns whether the format contains dumps and the file's clock could not be synchronized, as for dumps without a
 * time. */
static gboolean
is_timeless_dump (const TvMultiFileInput *file)
{
  return file->format != NULL && file->format->is_dump &&
         g_error_matches (file->failure, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS);
}

/* Returns whether no file has a clock and all files contain dumps. Such files need no common clock and are read in
 * source order. */
static gboolean
are_timeless_dumps (const TvMultiFile *self)
{
  for (guint i = 0; i < self->files->len; i++)
    if (!is_timeless_dump (tv_multi_file_peek (self, i)))
      return FALSE;
  return TRUE;
}

static void
tie_timeless (TvMultiFile *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      TvMultiFileInput *file = tv_multi_file_peek (self, i);

      file->time = (TvClockTime){ .source = _("dumps without timestamps, in the order of the "
                                              "file") };
      file->is_synchronized = TRUE;
      g_clear_error (&file->failure);
    }
}

static void
synchronize_file (const TvMultiFile *self, TvMultiFileInput *file)
{
  const TvMultiFileInput *reference = tv_multi_file_peek (self, self->reference);

  file->is_synchronized = FALSE;
  if (file->failure == NULL)
    file->is_synchronized = tv_clocks_convert (self->clocks, file->first.domain, file->first.ts,
                                               reference->first.domain, &file->time);
  if (file->has_offset && file->format != NULL)
    shift_file (file, reference);
  if (!file->is_synchronized && file->failure == NULL)
    set_unsynchronized (self, file);
}

static void
show_file (TvMultiFile *self, const TvMultiFileInput *file)
{
  TvMultiFileMember shown = {
    .name = file->name,
    .format = file->format != NULL ? _ (file->format->title) : NULL,
    .is_synchronized = file->is_synchronized,
    .reason = file->failure != NULL ? file->failure->message : NULL,
  };

  if (file->format != NULL && file->format->read_clock != NULL &&
      (file->is_synchronized ||
       g_error_matches (file->failure, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS)))
    shown.clock = find_clock_name (self, file);
  if (file->is_synchronized)
    {
      shown.start_ns = file->time.ts;
      shown.offset_ns = file->time.ts - file->first.ts;
      shown.uncertainty_ns = file->time.uncertainty;
      shown.source = file->time.source;
    }
  g_log (TV_INPUT_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "%s: clock %s, offset %" G_GINT64_FORMAT " ns, %s",
         file->name, shown.clock != NULL ? shown.clock : "unknown", shown.offset_ns,
         file->is_synchronized ? "synchronized" : shown.reason);
  g_array_append_val (self->shown, shown);
}

/* Adds the clock snapshots of bug reports to the clocks, once per bundle. */
static void
synchronize_bundles (TvMultiFile *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (tv_seeded_text_hash, g_str_equal);

  for (guint i = 0; i < self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self, i);

      if (file->bundle != NULL && g_hash_table_add (seen, file->path))
        tv_bundle_sync_clocks (file->bundle, self->clocks);
    }
}

/* ---- Sessions ---- */

static TvMultiFileInput *
take_file (GPtrArray *files, const TvSource *source)
{
  TvMultiFileInput *file;

  for (guint i = 0; i < files->len; i++)
    {
      file = g_ptr_array_index (files, i);
      if (g_str_equal (file->path, source->path) && g_strcmp0 (file->member, source->member) == 0)
        return g_ptr_array_steal_index (files, i);
    }
  file = g_new0 (TvMultiFileInput, 1);
  file->path = g_strdup (source->path);
  file->member = g_strdup (source->member);
  file->bundle = source->bundle != NULL ? tv_bundle_ref (source->bundle) : NULL;
  file->name = dup_name (source);
  return file;
}

static gboolean
inspect_file (TvMultiFileInput *file,
              OpenBundle *open,
              TvClocks *clocks,
              GCancellable *cancellable,
              GError **error)
{
  g_clear_error (&file->failure);
  file->first = (TvClockReading){ tv_clocks_add (clocks, NULL), 0 };
  file->is_synchronized = FALSE;
  if ((open_file (file, open, cancellable, &file->failure) &&
       read_clock (file, clocks, &file->failure)) ||
      !g_error_matches (file->failure, TV_ERROR, TV_ERROR_CANCELLED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&file->failure));
  return FALSE;
}

/**
 * tv_multi_file_set_sources:
 * @self: a multi-file session
 * @sources: (array length=n): new list of sources
 * @n: number of sources
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED; errors of a file are in the @reason of its #TvMultiFileMember
 *
 * Replaces the list of sources. Opens the sources that were not in the old list, and synchronizes the clocks of all
 * files. Blocks; any thread may call it.
 *
 * Returns: %FALSE with @error if cancelled
 */
gboolean
tv_multi_file_set_sources (TvMultiFile *self,
                           const TvSource *sources,
                           guint n,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->files);
  OpenBundle open = { NULL, NULL };
  gboolean is_done = TRUE;

  self->files = g_ptr_array_new_with_free_func (free_file);
  tv_clocks_free (self->clocks);
  self->clocks = tv_clocks_new ();
  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < n; i++)
    {
      TvMultiFileInput *file = take_file (before, &sources[i]);

      file->has_offset = sources[i].has_offset;
      file->offset_ns = sources[i].offset_ns;
      g_ptr_array_add (self->files, file);
    }
  for (guint i = 0; i < n && is_done; i++)
    is_done = inspect_file (tv_multi_file_peek (self, i), &open, self->clocks, cancellable, error);
  tv_bundle_free (open.bundle);
  if (!is_done)
    return FALSE;
  synchronize_bundles (self);
  choose_reference (self);
  if (n > 0)
    prefer_earliest (self);
  if (are_timeless_dumps (self))
    tie_timeless (self);
  else
    for (guint i = 0; i < n; i++)
      synchronize_file (self, tv_multi_file_peek (self, i));
  for (guint i = 0; i < n; i++)
    show_file (self, tv_multi_file_peek (self, i));
  return TRUE;
}

/**
 * tv_multi_file_get_files:
 * @n: (out): number of files
 *
 * Returns: (array length=n) (transfer none): the files, in source order; valid until the sources are set again
 */
const TvMultiFileMember *
tv_multi_file_get_files (const TvMultiFile *self, guint *n)
{
  *n = self->shown->len;
  return (const TvMultiFileMember *) (gconstpointer) self->shown->data;
}

/**
 * tv_multi_file_get_reference:
 *
 * Returns: index of the file whose clock the timeline uses
 */
guint
tv_multi_file_get_reference (const TvMultiFile *self)
{
  return self->reference;
}

/* Returns FALSE with @error if a file is not synchronized. */
static gboolean
check_all_synchronized (const TvMultiFile *self, GError **error)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const TvMultiFileInput *file = tv_multi_file_peek (self, i);

      if (file->is_synchronized)
        continue;
      g_propagate_error (error, g_error_copy (file->failure));
      if (g_error_matches (file->failure, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS))
        g_prefix_error (error, _("%s cannot share a timeline with other files: "), file->name);
      else if (!g_str_has_prefix (file->failure->message, file->path))
        g_prefix_error (error, "%s: ", file->name);
      return FALSE;
    }
  return TRUE;
}

/**
 * tv_load_multi_file:
 * @sources: (array length=n): files to read
 * @n: number of files, at least 2
 * @progress: (nullable): see tv_load()
 * @progress_data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; %TV_ERROR_UNSYNCHRONIZED_CLOCKS if the clock of a file cannot be synchronized.
 *   The message contains the file name
 *
 * Reads several files like tv_multi_file_load(), but fails if any of them cannot be synchronized. Blocks; any thread
 * may call it.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_multi_file (const TvSource *sources,
                    guint n,
                    TvLoadProgress progress,
                    gpointer progress_data,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TvMultiFile) self = tv_multi_file_new ();

  if (!tv_multi_file_set_sources (self, sources, n, cancellable, error) ||
      !check_all_synchronized (self, error))
    return NULL;
  return tv_multi_file_load (self, progress, progress_data, cancellable, error);
}
