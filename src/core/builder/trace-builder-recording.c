/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/recording-part.h"

#include <string.h>

#include "core/builder/rows.h"
#include "core/memory/id-map.h"
#include "core/trace-builder-recording.h"
#include "core/trace-edit.h"

/* Data from the recorder about the device and the recording: CPUs with their clusters, clock snapshots, recorder
 * statistics, and symbols of code addresses. Called by the Perfetto and HarmonyOS readers. */

struct _TvRecordingPart
{
  GArray *cpus;         /* TvCpu */
  GArray *readings;     /* TvSnapshotClock */
  GArray *stats;        /* TvStat */
  GArray *code_symbols; /* TvCodeSymbol */
  TvIdMap stat_rows;    /* name << 32 | idx → row in @stats */
  guint first_of_file;  /* first clock reading of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  TvRecordingPart *part = self->recording = g_new0 (TvRecordingPart, 1);

  part->cpus = g_array_new (FALSE, FALSE, sizeof (TvCpu));
  part->readings = g_array_new (FALSE, FALSE, sizeof (TvSnapshotClock));
  part->stats = g_array_new (FALSE, FALSE, sizeof (TvStat));
  part->code_symbols = g_array_new (FALSE, FALSE, sizeof (TvCodeSymbol));
  tv_id_map_init (&part->stat_rows);
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->recording->cpus);
  g_array_unref (self->recording->readings);
  g_array_unref (self->recording->stats);
  g_array_unref (self->recording->code_symbols);
  tv_id_map_clear (&self->recording->stat_rows);
  g_clear_pointer (&self->recording, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->recording->first_of_file = self->recording->readings->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_rows_shift (self->recording->readings, self->recording->first_of_file,
                 G_STRUCT_OFFSET (TvSnapshotClock, ts), offset_ns);
}

const TvBuilderPart tv_builder_recording = { init, clear, begin_file, end_file };

static gboolean
has_cpu (const TvTraceBuilder *self, guint32 cpu)
{
  for (guint i = 0; i < self->recording->cpus->len; i++)
    if (g_array_index (self->recording->cpus, TvCpu, i).cpu == cpu)
      return TRUE;
  return FALSE;
}

/* Returns the exclusive upper bound of the CPU numbers of all machines. */
static guint32
get_cpus_end (const TvTraceBuilder *self)
{
  return TV_CPUS_OF_MACHINE * tv_trace_builder_get_n_machines (self);
}

/* Adds a CPU, unless its number is too large. Only the first description of a CPU is stored. The lookup is linear,
 * because there are few CPUs. */
void
tv_trace_builder_add_cpu (TvTraceBuilder *self, const TvCpu *cpu)
{
  if (cpu->cpu < get_cpus_end (self) && !has_cpu (self, cpu->cpu))
    g_array_append_vals (self->recording->cpus, cpu, 1);
}

void
tv_trace_builder_add_clock_reading (TvTraceBuilder *self, const TvSnapshotClock *reading)
{
  if (tv_trace_builder_has_row (self, self->recording->readings))
    g_array_append_vals (self->recording->readings, reading, 1);
}

/* Returns: (nullable): the statistic with the name and index of @stat, created with value 0 on first use; NULL if
 * there are too many statistics */
static TvStat *
get_stat (TvTraceBuilder *self, const TvStat *stat)
{
  guint64 key = (guint64) stat->name << 32 | stat->idx;
  guint32 row = tv_id_map_find (&self->recording->stat_rows, key);
  TvStat begun = *stat;

  if (row == TV_NONE && !tv_trace_builder_has_row (self, self->recording->stats))
    return NULL;
  if (row == TV_NONE)
    {
      begun.value = 0;
      row = self->recording->stats->len;
      tv_id_map_set (&self->recording->stat_rows, key, row);
      g_array_append_val (self->recording->stats, begun);
    }
  return &g_array_index (self->recording->stats, TvStat, row);
}

/**
 * tv_trace_builder_add_stat:
 *
 * Adds the value of @stat to the statistic with this name and index. The sum saturates on overflow.
 */
void
tv_trace_builder_add_stat (TvTraceBuilder *self, const TvStat *stat)
{
  TvStat *known = get_stat (self, stat);

  if (known != NULL && __builtin_add_overflow (known->value, stat->value, &known->value))
    known->value = stat->value > 0 ? G_MAXINT64 : G_MININT64;
}

/**
 * tv_trace_builder_set_stat:
 *
 * Sets or replaces the value of the statistic with this name and index.
 */
void
tv_trace_builder_set_stat (TvTraceBuilder *self, const TvStat *stat)
{
  TvStat *known = get_stat (self, stat);

  if (known != NULL)
    known->value = stat->value;
}

/**
 * tv_trace_builder_add_code_symbols:
 * @symbols: (array length=n) (inout): the functions at an address, the innermost inlined one first; the builder sets
 *   their @set
 * @n: number of functions
 *
 * Adds the functions at a code address.
 *
 * Returns: the new set; 0 if @n is 0 or the trace is full
 */
guint32
tv_trace_builder_add_code_symbols (TvTraceBuilder *self, TvCodeSymbol *symbols, guint n)
{
  guint32 set = self->recording->code_symbols->len + 1;

  if (n == 0 || !tv_trace_builder_has_row (self, self->recording->code_symbols))
    return 0;
  for (guint i = 0; i < n; i++)
    symbols[i].set = set;
  g_array_append_vals (self->recording->code_symbols, symbols, n);
  return set;
}

/* ---- Finishing ---- */

/* Gets the exclusive upper bound of each machine's CPU numbers; 0 if it has none. Considers CPUs that are described,
 * and those in tracks, counters, events and samples. */
static void
find_ends (const TvTraceBuilder *self, guint32 ends[TV_MAX_MACHINES])
{
  guint32 n_tracks, n_counters;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n_counters);
  const TvEvents *events = tv_trace_get_events (self->trace);
  const TvStackSamples *samples = &tv_trace_get_stacks (self->trace)->samples;
  guint32 end = get_cpus_end (self);

#define SEE(number)                                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    guint32 seen = (number);                                                                       \
                                                                                                   \
    if (seen < end)                                                                                \
      ends[seen / TV_CPUS_OF_MACHINE] = MAX (ends[seen / TV_CPUS_OF_MACHINE], seen + 1);           \
  }                                                                                                \
  G_STMT_END

  for (guint32 i = 0; i < n_tracks; i++)
    SEE (tracks[i].cpu);
  for (guint32 i = 0; i < n_counters; i++)
    SEE (counters[i].cpu);
  for (guint32 i = 0; i < events->n; i++)
    SEE (tv_id_column_get (&events->cpu, i));
  for (guint32 i = 0; i < samples->n; i++)
    SEE (samples->cpu[i]);
  for (guint32 i = 0; i < self->recording->cpus->len; i++)
    SEE (g_array_index (self->recording->cpus, TvCpu, i).cpu);
