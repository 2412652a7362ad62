/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Uses each view with each kind of content: types in its search boxes, clears them, sorts by each column, leaves the
 * box, selects and copies all rows, and adds a filter. No view may crash, warn, stay busy or lose its rows. All lists
 * must follow their rules: one sort arrow, the selected row is visible, nothing moves below the pointer.
 *
 * Usage: test-view-contents SAMPLES-FOLDER [MORE-SAMPLES-FOLDER] */

#include <adwaita.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/kit/search-entry.h"
#include "ui/kit/table/table-view.h"
#include "ui/pages/panel.h"
#include "ui/session/saved-view.h"
#include "ui/views/call-tree/call-name-cell.h"
#include "ui/views/call-tree/call-rows-table.h"
#include "ui/views/profile/relatives-table.h"
#include "ui/views/symbol-menu.h"
#include "ui/views/view.h"

#define PATIENCE_S 20

/* Maximum size of a sample file. Larger files take long and cover little more. */
#define MAX_BYTES (6 * 1024 * 1024)

#define MAX_SAMPLES 40

/* ---- Content ---- */

#define LINE(time, event) "  app-100   (  100) [000] d..1   " time ": " event "\n"
#define MARK(time, mark)  LINE (time, "tracing_mark_write: " mark)
#define HEADER            "# tracer: nop\n#\n"

/* A Perfetto trace that contains only its configuration: one data source, 10 s. */
#define METADATA                                                                                   \
  "\n\x18\x8a\x02\x15\x12\x10\n\x0e\n\x0c"                                                         \
  "linux.ftrace"                                                                                   \
  "\x18\x90N"

#define WEIGHT(tid, time, weight, stack)                                                           \
  "app 10/" tid " [000] 5." time ": " weight " cpu-clock: \n" stack "\n"
#define SAMPLE(tid, time, stack) WEIGHT (tid, time, "1000000", stack)
#define FRAME(name)              "\t1000 " name " (/system/lib64/libapp.so)\n"

#define SAMPLES_OF_TWO                                                                             \
  SAMPLE ("11", "001000", FRAME ("read") FRAME ("load") FRAME ("open") FRAME ("main"))             \
  SAMPLE ("11", "002000", FRAME ("read") FRAME ("load") FRAME ("open") FRAME ("main"))             \
  SAMPLE ("12", "003000", FRAME ("read") FRAME ("load") FRAME ("run"))                             \
  SAMPLE ("12", "004000", FRAME ("parse") FRAME ("load") FRAME ("again") FRAME ("run"))            \
  SAMPLE ("11", "005000", FRAME ("load") FRAME ("main"))                                           \
  WEIGHT ("12", "004500", "1", FRAME ("load") FRAME ("again") FRAME ("run"))                       \
  SAMPLE ("12", "006000", FRAME ("read") FRAME ("run"))                                            \
  SAMPLE ("11", "007000", FRAME ("read") FRAME ("main"))

/* @views: available views for the file, except for views that depend on optional libraries: the call graph and
 *   queries */
