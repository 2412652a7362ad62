/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <utime.h>

#include "formats/load.h"
#include "traceview-config.h"
#include "ui/session/saved-view.h"
#include "ui/session/session-query-tracks.h"

#define SAMPLE "data/samples/shop-start.trace"

/* Tests saving and restoring the view state of a session, and malformed states. */

static char *home;
static TvTrace *trace;
static TvProfile *profile;
static TvRanking *ranking;

static TvSession *
new_session (void)
{
  return tv_session_new (trace, tv_slice_index_new (trace), ranking, profile);
}

static char *
write_down (TvSession *session)
{
  g_autoptr (GVariant) saved = tv_saved_view_describe (session);

  return tv_saved_view_print (saved);
}

/* Returns the state that a new session saves after restoring @text. */
static char *
read_and_write (const char *text, gssize length)
{
  g_autoptr (TvSession) session = new_session ();
  g_autoptr (GVariant) saved = NULL;

  saved = tv_saved_view_parse (text, length < 0 ? strlen (text) : (gsize) length);
  if (saved != NULL)
    tv_saved_view_apply (session, saved);
  return write_down (session);
}

/* Creates a session in which the user has changed many settings. */
static TvSession *
make_used_session (void)
{
  TvSession *session = new_session ();
  TvRowChoices *choices = tv_session_get_row_choices (session);
  g_autoptr (GPtrArray) moved = g_ptr_array_new_with_free_func (g_free);
  gint64 start_ns = tv_trace_get_start_ns (trace);

  tv_session_set_visible (session, start_ns + 1000, start_ns + 500000);
  tv_session_select_range (session, start_ns + 2000, start_ns + 3000);
  tv_session_add_mark (session, start_ns + 10, start_ns + 20, "a; b\\");
  tv_session_add_mark (session, start_ns + 30, start_ns + 30, NULL);
  tv_row_choices_add (choices, "thread 1 main", TV_ROW_PINNED);
  tv_row_choices_add (choices, "thread 2 x;y", TV_ROW_HIDDEN);
  tv_row_choices_add (choices, "counter 4 n", TV_ROW_RATE);
  tv_row_choices_set_order (choices, TV_ROWS_BY_NAME);
  g_ptr_array_add (moved, g_strdup ("thread 2 x;y"));
  g_ptr_array_add (moved, g_strdup ("process 1 ['a']"));
  tv_row_choices_set_moved (choices, moved);
  tv_row_choices_set_filter (choices, "m;\n['x'] \" %s");
  tv_session_set_top_row (session, "thread 3 [z]", 0.3333333333);
  return session;
}

static void
test_round_trip (void)
{
  g_autoptr (TvSession) session = make_used_session ();
  g_autoptr (TvSession) back = new_session ();
  g_autofree char *written = write_down (session);
  g_autofree char *again = read_and_write (written, -1);
  g_autoptr (GVariant) saved = tv_saved_view_parse (written, strlen (written));
  gint64 start_ns, end_ns;
  double above;

  g_assert_cmpstr (again, ==, written);
  tv_saved_view_apply (back, saved);
  g_assert_cmpstr (tv_session_get_top_row (back, &above), ==, "thread 3 [z]");
  g_assert_cmpfloat_with_epsilon (above, 1.0 / 3.0, 1e-6);
  tv_session_get_visible (back, &start_ns, &end_ns);
  g_assert_cmpint (start_ns, ==, tv_trace_get_start_ns (trace) + 1000);
  g_assert_cmpint (end_ns, ==, tv_trace_get_start_ns (trace) + 500000);
  g_assert_cmpuint (tv_session_get_marks (back)->len, ==, 2);
  g_assert_cmpstr (tv_row_choices_get_filter (tv_session_get_row_choices (back)), ==,
                   "m;\n['x'] \" %s");
  g_assert_cmpuint (tv_row_choices_get (tv_session_get_row_choices (back), "counter 4 n"), ==,
                    TV_ROW_RATE);
  g_assert_cmpuint (tv_row_choices_get_moved (tv_session_get_row_choices (back))->len, ==, 2);
  g_assert_cmpstr (tv_row_choices_get_moved (tv_session_get_row_choices (back))->pdata[1], ==,
                   "process 1 ['a']");
}

