/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tables/perfetto/perfetto-model-private.h"

static const char *
get_text (TvPerfettoModel *self, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (self->trace, string) : NULL;
}

/* ---- Threads and processes ---- */

/* The idle thread of the device is 0, whether the trace has one or not; those of guests are numbered like others. */
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

/* ---- Tracks ---- */

static gboolean
is_slice_track (const TvTrack *track)
{
  switch (track->role)
    {
    case TV_ROLE_RUNS:
    case TV_ROLE_STATES:
    case TV_ROLE_HEAP_DUMPS:
    case TV_ROLE_HEAP_GRAPHS:
    case TV_ROLE_REPORTS:
    case TV_ROLE_LOG_SPANS:
    case TV_ROLE_LOG_POINTS:
    case TV_ROLE_FRAMES:
    case TV_ROLE_FRAME_STAGES:
    case TV_ROLE_QUEUE_DELAYS:
    case TV_ROLE_EVENTS:
    case TV_ROLE_IPI:
      return FALSE;
    default:
      return track->kind != TV_TRACK_CPU && track->kind != TV_TRACK_THREAD_STATE;
    }
}

/* Transactions of binder lie among a thread's other slices. */
static gboolean
is_merged (const TvTrack *track)
{
  return track->kind == TV_TRACK_THREAD_EXTRA &&
         (track->role == TV_ROLE_BINDER || track->role == TV_ROLE_BINDER_LOCK);
}

static const char *
get_track_type (const TvTrack *track)
{
  switch (track->role)
    {
    case TV_ROLE_IRQ:
      return "cpu_irq";
    case TV_ROLE_SOFTIRQ:
      return "cpu_softirq";
    case TV_ROLE_KERNEL_FUNCTIONS:
      return track->utid != TV_NONE ? "thread_funcgraph" : "cpu_funcgraph";
    case TV_ROLE_EXPECTED_FRAMES:
      return "android_expected_frame_timeline";
    case TV_ROLE_ACTUAL_FRAMES:
      return "android_actual_frame_timeline";
    case TV_ROLE_GPU:
      return "gpu_render_stage";
    case TV_ROLE_SPANS:
      return track->upid != TV_NONE ? "atrace_async_slice" : "global_merged_track_event";
    default:
      if (track->utid != TV_NONE)
        return "thread_execution";
      return track->upid != TV_NONE ? "process_track_event" : "global_merged_track_event";
    }
}

static void
add_dimension (TvPerfettoTrack *track, const char *key, gint64 value)
{
  if (track->n_dimensions < TV_MOST_DIMENSIONS)
    {
      track->keys[track->n_dimensions] = key;
      track->values[track->n_dimensions++] = value;
    }
}

static void
add_owner (TvPerfettoTrack *track)
{
  if (track->utid != TV_NONE)
    add_dimension (track, "utid", track->utid);
  else if (track->upid != TV_NONE)
    add_dimension (track, "upid", track->upid);
  else if (track->cpu != TV_NONE)
    add_dimension (track, "cpu", track->cpu);
}

static char *
dup_track_name (TvPerfettoModel *self, const TvTrack *track)
{
  if (track->role == TV_ROLE_IRQ)
    return g_strdup_printf ("Irq Cpu %u", tv_trace_get_cpu_number (self->trace, track->cpu));
  if (track->role == TV_ROLE_SOFTIRQ)
    return g_strdup_printf ("SoftIrq Cpu %u", tv_trace_get_cpu_number (self->trace, track->cpu));
  if (track->kind == TV_TRACK_THREAD || track->name == TV_NONE)
    return NULL;
  return g_strdup (tv_trace_get_string (self->trace, track->name));
}

static void
add_slice_track (TvPerfettoModel *self, guint32 row)
{
  const TvTrack *source = &tv_trace_get_tracks (self->trace, NULL)[row];
  TvPerfettoTrack track = {
    .row = row,
    .type = get_track_type (source),
    .name = dup_track_name (self, source),
    .utid = tv_perfetto_model_map_utid (self, source->utid),
    .upid = tv_perfetto_model_map_upid (self, source->upid),
    .cpu = source->cpu,
    .machine = source->machine,
  };

  if (g_str_equal (track.type, "thread_execution"))
    g_clear_pointer (&track.name, g_free);
  add_owner (&track);
  if (track.name != NULL && source->kind == TV_TRACK_ASYNC)
    add_dimension (&track, "name", 0);
  self->track_ids[row] = self->tracks->len;
  g_array_append_val (self->tracks, track);
}

/* ---- Counters ---- */

/* Counters by the beginning of their name. The key of a dimension takes the text behind the prefix. */
static const struct
{
  const char *prefix;
  const char *type;
  const char *name; /* NULL: the same */
  const char *key;  /* NULL: none */
} counter_kinds[] = {
  { "rss: MM_FILEPAGES", "process_memory", "mem.rss.file", NULL },
  { "rss: MM_ANONPAGES", "process_memory", "mem.rss.anon", NULL },
  { "rss: MM_SHMEMPAGES", "process_memory", "mem.rss.shmem", NULL },
  { "rss: MM_SWAPENTS", "process_memory", "mem.swap", NULL },
  { "oom_score_adj", "oom_score_adj", NULL, NULL },
  { "mem.dma_heap_change", "android_dma_heap_change", NULL, NULL },
  { "mem.dma_heap", "android_dma_heap", NULL, NULL },
  { "mem.", "process_memory", NULL, NULL },
  { "cpufreq_max", "cpu_max_frequency_limit", "Max frequency limit", NULL },
  { "cpufreq_min", "cpu_min_frequency_limit", "Min frequency limit", NULL },
  { "cpu.times.", "cpustat", NULL, "cpustat_key" },
  { "gpufreq", "gpu_frequency", "gpufreq", NULL },
  { "batt.", "battery", NULL, NULL },
  { "power.", "power_rails", NULL, "name" },
  { "diskstat.", "diskstat", NULL, "device_name" },
  { "battery_stats.", "battery_stats", NULL, "battery_stats_name" },
  { "GPU Memory", "android_gpu_memory", NULL, NULL },
  { "psi.", "psi", NULL, "resource" },
  { "num_", "num_irq", NULL, NULL },
  { "runtime.", "proc_stat_runtime", NULL, NULL },
};

