/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>
#include <zlib.h>

#include "core/error.h"
#include "formats/format.h"
#include "formats/input/unpack.h"
#include "formats/load.h"
#include "test-extent.h"
#include "trace-bytes.h"
#include "trace-invariants.h"

/* Tests files that attempt to exhaust memory, time or the stack, or that declare content that is missing. They are
 * generated, so they do not have to be checked in. With -m thorough, they have their maximum size. */

static guint
scale (guint quick, guint thorough)
{
  return g_test_thorough () ? thorough : quick;
}

static void
put_keys (GByteArray *bytes)
{
  tv_put_text (bytes,
               "*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n0x4\tA\tb\t()V\tA.java\n"
               "*end\n");
}

static TvTrace *
load (GByteArray *bytes, GError **error)
{
  g_autoptr (GBytes) file = g_byte_array_free_to_bytes (bytes);

  return tv_load_bytes (file, NULL, NULL, NULL, error);
}

/* Loads a trace and checks its invariants. Takes ownership of the bytes. */
static TvTrace *
load_good (GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;
  TvTrace *trace = load (bytes, &error);
  g_autofree char *violation = NULL;

  g_assert_no_error (error);
  violation = tv_trace_dup_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  return trace;
}

static void
use (TvTrace *trace)
{
  g_autofree char *misuse = tv_trace_dup_misuse (trace);

  g_assert_cmpstr (misuse, ==, NULL);
}

static void
assert_problem (TvTrace *trace, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);
  gboolean is_there = FALSE;

  for (guint i = 0; i < n; i++)
    is_there |= problems[i].kind == kind;
  g_assert_true (is_there);
}

/* ---- Containers ---- */

static GBytes *
deflate_zeros (gsize n, int window_bits)
{
  g_autofree guint8 *zeros = g_malloc0 (1 << 20);
  GByteArray *bytes = g_byte_array_new ();
  z_stream stream = { 0 };
  guint8 out[4096];

  g_assert_cmpint (deflateInit2 (&stream, 9, Z_DEFLATED, window_bits, 9, Z_DEFAULT_STRATEGY), ==,
                   Z_OK);
  do
    {
      gsize part = MIN (n, (gsize) 1 << 20);

      n -= part;
      stream.next_in = zeros;
      stream.avail_in = (uInt) part;
      do
        {
          stream.next_out = out;
          stream.avail_out = sizeof out;
          deflate (&stream, n == 0 ? Z_FINISH : Z_NO_FLUSH);
          g_byte_array_append (bytes, out, sizeof out - stream.avail_out);
        }
      while (stream.avail_out == 0);
    }
  while (n > 0);
  deflateEnd (&stream);
  return g_byte_array_free_to_bytes (bytes);
}

static void
assert_too_large (GBytes *file, guint64 limit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) unpacked = tv_unpack (file, tv_format_is_sure, limit, NULL, NULL, &error);

  g_assert_null (unpacked);
  g_assert_error (error, TV_ERROR, TV_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, "larger than"));
}

static void
test_deflate (void)
{
  guint64 limit = (guint64) scale (8, 1024) << 20;
  gsize n = limit * 2;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) file = deflate_zeros (n, MAX_WBITS + (i == 0 ? 16 : 0));

      assert_too_large (file, limit);
    }
}

/* Nested gzip files. Only two of the layers are removed. */
static void
test_layers (void)
{
  g_autoptr (GBytes) file = deflate_zeros (1000, MAX_WBITS + 16);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 5; i++)
    {
      gsize size;
      gconstpointer data = g_bytes_get_data (file, &size);
      g_autofree guint8 *packed = g_malloc (size + 1000);
      z_stream stream = { .next_in = (Bytef *) data,
                          .avail_in = (uInt) size,
                          .next_out = packed,
                          .avail_out = (uInt) size + 1000 };

      deflateInit2 (&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY);
      deflate (&stream, Z_FINISH);
      g_bytes_unref (file);
      file = g_bytes_new (packed, stream.total_out);
      deflateEnd (&stream);
    }
  trace = tv_load_bytes (file, NULL, NULL, NULL, &error);
  g_assert_null (trace);
  g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
}