#undef SEE
}

static int
compare_cpus (gconstpointer a, gconstpointer b)
{
  const TvCpu *one = a, *other = b;

  return (one->cpu > other->cpu) - (one->cpu < other->cpu);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return (one > other) - (one < other);
}

/* Groups the CPUs of a machine into clusters: by capacity if all capacities are known, otherwise by maximum
 * frequency. */
static void
find_clusters (TvCpu *cpus, guint n_cpus)
{
  g_autofree guint32 *speeds = g_new (guint32, n_cpus + 1);
  gboolean has_capacity = TRUE;
  guint n = 0;

  for (guint i = 0; i < n_cpus; i++)
    has_capacity &= cpus[i].capacity != TV_NONE;
#define SPEED(i) (has_capacity ? cpus[i].capacity : cpus[i].max_khz)
  for (guint i = 0; i < n_cpus; i++)
    speeds[i] = SPEED (i);
  qsort (speeds, n_cpus, sizeof *speeds, compare_numbers);
  for (guint i = 0; i < n_cpus; i++)
    if (n == 0 || speeds[n - 1] != speeds[i])
      speeds[n++] = speeds[i];
  for (guint i = 0; i < n_cpus; i++)
    for (guint cluster = 0; cluster < n; cluster++)
      if (speeds[cluster] == SPEED (i))
        cpus[i].cluster = cluster;
#undef SPEED
}

/* Lays out the CPUs. Adds the missing CPUs of each machine, up to the highest number that is described or occurs in
 * the trace. */
static void
lay_out_cpus (TvTraceBuilder *self)
{
  guint32 ends[TV_MAX_MACHINES] = { 0 };
  g_autoptr (GArray) reported = self->recording->cpus;
  guint at = 0;

  g_array_sort (reported, compare_cpus);
  find_ends (self, ends);
  self->recording->cpus = g_array_new (FALSE, FALSE, sizeof (TvCpu));
  for (guint m = 0; m < TV_MAX_MACHINES; m++)
    {
      guint first = at;

      while (at < reported->len && g_array_index (reported, TvCpu, at).cpu < ends[m])
        at++;
      if (first < at)
        find_clusters (&g_array_index (reported, TvCpu, first), at - first);
      for (guint32 cpu = m * TV_CPUS_OF_MACHINE; cpu < ends[m]; cpu++)
        if (first < at && g_array_index (reported, TvCpu, first).cpu == cpu)
          g_array_append_val (self->recording->cpus, g_array_index (reported, TvCpu, first++));
        else
          g_array_append_val (self->recording->cpus,
                              ((TvCpu){ .cpu = cpu, .processor = TV_NONE, .capacity = TV_NONE }));
    }
}

static int
compare_stats (gconstpointer a, gconstpointer b, gpointer trace)
{
  const TvStat *one = a, *other = b;
  int order = strcmp (tv_trace_get_string (trace, one->name),
                      tv_trace_get_string (trace, other->name));

  return order != 0 ? order : compare_numbers (&one->idx, &other->idx);
}

void
tv_trace_builder_lay_out_recording (TvTraceBuilder *self)
{
  TvRecording *out = tv_trace_edit_recording (self->trace);

  lay_out_cpus (self);
  g_array_sort_with_data (self->recording->stats, compare_stats, self->trace);
  out->cpus = tv_rows_take (self->recording->cpus, &out->n_cpus);
  out->readings = tv_rows_take (self->recording->readings, &out->n_readings);
  out->stats = tv_rows_take (self->recording->stats, &out->n_stats);
  out->symbols = tv_rows_take (self->recording->code_symbols, &out->n_symbols);
}
