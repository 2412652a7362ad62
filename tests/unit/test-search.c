/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tables/search-hit-table.h"
#include "analysis/search.h"
#include "analysis/symbols/symbol-match.h"
#include "analysis/log/timed-rows.h"
#include "formats/load.h"

/* ---- Matches ---- */

static void
test_match (void)
{
  static const struct
  {
    const char *query;
    gboolean is_regex;
    const char *text;
    gboolean is_found;
  } cases[] = {
    { "", FALSE, "", TRUE },
    { "", FALSE, "anything", TRUE },
    { "vsync", FALSE, "OnVsyncEvent", TRUE },
    { "Vsync", FALSE, "OnVsyncEvent", TRUE },
    { "vSync", FALSE, "OnVsyncEvent", FALSE },
    { "event", FALSE, "OnVsyncEvent", TRUE },
    { "events", FALSE, "OnVsyncEvent", FALSE },
    { "on", FALSE, "O", FALSE },
    { "straße", FALSE, "in der STRASSE 7", TRUE },
    { "Straße", FALSE, "in der STRASSE 7", FALSE },
    { "ÄPFEL", FALSE, "zwei ÄPFEL", TRUE },
    { "äpfel", FALSE, "zwei ÄPFEL", TRUE },
    { "ab", FALSE, "aab", TRUE },
    { "^on.*event$", TRUE, "OnVsyncEvent", TRUE },
    { "^On.*Event$", TRUE, "onvsyncevent", FALSE },
    { "\\S+ \\d+", TRUE, "Layout 812", TRUE },
    { "\\Sayout", TRUE, "LAYOUT", TRUE },
    { "a|b", FALSE, "a", FALSE },
    { "a|b", TRUE, "a", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTextMatch) match = tv_text_match_new (cases[i].query, cases[i].is_regex, &error);

      g_assert_no_error (error);
      g_test_message ("“%s” in “%s”", cases[i].query, cases[i].text);
      g_assert_cmpint (tv_text_match_test (match, cases[i].text, -1), ==, cases[i].is_found);
    }
}

static void
test_bytes (void)
{
  g_autoptr (TvTextMatch) plain = tv_text_match_new ("end", FALSE, NULL);
  g_autoptr (TvTextMatch) other = tv_text_match_new ("é", FALSE, NULL);
  g_autoptr (TvTextMatch) regex = tv_text_match_new ("e.d", TRUE, NULL);
  const char text[] = { 'x', '\xff', 'E', 'N', 'D' };

  g_assert_true (tv_text_match_test (plain, text, 5));
  g_assert_false (tv_text_match_test (plain, text, 4));
  g_assert_false (tv_text_match_test (other, text, 5));
  g_assert_true (tv_text_match_test (regex, text, 5));
}

static void
test_bad_regex (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (tv_text_match_new ("(", TRUE, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == G_REGEX_ERROR);
}

/* ---- A log ---- */

static TvTrace *
load_sample (const char *name)
{
  g_autofree char *path = g_build_filename ("data", "samples", name, NULL);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static gboolean
text_has (const char *text, const char *small_query)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, small_query) != NULL;
}

static gboolean
take_text_has (char *text, const char *small_query)
{
  gboolean has = text_has (text, small_query);

  g_free (text);
  return has;
}

static void
add_hit (GArray *hits, TvTrace *trace, TvHitKind kind, guint32 id)
{
  TvHit hit = { tv_hit_get_time (trace, kind, id), kind, id };

  g_array_append_val (hits, hit);
}

static gboolean
slice_has (TvTrace *trace, guint32 slice, const char *query)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  guint32 n;
  const TvArg *args = tv_trace_get_args (
      trace, slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE, &n);
  guint32 signature =
      tv_trace_get_symbols (trace, NULL)[tv_slices_symbol (slices, slice)].signature;

  if (track->kind != TV_TRACK_THREAD && track->kind != TV_TRACK_THREAD_EXTRA &&
      track->kind != TV_TRACK_ASYNC)
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    if (text_has (tv_trace_get_string (trace, tv_arg_get_key (&args[i])), query) ||
        text_has (tv_trace_get_string (trace, tv_arg_get_string (&args[i])), query) ||
        take_text_has (g_strdup_printf ("%s=%s",
                                        tv_trace_get_string (trace, tv_arg_get_key (&args[i])),
                                        tv_trace_get_string (trace, tv_arg_get_string (&args[i]))),
                       query))
      return TRUE;
  if (signature != TV_NONE && text_has (tv_trace_get_string (trace, signature), query))
    return TRUE;
  return take_text_has (tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, slice)), query);
}

