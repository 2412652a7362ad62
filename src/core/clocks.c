/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/clocks.h"

#include <string.h>

#include <glib/gi18n.h>

/* Synchronizes the clocks of several files: a graph whose edges are snapshots of two clocks. tv_clocks_convert()
 * finds the path with the least uncertainty (Dijkstra's algorithm), and interpolates between the snapshots around a
 * time. Readers add clocks and snapshots before reading (TvFormat.read_clock); formats/load.c and
 * formats/multi-file.c own the clocks and convert times. Changes only its own struct. */

#define DRIFT_PER_NS 10000 /* drift of 1 ns per this many ns: 100 ppm */

#define MAX_NS (G_MAXINT64 / 4)

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Interval in ns during which a device rarely changes its time zone. */
#define ZONE_HOLDS_NS (7 * 86400 * NS_PER_S)

/* If the difference of two clocks changes by more than 1 ns per JUMP_PER_NS ns over an interval longer than LONG_NS,
 * this is not drift: one of the clocks was set, or stopped while the device slept. */
#define JUMP_PER_NS 1000
#define LONG_NS     (10 * 60 * G_GINT64_CONSTANT (1000000000))

/* Readings of two clocks that were taken at the same time. */
typedef struct
{
  TvClockReading a;
  TvClockReading b;
  gint64 uncertainty;
  const char *source;
} SyncPoint;

struct _TvClocks
{
  GPtrArray *names; /* names by domain; NULL for a clock of a single recording */
  GArray *points;   /* SyncPoint */
};

TvClocks *
tv_clocks_new (void)
{
  TvClocks *self = g_new0 (TvClocks, 1);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->points = g_array_new (FALSE, FALSE, sizeof (SyncPoint));
  return self;
}

void
tv_clocks_free (TvClocks *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->names);
  g_array_unref (self->points);
  g_free (self);
}

/**
 * tv_clocks_add:
 * @name: (nullable): name of the clock; %NULL for a clock of a single recording
 *
 * Adds a clock, unless a clock with this name exists.
 *
 * Returns: the new or existing clock
 */
guint
tv_clocks_add (TvClocks *self, const char *name)
{
  for (guint i = 0; name != NULL && i < self->names->len; i++)
    if (g_strcmp0 (name, g_ptr_array_index (self->names, i)) == 0)
      return i;
  g_ptr_array_add (self->names, g_strdup (name));
  return self->names->len - 1;
}

/**
 * tv_clocks_get_name:
 * @domain: a clock
 *
 * Returns: (transfer none) (nullable): name of the clock
 */
const char *
tv_clocks_get_name (const TvClocks *self, guint domain)
{
  g_return_val_if_fail (domain < self->names->len, NULL);
  return g_ptr_array_index (self->names, domain);
}

/**
 * tv_clocks_add_snapshot:
 * @readings: (array length=n): readings of several clocks at the same time
 * @n: number of readings
 * @uncertainty_ns: duration of the snapshot plus the resolution of its times, in ns
 * @source: displayed origin of the snapshot; must outlive the clocks
 *
 * Synchronizes clocks. Ignores negative readings and readings above 73 years.
 */
void
tv_clocks_add_snapshot (TvClocks *self,
                        const TvClockReading *readings,
                        guint n,
                        gint64 uncertainty_ns,
                        const char *source)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      {
        SyncPoint point = { readings[i], readings[j], CLAMP (uncertainty_ns, 0, MAX_NS), source };

        g_return_if_fail (point.a.domain < self->names->len && point.b.domain < self->names->len);
        if (point.a.domain != point.b.domain && point.a.ts >= 0 && point.a.ts <= MAX_NS &&
            point.b.ts >= 0 && point.b.ts <= MAX_NS)
          g_array_append_val (self->points, point);
      }
}

/**
 * tv_clocks_sync_zone:
 * @utc_ns: a UTC time in ns since 1970
 * @utc_offset_s: UTC offset in s of the device's local time around @utc_ns
 *
 * Synchronizes %TV_CLOCK_REALTIME and %TV_CLOCK_LOCAL: adds a snapshot a week before @utc_ns, and another one a week
 * after.
 */
void
tv_clocks_sync_zone (TvClocks *self, gint64 utc_ns, gint32 utc_offset_s)
{
  gint64 ahead_ns = utc_offset_s * NS_PER_S;
  guint utc = tv_clocks_add (self, TV_CLOCK_REALTIME);
  guint local = tv_clocks_add (self, TV_CLOCK_LOCAL);
  gint64 first = CLAMP (utc_ns - ZONE_HOLDS_NS, ABS (ahead_ns), MAX_NS);

  for (gint64 at = first; at <= first + 2 * ZONE_HOLDS_NS; at += 2 * ZONE_HOLDS_NS)
    {
      TvClockReading readings[] = { { utc, at }, { local, at + ahead_ns } };

      tv_clocks_add_snapshot (self, readings, G_N_ELEMENTS (readings), 0,
                              _("time zone from files"));
    }
}

/**
 * tv_clocks_read_wall:
 * @ts: wall time in ns since 1970: UTC if the time zone is known, otherwise local time
 * @utc_offset_s: UTC offset of the time zone in s; %G_MININT32 if unknown
 *
 * Converts a wall time to a reading of %TV_CLOCK_REALTIME or %TV_CLOCK_LOCAL. If the time zone is known, also
 * synchronizes these two clocks. If the time is in whole seconds, instead returns the reading of an additional clock,
 * which is synchronized with an uncertainty of one second.
 *
 * Returns: the reading
 */
