/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests which rows of a range's tables pass a filter or a selection, and the sums of these rows.
 *
 * Usage: test-range-rows SAMPLES-FOLDER */

#include <adwaita.h>
#include <glib/gstdio.h>

#include "core/trace-builder.h"
#include "formats/load.h"
#include "tables/tables.h"
#include "ui/views/range/range-rows.h"
#include "ui/views/range/range-sum.h"

static TvTrace *trace;

static TvRangeRows *
find_in (TvTrace *of,
         const TvRangeSectionInfo *info,
         guint view,
         const char *text,
         gboolean is_regex)
{
  TvRangeRowsJob *job = g_new0 (TvRangeRowsJob, 1);
  TvRangeRows *rows;

  job->view = &info->tables[view];
  job->trace = g_object_ref (of);
  job->selection = tv_selection_new_all ();
  job->words = tv_range_labels_new (text, is_regex);
  rows = tv_range_rows_work.run (job, NULL, NULL);
  tv_range_rows_work.free_job (job);
  g_assert_nonnull (rows);
  return rows;
}

static TvRangeRows *
find (const TvRangeSectionInfo *info, guint view, const char *text, gboolean is_regex)
{
  return find_in (trace, info, view, text, is_regex);
}

static TvCell
get_cell (TvTable *table, guint32 row, const char *name)
{
  TvCell cell;
  int column = tv_table_find_column (table, name);

  g_assert_cmpint (column, >=, 0);
  tv_table_get_cell (table, row, (guint) column, &cell);
  return cell;
}

static gboolean
has_text (TvTable *table, guint32 row, const char *name, const char *text)
{
  TvCell cell = get_cell (table, row, name);
  gboolean has = !cell.is_null && strstr (cell.text, text) != NULL;

  tv_cell_clear (&cell);
  return has;
}

/* A state and a part of a process or thread name find the rows with both, in any order of the words, and no others. */
static void
test_labels (void)
{
  static const char *const texts[] = { "runnable example.shop", " example.shop  Runnable" };
  g_autoptr (TvRangeRows) all = find (&tv_range_state_section, 0, "", FALSE);
  guint32 n_wanted = 0;
  gint64 total_ns = 0, count = 0;

  g_assert_true (all->table == all->all);
  for (guint32 row = 0; row < tv_table_get_n_rows (all->all); row++)
    if ((has_text (all->all, row, "process", "example.shop") ||
         has_text (all->all, row, "thread", "example.shop")) &&
        has_text (all->all, row, "state", "R") && !has_text (all->all, row, "state", "Running"))
      {
        n_wanted++;
        total_ns += get_cell (all->all, row, "total_ns").integer;
        count += get_cell (all->all, row, "count").integer;
      }
  g_assert_cmpuint (n_wanted, >, 1);
  g_assert_cmpuint (n_wanted, <, tv_table_get_n_rows (all->all));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TvRangeRows) rows = find (&tv_range_state_section, 0, texts[i], FALSE);

      g_assert_cmpuint (tv_table_get_n_rows (rows->table), ==, n_wanted);
      g_assert_cmpfloat (rows->sums[0], ==, (double) total_ns);
      g_assert_cmpfloat (rows->sums[1], ==, (double) count);
    }
}

/* A regular expression may contain spaces. An invalid expression filters nothing. */
static void
test_regex (void)
{
  g_autoptr (TvRangeRows) all = find (&tv_range_state_section, 0, "", FALSE);
  g_autoptr (TvRangeRows) some = find (&tv_range_state_section, 0, "^Runn(ing|able)$", TRUE);
  g_autoptr (TvRangeRows) wrong = find (&tv_range_state_section, 0, "(", TRUE);
  g_autoptr (TvRangeRows) none = find (&tv_range_state_section, 0, "no thread has this", FALSE);

  g_assert_cmpuint (tv_table_get_n_rows (wrong->table), ==, tv_table_get_n_rows (all->table));
  g_assert_cmpuint (tv_table_get_n_rows (some->table), <, tv_table_get_n_rows (all->table));
  g_assert_cmpuint (tv_table_get_n_rows (some->table), >, 0);
  g_assert_cmpuint (tv_table_get_n_rows (none->table), ==, 0);
}

