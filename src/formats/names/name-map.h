/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "formats/input/input.h"
#include "formats/names/map-line.h"

G_BEGIN_DECLS

/* Name maps that R8 and ProGuard write (mapping.txt). A single pass over the file finds the classes. Each class is
 * parsed on first use:
 *
 *   bytes ─▶ classes by obfuscated name ─▶ methods of one class by obfuscated name
 *
 * All results point into the bytes. Not thread-safe: only one thread may use a map at a time. */

/**
 * TvMapMethod:
 * @line: parsed line
 * @signature: JVM descriptor in the obfuscated code; empty if unknown
 * @positions: original positions of the lines of an outline, see tv_map_positions_find()
 * @next: index of the next line with the same obfuscated name, or %TV_NONE
 * @is_outer: whether this is the last line of its group: the method into which the methods of the preceding lines
 *   were inlined
 * @is_outline: whether the method is an outline, which R8 extracted from other methods and the source code does not
 *   contain
 *
 * A line about a method. A method with inlined methods has several lines, which form a group.
 */
typedef struct
{
  TvMapMethodLine line;
  TvSpan signature;
  TvSpan positions;
  guint32 next;
  gboolean is_outer;
  gboolean is_outline;
} TvMapMethod;

/**
 * TvMapClass:
 * @original: original name
 * @source_file: source file; empty if unknown
 * @methods: #TvMapMethod, in the order of the file
 *
 * A class in a map.
 */
typedef struct
{
  TvSpan original;
  TvSpan source_file;
  GArray *methods;
} TvMapClass;

typedef struct _TvNameMap TvNameMap;

TvNameMap        *tv_name_map_open           (const char       *path,
                                              GCancellable     *cancellable,
                                              GError          **error);
TvNameMap        *tv_name_map_new_for_bytes  (GBytes           *bytes,
                                              GCancellable     *cancellable,
                                              GError          **error);
void              tv_name_map_free           (TvNameMap        *self);
gboolean          tv_name_map_is_one         (TvInput          *input);

guint32           tv_name_map_get_n_classes  (const TvNameMap  *self);
guint64           tv_name_map_get_n_bad_lines (const TvNameMap *self,
                                              TvSpan           *first);
TvSpan            tv_name_map_get_id         (const TvNameMap  *self);
TvSpan            tv_name_map_get_hash       (const TvNameMap  *self);
const TvMapClass *tv_name_map_find_class     (TvNameMap        *self,
                                              const char       *name,
                                              gsize             len);
gboolean          tv_name_map_find_original  (const TvNameMap  *self,
                                              const char       *name,
                                              gsize             len,
                                              TvSpan           *original);
guint32           tv_map_class_find_method   (const TvNameMap  *self,
                                              const TvMapClass *class,
                                              const char       *name,
                                              gsize             len);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameMap, tv_name_map_free)

G_END_DECLS