/* The row filter is restored, including whether it is a regular expression. */
static void
test_filter_form (void)
{
  for (int is_regex = 0; is_regex <= 1; is_regex++)
    {
      g_autoptr (TvSession) session = new_session ();
      g_autoptr (TvSession) back = new_session ();
      TvRowChoices *choices = tv_session_get_row_choices (session);
      g_autofree char *written = NULL;
      g_autofree char *again = NULL;
      g_autoptr (GVariant) saved = NULL;

      tv_row_choices_set_filter (choices, "ma.n|x");
      tv_row_choices_set_filter_is_regex (choices, is_regex);
      written = write_down (session);
      again = read_and_write (written, -1);
      g_assert_cmpstr (again, ==, written);
      saved = tv_saved_view_parse (written, strlen (written));
      tv_saved_view_apply (back, saved);
      choices = tv_session_get_row_choices (back);
      g_assert_cmpstr (tv_row_choices_get_filter (choices), ==, "ma.n|x");
      g_assert_cmpint (tv_row_choices_get_filter_is_regex (choices), ==, is_regex);
    }
}

/* If the user has changed nothing, a session has no state to save. */
static void
test_untouched (void)
{
  g_autoptr (TvSession) session = new_session ();

  g_assert_null (write_down (session));
  tv_session_set_top_row (session, "thread 1 main", 0.5);
  tv_session_set_top_row (session, NULL, 0.5);
  g_assert_null (write_down (session));
}

/* Settings with invalid values are skipped; all other settings are restored. */
static void
test_impossible (void)
{
  static const struct
  {
    const char *view;
    const char *top_row;
    double above;
  } cases[] = {
    { "{'top': <('a', 0.25)>}", "a", 0.25 },
    { "{'top': <('a', 1.0)>}", "a", 0.0 },
    { "{'top': <('a', -0.1)>}", "a", 0.0 },
    { "{'top': <('a', 1e999)>}", NULL, 0.0 },
    { "{'top': <('a', 'x')>}", NULL, 0.0 },
    { "{'top': <'a'>, 'folded': <7>, 'marks': <[1]>, 'order': <'by chance'>}", NULL, 0.0 },
    { "{'top': <('', 0.5)>}", NULL, 0.0 },
    { "{'top': <('a', 0.5)>, 'filter': <('x', 'y')>, 'hidden': <@as []>}", "a", 0.5 },
    { "{'visible': <(int64 9, int64 8)>, 'top': <('b', 0.5)>}", "b", 0.5 },
    { "@a{sv} {}", NULL, 0.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvSession) session = new_session ();
      g_autofree char *text = g_strdup_printf ("(('x', 0, 1, 2), %s)", cases[i].view);
      g_autoptr (GVariant) saved = tv_saved_view_parse (text, strlen (text));
      double above;

      g_test_message ("%s", text);
      if (saved != NULL)
        tv_saved_view_apply (session, saved);
      g_assert_cmpstr (tv_session_get_top_row (session, &above), ==, cases[i].top_row);
      g_assert_cmpfloat (above, ==, cases[i].above);
    }
}

/* Times outside the trace and invalid bookmarks are dropped. */
static void
test_times (void)
{
  static const char *const impossible[] = {
    "'visible': <(int64 %d, int64 %d)>",
    "'selection': <(int64 %d, int64 %d)>",
    "'marks': <[(int64 %d, int64 %d, 'm')]>",
  };
  gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace);
  const gint64 ranges[][2] = {
    { start_ns - 1, start_ns + 10 }, { start_ns, end_ns + 1 },   { start_ns + 10, start_ns + 5 },
    { G_MININT64, G_MAXINT64 },      { G_MAXINT64, G_MININT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (impossible); i++)
    for (guint k = 0; k < G_N_ELEMENTS (ranges); k++)
      {
        const char *key = impossible[i];
        g_auto (GStrv) parts = g_strsplit (key, "%d", 3);
        g_autofree char *text = g_strdup_printf (
            "(('%s', %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %u), {%s%" G_GINT64_FORMAT
            "%s%" G_GINT64_FORMAT "%s})",
            tv_trace_get_format (trace), start_ns, end_ns, tv_trace_get_slices (trace)->n, parts[0],
            ranges[k][0], parts[1], ranges[k][1], parts[2]);
        g_autoptr (GVariant) saved = tv_saved_view_parse (text, strlen (text));
        g_autofree char *again = read_and_write (text, -1);

        g_assert_nonnull (saved);
        g_assert_null (again);
      }
}

