/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/perfetto/perfetto-heap-graph.h"

#include "formats/perfetto/perfetto-heap-dump.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-recording.h"

/* Decodes HeapGraph from perfetto/protos/trace/profiling/heap_graph.proto: the objects of a Java heap. A dump
 * consists of many packets, whose contents arrive in any order. Called by the packet loop in perfetto.c; at the end
 * of the file, tv_perfetto_heap_graphs_emit() adds unfinished dumps. Owns one dump per sequence until the dump's last
 * packet. */

#define DUMPS_TRACK "Java heap dumps"
#define DUMP_NAME   "Java heap dump"

/* A heap graph in the builder. The process of the graph is looked up at the end of the trace. */
typedef struct
{
  guint32 graph;
  guint32 utid;
  gint64 ts;
} Reported;

struct _TvPerfettoHeapGraphs
{
  TvPerfettoReader *reader;
  GPtrArray *dumps; /* TvHeapDump: one per sequence */
  GArray *reported;
};

static void
free_dump (gpointer data)
{
  TvHeapDump *self = data;

  g_array_unref (self->objects);
  g_array_unref (self->targets);
  g_array_unref (self->fields);
  g_array_unref (self->types);
  g_array_unref (self->type_fields);
  g_array_unref (self->names);
  g_array_unref (self->locations);
  g_array_unref (self->roots);
  g_free (self);
}

TvPerfettoHeapGraphs *
tv_perfetto_heap_graphs_new (TvPerfettoReader *reader)
{
  TvPerfettoHeapGraphs *self = g_new0 (TvPerfettoHeapGraphs, 1);

  self->reader = reader;
  self->dumps = g_ptr_array_new_with_free_func (free_dump);
  self->reported = g_array_new (FALSE, FALSE, sizeof (Reported));
  return self;
}

void
tv_perfetto_heap_graphs_free (TvPerfettoHeapGraphs *self)
{
  g_ptr_array_unref (self->dumps);
  g_array_unref (self->reported);
  g_free (self);
}

static TvHeapDump *
get_dump (TvPerfettoHeapGraphs *self, guint32 sequence)
{
  TvHeapDump *dump;

  for (guint i = 0; i < self->dumps->len; i++)
    {
      dump = g_ptr_array_index (self->dumps, i);
      if (dump->sequence == sequence)
        return dump;
    }
  dump = g_new0 (TvHeapDump, 1);
  dump->sequence = sequence;
  dump->objects = g_array_new (FALSE, FALSE, sizeof (TvHeapDumpObject));
  dump->targets = g_array_new (FALSE, FALSE, sizeof (guint64));
  dump->fields = g_array_new (FALSE, FALSE, sizeof (guint64));
  dump->types = g_array_new (FALSE, FALSE, sizeof (TvHeapDumpType));
  dump->type_fields = g_array_new (FALSE, FALSE, sizeof (guint64));
  dump->names = g_array_new (FALSE, FALSE, sizeof (TvHeapDumpName));
  dump->locations = g_array_new (FALSE, FALSE, sizeof (TvHeapDumpName));
  dump->roots = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_ptr_array_add (self->dumps, dump);
  return dump;
}

/* ---- Parts of a dump ---- */

static guint32
add_numbers (GArray *numbers, const TvProtoField *field, guint64 base)
{
  TvProto packed = tv_proto_open (field->bytes);
  guint before = numbers->len;
  guint64 number = field->value;

  if (field->type == TV_PROTO_VARINT)
    {
      number = number != 0 ? number + base : 0;
      g_array_append_val (numbers, number);
    }
  else if (field->type == TV_PROTO_BYTES)
    while (tv_proto_take_varint (&packed, &number))
      {
        number = number != 0 ? number + base : 0;
        g_array_append_val (numbers, number);
      }
  return numbers->len - before;
}

/* Adds an object. The base of its reference ids may follow the references in the message, so the base is looked up
 * first. */
static void
take_object (TvHeapDump *dump, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvHeapDumpObject object = { .first_reference = dump->targets->len,
                              .first_field = dump->fields->len };
  guint64 base = 0, delta = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      object.id = field.value;
    else if (field.number == 7)
      delta = field.value;
    else if (field.number == 2)
      object.type = field.value;
    else if (field.number == 3)
      object.self_size = (gint64) MIN (field.value, (guint64) G_MAXINT64);
    else if (field.number == 6)
      base = field.value;
    else if (field.number == 8)
      object.registry_size = (gint64) field.value;
    else if (field.number == 9 && field.value < TV_N_HEAP_TYPES)
      dump->last_type = (TvHeapType) field.value;
  if (object.id == 0)
    object.id = dump->last_id + delta;
  dump->last_id = object.id;
  object.heap_type = dump->last_type;
  proto = tv_proto_open (message);
  while (tv_proto_next (&proto, &field))
    if (field.number == 4)
      add_numbers (dump->fields, &field, 0);
    else if (field.number == 5)
      object.n_references += add_numbers (dump->targets, &field, base);
  object.n_fields = dump->fields->len - object.first_field;
  /* Store one field per reference: missing fields are 0, and surplus fields are dropped. */
  object.is_malformed = object.n_fields > 0 && object.n_fields != object.n_references;
  if (object.n_fields > 0)
    {
      g_array_set_size (dump->fields,
                        object.first_field + MIN (object.n_fields, object.n_references));
      for (guint64 none = 0; dump->fields->len < object.first_field + object.n_references;)
        g_array_append_val (dump->fields, none);
      object.n_fields = object.n_references;
    }
  g_array_append_val (dump->objects, object);
}

