/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/table-files.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/file-name.h"
#include "export/replace-file.h"
#include "export/text-writer.h"
#include "query/database-tables.h"

/* Copies all tables of traces for other programs.
 *
 *   SQLite                 JSON Lines                CSV
 *   OUT (a database)       OUT/slice.jsonl           OUT/table=slice/trace=NAME/part-0.csv.gz
 *                          OUT/_types/slice.json     OUT/_types/slice.json
 *
 * Files are first written to a hidden subfolder of the target folder, and moved at the end. Spark, DuckDB and Hive
 * ignore files and folders whose names start with a dot or an underscore. Called by `tracedump export`
 * (cli/export-tables.c), once per trace. Only changes the file system. If a copy is cancelled, no files remain. */

/**
 * TvTableFiles:
 * @names: (nullable): names of the tables to copy; %NULL for all
 * @trace_names: (element-type utf8): names of traces that are already used
 * @replacement: (nullable): temporary file of the database
 * @staging: (nullable): path of the hidden folder
 * @files: (element-type utf8): paths of the new files, relative to the hidden folder, and finally to the target
 *   folder
 * @is_new_folder: whether the target folder did not exist before
 */
struct _TvTableFiles
{
  TvTableFileFormat format;
  char *path;
  char **names;
  gboolean is_of_many;
  GHashTable *trace_names;
  TvReplacement *replacement;
  char *staging;
  GHashTable *files;
  gboolean is_new_folder;
};

/* A table of a trace. */
typedef struct
{
  const TvDatabaseTable *table;
  const char *trace_name;
  TvTextWriter writer;
  gboolean is_json;
} RowWriter;

/* ---- Errors ---- */

static gboolean
set_write_error (const char *path, GError *cause, GError **error)
{
  g_autofree char *shown = tv_file_name_dup_shown (path);
  g_autoptr (GError) owned = cause;

  if (g_error_matches (cause, TV_ERROR, TV_ERROR_CANCELLED) ||
      g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return tv_error_set_cancelled (error);
  g_set_error (error, TV_ERROR, TV_ERROR_IO, _("Could not write “%s”: %s"), shown, cause->message);
  return FALSE;
}

static gboolean
set_write_error_from_errno (const char *path, int code, GError **error)
{
  return set_write_error (
      path, g_error_new_literal (G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code)),
      error);
}

/* ---- Rows ---- */

static gboolean
finish_rows (RowWriter *self, GError **error)
{
  return self->writer.buffer == NULL || tv_text_writer_finish (&self->writer, error);
}

static void
append_real (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, g_ascii_dtostr (text, sizeof text, value));
}

/* Appends a value. Infinity and NaN are written as null, because neither format supports them. */
static void
append_cell (RowWriter *self, const TvQueryCell *cell)
{
  GString *out = self->writer.buffer;
  gboolean is_null = cell->type == TV_QUERY_NULL ||
                     (cell->type == TV_QUERY_REAL && !isfinite (cell->real));

  if (is_null)
    g_string_append (out, self->is_json ? "null" : "");
  else if (cell->type == TV_QUERY_INTEGER)
    tv_text_append_integer (out, cell->integer);
  else if (cell->type == TV_QUERY_REAL)
    append_real (out, cell->real);
  else if (self->is_json)
    tv_text_append_json_bytes (out, cell->text, cell->size);
  else
    tv_text_append_csv (out, cell->text, cell->size);
}

static gboolean
begin_rows (gpointer data, guint n_columns, const char *const *names, GError **error)
{
  RowWriter *self = data;

  for (guint i = 0; !self->is_json && i < n_columns; i++)
    {
      if (i > 0)
        g_string_append_c (self->writer.buffer, ',');
      tv_text_append_csv (self->writer.buffer, names[i], strlen (names[i]));
    }
  if (!self->is_json)
    g_string_append_c (self->writer.buffer, '\n');
  return TRUE;
}

