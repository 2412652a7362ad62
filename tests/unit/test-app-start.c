/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests app starts, their phases and the breakdown of their time with hand-written logs. */

#include "analysis/system/app-start-slices.h"
#include "core/error.h"
#include "log-text.h"
#include "table-text.h"

/* Process 100 is system_server. Process 500 is the app, whose thread 501 renders. M() and N() begin and end slices of
 * thread 500. */
#define M(us, name)      us "|500|0|tracing_mark_write: B|500|" name "\n"
#define N(us)            us "|500|0|tracing_mark_write: E|500\n"
#define B(us, tid, name) us "|" tid "|0|tracing_mark_write: B|500|" name "\n"
#define E(us, tid)       us "|" tid "|0|tracing_mark_write: E|500\n"
#define S(us, name)      us "|100|0|tracing_mark_write: S|100|" name "|0\n"
#define F(us, name)      us "|100|0|tracing_mark_write: F|100|" name "|0\n"
#define I(us, name)      us "|100|0|tracing_mark_write: I|100|" name "\n"

#define STARTS "start_id ts dur pid package type time_to_initial_display time_to_full_display state"

#define PHASES  "start_id phase ts dur"
#define PIECES  "start_id ts dur reason state slice_name"
#define SLICES  "start_id name phase ts dur exclusive_dur"
#define REASONS "start_id reason state dur pieces longest_ts longest_dur"

