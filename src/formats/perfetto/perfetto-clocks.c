/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-clocks.h"

#include "core/memory/seeded-hash.h"

#define MAX_HOPS 4
#define MAX_LOOKED                                                                                 \
  (1 << 24) /* ties that are looked at in search of ways; of real traces some hundreds are */
#define MAX_CLOCKS 64 /* of one snapshot; there are ten at most */

typedef struct
{
  guint64 id; /* sequence << 32 | number */
  gint64 multiplier;
  gboolean is_incremental;
  gboolean is_backwards; /* no time may be converted from it */
  gint64 running;        /* of a clock that counts differences: what it showed last */
  GArray *neighbours;    /* guint32: clocks that it is tied to */
  guint32 search;        /* the last that came by it: */
  guint32 before;        /* from which clock */
  guint hops;            /* how far from where that began */
} Info;

typedef struct
{
  guint first;
  guint n;
  gboolean is_tie; /* of a bundle of ftrace */
} Snapshot;

/* What two clocks showed at one moment. */
typedef struct
{
  gint64 from;
  gint64 to;
  guint32 snapshot;
} Tie;

/* Times of a clock between which the same readings count, so that the trace's is always as far from it. */
typedef struct
{
  gint64 start;
  gint64 end;
  gint64 ahead; /* the trace's clock, of this one */
  guint32 n_seen;
} Stretch;

/* The way from a clock to the trace's; the first is searched by the snapshots that come before in the
 * file, the other by all. */
typedef struct
{
  guint32 n_searched; /* snapshots by which it was */
  gboolean is_found;
  guint n_hops;
  GArray *ties[MAX_HOPS];
  Stretch last; /* that a time was found in */
} Path;

/* ---- Groups of clocks that are tied, over whichever others ---- */

static guint32
find_group (GArray *groups, guint32 clock)
{
  guint32 *above = (guint32 *) (gpointer) groups->data;

  if (clock >= groups->len)
    return clock;
  while (above[clock] != clock)
    clock = above[clock] = above[above[clock]];
  return clock;
}

static void
join_groups (GArray *groups, guint32 a, guint32 b)
{
  for (guint32 i = groups->len; i <= MAX (a, b); i++)
    g_array_append_val (groups, i);
  g_array_index (groups, guint32, find_group (groups, a)) = find_group (groups, b);
}

/* ---- */

static void
free_ties (gpointer ties)
{
  g_array_unref (ties);
}

static void
clear_info (gpointer data)
{
  Info *info = data;

  g_clear_pointer (&info->neighbours, g_array_unref);
}

void
tv_perfetto_clocks_init (TvPerfettoClocks *self)
{
  *self = (TvPerfettoClocks){
    .infos = g_array_new (FALSE, TRUE, sizeof (Info)),
    .readings = g_array_new (FALSE, FALSE, sizeof (TvPerfettoReading)),
    .snapshots = g_array_new (FALSE, FALSE, sizeof (Snapshot)),
    .ties = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, free_ties),
    .paths = g_ptr_array_new_with_free_func (g_free),
    .late_paths = g_ptr_array_new_with_free_func (g_free),
    .seen_groups = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .groups = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
  g_array_set_clear_func (self->infos, clear_info);
  tv_id_map_init (&self->clocks);
  self->trace_clock = tv_perfetto_clocks_find (self, TV_PERFETTO_BOOTTIME, 0);
}

void
tv_perfetto_clocks_clear (TvPerfettoClocks *self)
{
  tv_id_map_clear (&self->clocks);
  g_array_unref (self->infos);
  g_array_unref (self->readings);
  g_array_unref (self->snapshots);
  g_hash_table_unref (self->ties);
  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->late_paths);
  g_array_unref (self->seen_groups);
  g_array_unref (self->groups);
}

/**
 * tv_perfetto_clocks_find:
 * @self: clocks
 * @number: a #TvPerfettoClock, or any other
 * @sequence: who tells it
 *
 * Returns: the clock
 */