/* The number in "gpufreq (GPU 1)"; the first GPU has none. */
static gint64
get_gpu (const char *name)
{
  const char *at = strstr (name, "(GPU ");

  return at != NULL ? g_ascii_strtoll (at + strlen ("(GPU "), NULL, 10) : 0;
}

/* Memory of a whole machine: /proc/meminfo has names like MemFree, /proc/vmstat names like nr_free_pages. */
static gboolean
is_machine_memory (const TvCounterTrack *counter, const char *name)
{
  return counter->role == TV_COUNTER_ROLE_MEMORY && counter->upid == TV_NONE &&
         counter->utid == TV_NONE && strpbrk (name, ". :[") == NULL;
}

static void
set_counter_kind (TvPerfettoTrack *track, const TvCounterTrack *counter, const char *name)
{
  track->name = g_strdup (name);
  if (counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY || counter->role == TV_COUNTER_ROLE_CPU_IDLE)
    {
      gboolean is_idle = counter->role == TV_COUNTER_ROLE_CPU_IDLE;

      track->type = is_idle ? "cpu_idle" : "cpu_frequency";
      g_free (track->name);
      track->name = g_strdup (is_idle ? "cpuidle" : "cpufreq");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (counter_kinds); i++)
    if (g_str_has_prefix (name, counter_kinds[i].prefix))
      {
        track->type = counter_kinds[i].type;
        if (counter_kinds[i].name != NULL)
          {
            g_free (track->name);
            track->name = g_strdup (counter_kinds[i].name);
          }
        track->text_key = counter_kinds[i].key;
        track->text = g_strdup (name + strlen (counter_kinds[i].prefix));
        return;
      }
  track->type = counter->upid != TV_NONE  ? "atrace_counter"
                : counter->cpu != TV_NONE ? "cpu_counter"
                                          : "global_counter";
  if (is_machine_memory (counter, name))
    {
      track->type = g_ascii_isupper (name[0]) ? "meminfo" : "vmstat";
      track->text_key = g_ascii_isupper (name[0]) ? "meminfo_key" : "vmstat_key";
    }
  else if (counter->role == TV_COUNTER_ROLE_CLOCK_RATE)
    {
      track->type = "clock_frequency";
      track->text_key = "linux_device";
    }
  track->text = g_strdup (name);
  if (counter->role == TV_COUNTER_ROLE_CLOCK_RATE && g_str_has_suffix (name, " Frequency"))
    track->text[strlen (name) - strlen (" Frequency")] = '\0';
}

static void
add_counter_track (TvPerfettoModel *self, guint32 row)
{
  const TvCounterTrack *source = &tv_trace_get_counter_tracks (self->trace, NULL)[row];
  const char *name = source->name != TV_NONE ? tv_trace_get_string (self->trace, source->name) : "";
  TvPerfettoTrack track = {
    .is_counter = TRUE,
    .row = row,
    .utid = tv_perfetto_model_map_utid (self, source->utid),
    .upid = tv_perfetto_model_map_upid (self, source->upid),
    .cpu = source->cpu,
    .machine = source->machine,
  };

  set_counter_kind (&track, source, name);
  add_owner (&track);
  if (g_str_equal (track.type, "gpu_frequency"))
    {
      add_dimension (&track, "gpu", get_gpu (name));
      add_dimension (&track, "ugpu", get_gpu (name));
    }
  if (track.text_key != NULL)
    add_dimension (&track, track.text_key, 0);
  else if (track.n_dimensions == 0 || g_str_equal (track.type, "atrace_counter"))
    add_dimension (&track, "name", 0);
  self->counter_ids[row] = self->tracks->len;
  g_array_append_val (self->tracks, track);
}

static void
clear_track (gpointer data)
{
  TvPerfettoTrack *track = data;

  g_free (track->name);
  g_free (track->text);
}

/* Numbers tracks of slices, then those of counters. */
void
tv_perfetto_model_need_tracks (TvPerfettoModel *self)
{
  guint32 n, n_counters;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);

  if (self->tracks != NULL)
    return;
  tv_trace_get_counter_tracks (self->trace, &n_counters);
  self->tracks = g_array_new (FALSE, FALSE, sizeof (TvPerfettoTrack));
  g_array_set_clear_func (self->tracks, clear_track);
  self->track_ids = g_new (guint32, n + 1);
  self->counter_ids = g_new (guint32, n_counters + 1);
  for (guint32 i = 0; i < n; i++)
    {
      self->track_ids[i] = TV_NONE;
      if (is_slice_track (&tracks[i]) && !is_merged (&tracks[i]) && tracks[i].n_slices > 0)
        add_slice_track (self, i);
    }
  for (guint32 i = 0; i < n; i++)
    if (is_merged (&tracks[i]) && tracks[i].n_slices > 0)
      {
        guint32 main = tracks[i].utid != TV_NONE ? threads[tracks[i].utid].track : TV_NONE;

        if (main == TV_NONE)
          {
            add_slice_track (self, i);
            g_clear_pointer (
                &g_array_index (self->tracks, TvPerfettoTrack, self->track_ids[i]).name, g_free);
            continue;
          }
        if (self->track_ids[main] == TV_NONE)
          add_slice_track (self, main);
        self->track_ids[i] = self->track_ids[main];
        g_array_index (self->tracks, TvPerfettoTrack, self->track_ids[main]).is_merged = TRUE;
        self->has_merged_tracks = TRUE;
      }
  for (guint32 i = 0; i < n_counters; i++)
    add_counter_track (self, i);
}

const TvPerfettoTrack *
tv_perfetto_model_get_track (TvPerfettoModel *self, guint32 track)
{
  return &g_array_index (self->tracks, TvPerfettoTrack, track);
}

guint32
tv_perfetto_model_map_track (TvPerfettoModel *self, guint32 track)
{
  guint32 n;

  tv_perfetto_model_need_tracks (self);
  tv_trace_get_tracks (self->trace, &n);
  return track < n ? self->track_ids[track] : TV_NONE;
}

