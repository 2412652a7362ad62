/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/perfetto/perfetto-heap-graph.h"

#include "core/memory/id-map.h"
#include "formats/perfetto/perfetto-profiles.h"

/* HeapGraph of perfetto/protos/trace/profiling/heap_graph.proto: the objects of a Java heap, in many packets,
 * whose parts come in any order. All is kept until the last one, and told then. */

#define REFERENT      "java.lang.ref.Reference.referent"
#define CLEANER       "sun.misc.Cleaner"
#define CLEANER_NEXT  "sun.misc.Cleaner.next"
#define CLEANER_THUNK "sun.misc.Cleaner.thunk"
#define THUNK_OWNER   "libcore.util.NativeAllocationRegistry$CleanerThunk.this$0"

typedef struct
{
  guint64 id;
  guint64 type;
  gint64 self_size;
  gint64 registry_size;
  TvHeapType heap_type;
  TvHeapRoot root;
  gint64 native_size;
  guint32 first_reference;
  guint32 n_references;
  guint32 n_fields; /* of those told with the object */
} Object;

typedef struct
{
  guint64 id;
  guint64 location;
  guint64 superclass;
  guint64 classloader;
  gint64 object_size;
  guint32 name;
  TvHeapClassKind kind;
  guint32 first_field;
  guint32 n_fields;
} Type;

typedef struct
{
  guint64 iid;
  guint32 name;
  guint32 type;
} Field;

/* A dump while it is read. */
typedef struct
{
  guint32 sequence;
  gboolean is_open;
  guint64 pid;
  gint64 ts;
  guint64 next_index;
  gboolean is_truncated;
  guint64 last_id;
  TvHeapType last_type;
  GArray *objects;
  GArray *targets; /* guint64: ids of objects referred to, 0 for null */
  GArray *fields;  /* guint64: ids of fields, where objects tell them */
  GArray *types;
  GArray *type_fields; /* guint64 */
  GArray *names;       /* Field */
  GArray *locations;   /* Field, of which the type is not used */
  GArray *roots;       /* guint64: id and kind by turns */
} Dump;

/* A graph that was told, whose process is known in the end. */
typedef struct
{
  guint32 graph;
  guint32 utid;
  gint64 ts;
} Told;

struct _TvPerfettoHeapGraphs
{
  TvPerfettoReader *reader;
  GPtrArray *dumps; /* Dump, one a sequence */
  GArray *told;
  guint32 referent, cleaner, next, thunk, owner;
};

static void
free_dump (gpointer data)
{
  Dump *self = data;

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
  self->told = g_array_new (FALSE, FALSE, sizeof (Told));
  return self;
}

void
tv_perfetto_heap_graphs_free (TvPerfettoHeapGraphs *self)
{
  g_ptr_array_unref (self->dumps);
  g_array_unref (self->told);
  g_free (self);
}

static Dump *
get_dump (TvPerfettoHeapGraphs *self, guint32 sequence)
{
  Dump *dump;

  for (guint i = 0; i < self->dumps->len; i++)
    {
      dump = g_ptr_array_index (self->dumps, i);
      if (dump->sequence == sequence)
        return dump;
    }
  dump = g_new0 (Dump, 1);
  dump->sequence = sequence;
  dump->objects = g_array_new (FALSE, FALSE, sizeof (Object));
  dump->targets = g_array_new (FALSE, FALSE, sizeof (guint64));
  dump->fields = g_array_new (FALSE, FALSE, sizeof (guint64));
  dump->types = g_array_new (FALSE, FALSE, sizeof (Type));
  dump->type_fields = g_array_new (FALSE, FALSE, sizeof (guint64));
  dump->names = g_array_new (FALSE, FALSE, sizeof (Field));
  dump->locations = g_array_new (FALSE, FALSE, sizeof (Field));
  dump->roots = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_ptr_array_add (self->dumps, dump);
  return dump;
}

/* ---- Parts ---- */

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

/* Fields of an object are told before or behind its base: that is looked for first. */
static void
take_object (Dump *dump, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Object object = { .first_reference = dump->targets->len };
  guint64 base = 0, delta = 0;
  guint first_field = dump->fields->len;

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
  object.n_fields = dump->fields->len - first_field;
  /* One each: what is missing is told to have no name, what is too much is left out. */
  if (object.n_fields > 0)
    {
      g_array_set_size (dump->fields, first_field + MIN (object.n_fields, object.n_references));
      for (guint64 none = 0; dump->fields->len < first_field + object.n_references;)
        g_array_append_val (dump->fields, none);
      object.n_fields = object.n_references;
    }
  g_array_append_val (dump->objects, object);
}

