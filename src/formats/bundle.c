/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/bundle-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/unsupported.h"
#include "formats/format.h"
#include "formats/input/container.h"
#include "formats/input/layer.h"
#include "formats/input/unpack.h"

/* Lists the files in a folder, archive or bug report as members, and opens them. Entry points:
 * tv_bundle_open_or_file() for callers that also open other files, and tv_bundle_open(). Steps:
 *
 * 1. List the container; detect the kind of each file from its first 64 KB.
 * 2. List archives inside the archive, up to a limit of depth and size.
 * 3. Add the sections of the bug report, if there is one, in the order of its text.
 *
 * An archive stays open, and its members are read from the open file. The formats are probed with the first bytes of
 * a file, and the opened member inherits the result. A bundle does not change after it has been opened, and its
 * reference count is atomic, so any thread may open members. */

/* Maximum nesting depth of archives that are listed, and maximum total size of all nested archives in memory, in
 * bytes. */
#define MAX_DEPTH       3
#define MAX_INNER_BYTES (G_GUINT64_CONSTANT (256) * 1024 * 1024)

/* Minimum size in bytes of a file that is listed as a possible trace because of a weak match. */
#define MIN_PERHAPS 64

/* Number of compressed bytes that are read to detect a bug report, and maximum size of these bytes after
 * decompression. */
#define PACKED_PREFIX   (16u * 1024)
#define UNPACKED_PREFIX (16u * 1024 * 1024)

static void
clear_location (gpointer data)
{
  g_free (((TvBundleLocation *) data)->path);
}

/* Returns an input for probing the first bytes of a member. The caller keeps the bytes and does not free the input. */
TvInput
tv_bundle_make_input (const guint8 *prefix, gsize size)
{
  return (TvInput){ .prefix = size > 0 ? prefix : (const guint8 *) "",
                    .prefix_size = size,
                    .data = size > 0 ? prefix : (const guint8 *) "",
                    .size = size,
                    .fd = -1,
                    .is_member = TRUE };
}

void
tv_bundle_recognize_text (TvInput *input, TvMember *member)
{
  member->kind = tv_format_probe (tv_format_get_fallback (), input) != TV_CONFIDENCE_NONE
                     ? TV_MEMBER_TEXT
                     : TV_MEMBER_OTHER;
  member->title = tv_unsupported_describe (input);
  member->subject = TV_CONTENT_STATE;
}

/* Sets the kind and title of a file from its first bytes. If a format has only a weak match, because its reader must
 * check the whole file, the file is a possible trace. */
static void
recognize (const TvContainerMember *found, TvMember *member, TvDetection *detection)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (found->prefix, found->prefix_size);
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
  const TvFormat *format;

  if (found->is_locked)
    {
      member->title = _("locked");
      member->kind = TV_MEMBER_LOCKED;
      return;
    }
  input->is_member = TRUE;
  input->name = g_strdup (member->name);
  format = tv_format_detect (input);
  if (format != NULL || found->size == (gint64) found->prefix_size)
    *detection = input->detection;
  if (format != NULL)
    {
      member->title = _ (format->title);
      member->kind = TV_MEMBER_TRACE;
      member->subject = format->subject;
      return;
    }
  tv_bundle_recognize_text (input, member);
  if (tv_unpack_is_packed (input->prefix, input->prefix_size))
    {
      member->title = _("compressed; its content is detected when the file is opened");
      member->kind = TV_MEMBER_PERHAPS;
    }
  else if (found->size >= MIN_PERHAPS &&
           (format = tv_format_find (input, TV_CONFIDENCE_WEAK, NULL)) != NULL)
    {
      member->kind = TV_MEMBER_PERHAPS;
      member->subject = format->subject;
    }
}

/* ---- Files ---- */