/* ---- Merging lists of rows by time ---- */

/**
 * List:
 * @at: next row
 */
typedef struct
{
  gint64 ts;
  guint32 at;
  guint32 end;
  guint32 number;
} List;

static gboolean
is_before (const List *a, const List *b)
{
  return a->ts != b->ts ? a->ts < b->ts : a->at < b->at;
}

static void
sift (List *heap, guint n, guint i)
{
  List list = heap[i];

  for (guint child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && is_before (&heap[child + 1], &heap[child]))
        child++;
      if (!is_before (&heap[child], &list))
        break;
      heap[i] = heap[child];
    }
  heap[i] = list;
}

typedef gint64 (*GetTime) (TvPerfettoModel *self, guint32 row);

/* Takes rows in the order of time from lists that are sorted each. @numbers (nullable): the list of each row */
static void
merge_lists (TvPerfettoModel *self,
             GArray *lists,
             GetTime get_time,
             guint32 *rows,
             guint32 *numbers)
{
  List *heap = (List *) (gpointer) lists->data;
  guint n = lists->len;
  guint32 out = 0;

  for (guint i = n / 2; i-- > 0;)
    sift (heap, n, i);
  while (n > 0)
    {
      rows[out] = heap[0].at;
      if (numbers != NULL)
        numbers[out] = heap[0].number;
      out++;
      if (++heap[0].at < heap[0].end)
        heap[0].ts = get_time (self, heap[0].at);
      else
        heap[0] = heap[--n];
      sift (heap, n, 0);
    }
}

static gint64
get_slice_time (TvPerfettoModel *self, guint32 row)
{
  return tv_slices_start (tv_trace_get_slices (self->trace), row);
}

static gint64
get_sample_time (TvPerfettoModel *self, guint32 row)
{
  return tv_trace_get_samples (self->trace)->ts[row];
}

/* ---- Slices ---- */

/* Whether a slice has no end of its own: those of a log that ended with their thread have none. */
static gboolean
is_unfinished (TvPerfettoModel *self, guint32 slice)
{
  guint8 flags = tv_trace_get_slices (self->trace)->flags[slice];

  if (flags & (TV_SLICE_OPEN | TV_SLICE_LOST))
    return TRUE;
  return (flags & TV_SLICE_FORCED) &&
         tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)]
                 .role != TV_ROLE_CALLS;
}

typedef struct
{
  gint64 ts;
  guint32 id;
} End;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x->id > y->id ? -1 : x->id < y->id;
}

static gint64
get_own_dur (TvPerfettoModel *self, guint32 id)
{
  guint32 slice = self->slices[id];

  return is_unfinished (self, slice)
             ? -1
             : tv_time_column_get (&tv_trace_get_slices (self->trace)->dur, slice);
}

/* The ends of slices on tracks that are several of the trace, in the order of time. */
static GArray *
list_ends (TvPerfettoModel *self)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (End));

  for (guint32 id = 0; id < self->n_slices; id++)
    {
      gint64 dur = get_own_dur (self, id);
      End end = { get_slice_time (self, self->slices[id]) + dur, id };

      self->durs[id] = dur;
      if (dur > 0 &&
          tv_perfetto_model_get_track (self, tv_perfetto_model_get_slice_track (self, id))
              ->is_merged)
        g_array_append_val (ends, end);
    }
  g_array_sort (ends, compare_ends);
  return ends;
}

/* Finds what lies in what. On a track that is several of the trace each end is that of the innermost slice, as
 * trace processor has it, which does not know what ends. */
static void
nest_slices (TvPerfettoModel *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  g_autofree guint32 *tops = g_new (guint32, self->tracks->len + 1);
  g_autoptr (GArray) ends = NULL;
  guint at = 0;

  self->parents = g_new (guint32, self->n_slices + 1);
  self->depths = g_new (guint16, self->n_slices + 1);
  self->durs = g_new (gint64, self->n_slices + 1);
  ends = list_ends (self);
  memset (tops, 0xff, (self->tracks->len + 1) * sizeof *tops);
  for (guint32 id = 0; id <= self->n_slices; id++)
    {
      gint64 ts = id < self->n_slices ? get_slice_time (self, self->slices[id]) : G_MAXINT64;
      guint32 track, parent;

      for (; at < ends->len && g_array_index (ends, End, at).ts <= ts; at++)
        {
          const End *end = &g_array_index (ends, End, at);
          guint32 *top = &tops[tv_perfetto_model_get_slice_track (self, end->id)];

          if (*top == TV_NONE)
            continue;
          self->durs[*top] = end->ts - get_slice_time (self, self->slices[*top]);
          *top = self->parents[*top];
        }
      if (id == self->n_slices)
        break;
      track = tv_perfetto_model_get_slice_track (self, id);
      if (!tv_perfetto_model_get_track (self, track)->is_merged)
        {
          parent = slices->parent[self->slices[id]];
          self->parents[id] = parent != TV_NONE ? self->slice_ids[parent] : TV_NONE;
          self->depths[id] = (guint16) MIN (tv_slices_depth (slices, self->slices[id]),
                                            G_MAXUINT16);
          continue;
        }
      parent = tops[track];
      self->parents[id] = parent;
      self->depths[id] = parent != TV_NONE ? (guint16) MIN (self->depths[parent] + 1, G_MAXUINT16)
                                           : 0;
      if (self->durs[id] == 0)
        continue;
      self->durs[id] = -1;
      tops[track] = id;
    }
}

gint64
tv_perfetto_model_get_dur (TvPerfettoModel *self, guint32 slice)
{
  return self->durs != NULL ? self->durs[slice] : get_own_dur (self, slice);
}

