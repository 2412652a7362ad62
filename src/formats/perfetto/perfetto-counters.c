/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-counters.h"

#include "core/memory/seeded-hash.h"
#include "formats/perfetto/perfetto-names.h"
#include "formats/perfetto/perfetto-rail-name.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-records.h"

/* Decodes the packets SysStats, BatteryCounters, PowerRails, EntityStateResidency, AndroidSystemProperty and display
 * states. The packet loop in perfetto.c calls the function for a packet's type. Each function adds samples to the
 * records, which the replay later merges by timestamp. TvPerfettoSources owns the names of rails and entities and the
 * last values of disks, to which later packets refer. */

#define SECTOR_BYTES   512
#define N_DISK_NUMBERS 10 /* highest field number of DiskStat, plus one */

/**
 * Rail:
 * @name: name of the rail's counter
 * @source: string id of the rail's name in the recording
 */
typedef struct
{
  char *name;
  guint32 source;
} Rail;

/* Names and values from earlier packets, to which later packets refer. */
struct _TvPerfettoSources
{
  GHashTable *rails;    /* session << 32 | index → Rail */
  GHashTable *entities; /* entity << 32 | state → char: name */
  GHashTable *disks;    /* name → guint64[N_DISK_NUMBERS]: last cumulative values */
};

static void
free_rail (gpointer data)
{
  Rail *rail = data;

  g_free (rail->name);
  g_free (rail);
}

TvPerfettoSources *
tv_perfetto_sources_new (void)
{
  TvPerfettoSources *self = g_new0 (TvPerfettoSources, 1);

  self->rails = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, free_rail);
  self->entities = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, g_free);
  self->disks = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, g_free);
  return self;
}

void
tv_perfetto_sources_free (TvPerfettoSources *self)
{
  g_hash_table_unref (self->rails);
  g_hash_table_unref (self->entities);
  g_hash_table_unref (self->disks);
  g_free (self);
}

static void
sample (TvPerfettoReader *reader,
        TvPerfettoOwner owner,
        guint32 id,
        const char *name,
        TvCounterRole role,
        TvCounterUnit unit,
        gint64 ts,
        double value)
{
  guint32 counter = tv_perfetto_records_get_counter (
      reader->records, owner, id, tv_trace_builder_intern (reader->builder, name, -1), role, unit);

  tv_perfetto_records_add_sample (reader->records, counter, ts, value);
}

static void
sample_all (TvPerfettoReader *reader, const char *name, TvCounterUnit unit, gint64 ts, double value)
{
  sample (reader, TV_PERFETTO_OF_ALL, TV_NONE, name, TV_COUNTER_ROLE_OTHER, unit, ts, value);
}

static void
sample_power (TvPerfettoReader *reader, const char *name, gint64 ts, double value)
{
  sample (reader, TV_PERFETTO_OF_ALL, TV_NONE, name, TV_COUNTER_ROLE_POWER, TV_COUNTER_UNIT_NONE,
          ts, value);
}

/* Parses the numeric fields with field numbers below @n, and the string in field @text. */
static void
parse_numbers (TvSpan message, guint64 *numbers, guint n, guint text, TvSpan *content)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  memset (numbers, 0, n * sizeof *numbers);
  if (content != NULL)
    *content = (TvSpan){ "", 0 };
  while (tv_proto_next (&proto, &field))
    if (field.number == text && field.type == TV_PROTO_BYTES)
      *content = field.bytes;
    else if (field.number < n && field.type != TV_PROTO_BYTES)
      numbers[field.number] = field.value;
}

/* ---- SysStats ---- */

static void
take_cpu_times (TvPerfettoReader *reader, TvSpan message, gint64 ts)
{
  static const char *const names[] = {
    NULL,
    NULL,
    "cpu.times.user_ns",
    "cpu.times.user_nice_ns",
    "cpu.times.system_mode_ns",
    "cpu.times.idle_ns",
    "cpu.times.io_wait_ns",
    "cpu.times.irq_ns",
    "cpu.times.softirq_ns",
    "cpu.times.steal_ns",
  };
  guint64 numbers[10];
  guint32 cpu;

  parse_numbers (message, numbers, 10, 0, NULL);
  if (!tv_perfetto_reader_get_cpu (reader, numbers[1], &cpu))
    return;
  for (guint i = 2; i < G_N_ELEMENTS (names); i++)
    sample (reader, TV_PERFETTO_OF_CPU, cpu, names[i], TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NS,
            ts, (double) numbers[i]);
}

