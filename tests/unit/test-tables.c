/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <string.h>

#include "core/error.h"
#include "core/trace-builder.h"
#include "table-text.h"
#include "tables/method-profile.h"

/* Creates a small trace: calls on two threads, a metadata entry and a problem. Times are in µs. */
static TvTrace *
make_trace (gboolean has_wall, gboolean has_cpu)
{
  static const struct
  {
    const char *class, *name, *signature, *file;
    guint32 line;
  } symbols[] = {
    { "a.Main", "run", "()V", "Main.java", 12 },
    { "a.Main", "draw", "(I)V", NULL, 0 },
    { NULL, "(0x1234)", NULL, NULL, 0 },
    { "b.Never", "called", "()V", "Never.java", 3 },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 upid, main_thread, other_thread, track;
  TvTrace *trace;

  tv_trace_builder_set_clocks (builder, has_wall, has_cpu);
  tv_trace_builder_add_metadata (builder, "vm", "art", -1);
  tv_trace_builder_add_problem (builder, TV_PROBLEM_CUT_RECORD, 77, "7 bytes");
  tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_RECORD, 99);
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    {
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, symbols[i].name, -1), TV_NONE,
                          TV_NONE, symbols[i].line };

      if (symbols[i].class != NULL)
        symbol.class_name = tv_trace_builder_intern (builder, symbols[i].class, -1);
      if (symbols[i].signature != NULL)
        symbol.signature = tv_trace_builder_intern (builder, symbols[i].signature, -1);
      if (symbols[i].file != NULL)
        symbol.source_file = tv_trace_builder_intern (builder, symbols[i].file, -1);
      g_assert_cmpuint (tv_trace_builder_add_symbol (builder, &symbol), ==, i);
    }

  upid = tv_trace_builder_ensure_process (builder, 40000);
  main_thread = tv_trace_builder_ensure_thread (builder, upid, 40000);
  tv_trace_builder_name_thread (builder, main_thread,
                                tv_trace_builder_intern (builder, "main", -1));
  other_thread = tv_trace_builder_ensure_thread (builder, TV_NONE, 7);

  track = tv_trace_builder_ensure_track (builder, main_thread);
  tv_trace_builder_begin (builder, track, 0, 1000, 0, -1);
  tv_trace_builder_begin (builder, track, 1, 1100, 100, -1);
  tv_trace_builder_begin (builder, track, 1, 1200, 200, -1);
  tv_trace_builder_end (builder, track, 1, 1300, 300, TV_SLICE_UNWOUND, -1);
  tv_trace_builder_end (builder, track, 1, 1900, 400, 0, -1);
  tv_trace_builder_end (builder, track, 0, 2000, 500, 0, -1);
  track = tv_trace_builder_ensure_track (builder, other_thread);
  tv_trace_builder_begin (builder, track, 2, 1500, 10, -1);
  tv_trace_builder_begin (builder, track, 1, 1600, 110, -1);
  tv_trace_builder_end (builder, track, 1, 1601, 111, 0, -1);

  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (trace);
  return trace;
}

/* ---- Registry ---- */

static void
test_list (void)
{
  g_autoptr (TvTrace) trace = make_trace (TRUE, TRUE);
  guint n;
  const TvTableInfo *const *infos = tv_tables_list (&n);

  g_assert_cmpuint (n, >, 50);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvTable) table = open_table (infos[i]->name, trace, NULL);
      g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

      g_assert_true (tv_table_get_info (table) == infos[i]);
      g_assert_cmpstr (tv_table_get_name (table), ==, infos[i]->name);
      g_assert_cmpuint (strlen (infos[i]->description), >, 0);
      for (guint column = 0; column < infos[i]->n_columns; column++)
        {
          const TvColumn *c = &infos[i]->columns[column];

          g_assert_true (g_hash_table_add (names, (gpointer) c->name));
          g_assert_cmpuint (strlen (c->title), >, 0);
          g_assert_cmpuint (strlen (c->description), >, 0);
          /* "Busy" is ambiguous: it could mean time in calls or time on a CPU. */
          g_assert_null (strstr (c->title, "Busy"));
          g_assert_cmpint (tv_table_find_column (table, c->name), ==, (int) column);
        }
      g_assert_cmpint (tv_table_find_column (table, "nope"), ==, -1);
    }
}

