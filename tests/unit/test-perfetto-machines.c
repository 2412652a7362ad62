/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfetto-message.h"

/* Tests traces of several machines: a host and its virtual machines, each of which has its own ids, CPUs and clocks. */

enum
{
  FTRACE = 1,
  SYS_STATS = 7,
  TRACK_EVENT = 11,
  ANDROID_LOG = 39,
  SYSTEM_INFO = 45,
  TRACK = 60,
  CLOCK_SYNC = 107,
};

enum
{
  REALTIME = 1,
  MONOTONIC = 3,
  BOOTTIME = 6,
};

#define HOST  0
#define GUEST 7
#define OTHER 8

/* Time in ns by which the guest's clock is behind the host's, see sync_clocks(). */
#define BEHIND 5000

static void
reported_by (Message *trace, guint machine, guint clock, gint64 ts, guint field, Message *said)
{
  Message *self = message ();

  if (ts >= 0)
    number (self, 8, ts);
  if (clock != 0)
    number (self, 58, clock);
  number (self, 10, 1 + machine);
  if (machine != HOST)
    number (self, 98, machine);
  add (self, field, said);
  add (trace, 1, self);
}

static void
mark (Message *trace, guint machine, gint64 ts, const char *name)
{
  Message *event = message ();

  number (event, 9, 3);
  number (event, 11, 1);
  text (event, 23, name);
  reported_by (trace, machine, 0, ts, TRACK_EVENT, event);
}

/* Adds the reading of a clock to a ClockSnapshot. */
static void
clock_shows (Message *snapshot, guint clock, gint64 ts)
{
  Message *self = message ();

  number (self, 1, clock);
  number (self, 2, ts);
  add (snapshot, 1, self);
}

static void
synced (Message *sync, gint64 guest, gint64 host)
{
  Message *self = message (), *of_guest = message (), *of_host = message ();

  clock_shows (of_guest, BOOTTIME, guest);
  clock_shows (of_guest, MONOTONIC, guest - 100);
  clock_shows (of_guest, REALTIME, guest + 1000000);
  clock_shows (of_host, BOOTTIME, host);
  clock_shows (of_host, MONOTONIC, host - 3000);
  add (self, 2, of_guest);
  add (self, 3, of_host);
  add (sync, 1, self);
}

/* Adds a round trip that took 40 ns. */
static void
sync_clocks (Message *trace, guint machine)
{
  Message *self = message ();

  synced (self, 1000, 6020);
  synced (self, 1040, 6060);
  reported_by (trace, machine, 0, -1, CLOCK_SYNC, self);
}

/* Returns the slices of all tracks as `ts NAME`. */
static char *
list_slices (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < slices->n; i++)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, i));

      g_string_append_printf (out, "%s%" G_GINT64_FORMAT " %s", i > 0 ? ", " : "",
                              tv_slices_start (slices, i), name);
    }
  return g_string_free (out, FALSE);
}

/* ---- Clocks ---- */

/* Without a host, the first machine in the file is the device. Other machines are shown only if their clocks are
 * synchronized with that machine. */
static void
test_untied (void)
{
  for (int has_host = 0; has_host < 2; has_host++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;
      const TvProblem *problems;
      guint32 n;

      mark (trace, OTHER, 1000, "guest");
      mark (trace, GUEST, 1100, "other");
      mark (trace, GUEST, 1200, "other");
      if (has_host)
        mark (trace, HOST, 1300, "host");
      loaded = load (trace);
      g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, 1);
      g_assert_cmpint (tv_trace_get_start_ns (loaded), ==, has_host ? 1300 : 1000);
      g_assert_false (tv_trace_has_machines (loaded));
      problems = tv_trace_get_problems (loaded, &n);
      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpint (problems[0].kind, ==, TV_PROBLEM_UNTIED_CLOCK);
      g_assert_cmpuint (problems[0].count, ==, has_host ? 3 : 2);
      g_assert_cmpstr (problems[0].detail, ==,
                       has_host ? "all packets of machine 8" : "all packets of machine 7");
    }
}

/* Events of a guest are shifted by the offset of the guest's clock. The offset comes from the guest's snapshots,
 * regardless of the clock of the events. */
