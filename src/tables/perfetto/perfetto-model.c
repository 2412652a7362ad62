/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/memory/string-pool.h"
#include "tables/perfetto/perfetto-model-private.h"

static const char *
get_text (TvPerfettoModel *self, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (self->trace, string) : NULL;
}

/* ---- Threads and processes ---- */

/* Numbers threads and processes. The idle thread of the device is 0, even if the trace lacks it. The idle
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

/* ---- Tagged marks ---- */

#define TAG "H:"

/* Returns the name in the mark of an event whose first letter is @kind, as it was written. Returns NULL for other events.
 * @size: (out): bytes of the name */
static const char *
find_mark_name (TvPerfettoModel *self, guint32 event, char kind, gsize *size)
{
  const char *event_name = tv_trace_get_string (
      self->trace, tv_events_get_name (tv_trace_get_events (self->trace), event));
  const char *text, *end, *bar;

  /* Do not render the text of other events. */
  if (!g_str_equal (event_name, "print") && !g_str_equal (event_name, "0") &&
      !g_str_has_prefix (event_name, "tracing_mark_write"))
    return NULL;
  text = tv_trace_get_event_args (self->trace, event, self->event_text, size);
  end = text + *size;
  if (*size < 2 || text[0] != kind || text[1] != '|')
    return NULL;
  text += 2;
  bar = memchr (text, '|', (gsize) (end - text));
  if (bar == NULL)
    return NULL;
  *size = (gsize) (end - bar - 1);
  return bar + 1;
}

static gboolean
is_tagged (const char *name, gsize size)
{
  return name != NULL && size > strlen (TAG) && memcmp (name, TAG, strlen (TAG)) == 0;
}

static gboolean
has_tagged_marks (TvPerfettoModel *self)
{
  guint32 n = tv_trace_get_events (self->trace)->n;

  if (self->has_tagged_marks < 0)
    {
      self->has_tagged_marks = FALSE;
      for (guint32 i = 0; i < n && !self->has_tagged_marks; i++)
        {
          gsize size;
          const char *name = find_mark_name (self, i, 'B', &size);

          self->has_tagged_marks = is_tagged (name, size);
        }
    }
  return self->has_tagged_marks;
}

/* Returns the index of the first kernel event that does not precede a time. */
static guint32
find_first_event (const TvEvents *events, gint64 ts)
{
  guint32 first = 0, end = events->n;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (tv_time_column_get (&events->ts, middle) < ts)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns whether a program emitted a tagged mark at a time. @kind: first letter of the mark. @name: name after the
 * tag. */
static gboolean
has_tagged_mark (TvPerfettoModel *self, gint64 ts, char kind, const char *name)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  gsize n = strlen (name);

  for (guint32 i = find_first_event (events, ts);
       i < events->n && tv_time_column_get (&events->ts, i) == ts; i++)
    {
      gsize size;
      const char *text = find_mark_name (self, i, kind, &size);

      if (is_tagged (text, size) && size > strlen (TAG) + n &&
          memcmp (text + strlen (TAG), name, n) == 0 && text[strlen (TAG) + n] == '|')
        return TRUE;
    }
  return FALSE;
}

/* Returns: (nullable): the name of a slice or counter that is not on the track of a thread, with its tag; %NULL if it
 * has none */
static char *
dup_shared_name (TvPerfettoModel *self, gint64 ts, char kind, const char *name)
{
  return name != NULL && has_tagged_marks (self) && has_tagged_mark (self, ts, kind, name)
             ? g_strconcat (TAG, name, NULL)
             : NULL;
}

/**
 * tv_perfetto_model_dup_tagged_name:
 * @self: a model
 * @slice: index of a slice in the trace
 *
 * Programs on OpenHarmony write marks such as "H:name|M62|key=value". The trace stores the parts of such a mark
 * separately; trace processor takes all of it as the name.
 *
 * Returns: (nullable): name of the slice as it was written; %NULL if the name in the trace is valid
 */
