/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/symbols/symbol-owner.h"
#include "analysis/symbols/symbol-package.h"
#include "core/trace-builder.h"
#include "log-text.h"
#include "paint/timeline/coloring.h"
#include "paint/timeline/legend-sections.h"

/* Sequential calls on two threads. The calls of the second thread take more time:
 *   thread 1   app.ui.View.draw 500 ns   app.ui.Text.draw 20 µs
 *   thread 2   app.Main.run 3 ms, contains app.io.File.read 1 ms   Plain.go 2 s */
typedef struct
{
  guint32 utid;
  const char *class_name;
  const char *name;
  gint64 start;
  gint64 dur;
} Call;

static const Call calls[] = {
  { 0, "app.ui.View", "draw", 0, 500 },
  { 0, "app.ui.Text", "draw", 1000, 20000 },
  { 1, "app.Main", "run", 0, 3000000 },
  { 1, "Plain", "go", 4000000, 2000000000 },
};

#define READ_NS 1000000

static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      const Call *call = &calls[i];
      guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, call->utid + 1);
      guint32 track = tv_trace_builder_ensure_track (builder, utid);
      TvSymbol symbol = { tv_trace_builder_intern (builder, call->class_name, -1),
                          tv_trace_builder_intern (builder, call->name, -1), TV_NONE, TV_NONE, 0 };
      TvSymbol read = { tv_trace_builder_intern (builder, "app.io.File", -1),
                        tv_trace_builder_intern (builder, "read", -1), TV_NONE, TV_NONE, 0 };

      tv_trace_builder_begin (builder, track, tv_trace_builder_add_symbol (builder, &symbol),
                              call->start, 0, -1);
      if (i == 2)
        {
          tv_trace_builder_begin (builder, track, tv_trace_builder_add_symbol (builder, &read),
                                  call->start + 1000, 0, -1);
          tv_trace_builder_end (builder, track, TV_NONE, call->start + 1000 + READ_NS, 0, 0, -1);
        }
      tv_trace_builder_end (builder, track, TV_NONE, call->start + call->dur, 0, 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static TvColoring *
color (TvTrace *trace, TvColorBy by)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);

  return tv_coloring_new (trace, ranking, profile, by);
}

static guint32
find_slice (TvTrace *trace, const char *name)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      g_autofree char *found = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, slice));

      if (g_str_equal (found, name))
        return slice;
    }
  g_error ("no slice is called %s", name);
}

static guint
get_index (TvColoring *coloring, TvTrace *trace, const char *name)
{
  return tv_coloring_get_index (coloring, find_slice (trace, name));
}

static void
check_entry (TvColoring *coloring, guint place, guint index, const char *name, double share)
{
  guint n;
  const TvLegendEntry *legend = tv_coloring_get_legend (coloring, &n);

  g_assert_cmpuint (place, <, n);
  g_assert_cmpuint (legend[place].color, ==, index);
  g_assert_cmpstr (legend[place].name, ==, name);
  g_assert_cmpfloat_with_epsilon (legend[place].share, share, 1e-9);
}

static const double whole_ns = 500.0 + 20000.0 + 3000000.0 + 2000000000.0;

static void
test_symbol (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvColoring) coloring = color (trace, TV_COLOR_BY_SYMBOL);

  /* Colours are assigned by inclusive time. The legend is sorted by exclusive time: run (2 ms) comes before read (1
   * ms). */
  g_assert_cmpuint (get_index (coloring, trace, "Plain.go"), ==, 0);
  g_assert_cmpuint (get_index (coloring, trace, "app.Main.run"), ==, 1);
  g_assert_cmpuint (get_index (coloring, trace, "app.io.File.read"), ==, 2);
  g_assert_cmpuint (get_index (coloring, trace, "app.ui.View.draw"), ==, 4);
  check_entry (coloring, 0, 0, "Plain.go", 2e9 / whole_ns);
  check_entry (coloring, 1, 1, "Main.run", 2e6 / whole_ns);
  check_entry (coloring, 2, 2, "File.read", 1e6 / whole_ns);
}