static const struct
{
  const char *name;
  const char *views;
  const char *text;
} contents[] = {
  { "counters.ftrace", "range events",
    HEADER MARK ("1.000000", "C|100|heap|12") MARK ("1.500000", "C|100|heap|30")
        MARK ("1.600000", "C|100|views|3") MARK ("2.000000", "C|100|heap|9") },
  { "slices.ftrace", "findings profile call-tree flame occurrences threads range events",
    HEADER MARK ("1.000000", "B|100|measure") MARK ("1.100000", "B|100|layout")
        MARK ("1.200000", "E|100") MARK ("1.500000", "E|100") MARK ("1.600000", "S|100|load|7")
            MARK ("1.900000", "F|100|load|7") },
  { "sched.ftrace", "findings range events",
    HEADER LINE ("1.000000",
                 "sched_switch: prev_comm=app prev_pid=100 prev_prio=120 prev_state=S ==> "
                 "next_comm=swapper/0 next_pid=0 next_prio=120")
        LINE ("1.100000",
              "sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R "
              "==> next_comm=app next_pid=100 next_prio=120")
            LINE ("1.300000",
                  "sched_switch: prev_comm=app prev_pid=100 prev_prio=120 prev_state=S "
                  "==> next_comm=swapper/0 next_pid=0 next_prio=120") },
  { "starts.ftrace", "findings profile call-tree flame occurrences threads range starts events",
    HEADER MARK ("1.000000", "S|100|launchingActivity#3|0")
        MARK ("1.100000", "B|100|bindApplication") MARK ("1.200000", "E|100")
            MARK ("1.500000", "F|100|launchingActivity#3|0")
                MARK ("1.600000", "I|100|launchingActivity#3:completed-cold:app")
                    MARK ("1.700000", "S|100|launchingActivity#4|0")
                        MARK ("1.900000", "F|100|launchingActivity#4|0")
                            MARK ("2.000000", "I|100|launchingActivity#4:completed-hot:app") },
  { "samples.folded", "findings call-tree flame samples groups",
    "main;run;draw 12\nmain;run;layout 7\nworker;load 3\n" },
  /* In thread 12, load shares a row with parse, and one sample with a small weight ends in load. Thread 11 has another
   * caller of load. */
  { "threads.perf", "findings call-tree flame samples threads groups", SAMPLES_OF_TWO },
  { "lines.log", "log",
    "11-28 10:00:00.100   100   100 I Shop    : started\n"
    "11-28 10:00:00.200   100   101 W Shop    : slow\n"
    "11-28 10:00:01.300   200   200 E Other   : failed\n" },
  { "dump.txt", "dump",
    "----- pid 100 at 2025-11-28 10:00:00 -----\nCmd line: com.example.shop\n\n"
    "DALVIK THREADS (2):\n\"main\" prio=5 tid=1 Blocked\n"
    "  | group=\"main\" sCount=1 dsCount=0 obj=0x1 self=0x2\n  | sysTid=100 nice=0\n"
    "  at com.example.Shop.open(Shop.java:10)\n"
    "  - waiting to lock <0x0a> (a java.lang.Object) held by thread 2\n\n"
    "\"worker\" prio=5 tid=2 Sleeping\n"
    "  | group=\"main\" sCount=1 dsCount=0 obj=0x3 self=0x4\n  | sysTid=101 nice=0\n"
    "  at java.lang.Thread.sleep(Native method)\n  - locked <0x0a> (a java.lang.Object)\n\n"
    "----- end 100 -----\n" },
  { "metadata.pftrace", "", METADATA },
};

static char *folder;   /* folder of the generated files */
static guint n_chosen; /* number of half-visible rows that a click chose */

/* ---- Waiting ---- */

static gboolean
on_timeout (gpointer what)
{
  g_error ("timed out after %d s waiting for: %s", PATIENCE_S, (const char *) what);
  return G_SOURCE_REMOVE;
}

static gboolean
set_true (gpointer is_over)
{
  *(gboolean *) is_over = TRUE;
  return G_SOURCE_REMOVE;
}

static void
pass (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, set_true, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

/* ---- Widgets ---- */

static void
collect (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

static GPtrArray *
find_all (GtkWidget *top, GType type)
{
  GPtrArray *found = g_ptr_array_new ();

  collect (top, type, found);
  return found;
}

static gboolean
is_busy (TvPanel *panel)
{
  g_autoptr (GPtrArray) views = find_all (GTK_WIDGET (panel), TV_TYPE_VIEW);
  g_autoptr (GPtrArray) tables = find_all (GTK_WIDGET (panel), TV_TYPE_TABLE_VIEW);

  for (guint i = 0; i < views->len; i++)
    if (tv_view_is_busy (views->pdata[i]))
      return TRUE;
  for (guint i = 0; i < tables->len; i++)
    {
      gboolean is_sorting;

      g_object_get (tables->pdata[i], "is-sorting", &is_sorting, NULL);
      if (is_sorting)
        return TRUE;
    }
  return FALSE;
}

static void
settle (TvPanel *panel, const char *what)
{
  guint timeout = g_timeout_add_seconds (PATIENCE_S, on_timeout, (gpointer) what);

  do
    pass (2);
  while (is_busy (panel));
  g_source_remove (timeout);
}

static guint
count_rows (TvPanel *panel)
{
  g_autoptr (GPtrArray) lists = find_all (GTK_WIDGET (panel), GTK_TYPE_COLUMN_VIEW);
  guint n = 0;

  for (guint i = 0; i < lists->len; i++)
    {
      GtkSelectionModel *model = gtk_column_view_get_model (lists->pdata[i]);

      n += model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (model)) : 0;
    }
  return n;
}

/* ---- Scroll position ---- */

#define FRAMES_MS 400 /* time after which a list has finished scrolling */

static double
get_scroll (TvTableView *list)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (tv_table_view_get_list (list),
                                                 GTK_TYPE_SCROLLED_WINDOW);

  return gtk_adjustment_get_value (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)));
}

