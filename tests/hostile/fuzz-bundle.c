/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/error.h"
#include "formats/bundle-search.h"
#include "formats/multi-file.h"
#include "fuzz-target.h"

/* Fuzzes archives with several files: the list of members, each member alone, and all members on one timeline. */

/* maximum number of members to open; opening thousands of members would take too long */
#define MAX_MEMBERS 4
#define MAX_BYTES   65536

static void
judge_error (GError *error)
{
  g_assert_true (error->domain == TV_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_error_free (error);
}

static gboolean
has_e (const char *line, gsize size, gconstpointer data)
{
  return size > 0 && memchr (line, 'e', size) != NULL;
}

/* Searches the members. Matches must be sorted by member and line, and their text must be within the
 * limit. */
static void
search_members (const TvBundle *bundle)
{
  g_auto (TvBundleSearch) search = { 0 };
  guint n, n_searched = 0;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  tv_bundle_search_init (&search, has_e, NULL);
  g_assert_true (tv_bundle_search_header (&search, bundle, NULL));
  for (guint i = 0; i < n && n_searched < MAX_MEMBERS; i++)
    if (members[i].size <= MAX_BYTES)
      {
        g_assert_true (tv_bundle_search_member (&search, bundle, i, NULL));
        n_searched++;
      }
  g_assert_cmpuint (search.hits->len, <=, TV_BUNDLE_MAX_HITS);
  for (guint i = 0; i < search.hits->len; i++)
    {
      const TvBundleHit *hit = &g_array_index (search.hits, TvBundleHit, i);

      g_assert_true (hit->member == TV_NONE || hit->member < n);
      g_assert_true (g_utf8_validate (hit->text, -1, NULL));
      g_assert_cmpuint (strlen (hit->text), <=, 4 * TV_BUNDLE_HIT_BYTES);
    }
}

static void
open_members (const TvBundle *bundle, const char *path)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);
  TvSource sources[MAX_MEMBERS];
  guint n_sources = 0;
  g_autoptr (TvMultiFile) together = tv_multi_file_new ();
  const TvMultiFileMember *files;
  gboolean has_tied = FALSE;
  GError *error = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_assert_true (g_utf8_validate (members[i].name, -1, NULL));
      g_assert_nonnull (members[i].title);
      if (n_sources < MAX_MEMBERS && members[i].kind != TV_MEMBER_LOCKED &&
          members[i].size <= MAX_BYTES)
        {
          TvTrace *trace = tv_load_member (bundle, i, NULL, NULL, NULL, &error);

          fuzz_target_judge (trace, g_steal_pointer (&error));
          sources[n_sources++] = (TvSource){ .path = path, .member = members[i].name };
        }
    }
  g_assert_true (tv_multi_file_set_sources (together, sources, n_sources, NULL, &error));
  files = tv_multi_file_get_files (together, &n);
  g_assert_cmpuint (n, ==, n_sources);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (files[i].is_synchronized == (files[i].reason == NULL));
      has_tied |= files[i].is_synchronized;
    }
  if (has_tied)
    {
      TvTrace *trace = tv_multi_file_load (together, NULL, NULL, NULL, &error);

      fuzz_target_judge (trace, g_steal_pointer (&error));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  int fd = memfd_create ("bundle", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  GError *error = NULL;
  TvBundle *bundle;

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  bundle = tv_bundle_open (path, NULL, &error);
  if (bundle != NULL)
    {
      open_members (bundle, path);
      search_members (bundle);
    }
  else
    judge_error (error);
  tv_bundle_free (bundle);
  close (fd);
  return 0;
}
