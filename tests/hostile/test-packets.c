/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>

#include "core/error.h"
#include "core/problem.h"
#include "export/write-table.h"
#include "formats/load.h"
#include "odd-perfetto.h"
#include "plain-rows.h"
#include "tables/tables.h"
#include "process-status.h"
#include "test-extent.h"
#include "trace-invariants.h"

/* Generates malformed Perfetto traces from seeds. Requirements for each trace:
 *
 *   - Its invariants hold, even if it is truncated at any offset; the truncation must be reported.
 *   - Valid packets among the malformed packets have exactly the same rows as without these.
 *   - Reading the trace again has the same result in all tables.
 *   - Loading takes no more memory than 64 MB plus eight times the file size, and at most a few seconds.
 *
 * If a trace fails, its seed is printed. TV_PACKETS_SEED=N only generates the trace of one seed, and
 * TV_PACKETS_KEPT=FILE saves it. */

#define KB ((gsize) 1024)
#define MB (1024 * KB)

#define N_SEEDS       300
#define N_MORE        10000 /* number of seeds with -m thorough */
#define SIZE          (16 * KB)
#define FIRST_LARGE   1000000 /* seed of the first large trace */
#define LARGE_SIZE    (256 * KB)
#define N_CUTS        4
#define FIRST_CUT     256 /* number of bytes that are sufficient to detect the format */
#define MEMORY_BASE   (64 * MB)
#define MEMORY_FACTOR 8
#define LONGEST       120 /* maximum time per trace in seconds, to detect hangs */

static GPtrArray *plain;

static GBytes *
make (guint64 seed, gsize size, gboolean *is_kernel_odd)
{
  TvOddDice dice;
  TvOddTrace made;

  tv_odd_dice_init_for_seed (&dice, seed);
  tv_odd_trace_init (&made, &dice, size, plain);
  *is_kernel_odd = made.is_kernel_odd;
  if (g_getenv ("TV_PACKETS_KEPT") != NULL)
    g_file_set_contents (g_getenv ("TV_PACKETS_KEPT"), (const char *) made.bytes->data,
                         made.bytes->len, NULL);
  return g_byte_array_free_to_bytes (made.bytes);
}

static TvTrace *
load (GBytes *bytes, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  if (trace == NULL)
    g_error ("seed %" G_GUINT64_FORMAT ": %s", seed, error->message);
  return trace;
}

static void
check (guint64 seed, const char *when, char *wrong)
{
  if (wrong != NULL)
    g_error ("seed %" G_GUINT64_FORMAT ", %s: %s", seed, when, wrong);
}

/* Checks the peak memory, except with sanitizers, which allocate additional memory. */
static void
check_memory (guint64 seed, gsize size)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  gsize peak = get_process_size ("VmHWM");

  if (peak > MEMORY_BASE + MEMORY_FACTOR * size)
    g_error ("seed %" G_GUINT64_FORMAT ": %zu MB of memory were used", seed, peak / MB);
#endif
}

/* ---- Rows ---- */

static void
check_plain (TvTrace *trace, guint64 seed, gboolean is_kernel_odd)
{
  for (const TvPlainRows *rows = tv_plain_rows; rows->table != NULL; rows++)
    {
      g_autofree char *reported = NULL;

      if (is_kernel_odd && rows->is_of_kernel)
        continue;
      reported = tv_plain_rows_dup_reported (rows, trace);
      if (strcmp (reported, rows->rows) != 0)
        g_error ("seed %" G_GUINT64_FORMAT ", %s: rows are\n%s and not\n%s", seed, rows->table,
                 reported, rows->rows);
    }
}

/* Returns the name and a checksum of each table (transfer full). */
static char *
decode (TvTrace *trace)
{
  guint n;
  const TvTableInfo *const *infos = tv_tables_list (&n);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvTable) table = tv_tables_open (infos[i]->name, trace, NULL, NULL, NULL);
      g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
      GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
      g_autofree char *sum = NULL;

      g_assert_true (tv_write_table (table, NULL, TV_TEXT_TSV, stream, NULL, NULL));
      sum = g_compute_checksum_for_data (G_CHECKSUM_MD5, g_memory_output_stream_get_data (memory),
                                         g_memory_output_stream_get_data_size (memory));
      g_string_append_printf (out, "%s %s\n", infos[i]->name, sum);
    }
  return g_string_free (out, FALSE);
}