void
tv_perfetto_model_need_slices (TvPerfettoModel *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  g_autoptr (GArray) lists = g_array_new (FALSE, FALSE, sizeof (List));
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);

  if (self->slices != NULL)
    return;
  tv_perfetto_model_need_tracks (self);
  for (guint32 i = 0; i < n; i++)
    {
      List list = { .at = tracks[i].first_slice,
                    .end = tracks[i].first_slice + tracks[i].n_slices };

      if (self->track_ids[i] == TV_NONE || tracks[i].n_slices == 0)
        continue;
      list.ts = get_slice_time (self, list.at);
      g_array_append_val (lists, list);
      self->n_slices += tracks[i].n_slices;
    }
  self->slices = g_new (guint32, self->n_slices + 1);
  self->slice_ids = g_new (guint32, slices->n + 1);
  memset (self->slice_ids, 0xff, ((gsize) slices->n + 1) * sizeof (guint32));
  merge_lists (self, lists, get_slice_time, self->slices, NULL);
  for (guint32 i = 0; i < self->n_slices; i++)
    self->slice_ids[self->slices[i]] = i;
  if (self->has_merged_tracks)
    nest_slices (self);
}

guint32
tv_perfetto_model_get_n_slices (TvPerfettoModel *self)
{
  tv_perfetto_model_need_slices (self);
  return self->n_slices;
}

guint32
tv_perfetto_model_map_slice (TvPerfettoModel *self, guint32 slice)
{
  tv_perfetto_model_need_slices (self);
  return slice < tv_trace_get_slices (self->trace)->n ? self->slice_ids[slice] : TV_NONE;
}

guint32
tv_perfetto_model_get_slice_track (TvPerfettoModel *self, guint32 slice)
{
  return self->track_ids[tv_trace_find_track_at (self->trace, self->slices[slice])];
}

guint32
tv_perfetto_model_get_parent (TvPerfettoModel *self, guint32 slice)
{
  guint32 parent;

  tv_perfetto_model_need_slices (self);
  if (self->parents != NULL)
    return self->parents[slice];
  parent = tv_trace_get_slices (self->trace)->parent[self->slices[slice]];
  return parent != TV_NONE ? self->slice_ids[parent] : TV_NONE;
}

guint32
tv_perfetto_model_get_depth (TvPerfettoModel *self, guint32 slice)
{
  return self->depths != NULL
             ? self->depths[slice]
             : tv_slices_depth (tv_trace_get_slices (self->trace), self->slices[slice]);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

/* Appends the ids of all slices within one, by start. */
void
tv_perfetto_model_find_descendants (TvPerfettoModel *self, guint32 slice, GArray *out)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint first = out->len;

  tv_perfetto_model_need_slices (self);
  if (self->parents == NULL)
    {
      guint32 row = self->slices[slice], end = tv_trace_get_subtree_end (self->trace, row);

      for (guint32 i = row + 1; i < end; i++)
        g_array_append_val (out, self->slice_ids[i]);
      qsort (out->data + first * sizeof (guint32), out->len - first, sizeof (guint32), compare_ids);
      return;
    }
  for (guint32 id = slice + 1;
       id < self->n_slices &&
       tv_slices_start (slices, self->slices[id]) <= tv_slices_end (slices, self->slices[slice]);
       id++)
    for (guint32 up = self->parents[id]; up != TV_NONE && up >= slice; up = self->parents[up])
      if (up == slice)
        {
          g_array_append_val (out, id);
          break;
        }
}

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

/* ---- Runs ---- */

/* What a CPU runs: the run of its track that begins at a time, found by going along. */
typedef struct
{
  guint32 at;
  guint32 end;
  guint32 open; /* run of the list that did not end, or TV_NONE */
  gint64 pid;
} Cpu;

/* Returns whether the event has the field, a number. */
static gboolean
find_field (const char *text, gsize size, const char *key, gint64 *value)
{
  const char *at = g_strstr_len (text, (gssize) size, key);

  if (at == NULL)
    return FALSE;
  *value = g_ascii_strtoll (at + strlen (key), NULL, 10);
  return TRUE;
}

/* Returns (nullable): the letters of the state in which a thread was switched out, such as "S", "R+" or "D|K". */
static const char *
get_end_state (TvPerfettoModel *self, const char *text, gsize size)
{
  const char *at = g_strstr_len (text, (gssize) size, "prev_state="), *end;
  char letters[16];

  if (at == NULL)
    return NULL;
  at += strlen ("prev_state=");
  for (end = at; end < text + size && (g_ascii_isalpha (*end) || *end == '|' || *end == '+'); end++)
    ;
  if (end == at || (gsize) (end - at) >= sizeof letters)
    return NULL;
  memcpy (letters, at, (gsize) (end - at));
  letters[end - at] = '\0';
  return g_string_chunk_insert_const (self->kernel_texts, letters);
}

/* The thread that began to run then, by the runs of the CPU. */
static guint32
find_run_thread (TvPerfettoModel *self, Cpu *cpu, gint64 ts)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  while (cpu->at < cpu->end && tv_slices_start (slices, cpu->at) < ts)
    cpu->at++;
  if (cpu->at < cpu->end && tv_slices_start (slices, cpu->at) == ts)
    return tv_perfetto_model_map_utid (self, tv_trace_get_run_thread (self->trace, cpu->at));
  return TV_NONE;
}

static Cpu *
get_cpu (TvPerfettoModel *self, GHashTable *cpus, guint32 number)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  Cpu *cpu = g_hash_table_lookup (cpus, GUINT_TO_POINTER (number));

  if (cpu != NULL)
    return cpu;
  cpu = g_new0 (Cpu, 1);
  cpu->open = TV_NONE;
  for (guint32 i = 0; i < n; i++)
    if (tracks[i].kind == TV_TRACK_CPU && tracks[i].cpu == number)
      {
        cpu->at = tracks[i].first_slice;
        cpu->end = cpu->at + tracks[i].n_slices;
      }
  g_hash_table_insert (cpus, GUINT_TO_POINTER (number), cpu);
  return cpu;
}

/* The machine that recorded an event. */
static guint32
get_event_machine (TvPerfettoModel *self, guint32 event)
{
  guint32 utid = tv_trace_get_events (self->trace)->utid[event], n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  return utid < n ? threads[utid].machine : 0;
}

/* Threads by tid, each with those that had it in the order of their starts. */
static GHashTable *
index_threads (TvPerfettoModel *self)
{
  GHashTable *index = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      GArray *list = g_hash_table_lookup (index, GUINT_TO_POINTER (threads[i].tid));

      if (list == NULL)
        {
          list = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (index, GUINT_TO_POINTER (threads[i].tid), list);
        }
      g_array_append_val (list, i);
    }
  return index;
}

