/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace-invariants.h"

#include "part-invariants.h"

#include <math.h>
#include <string.h>

#include "analysis/calls/profile.h"
#include "core/problem.h"
#include "core/trace.h"

#define ALL_FLAGS                                                                                  \
  (TV_SLICE_OPEN | TV_SLICE_FORCED | TV_SLICE_UNWOUND | TV_SLICE_LOST | TV_SLICE_INSTANT |         \
   TV_SLICE_FAILED | TV_SLICE_INFERRED | TV_SLICE_UNFINISHED)

#define CHECK(condition)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (G_UNLIKELY (!(condition)))                                                                 \
      return g_strdup_printf ("%s: %s", G_STRFUNC, #condition);                                    \
  }                                                                                                \
  G_STMT_END

#define CHECK_ROW(row, condition)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (G_UNLIKELY (!(condition)))                                                                 \
      return g_strdup_printf ("%s: row %u: %s", G_STRFUNC, row, #condition);                       \
  }                                                                                                \
  G_STMT_END

#define CHECK_PART(call)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    char *violation = call;                                                                        \
                                                                                                   \
    if (violation != NULL)                                                                         \
      return violation;                                                                            \
  }                                                                                                \
  G_STMT_END

/* Returns whether an optional string is valid. An invalid row causes a critical warning. */
static gboolean
is_text (TvTrace *trace, guint32 string)
{
  return string == TV_NONE || g_utf8_validate (tv_trace_get_string (trace, string), -1, NULL);
}

static gboolean
is_some_text (TvTrace *trace, guint32 string)
{
  return string != TV_NONE && is_text (trace, string);
}

static gboolean
is_row (guint32 row, guint32 n)
{
  return row == TV_NONE || row < n;
}

/* ---- Processes, threads and metadata ---- */

static char *
check_facts (TvTrace *trace)
{
  guint n_metadata, n_problems;
  guint32 n_threads, n_symbols;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n_metadata);
  const TvProblem *problems = tv_trace_get_problems (trace, &n_problems);
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n_symbols);

  tv_trace_get_threads (trace, &n_threads);
  CHECK (g_utf8_validate (tv_trace_get_format (trace), -1, NULL));
  CHECK (tv_trace_get_start_ns (trace) <= tv_trace_get_end_ns (trace));
  for (guint i = 0; i < n_metadata; i++)
    {
      CHECK_ROW (i, g_utf8_validate (metadata[i].key, -1, NULL));
      CHECK_ROW (i, g_utf8_validate (metadata[i].value, -1, NULL));
    }
  for (guint i = 0; i < n_problems; i++)
    {
      CHECK_ROW (i, problems[i].kind < TV_N_PROBLEM_KINDS);
      CHECK_ROW (i, problems[i].count > 0);
      CHECK_ROW (i, problems[i].file_offset >= -1);
      CHECK_ROW (i,
                 problems[i].ts == G_MININT64 || (problems[i].ts >= tv_trace_get_start_ns (trace) &&
                                                  problems[i].ts <= tv_trace_get_end_ns (trace)));
      CHECK_ROW (i, problems[i].utid == TV_NONE || problems[i].utid < n_threads);
      CHECK_ROW (i, i == 0 || tv_problem_kind_severity (problems[i - 1].kind) >=
                                  tv_problem_kind_severity (problems[i].kind));
      CHECK_ROW (i, problems[i].detail == NULL || g_utf8_validate (problems[i].detail, -1, NULL));
      for (guint j = 0; j < i; j++)
        CHECK_ROW (i, problems[i].kind != problems[j].kind);
    }
  for (guint32 i = 0; i < n_symbols; i++)
    {
      CHECK_ROW (i, is_text (trace, symbols[i].class_name));
      CHECK_ROW (i, is_text (trace, symbols[i].name));
      CHECK_ROW (i, is_text (trace, symbols[i].signature));
      CHECK_ROW (i, is_text (trace, symbols[i].source_file));
      CHECK_ROW (i, symbols[i].class_name != TV_NONE || symbols[i].name != TV_NONE);
    }
  return NULL;
}