char *
tv_perfetto_model_dup_tagged_name (TvPerfettoModel *self, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvEvents *events = tv_trace_get_events (self->trace);
  gint64 ts = tv_slices_start (slices, slice);
  const TvTrack *track;
  guint32 rank = 0;

  if (!has_tagged_marks (self))
    return NULL;
  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  if (track->utid == TV_NONE)
    return dup_shared_name (
        self, ts, 'S', tv_perfetto_model_get_symbol_name (self, tv_slices_symbol (slices, slice)));
  while (slice - rank > track->first_slice && tv_slices_start (slices, slice - rank - 1) == ts)
    rank++;
  for (guint32 i = find_first_event (events, ts);
       i < events->n && tv_time_column_get (&events->ts, i) == ts; i++)
    {
      gsize size;
      const char *name = tv_id_column_get (&events->utid, i) == track->utid
                             ? find_mark_name (self, i, 'B', &size)
                             : NULL;

      if (name != NULL && rank-- == 0)
        return is_tagged (name, size) ? tv_string_pool_dup_valid (name, size) : NULL;
    }
  return NULL;
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

/* Returns whether the slices of a track are merged with the other slices of its thread, as for binder
 * transactions. */
static gboolean
is_merged (const TvTrack *track)
{
  return track->kind == TV_TRACK_THREAD_EXTRA &&
         (track->role == TV_ROLE_BINDER || track->role == TV_ROLE_BINDER_LOCK);
}

/* Returns the arguments of the first slice of a track. */
static const TvArg *
get_first_args (TvPerfettoModel *self, const TvTrack *track, guint32 *n)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  *n = 0;
  return slices->arg_set != NULL
             ? tv_trace_get_args (self->trace, slices->arg_set[track->first_slice], n)
             : NULL;
}

static gboolean
has_arg (TvPerfettoModel *self, const TvArg *args, guint32 n, const char *key)
{
  for (guint32 i = 0; i < n; i++)
    if (g_strcmp0 (tv_trace_get_string (self->trace, tv_arg_get_key (&args[i])), key) == 0)
      return TRUE;
  return FALSE;
}

/* Returns the type of an asynchronous track of a process. Slices of atrace have a cookie, and the name of their
 * track unless the mark names a track. Instants without arguments and category are marks on a track. */
static const char *
get_async_type (TvPerfettoModel *self, const TvTrack *track)
{
  guint32 n;
  const TvArg *args = get_first_args (self, track, &n);
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const char *name = tv_perfetto_model_get_symbol_name (
      self, tv_slices_symbol (slices, track->first_slice));

  if (has_arg (self, args, n, "legacy_trace_source_id"))
    return "legacy_async_process_slice";
  if (has_arg (self, args, n, "cookie"))
    return g_strcmp0 (name, get_text (self, track->name)) == 0 || has_arg (self, args, n, "level")
               ? "atrace_async_slice"
               : "atrace_async_slice_for_track";
  return n == 0 && tv_time_column_get (&slices->dur, track->first_slice) == 0
             ? "atrace_async_slice_for_track"
             : "process_merged_track_event";
}

/* Types of tracks that only their names distinguish. */
static const struct
{
  const char *prefix;
  const char *type;
} named_types[] = {
  { "Suspend/Resume ", "suspend_resume" },
  { "Trace Triggers", "triggers" },
  { "fence-", "drm_fence" },
  { "napi gro", "cpu_napi_gro" },
  { "Wakelock", "wakesource_wakelock" },
  { "Buffer: ", "graphics_frame_event" },
  { "TCP Retransmit Skb", "net_tcp_retransmit_skb" },
};

static const char *
get_named_type (TvPerfettoModel *self, const TvTrack *track)
{
  const char *name = get_text (self, track->name);

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (named_types); i++)
    if (g_str_has_prefix (name, named_types[i].prefix))
      return named_types[i].type;
  return track->upid != TV_NONE ? "process_track_event" : "global_merged_track_event";
}

static const char *
get_track_type (TvPerfettoModel *self, const TvTrack *track)
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
    case TV_ROLE_BUFFERS:
      return "graphics_frame_event";
    case TV_ROLE_SPANS:
      return track->upid != TV_NONE ? get_async_type (self, track) : get_named_type (self, track);
    default:
      return track->utid != TV_NONE ? "thread_execution" : get_named_type (self, track);
    }
}

static void
add_number (TvPerfettoTrack *track, const char *key, gint64 number)
{
  if (track->n_dimensions < TV_MAX_DIMENSIONS)
    track->dimensions[track->n_dimensions++] = (TvPerfettoDimension){ key, NULL, number };
}

