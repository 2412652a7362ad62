/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-heap-dump.h"

#include "core/memory/id-map.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-recording.h"

/* Evaluates a dump of a Java heap: resolves ids, determines the field of each reference, and adds the sizes of native
 * memory. Entry point: tv_perfetto_emit_heap_dump(), called by perfetto-heap-graph.c after the last packet of a dump.
 * Sorts the dump and sets fields in it, then adds a heap graph to the builder. */

#define REFERENT      "java.lang.ref.Reference.referent"
#define CLEANER       "sun.misc.Cleaner"
#define CLEANER_NEXT  "sun.misc.Cleaner.next"
#define CLEANER_THUNK "sun.misc.Cleaner.thunk"
#define THUNK_OWNER   "libcore.util.NativeAllocationRegistry$CleanerThunk.this$0"

/* State for the evaluation of a dump. */
typedef struct
{
  TvPerfettoReader *reader;
  TvHeapDump *dump;
  guint32 referent, cleaner, next, thunk,
      owner;       /* string ids of the names of special fields and classes */
  TvIdMap objects; /* object id → index in the objects of @dump */
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

/* Sorts objects by their first occurrence, either as an object or as the target of a reference. Perfetto assigns ids
 * in this order. */
static void
order_objects (Making *self)
{
  TvHeapDump *dump = self->dump;
  guint32 n = dump->objects->len;
  GArray *ordered = g_array_sized_new (FALSE, FALSE, sizeof (TvHeapDumpObject), n);
  g_autofree gboolean *is_ordered = g_new0 (gboolean, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const TvHeapDumpObject *object = &g_array_index (dump->objects, TvHeapDumpObject, i);

      for (guint32 at = 0; at <= object->n_references; at++)
        {
          guint32 row = i;

          if (at > 0)
            row = tv_id_map_find (&self->objects, g_array_index (dump->targets, guint64,
                                                                 object->first_reference + at - 1));
          if (row == TV_NONE || is_ordered[row])
            continue;
          is_ordered[row] = TRUE;
          g_array_append_val (ordered, g_array_index (dump->objects, TvHeapDumpObject, row));
        }
    }
  g_array_unref (dump->objects);
  dump->objects = ordered;
  tv_id_map_clear (&self->objects);
  index_rows (&self->objects, ordered, G_STRUCT_OFFSET (TvHeapDumpObject, id));
}

static TvHeapDumpType *
find_type (const Making *self, guint64 id)
{
  guint32 row = id != 0 ? tv_id_map_find (&self->types, id) : TV_NONE;

  return row != TV_NONE ? &g_array_index (self->dump->types, TvHeapDumpType, row) : NULL;
}

static const TvHeapDumpName *
find_field (const Making *self, guint64 iid)
{
  guint32 row = iid != 0 ? tv_id_map_find (&self->names, iid) : TV_NONE;

  return row != TV_NONE ? &g_array_index (self->dump->names, TvHeapDumpName, row) : NULL;
}

/* Iterator over the fields of an object, in the order of its references: the fields that the object lists, or those
 * of its class followed by those of the superclasses. */
typedef struct
{
  const Making *making;
  const guint64 *of_object; /* (nullable) ids of the fields that the object lists */
  const TvHeapDumpType *type;
  guint32 next;
} Fields;

static const TvHeapDumpName *
next_field (Fields *self)
{
  const TvHeapDump *dump = self->making->dump;

  if (self->of_object != NULL)
    return find_field (self->making, self->of_object[self->next++]);
  while (self->type != NULL && self->next >= self->type->n_fields)
    {
      self->type = self->type->base != TV_NONE
                       ? &g_array_index (dump->types, TvHeapDumpType, self->type->base)
                       : NULL;
      self->next = 0;
    }
  if (self->type == NULL)
    return NULL;
  return find_field (self->making, g_array_index (dump->type_fields, guint64,
                                                  self->type->first_field + self->next++));
}

static gboolean
has_fields (const TvHeapDumpType *type)
{
  return type == NULL || (type->kind != TV_HEAP_CLASS_NO_REFERENCES &&
                          type->kind != TV_HEAP_CLASS_STRING && type->kind != TV_HEAP_CLASS_ARRAY);
}

static gboolean
is_weak (const TvHeapDumpType *type)
{
  return type != NULL && (type->kind == TV_HEAP_CLASS_WEAK_REFERENCE ||
                          type->kind == TV_HEAP_CLASS_FINALIZER_REFERENCE ||
                          type->kind == TV_HEAP_CLASS_PHANTOM_REFERENCE);
}

/* Determines the nearest superclass with fields for each class. Visits each class once, because there may be many
 * classes without fields, and corrupt classes may extend each other in a cycle. */
static void
set_bases (const Making *self)
{
  GArray *types = self->dump->types;
  g_autofree guint8 *is_known = g_malloc0 (MAX (types->len, 1));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < types->len; i++)
    {
      guint32 base = i;

      g_array_set_size (path, 0);
      while (base != TV_NONE && !is_known[base])
        {
          const TvHeapDumpType *type = &g_array_index (types, TvHeapDumpType, base);

          is_known[base] = TRUE;
          g_array_append_val (path, base);
          base = type->superclass != 0 ? tv_id_map_find (&self->types, type->superclass) : TV_NONE;
          if (base != TV_NONE && g_array_index (types, TvHeapDumpType, base).n_fields > 0)
            break;
        }
      /* All classes on the path have the same base. If the path ended at a class that was visited before, that
       * class's base applies; a class on the path itself, as in a cycle, has none. */
      if (base != TV_NONE && g_array_index (types, TvHeapDumpType, base).n_fields == 0)
        base = g_array_index (types, TvHeapDumpType, base).base;
      for (guint at = 0; at < path->len; at++)
        g_array_index (types, TvHeapDumpType, g_array_index (path, guint32, at)).base = base;
    }
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
      TvHeapDumpObject *object;

      if (row == TV_NONE)
        continue;
      object = &g_array_index (objects, TvHeapDumpObject, row);
      if (object->root == TV_HEAP_ROOT_NONE || ranks[root] > ranks[object->root])
        object->root = root;
    }
  for (guint i = 0; i < objects->len; i++)
    {
      TvHeapDumpObject *object = &g_array_index (objects, TvHeapDumpObject, i);

      if (object->root == TV_HEAP_ROOT_NONE && object->heap_type >= TV_HEAP_TYPE_ZYGOTE)
        object->root = TV_HEAP_ROOT_VM_INTERNAL;
    }
}