static void
test_no_such_table (void)
{
  g_autoptr (TvTrace) trace = make_trace (TRUE, TRUE);
  g_autoptr (GError) error = NULL;

  g_assert_null (tv_tables_open ("nope", trace, NULL, NULL, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_NO_SUCH_TABLE);
  g_assert_nonnull (strstr (error->message, "cpu_track, slice"));
}

static void
test_cancel (void)
{
  g_autoptr (TvTrace) trace = make_trace (TRUE, TRUE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvTable) table = open_table ("slice", trace, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_tables_open ("method_profile", trace, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_assert_null (tv_table_sort (table, 0, FALSE, cancellable));
}

/* ---- Content of tables ---- */

typedef struct
{
  const char *path;
  const char *table;
  const char *columns; /* NULL for all columns */
  const char *rows;
} TableCase;

static const TableCase dual_cases[] = {
  { "/tables/metadata", "metadata", NULL, "vm|art|-\n" },
  { "/tables/problem", "problem", "id kind count offset detail",
    "0|cut-record|2|77|7 bytes\n"
    "1|open-call|1|-|-\n" },
  { "/tables/process", "process", NULL, "0|40000|-|-|-|-|-|-|-|-|0\n" },
  { "/tables/thread", "thread", NULL,
    "0|40000|main|0|1|-|-|-|0|0\n"
    "1|7|-|-|-|-|-|-|0|0\n" },
  { "/tables/thread_track", "thread_track", NULL,
    "0|[40000] main|0|thread|3|3|1000000|2000000|1000000|500000|thread|-\n"
    "1|[7]|1|thread|2|2|1500000|1601000|101000|101000|thread|-\n" },
  { "/tables/slice", "slice", NULL,
    "0|1000000|1000000|0|0|-|a.Main.run|method|0|500000|-|0|200000|200000|0|0|0|0|-|-\n"
    "1|1100000|800000|0|1|0|a.Main.draw|method|100000|300000|-|1|700000|200000|0|0|0|0|-|-\n"
    "2|1200000|100000|0|2|1|a.Main.draw|method|200000|100000|-|1|100000|100000|0|0|1|0|-|-\n"
    "3|1500000|-1|1|0|-|(0x1234)|method|10000|-1|-|2|100000|100000|1|0|0|0|-|-\n"
    "4|1600000|1000|1|1|3|a.Main.draw|method|110000|1000|-|1|1000|1000|0|0|0|0|-|-\n" },
  { "/tables/symbol", "symbol", NULL,
    "0|a.Main.run|a.Main|run|()V|Main.java|12|-\n"
    "1|a.Main.draw|a.Main|draw|(I)V|-|-|-\n"
    "2|(0x1234)|-|(0x1234)|-|-|-|-\n"
    "3|b.Never.called|b.Never|called|()V|Never.java|3|-\n" },
  { "/tables/method_profile", "method_profile", NULL,
    "0|a.Main.run|a.Main|run|()V|Main.java|12|500000|83.19|200000|33.28"
    "|1000000|90.83|200000|18.17|1|0|500000|1000000|-"
    "|500000|0|500000|500000|500000|0|1000000|1000000|1000000|0|0\n"
    "1|a.Main.draw|a.Main|draw|(I)V|-|-|301000|50.08|301000|50.08"
    "|801000|72.75|801000|72.75|2|1|100333|267000|-"
    "|500000|500000|1000|133667|300000|124366|1000|300333|800000|355622|0\n"
    "2|(0x1234)|-|(0x1234)|-|-|-|101000|16.81|100000|16.64"
    "|101000|9.17|100000|9.08|1|0|101000|101000|-"
    "|0|0|-|-|-|-|-|-|-|-|1\n" },
  { "/tables/method_edge", "method_edge", NULL,
    "a.Main|run|()V|a.Main|draw|(I)V|0|0|1|300000|800000|-|-\n"
    "a.Main|draw|(I)V|a.Main|draw|(I)V|0|1|1|100000|100000|-|-\n"
    "-|(0x1234)|-|a.Main|draw|(I)V|0|0|1|1000|1000|-|-\n" },
  { "/tables/slice_use", "slice_use", NULL,
    "a.Main.run|thread|1000000|100.00|200000|500000|50.00|200000|1000000|500000"
    "|1000000|1000000|1000000|500000|500000|500000|1|1|0|0|0\n"
    "a.Main.draw|thread|801000|80.10|801000|301000|30.10|301000|901000|401000"
    "|300333|1000|800000|133667|1000|300000|3|1|0|1|1\n"
    "(0x1234)|thread|101000|10.10|100000|101000|10.10|100000|101000|101000"
    "|-|-|-|-|-|-|1|1|1|2|3\n" },
  { "/tables/process_track", "process_track", NULL, "" },
  { "/tables/cpu_track", "cpu_track", NULL, "" },
  { "/tables/machine", "machine", NULL, "" },
  { "/tables/args", "args", NULL, "" },
  { "/tables/flow", "flow", NULL, "" },
  { "/tables/sched_slice", "sched_slice", NULL, "" },
  { "/tables/thread_state", "thread_state", NULL, "" },
  { "/tables/counter_track", "counter_track", NULL, "" },
  { "/tables/counter", "counter", NULL, "" },
  { "/tables/ftrace_event", "ftrace_event", NULL, "" },
  { "/tables/android_logs", "android_logs", NULL, "" },
  { "/tables/stack_profile_mapping", "stack_profile_mapping", NULL, "" },
  { "/tables/stack_profile_frame", "stack_profile_frame", NULL, "" },
  { "/tables/stack_profile_callsite", "stack_profile_callsite", NULL, "" },
  { "/tables/perf_sample", "perf_sample", NULL, "" },
  { "/tables/sample_event", "sample_event", NULL, "" },
  { "/tables/heap_profile_allocation", "heap_profile_allocation", NULL, "" },
  { "/tables/profiler_smaps", "profiler_smaps", NULL, "" },
  { "/tables/heap_graph", "heap_graph", NULL, "" },
  { "/tables/heap_graph_class", "heap_graph_class", NULL, "" },
  { "/tables/heap_graph_class_change", "heap_graph_class_change", NULL, "" },
  { "/tables/heap_graph_object", "heap_graph_object", NULL, "" },
  { "/tables/heap_graph_reference", "heap_graph_reference", NULL, "" },
  { "/tables/thread_dump", "thread_dump", NULL, "" },
  { "/tables/thread_dump_thread", "thread_dump_thread", NULL, "" },
  { "/tables/thread_dump_frame", "thread_dump_frame", NULL, "" },
  { "/tables/thread_dump_lock", "thread_dump_lock", NULL, "" },
  { "/tables/thread_dump_change", "thread_dump_change", NULL, "" },
  { "/tables/thread_dump_transaction", "thread_dump_transaction", NULL, "" },
  { "/tables/thread_dump_fact", "thread_dump_fact", NULL, "" },
  { "/tables/text", "text", NULL, "" },
  { "/tables/text_line", "text_line", NULL, "" },
  { "/tables/frame_statistic", "frame_statistic", NULL, "" },
  { "/tables/memory_report", "memory_report", NULL, "" },
  { "/tables/memory_report_row", "memory_report_row", NULL, "" },
  { "/tables/cpu_report", "cpu_report", NULL, "" },
  { "/tables/bundle_member", "bundle_member", NULL, "" },
  { "/tables/bundle_hit", "bundle_hit", NULL, "" },
  { "/tables/incident", "incident", NULL, "" },
  { "/tables/deadlock", "deadlock", NULL, "" },
  { "/tables/cpu_use_by_cpu", "cpu_use_by_cpu", NULL, "" },
  { "/tables/cpu_use_by_process", "cpu_use_by_process", NULL, "" },
  { "/tables/cpu_use_by_thread", "cpu_use_by_thread", NULL, "" },
  { "/tables/state_use", "state_use", NULL, "" },
  { "/tables/state_use_by_process", "state_use_by_process", NULL, "" },
  { "/tables/state_use_by_state", "state_use_by_state", NULL, "" },
  { "/tables/counter_use", "counter_use", NULL, "" },
};

static void
test_rows (gconstpointer data)
{
  const TableCase *c = data;
  g_autoptr (TvTrace) trace = make_trace (TRUE, TRUE);
  g_autoptr (TvTable) table = open_table (c->table, trace, NULL);
  g_autofree char *rows = print_table (table, c->columns, NULL);

  g_assert_cmpstr (rows, ==, c->rows);
}

/* If the trace does not have a clock, the columns of that clock are null, not 0. */
static void
test_one_clock (void)
{
  g_autoptr (TvTrace) wall = make_trace (TRUE, FALSE);
  g_autoptr (TvTrace) cpu = make_trace (FALSE, TRUE);
  g_autoptr (TvTable) wall_profile = open_table ("method_profile", wall, NULL);
  g_autoptr (TvTable) cpu_profile = open_table ("method_profile", cpu, NULL);
  g_autoptr (TvTable) wall_edges = open_table ("method_edge", wall, NULL);
  g_autoptr (TvTable) wall_slices = open_table ("slice", wall, NULL);
  const char *numbers = "incl_cpu_ns incl_cpu_pct excl_cpu_ns excl_cpu_pct incl_wall_ns "
                        "incl_wall_pct excl_wall_ns excl_wall_pct cpu_ns_per_call wall_ns_per_call";
  g_autofree char *wall_rows = print_table (wall_profile, numbers, NULL);
  g_autofree char *cpu_rows = print_table (cpu_profile, numbers, NULL);
  g_autofree char *edge_rows = print_table (wall_edges, "incl_cpu_ns incl_wall_ns", NULL);
  g_autofree char *slice_rows = print_table (wall_slices, "thread_ts thread_dur self_thread_dur",
                                             NULL);

  g_assert_true (g_str_has_prefix (wall_rows, "-|-|-|-|1000000|90.83|200000|18.17|-|1000000\n"));
  g_assert_true (g_str_has_prefix (cpu_rows, "500000|83.19|200000|33.28|-|-|-|-|500000|-\n"));
  g_assert_true (g_str_has_prefix (edge_rows, "-|800000\n"));
  g_assert_true (g_str_has_prefix (slice_rows, "-|-|-\n"));
}

/* Ranks refer to the whole trace. "(context switch)" has no rank, and is last. */
static void
test_selection (void)
{
  g_autoptr (TvTrace) trace = make_trace (TRUE, TRUE);
  g_autoptr (TvSelection) selection = tv_selection_new_range (1250000, 1550000);
  TvTableOptions options = { .selection = selection, .profile_flags = TV_PROFILE_CONTEXT_SWITCHES };
  g_autoptr (TvTable) table = open_table ("method_profile", trace, &options);
  g_autofree char *rows = print_table (table, "rank name class method incl_wall_ns calls", NULL);

  g_assert_cmpstr (rows, ==,
                   "0|a.Main.run|a.Main|run|300000|1\n"
                   "1|a.Main.draw|a.Main|draw|300000|1\n"
                   "2|(0x1234)|-|(0x1234)|50000|1\n"
                   "-|(context switch)|-|(context switch)|200000|1\n");
  g_assert_cmpuint (tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (table), 1), ==, 1);
  g_assert_cmpuint (tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (table), 3), ==, 4);
}

/* ---- Sorting ---- */

typedef struct
{
  const char *path;
  const char *table;
  const char *column;
  gboolean descending;
  const char *columns;
  const char *rows;
} SortCase;

static const SortCase sort_cases[] = {
  { "/tables/sort/nulls-last", "symbol", "line", FALSE, "name line",
    "b.Never.called|3\na.Main.run|12\n(0x1234)|-\na.Main.draw|-\n" },
  { "/tables/sort/nulls-last-descending", "symbol", "line", TRUE, "name line",
    "a.Main.run|12\nb.Never.called|3\n(0x1234)|-\na.Main.draw|-\n" },
  { "/tables/sort/text", "symbol", "class", FALSE, "class name",
    "a.Main.draw|a.Main\na.Main.run|a.Main\nb.Never.called|b.Never\n(0x1234)|-\n" },
  { "/tables/sort/text-descending", "symbol", "class", TRUE, "class name",
    "b.Never.called|b.Never\na.Main.draw|a.Main\na.Main.run|a.Main\n(0x1234)|-\n" },
  { "/tables/sort/name", "symbol", "name", FALSE, "id", "2\n1\n0\n3\n" },
  { "/tables/sort/name-descending", "symbol", "name", TRUE, "id", "3\n0\n1\n2\n" },
  { "/tables/sort/negative", "slice", "dur", FALSE, "id dur",
    "3|-1\n4|1000\n2|100000\n1|800000\n0|1000000\n" },
  { "/tables/sort/ties-by-name-then-row", "slice", "is_forced", TRUE, "id", "3\n1\n2\n4\n0\n" },
  { "/tables/sort/all-null", "slice", "arg_set_id", FALSE, "id", "3\n1\n2\n4\n0\n" },
  { "/tables/sort/text-ids", "slice", "name", TRUE, "id", "0\n1\n2\n4\n3\n" },
  { "/tables/sort/constant-text", "slice", "category", TRUE, "id", "3\n1\n2\n4\n0\n" },
  { "/tables/sort/real", "method_profile", "excl_wall_pct", TRUE, "rank excl_wall_pct",
    "1|72.75\n0|18.17\n2|9.08\n" },
  { "/tables/sort/without-name", "method_edge", "calls", TRUE, "caller_method",
    "run\ndraw\n(0x1234)\n" },
};

static void
test_sort (gconstpointer data)
{
  const SortCase *c = data;
  g_autoptr (TvTrace) trace = make_trace (TRUE, TRUE);
  g_autoptr (TvTable) table = open_table (c->table, trace, NULL);
  g_autofree guint32 *order = tv_table_sort (table, (guint) tv_table_find_column (table, c->column),
                                             c->descending, NULL);
  g_autofree char *rows = print_table (table, c->columns, order);

  g_assert_cmpstr (rows, ==, c->rows);
}

/* ---- Sorting compared with a simple implementation ---- */

#define N_RANDOM_ROWS 3000

typedef struct
{
  gboolean is_null;
  gint64 integer;
  double real;
  const char *text;
  const char *name;
} RandomRow;

struct _RandomTable
{
  TvTable parent_instance;

  RandomRow *rows;
};

#define RANDOM_TYPE_TABLE (random_table_get_type ())
G_DECLARE_FINAL_TYPE (RandomTable, random_table, RANDOM, TABLE, TvTable)
G_DEFINE_FINAL_TYPE (RandomTable, random_table, TV_TYPE_TABLE)

static const TvColumn random_columns[] = {
  { "integer", TV_COLUMN_INTEGER, TV_UNIT_NONE, "Integer", "" },
  { "real", TV_COLUMN_REAL, TV_UNIT_NONE, "Real", "" },
  { "text", TV_COLUMN_TEXT, TV_UNIT_NONE, "Text", "" },
  { "name", TV_COLUMN_TEXT, TV_UNIT_NONE, "Name", "" },
};

static const TvTableInfo *
random_table_get_info (TvTable *table)
{
  static const TvTableInfo info = { "random", "", random_columns, G_N_ELEMENTS (random_columns),
                                    FALSE };

  return &info;
}

static guint32
random_table_get_n_rows (TvTable *table)
{
  return N_RANDOM_ROWS;
}

static void
random_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  const RandomRow *r = &RANDOM_TABLE (table)->rows[row];

  if (column == 3)
    tv_cell_set_text (cell, r->name);
  else if (r->is_null)
    return;
  else if (column == 0)
    tv_cell_set_integer (cell, r->integer);
  else if (column == 1)
    tv_cell_set_real (cell, r->real);
  else
    tv_cell_set_text (cell, r->text);
}