static void
test_tied (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *slices = NULL, *offset = NULL;
  const TvMachine *machines;
  const TvMetadata *metadata;
  guint32 n;
  guint n_metadata;
  Message *event = message ();

  mark (trace, HOST, 6100, "host");
  mark (trace, GUEST, 1200, "guest");
  number (event, 9, 3);
  number (event, 11, 1);
  text (event, 23, "monotonic");
  reported_by (trace, GUEST, MONOTONIC, 1300, TRACK_EVENT, event);
  sync_clocks (trace, GUEST);
  loaded = load (trace);
  slices = list_slices (loaded);
  g_assert_cmpstr (slices, ==, "6100 host, 6200 guest, 6400 monotonic");
  machines = tv_trace_get_machines (loaded, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (machines[0].id, ==, HOST);
  g_assert_cmpuint (machines[1].id, ==, GUEST);
  metadata = tv_trace_get_metadata (loaded, &n_metadata);
  for (guint i = 0; i < n_metadata; i++)
    if (g_str_equal (metadata[i].key, "machine-1-offset-ns"))
      offset = g_strdup (metadata[i].value);
  g_assert_cmpstr (offset, ==, G_STRINGIFY (BEHIND));
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNTIED_CLOCK), ==, 0);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNREAD_PART), ==, 0);
}

/* Two guests are synchronized through their common host, even if the host has no packets. One pair of readings per
 * guest is sufficient. */
static void
test_guests (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *slices = NULL;
  Message *once = message ();

  mark (trace, GUEST, 1200, "guest");
  mark (trace, OTHER, 100, "other");
  sync_clocks (trace, GUEST);
  synced (once, 200, 6400);
  reported_by (trace, OTHER, 0, -1, CLOCK_SYNC, once);
  loaded = load (trace);
  slices = list_slices (loaded);
  /* The time 100 of this guest corresponds to 6300 of the host, which corresponds to 1300 of the first guest. */
  g_assert_cmpstr (slices, ==, "1200 guest, 1300 other");
  g_assert_cmpuint (tv_trace_get_machines (loaded, NULL)[0].id, ==, GUEST);
}

/* All round trips have the same weight. A reading half a minute later belongs to a different round trip. */
static void
test_rounds (void)
{
  static const struct
  {
    gint64 guest;
    gint64 host;
  } readings[] = {
    { 1000, 6020 },
    { 1040, 6060 },
    { 40000001000, 40000006031 },
    { 40000001040, 40000006071 },
  };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *slices = NULL;
  Message *self = message ();

  for (guint i = 0; i < G_N_ELEMENTS (readings); i++)
    synced (self, readings[i].guest, readings[i].host);
  reported_by (trace, GUEST, 0, -1, CLOCK_SYNC, self);
  mark (trace, HOST, 6100, "host");
  mark (trace, GUEST, 1200, "guest");
  loaded = load (trace);
  slices = list_slices (loaded);
  /* The mean of -5000 and -5011 is -5005.5, which is rounded towards 0. */
  g_assert_cmpstr (slices, ==, "6100 host, 6205 guest");
}

/* ---- Threads ---- */

static void
track (Message *trace, guint machine, const char *process, const char *thread)
{
  Message *self = message (), *of_process = message (), *of_thread = message ();

  number (self, 1, 1);
  number (of_thread, 1, 10);
  number (of_thread, 2, 11);
  text (of_thread, 5, thread);
  add (self, 4, of_thread);
  reported_by (trace, machine, 0, -1, TRACK, self);
  self = message ();
  number (self, 1, 2);
  number (of_process, 1, 10);
  text (of_process, 6, process);
  add (self, 3, of_process);
  reported_by (trace, machine, 0, -1, TRACK, self);
}