/* The summary contains the sums. If no row matches, it contains only the number of rows. */
static void
test_sum (void)
{
  g_autoptr (TvRangeRows) all = find (&tv_range_cpu_section, 2, "", FALSE);
  g_autoptr (TvRangeRows) one = find (&tv_range_cpu_section, 2, "CPU 0", FALSE);
  g_autoptr (TvRangeRows) none = find (&tv_range_cpu_section, 2, "nothing", FALSE);
  g_autofree char *all_text = tv_range_rows_dup_sum (all, &tv_range_cpu_section.tables[2]);
  g_autofree char *one_text = tv_range_rows_dup_sum (one, &tv_range_cpu_section.tables[2]);
  g_autofree char *none_text = tv_range_rows_dup_sum (none, &tv_range_cpu_section.tables[2]);
  guint32 n = tv_table_get_n_rows (all->all);
  g_autofree char *start = g_strdup_printf ("%u rows · Running ", n);
  g_autofree char *nothing = g_strdup_printf ("0 of %u rows", n);
  g_autofree char *single = g_strdup_printf ("1 of %u rows · Running ", n);

  g_assert_true (g_str_has_prefix (all_text, start));
  g_assert_nonnull (strstr (all_text, " · Runs "));
  g_assert_true (g_str_has_prefix (one_text, single));
  g_assert_cmpstr (none_text, ==, nothing);
}

/* The sum of selected rows is the sum of their cells, regardless of the filter. */
static void
test_selected (void)
{
  static const guint32 chosen[] = { 4, 0, 2 };
  const TvRangeTableView *view = &tv_range_cpu_section.tables[0];
  g_autoptr (TvRangeRows) all = find (&tv_range_cpu_section, 0, "", FALSE);
  TvRangeRowsJob *job = g_new0 (TvRangeRowsJob, 1);
  g_autoptr (TvRangeRows) rows = NULL;
  g_autofree char *text = NULL;
  g_autofree char *start = g_strdup_printf ("3 of %u rows selected · CPU ",
                                            tv_table_get_n_rows (all->all));
  gint64 cpu_ns = 0, runs = 0;

  g_assert_cmpuint (tv_table_get_n_rows (all->all), >, 5);
  job->view = view;
  job->table = g_object_ref (all->all);
  job->selected = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (job->selected, chosen, G_N_ELEMENTS (chosen));
  for (guint i = 0; i < G_N_ELEMENTS (chosen); i++)
    {
      cpu_ns += get_cell (all->all, chosen[i], "cpu_ns").integer;
      runs += get_cell (all->all, chosen[i], "runs").integer;
    }
  rows = tv_range_rows_work.run (job, NULL, NULL);
  tv_range_rows_work.free_job (job);
  g_assert_cmpuint (tv_table_get_n_rows (rows->table), ==, 3);
  g_assert_cmpfloat (rows->sums[0], ==, (double) cpu_ns);
  g_assert_cmpfloat (rows->sums[2], ==, (double) runs);
  text = tv_range_rows_dup_sum (rows, view);
  g_assert_true (g_str_has_prefix (text, start));
}

static gboolean
is_sorting (TvTableView *view)
{
  gboolean is_so;

  g_object_get (view, "is-sorting", &is_so, NULL);
  return is_so;
}

static const char *
get_labels (TvRangeSum *sum)
{
  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (GTK_WIDGET (sum))));
}

static char *
read_clipboard (GtkWidget *widget)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (widget));
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  if (content == NULL || !gdk_content_provider_get_value (content, &value, NULL))
    return NULL;
  return g_value_dup_string (&value);
}

/* Rows of a list stay selected when it is sorted, a line below shows their sum, and each row is a line of the
 * copied text. */
