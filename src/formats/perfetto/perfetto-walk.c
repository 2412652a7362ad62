/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-walk.h"

#include "core/memory/parallel.h"
#include "formats/input/packed-block.h"

/* The file is one message with a repeated field 1. Each field is a packet:
 *
 *   0a LENGTH packet   0a LENGTH packet   0a LENGTH (packed: 0a LENGTH packet  0a …)   …
 *
 * While a batch of packets is visited, another thread reads the next one, and does the work aside on the results of the
 * previous one:
 *
 *   read    1  2  3  4
 *   visit      1  2  3  4
 *   aside         1  2  3  4
 */

#define FIRST_PACKETS 32 /* initial capacity of a batch, which grows up to BATCH_PACKETS */
#define BATCH_PACKETS 2048
#define BATCH_BYTES   (1024 * 1024)     /* size of packets after which a batch ends */
#define BLOCK_BYTES   (2 * 1024 * 1024) /* size of decompressed blocks after which it ends */

/* Packets, and the buffers with their bytes. */
typedef struct
{
  TvInputWindow window;
  GPtrArray *unpacked; /* GBytes */
  gsize n_unpacked;    /* bytes */
  TvPerfettoPacket *packets;
  guint n;
  guint n_allocated;
  gsize n_bytes;  /* size of the packets */
  gpointer store; /* (nullable) */
} Batch;

typedef struct
{
  TvPerfettoWalk *walk;
  Batch batches[2];
  guint reads;   /* index of the batch being read; the other is visited */
  gsize at;      /* offset in the file of the next read */
  GBytes *block; /* (nullable): decompressed packets, partly read */
  TvProto block_rest;
  gboolean block_is_cut;
  guint64 block_where;
  gboolean is_read;    /* the end, or the last readable packet, is reached */
  gboolean is_stopped; /* by the visitor */
  GError *failed;      /* (nullable) */
} Reading;

static void
count_bad (TvPerfettoWalk *self, guint64 where)
{
  if (self->n_bad++ == 0)
    self->first_bad = where;
}

/* ---- Reading ---- */

/* Returns whether the batch has room for another packet. */
static gboolean
has_room (const Batch *batch)
{
  return batch->n < BATCH_PACKETS && batch->n_bytes < BATCH_BYTES;
}

/* Returns whether it also has room for the packets of another block, which may contain none. */
static gboolean
has_room_for_block (const Batch *batch)
{
  return has_room (batch) && batch->n_unpacked < BLOCK_BYTES;
}

/* Adds a packet, unless it contains compressed packets. */
static void
add_packet (Reading *self, Batch *batch, TvSpan bytes, guint64 where, TvProtoField *packed)
{
  TvPerfettoWalk *walk = self->walk;
  TvPerfettoPacket *packet;

  if (batch->n == batch->n_allocated)
    {
      batch->n_allocated = MAX (batch->n_allocated * 2, FIRST_PACKETS);
      batch->packets = g_renew (TvPerfettoPacket, batch->packets, batch->n_allocated);
    }
  packet = &batch->packets[batch->n];
  *packet = (TvPerfettoPacket){ .where = where, .number = walk->n_packets };
  if (!tv_perfetto_packet_parse (bytes, packet, packed))
    {
      packed->number = 0;
      count_bad (walk, where);
      walk->n_packets++;
      return;
    }
  if (packed->number != 0)
    return;
  packet->store = batch->store;
  if (walk->preparation != NULL)
    walk->preparation->prepare (batch->store, packet);
  walk->n_packets++;
  batch->n++;
  batch->n_bytes += bytes.size;
}

/* Decompresses a block of packets. Returns FALSE with an error if it is damaged. */
static gboolean
open_block (Reading *self, const TvProtoField *packed, guint64 where)
{
  TvSpan span;

  self->block_is_cut = FALSE;
  self->block = tv_packed_block_unpack (
      packed->number == TV_PERFETTO_ZSTD_PACKETS ? TV_PACKED_ZSTD : TV_PACKED_ZLIB,
      (const guint8 *) packed->bytes.text, packed->bytes.size, self->walk->context->cancellable,
      &self->block_is_cut, &self->failed);
  if (self->block == NULL)
    return FALSE;
  span.text = g_bytes_get_data (self->block, &span.size);
  self->block_rest = tv_proto_open (span);
  self->block_where = where;
  return TRUE;
}

/* Reads packets of the open block. Nested blocks are invalid. */
static void
read_block (Reading *self, Batch *batch)
{
  TvProtoField field, packed;

  g_ptr_array_add (batch->unpacked, g_bytes_ref (self->block));
  batch->n_unpacked += g_bytes_get_size (self->block);
  while (has_room (batch))
    {
      if (!tv_proto_next (&self->block_rest, &field))
        {
          if (self->block_is_cut || self->block_rest.at != self->block_rest.end)
            count_bad (self->walk, self->block_where);
          g_clear_pointer (&self->block, g_bytes_unref);
          return;
        }
      if (field.number != TV_PERFETTO_PACKET_FIELD || field.type != TV_PROTO_BYTES)
        continue;
      add_packet (self, batch, field.bytes, self->block_where, &packed);
      if (packed.number != 0)
        count_bad (self->walk, self->block_where);
    }
}

/* Returns bytes of the file; NULL on error, or if the window would have to move while packets of the batch refer to
 * it. */
static const guint8 *
look (Reading *self, Batch *batch, gsize offset, gsize size, gsize *available)
{
  gsize rest = self->walk->input->size - offset;

  if (!tv_input_window_shows (&batch->window, offset, MIN (size, rest)))
    {
      if (batch->n > 0)
        return NULL;
      size = MAX (size, BATCH_BYTES);
    }
  return tv_input_window_look (&batch->window, offset, size, available, &self->failed);
}

