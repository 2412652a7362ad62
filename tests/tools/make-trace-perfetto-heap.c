/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-perfetto-heap.h"

#include "make-trace-proto.h"

#define DUMPS            3
#define STEP_NS          G_GINT64_CONSTANT (2000000000)
#define SEQUENCE         500
#define OBJECT_BYTES     28 /* approximate size of an object in the file */
#define PACKET_BYTES     32000
#define FIRST_ID         G_GUINT64_CONSTANT (0x12c00000)
#define ACTIVITY_OBJECTS 60 /* number of objects that an activity retains */
#define APP              1
#define ZYGOTE           2
#define BOOT             3

typedef enum
{
  OBJECT,
  STRING,
  BYTES,
  LIST,
  ARRAY,
  MAP,
  ENTRY,
  ENTRIES,
  MESSAGE,
  QUEUE,
  THREAD,
  ACTIVITY,
  VIEW,
  CHILDREN,
  BITMAP,
  LISTENER,
  BUS_CLASS,
  CACHE_CLASS,
  WEAK,
  CLEANER,
  THUNK,
  REGISTRY,
  N_TYPES,
} Type;

typedef enum
{
  FIELD_NONE,
  FIELD_VALUE,
  FIELD_ELEMENTS,
  FIELD_TABLE,
  FIELD_KEY,
  FIELD_ENTRY_VALUE,
  FIELD_NEXT_ENTRY,
  FIELD_NEXT,
  FIELD_OBJ,
  FIELD_MESSAGES,
  FIELD_LOCALS,
  FIELD_DECOR,
  FIELD_TITLE,
  FIELD_CHILDREN,
  FIELD_CONTEXT,
  FIELD_IMAGE,
  FIELD_ACTIVITY,
  FIELD_LISTENERS,
  FIELD_CACHE,
  FIELD_REFERENT,
  FIELD_CLEANER_NEXT,
  FIELD_THUNK,
  FIELD_OWNER,
  N_FIELDS,
} Field;

#define MAX_FIELDS 4

/* Classes. @super is the superclass, @fields are in the order of the references of objects, and @kind is
 * HeapGraphType.Kind. */
static const struct
{
  const char *name;
  guint kind;
  guint size;
  Type super;
  Field fields[MAX_FIELDS];
} types[N_TYPES] = {
  [OBJECT] = { "java.lang.Object", 1, 8, OBJECT, { FIELD_NONE } },
  [STRING] = { "java.lang.String", 3, 24, OBJECT, { FIELD_VALUE } },
  [BYTES] = { "byte[]", 4, 16, OBJECT, { FIELD_NONE } },
  [LIST] = { "java.util.ArrayList", 1, 20, OBJECT, { FIELD_ELEMENTS } },
  [ARRAY] = { "java.lang.Object[]", 4, 12, OBJECT, { FIELD_NONE } },
  [MAP] = { "java.util.HashMap", 1, 40, OBJECT, { FIELD_TABLE } },
  [ENTRY] = { "java.util.HashMap$Node",
              1,
              24,
              OBJECT,
              { FIELD_KEY, FIELD_ENTRY_VALUE, FIELD_NEXT_ENTRY } },
  [ENTRIES] = { "java.util.HashMap$Node[]", 4, 12, OBJECT, { FIELD_NONE } },
  [MESSAGE] = { "android.os.Message", 1, 60, OBJECT, { FIELD_NEXT, FIELD_OBJ } },
  [QUEUE] = { "android.os.MessageQueue", 1, 48, OBJECT, { FIELD_MESSAGES } },
  [THREAD] = { "java.lang.Thread", 1, 120, OBJECT, { FIELD_LOCALS } },
  [ACTIVITY] = { "com.example.shop.CartActivity", 1, 320, OBJECT, { FIELD_DECOR, FIELD_TITLE } },
  [VIEW] = { "android.view.ViewGroup",
             1,
             560,
             OBJECT,
             { FIELD_CHILDREN, FIELD_CONTEXT, FIELD_IMAGE } },
  [CHILDREN] = { "android.view.View[]", 4, 12, OBJECT, { FIELD_NONE } },
  [BITMAP] = { "android.graphics.Bitmap", 1, 48, OBJECT, { FIELD_NONE } },
  [LISTENER] = { "com.example.shop.CartActivity$1", 1, 12, OBJECT, { FIELD_ACTIVITY } },
  [BUS_CLASS] = { "java.lang.Class<com.example.shop.EventBus>",
                  5,
                  180,
                  OBJECT,
                  { FIELD_LISTENERS } },
  [CACHE_CLASS] = { "java.lang.Class<com.example.shop.ImageCache>",
                    5,
                    180,
                    OBJECT,
                    { FIELD_CACHE } },
  [WEAK] = { "java.lang.ref.WeakReference", 9, 24, OBJECT, { FIELD_REFERENT } },
  [CLEANER] = { "sun.misc.Cleaner",
                11,
                36,
                OBJECT,
                { FIELD_REFERENT, FIELD_CLEANER_NEXT, FIELD_THUNK } },
  [THUNK] = { "libcore.util.NativeAllocationRegistry$CleanerThunk",
              1,
              24,
              OBJECT,
              { FIELD_OWNER } },
  [REGISTRY] = { "libcore.util.NativeAllocationRegistry", 1, 40, OBJECT, { FIELD_NONE } },
};

