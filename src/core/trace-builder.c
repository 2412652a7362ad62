/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/id-map.h"
#include "core/slice-chunk.h"
#include "core/string-pool.h"
#include "core/trace-private.h"

/* While a trace is read, each track grows a list of chunks of its own, so that slices are in
 * their final order from the start; finish() lays the lists end to end and frees them as it goes.
 *
 *   track 0   [chunk]─▶[chunk]─▶[chunk]      open calls: a stack per track
 *   track 1   [chunk]─▶[chunk]
 *                    │ finish
 *                    ▼
 *   columns   [ track 0        │ track 1     ]
 */

#define FIRST_CAPACITY 8
#define MAX_CAPACITY   (32 * 1024)

/* A search this deep in a stack first asks a set of what is on the stack at all. */
#define DEEP_STACK 256

/* The original Traceview's tolerance between the clocks. */
#define SWITCH_NS 100000

typedef struct
{
  TvSliceChunk *chunk;
  guint32 row; /* in the chunk */
  guint32 symbol;
  guint32 slice; /* row in the track */
} OpenCall;

typedef struct
{
  guint32 utid;
  TvSliceChunk *first;
  TvSliceChunk *last;
  guint32 n_slices;
  guint32 n_levels;
  OpenCall *stack;
  guint32 n_open;
  guint32 stack_capacity;
  GHashTable *on_stack; /* symbol → how often, once the stack was searched deeply */
  gboolean has_record;
  gint64 first_ts; /* ticks */
  gint64 last_ts;
  gint64 last_cpu;
  gint64 covered[TV_N_CLOCKS];
} Track;

typedef struct
{
  guint32 track;
  guint32 slice; /* row in the track */
  gint64 ts;     /* ticks */
  gint64 dur;
} Gap;

struct _TvTraceBuilder
{
  TvTrace *trace;
  gint64 tick_ns;
  gint64 base;
  gint64 switch_ticks;
  GArray *tracks; /* Track */
  GArray *gaps;   /* Gap, in the order of the file */
  GHashTable *symbols;
  GHashTable *threads;
  GHashTable *processes;
  guint64 n_slices;
  gboolean is_full;
  int problem_rows[TV_N_PROBLEM_KINDS]; /* row in trace->problems, or -1 */
};

static guint
symbol_hash (gconstpointer key)
{
  const TvSymbol *s = key;
  guint hash = s->class_name;

  hash = hash * 0x9e3779b1u + s->name;
  hash = hash * 0x9e3779b1u + s->signature;
  return hash * 0x85ebca6bu;
}

static gboolean
symbol_equal (gconstpointer a, gconstpointer b)
{
  const TvSymbol *x = a, *y = b;

  return x->class_name == y->class_name && x->name == y->name && x->signature == y->signature;
}

static void
clear_track (gpointer data)
{
  Track *track = data;

  while (track->first != NULL)
    {
      TvSliceChunk *chunk = track->first;

      track->first = chunk->next;
      tv_slice_chunk_free (chunk);
    }
  g_clear_pointer (&track->stack, g_free);
  g_clear_pointer (&track->on_stack, g_hash_table_unref);
}

static void
clear_problem (gpointer data)
{
  g_free ((char *) ((TvProblem *) data)->detail);
}

static void
clear_metadata (gpointer data)
{
  TvMetadata *metadata = data;

  g_free ((char *) metadata->key);
  g_free ((char *) metadata->value);
}

/**
 * tv_trace_builder_new:
 * @tick_ns: nanoseconds in a tick of the times that will be given
 * @base_ticks: a time at or shortly before the first, so that times fit in fewer bits; 0 if the
 *   file counts from its own start
 *
 * Returns: (transfer full): a builder of an empty trace
 */
