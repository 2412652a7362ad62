/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-clocks.h"

/* Stores the clock snapshots of a trace and decodes timestamps. Called by the Perfetto reader and cutter: the first
 * pass over the file adds all snapshots, and the second pass decodes timestamps and passes the snapshots in file
 * order. Because of incremental clocks and caches, tv_perfetto_clocks_take(), _find() and _convert() change @self.
 * Each timestamp must therefore be decoded once, in file order, by one thread at a time. */

#define MAX_CLOCKS                                                                                 \
  64 /* maximum number of clocks per snapshot; real snapshots contain at most ten */
#define MAX_ALL_CLOCKS                                                                             \
  (1 << 20) /* maximum number of clocks per trace; timestamps of further clocks are invalid */
#define NO_CLOCK 0

typedef struct
{
  guint64 id; /* sequence << 32 | number */
  gint64 multiplier;
  gboolean is_incremental;
  gboolean is_reported; /* whether a snapshot has set @multiplier and @is_incremental */
  gint64 running;       /* last timestamp of an incremental clock, in ns */
} Info;

typedef struct
{
  guint first;
  guint n;
  gboolean is_from_bundle; /* whether the snapshot comes from an ftrace bundle */
} Snapshot;

void
tv_perfetto_clocks_init (TvPerfettoClocks *self)
{
  *self = (TvPerfettoClocks){
    .infos = g_array_new (FALSE, TRUE, sizeof (Info)),
    .readings = g_array_new (FALSE, FALSE, sizeof (TvPerfettoReading)),
    .snapshots = g_array_new (FALSE, FALSE, sizeof (Snapshot)),
    .last_id = G_MAXUINT64,
  };
  tv_perfetto_clock_paths_init (&self->ways);
  tv_id_map_init (&self->clocks);
  g_array_append_val (self->infos, ((Info){ .multiplier = 1 })); /* NO_CLOCK */
  self->trace_clock = tv_perfetto_clocks_find (self, TV_PERFETTO_BOOTTIME, 0);
}

void
tv_perfetto_clocks_clear (TvPerfettoClocks *self)
{
  tv_id_map_clear (&self->clocks);
  g_array_unref (self->infos);
  g_array_unref (self->readings);
  g_array_unref (self->snapshots);
  tv_perfetto_clock_paths_clear (&self->ways);
}

/**
 * tv_perfetto_clocks_find:
 * @number: a #TvPerfettoClock, or a number of a clock of the sequence
 * @sequence: sequence of the packet
 *
 * Looks up a clock, or adds it.
 *
 * Returns: the clock; if there are too many clocks, a dummy clock that is never synchronized
 */
guint32
tv_perfetto_clocks_find (TvPerfettoClocks *self, guint32 number, guint32 sequence)
{
  gboolean is_own = number >= TV_PERFETTO_FIRST_OWN && number <= TV_PERFETTO_LAST_OWN;
  guint64 id = (guint64) (is_own ? sequence : 0) << 32 | number;
  guint32 clock;

  /* Consecutive packets usually have the same clock. */
  if (G_LIKELY (id == self->last_id))
    return self->last_clock;
  clock = tv_id_map_find (&self->clocks, id);
  if (clock != TV_NONE)
    {
      self->last_id = id;
      self->last_clock = clock;
      return clock;
    }
  if (self->infos->len > MAX_ALL_CLOCKS)
    return NO_CLOCK;
  clock = self->infos->len;
  tv_id_map_set (&self->clocks, id, clock);
  g_array_append_val (self->infos, ((Info){ .id = id, .multiplier = 1 }));
  return clock;
}

static Info *
peek (const TvPerfettoClocks *self, guint32 clock)
{
  return &g_array_index (self->infos, Info, clock);
}

/* Returns the readings of a snapshot, which must not be empty. */
static const TvPerfettoReading *
get_readings (const TvPerfettoClocks *self, const Snapshot *snapshot)
{
  return &g_array_index (self->readings, TvPerfettoReading, snapshot->first);
}

/* Converts an encoded timestamp to ns. Returns G_MAXINT64 on overflow. */
static gint64
scale (const Info *info, guint64 reported)
{
  gint64 ts;

  if (reported > G_MAXINT64 || __builtin_mul_overflow ((gint64) reported, info->multiplier, &ts))
    return G_MAXINT64;
  return ts;
}