static gboolean
event_has (TvTrace *trace, guint32 event, const char *query, gboolean has_slices)
{
  const char *name = tv_trace_get_string (trace,
                                          tv_events_get_name (tv_trace_get_events (trace), event));
  g_autofree char *args = tv_trace_dup_event_args (trace, event);

  if (has_slices && (g_str_equal (name, "tracing_mark_write") || g_str_equal (name, "print")) &&
      *args != '\0' && strchr ("BESFCINGH", args[0]) != NULL &&
      (args[1] == '|' || g_str_equal (args, "E")))
    return FALSE;
  return take_text_has (g_strdup_printf ("%s: %s", name, args), query);
}

static int
compare_hits (gconstpointer a, gconstpointer b)
{
  return tv_hit_compare (a, b);
}

/* Searches all slices and events linearly. */
static GArray *
search_slowly (TvTrace *trace, const char *query, guint kinds)
{
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (TvHit));
  guint32 n_processes, n_threads, n_counters;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n_counters);

  tv_trace_get_processes (trace, &n_processes);
  for (guint32 i = 0; i < n_processes && (kinds & 1 << TV_HIT_PROCESS) != 0; i++)
    if (take_text_has (tv_trace_dup_process_label (trace, i), query))
      add_hit (hits, trace, TV_HIT_PROCESS, i);
  for (guint32 i = 0; i < n_threads && (kinds & 1 << TV_HIT_THREAD) != 0; i++)
    if (!threads[i].is_idle && take_text_has (tv_trace_dup_thread_label (trace, i), query))
      add_hit (hits, trace, TV_HIT_THREAD, i);
  for (guint32 i = 0; i < n_counters && (kinds & 1 << TV_HIT_COUNTER) != 0; i++)
    if (text_has (tv_trace_get_string (trace, counters[i].name), query))
      add_hit (hits, trace, TV_HIT_COUNTER, i);
  for (guint32 i = 0; i < tv_trace_get_slices (trace)->n && (kinds & 1 << TV_HIT_SLICE) != 0; i++)
    if (slice_has (trace, i, query))
      add_hit (hits, trace, TV_HIT_SLICE, i);
  for (guint32 i = 0; i < tv_trace_get_events (trace)->n && (kinds & 1 << TV_HIT_EVENT) != 0; i++)
    if (event_has (trace, i, query, (kinds & 1 << TV_HIT_SLICE) != 0))
      add_hit (hits, trace, TV_HIT_EVENT, i);
  g_array_sort (hits, compare_hits);
  return hits;
}

static void
check_search (TvTrace *trace, const char *query, guint kinds)
{
  g_autoptr (GArray) expected = search_slowly (trace, query, kinds);
  g_autoptr (TvTextMatch) match = tv_text_match_new (query, FALSE, NULL);
  g_autoptr (TvHits) hits = tv_search (trace, match, kinds, NULL);
  g_autoptr (GArray) slices = tv_hits_dup_slices (hits);
  guint n_slices = 0;

  g_test_message ("“%s” among %02x: %u hits", query, kinds, expected->len);
  g_assert_cmpuint (tv_hits_get_n (hits), ==, expected->len);
  for (guint32 i = 0; i < expected->len; i++)
    {
      TvHit hit = tv_hits_get (hits, i);
      guint32 index;

      g_assert_cmpint (tv_hit_compare (&hit, &g_array_index (expected, TvHit, i)), ==, 0);
      if (i % 101 == 0)
        {
          g_assert_true (tv_hits_find (hits, &hit, &index));
          g_assert_cmpuint (index, ==, i);
        }
      n_slices += hit.kind == TV_HIT_SLICE;
    }
  g_assert_cmpuint (slices->len, ==, n_slices);
  for (guint i = 1; i < slices->len; i++)
    g_assert_cmpuint (g_array_index (slices, guint32, i - 1), <,
                      g_array_index (slices, guint32, i));
}

static void
test_search (gconstpointer sample)
{
  static const char *const queries[] = { "vsync", "a", "render", "shop", "812", "no such thing" };
  g_autoptr (TvTrace) trace = load_sample (sample);

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      check_search (trace, queries[i], TV_HITS_ALL);
      for (guint kind = 0; kind < TV_N_HIT_KINDS; kind++)
        check_search (trace, queries[i], 1u << kind);
    }
}