/* On different machines, equal ids and uuids denote different threads and tracks. */
static void
test_threads (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *info = message (), *log = message (), *line = message ();
  guint32 n, n_found = 0;
  const TvThread *threads;
  const TvTrack *tracks;
  const TvLogLines *lines;

  sync_clocks (trace, GUEST);
  track (trace, HOST, "app", "worker");
  track (trace, GUEST, "init", "vsock");
  mark (trace, HOST, 6100, "host");
  mark (trace, GUEST, 1200, "guest");
  text (info, 17, "microdroid");
  reported_by (trace, GUEST, 0, -1, SYSTEM_INFO, info);
  number (line, 2, 10);
  number (line, 3, 11);
  number (line, 5, 1001300);
  text (line, 6, "Tag");
  text (line, 8, "said");
  add (log, 1, line);
  reported_by (trace, GUEST, 0, 1300, ANDROID_LOG, log);
  loaded = load (trace);
  threads = tv_trace_get_threads (loaded, &n);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *label = tv_trace_dup_thread_label (loaded, i), *process = NULL;

      if (threads[i].tid != 11)
        continue;
      n_found++;
      process = tv_trace_dup_process_label (loaded, threads[i].upid);
      g_assert_cmpstr (label, ==,
                       threads[i].machine == 0 ? "[11] worker" : "[11] vsock (microdroid)");
      g_assert_cmpstr (process, ==,
                       threads[i].machine == 0 ? "app [10]" : "init [10] (microdroid)");
    }
  g_assert_cmpuint (n_found, ==, 2);
  tracks = tv_trace_get_tracks (loaded, &n);
  g_assert_cmpuint (n, ==, 2);
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (tracks[i].machine, ==, threads[tracks[i].utid].machine);
  g_assert_cmpuint (tracks[0].machine + tracks[1].machine, ==, 1);
  lines = tv_trace_get_log_lines (loaded);
  g_assert_cmpuint (lines->n, ==, 1);
  g_assert_cmpint (lines->ts[0], ==, 1300 + BEHIND);
  g_assert_cmpuint (threads[lines->utid[0]].machine, ==, 1);
}

/* ---- Kernel events ---- */

static void
happens (Message *bundle, gint64 ts, gint64 pid, guint field, Message *said)
{
  Message *event = message ();

  number (event, 1, ts);
  number (event, 2, pid);
  add (event, field, said);
  add (bundle, 2, event);
}

static void
switches (Message *bundle, gint64 ts, gint64 prev, gint64 state, gint64 next)
{
  Message *said = message ();

  text (said, 1, "a");
  number (said, 2, prev);
  number (said, 3, 120);
  number (said, 4, state);
  text (said, 5, "b");
  number (said, 6, next);
  number (said, 7, 120);
  happens (bundle, ts, prev, 4, said);
}

static void
prints (Message *bundle, gint64 ts, gint64 pid, const char *mark)
{
  Message *said = message ();

  text (said, 2, mark);
  happens (bundle, ts, pid, 3, said);
}

/* Records the same events for each machine. The last state differs. */
static void
record (Message *trace, guint machine, gint64 start, const char *release)
{
  Message *bundle = message (), *info = message (), *uname = message (), *frequency = message ();
  Message *stats = message (), *meminfo = message ();

  number (bundle, 1, 0);
  switches (bundle, start, 20, 1, 21);
  prints (bundle, start + 10, 21, "B|21|work\n");
  prints (bundle, start + 20, 21, "C|21|left|3\n");
  prints (bundle, start + 30, 21, "E|21\n");
  number (frequency, 1, 1800000);
  number (frequency, 2, 0);
  happens (bundle, start + 40, 21, 11, frequency);
  switches (bundle, start + 100, 21, 0x100, 20);
  switches (bundle, start + 200, 20, 1, 0);
  reported_by (trace, machine, 0, start, FTRACE, bundle);
  text (uname, 3, release);
  add (info, 1, uname);
  reported_by (trace, machine, 0, -1, SYSTEM_INFO, info);
  number (meminfo, 1, 1);
  number (meminfo, 2, 64);
  add (stats, 1, meminfo);
  reported_by (trace, machine, 0, start + 50, SYS_STATS, stats);
}

