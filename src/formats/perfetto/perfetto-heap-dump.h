/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* An undecoded dump of a Java heap: its parts come in any order and refer to each other by ids. */

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
  guint32 first_field;      /* of the fields in the object itself */
  guint32 n_fields : 31;    /* their number: that of references, or 0 */
  guint32 is_malformed : 1; /* their number differs from that of references */
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
  guint32 base; /* row: nearest superclass with fields, or TV_NONE */
} TvHeapDumpType;

typedef struct
{
  guint64 iid;
  guint32 name;
  guint32 source_name; /* deobfuscated name, or TV_NONE */
  guint32 type;
} TvHeapDumpName;

/* A dump that is being read. */
typedef struct
{
  guint32 sequence;
  gboolean is_open;
  guint64 pid;
  gint64 ts;
  guint64 next_index;
  gint64 heap_size; /* bytes, or 0 */
  gboolean is_truncated;
  guint64 last_id;
  TvHeapType last_type;
  GArray *objects;
  GArray *targets; /* guint64: ids of objects referred to, 0 for null */
  GArray *fields;  /* guint64: ids of fields in objects */
  GArray *types;
  GArray *type_fields; /* guint64 */
  GArray *names;       /* TvHeapDumpName */
  GArray *locations;   /* TvHeapDumpName without type */
  GArray *roots;       /* guint64: id and kind, alternating */
} TvHeapDump;

guint32 tv_perfetto_emit_heap_dump (TvPerfettoReader *reader,
                                    TvHeapDump       *dump);

G_END_DECLS