/* Appends a zip archive with many members, each of which claims to have a different offset, or a size of 4 GB. */
static void
put_zip (GByteArray *zip, guint n_parts, const char *name, const char *text)
{
  g_autoptr (GByteArray) list = g_byte_array_new ();
  guint32 crc = (guint32) crc32 (0, (const Bytef *) text, (uInt) strlen (text));
  guint list_at;

  for (guint i = 0; i < n_parts; i++)
    for (guint is_listed = 0; is_listed < 2; is_listed++)
      {
        GByteArray *to = is_listed ? list : zip;
        guint at = zip->len;

        tv_put_number (to, 4, is_listed ? 0x02014b50 : 0x04034b50);
        tv_put_number (to, is_listed ? 2 : 0, 20);
        tv_put_number (to, 2, 20);
        tv_put_number (to, 4, 0);
        tv_put_number (to, 4, 0x21);
        tv_put_number (to, 4, crc);
        tv_put_number (to, 4, strlen (text));
        tv_put_number (to, 4, strlen (text));
        tv_put_number (to, 2, strlen (name));
        tv_put_number (to, 2, 0);
        if (is_listed)
          {
            tv_put_number (to, 2, 0);
            tv_put_number (to, 2, 0);
            tv_put_number (to, 2, 0);
            tv_put_number (to, 4, 0);
            tv_put_number (to, 4, at - 30 - strlen (name) - strlen (text));
          }
        tv_put_text (to, "%s", name);
        if (!is_listed)
          tv_put_text (to, "%s", text);
      }
  list_at = zip->len;
  g_byte_array_append (zip, list->data, list->len);
  tv_put_number (zip, 4, 0x06054b50);
  tv_put_number (zip, 4, 0);
  tv_put_number (zip, 2, n_parts);
  tv_put_number (zip, 2, n_parts);
  tv_put_number (zip, 4, list->len);
  tv_put_number (zip, 4, list_at);
  tv_put_number (zip, 2, 0);
}

static void
test_zip (void)
{
  static const char *const names[] = { "../../../../tmp/traceview-was-here",
                                       "/tmp/traceview-was-here", "C:\\traceview-was-here", "." };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GByteArray *zip = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;

      put_zip (zip, 1, names[i], "# tracer: nop\n a-1 [0] .... 1.000000: e: x\n");
      trace = load_good (zip);
      g_assert_cmpuint (tv_trace_get_events (trace)->n, ==, 1);
      g_assert_false (g_file_test ("/tmp/traceview-was-here", G_FILE_TEST_EXISTS));
    }
}

/* Members whose length is stored after them, in an archive without a central directory: each member must be
 * decompressed to find the next member. */
static void
test_streamed_zip (void)
{
  gsize limit = (gsize) scale (4, 256) << 20;
  g_autoptr (GBytes) zeros = deflate_zeros (limit / 2, -MAX_WBITS);
  g_autoptr (GByteArray) zip = g_byte_array_new ();
  g_autoptr (GBytes) file = NULL;

  for (guint i = 0; i < 8; i++)
    {
      tv_put_number (zip, 4, 0x04034b50);
      tv_put_number (zip, 2, 20);
      tv_put_number (zip, 2, 8); /* flag: lengths follow the data */
      tv_put_number (zip, 2, 8); /* method: deflate */
      tv_put_number (zip, 4, 0x21);
      tv_put_number (zip, 8, 0);
      tv_put_number (zip, 4, 0);
      tv_put_number (zip, 2, 1);
      tv_put_number (zip, 2, 0);
      tv_put_text (zip, "a");
      g_byte_array_append (zip, g_bytes_get_data (zeros, NULL), (guint) g_bytes_get_size (zeros));
      tv_put_number (zip, 4, 0x08074b50);
      tv_put_number (zip, 4, 0);
      tv_put_number (zip, 4, g_bytes_get_size (zeros));
      tv_put_number (zip, 4, limit / 2);
    }
  file = g_byte_array_free_to_bytes (g_steal_pointer (&zip));
  assert_too_large (file, limit);
}

