/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-frames.h"

#include "log-text.h"
#include "table-text.h"

/* Tests frames that are derived from slices of logs: the parser of slice names, the derived frames, and problems of
 * slices that do not become frames. */

#define B(us, tid, said) us "|" tid "|0|print: B|" tid "|H:" said "\n"
#define E(us, tid)       us "|" tid "|0|print: E|" tid "\n"
#define VSYNC(now, due, id)                                                                        \
  "ReceiveVsync dataCount:24bytes now:" now " expectedEnd:" due " vsyncId:" id

static void
test_marks (void)
{
  static const struct
  {
    const char *name;
    TvFtraceFrameMark kind;
    const char *token;
    gint64 numbers[2];
  } cases[] = {
    { VSYNC ("5", "9", "3179"), TV_FTRACE_FRAME_MARK_VSYNC, "3179", { 5, 9 } },
    { "ReceiveVsync name:rs dataCount: 24bytes now: 5 expectedEnd: 9 vsyncId: 31, fd:4",
      TV_FTRACE_FRAME_MARK_VSYNC,
      "31",
      { 5, 9 } },
    { "ReceiveVsync dataCount:24bytes now:5", TV_FTRACE_FRAME_MARK_BARE, NULL, { 5, 0 } },
    { VSYNC ("5", "99999999999999999999", "3"), TV_FTRACE_FRAME_MARK_BARE, NULL, { 5, 0 } },
    { VSYNC ("5", "-9", "3"), TV_FTRACE_FRAME_MARK_BARE, NULL, { 5, 0 } },
    { VSYNC ("", "", ""), TV_FTRACE_FRAME_MARK_BARE, NULL, { 0, 0 } },
    { "ReceiveVsyncs now:5 expectedEnd:9 vsyncId:1", TV_FTRACE_FRAME_MARK_NONE, NULL, { 0, 0 } },
    { "MarshRSTransactionData cmdCount:20 transactionFlag:[3799,8] isUni:1",
      TV_FTRACE_FRAME_MARK_SEND,
      NULL,
      { 3799, 8 } },
    { "MarshRSTransactionData cmdCount: 20, transactionFlag:[3799, 8], tid:1, timestamp:2",
      TV_FTRACE_FRAME_MARK_SEND,
      NULL,
      { 3799, 8 } },
    { "MarshRSTransactionData cmdCount:20 transactionFlag:[3799",
      TV_FTRACE_FRAME_MARK_NONE,
      NULL,
      { 3799, 0 } },
    { "MarshRSTransactionData transactionFlag:", TV_FTRACE_FRAME_MARK_NONE, NULL, { 0, 0 } },
    { "MarshRSTransactionData transactionFlag:[99999999999,1]",
      TV_FTRACE_FRAME_MARK_NONE,
      NULL,
      { 0, 0 } },
    { "RSMainThread::ProcessCommandUni [1,2]", TV_FTRACE_FRAME_MARK_SHOW, NULL, { 0, 0 } },
    { "Choreographer#doFrame 17", TV_FTRACE_FRAME_MARK_BARE, NULL, { 0, 0 } },
    { "RSMainThread::DoComposition", TV_FTRACE_FRAME_MARK_DISPLAY, NULL, { 0, 0 } },
    { "OnVsyncEvent now:5", TV_FTRACE_FRAME_MARK_WORK, NULL, { 0, 0 } },
    { "doFrame", TV_FTRACE_FRAME_MARK_NONE, NULL, { 0, 0 } },
    { "", TV_FTRACE_FRAME_MARK_NONE, NULL, { 0, 0 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      /* A copy of the exact size, so that AddressSanitizer detects reads past the end */
      gsize size = strlen (cases[i].name);
      g_autofree char *name = g_memdup2 (cases[i].name, size);
      g_autofree char *token = NULL;
      TvFtraceFrameFields said;

      g_test_message ("%s", cases[i].name);
      tv_ftrace_frame_mark_parse ((TvSpan){ name != NULL ? name : "", size }, &said);
      g_assert_cmpint (said.kind, ==, cases[i].kind);
      if (said.kind == TV_FTRACE_FRAME_MARK_VSYNC)
        token = g_strndup (said.token.text, said.token.size);
      g_assert_cmpstr (token, ==, cases[i].token);
      for (guint k = 0; k < 2 && cases[i].token != NULL; k++)
        g_assert_cmpint (said.numbers[k], ==, cases[i].numbers[k]);
    }
}

static char *
dup_notes (TvTrace *trace)
{
  g_autoptr (TvTable) table = open_table ("problem", trace, NULL);

  return print_table (table, "kind severity count detail", NULL);
}

/* Two frames of an app, the second of which is late, and the frame of the display server that shows the first one */
#define LOG                                                                                        \
  B ("100500", "600", VSYNC ("100000000", "116666666", "7"))                                       \
  B ("102000", "600", "FlushVsync")                                                                \
  B ("103000", "600", "MarshRSTransactionData cmdCount:2 transactionFlag:[600,8] isUni:1")         \
  E ("104000", "600")                                                                              \
  E ("105000", "600")                                                                              \
  E ("106000", "600")                                                                              \
  B ("117000", "600", VSYNC ("116666666", "133333332", "8"))                                       \
  B ("117500", "400", VSYNC ("116666666", "133333332", "8"))                                       \
  B ("118000", "400", "RSMainThread::ProcessCommandUni [601,8] [600,8],[600,9]")                   \
  E ("119000", "400")                                                                              \
  E ("120000", "400") E ("140000", "600") B ("141000", "600", "between") E ("142000", "600")

static void
test_tracks (void)
{
  g_autoptr (TvTrace) trace = load_log (LOG);
  g_autofree char *notes = dup_notes (trace);

  expect_rows (trace, "expected_frame_timeline_slice", "ts dur name upid",
               "100000000|16666000|7|0\n116666000|16667000|8|0\n116666000|16667000|8|1\n");
  expect_rows (
      trace, "actual_frame_timeline_slice", "ts dur name upid on_time_finish jank_tag",
      "100500000|5500000|7|0|1|-\n117000000|23000000|8|0|0|-\n117500000|2500000|8|1|1|-\n");
  {
    g_autoptr (TvTable) flows = open_table ("flow", trace, NULL);
    g_autoptr (TvTable) frames = open_table ("actual_frame_timeline_slice", trace, NULL);
    g_autofree char *ids = print_table (frames, "id", NULL);
    g_auto (GStrv) id = g_strsplit (ids, "\n", -1);
    g_autofree char *expected = g_strdup_printf ("%s|%s\n", id[0], id[2]);
    g_autofree char *rows = print_table (flows, "slice_out slice_in", NULL);

    g_assert_cmpstr (rows, ==, expected);
  }
  g_assert_cmpstr (notes, ==, "");
}

/* An app's frame ends when the app's work on it ends; a frame of the display server ends with its slice. */
static void
test_work (void)
{
  g_autoptr (TvTrace) trace = load_log (
      B ("100000", "600", VSYNC ("100000000", "116000000", "7"))
          B ("101000", "600", "OnVsyncEvent now:100000000") B ("102000", "600", "x")
              E ("103000", "600") E ("115000", "600") B ("115500", "600", "y") E ("116000", "600")
                  E ("117000", "600") B ("120000", "400", VSYNC ("120000000", "136000000", "8"))
                      B ("121000", "400", "OnVsyncEvent now:120000000")
                          B ("122000", "400", "RSMainThread::DoComposition") E ("123000", "400")
                              E ("124000", "400") E ("125000", "400"));

  expect_rows (trace, "actual_frame_timeline_slice", "ts dur name on_time_finish",
               "100000000|15000000|7|1\n120000000|5000000|8|1\n");
}

/* If the clock of the log differs from the clock of vsyncs, here by 5 s, the frame with the shortest delay is assumed
 * to have begun at its vsync. */
static void
test_other_clock (void)
{
  g_autoptr (TvTrace) trace = load_log (
      B ("5100500", "600", VSYNC ("100000000", "116666666", "7")) E ("5106000", "600")
          B ("5118000", "600", VSYNC ("116666666", "133333332", "8")) E ("5135000", "600"));
  g_autofree char *notes = dup_notes (trace);

  expect_rows (trace, "expected_frame_timeline_slice", "ts dur name",
               "5100500000|16666000|7\n5117166000|16667000|8\n");
  expect_rows (trace, "actual_frame_timeline_slice", "ts dur on_time_finish",
               "5100500000|5500000|1\n5118000000|17000000|0\n");
  g_assert_nonnull (strstr (notes, "unread-part|note|1|the vsync times are from another clock, "
                                   "which differs by about 5.000 s"));
}

/* Slices without an end, on another thread, or with invalid times */
static void
test_odd (void)
{
  g_autoptr (TvTrace) trace = load_log (
      B ("100000", "600", VSYNC ("100000000", "90000000", "1")) E ("101000", "600")
          E ("101500", "600") "102000|601|0|print: B|600|H:" VSYNC (
              "102000000", "110000000", "2") "\n" B ("103000", "600",
                                                     VSYNC ("103000000", "110000000", "3"))
              B ("104000", "600", VSYNC ("104000000", "110000000", "4")) E ("105000", "600")
                  B ("106000", "600", "RSMainThread::ProcessCommandUni [[[600,1]]"));
  g_autofree char *notes = dup_notes (trace);

  expect_rows (trace, "actual_frame_timeline_slice", "ts dur name on_time_finish",
               "100000000|1000000|1|-\n103000000|-1|3|-\n");
  expect_rows (trace, "expected_frame_timeline_slice", "ts name", "103000000|3\n");
  g_assert_nonnull (
      strstr (notes, "unread-part|note|1|1 of 2 frames have no plausible expected time"));
}

/* A frame that is still open at the end of the log extends to that end, like its slice. It is counted as an open
 * slice. */
static void
test_open (void)
{
  g_autoptr (TvTrace) trace = load_log (B ("100500", "600", VSYNC ("100000000", "116666666", "7"))
                                            B ("101000", "600", "inside") E ("102000", "600")
                                                B ("130000", "601", "x"));
  g_autofree char *notes = dup_notes (trace);
  const TvSlices *slices = tv_trace_get_slices (trace);

  expect_rows (trace, "actual_frame_timeline_slice", "ts dur name on_time_finish",
               "100500000|-1|7|-\n");
  expect_rows (trace, "expected_frame_timeline_slice", "ts dur name", "100000000|16666000|7\n");
  for (guint32 i = 0; i < slices->n; i++)
    if (slices->flags[i] & TV_SLICE_OPEN)
      {
        g_assert_cmpuint (slices->flags[i] & TV_SLICE_UNFINISHED, ==, 0);
        g_assert_cmpint (tv_slices_end (slices, i), ==, tv_trace_get_end_ns (trace));
      }
  g_assert_nonnull (strstr (notes, "open-slice|note|2|"));
}

/* If no frame slice of a log has an expected end, a single problem reports this. */
static void
test_bare (void)
{
  static const struct
  {
    const char *lines;
    const char *note;
  } cases[] = {
    { B ("1", "600", "Choreographer#doFrame 17") E ("2", "600")
          B ("3", "600", "Choreographer#doFrame 18") E ("4", "600"),
      "unread-part|note|1|frames have no deadlines, because slices such as Choreographer#doFrame (2×)" },
    { B ("1", "601", "OnVsyncEvent now:5") E ("2", "601"),
      "unread-part|note|1|frames have no deadlines, because slices such as OnVsyncEvent (1×)" },
    { "1|601|0|print: B|600|H:OnVsyncEvent now:5\n2|601|0|print: E|600\n", NULL },
    { B ("1", "600", "onDraw") E ("2", "600"), NULL },
    { B ("100500", "600", VSYNC ("100000000", "116666666", "7")) E ("102000", "600")
          B ("103000", "600", "OnVsyncEvent now:5") E ("104000", "600"),
      NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_log (cases[i].lines);
      g_autofree char *notes = dup_notes (trace);

      g_test_message ("%s", cases[i].lines);
      if (cases[i].note == NULL)
        g_assert_cmpstr (notes, ==, "");
      else
        g_assert_nonnull (strstr (notes, cases[i].note));
    }
}

/* If bytes of a log are changed at random, the log is still read, or an error is reported. */
static void
test_mutations (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);

  for (guint i = 0; i < 1500; i++)
    {
      g_autofree char *lines = g_strdup (LOG);
      g_autoptr (TvTrace) trace = NULL;
      gsize size = strlen (lines);

      for (gint32 n = g_rand_int_range (rand, 1, 6); n > 0; n--)
        {
          char *at = &lines[g_rand_int_range (rand, 0, (gint32) size)];

          if (*at != '\n')
            *at = "0159[],:|BE- "[g_rand_int_range (rand, 0, 13)];
        }
      trace = load_log (lines);
      g_assert_nonnull (trace);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-frames/marks", test_marks);
  g_test_add_func ("/ftrace-frames/tracks", test_tracks);
  g_test_add_func ("/ftrace-frames/work", test_work);
  g_test_add_func ("/ftrace-frames/other-clock", test_other_clock);
  g_test_add_func ("/ftrace-frames/open", test_open);
  g_test_add_func ("/ftrace-frames/odd", test_odd);
  g_test_add_func ("/ftrace-frames/bare", test_bare);
  g_test_add_func ("/ftrace-frames/mutations", test_mutations);
  return g_test_run ();
}