static void
take_named (TvPerfettoReader *reader, const TvProtoField *field, gint64 ts)
{
  guint64 numbers[5];
  TvSpan content;
  g_autofree char *name = NULL, *full = NULL;
  const char *known;

  switch (field->number)
    {
    case 1:
      parse_numbers (field->bytes, numbers, 3, 0, NULL);
      known = tv_perfetto_meminfo_name ((guint) numbers[1]);
      if (known != NULL)
        sample (reader, TV_PERFETTO_OF_ALL, TV_NONE, known, TV_COUNTER_ROLE_MEMORY,
                TV_COUNTER_UNIT_BYTES, ts, (double) numbers[2] * 1024);
      break;
    case 2:
      parse_numbers (field->bytes, numbers, 3, 0, NULL);
      known = tv_perfetto_vmstat_name ((guint) numbers[1]);
      if (known != NULL)
        sample_all (reader, known, TV_COUNTER_UNIT_COUNT, ts, (double) numbers[2]);
      break;
    case 10:
      parse_numbers (field->bytes, numbers, 3, 1, &content);
      name = tv_string_pool_dup_valid (content.text, content.size);
      full = g_strdup_printf ("%s Frequency", name);
      sample (reader, TV_PERFETTO_OF_ALL, TV_NONE, full, TV_COUNTER_ROLE_CLOCK_RATE,
              TV_COUNTER_UNIT_NONE, ts, (double) numbers[2]);
      break;
    case 15:
      parse_numbers (field->bytes, numbers, 4, 3, &content);
      name = tv_string_pool_dup_valid (content.text, content.size);
      sample (reader, TV_PERFETTO_OF_ALL, TV_NONE, name, TV_COUNTER_ROLE_TEMPERATURE,
              TV_COUNTER_UNIT_NONE, ts, (double) (gint64) numbers[2]);
      break;
    default:
      break;
    }
}

static void
take_psi (TvPerfettoReader *reader, TvSpan message, gint64 ts)
{
  static const char *const names[] = { NULL,          "psi.cpu.some", "psi.cpu.full", "psi.io.some",
                                       "psi.io.full", "psi.mem.some", "psi.mem.full" };
  guint64 numbers[3];

  parse_numbers (message, numbers, 3, 0, NULL);
  if (numbers[1] > 0 && numbers[1] < G_N_ELEMENTS (names))
    sample_all (reader, names[numbers[1]], TV_COUNTER_UNIT_NS, ts, (double) numbers[2]);
}

static void
take_numbered (TvPerfettoReader *reader, TvSpan message, const char *name, gint64 ts)
{
  guint64 numbers[3];
  g_autofree char *full = NULL;

  parse_numbers (message, numbers, 3, 0, NULL);
  full = g_strdup_printf ("%s %d", name, (int) numbers[1]);
  sample_all (reader, full, TV_COUNTER_UNIT_COUNT, ts, (double) numbers[2]);
}

/* Adds the frequencies of all CPUs, which the message contains in the order of CPU numbers. */
static void
take_frequencies (TvPerfettoReader *reader, TvSpan message, gint64 ts)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint32 number = 0, cpu;

  while (tv_proto_next (&proto, &field))
    {
      TvProto packed = tv_proto_open (field.bytes);
      guint64 khz = field.value;

      if (field.number != 11)
        continue;
      while (tv_perfetto_reader_get_cpu (reader, number, &cpu) &&
             (field.type != TV_PROTO_BYTES || tv_proto_take_varint (&packed, &khz)))
        {
          sample (reader, TV_PERFETTO_OF_CPU, cpu, "cpufreq", TV_COUNTER_ROLE_CPU_FREQUENCY,
                  TV_COUNTER_UNIT_KHZ, ts, (double) khz);
          number++;
          if (field.type != TV_PROTO_BYTES)
            break;
        }
    }
}

