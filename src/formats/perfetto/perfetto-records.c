/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-records.h"

#include <math.h>

#include <glib/gi18n.h>

#include "core/memory/large-block.h"
#include "core/memory/row-table.h"
#include "core/memory/seeded-hash.h"
#include "formats/event-order.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Stores slices, counter samples and flows between decoding and replay. All decoders of packets add records in file
 * order; perfetto.c sorts the records once. The ftrace merge then calls tv_perfetto_records_emit() between kernel
 * events, up to a timestamp.
 *
 * Hidden state: flows, categories and clocks that are added (extras) belong to the next record. If no record follows,
 * tv_perfetto_records_drop_extras() drops them. The memory of emitted records is released during the replay. */

#define NO_SLICE        G_MAXUINT64
#define UNNAMED         "[no name]"
#define MAX_SLICE_STACK ((1u << 28) - 1)
#define FIRST_CAPACITY  256

/* Number of records after whose emission their memory is released. */
#define EMITTED_BLOCK (128u * 1024)

/* Minimum average size in bytes of a packet with an event. Used to estimate the number of records from the size of a
 * file. */
#define MIN_RECORD_BYTES 12

/* If there are more than MANY_RECORDS records, the buffers grow directly to the number of records that the file size
 * suggests, but at most to MAX_EXPECTED. */
#define MANY_RECORDS (64u * 1024)
#define MAX_EXPECTED (64u * 1024 * 1024)

/* Number of records to prefetch ahead during the replay. Records with consecutive timestamps are far apart in memory,
 * because writers take turns in the file. */
#define AHEAD 24

#define RESIZE(column, n) ((column) = tv_large_block_resize ((column), (n) * sizeof *(column)))

/* An event on a slice stack, or a counter sample. The timestamp is in a separate array. */
typedef struct
{
  guint32 slice_stack : 28; /* slice stack, or counter of a sample */
  guint32 act : 3;
  guint32 has_extras : 1;
  union
  {
    struct
    {
      guint32 name;
      guint32 args;
    };
    guint32 value[2]; /* bits of a double, because a double would require 8-byte alignment */
  };
} Record;

G_STATIC_ASSERT (sizeof (Record) == 12);

/* Rare data of a record: a flow step, a thread clock value, or the category of the slice that an end event closes. */
typedef struct
{
  guint64 value; /* id of the flow, value of the clock, or string id of the category */
  guint32 record;
  guint32 kind; /* a TvPerfettoFlowKind, FIRST_CLOCK + a TvThreadClock, or CATEGORY */
} Extra;

#define FIRST_CLOCK (TV_PERFETTO_FLOW_INTO + 1)
#define CATEGORY    (FIRST_CLOCK + TV_N_THREAD_CLOCKS) /* kind of an extra with a category */

/* The last step of a flow. */
typedef struct
{
  guint64 slice;
  gint64 start; /* start of @slice, in ns */
} Step;

/* Thread clock values at the start of a slice. */
typedef struct
{
  gint64 value[TV_N_THREAD_CLOCKS];
  gboolean has[TV_N_THREAD_CLOCKS];
} Clocks;

typedef struct
{
  TvPerfettoOwner owner;
  guint32 id;
  guint32 name;
  TvCounterRole role;
  TvCounterUnit unit;
  guint32 source_name;
  guint32 source_session;
  guint32 now; /* upid or utid of the counter when it was last used */
  guint32 counter;
} Counter;

struct _TvPerfettoRecords
{
  TvPerfettoReader *reader;
  gint64 *times;
  Record *records;
  guint32 n;
  guint32 capacity;
  guint32 n_expected;
  GArray *extras; /* Extra, sorted by record */
  guint
      n_settled; /* number of extras that belong to added records; further extras belong to the next record */
  TvPerfettoFlows *flows;
  GArray *counters;
  TvRowTable counters_by_name;
  guint64 seed;

  guint32 *order; /* (nullable) rows in time order; NULL if the records are already sorted */
  gint64 first;   /* first timestamp of the records, in ns */
  gint64 last;
  guint32 n_reported;
  guint32 *
      first_needed; /* (nullable) per block of records in time order: lowest row that the block or a later one needs */
  GHashTable *open_clocks; /* open slice → Clocks */
};