/* Each row of the list is a hit: time, kind, name and owner. */
static void
test_list (void)
{
  static const struct
  {
    const char *query;
    guint32 kinds;
    const char *row;
  } cases[] = {
    { "shop", 1u << TV_HIT_PROCESS, "Process|om.example.shop [2890]|-" },
    { "RSRender", 1u << TV_HIT_THREAD, "Thread|[2931] RSRenderThread|om.example.shop [2890]" },
    { "queue depth", 1u << TV_HIT_COUNTER, "Counter|queue depth|om.example.shop [2890]" },
    { "HttpExec::OnRead", 1u << TV_HIT_SLICE, "Slice|HttpExec::OnReadBody|[2937] OS_NET_WORK_1" },
    { "HttpRequest", 1u << TV_HIT_SLICE, "Slice|HttpRequest|om.example.shop [2890]" },
  };
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTextMatch) match = tv_text_match_new (cases[i].query, FALSE, NULL);
      g_autoptr (TvHits) hits = tv_search (trace, match, cases[i].kinds, NULL);
      g_autoptr (TvTable) table = tv_search_hit_table_new (trace, hits);
      static const char *const names[] = { "kind", "name", "owner" };
      g_autoptr (GString) row = g_string_new (NULL);
      TvCell cell;

      g_assert_cmpuint (tv_table_get_n_rows (table), ==, tv_hits_get_n (hits));
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        {
          tv_table_get_cell (table, 0, (guint) tv_table_find_column (table, names[k]), &cell);
          g_string_append_printf (row, "%s%s", k > 0 ? "|" : "", cell.is_null ? "-" : cell.text);
          tv_cell_clear (&cell);
        }
      g_assert_cmpstr (row->str, ==, cases[i].row);
      tv_table_get_cell (table, 0, (guint) tv_table_find_column (table, "ts"), &cell);
      g_assert_cmpint (cell.integer, ==, tv_hits_get (hits, 0).ts_ns);
    }
}

/* The search finds arguments by "key=value", as they are written in the log. */
static void
test_pairs (void)
{
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");
  guint32 n_sets = 0;
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 slice = 0; slice < slices->n && n_sets < 20; slice++)
    {
      guint32 n;
      const TvArg *args = slices->arg_set != NULL && slices->arg_set[slice] != TV_NONE
                              ? tv_trace_get_args (trace, slices->arg_set[slice], &n)
                              : NULL;
      g_autofree char *pair = NULL;

      if (args == NULL || n == 0)
        continue;
      n_sets++;
      pair = g_strdup_printf ("%s=%s", tv_trace_get_string (trace, tv_arg_get_key (&args[n - 1])),
                              tv_trace_get_string (trace, tv_arg_get_string (&args[n - 1])));
      g_test_message ("%s", pair);
      {
        g_autofree char *folded = g_utf8_casefold (pair, -1);

        check_search (trace, folded, TV_HITS_ALL);
        check_search (trace, folded, 1u << TV_HIT_SLICE);
      }
    }
  g_assert_cmpuint (n_sets, ==, 20);
  check_search (trace, "sched_switch: prev_comm", TV_HITS_ALL);
  check_search (trace, "=", 1u << TV_HIT_SLICE);
}

/* The search finds a method with any notation of its signature after the name. */
static void
test_symbols (void)
{
  static const char *const queries[] = {
    "Activity.onCreate",
    "onCreate (Bundle)",
    "oncreate(bundle)",
    "onCreate(Landroid/os/Bu",
    "Activity.onCreate (Bundle): void",
  };
  g_autoptr (TvTrace) trace = load_sample ("shop-start.trace");
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (TvTextMatch) match = tv_text_match_new (queries[i], FALSE, NULL);
      g_autoptr (TvHits) hits = tv_search (trace, match, 1u << TV_HIT_SLICE, NULL);
      guint n = 0;

      for (guint32 symbol = 0; symbol < n_symbols; symbol++)
        n += tv_symbol_match_test (trace, symbol, match);
      g_test_message ("%s: %u symbols", queries[i], n);
      g_assert_cmpuint (n, >, 0);
      g_assert_cmpuint (tv_hits_get_n (hits), >, 0);
    }
}

static void
test_places (void)
{
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");
  g_autoptr (TvTextMatch) match = tv_text_match_new ("vsync", FALSE, NULL);
  g_autoptr (TvHits) hits = tv_search (trace, match, TV_HITS_ALL, NULL);
  TvHit before = { G_MININT64, TV_HIT_PROCESS, 0 }, behind = { G_MAXINT64, TV_HIT_EVENT, TV_NONE };
  guint32 index;

  g_assert_cmpuint (tv_hits_get_n (hits), >, 1);
  g_assert_cmpuint (tv_hits_count_before (hits, &before), ==, 0);
  g_assert_cmpuint (tv_hits_count_before (hits, &behind), ==, tv_hits_get_n (hits));
  g_assert_false (tv_hits_find (hits, &before, &index));
  g_assert_false (tv_hits_find (hits, &behind, &index));
}