static void
add_classes (const Making *self)
{
  TvPerfettoReader *reader = self->reader;
  GArray *types = self->dump->types;
  TvIdMap locations;

  index_rows (&locations, self->dump->locations, G_STRUCT_OFFSET (TvHeapDumpName, iid));
  for (guint i = 0; i < types->len; i++)
    {
      const TvHeapDumpType *type = &g_array_index (types, TvHeapDumpType, i);
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
        klass.location = g_array_index (self->dump->locations, TvHeapDumpName, location).name;
      tv_trace_builder_add_heap_class (reader->builder, &klass);
    }
  tv_id_map_clear (&locations);
}

/* Sets the deobfuscated name of each field. Names are looked up once per name instead of once per reference, because
 * there are far fewer names. */
static void
set_source_names (const Making *self)
{
  TvTraceBuilder *builder = self->reader->builder;
  const TvPerfettoSymbols *symbols = tv_perfetto_profiles_get_symbols (self->reader->profiles);

  for (guint i = 0; i < self->dump->names->len; i++)
    {
      TvHeapDumpName *field = &g_array_index (self->dump->names, TvHeapDumpName, i);
      g_autofree char *source = tv_perfetto_symbols_dup_field (
          symbols, tv_trace_builder_get_string (builder, field->name));

      if (source != NULL)
        field->source_name = tv_trace_builder_intern (builder, source, -1);
    }
}

/* Returns the object to which the field @field_name of another object refers, or NULL. */
static TvHeapDumpObject *
follow (const Making *self, const TvHeapDumpObject *object, guint32 field_name)
{
  Fields fields = { .making = self, .type = find_type (self, object->type) };

  for (guint i = 0; i < object->n_references; i++)
    {
      const TvHeapDumpName *field = next_field (&fields);
      guint64 id = g_array_index (self->dump->targets, guint64, object->first_reference + i);
      guint32 row;

      if (field == NULL || field->name != field_name || id == 0)
        continue;
      row = tv_id_map_find (&self->objects, id);
      return row != TV_NONE ? &g_array_index (self->dump->objects, TvHeapDumpObject, row) : NULL;
    }
  return NULL;
}

/* Sets the size of the native memory that is freed together with an object. A cleaner refers to the object, and
 * through its thunk to the registry that contains the size. */