static const char *const fields[N_FIELDS] = {
  [FIELD_VALUE] = "byte[] java.lang.String.value",
  [FIELD_ELEMENTS] = "java.lang.Object[] java.util.ArrayList.elementData",
  [FIELD_TABLE] = "java.util.HashMap$Node[] java.util.HashMap.table",
  [FIELD_KEY] = "java.lang.Object java.util.HashMap$Node.key",
  [FIELD_ENTRY_VALUE] = "java.lang.Object java.util.HashMap$Node.value",
  [FIELD_NEXT_ENTRY] = "java.util.HashMap$Node java.util.HashMap$Node.next",
  [FIELD_NEXT] = "android.os.Message android.os.Message.next",
  [FIELD_OBJ] = "java.lang.Object android.os.Message.obj",
  [FIELD_MESSAGES] = "android.os.Message android.os.MessageQueue.mMessages",
  [FIELD_LOCALS] = "java.lang.Object java.lang.Thread.localValues",
  [FIELD_DECOR] = "android.view.View com.example.shop.CartActivity.mDecor",
  [FIELD_TITLE] = "java.lang.CharSequence com.example.shop.CartActivity.mTitle",
  [FIELD_CHILDREN] = "android.view.View[] android.view.ViewGroup.mChildren",
  [FIELD_CONTEXT] = "android.content.Context android.view.ViewGroup.mContext",
  [FIELD_IMAGE] = "android.graphics.Bitmap android.view.ViewGroup.mPicture",
  [FIELD_ACTIVITY] = "com.example.shop.CartActivity com.example.shop.CartActivity$1.this$0",
  [FIELD_LISTENERS] = "java.util.ArrayList com.example.shop.EventBus.sListeners",
  [FIELD_CACHE] = "java.util.HashMap com.example.shop.ImageCache.sPictures",
  [FIELD_REFERENT] = "java.lang.Object java.lang.ref.Reference.referent",
  [FIELD_CLEANER_NEXT] = "sun.misc.Cleaner sun.misc.Cleaner.next",
  [FIELD_THUNK] = "java.lang.Runnable sun.misc.Cleaner.thunk",
  [FIELD_OWNER] = "libcore.util.NativeAllocationRegistry "
                  "libcore.util.NativeAllocationRegistry$CleanerThunk.this$0",
};

typedef struct
{
  Type type;
  guint size; /* size in bytes; 0 for the default of the class */
  guint heap;
  guint64 native; /* native size of a registry in bytes */
  GArray *refs;   /* (nullable) (element-type guint): referenced objects; 0 for null */
} Object;

typedef struct
{
  const PerfettoHeaps *heaps;
  GArray *objects; /* (element-type Object): the first object represents null */
  GArray *roots;   /* (element-type guint): object and type of each root, alternating */
  GByteArray *part;
  guint index; /* index of the packet */
  gint64 ts;
} Dump;

/* ---- Objects ---- */

static guint
add (Dump *self, Type type, guint size)
{
  Object object = { type, size, APP, 0, NULL };

  g_array_append_val (self->objects, object);
  return self->objects->len - 1;
}

static Object *
get (Dump *self, guint object)
{
  return &g_array_index (self->objects, Object, object);
}

static void
refer (Dump *self, guint from, guint to)
{
  Object *object = get (self, from);

  if (object->refs == NULL)
    object->refs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (object->refs, to);
}

static void
add_root (Dump *self, guint object, guint type)
{
  g_array_append_val (self->roots, object);
  g_array_append_val (self->roots, type);
}

static guint
range (Dump *self, guint begin, guint end)
{
  return (guint) g_rand_int_range (self->heaps->chance, (gint32) begin, (gint32) end);
}

static guint
add_string (Dump *self)
{
  guint string = add (self, STRING, 0), bytes = add (self, BYTES, 16 + range (self, 1, 80));

  refer (self, string, bytes);
  return string;
}

