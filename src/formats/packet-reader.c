/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/packet-reader.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "formats/method-trace-keys.h"
#include "formats/method-trace-times.h"

/* Some writers kept times in 32 bits, though in ns they run over every 4.3 s: a step back of more
 * than half their range is that, and no step back. */
#define WRAP_NS      (G_GINT64_CONSTANT (1) << 32)
#define HALF_WRAP_NS (G_GINT64_CONSTANT (1) << 31)

/* So much is read between two looks at the cancellable. */
#define STEP_BYTES (1u << 21)

typedef struct
{
  guint32 tid;
  gsize where; /* of its first block */
  guint32 n_entered;
  guint32 track;
  gboolean has_record;
  gint64 last_raw[TV_N_CLOCKS];
  gint64 turns[TV_N_CLOCKS]; /* ns to add: how often the clock has run over */
  gint64 last_time;          /* ticks */
  gint64 last_cpu;
} PacketThread;

/* The block that was read last, to go on from. */
typedef struct
{
  guint32 tid;
  gsize end;     /* offset in the file */
  guint64 count; /* of its entries, and of those before that were counted together */
  TvEntryCursor cursor;
} LastBlock;

typedef struct
{
  TvMethodTraceKeys keys;
  TvTraceBuilder *builder;
  const TvPacketStream *stream;
  const TvReadContext *context;
  TvEntryLayout layout;
  TvMethodClock clock;
  TvWallClock wall;
  gboolean is_short; /* times have 32 bits */
  gint64 tick_ns;
  gint64 base;            /* ticks */
  gboolean is_wide;       /* ticks need more than 32 bits */
  TvIdMap listed;         /* method id → row of @method_packets */
  GArray *method_packets; /* gsize: offset in the file */
  TvIdMap thread_rows;
  GArray *threads; /* PacketThread, in the order of their tracks */
  LastBlock last;
  guint64 n_records;
  gint64 rebuilt; /* ticks: the timeline of a trace with only thread clocks */
  gsize progress_at;
} PacketReader;

/* Names */

/* A name comes with or without the line feed that would end it in a file. */
static gsize
without_line_feed (const TvPacket *packet)
{
  return packet->size - (packet->size > 0 && packet->body[packet->size - 1] == '\n');
}

static gboolean
read_summary (PacketReader *self, const TvPacket *packet, GError **error)
{
  const guint8 *text = packet->body;
  gsize size = packet->size, consumed;

  /* Its length may be there or not, and may have too few bits; the text knows its end itself. */
  if (size >= 2 && text[0] != '*')
    {
      text += 2;
      size -= 2;
      if (size < tv_packet_get_number (packet->body, 2))
        tv_trace_builder_add_problem (self->builder, TV_PROBLEM_CUT_RECORD, (gint64) packet->where,
                                      _("%zu bytes are left"), size);
    }
  if (!tv_method_trace_keys_parse (&self->keys, (const char *) text, size,
                                   (gint64) (text - self->stream->data), &consumed, error))
    return FALSE;
  if (consumed < size)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_TRAILING_DATA,
                                  (gint64) (text + consumed - self->stream->data), _("%zu bytes"),
                                  size - consumed);
  return TRUE;
}

static void
read_long_summary (PacketReader *self, const TvPacket *packet)
{
  static const char *const keys[] = { "end-time-nsec", "monotonic-time-nsec" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *time = g_strdup_printf ("%" PRIu64,
                                               tv_packet_get_number (packet->body + 8 * i, 8));

      tv_trace_builder_add_metadata (self->builder, keys[i], time, -1);
    }
}

static void
note_method (PacketReader *self, const TvPacket *packet)
{
  guint32 row = self->method_packets->len;

  tv_id_map_set (&self->listed, packet->id, row);
  g_array_append_val (self->method_packets, packet->where);
}

