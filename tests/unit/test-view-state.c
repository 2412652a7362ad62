/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <utime.h>

#include "ui/session/view-state.h"
#include "ui/session/view-store.h"

/* States of views: written and read again, and whatever else may lie in their place. */

static char *home;

static TvViewState *
write_and_parse (const TvViewState *state)
{
  gsize length;
  g_autofree char *data = tv_view_state_to_data (state, &length);

  g_assert_nonnull (data);
  return tv_view_state_parse (data, length);
}

static void
test_round_trip (void)
{
  static const char *const texts[] = {
    "thread 1 [main]", "a;b\\;c", "", " spaces ", "x\ny\t", "ä"
  };
  const char *const none[] = { NULL };
  const char *list[G_N_ELEMENTS (texts) + 1] = { NULL };
  g_autoptr (TvViewState) state = tv_view_state_new ();
  g_autoptr (TvViewState) back = NULL;
  g_auto (GStrv) read = NULL;
  g_autofree char *text = NULL;
  gint64 value;
  gsize length;

  g_assert_null (tv_view_state_to_data (state, &length));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    list[i] = texts[i];
  tv_view_state_set_int64 (state, "times", "low", G_MININT64);
  tv_view_state_set_int64 (state, "times", "high", G_MAXINT64);
  tv_view_state_set_texts (state, "rows", "hidden", list);
  tv_view_state_set_texts (state, "rows", "pinned", none);
  tv_view_state_set_text (state, "rows", "filter", "=[x]\n#");

  back = write_and_parse (state);
  g_assert_nonnull (back);
  g_assert_true (tv_view_state_get_int64 (back, "times", "low", &value));
  g_assert_cmpint (value, ==, G_MININT64);
  g_assert_true (tv_view_state_get_int64 (back, "times", "high", &value));
  g_assert_cmpint (value, ==, G_MAXINT64);
  read = tv_view_state_dup_texts (back, "rows", "hidden");
  g_assert_cmpstrv (read, list);
  text = tv_view_state_dup_text (back, "rows", "filter");
  g_assert_cmpstr (text, ==, "=[x]\n#");
  g_strfreev (read);
  read = tv_view_state_dup_texts (back, "rows", "pinned");
  g_assert_cmpuint (g_strv_length (read), ==, 0);
}

/* Each character below 128 at the beginning, in the middle and at the end of a text, alone and among
 * others, comes back as it was. */
static void
test_characters (void)
{
  for (char c = 1; c != '\0'; c = c < 127 ? c + 1 : '\0')
    {
      const char text[] = { c, c, 'a', c, 'b', c, '\0' };
      const char *const list[] = { text, "", text, NULL };
      g_autoptr (TvViewState) state = tv_view_state_new ();
      g_autoptr (TvViewState) back = NULL;
      g_auto (GStrv) texts = NULL;
      g_autofree char *alone = NULL;

      tv_view_state_set_texts (state, "rows", "hidden", list);
      tv_view_state_set_text (state, "rows", "filter", text);
      back = write_and_parse (state);
      g_assert_nonnull (back);
      texts = tv_view_state_dup_texts (back, "rows", "hidden");
      g_assert_cmpstrv (texts, list);
      alone = tv_view_state_dup_text (back, "rows", "filter");
      g_assert_cmpstr (alone, ==, text);
    }
}