static char *
check_threads (TvTrace *trace)
{
  guint32 n_threads, n_processes, n_tracks;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  const TvProcess *processes = tv_trace_get_processes (trace, &n_processes);
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 i = 0; i < n_processes; i++)
    CHECK_ROW (i, is_text (trace, processes[i].name));
  for (guint32 i = 0; i < n_threads; i++)
    {
      const TvThread *thread = &threads[i];

      CHECK_ROW (i, is_text (trace, thread->name));
      CHECK_ROW (i, is_row (thread->upid, n_processes));
      CHECK_ROW (i, is_row (thread->parent, n_threads));
      CHECK_ROW (i, thread->track == TV_NONE || (thread->track < n_tracks &&
                                                 tracks[thread->track].kind == TV_TRACK_THREAD &&
                                                 tracks[thread->track].utid == i));
      CHECK_ROW (i, thread->state_track == TV_NONE ||
                        (thread->state_track < n_tracks &&
                         tracks[thread->state_track].kind == TV_TRACK_THREAD_STATE &&
                         tracks[thread->state_track].utid == i));
    }
  return NULL;
}

/* ---- Slices ---- */

typedef struct
{
  gint64 end;               /* end of the slice that is open at this depth */
  gint64 children_end;      /* end of the last child, or start of the slice */
  gint64 left[TV_N_CLOCKS]; /* time that the children have not used so far, per clock */
  gint64 cpu_end;
  guint32 slice;
} Level;

static char *
check_slice (TvTrace *trace, const TvTrack *track, guint32 row, Level *levels, guint32 *n_levels)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start = tv_slices_start (slices, row), end = tv_slices_end (slices, row);
  guint32 depth = tv_slices_depth (slices, row), n_symbols, n_threads;
  gboolean has_cpu = tv_time_column_is_present (&slices->cpu_ts);
  Level level = { end, start, { end - start, 0 }, 0, row };

  tv_trace_get_symbols (trace, &n_symbols);
  tv_trace_get_threads (trace, &n_threads);
  CHECK_ROW (row, tv_slices_symbol (slices, row) < n_symbols);
  CHECK_ROW (row, (slices->flags[row] & ~ALL_FLAGS) == 0);
  CHECK_ROW (row, slices->arg_set == NULL ||
                      is_row (slices->arg_set[row], tv_trace_get_n_arg_sets (trace)));
  CHECK_ROW (row, depth < track->n_levels);
  CHECK_ROW (row, depth <= *n_levels);
  CHECK_ROW (row, start <= end);
  CHECK_ROW (row, start >= track->start_ns && end <= track->end_ns);
  CHECK_ROW (row, (slices->flags[row] & (TV_SLICE_LOST | TV_SLICE_INSTANT)) == 0 || start == end);
  *n_levels = depth;
  if (has_cpu)
    {
      level.left[TV_CLOCK_CPU] = tv_time_column_get (&slices->cpu_dur, row);
      level.cpu_end = tv_time_column_get (&slices->cpu_ts, row) + level.left[TV_CLOCK_CPU];
      CHECK_ROW (row, level.left[TV_CLOCK_CPU] >= 0);
    }
  if (depth == 0)
    CHECK_ROW (row, tv_slices_parent (slices, row) == TV_NONE);
  else
    {
      Level *parent = &levels[depth - 1];

      CHECK_ROW (row, tv_slices_parent (slices, row) == parent->slice);
      CHECK_ROW (row, end <= parent->end);
      CHECK_ROW (row, start >= parent->children_end);
      parent->children_end = end;
      for (int clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          parent->left[clock] -= level.left[clock];
          CHECK_ROW (row, parent->left[clock] >= 0);
        }
      CHECK_ROW (row, level.cpu_end <= parent->cpu_end);
    }
  if (track->kind == TV_TRACK_CPU)
    {
      TvRun run;

      CHECK_ROW (row, depth == 0 && tv_trace_get_run (trace, row, &run));
      CHECK_ROW (row, run.utid < n_threads);
      CHECK_ROW (row, is_text (trace, run.end_state));
    }
  if (track->kind == TV_TRACK_THREAD_STATE)
    {
      TvState state;

      CHECK_ROW (row, depth == 0 && tv_trace_get_state (trace, row, &state));
      CHECK_ROW (row, state.kind < TV_N_STATE_KINDS);
      CHECK_ROW (row, is_some_text (trace, state.text));
      CHECK_ROW (row, is_text (trace, state.blocked_function));
      CHECK_ROW (row, is_row (state.waker, n_threads));
      CHECK_ROW (row, tv_trace_get_cpu_before (trace, track, row) >= 0);
    }
  levels[(*n_levels)++] = level;
  return NULL;
}