/* Some writers list all methods there are. Only those that are called are taken. */
static guint32
find_method (PacketReader *self, guint64 id, gint64 where)
{
  guint32 symbol = tv_id_map_find (&self->keys.methods, id);
  guint32 row;

  if (G_LIKELY (symbol != TV_NONE))
    return symbol;
  row = tv_id_map_find (&self->listed, id);
  if (row != TV_NONE)
    {
      TvPacketWalk walk = { self->stream, g_array_index (self->method_packets, gsize, row) };
      TvPacket packet;

      if (tv_packet_next (&walk, &packet))
        tv_method_trace_keys_add_method_of_id (&self->keys, id, (const char *) packet.body,
                                               without_line_feed (&packet),
                                               (gint64) (packet.body - self->stream->data));
      symbol = tv_id_map_find (&self->keys.methods, id);
    }
  return symbol != TV_NONE ? symbol : tv_method_trace_keys_add_unknown (&self->keys, id, where);
}

static gboolean
step (PacketReader *self, gsize at, double from, double to, GError **error)
{
  if (at < self->progress_at)
    return TRUE;
  self->progress_at = at + STEP_BYTES;
  return tv_read_context_step (self->context, from + (to - from) * at / self->stream->size, error);
}

/* What stopped the walk before the end. */
static void
list_rest (PacketReader *self, const TvPacketWalk *walk)
{
  gsize left = self->stream->size - walk->at;

  if (left == 0)
    return;
  if (self->stream->data[walk->at] > TV_PACKET_SUMMARY)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_OPCODE, (gint64) walk->at, "%u",
                                  self->stream->data[walk->at]);
  else
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_CUT_RECORD, (gint64) walk->at,
                                  _("%zu bytes are left"), left);
}

/* The first of three passes: everything but the entries. */
static gboolean
read_names (PacketReader *self, GError **error)
{
  TvPacketWalk walk = { self->stream, self->stream->start };
  gboolean has_summary = FALSE;
  TvPacket packet;

  while (tv_packet_next (&walk, &packet))
    {
      if (!step (self, packet.where, 0, 0.1, error))
        return FALSE;
      if (packet.is_cut)
        tv_trace_builder_add_problem (self->builder, TV_PROBLEM_CUT_RECORD, (gint64) packet.where,
                                      _("%zu bytes are left"), self->stream->size - packet.where);
      switch (packet.type)
        {
        case TV_PACKET_THREAD:
          if (!packet.is_cut)
            tv_method_trace_keys_add_thread (
                &self->keys, (guint32) packet.id, (const char *) packet.body,
                without_line_feed (&packet), (gint64) (packet.body - self->stream->data));
          break;
        case TV_PACKET_METHOD:
          if (!packet.is_cut)
            note_method (self, &packet);
          break;
        case TV_PACKET_SUMMARY:
          has_summary = !packet.is_cut;
          if (packet.is_cut)
            break;
          if (self->stream->is_long)
            read_long_summary (self, &packet);
          else if (!read_summary (self, &packet, error))
            return FALSE;
          break;
        case TV_PACKET_ENTRIES:
        default:
          break;
        }
    }
  list_rest (self, &walk);
  if (!has_summary)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_MISSING_SUMMARY, (gint64) walk.at);
  self->progress_at = 0;
  return TRUE;
}

static TvMethodClock
choose_clock (PacketReader *self, gboolean is_dual)
{
  if (is_dual)
    return TV_METHOD_CLOCK_DUAL;
  if (self->stream->is_long || self->keys.clock == TV_METHOD_CLOCK_WALL)
    return TV_METHOD_CLOCK_WALL;
  if (self->keys.clock == TV_METHOD_CLOCK_THREAD_CPU)
    return TV_METHOD_CLOCK_THREAD_CPU;
  if (self->keys.clock == TV_METHOD_CLOCK_DUAL)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_ASSUMED_CLOCK, -1,
                                  _("dual, but there is one time"));
  else
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_ASSUMED_CLOCK, -1);
  return TV_METHOD_CLOCK_WALL;
}