static void
random_table_finalize (GObject *object)
{
  g_free (RANDOM_TABLE (object)->rows);
  G_OBJECT_CLASS (random_table_parent_class)->finalize (object);
}

static void
random_table_class_init (RandomTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = random_table_finalize;
  table_class->get_info = random_table_get_info;
  table_class->get_n_rows = random_table_get_n_rows;
  table_class->get_cell = random_table_get_cell;
}

static void
random_table_init (RandomTable *self)
{
  static const gint64 integers[] = { G_MININT64, -1, 0, 1, 1 << 11, G_MAXINT64 - 1, G_MAXINT64 };
  static const double reals[] = { -1e300, -2.5, -0.0, 0.0, 1e-300, 2.5, 1e300 };
  static const char *const words[] = { "", "a", "A", "ab", "Äb", "äB", "ä", "z" };

  self->rows = g_new (RandomRow, N_RANDOM_ROWS);
  for (guint i = 0; i < N_RANDOM_ROWS; i++)
    self->rows[i] = (RandomRow){
      .is_null = g_test_rand_int_range (0, 5) == 0,
      .integer = g_test_rand_bit () ? integers[g_test_rand_int_range (0, 7)]
                                    : g_test_rand_int_range (-100000, 100000),
      .real = g_test_rand_bit () ? reals[g_test_rand_int_range (0, 7)]
                                 : g_test_rand_double_range (-100, 100),
      .text = words[g_test_rand_int_range (0, 8)],
      .name = words[g_test_rand_int_range (0, 8)],
    };
}

