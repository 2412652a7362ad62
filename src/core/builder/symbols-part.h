/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_symbols;

/* Strings and symbols. */

/* Returns the number of symbols so far. */
guint32        tv_trace_builder_get_n_symbols (const TvTraceBuilder *self);

/* A name that another part used before it had a symbol, and the row of the event at which it did. */
typedef struct
{
  guint32 name; /* string */
  guint32 event;
} TvNameUse;

/* Adds symbols for @uses, which are in the order of their events, as if they had been added at these events. This
 * renumbers all symbols once, before slices are laid out: tv_trace_builder_get_final_symbols() has the new numbers. */
void           tv_trace_builder_merge_names  (TvTraceBuilder  *self,
                                              const TvNameUse *uses,
                                              guint            n);

/* Returns: (transfer none) (nullable): by symbol before tv_trace_builder_merge_names(): its number now; NULL if
 * symbols were not renumbered */
const guint32 *tv_trace_builder_get_final_symbols (const TvTraceBuilder *self);

/* Returns the symbol of a merged name. */
guint32        tv_trace_builder_get_name_symbol (const TvTraceBuilder *self,
                                              guint32          name);

/* Counts the texts that were cut or not valid as problems. To be called once, when all strings are known. */
void           tv_trace_builder_count_changed_texts (TvTraceBuilder *self);

/* Returns: (transfer none): the place of the row of @string in @rows (guint32 by string), at first TV_NONE; valid
 * until the next call for these rows */
guint32       *tv_string_rows_get            (GArray             *rows,
                                              guint32             string,
                                              const TvStringPool *strings);

G_END_DECLS
