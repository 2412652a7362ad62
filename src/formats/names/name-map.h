/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "formats/input/input.h"
#include "formats/names/map-line.h"

G_BEGIN_DECLS

/* What R8 and ProGuard write down when they give classes and methods other names: mapping.txt. Classes
 * are found by one pass over the file, what is in a class when it is first asked for:
 *
 *   bytes ─▶ classes by obfuscated name ─▶ methods of one class by obfuscated name
 *
 * Everything that is returned points into the bytes. A map is one thread's own. */

/**
 * TvMapMethod:
 * @line: what the file says
 * @signature: the JVM descriptor that the method has in the file, or empty where the map does not tell
 * @positions: how lines of what was moved out of it are found, see tv_map_positions_find()
 * @next: the next line with the same obfuscated name, or %TV_NONE
 * @is_outer: the last line of its group: the method itself, of which those before it are a part
 * @is_outline: the code was moved out of other methods; it is none of the source
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
 * @original: what it is called in the source
 * @source_file: the file it is in, or empty where the map does not tell
 * @methods: #TvMapMethod, in the order of the file
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
