/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <zlib.h>

#include "formats/perfetto/perfetto-clocks.h"
#include "formats/ftrace/kernel-event-text.h"
#include "formats/perfetto/perfetto-packet.h"
#include "formats/perfetto/perfetto-read-clock.h"
#include "perfetto-message.h"

/* Tests Perfetto traces that are constructed packet by packet. */

/* ---- Kernel events ---- */

static void
test_states (void)
{
  static const struct
  {
    TvKernelVersion kernel;
    gint64 bits;
    const char *letters;
  } cases[] = {
    { TV_KERNEL_4_14, 0, "R" },           { TV_KERNEL_4_14, 0x100, "R+" },
    { TV_KERNEL_4_14, 1, "S" },           { TV_KERNEL_4_14, 0x80, "I" },
    { TV_KERNEL_4_14, 0x40, "P" },        { TV_KERNEL_4_8, 0x1000, "R+" },
    { TV_KERNEL_4_8, 0x82, "D|K" },       { TV_KERNEL_4_8, 0x402, "I" },
    { TV_KERNEL_OLD, 0x800, "R+" },       { TV_KERNEL_OLD, 0x100, "W" },
    { TV_KERNEL_OLD, -0x10000 + 2, "D" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      tv_kernel_put_state (cases[i].kernel, cases[i].bits, out);
      g_assert_cmpstr (out->str, ==, cases[i].letters);
    }
}

static void
test_kernels (void)
{
  static const struct
  {
    const char *release;
    TvKernelVersion kernel;
  } cases[] = {
    { "", TV_KERNEL_OLD },          { "4.4.1", TV_KERNEL_OLD },
    { "4.8.0", TV_KERNEL_4_8 },     { "4.13", TV_KERNEL_4_8 },
    { "4.14.1-a", TV_KERNEL_4_14 }, { "5.10.43-android12", TV_KERNEL_4_14 },
    { "6", TV_KERNEL_4_14 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (
        tv_kernel_version_parse ((TvSpan){ cases[i].release, strlen (cases[i].release) }), ==,
        cases[i].kernel);
}

/* Three switches on a CPU. The first switch only reveals the running thread. The other two switches begin runs. */
static void
test_compact (void)
{
  static const gint64 times[] = { 1000, 200, 300 }, states[] = { 1, 1, 2 }, pids[] = { 10, 11, 12 },
                      prios[] = { 120, 121, 122 }, comms[] = { 0, 1, 0 };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = message (), *compact = message ();
  const TvRuns *runs;
  const TvSlices *slices;

  text (compact, 5, "one");
  text (compact, 5, "two");
  packed (compact, 1, times, 3);
  packed (compact, 2, states, 3);
  packed (compact, 3, pids, 3);
  packed (compact, 4, prios, 3);
  packed (compact, 6, comms, 3);
  number (bundle, 1, 0);
  add (bundle, 4, compact);
  packet (trace, 1, 0, 0, 5000, 1, bundle);
  loaded = load (trace);
  runs = tv_trace_get_runs (loaded);
  slices = tv_trace_get_slices (loaded);
  g_assert_cmpuint (runs->n, ==, 2);
  g_assert_cmpint (tv_runs_get (runs, 0).priority, ==, 121);
  g_assert_cmpint (tv_runs_get (runs, 1).priority, ==, 122);
  g_assert_cmpint (tv_trace_get_start_ns (loaded), ==, 1200);
  g_assert_cmpuint (slices->n, >, 2);
}

static void
add_kernel_event (Message *bundle, gint64 ts, gint64 tid, guint field, Message *said)
{
  Message *self = message ();

  number (self, 1, ts);
  number (self, 2, tid);
  add (self, field, said);
  add (bundle, 2, self);
}

static Message *
rss_stat (gint64 size, gint64 is_current)
{
  Message *self = message ();

  number (self, 1, 1);
  number (self, 2, size);
  number (self, 3, is_current);
  number (self, 4, 70);
  return self;
}

/* Memory counters belong to the process of their thread, even if the process is recorded later. This also applies to
 * counters that other threads emit. */
static void
test_owed_counter (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = message (), *print = message ();
  guint32 n;
  const TvCounterTrack *counters;
  const TvSamples *samples;

  number (bundle, 1, 0);
  text (print, 2, "B|5|a\n");
  add_kernel_event (bundle, 10, 6, 313, rss_stat (100, 1));
  add_kernel_event (bundle, 20, 9, 313, rss_stat (50, 0));
  add_kernel_event (bundle, 30, 6, 3, print);
  add_kernel_event (bundle, 40, 6, 313, rss_stat (70, 1));
  packet (trace, 1, 0, 0, 50, 1, bundle);
  loaded = load (trace);
  counters = tv_trace_get_counter_tracks (loaded, &n);
  samples = tv_trace_get_samples (loaded);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (tv_trace_get_processes (loaded, NULL)[counters[0].upid].pid, ==, 5);
  g_assert_cmpuint (counters[0].utid, ==, TV_NONE);
  g_assert_cmpuint (counters[0].n_samples, ==, 3);
  g_assert_cmpfloat (counters[0].min, ==, 50);
  g_assert_cmpfloat (counters[0].max, ==, 100);
  g_assert_cmpint (samples->ts[0], ==, 10);
  g_assert_cmpfloat (samples->value[1], ==, 50);
  g_assert_cmpfloat (samples->value[2], ==, 70);
}

/* ---- Track events ---- */

static Message *
event (guint type, guint64 track, const char *name)
{
  Message *self = message ();

  number (self, 9, type);
  number (self, 11, (gint64) track);
  if (name != NULL)
    text (self, 23, name);
  return self;
}

static Message *
descriptor (guint64 uuid, guint64 parent, const char *name)
{
  Message *self = message ();

  number (self, 1, (gint64) uuid);
  if (parent != 0)
    number (self, 5, (gint64) parent);
  if (name != NULL)
    text (self, 2, name);
  return self;
}

/* Two simultaneous operations on tracks with the same name are layers of one track. A later
 * operation uses the first layer again. */
static void
test_merge (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  const TvTrack *tracks;
  guint32 n;

  for (guint i = 1; i <= 3; i++)
    packet (trace, 1, 0, 0, 1, 60, descriptor (i, 0, "work"));
  packet (trace, 1, 1, 0, 100, 11, event (1, 1, "a"));
  packet (trace, 1, 0, 0, 110, 11, event (1, 2, "b"));
  packet (trace, 1, 0, 0, 120, 11, event (2, 1, NULL));
  packet (trace, 1, 0, 0, 130, 11, event (1, 3, "c"));
  packet (trace, 1, 0, 0, 140, 11, event (2, 3, NULL));
  packet (trace, 1, 0, 0, 150, 11, event (2, 2, NULL));
  loaded = load (trace);
  tracks = tv_trace_get_tracks (loaded, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (tracks[0].n_slices, ==, 2);
  g_assert_cmpuint (tracks[1].n_slices, ==, 1);
  g_assert_cmpuint (tracks[1].parent, ==, 0);
  g_assert_cmpuint (tracks[1].layer, ==, 1);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNMATCHED_END), ==, 0);
}

/* If tracks are ancestors of each other, they are not shown, and do not cause an endless loop. */
static void
test_circle (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  packet (trace, 1, 0, 0, 1, 60, descriptor (1, 2, "a"));
  packet (trace, 1, 0, 0, 1, 60, descriptor (2, 1, "b"));
  packet (trace, 1, 0, 0, 1, 60, descriptor (3, 9, "c"));
  for (guint i = 1; i <= 3; i++)
    packet (trace, 1, 1, 0, 100, 11, event (3, i, "x"));
  loaded = load (trace);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNKNOWN_TRACK), ==, 3);
  g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, 0);
}

