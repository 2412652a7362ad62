/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/perfetto/perfetto-model-private.h"

/* Creates the parts of the model when they are first needed (tv_perfetto_model_need_*()), and maps ids of the trace
 * to Perfetto's ids and back. Created by query/database.c, `tracedump table` and query/table-query.c; used by the
 * other files of this folder, query/query-tables.c, and the SQL functions and operators. Every function with a model
 * may create parts, even if its name contains "map" or "get". Therefore, only one thread at a time may use a model. */

static const char *
get_text (TvPerfettoModel *self, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (self->trace, string) : NULL;
}

/* ---- Threads and processes ---- */

/* Numbers threads and processes. The idle thread of the device has number 0, even if the trace lacks it. The idle
 * threads of guests are numbered like other threads. */
static void
number_threads (TvPerfettoModel *self)
{
  guint32 n, n_processes;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);
  const TvProcess *processes = tv_trace_get_processes (self->trace, &n_processes);

  self->utids = g_new (guint32, n + 1);
  self->threads = g_new (guint32, n + 1);
  self->threads[0] = TV_NONE;
  self->n_threads = 1;
  for (guint32 i = 0; i < n; i++)
    if (threads[i].is_idle && threads[i].machine == 0)
      {
        self->utids[i] = 0;
        self->threads[0] = i;
      }
    else
      {
        self->utids[i] = self->n_threads;
        self->threads[self->n_threads++] = i;
      }
  self->upids = g_new (guint32, n_processes + 1);
  self->processes = g_new (guint32, n_processes + 1);
  self->processes[0] = TV_NONE;
  self->n_processes = 1;
  for (guint32 i = 0; i < n_processes; i++)
    if (processes[i].pid == 0 && processes[i].machine == 0)
      {
        self->upids[i] = 0;
        self->processes[0] = i;
      }
    else
      {
        self->upids[i] = self->n_processes;
        self->processes[self->n_processes++] = i;
      }
}

guint32
tv_perfetto_model_map_utid (TvPerfettoModel *self, guint32 utid)
{
  guint32 n;

  tv_trace_get_threads (self->trace, &n);
  return utid < n ? self->utids[utid] : TV_NONE;
}

guint32
tv_perfetto_model_map_upid (TvPerfettoModel *self, guint32 upid)
{
  guint32 n;

  tv_trace_get_processes (self->trace, &n);
  return upid < n ? self->upids[upid] : TV_NONE;
}

/* ---- Parts ---- */

static TvPerfettoMarks *
need_marks (TvPerfettoModel *self)
{
  if (self->marks == NULL)
    self->marks = tv_perfetto_marks_new (self->trace, self);
  return self->marks;
}

/* Returns: (transfer none): the tracks, created on first use */
TvPerfettoTrackList *
tv_perfetto_model_need_tracks (TvPerfettoModel *self)
{
  if (self->tracks == NULL)
    self->tracks = tv_perfetto_track_list_new (self->trace, self, need_marks (self),
                                               TV_PERFETTO_SLICE_TABLE_PUBLIC);
  return self->tracks;
}

/* Returns: (transfer none): the slices, created on first use */
TvPerfettoSlices *
tv_perfetto_model_need_slices (TvPerfettoModel *self)
{
  if (self->slices == NULL)
    self->slices = tv_perfetto_slices_new (self->trace, tv_perfetto_model_need_tracks (self));
  return self->slices;
}

/* Returns: (transfer none): the kernel slices that Perfetto's slice table lacks, created on first use */
TvPerfettoSlices *
tv_perfetto_model_need_kernel_slices (TvPerfettoModel *self)
{
  if (self->kernel_slices == NULL)
    {
      self->kernel_tracks = tv_perfetto_track_list_new (self->trace, self, need_marks (self),
                                                        TV_PERFETTO_SLICE_TABLE_KERNEL);
      self->kernel_slices = tv_perfetto_slices_new (self->trace, self->kernel_tracks);
    }
  return self->kernel_slices;
}

/* Returns: (transfer none): the counter values, created on first use */
TvPerfettoCounters *
tv_perfetto_model_need_counters (TvPerfettoModel *self)
{
  if (self->counters == NULL)
    self->counters = tv_perfetto_counters_new (self->trace, tv_perfetto_model_need_tracks (self));
  return self->counters;
}

