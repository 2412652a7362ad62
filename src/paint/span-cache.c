/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/span-cache.h"

/* So many lines more than are wanted are looked for when rows scroll: most of the work is the same
 * for one line as for ten. */
#define MORE_LINES 16

typedef struct
{
  guint32 first_depth;
  guint32 end_depth;
  GArray *spans;
} Entry;

struct _TvSpanCache
{
  TvSpanFinder *finder;
  const TvTrack *tracks;
  TvTimeScale scale;
  GHashTable *entries; /* by track and form */
  GPtrArray *spare;    /* of entries, to be used again */
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_array_unref (entry->spans);
  g_free (entry);
}

/**
 * tv_span_cache_new:
 * @finder: finds what is not known; must outlive the cache
 *
 * Returns: (transfer full): a cache that has yet to be started
 */
TvSpanCache *
tv_span_cache_new (TvSpanFinder *finder)
{
  TvSpanCache *self = g_new0 (TvSpanCache, 1);

  self->finder = finder;
  self->tracks = tv_trace_get_tracks (tv_span_finder_get_trace (finder), NULL);
  self->entries = g_hash_table_new (NULL, NULL);
  self->spare = g_ptr_array_new_with_free_func (entry_free);
  return self;
}

static void
spare_all (TvSpanCache *self)
{
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    g_ptr_array_add (self->spare, entry);
  g_hash_table_remove_all (self->entries);
}

void
tv_span_cache_free (TvSpanCache *self)
{
  if (self == NULL)
    return;
  spare_all (self);
  g_hash_table_unref (self->entries);
  g_ptr_array_unref (self->spare);
  g_free (self);
}

/* Whether what it finds is of this scale. */
gboolean
tv_span_cache_is_for (const TvSpanCache *self, const TvTimeScale *scale)
{
  return self->scale.start_ns == scale->start_ns && self->scale.end_ns == scale->end_ns &&
         self->scale.n_columns == scale->n_columns;
}

/**
 * tv_span_cache_start:
 * @self: a cache
 * @scale: what the next picture shows
 *
 * To be called before each picture. Forgets what is of another scale.
 */
void
tv_span_cache_start (TvSpanCache *self, const TvTimeScale *scale)
{
  if (tv_span_cache_is_for (self, scale))
    return;
  self->scale = *scale;
  spare_all (self);
}

static gboolean
is_full (TvSpanCache *self)
{
  GHashTableIter iter;
  gpointer entry;
  gsize n_spans = 0;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    n_spans += ((Entry *) entry)->spans->len;
  return n_spans > TV_SPAN_CACHE_MAX;
}

/* The entry of a track in a form; an empty one if nothing is known of it. */
static Entry *
get_entry (TvSpanCache *self, guint32 track, gboolean is_strip, gboolean *is_known)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) track << 1 | (is_strip != FALSE));
  Entry *entry = g_hash_table_lookup (self->entries, key);

  *is_known = entry != NULL;
  if (entry != NULL)
    return entry;
  if (is_full (self))
    spare_all (self);
  if (self->spare->len > 0)
    entry = g_ptr_array_steal_index_fast (self->spare, self->spare->len - 1);
  else
    {
      entry = g_new (Entry, 1);
      entry->spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
    }
  g_array_set_size (entry->spans, 0);
  g_hash_table_insert (self->entries, key, entry);
  return entry;
}

static void
search (TvSpanCache *self, guint32 track, guint32 first_depth, guint32 end_depth, Entry *entry)
{
  tv_span_finder_find_nested (self->finder, track, &self->scale, 0, self->scale.n_columns,
                              first_depth, end_depth, entry->spans);
}

/**
 * tv_span_cache_find_nested:
 * @self: a cache
 * @track: a track
 * @first_depth: the first depth that is wanted
 * @end_depth: the depth after the last
 *
 * Returns: (transfer none) (element-type TvTimelineSpan): what the nested chart shows, see
 *   tv_span_finder_find_nested(), of these depths and perhaps of others; until the next call
 */
const GArray *
tv_span_cache_find_nested (TvSpanCache *self, guint32 track, guint32 first_depth, guint32 end_depth)
{
  guint32 n_levels = self->tracks[track].n_levels;
  gboolean is_known;
  Entry *entry = get_entry (self, track, FALSE, &is_known);

  if (!is_known || first_depth > entry->end_depth || end_depth < entry->first_depth)
    {
      g_array_set_size (entry->spans, 0);
      entry->first_depth = first_depth;
      entry->end_depth = end_depth;
      search (self, track, first_depth, end_depth, entry);
    }
  if (first_depth < entry->first_depth)
    {
      first_depth -= MIN (first_depth, MORE_LINES);
      search (self, track, first_depth, entry->first_depth, entry);
      entry->first_depth = first_depth;
    }
  if (end_depth > entry->end_depth)
    {
      end_depth += MIN (n_levels - MIN (end_depth, n_levels), MORE_LINES);
      search (self, track, entry->end_depth, end_depth, entry);
      entry->end_depth = end_depth;
    }
  return entry->spans;
}

/**
 * tv_span_cache_find_strip:
 * @self: a cache
 * @track: a track
 *
 * Returns: (transfer none) (element-type TvTimelineSpan): what its strip shows, see
 *   tv_span_finder_find_strip(); until the next call
 */
const GArray *
tv_span_cache_find_strip (TvSpanCache *self, guint32 track)
{
  gboolean is_known;
  Entry *entry = get_entry (self, track, TRUE, &is_known);

  if (!is_known)
    tv_span_finder_find_strip (self->finder, track, &self->scale, 0, self->scale.n_columns,
                               entry->spans);
  return entry->spans;
}