/* What has an escape that is none is no text and no list. */
static void
test_escapes (void)
{
  static const struct
  {
    const char *value;
    const char *text; /* (nullable) */
    guint n_texts;
  } cases[] = {
    { "a\\s\\n\\t\\r\\f\\\\\\;", "a \n\t\r\f\\;", 1 },
    { "a;b", "a;b", 2 },
    { "a;b;", "a;b;", 2 },
    { ";", ";", 1 },
    { "", "", 0 },
    { "a;\\q;", NULL, 0 },
    { "a;b\\", NULL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *data = g_strdup_printf ("[rows]\nkey=%s\n", cases[i].value);
      g_autoptr (TvViewState) state = tv_view_state_parse (data, strlen (data));
      g_autofree char *text = tv_view_state_dup_text (state, "rows", "key");
      g_auto (GStrv) texts = tv_view_state_dup_texts (state, "rows", "key");

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpuint (g_strv_length (texts), ==, cases[i].n_texts);
    }
}

/* Nothing of these is a number, a text, or a list. */
static void
test_hostile (void)
{
  static const char *const numbers[] = {
    "",
    "x",
    "1x",
    "9223372036854775808",
    "-9223372036854775809",
    "1e9",
    "0x",
    " 1 2 ",
    "--",
    "99999999999999999999999999999999999999999",
  };
  static const struct
  {
    const char *data;
    gssize length;
  } broken[] = {
    { "", 0 },       { "[times]\nlow=1\0\n", 15 }, { "\xff\xfe[a]", -1 }, { "no group", -1 },
    { "low=1", -1 }, { "[times\nlow=1", -1 },      { "[a]\n=x", -1 },     { "[]\na=1", -1 },
  };
  g_autofree char *large = g_strnfill (TV_VIEW_STATE_MAX_BYTES + 1, '\n');
  g_autoptr (GString) many = g_string_new ("[rows]\nhidden=");
  g_autoptr (TvViewState) state = NULL;
  g_auto (GStrv) texts = NULL;
  gint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *data = g_strdup_printf ("[times]\nlow=%s\n", numbers[i]);
      g_autoptr (TvViewState) parsed = tv_view_state_parse (data, strlen (data));

      g_assert_nonnull (parsed);
      g_assert_false (tv_view_state_get_int64 (parsed, "times", "low", &value));
      g_assert_false (tv_view_state_get_int64 (parsed, "other", "low", &value));
    }
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      gsize length = broken[i].length < 0 ? strlen (broken[i].data) : (gsize) broken[i].length;

      g_assert_null (tv_view_state_parse (broken[i].data, length));
    }
  g_assert_null (tv_view_state_parse (large, TV_VIEW_STATE_MAX_BYTES + 1));

  /* Of a long list only so many are taken, and none that is too long. */
  for (guint i = 0; i < TV_VIEW_STATE_MAX_TEXTS + 10; i++)
    g_string_append_printf (many, "t%u;", i);
  g_string_append (many, "\nlong=");
  for (guint i = 0; i <= TV_VIEW_STATE_MAX_TEXT; i++)
    g_string_append_c (many, 'x');
  g_string_append (many, ";short;\n");
  state = tv_view_state_parse (many->str, many->len);
  g_assert_nonnull (state);
  texts = tv_view_state_dup_texts (state, "rows", "hidden");
  g_assert_cmpuint (g_strv_length (texts), ==, TV_VIEW_STATE_MAX_TEXTS);
  g_strfreev (texts);
  texts = tv_view_state_dup_texts (state, "rows", "long");
  g_assert_cmpuint (g_strv_length (texts), ==, 1);
  g_assert_cmpstr (texts[0], ==, "short");
  g_assert_null (tv_view_state_dup_text (state, "rows", "long"));
}

/* Bytes of a good state changed at random: whatever comes of it can be asked for everything. */
static void
test_random (void)
{
  static const char good[] = "[file]\nformat=method trace\nstart=5\nend=900\nslices=12\n\n"
                             "[times]\nvisible-start=10\nvisible-end=20\n\n"
                             "[rows]\nhidden=thread 1 main;thread 2 \\;;\norder=name\n";

  for (int round = 0; round < 3000; round++)
    {
      g_autofree char *data = g_strdup (good);
      g_autoptr (TvViewState) state = NULL;
      g_auto (GStrv) texts = NULL;
      g_autofree char *text = NULL;
      gint64 value;

      for (int change = g_test_rand_int_range (1, 6); change > 0; change--)
        data[g_test_rand_int_range (0, sizeof good - 1)] = (char) g_test_rand_int_range (0, 256);
      state = tv_view_state_parse (data, sizeof good - 1);
      if (state == NULL)
        continue;
      tv_view_state_get_int64 (state, "times", "visible-start", &value);
      texts = tv_view_state_dup_texts (state, "rows", "hidden");
      text = tv_view_state_dup_text (state, "rows", "order");
    }
}

static void
test_store (void)
{
  static const char data[] = "[times]\nlow=1\n";
  g_autofree char *path = tv_view_store_dup_path ("/a/../b.trace");
  g_autofree char *same = tv_view_store_dup_path ("/b.trace");
  g_autofree char *other = tv_view_store_dup_path ("/c.trace");
  g_autofree char *folder = g_path_get_dirname (path);
  TvViewState *state;
  gint64 value;

  g_assert_cmpstr (path, ==, same);
  g_assert_cmpstr (path, !=, other);
  g_assert_true (g_str_has_prefix (path, home));
  g_assert_null (tv_view_store_load (path));
  tv_view_store_save (path, data, strlen (data));
  state = tv_view_store_load (path);
  g_assert_true (tv_view_state_get_int64 (state, "times", "low", &value));
  tv_view_state_free (state);
  tv_view_store_save (path, NULL, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  /* A folder or a pipe in its place is no state. */
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_null (tv_view_store_load (path));
  g_assert_cmpint (g_rmdir (path), ==, 0);

  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%d.ini", folder, i);
      struct utimbuf times = { .actime = 1000 + i, .modtime = 1000 + i };

      tv_view_store_save (name, data, strlen (data));
      g_assert_cmpint (g_utime (name, &times), ==, 0);
    }
  tv_view_store_prune (5);
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%d.ini", folder, i);

      g_assert_cmpint (g_file_test (name, G_FILE_TEST_EXISTS), ==, i >= 15);
      g_unlink (name);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *program = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  home = g_dir_make_tmp ("test-view-state-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  g_test_add_func ("/view-state/round-trip", test_round_trip);
  g_test_add_func ("/view-state/hostile", test_hostile);
  g_test_add_func ("/view-state/characters", test_characters);
  g_test_add_func ("/view-state/escapes", test_escapes);
  g_test_add_func ("/view-state/random", test_random);
  g_test_add_func ("/view-state/store", test_store);
  result = g_test_run ();
  program = g_build_filename (home, "traceview", NULL);
  g_rmdir (program);
  g_rmdir (home);
  g_free (home);
  return result;
}