/* Returns whether a list shows its current row, or begins at the top if there is no current row. */
static gboolean
is_in_place (TvTableView *list)
{
  guint chosen = tv_table_view_get_chosen (list), first, end;

  if (!gtk_widget_get_mapped (GTK_WIDGET (list)) ||
      g_list_model_get_n_items (G_LIST_MODEL (tv_table_view_get_model (list))) == 0)
    return TRUE;
  if (chosen == GTK_INVALID_LIST_POSITION)
    return get_scroll (list) <= 0.0;
  return tv_table_view_get_shown (list, &first, &end) && first <= chosen && chosen < end;
}

/* Counts the changes of a list's rows. */
static void
on_shown (guint *n_shown)
{
  (*n_shown)++;
}

/* Sets a filter. If this changes the rows of a list, the list must then show the current row, or begin at the top if
 * there is none. */
static void
use_filter (TvPanel *panel, TvSearchEntry *box, const char *text, gboolean is_regex)
{
  g_autoptr (GPtrArray) lists = find_all (GTK_WIDGET (panel), TV_TYPE_TABLE_VIEW);
  g_autofree guint *n_shown = g_new0 (guint, lists->len);
  gint64 until = g_get_monotonic_time () + G_USEC_PER_SEC * PATIENCE_S;

  for (guint i = 0; i < lists->len; i++)
    g_signal_connect_swapped (lists->pdata[i], "shown", G_CALLBACK (on_shown), &n_shown[i]);
  tv_search_entry_set (box, text, is_regex);
  tv_search_entry_flush (box);
  settle (panel, text);
  for (guint i = 0; i < lists->len; i++)
    {
      g_signal_handlers_disconnect_by_data (lists->pdata[i], &n_shown[i]);
      while (n_shown[i] > 0 && !is_in_place (lists->pdata[i]) && g_get_monotonic_time () < until)
        pass (2);
      if (n_shown[i] > 0 && !is_in_place (lists->pdata[i]))
        g_error ("“%s”: the selected row %u is not visible, or %g px are above the first", text,
                 tv_table_view_get_chosen (lists->pdata[i]), get_scroll (lists->pdata[i]));
    }
}

/* Scrolls each list to its last row. Makes this row current if @is_chosen is set; otherwise, makes no row current. */
static void
go_to_end (TvPanel *panel, gboolean is_chosen, const char *page)
{
  g_autoptr (GPtrArray) lists = find_all (GTK_WIDGET (panel), TV_TYPE_TABLE_VIEW);

  for (guint i = 0; i < lists->len; i++)
    {
      guint n = g_list_model_get_n_items (G_LIST_MODEL (tv_table_view_get_model (lists->pdata[i])));

      if (n == 0)
        continue;
      tv_table_view_choose (lists->pdata[i], is_chosen ? n - 1 : GTK_INVALID_LIST_POSITION);
      tv_table_view_reveal (lists->pdata[i], n - 1);
    }
  settle (panel, page);
  pass (is_chosen ? 2 : FRAMES_MS / 10);
}

static void
use_boxes (TvPanel *panel, const char *page)
{
  static const char *const texts[] = { "a", "1", "zzz no row has this" };
  g_autoptr (GPtrArray) boxes = find_all (GTK_WIDGET (panel), TV_TYPE_SEARCH_ENTRY);
  guint n = count_rows (panel);

  for (guint i = 0; i < boxes->len; i++)
    {
      for (guint text = 0; text < G_N_ELEMENTS (texts); text++)
        {
          go_to_end (panel, text == 0, page);
          use_filter (panel, boxes->pdata[i], texts[text], text == 1);
        }
      use_filter (panel, boxes->pdata[i], "", FALSE);
      g_assert_true (n == 0 || count_rows (panel) > 0);
      g_signal_emit_by_name (boxes->pdata[i], "leave");
    }
}

/* Returns the number of sort arrows in the headings below a widget. */
static guint
count_arrows (GtkWidget *widget)
{
  guint n = g_str_equal (gtk_widget_get_css_name (widget), "sort-indicator") &&
            (gtk_widget_has_css_class (widget, "ascending") ||
             gtk_widget_has_css_class (widget, "descending"));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_arrows (child);
  return n;
}

