/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/crash/tombstone-message.h"
#include "formats/crash/tombstone-reader.h"
#include "formats/input/scan.h"

/* Reads protobuf tombstones (.pb), which apps can also query for their own crashes. The content is that of text
 * tombstones, but the order of threads is arbitrary. The faulting thread is emitted first, then the other threads by
 * id, as in the text format. Entry point: tv_format_tombstone_proto, listed in TV_FORMATS. */

#define FIELDS_PER_STEP 1024
/* Number of fields that the probe inspects; the identifying fields come first. */
#define PROBE_FIELDS 64

typedef enum
{
  FIELD_ARCH = 1,
  FIELD_FINGERPRINT = 2,
  FIELD_REVISION = 3,
  FIELD_TIMESTAMP = 4,
  FIELD_PID = 5,
  FIELD_TID = 6,
  FIELD_UID = 7,
  FIELD_SELINUX = 8,
  FIELD_COMMAND = 9,
  FIELD_SIGNAL = 10,
  FIELD_ABORT = 14,
  FIELD_CAUSE = 15,
  FIELD_THREAD = 16,
  FIELD_MAPPING = 17,
  FIELD_LOG = 18,
  FIELD_FILE = 19,
  FIELD_UPTIME = 20,
  FIELD_DETAIL = 21,
  FIELD_PAGE_SIZE = 22,
  FIELD_16KB_MODE = 23,
  FIELD_GUEST_ARCH = 24,
  FIELD_GUEST_THREAD = 25,
  FIELD_EXECUTABLE = 27,
  FIELD_KERNEL = 28,
} Field;

typedef struct
{
  guint32 tid;
  TvSpan bytes;
} Thread;

typedef struct
{
  TvTombstoneMessage message;
  GArray *threads; /* Thread */
  GArray *guests;
  GString *log;
  GArray *log_ends; /* gsize: offset in @log at which each log buffer ends */
  GArray *log_names;
  GString *command;
  guint64 arch;
  guint32 pid;
  guint32 tid;
  TvSpan executable;
  gint64 ts;
  gint64 local_s;
  gint32 utc_offset_s;
} Reader;

/* ---- Detection ---- */

/* Returns whether a top-level field has the expected wire type, and a timestamp has the expected syntax. Other
 * protobuf messages use other wire types for these field numbers. */
static gboolean
has_expected_type (const TvProtoField *field)
{
  gint64 ns, local_s;
  gint32 utc_offset_s;

  switch (field->number)
    {
    case FIELD_ARCH:
    case FIELD_PID:
    case FIELD_TID:
    case FIELD_UID:
      return field->type == TV_PROTO_VARINT;
    case FIELD_TIMESTAMP:
      return field->type == TV_PROTO_BYTES &&
             tv_tombstone_parse_time (field->bytes, &ns, &local_s, &utc_offset_s);
    case FIELD_FINGERPRINT:
    case FIELD_REVISION:
    case FIELD_SELINUX:
    case FIELD_COMMAND:
    case FIELD_SIGNAL:
    case FIELD_THREAD:
      return field->type == TV_PROTO_BYTES;
    default:
      return TRUE;
    }
}

static TvConfidence
probe (TvInput *input)
{
  TvProto message = { input->prefix, input->prefix + input->prefix_size };
  TvProtoField field;
  gboolean has_time = FALSE, has_pid = FALSE;
  guint n = 0;

  for (; n < PROBE_FIELDS && tv_proto_next (&message, &field); n++)
    {
      if (!has_expected_type (&field) || (n == 0 && field.number > FIELD_TIMESTAMP))
        return TV_CONFIDENCE_NONE;
      has_time |= field.number == FIELD_TIMESTAMP;
      has_pid |= field.number == FIELD_PID;
    }
  return has_time && has_pid ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}

/* ---- First pass ---- */

