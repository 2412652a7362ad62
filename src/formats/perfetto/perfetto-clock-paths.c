/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-clock-paths.h"

#include <stdlib.h>

#include "core/memory/seeded-hash.h"

/* Finds conversion paths by breadth-first search in the graph of clocks that were read together. A path has at most
 * MAX_HOPS steps. Called only by perfetto-clocks.c, which adds all snapshots, then passes them one by one while it
 * converts timestamps. For each clock, tv_perfetto_clock_paths_convert() caches the path and the last interval with a
 * constant offset in @self, so only one thread at a time may call it. */

#define MAX_HOPS 4
#define MAX_SEARCHED                                                                               \
  (1                                                                                               \
   << 24) /* limit on the work of all searches: clocks and sets visited; traces need a few hundred */

/* A clock that occurs in snapshots. */
typedef struct
{
  gboolean
      is_backwards; /* whether the clock went backwards; its timestamps can then not be converted */
  GArray *sets;     /* (nullable) guint32: indexes of the sets that contain the clock */
  guint32 search;   /* number of the last search that reached the clock */
  guint32 before;   /* clock from which that search reached this one */
  guint32 by;       /* index of a set that contains both clocks */
  guint hops;       /* number of steps from the start of that search */
} Node;

/* A set of clocks that were read together, and their readings per snapshot. Snapshots with the same clocks have the
 * same writer, so they are in time order in the file; other snapshots need not be.
 *
 *                 BOOTTIME  MONOTONIC  REALTIME      n = 3
 *   snapshot 0       1000        400      7000
 *   snapshot 4       2000       1400      8001 */
typedef struct
{
  guint n;
  guint32 *clocks;   /* clocks, in ascending order */
  GArray *snapshots; /* guint32: numbers of the snapshots */
  GArray *times;     /* gint64: @n readings per snapshot */
} Set;

/* A step of a path, from one clock to another clock in the same set. */
typedef struct
{
  const Set *set;
  guint from; /* index of the first clock in @set */
  guint to;
} Hop;

/* A time range of a clock in which the same readings apply. The offset to the target clock is constant in this
 * range. */
typedef struct
{
  gint64 start;
  gint64 end;
  gint64 ahead; /* target time minus clock time, in ns */
  guint32 n_seen;
} Interval;

/* A path from a clock to the target. An early path uses only snapshots that precede the timestamp in the file; a late
 * path uses all snapshots. */
typedef struct
{
  guint32 n_searched; /* @n_seen of the last search */
  gboolean is_found;
  guint n_hops;
  Hop hops[MAX_HOPS];
  Interval last; /* interval of the last conversion */
} Path;

/* ---- Groups of clocks that are synchronized directly or indirectly ---- */

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

/* ---- Sets ---- */

static void
clear_node (gpointer data)
{
  Node *node = data;

  g_clear_pointer (&node->sets, g_array_unref);
}

static void
free_set (gpointer data)
{
  Set *set = data;

  g_free (set->clocks);
  g_array_unref (set->snapshots);
  g_array_unref (set->times);
  g_free (set);
}

void
tv_perfetto_clock_paths_init (TvPerfettoClockPaths *self)
{
  *self = (TvPerfettoClockPaths){
    .nodes = g_array_new (FALSE, TRUE, sizeof (Node)),
    .sets = g_ptr_array_new_with_free_func (free_set),
    .by_clocks = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL),
    .paths = g_ptr_array_new_with_free_func (g_free),
    .late_paths = g_ptr_array_new_with_free_func (g_free),
    .seen_groups = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .groups = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
  g_array_set_clear_func (self->nodes, clear_node);
}

void
tv_perfetto_clock_paths_clear (TvPerfettoClockPaths *self)
{
  g_array_unref (self->nodes);
  g_ptr_array_unref (self->sets);
  g_hash_table_unref (self->by_clocks);
  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->late_paths);
  g_array_unref (self->seen_groups);
  g_array_unref (self->groups);
}

static Node *
get_node (const TvPerfettoClockPaths *self, guint32 clock)
{
  return &g_array_index (self->nodes, Node, clock);
}

