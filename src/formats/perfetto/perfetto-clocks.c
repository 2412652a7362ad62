/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-clocks.h"

#define MAX_CLOCKS     64        /* of one snapshot; there are ten at most */
#define MAX_ALL_CLOCKS (1 << 20) /* of a trace; what tells of more is timed by none */
#define NO_CLOCK       0

typedef struct
{
  guint64 id; /* sequence << 32 | number */
  gint64 multiplier;
  gboolean is_incremental;
  gboolean is_told; /* these two, by a snapshot */
  gint64 running;   /* of a clock that counts differences: what it showed last */
} Info;

typedef struct
{
  guint first;
  guint n;
  gboolean is_tie; /* of a bundle of ftrace */
} Snapshot;

/* ---- */

void
tv_perfetto_clocks_init (TvPerfettoClocks *self)
{
  *self = (TvPerfettoClocks){
    .infos = g_array_new (FALSE, TRUE, sizeof (Info)),
    .readings = g_array_new (FALSE, FALSE, sizeof (TvPerfettoReading)),
    .snapshots = g_array_new (FALSE, FALSE, sizeof (Snapshot)),
  };
  tv_perfetto_clock_ways_init (&self->ways);
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
  tv_perfetto_clock_ways_clear (&self->ways);
}

/**
 * tv_perfetto_clocks_find:
 * @self: clocks
 * @number: a #TvPerfettoClock, or any other
 * @sequence: who tells it
 *
 * Returns: the clock; one that nothing ties to others if there are too many
 */
