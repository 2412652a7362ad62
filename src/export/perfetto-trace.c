/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/perfetto-trace.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "core/error.h"
#include "core/protobuf.h"
#include "export/replace-file.h"
#include "export/text-writer.h"

/* Writes a trace of any format as a Perfetto trace. Uses the rows of the trace, not the records of its file:
 *
 *   clocks, system ─▶ processes, threads, tracks ─▶ kernel events ─▶ slices ─▶ counters ─▶ log ─▶ samples
 *
 * Packets are not sorted by time. Readers sort them, and keep packets with the same time in the order of the file.
 * Therefore, the events of a track are written together, and the begins and ends of nested slices in depth-first
 * order. Field numbers are defined in perfetto/protos/trace. Called by `tracedump export`. Only reads the trace; the
 * writer has a stream, and buffers for a packet. */

enum
{
  SEQUENCE_EVENTS = 1,
  SEQUENCE_KERNEL,
  SEQUENCE_SAMPLES,
  N_SEQUENCES,
};

enum
{
  PACKET_FTRACE = 1,
  PACKET_PROCESS_TREE = 2,
  PACKET_CLOCKS = 6,
  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_TRACK_EVENT = 11,
  PACKET_INTERNED = 12,
  PACKET_FLAGS = 13,
  PACKET_LOG = 39,
  PACKET_SYSTEM = 45,
  PACKET_TRACK = 60,
  PACKET_STACK_SAMPLE = 135,
};

enum
{
  EVENT_BEGIN = 1,
  EVENT_END = 2,
  EVENT_INSTANT = 3,
  EVENT_COUNTER = 4,
};

enum
{
  FTRACE_SWITCH = 4,
  FTRACE_FREQUENCY = 11,
  FTRACE_IDLE = 13,
  FTRACE_BLOCKED_REASON = 18,
  FTRACE_WAKING = 20,
  FTRACE_FREE = 240,
};

/* Ids of Perfetto's built-in clocks. */
enum
{
  WALL_CLOCK = 1,
  TRACE_CLOCK = 6,
};

/* Uuids of tracks: the upper 32 bits are the kind of the owner, the lower 32 bits its row. */
#define UUID_OF_PROCESS (G_GUINT64_CONSTANT (1) << 32)
#define UUID_OF_THREAD  (G_GUINT64_CONSTANT (2) << 32)
#define UUID_OF_TRACK   (G_GUINT64_CONSTANT (3) << 32)
#define UUID_OF_COUNTER (G_GUINT64_CONSTANT (4) << 32)

#define BUNDLE_BYTES (64 * 1024)
#define IDLE_PRIO    120

/* A slice at one end of a flow, and whether the flow ends or starts there. */
typedef struct
{
  guint32 slice;
  guint32 flow;
  gboolean is_end;
} FlowEnd;

/**
 * Writer:
 * @shift_ns: offset in ns, which is added to all times, because times in Perfetto are never negative
 * @body: payload of the current packet; @inner is a message in @body, and @leaf a message in @inner
 * @interned: new interned entries for the next packet
 * @bundles: (element-type GByteArray): per CPU: events that are not written yet
 * @cpu_tracks: per CPU: track of its runs, or %TV_NONE
 * @known: (nullable): per symbol: whether it is already interned; likewise @known_frames, @known_stacks and
 *   @known_mappings
 * @known_functions: (element-type uint): string ids of kernel functions that are already interned
 * @flow_ends: (element-type FlowEnd): ends of flows, sorted by slice
 * @next_flow: index of the first flow end whose slice is not written yet
 */
typedef struct
{
  TvTrace *trace;
  const TvThread *threads;
  const TvProcess *processes;
  TvTextWriter writer;
  gint64 shift_ns;
  gboolean is_begun[N_SEQUENCES];
  GByteArray *packet, *body, *inner, *leaf;
  GByteArray *interned;
  GPtrArray *bundles;
  GArray *cpu_tracks;
  gboolean has_old_states;
  guint8 *known;
  guint8 *known_frames;
  guint8 *known_stacks;
  guint8 *known_mappings;
  GHashTable *known_functions;
  GArray *flow_ends;
  guint next_flow;
} Writer;

/* ---- Bytes ---- */

/* Appends a varint field. Unlike tv_protobuf_append_number(), also appends the number 0, because some fields must be
 * present. */
static void
put (GByteArray *message, guint field, gint64 value)
{
  tv_protobuf_append_varint (message, (guint64) field << 3);
  tv_protobuf_append_varint (message, (guint64) value);
}

static void
put_fixed64 (GByteArray *message, guint field, guint64 value)
{
  guint64 bytes = GUINT64_TO_LE (value);

  tv_protobuf_append_varint (message, (guint64) field << 3 | 1);
  g_byte_array_append (message, (const guint8 *) &bytes, sizeof bytes);
}

static void
put_double (GByteArray *message, guint field, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  put_fixed64 (message, field, bits);
}

/* Empties a buffer for a new message, and returns the buffer. */
static GByteArray *
begin (GByteArray *message)
{
  g_byte_array_set_size (message, 0);
  return message;
}

static gboolean
can_continue (Writer *self)
{
  return tv_text_writer_go_on (&self->writer);
}

static gint64
get_time (const Writer *self, gint64 ns)
{
  return ns + self->shift_ns;
}

/* Writes a packet with the payload @body, which may be NULL. The packet also contains new interned entries. If
 * @sequence is not 0, the packet belongs to this sequence. */
static void
write_packet (Writer *self, guint field, const GByteArray *body, gint64 ts, guint sequence)
{
  GByteArray *packet = begin (self->packet);

  if (ts != TV_NO_TIME)
    put (packet, PACKET_TIMESTAMP, get_time (self, ts));
  if (sequence != 0)
    {
      put (packet, PACKET_SEQUENCE, sequence);
      put (packet, PACKET_FLAGS, self->is_begun[sequence] ? 2 : 1);
      self->is_begun[sequence] = TRUE;
    }
  if (self->interned->len > 0)
    tv_protobuf_append_message (packet, PACKET_INTERNED, self->interned);
  g_byte_array_set_size (self->interned, 0);
  if (body != NULL)
    tv_protobuf_append_message (packet, field, body);

  begin (self->leaf);
  tv_protobuf_append_varint (self->leaf, 1 << 3 | 2);
  tv_protobuf_append_varint (self->leaf, packet->len);
  g_string_append_len (self->writer.buffer, (const char *) self->leaf->data, self->leaf->len);
  g_string_append_len (self->writer.buffer, (const char *) packet->data, packet->len);
}