TvTraceBuilder *
tv_trace_builder_new (gint64 tick_ns, gint64 base_ticks)
{
  TvTraceBuilder *self = g_new0 (TvTraceBuilder, 1);
  TvTrace *trace = g_object_new (TV_TYPE_TRACE, NULL);

  g_return_val_if_fail (tick_ns > 0, NULL);
  trace->strings = tv_string_pool_new ();
  trace->metadata = g_array_new (FALSE, FALSE, sizeof (TvMetadata));
  g_array_set_clear_func (trace->metadata, clear_metadata);
  trace->problems = g_array_new (FALSE, FALSE, sizeof (TvProblem));
  g_array_set_clear_func (trace->problems, clear_problem);
  trace->processes = g_array_new (FALSE, FALSE, sizeof (TvProcess));
  trace->threads = g_array_new (FALSE, FALSE, sizeof (TvThread));
  trace->symbols = g_array_new (FALSE, FALSE, sizeof (TvSymbol));
  trace->has_clock[TV_CLOCK_WALL] = TRUE;

  self->trace = trace;
  self->tick_ns = tick_ns;
  self->base = base_ticks;
  self->switch_ticks = SWITCH_NS / tick_ns;
  self->tracks = g_array_new (FALSE, TRUE, sizeof (Track));
  g_array_set_clear_func (self->tracks, clear_track);
  self->gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
  self->symbols = g_hash_table_new_full (symbol_hash, symbol_equal, g_free, NULL);
  self->threads = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->processes = g_hash_table_new (NULL, NULL);
  memset (self->problem_rows, 0xff, sizeof self->problem_rows);
  return self;
}

void
tv_trace_builder_free (TvTraceBuilder *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->trace);
  g_array_unref (self->tracks);
  g_array_unref (self->gaps);
  g_hash_table_unref (self->symbols);
  g_hash_table_unref (self->threads);
  g_hash_table_unref (self->processes);
  g_free (self);
}

/**
 * tv_trace_builder_set_format:
 * @self: a builder
 * @format: what kind of file this is, for users
 */
void
tv_trace_builder_set_format (TvTraceBuilder *self, const char *format)
{
  g_free (self->trace->format);
  self->trace->format = g_strdup (format);
}

/**
 * tv_trace_builder_set_clocks:
 * @self: a builder
 * @has_wall: times on the timeline are wall time
 * @has_cpu: times have a second, CPU time
 *
 * To be called before the first slice; wall alone is the default.
 */
void
tv_trace_builder_set_clocks (TvTraceBuilder *self, gboolean has_wall, gboolean has_cpu)
{
  g_return_if_fail (self->n_slices == 0);
  self->trace->has_clock[TV_CLOCK_WALL] = has_wall;
  self->trace->has_clock[TV_CLOCK_CPU] = has_cpu;
}

/**
 * tv_trace_builder_set_rebuilt:
 * @self: a builder
 * @is_rebuilt: see tv_trace_is_rebuilt()
 */
void
tv_trace_builder_set_rebuilt (TvTraceBuilder *self, gboolean is_rebuilt)
{
  self->trace->is_rebuilt = is_rebuilt;
}

static char *
dup_valid (TvTraceBuilder *self, const char *text, gssize len)
{
  return g_strdup (
      tv_string_pool_get (self->trace->strings, tv_trace_builder_intern (self, text, len)));
}

/**
 * tv_trace_builder_add_metadata:
 * @self: a builder
 * @key: name of the fact
 * @value: bytes of the file
 * @value_len: how many, or -1 if @value ends with a NUL
 */
void
tv_trace_builder_add_metadata (TvTraceBuilder *self,
                               const char *key,
                               const char *value,
                               gssize value_len)
{
  TvMetadata metadata = { dup_valid (self, key, -1), dup_valid (self, value, value_len) };

  g_array_append_val (self->trace->metadata, metadata);
}

/**
 * tv_trace_builder_get_metadata:
 * @self: a builder
 * @key: name of a fact
 *
 * Returns: (transfer none) (nullable): its value so far; the last where there are several
 */
const char *
tv_trace_builder_get_metadata (TvTraceBuilder *self, const char *key)
{
  for (guint i = self->trace->metadata->len; i > 0; i--)
    {
      const TvMetadata *metadata = &g_array_index (self->trace->metadata, TvMetadata, i - 1);

      if (strcmp (metadata->key, key) == 0)
        return metadata->value;
    }
  return NULL;
}

/**
 * tv_trace_builder_count_problem:
 * @self: a builder
 * @kind: what is odd
 * @where: offset in the file, or -1
 *
 * Counts it; the first of a kind keeps its place.
 */