guint32
tv_perfetto_clocks_find (TvPerfettoClocks *self, guint32 number, guint32 sequence)
{
  gboolean is_own = number >= TV_PERFETTO_FIRST_OWN && number <= TV_PERFETTO_LAST_OWN;
  guint64 id = (guint64) (is_own ? sequence : 0) << 32 | number;
  guint32 clock = tv_id_map_find (&self->clocks, id);

  if (clock != TV_NONE)
    return clock;
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

/* Of a snapshot that has some. */
static const TvPerfettoReading *
get_readings (const TvPerfettoClocks *self, const Snapshot *snapshot)
{
  return &g_array_index (self->readings, TvPerfettoReading, snapshot->first);
}

/* The time of a clock in ns; what does not fit is as late as can be. */
static gint64
scale (const Info *info, guint64 told)
{
  gint64 ts;

  if (told > G_MAXINT64 || __builtin_mul_overflow ((gint64) told, info->multiplier, &ts))
    return G_MAXINT64;
  return ts;
}

static gboolean
parse_clock (TvPerfettoClocks *self, TvSpan message, guint32 sequence, TvPerfettoReading *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint32 number = 0;
  guint64 told = 0, multiplier = 1;
  gboolean is_incremental = FALSE;
  Info *info;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      number = (guint32) field.value;
    else if (field.number == 2)
      told = field.value;
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
  if (info->is_told &&
      (info->multiplier != (gint64) multiplier || info->is_incremental != is_incremental))
    return FALSE;
  info->is_told = TRUE;
  info->multiplier = (gint64) multiplier;
  info->is_incremental = is_incremental;
  out->ts = scale (info, told);
  return TRUE;
}

/**
 * tv_perfetto_clocks_add_snapshot:
 * @self: clocks
 * @message: a ClockSnapshot
 * @sequence: who tells it
 *
 * To be called with all of them, in the order of the file. One that cannot be is counted.
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
 * tv_perfetto_clocks_add_tie:
 * @self: clocks
 * @a: a clock
 * @a_ts: what it showed, in ns
 * @b: another
 * @b_ts: what that showed at the same moment
 *
 * As tv_perfetto_clocks_add_snapshot(), of what a bundle of ftrace tells.
 */
void
tv_perfetto_clocks_add_tie (TvPerfettoClocks *self, guint32 a, gint64 a_ts, guint32 b, gint64 b_ts)
{
  Snapshot snapshot = { .first = self->readings->len, .is_tie = TRUE };

  if (a != NO_CLOCK && b != NO_CLOCK)
    snapshot.n = 2;
  g_array_append_val (self->readings, ((TvPerfettoReading){ a, a_ts }));
  g_array_append_val (self->readings, ((TvPerfettoReading){ b, b_ts }));
  g_array_append_val (self->snapshots, snapshot);
}

/* Returns: the #TvPerfettoClock that times of the trace are by */
guint32
tv_perfetto_clocks_get_trace_number (const TvPerfettoClocks *self)
{
  return (guint32) peek (self, self->trace_clock)->id;
}

/**
 * tv_perfetto_clocks_set_trace_number:
 * @self: clocks that are not settled yet
 * @number: the #TvPerfettoClock that times of the trace are by
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
 * Has them ready for tv_perfetto_clocks_convert().
 */
void
tv_perfetto_clocks_settle (TvPerfettoClocks *self)
{
  self->ways.target = self->trace_clock;
  for (guint s = 0; s < self->snapshots->len; s++)
    {
      const Snapshot *snapshot = &g_array_index (self->snapshots, Snapshot, s);

      if (snapshot->n > 0 &&
          !tv_perfetto_clock_ways_add (&self->ways, get_readings (self, snapshot), snapshot->n, s))
        self->n_bad++;
    }
}

/**
 * tv_perfetto_clocks_pass:
 * @self: clocks that are settled
 *
 * Passes the next snapshot of the file: from here on it counts, and clocks that count differences go on
 * from what it tells.
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
  tv_perfetto_clock_ways_pass (&self->ways, readings, snapshot->n);
  for (guint i = 0; i < snapshot->n; i++)
    {
      Info *info = peek (self, readings[i].clock);

      if (info->is_incremental)
        info->running = readings[i].ts;
    }
}

/* Whether a snapshot has the clock together with any other. */
gboolean
tv_perfetto_clocks_is_tied (const TvPerfettoClocks *self, guint32 clock)
{
  return tv_perfetto_clock_ways_is_tied (&self->ways, clock);
}

/**
 * tv_perfetto_clocks_take:
 * @self: clocks
 * @clock: a clock
 * @told: what a packet tells of it; each may be taken once only, in the order of the file
 * @ts: (out): what it showed, in ns
 *
 * Returns: %FALSE if that is no time
 */
gboolean
tv_perfetto_clocks_take (TvPerfettoClocks *self, guint32 clock, guint64 told, gint64 *ts)
{
  Info *info = peek (self, clock);

  /* Times of the trace are in ns, whatever a snapshot tells of its clock. */
  if (clock == self->trace_clock)
    {
      *ts = (gint64) MIN (told, G_MAXINT64);
      return *ts != G_MAXINT64;
    }
  *ts = scale (info, told);
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
 * @self: clocks that are settled
 * @clock: a clock
 * @ts: what it showed, in ns
 * @out: (out): what the trace's clock showed then
 *
 * Returns: whether snapshots tell
 */
gboolean
tv_perfetto_clocks_convert (TvPerfettoClocks *self, guint32 clock, gint64 ts, gint64 *out)
{
  return tv_perfetto_clock_ways_convert (&self->ways, clock, self->n_seen, ts, out);
}

/* What the trace's clock showed at a snapshot: as it tells, or as any other of its clocks does. */
static gboolean
find_moment (TvPerfettoClocks *self, const Snapshot *snapshot, gint64 *ts)
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
 * @self: clocks of which all snapshots were passed
 * @visit: called with each clock of each snapshot, in the order of the file
 * @data: for @visit
 */
void
tv_perfetto_clocks_visit (TvPerfettoClocks *self, TvPerfettoClockVisit visit, gpointer data)
{
  guint32 number = 0;

  for (guint s = 0; s < self->snapshots->len; s++)
    {
      const Snapshot *snapshot = &g_array_index (self->snapshots, Snapshot, s);
      gint64 ts;

      if (snapshot->is_tie || snapshot->n == 0 || !find_moment (self, snapshot, &ts))
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
 * @self: clocks
 * @trace_ts: (out): a time by the trace's clock
 * @realtime: (out): the same in ns since 1970 in UTC
 *
 * Returns: whether a snapshot has both
 */
gboolean
tv_perfetto_clocks_get_realtime (TvPerfettoClocks *self, gint64 *trace_ts, gint64 *realtime)
{
  guint32 clock = tv_perfetto_clocks_find (self, TV_PERFETTO_REALTIME, 0);

  return tv_perfetto_clock_ways_get_tie (&self->ways, clock, trace_ts, realtime);
}
