/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-packet.h"

/* Decodes the fields of a TracePacket except its payload. Called by perfetto-walk.c for each packet, on any worker;
 * the probe reads only the first packets. Pure: spans point into the packet. The keys of frequent fields are compared
 * as bytes before the general decoder is used. */

#define MAX_PROBED 4 /* number of packets that suffice to detect a trace */

/* Encoded keys of frequent fields. Each key consists of a field number and a wire type. */
#define KEY_TIMESTAMP      (TV_PERFETTO_PACKET_TIMESTAMP << 3 | TV_PROTO_VARINT)
#define KEY_SEQUENCE       (TV_PERFETTO_PACKET_SEQUENCE << 3 | TV_PROTO_VARINT)
#define KEY_SEQUENCE_FLAGS (TV_PERFETTO_PACKET_SEQUENCE_FLAGS << 3 | TV_PROTO_VARINT)
#define KEY_FTRACE_EVENTS  (TV_PERFETTO_FTRACE_EVENTS << 3 | TV_PROTO_BYTES)
#define KEY_TRACK_EVENT    (TV_PERFETTO_TRACK_EVENT << 3 | TV_PROTO_BYTES)

static void
take_field (TvPerfettoPacket *out, const TvProtoField *field, TvProtoField *packed)
{
  switch (field->number)
    {
    case TV_PERFETTO_PACKET_TIMESTAMP:
      out->timestamp = field->value;
      out->has_timestamp = TRUE;
      break;
    case TV_PERFETTO_PACKET_CLOCK_ID:
      out->clock_id = (guint32) field->value;
      break;
    case TV_PERFETTO_PACKET_SEQUENCE:
      out->sequence = (guint32) field->value;
      out->has_sequence = TRUE;
      break;
    case TV_PERFETTO_PACKET_SEQUENCE_FLAGS:
      out->flags |= (guint32) field->value;
      break;
    case TV_PERFETTO_PACKET_STATE_CLEARED:
      out->flags |= field->value != 0 ? TV_PERFETTO_STATE_CLEARED : 0;
      break;
    case TV_PERFETTO_PACKET_PREVIOUS_DROPPED:
      out->dropped = (guint32) field->value;
      break;
    case TV_PERFETTO_PACKET_MACHINE:
      out->machine = (guint32) field->value;
      break;
    case TV_PERFETTO_PACKET_DEFAULTS:
      out->defaults = field->bytes;
      break;
    case TV_PERFETTO_PACKET_INTERNED_DATA:
      out->interned = field->bytes;
      break;
    case TV_PERFETTO_PACKET_TRUSTED_UID:
    case TV_PERFETTO_PACKET_TRUSTED_PID:
    case TV_PERFETTO_PACKET_FIRST_ON_SEQUENCE:
      break;
    case TV_PERFETTO_PACKET_COMPRESSED:
    case TV_PERFETTO_ZSTD_PACKETS:
      if (field->type == TV_PROTO_BYTES)
        *packed = *field;
      break;
    default:
      if (field->type != TV_PROTO_BYTES)
        break;
      out->payload = field->number;
      out->content = field->bytes;
    }
}

/**
 * tv_perfetto_packet_parse:
 * @bytes: a TracePacket
 * @out: (inout): receives the fields; missing fields keep their values
 * @packed: (out): field with compressed packets; its number is 0 if there is none
 *
 * Decodes the fields of a packet, but not its payload.
 *
 * Returns: %FALSE if the message is malformed
 */
gboolean
tv_perfetto_packet_parse (TvSpan bytes, TvPerfettoPacket *out, TvProtoField *packed)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 number;

  packed->number = 0;
  out->bytes = bytes;
  while (proto.at < proto.end)
    switch (*proto.at)
      {
      /* Nearly all packets contain these fields. */
      case KEY_TIMESTAMP:
        proto.at++;
        if (!tv_proto_take_varint (&proto, &out->timestamp))
          return FALSE;
        out->has_timestamp = TRUE;
        break;
      case KEY_SEQUENCE:
        proto.at++;
        if (!tv_proto_take_varint (&proto, &number))
          return FALSE;
        out->sequence = (guint32) number;
        out->has_sequence = TRUE;
        break;
      case KEY_SEQUENCE_FLAGS:
        proto.at++;
        if (!tv_proto_take_varint (&proto, &number))
          return FALSE;
        out->flags |= (guint32) number;
        break;
      case KEY_FTRACE_EVENTS:
      case KEY_TRACK_EVENT:
        out->payload = *proto.at++ >> 3;
        if (!tv_proto_take_varint (&proto, &number) || number > (guint64) (proto.end - proto.at))
          return FALSE;
        out->content = (TvSpan){ (const char *) proto.at, (gsize) number };
        proto.at += number;
        break;
      default:
        if (!tv_proto_next (&proto, &field))
          return FALSE;
        take_field (out, &field, packed);
      }
  return TRUE;
}

