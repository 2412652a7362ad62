/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-smaps.h"

#include "core/trace-builder-smaps.h"
#include "formats/perfetto/perfetto-profiles.h"

/* Decodes SmapsPacket from perfetto/protos/trace/profiling/smaps.proto: the memory regions of a process. Called by
 * the packet loop in perfetto.c. Owns the entries until tv_perfetto_smaps_emit(), because the process that used a pid
 * is known only after the last packet. */

struct _TvPerfettoSmaps
{
  TvPerfettoReader *reader;
  GArray *
      entries; /* TvSmapsEntry; until tv_perfetto_smaps_emit(), @upid is the first thread that used the pid */
};

TvPerfettoSmaps *
tv_perfetto_smaps_new (TvPerfettoReader *reader)
{
  TvPerfettoSmaps *self = g_new0 (TvPerfettoSmaps, 1);

  self->reader = reader;
  self->entries = g_array_new (FALSE, FALSE, sizeof (TvSmapsEntry));
  return self;
}

void
tv_perfetto_smaps_free (TvPerfettoSmaps *self)
{
  g_array_unref (self->entries);
  g_free (self);
}

static void
take_field (TvPerfettoReader *reader, TvSmapsEntry *entry, const TvProtoField *field)
{
  static const TvSmapsSize sizes[] = {
    [2] = TV_SMAPS_SIZE,           [3] = TV_SMAPS_PRIVATE_DIRTY, [4] = TV_SMAPS_SWAP,
    [11] = TV_SMAPS_PRIVATE_CLEAN, [12] = TV_SMAPS_SHARED_DIRTY, [13] = TV_SMAPS_SHARED_CLEAN,
    [14] = TV_SMAPS_LOCKED,        [15] = TV_SMAPS_PROPORTIONAL,
  };

  switch (field->number)
    {
    case 1:
      entry->path = tv_perfetto_reader_intern (reader, field->bytes);
      break;
    case 5:
      entry->file_name = tv_perfetto_reader_intern (reader, field->bytes);
      break;
    case 6:
      entry->start = field->value;
      break;
    case 10:
      entry->protection = (guint32) field->value;
      break;
    case 2:
    case 3:
    case 4:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
      entry->kb[sizes[field->number]] = (gint64) MIN (field->value, (guint64) G_MAXINT64);
      break;
    default:
      break;
    }
}

/* ---- PackedSmaps ---- */

/* Iterator over a column of PackedSmaps, which contains one number per region. */
typedef struct
{
  TvProto message;
  TvProto packed;
} Column;

static gboolean
next_number (Column *self, guint field_number, guint64 *number)
{
  TvProtoField field;

  while (!tv_proto_take_varint (&self->packed, number))
    {
      if (!tv_proto_next (&self->message, &field))
        return FALSE;
      if (field.number != field_number)
        continue;
      *number = field.value;
      if (field.type == TV_PROTO_VARINT)
        return TRUE;
      self->packed = tv_proto_open (field.bytes);
    }
  return TRUE;
}

/* Reads regions that are stored in columns. If the names are ids, each row is a region. Otherwise, the recorder has
 * merged regions with the same name, and the names are in the order of the rows. */
static void
take_packed (TvPerfettoReader *reader,
             const TvSmapsEntry *entry,
             TvSpan message,
             gint64 file_offset)
{
  enum
  {
    NAMES = 1,
    NAME_IDS = 2,
    N_COLUMNS = 16,
  };
  static const TvSmapsSize sizes[N_COLUMNS] = {
    [4] = TV_SMAPS_SIZE,         [7] = TV_SMAPS_SWAP,           [8] = TV_SMAPS_SHARED_CLEAN,
    [9] = TV_SMAPS_SHARED_DIRTY, [10] = TV_SMAPS_PRIVATE_CLEAN, [11] = TV_SMAPS_PRIVATE_DIRTY,
    [12] = TV_SMAPS_LOCKED,      [13] = TV_SMAPS_PROPORTIONAL,
  };
  static const gboolean is_size[N_COLUMNS] = { [4] = TRUE,  [7] = TRUE,  [8] = TRUE,  [9] = TRUE,
                                               [10] = TRUE, [11] = TRUE, [12] = TRUE, [13] = TRUE };
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));
  Column columns[N_COLUMNS];
  gboolean has[N_COLUMNS] = { FALSE };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == NAMES && field.type == TV_PROTO_BYTES)
      {
        guint32 name = tv_perfetto_reader_intern (reader, field.bytes);

        g_array_append_val (names, name);
      }
    else if (field.number < N_COLUMNS)
      has[field.number] = TRUE;
  for (guint i = 0; i < N_COLUMNS; i++)
    columns[i] = (Column){ tv_proto_open (message), tv_proto_open ((TvSpan){ NULL, 0 }) };
  for (guint row = 0; has[NAME_IDS] || row < names->len; row++)
    {
      TvSmapsEntry added = *entry;
      guint64 name = row, number;
      gboolean is_whole = TRUE;

      if (has[NAME_IDS] && !next_number (&columns[NAME_IDS], NAME_IDS, &name))
        return;
      added.path = name < names->len ? g_array_index (names, guint32, name)
                                     : tv_trace_builder_intern (reader->builder, "", 0);
      added.file_name = TV_NONE;
      for (guint i = 0; i < N_COLUMNS; i++)
        if (is_size[i] && has[i])
          {
            is_whole &= next_number (&columns[i], i, &number);
            added.kb[sizes[i]] = is_whole ? (gint64) MIN (number, (guint64) G_MAXINT64) : 0;
          }
      if (!is_whole || name >= names->len)
        tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_BAD_PACKET, file_offset);
      if (!is_whole)
        return;
      g_array_append_val (reader->smaps->entries, added);
    }
}

/**
 * tv_perfetto_take_smaps:
 * @message: a SmapsPacket
 *
 * Collects the memory regions of a process.
 */
void
tv_perfetto_take_smaps (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  TvSmapsEntry entry = { .ts = message->ts, .upid = TV_NONE };
  guint64 pid = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = field.value;
  if (pid > 0 && pid <= G_MAXINT32)
    entry.upid = tv_ftrace_threads_ensure (reader->threads, (gint32) pid);
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvSmapsEntry added = entry;

      if (field.number == 3 && field.type == TV_PROTO_BYTES)
        take_packed (reader, &entry, field.bytes, (gint64) message->packet->file_offset);
      if (field.number != 2 || field.type != TV_PROTO_BYTES)
        continue;
      added.path = added.file_name = TV_NONE;
      while (tv_proto_next (&inner, &field))
        take_field (reader, &added, &field);
      if (added.path == TV_NONE)
        added.path = tv_trace_builder_intern (reader->builder, "", 0);
      g_array_append_val (reader->smaps->entries, added);
    }
}

/* Sets the processes of all entries and adds the entries to the builder. Must be called after all other data has been
 * added. */
void
tv_perfetto_smaps_emit (TvPerfettoSmaps *self)
{
  TvFtraceThreads *threads = self->reader->threads;

  for (guint i = 0; i < self->entries->len; i++)
    {
      TvSmapsEntry *entry = &g_array_index (self->entries, TvSmapsEntry, i);

      if (entry->upid != TV_NONE)
        entry->upid = tv_ftrace_threads_make_process (
            threads, tv_perfetto_find_thread (threads, entry->upid, entry->ts));
      tv_trace_builder_add_smaps_entry (self->reader->builder, entry);
    }
}
