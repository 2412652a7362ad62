/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/method-trace-keys.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/input/scan.h"

/* Parses the text part of method traces: options, thread names and method names. Malformed lines become problems of
 * the trace. Called by all readers of method traces. Adds symbols, threads, metadata and problems to the builder;
 * @methods maps the method ids of the file to symbols. Methods and threads must be complete before slices are
 * written. */

/* Maximum number of bytes of file content that a problem quotes. */
#define MAX_SHOWN 200

/* Number of fields of a method line that are used; further fields are ignored. */
#define MAX_FIELDS 6

void
tv_method_trace_keys_init (TvMethodTraceKeys *self, TvTraceBuilder *builder)
{
  memset (self, 0, sizeof *self);
  self->builder = builder;
  /* In a record, the action replaces the low two bits of the method id, so method ids are multiples of 4. */
  tv_id_map_init_for_multiples (&self->methods, 2);
  tv_id_map_init (&self->thread_rows);
  self->thread_ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->thread_names = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
tv_method_trace_keys_clear (TvMethodTraceKeys *self)
{
  tv_id_map_clear (&self->methods);
  tv_id_map_clear (&self->thread_rows);
  g_clear_pointer (&self->thread_ids, g_array_unref);
  g_clear_pointer (&self->thread_names, g_array_unref);
}

static void
add_line_problem (TvMethodTraceKeys *self, TvProblemKind kind, gint64 file_offset, TvSpan line)
{
  tv_trace_builder_add_problem (self->builder, kind, file_offset, "%.*s",
                                (int) MIN (line.size, MAX_SHOWN), line.text);
}

/* Parses the whole span as a decimal number, or as a hexadecimal number after 0x. */
static gboolean
parse_number (TvSpan span, guint64 max, guint64 *number)
{
  gboolean is_hex = tv_scan_word (&span, "0x") || tv_scan_word (&span, "0X");

  return tv_scan_number (&span, is_hex ? 16 : 10, number) && span.size == 0 && *number <= max;
}

static guint
split_fields (TvSpan line, TvSpan fields[MAX_FIELDS])
{
  guint n = 0;

  do
    fields[n++] = tv_scan_before (&line, '\t');
  while (n < MAX_FIELDS && tv_scan_byte (&line, '\t'));
  return n;
}

static guint32
intern (TvMethodTraceKeys *self, TvSpan span)
{
  return span.size > 0 ? tv_trace_builder_intern (self->builder, span.text, span.size) : TV_NONE;
}

/* Interns a class name with dots. Dalvik writes class names with slashes, ART with dots. Converts a descriptor such
 * as `La/B;` to a class name. */
static guint32
intern_class (TvMethodTraceKeys *self, TvSpan span)
{
  g_autofree char *dotted = NULL;

  if (span.size > 2 && span.text[0] == 'L' && span.text[span.size - 1] == ';')
    span = (TvSpan){ span.text + 1, span.size - 2 };
  if (memchr (span.text, '/', span.size) == NULL)
    return intern (self, span);
  dotted = g_memdup2 (span.text, span.size);
  for (gsize i = 0; i < span.size; i++)
    if (dotted[i] == '/')
      dotted[i] = '.';
  return tv_trace_builder_intern (self->builder, dotted, span.size);
}

static guint32
parse_line_number (TvSpan span)
{
  guint64 number;

  return parse_number (span, G_MAXINT32, &number) ? (guint32) number : 0;
}

/* Parses the fields of a method line after the id. Returns FALSE if the line contains no name. */
static gboolean
read_symbol (TvMethodTraceKeys *self, const TvSpan *fields, guint n, TvSymbol *symbol)
{
  *symbol = (TvSymbol){ intern_class (self, fields[0]), TV_NONE, TV_NONE, TV_NONE, 0 };
  if (n == 3 && (fields[2].size == 0 || fields[2].text[0] != '('))
    {
      symbol->source_file = intern (self, fields[1]);
      symbol->line = parse_line_number (fields[2]);
    }
  else
    {
      if (n > 1)
        symbol->name = intern (self, fields[1]);
      if (n > 2)
        symbol->signature = intern (self, fields[2]);
      if (n > 3)
        symbol->source_file = intern (self, fields[3]);
      if (n > 4)
        symbol->line = parse_line_number (fields[4]);
    }
  return symbol->class_name != TV_NONE || symbol->name != TV_NONE;
}

static void
set_method (TvMethodTraceKeys *self,
            guint64 id,
            const TvSymbol *symbol,
            gint64 file_offset,
            TvSpan line)
{
  guint32 row = tv_trace_builder_add_symbol (self->builder, symbol);
  guint32 known = tv_id_map_find (&self->methods, id);

  if (known != TV_NONE && known != row)
    add_line_problem (self, TV_PROBLEM_DUPLICATE_METHOD, file_offset, line);
  tv_id_map_set (&self->methods, id, row);
}

/**
 * tv_method_trace_keys_add_method:
 * @self: keys
 * @line: a method line with fields separated by tabs: `0xID class method signature [file [line]]`, `0xID class file
 *   line` or `0xID class`
 * @size: size of @line in bytes, without the line feed
 * @file_offset: file offset of the line
 *
 * Adds the method in a line. Reports a malformed line as a problem.
 */
void
tv_method_trace_keys_add_method (TvMethodTraceKeys *self,
                                 const char *line,
                                 gsize size,
                                 gint64 file_offset)
{
  TvSpan fields[MAX_FIELDS];
  guint n = split_fields ((TvSpan){ line, size }, fields);
  TvSymbol symbol;
  guint64 id;

  if (n < 2 || !parse_number (fields[0], G_MAXUINT64, &id) ||
      !read_symbol (self, fields + 1, n - 1, &symbol))
    add_line_problem (self, TV_PROBLEM_BAD_METHOD_LINE, file_offset, (TvSpan){ line, size });
  else
    set_method (self, id, &symbol, file_offset, (TvSpan){ line, size });
}

/**
 * tv_method_trace_keys_add_method_of_id:
 * @self: keys
 * @id: method id
 * @line: a method line as in tv_method_trace_keys_add_method(), but without the id
 * @size: size of @line in bytes, without the line feed
 * @file_offset: file offset of the line
 *
 * Adds a method whose id is stored separately. Reports a malformed line as a problem.
 */
void
tv_method_trace_keys_add_method_of_id (TvMethodTraceKeys *self,
                                       guint64 id,
                                       const char *line,
                                       gsize size,
                                       gint64 file_offset)
{
  TvSpan fields[MAX_FIELDS];
  guint n = split_fields ((TvSpan){ line, size }, fields);
  TvSymbol symbol;

  if (!read_symbol (self, fields, MIN (n, MAX_FIELDS - 1), &symbol))
    add_line_problem (self, TV_PROBLEM_BAD_METHOD_LINE, file_offset, (TvSpan){ line, size });
  else
    set_method (self, id, &symbol, file_offset, (TvSpan){ line, size });
}

/**
 * tv_method_trace_keys_add_unknown:
 * @self: keys
 * @id: id of a method that is not listed
 * @file_offset: file offset of a record with the id
 *
 * Adds an unlisted method, and reports the method as a problem.
 *
 * Returns: a symbol named after the id
 */
guint32
tv_method_trace_keys_add_unknown (TvMethodTraceKeys *self, guint64 id, gint64 file_offset)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };
  g_autofree char *name = g_strdup_printf ("(0x%" PRIx64 ")", id);
  guint32 row;

  symbol.name = tv_trace_builder_intern (self->builder, name, -1);
  row = tv_trace_builder_add_symbol (self->builder, &symbol);
  tv_id_map_set (&self->methods, id, row);
  tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNKNOWN_METHOD, file_offset, "0x%" PRIx64,
                                id);
  return row;
}

