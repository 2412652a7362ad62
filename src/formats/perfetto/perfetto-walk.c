/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-walk.h"

#include <pthread.h>

#include "core/memory/parallel.h"
#include "formats/input/packed-block.h"

/* The file is a single message with repeated field 1. Each field is a packet:
 *
 *   0a LENGTH packet   0a LENGTH packet   0a LENGTH (packed: 0a LENGTH packet  0a …)   …
 *
 * Two workers take batches of packets in turn. Each worker executes all steps of its batch, so that the packets stay
 * in its CPU cache. At any time, at most one worker finds packets, one visits packets, and one runs the background
 * work. Batches are visited in order:
 *
 *   worker 1   find 1 │ parse 1 │ visit 1 │ aside 1 │ find 3 │ parse 3 │ visit 3 │ aside 3 │
 *   worker 2            find 2  │ parse 2 │ visit 2 │ aside 2 │ find 4 │ parse 4 │ visit 4 │ aside 4
 *
 * To find packets, only their sizes are read. A worker waits only for batches that another worker has already
 * taken, so the walk also works with a single thread. Entry point: tv_perfetto_walk(), called by
 * perfetto-fragments.c, the cutter and the clock reader. All state is in Walking and exists only during the call.
 * Visit functions run on changing threads, but never two at a time. */

#define N_WORKERS     2
#define FIRST_PACKETS 32 /* initial capacity of a batch; grows up to BATCH_PACKETS */
#define BATCH_PACKETS 8192
#define BATCH_BYTES   (1024 * 1024) /* total size of packets at which a batch ends */
#define BLOCK_BYTES                                                                                \
  (2 * 1024 * 1024) /* total size of decompressed blocks at which parsing pauses for a visit */

#define KEY_PACKET (TV_PERFETTO_PACKET_FIELD << 3 | TV_PROTO_BYTES)

/* A packet whose position in the file is known, but which has not been parsed. */
typedef struct
{
  TvSpan bytes;
  guint64 file_offset;
} Found;

/* A malformed packet, or a block with malformed packets. */
typedef struct
{
  guint n_before; /* number of parsed packets before the malformed data */
  guint64 file_offset;
  gboolean is_packet;
} Bad;

/* A batch: packets, and the buffers that contain their bytes. */
typedef struct
{
  TvInputWindow window;
  Found *found;
  guint n_found;
  guint n_parsed; /* number of packets in @found that have been parsed */
  guint n_found_allocated;
  gsize n_found_bytes;

  GBytes *block; /* (nullable) decompressed packets, partially parsed */
  TvProto block_rest;
  gboolean block_is_cut;
  guint64 block_file_offset;
  GPtrArray *unpacked; /* GBytes: decompressed blocks */
  gsize n_unpacked;    /* size of @unpacked in bytes */

  TvPerfettoPacket *packets;
  guint n;
  guint n_allocated;
  gsize n_bytes;  /* size of the packets in bytes */
  GArray *bad;    /* Bad, in packet order */
  gpointer store; /* (nullable): see #TvPerfettoPreparation */
  GError *failed; /* (nullable) error that occurred after the packets */
} Batch;

typedef struct
{
  TvPerfettoWalk *walk;
  Batch *batches[N_WORKERS]; /* each aligned to a cache line */

  pthread_mutex_t finding;
  gsize at;         /* file offset of the next field */
  gboolean is_read; /* whether no more packets can be found */
  guint n_taken;    /* number of batches that have been taken */

  pthread_mutex_t lock;
  pthread_cond_t changed;
  guint visiting; /* index of the batch whose packets may be visited next */
  guint adding;   /* index of the batch whose background work may run next */

  gint is_done;  /* atomic: whether the visit function stopped the walk, or the walk failed */
  GError *error; /* (nullable): first error */
} Walking;

/* ---- Finding ---- */

/* Returns bytes of the file. Returns NULL on error, or if the window would have to move although packets of the batch
 * refer to it. */