static void
sort_columns (TvPanel *panel, const char *page)
{
  g_autoptr (GPtrArray) lists = find_all (GTK_WIDGET (panel), GTK_TYPE_COLUMN_VIEW);
  guint n = count_rows (panel);

  for (guint i = 0; i < lists->len; i++)
    {
      GListModel *columns = gtk_column_view_get_columns (lists->pdata[i]);

      for (guint c = 0; c < g_list_model_get_n_items (columns); c++)
        {
          g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, c);

          if (gtk_column_view_column_get_sorter (column) == NULL)
            continue;
          gtk_column_view_sort_by_column (lists->pdata[i], column, GTK_SORT_ASCENDING);
          settle (panel, page);
          g_assert_cmpuint (count_arrows (lists->pdata[i]), ==, 1);
          gtk_column_view_sort_by_column (lists->pdata[i], column, GTK_SORT_DESCENDING);
          settle (panel, page);
          g_assert_cmpuint (count_arrows (lists->pdata[i]), ==, 1);
          g_assert_true (n == 0 || count_rows (panel) > 0);
        }
    }
}

/* Expected lines in the clipboard after all rows of a view of @file were copied as lines. They are compared as sorted
 * lines, because the view may have another order. */
static const struct
{
  const char *file;
  const char *page;
  const char *text;
} copied_lines[] = {
  { "lines.log", "log",
    "11-28 10:00:00.100   100   100 I Shop    : started\n"
    "11-28 10:00:00.200   100   101 W Shop    : slow\n"
    "11-28 10:00:01.300   200   200 E Other   : failed" },
  { "counters.ftrace", "events",
    "app-100 [000] 1.000000: tracing_mark_write: C|100|heap|12\n"
    "app-100 [000] 1.500000: tracing_mark_write: C|100|heap|30\n"
    "app-100 [000] 1.600000: tracing_mark_write: C|100|views|3\n"
    "app-100 [000] 2.000000: tracing_mark_write: C|100|heap|9" },
};

static int
compare_lines (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
check_copied_lines (TvPanel *panel, GtkWidget *list, const char *path, const char *page)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (list);
  g_autofree char *name = g_path_get_basename (path);

  for (guint i = 0; i < G_N_ELEMENTS (copied_lines); i++)
    if (g_str_equal (name, copied_lines[i].file) && g_str_equal (page, copied_lines[i].page))
      {
        g_auto (GValue) value = G_VALUE_INIT;
        g_auto (GStrv) lines = NULL;
        g_autofree char *sorted = NULL;

        g_assert_true (gtk_widget_activate_action (list, "rows.copy-lines", NULL));
        settle (panel, page);
        g_value_init (&value, G_TYPE_STRING);
        g_assert_true (
            gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value, NULL));
        lines = g_strsplit (g_value_get_string (&value), "\n", -1);
        qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
        sorted = g_strjoinv ("\n", lines);
        g_assert_cmpstr (sorted, ==, copied_lines[i].text);
      }
}

/* Checks that one line per row is copied. */
static void
check_copied_rows (TvPanel *panel, GtkWidget *list, guint n, const char *page)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (list);
  g_auto (GValue) value = G_VALUE_INIT;
  const char *text;

  gdk_clipboard_set_text (clipboard, "");
  g_assert_true (gtk_widget_activate_action (list, "table.copy-row", NULL));
  g_value_init (&value, G_TYPE_STRING);
  do
    {
      settle (panel, page);
      g_assert_true (
          gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value, NULL));
    }
  while (*g_value_get_string (&value) == '\0');
  text = g_value_get_string (&value);
  for (n--; n > 0 && text != NULL; n--)
    text = strchr (text, '\n') != NULL ? strchr (text, '\n') + 1 : NULL;
  g_assert_nonnull (text);
}

/* Selects and copies all rows of every list. */
static void
copy_rows (TvPanel *panel, const char *path, const char *page)
{
  g_autoptr (GPtrArray) lists = find_all (GTK_WIDGET (panel), GTK_TYPE_COLUMN_VIEW);

  for (guint i = 0; i < lists->len; i++)
    {
      GtkSelectionModel *model = gtk_column_view_get_model (lists->pdata[i]);
      guint n = model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (model)) : 0;
      g_autoptr (GtkBitset) selected = NULL;

      if (n == 0)
        continue;
      g_assert_true (gtk_selection_model_select_all (model));
      selected = gtk_selection_model_get_selection (model);
      g_assert_cmpuint (gtk_bitset_get_size (selected), >=, n); /* long lists load more rows */
      check_copied_rows (panel, lists->pdata[i], n, page);
      check_copied_lines (panel, lists->pdata[i], path, page);
    }
}

