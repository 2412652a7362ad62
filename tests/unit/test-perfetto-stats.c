/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfetto-message.h"

/* Tests the statistics that have Perfetto's names, and the rows of the events that they count. */

enum
{
  CLEARED = 1,
  EVENT = 11,
  TRACE_STATS = 35,
  RAILS = 40,
  THREAD = 44,
  PACKAGES = 47,
  DESCRIPTOR = 60,
  PERF_SAMPLE = 66,
};

/* Returns: value of a statistic, or 0 if missing */
static gint64
get_stat (TvTrace *trace, const char *name, guint32 idx)
{
  const TvRecording *recording = tv_trace_get_recording (trace);

  for (guint32 i = 0; i < recording->n_stats; i++)
    if (recording->stats[i].idx == idx &&
        g_str_equal (tv_trace_get_string (trace, recording->stats[i].name), name))
      return recording->stats[i].value;
  return 0;
}

static Message *
event (guint type, const char *name, const char *category)
{
  Message *self = message ();

  if (type < 'B')
    number (self, 9, type);
  else
    {
      Message *legacy = message ();

      number (legacy, 2, type);
      add (self, 6, legacy);
    }
  number (self, 11, 1);
  if (name != NULL)
    text (self, 23, name);
  if (category != NULL)
    text (self, 22, category);
  return self;
}

static void
describe_thread (Message *trace, gint64 tid)
{
  Message *self = message (), *thread = message ();

  number (self, 1, 1);
  number (thread, 1, 5);
  number (thread, 2, tid);
  add (self, 4, thread);
  packet (trace, 1, CLEARED, 0, 1, DESCRIPTOR, self);
}

/* If an end event has a category, it ends the innermost slice of that category, and all slices inside that slice.
 * Such an end is counted if another event follows. */
static void
test_ends (void)
{
  for (guint is_followed = 0; is_followed < 2; is_followed++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;
      const TvSlices *slices;

      describe_thread (trace, 6);
      packet (trace, 1, 0, 0, 10, EVENT, event ('B', "a", "one"));
      packet (trace, 1, 0, 0, 20, EVENT, event ('B', "b", "two"));
      packet (trace, 1, 0, 0, 30, EVENT, event ('E', NULL, "three"));
      packet (trace, 1, 0, 0, 40, EVENT, event ('E', NULL, "one"));
      if (is_followed)
        packet (trace, 1, 0, 0, 50, EVENT, event (3, "behind", NULL));
      loaded = load (trace);
      slices = tv_trace_get_slices (loaded);
      g_assert_cmpuint (slices->n, ==, 2 + is_followed);
      g_assert_cmpint (tv_slices_end (slices, 0), ==, 40);
      g_assert_cmpint (tv_slices_end (slices, 1), ==, 40);
      g_assert_cmpuint (slices->flags[0], ==, 0);
      g_assert_cmpuint (slices->flags[1], ==, TV_SLICE_FORCED);
      g_assert_cmpint (get_stat (loaded, "misplaced_end_event", TV_NONE), ==, is_followed);
      g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNMATCHED_END), ==, 1);
    }
}

/* Rails without a name are reported as a problem. Packets that only declare names are counted. */
static void
test_rails (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *names = message (), *values = message (), *part = message ();

  number (part, 1, 1);
  text (part, 2, "rail");
  add (names, 1, part);
  packet (trace, 1, 0, 0, 10, RAILS, names);
  for (gint64 rail = 1; rail <= 3; rail++)
    {
      part = message ();
      number (part, 1, rail);
      number (part, 3, 100);
      add (values, 2, part);
    }
  packet (trace, 1, 0, 0, 20, RAILS, values);
  loaded = load (trace);
  g_assert_cmpuint (tv_trace_get_samples (loaded)->n, ==, 1);
  g_assert_cmpint (get_stat (loaded, "power_rail_empty_packet", TV_NONE), ==, 1);
  g_assert_cmpint (get_stat (loaded, "power_rail_unknown_index", TV_NONE), ==, 2);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNKNOWN_TRACK), ==, 2);
}