static gboolean
write_row (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error)
{
  RowWriter *self = data;
  GString *out = self->writer.buffer;

  if (self->is_json)
    {
      g_string_append (out, "{\"trace\":");
      tv_text_append_json (out, self->trace_name);
    }
  for (guint i = 0; i < n_columns; i++)
    {
      if (i > 0 || self->is_json)
        g_string_append_c (out, ',');
      if (self->is_json)
        {
          tv_text_append_json (out, g_array_index (self->table->columns, TvDatabaseColumn, i).name);
          g_string_append_c (out, ':');
        }
      append_cell (self, &cells[i]);
    }
  g_string_append (out, self->is_json ? "}\n" : "\n");
  return tv_text_writer_go_on (&self->writer) || finish_rows (self, error);
}

static gboolean
write_rows (TvDatabase *database,
            RowWriter *writer,
            GOutputStream *stream,
            GCancellable *cancellable,
            GError **error)
{
  static const TvQuerySink sink = { begin_rows, write_row };
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\"", writer->table->name);
  gboolean is_fine;

  tv_text_writer_init (&writer->writer, stream, cancellable);
  is_fine = tv_database_run (database, sql, &sink, writer, error);
  return finish_rows (writer, is_fine ? error : NULL) && is_fine;
}

/* ---- Files of a folder ---- */

static gboolean
make_folder_of (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return g_mkdir_with_parents (folder, 0777) == 0 ||
         set_write_error_from_errno (folder, errno, error);
}

/* Returns the name of a partition. Escapes the same characters as Hive; readers unescape them. */
static char *
dup_partition (const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (; *name != '\0'; name++)
    if ((guchar) *name < 0x20 || strchr ("\"#%'*/:=?\\\x7f{[]^", *name) != NULL)
      g_string_append_printf (text, "%%%02X", (guchar) *name);
    else
      g_string_append_c (text, *name);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
dup_file_name (TvTableFiles *self, const char *table, const char *trace_name)
{
  g_autofree char *partition = NULL;

  if (self->format == TV_TABLE_FILES_JSON_LINES)
    return g_strdup_printf ("%s.jsonl", table);
  partition = dup_partition (trace_name);
  return g_strdup_printf ("table=%s/trace=%s/part-0.csv.gz", table, partition);
}

/* Opens a file in the hidden folder for appending. */
static GOutputStream *
open_file (TvTableFiles *self, char *name, GError **error)
{
  g_autofree char *path = g_build_filename (self->staging, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) cause = NULL;
  GFileOutputStream *stream = NULL;

  g_hash_table_add (self->files, g_strdup (name));
  if (!make_folder_of (path, error))
    return NULL;
  stream = g_file_append_to (file, G_FILE_CREATE_NONE, NULL, &cause);
  if (stream == NULL)
    set_write_error (path, g_steal_pointer (&cause), error);
  return stream != NULL ? G_OUTPUT_STREAM (stream) : NULL;
}

static gboolean
close_file (GOutputStream *stream, const char *path, GError **error)
{
  g_autoptr (GError) cause = NULL;

  return g_output_stream_close (stream, NULL, &cause) ||
         set_write_error (path, g_steal_pointer (&cause), error);
}

static gboolean
write_types (TvTableFiles *self, const TvDatabaseTable *table, GError **error)
{
  static const char *const types[] = { "INT64", "FLOAT64", "STRING" };
  g_autofree char *name = g_strdup_printf ("_types/%s.json", table->name);
  g_autofree char *path = g_build_filename (self->staging, name, NULL);
  g_autoptr (GString) text = g_string_new ("[\n");
  g_autoptr (GError) cause = NULL;

  if (self->format == TV_TABLE_FILES_JSON_LINES)
    g_string_append (text, "{\"name\":\"trace\",\"type\":\"STRING\"},\n");
  for (guint i = 0; i < table->columns->len; i++)
    {
      const TvDatabaseColumn *column = &g_array_index (table->columns, TvDatabaseColumn, i);

      g_string_append (text, "{\"name\":");
      tv_text_append_json (text, column->name);
      g_string_append_printf (text, ",\"type\":\"%s\"}%s\n", types[column->type],
                              i + 1 < table->columns->len ? "," : "");
    }
  g_string_append (text, "]\n");
  g_hash_table_add (self->files, g_steal_pointer (&name));
  return make_folder_of (path, error) &&
         (g_file_set_contents_full (path, text->str, (gssize) text->len, G_FILE_SET_CONTENTS_NONE,
                                    0666, &cause) ||
          set_write_error (path, g_steal_pointer (&cause), error));
}

static gboolean
write_table (TvTableFiles *self,
             TvDatabase *database,
             const TvDatabaseTable *table,
             const char *trace_name,
             GCancellable *cancellable,
             GError **error)
{
  g_autofree char *name = dup_file_name (self, table->name, trace_name);
  g_autoptr (GOutputStream) file = open_file (self, name, error);
  g_autoptr (GOutputStream) stream = NULL;
  g_autoptr (GError) cause = NULL;
  RowWriter writer = { .table = table,
                       .trace_name = trace_name,
                       .is_json = self->format == TV_TABLE_FILES_JSON_LINES };

  if (file == NULL)
    return FALSE;
  if (writer.is_json)
    stream = g_object_ref (file);
  else
    {
      g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);

      stream = g_converter_output_stream_new (file, G_CONVERTER (gzip));
    }
  if (!write_rows (database, &writer, stream, cancellable, &cause))
    {
      if (cause->domain == TV_ERROR)
        g_propagate_error (error, g_steal_pointer (&cause));
      else
        set_write_error (self->path, g_steal_pointer (&cause), error);
      return FALSE;
    }
  return close_file (stream, self->path, error) && write_types (self, table, error);
}

