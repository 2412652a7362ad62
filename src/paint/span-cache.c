/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/span-cache.h"

typedef struct
{
  guint32 first_depth;
  guint32 end_depth;
  GArray *spans;
} Entry;

struct _TvSpanCache
{
  TvTimeScale scale;
  gboolean is_keeping;
  GHashTable *entries; /* by track and form */
  gsize n_spans;
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_array_unref (entry->spans);
  g_free (entry);
}

static gpointer
get_key (guint32 track, gboolean is_strip)
{
  return GSIZE_TO_POINTER ((gsize) track << 1 | (is_strip != FALSE));
}

TvSpanCache *
tv_span_cache_new (void)
{
  TvSpanCache *self = g_new0 (TvSpanCache, 1);

  self->entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
  return self;
}

void
tv_span_cache_free (TvSpanCache *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->entries);
  g_free (self);
}

static gboolean
is_same (const TvTimeScale *a, const TvTimeScale *b)
{
  return a->start_ns == b->start_ns && a->end_ns == b->end_ns && a->n_columns == b->n_columns;
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
  self->is_keeping = is_same (&self->scale, scale);
  if (self->is_keeping)
    return;
  self->scale = *scale;
  self->n_spans = 0;
  g_hash_table_remove_all (self->entries);
}

/* Whether it keeps the spans of this scale. */
gboolean
tv_span_cache_is_for (const TvSpanCache *self, const TvTimeScale *scale)
{
  return self->is_keeping && is_same (&self->scale, scale);
}

/**
 * tv_span_cache_find:
 * @self: a cache
 * @track: a track
 * @is_strip: whether its spans are those of a strip, which have no depth
 * @first_depth: the first depth that is wanted
 * @end_depth: the depth after the last
 * @spans: (element-type TvTimelineSpan): they are added here, in the order they were found in
 *
 * Returns: whether they are known
 */
gboolean
tv_span_cache_find (const TvSpanCache *self,
                    guint32 track,
                    gboolean is_strip,
                    guint32 first_depth,
                    guint32 end_depth,
                    GArray *spans)
{
  const Entry *entry = g_hash_table_lookup (self->entries, get_key (track, is_strip));

  if (entry == NULL)
    return FALSE;
  if (is_strip || (entry->first_depth == first_depth && entry->end_depth == end_depth))
    {
      g_array_append_vals (spans, entry->spans->data, entry->spans->len);
      return TRUE;
    }
  if (entry->first_depth > first_depth || entry->end_depth < end_depth)
    return FALSE;
  for (guint i = 0; i < entry->spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (entry->spans, TvTimelineSpan, i);

      if (span->depth >= first_depth && span->depth < end_depth)
        g_array_append_vals (spans, span, 1);
    }
  return TRUE;
}

/**
 * tv_span_cache_add:
 * @self: a cache
 * @track: a track
 * @is_strip: whether @spans are those of a strip
 * @first_depth: the first depth that was looked at
 * @end_depth: the depth after the last
 * @spans: (element-type TvTimelineSpan): all that was found in these depths
 */
void
tv_span_cache_add (TvSpanCache *self,
                   guint32 track,
                   gboolean is_strip,
                   guint32 first_depth,
                   guint32 end_depth,
                   const GArray *spans)
{
  const Entry *before = g_hash_table_lookup (self->entries, get_key (track, is_strip));
  Entry *entry;

  if (before != NULL)
    self->n_spans -= before->spans->len;
  if (self->n_spans + spans->len > TV_SPAN_CACHE_MAX)
    {
      if (before != NULL)
        g_hash_table_remove (self->entries, get_key (track, is_strip));
      return;
    }
  entry = g_new (Entry, 1);
  entry->first_depth = first_depth;
  entry->end_depth = end_depth;
  entry->spans = g_array_sized_new (FALSE, FALSE, sizeof (TvTimelineSpan), spans->len);
  g_array_append_vals (entry->spans, spans->data, spans->len);
  self->n_spans += spans->len;
  g_hash_table_replace (self->entries, get_key (track, is_strip), entry);
}