/* Strings that are not saved view states are rejected. */
static void
test_hostile (void)
{
  static const struct
  {
    const char *data;
    gssize length;
  } broken[] = {
    { "", 0 },
    { "(('x', 0, 1, 2), @a{sv} {\0})", 26 },
    { "\xff\xfe(", -1 },
    { "7", -1 },
    { "(('x', 0, 1, 2), {})}", -1 },
    { "(('x', 0, 1, 2), {'a': 1})", -1 },
    { "[times]\n", -1 },
    { "(('x', 0, 1, -1), @a{sv} {})", -1 },
    { "(((((((((", -1 },
  };
  g_autofree char *large = g_strnfill (TV_SAVED_VIEW_MAX_BYTES + 1, ' ');
  g_autofree char *deep = g_strnfill (TV_SAVED_VIEW_MAX_BYTES, '<');
  g_autoptr (TvSession) session = new_session ();
  g_autoptr (GString) many = g_string_new ("(('x', 0, 1, 2), {'hidden': <['");
  g_autoptr (GVariant) saved = NULL;
  g_auto (GStrv) keys = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    g_assert_null (tv_saved_view_parse (
        broken[i].data, broken[i].length < 0 ? strlen (broken[i].data) : (gsize) broken[i].length));
  memcpy (large, "(('x', 0, 1, 2), @a{sv} {})", 27);
  g_assert_null (tv_saved_view_parse (large, TV_SAVED_VIEW_MAX_BYTES + 1));
  saved = tv_saved_view_parse (large, TV_SAVED_VIEW_MAX_BYTES);
  g_assert_nonnull (saved);
  g_clear_pointer (&saved, g_variant_unref);
  g_assert_null (tv_saved_view_parse (deep, TV_SAVED_VIEW_MAX_BYTES));

  /* The number of strings restored from a list is limited, and strings that are too long are skipped. */
  for (guint i = 0; i <= TV_SAVED_VIEW_MAX_TEXT; i++)
    g_string_append_c (many, 'x');
  for (guint i = 0; i < TV_SAVED_VIEW_MAX_TEXTS + 10; i++)
    g_string_append_printf (many, "', 't%u", i);
  g_string_append (many, "']>})");
  saved = tv_saved_view_parse (many->str, many->len);
  g_assert_nonnull (saved);
  tv_saved_view_apply (session, saved);
  keys = tv_row_choices_dup_keys (tv_session_get_row_choices (session), TV_ROW_HIDDEN);
  g_assert_cmpuint (g_strv_length (keys), ==, TV_SAVED_VIEW_MAX_TEXTS - 1);
}

/* Each ASCII character is preserved at the beginning, in the middle and at the end of a name. */
static void
test_characters (void)
{
  for (char c = 1; c != '\0'; c = c < 127 ? c + 1 : '\0')
    {
      const char key[] = { c, c, 'a', c, 'b', c, '\0' };
      g_autoptr (TvSession) session = new_session ();
      g_autoptr (TvSession) back = new_session ();
      g_autoptr (GVariant) saved = NULL;
      g_autofree char *text = NULL;
      double above;

      tv_session_set_top_row (session, key, 0.0);
      tv_row_choices_add (tv_session_get_row_choices (session), key, TV_ROW_HIDDEN);
      text = write_down (session);
      saved = tv_saved_view_parse (text, strlen (text));
      g_assert_nonnull (saved);
      tv_saved_view_apply (back, saved);
      g_assert_cmpstr (tv_session_get_top_row (back, &above), ==, key);
      g_assert_cmpuint (tv_row_choices_get (tv_session_get_row_choices (back), key), ==,
                        TV_ROW_HIDDEN);
    }
}