/* Losses of a sequence are added to the statistics of the buffer of this sequence. */
static void
test_sequences (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *stats = message (), *writer, *lost;

  for (guint32 sequence = 2; sequence < 5; sequence++)
    {
      writer = message ();
      number (writer, 1, sequence);
      number (writer, 4, sequence == 2 ? 0 : 7);
      add (stats, 18, writer);
      /* For the last sequence, all packets depend on the lost packet. */
      for (guint i = 0; i < 3; i++)
        {
          lost = message ();
          number (lost, 8, 10);
          number (lost, 10, sequence);
          number (lost, 42, 1);
          number (lost, 13, sequence == 4 ? 2 : 0);
          add (trace, 1, lost);
        }
    }
  packet (trace, 1, 0, 0, 20, TRACE_STATS, stats);
  loaded = load (trace);
  g_assert_cmpint (get_stat (loaded, "traced_buf_sequence_packet_loss", 0), ==, 2);
  g_assert_cmpint (get_stat (loaded, "traced_buf_sequence_packet_loss", 7), ==, 4);
  g_assert_cmpint (get_stat (loaded, "traced_buf_incremental_sequences_dropped", 0), ==, 0);
  g_assert_cmpint (get_stat (loaded, "traced_buf_incremental_sequences_dropped", 7), ==, 1);
}

/* Adds an interned entry with an id and an optional number. */
static void
intern (Message *interned, guint field, gint64 iid, guint part, gint64 value)
{
  Message *entry = message ();

  number (entry, 1, iid);
  if (part > 0)
    number (entry, part, value);
  add (interned, field, entry);
}

/* Each reason for an incomplete stack has a statistic, which counts the stacks. */
static void
test_stacks (void)
{
  static const char *const names[] = {
    "stackprofile_empty_callstack",   "stackprofile_invalid_callstack_id",
    "stackprofile_invalid_frame_id",  "stackprofile_invalid_mapping_id",
    "stackprofile_invalid_string_id",
  };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *interned = message (), *begin = message ();

  intern (interned, 7, 1, 0, 0);  /* no frames */
  intern (interned, 7, 3, 2, 99); /* unknown frame */
  intern (interned, 7, 4, 2, 1);  /* frame with an unknown mapping */
  intern (interned, 7, 5, 2, 2);  /* frame with an unknown name */
  intern (interned, 6, 1, 3, 99);
  intern (interned, 6, 2, 2, 99);
  number (begin, 8, 1);
  number (begin, 10, 1);
  number (begin, 13, CLEARED);
  add (begin, 12, interned);
  add (trace, 1, begin);
  for (gint64 iid = 1; iid <= 5; iid++)
    {
      Message *sample = message ();

      number (sample, 3, 20);
      number (sample, 4, iid);
      packet (trace, 1, 0, 0, 10 + iid, PERF_SAMPLE, sample);
    }
  loaded = load (trace);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (get_stat (loaded, names[i], TV_NONE), ==, 1);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_MISSING_STACK), ==, 5);
  g_assert_cmpuint (tv_trace_get_stacks (loaded)->samples.n, ==, 5);
}

/* Adds a snapshot that synchronizes the realtime clock with the boot time. */
static void
add_snapshot (Message *trace)
{
  Message *snapshot = message ();

  for (gint64 id = 1; id <= 6; id += 5)
    {
      Message *clock = message ();

      number (clock, 1, id);
      number (clock, 2, 1000);
      add (snapshot, 1, clock);
    }
  packet (trace, 1, 0, 0, 1, 6, snapshot);
}

/* Without clock snapshots, timestamps of old recorders are assumed to be on the trace clock. With snapshots, events
 * are skipped if their clock is not synchronized. */
