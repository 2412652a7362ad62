/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/query-cell.h"
#include "export/text-writer.h"
#include "query/database.h"

/* Implements the command `tracedump query`, which runs SQL queries on one or more traces and prints the results.
 * Listed in commands[] in main.c; the MCP server uses mcp-query.c instead. Several files are queried in a thread
 * pool. Each job owns its trace, its database and its output. run_files() joins the outputs in the order of the
 * files. */

typedef enum
{
  QUERY_TEXT,
  QUERY_CSV,
  QUERY_TSV,
  QUERY_JSON,
} QueryFormat;

typedef struct
{
  TvTraceSource source;
  char *format_name;
  char *file;
  char *memory;
  double timeout;
  int jobs;
  gboolean is_union;
  QueryFormat format;
} QueryOptions;

static void
clear_options (QueryOptions *options)
{
  tv_trace_source_clear (&options->source);
  g_free (options->format_name);
  g_free (options->file);
  g_free (options->memory);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (QueryOptions, clear_options)

/* ---- Results ---- */

/**
 * Writer:
 * @file: (nullable): text of the additional first column "file"; %NULL to omit the column
 * @out: output buffer
 * @n_results: number of results so far
 * @n_rows: number of rows of the current result so far
 * @names: (nullable): column names of the current result
 * @cells: (nullable): formatted cells of the current result for text output, which aligns the columns at the end of
 *   the result
 * @first_bytes: size of the line of column names of the first result in @out; 0 if the format has no such line
 * @is_streamed: whether @out is flushed to the output when it is large enough
 *
 * Output of the results of a query.
 */
typedef struct
{
  QueryFormat format;
  const char *file;
  GString *out;
  guint n_results;
  guint n_rows;
  GPtrArray *names;
  GPtrArray *cells;
  gsize first_bytes;
  gboolean is_streamed;
} Writer;

/* Size in bytes at which the output buffer is flushed */
#define WRITE_BYTES (256 * 1024)

/* Appends a string, in which tabs and line breaks are escaped. */
static void
append_line (GString *out, const char *text, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (text[i] == '\t' || text[i] == '\n' || text[i] == '\r')
      g_string_append (out, text[i] == '\t' ? "\\t" : text[i] == '\n' ? "\\n" : "\\r");
    else
      g_string_append_c (out, text[i]);
}

static void
append_cell (Writer *self, GString *out, const TvQueryCell *cell)
{
  if (self->format == QUERY_JSON)
    {
      tv_query_cell_append_json (out, cell);
      return;
    }
  switch (cell->type)
    {
    case TV_QUERY_INTEGER:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, cell->integer);
      break;
    case TV_QUERY_REAL:
      if (self->format == QUERY_TSV || self->format == QUERY_TEXT)
        {
          g_autofree char *fixed = g_strdup_printf ("%f", cell->real);

          g_strdelimit (fixed, ",", '.');
          g_string_append (out, fixed);
        }
      else
        {
          char number[G_ASCII_DTOSTR_BUF_SIZE];

          g_string_append (out, g_ascii_formatd (number, sizeof number, "%.17g", cell->real));
        }
      break;
    case TV_QUERY_TEXT:
      if (self->format == QUERY_CSV)
        tv_text_append_csv (out, cell->text, cell->size);
      else
        append_line (out, cell->text, cell->size);
      break;
    case TV_QUERY_BLOB:
      g_string_append (out, "<raw bytes>");
      break;
    case TV_QUERY_NULL:
    default:
      g_string_append (out, self->format == QUERY_CSV ? "" : "[NULL]");
    }
}

static gboolean
flush (Writer *self, gsize min, GError **error)
{
  if (!self->is_streamed || self->out->len < min)
    return TRUE;
  if (!tv_output_write (self->out, error))
    return FALSE;
  g_string_truncate (self->out, 0);
  return TRUE;
}

/* Writes a result with aligned columns, which are as wide as their widest cells. */
static void
write_aligned (Writer *self)
{
  guint n = self->names->len;
  g_autofree glong *widths = g_new0 (glong, n + 1);

  for (guint i = 0; i < self->cells->len; i++)
    widths[i % n] = MAX (widths[i % n], g_utf8_strlen (g_ptr_array_index (self->cells, i), -1));
  for (guint i = 0; i < self->cells->len; i++)
    {
      const char *cell = g_ptr_array_index (self->cells, i);
      gboolean is_last = i % n == n - 1;

      g_string_append (self->out, cell);
      for (glong w = g_utf8_strlen (cell, -1); !is_last && w < widths[i % n] + 2; w++)
        g_string_append_c (self->out, ' ');
      if (is_last)
        g_string_append_c (self->out, '\n');
    }
}

static void
end_result (Writer *self)
{
  if (self->names == NULL)
    return;
  if (self->format == QUERY_TEXT && self->names->len > 0)
    write_aligned (self);
  if (self->format == QUERY_JSON)
    g_string_append (self->out, self->n_rows > 0 ? "\n]" : "]");
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_ptr_array_set_size (self->cells, 0);
}

