/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-descriptor.h"

#include "core/memory/row-table.h"

/* Decodes TrackDescriptor, and maps thread and process descriptors to utids. Called by perfetto-tracks.c; perfetto.c
 * and the cutter use only the parser. tv_perfetto_identities_ensure() adds a descriptor's thread and process to the
 * builder on first use, and caches the utid in the descriptor. */

enum
{
  TRACK_UUID = 1,
  TRACK_NAME = 2,
  TRACK_PROCESS = 3,
  TRACK_THREAD = 4,
  TRACK_PARENT = 5,
  TRACK_COUNTER = 8,
  TRACK_SEPARATE = 9,
  TRACK_STATIC_NAME = 10,
  TRACK_CHILD_ORDERING = 11,
  TRACK_RANK = 12,
  TRACK_ATRACE_NAME = 13,
  TRACK_MERGE = 15,
  TRACK_MERGE_KEY = 16,
  TRACK_MERGE_KEY_INT = 17,
};

#define MERGE_NONE 2

static guint32
intern (TvTraceBuilder *builder, TvSpan text)
{
  return text.size > 0 ? tv_trace_builder_intern (builder, text.text, (gssize) text.size) : TV_NONE;
}

static void
parse_process (TvSpan message, TvTraceBuilder *builder, TvPerfettoDescriptor *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  out->has_process = TRUE;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      out->pid = (gint32) field.value;
    else if (field.number == 6)
      out->owner_name = intern (builder, field.bytes);
}

static void
parse_thread (TvSpan message, TvTraceBuilder *builder, TvPerfettoDescriptor *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  out->has_thread = TRUE;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      out->pid = (gint32) field.value;
    else if (field.number == 2)
      out->tid = (gint32) field.value;
    else if (field.number == 5)
      out->owner_name = intern (builder, field.bytes);
}

static void
parse_counter (TvSpan message, TvPerfettoDescriptor *out)
{
  static const TvCounterUnit units[] = { TV_COUNTER_UNIT_NONE, TV_COUNTER_UNIT_NS,
                                         TV_COUNTER_UNIT_COUNT, TV_COUNTER_UNIT_BYTES };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  out->has_counter = TRUE;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      out->counter_type = (guint) field.value;
    else if (field.number == 3 && field.value < G_N_ELEMENTS (units))
      out->unit = units[field.value];
    else if (field.number == 4)
      out->multiplier = (gint64) field.value;
    else if (field.number == 5)
      out->is_incremental = field.value != 0;
  if (out->counter_type == 1)
    out->unit = TV_COUNTER_UNIT_NS;
  else if (out->counter_type == 2 && out->unit == TV_COUNTER_UNIT_NONE)
    out->unit = TV_COUNTER_UNIT_COUNT;
}

/**
 * tv_perfetto_descriptor_parse:
 * @message: a TrackDescriptor
 * @builder: builder that interns the strings
 * @out: (out): the decoded descriptor
 *
 * Decodes a track descriptor.
 *
 * Returns: %FALSE if the descriptor has no uuid; other packets cannot refer to such a descriptor
 */
gboolean
tv_perfetto_descriptor_parse (TvSpan message, TvTraceBuilder *builder, TvPerfettoDescriptor *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gboolean has_uuid = FALSE;

  *out = (TvPerfettoDescriptor){ .name = TV_NONE, .owner_name = TV_NONE, .main = TV_NONE };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case TRACK_UUID:
        out->uuid = field.value;
        has_uuid = TRUE;
        break;
      case TRACK_NAME:
      case TRACK_STATIC_NAME:
      case TRACK_ATRACE_NAME:
        out->name = intern (builder, field.bytes);
        break;
      case TRACK_PROCESS:
        parse_process (field.bytes, builder, out);
        break;
      case TRACK_THREAD:
        parse_thread (field.bytes, builder, out);
        break;
      case TRACK_PARENT:
        out->parent = field.value;
        break;
      case TRACK_COUNTER:
        parse_counter (field.bytes, out);
        break;
      case TRACK_SEPARATE:
        out->is_separate = field.value != 0;
        break;
      case TRACK_CHILD_ORDERING:
        out->child_ordering = (TvPerfettoOrder) MIN (field.value, TV_PERFETTO_ORDER_EXPLICIT);
        break;
      case TRACK_RANK:
        out->rank = (gint32) field.value;
        break;
      case TRACK_MERGE:
        out->is_unmerged = field.value == MERGE_NONE;
        break;
      case TRACK_MERGE_KEY:
        out->merge_key = tv_hash_bytes (1, field.bytes.text, field.bytes.size) | 1;
        break;
      case TRACK_MERGE_KEY_INT:
        out->merge_key = tv_hash_word (2, field.value) | 1;
        break;
      default:
        break;
      }
  return has_uuid;
}

/**
 * tv_perfetto_descriptor_join:
 * @self: known descriptor of a track
 * @reported: another descriptor of the same track
 *
 * Merges @reported into @self. Most fields keep their first value. Ordering and rank take the last value, as does the
 * name of a track that is not merged by name.
 */
