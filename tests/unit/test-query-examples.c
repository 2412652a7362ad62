/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/load.h"
#include "query/query-result.h"
#include "ui/views/query/query-examples.h"

/* Checks that each example runs on any trace, because tables exist even if they have no rows. */
static void
test_run (void)
{
  static const char log_text[] =
      "# tracer: nop\n"
      "  app-7     (    7) [000] .... 1.000000: tracing_mark_write: B|7|load\n"
      "  app-7     (    7) [000] .... 1.005000: tracing_mark_write: E|7\n";
  const TvQueryLimits limits = { 1000, 1024 * 1024 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (log_text, strlen (log_text));
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, NULL);
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);
  guint n;
  const TvQueryExample *examples = tv_query_examples_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvQueryResult) result = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", examples[i].title);
      tv_query_result_run (database, examples[i].text, &limits, &result, &error);
      g_assert_no_error (error);
      g_assert_nonnull (result);
      g_assert_true (g_str_has_suffix (examples[i].title, "?"));
    }
}

/* Checks that the examples of a group are adjacent and require the same contents of a trace. */
static void
test_groups (void)
{
  guint n;
  const TvQueryExample *examples = tv_query_examples_get (&n);
  g_autoptr (GHashTable) parts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    if (i > 0 && g_str_equal (examples[i].group, examples[i - 1].group))
      g_assert_cmpint (examples[i].part, ==, examples[i - 1].part);
    else
      g_assert_true (g_hash_table_add (parts, (gpointer) examples[i].group));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-examples/run", test_run);
  g_test_add_func ("/query-examples/groups", test_groups);
  return g_test_run ();
}
