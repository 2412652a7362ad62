/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/error.h"
#include "core/trace-builder-counters.h"
#include "core/trace-builder-slices.h"
#include "core/trace-builder-threads.h"
#include "core/trace-builder.h"
#include "formats/load.h"
#include "query/database.h"
#include "query/macros.h"
#include "query/sql-tokens.h"

/* ---- Tokens and macros ---- */

static void
test_tokens (void)
{
  static const char *const texts[] = {
    "SELECT a.b, 'it''s', \"x\"\"y\", [q], $v, 1.5e-3 -- end\nFROM t /* c */ WHERE a != b || c",
    "'unclosed",
    "/* unclosed",
    "\"",
    "[",
    "$",
    "a!b!",
    "1e",
    "é ü",
    "",
    ";;;",
    "x'00'",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GArray) tokens = tv_sql_tokens_parse (texts[i]);
      g_autofree char *joined = tv_sql_tokens_dup_text (tokens, 0, tokens->len);

      g_assert_cmpstr (joined, ==, texts[i]);
    }
}

static void
test_macros (void)
{
  static const struct
  {
    const char *text;
    const char *expanded; /* NULL if an error is expected */
  } cases[] = {
    { "two!(1, (a, b))", "{1} + {(a, b)}" },
    { "two!(two!(1, 2), 3)", "{{1} + {2}} + {3}" },
    { "TWO! ( 1 , 'a,b' )", "{1} + {'a,b'}" },
    { "none!() + none!()", "0 + 0" },
    { "__intrinsic_stringify!(a 'b')", "'a ''b'''" },
    { "__intrinsic_token_apply!(one, (a, b))", "<a>, <b>" },
    { "__intrinsic_token_apply_prefix!(one, (a, b))", ", <a>, <b>" },
    { "__intrinsic_token_apply_and!(two, (a, b), (c, d))", "{a} + {c} AND {b} + {d}" },
    { "a != (b)", "a != (b)" },
    { "two!(1)", NULL },
    { "nothing!()", NULL },
    { "forever!(1)", NULL },
  };
  g_autoptr (TvMacros) macros = tv_macros_new ();

  g_assert_true (
      tv_macros_add (macros, "two", g_strsplit ("a b", " ", 0), "{$a} + {$b}", FALSE, NULL));
  g_assert_true (tv_macros_add (macros, "one", g_strsplit ("a", " ", 0), "<$a>", FALSE, NULL));
  g_assert_true (tv_macros_add (macros, "none", g_new0 (char *, 1), "0", FALSE, NULL));
  g_assert_true (tv_macros_add (macros, "forever", g_strsplit ("a", " ", 0),
                                "forever!($a) forever!($a)", FALSE, NULL));
  g_assert_false (tv_macros_add (macros, "none", g_new0 (char *, 1), "1", FALSE, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) tokens = tv_sql_tokens_parse (cases[i].text);
      g_autoptr (GError) error = NULL;
      guint32 offset = 0;
      g_autoptr (GArray) expanded = tv_macros_expand (macros, tokens, &offset, &error);
      g_autofree char *text = expanded != NULL ? tv_sql_tokens_dup_text (expanded, 0, expanded->len)
                                               : NULL;

      g_assert_cmpstr (text, ==, cases[i].expanded);
      g_assert_true ((error == NULL) == (expanded != NULL));
    }
}

/* ---- Queries ---- */

static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 7);
  guint32 first = tv_trace_builder_ensure_track (builder,
                                                 tv_trace_builder_ensure_thread (builder, upid, 7));
  guint32 second = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, upid, 8));
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "a", -1), TV_NONE, TV_NONE, 0 };
  guint32 row = tv_trace_builder_add_symbol (builder, &symbol);

  tv_trace_builder_begin (builder, first, row, 10, 0, -1);
  tv_trace_builder_begin (builder, second, row, 15, 0, -1);
  tv_trace_builder_begin (builder, first, row, 20, 0, -1);
  tv_trace_builder_end (builder, first, row, 30, 0, 0, -1);
  tv_trace_builder_end (builder, second, row, 35, 0, 0, -1);
  tv_trace_builder_end (builder, first, row, 40, 0, 0, -1);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static gboolean
begin (gpointer data, guint n_columns, const char *const *names, GError **error)
{
  return TRUE;
}

static gboolean
take_row (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error)
{
  GString *out = data;

  for (guint i = 0; i < n_columns; i++)
    {
      g_string_append (out, i > 0 ? "|" : out->len > 0 ? " " : "");
      if (cells[i].type == TV_QUERY_INTEGER)
        g_string_append_printf (out, "%" G_GINT64_FORMAT, cells[i].integer);
      else if (cells[i].type == TV_QUERY_TEXT)
        g_string_append_len (out, cells[i].text, (gssize) cells[i].size);
      else
        g_string_append_c (out, '-');
    }
  return TRUE;
}