void
tv_trace_builder_count_problem (TvTraceBuilder *self, TvProblemKind kind, gint64 where)
{
  int row = self->problem_rows[kind];

  if (row >= 0)
    {
      g_array_index (self->trace->problems, TvProblem, row).count++;
      return;
    }
  self->problem_rows[kind] = (int) self->trace->problems->len;
  g_array_append_val (self->trace->problems,
                      ((TvProblem){ .kind = kind, .count = 1, .where = where }));
}

/**
 * tv_trace_builder_add_problem:
 * @self: a builder
 * @kind: what is odd
 * @where: offset in the file, or -1
 * @detail_format: printf() format of what exactly this one is; kept for the first of a kind
 * @...: its arguments
 *
 * As tv_trace_builder_count_problem(), with more to tell.
 */
void
tv_trace_builder_add_problem (TvTraceBuilder *self,
                              TvProblemKind kind,
                              gint64 where,
                              const char *detail_format,
                              ...)
{
  gboolean is_first = self->problem_rows[kind] < 0;

  tv_trace_builder_count_problem (self, kind, where);
  if (is_first)
    {
      g_autofree char *detail = NULL;
      va_list args;

      va_start (args, detail_format);
      detail = g_strdup_vprintf (detail_format, args);
      va_end (args);
      g_array_index (self->trace->problems, TvProblem, self->problem_rows[kind]).detail =
          g_utf8_make_valid (detail, -1);
    }
}

/**
 * tv_trace_builder_intern:
 * @self: a builder
 * @text: bytes of the file
 * @len: how many, or -1 if @text ends with a NUL
 *
 * Returns: the string
 */
guint32
tv_trace_builder_intern (TvTraceBuilder *self, const char *text, gssize len)
{
  gboolean was_bad;
  guint32 string = tv_string_pool_intern (self->trace->strings, text,
                                          len < 0 ? strlen (text) : (gsize) len, &was_bad);

  if (was_bad)
    tv_trace_builder_add_problem (self, TV_PROBLEM_BAD_TEXT, -1, "%s",
                                  tv_string_pool_get (self->trace->strings, string));
  return string;
}

/**
 * tv_trace_builder_add_symbol:
 * @self: a builder
 * @symbol: its strings
 *
 * Returns: the symbol of this class, name and signature; a new one, or the one there is
 */
guint32
tv_trace_builder_add_symbol (TvTraceBuilder *self, const TvSymbol *symbol)
{
  gpointer known;

  if (g_hash_table_lookup_extended (self->symbols, symbol, NULL, &known))
    return GPOINTER_TO_UINT (known);
  g_hash_table_insert (self->symbols, g_memdup2 (symbol, sizeof *symbol),
                       GUINT_TO_POINTER (self->trace->symbols->len));
  g_array_append_vals (self->trace->symbols, symbol, 1);
  return self->trace->symbols->len - 1;
}

/**
 * tv_trace_builder_get_process:
 * @self: a builder
 * @pid: process id on the device
 *
 * Returns: its upid; made when asked for first
 */
guint32
tv_trace_builder_get_process (TvTraceBuilder *self, guint32 pid)
{
  gpointer known;

  if (g_hash_table_lookup_extended (self->processes, GUINT_TO_POINTER (pid), NULL, &known))
    return GPOINTER_TO_UINT (known);
  g_hash_table_insert (self->processes, GUINT_TO_POINTER (pid),
                       GUINT_TO_POINTER (self->trace->processes->len));
  g_array_append_val (self->trace->processes, ((TvProcess){ .pid = pid, .name = TV_NONE }));
  return self->trace->processes->len - 1;
}

/**
 * tv_trace_builder_get_thread:
 * @self: a builder
 * @upid: its process, or %TV_NONE
 * @tid: thread id on the device
 *
 * Returns: its utid; made when asked for first
 */