/* Adds a bitmap with the cleaner of its pixels, which are outside the heap. */
static guint
add_bitmap (Dump *self, guint *last_cleaner)
{
  guint bitmap = add (self, BITMAP, 0), cleaner = add (self, CLEANER, 0);
  guint thunk = add (self, THUNK, 0), registry = add (self, REGISTRY, 0);

  get (self, registry)->native = ((guint64) range (self, 40, 400) * 4096) | 1;
  refer (self, cleaner, bitmap);
  refer (self, cleaner, *last_cleaner);
  refer (self, cleaner, thunk);
  refer (self, thunk, registry);
  *last_cleaner = cleaner;
  return bitmap;
}

/* ---- Program ---- */

static guint
add_view (Dump *self, guint activity, guint *last_cleaner)
{
  guint view = add (self, VIEW, 0);

  refer (self, view, 0);
  refer (self, view, activity);
  refer (self, view, range (self, 0, 4) == 0 ? add_bitmap (self, last_cleaner) : 0);
  return view;
}

static guint
add_activity (Dump *self, guint *last_cleaner)
{
  guint activity = add (self, ACTIVITY, 0);
  guint decor = add_view (self, activity, last_cleaner);
  guint n = range (self, 4, 12), children = add (self, CHILDREN, 12 + 4 * n);

  refer (self, activity, decor);
  refer (self, activity, add_string (self));
  g_array_index (get (self, decor)->refs, guint, 0) = children;
  for (guint i = 0; i < n; i++)
    {
      guint view = add_view (self, activity, last_cleaner);

      refer (self, children, view);
    }
  return activity;
}

/* Adds listeners that are never removed and retain ended activities. */
static void
add_leak (Dump *self, guint n, guint *last_cleaner)
{
  guint bus = add (self, BUS_CLASS, 0), list = add (self, LIST, 0);
  guint elements = add (self, ARRAY, 12 + 4 * n);

  add_root (self, bus, 5);
  refer (self, bus, list);
  refer (self, list, elements);
  for (guint i = 0; i < n; i++)
    {
      guint listener = add (self, LISTENER, 0);

      refer (self, listener, add_activity (self, last_cleaner));
      refer (self, elements, listener);
    }
}

static void
add_cache (Dump *self, guint n)
{
  guint owner = add (self, CACHE_CLASS, 0), map = add (self, MAP, 0);
  guint table = add (self, ENTRIES, 12 + 4 * n);

  add_root (self, owner, 5);
  refer (self, owner, map);
  refer (self, map, table);
  for (guint i = 0; i < n; i++)
    {
      guint entry = add (self, ENTRY, 0), key = add_string (self), bytes = add (self, BYTES, 4000);

      refer (self, entry, key);
      refer (self, entry, bytes);
      refer (self, entry, 0);
      refer (self, table, entry);
    }
}

/* Adds pending messages, each linked to the previous message. */
static void
add_messages (Dump *self, guint n)
{
  guint thread = add (self, THREAD, 0), at = add (self, QUEUE, 0);

  add_root (self, thread, 8);
  refer (self, thread, at);
  for (guint i = 0; i < n; i++)
    {
      guint message = add (self, MESSAGE, 0);

      refer (self, at, message);
      if (i > 0)
        refer (self, at, add_string (self));
      at = message;
    }
}

static void
add_rest (Dump *self, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint string = add_string (self), chance = range (self, 0, 10);

      if (chance < 2)
        add_root (self, string, 9);
      else if (chance < 6)
        get (self, string)->heap = get (self, string + 1)->heap = chance < 4 ? ZYGOTE : BOOT;
      else if (chance == 6)
        {
          guint weak = add (self, WEAK, 0);

          refer (self, weak, string);
          add_root (self, weak, 1);
        }
    }
}

/* ---- Packets ---- */

static void
end_packet (Dump *self, gboolean goes_on)
{
  g_autoptr (GByteArray) packet = g_byte_array_new ();
  g_autoptr (GByteArray) header = g_byte_array_new ();

  proto_put_number (self->part, 1, self->heaps->pid);
  proto_put_number (self->part, 5, goes_on);
  proto_put_number (self->part, 6, self->index++);
  proto_put_number (packet, 8, (guint64) self->ts);
  proto_put_number (packet, 10, SEQUENCE);
  proto_put_message (packet, 56, self->part);
  proto_put_varint (header, 1 << 3 | 2);
  proto_put_varint (header, packet->len);
  ftrace_pack_write (self->heaps->pack, (const char *) header->data, header->len);
  ftrace_pack_write (self->heaps->pack, (const char *) packet->data, packet->len);
}