static void
test_cancelled (void)
{
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");
  g_autoptr (TvTextMatch) match = tv_text_match_new ("a", FALSE, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TvRowCondition condition = { .test = TV_ROW_HAS, .text = match };

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_search (trace, match, TV_HITS_ALL, cancellable));
  g_assert_null (tv_timed_rows_filter (trace, &tv_event_rows, G_MININT64, G_MAXINT64, &condition, 1,
                                       cancellable));
}

/* ---- Events ---- */

/* Returns whether a row meets a condition. */
static gboolean
is_met (TvTrace *trace, guint32 event, const TvRowCondition *condition)
{
  const TvEvents *events = tv_trace_get_events (trace);
  const guint32 ids[] = { tv_id_column_get (&events->cpu, event),
                          tv_id_column_get (&events->utid, event),
                          tv_events_get_name (events, event) };
  g_autofree char *args = tv_trace_dup_event_args (trace, event);

  switch (condition->test)
    {
    case TV_ROW_IS:
      return ids[condition->column] == condition->id;
    case TV_ROW_IS_NOT:
      return ids[condition->column] != condition->id;
    case TV_ROW_AT_MIN:
      return ids[condition->column] >= condition->id;
    case TV_ROW_HAS:
      return text_has (args, "prev_");
    case TV_ROW_HAS_NOT:
      return !text_has (args, "prev_");
    default:
      g_assert_not_reached ();
    }
}

static void
check_filter (TvTrace *trace,
              gint64 start_ns,
              gint64 end_ns,
              const TvRowCondition *conditions,
              guint n)
{
  const TvEvents *events = tv_trace_get_events (trace);
  g_autoptr (GArray)
      found = tv_timed_rows_filter (trace, &tv_event_rows, start_ns, end_ns, conditions, n, NULL);
  guint32 next = 0;

  for (guint32 event = 0; event < events->n; event++)
    {
      gint64 ts = tv_time_column_get (&events->ts, event);
      gboolean is_wanted = ts >= start_ns && ts <= end_ns;

      for (guint i = 0; i < n; i++)
        is_wanted = is_wanted && is_met (trace, event, &conditions[i]);
      if (is_wanted)
        {
          g_assert_cmpuint (next, <, found->len);
          g_assert_cmpuint (g_array_index (found, guint32, next++), ==, event);
        }
    }
  g_assert_cmpuint (next, ==, found->len);
}

static void
test_filter (void)
{
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");
  const TvEvents *events = tv_trace_get_events (trace);
  g_autoptr (TvTextMatch) match = tv_text_match_new ("prev_", FALSE, NULL);
  const guint32 ids[] = { tv_id_column_get (&events->cpu, 7), tv_id_column_get (&events->utid, 7),
                          tv_events_get_name (events, 7) };
  gint64 middle = tv_time_column_get (&events->ts, events->n / 2);

  for (guint bits = 0; bits < 64; bits++)
    {
      TvRowCondition conditions[4];
      guint n = 0;

      for (guint column = 0; column < TV_N_EVENT_ROW_COLUMNS; column++)
        if (bits & (1 << column))
          conditions[n++] = (TvRowCondition){ bits & 16 ? TV_ROW_IS_NOT : TV_ROW_IS, column,
                                              ids[column], NULL };
      if (bits & 8)
        conditions[n++] = (TvRowCondition){ bits & 16 ? TV_ROW_HAS_NOT : TV_ROW_HAS, 0, 0, match };
      check_filter (trace, bits & 32 ? middle : G_MININT64,
                    bits & 32 ? middle + 50000000 : G_MAXINT64, conditions, n);
    }
}

/* If several conditions on a column require equality, a row must have one of their ids. Conditions for inequality
 * exclude all of their ids. A minimum matches all ids that are at least as large. */