/* If a packet was lost, the packets that depend on it are skipped until the state of the sequence is cleared. */
static void
test_lost (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *lost = message ();

  packet (trace, 1, 1, 0, 100, 11, event (3, 0, "a"));
  packet (trace, 1, 2, 0, 110, 11, event (3, 0, "b"));
  number (lost, 8, 115);
  number (lost, 10, 1);
  number (lost, 42, 1);
  add (trace, 1, lost);
  packet (trace, 1, 2, 0, 120, 11, event (3, 0, "c"));
  packet (trace, 2, 2, 0, 125, 11, event (3, 0, "d"));
  packet (trace, 1, 3, 0, 130, 11, event (3, 0, "e"));
  loaded = load (trace);
  g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, 3);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_LOST_PACKETS), ==, 1);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_SKIPPED_PACKETS), ==, 2);
}

/* ---- Clocks ---- */

static Message *
clock_reading (guint clock, gint64 ts, gboolean is_incremental, gint64 multiplier)
{
  Message *self = message ();

  number (self, 1, clock);
  number (self, 2, ts);
  if (is_incremental)
    number (self, 3, 1);
  if (multiplier != 0)
    number (self, 4, multiplier);
  return self;
}

/* Clock 64 of one sequence differs from clock 64 of the other sequence. Both clocks count differences in µs. */
static void
test_clocks (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  const TvSlices *slices;

  for (guint sequence = 1; sequence <= 2; sequence++)
    {
      Message *snapshot = message ();

      add (snapshot, 1, clock_reading (6, 1000000 * sequence, FALSE, 0));
      add (snapshot, 1, clock_reading (64, 10, TRUE, 1000));
      packet (trace, sequence, 1, 0, 1, 6, snapshot);
    }
  packet (trace, 1, 0, 64, 5, 11, event (3, 0, "a")); /* 1000000 + 5000 */
  packet (trace, 2, 0, 64, 7, 11, event (3, 0, "b")); /* 2000000 + 7000 */
  packet (trace, 1, 0, 64, 6, 11, event (3, 0, "c")); /* 1000000 + 11000 */
  packet (trace, 1, 0, 70, 6, 11, event (3, 0, "lost"));
  loaded = load (trace);
  slices = tv_trace_get_slices (loaded);
  g_assert_cmpuint (slices->n, ==, 3);
  g_assert_cmpint (tv_slices_start (slices, 0), ==, 1005000);
  g_assert_cmpint (tv_slices_start (slices, 1), ==, 1011000);
  g_assert_cmpint (tv_slices_start (slices, 2), ==, 2007000);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNTIED_CLOCK), ==, 1);
}

