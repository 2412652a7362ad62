/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests frames, their deadlines and their counts with hand-written logs. */

#include "analysis/system/frame-list.h"
#include "analysis/system/frame-percentiles.h"
#include "log-text.h"
#include "table-text.h"

#define B(us, tid, said) us "|" tid "|0|print: B|" tid "|H:" said "\n"
#define E(us, tid)       us "|" tid "|0|print: E|" tid "\n"
#define VSYNC(now, due, id)                                                                        \
  "ReceiveVsync dataCount:24bytes now:" now " expectedEnd:" due " vsyncId:" id

/* Two frames of process 500: one in time, one that ends 4 µs after its deadline */
#define FRAMES                                                                                     \
  B ("100", "500", VSYNC ("100000", "120000", "7"))                                                \
  B ("101", "500", "OnVsyncEvent now:100000")                                                      \
  E ("110", "500")                                                                                 \
  E ("111", "500")                                                                                 \
  B ("200", "500", VSYNC ("200000", "220000", "8"))                                                \
  B ("201", "500", "OnVsyncEvent now:200000")                                                      \
  E ("224", "500")                                                                                 \
  E ("225", "500")

static void
test_log (void)
{
  g_autoptr (TvTrace) trace = load_log (FRAMES);
  g_autoptr (GArray) rows = tv_frame_list_new (trace, NULL, NULL, NULL);
  const TvFrameRow *late;

  g_assert_true (tv_frame_list_has_any (trace));
  g_assert_cmpuint (rows->len, ==, 2);
  late = &g_array_index (rows, TvFrameRow, 1);
  g_assert_cmpint (late->expected_dur, ==, 20000);
  g_assert_cmpint (late->late_ns, >, 0);
  g_assert_cmpint (late->late_ns, ==,
                   late->ts + late->dur - late->expected_ts - late->expected_dur);
  g_assert_true (tv_frame_row_is_late (late));
  g_assert_false (tv_frame_row_is_late (&g_array_index (rows, TvFrameRow, 0)));
  expect_rows (trace, "frame", "frame_id is_late is_dropped", "7|0|0\n8|1|0\n");
}

#define PARTS                                                                                                       \
  "frame_id ts dur ui_tid render_tid do_frame_ts do_frame_dur draw_frame_ts draw_frame_dur late_stage late_stages " \
  "is_recorded"
#define M(us, tid, name) us "|" tid "|0|tracing_mark_write: B|500|" name "\n"
#define N(us, tid)       us "|" tid "|0|tracing_mark_write: E|500\n"

/* Android frames are derived from the slices of two threads, matched by token, or by time before Android 12. A child
 * of doFrame and a slice with an invalid token are not frames. A frame without a draw is not listed. */
static void
test_works (void)
{
  g_autoptr (TvTrace) with_tokens = load_log (
      M ("10", "500", "Choreographer#doFrame 7 vendor")
          M ("11", "500", "Choreographer#doFrame - resynced to 8 in 1 ms") N ("12", "500")
              N ("20", "500") M ("25", "500", "Choreographer#doFrame 8")
                  M ("26", "501", "DrawFrames 7") N ("30", "501") N ("31", "500")
                      M ("33", "501", "DrawFrames 8") N ("34", "501")
                          M ("35", "501", "DrawFrames 8") N ("39", "501")
                              M ("40", "500", "Choreographer#doFrame -1") N ("41", "500")
                                  M ("42", "500", "Choreographer#doFrame 9") N ("43", "500"));
  g_autoptr (TvTrace) without = load_log (
      M ("10", "500", "Choreographer#doFrame") M ("15", "501", "DrawFrame") N ("17", "501")
          N ("20", "500") M ("25", "500", "Choreographer#doFrame") N ("27", "500")
              M ("28", "501", "DrawFrame") N ("30", "501"));

  expect_rows (with_tokens, "frame", PARTS,
               "7|10000|20000|500|501|10000|10000|26000|4000|-|-|0\n"
               "8|25000|14000|500|501|25000|6000|33000|1000|-|-|0\n");
  expect_rows (without, "frame", PARTS,
               "1|10000|7000|500|501|10000|10000|15000|2000|-|-|0\n"
               "2|25000|5000|500|501|25000|2000|28000|2000|-|-|0\n");
}