/**
 * tv_method_trace_keys_add_thread:
 * @self: keys
 * @tid: thread id
 * @name: name of the thread
 * @size: size of the name in bytes
 * @file_offset: file offset of the name
 *
 * Adds a thread, or renames a listed thread. Reports a changed name as a problem.
 */
void
tv_method_trace_keys_add_thread (TvMethodTraceKeys *self,
                                 guint32 tid,
                                 const char *name,
                                 gsize size,
                                 gint64 file_offset)
{
  guint32 row = tv_id_map_find (&self->thread_rows, tid);
  guint32 string = intern (self, (TvSpan){ name, size });

  if (row == TV_NONE)
    {
      tv_id_map_set (&self->thread_rows, tid, self->thread_ids->len);
      g_array_append_val (self->thread_ids, tid);
      g_array_append_val (self->thread_names, string);
      return;
    }
  if (g_array_index (self->thread_names, guint32, row) == string)
    return;
  tv_trace_builder_add_problem (self->builder, TV_PROBLEM_REUSED_THREAD_ID, file_offset, "%u %.*s",
                                tid, (int) MIN (size, MAX_SHOWN), name);
  g_array_index (self->thread_names, guint32, row) = string;
}

static void
parse_thread_line (TvMethodTraceKeys *self, TvSpan line, gint64 file_offset)
{
  TvSpan name = line, id = tv_scan_until (&name, '\t');
  guint64 tid;

  if (!parse_number (id, G_MAXUINT32, &tid))
    {
      add_line_problem (self, TV_PROBLEM_BAD_THREAD_LINE, file_offset, line);
      return;
    }
  tv_method_trace_keys_add_thread (self, (guint32) tid, name.text, name.size, file_offset);
}

