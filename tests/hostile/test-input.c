/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/error.h"
#include "core/memory/parallel.h"
#include "export/replace-file.h"
#include "formats/ftrace/ftrace.h"
#include "formats/load.h"
#include "formats/input/input.h"
#include "test-extent.h"
#include "trace-invariants.h"

/* Tests invalid files, files that change during and after reading, and full disks. */

static char *folder;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Returns a log with @n_lines lines. */
static GString *
make_log (guint n_lines)
{
  GString *text = g_string_new ("# tracer: nop\n");

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (text, " a-1 [0] .... 1.%06u: tracing_mark_write: %c|1|number-%u\n", i,
                            i % 2 == 0 ? 'B' : 'E', i / 2);
  return text;
}

static char *
write_log (const char *name, guint n_lines)
{
  char *path = in_folder (name);
  g_autofree char *text = g_string_free (make_log (n_lines), FALSE);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
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
assert_no_load (const char *path, TvError code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load (path, NULL, NULL, NULL, &error);
  g_autofree char *name = tv_input_dup_display_name (path);

  g_assert_null (trace);
  g_assert_error (error, TV_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, name));
}

/* ---- Unreadable files ---- */

static void
test_no_files (void)
{
  g_autofree char *empty = in_folder ("empty.trace");
  g_autofree char *secret = in_folder ("secret.trace");
  g_autofree char *missing = in_folder ("missing.trace");
  g_autofree char *dangling = in_folder ("dangling.trace");

  assert_no_load (folder, TV_ERROR_NOT_A_TRACE);
  assert_no_load (missing, TV_ERROR_IO);
  assert_no_load ("/dev/null", TV_ERROR_NOT_A_TRACE);
  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  assert_no_load (empty, TV_ERROR_NOT_A_TRACE);
  g_assert_cmpint (symlink (dangling, dangling), ==, 0);
  assert_no_load (dangling, TV_ERROR_IO);
  g_assert_true (g_file_set_contents (secret, "x", 1, NULL));
  g_chmod (secret, 0);
  if (geteuid () != 0)
    assert_no_load (secret, TV_ERROR_IO);
  g_unlink (empty);
  g_unlink (secret);
  g_unlink (dangling);
}

/* A file whose size exceeds any memory. */
static void
test_sparse (void)
{
  g_autofree char *path = in_folder ("sparse.trace");
  int fd = g_open (path, O_CREAT | O_WRONLY, 0600);

  g_assert_cmpint (fd, >=, 0);
  if (ftruncate (fd, (off_t) 1 << 43) == 0)
    assert_no_load (path, TV_ERROR_TOO_LARGE);
  else
    g_test_skip ("the file system has no files of 8 TB");
  close (fd);
  g_unlink (path);
}

/* A sparse file that begins like a log, followed by a single huge line. */
static void
test_sparse_log (void)
{
  g_autofree char *path = write_log ("sparse.trace", 1000);

  if (truncate (path, (off_t) 1 << 43) == 0)
    assert_no_load (path, TV_ERROR_TOO_LARGE);
  else
    g_test_skip ("the file system has no files of 8 TB");
  g_unlink (path);
}

/* ---- Files that change ---- */

static void
test_cut_afterwards (void)
{
  g_autofree char *path = write_log ("cut.trace", 20000);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load (path, NULL, NULL, NULL, &error);
  g_autofree char *violation = NULL;
  g_autofree char *last = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (truncate (path, 10), ==, 0);
  violation = tv_trace_dup_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  last = tv_trace_dup_event_args (trace, 19999);
  g_assert_cmpstr (last, ==, "E|1|number-9999");
  g_unlink (path);
}

static void
cut_file (double fraction, gpointer data)
{
  g_assert_cmpint (truncate (data, 100), ==, 0);
}

/* How many events are read before the truncation depends on timing, but the missing data must be reported in any
 * case. */
static void
test_cut_while_loading (void)
{
  g_autofree char *path = write_log ("cut.trace", 200000);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load (path, cut_file, path, NULL, &error);
  g_autofree char *violation = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (tv_trace_get_events (trace)->n, >, 0);
  g_assert_true (tv_trace_get_events (trace)->n == 200000 ||
                 has_problem (trace, TV_PROBLEM_CHANGED_FILE));
  violation = tv_trace_dup_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  g_unlink (path);
}

/* Truncates the file at a progress of 0.1. Reading lines takes half of the progress, so a fifth of the lines have
 * then been read. */