/* The thread of a machine that had a tid at a time: of several, the last that had started by then. */
static guint32
find_thread (TvPerfettoModel *self, GHashTable *index, gint64 tid, guint32 machine, gint64 ts)
{
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);
  const GArray *list;
  guint32 found = TV_NONE;

  if (tid == 0 && machine == 0)
    return 0;
  if (tid < 0 || tid > G_MAXINT32)
    return TV_NONE;
  list = g_hash_table_lookup (index, GUINT_TO_POINTER ((guint) tid));
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      guint32 thread = g_array_index (list, guint32, i);

      if (threads[thread].machine != machine)
        continue;
      if (found == TV_NONE ||
          (threads[thread].start_ns <= ts && threads[thread].start_ns >= threads[found].start_ns))
        found = thread;
    }
  return found != TV_NONE ? self->utids[found] : TV_NONE;
}

/**
 * Kernel:
 * @threads: by tid, see index_threads()
 * @cpus: (element-type guint32 Cpu): by number
 * @last: by utid, the state that did not end, or %TV_NONE
 * @blocked: by utid, the last state that was neither running nor runnable since the thread ran, or %TV_NONE
 *
 * The kernel's scheduler, replayed from its events.
 */
typedef struct
{
  TvPerfettoModel *model;
  GHashTable *threads;
  GHashTable *cpus;
  guint32 *last;
  guint32 *blocked;
} Kernel;

static TvPerfettoState *
get_state (Kernel *kernel, guint32 row)
{
  return &g_array_index (kernel->model->states, TvPerfettoState, row);
}

static gboolean
is_running (const TvPerfettoState *state)
{
  return state->cpu != TV_NONE;
}

static gboolean
is_runnable (const TvPerfettoState *state)
{
  return g_strcmp0 (state->state, "R") == 0 || g_strcmp0 (state->state, "R+") == 0;
}

/* Ends the open state of a thread; one whose end was lost keeps no duration. */
static void
close_state (Kernel *kernel, guint32 utid, gint64 ts, gboolean is_lost)
{
  if (kernel->last[utid] != TV_NONE && !is_lost)
    get_state (kernel, kernel->last[utid])->dur = ts - get_state (kernel, kernel->last[utid])->ts;
}

static void
open_state (Kernel *kernel, const TvPerfettoState *state)
{
  guint32 row = kernel->model->states->len;

  if (state->utid == 0)
    return;
  g_array_append_val (kernel->model->states, *state);
  kernel->last[state->utid] = row;
  if (is_running (state))
    kernel->blocked[state->utid] = TV_NONE;
  else if (!is_runnable (state))
    kernel->blocked[state->utid] = row;
}

static void
take_switch_states (Kernel *kernel,
                    gint64 ts,
                    guint32 cpu,
                    guint32 prev,
                    const char *end_state,
                    guint32 next)
{
  TvPerfettoState state = TV_PERFETTO_NO_STATE;

  state.ts = ts;
  if (prev != TV_NONE)
    {
      guint32 last = kernel->last[prev];

      close_state (kernel, prev, ts, last != TV_NONE && !is_running (get_state (kernel, last)));
      state.utid = prev;
      state.state = end_state;
      open_state (kernel, &state);
    }
  if (next != TV_NONE)
    {
      close_state (kernel, next, ts, FALSE);
      state.utid = next;
      state.state = "Running";
      state.cpu = cpu;
      open_state (kernel, &state);
    }
}

static gboolean
has_tid (TvPerfettoModel *self, guint32 thread, gint64 tid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  return thread < n && threads[thread].tid == tid;
}

static void
take_switch (Kernel *kernel, guint32 event, const char *text, gsize size)
{
  TvPerfettoModel *self = kernel->model;
  const TvEvents *events = tv_trace_get_events (self->trace);
  guint32 number = events->cpu[event];
  gint64 ts = tv_time_column_get (&events->ts, event);
  Cpu *cpu = get_cpu (self, kernel->cpus, number);
  TvPerfettoRun run = { .ts = ts, .dur = -1, .cpu = number };
  guint32 utid = tv_perfetto_model_map_utid (self, events->utid[event]);
  guint32 machine = get_event_machine (self, event);
  const char *end_state = get_end_state (self, text, size);
  gint64 prev, next, priority = 0;

  if (!find_field (text, size, "prev_pid=", &prev) || !find_field (text, size, "next_pid=", &next))
    return;
  find_field (text, size, "next_prio=", &priority);
  if (cpu->open != TV_NONE && cpu->pid == prev)
    {
      TvPerfettoRun *last = &g_array_index (self->runs, TvPerfettoRun, cpu->open);

      last->dur = ts - last->ts;
      last->end_state = end_state;
    }
  run.utid = next != 0 ? find_run_thread (self, cpu, ts) : 0;
  if (run.utid == TV_NONE)
    run.utid = find_thread (self, kernel->threads, next, machine, ts);
  run.priority = (gint32) priority;
  cpu->open = self->runs->len;
  cpu->pid = next;
  g_array_append_val (self->runs, run);
  if (!has_tid (self, events->utid[event], prev))
    utid = find_thread (self, kernel->threads, prev, machine, ts);
  take_switch_states (kernel, ts, number, utid, end_state, run.utid);
}