/* Loads a log in which thread 500, the main thread of the app, is named @app. */
static TvTrace *
load_app (const char *lines, const char *app)
{
  g_autofree char *text = expand_log (lines);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  GString *named = g_string_new (text);
  TvTrace *trace;
  int fd = g_file_open_tmp ("test-start-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_string_replace (named, "t100", "system_server", 0);
  g_string_replace (named, "t500", app, 0);
  g_string_replace (named, "t501", "RenderThread", 0);
  g_assert_true (g_file_set_contents (path, named->str, -1, NULL));
  g_string_free (named, TRUE);
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  return trace;
}

#define STEPS                                                                                      \
  M ("20", "bindApplication")                                                                      \
  N ("30") M ("31", "activityStart") N ("32") M ("33", "activityResume") N ("40")
#define FRAME(from, to)                                                                            \
  M (from "1", "Choreographer#doFrame 7")                                                          \
  N (from "3") B (from "4", "501", "DrawFrames 7") E (to, "501")

static const struct
{
  const char *name;
  const char *app;
  const char *log;
  const char *rows;
} starts[] = {
  { "completed", "com.shop",
    S ("10", "launchingActivity#3") STEPS F ("50", "launchingActivity#3")
        I ("51", "launchingActivity#3:completed-cold:com.shop") FRAME ("6", "70"),
    "3|10000|40000|500|com.shop|cold|60000|-|ended\n" },
  /* The kernel keeps the last 15 characters of a long name. */
  { "short-name", "om.example.shop",
    S ("10", "launchingActivity#3") M ("20", "activityResume") N ("30")
        F ("50", "launchingActivity#3")
            I ("51", "launchingActivity#3:completed-hot:com.example.shop"),
    "3|10000|40000|500|com.example.shop|hot|-|-|ended\n" },
  /* A package whose name begins with the name of another package is a different package. */
  { "prefix", "com.shopper",
    S ("10", "launchingActivity#3") STEPS F ("50", "launchingActivity#3")
        I ("51", "launchingActivity#3:completed-cold:com.shop"),
    "3|10000|40000|-|com.shop|cold|-|-|ended\n" },
  /* The name of the process was not recorded. */
  { "unnamed", "<pre-initialize",
    S ("10", "launchingActivity#3") STEPS F ("50", "launchingActivity#3")
        I ("51", "launchingActivity#3:completed-cold:com.shop"),
    "3|10000|40000|500|com.shop|cold|-|-|ended\n" },
  { "fully-drawn", "com.shop",
    S ("10", "launchingActivity#3") STEPS F ("50", "launchingActivity#3")
        I ("51", "launchingActivity#3:completed:com.shop") FRAME ("6", "70")
            M ("75", "reportFullyDrawn() for x") N ("76") M ("81", "Choreographer#doFrame 8")
                N ("82") B ("83", "501", "DrawFrames 8") E ("90", "501"),
    "3|10000|40000|500|com.shop|cold|60000|80000|ended\n" },
  /* Neither package nor type was reported; only one process has slices of a start. */
  { "not-reported", "com.shop",
    S ("10", "launchingActivity#3") M ("31", "activityStart") N ("32") M ("33", "activityResume")
        N ("40") F ("50", "launchingActivity#3") "60|100|0|print: x\n",
    "3|10000|40000|500|com.shop|warm|-|-|not reported\n" },
  { "open", "com.shop", S ("10", "launchingActivity#3") STEPS "60|100|0|print: x\n",
    "3|10000|-1|500|com.shop|cold|-|-|open\n" },
  { "cut", "com.shop",
    "10|100|0|print: x\n" STEPS I ("51", "launchingActivity#3:completed-cold:com.shop"),
    "3|10000|41000|500|com.shop|cold|-|-|began before\n" },
  { "failed", "com.shop",
    S ("10", "launchingActivity#3") F ("50", "launchingActivity#3")
        I ("51", "launchingActivity#3:failed") S ("60", "launchingActivity#4")
            F ("70", "launchingActivity#4")
                I ("71", "launchingActivity#4:completed-same-process:com.shop"),
    "" },
  /* Malformed results: no type, no package, or no launch number, which is read as 0 */
  { "malformed", "com.shop",
    S ("10", "launchingActivity#3") F ("50", "launchingActivity#3") I ("51", "launchingActivity#3:")
        I ("52", "launchingActivity#:completed-hot:") I ("53", "launchingActivity#"),
    "0|10000|42000|-|-|hot|-|-|began before\n" },
  /* Two users use the same launch number. */
  { "same-number", "com.shop",
    S ("10", "launchingActivity#1") F ("20", "launchingActivity#1")
        I ("21", "launchingActivity#1:completed-hot:com.a") S ("30", "launchingActivity#1")
            F ("50", "launchingActivity#1") I ("51", "launchingActivity#1:completed-hot:com.b"),
    "1|10000|10000|-|com.a|hot|-|-|ended\n0|30000|20000|-|com.b|hot|-|-|ended\n" },
  { "android-12", "com.shop",
    I ("5", "MetricsLogger:launchObserverNotifyIntentStarted") S ("10", "launching: com.shop")
        M ("31", "activityStart") N ("32") M ("33", "activityResume") N ("40")
            F ("50", "launching: com.shop")
                I ("51", "MetricsLogger:launchObserverNotifyActivityLaunchFinished")
                    I ("60", "MetricsLogger:launchObserverNotifyIntentStarted")
                        S ("61", "launching: com.b") F ("62", "launching: com.b"),
    "0|5000|45000|500|com.shop|warm|-|-|ended\n" },
  { "android-9", "com.shop",
    S ("10", "launching: com.shop") STEPS F ("50", "launching: com.shop") M ("61", "activityResume")
        N ("62") M ("63", "Choreographer#doFrame") N ("64") B ("65", "501", "DrawFrame")
            E ("70", "501"),
    "0|10000|40000|500|com.shop|cold|-|-|ended\n1|61000|9000|500|com.shop|hot|9000|-|ended\n" },
};

static void
test_starts (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (TvTrace) trace = load_app (starts[i].log, starts[i].app);
  g_autofree char *missing = tv_app_starts_dup_missing (trace);

  expect_rows (trace, "app_start", STARTS, starts[i].rows);
  g_assert_true (tv_app_starts_are_named (trace));
  g_assert_cmpint (missing != NULL, ==, starts[i].rows[0] == '\0');
}

#define SCHEDULED                                                                                  \
  S ("10", "launchingActivity#3")                                                                  \
  "15|500|0|" WAKE (500) "18|0|1|" SWITCH (0, "R", 500) M ("20", "bindApplication") M ("21", "x")  \
      M ("22", "inflate") N ("26") N ("27") "28|500|1|" SWITCH (                                   \
          500, "D", 0) "33|0|1|sched_blocked_reason: pid=500 iowait=1 caller=x+0x1/0x2\n"          \
                       "34|0|1|" WAKE (500) "35|0|1|" SWITCH (0, "R", 500) "37|500|1|" SWITCH (    \
                           500, "R", 600) "40|600|1|" SWITCH (600, "S", 500)                       \
                           N ("42") "45|500|1|" SWITCH (500, "S", 0)                               \
                               F ("50", "launchingActivity#3")                                     \
                                   I ("51", "launchingActivity#3:completed-cold:com.shop")

static void
test_breakdown (void)
{
  g_autoptr (TvTrace) trace = load_app (SCHEDULED, "com.shop");
  g_autoptr (GArray) found = tv_app_starts_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) pieces = tv_app_start_pieces_new (trace, NULL, NULL, NULL);
  gint64 sum = 0;

  expect_rows (
      trace, "app_start_breakdown", PIECES,
      "3|10000|5000|launch_delay|-|-\n3|15000|3000|R|R|-\n3|18000|2000|Running|Running|-\n"
      "3|20000|2000|bind_application|Running|bindApplication\n"
      "3|22000|4000|inflate|Running|inflate\n"
      "3|26000|2000|bind_application|Running|bindApplication\n"
      "3|28000|6000|io|D|bindApplication\n3|34000|1000|bind_application|R|bindApplication\n"
      "3|35000|2000|bind_application|Running|bindApplication\n"
      "3|37000|3000|bind_application|R|bindApplication\n"
      "3|40000|2000|bind_application|Running|bindApplication\n"
      "3|42000|3000|Running|Running|-\n3|45000|5000|S|S|-\n");
  for (guint i = 0; i < pieces->len; i++)
    sum += g_array_index (pieces, TvAppStartPiece, i).dur;
  g_assert_cmpint (sum, ==, g_array_index (found, TvAppStart, 0).dur);
  expect_rows (trace, "app_start_phase", PHASES,
               "3|launch_delay|10000|5000\n3|bindApplication|20000|22000\n");
}