static gboolean
parse_clock (TvPerfettoClocks *self, TvSpan message, guint32 sequence, TvPerfettoReading *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint32 number = 0;
  guint64 reported = 0, multiplier = 1;
  gboolean is_incremental = FALSE;
  Info *info;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      number = (guint32) field.value;
    else if (field.number == 2)
      reported = field.value;
    else if (field.number == 3)
      is_incremental = field.value != 0;
    else if (field.number == 4 && field.value > 0)
      multiplier = MIN (field.value, G_MAXINT32);
  if (number == 0 ||
      (is_incremental && (number < TV_PERFETTO_FIRST_OWN || number > TV_PERFETTO_LAST_OWN)))
    return FALSE;
  out->clock = tv_perfetto_clocks_find (self, number, sequence);
  info = peek (self, out->clock);
  if (out->clock == NO_CLOCK)
    return FALSE;
  if (info->is_reported &&
      (info->multiplier != (gint64) multiplier || info->is_incremental != is_incremental))
    return FALSE;
  info->is_reported = TRUE;
  info->multiplier = (gint64) multiplier;
  info->is_incremental = is_incremental;
  out->ts = scale (info, reported);
  return TRUE;
}

/**
 * tv_perfetto_clocks_add_snapshot:
 * @message: a ClockSnapshot
 * @sequence: sequence of the packet
 *
 * Adds a snapshot. Must be called for all snapshots, in file order. Invalid snapshots are counted in @n_bad and added
 * without clocks.
 */
void
tv_perfetto_clocks_add_snapshot (TvPerfettoClocks *self, TvSpan message, guint32 sequence)
{
  Snapshot snapshot = { .first = self->readings->len };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gboolean is_bad = FALSE;

  while (tv_proto_next (&proto, &field))
    {
      TvPerfettoReading reading;

      if (field.number == 2 && field.value > 0)
        self->trace_clock = tv_perfetto_clocks_find (self, (guint32) field.value, 0);
      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      if (snapshot.n == MAX_CLOCKS || !parse_clock (self, field.bytes, sequence, &reading))
        {
          is_bad = TRUE;
          continue;
        }
      for (guint i = snapshot.first; i < self->readings->len; i++)
        is_bad |= g_array_index (self->readings, TvPerfettoReading, i).clock == reading.clock;
      g_array_append_val (self->readings, reading);
      snapshot.n++;
    }
  if (is_bad)
    {
      self->n_bad++;
      g_array_set_size (self->readings, snapshot.first);
      snapshot.n = 0;
    }
  g_array_append_val (self->snapshots, snapshot);
}

/**
 * tv_perfetto_clocks_add_sync_point:
 * @a_ts: timestamp on clock @a, in ns
 * @b_ts: simultaneous timestamp on clock @b, in ns
 *
 * Adds a snapshot with the two timestamps of an ftrace bundle.
 */
void
tv_perfetto_clocks_add_sync_point (TvPerfettoClocks *self,
                                   guint32 a,
                                   gint64 a_ts,
                                   guint32 b,
                                   gint64 b_ts)
{
  Snapshot snapshot = { .first = self->readings->len, .is_from_bundle = TRUE };

  if (a != NO_CLOCK && b != NO_CLOCK)
    snapshot.n = 2;
  g_array_append_val (self->readings, ((TvPerfettoReading){ a, a_ts }));
  g_array_append_val (self->readings, ((TvPerfettoReading){ b, b_ts }));
  g_array_append_val (self->snapshots, snapshot);
}

/* Returns the #TvPerfettoClock of the timestamps in the trace. */
guint32
tv_perfetto_clocks_get_trace_number (const TvPerfettoClocks *self)
{
  return (guint32) peek (self, self->trace_clock)->id;
}

/**
 * tv_perfetto_clocks_set_trace_number:
 * @self: clocks before tv_perfetto_clocks_settle()
 * @number: #TvPerfettoClock of the timestamps in the trace
 *
 * Sets the trace clock.
 */
void
tv_perfetto_clocks_set_trace_number (TvPerfettoClocks *self, guint32 number)
{
  self->trace_clock = tv_perfetto_clocks_find (self, number, 0);
}

/**
 * tv_perfetto_clocks_settle:
 * @self: clocks with all snapshots
 *
 * Builds the clock paths that tv_perfetto_clocks_convert() needs.
 */
void
tv_perfetto_clocks_settle (TvPerfettoClocks *self)
{
  self->ways.target = self->trace_clock;
  for (guint s = 0; s < self->snapshots->len; s++)
    {
      const Snapshot *snapshot = &g_array_index (self->snapshots, Snapshot, s);

      if (snapshot->n > 0 &&
          !tv_perfetto_clock_paths_add (&self->ways, get_readings (self, snapshot), snapshot->n, s))
        self->n_bad++;
    }
}

/**
 * tv_perfetto_clocks_pass:
 * @self: settled clocks
 *
 * Passes the next snapshot of the file. Subsequent conversions use the snapshot, and incremental clocks continue from
 * its readings.
 */
void
tv_perfetto_clocks_pass (TvPerfettoClocks *self)
{
  const Snapshot *snapshot;
  const TvPerfettoReading *readings;

  if (self->n_seen >= self->snapshots->len)
    return;
  snapshot = &g_array_index (self->snapshots, Snapshot, self->n_seen++);
  if (snapshot->n == 0)
    return;
  readings = get_readings (self, snapshot);
  tv_perfetto_clock_paths_pass (&self->ways, readings, snapshot->n);
  for (guint i = 0; i < snapshot->n; i++)
    {
      Info *info = peek (self, readings[i].clock);

      if (info->is_incremental)
        info->running = readings[i].ts;
    }
}