static char *
dup_summary (TvPanel *panel)
{
  g_autoptr (GPtrArray) views = find_all (GTK_WIDGET (panel), TV_TYPE_VIEW);

  return views->len > 0 ? tv_view_dup_summary (views->pdata[0]) : NULL;
}

/* Expands rows of the profile, selects a time range and removes it again. The totals must then be the same as
 * before. */
static void
change_range (TvPanel *panel, TvSession *session)
{
  g_autoptr (GPtrArray) tables = find_all (GTK_WIDGET (panel), TV_TYPE_TABLE_VIEW);
  TvTableModel *model = tv_table_view_get_model (tables->pdata[0]);
  TvMethodProfileTable *methods = TV_METHOD_PROFILE_TABLE (tv_table_model_get_table (model));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (model));
  g_autofree char *before = dup_summary (panel);
  g_autofree char *after = NULL;
  gint64 start_ns, end_ns;

  if (n == 0)
    return;
  for (guint i = 0; i < 2; i++)
    {
      guint32 row = tv_table_model_get_row (model, i * (n - 1));
      g_autoptr (TvTable) relatives = tv_relatives_table_new (
          methods, tv_method_profile_table_get_symbol (methods, row), TV_CLOCK_WALL);

      tv_table_model_expand (model, row, relatives);
      n = g_list_model_get_n_items (G_LIST_MODEL (model));
    }
  tv_session_get_whole (session, &start_ns, &end_ns);
  tv_session_select_range (session, start_ns, start_ns + (end_ns - start_ns) / 2);
  settle (panel, "profile");
  tv_session_clear_range (session);
  settle (panel, "profile");
  after = dup_summary (panel);
  g_assert_cmpstr (after, ==, before);
}

/* Compares the names of a node and its ancestors with the frames of a sample's stack. */
static void
assert_stack (TvTrace *trace, TvCallRows *rows, guint32 node, guint32 sample)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 callsite = stacks->samples.callsite[sample];

  for (; callsite != TV_NONE; callsite = stacks->callsites[callsite].parent)
    {
      g_assert_cmpuint (node, !=, TV_NONE);
      g_assert_cmpuint (tv_call_name_get_symbol (tv_call_rows_get_node (rows, node)->name), ==,
                        stacks->frames[stacks->callsites[callsite].frame].symbol);
      node = tv_call_rows_get_node (rows, node)->parent;
    }
  if (tv_call_tree_get_flags (tv_call_rows_get_tree (rows)) & TV_CALL_TREE_BY_THREAD)
    {
      g_assert_cmpuint (tv_call_rows_get_node (rows, node)->name, ==,
                        tv_call_name (TV_CALL_THREAD, stacks->samples.utid[sample]));
      node = tv_call_rows_get_node (rows, node)->parent;
    }
  g_assert_cmpuint (node, ==, 0);
}

static gboolean
is_named (TvTrace *trace, guint32 sample)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 callsite = stacks->samples.callsite[sample];
  gboolean is_named = callsite != TV_NONE;

  for (; callsite != TV_NONE; callsite = stacks->callsites[callsite].parent)
    is_named = is_named && stacks->frames[stacks->callsites[callsite].frame].symbol != TV_NONE;
  return is_named;
}

/* Selects samples: the selected row is the row at which the stack of the sample ends; no row is selected if the sample
 * is not counted. */
static void
select_samples (TvPanel *panel, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  g_autoptr (GPtrArray) tables = find_all (GTK_WIDGET (panel), TV_TYPE_TABLE_VIEW);
  TvTableView *view = tables->pdata[0];

  for (guint32 sample = 0; sample < samples->n; sample += 1 + samples->n / MAX_SAMPLES)
    {
      TvTable *table;
      guint32 node;

      if (samples->kind[sample] != tv_session_get_call_source (session) ||
          !is_named (trace, sample))
        continue;
      tv_session_select_sample (session, sample);
      settle (panel, "call-tree");
      table = tv_table_model_get_table (tv_table_view_get_model (view));
      node = tv_table_view_get_selected (view);
      if (tv_selection_has_thread (tv_session_get_selection (session), samples->utid[sample]))
        assert_stack (trace, tv_call_rows_table_get_rows (TV_CALL_ROWS_TABLE (table)), node,
                      sample);
      else
        g_assert_cmpuint (node, ==, TV_NONE);
    }
  tv_session_select_symbol (session, TV_NONE);
}