static void
test_filter_column (void)
{
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");
  const TvEvents *events = tv_trace_get_events (trace);
  guint32 first = tv_id_column_get (&events->cpu, 0), other = TV_NONE, n_both = 0, min_n = 0;

  for (guint32 i = 0; i < events->n && other == TV_NONE; i++)
    if (tv_id_column_get (&events->cpu, i) != first)
      other = tv_id_column_get (&events->cpu, i);
  g_assert_cmpuint (other, !=, TV_NONE);
  for (guint32 i = 0; i < events->n; i++)
    {
      n_both += tv_id_column_get (&events->cpu, i) == first ||
                tv_id_column_get (&events->cpu, i) == other;
      min_n += tv_id_column_get (&events->cpu, i) >= other;
    }
  for (guint is_not = 0; is_not < 2; is_not++)
    {
      TvRowTest test = is_not ? TV_ROW_IS_NOT : TV_ROW_IS;
      TvRowCondition conditions[] = { { test, TV_EVENT_ROW_CPU, first, NULL },
                                      { test, TV_EVENT_ROW_CPU, other, NULL } };
      g_autoptr (GArray) found = tv_timed_rows_filter (trace, &tv_event_rows, G_MININT64,
                                                       G_MAXINT64, conditions, 2, NULL);

      g_assert_cmpuint (found->len, ==, is_not ? events->n - n_both : n_both);
    }
  {
    TvRowCondition min = { TV_ROW_AT_MIN, TV_EVENT_ROW_CPU, other, NULL };
    g_autoptr (GArray)
        found = tv_timed_rows_filter (trace, &tv_event_rows, G_MININT64, G_MAXINT64, &min, 1, NULL);

    g_assert_cmpuint (found->len, ==, min_n);
  }
}

static void
check_counts (GArray *counts, const guint32 *ids, guint32 n)
{
  guint64 sum = 0;

  for (guint i = 0; i < counts->len; i++)
    {
      const TvIdCount *entry = &g_array_index (counts, TvIdCount, i);
      guint32 count = 0;

      for (guint32 row = 0; row < n; row++)
        count += ids[row] == entry->id;
      g_assert_cmpuint (count, ==, entry->count);
      sum += count;
    }
  g_assert_cmpuint (sum, ==, n);
}

static void
test_counts (void)
{
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");
  const TvEvents *events = tv_trace_get_events (trace);
  g_autoptr (GArray) cpus = tv_timed_rows_count (trace, &tv_event_rows, TV_EVENT_ROW_CPU, FALSE);
  g_autoptr (GArray)
      threads = tv_timed_rows_count (trace, &tv_event_rows, TV_EVENT_ROW_THREAD, TRUE);
  g_autoptr (GArray) by_name = tv_timed_rows_count (trace, &tv_event_rows, TV_EVENT_ROW_NAME, TRUE);
  g_autofree guint32 *ids = g_new (guint32, events->n);

  for (guint32 event = 0; event < events->n; event++)
    ids[event] = tv_id_column_get (&events->cpu, event);
  check_counts (cpus, ids, events->n);
  for (guint32 event = 0; event < events->n; event++)
    ids[event] = tv_id_column_get (&events->utid, event);
  check_counts (threads, ids, events->n);
  for (guint32 event = 0; event < events->n; event++)
    ids[event] = tv_events_get_name (events, event);
  check_counts (by_name, ids, events->n);
  for (guint i = 1; i < by_name->len; i++)
    g_assert_cmpuint (g_array_index (by_name, TvIdCount, i - 1).count, >=,
                      g_array_index (by_name, TvIdCount, i).count);
}

static void
test_find_from (void)
{
  g_autoptr (TvTrace) trace = load_sample ("device.ftrace");
  const TvEvents *events = tv_trace_get_events (trace);

  g_assert_cmpuint (tv_timed_rows_find_from (trace, &tv_event_rows, G_MININT64), ==, 0);
  g_assert_cmpuint (tv_timed_rows_find_from (trace, &tv_event_rows, G_MAXINT64), ==, events->n);
  for (guint32 event = 1; event < events->n; event += 97)
    {
      guint32 first = tv_timed_rows_find_from (trace, &tv_event_rows,
                                               tv_time_column_get (&events->ts, event));

      g_assert_cmpint (tv_time_column_get (&events->ts, first), ==,
                       tv_time_column_get (&events->ts, event));
      g_assert_true (first == 0 || tv_time_column_get (&events->ts, first - 1) <
                                       tv_time_column_get (&events->ts, event));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/list", test_list);
  g_test_add_func ("/text-match/cases", test_match);
  g_test_add_func ("/text-match/bytes", test_bytes);
  g_test_add_func ("/text-match/bad-regex", test_bad_regex);
  g_test_add_data_func ("/search/log", "device.ftrace", test_search);
  g_test_add_data_func ("/search/method-trace", "boot-v2.trace", test_search);
  g_test_add_func ("/search/places", test_places);
  g_test_add_func ("/search/pairs", test_pairs);
  g_test_add_func ("/search/symbols", test_symbols);
  g_test_add_func ("/search/cancelled", test_cancelled);
  g_test_add_func ("/timed-rows/filter", test_filter);
  g_test_add_func ("/timed-rows/filter-column", test_filter_column);
  g_test_add_func ("/timed-rows/counts", test_counts);
  g_test_add_func ("/timed-rows/find-from", test_find_from);
  return g_test_run ();
}
