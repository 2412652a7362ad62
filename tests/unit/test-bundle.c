/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>

#include "core/error.h"
#include "formats/bundle-search.h"
#include "formats/input/container.h"
#include "formats/load.h"

/* Tests folders, zip and tar archives that contain several files. */

#define LOG  "# tracer: nop\n#\n a-1 [0] .... 1.000000: tracing_mark_write: B|1|x\n"
#define LOG2 "# tracer: nop\n#\n a-1 [0] .... 2.000000: tracing_mark_write: B|1|y\n"

static char *folder;

static const struct
{
  const char *name;
  const char *text;
} files[] = {
  { "a.txt", "some words\n" },
  { "deep/b.ftrace", LOG },
  { "deep/c\tlog", LOG2 },
  { "empty", "" },
};

static void
remove_tree (const char *path)
{
  GDir *dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_remove (path);
}

static void
add_entry (struct archive *archive, const char *name, const char *text)
{
  struct archive_entry *entry = archive_entry_new ();
  gsize size = strlen (text);

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (gint64) size);
  archive_entry_set_mtime (entry, 1718000000, 0);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, text, size), ==, size);
  archive_entry_free (entry);
}

/* Creates a folder or an archive with the test files. @kind is "folder", "zip", "tar" or "tar.gz". */
static char *
make_container (const char *kind)
{
  char *path = g_build_filename (folder, kind, NULL);
  struct archive *archive;

  if (g_str_equal (kind, "folder"))
    {
      for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
        {
          g_autofree char *file = g_build_filename (path, files[i].name, NULL);
          g_autofree char *parent = g_path_get_dirname (file);

          g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
          g_assert_true (g_file_set_contents (file, files[i].text, -1, NULL));
        }
      return path;
    }
  archive = archive_write_new ();
  if (g_str_equal (kind, "zip"))
    archive_write_set_format_zip (archive);
  else
    archive_write_set_format_ustar (archive);
  if (g_str_equal (kind, "tar.gz"))
    archive_write_add_filter_gzip (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    add_entry (archive, files[i].name, files[i].text);
  archive_write_free (archive);
  return path;
}

static void
test_members (gconstpointer data)
{
  static const TvMemberKind kinds[] = { TV_MEMBER_TEXT, TV_MEMBER_TRACE, TV_MEMBER_TRACE,
                                        TV_MEMBER_OTHER };
  g_autofree char *path = make_container (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvBundle) bundle = tv_bundle_open (path, NULL, &error);
  const TvMember *members;
  guint n, found;

  g_assert_no_error (error);
  members = tv_bundle_get_members (bundle, &n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (files));
  g_assert_false (tv_bundle_is_partial (bundle));
  g_assert_cmpuint (tv_bundle_count (bundle, TV_MEMBER_TRACE), ==, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdelimit (g_strdup (files[i].name), "\t", ' ');

      g_assert_cmpstr (members[i].name, ==, name);
      g_assert_cmpint (members[i].size, ==, strlen (files[i].text));
      g_assert_cmpint (members[i].modified_s, >=, 1718000000 - 24 * 3600);
      g_assert_cmpint (members[i].kind, ==, kinds[i]);
      g_assert_nonnull (members[i].title);
      g_assert_true (tv_bundle_find (bundle, name, &found));
      g_assert_cmpuint (found, ==, i);
    }
  g_assert_false (tv_bundle_find (bundle, "b.ftrace", &found));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvTrace) trace = tv_load_member (bundle, i, NULL, NULL, NULL, &error);

      if (kinds[i] == TV_MEMBER_TRACE)
        {
          g_assert_no_error (error);
          g_assert_cmpint (tv_trace_get_start_ns (trace), ==, (gint64) i * 1000000000);
        }
      else if (kinds[i] == TV_MEMBER_TEXT)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (tv_trace_get_n_text_lines (trace), ==, 1);
        }
      else
        {
          g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
          g_assert_nonnull (strstr (error->message, members[i].name));
          g_clear_error (&error);
        }
    }
}

static void
test_no_bundle (void)
{
  static const char *const texts[] = { "", LOG, "PK\003\004", "PK", "\037\213\010\0\0\0\0\0" };
  g_autofree char *path = g_build_filename (folder, "none", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      TvBundle *bundle;
      guint n = 0;

      g_test_message ("%" G_GSIZE_FORMAT, i);
      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      bundle = tv_bundle_open (path, NULL, &error);
      if (bundle != NULL)
        tv_bundle_get_members (bundle, &n);
      else
        g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
      g_assert_cmpuint (n, ==, 0);
      tv_bundle_free (bundle);
    }
  g_remove (path);
  g_assert_null (tv_bundle_open (path, NULL, NULL));
}

