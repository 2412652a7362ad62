/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-paths-private.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/memory/large-block.h"

/* Finds the call paths of slices. Paths are numbered level by level. The slices of one level are looked up in a hash
 * table by parent path and symbol. Parents already have their final ids, so lookups are independent, and the table
 * contains only one level. The paths of a level are then sorted by parent and symbol.
 *
 * Entry point: tv_call_paths_new(), called by everything that builds call trees or profiles; call-paths-samples.c
 * finds the paths of samples. The only state that changes later is one cached pointer, with which call-values.c
 * stores the values of the whole trace. */

#define BATCH                 64u
#define ROWS_PER_CANCEL_CHECK 65536u
#define FIRST_BITS            6
#define MAX_INSERTED          16

typedef struct
{
  guint32 parent;
  TvCallName name;
  guint32 id; /* index within the level; TV_NONE for an empty slot */
} Slot;

typedef struct
{
  TvCallPaths *paths;
  const TvSlices *slices;
  guint32 n_levels;
  guint32 *
      first_rows; /* per level, index in @rows of its first slice; one additional element for the end */
  guint32 *rows; /* slices of threads, level by level */
  guint64 seed;
  Slot *slots;
  guint bits; /* binary logarithm of the number of slots; at most half of the slots are used */
  guint32 n_allocated; /* number of paths for which memory is allocated */
  GCancellable *cancellable;
} Levels;

/* ---- Rows by level ---- */

static void
list_rows (Levels *self)
{
  const TvSlices *slices = self->slices;
  TvTrace *trace = self->paths->trace;
  guint32 *of_slice = self->paths->of_slice;
  guint32 depths[BATCH], n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD)
      self->n_levels = MAX (self->n_levels, tracks[t].n_levels);
  self->first_rows = g_new0 (guint32, (gsize) self->n_levels + 2);
  self->rows = tv_large_block_new (MAX ((gsize) slices->n, 1) * sizeof *self->rows);
  for (gboolean places_rows = FALSE; places_rows <= TRUE; places_rows++)
    {
      for (guint32 t = 0; t < n_tracks; t++)
        {
          guint32 row = tracks[t].first_slice, end = row + tracks[t].n_slices;

          if (tracks[t].kind != TV_TRACK_THREAD)
            {
              for (; row < end; row++)
                of_slice[row] = TV_NONE;
              continue;
            }
          for (guint32 n; row < end; row += n)
            {
              n = MIN (BATCH, end - row);
              tv_number_column_read (&slices->depth, row, n, depths);
              for (guint32 i = 0; i < n && !places_rows; i++)
                self->first_rows[depths[i] + 2]++;
              for (guint32 i = 0; i < n && places_rows; i++)
                self->rows[self->first_rows[depths[i] + 1]++] = row + i;
            }
        }
      for (guint32 level = 2; level <= self->n_levels + 1 && !places_rows; level++)
        self->first_rows[level] += self->first_rows[level - 1];
    }
}

/* ---- Hash table of one level ---- */

static inline gsize
get_first_slot (const Levels *self, guint32 parent, TvCallName name)
{
  guint64 key = ((guint64) parent << 32 | name) ^ self->seed;

  key *= 0x9e3779b97f4a7c15u;
  key ^= key >> 32;
  return (gsize) (key * 0xd6e8feb86659fd93u >> (64 - self->bits));
}

static void
make_slots (Levels *self, guint bits)
{
  gsize bytes = sizeof (Slot) << bits;

  if (self->slots == NULL || bits != self->bits)
    {
      g_free (self->slots);
      self->slots = tv_large_block_new (bytes);
    }
  self->bits = bits;
  memset (self->slots, 0xff, bytes);
}