static void
test_zip_of_many (void)
{
  GByteArray *zip = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  put_zip (zip, 60000, "\x1b[31m\xe2\x80\xae", "no trace");
  trace = load (zip, &error);
  g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
  g_assert_null (strchr (error->message, '\x1b'));
}

/* ---- Missing content ---- */

static void
test_promised_records (void)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;

  tv_put_text (bytes, "*version\n2\nclock=wall\nnum-method-calls=4294967296\n*threads\n1\tmain\n"
                      "*methods\n0x4\tA\tb\t()V\tA.java\n*end\n");
  tv_put_header (bytes);
  tv_put_record (bytes, 1, 4, 1);
  tv_put_record (bytes, 1, 5, 2);
  trace = load_good (bytes);
  assert_problem (trace, TV_PROBLEM_MISSING_RECORDS);
}

static void
test_promised_bytes (void)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;

  /* a stream whose summary declares 4 GB, and a log that declares as many events */
  tv_put_text (bytes, "SLOW");
  tv_put_number (bytes, 2, 0xf2);
  tv_put_number (bytes, 2, 32);
  tv_put_many (bytes, 0, 24);
  tv_put_record (bytes, 1, 4, 1);
  tv_put_number (bytes, 2, 0);
  tv_put_number (bytes, 1, 3);
  tv_put_number (bytes, 4, 0xffffffff);
  tv_put_text (bytes, "*version\n2\n");
  trace = load_good (bytes);
  assert_problem (trace, TV_PROBLEM_CUT_RECORD);
  g_clear_object (&trace);

  bytes = g_byte_array_new ();
  tv_put_text (bytes, "# entries-in-buffer/entries-written: 1/9223372036854775807   #P:65536\n"
                      "a-1 [65535] .... 1.000000: e: x\n");
  trace = load_good (bytes);
  assert_problem (trace, TV_PROBLEM_LOST_EVENTS);
  use (trace);
}

/* ---- Large numbers of items ---- */

/* Method ids that would all have the same slot in a hash table with a known hash: multiples of the inverse of the
 * golden ratio. */
static void
test_method_ids (void)
{
  guint n = scale (100000, 5000000);
  guint64 inverse = 1;
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;
  guint32 n_symbols;

  for (guint i = 0; i < 6; i++)
    inverse *= 2 - G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) * inverse;
  tv_put_text (bytes, "*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n");
  for (guint i = 1; i <= n; i++)
    tv_put_text (bytes, "0x%" PRIx64 "\tA\tm%u\t()V\tA.java\n", inverse * i, i);
  tv_put_text (bytes, "*end\n");
  tv_put_header (bytes);
  for (guint i = 1; i <= n; i++)
    tv_put_record (bytes, 1, i << 13, 1); /* unlisted ids, far apart */
  trace = load_good (bytes);
  tv_trace_get_symbols (trace, &n_symbols);
  g_assert_cmpuint (n_symbols, >=, n + MIN (n, 1u << 19));
}

static void
test_thread_ids (void)
{
  guint n = tv_test_part (scale (50000, 2000000));
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;
  guint32 n_threads;

  for (guint i = 0; i < n; i++)
    tv_put_text (bytes, "a-%u (%u) [%u] .... 1.000000: tracing_mark_write: B|%u|x\n",
                 2147483647u - i * 1000, i, i % 65536, i);
  trace = load_good (bytes);
  tv_trace_get_threads (trace, &n_threads);
  g_assert_cmpuint (n_threads, >=, n);
  use (trace);
  g_clear_object (&trace);

  bytes = g_byte_array_new ();
  tv_put_text (bytes, "*version\n2\nclock=wall\n*threads\n");
  for (guint i = 0; i < n; i++)
    tv_put_text (bytes, "%u\tt%u\n", 4294967295u - i * 65521, i);
  tv_put_text (bytes, "*methods\n*end\n");
  tv_put_header (bytes);
  for (guint i = 0; i < 65536; i++)
    tv_put_record (bytes, i, 4, i);
  trace = load_good (bytes);
  tv_trace_get_threads (trace, &n_threads);
  g_assert_cmpuint (n_threads, >=, 65536);
  use (trace);
}