/* Each kernel has separate CPUs and threads, and its own meaning of state bits. */
static void
test_kernels (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *runs = NULL;
  const TvCounterTrack *counters;
  const TvRecording *recording;
  const TvProcess *processes;
  guint32 n, n_of[2] = { 0, 0 }, n_frequencies = 0, n_idle = 0;
  const TvThread *threads;

  record (trace, HOST, 7000, "4.9.0");
  record (trace, GUEST, 2050, "5.10.0");
  sync_clocks (trace, GUEST);
  loaded = load (trace);
  runs = list_runs (loaded);
  g_assert_cmpstr (runs, ==,
                   "0 21 7000+100 W\n"
                   "0 20 7100+100 S\n"
                   "0 (machine 1) 21 7050+100 R+\n"
                   "0 (machine 1) 20 7150+100 S\n");
  threads = tv_trace_get_threads (loaded, &n);
  for (guint32 i = 0; i < n; i++)
    {
      n_of[threads[i].machine]++;
      n_idle += threads[i].is_idle;
    }
  g_assert_cmpuint (n_of[0], ==, 3);
  g_assert_cmpuint (n_of[1], ==, 3);
  g_assert_cmpuint (n_idle, ==, 2);
  processes = tv_trace_get_processes (loaded, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (processes[0].pid, ==, 21);
  g_assert_cmpuint (processes[1].pid, ==, 21);
  g_assert_cmpuint (processes[0].machine + processes[1].machine, ==, 1);
  /* Each machine has a frequency, the total memory and a counter of the process. */
  counters = tv_trace_get_counter_tracks (loaded, &n);
  g_assert_cmpuint (n, ==, 6);
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpuint (counters[i].n_samples, ==, 1);
      if (counters[i].role != TV_COUNTER_ROLE_CPU_FREQUENCY)
        continue;
      n_frequencies++;
      g_assert_cmpuint (tv_trace_get_cpu_number (loaded, counters[i].cpu), ==, 0);
      g_assert_cmpuint (tv_trace_get_cpu_machine (loaded, counters[i].cpu), ==,
                        counters[i].machine);
    }
  g_assert_cmpuint (n_frequencies, ==, 2);
  recording = tv_trace_get_recording (loaded);
  g_assert_cmpuint (recording->n_cpus, ==, 2);
  g_assert_cmpuint (recording->cpus[1].cpu, ==, TV_CPUS_OF_MACHINE);
}

/* If the events of a guest continue after the last event of the host, they still belong to the same recording, so no
 * slice or state ends in between. */
static void
test_long_guest (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  const TvThread *threads;
  const TvTrack *tracks;
  const TvSlices *slices;
  guint32 n, n_found = 0;

  record (trace, HOST, 7000, "5.10.0");
  record (trace, GUEST, 12000, "5.10.0");
  sync_clocks (trace, GUEST);
  loaded = load (trace);
  threads = tv_trace_get_threads (loaded, NULL);
  tracks = tv_trace_get_tracks (loaded, &n);
  slices = tv_trace_get_slices (loaded);
  for (guint32 i = 0; i < n; i++)
    if (tracks[i].kind == TV_TRACK_THREAD_STATE && tracks[i].machine == 0 &&
        threads[tracks[i].utid].tid == 20)
      {
        n_found++;
        g_assert_cmpint (tv_slices_end (slices, tracks[i].first_slice + tracks[i].n_slices - 1), ==,
                         17200);
      }
  g_assert_cmpuint (n_found, ==, 1);
}

/* Tests CPU numbers out of range with several machines, and too many machines. */
static void
test_bounds (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = message ();

  for (guint machine = GUEST; machine < GUEST + 20; machine++)
    {
      sync_clocks (trace, machine);
      mark (trace, machine, 1200, "guest");
    }
  mark (trace, HOST, 6100, "host");
  number (bundle, 1, TV_CPUS_OF_MACHINE);
  switches (bundle, 1300, 20, 1, 21);
  reported_by (trace, GUEST, 0, 1300, FTRACE, bundle);
  loaded = load (trace);
  g_assert_cmpuint (tv_trace_get_slices (loaded)->n, ==, TV_MAX_MACHINES);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_PACKET), ==, 1);
  /* There are two packets for each of the five machines beyond the maximum. */
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNREAD_PART), ==, 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-machines/untied", test_untied);
  g_test_add_func ("/perfetto-machines/tied", test_tied);
  g_test_add_func ("/perfetto-machines/guests", test_guests);
  g_test_add_func ("/perfetto-machines/rounds", test_rounds);
  g_test_add_func ("/perfetto-machines/threads", test_threads);
  g_test_add_func ("/perfetto-machines/kernels", test_kernels);
  g_test_add_func ("/perfetto-machines/long-guest", test_long_guest);
  g_test_add_func ("/perfetto-machines/bounds", test_bounds);
  return g_test_run ();
}