/* ---- Tracks, slices and counters ---- */

guint32
tv_perfetto_model_map_track (TvPerfettoModel *self, guint32 track)
{
  return tv_perfetto_track_list_map_track (tv_perfetto_model_need_tracks (self), track);
}

guint32
tv_perfetto_model_map_counter_track (TvPerfettoModel *self, guint32 track)
{
  return tv_perfetto_track_list_map_counter (tv_perfetto_model_need_tracks (self), track);
}

guint32
tv_perfetto_model_map_counter (TvPerfettoModel *self, guint32 sample)
{
  return tv_perfetto_counters_map (tv_perfetto_model_need_counters (self), sample);
}

guint32
tv_perfetto_model_map_slice (TvPerfettoModel *self, guint32 slice)
{
  return tv_perfetto_slices_map (tv_perfetto_model_need_slices (self), slice);
}

guint32
tv_perfetto_model_get_n_slices (TvPerfettoModel *self)
{
  return tv_perfetto_slices_get_n (tv_perfetto_model_need_slices (self));
}

guint32
tv_perfetto_model_get_parent (TvPerfettoModel *self, guint32 slice)
{
  return tv_perfetto_slices_get_parent (tv_perfetto_model_need_slices (self), slice);
}

/* Appends the ids of all descendants of a slice, sorted by start time. */
void
tv_perfetto_model_find_descendants (TvPerfettoModel *self, guint32 slice, GArray *out)
{
  tv_perfetto_slices_find_descendants (tv_perfetto_model_need_slices (self), slice, out);
}

/* Returns: (transfer full) (nullable): the name of a slice with its tag; %NULL if the name in the trace applies */
char *
tv_perfetto_model_dup_tagged_name (TvPerfettoModel *self, guint32 slice)
{
  return tv_perfetto_marks_dup_name (need_marks (self), slice);
}

/* ---- Symbols ---- */
const char *
tv_perfetto_model_get_symbol_name (TvPerfettoModel *self, guint32 symbol)
{
  guint32 n;

  tv_trace_get_symbols (self->trace, &n);
  if (symbol >= n)
    return NULL;
  if (self->symbol_names == NULL)
    self->symbol_names = g_new0 (char *, n + 1);
  if (self->symbol_names[symbol] == NULL)
    self->symbol_names[symbol] = tv_trace_dup_symbol_name (self->trace, symbol);
  return self->symbol_names[symbol];
}

/* ---- Flows ---- */

guint32
tv_perfetto_model_get_n_flows (TvPerfettoModel *self)
{
  guint32 n;

  tv_trace_get_flows (self->trace, &n);
  return n;
}

void
tv_perfetto_model_get_flow (TvPerfettoModel *self, guint32 flow, guint32 *out, guint32 *in)
{
  const TvFlow *f = &tv_trace_get_flows (self->trace, NULL)[flow];

  *out = tv_perfetto_model_map_slice (self, f->from);
  *in = tv_perfetto_model_map_slice (self, f->to);
}

/* ---- Kernel events ---- */

/* Returns: (transfer none): the object that replays kernel events, created on first use */
TvPerfettoKernel *
tv_perfetto_model_need_kernel (TvPerfettoModel *self)
{
  if (self->kernel == NULL)
    self->kernel = tv_perfetto_kernel_new (self->trace, self, self->n_threads);
  return self->kernel;
}

/* Returns the id of the run for a slice on a CPU track of the trace; %TV_NONE if there is none. */
guint32
tv_perfetto_model_map_run (TvPerfettoModel *self, guint32 slice)
{
  const TvTrack *track;

  if (slice >= tv_trace_get_slices (self->trace)->n)
    return TV_NONE;
  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  return track->kind == TV_TRACK_CPU
             ? tv_perfetto_kernel_find_run (
                   tv_perfetto_model_need_kernel (self),
                   tv_slices_start (tv_trace_get_slices (self->trace), slice), track->cpu)
             : TV_NONE;
}