static int
compare_texts (const char *a, const char *b)
{
  g_autofree char *folded_a = g_utf8_casefold (a, -1);
  g_autofree char *folded_b = g_utf8_casefold (b, -1);

  return strcmp (folded_a, folded_b);
}

/* Returns the length of a formatted number, with three decimals if it is not an integer. */
static gsize
measure_number (TvTable *table, guint32 row, guint column)
{
  g_autofree char *text = NULL;
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    return 0;
  if (column == 0)
    text = g_strdup_printf ("%" G_GINT64_FORMAT, cell.integer);
  else
    text = g_strdup_printf ("%.*f", cell.real == floor (cell.real) ? 0 : 3, cell.real);
  return strlen (text);
}

static int
compare_rows (const RandomTable *table, guint column, gboolean descending, guint32 x, guint32 y)
{
  const RandomRow *a = &table->rows[x], *b = &table->rows[y];
  int result = 0;

  if (column != 3 && a->is_null != b->is_null)
    return a->is_null ? 1 : -1;
  if (column == 3)
    result = compare_texts (a->name, b->name);
  else if (a->is_null)
    result = 0;
  else if (column == 0)
    result = a->integer < b->integer ? -1 : a->integer > b->integer;
  else if (column == 1)
    result = a->real < b->real ? -1 : a->real > b->real;
  else
    result = compare_texts (a->text, b->text);
  if (result != 0)
    return descending ? -result : result;
  result = compare_texts (a->name, b->name);
  return result != 0 ? result : x < y ? -1 : 1;
}

