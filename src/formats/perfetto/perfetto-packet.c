/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-packet.h"

#include "formats/input/packed-block.h"

/* The file is one message of nothing but field 1, each of which is a packet:
 *
 *   0a LENGTH packet   0a LENGTH packet   0a LENGTH (packed: 0a LENGTH packet  0a …)   …
 */

/* Fields of TracePacket beside the payload. */
enum
{
  FIELD_TRUSTED_UID = 3,
  FIELD_TIMESTAMP = 8,
  FIELD_SEQUENCE = 10,
  FIELD_INTERNED_DATA = 12,
  FIELD_SEQUENCE_FLAGS = 13,
  FIELD_STATE_CLEARED = 41,
  FIELD_PREVIOUS_DROPPED = 42,
  FIELD_COMPRESSED = 50,
  FIELD_CLOCK_ID = 58,
  FIELD_DEFAULTS = 59,
  FIELD_TRUSTED_PID = 79,
  FIELD_FIRST_ON_SEQUENCE = 87,
  FIELD_MACHINE = 98,
  FIELD_ZSTD_COMPRESSED = 133,
};

#define PACKET_FIELD 1
#define HEADER_BYTES 20 /* two varints at most */
#define LOOKED_AT    4  /* packets that are enough to know a trace */
#define STEP_BYTES   (1024 * 1024)

/* Takes what a packet says beside its payload; FALSE if it is no message. */
static gboolean
parse (TvSpan bytes, TvPerfettoPacket *out, TvProtoField *packed)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  packed->number = 0;
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case FIELD_TIMESTAMP:
        out->timestamp = field.value;
        out->has_timestamp = TRUE;
        break;
      case FIELD_CLOCK_ID:
        out->clock_id = (guint32) field.value;
        break;
      case FIELD_SEQUENCE:
        out->sequence = (guint32) field.value;
        out->has_sequence = TRUE;
        break;
      case FIELD_SEQUENCE_FLAGS:
        out->flags |= (guint32) field.value;
        break;
      case FIELD_STATE_CLEARED:
        out->flags |= field.value != 0 ? TV_PERFETTO_STATE_CLEARED : 0;
        break;
      case FIELD_PREVIOUS_DROPPED:
        out->dropped = (guint32) field.value;
        break;
      case FIELD_MACHINE:
        out->machine = (guint32) field.value;
        break;
      case FIELD_DEFAULTS:
        out->defaults = field.bytes;
        break;
      case FIELD_INTERNED_DATA:
        out->interned = field.bytes;
        break;
      case FIELD_TRUSTED_UID:
      case FIELD_TRUSTED_PID:
      case FIELD_FIRST_ON_SEQUENCE:
        break;
      case FIELD_COMPRESSED:
      case FIELD_ZSTD_COMPRESSED:
        if (field.type == TV_PROTO_BYTES)
          *packed = field;
        break;
      default:
        if (field.type != TV_PROTO_BYTES)
          break;
        out->payload = field.number;
        out->said = field.bytes;
      }
  return proto.at == proto.end;
}

static void
count_bad (TvPerfettoWalk *self, guint64 where)
{
  if (self->n_bad++ == 0)
    self->first_bad = where;
}

/* Takes one packet; what is packed in it is not packed again. */
static gboolean
visit (TvPerfettoWalk *self, TvSpan bytes, guint64 where, TvProtoField *packed)
{
  TvPerfettoPacket packet = { .where = where, .number = self->n_packets };

  if (!parse (bytes, &packet, packed))
    {
      self->n_packets++;
      count_bad (self, where);
      return TRUE;
    }
  if (packed->number != 0)
    return TRUE;
  self->n_packets++;
  return self->visit (&packet, self->data);
}

/* Takes the packets that were packed in one. */
static gboolean
visit_packed (TvPerfettoWalk *self, const TvProtoField *packed, guint64 where, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_cut = FALSE;
  TvProto proto;
  TvProtoField field;
  TvSpan span;

  bytes = tv_packed_block_unpack (packed->number == FIELD_ZSTD_COMPRESSED ? TV_PACKED_ZSTD
                                                                          : TV_PACKED_ZLIB,
                                  (const guint8 *) packed->bytes.text, packed->bytes.size,
                                  self->context->cancellable, &is_cut, error);
  if (bytes == NULL)
    return FALSE;
  span.text = g_bytes_get_data (bytes, &span.size);
  proto = tv_proto_open (span);
  while (tv_proto_next (&proto, &field))
    {
      TvProtoField inner;

      if (field.number != PACKET_FIELD || field.type != TV_PROTO_BYTES)
        continue;
      if (!visit (self, field.bytes, where, &inner))
        return FALSE;
      if (inner.number != 0)
        count_bad (self, where);
    }
  if (is_cut || proto.at != proto.end)
    count_bad (self, where);
  return TRUE;
}

/* What a field of the file is, without what it says. */
typedef struct
{
  guint number;
  TvProtoType type;
  gsize header;
  gsize size;
} Head;