static const Set *
get_set (const TvPerfettoClockPaths *self, guint32 set)
{
  return g_ptr_array_index (self->sets, set);
}

static guint32
get_snapshot (const Set *set, guint row)
{
  return g_array_index (set->snapshots, guint32, row);
}

static gint64
get_time (const Set *set, guint row, guint which)
{
  return g_array_index (set->times, gint64, row * set->n + which);
}

/* Returns the index of a clock in a set; @n of the set if the set lacks the clock. */
static guint
find_clock (const Set *set, guint32 clock)
{
  guint which = 0;

  while (which < set->n && set->clocks[which] != clock)
    which++;
  return which;
}

static int
compare_readings (gconstpointer a, gconstpointer b)
{
  const TvPerfettoReading *one = a, *other = b;

  return one->clock < other->clock ? -1 : one->clock > other->clock;
}

/* Returns the set that contains exactly the clocks of the readings, which are sorted by clock. Creates the set if
 * necessary. */
static Set *
ensure_set (TvPerfettoClockPaths *self, const TvPerfettoReading *readings, guint n)
{
  g_autoptr (GString) key = g_string_new (NULL);
  Set *set;
  guint32 row = self->sets->len;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (key, "%x ", readings[i].clock);
  set = g_hash_table_lookup (self->by_clocks, key->str);
  if (set != NULL)
    return set;
  set = g_new (Set, 1);
  *set = (Set){ n, g_new (guint32, n), g_array_new (FALSE, FALSE, sizeof (guint32)),
                g_array_new (FALSE, FALSE, sizeof (gint64)) };
  g_ptr_array_add (self->sets, set);
  g_hash_table_insert (self->by_clocks, g_string_free (g_steal_pointer (&key), FALSE), set);
  for (guint i = 0; i < n; i++)
    {
      Node *node;

      set->clocks[i] = readings[i].clock;
      if (self->nodes->len <= readings[i].clock)
        g_array_set_size (self->nodes, readings[i].clock + 1);
      node = get_node (self, readings[i].clock);
      if (node->sets == NULL)
        node->sets = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (node->sets, row);
    }
  return set;
}

/**
 * tv_perfetto_clock_paths_add:
 * @reported: the readings of a snapshot, one per clock
 * @n: number of readings
 * @snapshot: number of the snapshot; greater than in the previous call
 *
 * Synchronizes all clocks of the snapshot with each other.
 *
 * Returns: %FALSE if the snapshot was dropped, because the target clock went backwards since the last snapshot with
 * the same clocks
 */
gboolean
tv_perfetto_clock_paths_add (TvPerfettoClockPaths *self,
                             const TvPerfettoReading *reported,
                             guint n,
                             guint32 snapshot)
{
  g_autofree TvPerfettoReading *readings = g_memdup2 (reported, n * sizeof *reported);
  Set *set;
  guint row, target;

  qsort (readings, n, sizeof *readings, compare_readings);
  set = ensure_set (self, readings, n);
  row = set->snapshots->len;
  target = find_clock (set, self->target);
  if (row > 0 && target < n && readings[target].ts < get_time (set, row - 1, target))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      /* The binary search for a reading requires a monotonic clock. */
      if (row > 0 && readings[i].ts < get_time (set, row - 1, i))
        get_node (self, readings[i].clock)->is_backwards = TRUE;
      g_array_append_val (set->times, readings[i].ts);
      join_groups (self->groups, readings[0].clock, readings[i].clock);
    }
  g_array_append_val (set->snapshots, snapshot);
  return TRUE;
}

/**
 * tv_perfetto_clock_paths_pass:
 * @readings: the readings of the snapshot, one per clock
 * @n: number of readings
 *
 * Allows early paths to use the clocks of a snapshot. Called when decoding reaches the snapshot in the file.
 */
void
tv_perfetto_clock_paths_pass (TvPerfettoClockPaths *self,
                              const TvPerfettoReading *readings,
                              guint n)
{
  for (guint i = 0; i < n; i++)
    join_groups (self->seen_groups, readings[0].clock, readings[i].clock);
}