/* Intervals are grouped by reason and state, longest total first; ties are ordered by the start
 * of the longest interval. */
static void
test_reasons (void)
{
  g_autoptr (TvTrace) trace = load_app (SCHEDULED, "com.shop");
  g_autoptr (GArray) found = tv_app_starts_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) reasons = tv_app_start_reasons_new (trace, NULL, NULL, NULL);
  double percent = 0.0;
  gint64 sum = 0;

  expect_rows (trace, "app_start_reason", REASONS,
               "3|bind_application|Running|8000|4|20000|2000\n3|io|D|6000|1|28000|6000\n"
               "3|launch_delay|-|5000|1|10000|5000\n3|Running|Running|5000|2|42000|3000\n"
               "3|S|S|5000|1|45000|5000\n3|inflate|Running|4000|1|22000|4000\n"
               "3|bind_application|R|4000|2|37000|3000\n3|R|R|3000|1|15000|3000\n");
  for (guint i = 0; i < reasons->len; i++)
    {
      sum += g_array_index (reasons, TvAppStartReason, i).dur;
      percent += g_array_index (reasons, TvAppStartReason, i).percent;
    }
  g_assert_cmpint (sum, ==, g_array_index (found, TvAppStart, 0).dur);
  g_assert_cmpfloat_with_epsilon (percent, 100.0, 1e-6);
  g_assert_cmpfloat_with_epsilon (g_array_index (reasons, TvAppStartReason, 0).percent, 20.0, 1e-6);
}

/* The slices of the main thread with the longest exclusive times are listed, with percentages of the thread's
 * lifetime within the start. */
static void
test_slices (void)
{
  g_autoptr (TvTrace) trace = load_app (SCHEDULED, "com.shop");
  g_autoptr (GArray) slices = tv_app_start_slices_new (trace, NULL, NULL, NULL);
  double percent = 0.0;

  expect_rows (trace, "app_start_slice", SLICES,
               "3|bindApplication|bindApplication|20000|22000|16000\n"
               "3|inflate|bindApplication|22000|4000|4000\n"
               "3|x|bindApplication|21000|6000|2000\n");
  for (guint i = 0; i < slices->len; i++)
    percent += g_array_index (slices, TvAppStartSlice, i).percent;
  /* The listed slices take 22 of the 35 µs since the first state of the main thread. */
  g_assert_cmpfloat_with_epsilon (percent, 100.0 * 22.0 / 35.0, 1e-6);
}