static const guint8 *
peek (Walking *self, Batch *batch, gsize offset, gsize size, gsize *available)
{
  gsize rest = self->walk->input->size - offset;

  if (!tv_input_window_shows (&batch->window, offset, MIN (size, rest)))
    {
      if (batch->n_found > 0)
        return NULL;
      size = MAX (size, BATCH_BYTES);
    }
  return tv_input_window_peek (&batch->window, offset, size, available, &batch->failed);
}

static void
end_cut (Walking *self)
{
  self->walk->cut_at = (gint64) (self->walk->base_offset + self->at);
  self->is_read = TRUE;
}

static void
add_found (Batch *batch, TvSpan bytes, guint64 file_offset)
{
  if (batch->n_found == batch->n_found_allocated)
    {
      batch->n_found_allocated = MAX (batch->n_found_allocated * 2, FIRST_PACKETS);
      batch->found = g_renew (Found, batch->found, batch->n_found_allocated);
    }
  batch->found[batch->n_found++] = (Found){ bytes, file_offset };
  batch->n_found_bytes += bytes.size;
}

/* Reads the next field of the file. Adds the field to the batch if it is a packet. Returns FALSE at the end of the
 * batch or of the file. */
static gboolean
read_field (Walking *self, Batch *batch)
{
  TvPerfettoWalk *walk = self->walk;
  guint64 file_offset = walk->base_offset + self->at;
  gsize available;
  const guint8 *bytes = peek (self, batch, self->at, TV_PERFETTO_FIELD_HEADER_BYTES, &available);
  TvPerfettoFieldHeader field_header;

  if (bytes == NULL || available == 0)
    {
      self->is_read = bytes != NULL || batch->failed != NULL;
      return FALSE;
    }
  if (!tv_perfetto_field_header_parse (bytes, MIN (available, TV_PERFETTO_FIELD_HEADER_BYTES),
                                       &field_header))
    {
      if (available < TV_PERFETTO_FIELD_HEADER_BYTES)
        walk->cut_at = (gint64) file_offset;
      else
        walk->broken_at = (gint64) file_offset;
      self->is_read = TRUE;
      return FALSE;
    }
  if (field_header.size > walk->input->size - self->at - field_header.header)
    {
      end_cut (self);
      return FALSE;
    }
  if (field_header.number == TV_PERFETTO_PACKET_FIELD && field_header.type == TV_PROTO_BYTES)
    {
      if (G_UNLIKELY (available < field_header.header + field_header.size))
        {
          bytes = peek (self, batch, self->at, field_header.header + field_header.size, &available);
          if (bytes == NULL)
            {
              self->is_read = batch->failed != NULL;
              return FALSE;
            }
          if (available < field_header.header + field_header.size)
            {
              end_cut (self);
              return FALSE;
            }
        }
      add_found (batch, (TvSpan){ (const char *) bytes + field_header.header, field_header.size },
                 file_offset);
    }
  self->at += field_header.header + field_header.size;
  return TRUE;
}

/* Returns whether the batch has space for another unparsed packet. */
static inline gboolean
has_space_for_found (const Batch *batch)
{
  return batch->n_found < BATCH_PACKETS && batch->n_found_bytes < BATCH_BYTES;
}

/* Finds packets in the bytes that the window shows. Stops before any other field, which read_field() handles. */
static void
find_in_window (Walking *self, Batch *batch)
{
  gsize available, rest = self->walk->input->size - self->at;
  guint64 file_offset = self->walk->base_offset + self->at;
  const guint8 *bytes;

  if (rest < TV_PERFETTO_FIELD_HEADER_BYTES ||
      !tv_input_window_shows (&batch->window, self->at, TV_PERFETTO_FIELD_HEADER_BYTES))
    return;
  bytes = peek (self, batch, self->at, TV_PERFETTO_FIELD_HEADER_BYTES, &available);
  while (available >= TV_PERFETTO_FIELD_HEADER_BYTES && *bytes == KEY_PACKET &&
         has_space_for_found (batch))
    {
      TvProto proto = { bytes + 1, bytes + TV_PERFETTO_FIELD_HEADER_BYTES };
      guint64 size;
      gsize n;

      if (!tv_proto_take_varint (&proto, &size) || size > available - (gsize) (proto.at - bytes))
        break;
      add_found (batch, (TvSpan){ (const char *) proto.at, (gsize) size }, file_offset);
      n = (gsize) (proto.at - bytes) + (gsize) size;
      bytes += n;
      available -= n;
      file_offset += n;
    }
  self->at = file_offset - self->walk->base_offset;
}

