/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "analysis/range/time-base.h"
#include "core/error.h"
#include "formats/format.h"
#include "formats/load.h"

/* Tests recordings of OpenHarmony's profiler, which are constructed message by message. */

#define S  G_GINT64_CONSTANT (1000000000)
#define MS 1000000

/* ---- Messages ---- */

static void
put_varint (GByteArray *self, guint64 value)
{
  do
    {
      guint8 byte = (guint8) (value & 0x7f) | (value > 0x7f ? 0x80 : 0);

      g_byte_array_append (self, &byte, 1);
      value >>= 7;
    }
  while (value > 0);
}

static void
put_number (GByteArray *self, guint field, guint64 value)
{
  put_varint (self, (guint64) field << 3);
  put_varint (self, value);
}

static void
put_bytes (GByteArray *self, guint field, const void *bytes, gsize size)
{
  put_varint (self, (guint64) field << 3 | 2);
  put_varint (self, size);
  g_byte_array_append (self, bytes, (guint) size);
}

static void
put_text (GByteArray *self, guint field, const char *text)
{
  put_bytes (self, field, text, strlen (text));
}

/* Appends a message. Takes ownership of it. */
static void
put_message (GByteArray *self, guint field, GByteArray *message)
{
  put_bytes (self, field, message->data, message->len);
  g_byte_array_unref (message);
}

static void
put_u32 (GByteArray *self, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (self, (const guint8 *) &value, sizeof value);
}

static void
set_u64 (GByteArray *self, gsize at, guint64 value)
{
  value = GUINT64_TO_LE (value);
  memcpy (self->data + at, &value, sizeof value);
}

/* Appends the header of a block of messages. Returns its offset. */
static gsize
begin_block (GByteArray *self, gint64 boot_ns, gint64 real_ns)
{
  gsize start = self->len;

  g_byte_array_set_size (self, self->len + 1024);
  memset (self->data + start, 0, 1024);
  memcpy (self->data + start, "OHOSPROF", 8);
  self->data[start + 18] = 1; /* version 0x10000 */
  set_u64 (self, start + 60, (guint64) boot_ns);
  set_u64 (self, start + 68, (guint64) real_ns);
  return start;
}

static void
end_block (GByteArray *self, gsize start)
{
  set_u64 (self, start + 8, self->len - start);
}

/* Appends a message of a plugin. Takes ownership of the payload. */
static void
put_plugin (GByteArray *self, const char *name, guint clock, gint64 ts, GByteArray *said)
{
  GByteArray *data = g_byte_array_new ();

  put_text (data, 1, name);
  put_message (data, 3, said);
  put_number (data, 4, clock);
  put_number (data, 5, (guint64) (ts / S));
  put_number (data, 6, (guint64) (ts % S));
  put_u32 (self, data->len);
  g_byte_array_append (self, data->data, data->len);
  g_byte_array_unref (data);
}

static GByteArray *
make_event (gint64 ts, gint32 pid, const char *comm, guint number, GByteArray *said)
{
  GByteArray *event = g_byte_array_new (), *common = g_byte_array_new ();

  put_number (event, 1, (guint64) ts);
  put_number (event, 2, 100);
  put_text (event, 3, comm);
  put_number (common, 4, (guint64) pid);
  put_message (event, 50, common);
  put_message (event, number, said);
  return event;
}

static GByteArray *
make_switch (const char *prev, gint32 prev_pid, guint state, const char *next, gint32 next_pid)
{
  GByteArray *said = g_byte_array_new ();

  put_text (said, 1, prev);
  put_number (said, 2, (guint64) prev_pid);
  put_number (said, 3, 120);
  put_number (said, 4, state);
  put_text (said, 5, next);
  put_number (said, 6, (guint64) next_pid);
  put_number (said, 7, 120);
  return said;
}

static GByteArray *
make_mark (const char *text)
{
  GByteArray *said = g_byte_array_new ();

  put_number (said, 1, 1);
  put_text (said, 2, text);
  return said;
}

/* ---- Contents of a file ---- */

