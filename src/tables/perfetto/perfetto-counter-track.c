/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tables/perfetto/perfetto-counter-track.h"

/* Converts a counter of the trace to Perfetto's type, name, unit and dimensions. Called only by
 * perfetto-track-list.c, once for each counter. Returns a new TvPerfettoTrack; does not modify the trace. */

/* Types of counters by name prefix. The first match is used. */
static const struct
{
  const char *prefix;
  const char *type;
  const char *name; /* (nullable) Perfetto's name; NULL if it is the same */
  const char *key;  /* (nullable) dimension whose value is the name, or NULL */
  guint skipped;    /* number of leading bytes of the name that the value of this dimension omits */
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

/* Adds the dimensions of a battery counter: the name of the battery, which may be empty, and the kind of counter. */
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

        tv_perfetto_track_add_text (track, "battery_name", start, size > 0 ? (gssize) size - 1 : 0);
        tv_perfetto_track_add_text (track, "counter_name", counters[i], -1);
        return;
      }
}

/* Adds the dimensions and the unit of a disk counter, whose name is diskstat.[NAME].COUNTER. */
static void
add_disk (TvPerfettoTrack *track, const char *name)
{
  const char *start = strchr (name, '['), *end = strrchr (name, ']');

  if (start == NULL || end == NULL || end < start || end[1] != '.')
    return;
  tv_perfetto_track_add_text (track, "device_name", start + 1, end - start - 1);
  tv_perfetto_track_add_text (track, "counter_name", end + 2, -1);
  track->unit = g_str_has_suffix (end, "_throughput")    ? "MB/s"
                : g_str_has_suffix (end, "flush_amount") ? "count"
                : g_str_has_suffix (end, "_time")        ? "ms"
                                                         : "MB";
}

/* Adds the dimensions of a counter of memory blocks, whose name is mem.buddyinfo[NODE][ZONE][SIZE kB]. */
static void
add_blocks (TvPerfettoTrack *track, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "[", -1);

  if (g_strv_length (parts) != 4)
    return;
  tv_perfetto_track_add_text (track, "buddyinfo_node", parts[1], (gssize) strcspn (parts[1], "]"));
  tv_perfetto_track_add_text (track, "buddyinfo_zone", parts[2], (gssize) strcspn (parts[2], "]"));
  tv_perfetto_track_add_number (track, "buddyinfo_chunk_size_kb",
                                g_ascii_strtoll (parts[3], NULL, 10));
}

/* Returns the number in a name such as "gpufreq (GPU 1)". The name of the first GPU has no number. */
static gint64
get_gpu (const char *name)
{
  const char *at = strstr (name, "(GPU ");

  return at != NULL ? g_ascii_strtoll (at + strlen ("(GPU "), NULL, 10) : 0;
}

/* Returns whether a name is one of those in /proc/vmstat. */
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

/* Returns whether a counter describes the memory of a machine. Such names come from /proc/meminfo, such as MemFree,
 * or from /proc/vmstat, such as nr_free_pages. */
static gboolean
is_machine_memory (const TvCounterTrack *counter, const char *name)
{
  return counter->upid == TV_NONE && counter->utid == TV_NONE && counter->cpu == TV_NONE &&
         strpbrk (name, ". :[") == NULL &&
         (counter->role == TV_COUNTER_ROLE_MEMORY || is_vmstat_name (name));
}

/* Sets the type and name of a counter of CPU frequency limits or idle states. In Perfetto, its name contains the CPU
 * number. Returns FALSE for other counters. */
static gboolean
set_cpu_counter_kind (TvTrace *trace,
                      TvPerfettoTrack *track,
                      const TvCounterTrack *counter,
                      const char *name)
{
  guint32 cpu = tv_trace_get_cpu_number (trace, counter->cpu);
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
  tv_perfetto_track_add_text (track, "cpu_idle_state", name + strlen ("cpuidle."), -1);
  track->name = g_strdup_printf ("cpuidle%u.%s", cpu, name + strlen ("cpuidle."));
  return TRUE;
}

/* Returns whether a counter contains the memory of a GPU: "GPU Memory", or a name with a number such as "GPU 1
 * Memory". */
static gboolean
is_gpu_memory (const char *name)
{
  return g_str_has_prefix (name, "GPU ") && g_str_has_suffix (name, " Memory");
}

/* Adds the dimensions of a counter whose name contains several dimensions. */
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

/* Sets the type of a counter with a name from the recorder: a GPU counter, or a CPU counter that is read with each
 * sample. Returns FALSE for other counters. */