/* State while the files of a container are listed, with the best candidate for the bug report so far. */
typedef struct
{
  TvBundle *bundle;
  char *entry_name;   /* (nullable): content of main_entry.txt, the name of the bug report */
  guint report;       /* member index of the candidate for the bug report, or TV_NONE */
  gboolean is_named;  /* whether main_entry.txt names the candidate */
  gint64 report_size; /* size of the candidate, in bytes */
  guint inner; /* index in TvBundle.inner of the nested archive that is being listed, or TV_NONE */
  guint first; /* index of the first member of the container or archive that is being listed */
  guint depth;
  const char *prefix; /* (nullable): name of the nested archive; begins the names of its members */
} Listing;

static gboolean
has_sections (const TvFormat *format)
{
  return format != NULL && format->list_sections != NULL;
}

static gboolean
has_base_name (const char *path, const char *name)
{
  const char *slash = strrchr (path, '/');

  return g_str_equal (slash != NULL ? slash + 1 : path, name);
}

/* Replaces the candidate for the bug report if the found file is a bug report that fits better: the file that
 * main_entry.txt names, or otherwise the largest bug report. */
static void
consider_report (Listing *self,
                 const TvContainerMember *found,
                 const TvDetection *detection,
                 guint member)
{
  gboolean is_named = self->entry_name != NULL && has_base_name (found->name, self->entry_name);

  if (!has_sections (detection->format) || detection->prefix.n > 0 ||
      (self->report != TV_NONE && !is_named &&
       (self->is_named || found->size <= self->report_size)))
    return;
  self->report = member;
  self->report_size = found->size;
  self->is_named = is_named;
}

static void
note_entry_name (Listing *self, const TvContainerMember *found)
{
  if (self->entry_name != NULL || found->is_locked ||
      !has_base_name (found->name, "main_entry.txt"))
    return;
  self->entry_name = g_strndup ((const char *) found->prefix,
                                MIN (found->prefix_size, (gsize) 256));
  g_strstrip (self->entry_name);
}