static void
put_kernel (GByteArray *file)
{
  GByteArray *result = g_byte_array_new (), *detail = g_byte_array_new ();

  put_number (detail, 1, 2);
  put_message (
      detail, 2,
      make_event (10 * S, 0, "swapper/2", 2417, make_switch ("swapper/2", 0, 0, "app", 100)));
  put_message (detail, 2,
               make_event (10 * S + 1 * MS, 100, "app", 1109, make_mark ("B|100|draw\n")));
  put_message (detail, 2, make_event (10 * S + 3 * MS, 100, "app", 1109, make_mark ("E|100|\n")));
  put_message (
      detail, 2,
      make_event (10 * S + 4 * MS, 100, "app", 2417, make_switch ("app", 100, 1, "swapper/2", 0)));
  put_message (result, 2, detail);
  put_plugin (file, "ftrace-plugin", 7, 10 * S, result);
}

static void
put_memory (GByteArray *file)
{
  GByteArray *result = g_byte_array_new (), *process = g_byte_array_new ();
  GByteArray *system = g_byte_array_new ();

  put_number (process, 1, 100);
  put_text (process, 2, "com.example.app");
  put_number (process, 4, 2048);
  put_message (result, 1, process);
  put_number (system, 1, 1);
  put_number (system, 2, 4096);
  put_message (result, 2, system);
  put_plugin (file, "memory-plugin", 0, 1000 * S + 2 * MS, result);
}

static void
put_log (GByteArray *file)
{
  GByteArray *result = g_byte_array_new (), *line = g_byte_array_new ();
  GByteArray *details = g_byte_array_new ();

  put_number (details, 1, 1000);
  put_number (details, 2, 1 * MS);
  put_number (details, 3, 100);
  put_number (details, 4, 100);
  put_number (details, 5, 'W');
  put_text (details, 6, "Ace");
  put_message (line, 1, details);
  put_text (line, 2, "slow frame");
  put_message (result, 1, line);
  put_plugin (file, "hilog-plugin", 0, 1000 * S, result);
}

static void
put_system_event (GByteArray *result, const char *text)
{
  GByteArray *line = g_byte_array_new ();

  put_text (line, 1, text);
  put_number (line, 2, 1);
  put_message (result, 1, line);
}

static void
put_hook (GByteArray *batch, gint64 ts, guint number, GByteArray *said)
{
  GByteArray *data = g_byte_array_new ();

  put_number (data, 1, (guint64) (ts / S));
  put_number (data, 2, (guint64) (ts % S));
  put_message (data, number, said);
  put_message (batch, 1, data);
}

static GByteArray *
make_hook (guint64 address, guint size_field, guint64 size, guint stack_field, guint64 stack)
{
  GByteArray *said = g_byte_array_new ();

  put_number (said, 1, 100);
  put_number (said, 2, 100);
  put_number (said, 3, address);
  if (size_field > 0)
    put_number (said, size_field, size);
  put_number (said, stack_field, stack);
  return said;
}

static GByteArray *
make_name (guint64 id, const char *name)
{
  GByteArray *said = g_byte_array_new ();

  put_number (said, 1, id);
  put_text (said, 2, name);
  put_number (said, 3, 100);
  return said;
}

/* Adds heap events whose stack has two frames, referenced by interned ids: two allocations of 24 bytes, one of which
 * is freed, and a mapping of 8 bytes. */