static void
test_package (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvColoring) coloring = color (trace, TV_COLOR_BY_PACKAGE);
  guint n;

  g_assert_cmpuint (get_index (coloring, trace, "Plain.go"), ==, 0);
  g_assert_cmpuint (get_index (coloring, trace, "app.Main.run"), ==, 1);
  g_assert_cmpuint (get_index (coloring, trace, "app.io.File.read"), ==, 2);
  g_assert_cmpuint (get_index (coloring, trace, "app.ui.View.draw"), ==, 3);
  g_assert_cmpuint (get_index (coloring, trace, "app.ui.Text.draw"), ==, 3);
  tv_coloring_get_legend (coloring, &n);
  g_assert_cmpuint (n, ==, 4);
  check_entry (coloring, 0, 0, "(no package)", 2e9 / whole_ns);
  check_entry (coloring, 1, 1, "app", 2e6 / whole_ns);
  check_entry (coloring, 2, 2, "app.io", 1e6 / whole_ns);
  check_entry (coloring, 3, 3, "app.ui", 20500.0 / whole_ns);
}

static void
test_thread (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvColoring) coloring = color (trace, TV_COLOR_BY_THREAD);

  g_assert_cmpuint (get_index (coloring, trace, "app.Main.run"), ==, 0);
  g_assert_cmpuint (get_index (coloring, trace, "Plain.go"), ==, 0);
  g_assert_cmpuint (get_index (coloring, trace, "app.ui.View.draw"), ==, 1);
  check_entry (coloring, 0, 0, "[2]", 2003000000.0 / whole_ns);
  check_entry (coloring, 1, 1, "[1]", 20500.0 / whole_ns);
}

static void
test_duration (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvColoring) coloring = color (trace, TV_COLOR_BY_DURATION);
  guint first = TV_PALETTE_FIRST_SHADE;

  g_assert_cmpuint (get_index (coloring, trace, "app.ui.View.draw"), ==, first);
  g_assert_cmpuint (get_index (coloring, trace, "app.ui.Text.draw"), ==, first + 2);
  g_assert_cmpuint (get_index (coloring, trace, "app.io.File.read"), ==, first + 4);
  g_assert_cmpuint (get_index (coloring, trace, "app.Main.run"), ==, first + 4);
  g_assert_cmpuint (get_index (coloring, trace, "Plain.go"), ==, first + 7);
  g_assert_cmpuint (tv_coloring_get_shade (0), ==, first);
  g_assert_cmpuint (tv_coloring_get_shade (999), ==, first);
  g_assert_cmpuint (tv_coloring_get_shade (1000), ==, first + 1);
  g_assert_cmpuint (tv_coloring_get_shade (999999999), ==, first + 6);
  g_assert_cmpuint (tv_coloring_get_shade (1000000000), ==, first + 7);
  g_assert_cmpuint (tv_coloring_get_shade (G_MAXINT64), ==, first + 7);
  check_entry (coloring, 0, first + 7, "1\302\240s and more", -1.0);
  check_entry (coloring, 1, first + 6, "100\302\240ms – 1\302\240s", -1.0);
  check_entry (coloring, 7, first, "below 1\302\240µs", -1.0);
}

static void
test_symbol_of_profile (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  guint32 symbol = tv_slices_symbol (tv_trace_get_slices (trace),
                                     find_slice (trace, "app.Main.run"));

  for (TvColorBy by = 0; by < TV_N_COLOR_BY; by++)
    {
      g_autoptr (TvColoring) coloring = color (trace, by);
      gboolean has_color = by == TV_COLOR_BY_SYMBOL || by == TV_COLOR_BY_PACKAGE ||
                           by == TV_COLOR_BY_OWNER;

      g_assert_cmpint (tv_coloring_get_by (coloring), ==, by);
      g_assert_cmpuint (tv_coloring_get_symbol (coloring, symbol), ==,
                        has_color ? 1 : TV_PALETTE_NEUTRAL);
      g_assert_cmpuint (tv_coloring_get_symbol (coloring, 5), ==, TV_PALETTE_NEUTRAL);
      g_assert_cmpuint (tv_coloring_get_symbol (coloring, TV_NONE), ==, TV_PALETTE_NEUTRAL);
    }
}