/* Returns whether the member may be an archive. Zip archives are detected by content, tar archives by file name. */
static gboolean
may_be_archive (const TvContainerMember *found)
{
  static const char *const ends[] = { ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.zst" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (found->name, ends[i]))
      return TRUE;
  return tv_layer_is_zip (found->prefix, found->prefix_size);
}

static void
add_member (const TvContainerMember *found, gpointer data)
{
  Listing *listing = data;
  TvBundle *self = listing->bundle;
  g_autofree char *inner_name = listing->prefix != NULL
                                    ? g_strdup_printf ("%s/%s", listing->prefix, found->name)
                                    : NULL;
  TvMember member = { .name = g_string_chunk_insert (self->names,
                                                     inner_name != NULL ? inner_name : found->name),
                      .size = found->size,
                      .modified_s = found->modified_s,
                      .stamp_s = -1 };
  TvBundleLocation location = { g_strdup (found->path),
                                self->members->len - listing->first,
                                TV_NONE,
                                listing->inner,
                                listing->depth,
                                listing->prefix != NULL ? strlen (listing->prefix) + 1 : 0,
                                FALSE,
                                FALSE,
                                { 0 } };

  recognize (found, &member, &location.detection);
  location.is_archive = !found->is_locked && may_be_archive (found);
  note_entry_name (listing, found);
  consider_report (listing, found, &location.detection, self->members->len);
  g_array_append_val (self->members, member);
  g_array_append_val (self->locations, location);
  self->n_files++;
}

/* Adds the sections of a bug report in memory. Returns FALSE with @error if cancelled. */
static gboolean
add_sections (TvBundle *self,
              const TvFormat *format,
              const TvInput *report,
              GCancellable *cancellable,
              GError **error)
{
  TvSections *sections = format->list_sections (report->bytes, cancellable, error);

  if (sections == NULL)
    return FALSE;
  self->is_partial |= report->is_cut;
  tv_bundle_add_sections (self, sections);
  return TRUE;
}

/* Adds the sections of a bug report inside a container. If the report cannot be read, it remains a member without
 * sections. Returns FALSE with @error if cancelled. */
static gboolean
open_report_inside (TvBundle *self, guint member, GCancellable *cancellable, GError **error)
{
  const TvFormat *format =
      g_array_index (self->locations, TvBundleLocation, member).detection.format;
  g_autoptr (GError) failure = NULL;
  g_autoptr (TvInput) input = tv_bundle_open_member (self, member, cancellable, &failure);

  if (input == NULL || !tv_input_load (input, cancellable, &failure))
    {
      self->is_partial = TRUE;
      if (!g_error_matches (failure, TV_ERROR, TV_ERROR_CANCELLED))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  self->sections_member = member;
  return add_sections (self, format, input, cancellable, error);
}

/* ---- Plain text ---- */

/* Returns whether a file, compressed or not, begins like a bug report. */
static gboolean
is_report (TvInput *input, GCancellable *cancellable)
{
  g_autoptr (GBytes) prefix = NULL;
  g_autoptr (GBytes) unpacked = NULL;
  g_autoptr (TvInput) begin = NULL;

  if (!tv_unpack_is_packed (input->prefix, input->prefix_size))
    return has_sections (tv_format_detect (input));
  if (tv_layer_is_zip (input->prefix, input->prefix_size) ||
      tv_layer_is_page (input->prefix, input->prefix_size))
    return FALSE;
  prefix = g_bytes_new (input->prefix, MIN (input->prefix_size, PACKED_PREFIX));
  unpacked = tv_unpack (prefix, tv_format_is_sure, UNPACKED_PREFIX, cancellable, NULL, NULL);
  if (unpacked == NULL)
    return FALSE;
  begin = tv_input_new_for_bytes (unpacked);
  return has_sections (tv_format_detect (begin));
}

/* Adds the sections of a bug report in text form. Returns FALSE with @error for other files. @file: (inout)
 * (nullable): the open file, which is unwrapped if it is a bug report, and freed if unwrapping fails */
static gboolean
open_text (TvBundle *self, TvInput **file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  const TvFormat *format;

  if (*file == NULL || !is_report (*file, cancellable))
    return FALSE;
  if (!tv_format_unwrap (*file, &format, cancellable, &failure))
    {
      g_clear_pointer (file, tv_input_free);
      g_clear_error (error);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (!has_sections (format))
    return FALSE;
  g_clear_error (error);
  return add_sections (self, format, *file, cancellable, error);
}

static void
prefix_name (const char *path, GError **error)
{
  g_autofree char *display = tv_input_dup_display_name (path);

  g_prefix_error (error, "%s: ", display);
}

/* Adds the files of a nested archive as members. An archive with a single file remains one member, which opens as
 * that file. An archive that cannot be read, or exceeds the size limit, also remains one member. Returns FALSE with
 * @error if cancelled. */
static gboolean
list_inner (TvBundle *self,
            guint member,
            Listing *listing,
            guint64 *n_bytes,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (TvInput) input = NULL;
  guint n = self->members->len, n_files = self->n_files;
  TvMember *row;

  input = tv_bundle_open_member (self, member, cancellable, NULL);
  if (input == NULL || !tv_input_load (input, cancellable, NULL) || input->bytes == NULL ||
      *n_bytes + input->size > MAX_INNER_BYTES)
    {
      self->is_partial |= input != NULL;
      return !g_cancellable_is_cancelled (cancellable) || tv_error_set_cancelled (error);
    }
  *n_bytes += input->size;
  g_ptr_array_add (self->inner, g_steal_pointer (&input));
  listing->inner = self->inner->len - 1;
  listing->first = n;
  listing->depth = g_array_index (self->locations, TvBundleLocation, member).depth + 1;
  listing->prefix = g_array_index (self->members, TvMember, member).name;
  if (!tv_container_list (self->inner->pdata[listing->inner], add_member, listing,
                          &self->is_partial, cancellable, NULL) &&
      g_cancellable_is_cancelled (cancellable))
    return tv_error_set_cancelled (error);
  if (self->members->len < n + 2)
    {
      g_array_set_size (self->members, n);
      g_array_set_size (self->locations, n);
      self->n_files = n_files;
      return TRUE;
    }
  row = &g_array_index (self->members, TvMember, member);
  row->kind = TV_MEMBER_OTHER;
  row->title = _("archive; its files are also listed");
  g_array_index (self->locations, TvBundleLocation, member).is_listed = TRUE;
  return TRUE;
}

static gboolean
list_all_inner (TvBundle *self, Listing *listing, GCancellable *cancellable, GError **error)
{
  guint64 n_bytes = 0;

  for (guint i = 0; i < self->members->len; i++)
    {
      const TvBundleLocation *location = &g_array_index (self->locations, TvBundleLocation, i);

      if (!location->is_archive)
        continue;
      if (location->depth >= MAX_DEPTH || self->members->len >= TV_CONTAINER_MAX_MEMBERS)
        self->is_partial = TRUE;
      else if (!list_inner (self, i, listing, &n_bytes, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* Lists the files of a folder or an archive. */
static gboolean
list_files (TvBundle *self, Listing *listing, GCancellable *cancellable, GError **error)
{
  return self->file != NULL ? tv_container_list (self->file, add_member, listing, &self->is_partial,
                                                 cancellable, error)
                            : tv_container_list_folder (self->path, add_member, listing,
                                                        &self->is_partial, cancellable, error);
}

/* Lists all members. @file: (inout) (nullable): see open_text() */
static gboolean
list_members (TvBundle *self, TvInput **file, GCancellable *cancellable, GError **error)
{
  Listing listing = { .bundle = self, .report = TV_NONE, .inner = TV_NONE };
  gboolean is_listed = list_files (self, &listing, cancellable, error);
  gboolean is_done = is_listed && list_all_inner (self, &listing, cancellable, error);

  g_free (listing.entry_name);
  if (!is_listed)
    return open_text (self, file, cancellable, error);
  return is_done && (listing.report == TV_NONE ||
                     open_report_inside (self, listing.report, cancellable, error));
}

static TvBundle *
new_bundle (const char *path)
{
  TvBundle *self = g_new0 (TvBundle, 1);

  self->n_refs = 1;
  self->path = g_strdup (path);
  self->sections_member = TV_NONE;
  self->members = g_array_new (FALSE, FALSE, sizeof (TvMember));
  self->locations = g_array_new (FALSE, FALSE, sizeof (TvBundleLocation));
  g_array_set_clear_func (self->locations, clear_location);
  self->names = g_string_chunk_new (1024);
  self->inner = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_input_free);
  return self;
}

/**
 * tv_bundle_open_or_file:
 * @path: path of a folder or a file
 * @file: (out) (nullable): the open file, for tv_load_open(); independent of the bundle. %NULL for folders, standard
 *   input and files that cannot be opened
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; %TV_ERROR_NOT_A_TRACE if @path is not a folder, zip, tar or bug report. The
 *   message contains the file name
 *
 * Like tv_bundle_open(), for a path that need not be a bundle. If it is not one, the caller can load @file without
 * opening the path again.
 *
 * Returns: (transfer full) (nullable): the bundle; possibly without members that can be opened
 */
TvBundle *
tv_bundle_open_or_file (const char *path, TvInput **file, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvBundle) self = new_bundle (path);

  *file = g_str_equal (path, TV_INPUT_STDIN) || tv_bundle_is_folder (self)
              ? NULL
              : tv_input_open (path, cancellable, NULL);
  self->file = *file != NULL ? tv_input_dup_stored (*file) : NULL;
  if (list_members (self, file, cancellable, error))
    return g_steal_pointer (&self);
  prefix_name (path, error);
  return NULL;
}

/**
 * tv_bundle_open:
 * @path: path of a folder or a file
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; %TV_ERROR_NOT_A_TRACE if @path is not a folder, zip, tar or bug report. The
 *   message contains the file name
 *
 * Lists the members of a folder, zip, tar or bug report, and detects their kinds from their first bytes. Solid
 * archives and bug reports are decompressed completely. Blocks; any thread may call it.
 *
 * Returns: (transfer full) (nullable): the bundle; possibly without members that can be opened
 */
TvBundle *
tv_bundle_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvInput) file = NULL;

  return tv_bundle_open_or_file (path, &file, cancellable, error);
}

TvBundle *
tv_bundle_ref (TvBundle *self)
{
  g_atomic_int_inc (&self->n_refs);
  return self;
}

void
tv_bundle_free (TvBundle *self)
{
  if (self == NULL || !g_atomic_int_dec_and_test (&self->n_refs))
    return;
  g_free (self->path);
  g_array_unref (self->members);
  g_array_unref (self->locations);
  g_string_chunk_free (self->names);
  g_ptr_array_unref (self->inner);
  tv_input_free (self->file);
  tv_sections_free (self->sections);
  g_free (self);
}

/**
 * tv_bundle_get_members:
 * @self: a bundle
 * @n: (out): number of members
 *
 * Returns: (array length=n) (transfer none): the members, in archive order; members of a folder are sorted by name
 */
const TvMember *
tv_bundle_get_members (const TvBundle *self, guint *n)
{
  *n = self->members->len;
  return (const TvMember *) (gconstpointer) self->members->data;
}

/**
 * tv_bundle_count:
 *
 * Returns: number of members of a kind
 */
guint
tv_bundle_count (const TvBundle *self, TvMemberKind kind)
{
  guint n_members, n = 0;
  const TvMember *members = tv_bundle_get_members (self, &n_members);

  for (guint i = 0; i < n_members; i++)
    n += members[i].kind == kind;
  return n;
}

/**
 * tv_bundle_is_partial:
 *
 * Returns: whether the list of members is incomplete, because a limit was exceeded or a container is damaged
 */
gboolean
tv_bundle_is_partial (const TvBundle *self)
{
  return self->is_partial;
}

/* Returns whether the bundle is a folder on disk. */
gboolean
tv_bundle_is_folder (const TvBundle *self)
{
  return g_file_test (self->path, G_FILE_TEST_IS_DIR);
}

/**
 * tv_bundle_get_properties:
 * @properties: (out): properties; the strings are valid as long as the bundle
 *
 * Gets the properties that the bug report contains. If the bundle has no bug report, all properties are unset.
 */
void
tv_bundle_get_properties (const TvBundle *self, TvBundleProperties *properties)
{
  const TvSections *report = self->sections;

  *properties = (TvBundleProperties){ .when_s = -1, .is_whole = TRUE };
  if (report == NULL)
    return;
  properties->build = report->build;
  properties->system = report->system;
  properties->n_sections = report->n;
  properties->n_lines = report->n_lines;
  properties->when_s = report->when_s;
  properties->is_whole = report->is_whole;
  properties->has_zone = report->has_zone;
  properties->utc_offset_s = report->utc_offset_s;
}

/**
 * tv_bundle_sync_clocks:
 * @clocks: clocks to which the snapshots are added
 *
 * Adds the clock snapshots of the bug report, if the bundle contains one.
 */
void
tv_bundle_sync_clocks (const TvBundle *self, TvClocks *clocks)
{
  if (self->sections != NULL)
    self->sections->sync_clocks (self->sections, clocks);
}

/**
 * tv_bundle_find:
 * @member: (out): index of the first member with that name; undefined if there is none
 *
 * Looks up a member by name.
 *
 * Returns: whether the member exists
 */
gboolean
tv_bundle_find (const TvBundle *self, const char *name, guint *member)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (self, &n);

  for (*member = 0; *member < n; ++*member)
    if (g_str_equal (members[*member].name, name))
      return TRUE;
  return FALSE;
}

/**
 * tv_bundle_dup_member_name:
 * @member: index of a member
 *
 * Returns: (transfer full): display name that consists of the names of the bundle and the member
 */
char *
tv_bundle_dup_member_name (const TvBundle *self, guint member)
{
  g_autofree char *display = tv_input_dup_display_name (self->path);

  g_return_val_if_fail (member < self->members->len, NULL);
  return g_strdup_printf ("%s: %s", display, g_array_index (self->members, TvMember, member).name);
}

/* Opens a section of the bug report. The input's modification time is the time of the report, because readers use it
 * to choose the year of timestamps without a year. */
static TvInput *
open_section (const TvBundle *self, guint section)
{
  const TvSection *row = &g_array_index (self->sections->rows, TvSection, section);
  g_autoptr (GBytes) bytes = g_bytes_new_from_bytes (self->sections->bytes, row->start, row->size);
  TvInput *input = tv_input_new_for_bytes (bytes);

  input->modified_s = MAX (self->sections->when_s, 0);
  return input;
}

/* Passes the binder calls in the report to a member with thread dumps, because the dumps do not contain these calls.
 * Does nothing if the report is older than the dumps. */
static void
attach_binder_calls (const TvBundle *self, const TvMember *member, TvInput *input)
{
  const TvSections *report = self->sections;
  gint64 written_s = member->stamp_s > 0 ? member->stamp_s : member->modified_s;

  if (report == NULL || report->calls == NULL || member->subject != TV_CONTENT_INCIDENT ||
      written_s <= 0 || report->when_s < written_s)
    return;
  input->calls = g_bytes_ref (report->calls);
  input->calls_late_ns = (report->when_s - written_s) * G_GINT64_CONSTANT (1000000000);
}

/**
 * tv_bundle_open_member:
 * @member: index of a member
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; for members of archives, the message contains the names of the bundle and the
 *   member
 *
 * Opens a member. A member of an archive is read into memory. Any thread may call it.
 *
 * Returns: (transfer full) (nullable): the member
 */
TvInput *
tv_bundle_open_member (const TvBundle *self,
                       guint member,
                       GCancellable *cancellable,
                       GError **error)
{
  const TvBundleLocation *location;
  const TvMember *row;
  TvInput *input;

  g_return_val_if_fail (member < self->members->len, NULL);
  location = &g_array_index (self->locations, TvBundleLocation, member);
  row = &g_array_index (self->members, TvMember, member);
  if (location->section != TV_NONE)
    input = open_section (self, location->section);
  else if (location->path != NULL)
    input = tv_input_open (location->path, cancellable, error);
  else
    {
      TvInput *archive = location->inner != TV_NONE ? self->inner->pdata[location->inner]
                                                    : self->file;
      const char *name = row->name + location->prefix_size;

      input = tv_container_open (archive, location->entry, name, cancellable, error);
      if (input == NULL)
        {
          g_autofree char *shown = tv_bundle_dup_member_name (self, member);

          g_prefix_error (error, "%s: ", shown);
        }
      else if (row->modified_s > 0)
        input->modified_s = row->modified_s;
    }
  if (input == NULL)
    return NULL;
  input->is_member = TRUE;
  input->name = g_strdup (row->name);
  input->is_text = row->is_section && row->kind == TV_MEMBER_TEXT;
  if (location->path == NULL ||
      (input->modified_s == row->modified_s && (gint64) input->size == row->size))
    input->detection = location->detection;
  attach_binder_calls (self, row, input);
  return input;
}

/**
 * tv_member_kind_name:
 *
 * Returns: untranslated name of the kind, such as "trace"
 */
const char *
tv_member_kind_name (TvMemberKind kind)
{
  static const char *const names[] = { "trace", "perhaps", "text", "other", "locked" };

  return names[kind];
}