static void
put_hooks (GByteArray *file)
{
  GByteArray *batch = g_byte_array_new (), *stack = g_byte_array_new ();
  static const char *const names[] = { "grow", "main" };

  put_hook (batch, 1000 * S, 8, make_name (1, "/system/lib64/libx.so"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GByteArray *map = g_byte_array_new (), *frame = g_byte_array_new ();

      put_hook (batch, 1000 * S, 9, make_name (i + 1, names[i]));
      put_number (frame, 1, 4096 + i);
      put_number (frame, 7, i + 1);
      put_number (frame, 8, 1);
      put_number (map, 1, i + 10);
      put_message (map, 2, frame);
      put_number (map, 3, 100);
      put_hook (batch, 1000 * S, 13, map);
      put_number (stack, 2, i + 10);
    }
  put_number (stack, 1, 7);
  put_number (stack, 4, 100);
  put_hook (batch, 1000 * S, 14, stack);
  put_hook (batch, 1000 * S + 1 * MS, 3, make_hook (0x1000, 4, 24, 7, 7));
  put_hook (batch, 1000 * S + 2 * MS, 3, make_hook (0x2000, 4, 24, 7, 7));
  put_hook (batch, 1000 * S + 3 * MS, 4, make_hook (0x1000, 0, 0, 6, 7));
  put_hook (batch, 1000 * S + 3 * MS, 4, make_hook (0x9000, 0, 0, 6, 7));
  put_hook (batch, 1000 * S + 4 * MS, 5, make_hook (0x3000, 5, 8, 8, 7));
  put_plugin (file, "nativehook", 0, 1000 * S, batch);
}

static TvTrace *
load (const GByteArray *file, GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("test-htrace-XXXXXX", &path, NULL);
  TvTrace *trace;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, (const char *) file->data, (gssize) file->len, NULL));
  trace = tv_load (path, NULL, NULL, NULL, error);
  g_remove (path);
  return trace;
}

static guint64
count_problems (TvTrace *trace, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);
  guint64 count = 0;

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      count += problems[i].count;
  return count;
}

static void
put_double (GByteArray *self, guint field, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  put_varint (self, (guint64) field << 3 | 1);
  g_byte_array_append (self, (const guint8 *) &bits, sizeof bits);
}

/* Adds reports of the CPUs. CPU 1 is busy for a quarter of the first 80 ms, and for three quarters of the next 80 ms.
 * The first report has no predecessor. */
static void
put_cores (GByteArray *cpu, guint i)
{
  static const guint64 busy[] = { 5000, 5020, 5080 }, all[] = { 9000, 9080, 9160 };
  GByteArray *usage = g_byte_array_new (), *core, *frequency;

  for (guint number = 0; number < 2; number++)
    {
      core = g_byte_array_new ();
      frequency = g_byte_array_new ();
      put_number (core, 1, number);
      if (number == 1)
        {
          put_number (core, 2, busy[i]);
          put_number (core, 3, all[i]);
        }
      put_number (core, 4, busy[i + 1]);
      put_number (core, 5, all[i + 1]);
      put_number (frequency, 1, 300000);
      put_number (frequency, 2, 2000000);
      put_number (frequency, 3, 1000000 * (i + 1));
      put_message (core, 6, frequency);
      put_message (usage, 7, core);
    }
  put_message (cpu, 1, usage);
}

static void
put_process_use (GByteArray *file, guint i, gint64 ts)
{
  GByteArray *process = g_byte_array_new (), *cpu = g_byte_array_new ();
  GByteArray *memory = g_byte_array_new (), *disk = g_byte_array_new ();
  GByteArray *all = g_byte_array_new ();

  put_number (process, 1, 100);
  put_double (cpu, 1, 12.5);
  put_number (cpu, 2, 30 + i);
  put_number (cpu, 3, 400 + i);
  put_message (process, 5, cpu);
  put_number (memory, 1, 500 + i);
  put_message (process, 6, memory);
  put_number (disk, 1, 7);
  put_number (disk, 5, 600 + i);
  put_number (disk, 6, 700 + i);
  put_message (process, 7, disk);
  put_message (all, 1, process);
  put_plugin (file, "process-plugin", 7, 10 * S + (ts - 1000 * S), all);
}