static void
test_snapshots (void)
{
  TvPerfettoClocks clocks;
  guint32 real, mono;
  gint64 ts;

  tv_perfetto_clocks_init (&clocks);
  real = tv_perfetto_clocks_find (&clocks, TV_PERFETTO_REALTIME, 0);
  mono = tv_perfetto_clocks_find (&clocks, TV_PERFETTO_MONOTONIC, 0);
  tv_perfetto_clocks_add_sync_point (&clocks, real, 1000, mono, 10);
  tv_perfetto_clocks_add_sync_point (&clocks, mono, 20, clocks.trace_clock, 500);
  tv_perfetto_clocks_add_sync_point (&clocks, mono, 120, clocks.trace_clock, 700);
  tv_perfetto_clocks_settle (&clocks);
  /* No snapshot precedes this time, so the next snapshot applies. */
  g_assert_true (tv_perfetto_clocks_convert (&clocks, mono, 130, &ts));
  g_assert_cmpint (ts, ==, 710);
  tv_perfetto_clocks_pass (&clocks);
  tv_perfetto_clocks_pass (&clocks);
  g_assert_true (tv_perfetto_clocks_convert (&clocks, mono, 130, &ts));
  g_assert_cmpint (ts, ==, 610);
  tv_perfetto_clocks_pass (&clocks);
  g_assert_true (tv_perfetto_clocks_convert (&clocks, mono, 130, &ts));
  g_assert_cmpint (ts, ==, 710);
  g_assert_true (tv_perfetto_clocks_convert (&clocks, mono, 119, &ts));
  g_assert_cmpint (ts, ==, 599);
  g_assert_true (tv_perfetto_clocks_convert (&clocks, real, 1001, &ts));
  g_assert_cmpint (ts, ==, 491);
  g_assert_false (tv_perfetto_clocks_convert (
      &clocks, tv_perfetto_clocks_find (&clocks, TV_PERFETTO_MONOTONIC_RAW, 0), 1, &ts));
  tv_perfetto_clocks_clear (&clocks);
}