static const char *
get_string (const Writer *self, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (self->trace, string) : NULL;
}

static void
put_string (Writer *self, GByteArray *message, guint field, guint32 string)
{
  if (string != TV_NONE)
    tv_protobuf_append_text (message, field, tv_trace_get_string (self->trace, string));
}

/* ---- Clocks and system ---- */

/* Writes a snapshot of the wall clock and the trace clock: the first reading in the recording if there is one.
 * Otherwise, both clocks are assumed to be equal. This is correct for logs with wall clock timestamps; for other
 * traces, the offset is unknown. */
static void
write_clocks (Writer *self)
{
  const TvRecording *recording = tv_trace_get_recording (self->trace);
  gint64 ts = tv_trace_get_start_ns (self->trace), wall = get_time (self, ts);

  for (guint32 i = 0; i < recording->n_readings; i++)
    if (recording->readings[i].clock == WALL_CLOCK)
      {
        ts = recording->readings[i].ts;
        wall = recording->readings[i].value;
        break;
      }
  begin (self->body);
  for (guint i = 0; i < 2; i++)
    {
      begin (self->inner);
      put (self->inner, 1, i == 0 ? TRACE_CLOCK : WALL_CLOCK);
      put (self->inner, 2, i == 0 ? get_time (self, ts) : wall);
      tv_protobuf_append_message (self->body, 1, self->inner);
    }
  put (self->body, 2, TRACE_CLOCK);
  write_packet (self, PACKET_CLOCKS, self->body, ts, 0);
}

/* Returns whether the kernel is older than 4.14, according to @release, or if it is unknown, according to recorded
 * states. Older kernels use other bits for states, and have some states that newer kernels lack. */
static gboolean
has_old_states (const Writer *self, const char *release)
{
  const TvRuns *runs = tv_trace_get_runs (self->trace);

  if (release != NULL)
    {
      guint64 version = g_ascii_strtoull (release, NULL, 10);
      const char *dot = strchr (release, '.');

      return version < 4 ||
             (version == 4 && dot != NULL && g_ascii_strtoull (dot + 1, NULL, 10) < 14);
    }
  for (guint32 i = 0; i < runs->n; i++)
    {
      const char *state = get_string (self, tv_runs_get (runs, i).end_state);

      if (state != NULL && strpbrk (state, "xKWN") != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Writes the version of the system. Readers need the kernel version to decode states, so if it is unknown, a suitable
 * version is assumed. */
static void
write_system (Writer *self)
{
  static const char *const keys[] = { "system-name", "system-version", "system-release",
                                      "system-machine" };
  const char *release = tv_trace_find_metadata (self->trace, keys[2]);

  if (release == NULL && tv_trace_get_runs (self->trace)->n == 0)
    return;
  self->has_old_states = has_old_states (self, release);
  begin (self->inner);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *value = tv_trace_find_metadata (self->trace, keys[i]);

      if (value == NULL && i == 2)
        value = self->has_old_states ? "4.9" : "4.14";
      /* Old releases use different sets of bits. Write a release for which readers use the bits written here. */
      if (i == 2 && self->has_old_states && release != NULL)
        value = "4.9";
      if (value != NULL)
        tv_protobuf_append_text (self->inner, i + 1, value);
    }
  begin (self->body);
  tv_protobuf_append_message (self->body, 1, self->inner);
  write_packet (self, PACKET_SYSTEM, self->body, TV_NO_TIME, 0);
}

/* ---- Processes and threads ---- */

static guint32
get_pid (const Writer *self, guint32 upid)
{
  return upid != TV_NONE ? self->processes[upid].pid : 0;
}

static void
write_process (Writer *self, guint32 upid)
{
  const TvProcess *process = &self->processes[upid];

  /* The process tree is necessary for parents and users, but readers end a name at the first space. */
  if (process->name != TV_NONE && strchr (get_string (self, process->name), ' ') == NULL)
    {
      begin (self->inner);
      put (self->inner, 1, process->pid);
      put (self->inner, 2, get_pid (self, process->parent));
      put_string (self, self->inner, 3, process->name);
      if (process->uid != TV_NONE)
        put (self->inner, 5, process->uid);
      begin (self->body);
      tv_protobuf_append_message (self->body, 1, self->inner);
      write_packet (self, PACKET_PROCESS_TREE, self->body,
                    MAX (process->start_ns, tv_trace_get_start_ns (self->trace)), 0);
    }
  begin (self->inner);
  put (self->inner, 1, process->pid);
  put_string (self, self->inner, 6, process->name);
  begin (self->body);
  put (self->body, 1, (gint64) (UUID_OF_PROCESS | upid));
  tv_protobuf_append_message (self->body, 3, self->inner);
  write_packet (self, PACKET_TRACK, self->body, TV_NO_TIME, SEQUENCE_EVENTS);
}

/* Returns: (transfer full): for each thread, whether extra tracks or counters refer to its descriptor */
static gboolean *
list_extra_tracks (const Writer *self)
{
  guint32 n_threads, n_tracks, n_counters;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n_counters);
  gboolean *has_extra;

  tv_trace_get_threads (self->trace, &n_threads);
  has_extra = g_new0 (gboolean, MAX (n_threads, 1));
  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD_EXTRA && tracks[t].utid != TV_NONE)
      has_extra[tracks[t].utid] = TRUE;
  for (guint32 c = 0; c < n_counters; c++)
    if (counters[c].utid != TV_NONE)
      has_extra[counters[c].utid] = TRUE;
  return has_extra;
}