/* Appends the thread of a map entry, which consists of an id and a thread. */
static void
add_thread (Reader *self, GArray *threads, TvSpan entry)
{
  TvProto message = tv_proto_open (entry);
  TvProtoField field;

  while (tv_tombstone_message_next (&self->message, &message, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      {
        Thread thread = { tv_tombstone_message_get_tid (field.bytes), field.bytes };

        g_array_append_val (threads, thread);
      }
}

static void
add_command (Reader *self, TvSpan word)
{
  if (self->command->len > 0)
    g_string_append_c (self->command, ' ');
  g_string_append_len (self->command, word.text, (gssize) word.size);
}

static void
add_log (Reader *self, TvSpan buffer)
{
  TvSpan name;
  gsize end;

  tv_tombstone_message_write_log (&self->message, buffer, &name, self->log);
  end = self->log->len;
  g_array_append_val (self->log_ends, end);
  g_array_append_val (self->log_names, name);
}

/* Collects the fields that must be known before anything is emitted. */
static void
inspect_field (Reader *self, const TvProtoField *field)
{
  switch (field->number)
    {
    case FIELD_ARCH:
      self->arch = field->value;
      break;
    case FIELD_PID:
      self->pid = (guint32) MIN (field->value, TV_NONE - 1);
      break;
    case FIELD_TID:
      self->tid = (guint32) MIN (field->value, TV_NONE - 1);
      break;
    case FIELD_TIMESTAMP:
      if (!tv_tombstone_parse_time (field->bytes, &self->ts, &self->local_s, &self->utc_offset_s))
        self->ts = TV_NO_TIME;
      break;
    case FIELD_COMMAND:
      add_command (self, field->bytes);
      break;
    case FIELD_EXECUTABLE:
      self->executable = field->bytes;
      break;
    case FIELD_THREAD:
      add_thread (self, self->threads, field->bytes);
      break;
    case FIELD_GUEST_THREAD:
      add_thread (self, self->guests, field->bytes);
      break;
    case FIELD_LOG:
      add_log (self, field->bytes);
      break;
    default:
      break;
    }
}

/* ---- Second pass ---- */

static const char *
get_arch_name (guint64 arch)
{
  static const char *const names[] = { "arm", "arm64", "x86", "x86_64", "riscv64" };

  return arch < G_N_ELEMENTS (names) ? names[arch] : "none";
}

static void
emit_detail (Reader *self, TvSpan detail)
{
  TvProto message = tv_proto_open (detail);
  TvProtoField field;
  TvSpan name = { NULL, 0 };
  g_autofree char *bytes = NULL, *shown = NULL;

  while (tv_tombstone_message_next (&self->message, &message, &field))
    if (field.number == 1)
      name = field.bytes;
    else if (field.number == 2 && bytes == NULL)
      bytes = g_strndup (field.bytes.text, field.bytes.size);
  shown = g_strescape (bytes != NULL ? bytes : "", NULL);
  tv_fault_reader_add_attribute (&self->message.faults, name, (TvSpan){ shown, strlen (shown) });
}

static void
emit_number (Reader *self, const char *key, const char *format, guint64 number)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT "%s", number, format);

  tv_fault_reader_add_metadata (&self->message.faults, key, (TvSpan){ digits, strlen (digits) });
}

static void
emit_text (Reader *self, const char *key, const char *text)
{
  tv_fault_reader_add_metadata (&self->message.faults, key, (TvSpan){ text, strlen (text) });
}

/* Returns @text without the trailing NULs of an SELinux label. */
static TvSpan
without_end (TvSpan text)
{
  while (text.size > 0 && text.text[text.size - 1] == '\0')
    text.size--;
  return text;
}