/* On OpenHarmony, both the app's frame and the render service's frame that shows it are late. */
static void
test_shown (void)
{
  g_autoptr (TvTrace) trace = load_log (
      B ("100", "500", VSYNC ("100000", "120000", "7")) B ("101", "500", "OnVsyncEvent now:100000")
          B ("102", "500", "MarshRSTransactionData cmdCount:2 transactionFlag:[500,8] isUni:1")
              E ("103", "500") E ("124", "500") E ("125", "500")
                  B ("130", "400", VSYNC ("130000", "150000", "8"))
                      B ("131", "400", "RSMainThread::ProcessCommandUni [500,8]") E ("158", "400")
                          E ("160", "400"));

  expect_rows (
      trace, "frame", PARTS,
      "7|100000|24000|500|400|100000|24000|130000|30000|app_main|app_main, render_service|1\n"
      "8|130000|30000|-|400|-|-|130000|30000|render_service|render_service|1\n");
}

static void
test_none (void)
{
  g_autoptr (TvTrace) trace = load_log ("0|101|0|print: x\n");

  g_assert_false (tv_frame_list_has_any (trace));
  expect_rows (trace, "frame", NULL, "");
}

static void
test_range (void)
{
  static const struct
  {
    gint64 start_ns, end_ns;
    guint n;
  } ranges[] = { { 0, 150000, 1 }, { 105000, 106000, 1 }, { 150000, 160000, 0 }, { 0, 300000, 2 } };
  g_autoptr (TvTrace) trace = load_log (FRAMES);

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autoptr (TvSelection)
          selection = tv_selection_new_range (ranges[i].start_ns, ranges[i].end_ns);
      g_autoptr (GArray) rows = tv_frame_list_new (trace, selection, NULL, NULL);

      g_assert_cmpuint (rows->len, ==, ranges[i].n);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (TvTrace) trace = load_log (FRAMES);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_frame_list_new (trace, NULL, cancellable, &error));
  g_assert_nonnull (error);
}

/* Percentiles use the nearest-rank method, so the device may report other values. */
static void
test_percentiles (void)
{
  static const struct
  {
    gint64 ns, device_ms;
    guint64 n_device;
    gboolean has_reason;
  } cases[] = {
    { 8000000, 8, 40, FALSE },  { 8200000, 9, 40, FALSE },  { 38000000, 22, 40, TRUE },
    { 38000000, 22, 15, TRUE }, { 38000000, -1, 0, FALSE },
  };
  g_autoptr (TvTrace) trace = load_log (FRAMES);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvFramePercentile percentile = {
        .ns = cases[i].ns, .n = 15, .device_ms = cases[i].device_ms, .n_device = cases[i].n_device
      };
      g_autofree char *reason = tv_frame_percentile_dup_reason (&percentile);

      g_assert_cmpint (reason != NULL, ==, cases[i].has_reason);
    }
  expect_rows (trace, "frame_percentile", "percentile dur frames device_dur reason",
               "50|10000|2|-|-\n90|24000|2|-|-\n95|24000|2|-|-\n99|24000|2|-|-\n");
}