static void
write_thread (Writer *self, guint32 utid, gboolean has_extra_track)
{
  const TvThread *thread = &self->threads[utid];
  guint32 pid = get_pid (self, thread->upid);

  if (thread->is_idle)
    return;
  /* In a descriptor, no process means process 0. In the process tree, the process of a thread may be unknown, but the
   * process tree does not declare tracks. */
  if (pid == 0 && thread->track == TV_NONE && thread->tid != 0)
    {
      begin (self->inner);
      put (self->inner, 1, thread->tid);
      put_string (self, self->inner, 2, thread->name);
      begin (self->body);
      tv_protobuf_append_message (self->body, 2, self->inner);
      write_packet (self, PACKET_PROCESS_TREE, self->body, tv_trace_get_start_ns (self->trace), 0);
    }
  if (pid == 0 && thread->track == TV_NONE && !has_extra_track)
    return;
  begin (self->inner);
  if (pid != 0)
    put (self->inner, 1, pid);
  put (self->inner, 2, thread->tid);
  put_string (self, self->inner, 5, thread->name);
  begin (self->body);
  put (self->body, 1, (gint64) (UUID_OF_THREAD | utid));
  if (thread->upid != TV_NONE)
    put (self->body, 5, (gint64) (UUID_OF_PROCESS | thread->upid));
  tv_protobuf_append_message (self->body, 4, self->inner);
  write_packet (self, PACKET_TRACK, self->body, TV_NO_TIME, SEQUENCE_EVENTS);
}

static void
write_threads (Writer *self)
{
  g_autofree gboolean *has_extra = list_extra_tracks (self);
  guint32 n;

  tv_trace_get_processes (self->trace, &n);
  for (guint32 upid = 0; upid < n && can_continue (self); upid++)
    if (self->processes[upid].pid != 0)
      write_process (self, upid);
  tv_trace_get_threads (self->trace, &n);
  for (guint32 utid = 0; utid < n && can_continue (self); utid++)
    write_thread (self, utid, has_extra[utid]);
}

/* ---- Kernel events ---- */

static void
flush_bundle (Writer *self, guint32 cpu)
{
  GByteArray *bundle = self->bundles->pdata[cpu];

  if (bundle->len == 0)
    return;
  begin (self->body);
  put (self->body, 1, tv_trace_get_cpu_number (self->trace, cpu));
  g_byte_array_append (self->body, bundle->data, bundle->len);
  g_byte_array_set_size (bundle, 0);
  write_packet (self, PACKET_FTRACE, self->body, TV_NO_TIME, SEQUENCE_KERNEL);
}

static void
make_bundles (Writer *self)
{
  guint32 n, n_counters;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n_counters);
  guint32 n_cpus = 0, none = TV_NONE;

  for (guint32 t = 0; t < n; t++)
    if (tracks[t].kind == TV_TRACK_CPU)
      n_cpus = MAX (n_cpus, tracks[t].cpu + 1);
    else if (tracks[t].kind == TV_TRACK_THREAD_STATE)
      n_cpus = MAX (n_cpus, 1);
  for (guint32 c = 0; c < n_counters; c++)
    if (counters[c].cpu != TV_NONE)
      n_cpus = MAX (n_cpus, counters[c].cpu + 1);
  for (guint32 cpu = 0; cpu < n_cpus; cpu++)
    {
      g_ptr_array_add (self->bundles, g_byte_array_new ());
      g_array_append_val (self->cpu_tracks, none);
    }
  for (guint32 t = 0; t < n; t++)
    if (tracks[t].kind == TV_TRACK_CPU)
      g_array_index (self->cpu_tracks, guint32, tracks[t].cpu) = t;
}

/* Adds a kernel event with the payload @leaf to the bundle of a CPU. @flags: common_flags of the kernel */
static void
add_kernel_event (Writer *self, guint32 cpu, gint64 ts, guint32 tid, guint flags, guint field)
{
  GByteArray *bundle = self->bundles->pdata[cpu];

  begin (self->inner);
  put (self->inner, 1, get_time (self, ts));
  put (self->inner, 2, tid);
  if (flags != 0)
    put (self->inner, 5, flags);
  tv_protobuf_append_message (self->inner, field, self->leaf);
  tv_protobuf_append_message (bundle, 2, self->inner);
  if (bundle->len >= BUNDLE_BYTES)
    flush_bundle (self, cpu);
}

static guint32
get_tid (const Writer *self, guint32 utid)
{
  return utid != TV_NONE && !self->threads[utid].is_idle ? self->threads[utid].tid : 0;
}

static void
put_comm (Writer *self, guint field, guint32 utid)
{
  if (get_tid (self, utid) == 0)
    tv_protobuf_append_text (self->leaf, field, "swapper");
  else
    put_string (self, self->leaf, field, self->threads[utid].name);
}

/* Converts kernel state letters to bits. */
static gint64
encode_state (const Writer *self, const char *text)
{
  const char *letters = self->has_old_states ? "SDTtXZxKWPN" : "SDTtXZPI";
  gint64 state = 0;

  if (text == NULL)
    return 0;
  if (self->has_old_states && g_str_equal (text, "I"))
    return 0x402;
  for (; *text != '\0'; text++)
    {
      const char *letter = strchr (letters, *text);

      if (letter != NULL)
        state |= 1 << (letter - letters);
      else if (*text == '+')
        state |= self->has_old_states ? 0x1000 : 0x100;
    }
  return state;
}

/* Adds a context switch. @prev: (nullable): the run that ends; NULL for the idle thread. @next: (nullable): the run
 * that starts; NULL for the idle thread */
static void
add_switch (Writer *self, guint32 cpu, gint64 ts, const TvRun *prev, const TvRun *next)
{
  guint32 prev_utid = prev != NULL ? prev->utid : TV_NONE;
  guint32 next_utid = next != NULL ? next->utid : TV_NONE;

  begin (self->leaf);
  put_comm (self, 1, prev_utid);
  put (self->leaf, 2, get_tid (self, prev_utid));
  put (self->leaf, 3, prev != NULL ? prev->priority : IDLE_PRIO);
  put (self->leaf, 4, prev != NULL ? encode_state (self, get_string (self, prev->end_state)) : 0);
  put_comm (self, 5, next_utid);
  put (self->leaf, 6, get_tid (self, next_utid));
  put (self->leaf, 7, next != NULL ? next->priority : IDLE_PRIO);
  add_kernel_event (self, cpu, ts, get_tid (self, prev_utid), 0, FTRACE_SWITCH);
}

