/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvTableContent:
 * @info: description of the table
 * @selection: (nullable): selected part of the trace; %NULL for the whole trace
 * @symbol: symbol to which the rows are limited, or %TV_NONE
 * @text: (owned) (nullable): text that the rows must contain, see analysis/symbols/text-match.h
 * @is_regex: whether @text is a regular expression
 * @is_in_any_column: whether @text is searched in all columns; otherwise, only in the column “name”
 * @order: (nullable): name of the column by which rows are sorted
 * @is_descending: whether the order is descending
 * @omitted: (owned) (nullable): description of filters for which this struct has no fields
 *
 * The rows that a list in the window shows.
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
  char *omitted;
} TvTableContent;

G_END_DECLS