static void
take_idle_states (TvPerfettoReader *reader, TvSpan message, gint64 ts)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 reported[2], numbers[3];
  guint32 cpu;

  parse_numbers (message, reported, 2, 0, NULL);
  if (!tv_perfetto_reader_get_cpu (reader, reported[1], &cpu))
    return;
  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      {
        g_autofree char *name = NULL, *full = NULL;
        TvSpan content;

        parse_numbers (field.bytes, numbers, 3, 1, &content);
        name = tv_string_pool_dup_valid (content.text, content.size);
        full = g_strdup_printf ("cpuidle.%s", name);
        sample (reader, TV_PERFETTO_OF_CPU, cpu, full, TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE,
                ts, (double) numbers[2]);
      }
}

/* Converts sectors to MB. */
static double
get_mb (guint64 sectors)
{
  return (double) (gint64) sectors * SECTOR_BYTES / 1024 / 1024;
}

/* Adds the changes of a disk's counters since the previous packet: the amount of data, and the throughput during busy
 * time. For flushes, adds their count and their duration. */
static void
take_disk (TvPerfettoReader *reader, TvSpan message, gint64 ts)
{
  static const struct
  {
    guint amount;
    guint ms;
    const char *name;
    const char *rate;
  } values[] = {
    { 2, 3, "read_amount", "read_throughput" },
    { 4, 5, "write_amount", "write_throughput" },
    { 6, 7, "discard_amount", "discard_throughput" },
    { 8, 9, "flush_amount", "flush_time" },
  };
  guint64 now[N_DISK_NUMBERS];
  guint64 *before;
  TvSpan content;
  g_autofree char *device = NULL;

  parse_numbers (message, now, N_DISK_NUMBERS, 1, &content);
  device = tv_string_pool_dup_valid (content.text, content.size);
  before = g_hash_table_lookup (reader->sources->disks, device);
  for (gsize i = 0; i < G_N_ELEMENTS (values) && before != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("diskstat.[%s].%s", device, values[i].name);
      g_autofree char *rate = g_strdup_printf ("diskstat.[%s].%s", device, values[i].rate);
      guint64 amount = now[values[i].amount] - before[values[i].amount];
      double ms = (double) (gint64) (now[values[i].ms] - before[values[i].ms]);
      gboolean is_flush = values[i].amount == 8;

      sample_all (reader, name, TV_COUNTER_UNIT_NONE, ts,
                  is_flush ? (double) (gint64) amount : get_mb (amount));
      sample_all (reader, rate, TV_COUNTER_UNIT_NONE, ts,
                  is_flush  ? ms
                  : ms != 0 ? get_mb (amount) * 1000 / ms
                            : 0);
    }
  if (before != NULL)
    memcpy (before, now, sizeof now);
  else
    g_hash_table_insert (reader->sources->disks, g_strdup (device), g_memdup2 (now, sizeof now));
}

/* Adds the number of free memory blocks of a zone, per block size. */
static void
take_buddies (TvPerfettoReader *reader, TvSpan message, gint64 ts)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan node = { "", 0 }, zone = { "", 0 };
  guint kb = 4;

  while (tv_proto_next (&proto, &field))
    {
      TvProto packed = tv_proto_open (field.bytes);
      guint64 n = field.value;

      if (field.number == 1 && field.type == TV_PROTO_BYTES)
        node = field.bytes;
      else if (field.number == 2 && field.type == TV_PROTO_BYTES)
        zone = field.bytes;
      while (field.number == 3 && kb < 1u << 30 &&
             (field.type != TV_PROTO_BYTES || tv_proto_take_varint (&packed, &n)))
        {
          g_autofree char *of_node = tv_string_pool_dup_valid (node.text, node.size);
          g_autofree char *of_zone = tv_string_pool_dup_valid (zone.text, zone.size);
          g_autofree char *name = g_strdup_printf ("mem.buddyinfo[%s][%s][%u kB]", of_node, of_zone,
                                                   kb);

          sample_all (reader, name, TV_COUNTER_UNIT_COUNT, ts, (double) n);
          kb *= 2;
          if (field.type != TV_PROTO_BYTES)
            break;
        }
    }
}

/**
 * tv_perfetto_take_sys_stats:
 * @message: a SysStats
 *
 * Adds system-wide counters: memory, CPUs, interrupts, disks, temperatures and pressure.
 */