/* Adds two reports of each polling plugin. */
static void
put_polled (GByteArray *file)
{
  for (guint i = 0; i < 2; i++)
    {
      gint64 ts = 1000 * S + (i + 1) * MS;
      GByteArray *cpu = g_byte_array_new (), *network = g_byte_array_new ();
      GByteArray *process = g_byte_array_new (), *system = g_byte_array_new ();
      GByteArray *detail = g_byte_array_new (), *disk = g_byte_array_new ();

      put_cores (cpu, i);
      put_number (cpu, 3, 200 + i);
      put_double (cpu, 4, 10.5);
      put_double (cpu, 6, 25.0 * (i + 1));
      put_plugin (file, "cpu-plugin", 0, ts, cpu);
      put_number (process, 1, 100);
      put_number (process, 4, 10 + i);
      put_number (process, 5, 20 + i);
      put_message (network, 1, process);
      put_text (detail, 1, "wlan0");
      put_number (detail, 2, 30 + i);
      put_number (system, 3, 300 + i);
      put_number (system, 5, 50 + i);
      put_message (system, 7, detail);
      put_message (network, 2, system);
      put_plugin (file, "network-plugin", 0, ts, network);
      put_number (disk, 1, 1);
      put_number (disk, 4, 7 + i);
      put_plugin (file, "diskio-plugin", 0, ts, disk);
      put_process_use (file, i, ts);
    }
}

static GByteArray *
make_file (void)
{
  GByteArray *file = g_byte_array_new ();
  gsize start = begin_block (file, 10 * S, 1000 * S);

  put_kernel (file);
  put_memory (file);
  put_log (file);
  end_block (file, start);
  return file;
}

/* ---- Tests ---- */

/* Kernel events, counters and log lines share one timeline. The clocks in the header synchronize them. */
static void
test_parts (void)
{
  g_autoptr (GByteArray) file = make_file ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (file, &error);
  const TvSlices *slices;
  const TvLogLines *lines;
  const TvSamples *samples;
  guint n_counters;
  gboolean has_draw = FALSE;

  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  for (guint32 i = 0; i < slices->n; i++)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, i));

      if (strcmp (name, "draw") != 0)
        continue;
      has_draw = TRUE;
      g_assert_cmpint (tv_slices_start (slices, i), ==, 10 * S + 1 * MS);
      g_assert_cmpint (tv_slices_end (slices, i), ==, 10 * S + 3 * MS);
    }
  g_assert_true (has_draw);
  g_assert_cmpuint (tv_trace_get_runs (trace)->n, >=, 1);

  lines = tv_trace_get_log_lines (trace);
  g_assert_cmpuint (lines->n, ==, 1);
  g_assert_cmpint (lines->ts[0], ==, 10 * S + 1 * MS);
  g_assert_cmpint (lines->level[0], ==, TV_LOG_LEVEL_WARNING);

  tv_trace_get_counter_tracks (trace, &n_counters);
  samples = tv_trace_get_samples (trace);
  g_assert_cmpuint (n_counters, ==, 2);
  g_assert_cmpuint (samples->n, ==, 2);
  g_assert_cmpint (samples->ts[0], ==, 10 * S + 2 * MS);
  g_assert_cmpuint (count_problems (trace, TV_PROBLEM_UNTIED_CLOCK), ==, 0);
}

/* Returns the last value of a CPU counter. The counter must have the given number of samples. */
static double
get_last_of_cpu (TvTrace *trace, const char *name, guint32 cpu, guint32 n_samples)
{
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);
  const TvSamples *samples = tv_trace_get_samples (trace);

  for (guint32 i = 0; i < n; i++)
    if (strcmp (tv_trace_get_string (trace, counters[i].name), name) == 0 && counters[i].cpu == cpu)
      {
        g_assert_cmpuint (counters[i].n_samples, ==, n_samples);
        return samples->value[counters[i].first_sample + n_samples - 1];
      }
  return -1.0;
}

static double
get_last (TvTrace *trace, const char *name, gboolean is_of_process)
{
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);
  const TvSamples *samples = tv_trace_get_samples (trace);

  for (guint32 i = 0; i < n; i++)
    if (strcmp (tv_trace_get_string (trace, counters[i].name), name) == 0 &&
        (counters[i].upid != TV_NONE) == is_of_process && counters[i].cpu == TV_NONE)
      {
        g_assert_cmpuint (counters[i].n_samples, ==, 2);
        return samples->value[counters[i].first_sample + 1];
      }
  return -1.0;
}