static void
test_options (void)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;
  guint n;

  tv_put_text (bytes, "*version\n2\nclock=wall\n");
  for (guint i = 0; i < 200000; i++)
    tv_put_text (bytes, "option%u=%u\n", i, i);
  tv_put_text (bytes, "*threads\n*methods\n*end\n");
  tv_put_header (bytes);
  tv_put_record (bytes, 1, 4, 1);
  trace = load_good (bytes);
  tv_trace_get_metadata (trace, &n);
  g_assert_cmpuint (n, <, 2000);
  assert_problem (trace, TV_PROBLEM_MUCH_METADATA);
}

/* Slices that all overlap, so that each of them needs a track. */
static void
test_layers_of_spans (void)
{
  guint n = scale (20000, 500000);
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    tv_put_text (bytes, "a-1 [0] .... 1.000000: tracing_mark_write: S|1|x|%u\n", i);
  for (guint i = 0; i < n; i++)
    tv_put_text (bytes, "a-1 [0] .... 1.000000: tracing_mark_write: C|1|c%u|%u\n", i, i);
  trace = load_good (bytes);
  g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, n);
  use (trace);
}

/* ---- Depth ---- */

/* Nested calls that never return, or that all return at the same time. */
static void
test_depth (void)
{
  guint n = tv_test_part (scale (200000, 10000000));

  for (guint is_closed = 0; is_closed < 3; is_closed++)
    {
      GByteArray *bytes = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;
      guint32 n_tracks;

      put_keys (bytes);
      tv_put_header (bytes);
      tv_put_record (bytes, 1, 8, 0);
      for (guint i = 1; i < n; i++)
        tv_put_record (bytes, 1, is_closed == 2 ? 4 * (i % 50000 + 3) : 4, i);
      /* exits of a method at the bottom of the stack, or of methods that were not entered */
      for (guint i = 0; is_closed && i < 100; i++)
        tv_put_record (bytes, 1, 4000000 + 4 * i + 1, n);
      if (is_closed)
        tv_put_record (bytes, 1, 9, n);
      trace = load_good (bytes);
      g_assert_cmpuint (tv_trace_get_tracks (trace, &n_tracks)[0].n_levels, ==, n);
      use (trace);
    }
}

static void
test_depth_of_log (void)
{
  guint n = tv_test_part (scale (100000, 5000000));
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    tv_put_text (bytes, "a-1 [0] .... 1.%06u: tracing_mark_write: B|1|x\n", i % 1000000);
  trace = load_good (bytes);
  use (trace);
}

/* ---- Length ---- */

static void
test_long_names (void)
{
  gsize size = (gsize) scale (4, 100) << 20;
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;
  guint32 n;

  tv_put_text (bytes, "*version\n2\nclock=wall\n");
  tv_put_many (bytes, 'k', size);
  tv_put_text (bytes, "=v\n*threads\n1\t");
  tv_put_many (bytes, '\xff', size);
  tv_put_text (bytes, "\n*methods\n0x4\t");
  tv_put_many (bytes, '/', size);
  tv_put_text (bytes, "\tm\t()V\tA.java\n*end\n");
  tv_put_header (bytes);
  tv_put_record (bytes, 1, 4, 1);
  trace = load_good (bytes);
  assert_problem (trace, TV_PROBLEM_LONG_TEXT);
  assert_problem (trace, TV_PROBLEM_BAD_TEXT);
  g_assert_cmpuint (strlen (tv_trace_get_string (trace, tv_trace_get_threads (trace, &n)[0].name)),
                    <, 300000);
  use (trace);
}

