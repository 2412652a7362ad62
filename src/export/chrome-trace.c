/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/stack-writers.h"
#include "export/text-writer.h"
#include "traceview-config.h"

/* Writes Chrome's trace events as a JSON object. Each call is one complete event (X), written when the call ends.
 * Times are in µs with three decimals, so that they are exact. Listed in the formats table of stacks.c. Only reads
 * the trace; runs on the thread of the export. */

#define PROGRESS_STEP 65536

/* Offset between the process ids of two machines. It exceeds any pid (at most 2^22, PID_MAX_LIMIT of Linux), and is a
 * round number so that the pids are recognizable. */
#define PIDS_OF_MACHINE 10000000

/* An open call. */
typedef struct
{
  guint32 node;
  gint64 start_ns;
} OpenCall;

typedef struct
{
  const TvStackJob *job;
  TvTrace *trace;
  TvCallWalk *walk;
  TvTextWriter writer;
  GString *out; /* owned by the writer */
  GArray *open; /* OpenCall, outermost first */
  guint32 utid; /* thread of the current track */
  gboolean has_events;
  guint32 n_reported;
} Chrome;

/* ---- Members of an event ---- */

static void
append_us (Chrome *self, const char *key, gint64 ns)
{
  g_string_append (self->out, key);
  if (ns < 0)
    g_string_append_c (self->out, '-');
  tv_text_append_integer (self->out, ABS (ns) / 1000);
  g_string_append_c (self->out, '.');
  for (gint64 unit = 100, rest = ABS (ns) % 1000; unit > 0; rest %= unit, unit /= 10)
    g_string_append_c (self->out, (char) ('0' + rest / unit));
}

/* Returns a process id that is unique among the device and its guests. */
static gint64
get_pid (guint32 pid, guint32 machine)
{
  return (gint64) machine * PIDS_OF_MACHINE + pid;
}

static void
append_pid (Chrome *self, gint64 pid)
{
  g_string_append (self->out, ",\"pid\":");
  tv_text_append_integer (self->out, pid);
}

static void
append_process (Chrome *self, guint32 upid)
{
  const TvProcess *process = upid != TV_NONE ? &tv_trace_get_processes (self->trace, NULL)[upid]
                                             : NULL;

  append_pid (self, process != NULL ? get_pid (process->pid, process->machine) : 0);
}

static void
append_thread (Chrome *self, guint32 utid)
{
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);

  if (utid != TV_NONE && threads[utid].upid == TV_NONE)
    append_pid (self, get_pid (0, threads[utid].machine));
  else
    append_process (self, utid != TV_NONE ? threads[utid].upid : TV_NONE);
  g_string_append (self->out, ",\"tid\":");
  tv_text_append_integer (self->out, utid != TV_NONE ? threads[utid].tid : 0);
}

static void
begin_event (Chrome *self, const char *phase, const char *category, const char *name)
{
  g_string_append (self->out, self->has_events ? ",\n{\"ph\":\"" : "{\"ph\":\"");
  self->has_events = TRUE;
  g_string_append (self->out, phase);
  if (category != NULL)
    {
      g_string_append (self->out, "\",\"cat\":\"");
      g_string_append (self->out, category);
    }
  g_string_append (self->out, "\",\"name\":");
  tv_text_append_json (self->out, name);
}

static void
append_slice_name (Chrome *self, guint32 slice, const char *phase, const char *category)
{
  g_autofree char *name = tv_trace_dup_symbol_name (
      self->trace, tv_slices_symbol (tv_trace_get_slices (self->trace), slice));

  begin_event (self, phase, category, name);
}

/* ---- Processes and threads ---- */

static void
append_metadata (Chrome *self, const char *what, guint32 upid, guint32 utid, const char *name)
{
  begin_event (self, "M", NULL, what);
  if (utid != TV_NONE)
    append_thread (self, utid);
  else
    append_process (self, upid);
  g_string_append (self->out, ",\"args\":{\"name\":");
  tv_text_append_json (self->out, name);
  g_string_append (self->out, "}}");
}

static void
write_names (Chrome *self)
{
  guint32 n_processes, n_threads;
  const TvProcess *processes = tv_trace_get_processes (self->trace, &n_processes);
  const TvThread *threads = tv_trace_get_threads (self->trace, &n_threads);

  for (guint32 upid = 0; upid < n_processes && tv_text_writer_go_on (&self->writer); upid++)
    if (processes[upid].name != TV_NONE)
      {
        g_autofree char *name = tv_trace_add_machine (
            self->trace, processes[upid].machine,
            g_strdup (tv_trace_get_string (self->trace, processes[upid].name)));

        append_metadata (self, "process_name", upid, TV_NONE, name);
      }
  for (guint32 utid = 0; utid < n_threads && tv_text_writer_go_on (&self->writer); utid++)
    if (threads[utid].name != TV_NONE && tv_selection_has_thread (self->job->what->selection, utid))
      append_metadata (self, "thread_name", TV_NONE, utid,
                       tv_trace_get_string (self->trace, threads[utid].name));
}