void
tv_perfetto_descriptor_join (TvPerfettoDescriptor *self, const TvPerfettoDescriptor *reported)
{
  if (self->name == TV_NONE || (self->is_unmerged && reported->name != TV_NONE))
    self->name = reported->name;
  if (self->owner_name == TV_NONE)
    self->owner_name = reported->owner_name;
  if (reported->has_process && !self->has_process)
    {
      self->has_process = TRUE;
      self->pid = reported->pid;
    }
  if (reported->has_thread && !self->has_thread)
    {
      self->has_thread = TRUE;
      self->pid = reported->pid;
      self->tid = reported->tid;
    }
  if (reported->has_counter && !self->has_counter)
    {
      self->has_counter = TRUE;
      self->counter_type = reported->counter_type;
      self->unit = reported->unit;
      self->multiplier = reported->multiplier;
      self->is_incremental = reported->is_incremental;
    }
  if (self->parent == 0)
    self->parent = reported->parent;
  if (reported->child_ordering != TV_PERFETTO_ORDER_UNKNOWN)
    self->child_ordering = reported->child_ordering;
  if (reported->rank != 0)
    self->rank = reported->rank;
}

/**
 * tv_perfetto_descriptor_fits:
 * @self: known descriptor of a track
 * @reported: another descriptor with the same uuid
 *
 * Compares the thread, process and parent of two descriptors. Ignores values that only one of them contains.
 *
 * Returns: whether both can describe the same track
 */
gboolean
tv_perfetto_descriptor_fits (const TvPerfettoDescriptor *self, const TvPerfettoDescriptor *reported)
{
  if (self->has_thread && reported->has_thread &&
      (self->tid != reported->tid || self->pid != reported->pid))
    return FALSE;
  if (self->has_process && reported->has_process && self->pid != reported->pid)
    return FALSE;
  return self->parent == 0 || reported->parent == 0 || self->parent == reported->parent;
}

typedef struct
{
  gint32 id;
  gboolean is_thread;
} Key;

typedef struct
{
  guint64 uuid;
  guint32 last; /* utid of the last thread that used the id */
} Holder;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return (guint) tv_hash_word ((guint64) key->is_thread, (guint32) key->id);
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->id == y->id && x->is_thread == y->is_thread;
}

void
tv_perfetto_identities_init (TvPerfettoIdentities *self, TvPerfettoReader *reader)
{
  self->reader = reader;
  self->tracks = g_hash_table_new_full (hash_key, equal_keys, g_free, g_free);
}

void
tv_perfetto_identities_clear (TvPerfettoIdentities *self)
{
  g_hash_table_unref (self->tracks);
}

/**
 * tv_perfetto_identities_ensure:
 * @descriptor: descriptor of a thread or process
 *
 * Looks up the thread of a descriptor and registers its process. If another track has already used the tid or pid,
 * adds a new thread. Caches the utid in the descriptor.
 *
 * Returns: utid of the thread, or of the process's main thread
 */
guint32
tv_perfetto_identities_ensure (TvPerfettoIdentities *self, TvPerfettoDescriptor *descriptor)
{
  TvFtraceThreads *threads = self->reader->threads;
  Key key = { descriptor->has_thread ? descriptor->tid : descriptor->pid, descriptor->has_thread };
  Holder *holder;

  if (descriptor->main != TV_NONE)
    return descriptor->main;
  if (descriptor->has_thread && descriptor->pid > 0)
    tv_ftrace_threads_ensure (
        threads,
        descriptor->pid); /* gives the main thread a lower utid than the process's other threads */
  descriptor->main = tv_ftrace_threads_ensure (threads, key.id);
  holder = g_hash_table_lookup (self->tracks, &key);
  if (holder == NULL)
    {
      holder = g_new (Holder, 1);
      *holder = (Holder){ descriptor->uuid, descriptor->main };
      g_hash_table_insert (self->tracks, g_memdup2 (&key, sizeof key), holder);
    }
  else if (holder->uuid != descriptor->uuid)
    descriptor->main = holder->last = tv_ftrace_threads_add (threads, holder->last);
  if (descriptor->has_thread && descriptor->main == tv_ftrace_threads_ensure (threads, key.id))
    tv_ftrace_threads_set_tgid (threads, descriptor->main, descriptor->pid);
  else if (descriptor->has_thread)
    tv_trace_builder_set_thread_process (
        self->reader->builder, descriptor->main,
        tv_ftrace_threads_make_process (threads,
                                        tv_ftrace_threads_ensure (threads, descriptor->pid)));
  else
    tv_ftrace_threads_make_process (threads, descriptor->main);
  return descriptor->main;
}

/**
 * tv_perfetto_identities_name:
 * @descriptors: #TvPerfettoDescriptor: all descriptors of the trace
 *
 * Adds the threads and processes of all descriptors, and names them.
 */
void
tv_perfetto_identities_name (TvPerfettoIdentities *self, GArray *descriptors)
{
  TvFtraceThreads *threads = self->reader->threads;

  for (guint i = 0; i < descriptors->len; i++)
    {
      TvPerfettoDescriptor *descriptor = &g_array_index (descriptors, TvPerfettoDescriptor, i);
      guint32 main;

      if (!descriptor->has_thread && !descriptor->has_process)
        continue;
      main = tv_perfetto_identities_ensure (self, descriptor);
      if (descriptor->owner_name == TV_NONE)
        continue;
      if (descriptor->has_thread)
        tv_ftrace_threads_name (threads, main, TV_FTRACE_NAME_OWN, descriptor->owner_name);
      else
        tv_trace_builder_name_process (self->reader->builder,
                                       tv_ftrace_threads_make_process (threads, main),
                                       descriptor->owner_name);
    }
}