/* Checks the rows of selected samples with all threads merged, with separate threads, and with a single thread. */
static void
follow_samples (TvPanel *panel, TvSession *session)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (tv_session_get_trace (session))->samples;
  guint32 utid = tv_session_get_thread (session);

  select_samples (panel, session);
  tv_session_set_by_thread (session, TRUE);
  settle (panel, "call-tree");
  select_samples (panel, session);
  tv_session_set_by_thread (session, FALSE);
  if (samples->n > 0 && samples->utid[0] != TV_NONE)
    {
      tv_session_set_thread (session, samples->utid[0]);
      settle (panel, "call-tree");
      select_samples (panel, session);
      tv_session_set_thread (session, utid);
    }
  settle (panel, "call-tree");
}

/* Clicks at a point of a widget with the real pointer. */
static void
click_at (GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  g_autofree char *x_text = NULL;
  g_autofree char *y_text = NULL;
  g_autoptr (GError) error = NULL;
  double dx, dy;

  g_assert_true (gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y, &x, &y));
  gtk_native_get_surface_transform (native, &dx, &dy);
  x_text = g_strdup_printf ("%d", (int) (x + dx));
  y_text = g_strdup_printf ("%d", (int) (y + dy));
  g_spawn_sync (
      NULL,
      (char *[]){ "xdotool", "mousemove", x_text, y_text, "sleep", "0.02", "click", "1", NULL },
      NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* Returns whether a row leads to another method: such rows are below a method of the profile. */
static gboolean
is_link (TvTableView *list, guint position)
{
  TvTableModel *model = tv_table_view_get_model (list);
  guint32 row;

  return tv_table_model_get_shown (model, position, &row) != tv_table_model_get_table (model);
}

#define CLICK_X 280.0 /* a position to the right of a tree's expanders */

/* Returns an x coordinate at which a click only selects the row: not on the frames that share the row,
 * because a click unfolds them. */
static double
find_click_x (GtkWidget *list, double y)
{
  double x = CLICK_X, cell_x;

  for (; x < gtk_widget_get_width (list); x += 20.0)
    {
      GtkWidget *cell = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);

      if (cell != NULL && !TV_IS_CALL_NAME_CELL (cell))
        cell = gtk_widget_get_ancestor (cell, TV_TYPE_CALL_NAME_CELL);
      if (cell == NULL || !gtk_widget_translate_coordinates (list, cell, x, y, &cell_x, NULL) ||
          !tv_call_name_cell_has_frames_at (TV_CALL_NAME_CELL (cell), cell_x))
        break;
    }
  return x;
}

/* A click on a row that is half visible, at the lower or upper edge, chooses it and does not scroll. */
static void
click_half_visible (TvPanel *panel, const char *page)
{
  g_autoptr (GPtrArray) lists = find_all (GTK_WIDGET (panel), TV_TYPE_TABLE_VIEW);

  pass (FRAMES_MS / 4); /* waits until the list is laid out */
  for (guint i = 0; i < lists->len; i++)
    for (guint at_top = 0; at_top < 2; at_top++)
      {
        GtkWidget *list = tv_table_view_get_list (lists->pdata[i]);
        GtkWidget *scrolled = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);
        GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (
            GTK_SCROLLED_WINDOW (scrolled));
        GtkWidget *row = gtk_widget_get_first_child (list);
        int height = row != NULL ? gtk_widget_get_height (row) : 0;
        double page_size = gtk_adjustment_get_page_size (adjustment), x, y, value;
        guint position;

        if (height <= 0 || page_size < 3.0 * height ||
            gtk_adjustment_get_upper (adjustment) < page_size + 4.0 * height)
          continue;
        /* Cut a row in half at the upper or lower edge. */
        value = 2.5 * height;
        if (at_top == 0)
          value += height - fmod (value + page_size + height / 2.0, height);
        gtk_adjustment_set_value (adjustment, floor (value));
        pass (FRAMES_MS / 4);
        value = gtk_adjustment_get_value (adjustment);
        y = at_top ? 3.0 : gtk_widget_get_height (list) - 4.0;
        x = find_click_x (list, y);
        position = tv_table_view_pick (lists->pdata[i], x, y);
        if (position == GTK_INVALID_LIST_POSITION)
          g_error ("%s: no row at %g of a list of %d px, %g px from the top", page, y,
                   gtk_widget_get_height (list), value);
        if (is_link (lists->pdata[i], position))
          continue;
        click_at (list, x, y);
        /* A row of the Range view may choose a row of another list instead. */
        for (guint n = 0; n < 20 && tv_table_view_get_chosen (lists->pdata[i]) != position; n++)
          pass (20);
        n_chosen += tv_table_view_get_chosen (lists->pdata[i]) == position;
        settle (panel, page);
        pass (FRAMES_MS / 4);
        if (fabs (gtk_adjustment_get_value (adjustment) - value) > 0.5)
          g_error ("%s: a click on row %u scrolled from %g to %g", page, position, value,
                   gtk_adjustment_get_value (adjustment));
      }
}