static void
write_switches (Writer *self, const TvTrack *track)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  TvRun run, prev = { 0 };
  gint64 end_ns = 0;
  gboolean is_running = FALSE;

  for (guint32 i = 0; i < track->n_slices && can_continue (self); i++)
    {
      guint32 slice = track->first_slice + i;
      gint64 start_ns = tv_slices_start (slices, slice);

      tv_trace_get_run (self->trace, slice, &run);
      if (is_running && end_ns < start_ns)
        {
          add_switch (self, track->cpu, end_ns, &prev, NULL);
          is_running = FALSE;
        }
      add_switch (self, track->cpu, start_ns, is_running ? &prev : NULL, &run);
      prev = run;
      is_running = TRUE;
      end_ns = tv_slices_end (slices, slice);
      if (tv_slices_is_unfinished (slices, slice))
        is_running = FALSE;
    }
  if (is_running)
    add_switch (self, track->cpu, end_ns, &prev, NULL);
}

/* Returns the thread that was running on a CPU at a time, or TV_NONE if the CPU was idle. */
static guint32
find_running (const Writer *self, guint32 cpu, gint64 ts)
{
  guint32 track = g_array_index (self->cpu_tracks, guint32, cpu);
  guint32 slice = track != TV_NONE ? tv_trace_find_slice_at (self->trace, track, 0, ts) : TV_NONE;

  return slice != TV_NONE ? tv_trace_get_run_thread (self->trace, slice) : TV_NONE;
}

static gboolean
find_cpu_of (const Writer *self, guint32 utid, gint64 ts, guint32 *cpu)
{
  for (*cpu = 0; *cpu < self->bundles->len; (*cpu)++)
    if (find_running (self, *cpu, ts) == utid)
      return TRUE;
  return FALSE;
}

/**
 * RunningOn:
 * @tid: id of the thread that was running on the CPU
 * @is_early: whether the event must precede a switch at the same time, because the thread stopped running at that
 *   time
 *
 * The CPU and thread of an event to write.
 */
typedef struct
{
  guint32 cpu;
  guint32 tid;
  gboolean is_early;
} RunningOn;

/* Finds the CPU on which @utid was running. If @utid is the idle thread or was not running, finds an idle CPU
 * instead, because readers conclude from the events of a CPU which thread was running on it. Returns FALSE if all
 * CPUs were busy. */
static gboolean
find_cpu_and_tid (const Writer *self, guint32 utid, gint64 ts, RunningOn *position)
{
  guint32 *cpu = &position->cpu;

  *position = (RunningOn){ .tid = get_tid (self, utid) };
  if (position->tid != 0 && find_cpu_of (self, utid, ts, cpu))
    return TRUE;
  if (position->tid != 0 && find_cpu_of (self, utid, ts - 1, cpu))
    {
      position->is_early = TRUE;
      return TRUE;
    }
  position->tid = 0;
  for (*cpu = 0; *cpu < self->bundles->len; (*cpu)++)
    if (find_running (self, *cpu, ts) == TV_NONE)
      return TRUE;
  return FALSE;
}

static void
add_waking (Writer *self, guint32 utid, const TvState *state, gint64 ts, gboolean is_early)
{
  RunningOn position;

  if (!find_cpu_and_tid (self, state->waker, ts, &position) || position.is_early != is_early)
    return;
  begin (self->leaf);
  put_comm (self, 1, utid);
  put (self->leaf, 2, get_tid (self, utid));
  put (self->leaf, 3, IDLE_PRIO);
  put (self->leaf, 4, 1);
  put (self->leaf, 5, 0);
  add_kernel_event (self, position.cpu, ts, position.tid, state->irq_context == 1 ? 0x10 : 0,
                    FTRACE_WAKING);
}

static void
add_blocked_reason (Writer *self,
                    guint32 utid,
                    const TvState *state,
                    guint32 waker,
                    gint64 ts,
                    gboolean is_early)
{
  guint64 iid = state->blocked_function != TV_NONE ? (guint64) state->blocked_function + 1 : 0;
  RunningOn position;

  if (!find_cpu_and_tid (self, waker, ts, &position) || position.is_early != is_early)
    return;
  if (iid != 0 && g_hash_table_add (self->known_functions, GSIZE_TO_POINTER (iid)))
    {
      begin (self->leaf);
      put (self->leaf, 1, (gint64) iid);
      put_string (self, self->leaf, 2, state->blocked_function);
      tv_protobuf_append_message (self->interned, 26, self->leaf);
      write_packet (self, 0, NULL, TV_NO_TIME, SEQUENCE_KERNEL);
    }
  begin (self->leaf);
  put (self->leaf, 1, get_tid (self, utid));
  if (iid != 0)
    put (self->leaf, 2, (gint64) iid);
  put (self->leaf, 3, state->io_wait == 1);
  add_kernel_event (self, position.cpu, ts, position.tid, 0, FTRACE_BLOCKED_REASON);
}

/* Returns the thread that ended a state by a wakeup, or TV_NONE. @next is the following state. */
static guint32
find_waker (const Writer *self, const TvTrack *track, guint32 next)
{
  TvState state;

  if (next >= track->first_slice + track->n_slices)
    return TV_NONE;
  tv_trace_get_state (self->trace, next, &state);
  return state.waker;
}

/* Writes details of states that switches lack: wakeups, and reasons why a thread was blocked. If @is_early, only
 * writes events that must precede the switches, because events with the same time remain in the order of the file. */
static void
write_wakings (Writer *self, const TvTrack *track, gboolean is_early)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  gint64 running_until = G_MININT64;
  TvState state;

  for (guint32 i = 0; i < track->n_slices && can_continue (self); i++)
    {
      guint32 slice = track->first_slice + i;
      gint64 start_ns = tv_slices_start (slices, slice), end_ns = tv_slices_end (slices, slice);

      tv_trace_get_state (self->trace, slice, &state);
      if (state.kind == TV_STATE_RUNNING)
        running_until = end_ns;
      else if (state.kind == TV_STATE_RUNNABLE && running_until != start_ns)
        add_waking (self, track->utid, &state, start_ns, is_early);
      else if (state.kind != TV_STATE_RUNNABLE &&
               (state.io_wait >= 0 || state.blocked_function != TV_NONE))
        add_blocked_reason (self, track->utid, &state, find_waker (self, track, slice + 1), end_ns,
                            is_early);
    }
}