static void
append_name (Writer *self, const char *name)
{
  if (self->format == QUERY_TEXT)
    g_ptr_array_add (self->cells, g_strdup (name));
  g_ptr_array_add (self->names, g_strdup (name));
}

static gboolean
begin (gpointer data, guint n_columns, const char *const *names, GError **error)
{
  Writer *self = data;

  end_result (self);
  self->names = g_ptr_array_new_with_free_func (g_free);
  if (self->file != NULL)
    append_name (self, "file");
  for (guint i = 0; i < n_columns; i++)
    append_name (self, names[i]);
  if (self->n_results > 0)
    g_string_append (self->out, self->format == QUERY_JSON ? ",\n" : "\n");
  self->n_rows = 0;
  if (self->format == QUERY_JSON)
    g_string_append_c (self->out, '[');
  for (guint i = 0; i < self->names->len; i++)
    {
      const char *name = g_ptr_array_index (self->names, i);

      if (self->format == QUERY_CSV)
        tv_text_append_csv (self->out, name, strlen (name));
      else if (self->format == QUERY_TSV)
        g_string_append (self->out, name);
      if (self->format == QUERY_CSV || self->format == QUERY_TSV)
        g_string_append_c (self->out, i + 1 == self->names->len   ? '\n'
                                      : self->format == QUERY_CSV ? ','
                                                                  : '\t');
    }
  if (self->n_results++ == 0 && self->format != QUERY_JSON)
    self->first_bytes = self->out->len;
  return TRUE;
}

static gboolean
write_row (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error)
{
  Writer *self = data;
  guint first = self->file != NULL ? 1 : 0;
  TvQueryCell file = { .type = TV_QUERY_TEXT,
                       .text = self->file,
                       .size = self->file != NULL ? strlen (self->file) : 0 };

  if (self->format == QUERY_JSON)
    g_string_append (self->out, self->n_rows > 0 ? ",\n  {" : "\n  {");
  for (guint i = 0; i < n_columns + first; i++)
    {
      const TvQueryCell *cell = i < first ? &file : &cells[i - first];

      if (self->format == QUERY_TEXT)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          append_cell (self, text, cell);
          g_ptr_array_add (self->cells, g_utf8_make_valid (text->str, -1));
          continue;
        }
      if (self->format == QUERY_JSON)
        {
          const char *name = g_ptr_array_index (self->names, i);

          tv_text_append_json_bytes (self->out, name, strlen (name));
          g_string_append (self->out, ": ");
        }
      append_cell (self, self->out, cell);
      if (self->format == QUERY_JSON)
        g_string_append (self->out, i + 1 < n_columns + first ? ", " : "}");
      else
        g_string_append_c (self->out, i + 1 == n_columns + first  ? '\n'
                                      : self->format == QUERY_CSV ? ','
                                                                  : '\t');
    }
  self->n_rows++;
  return flush (self, WRITE_BYTES, error);
}

static const TvQuerySink sink = { begin, write_row };

/* ---- Files ---- */

/**
 * Job:
 * @is_one_of_many: whether there are several files
 * @out: output of the query
 * @first_bytes: size of the first line of column names in @out
 * @error: (nullable): error of the query
 *
 * A query on one file.
 */
typedef struct
{
  const QueryOptions *options;
  const char *file;
  const char *sql;
  const TvDatabaseLimits *limits;
  gboolean is_one_of_many;
  GString *out;
  gsize first_bytes;
  GError *error;
} Job;

static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  g_autoptr (TvTrace) trace = tv_open_trace (job->file, &job->options->source, &job->error);
  g_autoptr (TvDatabase) database = NULL;
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  Writer writer = { .format = job->options->format,
                    .file = job->options->is_union ? job->file : NULL,
                    .out = job->out,
                    .cells = cells,
                    .is_streamed = !job->is_one_of_many };

  if (trace == NULL)
    return;
  database = tv_database_new (trace, job->limits, NULL, &job->error);
  if (database == NULL)
    return;
  if (job->options->format == QUERY_JSON && !job->is_one_of_many)
    g_string_append_c (job->out, '[');
  tv_database_run (database, job->sql, &sink, &writer, &job->error);
  end_result (&writer);
  job->first_bytes = writer.first_bytes;
  if (job->options->format == QUERY_JSON && !job->is_one_of_many)
    g_string_append (job->out, "]\n");
}

/* Runs a query on several files in parallel. Each file has a database of its own. Writes the results in the order of
 * the files. If a query fails, the results of the other files are still written. Returns FALSE with the first error. */