/* Returns the id of the state for a slice on a track of thread states in the trace; %TV_NONE if there is none. */
guint32
tv_perfetto_model_map_state (TvPerfettoModel *self, guint32 slice)
{
  const TvTrack *track;
  TvState state;

  if (slice >= tv_trace_get_slices (self->trace)->n)
    return TV_NONE;
  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  return track->kind == TV_TRACK_THREAD_STATE && tv_trace_get_state (self->trace, slice, &state)
             ? tv_perfetto_kernel_find_state (
                   tv_perfetto_model_need_kernel (self),
                   tv_slices_start (tv_trace_get_slices (self->trace), slice),
                   tv_perfetto_model_map_utid (self, track->utid), state.kind == TV_STATE_RUNNING)
             : TV_NONE;
}

/* Returns: (nullable): the name of the thread with a utid of the model */
const char *
tv_perfetto_model_get_thread_name (TvPerfettoModel *self, guint32 utid)
{
  const char *name = tv_perfetto_kernel_get_new_name (tv_perfetto_model_need_kernel (self), utid);

  if (name == NULL && self->threads[utid] != TV_NONE)
    name = get_text (self, tv_trace_get_threads (self->trace, NULL)[self->threads[utid]].name);
  return name;
}

/* ---- Bounds and clocks ---- */

static void
extend (gint64 *start, gint64 *end, gint64 from, gint64 to)
{
  *start = MIN (*start, from);
  *end = MAX (*end, to);
}

/* Gets the times of the first and the last event, slice, run, counter value, log line, stack sample or heap change.
 * Returns FALSE if there is none of these. */
gboolean
tv_perfetto_model_get_bounds (TvPerfettoModel *self, gint64 *start, gint64 *end)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  const TvEvents *events = tv_trace_get_events (self->trace);
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);
  const TvStackSamples *stacks = &tv_trace_get_stacks (self->trace)->samples;
  const TvHeapChanges *changes = &tv_trace_get_stacks (self->trace)->changes;
  TvPerfettoSlices *rows = tv_perfetto_model_need_slices (self);
  TvPerfettoCounters *values = tv_perfetto_model_need_counters (self);
  const GArray *runs = tv_perfetto_kernel_need_runs (tv_perfetto_model_need_kernel (self));

  *start = G_MAXINT64;
  *end = G_MININT64;
  for (guint32 i = 0; i < tv_perfetto_slices_get_n (rows); i++)
    {
      gint64 ts = tv_slices_start (slices, tv_perfetto_slices_get_row (rows, i));

      extend (start, end, ts, ts + MAX (tv_perfetto_slices_get_dur (rows, i), 0));
    }
  for (guint32 i = 0; i < runs->len; i++)
    {
      const TvPerfettoRun *run = &g_array_index (runs, TvPerfettoRun, i);

      extend (start, end, run->ts, run->ts + MAX (run->dur, 0));
    }
  for (guint32 i = 0; i < tv_perfetto_counters_get_n (values); i++)
    {
      gint64 ts = samples->ts[tv_perfetto_counters_get_row (values, i)];

      extend (start, end, ts, ts);
    }
  if (events->n > 0)
    extend (start, end, tv_time_column_get (&events->ts, 0),
            tv_time_column_get (&events->ts, events->n - 1));
  for (guint32 i = 0; lines != NULL && i < lines->n; i++)
    if (lines->ts[i] != TV_NO_TIME)
      extend (start, end, lines->ts[i], lines->ts[i]);
  for (guint32 i = 0; i < stacks->n; i++)
    if (stacks->ts[i] != TV_NO_TIME)
      extend (start, end, stacks->ts[i], stacks->ts[i]);
  for (guint32 i = 0; i < changes->n; i++)
    if (changes->ts[i] != TV_NO_TIME)
      extend (start, end, changes->ts[i], changes->ts[i]);
  return *start <= *end;
}

/* Converts a time to another clock. The result is the clock's reading in the last snapshot at or before @ts, plus the
 * time since that snapshot, but at most the reading in the next snapshot. Returns FALSE if no snapshot contains the
 * clock. */
gboolean
tv_perfetto_model_convert (TvPerfettoModel *self, guint clock, gint64 ts, gint64 *value)
{
  const TvRecording *recording = tv_trace_get_recording (self->trace);
  gint64 at = 0, next = G_MAXINT64;
  gboolean is_found = FALSE, is_before_all = TRUE;

  for (guint32 i = 0; recording != NULL && i < recording->n_readings; i++)
    {
      const TvSnapshotClock *reading = &recording->readings[i];

      if (reading->clock != clock)
        continue;
      if (reading->ts <= ts || !is_found)
        {
          if (reading->ts <= ts)
            is_before_all = FALSE;
          at = reading->ts;
          *value = reading->value;
          is_found = TRUE;
        }
      else
        {
          next = reading->value;
          break;
        }
    }
  if (is_found && !is_before_all)
    *value = MIN (*value + (ts - at), next);
  return is_found;
}