static char *
check_track (TvTrace *trace, guint32 t)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[t];
  g_autofree Level *levels = g_new (Level, track->n_levels + 1);
  guint32 n_levels = 0, deepest = 0;
  gint64 last_start = G_MININT64, last_end = G_MININT64;
  guint64 covered[TV_N_CLOCKS] = { 0, 0 };

  CHECK_ROW (t, is_text (trace, track->name));
  CHECK_ROW (t, track->start_ns <= track->end_ns);
  for (guint32 row = track->first_slice; row < track->first_slice + track->n_slices; row++)
    {
      gint64 start = tv_slices_start (slices, row), end = tv_slices_end (slices, row);

      CHECK_PART (check_slice (trace, track, row, levels, &n_levels));
      CHECK_ROW (row, start >= last_start);
      last_start = start;
      deepest = MAX (deepest, tv_slices_depth (slices, row) + 1);
      if (tv_slices_depth (slices, row) > 0)
        continue;
      CHECK_ROW (row, start >= last_end);
      last_end = end;
      covered[TV_CLOCK_WALL] += end - start;
      covered[TV_CLOCK_CPU] += levels[0].left[TV_CLOCK_CPU];
    }
  CHECK_ROW (t, track->n_levels == deepest);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    CHECK_ROW (t, !tv_trace_has_clock (trace, (TvClock) clock) ||
                      (guint64) track->covered_ns[clock] == covered[clock] ||
                      (clock == TV_CLOCK_CPU && track->kind != TV_TRACK_THREAD &&
                       track->kind != TV_TRACK_THREAD_EXTRA));
  return NULL;
}

static char *
check_gaps (TvTrace *trace, const TvTrack *track)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_gaps;
  const TvGap *gaps = tv_trace_get_gaps (trace, &n_gaps);
  gint64 last_end = G_MININT64;

  CHECK (track->first_gap <= n_gaps && track->n_gaps <= n_gaps - track->first_gap);
  for (guint32 i = track->first_gap; i < track->first_gap + track->n_gaps; i++)
    {
      CHECK_ROW (i, gaps[i].slice >= track->first_slice &&
                        gaps[i].slice - track->first_slice < track->n_slices);
      CHECK_ROW (i, gaps[i].dur > 0);
      CHECK_ROW (i, gaps[i].ts >= last_end);
      CHECK_ROW (i, gaps[i].ts >= tv_slices_start (slices, gaps[i].slice));
      last_end = gaps[i].ts + gaps[i].dur;
      CHECK_ROW (i, last_end <= tv_slices_end (slices, gaps[i].slice));
    }
  return NULL;
}

/* Returns whether a track has a root, so that its parents do not form a cycle. */
static gboolean
has_root (const TvTrack *tracks, guint32 n_tracks, guint32 track)
{
  for (guint32 n = 0; n < n_tracks; n++)
    {
      track = tracks[track].parent;
      if (track == TV_NONE)
        return TRUE;
    }
  return FALSE;
}