/* Adds a dimension whose value is the first @size bytes of a text, or all of it if @size is -1. */
static void
add_text (TvPerfettoTrack *track, const char *key, const char *text, gssize size)
{
  if (track->n_dimensions < TV_MAX_DIMENSIONS)
    track->dimensions[track->n_dimensions++] = (TvPerfettoDimension){
      key, size < 0 ? g_strdup (text) : g_strndup (text, (gsize) size), 0
    };
}

static void
add_owner (TvPerfettoTrack *track)
{
  if (track->utid != TV_NONE)
    add_number (track, "utid", track->utid);
  else if (track->upid != TV_NONE)
    add_number (track, "upid", track->upid);
  else if (track->cpu != TV_NONE)
    add_number (track, "cpu", track->cpu);
}

static char *
dup_track_name (TvPerfettoModel *self, const TvTrack *track)
{
  if (track->role == TV_ROLE_IRQ)
    return g_strdup_printf ("Irq Cpu %u", tv_trace_get_cpu_number (self->trace, track->cpu));
  if (track->role == TV_ROLE_SOFTIRQ)
    return g_strdup_printf ("SoftIrq Cpu %u", tv_trace_get_cpu_number (self->trace, track->cpu));
  if (track->role == TV_ROLE_KERNEL_FUNCTIONS)
    return track->utid != TV_NONE
               ? g_strdup ("Funcgraph")
               : g_strdup_printf ("swapper%u -funcgraph",
                                  tv_trace_get_cpu_number (self->trace, track->cpu));
  if (track->kind == TV_TRACK_THREAD || track->name == TV_NONE)
    return NULL;
  if (track->cpu != TV_NONE && g_str_equal (get_text (self, track->name), "napi gro"))
    return g_strdup_printf ("Napi Gro Cpu %u", tv_trace_get_cpu_number (self->trace, track->cpu));
  return g_strdup (tv_trace_get_string (self->trace, track->name));
}

static void
add_slice_track (TvPerfettoModel *self, guint32 row)
{
  const TvTrack *source = &tv_trace_get_tracks (self->trace, NULL)[row];
  TvPerfettoTrack track = {
    .row = row,
    .type = get_track_type (self, source),
    .name = dup_track_name (self, source),
    .utid = tv_perfetto_model_map_utid (self, source->utid),
    .upid = tv_perfetto_model_map_upid (self, source->upid),
    .cpu = source->cpu,
    .machine = source->machine,
  };

  self->has_frames |= source->role == TV_ROLE_ACTUAL_FRAMES;
  if (g_str_equal (track.type, "thread_execution"))
    g_clear_pointer (&track.name, g_free);
  else if (g_str_equal (track.type, "atrace_async_slice"))
    {
      char *tagged = tv_perfetto_model_dup_tagged_name (self, source->first_slice);

      if (tagged != NULL)
        {
          g_free (track.name);
          track.name = tagged;
        }
    }
  add_owner (&track);
  if (track.name != NULL && source->kind == TV_TRACK_ASYNC)
    add_text (&track, "name", track.name, -1);
  self->track_ids[row] = self->tracks->len;
  g_array_append_val (self->tracks, track);
}

/* ---- Counters ---- */