/* Returns whether a snapshot contains the clock and at least one other clock. */
gboolean
tv_perfetto_clocks_is_synchronized (const TvPerfettoClocks *self, guint32 clock)
{
  return tv_perfetto_clock_paths_is_synchronized (&self->ways, clock);
}

/* Returns whether timestamps of the clock are encoded as differences. */
gboolean
tv_perfetto_clocks_is_incremental (const TvPerfettoClocks *self, guint32 clock)
{
  return peek (self, clock)->is_incremental;
}

/**
 * tv_perfetto_clocks_take:
 * @reported: encoded timestamp of a packet
 * @ts: (out): timestamp on @clock, in ns
 *
 * Decodes a timestamp. Must be called only once per timestamp, in file order, because incremental clocks advance.
 *
 * Returns: %FALSE if the timestamp is invalid
 */
gboolean
tv_perfetto_clocks_take (TvPerfettoClocks *self, guint32 clock, guint64 reported, gint64 *ts)
{
  Info *info = peek (self, clock);

  /* The trace clock is always in ns; multipliers in snapshots do not apply to it. */
  if (clock == self->trace_clock)
    {
      *ts = (gint64) MIN (reported, G_MAXINT64);
      return *ts != G_MAXINT64;
    }
  *ts = scale (info, reported);
  if (info->is_incremental)
    {
      if (__builtin_add_overflow (info->running, *ts, ts))
        return FALSE;
      info->running = *ts;
    }
  return *ts != G_MAXINT64;
}

/**
 * tv_perfetto_clocks_convert:
 * @self: settled clocks
 * @ts: timestamp on @clock, in ns
 * @out: (out): the same time on the trace clock, in ns
 *
 * Converts a timestamp to the trace clock.
 *
 * Returns: whether the timestamp could be converted
 */
gboolean
tv_perfetto_clocks_convert (TvPerfettoClocks *self, guint32 clock, gint64 ts, gint64 *out)
{
  return tv_perfetto_clock_paths_convert (&self->ways, clock, self->n_seen, ts, out);
}

/* Finds the trace time of a snapshot: its reading of the trace clock, or else its first reading that can be converted
 * to the trace clock. */
static gboolean
find_time (TvPerfettoClocks *self, const Snapshot *snapshot, gint64 *ts)
{
  const TvPerfettoReading *readings = get_readings (self, snapshot);

  for (guint i = 0; i < snapshot->n; i++)
    if (readings[i].clock == self->trace_clock)
      {
        *ts = readings[i].ts;
        return TRUE;
      }
  for (guint i = 0; i < snapshot->n; i++)
    if (tv_perfetto_clocks_convert (self, readings[i].clock, readings[i].ts, ts))
      return TRUE;
  return FALSE;
}

/**
 * tv_perfetto_clocks_visit:
 * @self: settled clocks, after the last snapshot was passed
 * @visit: (scope call): callback
 *
 * Calls @visit for each clock reading, in file order. Skips snapshots from ftrace bundles and those that cannot be
 * converted to the trace clock.
 */
void
tv_perfetto_clocks_visit (TvPerfettoClocks *self, TvPerfettoClockVisit visit, gpointer data)
{
  guint32 number = 0;

  for (guint s = 0; s < self->snapshots->len; s++)
    {
      const Snapshot *snapshot = &g_array_index (self->snapshots, Snapshot, s);
      gint64 ts;

      if (snapshot->is_from_bundle || snapshot->n == 0 || !find_time (self, snapshot, &ts))
        continue;
      for (guint i = 0; i < snapshot->n; i++)
        {
          const TvPerfettoReading *reading = &g_array_index (self->readings, TvPerfettoReading,
                                                             snapshot->first + i);
          visit (&(TvPerfettoSnapshotClock){ ts, number, (guint32) peek (self, reading->clock)->id,
                                             reading->ts },
                 data);
        }
      number++;
    }
}

/**
 * tv_perfetto_clocks_get_realtime:
 * @trace_ts: (out): a timestamp on the trace clock, in ns
 * @realtime: (out): the same time in ns since 1970 in UTC
 *
 * Gets the wall clock time of the first snapshot that contains both the trace clock and the wall clock.
 *
 * Returns: whether there is such a snapshot
 */
gboolean
tv_perfetto_clocks_get_realtime (TvPerfettoClocks *self, gint64 *trace_ts, gint64 *realtime)
{
  guint32 clock = tv_perfetto_clocks_find (self, TV_PERFETTO_REALTIME, 0);

  return tv_perfetto_clock_paths_get_sync_point (&self->ways, clock, trace_ts, realtime);
}