/* Returns whether the role of a track is allowed for its kind. */
static gboolean
is_fitting (const TvTrack *track)
{
  switch (track->kind)
    {
    case TV_TRACK_CPU:
      return track->role == TV_ROLE_RUNS;
    case TV_TRACK_THREAD_STATE:
      return track->role == TV_ROLE_STATES;
    case TV_TRACK_THREAD:
      return track->role == TV_ROLE_CALLS || track->role == TV_ROLE_MARKS;
    case TV_TRACK_ASYNC:
    case TV_TRACK_THREAD_EXTRA:
    case TV_TRACK_CPU_EXTRA:
    default:
      return track->role != TV_ROLE_RUNS && track->role != TV_ROLE_STATES;
    }
}

static char *
check_tracks (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_tracks, n_threads, n_processes, first = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  tv_trace_get_threads (trace, &n_threads);
  tv_trace_get_processes (trace, &n_processes);
  for (guint32 t = 0; t < n_tracks; t++)
    {
      const TvTrack *track = &tracks[t];

      CHECK_ROW (t, track->kind <= TV_TRACK_CPU_EXTRA);
      CHECK_ROW (t, track->role < TV_N_TRACK_ROLES && is_fitting (track));
      CHECK_ROW (t, is_row (track->parent, n_tracks) && has_root (tracks, n_tracks, t));
      CHECK_ROW (t, is_row (track->utid, n_threads));
      CHECK_ROW (t, is_row (track->upid, n_processes));
      CHECK_ROW (t, track->first_slice == first && track->n_slices <= slices->n - first);
      CHECK_ROW (t, track->kind != TV_TRACK_CPU || (guint64) track->first_side + track->n_slices <=
                                                       tv_trace_get_runs (trace)->n);
      CHECK_ROW (t, track->kind != TV_TRACK_THREAD_STATE ||
                        (guint64) track->first_side + track->n_slices <=
                            tv_trace_get_states (trace)->n);
      first += track->n_slices;
      CHECK_PART (check_track (trace, t));
      CHECK_PART (check_gaps (trace, track));
      if (track->n_slices > 0)
        CHECK_ROW (t, track->start_ns >= tv_trace_get_start_ns (trace) &&
                          track->end_ns <= tv_trace_get_end_ns (trace));
    }
  CHECK (first == slices->n);
  return NULL;
}

/* ---- Logs ---- */

/* Returns (transfer full): the end of the last slice of each thread, indexed by utid */
static gint64 *
find_ends (TvTrace *trace, guint32 n_threads)
{
  gint64 *ends = g_new (gint64, n_threads + 1);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 i = 0; i < n_threads; i++)
    ends[i] = G_MININT64;
  for (guint32 t = 0; t < n; t++)
    if (tracks[t].utid != TV_NONE && tracks[t].n_slices > 0)
      ends[tracks[t].utid] = MAX (ends[tracks[t].utid], tracks[t].end_ns);
  return ends;
}

/* Checks the lifetimes of threads with the same id: a lifetime must not begin before the previous lifetime and its last
 * slice have ended. */
static char *
check_lives (TvTrace *trace)
{
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL);
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);
  g_autofree gint64 *ends = find_ends (trace, n);
  gboolean are_described = strstr (tv_trace_get_format (trace), "Perfetto") != NULL;

  /* Sampled profiles also distinguish threads by name, so several threads may have an id at the same time. */
  if (!tv_trace_has (trace, TV_HAS_EVENTS) || tv_trace_has (trace, TV_HAS_STACK_SAMPLES))
    return NULL;
  for (guint32 i = 0; i < n; i++)
    {
      /* Machines assign thread ids independently, so the key contains the machine. */
      gpointer key = GSIZE_TO_POINTER ((gsize) threads[i].machine << 32 | threads[i].tid), row;

      CHECK_ROW (i, threads[i].end_ns >= threads[i].start_ns);
      /* Perfetto's track descriptors may declare several threads with the same id in an unknown order, so the
       * lifetimes of these threads cannot be checked. */
      if (threads[i].start_ns == G_MININT64 && are_described)
        continue;
      if (g_hash_table_lookup_extended (last, key, NULL, &row))
        {
          CHECK_ROW (i, threads[i].start_ns != G_MININT64);
          CHECK_ROW (i, threads[GPOINTER_TO_UINT (row)].end_ns <= threads[i].start_ns);
          CHECK_ROW (i, ends[GPOINTER_TO_UINT (row)] <= threads[i].start_ns);
        }
      g_hash_table_insert (last, key, GUINT_TO_POINTER (i));
    }
  return NULL;
}