TvPerfettoRecords *
tv_perfetto_records_new (TvPerfettoReader *reader)
{
  TvPerfettoRecords *self = g_new0 (TvPerfettoRecords, 1);

  self->reader = reader;
  self->extras = g_array_new (FALSE, FALSE, sizeof (Extra));
  self->flows = tv_perfetto_flows_new (reader->builder);
  self->counters = g_array_new (FALSE, FALSE, sizeof (Counter));
  self->seed = tv_trace_builder_get_seed (reader->builder);
  self->open_clocks = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, g_free);
  return self;
}

void
tv_perfetto_records_free (TvPerfettoRecords *self)
{
  g_free (self->times);
  g_free (self->records);
  g_array_unref (self->extras);
  tv_perfetto_flows_free (self->flows);
  g_array_unref (self->counters);
  tv_row_table_clear (&self->counters_by_name);
  g_free (self->order);
  g_free (self->first_needed);
  g_hash_table_unref (self->open_clocks);
  g_free (self);
}

/**
 * tv_perfetto_records_get_counter:
 * @owner: kind of owner
 * @id: CPU, pid on the device, or first thread that used a tid; %TV_NONE without an owner
 * @name: string id of the name
 * @role: meaning of the values
 * @unit: unit of the values
 *
 * Looks up a counter, or adds it.
 *
 * Returns: the counter, for tv_perfetto_records_add_sample()
 */
guint32
tv_perfetto_records_get_counter (TvPerfettoRecords *self,
                                 TvPerfettoOwner owner,
                                 guint32 id,
                                 guint32 name,
                                 TvCounterRole role,
                                 TvCounterUnit unit)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (self->seed ^ owner, (guint64) id << 32 | name), 0);
  Counter counter = { owner, id, name, role, unit, TV_NONE, 0, TV_NONE, TV_NONE };
  guint32 row;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->counters_by_name, hash, &slot)) != TV_NONE;)
    {
      const Counter *known = &g_array_index (self->counters, Counter, row);

      if (known->owner == owner && known->id == id && known->name == name)
        return row;
    }
  g_array_append_val (self->counters, counter);
  tv_row_table_add (&self->counters_by_name, hash, self->counters->len - 1);
  return self->counters->len - 1;
}

/**
 * tv_perfetto_records_set_source:
 * @counter: a counter
 * @name: string id of the counter's name in the recording
 * @session: session of the recorder, or number of the GPU
 *
 * Sets the origin of a counter.
 */
void
tv_perfetto_records_set_source (TvPerfettoRecords *self,
                                guint32 counter,
                                guint32 name,
                                guint32 session)
{
  g_array_index (self->counters, Counter, counter).source_name = name;
  g_array_index (self->counters, Counter, counter).source_session = session;
}

static gpointer
dup_id (guint64 id)
{
  return g_memdup2 (&id, sizeof id);
}

/**
 * tv_perfetto_records_add_flow:
 * @id: a flow
 * @kind: kind of step
 *
 * Adds a step of a flow at the slice of the next record.
 */
void
tv_perfetto_records_add_flow (TvPerfettoRecords *self, guint64 id, TvPerfettoFlowKind kind)
{
  Extra extra = { id, self->n, kind };

  g_array_append_val (self->extras, extra);
}

/**
 * tv_perfetto_records_name_flow:
 * @id: a flow
 * @reported: id of the flow in the file
 *
 * Stores the id that a flow has in the file. Only the first call per flow has an effect.
 */
void
tv_perfetto_records_name_flow (TvPerfettoRecords *self, guint64 id, guint64 reported)
{
  tv_perfetto_flows_name (self->flows, id, reported);
}

/**
 * tv_perfetto_records_add_clock:
 * @clock: %TV_THREAD_CLOCK_TS or %TV_THREAD_CLOCK_INSTRUCTIONS
 * @value: value of the clock at the next record
 *
 * Adds a thread clock value to the next record.
 */
