/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace-file.h"

/* Tests method traces that are assembled byte by byte. The tests of check-profile.py use traces that make-trace
 * writes. */

static void
put_header (GByteArray *bytes, guint version, guint data_offset, guint record_size)
{
  guint start = bytes->len;

  put_text (bytes, "SLOW");
  put (bytes, 2, version);
  put (bytes, 2, data_offset);
  put (bytes, 8, 1000000);
  put (bytes, 2, record_size);
  while (bytes->len - start < data_offset)
    put (bytes, 1, 0);
}

static void
put_dual (GByteArray *bytes, guint tid, guint id_and_action, guint cpu, guint wall)
{
  put (bytes, 2, tid);
  put (bytes, 4, id_and_action);
  put (bytes, 4, cpu);
  put (bytes, 4, wall);
}

#define KEYS                                                                                       \
  "*version\n3\nclock=dual\nnum-method-calls=11\npid=40000\n*threads\n40000\tmain\n*methods\n"     \
  "0x0\ta.b.C\tzero\t()V\tC.java\n0x4\td/e/F\tfour\t(I)V\tF.java\t12\n0x8\tg.H\tH.java\t7\n"       \
  "0xc\ti.J\n*end\n"

static GByteArray *
make_classic (void)
{
  GByteArray *bytes = g_byte_array_new ();

  put_text (bytes, KEYS);
  put_header (bytes, 3, 32, 14);
  put_dual (bytes, 40000, 0x0, 10, 100);
  put_dual (bytes, 40000, 0x4, 20, 110);
  put_dual (bytes, 40000, 0x8, 21, 120);
  put_dual (bytes, 40000, 0xc, 22, 130);
  put_dual (bytes, 40000, 0x10, 23, 140);
  put_dual (bytes, 40000, 0x13, 23, 140);
  put_dual (bytes, 40000, 0x11, 24, 150);
  put_dual (bytes, 40000, 0xd, 25, 160);
  put_dual (bytes, 40000, 0xa, 26, 170);
  put_dual (bytes, 40000, 0x5, 30, 180);
  put_dual (bytes, 40000, 0x1, 40, 200);
  return bytes;
}

static void
test_classic (void)
{
  g_autoptr (GByteArray) bytes = make_classic ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  static const char *const names[] = { "a.b.C.zero ()V", "d.e.F.four (I)V", "g.H", "i.J",
                                       "(0x10)" };
  const TvSlices *slices;
  const TvSymbol *symbols;
  const TvThread *threads;
  guint32 n;

  write_file ("classic", bytes);
  trace = load ("classic", &error);
  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  symbols = tv_trace_get_symbols (trace, NULL);
  g_assert_cmpuint (slices->n, ==, G_N_ELEMENTS (names));
  for (guint32 i = 0; i < slices->n; i++)
    {
      g_autofree char *label = tv_trace_dup_symbol_label (trace, tv_slices_symbol (slices, i));

      g_assert_cmpstr (label, ==, names[i]);
      g_assert_cmpuint (tv_slices_depth (slices, i), ==, i);
    }
  g_assert_cmpstr (tv_trace_get_string (trace, symbols[tv_slices_symbol (slices, 0)].source_file),
                   ==, "C.java");
  g_assert_cmpuint (symbols[tv_slices_symbol (slices, 0)].line, ==, 0);
  g_assert_cmpuint (symbols[tv_slices_symbol (slices, 1)].line, ==, 12);
  g_assert_cmpstr (tv_trace_get_string (trace, symbols[tv_slices_symbol (slices, 2)].source_file),
                   ==, "H.java");
  g_assert_cmpuint (symbols[tv_slices_symbol (slices, 2)].line, ==, 7);
  g_assert_cmpint (tv_slices_start (slices, 0), ==, 100000);
  g_assert_cmpint (tv_slices_end (slices, 0), ==, 200000);
  g_assert_cmpint (tv_time_column_get (&slices->cpu_dur, 0), ==, 30000);
  g_assert_cmpint (slices->flags[2], ==, TV_SLICE_UNWOUND);
  threads = tv_trace_get_threads (trace, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (threads[0].tid, ==, 40000);
  g_assert_cmpstr (tv_trace_get_string (trace, threads[0].name), ==, "main");
  g_assert_cmpuint (tv_trace_get_processes (trace, NULL)[threads[0].upid].pid, ==, 40000);
  assert_problem (trace, TV_PROBLEM_UNKNOWN_METHOD, 1);
  assert_problem (trace, TV_PROBLEM_RESERVED_ACTION, 1);
  assert_problem (trace, TV_PROBLEM_UNKNOWN_THREAD, 0);
}

static void
test_classic_cut (void)
{
  g_autoptr (GByteArray) bytes = make_classic ();

  cut_everywhere ("classic-cut", bytes);
}

static void
test_key_and_data (void)
{
  g_autoptr (GByteArray) all = make_classic ();
  g_autoptr (GByteArray) key = g_byte_array_new ();
  g_autoptr (GByteArray) data = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *stem = in_folder ("pair");
  g_autofree char *found = NULL;
  static const char *const names[] = { "pair.key", "pair.data" };

  g_byte_array_append (key, all->data, strlen (KEYS));
  g_byte_array_append (data, all->data + strlen (KEYS), all->len - strlen (KEYS));

  write_file ("pair.key", key);
  g_assert_null (load ("pair.key", &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_TRUNCATED);
  g_clear_error (&error);
  g_assert_null (tv_load_find (stem, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_IO);
  g_clear_error (&error);

  write_file ("pair.data", data);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TvTrace) trace = load (names[i], &error);

      g_assert_no_error (error);
      g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, 5);
    }
  found = tv_load_find (stem, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (found, "pair.key"));
}

