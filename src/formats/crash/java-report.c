/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <glib/gi18n.h>

#include "formats/crash/tombstone-line.h"
#include "formats/crash/tombstone-reader.h"
#include "formats/scan.h"
#include "formats/thread-dump/dump-line.h"

/* Reads uncaught exceptions of Java and Kotlin, as Firebase Crashlytics and Google Play export them, or copied
 * from a log without its columns:
 *
 *   # Application: a.b                                   key
 *   Fatal Exception: java.lang.IllegalStateException: message of the exception
 *          at a.B.c(B.java:402)                           frame
 *   Caused by java.lang.RuntimeException: boom            cause; a colon may follow "by"
 *          at a.B.d(B.java:847)
 *
 *   worker:                                               other thread, Crashlytics only
 *          at java.lang.Thread.run(Thread.java:920) */

#define LINES_PER_STEP 4096
/* Maximum number of lines before the header, and of lines in its message */
#define MAX_PROBED_LINES 40
#define LINES_OF_MESSAGE 20

typedef enum
{
  PART_KEYS,
  PART_EXCEPTION,
  PART_SUPPRESSED,
  PART_THREAD,
} Part;

typedef struct
{
  TvTombstoneReader crash;
  Part part;
  gboolean follows_blank;
} Reader;

/* Parses the class of an exception, which has a package and ends with its kind. */
static gboolean
is_exception (TvSpan text)
{
  static const char *const kinds[] = { "Exception", "Error", "Throwable" };
  TvSpan name = tv_scan_until (&text, ':');

  name = tv_scan_trim_end (name);
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

/* Parses the first line of an exception. @is_labelled: whether a label precedes the class. */
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

static gboolean
is_frame (TvSpan line)
{
  TvDumpLine parsed = { .kind = TV_DUMP_LINE_OTHER };

  tv_scan_blanks (&line);
  return line.size > 2 && *line.text == 'a' && tv_dump_line_parse_frame (line, &parsed);
}

/* Parses lines that may precede the header: empty ones, comments, and the first lines of a crash in a log. */
static gboolean
is_key (TvSpan line)
{
  return line.size == 0 || *line.text == '#' || tv_scan_word (&line, "FATAL EXCEPTION: ") ||
         tv_scan_word (&line, "Process: ") || tv_scan_word (&line, "PID: ");
}

/* Detects the first line of an exception that is followed by frames. A class without a label must be the first line,
 * because other texts may quote exceptions. */
static TvConfidence
probe (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;
  gboolean is_first = TRUE, is_labelled;
  guint n_message = 0;
  TvSpan line, header;

  for (guint n = 0; n < MAX_PROBED_LINES && tv_scan_line (&at, end, &line); n++)
    {
      line = tv_scan_trim_end (line);
      if (n_message > 0)
        {
          if (is_frame (line))
            return TV_CONFIDENCE_SURE;
          if (n_message++ > LINES_OF_MESSAGE)
            break;
        }
      else if (parse_header (line, &header, &is_labelled) && (is_labelled || is_first))
        n_message = 1;
      else
        is_first = is_first && is_key (line);
    }
  return TV_CONFIDENCE_NONE;
}

static void
set_process (Reader *self, TvSpan name)
{
  guint32 pid = 0;
  TvSpan rest = name;

  name = tv_scan_until (&rest, ',');
  if (tv_scan_word (&rest, " PID: "))
    tv_scan_id (&rest, &pid);
  tv_fault_reader_set_process (&self->crash.faults, pid, name);
}

static void
emit_key (Reader *self, TvSpan line)
{
  TvSpan rest = line, key;

  if (tv_scan_word (&rest, "# Application: ") || tv_scan_word (&rest, "Process: "))
    {
      set_process (self, rest);
      return;
    }
  if (tv_scan_word (&rest, "FATAL EXCEPTION: "))
    {
      tv_fault_reader_begin_dump (&self->crash.faults, TV_NO_TIME, TV_NONE);
      tv_fault_reader_begin_thread (&self->crash.faults, rest, TV_NONE);
      return;
    }
  tv_scan_word (&rest, "# ");
  key = tv_scan_until (&rest, ':');
  tv_scan_blanks (&rest);
  if (rest.size > 0)
    tv_fault_reader_add_fact (&self->crash.faults, key, rest);
  else if (line.size > 0)
    tv_fault_reader_add_fact (&self->crash.faults, (TvSpan){ NULL, 0 }, line);
}

/* Parses `NAME:` or `NAME (STATE):…` after an empty line. */
static gboolean
begin_thread (Reader *self, TvSpan line)
{
  TvSpan rest = line, name = tv_scan_until (&rest, ':');

  if (!self->follows_blank || name.size == 0 || name.size == line.size || *line.text == ' ' ||
      *line.text == '\t')
    return FALSE;
  tv_tombstone_reader_emit (&self->crash, tv_span ("--- --- --- ---"), 0);
  /* The first thread of a report is the one that threw the exception, even if its stack is missing. */
  if (!tv_fault_reader_has_dump (&self->crash.faults))
    tv_fault_reader_begin_thread (&self->crash.faults, (TvSpan){ NULL, 0 }, TV_NONE);
  tv_fault_reader_begin_thread (&self->crash.faults, name, TV_NONE);
  self->part = PART_THREAD;
  return TRUE;
}

static void
emit (Reader *self, TvSpan line, gsize file_offset)
{
  TvSpan rest = line, header;
  TvDumpLine frame = { .kind = TV_DUMP_LINE_OTHER };
  gboolean is_labelled, is_cause;

  if (self->part == PART_KEYS)
    {
      if (!parse_header (line, &header, &is_labelled))
        {
          emit_key (self, line);
          return;
        }
      tv_tombstone_reader_emit (&self->crash, tv_span ("java stacktrace:"), file_offset);
      tv_tombstone_reader_emit (&self->crash, header, file_offset);
      self->part = PART_EXCEPTION;
      return;
    }
  tv_scan_blanks (&rest);
  if (line.size == 0 || (self->part != PART_THREAD && begin_thread (self, line)))
    return;
  if (self->part == PART_THREAD)
    {
      if (is_frame (rest) && tv_dump_line_parse_frame (rest, &frame))
        tv_fault_reader_add_frame (&self->crash.faults, &frame);
      else if (!begin_thread (self, line))
        tv_fault_reader_add_fact (&self->crash.faults, (TvSpan){ NULL, 0 }, rest);
      return;
    }
  is_cause = tv_scan_word (&rest, "Caused by");
  if (is_cause || tv_scan_word (&rest, "Suppressed: "))
    self->part = is_cause ? PART_EXCEPTION : PART_SUPPRESSED;
  if (self->part == PART_EXCEPTION && (is_cause || is_frame (rest) || tv_scan_word (&rest, "... ")))
    tv_tombstone_reader_emit (&self->crash, line, file_offset);
  else
    tv_fault_reader_add_fact (&self->crash.faults, (TvSpan){ NULL, 0 }, rest);
}

static gboolean
read_report (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .part = PART_KEYS };
  const char *start, *at, *end;
  gint64 latest_s = input->modified_s > 0 ? input->modified_s : g_get_real_time () / G_USEC_PER_SEC;
  gboolean is_read = TRUE;
  TvSpan line;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  start = at = (const char *) input->data;
  end = start + input->size;
  tv_tombstone_reader_init (&self.crash, builder, input->bytes);
  tv_tombstone_reader_emit (&self.crash, tv_span ("*** *** *** ***"), 0);
  for (guint64 n = 0; is_read && tv_scan_line (&at, end, &line); n++)
    {
      if (n % LINES_PER_STEP == 0)
        is_read = tv_read_context_step (
            context, (double) (line.text - start) / (double) MAX (input->size, 1), error);
      line = tv_scan_trim_end (line);
      if (is_read)
        emit (&self, line, (gsize) (line.text - start));
      self.follows_blank = line.size == 0;
    }
  if (is_read)
    tv_tombstone_reader_finish (&self.crash, input->size, latest_s);
  tv_tombstone_reader_clear (&self.crash);
  return is_read;
}

const TvFormat tv_format_java_report = {
  .id = "java-report",
  .title = N_("Java crashes (Crashlytics, Google Play)"),
  .patterns = (const char *const[]){ "*.txt", NULL },
  .mime_type = "application/x-java-crash-report",
  .mime_title = N_("Java crash"),
  .mime_parent = "text/plain",
  .probe = probe,
  .read = read_report,
  .subject = TV_CONTENT_INCIDENT,
};