void
tv_perfetto_records_add_clock (TvPerfettoRecords *self, TvThreadClock clock, gint64 value)
{
  Extra extra = { (guint64) value, self->n, FIRST_CLOCK + clock };

  g_array_append_val (self->extras, extra);
}

/**
 * tv_perfetto_records_add_category:
 *
 * Sets the category of the slice that the next record ends. @category is a string id.
 */
void
tv_perfetto_records_add_category (TvPerfettoRecords *self, guint32 category)
{
  Extra extra = { category, self->n, CATEGORY };

  g_array_append_val (self->extras, extra);
}

/**
 * tv_perfetto_records_drop_extras:
 *
 * Drops the extras that were added for the next record. Called if the record is not added.
 */
void
tv_perfetto_records_drop_extras (TvPerfettoRecords *self)
{
  if (G_UNLIKELY (self->extras->len > self->n_settled))
    g_array_set_size (self->extras, self->n_settled);
}

/**
 * tv_perfetto_records_expect:
 * @self: empty records
 * @size: size of the file, in bytes
 *
 * Estimates the final number of records, so that the records' memory can be reserved early. Later resizing would
 * break up huge pages. The kernel does not allocate reserved memory until it is used.
 */
void
tv_perfetto_records_expect (TvPerfettoRecords *self, guint64 size)
{
  self->n_expected = (guint32) MIN (size / MIN_RECORD_BYTES, MAX_EXPECTED);
}

/* Moves the records to memory blocks with space for the expected number of records. */
static void
move_to_expected (TvPerfettoRecords *self)
{
  gint64 *times = tv_large_block_new (self->n_expected * sizeof *times);
  Record *records = tv_large_block_new (self->n_expected * sizeof *records);

  memcpy (times, self->times, self->n * sizeof *times);
  memcpy (records, self->records, self->n * sizeof *records);
  g_free (self->times);
  g_free (self->records);
  self->times = times;
  self->records = records;
  self->capacity = self->n_expected;
}

static void
grow (TvPerfettoRecords *self)
{
  guint64 n = MAX ((guint64) self->capacity * 2, FIRST_CAPACITY);

  /* Queued argument lookups contain pointers to records, which are about to move. */
  tv_trace_builder_flush_args (self->reader->builder);
  if (n > MANY_RECORDS && n <= self->n_expected)
    {
      move_to_expected (self);
      return;
    }
  RESIZE (self->times, n);
  RESIZE (self->records, n);
  self->capacity = (guint32) n;
}

/* Appends a record with a slice stack and a kind; all other fields are 0. Returns NULL and reports a problem if there
 * are too many records or slice stacks. */
static Record *
append (TvPerfettoRecords *self, TvPerfettoAct act, guint32 slice_stack, gint64 ts)
{
  if (G_UNLIKELY (self->n >= G_MAXINT32))
    {
      tv_trace_builder_add_problem (self->reader->builder, TV_PROBLEM_UNREAD_PART, -1,
                                    _("more than %d records"), G_MAXINT32);
      return NULL;
    }
  if (G_UNLIKELY (slice_stack > MAX_SLICE_STACK))
    {
      tv_trace_builder_add_problem (self->reader->builder, TV_PROBLEM_UNREAD_PART, -1,
                                    act == TV_PERFETTO_SAMPLE ? _("more than %u counters")
                                                              : _("more than %u tracks"),
                                    MAX_SLICE_STACK + 1);
      return NULL;
    }
  if (self->n == self->capacity)
    grow (self);
  self->times[self->n] = ts;
  self->records[self->n] = (Record){ .slice_stack = slice_stack, .act = act };
  return &self->records[self->n++];
}

/**
 * tv_perfetto_records_add:
 * @act: kind of event, except a sample
 * @slice_stack: a slice stack of the tracks
 * @ts: timestamp, in ns
 * @name: string id of the name, or %TV_NONE
 * @args: a set of arguments, or %TV_NONE
 *
 * Adds an event, together with the extras that were added for it.
 *
 * Returns: %FALSE if there are too many records
 */
