/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The objects of a virtual machine's heap at a moment, and how they refer to each other:
 *
 *   graph ─▶ objects ─▶ class ─▶ superclass
 *              └─▶ references ─▶ objects
 */

/**
 * TvHeapClassKind:
 *
 * What the objects of a class are; HeapGraphType.Kind of perfetto/protos/trace/profiling/heap_graph.proto.
 */
typedef enum
{
  TV_HEAP_CLASS_UNKNOWN,
  TV_HEAP_CLASS_NORMAL,
  TV_HEAP_CLASS_NO_REFERENCES,
  TV_HEAP_CLASS_STRING,
  TV_HEAP_CLASS_ARRAY,
  TV_HEAP_CLASS_CLASS,
  TV_HEAP_CLASS_CLASSLOADER,
  TV_HEAP_CLASS_DEX_CACHE,
  TV_HEAP_CLASS_SOFT_REFERENCE,
  TV_HEAP_CLASS_WEAK_REFERENCE,
  TV_HEAP_CLASS_FINALIZER_REFERENCE,
  TV_HEAP_CLASS_PHANTOM_REFERENCE,
  TV_N_HEAP_CLASS_KINDS,
} TvHeapClassKind;

/**
 * TvHeapRoot:
 *
 * Why an object is kept though none refers to it; HeapGraphRoot.Type.
 */
typedef enum
{
  TV_HEAP_ROOT_NONE,
  TV_HEAP_ROOT_JNI_GLOBAL,
  TV_HEAP_ROOT_JNI_LOCAL,
  TV_HEAP_ROOT_JAVA_FRAME,
  TV_HEAP_ROOT_NATIVE_STACK,
  TV_HEAP_ROOT_STICKY_CLASS,
  TV_HEAP_ROOT_THREAD_BLOCK,
  TV_HEAP_ROOT_MONITOR_USED,
  TV_HEAP_ROOT_THREAD_OBJECT,
  TV_HEAP_ROOT_INTERNED_STRING,
  TV_HEAP_ROOT_FINALIZING,
  TV_HEAP_ROOT_DEBUGGER,
  TV_HEAP_ROOT_REFERENCE_CLEANUP,
  TV_HEAP_ROOT_VM_INTERNAL,
  TV_HEAP_ROOT_JNI_MONITOR,
  TV_HEAP_ROOT_UNKNOWN,
  TV_N_HEAP_ROOTS,
} TvHeapRoot;

/**
 * TvHeapType:
 *
 * Whose part of the heap an object lies in; HeapGraphObject.HeapType.
 */
typedef enum
{
  TV_HEAP_TYPE_UNKNOWN,
  TV_HEAP_TYPE_APP,
  TV_HEAP_TYPE_ZYGOTE,
  TV_HEAP_TYPE_BOOT_IMAGE,
  TV_N_HEAP_TYPES,
} TvHeapType;

/**
 * TvHeapGraph:
 * @ts: when, in ns, or %TV_NO_TIME
 * @upid: the process, or %TV_NONE
 * @heap_size: bytes that the virtual machine says it had allocated, or 0 where it does not say
 * @is_truncated: parts of it are missing
 * @first_class: row of its first #TvHeapClass
 * @n_classes: how many
 * @first_object: row of its first object
 * @n_objects: how many
 *
 * One heap at one moment.
 */
typedef struct
{
  gint64 ts;
  guint32 upid;
  gint64 heap_size;
  gboolean is_truncated;
  guint32 first_class;
  guint32 n_classes;
  guint32 first_object;
  guint32 n_objects;
} TvHeapGraph;

/**
 * TvHeapClass:
 * @name: string: as the file has it
 * @source_name: string: as the source has it, or %TV_NONE where that is @name
 * @location: string: the file that it is from, or %TV_NONE
 * @superclass: row of the class that it extends, or %TV_NONE
 * @classloader: the number of its loader in the file, or 0
 * @kind: what its objects are
 * @symbol: what it is called, as all that is shown by name; the builder finds it
 */
typedef struct
{
  guint32 name;
  guint32 source_name;
  guint32 location;
  guint32 superclass;
  guint64 classloader;
  TvHeapClassKind kind;
  guint32 symbol;
} TvHeapClass;

/**
 * TvHeapObject:
 * @klass: row of its class, or %TV_NONE
 * @type: whose part of the heap it lies in
 * @root: why it is kept, or %TV_HEAP_ROOT_NONE
 * @self_size: bytes of it alone
 * @native_size: bytes beside the heap that go with it
 *
 * An object, as a reader tells it.
 */
typedef struct
{
  guint32 klass;
  TvHeapType type;
  TvHeapRoot root;
  gint64 self_size;
  gint64 native_size;
} TvHeapObject;

/**
 * TvHeapReference:
 * @owned: row of the object that is referred to, or %TV_NONE for null
 * @field: string: `class.field`, or %TV_NONE of an element of an array
 * @source_field: string: as the source has it, or %TV_NONE where that is @field
 * @field_type: string: the class that the field is declared to be of, or %TV_NONE
 * @is_weak: it does not keep the object
 */
typedef struct
{
  guint32 owned;
  guint32 field;
  guint32 source_field;
  guint32 field_type;
  gboolean is_weak;
} TvHeapReference;

/**
 * TvHeapGraphs:
 * @is_reachable: by object: whether references that are not weak lead to it from a root
 * @dominator: by object: row of the nearest other one that every way from a root to it leads through; %TV_NONE of
 *   what roots keep in several ways, of roots, and of what is not reachable
 * @retained: by object: bytes that would be free without it: its own and those of all that it dominates, with
 *   what goes with them beside the heap; 0 of what is not reachable
 * @first_reference: by object, and one more: row of its first reference; the next one's is the end
 * @references: of all objects
 *
 * All heaps of a trace. Columns are by the row of an object, the rest as in #TvHeapObject.
 */
typedef struct
{
  guint32 n_graphs;
  const TvHeapGraph *graphs;
  guint32 n_classes;
  const TvHeapClass *classes;
  guint32 n_objects;
  const guint32 *klass;
  const gint64 *self_size;
  const gint64 *native_size;
  const guint8 *type;
  const guint8 *root;
  const guint8 *is_reachable;
  const guint32 *dominator;
  const gint64 *retained;
  const guint32 *first_reference;
  guint32 n_references;
  const TvHeapReference *references;
} TvHeapGraphs;

const char *tv_heap_class_kind_name (TvHeapClassKind kind);
const char *tv_heap_root_name       (TvHeapRoot      root);
const char *tv_heap_type_name       (TvHeapType      type);

G_END_DECLS