/* A thread wakes another, or makes it. One that runs or could run already is not woken. */
static void
take_waking (Kernel *kernel, guint32 event, const char *text, gsize size, gboolean is_new)
{
  TvPerfettoModel *self = kernel->model;
  const TvEvents *events = tv_trace_get_events (self->trace);
  TvPerfettoState state = TV_PERFETTO_NO_STATE;
  gint64 pid, flags;
  guint32 last;

  state.ts = tv_time_column_get (&events->ts, event);
  state.state = "R";
  state.waker = tv_perfetto_model_map_utid (self, events->utid[event]);
  if (!find_field (text, size, is_new ? "pid=" : " pid=", &pid))
    return;
  state.utid = find_thread (self, kernel->threads, pid, get_event_machine (self, event), state.ts);
  if (state.utid == TV_NONE)
    return;
  last = kernel->last[state.utid];
  if (last != TV_NONE && !is_new)
    {
      if (is_running (get_state (kernel, last)) || is_runnable (get_state (kernel, last)))
        return;
      close_state (kernel, state.utid, state.ts, FALSE);
    }
  if (state.waker != TV_NONE && kernel->last[state.waker] != TV_NONE &&
      is_running (get_state (kernel, kernel->last[state.waker])))
    state.waker_id = kernel->last[state.waker];
  if (!is_new && find_field (text, size, "common_flags=", &flags))
    state.irq_context = (flags & (TV_FLAG_HARD_IRQ | TV_FLAG_SOFT_IRQ)) != 0;
  open_state (kernel, &state);
}

/* The kernel function in which a thread was blocked, if the recording has its name and not only its address. */
static const char *
get_blocked_function (TvPerfettoModel *self, const char *text, gsize size)
{
  const char *at = g_strstr_len (text, (gssize) size, "caller="), *end;
  g_autofree char *name = NULL;
  gboolean is_address = TRUE;

  if (at == NULL)
    return NULL;
  at += strlen ("caller=");
  for (end = at; end < text + size && !g_ascii_isspace (*end) && *end != '+'; end++)
    is_address = is_address && (g_ascii_isxdigit (*end) || (*end == 'x' && end == at + 1));
  if (end == at || is_address)
    return NULL;
  name = g_strndup (at, (gsize) (end - at));
  return g_string_chunk_insert_const (self->kernel_texts, name);
}

static void
take_blocked_reason (Kernel *kernel, guint32 event, const char *text, gsize size)
{
  TvPerfettoModel *self = kernel->model;
  gint64 ts = tv_time_column_get (&tv_trace_get_events (self->trace)->ts, event), pid, io_wait;
  guint32 utid;

  if (!find_field (text, size, "pid=", &pid) || !find_field (text, size, "iowait=", &io_wait))
    return;
  utid = find_thread (self, kernel->threads, pid, get_event_machine (self, event), ts);
  if (utid == TV_NONE || kernel->blocked[utid] == TV_NONE)
    return;
  get_state (kernel, kernel->blocked[utid])->io_wait = io_wait != 0;
  get_state (kernel, kernel->blocked[utid])->blocked_function = get_blocked_function (self, text,
                                                                                      size);
}

/* Whether the log has an event of that name. */
static gboolean
has_event (TvPerfettoModel *self, const char *name)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  guint32 last = TV_NONE;

  for (guint32 i = 0; i < events->n; i++)
    {
      guint32 id = tv_events_get_name (events, i);

      if (id == last)
        continue;
      last = id;
      if (strcmp (tv_trace_get_string (self->trace, id), name) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
take_kernel_event (Kernel *kernel, guint32 event, const char *waking)
{
  TvPerfettoModel *self = kernel->model;
  const TvEvents *events = tv_trace_get_events (self->trace);
  const char *name = tv_trace_get_string (self->trace, tv_events_get_name (events, event)), *text;
  gboolean is_waking = strcmp (name, waking) == 0, is_new = strcmp (name, "task_newtask") == 0;
  gboolean is_switch = strcmp (name, "sched_switch") == 0;
  gsize size;

  if (!is_switch && !is_waking && !is_new && strcmp (name, "sched_blocked_reason") != 0)
    return;
  text = tv_trace_get_event_args (self->trace, event, &size);
  if (is_switch)
    take_switch (kernel, event, text, size);
  else if (is_waking || is_new)
    take_waking (kernel, event, text, size, is_new);
  else
    take_blocked_reason (kernel, event, text, size);
}

/* Runs and states from the kernel's events, without switches none. */
static void
replay_kernel (TvPerfettoModel *self)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  const char *waking = has_event (self, "sched_waking") ? "sched_waking" : "sched_wakeup";
  Kernel kernel = { .model = self };

  if (!has_event (self, "sched_switch"))
    return;
  kernel.threads = index_threads (self);
  kernel.cpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  kernel.last = g_new (guint32, self->n_threads + 1);
  kernel.blocked = g_new (guint32, self->n_threads + 1);
  memset (kernel.last, 0xff, ((gsize) self->n_threads + 1) * sizeof *kernel.last);
  memset (kernel.blocked, 0xff, ((gsize) self->n_threads + 1) * sizeof *kernel.blocked);
  for (guint32 i = 0; i < events->n; i++)
    take_kernel_event (&kernel, i, waking);
  g_hash_table_unref (kernel.threads);
  g_hash_table_unref (kernel.cpus);
  g_free (kernel.last);
  g_free (kernel.blocked);
}

static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const TvPerfettoRun *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

/* Without events: what the trace has of each CPU, and idle between. */
static void
take_runs (TvPerfettoModel *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);

  for (guint32 t = 0; t < n; t++)
    for (guint32 i = 0; tracks[t].kind == TV_TRACK_CPU && i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;
        TvRun source = { 0 };
        TvPerfettoRun run = { .ts = tv_slices_start (slices, slice), .cpu = tracks[t].cpu };
        gboolean is_open = slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST);

        tv_trace_get_run (self->trace, slice, &source);
        if (slices->flags[slice] & TV_SLICE_INFERRED)
          continue;
        run.dur = is_open ? -1 : tv_slices_end (slices, slice) - run.ts;
        run.utid = tv_perfetto_model_map_utid (self, source.utid);
        run.priority = source.priority;
        run.end_state = source.end_state != TV_NONE
                            ? tv_trace_get_string (self->trace, source.end_state)
                            : NULL;
        g_array_append_val (self->runs, run);
        if (!is_open && i + 1 < tracks[t].n_slices &&
            tv_slices_start (slices, slice + 1) > run.ts + run.dur)
          {
            TvPerfettoRun idle = { run.ts + run.dur,
                                   tv_slices_start (slices, slice + 1) - run.ts - run.dur,
                                   run.cpu,
                                   0,
                                   120,
                                   "R" };

            g_array_append_val (self->runs, idle);
          }
      }
  g_array_sort (self->runs, compare_runs);
}