gboolean
tv_perfetto_records_add (TvPerfettoRecords *self,
                         TvPerfettoAct act,
                         guint32 slice_stack,
                         gint64 ts,
                         guint32 name,
                         guint32 args)
{
  Record *record;

  /* Strings must not be added while records are emitted, so the placeholder is interned here. */
  if (name == TV_NONE && (act == TV_PERFETTO_BEGIN || act == TV_PERFETTO_INSTANT))
    name = tv_trace_builder_intern (self->reader->builder, UNNAMED, -1);
  if (act == TV_PERFETTO_BEGIN || act == TV_PERFETTO_INSTANT)
    tv_perfetto_tracks_see (self->reader->tracks, slice_stack, ts, name);
  record = append (self, act, slice_stack, ts);
  if (record == NULL)
    return FALSE;
  record->name = name;
  record->args = args;
  record->has_extras = self->extras->len > self->n_settled;
  self->n_settled = self->extras->len;
  return TRUE;
}

/**
 * tv_perfetto_records_get_n:
 *
 * Returns: number of records, which is also the index of the next record
 */
guint32
tv_perfetto_records_get_n (const TvPerfettoRecords *self)
{
  return self->n;
}

/**
 * tv_perfetto_records_make_end:
 * @self: records, not sorted yet
 * @record: index of a %TV_PERFETTO_NOTHING record
 * @slice_stack: a slice stack of the tracks
 *
 * Changes the record to the end of the slice that is open on @slice_stack.
 */
void
tv_perfetto_records_make_end (TvPerfettoRecords *self, guint32 record, guint32 slice_stack)
{
  g_return_if_fail (record < self->n);
  self->records[record].act = TV_PERFETTO_END;
  self->records[record].slice_stack = slice_stack;
}

/**
 * tv_perfetto_records_take_args:
 * @self: records, after tv_perfetto_records_add()
 *
 * Moves the builder's pending arguments to the last record.
 */
void
tv_perfetto_records_take_args (TvPerfettoRecords *self)
{
  tv_trace_builder_take_args_later (self->reader->builder, &self->records[self->n - 1].args);
}

/**
 * tv_perfetto_records_add_sample:
 * @counter: a counter
 * @ts: timestamp, in ns
 * @value: value from @ts on
 *
 * Adds a counter sample. Drops and reports a value that is not finite.
 */
void
tv_perfetto_records_add_sample (TvPerfettoRecords *self, guint32 counter, gint64 ts, double value)
{
  Record *record = NULL;

  if (isfinite (value))
    record = append (self, TV_PERFETTO_SAMPLE, counter, ts);
  else
    tv_trace_builder_add_problem (self->reader->builder, TV_PROBLEM_BAD_PACKET, -1,
                                  _("the value of a counter is not a finite number"));
  if (record != NULL)
    memcpy (record->value, &value, sizeof value);
  tv_perfetto_records_drop_extras (self);
}

static guint32
get_row (const TvPerfettoRecords *self, guint32 i)
{
  return self->order != NULL ? self->order[i] : i;
}

/* Computes, for each block of records in time order, the lowest row that the block or a later one needs. */
static void
find_needed (TvPerfettoRecords *self)
{
  guint32 n_blocks = self->n / EMITTED_BLOCK + 1, first = self->n;

  self->first_needed = g_new (guint32, n_blocks);
  for (guint32 block = n_blocks; block-- > 0;)
    {
      guint32 end = MIN (self->n - block * EMITTED_BLOCK, EMITTED_BLOCK);

      for (guint32 i = 0; i < end; i++)
        first = MIN (first, get_row (self, block * EMITTED_BLOCK + i));
      self->first_needed[block] = first;
    }
}

/**
 * tv_perfetto_records_sort:
 * @self: all records
 *
 * Sorts the records by time. Must be called before tv_perfetto_records_emit().
 */
void
tv_perfetto_records_sort (TvPerfettoRecords *self)
{
  tv_trace_builder_flush_args (self->reader->builder);
  self->order = tv_event_order_new (self->times, self->n);
  self->first = self->n > 0 ? self->times[get_row (self, 0)] : G_MAXINT64;
  self->last = self->n > 0 ? self->times[get_row (self, self->n - 1)] : G_MININT64;
  find_needed (self);
}