/* The calls of package n take n + 1 µs. The two smallest packages share the neutral colour. */
static void
test_many_packages (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvColoring) coloring = NULL;
  gint64 now = 0;
  guint n;

  for (guint i = 0; i < 22; i++)
    {
      g_autofree char *class_name = g_strdup_printf ("p%u.Class", i);
      TvSymbol symbol = { tv_trace_builder_intern (builder, class_name, -1),
                          tv_trace_builder_intern (builder, "go", -1), TV_NONE, TV_NONE, 0 };

      tv_trace_builder_begin (builder, track, tv_trace_builder_add_symbol (builder, &symbol), now,
                              0, -1);
      now += (i + 1) * 1000;
      tv_trace_builder_end (builder, track, TV_NONE, now, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  coloring = color (trace, TV_COLOR_BY_PACKAGE);
  for (guint i = 2; i < 22; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u.Class.go", i);

      g_assert_cmpuint (get_index (coloring, trace, name), ==, 21 - i);
    }
  g_assert_cmpuint (get_index (coloring, trace, "p0.Class.go"), ==, TV_PALETTE_NEUTRAL);
  g_assert_cmpuint (get_index (coloring, trace, "p1.Class.go"), ==, TV_PALETTE_NEUTRAL);
  tv_coloring_get_legend (coloring, &n);
  g_assert_cmpuint (n, ==, 21);
  check_entry (coloring, 0, 0, "p21", 22.0 / 253.0);
  check_entry (coloring, 20, TV_PALETTE_NEUTRAL, "2 others", 3.0 / 253.0);
}

static void
test_log (void)
{
  static const struct
  {
    const char *name;
    const char *package;
  } marks[] = {
    { "inflate 12", "inflate" },
    { "Choreographer#doFrame 7", "Choreographer" },
    { "RSMainThread::DoComposition", "RSMainThread" },
    { "draw-VRI[MainActivity]", "draw-VRI" },
    { "binder transaction", "binder transaction" },
    { "7", "7" },
    { ":odd", ":odd" },
  };
  g_autoptr (GString) lines = g_string_new ("0|100|0|" SWITCH (100, "S", 101));
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvColoring) coloring = NULL;
  const TvTrack *tracks;
  guint32 n_tracks;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    g_string_append_printf (lines,
                            "%u|101|0|tracing_mark_write: B|100|%s\n"
                            "%u|101|0|tracing_mark_write: E|100\n",
                            10 + 10 * i, marks[i].name, 15 + 10 * i);
  g_string_append (lines, "900|101|0|" SWITCH (101, "S", 100));
  g_string_append (lines, "990|100|0|" SWITCH (100, "S", 101));
  trace = load_log (lines->str);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      guint32 slice = find_slice (trace, marks[i].name);
      g_autofree char *package = tv_symbol_package_dup (
          trace, tv_slices_symbol (tv_trace_get_slices (trace), slice));

      g_assert_cmpstr (package, ==, marks[i].package);
    }

  /* In all modes except colouring by duration, runs on a CPU have the colour of their thread. */
  tracks = tv_trace_get_tracks (trace, &n_tracks);
  for (TvColorBy by = 0; by < TV_N_COLOR_BY; by++)
    {
      coloring = color (trace, by);
      for (guint32 t = 0; t < n_tracks; t++)
        {
          guint index = tv_coloring_get_index (coloring, tracks[t].first_slice);
          gint64 dur = tv_time_column_get (&tv_trace_get_slices (trace)->dur,
                                           tracks[t].first_slice);

          if (tracks[t].n_slices == 0)
            continue;
          if (by == TV_COLOR_BY_DURATION)
            g_assert_cmpuint (index, ==, tv_coloring_get_shade (dur));
          else if (tracks[t].kind == TV_TRACK_CPU)
            g_assert_cmpuint (index, ==, 0); /* t101 has the most CPU time */
        }
      g_clear_pointer (&coloring, tv_coloring_unref);
    }
}

