/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/frame-cache.h"

/* A hash table to which rows are only added. Used by the readers of perf.data and simpleperf reports. Does not own
 * the frames. */

typedef struct
{
  guint64 file_offset;
  guint64 address;
  guint32 frame;
} Entry;

void
tv_frame_cache_init (TvFrameCache *self)
{
  *self = (TvFrameCache){ .seed = tv_row_table_seed () };
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
}

void
tv_frame_cache_clear (TvFrameCache *self)
{
  g_array_unref (self->entries);
  tv_row_table_clear (&self->rows);
}

static guint32
hash_address (const TvFrameCache *self, guint64 file_offset, guint64 address)
{
  return (guint32) tv_hash_word (tv_hash_word (tv_hash_word (self->seed, address), file_offset), 0);
}

/* Returns the frame at a location, or TV_NONE if it is not cached. */
guint32
tv_frame_cache_find (TvFrameCache *self, guint64 file_offset, guint64 address)
{
  guint32 hash = hash_address (self, file_offset, address), row;

  for (guint32 slot = hash; (row = tv_row_table_next (&self->rows, hash, &slot)) != TV_NONE;)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, row);

      if (entry->address == address && entry->file_offset == file_offset)
        return entry->frame;
    }
  return TV_NONE;
}

/* Adds the frame at a location that is not cached yet. */
void
tv_frame_cache_add (TvFrameCache *self, guint64 file_offset, guint64 address, guint32 frame)
{
  Entry entry = { file_offset, address, frame };

  tv_row_table_add (&self->rows, hash_address (self, file_offset, address), self->entries->len);
  g_array_append_val (self->entries, entry);
}