/**
 * tv_perfetto_records_get_first:
 * @self: sorted records
 *
 * Returns: timestamp of the first record, in ns; %G_MAXINT64 if there are no records
 */
gint64
tv_perfetto_records_get_first (const TvPerfettoRecords *self)
{
  return self->first;
}

/**
 * tv_perfetto_records_get_next:
 * @self: sorted records
 *
 * Returns: timestamp of the first record that has not been emitted, in ns; %G_MAXINT64 if there is none
 */
gint64
tv_perfetto_records_get_next (const TvPerfettoRecords *self)
{
  return self->n_reported < self->n ? self->times[get_row (self, self->n_reported)] : G_MAXINT64;
}

/**
 * tv_perfetto_records_get_last:
 * @self: sorted records
 *
 * Returns: timestamp of the last record, in ns; %G_MININT64 if there are no records
 */
gint64
tv_perfetto_records_get_last (const TvPerfettoRecords *self)
{
  return self->last;
}

/* ---- Output ---- */

static guint32
find_counter (TvPerfettoRecords *self, Counter *counter)
{
  TvPerfettoReader *reader = self->reader;
  guint32 now = TV_NONE, name = counter->name;

  if (counter->owner == TV_PERFETTO_OF_PROCESS)
    now = tv_ftrace_threads_get_process (reader->threads, (gint32) counter->id);
  else if (counter->owner == TV_PERFETTO_OF_THREAD)
    now = tv_ftrace_threads_get_now (reader->threads, TV_FTRACE_CONSUMER_REST, counter->id);
  if (counter->counter != TV_NONE && counter->now == now)
    return counter->counter;
  counter->now = now;
  if (counter->owner == TV_PERFETTO_OF_THREAD)
    counter->counter = tv_trace_builder_get_thread_counter (reader->builder, now, name);
  else
    counter->counter = tv_trace_builder_ensure_counter (
        reader->builder, now, counter->owner == TV_PERFETTO_OF_CPU ? counter->id : TV_NONE, name);
  tv_trace_builder_describe_counter (reader->builder, counter->counter, counter->role,
                                     counter->unit);
  if (counter->source_name != TV_NONE)
    tv_trace_builder_set_counter_source (reader->builder, counter->counter, counter->source_name,
                                         counter->source_session);
  return counter->counter;
}

/* At the start of a slice, adds the value of a thread clock. At its end, adds the clock's increase since the start. */
static void
emit_clock (TvPerfettoRecords *self, const Extra *extra, TvPerfettoAct act, guint64 slice)
{
  TvTraceBuilder *builder = self->reader->builder;
  TvThreadClock clock = extra->kind - FIRST_CLOCK;
  TvThreadClock length = clock == TV_THREAD_CLOCK_TS ? TV_THREAD_CLOCK_DUR
                                                     : TV_THREAD_CLOCK_INSTRUCTION_DELTA;
  Clocks *begun = g_hash_table_lookup (self->open_clocks, &slice);
  gint64 value = (gint64) extra->value, dur = 0;

  if (act == TV_PERFETTO_END)
    {
      if (begun != NULL && begun->has[clock] &&
          !__builtin_sub_overflow (value, begun->value[clock], &dur) && dur != 0)
        tv_trace_builder_add_thread_clock (builder, slice, length, dur);
      return;
    }
  tv_trace_builder_add_thread_clock (builder, slice, clock, value);
  if (act == TV_PERFETTO_INSTANT)
    tv_trace_builder_add_thread_clock (builder, slice, length, 0);
  if (act != TV_PERFETTO_BEGIN)
    return;
  if (begun == NULL)
    {
      begun = g_new0 (Clocks, 1);
      g_hash_table_insert (self->open_clocks, dup_id (slice), begun);
    }
  begun->value[clock] = value;
  begun->has[clock] = TRUE;
}