static void
test_random_sort (void)
{
  g_autoptr (TvTable) table = g_object_new (RANDOM_TYPE_TABLE, NULL);

  for (guint column = 0; column < G_N_ELEMENTS (random_columns); column++)
    for (int descending = 0; descending < 2; descending++)
      {
        g_autofree guint32 *order = tv_table_sort (table, column, descending, NULL);

        for (guint32 i = 1; i < N_RANDOM_ROWS; i++)
          g_assert_cmpint (
              compare_rows (RANDOM_TABLE (table), column, descending, order[i - 1], order[i]), <,
              0);
      }
}

/* In each column, the longest number of the found rows is at least as long as any other number. */
static void
test_longest (void)
{
  g_autoptr (TvTable) table = g_object_new (RANDOM_TYPE_TABLE, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint32 rows[TV_TABLE_MAX_LONGEST];

  for (guint column = 0; column < 2; column++)
    {
      guint n = tv_table_find_longest (table, column, rows, NULL);
      gsize max = 0;

      g_assert_cmpuint (n, >, 0);
      g_assert_cmpuint (n, <=, TV_TABLE_MAX_LONGEST);
      for (guint i = 0; i < n; i++)
        max = MAX (max, measure_number (table, rows[i], column));
      for (guint32 row = 0; row < N_RANDOM_ROWS; row++)
        g_assert_cmpuint (measure_number (table, row, column), <=, max);
    }
  g_cancellable_cancel (cancellable);
  g_assert_cmpuint (tv_table_find_longest (table, 0, rows, cancellable), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tables/list", test_list);
  g_test_add_func ("/tables/no-such-table", test_no_such_table);
  g_test_add_func ("/tables/cancel", test_cancel);
  for (guint i = 0; i < G_N_ELEMENTS (dual_cases); i++)
    g_test_add_data_func (dual_cases[i].path, &dual_cases[i], test_rows);
  g_test_add_func ("/tables/one-clock", test_one_clock);
  g_test_add_func ("/tables/selection", test_selection);
  for (guint i = 0; i < G_N_ELEMENTS (sort_cases); i++)
    g_test_add_data_func (sort_cases[i].path, &sort_cases[i], test_sort);
  g_test_add_func ("/tables/sort/random", test_random_sort);
  g_test_add_func ("/tables/longest", test_longest);
  return g_test_run ();
}