/* Writes a free event for each thread that ended, so that another thread can reuse its tid. */
static void
write_ends (Writer *self)
{
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);
  RunningOn position;
  guint32 n;

  tv_trace_get_threads (self->trace, &n);
  for (guint32 utid = 0; utid < n && can_continue (self); utid++)
    {
      const TvThread *thread = &self->threads[utid];
      gint64 end_ns = thread->end_ns;

      if (end_ns == G_MAXINT64 || thread->state_track == TV_NONE)
        continue;
      end_ns = MAX (end_ns, tracks[thread->state_track].end_ns);
      if (!find_cpu_and_tid (self, TV_NONE, end_ns, &position))
        continue;
      begin (self->leaf);
      put_comm (self, 1, utid);
      put (self->leaf, 2, thread->tid);
      put (self->leaf, 3, IDLE_PRIO);
      add_kernel_event (self, position.cpu, end_ns, position.tid, 0, FTRACE_FREE);
    }
}

static gboolean
is_of_kernel (const TvCounterTrack *counter)
{
  return counter->cpu != TV_NONE && (counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY ||
                                     counter->role == TV_COUNTER_ROLE_CPU_IDLE);
}

static void
write_cpu_counters (Writer *self)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  for (guint32 c = 0; c < n; c++)
    for (guint32 i = 0;
         is_of_kernel (&counters[c]) && i < counters[c].n_samples && can_continue (self); i++)
      {
        guint32 sample = counters[c].first_sample + i;
        gboolean is_frequency = counters[c].role == TV_COUNTER_ROLE_CPU_FREQUENCY;

        begin (self->leaf);
        put (self->leaf, 1, (guint32) (gint64) samples->value[sample]);
        put (self->leaf, 2, tv_trace_get_cpu_number (self->trace, counters[c].cpu));
        add_kernel_event (self, counters[c].cpu, samples->ts[sample],
                          get_tid (self, find_running (self, counters[c].cpu, samples->ts[sample])),
                          0, is_frequency ? FTRACE_FREQUENCY : FTRACE_IDLE);
      }
}

static void
write_kernel_events (Writer *self)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);

  make_bundles (self);
  for (guint32 t = 0; t < n; t++)
    if (tracks[t].kind == TV_TRACK_THREAD_STATE)
      write_wakings (self, &tracks[t], TRUE);
  for (guint32 t = 0; t < n; t++)
    if (tracks[t].kind == TV_TRACK_CPU)
      write_switches (self, &tracks[t]);
  for (guint32 t = 0; t < n; t++)
    if (tracks[t].kind == TV_TRACK_THREAD_STATE)
      write_wakings (self, &tracks[t], FALSE);
  write_ends (self);
  write_cpu_counters (self);
  for (guint32 cpu = 0; cpu < self->bundles->len; cpu++)
    flush_bundle (self, cpu);
}

/* ---- Slices ---- */

static guint64
get_track_uuid (const Writer *self, guint32 t)
{
  const TvTrack *track = &tv_trace_get_tracks (self->trace, NULL)[t];

  if (track->kind == TV_TRACK_THREAD && self->threads[track->utid].track == t)
    return UUID_OF_THREAD | track->utid;
  return UUID_OF_TRACK | t;
}

/* Returns whether to write the slices of a track. Slices for log lines are omitted, because readers decode the log
 * lines again. */
static gboolean
is_written (const TvTrack *track)
{
  return track->kind != TV_TRACK_CPU && track->kind != TV_TRACK_THREAD_STATE &&
         track->n_slices > 0 && !tv_track_role_is_of_log (track->role);
}

static guint64
get_owner_uuid (const Writer *self, guint32 utid, guint32 upid)
{
  if (utid != TV_NONE && !self->threads[utid].is_idle)
    return UUID_OF_THREAD | utid;
  return upid != TV_NONE && self->processes[upid].pid != 0 ? UUID_OF_PROCESS | upid : 0;
}

/* Returns the name of a track or counter. If it belongs to a CPU, the name includes the CPU number, because track
 * events in Perfetto cannot belong to a CPU. */
static char *
dup_name_with_cpu (Writer *self, guint32 name, guint32 cpu)
{
  const char *text = get_string (self, name);

  if (cpu == TV_NONE)
    return g_strdup (text);
  return g_strdup_printf ("%s CPU %u", text != NULL ? text : "",
                          tv_trace_get_cpu_number (self->trace, cpu));
}

static void
write_track (Writer *self, guint32 t)
{
  const TvTrack *track = &tv_trace_get_tracks (self->trace, NULL)[t];
  guint64 parent = get_owner_uuid (self, track->utid, track->upid);
  g_autofree char *name = dup_name_with_cpu (self, track->name, track->cpu);

  if ((get_track_uuid (self, t) & UUID_OF_TRACK) != UUID_OF_TRACK)
    return;
  begin (self->body);
  put (self->body, 1, (gint64) (UUID_OF_TRACK | t));
  if (name != NULL)
    tv_protobuf_append_text (self->body, 2, name);
  if (parent != 0)
    put (self->body, 5, (gint64) parent);
  write_packet (self, PACKET_TRACK, self->body, TV_NO_TIME, SEQUENCE_EVENTS);
}

static void
put_name (Writer *self, GByteArray *event, guint32 symbol)
{
  if (!self->known[symbol])
    {
      g_autofree char *name = tv_trace_dup_symbol_name (self->trace, symbol);

      begin (self->leaf);
      put (self->leaf, 1, (gint64) symbol + 1);
      tv_protobuf_append_text (self->leaf, 2, name);
      tv_protobuf_append_message (self->interned, 2, self->leaf);
      self->known[symbol] = TRUE;
    }
  put (event, 10, (gint64) symbol + 1);
}

static void
put_arg (Writer *self, GByteArray *event, const TvArg *arg)
{
  const char *key = get_string (self, tv_arg_get_key (arg));

  if (tv_arg_is_category (arg))
    {
      put_string (self, event, 22, tv_arg_get_string (arg));
      return;
    }
  begin (self->leaf);
  tv_protobuf_append_text (self->leaf, 10,
                           g_str_has_prefix (key, "debug.") ? key + strlen ("debug.") : key);
  switch (tv_arg_get_type (arg))
    {
    case TV_ARG_STRING:
      put_string (self, self->leaf, 6, tv_arg_get_string (arg));
      break;
    case TV_ARG_INT:
      put (self->leaf, 4, tv_trace_get_arg_int (self->trace, arg));
      break;
    case TV_ARG_UINT:
      put (self->leaf, 3, tv_trace_get_arg_int (self->trace, arg));
      break;
    case TV_ARG_POINTER:
      put (self->leaf, 7, tv_trace_get_arg_int (self->trace, arg));
      break;
    case TV_ARG_DOUBLE:
      put_double (self->leaf, 5, tv_trace_get_arg_double (self->trace, arg));
      break;
    case TV_ARG_BOOL:
      put (self->leaf, 2, tv_trace_get_arg_int (self->trace, arg));
      break;
    default:
      g_assert_not_reached ();
    }
  tv_protobuf_append_message (event, 4, self->leaf);
}