/* Checks that exactly the inferred slices have a bound. */
static char *
check_bounds (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n, n_inferred = 0;
  const TvBound *bounds = tv_trace_get_bounds (trace, &n);

  for (guint32 i = 0; i < slices->n; i++)
    n_inferred += (slices->flags[i] & TV_SLICE_INFERRED) != 0;
  CHECK (n == n_inferred);
  for (guint32 i = 0; i < n; i++)
    {
      CHECK_ROW (i, i == 0 || bounds[i].slice > bounds[i - 1].slice);
      CHECK_ROW (i, slices->flags[bounds[i].slice] & TV_SLICE_INFERRED);
      CHECK_ROW (i, tv_trace_get_bound_ns (trace, bounds[i].slice) == bounds[i].ns);
    }
  return NULL;
}

static char *
check_counter_gaps (TvTrace *trace)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  const TvCounterTrack *tracks = tv_trace_get_counter_tracks (trace, NULL);
  guint32 n;
  const TvCounterGap *gaps = tv_trace_get_counter_gaps (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const TvCounterTrack *track = &tracks[gaps[i].counter];

      CHECK_ROW (i, gaps[i].sample - track->first_sample < track->n_samples);
      CHECK_ROW (i, i == 0 || gaps[i].sample > gaps[i - 1].sample);
      CHECK_ROW (i, gaps[i].start_ns >= samples->ts[gaps[i].sample]);
      CHECK_ROW (i, gaps[i].start_ns < gaps[i].end_ns);
      CHECK_ROW (i, gaps[i].start_ns < tv_trace_get_end_ns (trace));
    }
  return NULL;
}

static char *
check_counters (TvTrace *trace)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  guint32 n, n_processes, n_threads, first = 0;
  const TvCounterTrack *tracks = tv_trace_get_counter_tracks (trace, &n);

  tv_trace_get_processes (trace, &n_processes);
  tv_trace_get_threads (trace, &n_threads);
  for (guint32 i = 0; i < n; i++)
    {
      const TvCounterTrack *track = &tracks[i];

      CHECK_ROW (i, is_some_text (trace, track->name));
      CHECK_ROW (i, is_row (track->upid, n_processes));
      CHECK_ROW (i, is_row (track->utid, n_threads));
      CHECK_ROW (i, (track->upid != TV_NONE) + (track->utid != TV_NONE) + (track->cpu != TV_NONE) <=
                        1);
      CHECK_ROW (i, track->first_sample == first && track->n_samples <= samples->n - first);
      for (guint32 s = first; s < first + track->n_samples; s++)
        {
          CHECK_ROW (s, isfinite (samples->value[s]));
          CHECK_ROW (s, s == first || samples->ts[s] >= samples->ts[s - 1]);
          CHECK_ROW (s, samples->value[s] >= track->min && samples->value[s] <= track->max);
        }
      first += track->n_samples;
    }
  CHECK (first == samples->n);
  return NULL;
}