/* Only the ten longest slices are listed, and time outside the start does not count. */
static void
test_most_slices (void)
{
  g_autoptr (GString)
      log = g_string_new (M ("1", "before") S ("10", "launchingActivity#3") N ("15"));
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) slices = NULL;
  int us = 20;

  for (int i = 0; i < 15; i++)
    {
      g_string_append_printf (log, "%d|500|0|tracing_mark_write: B|500|s%d\n", us, i);
      us += 3 + i * 7 % 15;
      g_string_append_printf (log, "%d|500|0|tracing_mark_write: E|500\n", us);
    }
  g_string_append_printf (log, "%d|500|0|tracing_mark_write: B|500|activityResume\n", us);
  g_string_append_printf (log, "%d|500|0|tracing_mark_write: E|500\n", us + 40);
  g_string_append_printf (log, "%d|100|0|tracing_mark_write: F|100|launchingActivity#3|0\n",
                          us + 30);
  g_string_append_printf (log,
                          "%d|100|0|tracing_mark_write: I|100|launchingActivity#3:completed-hot:"
                          "com.shop\n",
                          us + 50);
  trace = load_app (log->str, "com.shop");
  slices = tv_app_start_slices_new (trace, NULL, NULL, NULL);
  g_assert_cmpuint (slices->len, ==, TV_APP_START_MAX_SLICES);
  g_assert_cmpint (g_array_index (slices, TvAppStartSlice, 0).exclusive_dur, ==, 30000);
  for (guint i = 1; i < slices->len; i++)
    g_assert_cmpint (g_array_index (slices, TvAppStartSlice, i).exclusive_dur, ==,
                     (18 - (int) i) * 1000);
}

/* Without scheduling events, time outside slices has no reason. */
static void
test_unscheduled (void)
{
  g_autoptr (TvTrace) trace = load_app (
      S ("10", "launchingActivity#3") M ("20", "bindApplication") N ("30")
          F ("50", "launchingActivity#3") I ("51", "launchingActivity#3:completed-cold:com.shop"),
      "com.shop");

  expect_rows (trace, "app_start_breakdown", PIECES,
               "3|10000|10000|unknown|-|-\n3|20000|10000|bind_application|-|bindApplication\n"
               "3|30000|20000|unknown|-|-\n");
}

/* ---- OpenHarmony: process 100 is the launcher, 300 the app manager, 400 the render service, 500 the app ---- */

#define P(us, tid, pid, name) us "|" tid "|0|tracing_mark_write: B|" pid "|H:" name "\n"
#define Q(us, tid, pid)       us "|" tid "|0|tracing_mark_write: E|" pid "|\n"

#define TOUCH(us) P (us, "100", "100", "client dispatch touchId:8") Q (us, "100", "100")
#define REQUEST(us)                                                                                \
  P (us, "101", "100",                                                                             \
     "OHOS::ErrCode OHOS::AAFwk::AbilityManagerClient::StartUIAbilityBySCB(sptr<X>)")              \
  Q (us, "101", "100")
#define LOAD(us, to, tid)                                                                          \
  P (us, tid, "300", "virtual void OHOS::AppExecFwk::AppMgrServiceInner::LoadAbility(int)")        \
  Q (to, tid, "300")
#define ATTACH(us, tid, package)                                                                   \
  P (us, tid, "300",                                                                               \
     "virtual void OHOS::AppExecFwk::AppMgrServiceInner::AttachApplication(int)##" package)        \
  Q (us, tid, "300")
#define LAUNCH(us, to, pid, package)                                                               \
  P (us, pid, pid, "void OHOS::AppExecFwk::MainThread::HandleLaunchAbility(int)##" package)        \
  Q (to, pid, pid)
#define FOREGROUND(us, to, pid)                                                                    \
  P (us, pid, pid, "void OHOS::AbilityRuntime::UIAbilityThread::HandleAbilityTransaction(int)##E") \
  Q (to, pid, pid)