static void
take_type (TvPerfettoHeapGraphs *self, TvHeapDump *dump, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvHeapDumpType type = { .first_field = dump->type_fields->len, .base = TV_NONE };
  TvSpan name = { "", 0 };

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        type.id = field.value;
        break;
      case 2:
        type.location = field.value;
        break;
      case 3:
        name = field.bytes.text != NULL ? field.bytes : name;
        break;
      case 4:
        type.object_size = (gint64) MIN (field.value, (guint64) G_MAXINT64);
        break;
      case 5:
        type.superclass = field.value;
        break;
      case 6:
        type.n_fields += add_numbers (dump->type_fields, &field, 0);
        break;
      case 7:
        type.kind = field.value < TV_N_HEAP_CLASS_KINDS ? (TvHeapClassKind) field.value
                                                        : TV_HEAP_CLASS_UNKNOWN;
        break;
      case 8:
        type.classloader = field.value;
        break;
      default:
        break;
      }
  type.name = tv_perfetto_reader_intern (self->reader, name);
  g_array_append_val (dump->types, type);
}

/* Adds a name. If @is_field, the text has the form `TYPE NAME`; otherwise, or without a blank, the whole text is the
 * name. */
static void
take_name (TvPerfettoHeapGraphs *self, GArray *names, gboolean is_field, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField part;
  TvHeapDumpName field = { 0, TV_NONE, TV_NONE, TV_NONE };
  TvSpan text = { "", 0 };
  const char *blank;

  while (tv_proto_next (&proto, &part))
    if (part.number == 1)
      field.iid = part.value;
    else if (part.number == 2 && part.bytes.text != NULL)
      text = part.bytes;
  blank = is_field && text.size > 0 ? memchr (text.text, ' ', text.size) : NULL;
  if (blank != NULL)
    {
      field.type = tv_perfetto_reader_intern (self->reader,
                                              (TvSpan){ text.text, (gsize) (blank - text.text) });
      text = (TvSpan){ blank + 1, (gsize) (text.text + text.size - blank - 1) };
    }
  field.name = tv_perfetto_reader_intern (self->reader, text);
  g_array_append_val (names, field);
}

static void
take_root (TvHeapDump *dump, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 kind = TV_HEAP_ROOT_UNKNOWN;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint64));

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      add_numbers (ids, &field, 0);
    else if (field.number == 2 && field.value > 0 && field.value < TV_HEAP_ROOT_UNKNOWN)
      kind = field.value;
  for (guint i = 0; i < ids->len; i++)
    {
      g_array_append_val (dump->roots, g_array_index (ids, guint64, i));
      g_array_append_val (dump->roots, kind);
    }
}

static void
forget (TvHeapDump *dump)
{
  g_array_set_size (dump->objects, 0);
  g_array_set_size (dump->targets, 0);
  g_array_set_size (dump->fields, 0);
  g_array_set_size (dump->types, 0);
  g_array_set_size (dump->type_fields, 0);
  g_array_set_size (dump->names, 0);
  g_array_set_size (dump->locations, 0);
  g_array_set_size (dump->roots, 0);
  dump->is_open = dump->is_truncated = FALSE;
  dump->heap_size = 0;
  dump->next_index = 0;
  dump->last_id = 0;
  dump->last_type = TV_HEAP_TYPE_UNKNOWN;
}

static void
finish_dump (TvPerfettoHeapGraphs *self, TvHeapDump *dump)
{
  Reported reported = { .utid = TV_NONE, .ts = dump->ts };

  reported.graph = tv_perfetto_emit_heap_dump (self->reader, dump);
  if (dump->pid > 0 && dump->pid <= G_MAXINT32)
    reported.utid = tv_ftrace_threads_ensure (self->reader->threads, (gint32) dump->pid);
  g_array_append_val (self->reported, reported);
  forget (dump);
}