/* Reports about CPUs, network and disks are shown as counters. */
static void
test_polled (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize start = begin_block (file, 10 * S, 1000 * S);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  put_polled (file);
  end_block (file, start);
  trace = load (file, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_problems (trace, TV_PROBLEM_UNREAD_PART), ==, 0);
  g_assert_cmpfloat (get_last (trace, "CPU load, %", FALSE), ==, 50.0);
  g_assert_cmpfloat (get_last (trace, "CPU load of programs, %", FALSE), ==, 10.5);
  g_assert_cmpfloat (get_last (trace, "processes", FALSE), ==, 201.0);
  g_assert_cmpfloat (get_last (trace, "network received", FALSE), ==, 301.0);
  g_assert_cmpfloat (get_last (trace, "network sent", FALSE), ==, 51.0);
  g_assert_cmpfloat (get_last (trace, "network received wlan0", FALSE), ==, 31.0);
  g_assert_cmpfloat (get_last (trace, "network received", TRUE), ==, 21.0);
  g_assert_cmpfloat (get_last (trace, "network sent", TRUE), ==, 11.0);
  g_assert_cmpfloat (get_last (trace, "disk read", FALSE), ==, 8.0 * 1024.0);
  g_assert_cmpfloat (get_last_of_cpu (trace, "CPU load, %", 1, 2), ==, 75.0);
  g_assert_cmpfloat (get_last_of_cpu (trace, "CPU load, %", 0, 2), ==, -1.0); /* no sample */
  g_assert_cmpfloat (get_last_of_cpu (trace, "cpufreq", 0, 2), ==, 2e6);
  g_assert_cmpfloat (get_last_of_cpu (trace, "cpufreq", 1, 2), ==, 2e6);
  g_assert_cmpfloat (get_last (trace, "threads", TRUE), ==, 31.0);
  g_assert_cmpfloat (get_last (trace, "CPU time", TRUE), ==, 401e6);
  g_assert_cmpfloat (get_last (trace, "mem.pss", TRUE), ==, 501.0 * 1024.0);
  g_assert_cmpfloat (get_last (trace, "disk read", TRUE), ==, 601.0);
  g_assert_cmpfloat (get_last (trace, "disk written", TRUE), ==, 701.0);
}

/* System events are shown as log lines, even if they are not valid JSON. */
static void
test_system_events (void)
{
  static const char *const texts[] = {
    "{\"domain_\":\"RELIABILITY\",\"name_\":\"APP_FREEZE\",\"type_\":1,\"time_\":1000002,\"tz_\":\"+0000\","
    "\"pid_\":1505,\"tid_\":1506,\"uid_\":10002,\"SUMMARY\":[\"a\",{\"name_\":2}]}",
    "{\"name_\":\"START\",\"type_\":4,\"time_\":1000001}",
    "{\"name_\":",
  };
  g_autoptr (GByteArray) file = g_byte_array_new ();
  GByteArray *result = g_byte_array_new ();
  gsize start = begin_block (file, 10 * S, 1000 * S);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvLogLines *lines;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    put_system_event (result, texts[i]);
  put_plugin (file, "hisysevent-plugin", 0, 1000 * S, result);
  end_block (file, start);
  trace = load (file, &error);
  g_assert_no_error (error);
  lines = tv_trace_get_log_lines (trace);
  g_assert_cmpuint (lines->n, ==, 3);
  g_assert_cmpint (lines->ts[0], ==, TV_NO_TIME);
  g_assert_cmpint (lines->ts[1], ==, 10 * S + 1 * MS);
  g_assert_cmpint (lines->ts[2], ==, 10 * S + 2 * MS);
  g_assert_cmpint (lines->level[1], ==, TV_LOG_LEVEL_INFO);
  g_assert_cmpint (lines->level[2], ==, TV_LOG_LEVEL_ERROR);
  g_assert_cmpuint (lines->pid[2], ==, 1505);
  g_assert_cmpuint (lines->tid[2], ==, 1506);
  g_assert_cmpuint (lines->uid[2], ==, 10002);
  g_assert_cmpstr (tv_trace_get_string (trace, lines->tag[2]), ==, "APP_FREEZE");
  g_assert_cmpstr (tv_trace_get_string (trace, lines->domain[2]), ==, "RELIABILITY");
  g_assert_cmpuint (lines->text_size[2], ==, strlen (texts[0]));
}