static void
cut_file_later (double fraction, gpointer data)
{
  if (fraction >= 0.1)
    cut_file (fraction, data);
}

static void
assert_cut_between_parts (guint max_threads)
{
  g_autofree char *path = write_log ("cut.trace", 200000);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *violation = NULL;
  guint n_events;

  tv_parallel_set_max_threads (max_threads);
  tv_ftrace_set_task_size (10000, 0);
  trace = tv_load (path, cut_file_later, path, NULL, &error);
  tv_ftrace_set_task_size (0, 0);
  tv_parallel_set_max_threads (0);
  g_assert_no_error (error);
  n_events = tv_trace_get_events (trace)->n;
  g_assert_cmpuint (n_events, >, 35000);
  if (max_threads == 1)
    g_assert_cmpuint (n_events, <, 45000);
  g_assert_true (n_events == 200000 || has_problem (trace, TV_PROBLEM_CHANGED_FILE));
  violation = tv_trace_dup_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  g_unlink (path);
}

/* Missing data must be reported if the file is truncated between two reads. Only with a single thread, which also
 * reports the progress, is it predictable how much data is missing. */
static void
test_cut_between_parts (void)
{
  assert_cut_between_parts (1);
  assert_cut_between_parts (0);
}

typedef struct
{
  const char *path;
  gint stop; /* atomic: whether to stop */
} Writer;

/* Changes the length of the file again and again. */
static gpointer
write_forever (gpointer data)
{
  Writer *writer = data;
  int fd = g_open (writer->path, O_WRONLY, 0);
  struct stat status;

  g_assert_cmpint (fstat (fd, &status), ==, 0);
  while (!g_atomic_int_get (&writer->stop))
    {
      g_assert_cmpint (ftruncate (fd, status.st_size / 3), ==, 0);
      g_assert_cmpint (ftruncate (fd, status.st_size), ==, 0);
    }
  close (fd);
  return NULL;
}

static void
test_written_while_read (void)
{
  g_autofree char *path = write_log ("written.trace", 100000);
  Writer writer = { path, 0 };
  GThread *thread = g_thread_new ("writer", write_forever, &writer);
  guint n_reported = 0;

  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_load (path, NULL, NULL, NULL, &error);
      g_autofree char *violation = NULL;

      if (trace == NULL)
        {
          g_assert_true (error->domain == TV_ERROR);
          continue;
        }
      violation = tv_trace_dup_violation (trace);
      g_assert_cmpstr (violation, ==, NULL);
      n_reported += has_problem (trace, TV_PROBLEM_CHANGED_FILE);
    }
  g_atomic_int_set (&writer.stop, 1);
  g_thread_join (thread);
  g_test_message ("%u of 30 told of the change", n_reported);
  g_unlink (path);
}

/* ---- Pipes ---- */

static gpointer
write_slowly (gpointer data)
{
  g_autofree char *text = g_string_free (make_log (3000), FALSE);
  gsize size = strlen (text);
  int fd;

  g_usleep (250000); /* the reader must wait for a writer */
  fd = g_open (data, O_WRONLY, 0);
  for (gsize at = 0; at < size;)
    {
      gssize n = write (fd, text + at, MIN (size - at, 50000));

      g_assert_cmpint (n, >, 0);
      at += (gsize) n;
      g_usleep (1000);
    }
  close (fd);
  return NULL;
}

static void
test_fifo (void)
{
  g_autofree char *path = in_folder ("fifo");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  GThread *thread;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  thread = g_thread_new ("writer", write_slowly, path);
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_thread_join (thread);
  g_assert_no_error (error);
  g_assert_cmpuint (tv_trace_get_events (trace)->n, ==, 3000);
  g_unlink (path);
}