void
tv_perfetto_take_sys_stats (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  gint64 ts = message->ts;

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 3:
        take_cpu_times (reader, field.bytes, ts);
        break;
      case 4:
        sample_all (reader, "num_forks", TV_COUNTER_UNIT_COUNT, ts, (double) field.value);
        break;
      case 5:
        sample_all (reader, "num_irq_total", TV_COUNTER_UNIT_COUNT, ts, (double) field.value);
        break;
      case 6:
        take_numbered (reader, field.bytes, "num_irq", ts);
        break;
      case 7:
        sample_all (reader, "num_softirq_total", TV_COUNTER_UNIT_COUNT, ts, (double) field.value);
        break;
      case 8:
        take_numbered (reader, field.bytes, "num_softirq", ts);
        break;
      case 12:
        take_buddies (reader, field.bytes, ts);
        break;
      case 13:
        take_disk (reader, field.bytes, ts);
        break;
      case 14:
        take_psi (reader, field.bytes, ts);
        break;
      case 16:
        take_idle_states (reader, field.bytes, ts);
        break;
      default:
        if (field.type == TV_PROTO_BYTES)
          take_named (reader, &field, ts);
      }
  take_frequencies (reader, message->content, ts);
}

/* ---- Battery and power ---- */

/**
 * tv_perfetto_take_battery:
 * @message: a BatteryCounters
 *
 * Adds the battery counters, and the power in mW if both current and voltage are known.
 */
void
tv_perfetto_take_battery (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  static const char *const names[] = { NULL,         "charge_uah",     "capacity_pct",
                                       "current_ua", "current.avg_ua", NULL,
                                       "energy_uwh", "voltage_uv" };
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 numbers[8];
  TvSpan content;
  g_autofree char *name = NULL, *prefix = NULL;
  gboolean has[8] = { FALSE };

  parse_numbers (message->content, numbers, 8, 5, &content);
  name = tv_string_pool_dup_valid (content.text, content.size);
  prefix = content.size > 0 ? g_strdup_printf ("batt.%s.", name) : g_strdup ("batt.");
  while (tv_proto_next (&proto, &field))
    if (field.number < 8)
      has[field.number] = TRUE;
  for (guint i = 1; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *full = g_strconcat (prefix, names[i], NULL);

      if (has[i] && names[i] != NULL)
        sample_power (reader, full, message->ts,
                      i == 2 ? tv_perfetto_float (numbers[i]) : (double) (gint64) numbers[i]);
    }
  if (has[3] && has[7])
    {
      g_autofree char *full = g_strconcat (prefix, "power_mw", NULL);
      double mw = (double) (gint64) numbers[3] * (double) (gint64) numbers[7] / 1e9;

      sample_power (reader, full, message->ts,
                    (double) (gint64) CLAMP (mw < 0 ? -mw : mw, 0, 1e15));
    }
}

static void
keep (GHashTable *table, gint64 key, gpointer value)
{
  gint64 *own = g_new (gint64, 1);

  *own = key;
  g_hash_table_replace (table, own, value);
}

static void
keep_rail (TvPerfettoReader *reader, guint64 session, TvSpan message)
{
  Rail *rail = g_new (Rail, 1);
  guint64 numbers[5];
  TvSpan content;

  parse_numbers (message, numbers, 5, 2, &content);
  *rail = (Rail){ tv_perfetto_dup_rail_name (content),
                  tv_perfetto_reader_intern (reader, content) };
  keep (reader->sources->rails, (gint64) (session << 32 | (guint32) numbers[1]), rail);
}

static void
sample_rail (TvPerfettoReader *reader,
             const Rail *rail,
             guint64 session,
             gint64 ts,
             double energy_uws)
{
  guint32 counter = tv_perfetto_records_get_counter (
      reader->records, TV_PERFETTO_OF_ALL, TV_NONE,
      tv_trace_builder_intern (reader->builder, rail->name, -1), TV_COUNTER_ROLE_POWER,
      TV_COUNTER_UNIT_NONE);

  tv_perfetto_records_set_source (reader->records, counter, rail->source, (guint32) session);
  tv_perfetto_records_add_sample (reader->records, counter, ts, energy_uws);
}

/**
 * tv_perfetto_take_power_rails:
 * @message: a PowerRails
 *
 * Adds the energy that each power rail has consumed since boot, in µWs. Also stores the names of rails for later
 * packets.
 */