static char *
check_events (TvTrace *trace)
{
  const TvEvents *events = tv_trace_get_events (trace);
  guint32 n_threads;

  tv_trace_get_threads (trace, &n_threads);
  for (guint32 i = 0; i < events->n; i++)
    {
      g_autofree char *args = tv_trace_dup_event_args (trace, i);

      CHECK_ROW (i, i == 0 || tv_time_column_get (&events->ts, i) >=
                                  tv_time_column_get (&events->ts, i - 1));
      CHECK_ROW (i, tv_time_column_get (&events->ts, i) >= tv_trace_get_start_ns (trace) &&
                        tv_time_column_get (&events->ts, i) <= tv_trace_get_end_ns (trace));
      CHECK_ROW (i, tv_id_column_get (&events->utid, i) == TV_NONE ||
                        tv_id_column_get (&events->utid, i) < n_threads);
      CHECK_ROW (i, is_some_text (trace, tv_events_get_name (events, i)));
      CHECK_ROW (i, g_utf8_validate (args, -1, NULL));
    }
  return NULL;
}

static gboolean
is_some_value (TvTrace *trace, const TvArg *arg)
{
  char buffer[TV_ARG_TEXT_BYTES];
  const char *text = tv_trace_get_arg_text (trace, arg, buffer);

  if (tv_arg_get_type (arg) == TV_ARG_STRING)
    return is_some_text (trace, tv_arg_get_string (arg));
  return *text != '\0' && tv_arg_get_string (arg) == TV_NONE && !tv_arg_is_category (arg);
}

static char *
check_args_and_flows (TvTrace *trace)
{
  guint32 n_flows, n_slices = tv_trace_get_slices (trace)->n;
  const TvFlow *flows = tv_trace_get_flows (trace, &n_flows);

  for (guint32 set = 0; set < tv_trace_get_n_arg_sets (trace); set++)
    {
      guint32 n;
      const TvArg *args = tv_trace_get_args (trace, set, &n);

      CHECK_ROW (set, n > 0);
      for (guint32 i = 0; i < n; i++)
        CHECK_ROW (set, is_some_text (trace, tv_arg_get_key (&args[i])) &&
                            is_some_value (trace, &args[i]));
    }
  for (guint32 i = 0; i < n_flows; i++)
    CHECK_ROW (i, flows[i].from < n_slices && flows[i].to < n_slices);
  return NULL;
}

/* ---- Profile ---- */

/* Checks the sums of a profile. In a trace of centuries, they may exceed 64 bits, so they are compared modulo 2^64. */
static char *
check_profile (TvTrace *trace)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  guint64 exclusive[TV_N_CLOCKS] = { 0, 0 }, covered[TV_N_CLOCKS] = { 0, 0 };
  guint64 n_calls = 0, n_slices = 0;
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 symbol = 0; symbol <= tv_profile_get_n_symbols (profile); symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);

      n_calls += (guint64) entry->calls + entry->recursive_calls;
      for (int clock = 0; clock < TV_N_CLOCKS; clock++)
        exclusive[clock] += entry->exclusive_ns[clock];
    }
  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD)
      {
        n_slices += tracks[t].n_slices;
        for (int clock = 0; clock < TV_N_CLOCKS; clock++)
          covered[clock] += tracks[t].covered_ns[clock];
      }
  CHECK (n_calls == n_slices);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      CHECK (exclusive[clock] == covered[clock]);
      CHECK ((guint64) tv_profile_get_total_ns (profile, (TvClock) clock) == covered[clock]);
    }
  return NULL;
}

/**
 * tv_trace_dup_violation:
 * @trace: a trace
 *
 * Checks all invariants.
 *
 * Returns: (transfer full) (nullable): the first violated rule and its row; %NULL if there is none
 */
char *
tv_trace_dup_violation (TvTrace *trace)
{
  CHECK_PART (check_facts (trace));
  CHECK_PART (check_threads (trace));
  CHECK_PART (check_tracks (trace));
  CHECK_PART (check_lives (trace));
  CHECK_PART (check_bounds (trace));
  CHECK_PART (check_counters (trace));
  CHECK_PART (check_counter_gaps (trace));
  CHECK_PART (check_events (trace));
  CHECK_PART (check_args_and_flows (trace));
  CHECK_PART (check_profile (trace));
  CHECK_PART (tv_trace_dup_part_violation (trace));
  return NULL;
}