/**
 * tv_perfetto_take_heap_graph:
 * @message: a HeapGraph, which contains a dump or a part of a dump
 *
 * Adds the packet to the current dump of its sequence. Finishes the dump after its last packet.
 */
void
tv_perfetto_take_heap_graph (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoHeapGraphs *self = reader->heap_graphs;
  TvHeapDump *dump = get_dump (self, message->packet->sequence);
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 pid = 0, index = 0, heap_size = 0;
  gboolean is_continued = FALSE, was_open;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = field.value;
    else if (field.number == 5)
      is_continued = field.value != 0;
    else if (field.number == 6)
      index = field.value;
    else if (field.number == 10)
      heap_size = field.value;
  was_open = dump->is_open && dump->pid != pid;
  if (was_open)
    {
      dump->is_truncated = TRUE;
      finish_dump (self, dump);
    }
  if (index != dump->next_index || was_open)
    {
      dump->is_truncated = index != dump->next_index;
      tv_perfetto_count (reader, TV_PERFETTO_STAT_HEAP_GRAPH_MISSING_PACKET, (guint32) pid, 1);
      tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_HEAP_DUMP,
                                    (gint64) message->packet->file_offset,
                                    _("packets are missing"));
    }
  dump->next_index = index + 1;
  dump->is_open = TRUE;
  dump->pid = pid;
  dump->ts = message->ts;
  if (heap_size > 0)
    dump->heap_size = (gint64) MIN (heap_size, (guint64) G_MAXINT64);
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    if (field.type != TV_PROTO_BYTES)
      continue;
    else if (field.number == 2)
      take_object (dump, field.bytes);
    else if (field.number == 4)
      take_name (self, dump->names, TRUE, field.bytes);
    else if (field.number == 7)
      take_root (dump, field.bytes);
    else if (field.number == 8)
      take_name (self, dump->locations, FALSE, field.bytes);
    else if (field.number == 9)
      take_type (self, dump, field.bytes);
  if (!is_continued)
    finish_dump (self, dump);
}

/**
 * tv_perfetto_heap_graphs_get_span:
 * @self: heap graphs, after the last packet
 * @first: (inout): time in ns; lowered to the time of the first dump
 * @last: (inout): time in ns; raised to the time of the last dump
 *
 * Extends a time range to contain all dumps.
 */
void
tv_perfetto_heap_graphs_get_span (TvPerfettoHeapGraphs *self, gint64 *first, gint64 *last)
{
  for (guint i = 0; i < self->reported->len; i++)
    {
      *first = MIN (*first, g_array_index (self->reported, Reported, i).ts);
      *last = MAX (*last, g_array_index (self->reported, Reported, i).ts);
    }
  for (guint i = 0; i < self->dumps->len; i++)
    {
      const TvHeapDump *dump = g_ptr_array_index (self->dumps, i);

      if (!dump->is_open)
        continue;
      *first = MIN (*first, dump->ts);
      *last = MAX (*last, dump->ts);
    }
}

/* Sets the process of a dump and adds an instant for the dump to that process. */
static void
emit_process (TvPerfettoHeapGraphs *self, const Reported *reported)
{
  TvTraceBuilder *builder = self->reader->builder;
  TvFtraceThreads *threads = self->reader->threads;
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };
  guint32 upid;

  if (reported->utid == TV_NONE)
    return;
  upid = tv_ftrace_threads_make_process (
      threads, tv_perfetto_find_thread (threads, reported->utid, reported->ts));
  tv_trace_builder_set_heap_process (builder, reported->graph, upid);
  symbol.name = tv_trace_builder_intern (builder, DUMP_NAME, -1);
  tv_trace_builder_instant (
      builder,
      tv_trace_builder_get_extra_track (builder, TV_TRACK_ASYNC, TV_ROLE_HEAP_GRAPHS, upid,
                                        tv_trace_builder_intern (builder, DUMPS_TRACK, -1)),
      tv_trace_builder_add_symbol (builder, &symbol), reported->ts, -1);
}

/**
 * tv_perfetto_heap_graphs_emit:
 * @self: heap graphs, after the last packet
 *
 * Adds unfinished dumps as truncated, and sets the processes of all dumps. Must be called after all other data has
 * been added.
 */
void
tv_perfetto_heap_graphs_emit (TvPerfettoHeapGraphs *self)
{
  for (guint i = 0; i < self->dumps->len; i++)
    {
      TvHeapDump *dump = g_ptr_array_index (self->dumps, i);

      if (!dump->is_open)
        continue;
      dump->is_truncated = TRUE;
      tv_trace_builder_add_problem (self->reader->builder, TV_PROBLEM_HEAP_DUMP, -1,
                                    _("packets are missing"));
      finish_dump (self, dump);
    }
  for (guint i = 0; i < self->reported->len; i++)
    emit_process (self, &g_array_index (self->reported, Reported, i));
}