static void
put_unit (GByteArray *bytes, guint opcode, int tid, const char *text)
{
  put (bytes, 2, 0);
  put (bytes, 1, opcode);
  if (tid >= 0)
    put (bytes, 2, (guint) tid);
  put (bytes, opcode == 3 ? 4 : 2, strlen (text));
  put_text (bytes, text);
}

static GByteArray *
make_stream (void)
{
  GByteArray *bytes = g_byte_array_new ();

  put_header (bytes, 0xf3, 32, 14);
  put_unit (bytes, 2, 5, "worker");
  put_unit (bytes, 1, -1, "0x4\ta.B\tone\t()V\tB.java\n");
  put_dual (bytes, 5, 0x4, 0, 0);
  put_dual (bytes, 5, 0x8, 10, 10); /* the method's name follows later */
  put_unit (bytes, 1, -1, "0x8\ta.B\ttwo\t()V\tB.java\n");
  put_dual (bytes, 5, 0x9, 20, 20);
  put_dual (bytes, 5, 0x5, 30, 30);
  put_unit (bytes, 3, -1,
            "*version\n3\nclock=dual\npid=5\n*threads\n5\tworker\n*methods\n"
            "0x4\ta.B\tone\t()V\tB.java\n0x8\ta.B\ttwo\t()V\tB.java\n*end\n");
  return bytes;
}

static void
test_stream (void)
{
  g_autoptr (GByteArray) bytes = make_stream ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *label = NULL;
  guint n_problems;

  write_file ("stream", bytes);
  trace = load ("stream", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, 2);
  label = tv_trace_dup_symbol_label (trace, tv_slices_symbol (tv_trace_get_slices (trace), 1));
  g_assert_cmpstr (label, ==, "a.B.two ()V");
  tv_trace_get_problems (trace, &n_problems);
  g_assert_cmpuint (n_problems, ==, 0);
  cut_everywhere ("stream-cut", bytes);
}