/* If the content of the file has changed, only the choices of rows, which are identified by name, and the query
 * tracks are restored. */
static void
test_other_file (void)
{
  g_autoptr (TvSession) session = make_used_session ();
  g_autofree char *written = write_down (session);
  g_autoptr (GString) changed = g_string_new (written);
  g_autofree char *again = NULL;

  g_assert_cmpuint (g_string_replace (changed, tv_trace_get_format (trace), "another", 1), ==, 1);
  again = read_and_write (changed->str, -1);
  g_assert_nonnull (strstr (again, "'pinned'"));
  g_assert_nonnull (strstr (again, "'thread 3 [z]'"));
  g_assert_null (strstr (again, "'visible'"));
  g_assert_null (strstr (again, "'selection'"));
  g_assert_null (strstr (again, "'marks'"));
}

static const TvQueryTrack *
get_track (TvSession *session, guint i)
{
  return tv_session_get_query_tracks (session)->pdata[i];
}

/* Restores the tracks of a state for another file, and waits for their queries. */
static TvSession *
restore_tracks (const char *tracks)
{
  TvSession *session = new_session ();
  g_autofree char *text = g_strdup_printf ("(('x', 0, 1, 2), {'lanes': <%s>})", tracks);
  g_autoptr (GVariant) saved = tv_saved_view_parse (text, strlen (text));

  g_assert_nonnull (saved);
  tv_saved_view_apply (session, saved);
  for (guint i = 0; i < tv_session_get_query_tracks (session)->len; i++)
    while (get_track (session, i)->is_pending)
      g_main_context_iteration (NULL, TRUE);
  return session;
}

/* Restored tracks run their queries again. If a query fails, its track shows a message, and the track is still saved
 * again. */
static void
test_tracks (void)
{
  static const char tracks[] =
      "[('all', 'SELECT ts, dur, name FROM slice', '', false), "
      "('some', 'SELECT 7 AS ts, \\'a\\' AS name UNION SELECT 8, \\'b\\'', '^b$', true), "
      "('a', 'SELECT nothing', '', false), ('b', 'SELECT 1 AS a', '', false), "
      "('c', 'SELECT 1 AS ts WHERE 0', '', false), ('d', 'SELECT 1 AS ts', '(', true)]";
  g_autoptr (TvSession) session = restore_tracks (tracks);
  g_autofree char *written = write_down (session);
  g_autofree char *again = read_and_write (written, -1);

  g_assert_cmpuint (tv_session_get_query_tracks (session)->len, ==, 6);
  g_assert_cmpstr (again, ==, written);
#ifdef TV_HAVE_SQLITE
  g_assert_cmpuint (get_track (session, 0)->slices->len, ==, tv_trace_get_slices (trace)->n);
  g_assert_null (get_track (session, 0)->message);
  g_assert_cmpuint (get_track (session, 1)->slices->len, ==, 1);
  g_assert_cmpint (g_array_index (get_track (session, 1)->slices, TvQueryTrackSlice, 0).ts, ==, 8);
  g_assert_nonnull (strstr (get_track (session, 2)->message, "nothing"));
#endif
  for (guint i = 2; i < 6; i++)
    {
      g_assert_nonnull (get_track (session, i)->message);
      g_assert_cmpuint (get_track (session, i)->slices->len, ==, 0);
    }
  tv_session_rename_query_track (session, get_track (session, 0)->id, "renamed");
  tv_session_rename_query_track (session, get_track (session, 1)->id, "");
  tv_session_remove_query_track (session, get_track (session, 5)->id);
  g_assert_cmpstr (get_track (session, 0)->name, ==, "renamed");
  g_assert_cmpstr (get_track (session, 1)->name, ==, "some");
  g_assert_cmpuint (tv_session_get_query_tracks (session)->len, ==, 5);
}