void
tv_perfetto_take_power_rails (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 session[4], numbers[4];
  gint64 ts;
  gboolean is_empty = TRUE;

  parse_numbers (message->content, session, 4, 0, NULL);
  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      keep_rail (reader, session[3], field.bytes);
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      {
        gint64 key;
        const Rail *rail;

        parse_numbers (field.bytes, numbers, 4, 0, NULL);
        key = (gint64) (session[3] << 32 | (guint32) numbers[1]);
        rail = g_hash_table_lookup (reader->sources->rails, &key);
        ts = message->ts;
        is_empty = FALSE;
        if (rail == NULL)
          {
            tv_perfetto_count (reader, TV_PERFETTO_STAT_UNKNOWN_RAILS, TV_NONE, 1);
            tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_UNKNOWN_TRACK,
                                            (gint64) message->packet->file_offset);
          }
        if (rail == NULL || numbers[2] > G_MAXINT64 / 1000000 ||
            (numbers[2] != 0 &&
             !tv_perfetto_reader_convert (reader, TV_PERFETTO_BOOTTIME, message->sequence->id,
                                          numbers[2] * 1000000, message->packet->file_offset, &ts)))
          continue;
        sample_rail (reader, rail, session[3], ts, (double) numbers[3]);
      }
  /* A packet that only declares rails also counts as empty. */
  if (is_empty)
    tv_perfetto_count (reader, TV_PERFETTO_STAT_EMPTY_RAILS, TV_NONE, 1);
}

static void
keep_entities (TvPerfettoReader *reader, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 numbers[3];
  TvSpan state;
  TvSpan entity = { "", 0 };

  parse_numbers (message, numbers, 3, 4, &state);
  while (tv_proto_next (&proto, &field))
    if (field.number == 3 && field.type == TV_PROTO_BYTES)
      entity = field.bytes;
  {
    g_autofree char *name = tv_string_pool_dup_valid (entity.text, entity.size);
    g_autofree char *state_name = tv_string_pool_dup_valid (state.text, state.size);

    keep (reader->sources->entities, (gint64) (numbers[1] << 32 | (guint32) numbers[2]),
          g_strdup_printf ("Entity residency: %s is %s", name, state_name));
  }
}

/**
 * tv_perfetto_take_entity_states:
 * @message: an EntityStateResidency
 *
 * Adds the time in ms that each power entity has spent in each state. Also stores the names of entities and states
 * for later packets.
 */
void
tv_perfetto_take_entity_states (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 numbers[4];

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      keep_entities (reader, field.bytes);
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      {
        gint64 key;
        const char *name;

        parse_numbers (field.bytes, numbers, 4, 0, NULL);
        key = (gint64) (numbers[1] << 32 | (guint32) numbers[2]);
        name = g_hash_table_lookup (reader->sources->entities, &key);
        if (name != NULL)
          sample_power (reader, name, message->ts, (double) numbers[3]);
      }
}

/* ---- Display ---- */

/**
 * tv_perfetto_take_system_property:
 * @message: an AndroidSystemProperty
 *
 * Adds counters for the properties that contain the screen state or battery statistics. Skips other properties.
 */
void
tv_perfetto_take_system_property (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvSpan name = { "", 0 }, value = { "", 0 };
      g_autofree char *text = NULL;
      gint64 number;

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &field))
        if (field.number == 1 && field.type == TV_PROTO_BYTES)
          name = field.bytes;
        else if (field.number == 2 && field.type == TV_PROTO_BYTES)
          value = field.bytes;
      text = g_strndup (value.text, value.size);
      number = g_ascii_strtoll (text, NULL, 10);
      if (tv_span_is (name, "debug.tracing.screen_state"))
        sample_all (reader, "ScreenState", TV_COUNTER_UNIT_NONE, message->ts, (double) number);
      else if (name.size > 28 && memcmp (name.text, "debug.tracing.battery_stats.", 28) == 0)
        {
          g_autofree char *full = tv_string_pool_dup_valid (name.text + 14, name.size - 14);

          sample_all (reader, full, TV_COUNTER_UNIT_NONE, message->ts, (double) number);
        }
    }
}

/**
 * tv_perfetto_take_display_state:
 * @message: an InitialDisplayState
 *
 * Adds the initial value of the screen state.
 */
void
tv_perfetto_take_display_state (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  guint64 numbers[2];

  parse_numbers (message->content, numbers, 2, 0, NULL);
  sample_all (reader, "ScreenState", TV_COUNTER_UNIT_NONE, message->ts,
              (double) (gint32) numbers[1]);
}
