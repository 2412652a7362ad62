/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the formats of method traces. All are little-endian, and their records follow the same 32-byte
 * header:
 *
 *    0  u32 "SLOW"    4  u16 version (streaming: | 0xf0)    6  u16 offset of the records
 *    8  u64 start, µs                                      16  u16 record size (version 3)
 *
 * A record consists of the tid (u8 in version 1, otherwise u16), u32 method id | action, and one u32 time
 * or, with the dual clock, thread CPU time and wall time. */

#include "make-trace-forms.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define START_US G_GINT64_CONSTANT (1718000000000000)
#define PADDING  0xee

enum
{
  UNIT_METHOD = 1,
  UNIT_THREAD = 2,
  UNIT_SUMMARY = 3,
};

/* ---- Output ---- */

Output *
trace_output_open (const char *path, GError **error)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  Output *output;

  if (fd < 0)
    {
      int saved_errno = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (saved_errno), "%s: %s", path,
                   g_strerror (saved_errno));
      return NULL;
    }

  output = g_new0 (Output, 1);
  output->path = g_strdup (path);
  output->fd = fd;
  output->bytes = g_malloc (BUFFER_SIZE);
  return output;
}

static void
output_write_out (Output *output, const guint8 *bytes, gsize size)
{
  while (size > 0 && output->failed_errno == 0)
    {
      gssize n = write (output->fd, bytes, size);

      if (n < 0 && errno != EINTR)
        output->failed_errno = errno;
      if (n > 0)
        {
          bytes += n;
          size -= n;
          output->written += n;
        }
    }
}

void
trace_output_flush (Output *output)
{
  output_write_out (output, output->bytes, output->used);
  output->used = 0;
}

void
trace_output_text (Output *output, const char *text, gsize size)
{
  trace_output_flush (output);
  output_write_out (output, (const guint8 *) text, size);
}

gboolean
trace_output_close (Output *output, gint64 cut, GError **error)
{
  int failed_errno;
  gboolean is_fine;

  trace_output_flush (output);
  failed_errno = output->failed_errno;
  if (failed_errno == 0 && cut > 0 && ftruncate (output->fd, MAX (output->written - cut, 0)) < 0)
    failed_errno = errno;
  if (close (output->fd) < 0 && failed_errno == 0)
    failed_errno = errno;

  is_fine = failed_errno == 0;
  if (!is_fine)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (failed_errno), "%s: %s",
                 output->path, g_strerror (failed_errno));
  g_free (output->path);
  g_free (output->bytes);
  g_free (output);
  return is_fine;
}

/* ---- Text ---- */

/* Returns the number of fields in the line of method @index. 3 represents the unusual line with four fields: id, class,
 * file, line. */
static guint
field_count (const TraceOptions *options, guint index)
{
  static const guint mixed[] = { 6, 5, 4, 3, 2 };

  if (options->fields == NULL)
    return options->has_slashes ? 6 : 5;
  if (g_str_equal (options->fields, "mixed"))
    return mixed[index % G_N_ELEMENTS (mixed)];
  if (g_str_equal (options->fields, "4"))
    return index % 2 == 0 ? 4 : 3;
  return options->fields[0] - '0';
}

/* Appends the fields of a method line after the id. */
void
trace_append_method_fields (GString *text, TraceModel *model, guint index)
{
  const TraceMethod *method = &g_array_index (model->methods, TraceMethod, index);
  guint n_fields = field_count (model->options, index);
  gsize class_start = text->len;

  g_string_append (text, method->class_name);
  /* Without a method name, only the class name distinguishes the lines. */
  if (n_fields < 4)
    g_string_append_printf (text, "$%u", index);
  if (model->options->has_slashes)
    for (gsize i = class_start; i < text->len; i++)
      if (text->str[i] == '.')
        text->str[i] = '/';

  if (n_fields >= 4)
    g_string_append_printf (text, "\t%s\t%s", method->name, method->signature);
  if (n_fields == 3 || n_fields >= 5)
    g_string_append_printf (text, "\t%s", method->file);
  if (n_fields == 3 || n_fields >= 6)
    g_string_append_printf (text, "\t%d", method->line);
  g_string_append_c (text, '\n');
}

