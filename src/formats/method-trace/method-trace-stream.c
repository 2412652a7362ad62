/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/method-trace-stream.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/method-trace-packets.h"

/* A stream: records, and between them units that begin with thread id 0:
 *
 *   u16 0, u8 1, u16 size, a method line
 *   u16 0, u8 2, u16 tid, u16 size, a thread's name
 *   u16 0, u8 3, u32 size, the summary: a key section; the end
 *
 * The clock of the records is known only from the summary, and a name may come after its first
 * use, so that all other units are read before the records. */

#define UNIT_METHOD  1
#define UNIT_THREAD  2
#define UNIT_SUMMARY 3

#define METHOD_HEAD  5
#define THREAD_HEAD  7
#define SUMMARY_HEAD 7
#define LONGEST_HEAD 7

#define SMALLEST_RECORD 9

typedef struct
{
  TvMethodTraceKeys *keys;
  TvTraceBuilder *builder;
  TvSourceWindow window;
  const TvReadContext *context;
  guint record_size;
  GArray *runs; /* TvRecordRun */
  gsize at;     /* offset of the next unit */
  const guint8 *unit;
  gsize left; /* bytes of it and of all that follows */
  gsize next_step;
  gboolean has_summary;
} Stream;

/* Has at least @size bytes of the unit be seen, if there are so many. */
static gboolean
look (Stream *self, gsize size, gsize *available, GError **error)
{
  const TvSource *source = self->window.source;

  self->unit = tv_source_window_look (&self->window, self->at, size, available, error);
  self->left = source->size - self->at;
  if (*available < MIN (size, self->left))
    self->left = *available;
  return self->unit != NULL;
}

static guint
get_tid (const guint8 *unit)
{
  return unit[0] | (guint) unit[1] << 8;
}

/* How many bytes of records there are. */
static gsize
measure_records (const guint8 *at, gsize available, guint record_size)
{
  gsize size = 0;

  while (available - size >= record_size && get_tid (at + size) != 0)
    size += record_size;
  return size;
}

static void
add_run (Stream *self, gsize size)
{
  TvRecordRun *last = self->runs->len > 0
                          ? &g_array_index (self->runs, TvRecordRun, self->runs->len - 1)
                          : NULL;

  if (last != NULL && last->start + last->size == self->at)
    last->size += size;
  else
    g_array_append_val (self->runs, ((TvRecordRun){ self->at, size }));
  self->at += size;
}

/* How many bytes the unit has that is no record; 0 if it is cut or unknown. */
static gsize
measure_unit (const Stream *self, gboolean *is_unknown)
{
  gsize size;

  *is_unknown = FALSE;
  if (self->left < 3 || get_tid (self->unit) != 0)
    return 0;
  switch (self->unit[2])
    {
    case UNIT_METHOD:
      if (self->left < METHOD_HEAD)
        return 0;
      size = METHOD_HEAD + tv_packet_get_number (self->unit + 3, 2);
      break;
    case UNIT_THREAD:
      if (self->left < THREAD_HEAD)
        return 0;
      size = THREAD_HEAD + tv_packet_get_number (self->unit + 5, 2);
      break;
    case UNIT_SUMMARY:
      if (self->left < SUMMARY_HEAD)
        return 0;
      size = SUMMARY_HEAD + tv_packet_get_number (self->unit + 3, 4);
      break;
    default:
      *is_unknown = TRUE;
      return 0;
    }
  return size <= self->left ? size : 0;
}

/* A method line or a name comes with or without the line feed that would end it in a file. */
static gsize
without_line_feed (const guint8 *text, gsize size)
{
  return size > 0 && text[size - 1] == '\n' ? size - 1 : size;
}

static void
read_name (Stream *self, gsize size)
{
  gboolean is_method = self->unit[2] == UNIT_METHOD;
  gsize head = is_method ? METHOD_HEAD : THREAD_HEAD;
  const guint8 *text = self->unit + head;
  gsize text_size = without_line_feed (text, size - head);
  gint64 where = (gint64) (self->at + head);

  if (is_method)
    tv_method_trace_keys_add_method (self->keys, (const char *) text, text_size, where);
  else
    tv_method_trace_keys_add_thread (self->keys, (guint32) tv_packet_get_number (self->unit + 3, 2),
                                     (const char *) text, text_size, where);
}