/* Types of counters, by name prefix. */
static const struct
{
  const char *prefix;
  const char *type;
  const char *name; /* (nullable): NULL to keep the name */
  const char *key;  /* (nullable): dimension whose value is the name; NULL if there is none */
  guint skipped;    /* number of leading bytes of the name that are not part of this value */
} counter_kinds[] = {
  { "rss: MM_FILEPAGES", "process_memory", "mem.rss.file", "process_memory_key", 4 },
  { "rss: MM_ANONPAGES", "process_memory", "mem.rss.anon", "process_memory_key", 4 },
  { "rss: MM_SHMEMPAGES", "process_memory", "mem.rss.shmem", "process_memory_key", 4 },
  { "rss: MM_SWAPENTS", "process_memory", "mem.swap", "process_memory_key", 4 },
  { "oom_score_adj", "oom_score_adj", NULL, NULL, 0 },
  { "mem.dma_heap_change", "android_dma_heap_change", NULL, NULL, 0 },
  { "mem.dma_heap", "android_dma_heap", NULL, NULL, 0 },
  { "mem.buddyinfo[", "buddyinfo", NULL, NULL, 0 },
  { "mem.", "process_memory", NULL, "process_memory_key", 4 },
  { "cpu.times.", "cpustat", NULL, "cpustat_key", 10 },
  { "gpufreq", "gpu_frequency", "gpufreq", NULL, 0 },
  { "batt.", "battery_counter", NULL, NULL, 0 },
  { "power.", "power_rails", NULL, NULL, 0 },
  { "diskstat.", "diskstat", NULL, NULL, 0 },
  { "battery_stats.", "battery_stats", NULL, "counter_key", 0 },
  { "psi.", "psi", NULL, "psi_resource", 4 },
  { "num_forks", "num_forks", NULL, NULL, 0 },
  { "num_irq_total", "num_irq_total", NULL, NULL, 0 },
  { "num_softirq_total", "num_softirq_total", NULL, NULL, 0 },
  { "num_softirq", "num_softirq", NULL, NULL, 0 },
  { "num_", "num_irq", NULL, NULL, 0 },
  { "runtime.", "proc_stat_runtime", NULL, "proc_stat_runtime_key", 8 },
};

/* Adds the dimensions of a battery: its name, which may be empty, and the counter. */
static void
add_battery (TvPerfettoTrack *track, const char *name)
{
  static const char *const counters[] = { "charge_uah",     "capacity_pct", "current_ua",
                                          "current.avg_ua", "energy_uwh",   "voltage_uv",
                                          "power_mw" };
  const char *start = name + strlen ("batt.");

  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    if (g_str_has_suffix (start, counters[i]))
      {
        gsize size = strlen (start) - strlen (counters[i]);

        add_text (track, "battery_name", start, size > 0 ? (gssize) size - 1 : 0);
        add_text (track, "counter_name", counters[i], -1);
        return;
      }
}

/* Adds the dimensions of a disk, whose counters are called diskstat.[NAME].COUNTER. */
static void
add_disk (TvPerfettoTrack *track, const char *name)
{
  const char *start = strchr (name, '['), *end = strrchr (name, ']');

  if (start == NULL || end == NULL || end < start || end[1] != '.')
    return;
  add_text (track, "device_name", start + 1, end - start - 1);
  add_text (track, "counter_name", end + 2, -1);
  track->unit = g_str_has_suffix (end, "_throughput")    ? "MB/s"
                : g_str_has_suffix (end, "flush_amount") ? "count"
                : g_str_has_suffix (end, "_time")        ? "ms"
                                                         : "MB";
}

/* Adds the dimensions of memory blocks, whose counters are called mem.buddyinfo[NODE][ZONE][SIZE kB]. */
static void
add_blocks (TvPerfettoTrack *track, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "[", -1);

  if (g_strv_length (parts) != 4)
    return;
  add_text (track, "buddyinfo_node", parts[1], (gssize) strcspn (parts[1], "]"));
  add_text (track, "buddyinfo_zone", parts[2], (gssize) strcspn (parts[2], "]"));
  add_number (track, "buddyinfo_chunk_size_kb", g_ascii_strtoll (parts[3], NULL, 10));
}

/* Returns the number in "gpufreq (GPU 1)"; the name of the first GPU has no number. */
static gint64
get_gpu (const char *name)
{
  const char *at = strstr (name, "(GPU ");

  return at != NULL ? g_ascii_strtoll (at + strlen ("(GPU "), NULL, 10) : 0;
}