/* Returns the top of the view below the chips, in px of the panel. */
static double
find_top (TvPanel *panel)
{
  g_autoptr (GPtrArray) views = find_all (GTK_WIDGET (panel), TV_TYPE_VIEW);
  double x, y;

  g_assert_cmpuint (views->len, ==, 1);
  pass (FRAMES_MS / 10);
  g_assert_true (
      gtk_widget_translate_coordinates (views->pdata[0], GTK_WIDGET (panel), 0, 0, &x, &y));
  return y;
}

/* Adding or removing a chip must not move the list. */
static void
add_chips (TvPanel *panel, TvSession *session, const char *page)
{
  double top = find_top (panel);
  gint64 start_ns, end_ns;

  tv_session_get_whole (session, &start_ns, &end_ns);
  tv_session_select_range (session, start_ns, start_ns + (end_ns - start_ns) / 2);
  settle (panel, page);
  g_assert_cmpfloat (find_top (panel), ==, top);
  tv_session_clear_range (session);
  settle (panel, page);
  g_assert_cmpfloat (find_top (panel), ==, top);
}

/* ---- Menus ---- */

static void
add_labels (GMenuModel *menu, GString *labels)
{
  static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *label = NULL;

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        g_string_append_printf (labels, "%s|", label);
      for (guint k = 0; k < G_N_ELEMENTS (links); k++)
        {
          g_autoptr (GMenuModel) linked = g_menu_model_get_item_link (menu, i, links[k]);

          if (linked != NULL)
            {
              g_assert_cmpint (g_menu_model_get_n_items (linked), >, 0);
              add_labels (linked, labels);
            }
        }
    }
}

/* Labels in the menu of a symbol in one of the generated files: required labels, and labels that never apply. */
static const struct
{
  const char *file;
  const char *has;
  const char *omits;
} symbol_menus[] = {
  { "slices.ftrace", "Show in _Tree Show _Occurrences Focus on This _Symbol",
    "Packa_ge O_pen Source _Collapse This Package" },
  { "sched.ftrace", "Copy _Name",
    "Show in _Tree Show _Callers Show in _Flame Graph Show _Occurrences Focus on This _Symbol On_ly Stacks Containing This Symbol "
    "Packa_ge O_pen Source" },
  { "samples.folded", "Show in _Tree Show in _Flame Graph Packa_ge",
    "Show _Occurrences O_pen Source" },
  { "dump.txt", "O_pen Source Copy _Name", "Show _Occurrences Show in _Tree" },
};

static void
check_symbol_menu (TvSession *session, const char *path)
{
  static const char *const known[] = {
    "Show in _Tree",     "Show _Callers",          "Show in _Flame Graph",
    "Show _Occurrences", "Focus on This _Symbol",  "Keep On_ly Stacks Containing This Symbol",
    "Packa_ge",          "_Collapse This Package", "O_pen Source",
    "Copy _Name"
  };
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GString) labels = g_string_new ("|");
  g_autofree char *name = g_path_get_basename (path);

  tv_symbol_menu_append (menu, session, 0);
  add_labels (G_MENU_MODEL (menu), labels);
  for (guint i = 0; g_str_has_prefix (path, folder) && i < G_N_ELEMENTS (symbol_menus); i++)
    for (guint k = 0; g_str_equal (name, symbol_menus[i].file) && k < G_N_ELEMENTS (known); k++)
      {
        g_autofree char *label = g_strconcat ("|", known[k], "|", NULL);

        if (strstr (symbol_menus[i].has, known[k]) != NULL)
          g_assert_nonnull (strstr (labels->str, label));
        if (strstr (symbol_menus[i].omits, known[k]) != NULL)
          g_assert_null (strstr (labels->str, label));
      }
}