/* Reading the clock returns the trace clock and the clocks that other files may share. */
static void
test_read_clock (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TvInput) input = NULL;
  g_autoptr (GError) error = NULL;
  Message *snapshot = message (), *bad = message ();
  TvClockReading first;
  TvClockTime time;

  add (snapshot, 1, clock_reading (1, 9000, FALSE, 1000));
  add (snapshot, 1, clock_reading (3, 2000, FALSE, 0));
  add (snapshot, 1, clock_reading (6, 5000, FALSE, 0));
  add (snapshot, 1, clock_reading (64, 5000, TRUE, 0));
  number (snapshot, 2, 3);
  packet (trace, 1, 1, 0, 1, 6, snapshot);
  add (bad, 1, clock_reading (3, G_MAXINT64, FALSE, G_MAXINT32));
  packet (trace, 1, 0, 0, 1, 6, bad);

  bytes = g_bytes_new (trace->data, trace->len);
  input = tv_input_new_for_bytes (bytes);
  g_assert_true (tv_perfetto_read_clock (input, clocks, &first, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (tv_clocks_get_name (clocks, first.domain), ==, TV_CLOCK_MONOTONIC);
  g_assert_cmpint (first.ts, ==, 2000);
  g_assert_true (tv_clocks_convert (clocks, tv_clocks_add (clocks, TV_CLOCK_REALTIME), 9000000,
                                    first.domain, &time));
  g_assert_cmpint (time.ts, ==, 2000);
  g_assert_true (tv_clocks_convert (clocks, tv_clocks_add (clocks, TV_CLOCK_BOOTTIME), 5000,
                                    first.domain, &time));
  g_assert_cmpint (time.ts, ==, 2000);
}

/* ---- Packets ---- */

/* Unsupported packets result in a single problem, which lists their names and counts. */
static void
test_not_shown (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  guint n;
  const TvProblem *problems;

  packet (trace, 1, 0, 0, 5, 11, event (3, 0, "a"));
  for (int i = 0; i < 3; i++)
    packet (trace, 1, 0, 0, 6, 93, message ());
  packet (trace, 1, 0, 0, 7, 104, message ());
  packet (trace, 1, 0, 0, 7, 133 - 1, message ());
  loaded = load (trace);
  problems = tv_trace_get_problems (loaded, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (problems[0].kind, ==, TV_PROBLEM_UNREAD_PART);
  g_assert_cmpuint (problems[0].count, ==, 5);
  g_assert_cmpstr (problems[0].detail, ==,
                   "Winscope: surfaceflinger_layers_snapshot × 3, "
                   "ProtoLog: protolog_message × 1, journald_event × 1");
}

/* A crash that Android logged during the recording is reported like a crash in a log. */
static void
test_logged_crash (void)
{
  static const char *const lines[] = {
    "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
    "ABI: 'arm64'",
    "pid: 10, tid: 11, name: worker  >>> a.b <<<",
    "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x18",
    "backtrace:",
    "      #00 pc 10  /data/app/x/lib.so (A::copy(char const*, int) const+8)",
  };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *snapshot = message (), *log = message ();
  const TvFaults *faults;
  const TvDumps *dumps;

  add (snapshot, 1, clock_reading (1, 9000000, FALSE, 0));
  add (snapshot, 1, clock_reading (6, 5000000, FALSE, 0));
  packet (trace, 1, 1, 0, 1, 6, snapshot);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      Message *line = message ();

      number (line, 2, 901);
      number (line, 3, 901);
      number (line, 5, 9000100 + i);
      text (line, 6, "DEBUG");
      number (line, 7, 7);
      text (line, 8, lines[i]);
      add (log, 1, line);
    }
  packet (trace, 1, 0, 0, 5000900, 39, log);
  packet (trace, 1, 0, 0, 5001000, 11, event (3, 0, "a"));
  loaded = load (trace);
  faults = tv_trace_get_faults (loaded);
  dumps = tv_trace_get_dumps (loaded);
  g_assert_cmpuint (tv_trace_get_log_lines (loaded)->n, ==, G_N_ELEMENTS (lines));
  g_assert_cmpuint (faults->n, ==, 1);
  g_assert_cmpstr (tv_trace_get_string (loaded, faults->faults[0].reason), ==, "SIGSEGV");
  g_assert_cmpint (faults->faults[0].ts, ==, 5000100);
  g_assert_true (faults->faults[0].is_logged);
  g_assert_cmpuint (dumps->n_threads, ==, 1);
  g_assert_cmpuint (dumps->threads[0].sys_tid, ==, 11);
}

static void
add_bound (Message *trace, gint64 ts, const char *name, gint64 direction)
{
  Message *self = event (3, 0, name), *legacy = message ();

  number (legacy, 8, 5);
  number (legacy, 13, direction);
  add (self, 6, legacy);
  packet (trace, 1, 0, 0, ts, 11, self);
}

/* An outgoing flow begins an arrow that leads to all incoming ends. A slice with both directions continues the flow.
 * If a flow ends at a slice that began before the flow, the arrow still leads to that slice. */
static void
test_flow_directions (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  const TvFlow *flows;
  guint32 n;
  Message *said;

  add_bound (trace, 10, "in", 1); /* without a source */
  add_bound (trace, 20, "out", 2);
  add_bound (trace, 30, "in", 1);
  add_bound (trace, 40, "both", 3);
  add_bound (trace, 50, "in", 1);
  add_bound (trace, 60, "out", 2);
  add_bound (trace, 70, "in", 1);
  for (guint i = 0; i < 4; i++)
    {
      said = event (i < 2 ? 1 : 2, i == 0 || i == 3 ? 7 : 8, i < 2 ? "track" : NULL);
      if (i % 2 == 1)
        number (said, 36, 99);
      packet (trace, 1, 0, 0, 100 + i, 11, said);
    }
  loaded = load (trace);
  flows = tv_trace_get_flows (loaded, &n);
  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (found, "%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " ",
                            tv_slices_start (tv_trace_get_slices (loaded), flows[i].from),
                            tv_slices_start (tv_trace_get_slices (loaded), flows[i].to));
  g_assert_cmpstr (found->str, ==, "20-30 20-40 40-50 60-70 100-101 ");
}

/* The trigger of a recording is added to the metadata and, if the time of the trigger was recorded, as an instant. */
static void
test_trigger (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *name = NULL;
  Message *trigger = message ();

  text (trigger, 1, "stop");
  packet (trace, 1, 0, 0, 50, 46, trigger);
  loaded = load (trace);
  g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, 1);
  g_assert_cmpint (tv_slices_start (tv_trace_get_slices (loaded), 0), ==, 50);
  name = tv_trace_dup_symbol_name (loaded, tv_slices_symbol (tv_trace_get_slices (loaded), 0));
  g_assert_cmpstr (name, ==, "stop");
}