/* ---- Calls ---- */

static void
on_open (gpointer data, guint32 node, guint32 slice, gint64 ts_ns)
{
  Chrome *self = data;
  OpenCall call = { node, ts_ns };

  g_array_append_val (self->open, call);
  if (++self->n_reported % PROGRESS_STEP == 0)
    tv_stack_job_report (self->job, (double) slice / tv_trace_get_slices (self->trace)->n);
}

static void
on_close (gpointer data, guint32 node, gint64 ts_ns)
{
  Chrome *self = data;
  OpenCall call = g_array_index (self->open, OpenCall, self->open->len - 1);
  g_autofree char *name = tv_call_tree_dup_name (
      self->job->tree, tv_call_tree_get_nodes (self->job->tree, NULL)[node].name);

  g_array_set_size (self->open, self->open->len - 1);
  begin_event (self, "X", "call", name);
  append_thread (self, self->utid);
  append_us (self, ",\"ts\":", call.start_ns);
  append_us (self, ",\"dur\":", ts_ns - call.start_ns);
  g_string_append_c (self->out, '}');
  tv_text_writer_go_on (&self->writer);
}

static void
write_calls (Chrome *self)
{
  static const TvCallWalkFuncs funcs = { on_open, on_close };
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  TvClock clock = tv_trace_has_clock (self->trace, TV_CLOCK_WALL) ? TV_CLOCK_WALL : TV_CLOCK_CPU;

  for (guint32 t = 0; t < n_tracks && tv_text_writer_go_on (&self->writer); t++)
    if (tracks[t].kind == TV_TRACK_THREAD)
      {
        self->utid = tracks[t].utid;
        g_array_set_size (self->open, 0);
        tv_call_walk_run (self->walk, t, clock, &funcs, self, self->job->cancellable);
      }
}

/* ---- Spans, arrows and counters ---- */

static gboolean
is_in_range (const Chrome *self, gint64 start_ns, gint64 end_ns)
{
  const TvSelection *selection = self->job->what->selection;

  return start_ns < tv_selection_get_end_ns (selection) &&
         end_ns >= tv_selection_get_start_ns (selection);
}

/* Appends an async slice. Async slices may overlap, so each one is written as a begin event and an end event with the
 * same id. */
static void
append_span (Chrome *self, const TvTrack *track, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  gint64 times[2] = { tv_slices_start (slices, slice), tv_slices_end (slices, slice) };

  for (guint i = 0; i < 2; i++)
    {
      append_slice_name (self, slice, i == 0 ? "b" : "e", "span");
      append_process (self, track->upid);
      g_string_append (self->out, ",\"tid\":0,\"id\":");
      tv_text_append_integer (self->out, slice);
      append_us (self, ",\"ts\":", times[i]);
      g_string_append_c (self->out, '}');
    }
}

static void
write_spans (Chrome *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tracks[t].kind == TV_TRACK_ASYNC && i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;

        if (!tv_text_writer_go_on (&self->writer))
          return;
        if (tv_selection_has_track (self->job->what->selection, t) &&
            is_in_range (self, tv_slices_start (slices, slice), tv_slices_end (slices, slice)))
          append_span (self, &tracks[t], slice);
      }
}

static gboolean
can_be_joined (const Chrome *self, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 t = tv_trace_find_track_at (self->trace, slice);

  return tv_trace_get_tracks (self->trace, NULL)[t].kind == TV_TRACK_THREAD &&
         tv_selection_has_track (self->job->what->selection, t) &&
         is_in_range (self, tv_slices_start (slices, slice), tv_slices_end (slices, slice));
}

static void
write_arrows (Chrome *self)
{
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);
  guint32 n;
  const TvFlow *flows = tv_trace_get_flows (self->trace, &n);

  for (guint32 i = 0; i < n && tv_text_writer_go_on (&self->writer); i++)
    if (can_be_joined (self, flows[i].from) && can_be_joined (self, flows[i].to))
      for (guint end = 0; end < 2; end++)
        {
          guint32 slice = end == 0 ? flows[i].from : flows[i].to;

          begin_event (self, end == 0 ? "s" : "f\",\"bp\":\"e", "flow", "flow");
          append_thread (self, tracks[tv_trace_find_track_at (self->trace, slice)].utid);
          g_string_append (self->out, ",\"id\":");
          tv_text_append_integer (self->out, i);
          append_us (self, ",\"ts\":", tv_slices_start (tv_trace_get_slices (self->trace), slice));
          g_string_append_c (self->out, '}');
        }
}