static void
append_method_line (GString *text, TraceModel *model, guint index)
{
  g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x\t",
                          model->id_base + (guint64) index * model->id_step);
  trace_append_method_fields (text, model, index);
}

static void
append_threads (GString *text, TraceModel *model)
{
  g_string_append (text, "*threads\n");
  for (guint i = 0; i < model->threads->len; i++)
    {
      const TraceThread *thread = &g_array_index (model->threads, TraceThread, i);

      if (thread->old_name != NULL)
        g_string_append_printf (text, "%u\t%s\n", thread->tid, thread->old_name);
    }
  for (guint i = 0; i < model->threads->len; i++)
    {
      const TraceThread *thread = &g_array_index (model->threads, TraceThread, i);

      if (thread->name != NULL)
        g_string_append_printf (text, "%u\t%s\n", thread->tid, thread->name);
    }
}

GString *
trace_key_section (Writer *writer, int version, gboolean has_tables)
{
  static const char *const clocks[] = { "thread-cpu", "wall", "dual", "global" };
  TraceModel *model = writer->model;
  const TraceOptions *options = model->options;
  GString *text = g_string_new ("*version\n");

  g_string_append_printf (text, "%d\n", version);
  g_string_append (text, "data-file-overflow=false\n");
  g_string_append_printf (text, "clock=%s\n", clocks[options->clock]);
  g_string_append_printf (text, "elapsed-time-usec=%" G_GUINT64_FORMAT "\n", writer->elapsed_us);
  g_string_append_printf (text, "num-method-calls=%" G_GUINT64_FORMAT "\n", writer->n_records);
  g_string_append_printf (text, "clock-call-overhead-nsec=%d\n", options->has_slashes ? 2318 : 152);
  g_string_append_printf (text, "vm=%s\n", options->has_slashes ? "dalvik" : "art");
  g_string_append_printf (text, "pid=%u\n", g_array_index (model->threads, TraceThread, 0).tid);
  if (has_tables)
    {
      append_threads (text, model);
      g_string_append (text, "*methods\n");
      for (guint i = 0; i < model->methods->len; i++)
        append_method_line (text, model, i);
    }
  g_string_append (text, "*end\n");
  return text;
}

/* ---- Records ---- */

static void
put_header (Writer *writer, guint16 version)
{
  guint8 *at = trace_output_reserve (writer->data, HEADER_SIZE);

  memset (at, 0, HEADER_SIZE);
  memcpy (at, "SLOW", 4);
  put_u16 (at + 4, version);
  put_u16 (at + 6, HEADER_SIZE);
  put_u32 (at + 8, (guint32) START_US);
  put_u32 (at + 12, (guint32) (START_US >> 32));
  if (writer->model->options->version >= 3)
    put_u16 (at + 16, writer->record_size);
}

/* Steps a time back, but never across a wraparound of the clock, because that would be decoded as a step
 * forward by almost 2^32. */
static inline guint32
folded_time (guint64 time_us, guint8 back_us)
{
  guint32 folded = (guint32) time_us;

  return folded >= back_us ? folded - back_us : folded;
}

static inline void
put_record (Writer *writer, const TraceRecord *record)
{
  const TraceModel *model = writer->model;
  TraceClock clock = model->options->clock;
  guint tid = g_array_index (model->threads, TraceThread, record->thread).tid;
  guint32 id = (guint32) model->id_base + record->method * model->id_step;
  guint32 cpu = folded_time (writer->cpu_base_us[record->thread] + record->cpu_us,
                             record->cpu_back_us);
  guint32 wall = folded_time (writer->wall_base_us + record->wall_us, record->wall_back_us);
  guint8 *at = trace_output_reserve (writer->data, writer->record_size);
  guint8 *end = at + writer->record_size;

  if (writer->tid_size == 1)
    *at = tid;
  else
    put_u16 (at, tid);
  at += writer->tid_size;

  put_u32 (at, id | record->action);
  at += 4;
  if (clock == TRACE_CLOCK_DUAL || clock == TRACE_CLOCK_THREAD_CPU)
    {
      put_u32 (at, cpu);
      at += 4;
    }
  if (clock != TRACE_CLOCK_THREAD_CPU)
    {
      put_u32 (at, wall);
      at += 4;
    }
  /* Not zeros, so that readers that do not skip these bytes are detected. */
  if (at < end)
    memset (at, PADDING, end - at);
  writer->n_written++;
}