/* Finds the packets of the next batch, and sets the batch's index. Returns FALSE if there are no more packets. */
static gboolean
take_batch (Walking *self, Batch *batch, guint *index)
{
  batch->n_found = batch->n_parsed = 0;
  batch->n_found_bytes = 0;
  pthread_mutex_lock (&self->finding);
  while (!self->is_read && !g_atomic_int_get (&self->is_done) && has_space_for_found (batch))
    if (self->at >= self->walk->input->size)
      self->is_read = TRUE;
    else if (!read_field (self, batch))
      break;
    else
      find_in_window (self, batch);
  if (batch->n_found > 0 || batch->failed != NULL)
    {
      *index = self->n_taken++;
      pthread_mutex_unlock (&self->finding);
      return TRUE;
    }
  pthread_mutex_unlock (&self->finding);
  return FALSE;
}

/* ---- Parsing ---- */

/* Returns whether the batch has space for another parsed packet. */
static gboolean
has_space (const Batch *batch)
{
  return batch->n < BATCH_PACKETS && batch->n_bytes < BATCH_BYTES;
}

/* Returns whether the batch has space for another block. Limits the size of blocks separately, because a block may
 * contain no packets. */
static gboolean
has_space_for_block (const Batch *batch)
{
  return has_space (batch) && batch->n_unpacked < BLOCK_BYTES;
}

static void
add_bad (Batch *batch, guint64 file_offset, gboolean is_packet)
{
  Bad bad = { batch->n, file_offset, is_packet };

  g_array_append_val (batch->bad, bad);
}

/* Parses a packet. If the packet contains compressed packets, sets @packed; otherwise, adds the packet to the batch. */
static void
add_packet (const TvPerfettoWalk *walk,
            Batch *batch,
            TvSpan bytes,
            guint64 file_offset,
            TvProtoField *packed)
{
  TvPerfettoPacket *packet;

  if (batch->n == batch->n_allocated)
    {
      batch->n_allocated = MAX (batch->n_allocated * 2, FIRST_PACKETS);
      batch->packets = g_renew (TvPerfettoPacket, batch->packets, batch->n_allocated);
    }
  packet = &batch->packets[batch->n];
  *packet = (TvPerfettoPacket){ .file_offset = file_offset };
  if (!tv_perfetto_packet_parse (bytes, packet, packed))
    {
      packed->number = 0;
      add_bad (batch, file_offset, TRUE);
      return;
    }
  if (packed->number != 0)
    return;
  packet->store = batch->store;
  if (walk->preparation != NULL)
    walk->preparation->prepare (batch->store, packet);
  batch->n++;
  batch->n_bytes += bytes.size;
}

/* Decompresses a block of packets. Returns FALSE and sets the error of the batch if the block is damaged. */
static gboolean
open_block (const TvPerfettoWalk *walk,
            Batch *batch,
            const TvProtoField *packed,
            guint64 file_offset)
{
  TvSpan span;

  batch->block_is_cut = FALSE;
  batch->block = tv_packed_block_unpack (
      packed->number == TV_PERFETTO_ZSTD_PACKETS ? TV_PACKED_ZSTD : TV_PACKED_ZLIB,
      (const guint8 *) packed->bytes.text, packed->bytes.size, walk->context->cancellable,
      &batch->block_is_cut, &batch->failed);
  if (batch->block == NULL)
    return FALSE;
  span.text = g_bytes_get_data (batch->block, &span.size);
  batch->block_rest = tv_proto_open (span);
  batch->block_file_offset = file_offset;
  return TRUE;
}

