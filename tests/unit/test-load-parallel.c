/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/error.h"
#include "core/memory/parallel.h"
#include "formats/load.h"

/* Tests that the content of a method trace does not depend on the number of threads that read it, or on whether the
 * file is read through windows or from memory. Also tests that a file may change during loading. */

/* enough records for several segments of the file */
#define RECORDS "--records 90000 "

static const char *make_trace;
static char *folder;

/* all irregularities that devices produce */
#define TROUBLE                                                                                    \
  "--recursion 120 --exceptions 50 --unmatched 15 --forced 15 --unknown 20 --backwards 20 "        \
  "--blocking 60 --reserved 20 --open --depth 30 --methods 120 "

static const char *const variants[] = {
  "--threads 5",
  "--threads 1",
  "--threads 2 --depth 4",
  "--threads 40 --methods 4000",
  "--threads 7 --record-size 20",
  TROUBLE "--threads 5",
  TROUBLE "--threads 5 --seed 2 --odd-names --reused-tids",
  TROUBLE "--threads 9 --clock wall --seed 3",
  TROUBLE "--threads 9 --clock wall --version 1 --seed 4",
  TROUBLE "--threads 9 --clock thread-cpu --version 2 --seed 5",
  TROUBLE "--threads 9 --clock wall --version 2 --cut 5",
  TROUBLE "--threads 6 --form key-data",
  TROUBLE "--threads 6 --slashes --duplicates 300",
  "--threads 6 --methods 9000 --unknown 30 --reserved 10", /* a method list that spans several windows */
  "--threads 6 --methods 9000 --clock wall --version 2 --unknown 30 --slashes --duplicates 300",
  TROUBLE "--threads 4 --wrap",
  TROUBLE "--threads 4 --wrap --clock wall",
  "--threads 3 --wrap",
  "--recursion 900 --depth 400 --methods 12 --threads 3 --unmatched 60",
  "--threads 3 --first-tid 65530",
  TROUBLE "--threads 5 --form streaming",
  TROUBLE "--threads 9 --form streaming --clock wall --no-summary",
  TROUBLE "--threads 9 --form streaming --version 2 --clock wall --seed 6",
  TROUBLE "--threads 9 --form streaming --cut 700 --wrap",
  TROUBLE "--threads 300 --form streaming --record-size 20 --methods 3000 --seed 7",
  TROUBLE "--threads 9 --form streaming --version 1 --clock thread-cpu --seed 8",
  "--threads 200 --form streaming --methods 9000",
  TROUBLE "--threads 5 --form packet",
  TROUBLE "--threads 5 --form packet --clock wall --late-names --block 20",
  TROUBLE "--threads 5 --form packet --clock thread-cpu",
  TROUBLE "--threads 9 --form packet-streaming --frequency 24576000 --odd-names --reused-tids",
  TROUBLE "--threads 9 --form packet-streaming --payload alpha --cut 700",
  TROUBLE "--threads 3 --form packet-streaming --payload alpha --counts going-on --block 50",
  TROUBLE "--threads 3 --form packet-streaming --payload alpha --counts running --block 50",
  TROUBLE "--threads 3 --form packet-streaming --payload alpha --short-times --clock wall",
  "--threads 9 --form long --depth 30",
};

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* ---- Comparison of two traces ---- */

#define ASSERT_SAME_ROWS(type, getter)                                                             \
  G_STMT_START                                                                                     \
  {                                                                                                \
    guint32 n_a, n_b;                                                                              \
    const type *rows_a = getter (a, &n_a), *rows_b = getter (b, &n_b);                             \
    g_assert_cmpmem (rows_a, n_a * sizeof *rows_a, rows_b, n_b * sizeof *rows_b);                  \
  }                                                                                                \
  G_STMT_END