static gboolean
read_summary (Stream *self, gsize size, GError **error)
{
  gsize consumed;

  self->has_summary = TRUE;
  return tv_method_trace_keys_parse (self->keys, (const char *) self->unit + SUMMARY_HEAD,
                                     size - SUMMARY_HEAD, (gint64) (self->at + SUMMARY_HEAD),
                                     &consumed, error);
}

/* Lists what ends the stream before its summary does. A summary that is cut still tells the
 * clock. */
static gboolean
read_rest (Stream *self, gboolean is_unknown, GError **error)
{
  gsize available;

  if (is_unknown)
    {
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_OPCODE, (gint64) self->at, "%u",
                                    self->unit[2]);
      return TRUE;
    }
  tv_trace_builder_add_problem (self->builder, TV_PROBLEM_CUT_RECORD, (gint64) self->at,
                                _("%zu bytes are left"), self->left);
  if (!look (self, self->left, &available, error))
    return FALSE;
  if (self->left <= SUMMARY_HEAD || get_tid (self->unit) != 0 || self->unit[2] != UNIT_SUMMARY)
    return TRUE;
  return read_summary (self, self->left, error);
}

/* Reads the unit that is no record; *is_end tells whether it was the last. */
static gboolean
read_unit (Stream *self, gboolean *is_end, GError **error)
{
  gboolean is_unknown;
  gsize size = measure_unit (self, &is_unknown);
  gsize available;

  if (size > 0)
    {
      if (!look (self, size, &available, error))
        return FALSE;
      /* The file may have been written to since the head was read. */
      if (measure_unit (self, &is_unknown) != size)
        size = 0;
    }
  *is_end = size == 0 || self->unit[2] == UNIT_SUMMARY;
  if (size == 0)
    return read_rest (self, is_unknown, error);
  if (!*is_end)
    {
      read_name (self, size);
      self->at += size;
      return TRUE;
    }
  if (size < self->left)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_TRAILING_DATA,
                                  (gint64) (self->at + size), _("%zu bytes"), self->left - size);
  return read_summary (self, size, error);
}

static gboolean
step (Stream *self, GError **error)
{
  gsize size = self->window.source->size;

  if (self->at < self->next_step)
    return TRUE;
  self->next_step = self->at + size / 50;
  return tv_read_context_step (self->context, 0.2 * self->at / size, error);
}

/* Everything but the records, of which it finds where they are. */
static gboolean
scan (Stream *self, GError **error)
{
  gboolean is_end = FALSE;

  while (!is_end && self->at < self->window.source->size)
    {
      gsize available, size;

      if (!step (self, error) ||
          !look (self, MAX (self->record_size, LONGEST_HEAD), &available, error))
        return FALSE;
      size = measure_records (self->unit, available, self->record_size);
      if (size > 0)
        add_run (self, size);
      else if (!read_unit (self, &is_end, error))
        return FALSE;
    }
  if (!self->has_summary)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_MISSING_SUMMARY, (gint64) self->at);
  return TRUE;
}

static guint
get_record_size (const TvMethodHeader *header, GError **error)
{
  static const guint sizes[] = { 0, 9, 10 };

  if (header->version < G_N_ELEMENTS (sizes))
    return sizes[header->version];
  if (header->record_size >= SMALLEST_RECORD)
    return header->record_size;
  g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
               _("at byte %d: the record size is given as %u bytes, but records need 10"), 16,
               header->record_size);
  return 0;
}

/**
 * tv_method_stream_read:
 * @header: its header
 * @keys: where names go
 * @source: a file that begins with @header
 * @context: what to report to
 * @error: set in the domain %TV_ERROR
 *
 * Tells the builder of @keys all that a streaming trace holds.
 */
gboolean
tv_method_stream_read (const TvMethodHeader *header,
                       TvMethodTraceKeys *keys,
                       TvSource *source,
                       const TvReadContext *context,
                       GError **error)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  Stream self = { .keys = keys,
                  .builder = keys->builder,
                  .window = { .source = source },
                  .context = context,
                  .record_size = get_record_size (header, error),
                  .runs = runs,
                  .at = TV_METHOD_STREAM_HEADER };
  TvRecordLayout layout;
  gboolean is_scanned;

  if (self.record_size == 0)
    return FALSE;
  is_scanned = scan (&self, error);
  tv_source_window_clear (&self.window);
  if (!is_scanned || !tv_method_header_plan_records (header, keys, 0, &layout, error))
    return FALSE;
  tv_method_header_add_metadata (header, keys->builder);
  return tv_records_read (keys, &layout, source, runs, self.at, context, error);
}
