/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_symbols;

/* Strings and symbols. */

/* Returns the number of symbols added so far. */
guint32        tv_trace_builder_get_n_symbols (const TvTraceBuilder *self);

/* The first use of a name that did not have a symbol yet. */
typedef struct
{
  guint32 name; /* string id */
  guint32 event;
} TvNameUse;

/* Adds symbols for the names in @uses, which are sorted by event, as if the symbols had been added at these events.
 * Renumbers all symbols, so it may be called only once, before slices are laid out.
 * tv_trace_builder_get_final_symbols() returns the new numbers. */
void           tv_trace_builder_merge_names  (TvTraceBuilder  *self,
                                              const TvNameUse *uses,
                                              guint            n);

/* Returns: (transfer none) (nullable): the new number of each symbol that existed before
 * tv_trace_builder_merge_names(); NULL if symbols were not renumbered */
const guint32 *tv_trace_builder_get_final_symbols (const TvTraceBuilder *self);

/* Returns the symbol of a name that was passed to tv_trace_builder_merge_names(). */
guint32        tv_trace_builder_get_name_symbol (const TvTraceBuilder *self,
                                              guint32          name);

/* Counts strings that were truncated or invalid UTF-8 as problems. Must be called only once, after all strings have
 * been added. */
void           tv_trace_builder_count_changed_texts (TvTraceBuilder *self);

/* Returns: (transfer none): the entry of @string in @rows, an array of guint32 indexed by string id, whose entries
 * are initially TV_NONE; valid until the next call for the same array */
guint32       *tv_string_rows_get            (GArray             *rows,
                                              guint32             string,
                                              const TvStringPool *strings);

G_END_DECLS