/* Appends the flows of a slice. Each flow has its own id, and ends at the receiving slice. */
static void
put_flows (Writer *self, GByteArray *event, guint32 slice)
{
  for (; self->next_flow < self->flow_ends->len; self->next_flow++)
    {
      const FlowEnd *end = &g_array_index (self->flow_ends, FlowEnd, self->next_flow);

      if (end->slice > slice)
        return;
      if (end->slice == slice)
        put_fixed64 (event, end->is_end ? 48 : 47, (guint64) end->flow + 1);
    }
}

static void
write_begin (Writer *self, guint64 uuid, guint32 slice, guint type)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  GByteArray *event = begin (self->body);
  guint32 n = 0;
  const TvArg *args = NULL;

  put (event, 9, type);
  put (event, 11, (gint64) uuid);
  put_name (self, event, tv_slices_symbol (slices, slice));
  if (slices->arg_set != NULL && slices->arg_set[slice] != TV_NONE)
    args = tv_trace_get_args (self->trace, slices->arg_set[slice], &n);
  for (guint32 i = 0; i < n; i++)
    put_arg (self, event, &args[i]);
  put_flows (self, event, slice);
  write_packet (self, PACKET_TRACK_EVENT, event, tv_slices_start (slices, slice), SEQUENCE_EVENTS);
}

static void
write_end (Writer *self, guint64 uuid, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  begin (self->body);
  put (self->body, 9, EVENT_END);
  put (self->body, 11, (gint64) uuid);
  write_packet (self, PACKET_TRACK_EVENT, self->body, tv_slices_end (slices, slice),
                SEQUENCE_EVENTS);
}

static void
write_slices_of (Writer *self, guint32 t)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvTrack *track = &tv_trace_get_tracks (self->trace, NULL)[t];
  guint64 uuid = get_track_uuid (self, t);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i <= track->n_slices && can_continue (self); i++)
    {
      guint32 slice = track->first_slice + i;
      guint32 depth = i < track->n_slices ? tv_slices_depth (slices, slice) : 0;

      while (open->len > depth)
        {
          guint32 last = g_array_index (open, guint32, open->len - 1);

          if (!(slices->flags[last] & (TV_SLICE_OPEN | TV_SLICE_LOST | TV_SLICE_INSTANT)))
            write_end (self, uuid, last);
          g_array_set_size (open, open->len - 1);
        }
      if (i == track->n_slices)
        break;
      write_begin (self, uuid, slice,
                   slices->flags[slice] & TV_SLICE_INSTANT ? EVENT_INSTANT : EVENT_BEGIN);
      g_array_append_val (open, slice);
    }
}

static int
compare_flow_ends (gconstpointer a, gconstpointer b)
{
  const FlowEnd *left = a, *right = b;

  return left->slice != right->slice ? (left->slice < right->slice ? -1 : 1)
                                     : (left->flow > right->flow) - (left->flow < right->flow);
}

static void
write_slices (Writer *self)
{
  guint32 n_tracks, n_flows;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  const TvFlow *flows = tv_trace_get_flows (self->trace, &n_flows);

  for (guint32 i = 0; i < n_flows; i++)
    {
      FlowEnd ends[2] = { { flows[i].from, i, FALSE }, { flows[i].to, i, TRUE } };

      g_array_append_vals (self->flow_ends, ends, 2);
    }
  g_array_sort (self->flow_ends, compare_flow_ends);
  for (guint32 t = 0; t < n_tracks && can_continue (self); t++)
    if (is_written (&tracks[t]))
      {
        write_track (self, t);
        write_slices_of (self, t);
      }
}

/* ---- Counters ---- */

static void
write_counter_track (Writer *self, guint32 c)
{
  static const guint8 units[TV_N_COUNTER_UNITS] = {
    [TV_COUNTER_UNIT_NS] = 1, [TV_COUNTER_UNIT_COUNT] = 2, [TV_COUNTER_UNIT_BYTES] = 3
  };
  const TvCounterTrack *counter = &tv_trace_get_counter_tracks (self->trace, NULL)[c];
  guint64 parent = get_owner_uuid (self, counter->utid, counter->upid);
  g_autofree char *name = dup_name_with_cpu (self, counter->name, counter->cpu);

  begin (self->inner);
  if (units[counter->unit] != 0)
    put (self->inner, 3, units[counter->unit]);
  begin (self->body);
  put (self->body, 1, (gint64) (UUID_OF_COUNTER | c));
  tv_protobuf_append_text (self->body, 2, name);
  if (parent != 0)
    put (self->body, 5, (gint64) parent);
  tv_protobuf_append_message (self->body, 8, self->inner);
  write_packet (self, PACKET_TRACK, self->body, TV_NO_TIME, SEQUENCE_EVENTS);
}

static void
write_counters (Writer *self)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  for (guint32 c = 0; c < n && can_continue (self); c++)
    {
      if (is_of_kernel (&counters[c]))
        continue;
      write_counter_track (self, c);
      for (guint32 i = 0; i < counters[c].n_samples && can_continue (self); i++)
        {
          guint32 sample = counters[c].first_sample + i;
          double value = samples->value[sample];
          gboolean is_whole = fabs (value) < 9e15 && value == floor (value);

          begin (self->body);
          put (self->body, 9, EVENT_COUNTER);
          put (self->body, 11, (gint64) (UUID_OF_COUNTER | c));
          if (is_whole)
            put (self->body, 30, (gint64) value);
          else
            put_double (self->body, 44, value);
          write_packet (self, PACKET_TRACK_EVENT, self->body, samples->ts[sample], SEQUENCE_EVENTS);
        }
    }
}

/* ---- Log ---- */

static guint
find_log_id (const char *buffer)
{
  static const char *const buffers[] = { "main",  "radio", "events",   "system",
                                         "crash", "stats", "security", "kernel" };

  for (guint i = 0; buffer != NULL && i < G_N_ELEMENTS (buffers); i++)
    if (g_str_equal (buffers[i], buffer))
      return i;
  return 0;
}