/* Parses packets of the open block until the batch is full or the block ends. A nested block is invalid. */
static void
parse_block (const TvPerfettoWalk *walk, Batch *batch)
{
  TvProtoField field, packed;

  g_ptr_array_add (batch->unpacked, g_bytes_ref (batch->block));
  batch->n_unpacked += g_bytes_get_size (batch->block);
  while (has_space (batch))
    {
      if (!tv_proto_next (&batch->block_rest, &field))
        {
          if (batch->block_is_cut || batch->block_rest.at != batch->block_rest.end)
            add_bad (batch, batch->block_file_offset, FALSE);
          g_clear_pointer (&batch->block, g_bytes_unref);
          return;
        }
      if (field.number != TV_PERFETTO_PACKET_FIELD || field.type != TV_PROTO_BYTES)
        continue;
      add_packet (walk, batch, field.bytes, batch->block_file_offset, &packed);
      if (packed.number != 0)
        add_bad (batch, batch->block_file_offset, FALSE);
    }
}

/* Parses packets that have been found, but only as many packets and decompressed blocks as fit into the batch.
 * Empties the store first. Returns whether packets remain. */
static gboolean
parse_some (const TvPerfettoWalk *walk, Batch *batch)
{
  batch->n = 0;
  batch->n_bytes = batch->n_unpacked = 0;
  g_array_set_size (batch->bad, 0);
  g_ptr_array_set_size (batch->unpacked, 0);
  if (batch->store != NULL)
    walk->preparation->empty (batch->store);
  while (has_space_for_block (batch))
    if (batch->block != NULL)
      parse_block (walk, batch);
    else if (batch->n_parsed == batch->n_found)
      return FALSE;
    else
      {
        const Found *found = &batch->found[batch->n_parsed++];
        TvProtoField packed;

        add_packet (walk, batch, found->bytes, found->file_offset, &packed);
        if (G_UNLIKELY (packed.number != 0) &&
            !open_block (walk, batch, &packed, found->file_offset))
          return FALSE;
      }
  return batch->block != NULL || batch->n_parsed < batch->n_found;
}

/* ---- Visiting ---- */

/* Waits for the turn of a batch. */
static void
wait_for_turn (Walking *self, const guint *turn, guint index)
{
  pthread_mutex_lock (&self->lock);
  while (*turn != index)
    pthread_cond_wait (&self->changed, &self->lock);
  pthread_mutex_unlock (&self->lock);
}

