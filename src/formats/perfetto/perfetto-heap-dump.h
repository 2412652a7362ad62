/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* An object of a Java heap dump before ids are resolved. Objects, types and names arrive in any order and refer to
 * each other by ids. perfetto-heap-graph.c fills in the dump. */

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
  guint32 first_field; /* index in @fields of the first field that the object lists */
  guint32
      n_fields : 31; /* number of listed fields: @n_references, or 0 if the object lists no fields */
  guint32 is_malformed : 1; /* whether the numbers of listed fields and of references differed */
} TvHeapDumpObject;

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
  guint32 base; /* row of the nearest superclass with fields, or TV_NONE */
} TvHeapDumpType;

typedef struct
{
  guint64 iid;
  guint32 name;
  guint32 source_name; /* string id of the deobfuscated name, or TV_NONE */
  guint32 type;
} TvHeapDumpName;

/* A heap dump, possibly incomplete. */
typedef struct
{
  guint32 sequence;
  gboolean is_open;
  guint64 pid;
  gint64 ts;
  guint64 next_index;
  gint64 heap_size; /* size of the heap in bytes; 0 if unknown */
  gboolean is_truncated;
  guint64 last_id;
  TvHeapType last_type;
  GArray *objects;
  GArray *targets; /* guint64: ids of referenced objects; 0 for null */
  GArray *fields;  /* guint64: iids of the fields that objects list */
  GArray *types;
  GArray *type_fields; /* guint64: iids of the fields of types */
  GArray *names;       /* TvHeapDumpName */
  GArray *locations;   /* TvHeapDumpName: locations of types; @type is not set */
  GArray *roots;       /* guint64: alternating object id and TvHeapRoot */
} TvHeapDump;

guint32 tv_perfetto_emit_heap_dump (TvPerfettoReader *reader,
                                    TvHeapDump       *dump);

G_END_DECLS