/* ---- Truncations ---- */

/* Returns whether a truncated file ends after a packet or another complete field. */
static gboolean
is_whole (const guint8 *bytes, gsize size)
{
  gsize at = 0;

  while (at < size)
    {
      guint64 length = 0;
      guint shift = 0;

      g_assert_cmpuint (bytes[at] & 7, ==, 2);
      at++;
      do
        {
          if (at == size)
            return FALSE;
          length |= (guint64) (bytes[at] & 0x7f) << shift;
          shift += 7;
        }
      while (bytes[at++] >= 0x80);
      if (length > size - at)
        return FALSE;
      at += length;
    }
  return TRUE;
}

static gboolean
has_problem (TvTrace *trace, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      return TRUE;
  return FALSE;
}

static void
check_cut (GBytes *bytes, gsize size, guint64 seed)
{
  g_autoptr (GBytes) cut = g_bytes_new_from_bytes (bytes, 0, size);
  g_autoptr (TvTrace) trace = load (cut, seed);

  check (seed, "cut", tv_trace_dup_violation (trace));
  if (!is_whole (g_bytes_get_data (cut, NULL), size) && !has_problem (trace, TV_PROBLEM_CUT_RECORD))
    g_error ("seed %" G_GUINT64_FORMAT ": cut after %zu bytes, but no cut record was reported",
             seed, size);
}

/* ---- Tests ---- */

static void
test_alone (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GBytes) file = NULL;

  for (guint i = 0; i < plain->len; i++)
    {
      const GByteArray *packet = plain->pdata[i];

      g_byte_array_append (bytes, (const guint8 *) "\x0a", 1);
      for (guint rest = packet->len; rest > 0; rest >>= 7)
        {
          guint8 byte = (guint8) ((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0));

          g_byte_array_append (bytes, &byte, 1);
        }
      g_byte_array_append (bytes, packet->data, packet->len);
    }
  file = g_bytes_new (bytes->data, bytes->len);
  trace = load (file, 0);
  check (0, "alone", tv_trace_dup_violation (trace));
  check_plain (trace, 0, FALSE);
}

static void
test_seed (guint64 seed, gsize size)
{
  gboolean is_kernel_odd;
  g_autoptr (GBytes) bytes = make (seed, size, &is_kernel_odd);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GRand) dice = g_rand_new_with_seed ((guint32) seed);

  alarm (LONGEST);
  trace = load (bytes, seed);
  check (seed, "whole", tv_trace_dup_violation (trace));
  check_memory (seed, g_bytes_get_size (bytes));
  check_plain (trace, seed, is_kernel_odd);
  for (guint i = 0; i < N_CUTS; i++)
    check_cut (bytes,
               (gsize) g_rand_int_range (dice, FIRST_CUT, (gint32) g_bytes_get_size (bytes) - 16),
               seed);
  if (seed % 4 == 0)
    {
      g_autoptr (TvTrace) again = load (bytes, seed);
      g_autofree char *first = decode (trace);
      g_autofree char *second = decode (again);

      g_assert_cmpstr (first, ==, second);
    }
  if (seed % 4 == 1)
    check (seed, "used", tv_trace_dup_misuse (trace));
  alarm (0);
}

static void
test_seeds (void)
{
  guint n = g_test_thorough () ? N_MORE : tv_test_part (N_SEEDS);

  if (g_getenv ("TV_PACKETS_SEED") != NULL)
    {
      guint64 seed = g_ascii_strtoull (g_getenv ("TV_PACKETS_SEED"), NULL, 10);

      test_seed (seed, seed >= FIRST_LARGE ? LARGE_SIZE : SIZE);
      return;
    }
  for (guint seed = 0; seed < n; seed++)
    test_seed (seed, SIZE);
}

static void
test_large (void)
{
  guint n = g_test_thorough () ? 200 : tv_test_part (5);

  for (guint seed = 0; seed < n; seed++)
    test_seed (FIRST_LARGE + seed, LARGE_SIZE);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  plain = tv_plain_packets_new ();
  g_test_add_func ("/packets/alone", test_alone);
  g_test_add_func ("/packets/seeds", test_seeds);
  g_test_add_func ("/packets/large", test_large);
  status = g_test_run ();
  g_ptr_array_unref (plain);
  return status;
}