static void
assert_same_times (const TvTimeColumn *a, const TvTimeColumn *b, guint32 n)
{
  g_assert_cmpint (tv_time_column_is_present (a), ==, tv_time_column_is_present (b));
  g_assert_cmpint (tv_ticks_is_narrow (&a->ticks), ==, tv_ticks_is_narrow (&b->ticks));
  g_assert_cmpint (a->unit_ns, ==, b->unit_ns);
  g_assert_cmpint (a->base_ns, ==, b->base_ns);
  for (guint32 row = 0; row < n && tv_time_column_is_present (a); row++)
    g_assert_cmpint (tv_time_column_get (a, row), ==, tv_time_column_get (b, row));
}

static void
assert_same_slices (TvTrace *a, TvTrace *b)
{
  const TvSlices *x = tv_trace_get_slices (a), *y = tv_trace_get_slices (b);
  gsize n = x->n;

  g_assert_cmpuint (x->n, ==, y->n);
  assert_same_times (&x->ts, &y->ts, x->n);
  assert_same_times (&x->dur, &y->dur, x->n);
  assert_same_times (&x->cpu_ts, &y->cpu_ts, x->n);
  assert_same_times (&x->cpu_dur, &y->cpu_dur, x->n);
  g_assert_cmpmem (x->after_parent, n * sizeof *x->after_parent, y->after_parent,
                   n * sizeof *y->after_parent);
  for (guint32 row = 0; row < x->n; row++)
    {
      g_assert_cmpuint (tv_slices_symbol (x, row), ==, tv_slices_symbol (y, row));
      g_assert_cmpuint (tv_slices_depth (x, row), ==, tv_slices_depth (y, row));
    }
  g_assert_cmpmem (x->flags, n, y->flags, n);
}

static void
assert_same_gaps (TvTrace *a, TvTrace *b)
{
  guint32 n_a, n_b;
  const TvGap *x = tv_trace_get_gaps (a, &n_a), *y = tv_trace_get_gaps (b, &n_b);

  g_assert_cmpuint (n_a, ==, n_b);
  for (guint32 i = 0; i < n_a; i++)
    {
      g_assert_cmpint (x[i].ts, ==, y[i].ts);
      g_assert_cmpint (x[i].dur, ==, y[i].dur);
      g_assert_cmpuint (x[i].slice, ==, y[i].slice);
    }
}

static void
assert_same_problems (TvTrace *a, TvTrace *b)
{
  guint n_a, n_b;
  const TvProblem *x = tv_trace_get_problems (a, &n_a), *y = tv_trace_get_problems (b, &n_b);

  g_assert_cmpuint (n_a, ==, n_b);
  for (guint i = 0; i < n_a; i++)
    {
      g_assert_cmpstr (tv_problem_kind_name (x[i].kind), ==, tv_problem_kind_name (y[i].kind));
      g_assert_cmpuint (x[i].count, ==, y[i].count);
      g_assert_cmpint (x[i].file_offset, ==, y[i].file_offset);
      g_assert_cmpstr (x[i].detail, ==, y[i].detail);
    }
}

static void
assert_same_names (TvTrace *a, TvTrace *b)
{
  guint32 n_symbols, n_threads;

  tv_trace_get_symbols (a, &n_symbols);
  tv_trace_get_threads (a, &n_threads);
  for (guint32 i = 0; i < n_symbols; i++)
    {
      g_autofree char *x = tv_trace_dup_symbol_label (a, i);
      g_autofree char *y = tv_trace_dup_symbol_label (b, i);

      g_assert_cmpstr (x, ==, y);
    }
  for (guint32 i = 0; i < n_threads; i++)
    {
      g_autofree char *x = tv_trace_dup_thread_label (a, i);
      g_autofree char *y = tv_trace_dup_thread_label (b, i);

      g_assert_cmpstr (x, ==, y);
    }
}

static void
assert_same (TvTrace *a, TvTrace *b)
{
  g_assert_cmpint (tv_trace_get_start_ns (a), ==, tv_trace_get_start_ns (b));
  g_assert_cmpint (tv_trace_get_end_ns (a), ==, tv_trace_get_end_ns (b));
  ASSERT_SAME_ROWS (TvSymbol, tv_trace_get_symbols);
  ASSERT_SAME_ROWS (TvThread, tv_trace_get_threads);
  ASSERT_SAME_ROWS (TvTrack, tv_trace_get_tracks);
  assert_same_gaps (a, b);
  assert_same_names (a, b);
  assert_same_slices (a, b);
  assert_same_problems (a, b);
}