/* If a trace has a single clock, only the summary declares which clock it is. */
static void
test_stream_clock (void)
{
  static const struct
  {
    const char *summary;
    gboolean has_wall;
    gboolean has_cpu;
    guint n_assumed;
  } cases[] = {
    { "*version\n2\nclock=thread-cpu\n*threads\n*methods\n*end\n", FALSE, TRUE, 0 },
    { "*version\n2\nclock=wall\nclock=global\n*threads\n*methods\n*end\n", TRUE, FALSE, 0 },
    { "*version\n2\n*threads\n*methods\n*end\n", FALSE, TRUE, 0 },
    { NULL, TRUE, FALSE, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      put_header (bytes, 0xf2, 32, 0);
      put (bytes, 2, 7);
      put (bytes, 4, 0);
      put (bytes, 4, 100);
      if (cases[i].summary != NULL)
        put_unit (bytes, 3, -1, cases[i].summary);
      write_file ("stream-clock", bytes);
      trace = load ("stream-clock", &error);
      g_assert_no_error (error);
      g_assert_cmpint (tv_trace_has_clock (trace, TV_CLOCK_WALL), ==, cases[i].has_wall);
      g_assert_cmpint (tv_trace_has_clock (trace, TV_CLOCK_CPU), ==, cases[i].has_cpu);
      g_assert_cmpint (tv_trace_is_rebuilt (trace), ==, !cases[i].has_wall);
      assert_problem (trace, TV_PROBLEM_ASSUMED_CLOCK, cases[i].n_assumed);
      assert_problem (trace, TV_PROBLEM_UNKNOWN_THREAD, 1);
    }
}

static void
test_wraps (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvSlices *slices;

  put_text (bytes,
            "*version\n3\nclock=wall\n*threads\n1\ta\n2\tb\n*methods\n0x0\tA\tm\t()V\n*end\n");
  put_header (bytes, 3, 32, 10);
  for (guint i = 0; i < 2; i++)
    {
      put (bytes, 2, 1);
      put (bytes, 4, i);
      put (bytes, 4, i == 0 ? 0xfffffff0u : 0x10u);
    }
  /* The first record of this thread comes after the counter wrapped. */
  for (guint i = 0; i < 2; i++)
    {
      put (bytes, 2, 2);
      put (bytes, 4, i);
      put (bytes, 4, 0x20u + i);
    }
  write_file ("wraps", bytes);
  trace = load ("wraps", &error);
  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  g_assert_cmpint (tv_time_column_get (&slices->dur, 0), ==, 0x20 * 1000);
  g_assert_cmpint (tv_slices_start (slices, 1), ==, G_GINT64_CONSTANT (0x100000020) * 1000);
  assert_problem (trace, TV_PROBLEM_CLOCK_WRAPPED, 1);
}

/* If a trace has only thread clocks, the timeline is reconstructed from them, in the order of the records in the
 * file. */
static void
test_rebuilt (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  static const guint records[][3] = {
    { 1, 0, 1000 }, { 1, 0, 1010 }, { 2, 0, 5000 }, { 2, 1, 5007 }, { 1, 1, 1012 }, { 1, 1, 1020 },
  };
  const TvSlices *slices;

  put_text (bytes, "*version\n2\n*threads\n1\ta\n2\tb\n*methods\n0x0\tA\tm\t()V\n*end\n");
  put_header (bytes, 2, 16, 0);
  g_byte_array_set_size (bytes, bytes->len - 2); /* version 2 has no record size */
  for (gsize i = 0; i < G_N_ELEMENTS (records); i++)
    {
      put (bytes, 2, records[i][0]);
      put (bytes, 4, records[i][1]);
      put (bytes, 4, records[i][2]);
    }
  write_file ("rebuilt", bytes);
  trace = load ("rebuilt", &error);
  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  g_assert_true (tv_trace_is_rebuilt (trace));
  g_assert_cmpuint (slices->n, ==, 3);
  g_assert_cmpint (tv_slices_start (slices, 0), ==, 0);
  g_assert_cmpint (tv_slices_end (slices, 0), ==, 27000);
  g_assert_cmpint (tv_time_column_get (&slices->cpu_dur, 0), ==, 20000);
  g_assert_cmpint (tv_slices_start (slices, 1), ==, 10000);
  g_assert_cmpint (tv_slices_start (slices, 2), ==, 10000);
  g_assert_cmpint (tv_slices_end (slices, 2), ==, 17000);
}

static void
test_errors (void)
{
  static const struct
  {
    const char *bytes;
    gsize size;
    TvError code;
    const char *message;
  } cases[] = {
#define CASE(bytes, code, message) { bytes, sizeof (bytes) - 1, code, message }
    CASE ("", TV_ERROR_NOT_A_TRACE, "empty file"),
    CASE ("\x28\xb5\x2f\xfd....", TV_ERROR_NOT_A_TRACE, "Zstandard"),
    CASE ("\x1f\x8b\x08", TV_ERROR_TRUNCATED, "packed"),
    CASE ("JAVA PROFILE 1.0.3\0", TV_ERROR_NOT_A_TRACE, "heap dump"),
    CASE ("PERFILE2....", TV_ERROR_TRUNCATED, "header of the recording"),
    CASE ("# tracer: nop\n", TV_ERROR_TRUNCATED, "ftrace"),
    CASE ("{\"traceEvents\": []}", TV_ERROR_NOT_A_TRACE, "Chrome"),
    CASE ("hello\n", TV_ERROR_NOT_A_TRACE, "text"),
    CASE ("\1\2\3\4\0\0", TV_ERROR_NOT_A_TRACE, "binary data"),
    CASE ("SLOW\4\0", TV_ERROR_TRUNCATED, "byte 6"),
    CASE ("SLOW\xf5\0.........................", TV_ERROR_TRUNCATED, "byte 31"),
    CASE ("SLOW\7\0", TV_ERROR_UNSUPPORTED_VERSION, "0x7"),
    CASE ("SLOW\xf7\0", TV_ERROR_UNSUPPORTED_VERSION, "0xf7"),
    CASE ("SLOW\x14\0", TV_ERROR_UNSUPPORTED_VERSION, "0x14"),
    CASE ("SLOW\x09\0", TV_ERROR_UNSUPPORTED_VERSION, "0x9"),
    CASE ("SLOW\3\0\x20\0", TV_ERROR_TRUNCATED, "byte 8"),
    CASE ("SLOW\3\0\x20\0........\x0e\0", TV_ERROR_TRUNCATED, "NAME.key"),
    CASE ("*version\nthree\n", TV_ERROR_MALFORMED, "version"),
    CASE ("*version\n3\n*end\nFAST", TV_ERROR_MALFORMED, "byte 16"),
    CASE ("*version\n3\n*end\nSLOW\2\0\x10\0........", TV_ERROR_MALFORMED, "version 3"),
    CASE ("*version\n3\nclock=dual\n*end\nSLOW\3\0\x12\0........\x0a\0", TV_ERROR_MALFORMED, "14"),
    CASE ("*version\n3\n*end\nSLOW\3\0\x04\0........\x0a\0", TV_ERROR_MALFORMED, "4 bytes"),
    CASE ("*version\n3\n*end\nSLOW\xf3\0\x20\0........\x0a\0..............", TV_ERROR_MALFORMED,
          "stream"),
    CASE ("*version\n3\n*end\nSLOW\5\0..........................", TV_ERROR_MALFORMED, "stream"),
    CASE ("*version\n3\n*end\n", TV_ERROR_TRUNCATED, "NAME.data"),
    CASE ("SLOW\xf3\0\x20\0........\0\0..............", TV_ERROR_MALFORMED, "record size"),
#undef CASE
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      write_bytes ("error", cases[i].bytes, cases[i].size);
      g_assert_null (load ("error", &error));
      g_assert_error (error, TV_ERROR, cases[i].code);
      if (strstr (error->message, cases[i].message) == NULL)
        g_error ("the error “%s” does not contain “%s”", error->message, cases[i].message);
    }
}

static void
test_no_file (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (load ("nowhere", &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_IO);
  g_clear_error (&error);
  g_assert_null (tv_load (folder, NULL, NULL, NULL, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
}

static void
count_progress (double fraction, gpointer data)
{
  guint *n = data;

  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  (*n)++;
}

static void
cancel_at_once (double fraction, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
test_progress_and_cancel (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *path = in_folder ("long");
  guint n = 0;

  put_text (bytes, KEYS);
  put_header (bytes, 3, 32, 14);
  for (guint i = 0; i < 1000000; i++)
    put_dual (bytes, 40000, i & 1, i, i);
  write_file ("long", bytes);
  trace = tv_load (path, count_progress, &n, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, >=, 3);
  g_assert_null (tv_load (path, cancel_at_once, cancellable, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

static void
test_legacy_sample (void)
{
  const char *samples = g_getenv ("TV_SAMPLES");
  g_autofree char *path = g_build_filename (samples != NULL ? samples : "../shared/samples",
                                            "legacy.trace", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  gint64 covered[TV_N_CLOCKS] = { 0 };
  const TvTrack *tracks;
  guint32 n;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no sample legacy.trace in TV_SAMPLES");
      return;
    }
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  tracks = tv_trace_get_tracks (trace, &n);
  for (guint32 i = 0; i < n; i++)
    for (int clock = 0; clock < TV_N_CLOCKS; clock++)
      covered[clock] += tracks[i].covered_ns[clock];
  g_assert_cmpint (covered[TV_CLOCK_WALL], ==, G_GINT64_CONSTANT (6556546000));
  g_assert_cmpint (covered[TV_CLOCK_CPU], ==, G_GINT64_CONSTANT (2778061000));
  tv_trace_get_threads (trace, &n);
  g_assert_cmpuint (n, ==, 14);
  assert_problem (trace, TV_PROBLEM_CUT_RECORD, 1);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("test-method-trace-XXXXXX", NULL);
  g_test_add_func ("/method-trace/classic", test_classic);
  g_test_add_func ("/method-trace/classic-cut", test_classic_cut);
  g_test_add_func ("/method-trace/key-and-data", test_key_and_data);
  g_test_add_func ("/method-trace/stream", test_stream);
  g_test_add_func ("/method-trace/stream-clock", test_stream_clock);
  g_test_add_func ("/method-trace/wraps", test_wraps);
  g_test_add_func ("/method-trace/rebuilt", test_rebuilt);
  g_test_add_func ("/method-trace/errors", test_errors);
  g_test_add_func ("/method-trace/no-file", test_no_file);
  g_test_add_func ("/method-trace/progress-and-cancel", test_progress_and_cancel);
  g_test_add_func ("/method-trace/legacy-sample", test_legacy_sample);
  status = g_test_run ();
  remove_folder ();
  return status;
}