/* Malformed tracks are skipped, and so are tracks that exceed the maximum number. */
static void
test_bad_tracks (void)
{
  g_autofree char *query = g_strnfill (64 * 1024 + 1, ' ');
  g_autofree char *long_query = g_strdup_printf ("[('a', '%s', '', false)]", query);
  const char *const none[] = {
    "7",
    "['a']",
    "[('a', 'SELECT 1 AS ts')]",
    "[('', 'SELECT 1 AS ts', '', false)]",
    "[('a', '', '', false)]",
    long_query,
  };
  g_autoptr (TvSession) many = NULL;
  g_autoptr (GString) tracks = g_string_new ("[");

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autoptr (TvSession) session = restore_tracks (none[i]);

      g_assert_cmpuint (tv_session_get_query_tracks (session)->len, ==, 0);
    }
  for (guint i = 0; i < 20; i++)
    g_string_append_printf (tracks, "%s('%u', 'SELECT %u AS ts', '', false)", i > 0 ? ", " : "", i,
                            i);
  g_string_append (tracks, "]");
  many = restore_tracks (tracks->str);
  g_assert_cmpuint (tv_session_get_query_tracks (many)->len, ==, TV_SESSION_MAX_QUERY_TRACKS);
}

/* Removing a track or ending a session cancels an endless query. */
static void
test_endless_track (void)
{
  const TvQueryTrackSource endless = {
    .query = (char *) "WITH RECURSIVE n(ts) AS (SELECT 0 UNION ALL SELECT ts FROM n) "
                      "SELECT sum(ts) AS ts FROM n"
  };
  const TvQueryTrackSource short_one = { .query = (char *) "SELECT 1 AS ts" };
  g_autoptr (TvSession) session = new_session ();
  g_autoptr (TvSession) ended = new_session ();

  tv_session_restore_query_track (session, "endless", &endless);
  tv_session_restore_query_track (session, "short", &short_one);
  tv_session_restore_query_track (ended, "endless", &endless);
  g_assert_true (get_track (session, 1)->is_pending);
  tv_session_remove_query_track (session, get_track (session, 0)->id);
  while (get_track (session, 0)->is_pending)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (get_track (session, 0)->name, ==, "short");
}

/* Restores randomly corrupted states. Saving the restored state and restoring it again must not change it. */
static void
test_random (void)
{
  g_autoptr (TvSession) session = make_used_session ();
  g_autofree char *good = write_down (session);
  gsize length = strlen (good);

  for (int round = 0; round < 1000; round++)
    {
      g_autofree char *data = g_strdup (good);
      g_autofree char *once = NULL;

      for (int change = g_test_rand_int_range (1, 4); change > 0; change--)
        data[g_test_rand_int_range (0, (gint32) length)] = (char) g_test_rand_int_range (0, 256);
      once = read_and_write (data, (gssize) length);
      if (once != NULL)
        {
          g_autofree char *twice = read_and_write (once, -1);

          g_assert_cmpstr (twice, ==, once);
        }
    }
}

static void
set_visible (TvSession *session)
{
  tv_session_set_visible (session, tv_trace_get_start_ns (trace) + 1, tv_trace_get_end_ns (trace));
}

static void
select_range (TvSession *session)
{
  gint64 start_ns = tv_trace_get_start_ns (trace);

  tv_session_select_range (session, start_ns, start_ns + 10);
}

static void
pin_row (TvSession *session)
{
  tv_row_choices_add (tv_session_get_row_choices (session), "thread 1 main", TV_ROW_PINNED);
}

static void
set_top_row (TvSession *session)
{
  tv_session_set_top_row (session, "thread 3 [z]", 0.5);
}

static void
set_clock (TvSession *session)
{
  tv_session_set_clock (session, TV_CLOCK_CPU);
}

static void
set_time_base (TvSession *session)
{
  for (TvTimeBaseKind kind = 0; kind < TV_N_TIME_BASES; kind++)
    if (tv_session_can_choose_time_base (session, kind) && kind != tv_time_base_get_default (trace))
      tv_session_set_time_base (session, kind);
}

static void
add_bookmark (TvSession *session)
{
  tv_session_add_mark (session, tv_trace_get_start_ns (trace), tv_trace_get_end_ns (trace), NULL);
}