static void
test_list (void)
{
  const TvRangeTableView *shown = &tv_range_cpu_section.tables[0];
  g_autoptr (TvRangeRows) all = find (&tv_range_cpu_section, 0, "", FALSE);
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  TvTableView *view = TV_TABLE_VIEW (tv_table_view_new ());
  GtkColumnView *columns = GTK_COLUMN_VIEW (gtk_widget_get_parent (tv_table_view_get_list (view)));
  TvRangeSum *sum = TV_RANGE_SUM (g_object_ref_sink (tv_range_sum_new ()));
  guint32 n = tv_table_get_n_rows (all->all);
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;
  g_autofree char *copied = NULL;
  g_auto (GStrv) lines = NULL;

  tv_table_view_set_columns (view, tv_tables_find (shown->name, NULL), shown->columns,
                             shown->n_columns, NULL);
  tv_table_view_set_sort (view, "cpu_ns", TRUE);
  gtk_window_set_child (window, GTK_WIDGET (view));
  gtk_window_set_default_size (window, 600, 300);
  gtk_window_present (window);
  tv_table_view_set_table (view, all->all);
  while (is_sorting (view) || gtk_column_view_get_model (columns) == NULL)
    g_main_context_iteration (NULL, TRUE);
  tv_range_sum_show (sum, shown, view, "all of them");
  g_assert_cmpstr (get_labels (sum), ==, "all of them");

  gtk_selection_model_select_range (gtk_column_view_get_model (columns), 1, 3, TRUE);
  before = tv_table_view_dup_selected (view);
  g_assert_cmpuint (before->len, ==, 3);
  while (!g_str_has_prefix (get_labels (sum), "3 of "))
    g_main_context_iteration (NULL, TRUE);

  gtk_widget_activate_action (GTK_WIDGET (view), "table.copy-row", NULL);
  copied = read_clipboard (GTK_WIDGET (view));
  lines = g_strsplit (copied, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *line = tv_table_columns_dup_row (columns, all->all,
                                                        g_array_index (before, guint32, i));

      g_assert_cmpstr (lines[i], ==, line);
    }

  tv_table_view_set_sort (view, "cpu_ns", FALSE);
  while (is_sorting (view))
    g_main_context_iteration (NULL, TRUE);
  after = tv_table_view_dup_selected (view);
  g_assert_cmpuint (after->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (g_array_index (after, guint32, i), ==,
                      g_array_index (before, guint32, 2 - i));
  g_assert_true (gtk_selection_model_is_selected (gtk_column_view_get_model (columns), n - 2));

  tv_table_view_choose (view, 0);
  g_assert_cmpstr (get_labels (sum), ==, "all of them");
  g_object_unref (sum);
  gtk_window_destroy (window);
}

/* Checks that every sum belongs to a visible column, and that no summed column contains text. */
static void
test_columns (void)
{
  static const TvRangeSectionInfo *const sections[] = {
    &tv_range_cpu_section,    &tv_range_state_section,   &tv_range_slice_section,
    &tv_range_call_section,   &tv_range_counter_section, &tv_range_path_section,
    &tv_range_binder_section, &tv_range_lock_section,
  };

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    for (guint view = 0; view < sections[i]->n_tables * 2; view++)
      {
        const TvRangeTableView *by_wall = &sections[i]->tables[view / 2];
        const TvRangeTableView *table = view % 2 != 0 ? by_wall->by_cpu : by_wall;
        const TvTableInfo *info = tv_tables_find (by_wall->name, NULL);

        for (guint sum = 0; table != NULL && sum < TV_RANGE_MAX_SUMS && table->sums[sum] != NULL;
             sum++)
          {
            gboolean is_found = FALSE, is_shown = FALSE;

            for (guint column = 0; column < info->n_columns; column++)
              is_found |= g_str_equal (info->columns[column].name, table->sums[sum]) &&
                          info->columns[column].type != TV_COLUMN_TEXT;
            for (guint column = 0; column < table->n_columns; column++)
              is_shown |= g_str_equal (table->columns[column].name, table->sums[sum]);
            g_assert_true (is_found && is_shown);
          }
      }
}

/* ---- Targets of rows ---- */

static TvSession *
make_session_of (TvTrace *of)
{
  g_autoptr (TvProfile) profile = tv_profile_new (of, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);

  return tv_session_new (of, tv_slice_index_new (of), ranking, profile);
}

static TvSession *
make_session (void)
{
  return make_session_of (trace);
}

static gboolean
on_timeout (gpointer data)
{
  g_error ("timed out waiting for a selected slice");
  return G_SOURCE_REMOVE;
}

static void
wait_for_slice (TvSession *session)
{
  guint timeout = g_timeout_add_seconds (30, on_timeout, NULL);

  while (tv_session_get_selected_slice (session) == TV_NONE)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

/* Rows of states lead to the longest state of a thread, of all threads of a process, or of all threads. */
static void
test_longest (void)
{
  g_autoptr (TvSession) session = make_session ();
  const TvSlices *slices = tv_trace_get_slices (trace);
  GCancellable *worker = NULL;

  for (guint view = 0; view < tv_range_state_section.n_tables; view++)
    {
      const TvRangeTableView *kind = &tv_range_state_section.tables[view];
      g_autoptr (TvRangeRows) rows = find (&tv_range_state_section, view, "", FALSE);

      g_assert_cmpuint (tv_table_get_n_rows (rows->table), >, 2);
      for (guint32 row = 0; row < MIN (tv_table_get_n_rows (rows->table), 30); row++)
        {
          gint64 wanted_ns = get_cell (rows->table, row, "max_ns").integer;
          guint32 slice, upid;
          const TvTrack *track;
          TvState state;

          tv_session_select_slice (session, TV_NONE);
          kind->steps[0].search (session, rows->table, row, &worker);
          wait_for_slice (session);
          slice = tv_session_get_selected_slice (session);
          g_assert_cmpint (tv_time_column_get (&slices->dur, slice), ==, wanted_ns);
          g_assert_true (tv_trace_get_state (trace, slice, &state));
          g_assert_true (
              has_text (rows->table, row, "state", tv_trace_get_string (trace, state.text)));
          track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
          upid = tv_trace_get_threads (trace, NULL)[track->utid].upid;
          if (tv_table_find_column (rows->table, "utid") >= 0)
            g_assert_cmpint (get_cell (rows->table, row, "utid").integer, ==, track->utid);
          if (tv_table_find_column (rows->table, "upid") >= 0)
            g_assert_cmpint (get_cell (rows->table, row, "upid").is_null
                                 ? TV_NONE
                                 : get_cell (rows->table, row, "upid").integer,
                             ==, upid);
        }
    }
}

/* Rows of counters lead to the times of the counters' extremes. */
static void
test_extremes (void)
{
  g_autoptr (TvSession) session = make_session ();
  g_autoptr (TvRangeRows) rows = find (&tv_range_counter_section, 0, "", FALSE);
  const TvSamples *samples = tv_trace_get_samples (trace);

  g_assert_cmpuint (tv_table_get_n_rows (rows->table), >, 2);
  for (guint32 row = 0; row < tv_table_get_n_rows (rows->table); row++)
    for (guint step = 0; step < 2; step++)
      {
        double extreme = get_cell (rows->table, row, step == 0 ? "max" : "min").real;
        guint32 counter, sample;
        gint64 ns;

        tv_range_counter_section.tables[0].steps[step].go (session, rows->table, row);
        counter = tv_session_get_selected_counter (session, &ns);
        g_assert_cmpuint (counter, ==, get_cell (rows->table, row, "track_id").integer);
        sample = tv_trace_find_sample (trace, counter, ns, ns);
        g_assert_cmpuint (sample, !=, TV_NONE);
        g_assert_cmpfloat (samples->value[sample], ==, extreme);
      }
}

/* The filter by thread can be set and removed; the label of its menu item names the action that the item performs. */
static void
test_thread (void)
{
  g_autoptr (TvSession) session = make_session ();
  g_autoptr (TvRangeRows) rows = find (&tv_range_state_section, 0, "", FALSE);
  const TvRangeStep *step = &tv_range_state_section.tables[0].steps[1];

  g_assert_false (step->is_done (session, rows->table, 0));
  step->go (session, rows->table, 0);
  g_assert_true (step->is_done (session, rows->table, 0));
  g_assert_cmpint (tv_session_get_thread (session), ==, get_cell (rows->table, 0, "utid").integer);
  step->go (session, rows->table, 0);
  g_assert_cmpuint (tv_session_get_thread (session), ==, TV_NONE);
}

/* Thread 101 waits for 102, which itself waits for 103. */
static const char lock_log[] =
    "# tracer: nop\n"
    "t102-102 (  100) [000] .... 1.000100: print: B|100|Lock contention on other lock (owner tid: 103)\n"
    "t101-101 (  100) [000] .... 1.000200: print: B|100|Lock contention on own lock (owner tid: 102)\n"
    "t102-102 (  100) [000] .... 1.000700: print: E|100\n"
    "t101-101 (  100) [000] .... 1.000800: print: E|100\n"
    "t103-103 (  100) [000] .... 1.000900: print: B|100|work\n"
    "t103-103 (  100) [000] .... 1.000950: print: E|100\n";

/* A wait for a lock can be found by the lock's name. The row leads to the wait's slice and to the wait of the lock's
 * owner. */
static void
test_locks (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "locks-XXXXXX", NULL);
  int handle = g_mkstemp (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) locks = NULL;
  g_autoptr (TvSession) session = NULL;
  g_autoptr (TvRangeRows) rows = NULL;
  g_autoptr (TvRangeRows) some = NULL;
  const TvRangeTableView *view = &tv_range_lock_section.tables[0];
  guint32 waiting;

  g_assert_cmpint (handle, >=, 0);
  g_assert_true (g_file_set_contents (path, lock_log, -1, &error));
  locks = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_close (handle, NULL);
  rows = find_in (locks, &tv_range_lock_section, 0, "", FALSE);
  some = find_in (locks, &tv_range_lock_section, 0, "own lock", FALSE);
  g_assert_cmpuint (tv_table_get_n_rows (rows->table), ==, 2);
  g_assert_cmpuint (tv_table_get_n_rows (some->table), ==, 1);
  g_assert_cmpint (get_cell (some->table, 0, "tid").integer, ==, 101);
  g_assert_cmpint (get_cell (some->table, 0, "owner_tid").integer, ==, 102);

  session = make_session_of (locks);
  view->select (session, some->table, 0);
  waiting = tv_session_get_selected_slice (session);
  g_assert_cmpuint (waiting, ==, get_cell (some->table, 0, "slice_id").integer);
  view->steps[1].go (session, some->table, 0);
  g_assert_cmpuint (tv_session_get_selected_slice (session), !=, waiting);
  g_assert_cmpuint (tv_session_get_selected_slice (session), ==,
                    get_cell (some->table, 0, "parent_id").integer);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  adw_init ();
  path = g_build_filename (argv[1], "device.ftrace", NULL);
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_test_add_func ("/range-rows/words", test_labels);
  g_test_add_func ("/range-rows/regex", test_regex);
  g_test_add_func ("/range-rows/sum", test_sum);
  g_test_add_func ("/range-rows/selected", test_selected);
  g_test_add_func ("/range-rows/list", test_list);
  g_test_add_func ("/range-rows/columns", test_columns);
  g_test_add_func ("/range-rows/longest", test_longest);
  g_test_add_func ("/range-rows/extremes", test_extremes);
  g_test_add_func ("/range-rows/thread", test_thread);
  g_test_add_func ("/range-rows/locks", test_locks);
  status = g_test_run ();
  g_object_unref (trace);
  return status;
}