static gboolean
write_folder (TvTableFiles *self,
              TvDatabase *database,
              const GPtrArray *tables,
              const char *trace_name,
              GCancellable *cancellable,
              GError **error)
{
  for (guint i = 0; i < tables->len; i++)
    if (!write_table (self, database, tables->pdata[i], trace_name, cancellable, error))
      return FALSE;
  return TRUE;
}

static gboolean
move_files (TvTableFiles *self, GError **error)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      g_autofree char *from = g_build_filename (self->staging, name, NULL);
      g_autofree char *to = g_build_filename (self->path, name, NULL);

      if (!make_folder_of (to, error))
        return FALSE;
      if (g_rename (from, to) != 0)
        return set_write_error_from_errno (to, errno, error);
    }
  return TRUE;
}

/* Removes the hidden folder. It contains no links to other folders. */
static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      if (g_unlink (inner) != 0)
        remove_folder (inner);
    }
  g_rmdir (path);
}

/* ---- Tables ---- */

/* Removes tables that are not copied from @tables. Tables are copied if they are named; without names, if they can
 * have rows. Without names, all tables are copied to a database, so that any query works. */
static gboolean
choose_tables (TvTableFiles *self, GPtrArray *tables, GError **error)
{
  for (guint i = 0; self->names != NULL && self->names[i] != NULL; i++)
    {
      gboolean is_there = FALSE;

      for (guint j = 0; j < tables->len && !is_there; j++)
        is_there = g_str_equal (((TvDatabaseTable *) tables->pdata[j])->name, self->names[i]);
      if (is_there)
        continue;
      g_set_error (error, TV_ERROR, TV_ERROR_NO_SUCH_TABLE, _("No table is named “%s”"),
                   self->names[i]);
      return FALSE;
    }
  for (guint i = tables->len; i-- > 0;)
    {
      const TvDatabaseTable *table = tables->pdata[i];
      gboolean is_chosen = self->names != NULL
                               ? g_strv_contains ((const char *const *) self->names, table->name)
                               : table->has_rows_ever || self->format == TV_TABLE_FILES_SQLITE;

      if (!is_chosen)
        g_ptr_array_remove_index (tables, i);
    }
  return TRUE;
}

/* Returns a unique name for a trace. If @name is already used, a number is appended. The name is marked as used. */
static const char *
add_trace_name (TvTableFiles *self, const char *name)
{
  char *unique = g_strdup (name);

  for (guint n = 2; g_hash_table_contains (self->trace_names, unique); n++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s-%u", name, n);
    }
  g_hash_table_add (self->trace_names, unique);
  return unique;
}

/**
 * tv_table_file_format_parse:
 * @name: name of a format: `sqlite`, `json-lines` or `csv-dir`
 * @format: (out): the format
 *
 * Returns whether there is a format with the name.
 */
