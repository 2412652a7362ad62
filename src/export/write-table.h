/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvTextFormat:
 * @TV_TEXT_CSV: RFC 4180 with CRLF line ends and a header row. Null is an empty field, an empty text is "". A text
 *   that spreadsheets would evaluate as a formula has an additional apostrophe at the start. Such a text is not a
 *   number, and after any apostrophes, it starts with = + - @ or a tab. To restore the text, remove one apostrophe
 * @TV_TEXT_TSV: a header row, and columns separated by tabs. In values, tab, line feed, CR and backslash are written
 *   as \t \n \r \\. Null and empty texts are empty fields
 * @TV_TEXT_JSON: an array of objects, one per line
 *
 * All formats are UTF-8 without a byte order mark, and always use a decimal point. Percentages have four decimals;
 * all other values are exact, apart from the apostrophe.
 */
typedef enum
{
  TV_TEXT_CSV,
  TV_TEXT_TSV,
  TV_TEXT_JSON,
} TvTextFormat;

/* Writes a table row by row. */
typedef struct _TvTableWriter TvTableWriter;

TvTableWriter *tv_table_writer_new     (TvTable        *table,
                                        TvTextFormat    format,
                                        GOutputStream  *stream,
                                        GCancellable   *cancellable);
gboolean       tv_table_writer_add_row (TvTableWriter  *self,
                                        guint32         row);
gboolean       tv_table_writer_finish  (TvTableWriter  *self,
                                        GError        **error);

gboolean tv_text_format_parse    (const char      *name,
                                  TvTextFormat    *format);
gboolean tv_write_table          (TvTable         *table,
                                  const guint32   *order,
                                  TvTextFormat     format,
                                  GOutputStream   *stream,
                                  GCancellable    *cancellable,
                                  GError         **error);
char    *tv_write_table_to_text  (TvTable         *table,
                                  TvTextFormat     format);
gboolean tv_write_table_to_file  (TvTable         *table,
                                  const guint32   *order,
                                  TvTextFormat     format,
                                  GFile           *file,
                                  GCancellable    *cancellable,
                                  GError         **error);

G_END_DECLS