/* A frame of the app, and the render service's frame that shows it */
#define SHOWN                                                                                      \
  P ("500000", "500", "500",                                                                       \
     "ReceiveVsync dataCount:24bytes now:500000000 expectedEnd:516000000 vsyncId:7")               \
  P ("501000", "500", "500", "OnVsyncEvent now:500000000")                                         \
  P ("502000", "500", "500", "MarshRSTransactionData cmdCount:2 transactionFlag:[500,8] isUni:1")  \
  Q ("503000", "500", "500")                                                                       \
  Q ("504000", "500", "500")                                                                       \
  Q ("504500", "500", "500")                                                                       \
  P ("516000", "400", "400",                                                                       \
     "ReceiveVsync dataCount:24bytes now:516000000 expectedEnd:532000000 vsyncId:8")               \
  P ("517000", "400", "400", "RSMainThread::ProcessCommandUni [500,8]")                            \
  Q ("518000", "400", "400") Q ("520000", "400", "400")

static const struct
{
  const char *name;
  const char *log;
  const char *rows;
  const char *phases;
} openharmony[] = {
  /* The start begins with the last touch before the request. A frame without content is not the first frame. */
  { "all",
    TOUCH ("10") TOUCH ("20") REQUEST ("30") TOUCH ("35") LOAD ("40", "45", "300")
        ATTACH ("50", "300", "com.a")
            P ("55",
               "500",
               "500",
               "ReceiveVsync dataCount:24bytes now:55000 expectedEnd:16055000 vsyncId:1")
                Q ("56", "500", "500") LAUNCH ("60", "65", "500", "com.a")
                    FOREGROUND ("70", "80", "500") SHOWN,
    "0|20000|519980000|500|com.a|cold|519980000|-|ended\n",
    "0|ProcessTouchEvent|20000|10000\n0|StartUIAbilityBySCB|30000|10000\n0|LoadAbility|40000|10000\n"
    "0|Application Launching|50000|10000\n0|UI Ability Launching|60000|10000\n"
    "0|UI Ability OnForeground|70000|499930000\n0|First Frame - App Phase|500000000|4000000\n"
    "0|First Frame - Render Phase|516000000|4000000\n" },
  /* If a phase between two others was not recorded, a gap follows the earlier phase. */
  { "missing",
    LOAD ("40", "45", "300") ATTACH ("50", "300", "com.a") LAUNCH ("60", "65", "500", "com.a")
        SHOWN,
    "0|40000|519960000|500|com.a|cold|519960000|-|ended\n",
    "0|LoadAbility|40000|10000\n0|Application Launching|50000|10000\n"
    "0|UI Ability Launching|60000|5000\n0|gap|65000|499935000\n"
    "0|First Frame - App Phase|500000000|4000000\n0|First Frame - Render Phase|516000000|4000000\n" },
  { "no-launch", TOUCH ("20") REQUEST ("30") LOAD ("40", "45", "300") ATTACH ("50", "300", "com.a"),
    "", "" },
  /* If the app is launched again while its process is alive, each launch counts as a start. */
  { "again",
    ATTACH ("50", "300", "com.a") LAUNCH ("60", "65", "500", "com.a") REQUEST ("70")
        LAUNCH ("80", "90", "500", "com.a"),
    "0|50000|15000|500|com.a|cold|-|-|ended\n1|70000|20000|500|com.a|-|-|-|ended\n",
    "0|Application Launching|50000|10000\n0|UI Ability Launching|60000|5000\n"
    "1|StartUIAbilityBySCB|70000|0\n1|gap|70000|10000\n1|UI Ability Launching|80000|10000\n" },
  /* During the start, an extension of another app starts; its LoadAbility slice is on another thread. */
  { "extension",
    LOAD ("40", "41", "300") LOAD ("44", "45", "301") ATTACH ("50", "300", "com.a")
        LAUNCH ("60",
                "95",
                "500",
                "com.a") "70|600|0|tracing_mark_write: B|600|H:void "
                         "OHOS::AppExecFwk::MainThread::HandleLaunchAbility(int)##"
                         "com.data\n" Q ("80", "600", "600"),
    "0|40000|55000|500|com.a|cold|-|-|ended\n",
    "0|LoadAbility|40000|10000\n0|Application Launching|50000|10000\n"
    "0|UI Ability Launching|60000|35000\n0|Extension Launching|70000|10000\n" },
};

