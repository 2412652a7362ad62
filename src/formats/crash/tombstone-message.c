/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/tombstone-message.h"

#include <inttypes.h>

#include "formats/input/scan.h"

/* Decodes nested messages of a protobuf tombstone: threads, memory, files, logs. Encoders omit zeros and empty
 * strings. Called by tombstone-proto.c, which decodes the outermost message. The decoded spans point into the file;
 * faults and threads go to the builder through fault-reader.c. */

/**
 * tv_tombstone_message_next:
 * @self: a decoder
 * @message: (inout): rest of a message
 * @field: (out): next field, possibly truncated
 *
 * Decodes the next field. If the message is truncated, sets @is_cut of @self.
 *
 * Returns: %FALSE after the last field
 */
gboolean
tv_tombstone_message_next (TvTombstoneMessage *self, TvProto *message, TvProtoField *field)
{
  TvProto rest;
  guint64 key, size;

  if (tv_proto_next (message, field))
    return TRUE;
  rest = *message;
  message->at = message->end;
  if (rest.at == rest.end)
    return FALSE;
  self->is_cut = TRUE;
  if (!tv_proto_take_varint (&rest, &key) || (key & 7) != TV_PROTO_BYTES || key >> 3 > G_MAXINT32 ||
      !tv_proto_take_varint (&rest, &size))
    return FALSE;
  *field = (TvProtoField){ .number = (guint) (key >> 3),
                           .type = TV_PROTO_BYTES,
                           .bytes = { (const char *) rest.at, (gsize) (rest.end - rest.at) } };
  return TRUE;
}

/* Returns the value of a field, or TV_NONE if the value is not an id. */
static guint32
get_id (const TvProtoField *field)
{
  return field->type == TV_PROTO_VARINT && field->value < TV_NONE ? (guint32) field->value
                                                                  : TV_NONE;
}

/* ---- Frames ---- */

static void
emit_frame (TvTombstoneMessage *self, TvSpan frame)
{
  TvProto message = tv_proto_open (frame);
  TvProtoField field;
  TvDumpLine line = { .kind = TV_DUMP_LINE_FRAME, .frame_kind = TV_FRAME_NATIVE };

  while (tv_tombstone_message_next (self, &message, &field))
    switch (field.number)
      {
      case 1:
        line.pc = field.value;
        break;
      case 4:
        line.value = field.bytes;
        break;
      case 6:
        line.path = field.bytes;
        break;
      case 8:
        line.build_id = field.bytes;
        break;
      default:
        break;
      }
  tv_fault_reader_add_frame (&self->faults, &line);
}

/* ---- Memory ---- */

/* Emits the bytes of a memory dump as little-endian words. The last word may be shorter. */
static void
emit_words (TvTombstoneMessage *self, TvMemoryWord word, TvSpan bytes)
{
  guint size = self->word_bytes;

  for (gsize at = 0; at < bytes.size; at += size)
    {
      word.n_bytes = (guint8) MIN ((gsize) size, bytes.size - at);
      word.value = 0;
      for (guint i = 0; i < word.n_bytes; i++)
        word.value |= (guint64) (guint8) bytes.text[at + i] << 8 * i;
      tv_trace_builder_add_memory_word (self->faults.builder, &word);
      word.address += size;
    }
}

static void
emit_memory (TvTombstoneMessage *self, TvSpan dump)
{
  TvProto message = tv_proto_open (dump);
  TvProtoField field;
  TvMemoryWord word = { .near = TV_NONE, .region = TV_NONE, .note = TV_NONE, .is_known = TRUE };
  TvSpan bytes = { NULL, 0 };

  while (tv_tombstone_message_next (self, &message, &field))
    switch (field.number)
      {
      case 1:
        word.near = tv_fault_reader_intern (&self->faults, field.bytes);
        break;
      case 2:
        word.region = tv_fault_reader_intern (&self->faults, field.bytes);
        break;
      case 3:
        word.address = field.value;
        break;
      case 4:
        bytes = field.bytes;
        break;
      default:
        break;
      }
  emit_words (self, word, bytes);
}

void
tv_tombstone_message_emit_mapping (TvTombstoneMessage *self, TvSpan mapping)
{
  TvProto message = tv_proto_open (mapping);
  TvProtoField field;
  TvMemoryRegion region = { .name = TV_NONE, .build_id = TV_NONE };
  guint64 end = 0;

  while (tv_tombstone_message_next (self, &message, &field))
    switch (field.number)
      {
      case 1:
        region.start = field.value;
        break;
      case 2:
        end = field.value;
        break;
      case 3:
        region.offset = field.value;
        break;
      case 4:
        region.access |= field.value != 0 ? TV_MEMORY_READ : 0;
        break;
      case 5:
        region.access |= field.value != 0 ? TV_MEMORY_WRITE : 0;
        break;
      case 6:
        region.access |= field.value != 0 ? TV_MEMORY_EXECUTE : 0;
        break;
      case 7:
        region.name = tv_fault_reader_intern (&self->faults, field.bytes);
        break;
      case 8:
        region.build_id = tv_fault_reader_intern (&self->faults, field.bytes);
        break;
      case 9:
        region.load_bias = field.value;
        break;
      default:
        break;
      }
  /* The end is exclusive, and 0 for a mapping that extends to the end of the address space. */
  region.last = end - 1;
  if (region.last >= region.start)
    tv_trace_builder_add_memory_region (self->faults.builder, &region);
}