static gboolean
run_files (const QueryOptions *options,
           char **files,
           const char *sql,
           const TvDatabaseLimits *limits,
           GError **error)
{
  guint n = g_strv_length (files);
  g_autofree Job *jobs = g_new0 (Job, n + 1);
  GThreadPool *pool = n > 1 ? g_thread_pool_new (run_job, NULL, CLAMP (options->jobs, 1, 64), FALSE,
                                                 NULL)
                            : NULL;
  g_autoptr (GString) all = g_string_new (NULL);
  gboolean is_fine = TRUE, has_output = FALSE;

  for (guint i = 0; i < n; i++)
    {
      jobs[i] = (Job){ .options = options,
                       .file = files[i],
                       .sql = sql,
                       .limits = limits,
                       .is_one_of_many = n > 1,
                       .out = g_string_new (NULL) };
      if (pool == NULL)
        run_job (&jobs[i], NULL);
      else
        g_thread_pool_push (pool, &jobs[i], NULL);
    }
  if (pool != NULL)
    g_thread_pool_free (pool, FALSE, TRUE);
  if (options->format == QUERY_JSON && n > 1)
    g_string_append_c (all, '[');
  for (guint i = 0; i < n; i++)
    {
      const GString *out = jobs[i].out;
      gsize n_skipped = 0;

      /* A query that failed has no output. */
      if (has_output && out->len > 0)
        {
          if (options->format == QUERY_JSON)
            g_string_append (all, ",\n");
          else if (options->is_union)
            n_skipped = jobs[i].first_bytes;
          else
            g_string_append_c (all, '\n');
        }
      has_output = has_output || out->len > 0;
      g_string_append_len (all, out->str + n_skipped, (gssize) (out->len - n_skipped));
      g_string_free (jobs[i].out, TRUE);
      if (jobs[i].error != NULL && is_fine)
        {
          is_fine = FALSE;
          g_propagate_prefixed_error (error, jobs[i].error, "%s: ", files[i]);
        }
      else
        g_clear_error (&jobs[i].error);
    }
  if (options->format == QUERY_JSON && n > 1)
    g_string_append (all, "]\n");
  if (!tv_output_write (all, is_fine ? error : NULL))
    return FALSE;
  return is_fine;
}

/* ---- Options ---- */

static gboolean
parse_format (const char *name, QueryFormat *format, GError **error)
{
  static const char *const names[] = { "text", "csv", "tsv", "json" };

  *format = QUERY_TEXT;
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      {
        *format = (QueryFormat) i;
        return TRUE;
      }
  if (name == NULL)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("--format must be text, csv, tsv or json"));
  return FALSE;
}

static gboolean
parse_memory (const char *text, gint64 *bytes, GError **error)
{
  char *end = NULL;
  guint64 n = text != NULL ? g_ascii_strtoull (text, &end, 10) : 0;

  *bytes = (gint64) (MIN (n, 1u << 20) * 1024 * 1024);
  if (text == NULL || (end != text && *end == '\0' && n > 0))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("--memory must be a positive number of MiB"));
  return FALSE;
}

static char *
read_standard_input (GError **error)
{
  g_autoptr (GIOChannel) channel = g_io_channel_unix_new (0);
  char *text = NULL;

  g_io_channel_set_encoding (channel, NULL, NULL);
  g_io_channel_read_to_end (channel, &text, NULL, error);
  return text;
}

/* Returns the query, which is the last operand or the content of a file. "-" means standard input. */
static char *
take_query (const QueryOptions *options, char **operands, GError **error)
{
  guint n = g_strv_length (operands);
  char *text = NULL;

  if (options->file == NULL)
    {
      text = operands[n - 1];
      operands[n - 1] = NULL;
      return g_strcmp0 (text, "-") == 0 ? (g_free (text), read_standard_input (error)) : text;
    }
  if (g_str_equal (options->file, "-"))
    return read_standard_input (error);
  g_file_get_contents (options->file, &text, NULL, error);
  return text;
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (QueryOptions) options = { .jobs = 1 };
  g_auto (GStrv) operands = NULL;
  g_autofree char *sql = NULL;
  TvDatabaseLimits limits = { 0 };
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: text, csv, tsv or json (default: text)"), N_("FORMAT") },
    { "file", 'q', 0, G_OPTION_ARG_FILENAME, &options.file,
      N_("Read the query from a file; - for standard input"), N_("QUERY-FILE") },
    { "timeout", 't', 0, G_OPTION_ARG_DOUBLE, &options.timeout,
      N_("Cancel the query after this time"), N_("SECONDS") },
    { "memory", 'm', 0, G_OPTION_ARG_STRING, &options.memory,
      N_("Memory limit of the query engine, not counting the trace"), N_("MIB") },
    { "union", 'u', 0, G_OPTION_ARG_NONE, &options.is_union,
      N_("Combine the rows of all files into one result with a column “file”"), NULL },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options.jobs,
      N_("Number of files to read at the same time (default: 1)"), N_("N") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE… QUERY"));

  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Runs SQL queries on traces, in the dialect of Perfetto’s trace processor. "
                 "Statements are separated by “;”. Each statement with columns prints a result. "
                 "Files are never modified."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, options.file != NULL ? 1 : 2, 10000, _("FILE… QUERY"),
                                  error) ||
      !parse_format (options.format_name, &options.format, error) ||
      !parse_memory (options.memory, &limits.bytes, error))
    return FALSE;
  options.source.is_quiet = TRUE;
  limits.seconds = options.timeout;
  sql = take_query (&options, operands, error);
  if (sql == NULL)
    return FALSE;
  return run_files (&options, operands, sql, &limits, error);
}

const TvCommand tv_query_command = { "query", N_("Query traces with SQL"), run };