/* ---- Names of renamed threads ---- */

static char *
dup_between (const char *text, gsize size, const char *before, const char *after)
{
  const char *at = g_strstr_len (text, (gssize) size, before), *end;

  if (at == NULL)
    return NULL;
  at += strlen (before);
  end = g_strstr_len (at, text + size - at, after);
  return end != NULL ? g_strndup (at, (gsize) (end - at)) : NULL;
}

/* Takes the name that an event gives to a renamed thread. */
static void
take_comm (TvPerfettoModel *self,
           GHashTable *threads,
           guint32 event,
           const char *id_key,
           const char *before,
           const char *after)
{
  gint64 ts = tv_time_column_get (&tv_trace_get_events (self->trace)->ts, event), tid;
  gsize size;
  const char *text = tv_trace_get_event_args (self->trace, event, &size);
  char *name;
  guint32 utid;

  if (!find_field (text, size, id_key, &tid))
    return;
  utid = find_thread (self, threads, tid, get_event_machine (self, event), ts);
  if (utid == TV_NONE || !g_hash_table_contains (self->thread_names, GUINT_TO_POINTER (utid)))
    return;
  name = dup_between (text, size, before, after);
  if (name != NULL)
    g_hash_table_replace (self->thread_names, GUINT_TO_POINTER (utid), name);
}

/* Lists threads whose name is from a rename. */
static void
find_renamed (TvPerfettoModel *self, GHashTable *threads)
{
  const TvEvents *events = tv_trace_get_events (self->trace);

  for (guint32 i = 0; i < events->n; i++)
    {
      const char *name = tv_trace_get_string (self->trace, tv_events_get_name (events, i)), *text;
      g_autofree char *renamed = NULL;
      gint64 tid;
      guint32 utid, thread;
      gsize size;

      if (strcmp (name, "task_rename") != 0)
        continue;
      text = tv_trace_get_event_args (self->trace, i, &size);
      renamed = dup_between (text, size, "newcomm=", " oom_score_adj=");
      if (renamed == NULL || !find_field (text, size, "pid=", &tid))
        continue;
      utid = find_thread (self, threads, tid, get_event_machine (self, i),
                          tv_time_column_get (&events->ts, i));
      thread = utid != TV_NONE ? self->threads[utid] : TV_NONE;
      if (thread != TV_NONE &&
          g_strcmp0 (renamed,
                     get_text (self, tv_trace_get_threads (self->trace, NULL)[thread].name)) == 0)
        g_hash_table_replace (self->thread_names, GUINT_TO_POINTER (utid), g_strdup (renamed));
    }
}

/* The name of a thread is the last one that any event gives it, while the trace keeps to renames where there are any. */
static void
need_thread_names (TvPerfettoModel *self)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  g_autoptr (GHashTable) threads = NULL;

  if (self->thread_names != NULL)
    return;
  self->thread_names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!has_event (self, "task_rename"))
    return;
  threads = index_threads (self);
  find_renamed (self, threads);
  if (g_hash_table_size (self->thread_names) == 0)
    return;
  for (guint32 i = 0; i < events->n; i++)
    {
      const char *name = tv_trace_get_string (self->trace, tv_events_get_name (events, i));

      if (strcmp (name, "task_rename") == 0)
        take_comm (self, threads, i, "pid=", "newcomm=", " oom_score_adj=");
      else if (strcmp (name, "sched_switch") == 0)
        {
          take_comm (self, threads, i, "prev_pid=", "prev_comm=", " prev_pid=");
          take_comm (self, threads, i, "next_pid=", "next_comm=", " next_pid=");
        }
      else if (strcmp (name, "sched_waking") == 0)
        take_comm (self, threads, i, " pid=", "comm=", " pid=");
    }
}

/* Returns: (nullable): the name of a thread */
const char *
tv_perfetto_model_get_thread_name (TvPerfettoModel *self, guint32 utid)
{
  const char *name;

  need_thread_names (self);
  name = g_hash_table_lookup (self->thread_names, GUINT_TO_POINTER (utid));
  if (name == NULL && self->threads[utid] != TV_NONE)
    name = get_text (self, tv_trace_get_threads (self->trace, NULL)[self->threads[utid]].name);
  return name;
}

/* ---- States ---- */

static int
compare_states (gconstpointer a, gconstpointer b)
{
  const TvPerfettoState *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  if (is_running (x) != is_running (y))
    return is_running (y) ? -1 : 1;
  return x->utid < y->utid ? -1 : x->utid > y->utid;
}

static void
add_waiting (TvPerfettoModel *self, guint32 slice, guint32 utid)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  TvPerfettoState state = TV_PERFETTO_NO_STATE;
  TvState side = { 0 };

  tv_trace_get_state (self->trace, slice, &side);
  if ((side.kind == TV_STATE_RUNNING && self->runs->len > 0) ||
      (slices->flags[slice] & TV_SLICE_INFERRED))
    return;
  state.ts = tv_slices_start (slices, slice);
  if (!(slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST)))
    state.dur = tv_time_column_get (&slices->dur, slice);
  state.utid = utid;
  state.cpu = side.cpu;
  state.state = get_text (self, side.text);
  state.io_wait = side.io_wait;
  state.blocked_function = get_text (self, side.blocked_function);
  if (state.blocked_function != NULL && g_str_has_prefix (state.blocked_function, "0x"))
    state.blocked_function = NULL;
  state.waker = tv_perfetto_model_map_utid (self, side.waker);
  state.irq_context = side.irq_context;
  g_array_append_val (self->states, state);
}

/* Finds the rows in which wakers ran: rows by time, with the running one of each thread. */
static void
find_wakers (TvPerfettoModel *self)
{
  g_autofree guint32 *running = g_new (guint32, self->n_threads + 1);

  memset (running, 0xff, ((gsize) self->n_threads + 1) * sizeof *running);
  for (guint32 i = 0; i < self->states->len; i++)
    {
      TvPerfettoState *state = &g_array_index (self->states, TvPerfettoState, i);
      guint32 last = state->waker != TV_NONE ? running[state->waker] : TV_NONE;
      const TvPerfettoState *waker = last != TV_NONE
                                         ? &g_array_index (self->states, TvPerfettoState, last)
                                         : NULL;

      if (waker != NULL && (waker->dur < 0 || waker->ts + waker->dur >= state->ts))
        state->waker_id = last;
      if (is_running (state))
        running[state->utid] = i;
    }
}