static void
test_own_times (void)
{
  for (guint has_clocks = 0; has_clocks < 2; has_clocks++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;
      Message *said;

      if (has_clocks)
        add_snapshot (trace);
      describe_thread (trace, 6);
      said = event (3, "old", NULL);
      number (said, 16, 5);
      packet (trace, 1, 0, 0, 1, EVENT, said);
      packet (trace, 1, 0, 0, 100, EVENT, event (3, "new", NULL));
      loaded = load (trace);
      g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, has_clocks ? 1 : 2);
      g_assert_cmpint (get_stat (loaded, "clock_sync_failure_unknown_source_clock", TV_NONE), ==,
                       1);
      g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNTIED_CLOCK), ==, has_clocks);
    }
}

/* If a track is redefined with a different thread, a statistic counts the redefinition. If the thread is the same,
 * the redefinition is valid. */
static void
test_tracks (void)
{
  for (gint64 tid = 6; tid <= 7; tid++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;

      describe_thread (trace, 6);
      describe_thread (trace, tid);
      packet (trace, 1, 0, 0, 10, EVENT, event (3, "a", NULL));
      loaded = load (trace);
      g_assert_cmpint (get_stat (loaded, "track_descriptor_conflicting_reservation", TV_NONE), ==,
                       tid - 6);
    }
}

/* A printed message is either an atrace event or counted as malformed. */
static void
test_marks (void)
{
  static const struct
  {
    const char *text;
    gboolean is_bad;
  } cases[] = {
    { "B|1|a", FALSE }, { "E", FALSE },       { "E|", FALSE },
    { "E|1", FALSE },   { "I|1|a|b", FALSE }, { "trace_event_clock_sync: parent_ts=1", FALSE },
    { "B||a", TRUE },   { "B", TRUE },        { "hello", TRUE },
    { "E1", TRUE },     { "C|x|n|1", TRUE },  { "H|1x|a|1", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;
      Message *bundle = message (), *kernel = message (), *print = message ();

      g_test_message ("%s", cases[i].text);
      text (print, 2, cases[i].text);
      number (kernel, 1, 10);
      number (kernel, 2, 1);
      add (kernel, 3, print);
      number (bundle, 1, 0);
      add (bundle, 2, kernel);
      packet (trace, 1, 0, 0, 10, 1, bundle);
      loaded = load (trace);
      g_assert_cmpint (get_stat (loaded, "systrace_parse_failure", TV_NONE), ==, cases[i].is_bad);
    }
}

/* If the trace lists more packages than metadata entries are allowed, a problem reports this. */
static void
test_packages (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *packages = message ();
  const TvMetadata *rows;
  guint n, n_listed = 0, n_problems = 0, n_rows;

  for (guint i = 0; i < 1005; i++)
    {
      Message *package = message ();

      text (package, 1, "a.b");
      add (packages, 1, package);
    }
  packet (trace, 1, 0, 0, 10, PACKAGES, packages);
  loaded = load (trace);
  rows = tv_trace_get_metadata (loaded, &n_rows);
  for (guint i = 0; i < n_rows; i++)
    n_listed += g_str_equal (rows[i].key, "package");
  for (const TvProblem *problem = tv_trace_get_problems (loaded, &n); n > 0; n--, problem++)
    n_problems += problem->kind == TV_PROBLEM_MUCH_METADATA ? problem->count : 0;
  g_assert_cmpuint (n_listed + n_problems, >=, 1005);
  g_assert_cmpuint (n_listed, >, 900);
  g_assert_cmpuint (n_problems, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-stats/ends", test_ends);
  g_test_add_func ("/perfetto-stats/rails", test_rails);
  g_test_add_func ("/perfetto-stats/sequences", test_sequences);
  g_test_add_func ("/perfetto-stats/stacks", test_stacks);
  g_test_add_func ("/perfetto-stats/own-times", test_own_times);
  g_test_add_func ("/perfetto-stats/tracks", test_tracks);
  g_test_add_func ("/perfetto-stats/marks", test_marks);
  g_test_add_func ("/perfetto-stats/packages", test_packages);
  return g_test_run ();
}