static void
classic_record (TraceSink *sink, const TraceRecord *record)
{
  put_record ((Writer *) sink, record);
}

static gboolean
classic_begin (Writer *writer, GError **error)
{
  g_autoptr (GString) key = trace_key_section (writer, writer->model->options->version, TRUE);

  writer->data = trace_output_open (writer->model->options->path, error);
  if (writer->data == NULL)
    return FALSE;
  trace_output_text (writer->data, key->str, key->len);
  put_header (writer, writer->model->options->version);
  return TRUE;
}

/* Begins NAME.key and NAME.data, where NAME is the path without its extension. Writes the whole key file. */
static gboolean
key_data_begin (Writer *writer, GError **error)
{
  static const char *const endings[] = { ".trace", ".key", ".data" };
  g_autoptr (GString) key = trace_key_section (writer, writer->model->options->version, TRUE);
  g_autofree char *stem = g_strdup (writer->model->options->path);
  g_autofree char *key_path = NULL;
  g_autofree char *data_path = NULL;
  Output *key_output;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (stem, endings[i]))
      {
        stem[strlen (stem) - strlen (endings[i])] = '\0';
        break;
      }
  key_path = g_strconcat (stem, ".key", NULL);
  data_path = g_strconcat (stem, ".data", NULL);

  key_output = trace_output_open (key_path, error);
  if (key_output == NULL)
    return FALSE;
  trace_output_text (key_output, key->str, key->len);
  if (!trace_output_close (key_output, 0, error))
    return FALSE;

  writer->data = trace_output_open (data_path, error);
  if (writer->data == NULL)
    return FALSE;
  put_header (writer, writer->model->options->version);
  return TRUE;
}

static void
classic_end (Writer *writer)
{
}

static gboolean
streaming_begin (Writer *writer, GError **error)
{
  writer->data = trace_output_open (writer->model->options->path, error);
  if (writer->data == NULL)
    return FALSE;
  put_header (writer, writer->model->options->version | 0xf0);
  return TRUE;
}

static void
put_thread_unit (Writer *writer, guint tid, const char *name)
{
  gsize length = strlen (name);
  guint8 *at = trace_output_reserve (writer->data, 7 + length);

  put_u16 (at, 0);
  at[2] = UNIT_THREAD;
  put_u16 (at + 3, tid);
  put_u16 (at + 5, length);
  memcpy (at + 7, name, length);
}

static void
put_method_unit (Writer *writer, guint index)
{
  g_autoptr (GString) line = g_string_new (NULL);
  guint8 *at;

  append_method_line (line, writer->model, index);
  at = trace_output_reserve (writer->data, 5 + line->len);
  put_u16 (at, 0);
  at[2] = UNIT_METHOD;
  put_u16 (at + 3, line->len);
  memcpy (at + 5, line->str, line->len);
}

static void
streaming_record (TraceSink *sink, const TraceRecord *record)
{
  Writer *writer = (Writer *) sink;
  TraceModel *model = writer->model;
  const TraceThread *thread = &g_array_index (model->threads, TraceThread, record->thread);

  gboolean is_old = thread->old_name != NULL && writer->n_written < writer->n_records / 2;
  guint8 named = is_old ? NAMED_BEFORE : NAMED;

  /* Halfway through the file, another thread reuses the tid of an ended thread. */
  if (G_UNLIKELY (writer->named_threads[record->thread] < named))
    {
      const char *name = is_old ? thread->old_name : thread->name;

      writer->named_threads[record->thread] = named;
      if (name != NULL)
        put_thread_unit (writer, thread->tid, name);
    }
  if (record->method < model->methods->len && G_UNLIKELY (!writer->named_methods[record->method]))
    {
      writer->named_methods[record->method] = NAMED;
      put_method_unit (writer, record->method);
    }
  put_record (writer, record);
}

static void
streaming_end (Writer *writer)
{
  g_autoptr (GString) key = NULL;
  guint8 *at;

  if (writer->model->options->lacks_summary)
    return;

  key = trace_key_section (writer, writer->model->options->version, TRUE);
  at = trace_output_reserve (writer->data, 7);
  put_u16 (at, 0);
  at[2] = UNIT_SUMMARY;
  put_u32 (at + 3, key->len);
  trace_output_text (writer->data, key->str, key->len);
}