/* Without switches: the states of the trace, those of running threads from the runs if it has these. */
static void
take_states (TvPerfettoModel *self)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);

  for (guint32 i = 0; i < self->runs->len; i++)
    {
      const TvPerfettoRun *run = &g_array_index (self->runs, TvPerfettoRun, i);
      TvPerfettoState state = TV_PERFETTO_NO_STATE;

      state.ts = run->ts;
      state.dur = run->dur;
      state.cpu = run->cpu;
      state.utid = run->utid;
      state.state = "Running";
      if (run->utid != 0 && run->utid != TV_NONE)
        g_array_append_val (self->states, state);
    }
  for (guint32 t = 0; t < n; t++)
    {
      if (tracks[t].kind != TV_TRACK_THREAD_STATE || tracks[t].utid == TV_NONE ||
          threads[tracks[t].utid].is_idle)
        continue;
      for (guint32 i = 0; i < tracks[t].n_slices; i++)
        add_waiting (self, tracks[t].first_slice + i,
                     tv_perfetto_model_map_utid (self, tracks[t].utid));
    }
  g_array_sort (self->states, compare_states);
  find_wakers (self);
}

void
tv_perfetto_model_need_runs (TvPerfettoModel *self)
{
  if (self->runs != NULL)
    return;
  self->runs = g_array_new (FALSE, FALSE, sizeof (TvPerfettoRun));
  self->states = g_array_new (FALSE, FALSE, sizeof (TvPerfettoState));
  self->kernel_texts = g_string_chunk_new (256);
  replay_kernel (self);
  if (self->runs->len > 0)
    return;
  take_runs (self);
  take_states (self);
}

/* ---- Counters ---- */

void
tv_perfetto_model_need_samples (TvPerfettoModel *self)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  g_autoptr (GArray) lists = g_array_new (FALSE, FALSE, sizeof (List));
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  if (self->samples != NULL)
    return;
  tv_perfetto_model_need_tracks (self);
  for (guint32 i = 0; i < n; i++)
    {
      List list = { .at = counters[i].first_sample,
                    .end = counters[i].first_sample + counters[i].n_samples,
                    .number = self->counter_ids[i] };

      if (counters[i].n_samples == 0)
        continue;
      list.ts = samples->ts[list.at];
      g_array_append_val (lists, list);
      self->n_samples += counters[i].n_samples;
    }
  self->samples = g_new (guint32, self->n_samples + 1);
  self->sample_tracks = g_new (guint32, self->n_samples + 1);
  merge_lists (self, lists, get_sample_time, self->samples, self->sample_tracks);
}

/* ---- Bounds and clocks ---- */

static void
stretch (gint64 *start, gint64 *end, gint64 from, gint64 to)
{
  *start = MIN (*start, from);
  *end = MAX (*end, to);
}

/* The first and the last time of any row of events, slices, runs, states, counters. */
gboolean
tv_perfetto_model_get_bounds (TvPerfettoModel *self, gint64 *start, gint64 *end)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  const TvEvents *events = tv_trace_get_events (self->trace);
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);
  const TvStackSamples *stacks = &tv_trace_get_stacks (self->trace)->samples;
  const TvHeapChanges *changes = &tv_trace_get_stacks (self->trace)->changes;

  *start = G_MAXINT64;
  *end = G_MININT64;
  tv_perfetto_model_need_slices (self);
  tv_perfetto_model_need_samples (self);
  tv_perfetto_model_need_runs (self);
  for (guint32 i = 0; i < self->n_slices; i++)
    {
      gint64 ts = tv_slices_start (slices, self->slices[i]);

      stretch (start, end, ts, ts + MAX (tv_perfetto_model_get_dur (self, i), 0));
    }
  for (guint32 i = 0; i < self->runs->len; i++)
    {
      const TvPerfettoRun *run = &g_array_index (self->runs, TvPerfettoRun, i);

      stretch (start, end, run->ts, run->ts + MAX (run->dur, 0));
    }
  for (guint32 i = 0; i < self->n_samples; i++)
    stretch (start, end, samples->ts[self->samples[i]], samples->ts[self->samples[i]]);
  if (events->n > 0)
    stretch (start, end, tv_time_column_get (&events->ts, 0),
             tv_time_column_get (&events->ts, events->n - 1));
  for (guint32 i = 0; lines != NULL && i < lines->n; i++)
    if (lines->ts[i] != TV_NO_TIME)
      stretch (start, end, lines->ts[i], lines->ts[i]);
  for (guint32 i = 0; i < stacks->n; i++)
    if (stacks->ts[i] != TV_NO_TIME)
      stretch (start, end, stacks->ts[i], stacks->ts[i]);
  for (guint32 i = 0; i < changes->n; i++)
    if (changes->ts[i] != TV_NO_TIME)
      stretch (start, end, changes->ts[i], changes->ts[i]);
  return *start <= *end;
}

/* Reads another clock at a time: its value in the last snapshot at or before it and the distance, but not more than in
 * the next snapshot. */
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

/* Makes the model of a trace, which it keeps. */
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
  g_clear_pointer (&self->thread_names, g_hash_table_unref);
  g_free (self->upids);
  g_free (self->processes);
  g_clear_pointer (&self->tracks, g_array_unref);
  g_free (self->track_ids);
  g_free (self->counter_ids);
  g_free (self->slices);
  g_free (self->slice_ids);
  g_free (self->parents);
  g_free (self->depths);
  g_free (self->durs);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->states, g_array_unref);
  g_clear_pointer (&self->kernel_texts, g_string_chunk_free);
  g_free (self->samples);
  g_free (self->sample_tracks);
  g_free (self->args_before);
  g_clear_pointer (&self->parsed, g_array_unref);
  g_clear_pointer (&self->parsed_texts, g_string_chunk_free);
  g_object_unref (self->trace);
  g_free (self);
}
