/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-call-counts.h"

#include "core/memory/parallel.h"

/* The second pass over the file: counts the calls per thread, finds the called methods and the range of times. Called
 * by packet-reader.c. Each worker counts in its own segment; merge() sums the segments on the calling thread. */

typedef struct
{
  _Alignas(TV_CACHE_LINE) TvPacketCallCounts found;
  TvIdMap seen; /* ids of the methods found so far; no values */
  guint first;  /* index of the segment's first block */
  guint end;
} Segment;

typedef struct
{
  TvPacketBlocks *blocks;
  Segment segments[TV_READ_MAX_WORKERS];
} Counting;

static G_GNUC_NO_INLINE void
add_method (Segment *self, guint64 id, gsize file_offset)
{
  tv_id_map_set (&self->seen, id, 0);
  g_array_append_val (self->found.methods, ((TvPacketMethod){ id, file_offset }));
}

G_ALWAYS_INLINE static inline void
count_block (Segment *self, TvPacketBlockWalk *walk, TvEntryLayout layout)
{
  TvPacketCallCounts *found = &self->found;
  TvTimeRange time = found->time, cpu = found->cpu;
  TvEntryCursor cursor = walk->cursor;
  const guint8 *at = cursor.at;
  guint32 n_entered = 0;
  guint64 n = 0;
  TvEntry entry;

  for (; tv_entry_next (&cursor, layout, &entry); at = cursor.at)
    {
      n++;
      tv_time_range_add (&time, entry.time);
      if (layout.is_dual)
        tv_time_range_add (&cpu, entry.cpu);
      if (G_UNLIKELY (entry.action == 3))
        {
          if (found->n_reserved++ == 0)
            found->first_reserved = tv_packet_block_walk_file_offset (walk, at);
          continue;
        }
      n_entered += entry.action == 0;
      if ((entry.action == 0 || tv_entry_names_method (layout.kind)) &&
          G_UNLIKELY (tv_id_map_find (&self->seen, entry.method) == TV_NONE))
        add_method (self, entry.method, tv_packet_block_walk_file_offset (walk, at));
    }
  walk->cursor = cursor;
  found->time = time;
  found->cpu = cpu;
  found->n_entered[walk->block->thread] += n_entered;
  found->n_records += n;
}

static void
check_end (TvPacketCallCounts *self, const TvPacketBlockWalk *walk)
{
  const TvEntryCursor *cursor = &walk->cursor;

  if (cursor->at == cursor->end || walk->block->is_cut || self->n_bad++ > 0)
    return;
  self->first_bad = tv_packet_block_walk_file_offset (walk, cursor->at);
  self->bad_bytes = (gsize) (cursor->end - cursor->at);
}

/* Counts the calls of one segment; a #TvParallelTask. */
static void
count_calls (guint task, gpointer data)
{
  Counting *counting = data;
  Segment *self = &counting->segments[task];
  TvPacketBlockWalk walk;

  tv_packet_block_walk_init_segment (&walk, counting->blocks, self->first, self->end);
  while (tv_packet_block_walk_next (&walk))
    {
#define COUNT(layout) count_block (self, &walk, layout)
      TV_FOR_ENTRY_LAYOUT (counting->blocks->layout, COUNT)
#undef COUNT
      check_end (&self->found, &walk);
    }
  tv_packet_block_walk_clear (&walk);
}

static void
init_found (TvPacketCallCounts *self, guint n_threads)
{
  *self = (TvPacketCallCounts){ .n_entered = g_new0 (guint32, n_threads),
                                .methods = g_array_new (FALSE, FALSE, sizeof (TvPacketMethod)) };
}

static void
merge_ranges (TvTimeRange *self, const TvTimeRange *other)
{
  if (!other->has_any)
    return;
  self->min = self->has_any ? MIN (self->min, other->min) : other->min;
  self->max = MAX (self->max, other->max);
  self->divisor = tv_time_divisor (self->divisor, other->divisor);
  self->has_any = TRUE;
}

static void
merge (TvPacketCallCounts *self, const TvPacketCallCounts *found, guint n_threads)
{
  merge_ranges (&self->time, &found->time);
  merge_ranges (&self->cpu, &found->cpu);
  if (found->n_reserved > 0 &&
      (self->n_reserved == 0 || found->first_reserved < self->first_reserved))
    self->first_reserved = found->first_reserved;
  if (found->n_bad > 0 && (self->n_bad == 0 || found->first_bad < self->first_bad))
    {
      self->first_bad = found->first_bad;
      self->bad_bytes = found->bad_bytes;
    }
  self->n_records += found->n_records;
  self->n_reserved += found->n_reserved;
  self->n_bad += found->n_bad;
  for (guint i = 0; i < n_threads; i++)
    self->n_entered[i] += found->n_entered[i];
  g_array_append_vals (self->methods, found->methods->data, found->methods->len);
}

static int
compare_methods (gconstpointer a, gconstpointer b)
{
  const TvPacketMethod *x = a, *y = b;

  return x->file_offset < y->file_offset ? -1 : x->file_offset > y->file_offset;
}

/* Divides the file into segments. Returns the number of segments. */
static guint
make_segments (Counting *self)
{
  TvPacketBlocks *blocks = self->blocks;
  gsize size = blocks->stream->input->size;
  guint n = tv_read_workers_get_max_workers (size);

  for (guint i = 0; i < n; i++)
    {
      Segment *segment = &self->segments[i];

      init_found (&segment->found, blocks->threads->len);
      tv_id_map_init (&segment->seen);
      segment->first = i > 0 ? self->segments[i - 1].end : 0;
      segment->end = i + 1 < n ? tv_packet_blocks_find (blocks, size / n * (i + 1))
                               : blocks->blocks->len;
    }
  return n;
}

/**
 * tv_packet_call_counts_init:
 * @blocks: all blocks
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Counts the calls of all entries in parallel. @self must be cleared even on failure.
 */
gboolean
tv_packet_call_counts_init (TvPacketCallCounts *self, TvPacketBlocks *blocks, GError **error)
{
  guint n_threads = blocks->threads->len;
  Counting counting = { .blocks = blocks };
  guint n = make_segments (&counting);

  init_found (self, n_threads);
  tv_parallel_run (n, count_calls, &counting);
  for (guint i = 0; i < n; i++)
    {
      merge (self, &counting.segments[i].found, n_threads);
      tv_packet_call_counts_clear (&counting.segments[i].found);
      tv_id_map_clear (&counting.segments[i].seen);
    }
  g_array_sort (self->methods, compare_methods);
  return tv_read_workers_propagate (&blocks->workers, error);
}

void
tv_packet_call_counts_clear (TvPacketCallCounts *self)
{
  g_free (self->n_entered);
  g_array_unref (self->methods);
}
