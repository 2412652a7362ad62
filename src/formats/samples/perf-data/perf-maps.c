/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-maps.h"

/* Memory mappings of processes at the time of the current record, sorted by address. Called by perf-replay.c for
 * mmap, fork and exec records, and by perf-stacks.c to look up the mapping of an address. tv_perf_maps_get_space()
 * adds a missing process. Each change gives the address space a new version number, so that the caches of frames and
 * stacks detect the change. */

/* Maximum number of mappings in all address spaces. Only crafted files with many forks exceed it. */
#define MAX_MAPS          (1u << 22)
#define MAX_MAPS_OF_SPACE (1u << 16) /* the kernel's default limit per process */

static void
clear_space (gpointer data)
{
  g_array_unref (((TvPerfSpace *) data)->maps);
}

static guint
add_space (TvPerfMaps *self)
{
  TvPerfSpace space = { g_array_new (FALSE, FALSE, sizeof (TvPerfMap)), ++self->last_version };

  g_array_append_val (self->spaces, space);
  return self->spaces->len - 1;
}

void
tv_perf_maps_init (TvPerfMaps *self)
{
  *self = (TvPerfMaps){ .spaces = g_array_new (FALSE, FALSE, sizeof (TvPerfSpace)) };
  g_array_set_clear_func (self->spaces, clear_space);
  tv_id_map_init (&self->processes);
  add_space (self);
}

void
tv_perf_maps_clear (TvPerfMaps *self)
{
  g_array_unref (self->spaces);
  tv_id_map_clear (&self->processes);
}

/* Returns the index of a process's address space, which is added if necessary. */
guint
tv_perf_maps_get_space (TvPerfMaps *self, guint32 pid)
{
  guint32 space = tv_id_map_find (&self->processes, pid);

  if (space == TV_NONE)
    {
      space = add_space (self);
      tv_id_map_set (&self->processes, pid, space);
    }
  return space;
}

static TvPerfSpace *
get (const TvPerfMaps *self, guint space)
{
  return &g_array_index (self->spaces, TvPerfSpace, space);
}

/* Returns the index of the first mapping that ends after an address. */
static guint
find_place (const GArray *maps, guint64 address)
{
  guint first = 0, end = maps->len;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (g_array_index (maps, TvPerfMap, middle).end <= address)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/**
 * tv_perf_maps_add:
 * @self: maps
 * @space: address space
 * @map: a mapping
 *
 * Adds a mapping, which replaces the overlapping parts of existing mappings.
 */
void
tv_perf_maps_add (TvPerfMaps *self, guint space, const TvPerfMap *map)
{
  GArray *maps = get (self, space)->maps;
  guint at = find_place (maps, map->start), end = at;
  TvPerfMap new[3];
  guint n = 0;

  if (map->end <= map->start)
    return;
  if (self->n_maps >= MAX_MAPS || maps->len >= MAX_MAPS_OF_SPACE)
    {
      self->n_skipped++;
      return;
    }
  while (end < maps->len && g_array_index (maps, TvPerfMap, end).start < map->end)
    end++;
  if (at < end && g_array_index (maps, TvPerfMap, at).start < map->start)
    {
      new[n] = g_array_index (maps, TvPerfMap, at);
      new[n++].end = map->start;
    }
  new[n++] = *map;
  if (at < end && g_array_index (maps, TvPerfMap, end - 1).end > map->end)
    {
      new[n] = g_array_index (maps, TvPerfMap, end - 1);
      new[n].offset += map->end - new[n].start;
      new[n++].start = map->end;
    }
  self->n_maps += n;
  self->n_maps -= end - at;
  if (end > at)
    g_array_remove_range (maps, at, end - at);
  g_array_insert_vals (maps, at, new, n);
  get (self, space)->version = ++self->last_version;
}

/* Replaces the mappings of a new process with those of its parent. Skips them if there are too many mappings in
 * total. */
void
tv_perf_maps_fork (TvPerfMaps *self, guint32 parent, guint32 pid)
{
  guint from = tv_perf_maps_get_space (self, parent), to = tv_perf_maps_get_space (self, pid);
  GArray *maps = get (self, from)->maps;

  if (from == to)
    return;
  if (self->n_maps + maps->len > MAX_MAPS)
    {
      self->n_skipped += maps->len;
      return;
    }
  self->n_maps -= get (self, to)->maps->len;
  self->n_maps += maps->len;
  g_array_set_size (get (self, to)->maps, 0);
  if (maps->len > 0)
    g_array_append_vals (get (self, to)->maps, maps->data, maps->len);
  get (self, to)->version = ++self->last_version;
}

/* Removes all mappings of a process, because exec replaced its program. */
void
tv_perf_maps_empty (TvPerfMaps *self, guint32 pid)
{
  guint space = tv_perf_maps_get_space (self, pid);

  self->n_maps -= get (self, space)->maps->len;
  g_array_set_size (get (self, space)->maps, 0);
  get (self, space)->version = ++self->last_version;
}

/* Returns the mapping at an address, or NULL. */
const TvPerfMap *
tv_perf_maps_find (const TvPerfMaps *self, guint space, guint64 address)
{
  const GArray *maps = get (self, space)->maps;
  guint at = find_place (maps, address);

  if (at == maps->len || g_array_index (maps, TvPerfMap, at).start > address)
    return NULL;
  return &g_array_index (maps, TvPerfMap, at);
}
