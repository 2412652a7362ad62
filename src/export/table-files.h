/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"

G_BEGIN_DECLS

/**
 * TvTableFileFormat:
 * @TV_TABLE_FILES_SQLITE: a SQLite database; if it contains several traces, the first column of each table is “trace”
 * @TV_TABLE_FILES_JSON_LINES: a folder with one file per table, TABLE.jsonl; each row is an object, whose first key
 *   is “trace”
 * @TV_TABLE_FILES_CSV_DIR: a folder with files table=TABLE/trace=NAME/part-0.csv.gz; other traces that are already in
 *   the folder are kept
 *
 * Format for copies of all tables that can be queried. Folders also contain the types of columns as BigQuery schemas,
 * `_types/TABLE.json`. Traces are named after their files, with a number appended if necessary to make the name
 * unique.
 */
typedef enum
{
  TV_TABLE_FILES_SQLITE,
  TV_TABLE_FILES_JSON_LINES,
  TV_TABLE_FILES_CSV_DIR,
  TV_N_TABLE_FILE_FORMATS,
} TvTableFileFormat;

/**
 * TvTableFiles:
 *
 * A copy of tables that is being written. Files are temporary until tv_table_files_finish().
 */
typedef struct _TvTableFiles TvTableFiles;

gboolean      tv_table_file_format_parse (const char          *name,
                                          TvTableFileFormat   *format);

TvTableFiles *tv_table_files_new         (TvTableFileFormat    format,
                                          const char          *path,
                                          const char *const   *names,
                                          gboolean             is_of_many,
                                          GError             **error);
gboolean      tv_table_files_add         (TvTableFiles        *self,
                                          TvTrace             *trace,
                                          const char          *name,
                                          GCancellable        *cancellable,
                                          GError             **error);
gboolean      tv_table_files_finish      (TvTableFiles        *self,
                                          GError             **error);
void          tv_table_files_free        (TvTableFiles        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTableFiles, tv_table_files_free)

G_END_DECLS