/* In every mode, the legend has a section for states, in which each state has one entry with a colour of its own. */
static void
test_sections (void)
{
  static const char *const titles[TV_N_COLOR_BY] = { "Names", "First words of slice names",
                                                     "Threads", "Duration", "Owners of the code" };
  g_autoptr (TvTrace) trace = load_log ("0|100|0|" SWITCH (
      100, "S", 101) "10|101|0|tracing_mark_write: B|100|inflate\n"
                     "20|101|0|tracing_mark_write: E|100\n"
                     "30|101|0|" SWITCH (101, "D", 100) "90|100|0|" SWITCH (100, "R", 101));

  for (TvColorBy by = 0; by < TV_N_COLOR_BY; by++)
    {
      g_autoptr (TvColoring) coloring = color (trace, by);
      g_autoptr (GArray) sections = tv_legend_sections_of_trace (trace, coloring);
      const TvLegendSection *colors = &g_array_index (sections, TvLegendSection, 0);
      const TvLegendSection *states = &g_array_index (sections, TvLegendSection, 1);
      gboolean has_sleeping = FALSE;
      guint n;
      const TvLegendEntry *legend = tv_coloring_get_legend (coloring, &n);

      g_assert_cmpuint (sections->len, ==, 2);
      g_assert_cmpstr (colors->title, ==, titles[by]);
      g_assert_nonnull (colors->note);
      g_assert_cmpuint (colors->items->len, ==, n);
      for (guint i = 0; i < n; i++)
        {
          const TvLegendItem *item = &g_array_index (colors->items, TvLegendItem, i);

          g_assert_cmpstr (item->name, ==, legend[i].name);
          g_assert_cmpuint (item->color, ==, legend[i].color);
          g_assert_cmpint (item->state, ==, TV_N_STATE_KINDS);
          g_assert_cmpint (item->values[0] != NULL, ==, by != TV_COLOR_BY_DURATION);
        }
      g_assert_cmpstr (states->title, ==, "States of threads");
      for (guint i = 0; i < states->items->len; i++)
        has_sleeping |= g_array_index (states->items, TvLegendItem, i).state == TV_STATE_SLEEPING;
      g_assert_true (has_sleeping);
    }
}