gboolean
tv_table_file_format_parse (const char *name, TvTableFileFormat *format)
{
  static const char *const names[TV_N_TABLE_FILE_FORMATS] = { "sqlite", "json-lines", "csv-dir" };

  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    if (g_str_equal (names[i], name))
      {
        *format = (TvTableFileFormat) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
make_staging (TvTableFiles *self, GError **error)
{
  g_autofree char *staging = g_build_filename (self->path, ".traceview-XXXXXX", NULL);

  self->is_new_folder = !g_file_test (self->path, G_FILE_TEST_EXISTS);
  if (g_mkdir_with_parents (self->path, 0777) != 0 || g_mkdtemp_full (staging, 0777) == NULL)
    return set_write_error_from_errno (self->path, errno, error);
  self->staging = g_steal_pointer (&staging);
  return TRUE;
}

/**
 * tv_table_files_new:
 * @format: format of the copy
 * @path: path of the database or folder
 * @names: (nullable): names of the tables to copy; %NULL for all
 * @is_of_many: whether several traces will be added
 * @error: return location for %TV_ERROR_IO
 *
 * Starts a copy.
 * Returns: (transfer full) (nullable): the copy; %NULL on error
 */
TvTableFiles *
tv_table_files_new (TvTableFileFormat format,
                    const char *path,
                    const char *const *names,
                    gboolean is_of_many,
                    GError **error)
{
  g_autoptr (TvTableFiles) self = g_new0 (TvTableFiles, 1);
  GError *cause = NULL;

  self->format = format;
  self->path = g_strdup (path);
  self->names = g_strdupv ((char **) names);
  self->is_of_many = is_of_many;
  self->trace_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (format != TV_TABLE_FILES_SQLITE)
    return make_staging (self, error) ? g_steal_pointer (&self) : NULL;
  self->replacement = tv_replacement_new (path, &cause);
  if (self->replacement == NULL)
    {
      set_write_error (path, cause, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * tv_table_files_add:
 * @self: a copy
 * @trace: the next trace
 * @name: name of the trace
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Copies the tables of a trace. Rows are written as they are read, so the required memory does not depend on the
 * number of rows.
 * Returns: whether all tables were written; if not, only tv_table_files_free() may be called
 */
gboolean
tv_table_files_add (TvTableFiles *self,
                    TvTrace *trace,
                    const char *name,
                    GCancellable *cancellable,
                    GError **error)
{
  const char *trace_name = add_trace_name (self, name);
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, cancellable, error);
  g_autoptr (GPtrArray) tables = NULL;

  if (database != NULL)
    tables = tv_database_list_tables (database, error);
  if (tables == NULL || !choose_tables (self, tables, error))
    return FALSE;
  if (self->format == TV_TABLE_FILES_SQLITE)
    return tv_database_copy_tables (database, tables, tv_replacement_get_path (self->replacement),
                                    self->is_of_many ? trace_name : NULL, error);
  return write_folder (self, database, tables, trace_name, cancellable, error);
}

/**
 * tv_table_files_finish:
 * @self: a copy
 * @error: return location for an error
 *
 * Moves the files to their final paths. Existing files are replaced by complete files.
 * Returns: whether all files were moved
 */
gboolean
tv_table_files_finish (TvTableFiles *self, GError **error)
{
  GError *cause = NULL;

  if (self->replacement != NULL)
    return tv_replacement_commit (self->replacement, &cause) ||
           set_write_error (self->path, cause, error);
  if (!move_files (self, error))
    return FALSE;
  self->is_new_folder = FALSE;
  return TRUE;
}

void
tv_table_files_free (TvTableFiles *self)
{
  g_clear_pointer (&self->replacement, tv_replacement_free);
  if (self->staging != NULL)
    remove_folder (self->staging);
  if (self->is_new_folder)
    g_rmdir (self->path);
  g_free (self->staging);
  g_hash_table_unref (self->trace_names);
  g_hash_table_unref (self->files);
  g_strfreev (self->names);
  g_free (self->path);
  g_free (self);
}