/* Entries */

typedef struct
{
  TvTimeRange time; /* as the file counts */
  TvTimeRange cpu;
} Measure;

static PacketThread *
get_thread (PacketReader *self, const TvPacket *block)
{
  guint32 tid = (guint32) block->id;
  guint32 row = tv_id_map_find (&self->thread_rows, tid);

  if (row == TV_NONE)
    {
      row = self->threads->len;
      tv_id_map_set (&self->thread_rows, tid, row);
      g_array_append_val (self->threads, ((PacketThread){ .tid = tid, .where = block->where }));
    }
  return &g_array_index (self->threads, PacketThread, row);
}

/* Whether the differences of a block go on from those of the last. By its first entry: they lead to a method that is listed, which they are not themselves. Where that does not tell, the
 * time does, which is before the last only as a difference. */
static gboolean
goes_on_from (const PacketReader *self, const TvEntryCursor *last, const TvEntry *first)
{
  guint64 next = (last->word + (first->method | first->action)) & ~G_GUINT64_CONSTANT (3);
  gboolean is_listed = tv_id_map_find (&self->listed, first->method) != TV_NONE;
  gboolean is_next_listed = tv_id_map_find (&self->listed, next) != TV_NONE;

  if (is_listed != is_next_listed)
    return is_next_listed;
  return first->time < (gint64) last->time;
}

/* Writers of the first kind cut what they have of a thread into several blocks if it is much, count
 * on from one to the next, and, some of them, take differences on too. */
static TvEntryCursor
start_block (PacketReader *self, const TvPacket *packet)
{
  const guint8 *limit = self->stream->data + self->stream->size;
  TvEntryCursor cursor = tv_entry_cursor (packet->body, packet->size, limit);
  TvEntryCursor first = cursor;
  gboolean goes_on;
  guint64 n;
  TvEntry entry;

  if (self->layout.kind != TV_ENTRY_ALPHA)
    return cursor;
  n = tv_leb128_count (packet->body, packet->size) / (self->layout.is_dual ? 3 : 2);
  goes_on = self->last.end == packet->where && self->last.tid == packet->id &&
            !tv_packet_counts (packet, n) && tv_packet_counts (packet, self->last.count + n);
  self->last.count = goes_on ? self->last.count + n : n;
  if (goes_on && tv_entry_next (&first, self->layout, &entry) &&
      goes_on_from (self, &self->last.cursor, &entry))
    {
      cursor.word = self->last.cursor.word;
      cursor.time = self->last.cursor.time;
      cursor.cpu = self->last.cursor.cpu;
    }
  return cursor;
}

static void
end_block (PacketReader *self, const TvPacket *packet, const TvEntryCursor *cursor)
{
  self->last.tid = (guint32) packet->id;
  self->last.end = (gsize) (packet->body - self->stream->data) + packet->size;
  self->last.cursor = *cursor;
}

G_ALWAYS_INLINE static inline void
measure_block (PacketThread *thread, TvEntryCursor *cursor, TvEntryLayout layout, Measure *measure)
{
  guint32 n_entered = 0;
  TvEntry entry;

  while (tv_entry_next (cursor, layout, &entry))
    {
      n_entered += entry.action == 0;
      tv_time_range_add (&measure->time, entry.time);
      if (layout.is_dual)
        tv_time_range_add (&measure->cpu, entry.cpu);
    }
  thread->n_entered += n_entered;
}