static void
double_slots (Levels *self)
{
  Slot *old = g_steal_pointer (&self->slots);
  gsize n = (gsize) 1 << self->bits, mask = n * 2 - 1;

  make_slots (self, self->bits + 1);
  for (gsize i = 0; i < n; i++)
    {
      gsize at;

      if (old[i].id == TV_NONE)
        continue;
      at = get_first_slot (self, old[i].parent, old[i].name);
      while (self->slots[at].id != TV_NONE)
        at = (at + 1) & mask;
      self->slots[at] = old[i];
    }
  g_free (old);
}

static void
add_path (TvCallPaths *self, guint32 *n_allocated, guint32 parent, TvCallName name)
{
  if (self->n == *n_allocated)
    {
      *n_allocated = *n_allocated > 1u << 30 ? G_MAXUINT32 : MAX (*n_allocated * 2, 64);
      self->paths = tv_large_block_resize (self->paths, (gsize) *n_allocated * sizeof *self->paths);
    }
  self->paths[self->n++] = (TvCallPath){ parent, name };
}

/* Returns: index of the path within its level, in the order of discovery; the path is added if it is new */
static guint32
look_up (Levels *self, guint32 first_path, guint32 parent, TvCallName name)
{
  gsize mask = ((gsize) 1 << self->bits) - 1, i = get_first_slot (self, parent, name);
  guint32 id;

  for (; self->slots[i].id != TV_NONE; i = (i + 1) & mask)
    if (self->slots[i].parent == parent && self->slots[i].name == name)
      return self->slots[i].id;
  id = self->paths->n - first_path;
  self->slots[i] = (Slot){ parent, name, id };
  add_path (self->paths, &self->n_allocated, parent, name);
  if (id >= mask / 2)
    double_slots (self);
  return id;
}

static void
look_up_rows (Levels *self, guint32 level, guint32 first_path)
{
  const TvSlices *slices = self->slices;
  guint32 *of_slice = self->paths->of_slice;
  guint32 parents[BATCH], end = self->first_rows[level + 1];
  TvCallName names[BATCH];

  for (guint32 first = self->first_rows[level], n; first < end; first += n)
    {
      const guint32 *rows = self->rows + first;

      n = MIN (BATCH, end - first);
      for (guint32 i = 0; i < n; i++)
        {
          guint32 parent = tv_slices_parent (slices, rows[i]);

          parents[i] = parent != TV_NONE ? of_slice[parent] : TV_CALL_PATH_ROOT;
          names[i] = tv_slices_symbol (slices, rows[i]);
          __builtin_prefetch (&self->slots[get_first_slot (self, parents[i], names[i])], 1);
        }
      for (guint32 i = 0; i < n; i++)
        of_slice[rows[i]] = look_up (self, first_path, parents[i], names[i]);
    }
}

/* ---- Order within a level ---- */

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  guint64 left = *(const guint64 *) a, right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

static void
sort_keys (guint64 *keys, guint32 n)
{
  if (n > MAX_INSERTED)
    {
      qsort (keys, n, sizeof *keys, compare_keys);
      return;
    }
  for (guint32 i = 1; i < n; i++)
    {
      guint64 key = keys[i];
      guint32 at = i;

      for (; at > 0 && keys[at - 1] > key; at--)
        keys[at] = keys[at - 1];
      keys[at] = key;
    }
}

/* Sorts the paths from index @first_path on by parent and name. Their parents start at index @first_caller.
 *
 * Returns: (transfer full): new index of each path, in the order of discovery */
