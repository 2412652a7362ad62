/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/java-report-reader.h"

#include "formats/crash/fault-log-line.h"
#include "formats/input/scan.h"
#include "formats/thread-dump/dump-line.h"

/* Reads crashes of apps: uncaught exceptions of Java and Kotlin, and native crashes. They are exported by Firebase
 * Crashlytics or Google Play, or copied from a log without its columns:
 *
 *   # Application: a.b                                   key
 *   Fatal Exception: java.lang.IllegalStateException: message of the exception
 *          at a.B.c(B.java:402)                           frame
 *   Caused by java.lang.RuntimeException: boom            cause; a colon may follow "by"
 *          at a.B.d(B.java:847)
 *
 *   worker:                                               other thread, Crashlytics only
 *          at java.lang.Thread.run(Thread.java:920)
 *
 *   Crashed: Thread 12 : SIGSEGV  0x0000000000000010      native crash
 *   #00 pc 0x34f8 liba.so (f(int)) (BuildId: 5af3)         frame, also `at f(int)(liba.so)`
 *          at 0x7a1c0034f8(Missing)                       frame without a library
 *
 * The output of `dumpsys dropbox --print` contains several such reports, between other entries.
 * Called by java-report.c, and by incident-reader.c for files that also contain dumps or tombstones. Changes only the
 * reader and the builder of its crash reader. */

/* Number of lines that the probe inspects, and maximum number of lines between the header and the first frame. */
#define MAX_PROBED_LINES 40
#define LINES_OF_MESSAGE 20

/* First words of the output of `dumpsys dropbox --print`, and minimum length of the rows of `=` between its entries.
 * The line below a row contains the time and kind of the entry. */
#define PRINT_HEADING "Drop box contents: "
#define MIN_SEPARATOR 40

/* Class of the exception that Android's Log.wtf() reports. It does not end the program. */
#define TERRIBLE_FAILURE "TerribleFailure"

/* Text that Crashlytics writes for an unknown library or symbol. */
#define MISSING "(Missing)"

/* Returns the class of an exception, which ends before its message. */
static TvSpan
get_class (TvSpan text)
{
  return tv_scan_trim_end (tv_scan_until (&text, ':'));
}

