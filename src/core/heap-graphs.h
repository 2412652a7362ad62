/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Heap dumps of a virtual machine: snapshots of all objects and their references:
 *
 *   graph ─▶ objects ─▶ class ─▶ superclass
 *              └─▶ references ─▶ objects
 */

/**
 * TvHeapClassKind:
 *
 * The kind of a class, as in HeapGraphType.Kind of perfetto/protos/trace/profiling/heap_graph.proto.
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
 * The type of a GC root, as in HeapGraphRoot.Type.
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
 * The heap that contains an object, as in HeapGraphObject.HeapType.
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
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @upid: the process, or %TV_NONE
 * @heap_size: allocated bytes as reported by the virtual machine, or 0
 * @is_truncated: whether parts of the heap are missing
 * @first_class: row of the first #TvHeapClass
 * @n_classes: number of classes
 * @first_object: row of the first object
 * @n_objects: number of objects
 *
 * One heap dump.
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
 * @name: string id of the name in the file
 * @source_name: string id of the deobfuscated name; %TV_NONE if equal to @name
 * @location: string id of the file that contains the class, or %TV_NONE
 * @superclass: row of the superclass, or %TV_NONE
 * @classloader: id in the file of the class loader, or 0
 * @kind: kind of class
 * @symbol: symbol of the class name; set by the builder
 *
 * A class in a heap dump.
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
 * @klass: row of the class, or %TV_NONE
 * @type: heap that contains the object
 * @root: type of GC root, or %TV_HEAP_ROOT_NONE
 * @self_size: shallow size in bytes
 * @native_size: size in bytes of the native memory that the object owns
 *
 * A heap object, as added by a reader.
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
 * @owned: row of the referenced object; %TV_NONE for null
 * @field: string id of `class.field`; %TV_NONE for an array element
 * @source_field: string id of the deobfuscated @field; %TV_NONE if equal to @field
 * @field_type: string id of the field's declared class, or %TV_NONE
 * @is_weak: whether the reference does not keep the object alive
 *
 * A reference from one object to another.
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
 * @is_reachable: whether a root leads to the object through strong references
 * @dominator: row of the object's immediate dominator; %TV_NONE for roots, for unreachable objects, and for objects
 *   that no single object dominates
 * @retained: shallow and native size of the object and of all objects that it dominates, in bytes; 0 for unreachable
 *   objects
 * @first_reference: row of the object's first reference; one extra entry marks the end of the last object's
 *   references
 * @references: references of all objects, grouped by object
 *
 * All heap dumps of a trace. The columns are indexed by object; see #TvHeapObject for those that are not listed here.
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