static guint64
get_id (guint object)
{
  return object != 0 ? FIRST_ID + (guint64) object * 8 : 0;
}

/* Writes an object. Object ids are written as differences from the previous id, and ids of references as
 * differences from a base. */
static void
write_object (Dump *self, guint row)
{
  const Object *object = get (self, row);
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autoptr (GByteArray) ids = g_byte_array_new ();
  guint64 base = FIRST_ID - 1;
  guint before = row > 1 ? get (self, row - 1)->heap : 0;

  if (row == 1)
    proto_put_number (message, 1, get_id (row));
  else
    proto_put_number (message, 7, get_id (row) - get_id (row - 1));
  proto_put_number (message, 2, object->type + 1);
  if (object->size > 0)
    proto_put_number (message, 3, object->size);
  proto_put_number (message, 6, base);
  for (guint i = 0; object->refs != NULL && i < object->refs->len; i++)
    {
      guint64 id = get_id (g_array_index (object->refs, guint, i));

      if (self->heaps->oddities && range (self, 0, 50) == 0)
        id = base + range (self, 1, 1000);
      proto_put_varint (ids, id != 0 ? id - base : 0);
    }
  if (ids->len > 0)
    proto_put_message (message, 5, ids);
  if (object->native > 0)
    proto_put_number (message, 8, object->native);
  if (object->heap != before)
    proto_put_number (message, 9, object->heap);
  proto_put_message (self->part, 2, message);
  if (self->part->len > PACKET_BYTES)
    {
      end_packet (self, TRUE);
      self->index += self->heaps->oddities && range (self, 0, 10) == 0;
    }
}

static void
write_types (Dump *self)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();

  for (guint type = 0; type < N_TYPES; type++)
    {
      proto_put_number (message, 1, type + 1);
      proto_put_number (message, 2, 1);
      proto_put_text (message, 3, types[type].name);
      proto_put_number (message, 4, types[type].size);
      if (type != OBJECT || self->heaps->oddities)
        proto_put_number (message, 5, types[type].super + 1);
      for (guint i = 0; i < MAX_FIELDS; i++)
        if (types[type].fields[i] != FIELD_NONE)
          proto_put_number (message, 6, types[type].fields[i]);
      proto_put_number (message, 7, types[type].kind);
      proto_put_message (self->part, 9, message);
    }
  for (guint field = 1; field < N_FIELDS; field++)
    {
      proto_put_number (message, 1, field);
      proto_put_text (message, 2, fields[field]);
      proto_put_message (self->part, 4, message);
    }
  proto_put_number (message, 1, 1);
  proto_put_text (message, 2, "/data/app/com.example.shop/base.apk");
  proto_put_message (self->part, 8, message);
}

static void
write_roots (Dump *self)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();

  for (guint i = 0; i < self->roots->len; i += 2)
    {
      proto_put_number (message, 1, get_id (g_array_index (self->roots, guint, i)));
      proto_put_number (message, 2, g_array_index (self->roots, guint, i + 1));
      proto_put_message (self->part, 7, message);
    }
}

static void
write_dump (const PerfettoHeaps *heaps, guint number, guint n_objects)
{
  Dump self = { .heaps = heaps, .ts = heaps->ts + number * STEP_NS };
  guint last_cleaner = 0, n_leaked = n_objects / 3 / ACTIVITY_OBJECTS * (number + 1) / DUMPS;

  self.objects = g_array_new (FALSE, FALSE, sizeof (Object));
  self.roots = g_array_new (FALSE, FALSE, sizeof (guint));
  self.part = g_byte_array_new ();
  add (&self, OBJECT, 0);
  add_leak (&self, MAX (n_leaked, 1), &last_cleaner);
  add_cache (&self, MAX (n_objects / 30, 1));
  add_messages (&self, MAX (n_objects / 30, 2));
  add_rest (&self, MAX (n_objects / 5, 4));
  add_root (&self, last_cleaner, 5);
  for (guint row = 1; row < self.objects->len; row++)
    write_object (&self, row);
  write_types (&self);
  write_roots (&self);
  if (!heaps->oddities || number + 1 < DUMPS)
    end_packet (&self, FALSE);
  for (guint row = 0; row < self.objects->len; row++)
    if (get (&self, row)->refs != NULL)
      g_array_unref (get (&self, row)->refs);
  g_array_unref (self.objects);
  g_array_unref (self.roots);
  g_byte_array_unref (self.part);
}

void
perfetto_write_heaps (const PerfettoHeaps *heaps)
{
  for (guint number = 0; number < DUMPS; number++)
    write_dump (heaps, number, (guint) MIN (heaps->bytes / DUMPS / OBJECT_BYTES, 50000000));
}