static void
parse_clock (TvMethodTraceKeys *self, TvSpan value, gint64 file_offset)
{
  if (tv_span_is (value, "thread-cpu"))
    self->clock = TV_METHOD_CLOCK_THREAD_CPU;
  else if (tv_span_is (value, "wall") || tv_span_is (value, "global"))
    self->clock = TV_METHOD_CLOCK_WALL;
  else if (tv_span_is (value, "dual"))
    self->clock = TV_METHOD_CLOCK_DUAL;
  else
    {
      self->clock = TV_METHOD_CLOCK_THREAD_CPU;
      add_line_problem (self, TV_PROBLEM_UNKNOWN_CLOCK, file_offset, value);
    }
}

static void
parse_option_line (TvMethodTraceKeys *self, TvSpan line, gint64 file_offset)
{
  TvSpan value = line, key = tv_scan_before (&value, '=');
  g_autofree char *name = NULL;

  if (line.size == 0)
    return;
  if (!tv_scan_byte (&value, '='))
    {
      add_line_problem (self, TV_PROBLEM_BAD_OPTION_LINE, file_offset, line);
      return;
    }
  name = g_strndup (key.text, key.size);
  tv_trace_builder_add_metadata (self->builder, name, value.text, value.size);
  if (tv_span_is (key, "clock"))
    parse_clock (self, value, file_offset);
  else if (tv_span_is (key, "data-file-overflow") && tv_span_is (value, "true"))
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_BUFFER_OVERFLOWED, file_offset);
}

typedef enum
{
  SECTION_NONE,
  SECTION_VERSION,
  SECTION_OPTIONS,
  SECTION_THREADS,
  SECTION_METHODS,
  SECTION_END,
  SECTION_OTHER,
} Section;

static Section
parse_section_line (TvSpan line)
{
  if (tv_span_is (line, "*version"))
    return SECTION_VERSION;
  if (tv_span_is (line, "*threads"))
    return SECTION_THREADS;
  if (tv_span_is (line, "*methods"))
    return SECTION_METHODS;
  if (tv_span_is (line, "*end"))
    return SECTION_END;
  return SECTION_OTHER;
}

/* Parses a line of the current section. */
static gboolean
parse_line (TvMethodTraceKeys *self, TvSpan line, gint64 file_offset, GError **error)
{
  guint64 version;

  switch ((Section) self->section)
    {
    case SECTION_VERSION:
      if (!parse_number (line, G_MAXUINT16, &version))
        {
          g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                       _ ("at byte %" PRId64 ": expected the version number"), file_offset);
          return FALSE;
        }
      self->version = (guint32) version;
      self->section = SECTION_OPTIONS;
      return TRUE;
    case SECTION_OPTIONS:
      parse_option_line (self, line, file_offset);
      return TRUE;
    case SECTION_THREADS:
      parse_thread_line (self, line, file_offset);
      return TRUE;
    case SECTION_METHODS:
      tv_method_trace_keys_add_method (self, line.text, line.size, file_offset);
      return TRUE;
    case SECTION_NONE:
    case SECTION_OTHER:
    case SECTION_END:
    default:
      return TRUE;
    }
}

/**
 * tv_method_trace_keys_begin:
 *
 * Begins a key section. tv_method_trace_keys_parse_piece() parses its text.
 */
void
tv_method_trace_keys_begin (TvMethodTraceKeys *self)
{
  self->section = SECTION_NONE;
  self->is_ended = FALSE;
}

/**
 * tv_method_trace_keys_parse_piece:
 * @self: keys after tv_method_trace_keys_begin()
 * @text: next piece of the key section
 * @size: size of the piece in bytes; may extend beyond the section
 * @is_last: whether this is the last piece; otherwise an incomplete last line is not parsed
 * @file_offset: file offset of @text
 * @consumed: (out): number of bytes up to the line feed after *end, or without the incomplete last line
 * @error: set to %TV_ERROR_MALFORMED if the section does not begin with a version
 *
 * Parses a piece of a key section: `*version` / N / `key=value` … / `*threads` / `ID⇥NAME` … / `*methods` / lines as
 * in tv_method_trace_keys_add_method() / `*end`.
 */