/* Emits a top-level field as metadata. */
static void
emit_metadata (Reader *self, const TvProtoField *field)
{
  static const char *const texts[] = {
    [FIELD_FINGERPRINT] = "Build fingerprint", [FIELD_REVISION] = "Revision",
    [FIELD_TIMESTAMP] = "Timestamp",           [FIELD_SELINUX] = "SELinux label",
    [FIELD_EXECUTABLE] = "Executable",         [FIELD_KERNEL] = "Kernel Release"
  };
  TvFault *fault = tv_trace_builder_get_fault (self->message.faults.builder);

  switch (field->number)
    {
    case FIELD_UID:
      emit_number (self, "uid", "", field->value);
      break;
    case FIELD_UPTIME:
      emit_number (self, "Process uptime", "s", field->value);
      break;
    case FIELD_PAGE_SIZE:
      emit_number (self, "Page size", " bytes", field->value);
      if (field->value > 0 && field->value < G_MAXUINT32)
        fault->page_bytes = (guint32) field->value;
      break;
    case FIELD_16KB_MODE:
      if (field->value != 0)
        emit_text (self, "Has been in 16kb mode", "yes");
      break;
    case FIELD_GUEST_ARCH:
      if (field->value < 5)
        emit_text (self, "Guest architecture", get_arch_name (field->value));
      break;
    default:
      if (field->number < G_N_ELEMENTS (texts) && texts[field->number] != NULL &&
          field->type == TV_PROTO_BYTES)
        tv_fault_reader_add_metadata (&self->message.faults, texts[field->number],
                                      without_end (field->bytes));
    }
}

static void
emit_field (Reader *self, const TvProtoField *field)
{
  TvFault *fault = tv_trace_builder_get_fault (self->message.faults.builder);

  switch (field->number)
    {
    case FIELD_SIGNAL:
      tv_tombstone_message_emit_signal (&self->message, field->bytes);
      break;
    case FIELD_ABORT:
      fault->message = tv_fault_reader_intern_lines (&self->message.faults, field->bytes);
      break;
    case FIELD_CAUSE:
      tv_tombstone_message_emit_cause (&self->message, field->bytes);
      break;
    case FIELD_MAPPING:
      tv_tombstone_message_emit_mapping (&self->message, field->bytes);
      break;
    case FIELD_FILE:
      tv_tombstone_message_emit_file (&self->message, field->bytes);
      break;
    case FIELD_DETAIL:
      emit_detail (self, field->bytes);
      break;
    default:
      emit_metadata (self, field);
    }
}

/* ---- Threads ---- */

/* Compares threads, so that the faulting thread is first and the other threads are sorted by id. */
static int
compare_threads (gconstpointer a, gconstpointer b, gpointer data)
{
  const Thread *first = a, *second = b;
  const guint32 *tid = data;

  if ((first->tid == *tid) != (second->tid == *tid))
    return first->tid == *tid ? -1 : 1;
  return first->tid < second->tid ? -1 : first->tid > second->tid;
}

static void
emit_threads (Reader *self, GArray *threads)
{
  g_array_sort_with_data (threads, compare_threads, &self->tid);
  for (guint i = 0; i < threads->len; i++)
    tv_tombstone_message_emit_thread (&self->message, g_array_index (threads, Thread, i).bytes);
}

/* ---- Whole file ---- */

static void
emit_header (Reader *self)
{
  TvFaultReader *faults = &self->message.faults;
  const char *blank = strchr (self->command->str, ' ');
  TvSpan name = { self->command->str,
                  blank != NULL ? (gsize) (blank - self->command->str) : self->command->len };
  TvFault *fault;

  faults->utc_offset_s = self->utc_offset_s != G_MININT32 ? self->utc_offset_s : 0;
  tv_fault_reader_begin (faults, TV_FAULT_CRASH);
  fault = tv_trace_builder_get_fault (faults->builder);
  fault->ts = self->ts;
  fault->word_bytes = self->message.word_bytes;
  tv_fault_reader_set_process (faults, self->pid, name.size > 0 ? name : self->executable);
  emit_text (self, "ABI", get_arch_name (self->arch));
  emit_text (self, "Cmdline", self->command->str);
}