static gint64
get_wall_ns (const Writer *self, gint64 ns)
{
  const TvRecording *recording = tv_trace_get_recording (self->trace);

  for (guint32 i = 0; i < recording->n_readings; i++)
    if (recording->readings[i].clock == WALL_CLOCK)
      return ns - recording->readings[i].ts + recording->readings[i].value;
  return get_time (self, ns);
}

static void
write_line (Writer *self, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);
  gint64 ts = lines->ts[line] != TV_NO_TIME ? lines->ts[line] : tv_trace_get_start_ns (self->trace);
  guint32 domain = tv_log_column_get (lines->domain, line);
  gsize len;
  const char *text = tv_trace_get_log_text (self->trace, line, &len);

  begin (self->inner);
  put (self->inner, 1, find_log_id (get_string (self, tv_log_column_get (lines->buffer, line))));
  if (lines->pid[line] != TV_NONE)
    put (self->inner, 2, lines->pid[line]);
  if (lines->tid[line] != TV_NONE)
    put (self->inner, 3, lines->tid[line]);
  if (tv_log_column_get (lines->uid, line) != TV_NONE)
    put (self->inner, 4, lines->uid[line]);
  put (self->inner, 5, get_wall_ns (self, ts));
  if (domain != TV_NONE)
    {
      g_autofree char *tag = g_strconcat (
          get_string (self, domain), "/",
          lines->tag[line] != TV_NONE ? get_string (self, lines->tag[line]) : "", NULL);

      tv_protobuf_append_text (self->inner, 6, tag);
    }
  else
    put_string (self, self->inner, 6, lines->tag[line]);
  put (self->inner, 7, tv_log_level_prio ((TvLogLevel) lines->level[line]));
  tv_protobuf_append_bytes (self->inner, 8, text, len);
  tv_protobuf_append_message (self->body, 1, self->inner);
}

static void
write_log (Writer *self)
{
  guint32 n = tv_trace_get_log_lines (self->trace)->n;

  begin (self->body);
  for (guint32 line = 0; line < n && can_continue (self); line++)
    {
      write_line (self, line);
      if (self->body->len < BUNDLE_BYTES && line + 1 < n)
        continue;
      write_packet (self, PACKET_LOG, self->body, TV_NO_TIME, 0);
      begin (self->body);
    }
}

/* ---- Samples ---- */

static void
intern_text (Writer *self, guint field, guint64 iid, const char *text)
{
  begin (self->leaf);
  put (self->leaf, 1, (gint64) iid);
  tv_protobuf_append_text (self->leaf, 2, text);
  tv_protobuf_append_message (self->interned, field, self->leaf);
}

static void
put_build_id (Writer *self, guint64 iid, const char *hex)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (; g_ascii_isxdigit (hex[0]) && g_ascii_isxdigit (hex[1]); hex += 2)
    {
      guint8 byte = (guint8) (g_ascii_xdigit_value (hex[0]) << 4 | g_ascii_xdigit_value (hex[1]));

      g_byte_array_append (bytes, &byte, 1);
    }
  begin (self->leaf);
  put (self->leaf, 1, (gint64) iid);
  tv_protobuf_append_message (self->leaf, 2, bytes);
  tv_protobuf_append_message (self->interned, 16, self->leaf);
}

static void
intern_mapping (Writer *self, guint32 row)
{
  const TvMapping *mapping = &tv_trace_get_stacks (self->trace)->mappings[row];
  const char *path = get_string (self, mapping->path);
  const char *build_id = get_string (self, mapping->build_id);

  if (self->known_mappings[row])
    return;
  self->known_mappings[row] = TRUE;
  /* Readers add a slash before each component of a path. */
  intern_text (self, 17, (guint64) row + 1, *path == '/' ? path + 1 : path);
  if (build_id != NULL)
    put_build_id (self, (guint64) row + 1, build_id);
  begin (self->leaf);
  put (self->leaf, 1, (gint64) row + 1);
  if (build_id != NULL)
    put (self->leaf, 2, (gint64) row + 1);
  put (self->leaf, 3, (gint64) mapping->start_offset);
  put (self->leaf, 4, (gint64) mapping->start);
  put (self->leaf, 5, (gint64) mapping->end);
  put (self->leaf, 6, (gint64) mapping->load_bias);
  put (self->leaf, 7, (gint64) row + 1);
  put (self->leaf, 8, (gint64) mapping->exact_offset);
  tv_protobuf_append_message (self->interned, 19, self->leaf);
}

static void
intern_frame (Writer *self, guint32 row)
{
  const TvFrame *frame = &tv_trace_get_stacks (self->trace)->frames[row];
  g_autofree char *name = NULL;

  if (self->known_frames[row])
    return;
  self->known_frames[row] = TRUE;
  if (frame->mapping != TV_NONE)
    intern_mapping (self, frame->mapping);
  if (frame->symbol != TV_NONE)
    {
      name = tv_trace_dup_symbol_name (self->trace, frame->symbol);
      intern_text (self, 5, (guint64) row + 1, name);
    }
  begin (self->leaf);
  put (self->leaf, 1, (gint64) row + 1);
  if (name != NULL)
    put (self->leaf, 2, (gint64) row + 1);
  if (frame->mapping != TV_NONE)
    put (self->leaf, 3, (gint64) frame->mapping + 1);
  put (self->leaf, 4, (gint64) frame->relative_pc);
  tv_protobuf_append_message (self->interned, 6, self->leaf);
}

static void
intern_stack (Writer *self, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 depth = stacks->callsites[callsite].depth;
  g_autofree guint32 *frames = NULL;

  if (self->known_stacks[callsite])
    return;
  self->known_stacks[callsite] = TRUE;
  frames = g_new (guint32, (gsize) depth + 1);
  for (guint32 at = callsite, i = depth + 1; at != TV_NONE && i-- > 0;
       at = stacks->callsites[at].parent)
    frames[i] = stacks->callsites[at].frame;
  for (guint32 i = 0; i <= depth; i++)
    intern_frame (self, frames[i]);
  begin (self->leaf);
  put (self->leaf, 1, (gint64) callsite + 1);
  for (guint32 i = 0; i <= depth; i++)
    put (self->leaf, 2, (gint64) frames[i] + 1);
  tv_protobuf_append_message (self->interned, 7, self->leaf);
}