guint32
tv_trace_builder_get_thread (TvTraceBuilder *self, guint32 upid, guint32 tid)
{
  gint64 key = (gint64) (((guint64) upid << 32) | tid);
  gpointer known;

  if (g_hash_table_lookup_extended (self->threads, &key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  g_hash_table_insert (self->threads, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->trace->threads->len));
  g_array_append_val (self->trace->threads,
                      ((TvThread){ .tid = tid, .name = TV_NONE, .upid = upid, .track = TV_NONE }));
  return self->trace->threads->len - 1;
}

/**
 * tv_trace_builder_name_thread:
 * @self: a builder
 * @utid: a thread
 * @name: string: its name, which replaces one given before
 */
void
tv_trace_builder_name_thread (TvTraceBuilder *self, guint32 utid, guint32 name)
{
  g_return_if_fail (utid < self->trace->threads->len);
  g_array_index (self->trace->threads, TvThread, utid).name = name;
}

gboolean
tv_trace_builder_thread_is_named (TvTraceBuilder *self, guint32 utid)
{
  g_return_val_if_fail (utid < self->trace->threads->len, FALSE);
  return g_array_index (self->trace->threads, TvThread, utid).name != TV_NONE;
}

/**
 * tv_trace_builder_get_track:
 * @self: a builder
 * @utid: a thread
 *
 * Returns: the track of the thread's calls; made when asked for first
 */
guint32
tv_trace_builder_get_track (TvTraceBuilder *self, guint32 utid)
{
  TvThread *thread;

  g_return_val_if_fail (utid < self->trace->threads->len, TV_NONE);
  thread = &g_array_index (self->trace->threads, TvThread, utid);
  if (thread->track == TV_NONE)
    {
      thread->track = self->tracks->len;
      g_array_append_val (self->tracks, ((Track){ .utid = utid }));
    }
  return thread->track;
}

/* Takes note of a record of the track: clamps its times to those before, and looks whether the
 * thread was switched away since the last. */
static void
advance (TvTraceBuilder *self,
         guint32 track_id,
         Track *track,
         gint64 *ts,
         gint64 *cpu_ts,
         gint64 where)
{
  if (G_UNLIKELY (!track->has_record))
    {
      track->has_record = TRUE;
      track->first_ts = *ts;
    }
  else
    {
      gint64 wall, cpu;

      if (G_UNLIKELY (*ts < track->last_ts || *cpu_ts < track->last_cpu))
        {
          tv_trace_builder_count_problem (self, TV_PROBLEM_TIME_BACKWARDS, where);
          *ts = MAX (*ts, track->last_ts);
          *cpu_ts = MAX (*cpu_ts, track->last_cpu);
        }
      wall = *ts - track->last_ts;
      cpu = *cpu_ts - track->last_cpu;
      if (G_UNLIKELY (wall - cpu > self->switch_ticks) && track->n_open > 0 &&
          self->trace->has_clock[TV_CLOCK_WALL] && self->trace->has_clock[TV_CLOCK_CPU])
        g_array_append_val (self->gaps, ((Gap){ .track = track_id,
                                                .slice = track->stack[track->n_open - 1].slice,
                                                .ts = track->last_ts + cpu / 2,
                                                .dur = wall - cpu }));
    }
  track->last_ts = *ts;
  track->last_cpu = *cpu_ts;
}

static void
push (Track *track, OpenCall call)
{
  if (G_UNLIKELY (track->n_open == track->stack_capacity))
    {
      track->stack_capacity = MAX (track->stack_capacity * 2, 16);
      track->stack = g_renew (OpenCall, track->stack, track->stack_capacity);
    }
  track->stack[track->n_open++] = call;
  if (G_UNLIKELY (track->on_stack != NULL))
    {
      guint n = GPOINTER_TO_UINT (
          g_hash_table_lookup (track->on_stack, GUINT_TO_POINTER (call.symbol)));

      g_hash_table_insert (track->on_stack, GUINT_TO_POINTER (call.symbol),
                           GUINT_TO_POINTER (n + 1));
    }
}

/* Ends the innermost open call at the track's last record. */
static void
pop (Track *track, TvSliceFlags flags)
{
  OpenCall *call = &track->stack[--track->n_open];
  TvSliceChunk *chunk = call->chunk;
  gint64 dur = track->last_ts - tv_slice_chunk_get_time (chunk, TV_CHUNK_TS, call->row);
  gint64 cpu_dur = track->last_cpu - tv_slice_chunk_get_time (chunk, TV_CHUNK_CPU_TS, call->row);

  tv_slice_chunk_set_time (chunk, TV_CHUNK_DUR, call->row, dur);
  tv_slice_chunk_set_time (chunk, TV_CHUNK_CPU_DUR, call->row, cpu_dur);
  chunk->flags[call->row] = flags;
  if (track->n_open == 0)
    {
      track->covered[TV_CLOCK_WALL] += dur;
      track->covered[TV_CLOCK_CPU] += cpu_dur;
    }
  if (G_UNLIKELY (track->on_stack != NULL))
    {
      gpointer key = GUINT_TO_POINTER (call->symbol);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (track->on_stack, key));

      if (n > 1)
        g_hash_table_insert (track->on_stack, key, GUINT_TO_POINTER (n - 1));
      else
        g_hash_table_remove (track->on_stack, key);
    }
}