/* The body of the function for each layout there is, so that the compiler makes one loop for each. */
#define FOR_LAYOUT(layout, call)                                                                   \
  switch ((layout).kind)                                                                           \
    {                                                                                              \
    case TV_ENTRY_ALPHA:                                                                           \
      if ((layout).is_dual)                                                                        \
        call (((TvEntryLayout){ TV_ENTRY_ALPHA, TRUE }));                                          \
      else                                                                                         \
        call (((TvEntryLayout){ TV_ENTRY_ALPHA, FALSE }));                                         \
      break;                                                                                       \
    case TV_ENTRY_BETA:                                                                            \
      if ((layout).is_dual)                                                                        \
        call (((TvEntryLayout){ TV_ENTRY_BETA, TRUE }));                                           \
      else                                                                                         \
        call (((TvEntryLayout){ TV_ENTRY_BETA, FALSE }));                                          \
      break;                                                                                       \
    case TV_ENTRY_LONG:                                                                            \
    default:                                                                                       \
      call (((TvEntryLayout){ TV_ENTRY_LONG, FALSE }));                                            \
    }

/* The second pass: who has how many calls, and when. */
static gboolean
measure_entries (PacketReader *self, Measure *measure, GError **error)
{
  TvPacketWalk walk = { self->stream, self->stream->start };
  TvPacket packet;

  while (tv_packet_next (&walk, &packet))
    {
      TvEntryCursor cursor;
      PacketThread *thread;

      if (packet.type != TV_PACKET_ENTRIES || packet.size == 0)
        continue;
      if (!step (self, packet.where, 0.1, 0.3, error))
        return FALSE;
      thread = get_thread (self, &packet);
      cursor = start_block (self, &packet);
#define MEASURE(layout) measure_block (thread, &cursor, layout, measure)
      FOR_LAYOUT (self->layout, MEASURE)
#undef MEASURE
      end_block (self, &packet, &cursor);
    }
  self->progress_at = 0;
  self->last = (LastBlock){ 0 };
  return TRUE;
}

static void
make_room (PacketReader *self)
{
  g_autofree guint32 *n_slices = g_new0 (guint32, self->threads->len);

  for (guint i = 0; i < self->threads->len; i++)
    {
      PacketThread *thread = &g_array_index (self->threads, PacketThread, i);

      thread->track = tv_method_trace_keys_get_track (&self->keys, thread->tid,
                                                      (gint64) thread->where);
      thread->last_time = self->base;
      g_assert (thread->track == i);
      n_slices[i] = thread->n_entered;
    }
  tv_trace_builder_reserve (self->builder, n_slices, self->is_wide);
}

/* Chooses the unit of the trace: ns, or, if they would need more than 32 bits, the longest that all
 * times are whole multiples of. */
static void
choose_unit (PacketReader *self, const Measure *measure, TvPacketTimes times)
{
  const TvTimeRange *range = &measure->time;
  gboolean has_wall = self->clock != TV_METHOD_CLOCK_THREAD_CPU;
  gint64 base = 0, span = G_MAXINT64, tick;

  /* Counts may begin at the start of the trace or at that of the device: where they are nearer to. */
  if (!has_wall)
    times = (TvPacketTimes){ 0, 0 };
  else if (!range->has_any || times.counter / 2 > (guint64) range->min)
    times.counter = 0;
  else
    times.counter = MIN (times.counter, (guint64) range->min);
  tv_wall_clock_init (&self->wall, times.frequency, times.counter);
  self->is_short = self->layout.kind == TV_ENTRY_ALPHA && times.frequency == 0 &&
                   range->max <= G_MAXUINT32;
  if (has_wall && tv_wall_clock_holds (&self->wall, range->min))
    base = tv_wall_clock_get_ns (&self->wall, range->min);
  if (has_wall && !self->is_short && tv_wall_clock_holds (&self->wall, range->max))
    span = tv_wall_clock_get_ns (&self->wall, range->max) - base;
  tick = 1;
  if (MAX (span, measure->cpu.max) > G_MAXUINT32)
    {
      tick = tv_wall_clock_tick (&self->wall, range->divisor);
      if (measure->cpu.has_any)
        tick = tv_time_divisor (tick, measure->cpu.divisor);
      if (self->is_short)
        tick = tv_time_divisor (tick, WRAP_NS);
    }
  self->tick_ns = tick;
  self->base = base / tick;
  self->is_wide = has_wall && !self->is_short && MAX (span, measure->cpu.max) / tick > G_MAXUINT32;
  tv_trace_builder_set_unit (self->builder, self->tick_ns, self->base);
}