static void
end_cut (Reading *self)
{
  self->walk->cut_at = (gint64) (self->walk->place + self->at);
  self->is_read = TRUE;
}

/* Reads the next field of the file. Returns FALSE at the end of the batch or of the file. */
static gboolean
read_field (Reading *self, Batch *batch)
{
  TvPerfettoWalk *walk = self->walk;
  guint64 place = walk->place + self->at;
  gsize available;
  const guint8 *bytes = look (self, batch, self->at, TV_PERFETTO_HEAD_BYTES, &available);
  TvPerfettoHead head;
  TvProtoField packed;

  if (bytes == NULL || available == 0)
    {
      self->is_read = bytes != NULL;
      return FALSE;
    }
  if (!tv_perfetto_head_parse (bytes, MIN (available, TV_PERFETTO_HEAD_BYTES), &head))
    {
      if (available < TV_PERFETTO_HEAD_BYTES)
        walk->cut_at = (gint64) place;
      else
        walk->broken_at = (gint64) place;
      self->is_read = TRUE;
      return FALSE;
    }
  if (head.size > walk->input->size - self->at - head.header)
    {
      end_cut (self);
      return FALSE;
    }
  if (head.number == TV_PERFETTO_PACKET_FIELD && head.type == TV_PROTO_BYTES)
    {
      if (G_UNLIKELY (available < head.header + head.size))
        {
          bytes = look (self, batch, self->at, head.header + head.size, &available);
          if (bytes == NULL)
            return FALSE;
          if (available < head.header + head.size)
            {
              end_cut (self);
              return FALSE;
            }
        }
      add_packet (self, batch, (TvSpan){ (const char *) bytes + head.header, head.size }, place,
                  &packed);
      if (packed.number != 0 && !open_block (self, &packed, place))
        return FALSE;
    }
  self->at += head.header + head.size;
  return TRUE;
}

/* Fills the batch that is not being visited. */
static void
read_batch (Reading *self)
{
  Batch *batch = &self->batches[self->reads];

  batch->n = 0;
  batch->n_bytes = batch->n_unpacked = 0;
  if (batch->store != NULL)
    self->walk->preparation->empty (batch->store);
  g_ptr_array_set_size (batch->unpacked, 0);
  while (has_room_for_block (batch) && !self->is_read && self->failed == NULL)
    if (self->block != NULL)
      read_block (self, batch);
    else if (self->at >= self->walk->input->size)
      self->is_read = TRUE;
    else if (!read_field (self, batch))
      break;
}

/* ---- Visiting ---- */

/* Visits a batch. Accesses no data that the reading thread writes, because shared cache lines would be transferred
 * for each packet. */
static void
visit_batch (Reading *self)
{
  const Batch batch = self->batches[1 - self->reads];
  const TvPerfettoVisit visit = self->walk->visit;
  gpointer data = self->walk->data;
  gboolean goes_on = TRUE;

  for (guint i = 0; i < batch.n && goes_on; i++)
    goes_on = visit (&batch.packets[i], data);
  self->is_stopped = !goes_on;
}

/* A #TvParallelTask. */
static void
do_task (guint task, gpointer data)
{
  Reading *self = data;

  if (task == 0)
    visit_batch (self);
  else if (task == 1)
    read_batch (self);
  else
    self->walk->aside->run (self->walk->aside->data);
}

static void
reading_init (Reading *self, TvPerfettoWalk *walk)
{
  *self = (Reading){ .walk = walk };
  for (guint i = 0; i < G_N_ELEMENTS (self->batches); i++)
    self->batches[i] = (Batch){
      .window.input = walk->input,
      .unpacked = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref),
      .store = walk->preparation != NULL ? walk->preparation->stores[i] : NULL,
    };
}

static void
reading_clear (Reading *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->batches); i++)
    {
      tv_input_window_clear (&self->batches[i].window);
      g_ptr_array_unref (self->batches[i].unpacked);
      g_free (self->batches[i].packets);
    }
  g_clear_pointer (&self->block, g_bytes_unref);
}

/* Returns whether there is something to visit or to read. */
static gboolean
has_more (const Reading *self)
{
  return self->batches[self->reads].n > 0 || (!self->is_read && self->failed == NULL);
}

static void
step (const Reading *self, GError **error)
{
  const TvPerfettoWalk *walk = self->walk;
  double part = (double) self->at / (double) MAX (walk->input->size, 1);

  tv_read_context_step (walk->context, walk->from + (walk->to - walk->from) * part, error);
}

/**
 * tv_perfetto_walk:
 * @self: a walk
 * @error: set to %TV_ERROR_CANCELLED, %TV_ERROR_IO or %TV_ERROR_TOO_LARGE
 *
 * Visits all packets. A truncated file is read up to its end.
 *
 * Returns: %FALSE with @error on failure or cancellation
 */
gboolean
tv_perfetto_walk (TvPerfettoWalk *self, GError **error)
{
  GError *stopped = NULL;
  Reading reading;

  self->cut_at = self->broken_at = -1;
  self->n_packets = self->n_bad = 0;
  reading_init (&reading, self);
  read_batch (&reading);
  while (!reading.is_stopped && stopped == NULL && has_more (&reading))
    {
      reading.reads = 1 - reading.reads;
      tv_parallel_run (self->aside != NULL ? 3 : 2, do_task, &reading);
      if (self->aside != NULL)
        self->aside->pass (self->aside->data);
      step (&reading, &stopped);
    }
  reading_clear (&reading);
  if (stopped != NULL)
    g_clear_error (&reading.failed);
  else
    stopped = reading.failed;
  if (stopped == NULL)
    return TRUE;
  g_propagate_error (error, stopped);
  return FALSE;
}