/* If the header contains clocks, they synchronize the file with other files of the device. Otherwise, the file is not
 * synchronized. */
static void
test_clock (void)
{
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      gsize start = begin_block (file, round == 0 ? 10 * S : 0, round == 0 ? 1000 * S : 0);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (TvInput) input = NULL;
      TvClocks *clocks = tv_clocks_new ();
      g_autoptr (GError) error = NULL;
      TvClockReading first;
      TvClockTime time;

      put_kernel (file);
      end_block (file, start);
      bytes = g_bytes_new (file->data, file->len);
      input = tv_input_new_for_bytes (bytes);
      if (tv_format_htrace.read_clock (input, clocks, &first, &error))
        {
          guint realtime = tv_clocks_add (clocks, TV_CLOCK_REALTIME);

          g_assert_cmpuint (round, ==, 0);
          g_assert_cmpint (first.ts, ==, 10 * S);
          g_assert_true (tv_clocks_convert (clocks, first.domain, 11 * S, realtime, &time));
          g_assert_cmpint (time.ts, ==, 1001 * S);
        }
      else
        {
          g_assert_cmpuint (round, ==, 1);
          g_assert_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS);
        }
      tv_clocks_free (clocks);
    }
}

/* Timestamps are also available on the wall clock, because the header synchronizes it with the time since boot. */
static void
test_wall_clock (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize start = begin_block (file, 10 * S, 1500000000 * S);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  TvTimeBase base;

  put_kernel (file);
  end_block (file, start);
  trace = load (file, &error);
  g_assert_no_error (error);
  g_assert_true (tv_time_base_is_offered (trace, TV_TIME_BASE_UTC));
  tv_time_base_init (&base, trace, TV_TIME_BASE_UTC);
  g_assert_cmpint (tv_time_base_get_shown (&base, 11 * S), ==, 1500000001 * S);
}

/* Allocations and frees refer to their stacks by interned ids. */
static void
test_hooks (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize start = begin_block (file, 10 * S, 1000 * S);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvStacks *stacks;
  const TvHeapChanges *changes;
  gint64 bytes[2] = { 0 };
  g_autofree char *leaf = NULL;

  put_hooks (file);
  end_block (file, start);
  trace = load (file, &error);
  g_assert_no_error (error);
  stacks = tv_trace_get_stacks (trace);
  changes = &stacks->changes;
  g_assert_cmpuint (stacks->n_heaps, ==, 2);
  g_assert_cmpuint (changes->n, ==, 4);
  g_assert_cmpint (changes->ts[0], ==, 10 * S + 1 * MS);
  for (guint32 i = 0; i < changes->n; i++)
    bytes[changes->heap[i]] += changes->size[i];
  g_assert_cmpint (bytes[0], ==, 24);
  g_assert_cmpint (bytes[1], ==, 8);
  g_assert_cmpuint (stacks->callsites[changes->callsite[0]].depth, ==, 1);
  leaf = tv_trace_dup_symbol_name (
      trace, stacks->frames[stacks->callsites[changes->callsite[0]].frame].symbol);
  g_assert_cmpstr (leaf, ==, "grow");
}

/* A second block is read even if the header of the first block has no length. Trailing zeros are ignored. */
static void
test_blocks (void)
{
  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (GByteArray) file = make_file ();
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      static const guint8 zeros[64] = { 0 };
      gsize start;

      if (round == 1)
        set_u64 (file, 8, 0);
      else if (round == 2)
        {
          g_byte_array_append (file, zeros, sizeof zeros);
          set_u64 (file, 8, file->len + 100000);
        }
      start = begin_block (file, 0, 0);
      put_hooks (file);
      end_block (file, start);
      trace = load (file, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (tv_trace_get_log_lines (trace)->n, ==, 1);
      g_assert_cmpuint (tv_trace_get_stacks (trace)->changes.n, ==, 4);
      g_assert_cmpuint (count_problems (trace, TV_PROBLEM_CUT_RECORD), ==, 0);
    }
}