static void
emit_logs (Reader *self)
{
  gsize start = 0;

  for (guint i = 0; i < self->log_ends->len; i++)
    {
      gsize end = g_array_index (self->log_ends, gsize, i);

      tv_log_inside_add (&self->message.faults.log, start, end,
                         tv_fault_reader_intern (&self->message.faults,
                                                 g_array_index (self->log_names, TvSpan, i)));
      start = end;
    }
  tv_log_inside_finish (&self->message.faults.log, self->local_s, self->utc_offset_s);
}

static gboolean
emit_all (Reader *self, TvInput *input, const TvReadContext *context, GError **error)
{
  TvFaultReader *faults = &self->message.faults;
  TvProto message = { input->data, input->data + input->size };
  TvProtoField field;
  guint64 n = 0;

  self->message.word_bytes = g_str_has_suffix (get_arch_name (self->arch), "64") ? 8 : 4;
  emit_header (self);
  tv_fault_reader_begin_dump (faults, self->ts, TV_NONE);
  emit_threads (self, self->threads);
  emit_threads (self, self->guests);
  while (tv_tombstone_message_next (&self->message, &message, &field))
    {
      emit_field (self, &field);
      if (n++ % FIELDS_PER_STEP == 0 &&
          !tv_read_context_step (context,
                                 (double) (message.at - input->data) / (double) input->size, error))
        return FALSE;
    }
  tv_fault_reader_end (faults);
  emit_logs (self);
  if (self->message.is_cut)
    tv_trace_builder_count_problem (faults->builder, TV_PROBLEM_CUT_DUMP, (gint64) input->size);
  return TRUE;
}

static void
init_reader (Reader *self)
{
  *self = (Reader){ .ts = TV_NO_TIME, .utc_offset_s = G_MININT32 };
  self->threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  self->guests = g_array_new (FALSE, FALSE, sizeof (Thread));
  self->log = g_string_new (NULL);
  self->log_ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->log_names = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->command = g_string_new (NULL);
}

static void
clear_reader (Reader *self)
{
  g_array_unref (self->threads);
  g_array_unref (self->guests);
  g_string_free (self->log, TRUE);
  g_array_unref (self->log_ends);
  g_array_unref (self->log_names);
  g_string_free (self->command, TRUE);
}

static gboolean
read_tombstone (TvInput *input,
                TvTraceBuilder *builder,
                const TvReadContext *context,
                GError **error)
{
  Reader reader;
  TvProto message;
  TvProtoField field;
  g_autoptr (GBytes) log = NULL;
  gboolean is_read;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  init_reader (&reader);
  message = (TvProto){ input->data, input->data + input->size };
  while (tv_tombstone_message_next (&reader.message, &message, &field))
    inspect_field (&reader, &field);
  log = g_bytes_new (reader.log->str, reader.log->len);
  tv_fault_reader_init (&reader.message.faults, builder, log);
  reader.message.faults.log.is_made = TRUE;
  is_read = emit_all (&reader, input, context, error);
  tv_fault_reader_clear (&reader.message.faults);
  clear_reader (&reader);
  return is_read;
}

static gboolean
read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  TvProto message = { input->data, input->data + input->size };
  TvProtoField field;
  gint64 ns, local_s;
  gint32 utc_offset_s;

  while (message.at != NULL && tv_proto_next (&message, &field))
    if (field.number == FIELD_TIMESTAMP &&
        tv_tombstone_parse_time (field.bytes, &ns, &local_s, &utc_offset_s))
      {
        *first = tv_clocks_read_wall (clocks, ns, utc_offset_s);
        return TRUE;
      }
  g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                       _("the crash report contains no timestamp"));
  return FALSE;
}

const TvFormat tv_format_tombstone_proto = {
  .id = "tombstone-proto",
  .title = N_("Android native crashes (tombstones, protobuf)"),
  .patterns = (const char *const[]){ "tombstone*.pb", "*.pb", NULL },
  .mime_type = "application/x-android-tombstone-proto",
  .mime_title = N_("Android native crash"),
  .probe = probe,
  .read = read_tombstone,
  .read_clock = read_clock,
  .subject = TV_CONTENT_INCIDENT,
};
