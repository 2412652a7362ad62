/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvTextFormat:
 * @TV_TEXT_CSV: RFC 4180 with CRLF line ends and a header row; null is written as an empty field, the empty string as
 *   "". A string that begins with = + - @ or a tab, and is not a number, gets a leading apostrophe, because
 *   spreadsheets would evaluate it as a formula. So does a string with apostrophes before one of these characters.
 *   Removing one apostrophe restores the string
 * @TV_TEXT_TSV: a header row, columns separated by tabs; tab, line feed, CR and backslash in values are written as \t
 *   \n \r \\; null and the empty string are both written as empty fields
 * @TV_TEXT_JSON: an array of objects, one per line
 *
 * All formats are UTF-8 without a byte order mark, with a decimal point in every locale. Values are exact except for
 * the apostrophe.
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