/* Each kind of change alone causes the state to be saved after a delay. If nothing has changed, no state is written. */
static void
test_saver (void)
{
  static void (*const changes[]) (TvSession *) = { set_visible, select_range, pin_row,
                                                   set_top_row, set_clock,    set_time_base,
                                                   add_bookmark };
  g_autoptr (TvSession) unchanged = new_session ();
  g_autofree char *unchanged_path = tv_saved_view_dup_path ("/unchanged.trace");
  TvViewSaver *savers[G_N_ELEMENTS (changes)],
      *idle = tv_view_saver_new (unchanged, "/unchanged.trace");

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (TvSession) session = new_session ();
      g_autofree char *name = g_strdup_printf ("/saver-%u.trace", i);

      savers[i] = tv_view_saver_new (session, name);
      changes[i](session);
    }
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *name = g_strdup_printf ("/saver-%u.trace", i);
      g_autofree char *path = tv_saved_view_dup_path (name);
      gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

      g_test_message ("change %u", i);
      while (!g_file_test (path, G_FILE_TEST_EXISTS) && g_get_monotonic_time () < end)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (1000);
      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
      tv_view_saver_free (savers[i]);
    }
  tv_view_saver_free (idle);
  g_assert_false (g_file_test (unchanged_path, G_FILE_TEST_EXISTS));
}

static void
test_files (void)
{
  static const char text[] = "(('x', 0, 1, 2), {'top': <('a', 0.5)>})";
  g_autofree char *path = tv_saved_view_dup_path ("/a/../b.trace");
  g_autofree char *same = tv_saved_view_dup_path ("/b.trace");
  g_autofree char *other = tv_saved_view_dup_path ("/c.trace");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GVariant) saved = NULL;
  g_autofree char *again = NULL;

  g_assert_cmpstr (path, ==, same);
  g_assert_cmpstr (path, !=, other);
  g_assert_true (g_str_has_prefix (path, home));
  g_assert_null (tv_saved_view_load (path));
  tv_saved_view_save (path, text);
  saved = tv_saved_view_load (path);
  again = tv_saved_view_print (saved);
  g_assert_cmpstr (again, ==, text);
  tv_saved_view_save (path, NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  /* If the path of a saved state is a folder or a pipe, no state is loaded. */
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_null (tv_saved_view_load (path));
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (tv_saved_view_load (path));
  g_assert_cmpint (g_unlink (path), ==, 0);

  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%d.view", folder, i);
      struct utimbuf times = { .actime = 1000 + i, .modtime = 1000 + i };

      tv_saved_view_save (name, text);
      g_assert_cmpint (g_utime (name, &times), ==, 0);
    }
  tv_saved_view_prune (5);
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%d.view", folder, i);

      g_assert_cmpint (g_file_test (name, G_FILE_TEST_EXISTS), ==, i >= 15);
      g_unlink (name);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *program = NULL;
  g_autoptr (GError) error = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  home = g_dir_make_tmp ("test-saved-view-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  trace = tv_load (SAMPLE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  ranking = tv_ranking_new (profile);

  g_test_add_func ("/saved-view/round-trip", test_round_trip);
  g_test_add_func ("/saved-view/filter-form", test_filter_form);
  g_test_add_func ("/saved-view/untouched", test_untouched);
  g_test_add_func ("/saved-view/impossible", test_impossible);
  g_test_add_func ("/saved-view/times", test_times);
  g_test_add_func ("/saved-view/hostile", test_hostile);
  g_test_add_func ("/saved-view/characters", test_characters);
  g_test_add_func ("/saved-view/other-file", test_other_file);
  g_test_add_func ("/saved-view/tracks", test_tracks);
  g_test_add_func ("/saved-view/bad-tracks", test_bad_tracks);
  g_test_add_func ("/saved-view/endless-track", test_endless_track);
  g_test_add_func ("/saved-view/random", test_random);
  g_test_add_func ("/saved-view/files", test_files);
  g_test_add_func ("/saved-view/saver", test_saver);
  result = g_test_run ();
  tv_ranking_unref (ranking);
  g_object_unref (profile);
  g_object_unref (trace);
  program = g_build_filename (home, "traceview", NULL);
  g_rmdir (program);
  g_rmdir (home);
  g_free (home);
  return result;
}