static void
take_type (TvPerfettoHeapGraphs *self, Dump *dump, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Type type = { .first_field = dump->type_fields->len };
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

/* A name `TYPE NAME`, or without a blank a name alone. */
static void
take_name (TvPerfettoHeapGraphs *self, GArray *names, gboolean is_field, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField part;
  Field field = { 0, TV_NONE, TV_NONE };
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
take_root (Dump *dump, TvSpan message)
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

/* ---- A whole dump ---- */

/* What ids stand for once all is there. */
typedef struct
{
  TvPerfettoHeapGraphs *graphs;
  Dump *dump;
  TvIdMap objects; /* id → place in @dump's objects */
  TvIdMap types;
  TvIdMap names;
} Making;

static void
index_rows (TvIdMap *map, const GArray *rows, gsize offset)
{
  gsize size = g_array_get_element_size ((GArray *) rows);

  tv_id_map_init (map);
  for (guint i = 0; i < rows->len; i++)
    {
      guint64 id;

      memcpy (&id, rows->data + i * size + offset, sizeof id);
      if (tv_id_map_find (map, id) == TV_NONE)
        tv_id_map_set (map, id, i);
    }
}

static Type *
find_type (const Making *self, guint64 id)
{
  guint32 row = id != 0 ? tv_id_map_find (&self->types, id) : TV_NONE;

  return row != TV_NONE ? &g_array_index (self->dump->types, Type, row) : NULL;
}

static const Field *
find_field (const Making *self, guint64 iid)
{
  guint32 row = iid != 0 ? tv_id_map_find (&self->names, iid) : TV_NONE;

  return row != TV_NONE ? &g_array_index (self->dump->names, Field, row) : NULL;
}

/* The fields of an object, in the order of its references: its own, or those of its class and then of what
 * that extends. */
typedef struct
{
  const Making *making;
  const guint64 *told; /* (nullable) */
  const Type *type;
  guint32 next;
  guint n_types;
} Fields;

static const Field *
next_field (Fields *self)
{
  const Dump *dump = self->making->dump;

  if (self->told != NULL)
    return find_field (self->making, self->told[self->next++]);
  while (self->type != NULL && self->next >= self->type->n_fields)
    {
      /* A class that extends itself ends somewhere. */
      self->type = ++self->n_types <= dump->types->len
                       ? find_type (self->making, self->type->superclass)
                       : NULL;
      self->next = 0;
    }
  if (self->type == NULL)
    return NULL;
  return find_field (self->making, g_array_index (dump->type_fields, guint64,
                                                  self->type->first_field + self->next++));
}

static gboolean
has_fields (const Type *type)
{
  return type == NULL || (type->kind != TV_HEAP_CLASS_NO_REFERENCES &&
                          type->kind != TV_HEAP_CLASS_STRING && type->kind != TV_HEAP_CLASS_ARRAY);
}

static gboolean
is_weak (const Type *type)
{
  return type != NULL && (type->kind == TV_HEAP_CLASS_WEAK_REFERENCE ||
                          type->kind == TV_HEAP_CLASS_FINALIZER_REFERENCE ||
                          type->kind == TV_HEAP_CLASS_PHANTOM_REFERENCE);
}

static void
set_roots (const Making *self)
{
  static const guint8 ranks[TV_N_HEAP_ROOTS] = {
    [TV_HEAP_ROOT_STICKY_CLASS] = 3, [TV_HEAP_ROOT_JNI_GLOBAL] = 2, [TV_HEAP_ROOT_JNI_LOCAL] = 1
  };
  GArray *objects = self->dump->objects;

  for (guint i = 0; i + 1 < self->dump->roots->len; i += 2)
    {
      guint32 row = tv_id_map_find (&self->objects, g_array_index (self->dump->roots, guint64, i));
      TvHeapRoot root = (TvHeapRoot) g_array_index (self->dump->roots, guint64, i + 1);
      Object *object;

      if (row == TV_NONE)
        continue;
      object = &g_array_index (objects, Object, row);
      if (object->root == TV_HEAP_ROOT_NONE || ranks[root] > ranks[object->root])
        object->root = root;
    }
  for (guint i = 0; i < objects->len; i++)
    {
      Object *object = &g_array_index (objects, Object, i);

      if (object->root == TV_HEAP_ROOT_NONE && object->heap_type >= TV_HEAP_TYPE_ZYGOTE)
        object->root = TV_HEAP_ROOT_VM_INTERNAL;
    }
}

static void
add_classes (const Making *self)
{
  TvPerfettoReader *reader = self->graphs->reader;
  GArray *types = self->dump->types;
  TvIdMap locations;

  index_rows (&locations, self->dump->locations, G_STRUCT_OFFSET (Field, iid));
  for (guint i = 0; i < types->len; i++)
    {
      const Type *type = &g_array_index (types, Type, i);
      g_autofree char *source = tv_perfetto_symbols_dup_class (
          tv_perfetto_profiles_get_symbols (reader->profiles),
          tv_trace_builder_get_string (reader->builder, type->name));
      guint32 location = tv_id_map_find (&locations, type->location);
      TvHeapClass klass = {
        .name = type->name,
        .source_name = source != NULL ? tv_trace_builder_intern (reader->builder, source, -1)
                                      : TV_NONE,
        .location = TV_NONE,
        .superclass = type->superclass != 0 ? tv_id_map_find (&self->types, type->superclass)
                                            : TV_NONE,
        .classloader = type->classloader,
        .kind = type->kind
      };

      if (location != TV_NONE)
        klass.location = g_array_index (self->dump->locations, Field, location).name;
      tv_trace_builder_add_heap_class (reader->builder, &klass);
    }
  tv_id_map_clear (&locations);
}

/* The object that a field of another refers to; NULL if there is none. */
static Object *
follow (const Making *self, const Object *object, guint32 field_name)
{
  Fields fields = { .making = self, .type = find_type (self, object->type) };

  for (guint i = 0; i < object->n_references; i++)
    {
      const Field *field = next_field (&fields);
      guint64 id = g_array_index (self->dump->targets, guint64, object->first_reference + i);
      guint32 row;

      if (field == NULL || field->name != field_name || id == 0)
        continue;
      row = tv_id_map_find (&self->objects, id);
      return row != TV_NONE ? &g_array_index (self->dump->objects, Object, row) : NULL;
    }
  return NULL;
}

/* Memory beside the heap that is freed with an object: its cleaner knows the registry that knows its size. */
static void
set_native_sizes (const Making *self)
{
  TvPerfettoHeapGraphs *graphs = self->graphs;

  for (guint i = 0; i < self->dump->objects->len; i++)
    {
      const Object *object = &g_array_index (self->dump->objects, Object, i), *thunk, *registry;
      const Type *type = find_type (self, object->type);
      Object *owner;

      if (type == NULL || type->name != graphs->cleaner || object->n_fields > 0 ||
          follow (self, object, graphs->next) == object)
        continue;
      owner = follow (self, object, graphs->referent);
      thunk = follow (self, object, graphs->thunk);
      registry = thunk != NULL ? follow (self, thunk, graphs->owner) : NULL;
      if (owner != NULL && registry != NULL)
        owner->native_size = (gint64) ((guint64) owner->native_size +
                                       ((guint64) registry->registry_size & ~(guint64) 1));
    }
}

static void
add_references (const Making *self, const Object *object, const Type *type, const guint64 **told)
{
  TvTraceBuilder *builder = self->graphs->reader->builder;
  Fields fields = { .making = self,
                    .told = object->n_fields > 0 ? *told : NULL,
                    .type = has_fields (type) ? type : NULL };

  *told += object->n_fields;
  for (guint i = 0; i < object->n_references; i++)
    {
      const Field *field = next_field (&fields);
      guint64 id = g_array_index (self->dump->targets, guint64, object->first_reference + i);
      TvHeapReference reference = { id != 0 ? tv_id_map_find (&self->objects, id) : TV_NONE,
                                    TV_NONE, TV_NONE, FALSE };

      if (field != NULL)
        {
          reference.field = field->name;
          reference.field_type = field->type;
          reference.is_weak = field->name == self->graphs->referent && is_weak (type);
        }
      tv_trace_builder_add_heap_reference (builder, &reference);
    }
}

static void
add_objects (const Making *self)
{
  TvTraceBuilder *builder = self->graphs->reader->builder;
  const guint64 *told = (const guint64 *) (gconstpointer) self->dump->fields->data;

  for (guint i = 0; i < self->dump->objects->len; i++)
    {
      const Object *object = &g_array_index (self->dump->objects, Object, i);
      const Type *type = find_type (self, object->type);
      TvHeapObject out = { .klass = object->type != 0 ? tv_id_map_find (&self->types, object->type)
                                                      : TV_NONE,
                           .type = object->heap_type,
                           .root = object->root,
                           .self_size = object->self_size,
                           .native_size = object->native_size };

      if (out.self_size == 0 && type != NULL)
        out.self_size = type->object_size;
      tv_trace_builder_add_heap_object (builder, &out);
      add_references (self, object, type, &told);
    }
}

static void
forget (Dump *dump)
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
  dump->next_index = 0;
  dump->last_id = 0;
  dump->last_type = TV_HEAP_TYPE_UNKNOWN;
}

static guint32
intern (TvPerfettoHeapGraphs *self, const char *text)
{
  return tv_trace_builder_intern (self->reader->builder, text, -1);
}

static void
finish_dump (TvPerfettoHeapGraphs *self, Dump *dump)
{
  Making making = { .graphs = self, .dump = dump };
  Told told = { .utid = TV_NONE, .ts = dump->ts };

  self->referent = intern (self, REFERENT);
  self->cleaner = intern (self, CLEANER);
  self->next = intern (self, CLEANER_NEXT);
  self->thunk = intern (self, CLEANER_THUNK);
  self->owner = intern (self, THUNK_OWNER);
  told.graph = tv_trace_builder_begin_heap_graph (
      self->reader->builder,
      &(TvHeapGraph){ .ts = dump->ts, .upid = TV_NONE, .is_truncated = dump->is_truncated });
  if (dump->pid > 0 && dump->pid <= G_MAXINT32)
    told.utid = tv_ftrace_threads_get (&self->reader->threads, (gint32) dump->pid);
  g_array_append_val (self->told, told);
  index_rows (&making.objects, dump->objects, G_STRUCT_OFFSET (Object, id));
  index_rows (&making.types, dump->types, G_STRUCT_OFFSET (Type, id));
  index_rows (&making.names, dump->names, G_STRUCT_OFFSET (Field, iid));
  set_roots (&making);
  set_native_sizes (&making);
  add_classes (&making);
  add_objects (&making);
  tv_id_map_clear (&making.objects);
  tv_id_map_clear (&making.types);
  tv_id_map_clear (&making.names);
  forget (dump);
}

/**
 * tv_perfetto_take_heap_graph:
 * @reader: a reader
 * @message: a HeapGraph, which is a dump or a part of one
 */
void
tv_perfetto_take_heap_graph (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoHeapGraphs *self = reader->heap_graphs;
  Dump *dump = get_dump (self, message->packet->sequence);
  TvProto proto = tv_proto_open (message->said);
  TvProtoField field;
  guint64 pid = 0, index = 0;
  gboolean goes_on = FALSE;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = field.value;
    else if (field.number == 5)
      goes_on = field.value != 0;
    else if (field.number == 6)
      index = field.value;
  if (dump->is_open && dump->pid != pid)
    {
      dump->is_truncated = TRUE;
      finish_dump (self, dump);
    }
  if (index != dump->next_index || (dump->is_truncated && !dump->is_open))
    {
      dump->is_truncated = TRUE;
      tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_HEAP_DUMP,
                                    (gint64) message->packet->where, _("packets are missing"));
    }
  dump->next_index = index + 1;
  dump->is_open = TRUE;
  dump->pid = pid;
  dump->ts = message->ts;
  proto = tv_proto_open (message->said);
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
  if (!goes_on)
    finish_dump (self, dump);
}

/**
 * tv_perfetto_heap_graphs_tell:
 * @self: heaps of which all packets were taken
 *
 * Tells whose they are, which is known once all else was told. What never ended is told as it is.
 */
void
tv_perfetto_heap_graphs_tell (TvPerfettoHeapGraphs *self)
{
  TvFtraceThreads *threads = &self->reader->threads;

  for (guint i = 0; i < self->dumps->len; i++)
    {
      Dump *dump = g_ptr_array_index (self->dumps, i);

      if (!dump->is_open)
        continue;
      dump->is_truncated = TRUE;
      tv_trace_builder_add_problem (self->reader->builder, TV_PROBLEM_HEAP_DUMP, -1,
                                    _("packets are missing"));
      finish_dump (self, dump);
    }
  for (guint i = 0; i < self->told->len; i++)
    {
      const Told *told = &g_array_index (self->told, Told, i);

      if (told->utid != TV_NONE)
        tv_trace_builder_set_heap_process (
            self->reader->builder, told->graph,
            tv_ftrace_threads_make_process (
                threads, tv_perfetto_find_thread (threads, told->utid, told->ts)));
    }
}