static void
test_compressed (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (Message) inner = message ();
  g_autoptr (TvTrace) loaded = NULL;
  guint8 bytes[1000];
  uLongf size = sizeof bytes;
  Message *outer = message (), *bad = message ();

  packet (inner, 1, 1, 0, 100, 11, event (3, 0, "a"));
  packet (inner, 1, 0, 0, 110, 11, event (3, 0, "b"));
  g_assert_cmpint (compress (bytes, &size, inner->data, inner->len), ==, Z_OK);
  tv_protobuf_append_bytes (outer, 50, bytes, size);
  text (bad, 50, "no packed data");
  packet (trace, 1, 1, 0, 90, 11, event (3, 0, "before"));
  add (trace, 1, outer);
  add (trace, 1, bad);
  packet (trace, 1, 1, 0, 190, 11, event (3, 0, "behind"));
  loaded = load (trace);
  g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, 4);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_PACKET), ==, 1);
}

/* If a trace is truncated at any position, it is read up to that position, and the truncation is reported as a
 * problem. */
static void
test_cut (void)
{
  g_autoptr (Message) trace = message ();
  guint ends[5];

  for (guint i = 0; i < 5; i++)
    {
      packet (trace, 1, 1, 0, 100 + i, 11, event (3, 0, "a"));
      ends[i] = trace->len;
    }
  for (guint size = ends[0]; size <= ends[4]; size++)
    {
      g_autoptr (Message) cut = g_byte_array_append (message (), trace->data, size);
      g_autoptr (TvTrace) loaded = load (cut);
      guint n = 0;
      gboolean is_whole = FALSE;

      for (guint i = 0; i < 5; i++)
        {
          n += ends[i] <= size;
          is_whole |= ends[i] == size;
        }
      g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, n);
      g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_CUT_RECORD), ==, is_whole ? 0 : 1);
    }
}