guint32
tv_perfetto_clocks_find (TvPerfettoClocks *self, guint32 number, guint32 sequence)
{
  gboolean is_own = number >= TV_PERFETTO_FIRST_OWN && number <= TV_PERFETTO_LAST_OWN;
  guint64 id = (guint64) (is_own ? sequence : 0) << 32 | number;
  guint32 clock = tv_id_map_find (&self->clocks, id);

  if (clock != TV_NONE)
    return clock;
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
  Snapshot snapshot = { .first = self->readings->len, .n = 2, .is_tie = TRUE };

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

static void
add_tie (TvPerfettoClocks *self,
         const TvPerfettoReading *from,
         const TvPerfettoReading *to,
         guint32 snapshot)
{
  gint64 key = (gint64) ((guint64) from->clock << 32 | to->clock);
  GArray *ties = g_hash_table_lookup (self->ties, &key);
  Info *info = peek (self, from->clock);

  if (ties == NULL)
    {
      gint64 *own = g_new (gint64, 1);

      *own = key;
      ties = g_array_new (FALSE, FALSE, sizeof (Tie));
      g_hash_table_insert (self->ties, own, ties);
      if (info->neighbours == NULL)
        info->neighbours = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (info->neighbours, to->clock);
    }
  /* Only a clock that goes forwards can be searched. */
  if (ties->len > 0 && from->ts < g_array_index (ties, Tie, ties->len - 1).from)
    {
      info->is_backwards = TRUE;
      return;
    }
  g_array_append_val (ties, ((Tie){ from->ts, to->ts, snapshot }));
}

/* Whether the trace's clock shows less than in a snapshot before: such a one is left out. */
static gboolean
goes_back (const TvPerfettoClocks *self, const Snapshot *snapshot, gint64 *last)
{
  for (guint i = 0; i < snapshot->n; i++)
    {
      const TvPerfettoReading *reading = &g_array_index (self->readings, TvPerfettoReading,
                                                         snapshot->first + i);

      if (reading->clock != self->trace_clock)
        continue;
      if (reading->ts < *last)
        return TRUE;
      *last = reading->ts;
    }
  return FALSE;
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
  gint64 last = G_MININT64;

  for (guint s = 0; s < self->snapshots->len; s++)
    {
      const Snapshot *snapshot = &g_array_index (self->snapshots, Snapshot, s);
      const TvPerfettoReading *readings;

      if (snapshot->n == 0)
        continue;
      readings = &g_array_index (self->readings, TvPerfettoReading, snapshot->first);
      if (goes_back (self, snapshot, &last))
        {
          self->n_bad++;
          continue;
        }
      for (guint i = 0; i < snapshot->n; i++)
        {
          join_groups (self->groups, readings[0].clock, readings[i].clock);
          for (guint j = 0; j < snapshot->n; j++)
            if (i != j)
              add_tie (self, &readings[i], &readings[j], s);
        }
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
  readings = &g_array_index (self->readings, TvPerfettoReading, snapshot->first);
  for (guint i = 0; i < snapshot->n; i++)
    {
      Info *info = peek (self, readings[i].clock);

      join_groups (self->seen_groups, readings[0].clock, readings[i].clock);
      if (info->is_incremental)
        info->running = readings[i].ts;
    }
}

/* Whether a snapshot has the clock together with any other. */
gboolean
tv_perfetto_clocks_is_tied (const TvPerfettoClocks *self, guint32 clock)
{
  return peek (self, clock)->neighbours != NULL;
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

  *ts = scale (info, told);
  if (info->is_incremental)
    {
      if (__builtin_add_overflow (info->running, *ts, ts))
        return FALSE;
      info->running = *ts;
    }
  return *ts != G_MAXINT64;
}

/* ---- Ways ---- */

static gboolean
is_tied (const GArray *ties, guint32 n_seen)
{
  return ties != NULL && ties->len > 0 && g_array_index (ties, Tie, 0).snapshot < n_seen;
}

/* Breadth first, from the clock over all others, until that of the trace is come by. */
static gboolean
search (TvPerfettoClocks *self, guint32 from, guint32 n_seen)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->n_searches++;
  peek (self, from)->search = self->n_searches;
  peek (self, from)->hops = 0;
  g_array_append_val (queue, from);
  for (guint i = 0; i < queue->len; i++)
    {
      guint32 at = g_array_index (queue, guint32, i);
      const Info *info = peek (self, at);

      if (info->neighbours == NULL || info->is_backwards || info->hops == MAX_HOPS)
        continue;
      for (guint j = 0; j < info->neighbours->len && self->n_looked++ < MAX_LOOKED; j++)
        {
          guint32 to = g_array_index (info->neighbours, guint32, j);
          gint64 key = (gint64) ((guint64) at << 32 | to);

          if (peek (self, to)->search == self->n_searches ||
              !is_tied (g_hash_table_lookup (self->ties, &key), n_seen))
            continue;
          peek (self, to)->search = self->n_searches;
          peek (self, to)->before = at;
          peek (self, to)->hops = info->hops + 1;
          if (to == self->trace_clock)
            return TRUE;
          g_array_append_val (queue, to);
        }
    }
  return FALSE;
}

static gboolean
find_path (TvPerfettoClocks *self, guint32 from, guint32 n_seen, Path *out)
{
  if (!search (self, from, n_seen))
    return FALSE;
  out->n_hops = peek (self, self->trace_clock)->hops;
  for (guint32 at = self->trace_clock, i = out->n_hops; at != from; at = peek (self, at)->before)
    {
      gint64 key = (gint64) ((guint64) peek (self, at)->before << 32 | at);

      out->ties[--i] = g_hash_table_lookup (self->ties, &key);
    }
  return TRUE;
}

/* Of the ties, how many count; they are in the order of the file. */
static guint
count_seen (const GArray *ties, guint32 n_seen)
{
  guint first = 0, end = ties->len;

  if (g_array_index (ties, Tie, end - 1).snapshot < n_seen)
    return end;
  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (g_array_index (ties, Tie, middle).snapshot < n_seen)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* The last reading not later than a time, of those that count; the first if there is none. */
static guint
find_tie (const GArray *ties, guint n, gint64 ts)
{
  guint first = 0, end = n;

  while (end - first > 1)
    {
      guint middle = first + (end - first) / 2;

      if (g_array_index (ties, Tie, middle).from <= ts)
        first = middle;
      else
        end = middle;
    }
  return first;
}

/* Shortens a stretch to the times for which a tie counts, of which @ts is one by the clock of the tie. */
static gboolean
add_hop (Stretch *self, const GArray *ties, gint64 *ts)
{
  guint n = count_seen (ties, self->n_seen), i = find_tie (ties, n, *ts);
  const Tie *tie = &g_array_index (ties, Tie, i);
  gint64 ahead, edge;

  if (i > 0 && !__builtin_sub_overflow (tie->from, self->ahead, &edge))
    self->start = MAX (self->start, edge);
  if (i + 1 < n && !__builtin_sub_overflow (tie[1].from, self->ahead, &edge))
    self->end = MIN (self->end, edge);
  return !__builtin_sub_overflow (tie->to, tie->from, &ahead) &&
         !__builtin_add_overflow (*ts, ahead, ts) &&
         !__builtin_add_overflow (self->ahead, ahead, &self->ahead);
}

static gboolean
follow (Path *path, guint32 n_seen, gint64 ts, gint64 *out)
{
  Stretch *last = &path->last;
  Stretch found = { G_MININT64, G_MAXINT64, 0, n_seen };

  if (G_LIKELY (n_seen == last->n_seen && ts >= last->start && ts < last->end))
    return !__builtin_add_overflow (ts, last->ahead, out);
  *out = ts;
  for (guint i = 0; i < path->n_hops; i++)
    if (!add_hop (&found, path->ties[i], out))
      return FALSE;
  *last = found;
  return TRUE;
}

/* (nullable): from a clock to the trace's; one that was found stays. */
static Path *
get_path (TvPerfettoClocks *self, GPtrArray *paths, GArray *groups, guint32 clock, guint32 n_seen)
{
  Path *path;

  if (paths->len <= clock)
    g_ptr_array_set_size (paths, (gint) self->infos->len);
  path = paths->pdata[clock];
  if (path == NULL)
    {
      if (find_group (groups, clock) != find_group (groups, self->trace_clock))
        return NULL;
      path = paths->pdata[clock] = g_new0 (Path, 1);
    }
  if (!path->is_found && path->n_searched != n_seen)
    {
      path->n_searched = n_seen;
      path->is_found = find_path (self, clock, n_seen, path);
    }
  return path->is_found ? path : NULL;
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
  Path *path;

  *out = ts;
  if (clock == self->trace_clock)
    return TRUE;
  path = get_path (self, self->paths, self->seen_groups, clock, self->n_seen);
  if (path != NULL)
    return follow (path, self->n_seen, ts, out);
  /* What comes before the first snapshot is told by those behind it. */
  path = get_path (self, self->late_paths, self->groups, clock, G_MAXUINT32);
  return path != NULL && follow (path, G_MAXUINT32, ts, out);
}

/* What the trace's clock showed at a snapshot: as it tells, or as any other of its clocks does. */
static gboolean
find_moment (TvPerfettoClocks *self, const Snapshot *snapshot, gint64 *ts)
{
  const TvPerfettoReading *readings = &g_array_index (self->readings, TvPerfettoReading,
                                                      snapshot->first);

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
  gint64 key = (gint64) ((guint64) self->trace_clock << 32 |
                         tv_perfetto_clocks_find (self, TV_PERFETTO_REALTIME, 0));
  const GArray *ties = g_hash_table_lookup (self->ties, &key);

  if (ties == NULL || ties->len == 0)
    return FALSE;
  *trace_ts = g_array_index (ties, Tie, 0).from;
  *realtime = g_array_index (ties, Tie, 0).to;
  return TRUE;
}