/* ---- Threads ---- */

/* Returns the id of a thread whose message has not been decoded, or TV_NONE if the message contains none. */
guint32
tv_tombstone_message_get_tid (TvSpan thread)
{
  TvProto message = tv_proto_open (thread);
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == 1)
      return get_id (&field);
  return TV_NONE;
}

static void
emit_register (TvTombstoneMessage *self, TvSpan reg)
{
  TvProto message = tv_proto_open (reg);
  TvProtoField field;
  TvSpan name = { NULL, 0 };
  guint64 value = 0;

  while (tv_tombstone_message_next (self, &message, &field))
    if (field.number == 1)
      name = field.bytes;
    else if (field.number == 2)
      value = field.value;
  tv_fault_reader_add_register (&self->faults, name, value);
}

static void
emit_hex_fact (TvTombstoneMessage *self, const char *name, guint64 value)
{
  g_autofree char *text = g_strdup_printf ("%016" PRIx64, value);

  tv_fault_reader_add_attribute (&self->faults, (TvSpan){ name, strlen (name) },
                                 (TvSpan){ text, strlen (text) });
}

static TvSpan
find_name (TvTombstoneMessage *self, TvSpan thread)
{
  TvProto message = tv_proto_open (thread);
  TvProtoField field;

  while (tv_tombstone_message_next (self, &message, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      return field.bytes;
  return (TvSpan){ NULL, 0 };
}

void
tv_tombstone_message_emit_thread (TvTombstoneMessage *self, TvSpan thread)
{
  TvProto message = tv_proto_open (thread);
  TvProtoField field;

  tv_fault_reader_begin_thread (&self->faults, find_name (self, thread),
                                tv_tombstone_message_get_tid (thread));
  while (tv_tombstone_message_next (self, &message, &field))
    switch (field.number)
      {
      case 3:
        emit_register (self, field.bytes);
        break;
      case 4:
        emit_frame (self, field.bytes);
        break;
      case 5:
        emit_memory (self, field.bytes);
        break;
      case 6:
        emit_hex_fact (self, "tagged_addr_ctrl", field.value);
        break;
      case 7:
        tv_fault_reader_add_attribute (&self->faults, (TvSpan){ "NOTE", 4 }, field.bytes);
        break;
      case 8:
        emit_hex_fact (self, "pac_enabled_keys", field.value);
        break;
      case 9:
        tv_fault_reader_add_attribute (&self->faults, (TvSpan){ "unreadable ELF file", 19 },
                                       field.bytes);
        break;
      default:
        break;
      }
  tv_fault_reader_end_thread (&self->faults);
}

/* ---- Signals and causes ---- */

void
tv_tombstone_message_emit_signal (TvTombstoneMessage *self, TvSpan signal)
{
  TvProto message = tv_proto_open (signal);
  TvProtoField field;
  TvFault *fault = tv_trace_builder_get_fault (self->faults.builder);
  gboolean has_sender = FALSE;
  guint32 uid = 0, pid = 0;

  /* A signal without a code has the code 0. */
  fault->has_code = TRUE;
  while (tv_tombstone_message_next (self, &message, &field))
    switch (field.number)
      {
      case 1:
        fault->signal = (gint32) field.value;
        break;
      case 2:
        fault->reason = tv_fault_reader_intern (&self->faults, field.bytes);
        break;
      case 3:
        fault->code = (gint32) (gint64) field.value;
        break;
      case 4:
        fault->code_name = tv_fault_reader_intern (&self->faults, field.bytes);
        break;
      case 5:
        has_sender = field.value != 0;
        break;
      case 6:
        uid = get_id (&field);
        break;
      case 7:
        pid = get_id (&field);
        break;
      case 8:
        fault->has_address = field.value != 0;
        break;
      case 9:
        fault->address = field.value;
        break;
      case 10:
        emit_memory (self, field.bytes);
        break;
      default:
        break;
      }
  if (has_sender)
    {
      fault->sender_pid = pid;
      fault->sender_uid = uid;
    }
}

/* Emits the stacks of the deallocation and of the allocation of a heap object. */
static void
emit_heap (TvTombstoneMessage *self, TvSpan heap)
{
  static const struct
  {
    guint tid;
    guint frame;
    const char *title;
  } stacks[] = { { 5, 6, "deallocated by thread" }, { 3, 4, "allocated by thread" } };

  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      TvProto message = tv_proto_open (heap);
      TvProtoField field;
      guint64 tid = 0;
      gboolean has_begun = FALSE;

      while (tv_tombstone_message_next (self, &message, &field))
        if (field.number == stacks[i].tid)
          tid = get_id (&field);
      message = tv_proto_open (heap);
      while (tv_tombstone_message_next (self, &message, &field))
        {
          g_autofree char *title = NULL;

          if (field.number != stacks[i].frame)
            continue;
          title = g_strdup_printf ("%s %" PRIu64, stacks[i].title, tid);
          if (!has_begun)
            tv_fault_reader_begin_other (&self->faults, (TvSpan){ title, strlen (title) },
                                         (guint32) tid);
          has_begun = TRUE;
          emit_frame (self, field.bytes);
        }
    }
}

void
tv_tombstone_message_emit_cause (TvTombstoneMessage *self, TvSpan cause)
{
  TvProto message = tv_proto_open (cause);
  TvProtoField field;

  while (tv_tombstone_message_next (self, &message, &field))
    if (field.number == 1)
      tv_trace_builder_add_fault_cause (self->faults.builder,
                                        tv_fault_reader_intern (&self->faults, field.bytes));
    else if (field.number == 2)
      {
        TvProto error = tv_proto_open (field.bytes);
        TvProtoField inner;

        while (tv_tombstone_message_next (self, &error, &inner))
          if (inner.number == 3)
            emit_heap (self, inner.bytes);
      }
}

/* ---- Files and logs ---- */

void
tv_tombstone_message_emit_file (TvTombstoneMessage *self, TvSpan bytes)
{
  TvProto message = tv_proto_open (bytes);
  TvProtoField field;
  TvOpenFile file = { .path = TV_NONE, .owner = TV_NONE };
  TvSpan owner = { NULL, 0 };
  guint64 tag = 0;

  while (tv_tombstone_message_next (self, &message, &field))
    switch (field.number)
      {
      case 1:
        file.number = get_id (&field);
        break;
      case 2:
        file.path = tv_fault_reader_intern (&self->faults, field.bytes);
        break;
      case 3:
        owner = field.bytes;
        break;
      case 4:
        tag = field.value;
        break;
      default:
        break;
      }
  if (owner.size > 0)
    {
      g_autofree char *text = g_strdup_printf ("%.*s 0x%" PRIx64, (int) MIN (owner.size, 1024),
                                               owner.text, tag);

      file.owner = tv_fault_reader_intern (&self->faults, (TvSpan){ text, strlen (text) });
    }
  tv_trace_builder_add_open_file (self->faults.builder, &file);
}

/* Appends a log record in the format of logcat. A message with several lines becomes several records, as in logcat. */
static void
write_record (TvTombstoneMessage *self, TvSpan record, GString *text)
{
  static const char letters[] = "VVVDIWEF"; /* android_LogPriority */
  TvProto message = tv_proto_open (record);
  TvProtoField field;
  TvSpan time = { NULL, 0 }, tag = { NULL, 0 }, line, rest = { NULL, 0 };
  guint32 pid = 0, tid = 0, level = 0;

  while (tv_tombstone_message_next (self, &message, &field))
    switch (field.number)
      {
      case 1:
        time = field.bytes;
        break;
      case 2:
        pid = get_id (&field);
        break;
      case 3:
        tid = get_id (&field);
        break;
      case 4:
        level = get_id (&field);
        break;
      case 5:
        tag = field.bytes;
        break;
      case 6:
        rest = field.bytes;
        break;
      default:
        break;
      }
  do
    {
      line = tv_scan_until (&rest, '\n');
      g_string_append_len (text, time.text, (gssize) time.size);
      g_string_append_printf (text, " %5u %5u %c ", pid, tid,
                              letters[MIN (level, sizeof letters - 2)]);
      g_string_append_len (text, tag.text, (gssize) tag.size);
      g_string_append (text, ": ");
      g_string_append_len (text, line.text, (gssize) line.size);
      g_string_append_c (text, '\n');
    }
  while (rest.size > 0);
}

/**
 * tv_tombstone_message_write_log:
 * @self: a decoder
 * @buffer: message with the records of a log buffer
 * @name: (out): name of the buffer
 * @text: string to which the records are appended
 *
 * Appends all records of a log buffer in the format of logcat.
 */
void
tv_tombstone_message_write_log (TvTombstoneMessage *self,
                                TvSpan buffer,
                                TvSpan *name,
                                GString *text)
{
  TvProto message = tv_proto_open (buffer);
  TvProtoField field;

  *name = (TvSpan){ NULL, 0 };
  while (tv_tombstone_message_next (self, &message, &field))
    if (field.number == 1)
      *name = field.bytes;
    else if (field.number == 2)
      write_record (self, field.bytes, text);
}