static void
test_rows (void)
{
  static const TvQuerySink sink = { begin, take_row };
  static const struct
  {
    const char *sql;
    const char *rows; /* NULL if an error is expected */
  } cases[] = {
    { "SELECT id, ts, dur, depth, parent_id FROM slice", "0|10|30|0|- 1|15|20|0|- 2|20|10|1|0" },
    { "SELECT id FROM slice ORDER BY ts DESC", "2 1 0" },
    { "SELECT id FROM slice WHERE ts > 10 AND ts <= 20", "1 2" },
    { "SELECT id FROM slice WHERE ts >= 15.5", "2" },
    { "SELECT id FROM slice WHERE id IN (2, 0, 9, NULL)", "0 2" },
    { "SELECT id FROM slice WHERE id > -5 AND id < 'a'", "0 1 2" },
    { "SELECT COUNT(*) FROM slice WHERE dur = 10 OR dur = 30", "2" },
    { "SELECT id FROM slice WHERE parent_id = 0", "2" },
    { "SELECT id FROM slice WHERE id = NULL", "" },
    { "SELECT utid, tid, is_idle FROM thread", "0|0|1 1|7|0 2|8|0" },
    { "SELECT upid, pid FROM process", "0|0 1|7" },
    { "SELECT id FROM ancestor_slice(2)", "0" },
    { "SELECT id FROM descendant_slice(0)", "2" },
    { "SELECT id FROM ancestor_slice(99)", NULL },
    { "SELECT trace_start(), trace_end()", "10|40" },
    { "SELECT s.id, t.utid FROM slice s JOIN thread_track t ON s.track_id = t.id", "0|1 1|2 2|1" },
  };
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);

  g_assert_nonnull (database);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      gboolean is_fine = tv_database_run (database, cases[i].sql, &sink, out, &error);

      g_test_message ("%s", cases[i].sql);
      g_assert_cmpint (is_fine, ==, cases[i].rows != NULL);
      if (cases[i].rows != NULL)
        g_assert_cmpstr (out->str, ==, cases[i].rows);
    }
}

/* Tests names of threads that contain keys of an event's arguments, and numbers at the end of the last event. */
static void
test_kernel_names (void)
{
  static const char log[] =
      "# tracer: nop\n#\n"
      "         init-1 [000] d..2 1.000000: sched_switch: prev_comm=init prev_pid=1 prev_prio=120 "
      "prev_state=R ==> next_comm=x next_pid=7 next_pid=9 next_prio=99\n"
      " x next_pid=7-9 [000] d..2 1.000100: sched_switch: prev_comm=x next_pid=7 prev_pid=9 "
      "prev_prio=99 prev_state=D|K ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
      "       <idle>-0 [000] d..2 1.000200: sched_waking: comm=x pid=3 pid=9 prio=99 "
      "target_cpu=000\n"
      "       <idle>-0 [000] d..2 1.000300: sched_switch: prev_comm=swapper/0 prev_pid=0 "
      "prev_prio=120 prev_state=R ==> next_comm=init next_pid=1 next_prio=5\n";
  static const TvQuerySink sink = { begin, take_row };
  static const struct
  {
    const char *sql;
    const char *rows;
  } cases[] = {
    { "SELECT tid, priority, sched.dur, end_state FROM sched JOIN thread USING (utid)",
      "9|99|100000|D|K 0|120|200000|R 1|5|-1|-" },
    { "SELECT tid, state, thread_state.dur FROM thread_state JOIN thread USING (utid)",
      "1|R|300000 9|Running|100000 9|D|K|100000 9|R|-1 1|Running|-1" },
  };
  g_autoptr (GBytes) bytes = g_bytes_new_static (log, strlen (log));
  g_autoptr (GError) failure = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &failure);
  g_autoptr (TvDatabase) database = NULL;

  g_assert_no_error (failure);
  database = tv_database_new (trace, NULL, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      tv_database_run (database, cases[i].sql, &sink, out, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (out->str, ==, cases[i].rows);
    }
}

/* Checks that a cancelled query fails with the error for cancellation. */
static void
test_cancelled (void)
{
  static const TvQuerySink sink = { begin, take_row };
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, cancellable, NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (
      tv_database_run (database,
                       "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                       "SELECT COUNT(*) FROM c",
                       &sink, out, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/tokens", test_tokens);
  g_test_add_func ("/query/macros", test_macros);
  g_test_add_func ("/query/rows", test_rows);
  g_test_add_func ("/query/kernel-names", test_kernel_names);
  g_test_add_func ("/query/cancelled", test_cancelled);
  return g_test_run ();
}
