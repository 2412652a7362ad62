/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/bundle-search.h"

#include <string.h>

#include "formats/bundle-private.h"
#include "formats/format.h"

/* Used by `tracedump members --find` and by the search in the list of a bundle (ui/pages/bundle-hits.c), which runs
 * on a worker thread. The caller's test function decides whether a line matches. Members are opened one at a time,
 * and freed after the search. The state is in TvBundleSearch. */

/* Number of bytes of a member that are searched for NUL. A member that contains NUL is binary. */
#define PROBE_BYTES 4096

/* Number of lines between two checks for cancellation. */
#define STEP_LINES 4096

static void
clear_hit (gpointer data)
{
  g_free (((TvBundleHit *) data)->text);
}

/**
 * tv_bundle_search_init:
 * @self: (out caller-allocates): search to initialize
 * @test: function that decides whether a line or a member's name matches
 * @data: user data of @test
 *
 * Initializes a search without hits.
 */
void
tv_bundle_search_init (TvBundleSearch *self, TvBundleTest test, gconstpointer data)
{
  *self = (TvBundleSearch){ .test = test, .data = data };
  self->hits = g_array_new (FALSE, FALSE, sizeof (TvBundleHit));
  g_array_set_clear_func (self->hits, clear_hit);
}

void
tv_bundle_search_clear (TvBundleSearch *self)
{
  g_clear_pointer (&self->hits, g_array_unref);
}

/* Returns the size of the shortest prefix of the line that matches. */
static gsize
find_end (const TvBundleSearch *self, const char *line, gsize size)
{
  gsize low = 0, high = size;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (self->test (line, middle, self->data))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

static gboolean
is_inside_character (char byte)
{
  return ((guchar) byte & 0xc0) == 0x80;
}

/* Returns (transfer full): the line as valid UTF-8. A long line is truncated around the match. */
static char *
dup_line (const TvBundleSearch *self, const char *line, gsize size)
{
  gsize start, end;
  g_autofree char *text = NULL;

  if (size <= TV_BUNDLE_HIT_BYTES)
    return g_utf8_make_valid (line, (gssize) size);
  end = find_end (self, line, size);
  start = end > TV_BUNDLE_HIT_BYTES / 2 ? end - TV_BUNDLE_HIT_BYTES / 2 : 0;
  end = MIN (start + TV_BUNDLE_HIT_BYTES, size);
  while (start > 0 && start < end && is_inside_character (line[start]))
    start++;
  while (end < size && end > start && is_inside_character (line[end]))
    end--;
  text = g_utf8_make_valid (line + start, (gssize) (end - start));
  return g_strdup_printf ("%s%s%s", start > 0 ? "…" : "", text, end < size ? "…" : "");
}

/* Adds a hit. Returns FALSE if the list of hits is full. */
static gboolean
add_hit (TvBundleSearch *self, guint member, guint64 line, const char *text, gsize size)
{
  TvBundleHit hit = { member, line, NULL };

  if (self->hits->len >= TV_BUNDLE_MAX_HITS)
    {
      self->is_full = TRUE;
      return FALSE;
    }
  hit.text = dup_line (self, text, size);
  g_array_append_val (self->hits, hit);
  return TRUE;
}

/* Adds the matching lines of @text as hits, until the list of hits is full. Returns FALSE if cancelled. */
static gboolean
search_lines (TvBundleSearch *self,
              guint member,
              const char *text,
              gsize size,
              GCancellable *cancellable)
{
  const char *end = text + size;

  for (guint64 line = 1; text < end; line++)
    {
      const char *feed = memchr (text, '\n', (gsize) (end - text));
      gsize length = (gsize) ((feed != NULL ? feed : end) - text);

      if (line % STEP_LINES == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (self->test (text, length, self->data) && !add_hit (self, member, line, text, length))
        break;
      text += length + 1;
    }
  return TRUE;
}

static gboolean
is_binary (const guint8 *bytes, gsize size)
{
  return size > 0 && memchr (bytes, '\0', MIN (size, PROBE_BYTES)) != NULL;
}

/* Decodes a member as plain text, so that line numbers are those of the opened member. Returns FALSE if the member is
 * not text. */
static gboolean
load_text (TvInput *input, GCancellable *cancellable)
{
  const TvFormat *format;

  if (tv_format_is_plain (input) && is_binary (input->prefix, input->prefix_size))
    return FALSE;
  input->is_text = TRUE;
  return tv_format_unwrap (input, &format, cancellable, NULL) &&
         !is_binary (input->data, input->size);
}

/**
 * tv_bundle_search_header:
 * @cancellable: (nullable): a #GCancellable
 *
 * Searches the lines before the first section of a bug report in text form. Does nothing if the bug report is a file
 * in an archive, because tv_bundle_search_member() searches these lines as part of that file.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_bundle_search_header (TvBundleSearch *self, const TvBundle *bundle, GCancellable *cancellable)
{
  if (bundle->sections == NULL || bundle->sections_member != TV_NONE)
    return TRUE;
  return search_lines (self, TV_NONE, g_bytes_get_data (bundle->sections->bytes, NULL),
                       bundle->sections->header_size, cancellable);
}

/**
 * tv_bundle_search_member:
 * @member: index of a member
 * @cancellable: (nullable): a #GCancellable
 *
 * Searches the name and the lines of a member. If the member is an archive whose files are members themselves, only
 * its name is searched. If it is a bug report, only its lines before the first section are searched. Blocks; any
 * thread may call it.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_bundle_search_member (TvBundleSearch *self,
                         const TvBundle *bundle,
                         guint member,
                         GCancellable *cancellable)
{
  const TvMember *row = &g_array_index (bundle->members, TvMember, member);
  const TvBundleLocation *location = &g_array_index (bundle->locations, TvBundleLocation, member);
  g_autoptr (TvInput) input = NULL;
  gsize size;

  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  if (self->test (row->name, strlen (row->name), self->data) &&
      !add_hit (self, member, 0, row->name, strlen (row->name)))
    return TRUE;
  if (location->is_listed || row->size == 0)
    return TRUE;
  input = row->kind != TV_MEMBER_LOCKED ? tv_bundle_open_member (bundle, member, cancellable, NULL)
                                        : NULL;
  if (input == NULL || !load_text (input, cancellable))
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      self->n_skipped++;
      return TRUE;
    }
  self->n_searched++;
  size = member == bundle->sections_member ? MIN (bundle->sections->header_size, input->size)
                                           : input->size;
  return search_lines (self, member, (const char *) input->data, size, cancellable);
}