static void
set_native_sizes (const Making *self)
{
  for (guint i = 0; i < self->dump->objects->len; i++)
    {
      const TvHeapDumpObject *object = &g_array_index (self->dump->objects, TvHeapDumpObject, i),
                             *thunk, *registry;
      const TvHeapDumpType *type = find_type (self, object->type);
      TvHeapDumpObject *owner;

      if (type == NULL || type->name != self->cleaner || object->n_fields > 0 ||
          follow (self, object, self->next) == object)
        continue;
      owner = follow (self, object, self->referent);
      thunk = follow (self, object, self->thunk);
      registry = thunk != NULL ? follow (self, thunk, self->owner) : NULL;
      if (owner != NULL && registry != NULL)
        owner->native_size = (gint64) ((guint64) owner->native_size +
                                       ((guint64) registry->registry_size & ~(guint64) 1));
    }
}

/* Adds the references of an object. Returns whether the field of each reference is known. */
static gboolean
add_references (const Making *self, const TvHeapDumpObject *object, const TvHeapDumpType *type)
{
  TvTraceBuilder *builder = self->reader->builder;
  Fields fields = { .making = self, .type = has_fields (type) ? type : NULL };

  if (object->n_fields > 0)
    fields.of_object = &g_array_index (self->dump->fields, guint64, object->first_field);
  for (guint i = 0; i < object->n_references; i++)
    {
      const TvHeapDumpName *field = next_field (&fields);
      guint64 id = g_array_index (self->dump->targets, guint64, object->first_reference + i);
      TvHeapReference reference = { id != 0 ? tv_id_map_find (&self->objects, id) : TV_NONE,
                                    TV_NONE, TV_NONE, TV_NONE, FALSE };

      if (field != NULL)
        {
          reference.field = field->name;
          reference.source_field = field->source_name;
          reference.field_type = field->type;
          reference.is_weak = field->name == self->referent && is_weak (type);
        }
      tv_trace_builder_add_heap_reference (builder, &reference);
    }
  if (object->is_malformed)
    return FALSE;
  return object->n_fields > 0 || object->n_references == 0 || !has_fields (type) ||
         fields.type != NULL;
}

static void
add_objects (const Making *self)
{
  TvTraceBuilder *builder = self->reader->builder;
  gint64 n_bad = 0;

  for (guint i = 0; i < self->dump->objects->len; i++)
    {
      const TvHeapDumpObject *object = &g_array_index (self->dump->objects, TvHeapDumpObject, i);
      const TvHeapDumpType *type = find_type (self, object->type);
      TvHeapObject out = { .klass = object->type != 0 ? tv_id_map_find (&self->types, object->type)
                                                      : TV_NONE,
                           .type = object->heap_type,
                           .root = object->root,
                           .self_size = object->self_size,
                           .native_size = object->native_size };

      if (out.self_size == 0 && type != NULL)
        out.self_size = type->object_size;
      tv_trace_builder_add_heap_object (builder, &out);
      n_bad += !add_references (self, object, type);
    }
  if (n_bad > 0)
    tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_HEAP_OBJECTS, (guint32) self->dump->pid,
                       n_bad);
}

static guint32
intern (TvPerfettoReader *reader, const char *text)
{
  return tv_trace_builder_intern (reader->builder, text, -1);
}

/* Adds a dump to the builder. The caller sets the process later. Returns the id of the heap graph. */
guint32
tv_perfetto_emit_heap_dump (TvPerfettoReader *reader, TvHeapDump *dump)
{
  Making making = {
    .reader = reader,
    .dump = dump,
    .referent = intern (reader, REFERENT),
    .cleaner = intern (reader, CLEANER),
    .next = intern (reader, CLEANER_NEXT),
    .thunk = intern (reader, CLEANER_THUNK),
    .owner = intern (reader, THUNK_OWNER),
  };
  guint32 graph = tv_trace_builder_begin_heap_graph (
      reader->builder, &(TvHeapGraph){ .ts = dump->ts,
                                       .upid = TV_NONE,
                                       .heap_size = dump->heap_size,
                                       .is_truncated = dump->is_truncated });

  index_rows (&making.objects, dump->objects, G_STRUCT_OFFSET (TvHeapDumpObject, id));
  order_objects (&making);
  index_rows (&making.types, dump->types, G_STRUCT_OFFSET (TvHeapDumpType, id));
  index_rows (&making.names, dump->names, G_STRUCT_OFFSET (TvHeapDumpName, iid));
  set_bases (&making);
  set_roots (&making);
  set_native_sizes (&making);
  add_classes (&making);
  set_source_names (&making);
  add_objects (&making);
  tv_id_map_clear (&making.objects);
  tv_id_map_clear (&making.types);
  tv_id_map_clear (&making.names);
  return graph;
}