/* Passes the turn to the next batch. */
static void
end_turn (Walking *self, guint *turn)
{
  pthread_mutex_lock (&self->lock);
  ++*turn;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

static void
stop (Walking *self, GError *error)
{
  self->error = error;
  g_atomic_int_set (&self->is_done, TRUE);
}

/* Visits the parsed packets. Accesses no data that the other worker writes, because shared cache lines would move
 * between the CPUs for each packet. */
static void
visit_packets (Walking *self, const Batch *batch)
{
  TvPerfettoWalk *walk = self->walk;
  const TvPerfettoVisit visit = walk->visit;
  gpointer data = walk->data;
  TvPerfettoPacket *packets = batch->packets;
  guint n = batch->n, n_bad = 0;
  guint64 number = walk->n_packets;
  gboolean goes_on = TRUE;

  for (guint i = 0; goes_on; i++)
    {
      for (; G_UNLIKELY (n_bad < batch->bad->len); n_bad++)
        {
          const Bad *bad = &g_array_index (batch->bad, Bad, n_bad);

          if (bad->n_before > i)
            break;
          if (walk->n_bad++ == 0)
            walk->first_bad = bad->file_offset;
          number += bad->is_packet;
        }
      if (i == n)
        break;
      packets[i].number = number++;
      goes_on = visit (&packets[i], data);
    }
  walk->n_packets = number;
  if (!goes_on)
    stop (self, NULL);
}

/* Reports progress. Stops the walk if it is cancelled. */
static void
step (Walking *self, const Batch *batch)
{
  const TvPerfettoWalk *walk = self->walk;
  guint64 at = batch->n_found > 0 ? batch->found[batch->n_found - 1].file_offset - walk->base_offset
                                  : 0;
  double part = (double) at / (double) MAX (walk->input->size, 1);
  GError *error = NULL;

  if (!tv_read_context_step (walk->context, walk->from + (walk->to - walk->from) * part, &error))
    stop (self, error);
}

/* Parses and visits the packets of a batch, and runs the background work for them. */
static void
walk_batch (Walking *self, Batch *batch, guint index)
{
  const TvPerfettoWalk *walk = self->walk;
  const TvPerfettoAside *aside = walk->aside;
  gboolean has_more = parse_some (walk, batch);

  wait_for_turn (self, &self->visiting, index);
  while (!self->is_done)
    {
      visit_packets (self, batch);
      if (aside != NULL)
        {
          wait_for_turn (self, &self->adding, index);
          aside->pass (aside->data);
        }
      if (!has_more)
        break;
      if (aside != NULL)
        aside->run (aside->data);
      has_more = parse_some (walk, batch);
    }
  if (!self->is_done && batch->failed != NULL)
    stop (self, g_steal_pointer (&batch->failed));
  if (!self->is_done)
    step (self, batch);
  end_turn (self, &self->visiting);
  if (aside == NULL)
    return;
  wait_for_turn (self, &self->adding, index);
  aside->run (aside->data);
  end_turn (self, &self->adding);
}

/* Takes batches until there are no more. A #TvParallelTask. */
static void
walk_batches (guint task, gpointer data)
{
  Walking *self = data;
  guint index;

  while (take_batch (self, self->batches[task], &index))
    walk_batch (self, self->batches[task], index);
}

static void
walking_init (Walking *self, TvPerfettoWalk *walk)
{
  *self = (Walking){ .walk = walk };
  pthread_mutex_init (&self->finding, NULL);
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->changed, NULL);
  for (guint i = 0; i < N_WORKERS; i++)
    {
      self->batches[i] = tv_cache_lines_new (sizeof (Batch));
      *self->batches[i] = (Batch){
        .window.input = walk->input,
        .unpacked = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref),
        .bad = g_array_new (FALSE, FALSE, sizeof (Bad)),
        .store = walk->preparation != NULL ? walk->preparation->stores[i] : NULL,
      };
    }
}

static void
batch_free (Batch *self)
{
  tv_input_window_clear (&self->window);
  g_free (self->found);
  g_clear_pointer (&self->block, g_bytes_unref);
  g_ptr_array_unref (self->unpacked);
  g_free (self->packets);
  g_array_unref (self->bad);
  g_clear_error (&self->failed);
  g_aligned_free (self);
}

static void
walking_clear (Walking *self)
{
  for (guint i = 0; i < N_WORKERS; i++)
    batch_free (self->batches[i]);
  pthread_mutex_destroy (&self->finding);
  pthread_mutex_destroy (&self->lock);
  pthread_cond_destroy (&self->changed);
}

/**
 * tv_perfetto_walk:
 * @self: a walk
 * @error: set to %TV_ERROR_CANCELLED, %TV_ERROR_IO or %TV_ERROR_TOO_LARGE
 *
 * Visits all packets. Reads a truncated file up to its end. Sets @n_packets, @n_bad, @first_bad, @cut_at and
 * @broken_at.
 *
 * Returns: %FALSE with @error on failure or cancellation
 */
gboolean
tv_perfetto_walk (TvPerfettoWalk *self, GError **error)
{
  Walking walking;
  guint index;

  self->cut_at = self->broken_at = -1;
  self->n_packets = self->n_bad = 0;
  walking_init (&walking, self);
  /* Small files do not need a second thread. */
  if (take_batch (&walking, walking.batches[0], &index))
    walk_batch (&walking, walking.batches[0], index);
  if (!walking.is_read && !walking.is_done)
    tv_parallel_run (N_WORKERS, walk_batches, &walking);
  walking_clear (&walking);
  if (walking.error == NULL)
    return TRUE;
  g_propagate_error (error, walking.error);
  return FALSE;
}