static void
append_sample_of (Chrome *self, const TvCounterTrack *counter, const char *name, guint32 sample)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  char value[G_ASCII_DTOSTR_BUF_SIZE];

  begin_event (self, "C", NULL, name);
  append_process (self, counter->utid != TV_NONE
                            ? tv_trace_get_threads (self->trace, NULL)[counter->utid].upid
                            : counter->upid);
  append_us (self, ",\"ts\":", samples->ts[sample]);
  g_string_append_printf (self->out, ",\"args\":{\"value\":%s}}",
                          g_ascii_dtostr (value, sizeof value, samples->value[sample]));
}

static gboolean
is_counter_selected (const Chrome *self, const TvCounterTrack *counter)
{
  guint n_threads;

  tv_selection_get_threads (self->job->what->selection, &n_threads);
  return n_threads == 0 || (counter->utid != TV_NONE &&
                            tv_selection_has_thread (self->job->what->selection, counter->utid));
}

static void
write_counters (Chrome *self)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  for (guint32 c = 0; c < n; c++)
    {
      g_autofree char *owner = tv_trace_dup_counter_owner (self->trace, c);
      g_autofree char *name = g_strdup_printf ("%s (%s)",
                                               tv_trace_get_string (self->trace, counters[c].name),
                                               owner != NULL ? owner : "system");

      for (guint32 i = 0; is_counter_selected (self, &counters[c]) && i < counters[c].n_samples;
           i++)
        {
          guint32 sample = counters[c].first_sample + i;

          if (!tv_text_writer_go_on (&self->writer))
            return;
          if (is_in_range (self, samples->ts[sample], samples->ts[sample]))
            append_sample_of (self, &counters[c], name, sample);
        }
    }
}

/* ---- Scheduling ---- */

/* Returns an unused process id. It is for an artificial process whose threads are the CPUs. */
static guint64
find_cpu_pid (TvTrace *trace)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);
  guint64 pid = 1;

  for (guint32 upid = 0; upid < n; upid++)
    pid = MAX (pid, (guint64) get_pid (processes[upid].pid, processes[upid].machine) + 1);
  return pid;
}

static void
append_cpu (Chrome *self, guint64 pid, guint32 cpu)
{
  g_string_append_printf (self->out, ",\"pid\":%" G_GUINT64_FORMAT ",\"tid\":%u", pid, cpu);
}

static void
append_cpu_name (Chrome *self, guint64 pid, guint32 cpu)
{
  g_autofree char *label = tv_trace_dup_cpu_label (self->trace, cpu);

  begin_event (self, "M", NULL, "thread_name");
  append_cpu (self, pid, cpu);
  g_string_append (self->out, ",\"args\":{\"name\":");
  tv_text_append_json (self->out, label);
  g_string_append (self->out, "}}");
}

static void
append_run (Chrome *self, guint64 pid, guint32 cpu, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  TvRun run = { .utid = TV_NONE, .end_state = TV_NONE };
  g_autofree char *name = NULL;

  tv_trace_get_run (self->trace, slice, &run);
  name = tv_trace_dup_thread_label (self->trace, run.utid);
  begin_event (self, "X", "sched", name);
  append_cpu (self, pid, cpu);
  append_us (self, ",\"ts\":", tv_slices_start (slices, slice));
  append_us (self, ",\"dur\":", tv_slices_end (slices, slice) - tv_slices_start (slices, slice));
  g_string_append_printf (self->out, ",\"args\":{\"priority\":%d", run.priority);
  if (run.end_state != TV_NONE)
    {
      g_string_append (self->out, ",\"end_state\":");
      tv_text_append_json (self->out, tv_trace_get_string (self->trace, run.end_state));
    }
  g_string_append (self->out, "}}");
}

/* Writes the runs of each CPU. */
static void
write_runs (Chrome *self)
{
  const TvSelection *selection = self->job->what->selection;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint64 pid = find_cpu_pid (self->trace);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  gboolean has_process = FALSE;

  for (guint32 t = 0; t < n_tracks; t++)
    {
      gboolean has_cpu = FALSE;

      for (guint32 i = 0; tracks[t].kind == TV_TRACK_CPU && i < tracks[t].n_slices; i++)
        {
          guint32 slice = tracks[t].first_slice + i;

          if (!tv_text_writer_go_on (&self->writer))
            return;
          if (!tv_selection_has_thread (selection, tv_trace_get_run_thread (self->trace, slice)) ||
              !is_in_range (self, tv_slices_start (slices, slice), tv_slices_end (slices, slice)))
            continue;
          if (!has_process)
            {
              begin_event (self, "M", NULL, "process_name");
              append_cpu (self, pid, 0);
              g_string_append (self->out, ",\"args\":{\"name\":\"CPUs\"}}");
            }
          if (!has_cpu)
            append_cpu_name (self, pid, tracks[t].cpu);
          has_process = has_cpu = TRUE;
          append_run (self, pid, tracks[t].cpu, slice);
        }
    }
}