/* Only regular files are opened, because a pipe would block, and a link may point to the folder that contains it. */
static void
test_folder (void)
{
  g_autofree char *path = g_build_filename (folder, "odd", NULL);
  g_autofree char *pipe = g_build_filename (path, "pipe", NULL);
  g_autofree char *link = g_build_filename (path, "link", NULL);
  g_autofree char *deep = g_strdup (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvBundle) bundle = NULL;
  guint n;

  for (guint depth = 0; depth <= TV_CONTAINER_MAX_DEPTH; depth++)
    {
      g_autofree char *parent = g_steal_pointer (&deep);
      g_autofree char *file = g_build_filename (parent, "log", NULL);

      deep = g_build_filename (parent, "in", NULL);
      g_assert_cmpint (g_mkdir_with_parents (deep, 0700), ==, 0);
      g_assert_true (g_file_set_contents (file, LOG, -1, NULL));
    }
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (symlink (path, link), ==, 0);
  bundle = tv_bundle_open (path, NULL, &error);
  g_assert_no_error (error);
  tv_bundle_get_members (bundle, &n);
  g_assert_cmpuint (n, ==, TV_CONTAINER_MAX_DEPTH + 1);
  g_assert_true (tv_bundle_is_partial (bundle));
}

static void
test_limits (void)
{
  g_autofree char *path = g_build_filename (folder, "many.tar", NULL);
  struct archive *archive = archive_write_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvBundle) bundle = NULL;
  guint n;

  archive_write_set_format_ustar (archive);
  archive_write_open_filename (archive, path);
  for (guint i = 0; i <= TV_CONTAINER_MAX_MEMBERS; i++)
    add_entry (archive, "one", "1");
  archive_write_free (archive);
  bundle = tv_bundle_open (path, NULL, &error);
  g_assert_no_error (error);
  tv_bundle_get_members (bundle, &n);
  g_assert_cmpuint (n, ==, TV_CONTAINER_MAX_MEMBERS);
  g_assert_true (tv_bundle_is_partial (bundle));
}

/* If an archive is truncated or damaged, the members before the damage are listed, and the damage is
 * reported. */
static void
test_cuts (gconstpointer data)
{
  g_autofree char *path = make_container (data);
  g_autofree char *contents = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &contents, &size, NULL));
  for (gsize cut = 0; cut < size; cut += 1 + cut / 16)
    {
      g_autoptr (TvBundle) bundle = NULL;
      guint n = 0;

      g_assert_true (g_file_set_contents (path, contents, (gssize) cut, NULL));
      bundle = tv_bundle_open (path, NULL, NULL);
      if (bundle != NULL)
        tv_bundle_get_members (bundle, &n);
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (TvInput) input = tv_bundle_open_member (bundle, i, NULL, NULL);

          g_assert_true (input == NULL || input->is_cut || input->size == strlen (files[i].text));
        }
    }
}

/* An open archive is not affected if its file is replaced by another file, but it is if the file is changed in
 * place. */
static void
test_changed (void)
{
  g_autofree char *path = make_container ("zip");
  g_autofree char *changed_path = make_container ("tar");
  g_autoptr (TvBundle) bundle = tv_bundle_open (path, NULL, NULL);
  g_autoptr (TvBundle) changed = tv_bundle_open (changed_path, NULL, NULL);
  g_autoptr (TvInput) input = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (bundle);
  g_assert_nonnull (changed);
  g_assert_cmpint (g_remove (path), ==, 0);
  input = tv_bundle_open_member (bundle, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (input->size, ==, strlen (files[1].text));

  g_assert_cmpint (truncate (changed_path, 0), ==, 0);
  g_assert_null (tv_bundle_open_member (changed, 1, NULL, &error));
  g_assert_cmpint (error->domain, ==, TV_ERROR);
}

/* ---- Search ---- */

static gboolean
has_needle (const char *line, gsize size, gconstpointer needle)
{
  return memmem (line, size, needle, strlen (needle)) != NULL;
}

/* Searches one file with @content for @needle. */
static void
search (TvBundleSearch *found, const char *content, gsize size, GCancellable *cancellable)
{
  g_autofree char *path = g_build_filename (folder, "search", NULL);
  g_autofree char *file = g_build_filename (path, "file", NULL);
  g_autoptr (TvBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_whole;

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, content, (gssize) size, NULL));
  bundle = tv_bundle_open (path, NULL, &error);
  g_assert_no_error (error);
  tv_bundle_search_init (found, has_needle, "needle");
  is_whole = tv_bundle_search_member (found, bundle, 0, cancellable);
  g_assert_true (is_whole == !g_cancellable_is_cancelled (cancellable));
}