/* Returns whether @text begins with the class of an exception: a name with a package that ends with one of @kinds. */
static gboolean
is_exception (TvSpan text)
{
  static const char *const kinds[] = { "Exception", "Error", "Throwable", TERRIBLE_FAILURE };
  TvSpan name = get_class (text);

  if (name.size == 0 || !g_ascii_isalpha (*name.text) || memchr (name.text, '.', name.size) == NULL)
    return FALSE;
  for (gsize i = 0; i < name.size; i++)
    if (!g_ascii_isalnum (name.text[i]) && strchr ("._$", name.text[i]) == NULL)
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gsize size = strlen (kinds[i]);

      if (name.size > size && memcmp (name.text + name.size - size, kinds[i], size) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Parses the first line of an exception. @header: (out): text after the label; @is_labelled: (out): whether a label
 * precedes the class */
static gboolean
parse_header (TvSpan line, TvSpan *header, gboolean *is_labelled)
{
  static const char *const labels[] = { "Fatal Exception: ", "Exception " };

  *header = line;
  *is_labelled = FALSE;
  for (guint i = 0; !*is_labelled && i < G_N_ELEMENTS (labels); i++)
    *is_labelled = tv_scan_word (header, labels[i]);
  return is_exception (*header);
}

/* Parses `Crashed: THREAD: SIGNAL 0xADDRESS`. The number of the thread, such as `#0. `, may precede the line. */
static gboolean
parse_signal (TvSpan line, TvSpan *thread, TvSpan *signal, guint64 *address)
{
  guint64 number;
  const char *colon;

  if (tv_scan_word (&line, "#") &&
      (!tv_scan_number (&line, 10, &number) || !tv_scan_word (&line, ". ")))
    return FALSE;
  if (!tv_scan_word (&line, "Crashed: "))
    return FALSE;
  colon = tv_scan_find (line, ": SIG");
  if (colon == NULL)
    return FALSE;
  *thread = tv_scan_trim_end ((TvSpan){ line.text, (gsize) (colon - line.text) });
  tv_scan_go (&line, colon + strlen (": "));
  *signal = tv_scan_until (&line, ' ');
  tv_scan_blanks (&line);
  return tv_fault_log_number_signal (*signal) != 0 && tv_scan_word (&line, "0x") &&
         tv_scan_number (&line, 16, address) && line.size == 0;
}

/* Returns whether the text in brackets after a frame is the name of a library, or stands for an unknown library. */
static gboolean
is_library (TvSpan group)
{
  static const char *const ends[] = { ".so", ".oat", ".odex", ".vdex", ".dex", ".apk" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (tv_span_ends_with (group, ends[i]))
      return TRUE;
  return tv_span_is (group, "Missing");
}

/* Returns whether @text consists only of `0xADDRESS`, and parses the address. */
static gboolean
is_address (TvSpan text, guint64 *address)
{
  return tv_scan_word (&text, "0x") && tv_scan_number (&text, 16, address) && text.size == 0;
}

/* Initializes a native frame. @symbol and @library may be `(Missing)`. */
static void
set_native (TvDumpLine *frame, TvSpan symbol, guint64 address, TvSpan library)
{
  *frame = (TvDumpLine){
    .kind = TV_DUMP_LINE_FRAME, .frame_kind = TV_FRAME_NATIVE, .pc = address, .path = library
  };
  if (!tv_span_is (symbol, MISSING))
    frame->value = symbol;
}

/* Parses `at SYMBOL(LIBRARY)`, `at 0xADDRESS(LIBRARY)` or `at 0xADDRESS`. The library or the symbol may be
 * `(Missing)`. */
static gboolean
parse_native (TvSpan line, TvDumpLine *frame)
{
  TvSpan library, missing = tv_span (MISSING);
  guint64 address;
  gsize size;

  if (!tv_scan_word (&line, "at "))
    return FALSE;
  tv_scan_blanks (&line);
  if (is_address (line, &address))
    {
      set_native (frame, missing, address, missing);
      return TRUE;
    }
  size = line.size;
  while (size > 0 && line.text[size - 1] != '(')
    size--;
  library = (TvSpan){ line.text + size, line.size - size };
  if (size == 0 || library.size == 0 || library.text[--library.size] != ')' ||
      !is_library (library))
    return FALSE;
  line.size = size - 1;
  line = tv_scan_trim_end (line);
  if (tv_span_is (library, "Missing"))
    library = missing;
  if (is_address (line, &address))
    set_native (frame, missing, address, library);
  else
    set_native (frame, line, 0, library);
  return TRUE;
}

/* Parses the columns `N LIBRARY 0xADDRESS SYMBOL[ + OFFSET]`, as on the web page of a native crash. */
static gboolean
parse_columns (TvSpan line, TvDumpLine *frame)
{
  guint64 number, address;
  TvSpan library, digits;
  const char *plus;

  if (!tv_scan_number (&line, 10, &number) || !tv_scan_is_at (&line, ' '))
    return FALSE;
  tv_scan_blanks (&line);
  library = tv_scan_until (&line, ' ');
  tv_scan_blanks (&line);
  if (!tv_scan_word (&line, "0x") || !tv_scan_number (&line, 16, &address) ||
      !tv_scan_is_at (&line, ' '))
    return FALSE;
  tv_scan_blanks (&line);
  plus = tv_scan_find (line, " + ");
  if (plus != NULL)
    {
      digits = line;
      tv_scan_go (&digits, plus + strlen (" + "));
      if (tv_scan_number (&digits, 10, &number) && digits.size == 0)
        line.size = (gsize) (plus - line.text);
    }
  set_native (frame, line, address, library);
  return TRUE;
}

/* Parses a frame of Java or native code, which may be indented. */
static gboolean
parse_frame (TvSpan line, TvDumpLine *frame)
{
  *frame = (TvDumpLine){ .kind = TV_DUMP_LINE_OTHER };
  tv_scan_blanks (&line);
  if (line.size < 3)
    return FALSE;
  if (g_ascii_isdigit (*line.text))
    return parse_columns (line, frame);
  if (*line.text != 'a' && *line.text != '#')
    return FALSE;
  return parse_native (line, frame) || tv_dump_line_parse_frame (line, frame);
}

static gboolean
is_frame (TvSpan line)
{
  TvDumpLine parsed;

  return parse_frame (line, &parsed);
}

/* Returns whether the line is `Caused by[:] CLASS: MESSAGE`, which may be indented. */
static gboolean
is_cause_line (TvSpan line)
{
  tv_scan_blanks (&line);
  return tv_scan_word (&line, "Caused by: ") || tv_scan_word (&line, "Caused by ");
}

/* Returns whether a line may precede the header of a crash. Such lines are empty lines, comments, the first line of a
 * crash in a log, and the header of an entry of Android's dropbox, such as `Process: NAME` or `System-App: true`. */
static gboolean
is_key (TvSpan line)
{
  TvSpan key = tv_scan_before (&line, ':');

  if (key.size == 0 || *key.text == '#' || tv_span_is (key, "FATAL EXCEPTION"))
    return TRUE;
  if (line.size == 0 || !g_ascii_isupper (*key.text))
    return FALSE;
  for (gsize i = 0; i < key.size; i++)
    if (!g_ascii_isalnum (key.text[i]) && key.text[i] != '-')
      return FALSE;
  return TRUE;
}

gboolean
tv_dropbox_is_separator (TvSpan line)
{
  for (gsize i = 0; i < line.size; i++)
    if (line.text[i] != '=')
      return FALSE;
  return line.size >= MIN_SEPARATOR;
}

gboolean
tv_dropbox_is_print (TvSpan line)
{
  return tv_span_starts_with (line, PRINT_HEADING);
}

/* Returns whether the text begins with an exception or a signal that frames follow. If the line has no label, only
 * keys may precede it, because other text may quote exceptions. */
gboolean
tv_java_report_begins (const char *at, const char *end)
{
  gboolean is_first = TRUE, is_labelled;
  guint n_message = 0;
  guint64 address;
  TvSpan line, header, thread;

  for (guint n = 0; n < MAX_PROBED_LINES && tv_scan_line (&at, end, &line); n++)
    {
      line = tv_scan_trim_end (line);
      if (tv_dropbox_is_separator (line))
        break;
      if (n_message > 0)
        {
          if (is_frame (line))
            return TRUE;
          if (n_message++ > LINES_OF_MESSAGE)
            break;
        }
      else if ((parse_header (line, &header, &is_labelled) && (is_labelled || is_first)) ||
               parse_signal (line, &thread, &header, &address))
        n_message = 1;
      else
        is_first = is_first && is_key (line);
    }
  return FALSE;
}

/* Parses `NAME[, PID: N]`. */
static void
parse_process (TvJavaReportReader *self, TvSpan rest)
{
  self->process = tv_scan_until (&rest, ',');
  if (tv_scan_word (&rest, " PID: "))
    tv_scan_id (&rest, &self->pid);
}

static void
emit_key (TvJavaReportReader *self, TvSpan line)
{
  TvSpan rest = line, key;

  if (tv_scan_word (&rest, "# Application: ") || tv_scan_word (&rest, "Process: "))
    {
      self->is_end_stated = TRUE;
      parse_process (self, rest);
      return;
    }
  /* Only reports of errors that did not end the program have a subject. */
  self->has_subject |= tv_scan_word (&rest, "Subject: ");
  if ((tv_scan_word (&rest, "PID: ") && tv_scan_id (&rest, &self->pid)) || self->is_print)
    return;
  rest = line;
  if (tv_scan_word (&rest, "FATAL EXCEPTION: "))
    {
      self->is_end_stated = TRUE;
      tv_fault_reader_begin_dump (&self->crash->faults, TV_NO_TIME, TV_NONE);
      tv_fault_reader_begin_thread (&self->crash->faults, rest, TV_NONE);
      return;
    }
  tv_scan_word (&rest, "# ");
  key = tv_scan_until (&rest, ':');
  tv_scan_blanks (&rest);
  if (rest.size > 0)
    tv_fault_reader_add_attribute (&self->crash->faults, key, rest);
  else if (line.size > 0)
    tv_fault_reader_add_attribute (&self->crash->faults, (TvSpan){ NULL, 0 }, line);
}

/* Returns the name of a thread; empty for “Thread”, which Crashlytics writes for an unnamed thread. */
static TvSpan
get_name (TvSpan text)
{
  return tv_span_is (text, "Thread") ? (TvSpan){ NULL, 0 } : text;
}

/* Returns whether the operating system reports a fault address with the signal. */
static gboolean
has_fault_address (TvSpan signal)
{
  static const char *const names[] = { "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tv_span_is (signal, names[i]))
      return TRUE;
  return FALSE;
}

/* Returns whether an exception in Android's dropbox was only reported, for example by Log.wtf(), and did not end the
 * program. */
static gboolean
is_report (const TvJavaReportReader *self, TvSpan header)
{
  return self->has_subject || tv_span_ends_with (get_class (header), TERRIBLE_FAILURE);
}

static void
emit_signal (TvJavaReportReader *self, TvSpan thread, TvSpan signal, guint64 address)
{
  TvFault *fault = tv_trace_builder_get_fault (self->crash->faults.builder);

  fault->signal = tv_fault_log_number_signal (signal);
  fault->reason = tv_fault_reader_intern (&self->crash->faults, signal);
  fault->has_address = has_fault_address (signal);
  fault->address = fault->has_address ? address : 0;
  tv_fault_reader_begin_thread (&self->crash->faults, get_name (thread), TV_NONE);
  self->part = TV_JAVA_REPORT_SIGNAL;
}

/* Begins a thread at `NAME:` or `NAME (STATE):…` after an empty line. In native reports, the threads are numbered:
 * `Thread N : NAME`. */
static gboolean
begin_thread (TvJavaReportReader *self, TvSpan line)
{
  TvSpan rest = line, name = tv_scan_until (&rest, ':');

  if (!self->follows_blank || name.size == 0 || name.size == line.size || *line.text == ' ' ||
      *line.text == '\t' || is_cause_line (line))
    return FALSE;
  name = tv_scan_trim_end (name);
  if (rest.size > 0 && tv_span_starts_with (name, "Thread "))
    name = tv_scan_trim_end (line);
  else if (rest.size > 0 && (name.size == 0 || name.text[name.size - 1] != ')'))
    return FALSE;
  tv_tombstone_reader_emit (self->crash, tv_span ("--- --- --- ---"), 0);
  /* The first thread of a report is the one that threw the exception; it exists even if its stack is missing. */
  if (!tv_fault_reader_has_dump (&self->crash->faults))
    tv_fault_reader_begin_thread (&self->crash->faults, (TvSpan){ NULL, 0 }, TV_NONE);
  tv_fault_reader_begin_thread (&self->crash->faults, get_name (name), TV_NONE);
  self->part = TV_JAVA_REPORT_THREAD;
  return TRUE;
}

/* Handles the lines between the entries of the dropbox. Returns FALSE for a line of an entry. */
static gboolean
emit_separator (TvJavaReportReader *self, TvSpan line)
{
  gboolean follows_separator = self->follows_separator;

  self->follows_separator = tv_dropbox_is_separator (line);
  if (self->follows_separator)
    {
      self->part = TV_JAVA_REPORT_KEYS;
      self->process = (TvSpan){ NULL, 0 };
      self->pid = 0;
      self->is_end_stated = self->has_subject = FALSE;
    }
  return self->follows_separator || follows_separator;
}

void
tv_java_report_reader_init (TvJavaReportReader *self, TvTombstoneReader *crash, gboolean is_print)
{
  *self = (TvJavaReportReader){ .crash = crash, .is_print = is_print };
}

static void
emit_line (TvJavaReportReader *self, TvSpan line, gsize file_offset)
{
  TvSpan rest = line, header, thread;
  TvDumpLine frame;
  gboolean is_labelled, is_cause;
  guint64 address;

  if (self->is_print && emit_separator (self, line))
    return;
  if (self->part == TV_JAVA_REPORT_KEYS)
    {
      gboolean is_signal = parse_signal (line, &thread, &header, &address);

      if (self->is_print && (is_signal || parse_header (line, &header, &is_labelled)))
        tv_tombstone_reader_emit (self->crash, tv_span ("*** *** *** ***"), file_offset);
      if ((is_signal || parse_header (line, &header, &is_labelled)) && self->process.size > 0)
        tv_fault_reader_set_process (&self->crash->faults, self->pid, self->process);
      if (is_signal)
        {
          emit_signal (self, thread, header, address);
          return;
        }
      if (!parse_header (line, &header, &is_labelled))
        {
          emit_key (self, line);
          return;
        }
      tv_tombstone_reader_emit (self->crash, tv_span ("java stacktrace:"), file_offset);
      tv_tombstone_reader_emit (self->crash, header, file_offset);
      tv_trace_builder_get_fault (self->crash->faults.builder)->is_end_unknown =
          !is_labelled && tv_scan_find (header, "FATAL EXCEPTION") == NULL &&
          (!self->is_end_stated || is_report (self, header));
      self->part = TV_JAVA_REPORT_EXCEPTION;
      return;
    }
  tv_scan_blanks (&rest);
  if (line.size == 0 || (self->part != TV_JAVA_REPORT_THREAD && begin_thread (self, line)))
    return;
  if (self->part == TV_JAVA_REPORT_THREAD || self->part == TV_JAVA_REPORT_SIGNAL)
    {
      if (parse_frame (rest, &frame))
        tv_fault_reader_add_frame (&self->crash->faults, &frame);
      else if (!begin_thread (self, line))
        tv_fault_reader_add_attribute (&self->crash->faults, (TvSpan){ NULL, 0 }, rest);
      return;
    }
  is_cause = tv_scan_word (&rest, "Caused by");
  if (is_cause || tv_scan_word (&rest, "Suppressed: "))
    self->part = is_cause ? TV_JAVA_REPORT_EXCEPTION : TV_JAVA_REPORT_SUPPRESSED;
  if (self->part == TV_JAVA_REPORT_EXCEPTION &&
      (is_cause || is_frame (rest) || tv_scan_word (&rest, "... ")))
    tv_tombstone_reader_emit (self->crash, line, file_offset);
  else
    tv_fault_reader_add_attribute (&self->crash->faults, (TvSpan){ NULL, 0 }, rest);
}

/**
 * tv_java_report_reader_emit:
 * @line: the next line, without line terminator
 * @file_offset: file offset of the line
 *
 * Parses a line and adds its content to the crash reader. A report outside the output of dumpsys belongs to the fault
 * that the caller has begun; otherwise, each report begins a fault.
 */
void
tv_java_report_reader_emit (TvJavaReportReader *self, TvSpan line, gsize file_offset)
{
  line = tv_scan_trim_end (line);
  emit_line (self, line, file_offset);
  self->follows_blank = line.size == 0;
}