/* ---- Number of threads ---- */

/* Returns: (transfer full): name of the created file in the folder */
static char *
make_file (const char *arguments)
{
  g_autofree char *path = in_folder ("made");
  g_autofree char *command = g_strdup_printf ("'%s' " RECORDS "%s -o '%s'", make_trace, arguments,
                                              path);
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_command_line_sync (command, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return g_strdup (strstr (arguments, "key-data") != NULL ? "made.key" : "made");
}

static TvTrace *
load_with (const char *name, guint n_threads)
{
  g_autofree char *path = in_folder (name);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_parallel_set_max_threads (n_threads);
  trace = tv_load (path, NULL, NULL, NULL, &error);
  tv_parallel_set_max_threads (0);
  g_assert_no_error (error);
  return trace;
}

static TvTrace *
load_from_memory (const char *name)
{
  g_autofree char *path = in_folder (name);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;
  char *text;
  gsize size;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  bytes = g_bytes_new_take (text, size);
  tv_parallel_set_max_threads (3);
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  tv_parallel_set_max_threads (0);
  g_assert_no_error (error);
  return trace;
}

static void
remove_files (void)
{
  static const char *const names[] = { "made", "made.key", "made.data" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = in_folder (names[i]);

      g_unlink (path);
    }
}

static void
test_threads (gconstpointer arguments)
{
  static const guint n_threads[] = { 2, 3, 8 };
  g_autofree char *name = make_file (arguments);
  g_autoptr (TvTrace) one = load_with (name, 1);

  g_assert_cmpuint (tv_trace_get_slices (one)->n, >, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    {
      g_autoptr (TvTrace) many = load_with (name, n_threads[i]);

      assert_same (one, many);
    }
  if (!g_str_has_suffix (name, ".key"))
    {
      g_autoptr (TvTrace) from_memory = load_from_memory (name);

      assert_same (one, from_memory);
    }
  remove_files ();
}

/* ---- Changes during loading ---- */

typedef struct
{
  const char *path;
  GBytes *bytes; /* bytes with which the file is overwritten */
  double at;     /* fraction of progress at which the file changes */
  gboolean is_done;
} Change;

/* Overwrites a file in place, so that a process that has opened the file sees the change. */
static void
write_over (const char *path, GBytes *bytes)
{
  gsize size = g_bytes_get_size (bytes);
  int fd = g_open (path, O_WRONLY | O_CREAT, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (ftruncate (fd, (off_t) size), ==, 0);
  g_assert_cmpint (write (fd, g_bytes_get_data (bytes, NULL), size), ==, size);
  close (fd);
}

static void
change (double fraction, gpointer data)
{
  Change *self = data;

  if (self->is_done || fraction < self->at)
    return;
  self->is_done = TRUE;
  write_over (self->path, self->bytes);
}

static gboolean
is_reported (TvTrace *trace)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == TV_PROBLEM_CHANGED_FILE)
      return TRUE;
  return FALSE;
}

/* Checks that all rows are within their track, and that children are within their parents. */
static void
assert_sound (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_tracks, n_symbols, row = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint32 i = 0; i < n_tracks; i++)
    {
      g_assert_cmpuint (tracks[i].first_slice, ==, row);
      for (; row < tracks[i].first_slice + tracks[i].n_slices; row++)
        {
          guint32 parent = tv_slices_parent (slices, row);

          g_assert_cmpuint (tv_slices_symbol (slices, row), <, n_symbols);
          if (tv_slices_depth (slices, row) == 0)
            g_assert_cmpuint (parent, ==, TV_NONE);
          else
            {
              g_assert_cmpuint (parent, >=, tracks[i].first_slice);
              g_assert_cmpuint (parent, <, row);
              g_assert_cmpuint (tv_slices_depth (slices, parent) + 1, ==,
                                tv_slices_depth (slices, row));
            }
        }
    }
  g_assert_cmpuint (row, ==, slices->n);
}