static void
test_search (void)
{
  static const struct
  {
    const char *content;
    gsize size; /* number of bytes; 0 if @content ends with NUL */
    const char *hits;
    guint n_skipped;
  } cases[] = {
    { "", 0, "", 0 },
    { "needle", 0, "1 needle\n", 0 },
    { "a\nneedle\n\nmy needle\n", 0, "2 needle\n4 my needle\n", 0 },
    { "\xff needle\n", 0, "1 \uFFFD needle\n", 0 },
    { "needle\r\n", 0, "1 needle\r\n", 0 },
    { "\0needle\n", 8, "", 1 },
    { "\x1f\x8b\x08 needle\n", 0, "", 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TvBundleSearch) found = { 0 };
      g_autoptr (GString) hits = g_string_new (NULL);

      search (&found, cases[i].content,
              cases[i].size > 0 ? cases[i].size : strlen (cases[i].content), NULL);
      for (guint k = 0; k < found.hits->len; k++)
        {
          const TvBundleHit *hit = &g_array_index (found.hits, TvBundleHit, k);

          g_string_append_printf (hits, "%u %s\n", (guint) hit->line, hit->text);
        }
      g_assert_cmpstr (hits->str, ==, cases[i].hits);
      g_assert_cmpuint (found.n_skipped, ==, cases[i].n_skipped);
      g_assert_false (found.is_full);
    }
}

/* Long lines are truncated on both sides of the match, at character boundaries. The number of hits is
 * limited. A cancelled search stops. */
static void
test_search_limits (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (TvBundleSearch) found = { 0 };
  g_auto (TvBundleSearch) many = { 0 };
  g_auto (TvBundleSearch) none = { 0 };
  const char *line;

  for (guint i = 0; i < 5000; i++)
    g_string_append (text, "ä€");
  g_string_append (text, "needle");
  for (guint i = 0; i < 5000; i++)
    g_string_append (text, "€ä");
  search (&found, text->str, text->len, NULL);
  g_assert_cmpuint (found.hits->len, ==, 1);
  line = g_array_index (found.hits, TvBundleHit, 0).text;
  g_assert_true (g_utf8_validate (line, -1, NULL));
  g_assert_cmpuint (strlen (line), <=, TV_BUNDLE_HIT_BYTES + 2 * strlen ("…"));
  g_assert_nonnull (strstr (line, "needle"));
  g_assert_null (strstr (line, "\uFFFD"));
  g_assert_true (g_str_has_prefix (line, "…") && g_str_has_suffix (line, "…"));

  g_string_truncate (text, 0);
  for (guint i = 0; i < TV_BUNDLE_MAX_HITS; i++)
    g_string_append (text, "needle\n");
  search (&many, text->str, text->len, NULL);
  g_assert_cmpuint (many.hits->len, ==, TV_BUNDLE_MAX_HITS);
  g_assert_false (many.is_full);
  tv_bundle_search_clear (&many);
  g_string_append (text, "needle\n");
  search (&many, text->str, text->len, NULL);
  g_assert_cmpuint (many.hits->len, ==, TV_BUNDLE_MAX_HITS);
  g_assert_true (many.is_full);

  g_cancellable_cancel (cancellable);
  search (&none, text->str, text->len, cancellable);
  g_assert_cmpuint (none.hits->len, ==, 0);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-bundle-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/bundle/folder", "folder", test_members);
  g_test_add_data_func ("/bundle/zip", "zip", test_members);
  g_test_add_data_func ("/bundle/tar", "tar", test_members);
  g_test_add_data_func ("/bundle/tar-gz", "tar.gz", test_members);
  g_test_add_func ("/bundle/no-bundle", test_no_bundle);
  g_test_add_func ("/bundle/odd-folder", test_folder);
  g_test_add_func ("/bundle/limits", test_limits);
  g_test_add_data_func ("/bundle/cut-zip", "zip", test_cuts);
  g_test_add_data_func ("/bundle/cut-tar", "tar", test_cuts);
  g_test_add_data_func ("/bundle/cut-tar-gz", "tar.gz", test_cuts);
  g_test_add_func ("/bundle/changed", test_changed);
  g_test_add_func ("/bundle/search", test_search);
  g_test_add_func ("/bundle/search-limits", test_search_limits);
  result = g_test_run ();
  remove_tree (folder);
  g_free (folder);
  return result;
}