static gboolean
set_source_kind (TvTrace *trace, TvPerfettoTrack *track, const TvCounterTrack *counter)
{
  if (counter->source_name == TV_NONE || counter->role != TV_COUNTER_ROLE_OTHER)
    return FALSE;
  track->name = g_strdup (tv_trace_get_string (trace, counter->source_name));
  track->unit = counter->unit != TV_COUNTER_UNIT_NONE ? tv_counter_unit_name (counter->unit) : NULL;
  if (counter->cpu != TV_NONE)
    {
      track->type = "perf_cpu_counter";
      tv_perfetto_track_add_number (track, "perf_session_id", counter->source_session);
    }
  else
    {
      track->type = "gpu_counter";
      tv_perfetto_track_add_number (track, "ugpu", counter->source_session);
    }
  tv_perfetto_track_add_text (track, "name", track->name, -1);
  return TRUE;
}

static void
set_counter_kind (TvTrace *trace,
                  TvPerfettoTrack *track,
                  const TvCounterTrack *counter,
                  const char *name)
{
  gboolean has_events = tv_trace_get_events (trace)->n > 0;

  if (set_source_kind (trace, track, counter) ||
      (counter->cpu != TV_NONE && set_cpu_counter_kind (trace, track, counter, name)))
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
          tv_perfetto_track_add_text (track, counter_kinds[i].key,
                                      track->name + counter_kinds[i].skipped, -1);
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
      tv_perfetto_track_add_text (track, g_ascii_isupper (name[0]) ? "meminfo_key" : "vmstat_key",
                                  name, -1);
    }
  else if (counter->role == TV_COUNTER_ROLE_CLOCK_RATE)
    {
      track->type = "clock_frequency";
      tv_perfetto_track_add_text (
          track, "linux_device", name,
          (gssize) (strlen (name) -
                    (g_str_has_suffix (name, " Frequency") ? strlen (" Frequency") : 0)));
    }
  else if (counter->role == TV_COUNTER_ROLE_TEMPERATURE && counter->upid == TV_NONE && !has_events)
    {
      track->type = "thermal_temperature_sys";
      track->unit = "C";
      tv_perfetto_track_add_text (track, "thermal_zone", name, -1);
    }
  else if (!g_str_equal (track->type, "atrace_counter") && counter->unit != TV_COUNTER_UNIT_NONE)
    track->unit = tv_counter_unit_name (counter->unit);
}

/* Returns a track for the counter with index @row in the trace. The caller frees its members with
 * tv_perfetto_track_clear(). */
TvPerfettoTrack
tv_perfetto_counter_track_new (TvTrace *trace,
                               TvPerfettoModel *model,
                               TvPerfettoMarks *marks,
                               guint32 row)
{
  const TvCounterTrack *source = &tv_trace_get_counter_tracks (trace, NULL)[row];
  const char *name = source->name != TV_NONE ? tv_trace_get_string (trace, source->name) : "";
  TvPerfettoTrack track = {
    .is_counter = TRUE,
    .row = row,
    .utid = tv_perfetto_model_map_utid (model, source->utid),
    .upid = tv_perfetto_model_map_upid (model, source->upid),
    .cpu = source->cpu,
    .machine = source->machine,
  };

  tv_perfetto_track_add_owner (&track);
  set_counter_kind (trace, &track, source, name);
  if (source->source_name != TV_NONE && source->role == TV_COUNTER_ROLE_POWER)
    {
      tv_perfetto_track_add_number (&track, "session_uuid", source->source_session);
      tv_perfetto_track_add_text (&track, "name", tv_trace_get_string (trace, source->source_name),
                                  -1);
    }
  if (g_str_equal (track.type, "gpu_frequency"))
    {
      track.unit = "MHz";
      tv_perfetto_track_add_number (&track, "gpu", get_gpu (name));
      tv_perfetto_track_add_number (&track, "ugpu", get_gpu (name));
    }
  if (g_str_equal (track.type, "atrace_counter") && source->n_samples > 0)
    {
      gint64 ts = tv_trace_get_samples (trace)->ts[source->first_sample];
      char *tagged = tv_perfetto_marks_dup_shared_name (marks, ts, 'C', track.name);

      if (tagged != NULL)
        {
          g_free (track.name);
          track.name = tagged;
        }
    }
  if (g_str_equal (track.type, "atrace_counter") ||
      (track.n_dimensions == 0 && !g_str_has_prefix (track.type, "num_")))
    tv_perfetto_track_add_text (&track, "name", track.name, -1);
  return track;
}