/* If there is no clock snapshot, polled values have no timestamps. Unsupported plugins are reported as problems. */
static void
test_untied (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize start = begin_block (file, 0, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  put_kernel (file);
  put_memory (file);
  put_plugin (file, "ffrt-profiler", 7, 10 * S, g_byte_array_new ());
  end_block (file, start);
  trace = load (file, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tv_trace_get_samples (trace)->n, ==, 0);
  g_assert_cmpuint (count_problems (trace, TV_PROBLEM_UNTIED_CLOCK), ==, 1);
  g_assert_cmpuint (count_problems (trace, TV_PROBLEM_UNREAD_PART), >=, 1);
}

/* If all records use a single clock that no snapshot synchronizes, that clock becomes the clock of the timeline. If
 * there are two such clocks, neither does. */
static void
test_own_clock (void)
{
  static const struct
  {
    guint clocks[2]; /* clocks of two records */
    gint64 boot_ns;  /* boot time in the header */
    gboolean is_synchronized;
  } rows[] = {
    { { 0, 0 }, 0, TRUE },     { { 1, 1 }, 0, TRUE },  { { 4, 4 }, 0, TRUE },
    { { 1, 1 }, 5 * S, TRUE }, { { 0, 1 }, 0, FALSE }, { { 1, 2 }, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      gsize start = begin_block (file, rows[i].boot_ns, 0);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      const TvSamples *samples;

      for (guint k = 0; k < 2; k++)
        {
          GByteArray *result = g_byte_array_new (), *system = g_byte_array_new ();

          put_number (system, 1, 1);
          put_number (system, 2, 4096 + k);
          put_message (result, 2, system);
          put_plugin (file, "memory-plugin", rows[i].clocks[k], (1500000000 + k) * S, result);
        }
      end_block (file, start);
      trace = load (file, &error);
      g_assert_no_error (error);
      samples = tv_trace_get_samples (trace);
      g_test_message ("row %u", i);
      g_assert_cmpuint (samples->n, ==, rows[i].is_synchronized ? 2 : 0);
      g_assert_cmpuint (count_problems (trace, TV_PROBLEM_UNTIED_CLOCK), ==,
                        rows[i].is_synchronized ? 0 : 2);
      if (!rows[i].is_synchronized)
        continue;
      g_assert_cmpint (samples->ts[0], ==, 1500000000 * S);
      g_assert_cmpint (tv_trace_get_start_ns (trace), ==, 1500000000 * S);
      g_assert_cmpint (tv_trace_get_end_ns (trace), ==, 1500000001 * S);
      g_assert_true (tv_time_base_is_offered (trace, TV_TIME_BASE_UTC) == (rows[i].clocks[0] == 0));
    }
}

/* A file that is truncated at any position is read up to that position, or causes an error with a message. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) whole = make_file ();

  for (guint size = 900; size < whole->len; size += 7)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      g_byte_array_append (file, whole->data, size);
      trace = load (file, &error);
      if (size < 1024)
        g_assert_error (error, TV_ERROR, TV_ERROR_TRUNCATED);
      else
        g_assert_no_error (error);
    }
}

static void
test_version (void)
{
  g_autoptr (GByteArray) file = make_file ();
  g_autoptr (GError) error = NULL;

  file->data[18] = 9;
  g_assert_null (load (file, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/htrace/parts", test_parts);
  g_test_add_func ("/htrace/polled", test_polled);
  g_test_add_func ("/htrace/system-events", test_system_events);
  g_test_add_func ("/htrace/clock", test_clock);
  g_test_add_func ("/htrace/wall-clock", test_wall_clock);
  g_test_add_func ("/htrace/hooks", test_hooks);
  g_test_add_func ("/htrace/blocks", test_blocks);
  g_test_add_func ("/htrace/untied", test_untied);
  g_test_add_func ("/htrace/own-clock", test_own_clock);
  g_test_add_func ("/htrace/cut", test_cut);
  g_test_add_func ("/htrace/version", test_version);
  return g_test_run ();
}