static guint32 *
sort_paths (TvCallPaths *self, guint32 first_caller, guint32 first_path)
{
  guint32 n = self->n - first_path, n_callers = first_path - first_caller;
  g_autofree guint32 *ends = tv_large_block_new_cleared (((gsize) n_callers + 1) * sizeof *ends);
  g_autofree guint64 *keys = tv_large_block_new (MAX ((gsize) n, 1) * sizeof *keys);
  guint32 *numbers = tv_large_block_new (MAX ((gsize) n, 1) * sizeof *numbers);
  TvCallPath *paths = self->paths + first_path;
  guint32 begin = 0;

  for (guint32 i = 0; i < n; i++)
    ends[paths[i].parent - first_caller + 1]++;
  for (guint32 caller = 1; caller <= n_callers; caller++)
    ends[caller] += ends[caller - 1];
  for (guint32 i = 0; i < n; i++)
    keys[ends[paths[i].parent - first_caller]++] = (guint64) paths[i].name << 32 | i;
  for (guint32 caller = 0; caller < n_callers; begin = ends[caller++])
    {
      sort_keys (keys + begin, ends[caller] - begin);
      for (guint32 i = begin; i < ends[caller]; i++)
        {
          numbers[(guint32) keys[i]] = first_path + i;
          paths[i] = (TvCallPath){ first_caller + caller, (TvCallName) (keys[i] >> 32) };
        }
    }
  return numbers;
}

static void
add_level (Levels *self, guint32 level, guint32 first_caller)
{
  guint32 first_path = self->paths->n, *of_slice = self->paths->of_slice;
  g_autofree guint32 *numbers = NULL;

  make_slots (self, FIRST_BITS);
  look_up_rows (self, level, first_path);
  numbers = sort_paths (self->paths, first_caller, first_path);
  for (guint32 i = self->first_rows[level]; i < self->first_rows[level + 1]; i++)
    of_slice[self->rows[i]] = numbers[of_slice[self->rows[i]]];
}

/* Finds the paths of all slices of threads. Returns FALSE if cancelled. */
static gboolean
find_of_slices (TvCallPaths *self, GCancellable *cancellable)
{
  Levels levels = { .paths = self,
                    .slices = tv_trace_get_slices (self->trace),
                    .seed = (guint64) g_random_int () << 32 | g_random_int (),
                    .cancellable = cancellable };
  guint32 first_caller = 0, n_since_check = 0;
  gboolean is_cancelled = FALSE;

  self->of_slice = tv_large_block_new (MAX ((gsize) levels.slices->n, 1) * sizeof *self->of_slice);
  list_rows (&levels);
  add_path (self, &levels.n_allocated, TV_NONE, tv_call_name (TV_CALL_EVERYTHING, TV_NONE));
  for (guint32 level = 0; level < levels.n_levels && !is_cancelled; level++)
    {
      guint32 first_path = self->n;

      add_level (&levels, level, first_caller);
      first_caller = first_path;
      n_since_check += levels.first_rows[level + 1] - levels.first_rows[level];
      if (n_since_check >= ROWS_PER_CANCEL_CHECK)
        {
          is_cancelled = g_cancellable_is_cancelled (cancellable);
          n_since_check = 0;
        }
    }
  self->paths = tv_large_block_resize (self->paths, (gsize) self->n * sizeof *self->paths);
  g_free (levels.first_rows);
  g_free (levels.rows);
  g_free (levels.slots);
  return !is_cancelled;
}

/* ---- All paths ---- */

/**
 * tv_call_paths_new:
 * @trace: a trace
 * @source: %TV_CALLS_OF_SLICES for the slices of threads, or a kind of samples
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Finds all call paths of a source. Visits all slices or all stacks once, so call it on a worker.
 *
 * Returns: (transfer full) (nullable): the paths of @source; %NULL if cancelled
 */