/* Returns whether a machine-wide counter has a name from /proc/vmstat. */
static gboolean
is_vmstat_name (const char *name)
{
  static const char *const prefixes[] = { "nr_",          "pg",       "workingset_", "allocstall",
                                          "balloon_",     "compact_", "drop_",       "kcompactd_",
                                          "kswapd_",      "numa_",    "oom_kill",    "pageoutrun",
                                          "slabs_",       "swap_ra",  "thp_",        "unevictable_",
                                          "zone_reclaim", "pswp" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Returns whether a counter describes the memory of a machine. Names in /proc/meminfo are like MemFree, those
 * in /proc/vmstat like nr_free_pages. */
static gboolean
is_machine_memory (const TvCounterTrack *counter, const char *name)
{
  return counter->upid == TV_NONE && counter->utid == TV_NONE && counter->cpu == TV_NONE &&
         strpbrk (name, ". :[") == NULL &&
         (counter->role == TV_COUNTER_ROLE_MEMORY || is_vmstat_name (name));
}

/* Sets the type of a counter of CPU frequency limits or idle states, whose name in Perfetto contains the CPU
 * number. Returns FALSE for other counters. */
static gboolean
set_cpu_counter_kind (TvPerfettoModel *self,
                      TvPerfettoTrack *track,
                      const TvCounterTrack *counter,
                      const char *name)
{
  guint32 cpu = tv_trace_get_cpu_number (self->trace, counter->cpu);
  gboolean is_max = strstr (name, "max") != NULL;

  if (counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT)
    {
      track->type = is_max ? "cpu_max_frequency_limit" : "cpu_min_frequency_limit";
      track->name = g_strdup_printf ("Cpu %u %s Freq Limit", cpu, is_max ? "Max" : "Min");
      return TRUE;
    }
  if (!g_str_has_prefix (name, "cpuidle."))
    return FALSE;
  track->type = "cpu_idle_state";
  add_text (track, "cpu_idle_state", name + strlen ("cpuidle."), -1);
  track->name = g_strdup_printf ("cpuidle%u.%s", cpu, name + strlen ("cpuidle."));
  return TRUE;
}

/* Returns whether a counter contains the memory of a GPU: "GPU Memory", or "GPU 1 Memory" with a number. */
static gboolean
is_gpu_memory (const char *name)
{
  return g_str_has_prefix (name, "GPU ") && g_str_has_suffix (name, " Memory");
}

/* Adds the dimensions of types whose names contain several of them. */
static void
add_special (TvPerfettoTrack *track, const char *name)
{
  if (g_str_equal (track->type, "battery_counter"))
    add_battery (track, name);
  else if (g_str_equal (track->type, "diskstat"))
    add_disk (track, name);
  else if (g_str_equal (track->type, "buddyinfo"))
    add_blocks (track, name);
}

static void
set_counter_kind (TvPerfettoModel *self,
                  TvPerfettoTrack *track,
                  const TvCounterTrack *counter,
                  const char *name)
{
  gboolean has_events = tv_trace_get_events (self->trace)->n > 0;

  if (counter->cpu != TV_NONE && set_cpu_counter_kind (self, track, counter, name))
    return;
  track->name = g_strdup (is_gpu_memory (name) ? "GPU Memory" : name);
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
        if (counter_kinds[i].key != NULL)
          add_text (track, counter_kinds[i].key, track->name + counter_kinds[i].skipped, -1);
        add_special (track, name);
        return;
      }
  track->type = is_gpu_memory (name)
                    ? counter->upid != TV_NONE ? "process_gpu_memory" : "gpu_memory"
                : counter->upid != TV_NONE
                    ? has_events ? "atrace_counter" : "process_counter_track_event"
                : counter->utid != TV_NONE ? "thread_counter_track_event"
                : counter->cpu != TV_NONE  ? "cpu_counter"
                                           : "global_counter_track_event";
  if (is_machine_memory (counter, name))
    {
      track->type = g_ascii_isupper (name[0]) ? "meminfo" : "vmstat";
      track->unit = g_ascii_isupper (name[0]) ? "bytes" : NULL;
      add_text (track, g_ascii_isupper (name[0]) ? "meminfo_key" : "vmstat_key", name, -1);
    }
  else if (counter->role == TV_COUNTER_ROLE_CLOCK_RATE)
    {
      track->type = "clock_frequency";
      add_text (track, "linux_device", name,
                (gssize) (strlen (name) -
                          (g_str_has_suffix (name, " Frequency") ? strlen (" Frequency") : 0)));
    }
  else if (counter->role == TV_COUNTER_ROLE_TEMPERATURE && counter->upid == TV_NONE && !has_events)
    {
      track->type = "thermal_temperature_sys";
      track->unit = "C";
      add_text (track, "thermal_zone", name, -1);
    }
  else if (!g_str_equal (track->type, "atrace_counter") && counter->unit != TV_COUNTER_UNIT_NONE)
    track->unit = tv_counter_unit_name (counter->unit);
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

  add_owner (&track);
  set_counter_kind (self, &track, source, name);
  if (source->source_name != TV_NONE)
    {
      add_number (&track, "session_uuid", source->source_session);
      add_text (&track, "name", tv_trace_get_string (self->trace, source->source_name), -1);
    }
  if (g_str_equal (track.type, "gpu_frequency"))
    {
      track.unit = "MHz";
      add_number (&track, "gpu", get_gpu (name));
      add_number (&track, "ugpu", get_gpu (name));
    }
  if (g_str_equal (track.type, "atrace_counter") && source->n_samples > 0)
    {
      gint64 ts = tv_trace_get_samples (self->trace)->ts[source->first_sample];
      char *tagged = dup_shared_name (self, ts, 'C', track.name);

      if (tagged != NULL)
        {
          g_free (track.name);
          track.name = tagged;
        }
    }
  if (g_str_equal (track.type, "atrace_counter") ||
      (track.n_dimensions == 0 && !g_str_has_prefix (track.type, "num_")))
    add_text (&track, "name", track.name, -1);
  self->counter_ids[row] = self->tracks->len;
  g_array_append_val (self->tracks, track);
}

static void
clear_track (gpointer data)
{
  TvPerfettoTrack *track = data;

  g_free (track->name);
  for (guint i = 0; i < track->n_dimensions; i++)
    g_free (track->dimensions[i].text);
}

/**
 * TrackKey:
 * @start: first timestamp, in ns
 * @rank: order of tracks with the same @start
 * @number: previous number of the track
 *
 * Sort key of a track in the order of first events.
 */
typedef struct
{
  gint64 start;
  guint rank;
  guint32 number;
} TrackKey;

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const TrackKey *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns the rank of a track among tracks with the same start: slices first, then the counters that a packet
 * may contain together, in the order in which its fields are read, then other counters. */
static guint
get_rank (const TvPerfettoTrack *track)
{
  static const char *const types[] = { "meminfo", "clock_frequency", "cpu_frequency",
                                       "vmstat",  "cpustat",         "num_irq" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (track->type, types[i]))
      return i + 1;
  return track->is_counter ? G_N_ELEMENTS (types) + 1 : 0;
}

/* Returns: (transfer full): the sort keys of tracks, in the order of their numbers. Rails precede all events,
 *   because they are declared before them. */
static TrackKey *
find_keys (TvPerfettoModel *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  guint32 n, n_counters;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n_counters);
  TrackKey *keys = g_new (TrackKey, self->tracks->len + 1);

  for (guint32 i = 0; i < self->tracks->len; i++)
    keys[i] = (TrackKey){ G_MAXINT64, get_rank (tv_perfetto_model_get_track (self, i)), i };
  for (guint32 i = n; i-- > 0;)
    if (self->track_ids[i] != TV_NONE)
      {
        gint64 start = tv_time_column_get (&slices->ts, tracks[i].first_slice);

        for (guint32 at = i; at != TV_NONE; at = tracks[at].parent)
          if (self->track_ids[at] != TV_NONE)
            keys[self->track_ids[at]].start = MIN (keys[self->track_ids[at]].start, start);
      }
  for (guint32 i = 0; i < n_counters; i++)
    if (counters[i].source_name != TV_NONE)
      keys[self->counter_ids[i]].start = G_MININT64;
    else if (counters[i].n_samples > 0)
      keys[self->counter_ids[i]].start = samples->ts[counters[i].first_sample];
  return keys;
}