/* ---- Samples ---- */

/* Writes the nodes of the tree as numbered stack frames, for samples to refer to. */
static void
write_frames (Chrome *self)
{
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->job->tree, &n);
  gboolean is_first = TRUE;

  for (guint32 node = 1; node < n && tv_text_writer_go_on (&self->writer); node++)
    if (nodes[node].depth >= 2)
      {
        g_autofree char *name = tv_call_tree_dup_name (self->job->tree, nodes[node].name);

        g_string_append_printf (
            self->out, "%s\"%u\":{\"category\":\"call\",\"name\":", is_first ? "" : ",\n", node);
        is_first = FALSE;
        tv_text_append_json (self->out, name);
        if (nodes[node].depth > 2)
          g_string_append_printf (self->out, ",\"parent\":\"%u\"", nodes[node].parent);
        g_string_append_c (self->out, '}');
      }
}

static void
append_sample (Chrome *self, guint32 sample, guint32 node, gboolean is_first)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvStackSamples *samples = &stacks->samples;

  g_string_append (self->out, is_first ? "{\"name\":" : ",\n{\"name\":");
  tv_text_append_json (
      self->out, tv_trace_get_string (self->trace, stacks->kinds[samples->kind[sample]].name));
  append_thread (self, samples->utid[sample]);
  if (samples->cpu[sample] != TV_NONE)
    g_string_append_printf (self->out, ",\"cpu\":%u",
                            tv_trace_get_cpu_number (self->trace, samples->cpu[sample]));
  append_us (self, ",\"ts\":", samples->ts[sample] != TV_NO_TIME ? samples->ts[sample] : 0);
  if (tv_call_tree_get_nodes (self->job->tree, NULL)[node].depth >= 2)
    g_string_append_printf (self->out, ",\"sf\":\"%u\"", node);
  g_string_append (self->out, ",\"weight\":");
  tv_text_append_decimal (self->out, samples->weight[sample],
                          tv_weight_unit_get_digits (stacks->kinds[samples->kind[sample]].unit));
  g_string_append_c (self->out, '}');
}

static void
write_samples (Chrome *self)
{
  g_autoptr (GArray) rows = tv_stack_job_list_samples (self->job);
  const TvStackSamples *samples = &tv_trace_get_stacks (self->trace)->samples;
  TvCallPaths *paths = tv_call_tree_get_paths (self->job->tree);
  gboolean is_first = TRUE;

  for (guint i = 0; i < rows->len && tv_text_writer_go_on (&self->writer); i++)
    {
      guint32 sample = g_array_index (rows, guint32, i);
      guint32 node = tv_call_walk_find_node (self->walk, samples->utid[sample],
                                             tv_call_paths_get_of_sample (paths, sample));

      if (node == TV_NONE)
        continue;
      append_sample (self, sample, node, is_first);
      is_first = FALSE;
      if (i % PROGRESS_STEP == 0)
        tv_stack_job_report (self->job, (double) i / rows->len);
    }
}

/* ---- The file ---- */

static void
write_file (Chrome *self)
{
  g_string_append (
      self->out, "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"exporter\":\"traceview " TV_VERSION
                 "\",\"name\":");
  tv_text_append_json (self->out, self->job->what->name);
  g_string_append (self->out, "},\n\"traceEvents\":[\n");
  write_names (self);
  if (tv_stack_job_is_of_calls (self->job))
    {
      write_calls (self);
      if (!tv_selection_changes_calls (self->job->what->selection))
        {
          write_spans (self);
          write_arrows (self);
          write_counters (self);
          write_runs (self);
        }
      g_string_append (self->out, "\n]}\n");
      return;
    }
  g_string_append (self->out, "\n],\n\"stackFrames\":{\n");
  write_frames (self);
  g_string_append (self->out, "\n},\n\"samples\":[\n");
  write_samples (self);
  g_string_append (self->out, "\n]}\n");
}

gboolean
tv_stacks_write_chrome (const TvStackJob *job, GError **error)
{
  g_autoptr (TvCallWalk) walk = tv_call_walk_new (job->tree, job->cancellable, error);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (OpenCall));
  Chrome self = { .job = job, .trace = job->what->trace, .walk = walk, .open = open };

  if (walk == NULL)
    return FALSE;
  tv_text_writer_init (&self.writer, job->stream, job->cancellable);
  self.out = self.writer.buffer;
  write_file (&self);
  return tv_text_writer_finish (&self.writer, error);
}