/* Returns how many open calls lie above the innermost one of the symbol, or TV_NONE if there is
 * none. The time is bounded: a deep search either pops what it passed, or is answered by a set. */
static guint32
find_open (Track *track, guint32 symbol)
{
  guint32 shallow = MIN (track->n_open, DEEP_STACK);

  for (guint32 above = 0; above < shallow; above++)
    if (track->stack[track->n_open - 1 - above].symbol == symbol)
      return above;
  if (track->n_open <= DEEP_STACK)
    return TV_NONE;

  if (track->on_stack == NULL)
    {
      guint32 n_open = track->n_open;

      track->on_stack = g_hash_table_new (NULL, NULL);
      track->n_open = 0;
      for (guint32 i = 0; i < n_open; i++)
        push (track, track->stack[i]);
    }
  if (!g_hash_table_contains (track->on_stack, GUINT_TO_POINTER (symbol)))
    return TV_NONE;
  for (guint32 above = DEEP_STACK; above < track->n_open; above++)
    if (track->stack[track->n_open - 1 - above].symbol == symbol)
      return above;
  g_assert_not_reached ();
}

/**
 * tv_trace_builder_begin:
 * @self: a builder
 * @track: a track
 * @symbol: what begins on it
 * @ts: when, in ticks
 * @cpu_ts: the thread's CPU clock then, in ticks; 0 without one
 * @where: offset in the file, or -1
 *
 * Returns: %FALSE when a trace can hold no more slices (2^32 - 1); reading should stop then,
 *   tv_trace_builder_finish() gives the error
 */
gboolean
tv_trace_builder_begin (TvTraceBuilder *self,
                        guint32 track,
                        guint32 symbol,
                        gint64 ts,
                        gint64 cpu_ts,
                        gint64 where)
{
  Track *t = &g_array_index (self->tracks, Track, track);
  TvSliceChunk *chunk = t->last;
  guint32 row;

  ts -= self->base;
  advance (self, track, t, &ts, &cpu_ts, where);
  if (G_UNLIKELY (self->n_slices >= G_MAXUINT32 - 1))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  if (G_UNLIKELY (chunk == NULL || chunk->n == chunk->capacity))
    {
      TvSliceChunk *next = tv_slice_chunk_new (
          chunk != NULL ? MIN (chunk->capacity * 2, MAX_CAPACITY) : FIRST_CAPACITY);

      if (chunk != NULL)
        chunk->next = next;
      else
        t->first = next;
      t->last = chunk = next;
    }
  row = chunk->n++;
  tv_slice_chunk_set_time (chunk, TV_CHUNK_TS, row, ts);
  tv_slice_chunk_set_time (chunk, TV_CHUNK_CPU_TS, row, cpu_ts);
  chunk->symbol[row] = symbol;
  chunk->parent[row] = t->n_open > 0 ? t->stack[t->n_open - 1].slice : TV_NONE;
  chunk->depth[row] = t->n_open;
  push (t, (OpenCall){ .chunk = chunk, .row = row, .symbol = symbol, .slice = t->n_slices });
  t->n_slices++;
  t->n_levels = MAX (t->n_levels, t->n_open);
  self->n_slices++;
  return TRUE;
}