/* Renumbers tracks of slices and counters by their first event. */
static void
order_tracks (TvPerfettoModel *self)
{
  guint32 n, n_counters;
  g_autofree TrackKey *keys = find_keys (self);
  g_autofree guint32 *numbers = g_new (guint32, self->tracks->len + 1);
  g_autoptr (GArray) former = g_steal_pointer (&self->tracks);

  tv_trace_get_tracks (self->trace, &n);
  tv_trace_get_counter_tracks (self->trace, &n_counters);
  qsort (keys, former->len, sizeof *keys, compare_keys);
  self->tracks = g_array_sized_new (FALSE, FALSE, sizeof (TvPerfettoTrack), former->len);
  for (guint32 i = 0; i < former->len; i++)
    {
      numbers[keys[i].number] = i;
      g_array_append_val (self->tracks, g_array_index (former, TvPerfettoTrack, keys[i].number));
    }
  g_array_set_clear_func (former, NULL);
  g_array_set_clear_func (self->tracks, clear_track);
  for (guint32 i = 0; i < n; i++)
    if (self->track_ids[i] != TV_NONE)
      self->track_ids[i] = numbers[self->track_ids[i]];
  for (guint32 i = 0; i < n_counters; i++)
    self->counter_ids[i] = numbers[self->counter_ids[i]];
}