/* Appends the kind of a sample. If weights have decimal digits, they are written as integers in a correspondingly
 * smaller unit. */
static void
put_kind (Writer *self, const TvSampleKind *kind)
{
  enum
  {
    NANOSECONDS = 1,
    BYTES = 4,
    COUNT = 9,
  };
  guint n_digits = tv_weight_unit_get_digits (kind->unit);

  begin (self->leaf);
  put_string (self, self->leaf, 2, kind->name);
  if (n_digits > 0)
    {
      char unit[32];

      g_snprintf (unit, sizeof unit, "1/%.0f", pow (10, n_digits));
      tv_protobuf_append_text (self->leaf, 4, unit);
    }
  else
    put (self->leaf, 3,
         kind->unit == TV_WEIGHT_NS      ? NANOSECONDS
         : kind->unit == TV_WEIGHT_BYTES ? BYTES
                                         : COUNT);
  tv_protobuf_append_message (self->body, 9, self->leaf);
}

static void
write_sample (Writer *self, guint32 row)
{
  static const guint8 modes[TV_N_CPU_MODES] = {
    [TV_CPU_MODE_USER] = 1,       [TV_CPU_MODE_KERNEL] = 2,       [TV_CPU_MODE_HYPERVISOR] = 3,
    [TV_CPU_MODE_GUEST_USER] = 4, [TV_CPU_MODE_GUEST_KERNEL] = 5,
  };
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvStackSamples *samples = &stacks->samples;
  const TvSampleKind *kind = &stacks->kinds[samples->kind[row]];
  gint64 ts = samples->ts[row] != TV_NO_TIME ? samples->ts[row]
                                             : tv_trace_get_start_ns (self->trace);
  guint32 utid = samples->utid[row], cpu = samples->cpu[row];
  if (samples->callsite[row] != TV_NONE)
    intern_stack (self, samples->callsite[row]);
  begin (self->body);
  if (utid != TV_NONE)
    {
      begin (self->leaf);
      if (get_pid (self, self->threads[utid].upid) != 0)
        put (self->leaf, 2, get_pid (self, self->threads[utid].upid));
      put (self->leaf, 3, self->threads[utid].tid);
      tv_protobuf_append_message (self->body, 1, self->leaf);
    }
  if (cpu != TV_NONE)
    {
      begin (self->leaf);
      put (self->leaf, 2, tv_trace_get_cpu_number (self->trace, cpu));
      put (self->leaf, 3, modes[samples->mode[row]]);
      tv_protobuf_append_message (self->body, 3, self->leaf);
    }
  if (samples->callsite[row] != TV_NONE)
    put (self->body, 6, (gint64) samples->callsite[row] + 1);
  if (samples->unwind_error[row] != TV_UNWIND_FINE)
    tv_protobuf_append_text (self->body, 7,
                             tv_unwind_error_name ((TvUnwindError) samples->unwind_error[row]));
  put_kind (self, kind);
  put (self->body, 11, samples->weight[row]);
  write_packet (self, PACKET_STACK_SAMPLE, self->body, ts, SEQUENCE_SAMPLES);
}

static void
write_samples (Writer *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);

  if (stacks->samples.n == 0)
    return;
  self->known_frames = g_new0 (guint8, (gsize) stacks->n_frames + 1);
  self->known_stacks = g_new0 (guint8, (gsize) stacks->n_callsites + 1);
  self->known_mappings = g_new0 (guint8, (gsize) stacks->n_mappings + 1);
  for (guint32 i = 0; i < stacks->samples.n && can_continue (self); i++)
    write_sample (self, i);
}

/* ---- The file ---- */

static void
write_file (Writer *self)
{
  write_clocks (self);
  write_system (self);
  write_threads (self);
  write_kernel_events (self);
  write_slices (self);
  write_counters (self);
  write_log (self);
  write_samples (self);
}

/**
 * tv_write_perfetto:
 * @trace: a trace of one machine
 * @stream: output stream; neither flushed nor closed
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Writes a trace in Perfetto's format: processes, threads, slices, flows, counters, thread states, log lines and
 * samples. Times are unchanged, unless some are negative; an offset is then added to all times.
 * Returns: whether everything was written
 */
gboolean
tv_write_perfetto (TvTrace *trace, GOutputStream *stream, GCancellable *cancellable, GError **error)
{
  GByteArray **messages[5];
  guint32 n_symbols;
  gboolean is_fine;
  Writer self = { .trace = trace };

  if (tv_trace_has_machines (trace))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_IO,
                           _("A recording of several machines cannot be exported to Perfetto"));
      return FALSE;
    }
  messages[0] = &self.packet;
  messages[1] = &self.body;
  messages[2] = &self.inner;
  messages[3] = &self.leaf;
  messages[4] = &self.interned;
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    *messages[i] = g_byte_array_new ();
  tv_trace_get_symbols (trace, &n_symbols);
  self.threads = tv_trace_get_threads (trace, NULL);
  self.processes = tv_trace_get_processes (trace, NULL);
  self.known = g_new0 (guint8, (gsize) n_symbols + 1);
  self.known_functions = g_hash_table_new (NULL, NULL);
  self.bundles = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  self.cpu_tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.flow_ends = g_array_new (FALSE, FALSE, sizeof (FlowEnd));
  self.shift_ns = -MIN (tv_trace_get_start_ns (trace), 0);
  tv_text_writer_init (&self.writer, stream, cancellable);
  write_file (&self);
  is_fine = tv_text_writer_finish (&self.writer, error);
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    g_byte_array_unref (*messages[i]);
  g_free (self.known);
  g_free (self.known_frames);
  g_free (self.known_stacks);
  g_free (self.known_mappings);
  g_hash_table_unref (self.known_functions);
  g_array_unref (self.flow_ends);
  g_array_unref (self.cpu_tracks);
  g_ptr_array_unref (self.bundles);
  return is_fine;
}

static gboolean
write_job (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  return tv_write_perfetto (data, stream, cancellable, error);
}

/**
 * tv_write_perfetto_to_file:
 * @trace: a trace of one machine
 * @file: file to create or replace, see tv_replace_file()
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Writes a trace to a file in Perfetto's format.
 * Returns: whether the file was written
 */
gboolean
tv_write_perfetto_to_file (TvTrace *trace, GFile *file, GCancellable *cancellable, GError **error)
{
  return tv_replace_file (file, write_job, trace, cancellable, error);
}