/**
 * tv_trace_builder_end:
 * @self: a builder
 * @track: a track
 * @symbol: what ends on it, or %TV_NONE for whatever is innermost
 * @ts: when, in ticks
 * @cpu_ts: the thread's CPU clock then, in ticks; 0 without one
 * @flags: %TV_SLICE_UNWOUND or 0
 * @where: offset in the file, or -1
 *
 * Ends the innermost open call of @symbol and, as forced, all above it. If there is none, it
 * began before the trace: that is counted and ignored.
 */
void
tv_trace_builder_end (TvTraceBuilder *self,
                      guint32 track,
                      guint32 symbol,
                      gint64 ts,
                      gint64 cpu_ts,
                      TvSliceFlags flags,
                      gint64 where)
{
  Track *t = &g_array_index (self->tracks, Track, track);
  guint32 above;

  ts -= self->base;
  advance (self, track, t, &ts, &cpu_ts, where);
  if (G_UNLIKELY (t->n_open == 0))
    above = TV_NONE;
  else if (G_LIKELY (symbol == TV_NONE || t->stack[t->n_open - 1].symbol == symbol))
    above = 0;
  else
    above = find_open (t, symbol);

  if (G_UNLIKELY (above == TV_NONE))
    {
      tv_trace_builder_count_problem (self, TV_PROBLEM_UNMATCHED_EXIT, where);
      return;
    }
  for (; above > 0; above--)
    {
      tv_trace_builder_count_problem (self, TV_PROBLEM_FORCED_EXIT, where);
      pop (t, TV_SLICE_FORCED);
    }
  pop (t, flags);
}

static void
close_open_calls (TvTraceBuilder *self)
{
  for (guint i = 0; i < self->tracks->len; i++)
    {
      Track *track = &g_array_index (self->tracks, Track, i);

      while (track->n_open > 0)
        {
          tv_trace_builder_count_problem (self, TV_PROBLEM_OPEN_CALL, -1);
          pop (track, TV_SLICE_OPEN);
        }
    }
}

static gboolean
has_wide_times (TvTraceBuilder *self)
{
  for (guint i = 0; i < self->tracks->len; i++)
    for (TvSliceChunk *chunk = g_array_index (self->tracks, Track, i).first; chunk != NULL;
         chunk = chunk->next)
      if (chunk->is_wide)
        return TRUE;
  return FALSE;
}

static TvTimeColumn
allocate_times (TvTraceBuilder *self, gboolean is_wide, gint64 base)
{
  TvTimeColumn column = { .unit_ns = self->tick_ns, .base_ns = base * self->tick_ns };

  /* Never empty, so that a column of no rows is still present. */
  if (is_wide)
    column.wide = g_new (gint64, self->n_slices + 1);
  else
    column.narrow = g_new (guint32, self->n_slices + 1);
  return column;
}

static void
copy_times (TvTimeColumn *column, const TvSliceChunk *chunk, TvChunkTime time, guint32 first)
{
  if (!tv_time_column_is_present (column))
    return;
  if (column->narrow != NULL)
    memcpy ((guint32 *) column->narrow + first, chunk->times[time], chunk->n * sizeof (guint32));
  else
    for (guint32 row = 0; row < chunk->n; row++)
      ((gint64 *) column->wide)[first + row] = tv_slice_chunk_get_time (chunk, time, row);
}

static void
copy_chunk (TvSlices *slices, const TvSliceChunk *chunk, guint32 first, guint32 first_of_track)
{
  guint32 *parent = (guint32 *) slices->parent + first;

  copy_times (&slices->ts, chunk, TV_CHUNK_TS, first);
  copy_times (&slices->dur, chunk, TV_CHUNK_DUR, first);
  copy_times (&slices->cpu_ts, chunk, TV_CHUNK_CPU_TS, first);
  copy_times (&slices->cpu_dur, chunk, TV_CHUNK_CPU_DUR, first);
  memcpy ((guint32 *) slices->symbol + first, chunk->symbol, chunk->n * sizeof (guint32));
  memcpy ((guint32 *) slices->depth + first, chunk->depth, chunk->n * sizeof (guint32));
  memcpy ((guint8 *) slices->flags + first, chunk->flags, chunk->n);
  for (guint32 row = 0; row < chunk->n; row++)
    parent[row] = chunk->parent[row] != TV_NONE ? chunk->parent[row] + first_of_track : TV_NONE;
}