/* Lines that consist only of starts of events. */
static void
test_long_lines (void)
{
  static const char *const words[] = {
    "-1 [0] ", "a-1 (", "-", "[0] 1.0: ", "-1 0d..1 ", "-1 [0] .... 1.0: a: ", " =", "|", "\xff",
  };
  gsize size = tv_test_part (scale (1, 50) << 20);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      GByteArray *bytes = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *line = NULL;
      GString *text = g_string_new (NULL);

      while (text->len < size)
        g_string_append (text, words[i]);
      line = g_string_free (text, FALSE);
      tv_put_text (bytes, "# tracer: nop\na-1 [0] .... 1.000000: tracing_mark_write: B|1|%s\n",
                   line);
      tv_put_text (bytes, "%s\n", line);
      tv_put_text (bytes, "a-1 [0] .... 1.000000: sched_switch: prev_comm=%s\n", line);
      trace = load_good (bytes);
      use (trace);
    }
}

static void
test_page (void)
{
  guint n = scale (50000, 2000000);
  static const char *const words[] = {
    "<script class=\"trace-data\">",
    "<script ",
    "linuxPerfData = ",
    "</script>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      GByteArray *bytes = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      tv_put_text (bytes, "<!DOCTYPE html>");
      for (guint j = 0; j < n; j++)
        tv_put_text (bytes, "%s", words[i]);
      trace = load (bytes, &error);
      g_assert_null (trace);
      g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
    }
}

/* ---- Times ---- */

/* A clock that wraps around with every other record: centuries in a few megabytes. */
static void
test_centuries (void)
{
  guint n = scale (200000, 6000000);
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;

  put_keys (bytes);
  tv_put_header (bytes);
  for (guint i = 0; i < n; i++)
    tv_put_record (bytes, 1, i % 4 < 2 ? 4 : 5, i % 2 == 0 ? 0xffffffff : 0);
  trace = load_good (bytes);
  use (trace);
  g_clear_object (&trace);

  bytes = g_byte_array_new ();
  for (guint i = 0; i < 1000; i++)
    tv_put_text (bytes,
                 "a-%u [0] 1: tracing_mark_write: B|1|x\n"
                 "a-%u [0] %u: tracing_mark_write: B|1|x\n"
                 "a-%u [0] 4611686018427387903: tracing_mark_write: B|1|x\n"
                 "a-%u [0] 9223372036854775807: tracing_mark_write: E|1\n",
                 i, i, i, i, i);
  trace = load_good (bytes);
  assert_problem (trace, TV_PROBLEM_BAD_TIME);
  use (trace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bombs/deflate", test_deflate);
  g_test_add_func ("/bombs/layers", test_layers);
  g_test_add_func ("/bombs/zip", test_zip);
  g_test_add_func ("/bombs/zip-of-many", test_zip_of_many);
  g_test_add_func ("/bombs/streamed-zip", test_streamed_zip);
  g_test_add_func ("/bombs/promised-records", test_promised_records);
  g_test_add_func ("/bombs/promised-bytes", test_promised_bytes);
  g_test_add_func ("/bombs/method-ids", test_method_ids);
  g_test_add_func ("/bombs/thread-ids", test_thread_ids);
  g_test_add_func ("/bombs/options", test_options);
  g_test_add_func ("/bombs/layers-of-spans", test_layers_of_spans);
  g_test_add_func ("/bombs/depth", test_depth);
  g_test_add_func ("/bombs/depth-of-log", test_depth_of_log);
  g_test_add_func ("/bombs/long-names", test_long_names);
  g_test_add_func ("/bombs/long-lines", test_long_lines);
  g_test_add_func ("/bombs/page", test_page);
  g_test_add_func ("/bombs/centuries", test_centuries);
  return g_test_run ();
}