/* Actual frames have the colour of their outcome, regardless of their names. */
static void
test_frames (void)
{
  static const struct
  {
    const char *tag;
    guint color;
    TvFrameOutcome outcome;
  } frames[] = {
    { "No Jank", 2, TV_FRAME_ON_TIME },
    { "Self Jank", 1, TV_FRAME_LATE },
    { "Other Jank", 4, TV_FRAME_DELAYED },
    { "Dropped Frame", 13, TV_FRAME_DROPPED },
    { "What comes", TV_PALETTE_NEUTRAL, TV_FRAME_UNKNOWN },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 10);
  guint32 track = tv_trace_builder_get_extra_track (
      builder, TV_TRACK_ASYNC, TV_ROLE_ACTUAL_FRAMES, upid,
      tv_trace_builder_intern (builder, "Frames", -1));
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "7", -1), TV_NONE, TV_NONE, 0 };
  guint32 seven = tv_trace_builder_add_symbol (builder, &symbol);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvColoring) by_symbol = NULL;
  g_autoptr (TvColoring) by_duration = NULL;
  g_autoptr (GArray) sections = NULL;
  const TvLegendSection *section;

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    {
      tv_trace_builder_add_arg (builder, tv_trace_builder_intern (builder, "Jank tag", -1),
                                tv_trace_builder_intern (builder, frames[i].tag, -1));
      tv_trace_builder_begin (builder, track, seven, 100 * i, 0, -1);
      tv_trace_builder_end (builder, track, TV_NONE, 100 * i + 50, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  by_symbol = color (trace, TV_COLOR_BY_SYMBOL);
  by_duration = color (trace, TV_COLOR_BY_DURATION);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    {
      TvTrackColoring of_track = tv_coloring_get_track (by_symbol,
                                                        tv_trace_find_track_at (trace, i));

      g_assert_cmpuint (tv_coloring_get_index (by_symbol, i), ==, frames[i].color);
      g_assert_cmpint (tv_track_coloring_get_outcome (&of_track, i), ==, frames[i].outcome);
      g_assert_cmpuint (tv_coloring_get_index (by_duration, i), ==, tv_coloring_get_shade (50));
    }

  /* The legend contains only the outcomes that occur. */
  sections = tv_legend_sections_of_trace (trace, by_symbol);
  section = &g_array_index (sections, TvLegendSection, sections->len - 1);
  g_assert_cmpstr (section->title, ==, "Frames");
  g_assert_cmpuint (section->items->len, ==, 4);
  for (guint i = 0; i < section->items->len; i++)
    g_assert_cmpint (g_array_index (section->items, TvLegendItem, i).outcome, ==,
                     frames[i].outcome);
}

/* As in frame statistics, the name of a frame represents its outcome. Lists and the legend use the same colours as
 * the chart. */
static void
test_frame_names (void)
{
  static const struct
  {
    const char *name, *tag;
    TvColorBy by;
    guint color;
  } cases[] = {
    { "Janky frame", "Self Jank", TV_COLOR_BY_SYMBOL, 1 },
    { "Frame", "No Jank", TV_COLOR_BY_SYMBOL, 2 },
    { "Janky frame", "Self Jank", TV_COLOR_BY_PACKAGE, 1 },
    { "Frame", "No Jank", TV_COLOR_BY_PACKAGE, 2 },
    { "Frame", "No Jank", TV_COLOR_BY_OWNER, 2 },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 10);
  guint32 frames = tv_trace_builder_get_extra_track (
      builder, TV_TRACK_ASYNC, TV_ROLE_ACTUAL_FRAMES, upid,
      tv_trace_builder_intern (builder, "Frames", -1));
  guint32 stages = tv_trace_builder_get_extra_track (
      builder, TV_TRACK_ASYNC, TV_ROLE_OTHER, upid,
      tv_trace_builder_intern (builder, "Main thread", -1));
  TvSymbol layout = { TV_NONE, tv_trace_builder_intern (builder, "Layout", -1), TV_NONE, TV_NONE,
                      0 };
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 2; i++)
    {
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, cases[i].name, -1), TV_NONE,
                          TV_NONE, 0 };

      tv_trace_builder_add_arg (builder, tv_trace_builder_intern (builder, "Jank tag", -1),
                                tv_trace_builder_intern (builder, cases[i].tag, -1));
      tv_trace_builder_begin (builder, frames, tv_trace_builder_add_symbol (builder, &symbol),
                              100 * i, 0, -1);
      tv_trace_builder_end (builder, frames, TV_NONE, 100 * i + 50, 0, 0, -1);
      tv_trace_builder_begin (builder, stages, tv_trace_builder_add_symbol (builder, &layout),
                              100 * i, 0, -1);
      tv_trace_builder_end (builder, stages, TV_NONE, 100 * i + 20, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvColoring) coloring = color (trace, cases[i].by);
      const TvLegendEntry *legend;
      guint n;
      guint32 n_slices = tv_trace_get_slices (trace)->n;

      for (guint32 slice = 0; slice < n_slices; slice++)
        {
          guint32 symbol = tv_slices_symbol (tv_trace_get_slices (trace), slice);
          g_autofree char *name = tv_trace_dup_symbol_name (trace, symbol);

          g_assert_cmpuint (tv_coloring_get_symbol (coloring, symbol), ==,
                            tv_coloring_get_index (coloring, slice));
          if (g_str_equal (name, cases[i].name))
            g_assert_cmpuint (tv_coloring_get_index (coloring, slice), ==, cases[i].color);
        }
      legend = tv_coloring_get_legend (coloring, &n);
      for (guint k = 0; k < n && cases[i].by == TV_COLOR_BY_PACKAGE; k++)
        g_assert_cmpstr (legend[k].name, ==, "Layout");
    }
}