static void
test_openharmony (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (TvTrace) trace = load_app (openharmony[i].log, "com.a");

  expect_rows (trace, "app_start", STARTS, openharmony[i].rows);
  g_assert_cmpint (tv_app_starts_are_named (trace), ==, openharmony[i].rows[0] != '\0');
  expect_rows (trace, "app_start_phase", PHASES, openharmony[i].phases);
}

/* Prints "PHASE START END [open]" lines for the boxes of the first start, times in µs. */
static char *
print_boxes (TvTrace *trace)
{
  g_autoptr (GArray) found = tv_app_starts_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) phases = tv_app_start_phases_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) boxes = tv_app_start_boxes_new (&g_array_index (found, TvAppStart, 0), phases);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < boxes->len; i++)
    {
      const TvAppStartBox *box = &g_array_index (boxes, TvAppStartBox, i);

      g_string_append_printf (
          text, "%s %d %d%s\n", g_array_index (phases, TvAppStartPhase, box->phase).name,
          (int) (box->ts / 1000), (int) (box->end / 1000), box->is_open ? " open" : "");
    }
  return g_string_free (text, FALSE);
}

/* Phases may extend past the end of the start. An extension splits the launch phase. The last phase may not have
 * ended. */
static void
test_boxes (void)
{
  g_autoptr (TvTrace) frame = load_app (
      S ("10", "launchingActivity#3") STEPS F ("50", "launchingActivity#3")
          I ("51", "launchingActivity#3:completed-cold:com.shop") FRAME ("6", "70"),
      "com.shop");
  g_autoptr (TvTrace) open = load_app (S ("10", "launchingActivity#3") M ("20", "bindApplication")
                                           N ("30") M ("31", "activityStart") "60|100|0|print: x\n",
                                       "com.shop");
  g_autoptr (TvTrace)
      extension = load_app (openharmony[G_N_ELEMENTS (openharmony) - 1].log, "com.a");
  g_autofree char *frame_text = print_boxes (frame), *open_text = print_boxes (open);
  g_autofree char *extension_text = print_boxes (extension);

  g_assert_cmpstr (frame_text, ==,
                   "bindApplication 20 30\nactivityStart 31 32\nactivityResume 33 40\n"
                   "Choreographer#doFrame 61 63\nDrawFrames 64 70\n");
  g_assert_cmpstr (open_text, ==, "bindApplication 20 30\nactivityStart 31 60 open\n");
  g_assert_cmpstr (extension_text, ==,
                   "LoadAbility 40 50\nApplication Launching 50 60\nUI Ability Launching 60 70\n"
                   "Extension Launching 70 80\nUI Ability Launching 80 95\n");
}

static void
test_parts (void)
{
  g_autoptr (TvTrace) trace = load_app (SCHEDULED, "com.shop");
  g_autoptr (TvSelection) inside = tv_selection_new_range (20000, 30000);
  g_autoptr (TvSelection) outside = tv_selection_new_range (50000, 60000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = tv_app_starts_new (trace, inside, NULL, NULL);
  g_autoptr (GArray) none = tv_app_starts_new (trace, outside, NULL, NULL);

  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpuint (none->len, ==, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_app_start_pieces_new (trace, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (tv_app_start_reasons_new (trace, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (tv_app_start_slices_new (trace, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autofree char *path = g_strconcat ("/app-start/android/", starts[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_starts);
    }
  for (guint i = 0; i < G_N_ELEMENTS (openharmony); i++)
    {
      g_autofree char *path = g_strconcat ("/app-start/openharmony/", openharmony[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_openharmony);
    }
  g_test_add_func ("/app-start/breakdown", test_breakdown);
  g_test_add_func ("/app-start/reasons", test_reasons);
  g_test_add_func ("/app-start/boxes", test_boxes);
  g_test_add_func ("/app-start/slices", test_slices);
  g_test_add_func ("/app-start/most-slices", test_most_slices);
  g_test_add_func ("/app-start/unscheduled", test_unscheduled);
  g_test_add_func ("/app-start/parts", test_parts);
  return g_test_run ();
}