static GBytes *
read_made (const char *arguments)
{
  g_autofree char *name = make_file (arguments);
  g_autofree char *path = in_folder (name);
  char *text;
  gsize size;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  g_unlink (path);
  return g_bytes_new_take (text, size);
}

static GBytes *
cut (GBytes *bytes, gsize size)
{
  return g_bytes_new_from_bytes (bytes, 0, size);
}

static void
test_change (gconstpointer form)
{
  g_autofree char *first = g_strdup_printf ("--threads 5 --form %s", (const char *) form);
  g_autofree char *second = g_strdup_printf ("--threads 9 --first-tid 5 --unknown 100 --depth 5 "
                                             "--seed 9 --form %s",
                                             (const char *) form);
  g_autofree char *path = in_folder ("changed");
  g_autoptr (GBytes) before = read_made (first);
  g_autoptr (GBytes) other = read_made (second);
  GBytes *after[] = { cut (before, 0), cut (before, 10),
                      cut (before, g_bytes_get_size (before) / 2),
                      cut (before, g_bytes_get_size (before) - 5), g_bytes_ref (other) };

  for (guint i = 0; i < G_N_ELEMENTS (after); i++)
    for (int step = 0; step < 10; step++)
      for (guint n_threads = 1; n_threads < 4; n_threads += 2)
        {
          Change changed = { path, after[i], step / 10.0, FALSE };
          g_autoptr (TvTrace) trace = NULL;
          g_autoptr (GError) error = NULL;

          write_over (path, before);
          tv_parallel_set_max_threads (n_threads);
          trace = tv_load (path, change, &changed, NULL, &error);
          tv_parallel_set_max_threads (0);
          g_assert_true ((trace == NULL) == (error != NULL));
          if (trace == NULL)
            continue;
          assert_sound (trace);
          g_assert_true (!changed.is_done || is_reported (trace));
        }
  for (guint i = 0; i < G_N_ELEMENTS (after); i++)
    g_bytes_unref (after[i]);
  g_unlink (path);
}

/* ---- Cancellation ---- */

typedef struct
{
  GCancellable *cancellable;
  double at;
  GThread *thread;
} Stop;

static void
stop (double fraction, gpointer data)
{
  Stop *self = data;

  g_assert_true (g_thread_self () == self->thread);
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  if (fraction >= self->at)
    g_cancellable_cancel (self->cancellable);
}

static void
test_stop (void)
{
  g_autofree char *name = make_file ("--threads 5");
  g_autofree char *path = in_folder (name);

  tv_parallel_set_max_threads (3);
  for (int step = 0; step < 10; step++)
    {
      Stop stopping = { g_cancellable_new (), step / 10.0, g_thread_self () };
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_load (path, stop, &stopping, stopping.cancellable, &error);

      /* The loading thread may have had no work, and therefore no progress to report. */
      g_assert_true ((trace == NULL) == g_cancellable_is_cancelled (stopping.cancellable));
      if (trace == NULL)
        g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
      g_object_unref (stopping.cancellable);
    }
  tv_parallel_set_max_threads (0);
  remove_files ();
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  make_trace = g_getenv ("TV_MAKE_TRACE");
  g_assert_nonnull (make_trace);
  folder = g_dir_make_tmp ("traceview-load-XXXXXX", NULL);
  g_assert_nonnull (folder);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      g_autofree char *name = g_strdup_printf ("/load-parallel/threads/%u", i);

      g_test_add_data_func (name, variants[i], test_threads);
    }
  g_test_add_data_func ("/load-parallel/change/classic", "classic", test_change);
  g_test_add_data_func ("/load-parallel/change/long-list", "classic --methods 9000", test_change);
  g_test_add_data_func ("/load-parallel/change/streaming", "streaming", test_change);
  g_test_add_func ("/load-parallel/stop", test_stop);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