/* Returns the index of the first extra of a record that has extras. */
static guint
find_extra (const TvPerfettoRecords *self, guint32 row)
{
  guint first = 0, end = self->extras->len;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (g_array_index (self->extras, Extra, middle).record < row)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

static guint32
get_category (const TvPerfettoRecords *self, guint32 row)
{
  for (guint i = find_extra (self, row); i < self->extras->len; i++)
    {
      const Extra *extra = &g_array_index (self->extras, Extra, i);

      if (extra->record != row)
        break;
      if (extra->kind == CATEGORY)
        return (guint32) extra->value;
    }
  return TV_NONE;
}

static void
emit_extras (TvPerfettoRecords *self, guint32 row, const Record *record, guint64 slice)
{
  for (guint i = find_extra (self, row); i < self->extras->len; i++)
    {
      const Extra *extra = &g_array_index (self->extras, Extra, i);

      if (extra->record != row)
        return;
      if (extra->kind == TV_PERFETTO_FLOW_TO_NEXT)
        tv_perfetto_tracks_wait (self->reader->tracks, record->slice_stack, extra->value);
      else if (slice == NO_SLICE || extra->kind == CATEGORY)
        continue;
      else if (extra->kind >= FIRST_CLOCK)
        emit_clock (self, extra, record->act, slice);
      else
        tv_perfetto_flows_emit (self->flows, extra->value, extra->kind, slice);
    }
}

static void
emit_record (TvPerfettoRecords *self, guint32 row)
{
  const Record *record = &self->records[row];
  gint64 ts = self->times[row];
  TvPerfettoTracks *tracks = self->reader->tracks;
  guint64 slice, waits_for;
  TvPerfettoReported reported;

  if (record->act == TV_PERFETTO_NOTHING)
    return;
  if (record->act == TV_PERFETTO_SAMPLE)
    {
      Counter *counter = &g_array_index (self->counters, Counter, record->slice_stack);
      double value;

      memcpy (&value, record->value, sizeof value);
      tv_trace_builder_add_sample (self->reader->builder, find_counter (self, counter), ts, value);
      return;
    }
  reported = (TvPerfettoReported){ record->name, record->args, TV_NONE };
  if (record->act == TV_PERFETTO_END && record->has_extras)
    reported.category = get_category (self, row);
  slice = tv_perfetto_tracks_emit (tracks, record->slice_stack, record->act, ts, &reported);
  if (record->act == TV_PERFETTO_BEGIN && slice != NO_SLICE &&
      tv_perfetto_tracks_stop_waiting (tracks, record->slice_stack, &waits_for))
    tv_perfetto_flows_emit (self->flows, waits_for, TV_PERFETTO_FLOW_END, slice);
  if (record->has_extras)
    emit_extras (self, row, record, slice);
  if (record->act == TV_PERFETTO_END && g_hash_table_size (self->open_clocks) > 0)
    g_hash_table_remove (self->open_clocks, &slice);
}

/* Releases the memory of records that are no longer needed. This is effective because the time order of records is
 * close to their file order. */
static void
give_back_emitted (TvPerfettoRecords *self)
{
  guint32 end = self->first_needed[self->n_reported / EMITTED_BLOCK];

  tv_large_block_release_start (self->times, end * sizeof *self->times);
  tv_large_block_release_start (self->records, end * sizeof *self->records);
  if (self->order != NULL)
    tv_large_block_release_start (self->order, self->n_reported * sizeof *self->order);
}

/* Prefetches a record that will soon be emitted. */
static inline void
fetch_record (const TvPerfettoRecords *self, guint32 i)
{
  guint32 row;

  if (i >= self->n)
    return;
  row = get_row (self, i);
  __builtin_prefetch (&self->times[row]);
  __builtin_prefetch (&self->records[row]);
}

/**
 * tv_perfetto_records_emit:
 * @records: (type TvPerfettoRecords): sorted records
 * @until: a timestamp, in ns
 *
 * Adds the remaining records up to and including @until to the builder.
 */
void
tv_perfetto_records_emit (gpointer records, gint64 until)
{
  TvPerfettoRecords *self = records;

  for (; self->n_reported < self->n; self->n_reported++)
    {
      guint32 row;

      if (self->n_reported % EMITTED_BLOCK == 0 && self->n_reported > 0)
        give_back_emitted (self);
      row = get_row (self, self->n_reported);
      if (self->times[row] > until)
        return;
      fetch_record (self, self->n_reported + AHEAD);
      emit_record (self, row);
    }
}