/* Numbers tracks of slices and of counters. */
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
  order_tracks (self);
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

guint32
tv_perfetto_model_map_counter_track (TvPerfettoModel *self, guint32 track)
{
  guint32 n;

  tv_perfetto_model_need_tracks (self);
  tv_trace_get_counter_tracks (self->trace, &n);
  return track < n ? self->counter_ids[track] : TV_NONE;
}

/* ---- Merging lists of rows by time ---- */

/**
 * List:
 * @at: next row
 * @ts: time of the next row
 * @end: end of the rows
 * @number: index of the list
 *
 * A sorted list that is being merged with other lists.
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

/* Merges sorted lists of rows by time. @numbers: (nullable): set to the list of each row */
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

/* Returns whether a slice is unfinished according to Perfetto. This includes slices of a log that end because
 * their thread ended. */
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

/* Returns: (transfer full): the ends of slices on merged tracks, sorted by time. Also sets the durations of all
 * slices. */
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

/* Computes the parents and depths of slices, and the durations of slices on merged tracks. On a merged track,
 * each end closes the innermost open slice, because trace processor does not record to which slice an end
 * belongs. */
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
          parent = tv_slices_parent (slices, self->slices[id]);
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

static void
need_slices (TvPerfettoModel *self)
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
  need_slices (self);
  return self->n_slices;
}

guint32
tv_perfetto_model_map_slice (TvPerfettoModel *self, guint32 slice)
{
  need_slices (self);
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

  need_slices (self);
  if (self->parents != NULL)
    return self->parents[slice];
  parent = tv_slices_parent (tv_trace_get_slices (self->trace), self->slices[slice]);
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

/* Appends the ids of all descendants of a slice, sorted by start time. */
void
tv_perfetto_model_find_descendants (TvPerfettoModel *self, guint32 slice, GArray *out)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint first = out->len;

  need_slices (self);
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

/* ---- Kernel events ---- */

/* Returns: (transfer none): the data from kernel events, created on first use */
TvPerfettoKernel *
tv_perfetto_model_need_kernel (TvPerfettoModel *self)
{
  if (self->kernel == NULL)
    self->kernel = tv_perfetto_kernel_new (self->trace, self, self->n_threads);
  return self->kernel;
}

/* Returns the id of the run that is a slice on a CPU track of the trace, or %TV_NONE. */
guint32
tv_perfetto_model_map_run (TvPerfettoModel *self, guint32 slice)
{
  const TvTrack *track;

  if (slice >= tv_trace_get_slices (self->trace)->n)
    return TV_NONE;
  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  return track->kind == TV_TRACK_CPU
             ? tv_perfetto_kernel_find_run (tv_perfetto_model_need_kernel (self),
                                            get_slice_time (self, slice), track->cpu)
             : TV_NONE;
}

/* Returns the id of the state that is a slice on a thread's track in the trace, or %TV_NONE. */
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
                   tv_perfetto_model_need_kernel (self), get_slice_time (self, slice),
                   tv_perfetto_model_map_utid (self, track->utid), state.kind == TV_STATE_RUNNING)
             : TV_NONE;
}

/* Returns: (nullable): the name of a thread of the model */
const char *
tv_perfetto_model_get_thread_name (TvPerfettoModel *self, guint32 utid)
{
  const char *name = tv_perfetto_kernel_get_new_name (tv_perfetto_model_need_kernel (self), utid);

  if (name == NULL && self->threads[utid] != TV_NONE)
    name = get_text (self, tv_trace_get_threads (self->trace, NULL)[self->threads[utid]].name);
  return name;
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

/* Returns the id of a counter value, given its index in the samples of the trace, or %TV_NONE. */
guint32
tv_perfetto_model_map_counter (TvPerfettoModel *self, guint32 sample)
{
  guint32 low = 0, high;
  gint64 ts;

  tv_perfetto_model_need_samples (self);
  if (sample >= tv_trace_get_samples (self->trace)->n)
    return TV_NONE;
  ts = get_sample_time (self, sample);
  high = self->n_samples;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_sample_time (self, self->samples[middle]) < ts)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < self->n_samples && get_sample_time (self, self->samples[low]) == ts; low++)
    if (self->samples[low] == sample)
      return low;
  return TV_NONE;
}