TvClockReading
tv_clocks_read_wall (TvClocks *self, gint64 ts, gint32 utc_offset_s)
{
  gboolean has_zone = utc_offset_s != G_MININT32;
  guint wall = tv_clocks_add (self, has_zone ? TV_CLOCK_REALTIME : TV_CLOCK_LOCAL);
  TvClockReading readings[] = { { wall, ts }, { wall, ts } };

  if (has_zone)
    tv_clocks_sync_zone (self, ts, utc_offset_s);
  if (ts % NS_PER_S != 0)
    return readings[0];
  readings[1].domain = tv_clocks_add (self, NULL);
  tv_clocks_add_snapshot (self, readings, G_N_ELEMENTS (readings), NS_PER_S,
                          _("times in whole seconds"));
  return readings[1];
}

/* Swaps the readings of a point if necessary, so that the reading of @from is first. Returns FALSE if the point
 * belongs to other clocks. */
static gboolean
turn (const SyncPoint *point, guint from, guint to, SyncPoint *out)
{
  *out = *point;
  if (point->a.domain == from && point->b.domain == to)
    return TRUE;
  out->a = point->b;
  out->b = point->a;
  return point->b.domain == from && point->a.domain == to;
}

/* Converts a time between two snapshots, for a clock that was set or stopped between them. The time of the step is
 * unknown; it is assumed to be at least ten minutes away from both snapshots. */
static TvClockTime
step_to_nearer (const SyncPoint *before, const SyncPoint *behind, gint64 ts, gint64 jump)
{
  const SyncPoint *point = ts - before->a.ts < behind->a.ts - ts ? before : behind;
  gint64 distance = ABS (ts - point->a.ts);

  return (TvClockTime){ ts + (point->b.ts - point->a.ts),
                        point->uncertainty + distance / DRIFT_PER_NS +
                            (distance > LONG_NS ? jump : 0),
                        point->source };
}

/* Converts a time to a clock that shares snapshots with @from, using the snapshots closest to the time. */
static gboolean
step (const TvClocks *self, guint from, gint64 ts, guint to, TvClockTime *out)
{
  SyncPoint before = { 0 }, behind = { 0 }, point;
  gboolean has_before = FALSE, has_behind = FALSE;
  gint64 apart;
  double fraction;

  for (guint i = 0; i < self->points->len; i++)
    {
      if (!turn (&g_array_index (self->points, SyncPoint, i), from, to, &point))
        continue;
      if (point.a.ts <= ts && (!has_before || point.a.ts > before.a.ts))
        {
          before = point;
          has_before = TRUE;
        }
      if (point.a.ts > ts && (!has_behind || point.a.ts < behind.a.ts))
        {
          behind = point;
          has_behind = TRUE;
        }
    }
  if (!has_before && !has_behind)
    return FALSE;
  if (!has_before || !has_behind)
    {
      point = has_before ? before : behind;
      *out = (TvClockTime){ ts + (point.b.ts - point.a.ts),
                            point.uncertainty + ABS (ts - point.a.ts) / DRIFT_PER_NS,
                            point.source };
      return TRUE;
    }
  apart = (behind.b.ts - behind.a.ts) - (before.b.ts - before.a.ts);
  if (behind.a.ts - before.a.ts > LONG_NS &&
      ABS (apart) > (behind.a.ts - before.a.ts) / JUMP_PER_NS)
    {
      *out = step_to_nearer (&before, &behind, ts, ABS (apart));
      return TRUE;
    }
  fraction = (double) (ts - before.a.ts) / (double) (behind.a.ts - before.a.ts);
  *out = (TvClockTime){ ts + (before.b.ts - before.a.ts) + (gint64) (fraction * (double) apart),
                        MAX (before.uncertainty, behind.uncertainty) + ABS (apart), before.source };
  return TRUE;
}

/**
 * tv_clocks_convert:
 * @from: a clock
 * @ts: a time on @from, in ns
 * @to: another clock, or the same one
 * @out: (out): the corresponding time on @to
 *
 * Converts a time along the clock path with the least uncertainty (Dijkstra's algorithm).
 *
 * Returns: whether the two clocks are the same or connected by snapshots; if not, @out is not set
 */
gboolean
tv_clocks_convert (const TvClocks *self, guint from, gint64 ts, guint to, TvClockTime *out)
{
  guint n = self->names->len;
  g_autofree TvClockTime *best = g_new0 (TvClockTime, n);
  g_autofree gboolean *is_known = g_new0 (gboolean, n);
  g_autofree gboolean *is_done = g_new0 (gboolean, n);

  g_return_val_if_fail (from < n && to < n, FALSE);
  best[from] = (TvClockTime){ CLAMP (ts, -MAX_NS, MAX_NS), 0, NULL };
  is_known[from] = TRUE;
  for (;;)
    {
      guint next = n;

      for (guint i = 0; i < n; i++)
        if (is_known[i] && !is_done[i] &&
            (next == n || best[i].uncertainty < best[next].uncertainty))
          next = i;
      if (next == n)
        return FALSE;
      if (next == to)
        break;
      is_done[next] = TRUE;
      for (guint i = 0; i < n; i++)
        {
          TvClockTime reached;

          if (is_done[i] || !step (self, next, best[next].ts, i, &reached))
            continue;
          reached.ts = CLAMP (reached.ts, -MAX_NS, MAX_NS);
          if (best[next].source != NULL && best[next].uncertainty > reached.uncertainty)
            reached.source = best[next].source;
          reached.uncertainty += best[next].uncertainty;
          if (is_known[i] && best[i].uncertainty <= reached.uncertainty)
            continue;
          best[i] = reached;
          is_known[i] = TRUE;
        }
    }
  *out = best[to];
  return TRUE;
}
