/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <gio/gio.h>

#include "core/error.h"
#include "export/write-table.h"
#include "formats/load.h"
#include "tables/tables.h"

/* Tests that names cannot attack terminals, text layout, spreadsheets and markup parsers through the output of any
 * program. Other tests check images; labels of the window contain text, not markup. */

#define ESCAPE   "\x1b]0;owned\x07"
#define OVERRIDE "\xe2\x80\xae"     /* U+202E: overrides the direction of the following text */
#define ISOLATE  "\xe2\x81\xa6"     /* U+2066: starts an isolate */
#define TAGS     "\xf3\xa0\x81\x81" /* U+E0041, which is invisible */
#define MARKUP   "<b onclick='x()'>&amp;</b>"

/* Loads a trace with one call on one thread, both with this name. */
static TvTrace *
load_named (const char *name)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *keys = g_strdup_printf ("*version\n2\nclock=wall\nnote=%s\n*threads\n1\t%s\n"
                                           "*methods\n0x4\t%s\t%s\t()V\t%s\n*end\n",
                                           name, name, name, name, name);
  static const guint8 data[] = { 'S', 'L', 'O', 'W', 2, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
                                 4,   0,   0,   0,   1, 0, 0,  0, 1, 0, 5, 0, 0, 0, 2, 0, 0, 0 };
  g_autoptr (GBytes) file = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  g_byte_array_append (bytes, (const guint8 *) keys, strlen (keys));
  g_byte_array_append (bytes, data, sizeof data);
  file = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  trace = tv_load_bytes (file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static char *
write_table (const char *name, TvTrace *trace, TvTextFormat format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTable) table = tv_tables_open (name, trace, NULL, NULL, &error);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  g_assert_no_error (error);
  tv_write_table (table, NULL, format, stream, NULL, &error);
  g_assert_no_error (error);
  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}

/* Tests that invisible characters are escaped when a name is read from a file, so that later code does not
 * have to handle them. */
static void
test_hidden (void)
{
  static const struct
  {
    const char *name;
    const char *cleaned;
  } cases[] = {
    { "a" ESCAPE "b", "a\\x1b]0;owned\\x07b" },
    { "a" OVERRIDE "b", "a\\u202eb" },
    { "a" ISOLATE "b", "a\\u2066b" },
    { "a" TAGS "b", "a\\U000e0041b" },
    { "a\xc2\x9b"
      "31m",
      "a\\u009b31m" },                       /* 8-bit control sequence introducer */
    { "a\xff\xc0\xaf", "a\\xff\\xc0\\xaf" }, /* invalid UTF-8 and an overlong slash */
    { "a\xed\xa0\x80", "a\\xed\\xa0\\x80" }, /* unpaired surrogate */
    /* zero-width joiner */
    { "\xe0\xa4\x95\xe0\xa5\x8d\xe2\x80\x8d", "\xe0\xa4\x95\xe0\xa5\x8d\xe2\x80\x8d" },
    { MARKUP, MARKUP },
    { "%s%n$(reboot)`reboot`", "%s%n$(reboot)`reboot`" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_named (cases[i].name);
      guint32 n;
      guint n_problems;
      const TvThread *threads = tv_trace_get_threads (trace, &n);
      const TvProblem *problems = tv_trace_get_problems (trace, &n_problems);

      g_assert_cmpstr (tv_trace_get_string (trace, threads[0].name), ==, cases[i].cleaned);
      g_assert_cmpuint (n_problems, ==, g_str_equal (cases[i].name, cases[i].cleaned) ? 0 : 1);
      if (n_problems > 0)
        g_assert_cmpint (problems[0].kind, ==, TV_PROBLEM_BAD_TEXT);
    }
}

static void
test_hidden_in_log (void)
{
  static const char log[] = "a" OVERRIDE "-1 [0] .... 1.0: tracing_mark_write: B|1|x" ESCAPE "\n"
                            "a-1 [0] .... x" ESCAPE ": e: y\n";
  g_autoptr (GBytes) file = g_bytes_new_static (log, strlen (log));
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (file, NULL, NULL, NULL, &error);
  guint n;

  g_assert_no_error (error);
  for (const TvTableInfo *const *info = tv_tables_list (&n); n > 0; info++, n--)
    {
      g_autofree char *text = write_table ((*info)->name, trace, TV_TEXT_TSV);

      g_assert_null (strchr (text, '\x1b'));
      g_assert_null (strstr (text, OVERRIDE));
    }
}

static void
test_csv (void)
{
  static const struct
  {
    const char *name;
    const char *cell;
  } cases[] = {
    { "=1+1", "'=1+1" },
    { "=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0" },
    { "@SUM(A1)", "'@SUM(A1)" },
    { "+x", "'+x" },
    { "-x", "'-x" },
    { "=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"" },
    { "'=x", "''=x" },
    { "'x", "'x" },
    { "-12", "-12" },
    { "+1.5", "+1.5" },
    { "-1=x", "'-1=x" },
    { "-", "'-" },
    { "a=b", "a=b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_named (cases[i].name);
      g_autofree char *text = write_table ("metadata", trace, TV_TEXT_CSV);
      g_autofree char *cell = g_strdup_printf (",%s,", cases[i].cell);
      g_autofree char *tsv = write_table ("metadata", trace, TV_TEXT_TSV);

      g_assert_nonnull (strstr (text, cell));
      g_assert_nonnull (strstr (tsv, cases[i].name));
    }
}

static void
test_json (void)
{
  g_autoptr (TvTrace) trace = load_named ("\"},{\"a\":\"</script>\\");
  g_autofree char *text = write_table ("thread", trace, TV_TEXT_JSON);

  g_assert_nonnull (strstr (text, "\"\\\"},{\\\"a\\\":\\\"</script>\\\\\""));
}

static void
test_problem (void)
{
  static const char file[] = "*version\n2\nclock=" ESCAPE OVERRIDE
                             "\n*threads\n*methods\n*end\nSLOW"
                             "\2\0\20\0\0\0\0\0\0\0\0";
  g_autoptr (GBytes) bytes = g_bytes_new_static (file, sizeof file);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  guint n;
  const TvProblem *problems;

  g_assert_no_error (error);
  problems = tv_trace_get_problems (trace, &n);
  for (guint i = 0; i < n; i++)
    if (problems[i].kind == TV_PROBLEM_UNKNOWN_CLOCK)
      {
        g_assert_cmpstr (problems[i].detail, ==, "\\x1b]0;owned\\x07\\u202e");
        return;
      }
  g_assert_not_reached ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/hidden", test_hidden);
  g_test_add_func ("/names/hidden-in-log", test_hidden_in_log);
  g_test_add_func ("/names/csv", test_csv);
  g_test_add_func ("/names/json", test_json);
  g_test_add_func ("/names/problem", test_problem);
  return g_test_run ();
}