/* Returns whether a snapshot contains the clock and at least one other clock. */
gboolean
tv_perfetto_clock_paths_is_synchronized (const TvPerfettoClockPaths *self, guint32 clock)
{
  const GArray *sets = clock < self->nodes->len ? get_node (self, clock)->sets : NULL;

  for (guint i = 0; sets != NULL && i < sets->len; i++)
    if (get_set (self, g_array_index (sets, guint32, i))->n > 1)
      return TRUE;
  return FALSE;
}

/* ---- Paths ---- */

static gboolean
is_seen (const Set *set, guint32 n_seen)
{
  return set->snapshots->len > 0 && get_snapshot (set, 0) < n_seen;
}

/* Visits the clocks of a set that the search has not reached yet. Returns whether the target is one of them. */
static gboolean
visit_clocks (TvPerfettoClockPaths *self, guint32 at, guint32 by, GArray *queue)
{
  const Set *set = get_set (self, by);

  for (guint i = 0; i < set->n && self->n_visited++ < MAX_SEARCHED; i++)
    {
      guint32 to = set->clocks[i];
      Node *node = get_node (self, to);

      if (node->search == self->n_searches)
        continue;
      node->search = self->n_searches;
      node->before = at;
      node->by = by;
      node->hops = get_node (self, at)->hops + 1;
      if (to == self->target)
        return TRUE;
      g_array_append_val (queue, to);
    }
  return FALSE;
}

