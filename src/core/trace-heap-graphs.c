/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heap-graphs.h"

/* Names of the heap dump enumerations in Perfetto's tables. Called by the heap tables and the Heap view. Pure. */

const char *
tv_heap_class_kind_name (TvHeapClassKind kind)
{
  static const char *const names[] = {
    "KIND_UNKNOWN",
    "KIND_NORMAL",
    "KIND_NOREFERENCES",
    "KIND_STRING",
    "KIND_ARRAY",
    "KIND_CLASS",
    "KIND_CLASSLOADER",
    "KIND_DEXCACHE",
    "KIND_SOFT_REFERENCE",
    "KIND_WEAK_REFERENCE",
    "KIND_FINALIZER_REFERENCE",
    "KIND_PHANTOM_REFERENCE",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_HEAP_CLASS_KINDS);
  g_return_val_if_fail (kind < TV_N_HEAP_CLASS_KINDS, NULL);
  return names[kind];
}

/* Returns: (nullable): name of the GC root type; %NULL for %TV_HEAP_ROOT_NONE */
const char *
tv_heap_root_name (TvHeapRoot root)
{
  static const char *const names[] = {
    NULL,
    "ROOT_JNI_GLOBAL",
    "ROOT_JNI_LOCAL",
    "ROOT_JAVA_FRAME",
    "ROOT_NATIVE_STACK",
    "ROOT_STICKY_CLASS",
    "ROOT_THREAD_BLOCK",
    "ROOT_MONITOR_USED",
    "ROOT_THREAD_OBJECT",
    "ROOT_INTERNED_STRING",
    "ROOT_FINALIZING",
    "ROOT_DEBUGGER",
    "ROOT_REFERENCE_CLEANUP",
    "ROOT_VM_INTERNAL",
    "ROOT_JNI_MONITOR",
    "ROOT_UNKNOWN",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_HEAP_ROOTS);
  g_return_val_if_fail (root < TV_N_HEAP_ROOTS, NULL);
  return names[root];
}

/* Returns: (nullable): name of the heap; %NULL if unknown */
const char *
tv_heap_type_name (TvHeapType type)
{
  static const char *const names[] = { NULL, "HEAP_TYPE_APP", "HEAP_TYPE_ZYGOTE",
                                       "HEAP_TYPE_BOOT_IMAGE" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_HEAP_TYPES);
  g_return_val_if_fail (type < TV_N_HEAP_TYPES, NULL);
  return names[type];
}