gboolean
tv_method_trace_keys_parse_piece (TvMethodTraceKeys *self,
                                  const char *text,
                                  gsize size,
                                  gboolean is_last,
                                  gint64 file_offset,
                                  gsize *consumed,
                                  GError **error)
{
  const char *at = text, *end = text + size;

  while (at < end && !self->is_ended)
    {
      const char *next = at;
      TvSpan line;

      tv_scan_line (&next, end, &line);
      if (line.text + line.size == end && !is_last)
        break;
      if (tv_scan_is_at (&line, '*'))
        {
          self->section = parse_section_line (line);
          self->is_ended = self->section == SECTION_END;
        }
      else if (!parse_line (self, line, file_offset + (at - text), error))
        return FALSE;
      at = next;
    }
  if (is_last && !self->is_ended)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_MISSING_END,
                                    file_offset + (gint64) size);
  *consumed = at - text;
  return TRUE;
}

/**
 * tv_method_trace_keys_parse:
 * @self: keys
 * @text: a key section, possibly truncated
 * @size: size of the text in bytes; may extend beyond the section
 * @file_offset: file offset of @text
 * @consumed: (out): number of bytes up to the line feed after *end, or of the whole text
 * @error: set to %TV_ERROR_MALFORMED if the section does not begin with a version
 *
 * Parses a whole key section; see tv_method_trace_keys_parse_piece().
 */
gboolean
tv_method_trace_keys_parse (TvMethodTraceKeys *self,
                            const char *text,
                            gsize size,
                            gint64 file_offset,
                            gsize *consumed,
                            GError **error)
{
  tv_method_trace_keys_begin (self);
  return tv_method_trace_keys_parse_piece (self, text, size, TRUE, file_offset, consumed, error);
}

static guint32
find_process (TvTraceBuilder *builder)
{
  const char *pid = tv_trace_builder_get_metadata (builder, "pid");
  guint64 number;

  if (pid == NULL || !g_ascii_string_to_unsigned (pid, 10, 0, G_MAXUINT32, &number, NULL))
    return TV_NONE;
  return tv_trace_builder_ensure_process (builder, (guint32) number);
}

/**
 * tv_method_trace_keys_add_threads:
 * @self: complete keys
 *
 * Adds the process and the listed threads to the builder.
 */
void
tv_method_trace_keys_add_threads (TvMethodTraceKeys *self)
{
  self->upid = find_process (self->builder);
  for (guint i = 0; i < self->thread_ids->len; i++)
    {
      guint32 tid = g_array_index (self->thread_ids, guint32, i);
      guint32 utid = tv_trace_builder_ensure_thread (self->builder, self->upid, tid);

      tv_trace_builder_name_thread (self->builder, utid,
                                    g_array_index (self->thread_names, guint32, i));
    }
}

/**
 * tv_method_trace_keys_get_track:
 * @self: keys after tv_method_trace_keys_add_threads()
 * @tid: id of a thread that has records
 * @file_offset: file offset of the thread's first record
 *
 * Gets the track of a thread. Adds the track if necessary. Reports an unlisted thread as a problem.
 *
 * Returns: track of the thread's calls
 */
guint32
tv_method_trace_keys_get_track (TvMethodTraceKeys *self, guint32 tid, gint64 file_offset)
{
  guint32 utid = tv_trace_builder_ensure_thread (self->builder, self->upid, tid);

  if (tv_id_map_find (&self->thread_rows, tid) == TV_NONE)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNKNOWN_THREAD, file_offset, "%u", tid);
  return tv_trace_builder_ensure_track (self->builder, utid);
}

/**
 * tv_method_trace_keys_check_records:
 * @self: keys
 * @n_records: number of records
 * @file_offset: file offset of the end of the records
 *
 * Reports missing records, or that there are no records. Devices store the expected number of records as
 * num-method-calls.
 */
void
tv_method_trace_keys_check_records (TvMethodTraceKeys *self, guint64 n_records, gint64 file_offset)
{
  const char *reported = tv_trace_builder_get_metadata (self->builder, "num-method-calls");
  guint64 n;

  if (n_records == 0)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_NO_RECORDS, file_offset);
  if (reported != NULL && g_ascii_string_to_unsigned (reported, 10, 0, G_MAXUINT64, &n, NULL) &&
      n > n_records)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_MISSING_RECORDS, file_offset,
                                  _ ("%" PRIu64 " of %" PRIu64 " are there"), n_records, n);
}