/* Searches for the target breadth-first, starting from a clock. Returns whether it was found. */
static gboolean
search (TvPerfettoClockPaths *self, guint32 from, guint32 n_seen)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->n_searches++;
  get_node (self, from)->search = self->n_searches;
  get_node (self, from)->hops = 0;
  g_array_append_val (queue, from);
  for (guint i = 0; i < queue->len; i++)
    {
      guint32 at = g_array_index (queue, guint32, i);
      const Node *node = get_node (self, at);

      if (node->is_backwards || node->hops == MAX_HOPS)
        continue;
      for (guint j = 0; j < node->sets->len && self->n_visited++ < MAX_SEARCHED; j++)
        {
          guint32 by = g_array_index (node->sets, guint32, j);

          if (is_seen (get_set (self, by), n_seen) && visit_clocks (self, at, by, queue))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_path (TvPerfettoClockPaths *self, guint32 from, guint32 n_seen, Path *out)
{
  if (!search (self, from, n_seen))
    return FALSE;
  out->n_hops = get_node (self, self->target)->hops;
  for (guint32 at = self->target, i = out->n_hops; at != from; at = get_node (self, at)->before)
    {
      const Node *node = get_node (self, at);
      const Set *set = get_set (self, node->by);

      out->hops[--i] = (Hop){ set, find_clock (set, node->before), find_clock (set, at) };
    }
  return TRUE;
}

/* Returns the number of the set's snapshots before snapshot @n_seen. Snapshots are in file order. */
static guint
count_seen (const Set *set, guint32 n_seen)
{
  guint first = 0, end = set->snapshots->len;

  if (get_snapshot (set, end - 1) < n_seen)
    return end;
  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (get_snapshot (set, middle) < n_seen)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the index of the last of the first @n readings that is not later than a timestamp, or 0 if there is none. */
static guint
find_reading (const Set *set, guint which, guint n, gint64 ts)
{
  guint first = 0, end = n;

  while (end - first > 1)
    {
      guint middle = first + (end - first) / 2;

      if (get_time (set, middle, which) <= ts)
        first = middle;
      else
        end = middle;
    }
  return first;
}

/* Adds a hop to an interval: clips the interval to the timestamps to which the same reading applies, and adds the
 * hop's offset. Converts @ts from the hop's first clock to its second. Returns FALSE on overflow. */
static gboolean
add_hop (Interval *self, const Hop *hop, gint64 *ts)
{
  const Set *set = hop->set;
  guint n = count_seen (set, self->n_seen), i = find_reading (set, hop->from, n, *ts);
  gint64 from = get_time (set, i, hop->from), ahead, edge;

  if (i > 0 && !__builtin_sub_overflow (from, self->ahead, &edge))
    self->start = MAX (self->start, edge);
  if (i + 1 < n && !__builtin_sub_overflow (get_time (set, i + 1, hop->from), self->ahead, &edge))
    self->end = MIN (self->end, edge);
  return !__builtin_sub_overflow (get_time (set, i, hop->to), from, &ahead) &&
         !__builtin_add_overflow (*ts, ahead, ts) &&
         !__builtin_add_overflow (self->ahead, ahead, &self->ahead);
}

static gboolean
follow (Path *path, guint32 n_seen, gint64 ts, gint64 *out)
{
  Interval *last = &path->last;
  Interval found = { G_MININT64, G_MAXINT64, 0, n_seen };

  if (G_LIKELY (n_seen == last->n_seen && ts >= last->start && ts < last->end))
    return !__builtin_add_overflow (ts, last->ahead, out);
  *out = ts;
  for (guint i = 0; i < path->n_hops; i++)
    if (!add_hop (&found, &path->hops[i], out))
      return FALSE;
  *last = found;
  return TRUE;
}

/* Returns: (nullable): the path from a clock to the target; searches for the path if it is not cached */
static Path *
get_path (TvPerfettoClockPaths *self,
          GPtrArray *paths,
          GArray *groups,
          guint32 clock,
          guint32 n_seen)
{
  Path *path;

  if (paths->len <= clock)
    g_ptr_array_set_size (paths, (gint) self->nodes->len);
  path = paths->pdata[clock];
  if (path == NULL)
    {
      if (find_group (groups, clock) != find_group (groups, self->target))
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
 * tv_perfetto_clock_paths_convert:
 * @self: clock paths with all snapshots
 * @n_seen: number of snapshots passed so far
 * @ts: timestamp on @clock, in ns
 * @out: (out): the same time on the target clock, in ns
 *
 * Converts a timestamp with the snapshots passed so far. If these do not suffice, uses all snapshots.
 *
 * Returns: %FALSE if no path leads to the target, or on overflow
 */
gboolean
tv_perfetto_clock_paths_convert (TvPerfettoClockPaths *self,
                                 guint32 clock,
                                 guint32 n_seen,
                                 gint64 ts,
                                 gint64 *out)
{
  Path *path;

  *out = ts;
  if (clock == self->target)
    return TRUE;
  path = clock < self->paths->len ? self->paths->pdata[clock] : NULL;
  if (G_LIKELY (path != NULL && path->is_found))
    return follow (path, n_seen, ts, out);
  if (!tv_perfetto_clock_paths_is_synchronized (self, clock))
    return FALSE;
  path = get_path (self, self->paths, self->seen_groups, clock, n_seen);
  if (path != NULL)
    return follow (path, n_seen, ts, out);
  path = get_path (self, self->late_paths, self->groups, clock, G_MAXUINT32);
  return path != NULL && follow (path, G_MAXUINT32, ts, out);
}

/**
 * tv_perfetto_clock_paths_get_sync_point:
 * @target_ts: (out): reading of the target, in ns
 * @clock_ts: (out): reading of @clock, in ns
 *
 * Gets the readings of the first snapshot that contains both the target and the clock.
 *
 * Returns: whether there is such a snapshot
 */
gboolean
tv_perfetto_clock_paths_get_sync_point (const TvPerfettoClockPaths *self,
                                        guint32 clock,
                                        gint64 *target_ts,
                                        gint64 *clock_ts)
{
  const GArray *sets = clock < self->nodes->len ? get_node (self, clock)->sets : NULL;
  guint32 first = G_MAXUINT32;

  for (guint i = 0; sets != NULL && i < sets->len; i++)
    {
      const Set *set = get_set (self, g_array_index (sets, guint32, i));
      guint target = find_clock (set, self->target);

      if (target == set->n || !is_seen (set, first))
        continue;
      first = get_snapshot (set, 0);
      *target_ts = get_time (set, 0, target);
      *clock_ts = get_time (set, 0, find_clock (set, clock));
    }
  return first != G_MAXUINT32;
}
