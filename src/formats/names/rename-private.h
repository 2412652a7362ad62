/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-renamer.h"
#include "formats/names/method-match.h"

G_BEGIN_DECLS

/* Internal interface of the files that rename a trace:
 *
 *   rename.c          whole trace
 *   rename-symbol.c   symbols
 *   rename-stacks.c   stacks, including functions that were inlined */

/**
 * TvRename:
 * @raw: trace with the names in the file
 * @renamer: writer of the renamed trace
 * @map: (nullable): map with the original names
 * @demangles: whether to demangle names
 * @is_of_methods: whether names without a class may be method names, whose class is the part before the last dot
 * @buffer: scratch buffer
 * @naming: statistics of the use of the map
 * @n_ambiguous: number of symbols with several candidates in the map
 * @first_ambiguous: the first symbol with several candidates, or %TV_NONE
 *
 * State of renaming a trace.
 */
typedef struct
{
  TvTrace *raw;
  TvTraceRenamer *renamer;
  TvNameMap *map;
  gboolean demangles;
  gboolean is_of_methods;
  GString *buffer;
  TvNaming naming;
  guint64 n_ambiguous;
  guint32 first_ambiguous;
} TvRename;

/**
 * TvMethodParts:
 * @class: the class in the map
 * @name: (nullable): method name in the trace; points into a string of the trace
 * @len: length of the name
 * @descriptor: (nullable): JVM descriptor in the trace
 *
 * Components of a symbol whose class is in the map.
 */
typedef struct
{
  const TvMapClass *class;
  const char *name;
  gsize len;
  const char *descriptor;
} TvMethodParts;

gboolean tv_rename_find_parts     (TvRename            *self,
                                   guint32              symbol,
                                   TvMethodParts       *parts);
guint32  tv_rename_add_span       (TvRename            *self,
                                   TvSpan               span);
void     tv_rename_put_method     (TvRename            *self,
                                   const TvMapClass    *class,
                                   const TvMapMethod   *method,
                                   TvSymbol            *names);
void     tv_rename_symbol         (TvRename            *self,
                                   guint32              symbol);
gboolean tv_rename_stacks         (TvRename            *self,
                                   GCancellable        *cancellable);

G_END_DECLS