/**
 * tv_perfetto_field_header_parse:
 * @bytes: bytes of a file, starting with a field
 * @n: number of bytes; %TV_PERFETTO_FIELD_HEADER_BYTES suffice
 * @out: (out): header of the field
 *
 * Decodes the header of a top-level field.
 *
 * Returns: %FALSE if the bytes are not a field, or if its header is longer than @n
 */
gboolean
tv_perfetto_field_header_parse (const guint8 *bytes, gsize n, TvPerfettoFieldHeader *out)
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

/* Returns whether all known fields of a message have the wire types of a TracePacket. */
static gboolean
is_packet (TvSpan bytes, gboolean is_whole)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  gboolean has_any = FALSE;

  while (tv_proto_next (&proto, &field))
    {
      gboolean is_number = field.number == TV_PERFETTO_PACKET_TIMESTAMP ||
                           field.number == TV_PERFETTO_PACKET_CLOCK_ID ||
                           field.number == TV_PERFETTO_PACKET_SEQUENCE ||
                           field.number == TV_PERFETTO_PACKET_TRUSTED_UID ||
                           field.number == TV_PERFETTO_PACKET_SEQUENCE_FLAGS ||
                           field.number == TV_PERFETTO_PACKET_STATE_CLEARED ||
                           field.number == TV_PERFETTO_PACKET_PREVIOUS_DROPPED ||
                           field.number == TV_PERFETTO_PACKET_TRUSTED_PID ||
                           field.number == TV_PERFETTO_PACKET_MACHINE ||
                           field.number == TV_PERFETTO_PACKET_FIRST_ON_SEQUENCE;

      if (is_number != (field.type == TV_PROTO_VARINT) || field.number >= 2000)
        return FALSE;
      has_any = TRUE;
    }
  return (has_any || bytes.size == 0) && (!is_whole || proto.at == proto.end);
}

/**
 * tv_perfetto_probe:
 * @input: a file, or its first bytes
 *
 * Returns: %TV_CONFIDENCE_SURE if the first packets are those of a Perfetto trace, otherwise %TV_CONFIDENCE_NONE
 */
TvConfidence
tv_perfetto_probe (TvInput *input)
{
  const guint8 *data = input->prefix;
  gsize at = 0, size = input->prefix_size;
  guint n = 0, n_full = 0;

  for (; at < size && n < MAX_PROBED; n++)
    {
      gsize rest = size - at;
      TvPerfettoFieldHeader field_header;
      gboolean is_whole;

      if (!tv_perfetto_field_header_parse (data + at, MIN (rest, TV_PERFETTO_FIELD_HEADER_BYTES),
                                           &field_header))
        return n_full > 0 && rest < TV_PERFETTO_FIELD_HEADER_BYTES ? TV_CONFIDENCE_SURE
                                                                   : TV_CONFIDENCE_NONE;
      if (field_header.number != TV_PERFETTO_PACKET_FIELD || field_header.type != TV_PROTO_BYTES ||
          (n_full == 0 && field_header.size > input->size))
        return TV_CONFIDENCE_NONE;
      is_whole = field_header.size <= rest - field_header.header;
      /* A truncated file may end before the first field of a packet. */
      if (!is_whole && n_full > 0)
        break;
      if (!is_packet ((TvSpan){ (const char *) data + at + field_header.header,
                                is_whole ? field_header.size : rest - field_header.header },
                      is_whole))
        return TV_CONFIDENCE_NONE;
      n_full += field_header.size > 0;
      if (!is_whole)
        break;
      at += field_header.header + field_header.size;
    }
  return n_full > 0 ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}
