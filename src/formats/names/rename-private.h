/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-renamer.h"
#include "formats/names/method-match.h"

G_BEGIN_DECLS

/* A trace while it gets other names:
 *
 *   rename.c          the trace
 *   rename-symbol.c   its symbols
 *   rename-stacks.c   its stacks, where lines tell what was inlined
 */

/**
 * TvRename:
 * @raw: the trace with the file's names
 * @renamer: what makes the other
 * @map: (nullable): names of the source
 * @demangles: whether mangled names are shown as the source has them
 * @is_of_methods: names without a class may have one before their last point
 * @buffer: room for a text
 * @naming: what is found about the map
 * @n_ambiguous: of how many symbols the map does not tell which of several they are
 * @first_ambiguous: the first of them, or %TV_NONE
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
 * @class: what the map says of its class
 * @name: its name in the file, inside a string of the trace
 * @len: its bytes
 * @descriptor: (nullable): its JVM descriptor in the file
 *
 * A symbol whose class the map has.
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