static void
lay_out_track (TvTraceBuilder *self, Track *track, TvTrack *out, guint32 first)
{
  guint32 row = first;

  *out = (TvTrack){
    .kind = TV_TRACK_THREAD,
    .utid = track->utid,
    .first_slice = first,
    .n_slices = track->n_slices,
    .n_levels = track->n_levels,
    .start_ns = (track->first_ts + self->base) * self->tick_ns,
    .end_ns = (track->last_ts + self->base) * self->tick_ns,
  };
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->trace->has_clock[clock])
      out->covered_ns[clock] = track->covered[clock] * self->tick_ns;

  while (track->first != NULL)
    {
      TvSliceChunk *chunk = track->first;

      copy_chunk (&self->trace->slices, chunk, row, first);
      row += chunk->n;
      track->first = chunk->next;
      tv_slice_chunk_free (chunk);
    }
}

/* Lays the gaps out by track, each track's in the order of the file, which is that of time. */
static void
lay_out_gaps (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  g_autofree guint32 *next = g_new0 (guint32, trace->n_tracks);
  guint32 first = 0;

  trace->n_gaps = self->gaps->len;
  trace->gaps = g_new (TvGap, trace->n_gaps);
  for (guint i = 0; i < self->gaps->len; i++)
    trace->tracks[g_array_index (self->gaps, Gap, i).track].n_gaps++;
  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      trace->tracks[i].first_gap = next[i] = first;
      first += trace->tracks[i].n_gaps;
    }
  for (guint i = 0; i < self->gaps->len; i++)
    {
      const Gap *gap = &g_array_index (self->gaps, Gap, i);

      trace->gaps[next[gap->track]++] = (TvGap){
        .ts = (gap->ts + self->base) * self->tick_ns,
        .dur = gap->dur * self->tick_ns,
        .slice = trace->tracks[gap->track].first_slice + gap->slice,
      };
    }
}

static void
allocate_columns (TvTraceBuilder *self)
{
  TvSlices *slices = &self->trace->slices;
  gboolean is_wide = has_wide_times (self);

  slices->n = (guint32) self->n_slices;
  slices->ts = allocate_times (self, is_wide, self->base);
  slices->dur = allocate_times (self, is_wide, 0);
  if (self->trace->has_clock[TV_CLOCK_CPU])
    {
      slices->cpu_ts = allocate_times (self, is_wide, 0);
      slices->cpu_dur = allocate_times (self, is_wide, 0);
    }
  slices->symbol = g_new (guint32, self->n_slices);
  slices->parent = g_new (guint32, self->n_slices);
  slices->depth = g_new (guint32, self->n_slices);
  slices->flags = g_new (guint8, self->n_slices);
}

/**
 * tv_trace_builder_finish:
 * @self: (transfer none): a builder, of no more use afterwards but to be freed
 * @cancellable: (nullable): to stop it
 * @error: set to %TV_ERROR_TOO_LARGE or %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_trace_builder_finish (TvTraceBuilder *self, GCancellable *cancellable, GError **error)
{
  TvTrace *trace = self->trace;
  guint32 first = 0;
  gboolean has_record = FALSE;

  if (self->is_full)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                   _("The trace holds more than %u calls, which is more than can be shown"),
                   G_MAXUINT32 - 1);
      return NULL;
    }
  close_open_calls (self);
  allocate_columns (self);
  trace->n_tracks = self->tracks->len;
  trace->tracks = g_new0 (TvTrack, trace->n_tracks);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      Track *track = &g_array_index (self->tracks, Track, i);
      TvTrack *out = &trace->tracks[i];

      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      lay_out_track (self, track, out, first);
      first += out->n_slices;
      if (!track->has_record)
        continue;
      trace->start_ns = has_record ? MIN (trace->start_ns, out->start_ns) : out->start_ns;
      trace->end_ns = has_record ? MAX (trace->end_ns, out->end_ns) : out->end_ns;
      has_record = TRUE;
    }
  lay_out_gaps (self);
  if (trace->format == NULL)
    trace->format = g_strdup ("");
  return g_steal_pointer (&self->trace);
}