static gpointer
cancel_later (gpointer data)
{
  g_usleep (250000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_fifo_cancel (void)
{
  g_autofree char *path = in_folder ("fifo");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  GThread *thread;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  thread = g_thread_new ("canceller", cancel_later, cancellable);
  trace = tv_load (path, NULL, NULL, cancellable, &error);
  g_thread_join (thread);
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_unlink (path);
}

/* ---- Cancellation ---- */

typedef struct
{
  guint n_steps;
  guint stop_after;
  GCancellable *cancellable;
} Steps;

static void
count_step (double fraction, gpointer data)
{
  Steps *steps = data;

  g_assert_cmpfloat (fraction, >=, 0.0);
  g_assert_cmpfloat (fraction, <=, 1.0);
  if (++steps->n_steps == steps->stop_after)
    g_cancellable_cancel (steps->cancellable);
}

/* Cancels after every possible step, so that AddressSanitizer detects leaks. The number of steps varies if several
 * threads load the file. */
static void
cancel_everywhere (const char *path)
{
  Steps all = { 0, 0, NULL };
  g_autoptr (TvTrace) whole = tv_load (path, count_step, &all, NULL, NULL);

  g_assert_nonnull (whole);
  g_assert_cmpuint (all.n_steps, >, 2);
  for (guint n = 0; n <= all.n_steps; n++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      Steps steps = { 0, n, cancellable };

      if (n == 0)
        g_cancellable_cancel (cancellable);
      trace = tv_load (path, count_step, &steps, cancellable, &error);
      if (steps.n_steps < n)
        {
          g_assert_nonnull (trace);
          continue;
        }
      g_assert_null (trace);
      g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
    }
}

static void
put_record (GByteArray *bytes, guint tid, guint32 word, guint32 time)
{
  guint8 record[10] = { (guint8) tid,          0,
                        (guint8) word,         (guint8) (word >> 8),
                        (guint8) (word >> 16), (guint8) (word >> 24),
                        (guint8) time,         (guint8) (time >> 8),
                        (guint8) (time >> 16), (guint8) (time >> 24) };

  g_byte_array_append (bytes, record, sizeof record);
}

static void
test_cancel (void)
{
  static const char keys[] = "*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n"
                             "0x4\tA\tb\t()V\tA.java\n*end\n";
  static const guint8 header[] = { 'S', 'L', 'O', 'W', 2, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
  g_autofree char *log = write_log ("log.trace", tv_test_part (300000));
  g_autofree char *calls = in_folder ("calls.trace");
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  cancel_everywhere (log);
  g_unlink (log);
  g_byte_array_append (bytes, (const guint8 *) keys, strlen (keys));
  g_byte_array_append (bytes, header, sizeof header);
  for (guint i = 0; i < tv_test_part (1000000); i++)
    put_record (bytes, 1 + i % 3, i % 2 == 0 ? 4 : 5, i);
  g_assert_true (g_file_set_contents (calls, (const char *) bytes->data, bytes->len, NULL));
  cancel_everywhere (calls);
  g_unlink (calls);
}

/* ---- Full disks ---- */

static gboolean
write_much (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = g_malloc0 (1 << 20);

  for (guint i = 0; i < 8; i++)
    if (!g_output_stream_write_all (stream, text, 1 << 20, NULL, cancellable, error))
      return FALSE;
  return TRUE;
}

static guint
count_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* A limit on the file size has the same effect as a full disk. */
static void
test_full_disk (void)
{
  g_autofree char *path = in_folder ("out.csv");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  struct rlimit old, small;
  guint n_files;

  g_assert_true (g_file_set_contents (path, "old", 3, NULL));
  n_files = count_files ();
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  small = (struct rlimit){ 3 << 20, old.rlim_max };
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *contents = NULL;

      if (i == 1)
        g_unlink (path);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
      g_assert_false (tv_replace_file (file, write_much, NULL, NULL, &error));
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
      g_assert_error (error, TV_ERROR, TV_ERROR_IO);
      g_assert_cmpuint (count_files (), ==, n_files - i);
      if (i == 0)
        {
          g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
          g_assert_cmpstr (contents, ==, "old");
        }
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  signal (SIGXFSZ, SIG_IGN);
  folder = g_dir_make_tmp ("traceview-input-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_test_add_func ("/input/no-files", test_no_files);
  g_test_add_func ("/input/sparse", test_sparse);
  g_test_add_func ("/input/sparse-log", test_sparse_log);
  g_test_add_func ("/input/cut-afterwards", test_cut_afterwards);
  g_test_add_func ("/input/cut-while-loading", test_cut_while_loading);
  g_test_add_func ("/input/cut-between-parts", test_cut_between_parts);
  g_test_add_func ("/input/written-while-read", test_written_while_read);
  g_test_add_func ("/input/fifo", test_fifo);
  g_test_add_func ("/input/fifo-cancel", test_fifo_cancel);
  g_test_add_func ("/input/cancel", test_cancel);
  g_test_add_func ("/input/full-disk", test_full_disk);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