static void
test_probe (void)
{
  static const struct
  {
    const char *bytes;
    guint n;
    TvConfidence confidence;
  } cases[] = {
    { "\x0a\x04\x40\x05\x50\x01", 6, TV_CONFIDENCE_SURE },
    { "\x0a\x00\x0a\x02\x40\x05", 6, TV_CONFIDENCE_SURE },
    { "\x0a\x04", 2, TV_CONFIDENCE_NONE },
    { "\n\nA text\n", 9, TV_CONFIDENCE_NONE },
    { "\x12\x04\x40\x05\x50\x01", 6, TV_CONFIDENCE_NONE },
    { "\x0a\x04\x42\x02\x40\x05", 6, TV_CONFIDENCE_NONE }, /* a timestamp must not be a string */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].bytes, cases[i].n);
      g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);

      g_test_message ("%" G_GSIZE_FORMAT, i);
      g_assert_cmpint (tv_perfetto_probe (input), ==, cases[i].confidence);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto/states", test_states);
  g_test_add_func ("/perfetto/kernels", test_kernels);
  g_test_add_func ("/perfetto/compact", test_compact);
  g_test_add_func ("/perfetto/owed-counter", test_owed_counter);
  g_test_add_func ("/perfetto/merge", test_merge);
  g_test_add_func ("/perfetto/circle", test_circle);
  g_test_add_func ("/perfetto/lost", test_lost);
  g_test_add_func ("/perfetto/clocks", test_clocks);
  g_test_add_func ("/perfetto/snapshots", test_snapshots);
  g_test_add_func ("/perfetto/read-clock", test_read_clock);
  g_test_add_func ("/perfetto/not-shown", test_not_shown);
  g_test_add_func ("/perfetto/logged-crash", test_logged_crash);
  g_test_add_func ("/perfetto/flow-directions", test_flow_directions);
  g_test_add_func ("/perfetto/trigger", test_trigger);
  g_test_add_func ("/perfetto/compressed", test_compressed);
  g_test_add_func ("/perfetto/cut", test_cut);
  g_test_add_func ("/perfetto/probe", test_probe);
  return g_test_run ();
}