TvCallPaths *
tv_call_paths_new (TvTrace *trace, guint32 source, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallPaths) self = g_new0 (TvCallPaths, 1);
  guint32 n_symbols;

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->source = source;
  self->without_stack = TV_NONE;
  tv_trace_get_symbols (trace, &n_symbols);
  g_assert (n_symbols < TV_CALL_NO_ID);
  if (!(source != TV_CALLS_OF_SLICES ? tv_call_paths_find_of_samples
                                     : find_of_slices) (self, cancellable))
    {
      tv_error_set_cancelled (error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

TvCallPaths *
tv_call_paths_ref (TvCallPaths *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_call_paths_unref (TvCallPaths *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->cached != NULL)
    self->free_cached (self->cached);
  g_free (self->paths);
  g_free (self->of_slice);
  g_free (self->of_callsite);
  g_free (self->kinds);
  g_free (self->locations);
  g_clear_object (&self->trace);
  g_free (self);
}

TvTrace *
tv_call_paths_get_trace (const TvCallPaths *self)
{
  return self->trace;
}

guint32
tv_call_paths_get_source (const TvCallPaths *self)
{
  return self->source;
}

/**
 * tv_call_paths_get:
 * @self: call paths
 * @n: (out): number of paths
 *
 * Returns: (array length=n): all paths, level by level; siblings are adjacent
 */
const TvCallPath *
tv_call_paths_get (const TvCallPaths *self, guint32 *n)
{
  *n = self->n;
  return self->paths;
}

/* Returns: (transfer none) (nullable): the object that tv_call_paths_cache() stored; %NULL if there is none */
gpointer
tv_call_paths_get_cached (TvCallPaths *self)
{
  return g_atomic_pointer_get (&self->cached);
}

/**
 * tv_call_paths_cache:
 * @self: call paths
 * @cached: (transfer full): object that is expensive to compute and depends only on the paths
 * @free_cached: function that frees the object; must be the same in all calls
 *
 * Stores an object with the paths. If one is already stored, frees @cached instead.
 *
 * Returns: (transfer none): the stored object, which another thread may have created
 */
gpointer
tv_call_paths_cache (TvCallPaths *self, gpointer cached, GDestroyNotify free_cached)
{
  self->free_cached = free_cached;
  if (!g_atomic_pointer_compare_and_exchange (&self->cached, NULL, cached))
    free_cached (cached);
  return g_atomic_pointer_get (&self->cached);
}

/* Returns: (nullable): path per slice, %TV_NONE for slices that are not calls; %NULL for samples */
const guint32 *
tv_call_paths_get_of_slices (const TvCallPaths *self)
{
  return self->of_slice;
}

/* Returns the path of a slice, or %TV_NONE. */
guint32
tv_call_paths_get_of_slice (const TvCallPaths *self, guint32 slice)
{
  return self->of_slice != NULL && slice != TV_NONE ? self->of_slice[slice] : TV_NONE;
}

/**
 * tv_call_paths_get_rows:
 * @self: call paths of samples
 *
 * Returns: (transfer none): rows of the samples
 */
const TvKindRows *
tv_call_paths_get_rows (const TvCallPaths *self)
{
  return &self->rows;
}

/* Returns the path of a sample, or %TV_NONE if the sample is not of the kind of the paths. */
guint32
tv_call_paths_get_of_sample (const TvCallPaths *self, guint32 sample)
{
  guint32 callsite;

  if (self->of_callsite == NULL || !tv_kind_rows_has (&self->rows, sample))
    return TV_NONE;
  callsite = self->rows.callsite[sample];
  return callsite != TV_NONE ? self->of_callsite[callsite] : self->without_stack;
}

/**
 * tv_call_paths_get_kind:
 * @self: call paths
 * @name: name of a path
 *
 * Returns: kind of the code, see tv_symbol_kinds_new(); %TV_FRAME_OTHER for the paths of calls
 */
TvFrameKind
tv_call_paths_get_kind (const TvCallPaths *self, TvCallName name)
{
  guint32 symbol = tv_call_name_get_symbol (name);

  return self->kinds != NULL && symbol != TV_NONE ? (TvFrameKind) self->kinds[symbol]
                                                  : TV_FRAME_OTHER;
}

/* Returns: (nullable): source location of the code, from the frames of stacks; %NULL for the paths of calls */
const TvSourceLocation *
tv_call_paths_get_source_location (const TvCallPaths *self, TvCallName name)
{
  guint32 symbol = tv_call_name_get_symbol (name);

  return self->locations != NULL && symbol != TV_NONE ? &self->locations[symbol] : NULL;
}