/* ---- The test ---- */

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer loaded)
{
  g_set_object ((GAsyncResult **) loaded, result);
}

static TvSession *
load (const char *path)
{
  TvSource source = { .path = path };
  guint timeout = g_timeout_add_seconds (PATIENCE_S, on_timeout, (gpointer) path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TvSession *session;

  tv_session_load_async (&source, 1, NULL, NULL, NULL, on_loaded, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
  session = tv_session_load_finish (result, &error);
  if (session == NULL)
    g_test_message ("%s: %s", path, error->message);
  return session;
}

/* Returns: (nullable): expected views of a file in @folder; %NULL for other files */
static const char *
find_wanted_views (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  for (guint i = 0; g_str_has_prefix (path, folder) && i < G_N_ELEMENTS (contents); i++)
    if (g_str_equal (name, contents[i].name))
      return contents[i].views;
  return NULL;
}

static void
test_content (gconstpointer path)
{
  g_autoptr (GString) offered = g_string_new (NULL);
  g_autoptr (TvSession) session = load (path);
  GtkWidget *window, *panel;
  TvViewSaver *saver;
  guint n;
  const TvViewInfo *const *views = tv_views_get (&n);

  if (session == NULL)
    {
      g_assert_false (g_str_has_prefix (path, folder));
      g_test_skip ("needs exactly one trace");
      return;
    }
  check_symbol_menu (session, path);
  saver = tv_view_saver_new (session, path);
  window = gtk_window_new ();
  panel = g_object_new (TV_TYPE_PANEL, NULL);
  gtk_window_set_child (GTK_WINDOW (window), panel);
  gtk_window_set_default_size (GTK_WINDOW (window), 1300, 600);
  gtk_window_present (GTK_WINDOW (window));
  tv_panel_set_session (TV_PANEL (panel), session);
  for (guint i = 0; i < n; i++)
    if (views[i]->get_fit (tv_session_get_trace (session)) != TV_VIEW_EMPTY && !views[i]->compares)
      {
        g_test_message ("%s", views[i]->id);
        if (!g_str_equal (views[i]->id, "call-graph") && !g_str_equal (views[i]->id, "query"))
          g_string_append_printf (offered, "%s%s", offered->len > 0 ? " " : "", views[i]->id);
        g_object_set (panel, "page", views[i]->id, NULL);
        settle (TV_PANEL (panel), views[i]->id);
        use_boxes (TV_PANEL (panel), views[i]->id);
        sort_columns (TV_PANEL (panel), views[i]->id);
        if (g_str_equal (views[i]->id, "profile"))
          change_range (TV_PANEL (panel), session);
        if (g_str_equal (views[i]->id, "call-tree"))
          follow_samples (TV_PANEL (panel), session);
        click_half_visible (TV_PANEL (panel), views[i]->id);
        copy_rows (TV_PANEL (panel), path, views[i]->id);
        add_chips (TV_PANEL (panel), session, views[i]->id);
      }
  gtk_window_destroy (GTK_WINDOW (window));
  tv_view_saver_free (saver);
  if (find_wanted_views (path) != NULL)
    g_assert_cmpstr (offered->str, ==, find_wanted_views (path));
}

static void
add_content (const char *path)
{
  g_autofree char *test = g_strconcat ("/view-contents", path, NULL);

  g_test_add_data_func_full (test, g_strdup (path), test_content, g_free);
}

static void
add_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      struct stat status;

      if (!g_str_has_suffix (name, ".md") && stat (file, &status) == 0 &&
          S_ISREG (status.st_mode) && status.st_size <= MAX_BYTES)
        add_content (file);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  adw_init ();
  folder = g_dir_make_tmp ("view-contents-XXXXXX", NULL);
  g_assert_nonnull (folder);
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autofree char *path = g_build_filename (folder, contents[i].name, NULL);

      g_assert_true (g_file_set_contents (path, contents[i].text, -1, NULL));
      add_content (path);
    }
  for (int i = 1; i < argc; i++)
    add_folder (argv[i]);
  status = g_test_run ();
  g_assert_true (argc < 2 || n_chosen > 0);
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autofree char *path = g_build_filename (folder, contents[i].name, NULL);

      unlink (path);
    }
  rmdir (folder);
  g_free (folder);
  return status;
}