static const TraceForm forms[] = {
  { "classic", classic_begin, classic_record, classic_end },
  { "key-data", key_data_begin, classic_record, classic_end },
  { "streaming", streaming_begin, streaming_record, streaming_end },
  { "packet", trace_packets_begin, trace_packets_record, trace_packets_end },
  { "packet-streaming", trace_packets_begin, trace_packets_record, trace_packets_end },
  { "long", trace_packets_begin, trace_packets_record, trace_packets_end },
  { "long-header", trace_packets_begin, trace_packets_record, trace_packets_end },
  { "long-dump", trace_packets_begin, trace_packets_record, trace_packets_end },
  { "long-base64", trace_packets_begin, trace_packets_record, trace_packets_end },
};

char *
trace_form_names (void)
{
  GString *names = g_string_new (forms[0].name);

  for (guint i = 1; i < G_N_ELEMENTS (forms); i++)
    g_string_append_printf (names, "|%s", forms[i].name);
  return g_string_free (names, FALSE);
}

gboolean
trace_form_is_packets (const char *form)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_str_equal (forms[i].name, form))
      return forms[i].begin == trace_packets_begin;
  return FALSE;
}

/* ---- Measurement ---- */

typedef struct
{
  TraceSink sink;
  guint64 n_records;
  guint64 wall_us;
  guint64 *cpu_us;
} Measure;

static void
measure_record (TraceSink *sink, const TraceRecord *record)
{
  Measure *measure = (Measure *) sink;

  measure->n_records++;
  measure->wall_us = MAX (measure->wall_us, record->wall_us);
  measure->cpu_us[record->thread] = record->cpu_us;
}

static void
writer_measure (Writer *writer)
{
  TraceModel *model = writer->model;
  guint n_threads = model->threads->len;
  g_autofree guint64 *cpu_us = g_new0 (guint64, n_threads);
  Measure measure = { .sink.record = measure_record, .cpu_us = cpu_us };
  guint64 wrap_us = G_GUINT64_CONSTANT (1) << 32;

  model->play (model, &measure.sink);
  writer->n_records = measure.n_records;
  writer->elapsed_us = measure.wall_us;
  writer->cpu_base_us = g_new0 (guint64, n_threads);
  if (!model->options->wraps)
    return;

  /* Each clock wraps around in the middle of its range. */
  writer->wall_base_us = wrap_us - MIN (measure.wall_us / 2, wrap_us);
  for (guint i = 0; i < n_threads; i++)
    writer->cpu_base_us[i] = wrap_us - MIN (cpu_us[i] / 2, wrap_us);
}

static const TraceForm *
find_form (const char *name, GError **error)
{
  g_autofree char *names = trace_form_names ();

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_str_equal (forms[i].name, name))
      return &forms[i];
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--form is one of %s", names);
  return NULL;
}

gboolean
trace_model_write (TraceModel *model, GError **error)
{
  const TraceOptions *options = model->options;
  const TraceForm *form = find_form (options->form, error);
  Writer writer = { .model = model, .form = form };
  gsize needed;
  gboolean is_fine = FALSE;

  if (form == NULL)
    return FALSE;

  writer.sink.record = form->record;
  writer.tid_size = options->version == 1 ? 1 : 2;
  needed = writer.tid_size + 4 + (options->clock == TRACE_CLOCK_DUAL ? 8 : 4);
  writer.record_size = options->record_size > 0 ? (gsize) options->record_size : needed;
  if (writer.record_size < needed)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--record-size is at least %" G_GSIZE_FORMAT " here", needed);
      return FALSE;
    }

  writer_measure (&writer);
  writer.named_threads = g_new0 (guint8, model->threads->len);
  writer.named_methods = g_new0 (guint8, MAX (model->methods->len, 1));
  if (form->begin (&writer, error))
    {
      model->play (model, &writer.sink);
      form->end (&writer);
      is_fine = trace_output_close (writer.data, options->cut, error);
    }
  g_free (writer.cpu_base_us);
  g_free (writer.named_threads);
  g_free (writer.named_methods);
  return is_fine;
}