/* If nearly all frames have the same deadline, the count contains it; otherwise, it reports mixed deadlines. */
static void
test_count (void)
{
  TvFrameRow rows[20];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i] = (TvFrameRow){ .expected_dur = 16666666 + (i % 3),
                            .late_ns = i == 4   ? 900
                                       : i == 5 ? 700
                                                : -1,
                            .outcome = i == 4   ? TV_FRAME_LATE
                                       : i == 5 ? TV_FRAME_DELAYED
                                       : i == 6 ? TV_FRAME_DROPPED
                                                : TV_FRAME_ON_TIME };
  {
    TvFrameCount count = tv_frame_list_count (rows, G_N_ELEMENTS (rows));

    g_assert_cmpuint (count.n, ==, 20);
    g_assert_cmpuint (count.n_late, ==, 2);
    g_assert_cmpuint (count.n_dropped, ==, 1);
    g_assert_cmpint (count.worst_ns, ==, 900);
    g_assert_cmpint (count.deadline_ns, ==, 16666667);
    g_assert_false (count.has_mixed_deadlines);
  }
  for (guint i = 0; i < 10; i++)
    rows[i].expected_dur = 8333333;
  g_assert_cmpint (tv_frame_list_count (rows, G_N_ELEMENTS (rows)).deadline_ns, ==, 0);
  g_assert_true (tv_frame_list_count (rows, G_N_ELEMENTS (rows)).has_mixed_deadlines);
  g_assert_false (tv_frame_list_count (rows, 0).has_mixed_deadlines);
  g_assert_cmpint (tv_frame_list_count (rows, 0).deadline_ns, ==, 0);
}

static void
test_multiples (void)
{
  static const struct
  {
    gint64 dur, expected_dur, multiple;
  } cases[] = {
    { 8333333, 8333333, TV_FRAME_DEADLINE },
    { 4000, 16000, TV_FRAME_DEADLINE / 4 },
    { 24000, 16000, TV_FRAME_DEADLINE * 3 / 2 },
    { 0, 16000, 0 },
    { -1, 16000, -1 },
    { 16000, 0, -1 },
    { 16000, -5, -1 },
    { G_MAXINT64, 1, G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvFrameRow row = { .dur = cases[i].dur, .expected_dur = cases[i].expected_dur };

      g_assert_cmpint (tv_frame_row_get_multiple (&row), ==, cases[i].multiple);
    }
}

#define LONG_FRAMES                                                                                \
  M ("1000", "500", "Choreographer#doFrame")                                                       \
  N ("5000", "500")                                                                                \
  M ("6000", "501", "DrawFrame")                                                                   \
  N ("14000", "501")                                                                               \
  M ("20000", "500", "Choreographer#doFrame")                                                      \
  N ("25000", "500") M ("26000", "501", "DrawFrame") N ("38000", "501")
#define V(us, value) us "|600|0|tracing_mark_write: C|600|VSYNC-app|" value "\n"

/* A frame without a deadline is long if it took longer than the refresh period of the display: the median of the
 * recorded periods or, if none was recorded, 1/60 s. */
static void
test_long (void)
{
  g_autoptr (TvTrace) plain = load_log (LONG_FRAMES);
  g_autoptr (TvTrace) fast = load_log (LONG_FRAMES V ("40000", "1") V ("48000", "0")
                                           V ("56000", "1") V ("90000", "0"));

  expect_rows (plain, "frame", "dur do_frame_ts state is_late",
               "13000000|1000000|-|0\n18000000|20000000|Long|0\n");
  expect_rows (fast, "frame", "dur do_frame_ts state is_late",
               "13000000|1000000|Long|0\n18000000|20000000|Long|0\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frame-list/log", test_log);
  g_test_add_func ("/frame-list/works", test_works);
  g_test_add_func ("/frame-list/shown", test_shown);
  g_test_add_func ("/frame-list/none", test_none);
  g_test_add_func ("/frame-list/range", test_range);
  g_test_add_func ("/frame-list/cancelled", test_cancelled);
  g_test_add_func ("/frame-list/percentiles", test_percentiles);
  g_test_add_func ("/frame-list/count", test_count);
  g_test_add_func ("/frame-list/multiples", test_multiples);
  g_test_add_func ("/frame-list/long", test_long);
  return g_test_run ();
}
