/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvTableContent:
 * @info: the table
 * @selection: (nullable): part of the trace that it is computed from; %NULL = the whole trace
 * @symbol: symbol whose rows are listed, or %TV_NONE for all rows
 * @text: (owned) (nullable): text that rows contain, see analysis/symbols/text-match.h
 * @is_regex: whether it is a regular expression
 * @is_in_any_column: whether any column may contain it; otherwise the column “name”
 * @order: (nullable): name of the column that orders the rows
 * @is_descending: whether its largest value comes first
 * @left_out: (owned) (nullable): description of a filter that the fields above do not express
 *
 * The rows that a list shows, as a description.
 */
typedef struct
{
  const TvTableInfo *info;
  const TvSelection *selection;
  guint32 symbol;
  char *text;
  gboolean is_regex;
  gboolean is_in_any_column;
  const char *order;
  gboolean is_descending;
  char *left_out;
} TvTableContent;

G_END_DECLS