static gboolean
parse_head (const guint8 *bytes, gsize n, Head *out)
{
  TvProto proto = { bytes, bytes + n };
  guint64 key, size;

  if (!tv_proto_take_varint (&proto, &key) || key >> 3 == 0)
    return FALSE;
  out->number = (guint) MIN (key >> 3, G_MAXUINT);
  out->type = (TvProtoType) (key & 7);
  out->size = 0;
  switch (out->type)
    {
    case TV_PROTO_VARINT:
      if (!tv_proto_take_varint (&proto, &size))
        return FALSE;
      break;
    case TV_PROTO_FIXED64:
      out->size = 8;
      break;
    case TV_PROTO_FIXED32:
      out->size = 4;
      break;
    case TV_PROTO_BYTES:
      if (!tv_proto_take_varint (&proto, &size))
        return FALSE;
      out->size = (gsize) size;
      break;
    default:
      return FALSE;
    }
  out->header = (gsize) (proto.at - bytes);
  return TRUE;
}

/* Takes the field at @at, and moves it behind; FALSE at the end. */
static gboolean
take_field (TvPerfettoWalk *self, TvInputWindow *window, gsize *at, GError **error)
{
  gsize available, where = *at;
  guint64 place = self->place + where;
  const guint8 *bytes = tv_input_window_look (window, where, HEADER_BYTES, &available, error);
  TvProtoField packed;
  Head head;

  if (bytes == NULL || available == 0)
    return FALSE;
  if (!parse_head (bytes, MIN (available, HEADER_BYTES), &head))
    {
      if (available < HEADER_BYTES)
        self->cut_at = (gint64) place;
      else
        self->broken_at = (gint64) place;
      return FALSE;
    }
  if (head.size > self->input->size - where - head.header)
    {
      self->cut_at = (gint64) place;
      return FALSE;
    }
  *at += head.header + head.size;
  if (head.number != PACKET_FIELD || head.type != TV_PROTO_BYTES)
    return TRUE;
  bytes = tv_input_window_look (window, where + head.header, head.size, &available, error);
  if (bytes == NULL)
    return FALSE;
  if (available < head.size)
    {
      self->cut_at = (gint64) place;
      return FALSE;
    }
  if (!visit (self, (TvSpan){ (const char *) bytes, head.size }, place, &packed))
    return FALSE;
  return packed.number == 0 || visit_packed (self, &packed, place, error);
}

/**
 * tv_perfetto_walk:
 * @self: a walk
 * @error: set to %TV_ERROR_CANCELLED, %TV_ERROR_IO or %TV_ERROR_TOO_LARGE
 *
 * Visits all packets. A file that is cut is read as far as it goes.
 *
 * Returns: %FALSE with @error if it was stopped
 */
gboolean
tv_perfetto_walk (TvPerfettoWalk *self, GError **error)
{
  TvInputWindow window = { .input = self->input };
  gsize at = 0, next_step = STEP_BYTES;
  GError *failed = NULL;

  self->cut_at = self->broken_at = -1;
  self->n_packets = self->n_bad = 0;
  while (at < self->input->size && take_field (self, &window, &at, &failed))
    if (at >= next_step)
      {
        double part = (double) at / (double) self->input->size;

        next_step = at + STEP_BYTES;
        if (!tv_read_context_step (self->context, self->from + (self->to - self->from) * part,
                                   &failed))
          break;
      }
  tv_input_window_clear (&window);
  if (failed == NULL)
    return TRUE;
  g_propagate_error (error, failed);
  return FALSE;
}

/* Whether a packet could be one of Perfetto's: its fields are such as packets have. */
static gboolean
is_packet (TvSpan bytes, gboolean is_whole)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  gboolean has_any = FALSE;

  while (tv_proto_next (&proto, &field))
    {
      gboolean is_number = field.number == FIELD_TIMESTAMP || field.number == FIELD_CLOCK_ID ||
                           field.number == FIELD_SEQUENCE || field.number == FIELD_TRUSTED_UID ||
                           field.number == FIELD_SEQUENCE_FLAGS ||
                           field.number == FIELD_STATE_CLEARED ||
                           field.number == FIELD_PREVIOUS_DROPPED ||
                           field.number == FIELD_TRUSTED_PID || field.number == FIELD_MACHINE ||
                           field.number == FIELD_FIRST_ON_SEQUENCE;

      if (is_number != (field.type == TV_PROTO_VARINT) || field.number >= 2000)
        return FALSE;
      has_any = TRUE;
    }
  return (has_any || bytes.size == 0) && (!is_whole || proto.at == proto.end);
}

/**
 * tv_perfetto_probe:
 * @input: a file, or its head
 *
 * Returns: whether its first packets are a Perfetto trace's
 */
TvConfidence
tv_perfetto_probe (TvInput *input)
{
  const guint8 *data = input->head;
  gsize at = 0, size = input->head_size;
  guint n = 0, n_full = 0;

  for (; at < size && n < LOOKED_AT; n++)
    {
      gsize rest = size - at;
      Head head;
      gboolean is_whole;

      if (!parse_head (data + at, MIN (rest, HEADER_BYTES), &head))
        return n_full > 0 && rest < HEADER_BYTES ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
      if (head.number != PACKET_FIELD || head.type != TV_PROTO_BYTES ||
          (n_full == 0 && head.size > input->size))
        return TV_CONFIDENCE_NONE;
      is_whole = head.size <= rest - head.header;
      /* A file that is cut may end before the first field of a packet. */
      if (!is_whole && n_full > 0)
        break;
      if (!is_packet ((TvSpan){ (const char *) data + at + head.header,
                                is_whole ? head.size : rest - head.header },
                      is_whole))
        return TV_CONFIDENCE_NONE;
      n_full += head.size > 0;
      if (!is_whole)
        break;
      at += head.header + head.size;
    }
  return n_full > 0 ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}