static inline gint64
unroll (PacketReader *self, PacketThread *thread, TvClock clock, gint64 raw, gint64 where)
{
  gint64 last = thread->last_raw[clock];

  if (G_UNLIKELY (raw < last && last - raw > HALF_WRAP_NS) && self->is_short)
    {
      thread->turns[clock] += WRAP_NS;
      tv_trace_builder_count_problem (self->builder, TV_PROBLEM_CLOCK_WRAPPED, where);
    }
  thread->last_raw[clock] = raw;
  return raw + thread->turns[clock];
}

static inline gint64
to_ticks (const PacketReader *self, gint64 ns)
{
  return self->tick_ns == 1 ? ns : ns / self->tick_ns;
}

/* Both times of an entry in ticks; a time that cannot be right becomes that of the entry before. */
static inline gint64
read_times (PacketReader *self,
            PacketThread *thread,
            const TvEntry *entry,
            gboolean is_dual,
            gint64 where,
            gint64 *cpu)
{
  gint64 time = thread->last_time;

  if (G_UNLIKELY (!tv_wall_clock_holds (&self->wall, entry->time)))
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_BAD_TIME, where);
  else
    time = to_ticks (self, tv_wall_clock_get_ns (&self->wall, unroll (self, thread, TV_CLOCK_WALL,
                                                                      entry->time, where)));
  *cpu = 0;
  if (!is_dual)
    return time;
  if (G_UNLIKELY (entry->cpu < 0 || entry->cpu > TV_TIME_MAX_NS))
    {
      tv_trace_builder_count_problem (self->builder, TV_PROBLEM_BAD_TIME, where);
      *cpu = thread->last_cpu;
    }
  else
    *cpu = to_ticks (self, unroll (self, thread, TV_CLOCK_CPU, entry->cpu, where));
  return time;
}

G_ALWAYS_INLINE static inline gboolean
read_block (PacketReader *self, PacketThread *thread, TvEntryCursor *cursor, TvEntryLayout layout)
{
  const guint8 *data = self->stream->data;
  gint64 where = cursor->at - data;
  TvEntry entry;

  for (; tv_entry_next (cursor, layout, &entry); where = cursor->at - data)
    {
      guint32 symbol = TV_NONE;
      gint64 time, cpu;

      self->n_records++;
      if (G_UNLIKELY (entry.action == 3))
        {
          tv_trace_builder_count_problem (self->builder, TV_PROBLEM_RESERVED_ACTION, where);
          continue;
        }
      time = read_times (self, thread, &entry, layout.is_dual, where, &cpu);
      if (!layout.is_dual && self->clock == TV_METHOD_CLOCK_THREAD_CPU)
        {
          /* As of the older records: what a thread's clock moved on, the timeline does. */
          cpu = time;
          if (thread->has_record)
            self->rebuilt += MAX (cpu - thread->last_cpu, 0);
          thread->last_time = thread->last_cpu = MAX (thread->last_cpu, cpu);
          time = self->rebuilt;
        }
      else
        {
          thread->last_time = time;
          thread->last_cpu = cpu;
        }
      thread->has_record = TRUE;
      if (entry.action == 0 || tv_entry_names_method (layout.kind))
        symbol = find_method (self, entry.method, where);
      if (entry.action != 0)
        tv_trace_builder_end (self->builder, thread->track, symbol, time, cpu,
                              entry.action == 2 ? TV_SLICE_UNWOUND : 0, where);
      else if (G_UNLIKELY (!tv_trace_builder_begin (self->builder, thread->track, symbol, time, cpu,
                                                    where)))
        return FALSE;
    }
  return TRUE;
}