/* ---- Bounds and clocks ---- */

static void
extend (gint64 *start, gint64 *end, gint64 from, gint64 to)
{
  *start = MIN (*start, from);
  *end = MAX (*end, to);
}

/* Gets the times of the first and the last event, slice, run, counter value, log line, stack sample or heap
 * change. Returns FALSE if there is none. */
gboolean
tv_perfetto_model_get_bounds (TvPerfettoModel *self, gint64 *start, gint64 *end)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  const TvEvents *events = tv_trace_get_events (self->trace);
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);
  const TvStackSamples *stacks = &tv_trace_get_stacks (self->trace)->samples;
  const TvHeapChanges *changes = &tv_trace_get_stacks (self->trace)->changes;
  const GArray *runs = tv_perfetto_kernel_need_runs (tv_perfetto_model_need_kernel (self));

  *start = G_MAXINT64;
  *end = G_MININT64;
  need_slices (self);
  tv_perfetto_model_need_samples (self);
  for (guint32 i = 0; i < self->n_slices; i++)
    {
      gint64 ts = tv_slices_start (slices, self->slices[i]);

      extend (start, end, ts, ts + MAX (tv_perfetto_model_get_dur (self, i), 0));
    }
  for (guint32 i = 0; i < runs->len; i++)
    {
      const TvPerfettoRun *run = &g_array_index (runs, TvPerfettoRun, i);

      extend (start, end, run->ts, run->ts + MAX (run->dur, 0));
    }
  for (guint32 i = 0; i < self->n_samples; i++)
    extend (start, end, samples->ts[self->samples[i]], samples->ts[self->samples[i]]);
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

/* Converts a time to another clock: the clock's value in the last snapshot at or before @ts, plus the time
 * since that snapshot, but at most the value in the next snapshot. Returns FALSE if no snapshot contains the
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
  self->has_tagged_marks = -1;
  self->event_text = g_string_new (NULL);
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
  g_clear_pointer (&self->tracks, g_array_unref);
  g_free (self->track_ids);
  g_free (self->counter_ids);
  g_free (self->slices);
  g_free (self->slice_ids);
  g_free (self->parents);
  g_free (self->depths);
  g_free (self->durs);
  g_clear_pointer (&self->kernel, tv_perfetto_kernel_free);
  g_free (self->samples);
  g_free (self->sample_tracks);
  g_free (self->args_before);
  g_clear_pointer (&self->parsed, g_array_unref);
  g_clear_pointer (&self->parsed_texts, g_string_chunk_free);
  g_string_free (self->event_text, TRUE);
  g_object_unref (self->trace);
  g_free (self);
}

/* ---- From Perfetto's ids to rows of the trace ---- */

/* Returns the index of a thread in the trace, or %TV_NONE. */
guint32
tv_perfetto_model_find_thread (TvPerfettoModel *self, guint32 utid)
{
  return utid < self->n_threads ? self->threads[utid] : TV_NONE;
}

/* Returns the index of a process in the trace, or %TV_NONE. */
guint32
tv_perfetto_model_find_process (TvPerfettoModel *self, guint32 upid)
{
  return upid < self->n_processes ? self->processes[upid] : TV_NONE;
}

/* Returns the index of a slice in the trace, or %TV_NONE. */
guint32
tv_perfetto_model_find_slice (TvPerfettoModel *self, guint32 id)
{
  need_slices (self);
  return id < self->n_slices ? self->slices[id] : TV_NONE;
}

/* Returns the index of a track, or of a counter if @is_counter is set; %TV_NONE for an unknown id. */
guint32
tv_perfetto_model_find_track (TvPerfettoModel *self, guint32 id, gboolean *is_counter)
{
  const TvPerfettoTrack *track;

  tv_perfetto_model_need_tracks (self);
  if (id >= self->tracks->len)
    return TV_NONE;
  track = &g_array_index (self->tracks, TvPerfettoTrack, id);
  *is_counter = track->is_counter;
  return track->row;
}