/* ---- Model ---- */

/* Creates the model of a trace. The model keeps a reference to the trace. */
TvPerfettoModel *
tv_perfetto_model_new (TvTrace *trace)
{
  TvPerfettoModel *self = g_new0 (TvPerfettoModel, 1);

  self->trace = g_object_ref (trace);
  self->parsed_set = -1;
  number_threads (self);
  return self;
}

void
tv_perfetto_model_free (TvPerfettoModel *self)
{
  guint32 n;

  if (self == NULL)
    return;
  tv_trace_get_symbols (self->trace, &n);
  for (guint32 i = 0; self->symbol_names != NULL && i < n; i++)
    g_free (self->symbol_names[i]);
  g_free (self->symbol_names);
  g_free (self->utids);
  g_free (self->threads);
  g_free (self->upids);
  g_free (self->processes);
  g_clear_pointer (&self->slices, tv_perfetto_slices_free);
  g_clear_pointer (&self->kernel_slices, tv_perfetto_slices_free);
  g_clear_pointer (&self->kernel_tracks, tv_perfetto_track_list_free);
  g_clear_pointer (&self->counters, tv_perfetto_counters_free);
  g_clear_pointer (&self->tracks, tv_perfetto_track_list_free);
  g_clear_pointer (&self->marks, tv_perfetto_marks_free);
  g_clear_pointer (&self->kernel, tv_perfetto_kernel_free);
  g_free (self->args_before);
  g_clear_pointer (&self->parsed, g_array_unref);
  g_clear_pointer (&self->parsed_texts, g_string_chunk_free);
  g_object_unref (self->trace);
  g_free (self);
}

/* ---- From Perfetto's ids to rows of the trace ---- */

/* Returns the index in the trace of the thread with Perfetto's @utid; %TV_NONE if the trace has no such thread. */
guint32
tv_perfetto_model_find_thread (TvPerfettoModel *self, guint32 utid)
{
  return utid < self->n_threads ? self->threads[utid] : TV_NONE;
}

/* Returns the index in the trace of the process with Perfetto's @upid; %TV_NONE if the trace has no such process. */
guint32
tv_perfetto_model_find_process (TvPerfettoModel *self, guint32 upid)
{
  return upid < self->n_processes ? self->processes[upid] : TV_NONE;
}

/* Returns the index in the trace of the slice with Perfetto's @id; %TV_NONE if the id is unknown. */
guint32
tv_perfetto_model_find_slice (TvPerfettoModel *self, guint32 id)
{
  TvPerfettoSlices *slices = tv_perfetto_model_need_slices (self);

  return id < tv_perfetto_slices_get_n (slices) ? tv_perfetto_slices_get_row (slices, id) : TV_NONE;
}

/* Returns the index in the trace of the slice with @id in the table kernel_slice; %TV_NONE if the id is unknown. */
guint32
tv_perfetto_model_find_kernel_slice (TvPerfettoModel *self, guint32 id)
{
  TvPerfettoSlices *slices = tv_perfetto_model_need_kernel_slices (self);

  return id < tv_perfetto_slices_get_n (slices) ? tv_perfetto_slices_get_row (slices, id) : TV_NONE;
}

/* Returns the index in the trace of the track with Perfetto's @id. If the id belongs to a counter, sets @is_counter
 * to TRUE and returns the index of the counter. Returns %TV_NONE if the id is unknown. */
guint32
tv_perfetto_model_find_track (TvPerfettoModel *self, guint32 id, gboolean *is_counter)
{
  TvPerfettoTrackList *tracks = tv_perfetto_model_need_tracks (self);
  const TvPerfettoTrack *track;

  if (id >= tv_perfetto_track_list_get_n (tracks))
    return TV_NONE;
  track = tv_perfetto_track_list_get (tracks, id);
  *is_counter = track->is_counter;
  return track->row;
}