/* The last pass. When the trace is full, tv_trace_builder_finish() says so. */
static gboolean
read_entries (PacketReader *self, gsize *end, GError **error)
{
  TvPacketWalk walk = { self->stream, self->stream->start };
  TvPacket packet;

  while (tv_packet_next (&walk, &packet))
    {
      TvEntryCursor cursor;
      PacketThread *thread;
      gboolean has_room;

      if (packet.type != TV_PACKET_ENTRIES || packet.size == 0)
        continue;
      if (!step (self, packet.where, 0.3, 1, error))
        return FALSE;
      thread = get_thread (self, &packet);
      cursor = start_block (self, &packet);
#define READ(layout) has_room = read_block (self, thread, &cursor, layout)
      FOR_LAYOUT (self->layout, READ)
#undef READ
      if (!has_room)
        break;
      end_block (self, &packet, &cursor);
      if (cursor.at != cursor.end && !packet.is_cut)
        tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_BLOCK,
                                      (gint64) (cursor.at - self->stream->data),
                                      _("%zu bytes are left"), (gsize) (cursor.end - cursor.at));
    }
  *end = walk.at;
  return TRUE;
}

static gboolean
read_all (PacketReader *self, TvPacketTimes times, gboolean is_dual, GError **error)
{
  Measure measure = { 0 };
  gsize end;

  if (!read_names (self, error))
    return FALSE;
  self->layout.is_dual = is_dual;
  self->layout.kind = self->stream->is_long
                          ? TV_ENTRY_LONG
                          : tv_packets_try_kinds (self->stream, is_dual, &self->listed);
  self->clock = choose_clock (self, is_dual);
  if (times.frequency > TV_TIME_MAX_FREQUENCY)
    {
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_COUNTER_CLOCK, -1, "%" PRIu64,
                                    times.frequency);
      times.frequency = 0;
    }
  if (!measure_entries (self, &measure, error))
    return FALSE;
  choose_unit (self, &measure, times);
  tv_trace_builder_set_clocks (self->builder, self->clock != TV_METHOD_CLOCK_THREAD_CPU,
                               self->clock != TV_METHOD_CLOCK_WALL);
  tv_trace_builder_set_rebuilt (self->builder, self->clock == TV_METHOD_CLOCK_THREAD_CPU);
  tv_method_trace_keys_add_threads (&self->keys);
  make_room (self);
  if (!read_entries (self, &end, error))
    return FALSE;
  tv_method_trace_keys_check_records (&self->keys, self->n_records, (gint64) end);
  return TRUE;
}

/**
 * tv_packets_read:
 * @stream: packets
 * @builder: a builder that knows nothing but metadata of the header
 * @times: how times are counted
 * @is_dual: whether entries have two times
 * @format: what kind of file this is, for users
 * @context: what to report to
 * @error: set in the domain %TV_ERROR
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_packets_read (const TvPacketStream *stream,
                 TvTraceBuilder *builder,
                 TvPacketTimes times,
                 gboolean is_dual,
                 const char *format,
                 const TvReadContext *context,
                 GError **error)
{
  PacketReader self = { .builder = builder, .stream = stream, .context = context };
  TvTrace *trace = NULL;

  tv_method_trace_keys_init (&self.keys, builder);
  tv_id_map_init (&self.listed);
  tv_id_map_init (&self.thread_rows);
  self.method_packets = g_array_new (FALSE, FALSE, sizeof (gsize));
  self.threads = g_array_new (FALSE, FALSE, sizeof (PacketThread));
  if (read_all (&self, times, is_dual, error))
    {
      tv_read_context_tell (context, builder);
      tv_trace_builder_set_format (builder, format);
      trace = tv_trace_builder_finish (builder, context->cancellable, error);
    }
  tv_method_trace_keys_clear (&self.keys);
  tv_id_map_clear (&self.listed);
  tv_id_map_clear (&self.thread_rows);
  g_array_unref (self.method_packets);
  g_array_unref (self.threads);
  return trace;
}