/* Classes and libraries have the expected owners. */
static void
test_owners (void)
{
  static const struct
  {
    const char *name, *app;
    TvSymbolOwner owner;
  } classes[] = {
    { "com.example.shop.cart.CartView", "com.example.shop", TV_OWNER_APP },
    { "com.example.shop.App$1", "com.example.shop", TV_OWNER_APP },
    { "com.example.shopping.App", "com.example.shop", TV_OWNER_LIBRARY },
    { "com.example.shop.App", NULL, TV_OWNER_LIBRARY },
    { "com.android.settings.Settings", "com.android.settings", TV_OWNER_APP },
    { "com.android.internal.os.Looper", "com.example.shop", TV_OWNER_FRAMEWORK },
    { "android.view.View", "com.example.shop", TV_OWNER_FRAMEWORK },
    { "androidx.core.view.ViewCompat", "com.example.shop", TV_OWNER_LIBRARY },
    { "android.support.v4.app.Fragment", NULL, TV_OWNER_LIBRARY },
    { "com.google.android.gms.Tasks", NULL, TV_OWNER_LIBRARY },
    { "okhttp3.OkHttpClient", NULL, TV_OWNER_LIBRARY },
    { "kotlin.collections.ArrayDeque", NULL, TV_OWNER_RUNTIME },
    { "kotlinx.coroutines.Job", NULL, TV_OWNER_LIBRARY },
    { "java.util.HashMap", NULL, TV_OWNER_RUNTIME },
    { "Main", NULL, TV_OWNER_UNKNOWN },
  }, libraries[] = {
    { "[kernel.kallsyms]", NULL, TV_OWNER_KERNEL },
    { "/lib/modules/6.1/net/wifi.ko", NULL, TV_OWNER_KERNEL },
    { "/system/lib64/libhwui.so", NULL, TV_OWNER_FRAMEWORK },
    { "/system/lib64/libc.so", NULL, TV_OWNER_RUNTIME },
    { "/apex/com.android.art/lib64/libart.so", NULL, TV_OWNER_RUNTIME },
    { "/apex/com.android.art/javalib/core-oj.jar", NULL, TV_OWNER_RUNTIME },
    { "/apex/com.android.media/lib64/libx.so", NULL, TV_OWNER_FRAMEWORK },
    { "/data/app/~~x/com.example.shop-y/base.apk", NULL, TV_OWNER_APP },
    { "/data/app-lib/com.example.shop-1/libx.so", NULL, TV_OWNER_APP },
    { "/usr/lib/libcairo.so.2", NULL, TV_OWNER_LIBRARY },
    { "", NULL, TV_OWNER_UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      g_test_message ("%s", classes[i].name);
      g_assert_cmpint (tv_symbol_owner_of_class (classes[i].name, classes[i].app), ==,
                       classes[i].owner);
    }
  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    {
      g_test_message ("%s", libraries[i].name);
      g_assert_cmpint (tv_symbol_owner_of_library (libraries[i].name), ==, libraries[i].owner);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/coloring/symbol", test_symbol);
  g_test_add_func ("/coloring/frames", test_frames);
  g_test_add_func ("/coloring/frame-names", test_frame_names);
  g_test_add_func ("/coloring/package", test_package);
  g_test_add_func ("/coloring/thread", test_thread);
  g_test_add_func ("/coloring/duration", test_duration);
  g_test_add_func ("/coloring/symbol-of-profile", test_symbol_of_profile);
  g_test_add_func ("/coloring/many-packages", test_many_packages);
  g_test_add_func ("/coloring/log", test_log);
  g_test_add_func ("/coloring/sections", test_sections);
  g_test_add_func ("/coloring/owners", test_owners);
  return g_test_run ();
}
