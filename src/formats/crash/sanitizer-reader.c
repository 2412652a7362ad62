/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/sanitizer-reader.h"

#include "formats/input/scan.h"

/* Parses reports of AddressSanitizer, its relatives (HWAddressSanitizer, MemorySanitizer) and GWP-ASan:
 *
 *   ==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x… at pc 0x… bp 0x… sp 0x…
 *   READ of size 4 at 0x… thread T1 (worker)       ─▶ thread that failed
 *       #0 0x77e1a2b3c0  (/data/app/liba.so+0x133c0)
 *   freed by thread T0 here:                       ─▶ stack of an earlier time
 *       #0 0x77f0000010 in free /src/a.c:12:3
 *   ==7==ABORTING
 *
 * GWP-ASan first writes `*** GWP-ASan detected a memory error ***`; the next line contains the error and the thread.
 * Called by sanitizer.c for each line. The state is the current report; everything else is in the builder. */

#define GUARD_BEGIN "*** GWP-ASan detected a memory error ***"
#define GUARD_END   "*** End GWP-ASan report ***"

void
tv_sanitizer_reader_init (TvSanitizerReader *self, TvTraceBuilder *builder, GBytes *bytes)
{
  *self = (TvSanitizerReader){ .ts = TV_NO_TIME };
  tv_fault_reader_init (&self->faults, builder, bytes);
}

void
tv_sanitizer_reader_clear (TvSanitizerReader *self)
{
  tv_fault_reader_clear (&self->faults);
}

/* ---- Lines ---- */

/* Parses `==PID==ERROR: NAMESanitizer: ERROR`, or WARNING instead of ERROR for MemorySanitizer. @error: (out): text
 * from the sanitizer's name on */
static gboolean
parse_error (TvSpan line, guint32 *pid, TvSpan *error)
{
  TvSpan name;

  if (!tv_scan_word (&line, "==") || !tv_scan_id (&line, pid) || !tv_scan_word (&line, "=="))
    return FALSE;
  if (tv_scan_word (&line, "WARNING: "))
    {
      *error = line;
      return tv_scan_word (&line, "MemorySanitizer: ");
    }
  if (!tv_scan_word (&line, "ERROR: "))
    return FALSE;
  *error = line;
  name = tv_scan_until (&line, ':');
  return tv_span_ends_with (name, "Sanitizer") && tv_scan_find (name, " ") == NULL && line.size > 0;
}

/* Returns whether the error is a list of leaks that a program wrote when it ended. Such a list is not a crash. */
static gboolean
lists_leaks (TvSpan error)
{
  return tv_span_is (error, "LeakSanitizer: detected memory leaks");
}

/* Returns whether a line begins a report. */
gboolean
tv_sanitizer_begins_report (TvSpan line)
{
  TvSpan error;
  guint32 pid;

  line = tv_scan_trim (line);
  return tv_span_is (line, GUARD_BEGIN) ||
         (parse_error (line, &pid, &error) && !lists_leaks (error));
}

/* Returns whether a line is the last one of a report. */
gboolean
tv_sanitizer_ends_report (TvSpan line)
{
  guint32 pid;

  line = tv_scan_trim (line);
  return tv_span_is (line, GUARD_END) || (tv_scan_word (&line, "==") && tv_scan_id (&line, &pid) &&
                                          tv_span_is (line, "==ABORTING"));
}

/* Splits ` (BuildId: HEX)` off the end of a frame. */
static void
take_build_id (TvSpan *rest, TvDumpLine *frame)
{
  const char *found = tv_scan_find (*rest, " (BuildId: ");
  TvSpan id;

  if (found == NULL)
    return;
  id = (TvSpan){ found, rest->size - (gsize) (found - rest->text) };
  tv_scan_word (&id, " (BuildId: ");
  frame->build_id = tv_scan_until (&id, ')');
  rest->size = (gsize) (found - rest->text);
}

/* Splits `(LIBRARY+0xOFFSET)` off the end of a frame. The name of a library may contain brackets and plus signs. */
static gboolean
take_library (TvSpan *rest, TvDumpLine *frame)
{
  TvSpan group;
  gsize open, plus;

  if (rest->size < 2 || rest->text[rest->size - 1] != ')')
    return FALSE;
  for (plus = rest->size - 1; plus > 0 && rest->text[plus] != '+'; plus--)
    ;
  group = (TvSpan){ rest->text + plus, rest->size - plus - 1 };
  if (!tv_scan_word (&group, "+0x") || !tv_scan_number (&group, 16, &frame->pc) || group.size > 0)
    return FALSE;
  for (open = 0;
       open < plus && !(rest->text[open] == '(' && (open == 0 || rest->text[open - 1] == ' ') &&
                        (rest->text[open + 1] == '/' || rest->text[open + 1] == '[' ||
                         memchr (rest->text + open, ' ', plus - open) == NULL));
       open++)
    ;
  if (open == plus)
    return FALSE;
  frame->path = (TvSpan){ rest->text + open + 1, plus - open - 1 };
  rest->size = open;
  return TRUE;
}

/* Splits ` FILE:LINE[:COLUMN]` off the end of the text after the address of a frame. */
static void
take_source (TvSpan *function, TvDumpLine *frame)
{
  gsize blank = function->size;
  TvSpan source, number;
  const char *colon;

  while (blank > 0 && function->text[blank - 1] != ' ')
    blank--;
  source = (TvSpan){ function->text + blank, function->size - blank };
  colon = source.size > 0 ? memchr (source.text, ':', source.size) : NULL;
  if (blank == 0 || colon == NULL || colon == source.text)
    return;
  number = (TvSpan){ colon + 1, source.size - (gsize) (colon + 1 - source.text) };
  if (!tv_scan_id (&number, &frame->line) || (number.size > 0 && *number.text != ':'))
    {
      frame->line = 0;
      return;
    }
  frame->file = (TvSpan){ source.text, (gsize) (colon - source.text) };
  function->size = blank - 1;
}

/* Parses the function and the source of a frame. `<null>` stands for an unknown source. */
static void
take_function (TvSpan function, TvDumpLine *frame)
{
  if (tv_span_ends_with (function, " <null>"))
    function.size -= strlen (" <null>");
  else
    take_source (&function, frame);
  frame->value = tv_scan_trim_end (function);
}

/* Parses `#N 0xADDRESS [in FUNCTION] [FILE:LINE:COLUMN] [(LIBRARY+0xOFFSET)] [(BuildId: HEX)]`. ThreadSanitizer
 * writes neither the address nor `in`, but always the library. */
static gboolean
parse_frame (TvSpan line, TvDumpLine *frame)
{
  gboolean has_address;
  guint64 number;

  *frame = (TvDumpLine){ .kind = TV_DUMP_LINE_FRAME, .frame_kind = TV_FRAME_NATIVE };
  line = tv_scan_trim (line);
  if (!tv_scan_word (&line, "#") || !tv_scan_number (&line, 10, &number) ||
      !tv_scan_word (&line, " "))
    return FALSE;
  has_address = tv_scan_word (&line, "0x");
  if (has_address &&
      (!tv_scan_number (&line, 16, &frame->pc) || (line.size > 0 && *line.text != ' ')))
    return FALSE;
  tv_scan_blanks (&line);
  take_build_id (&line, frame);
  if (!take_library (&line, frame) && !has_address)
    return FALSE;
  line = tv_scan_trim_end (line);
  if (!has_address || tv_scan_word (&line, "in "))
    take_function (line, frame);
  return TRUE;
}

/* Returns whether a line is a frame. */
gboolean
tv_sanitizer_is_frame (TvSpan line)
{
  TvDumpLine frame;

  return parse_frame (line, &frame);
}

/* ---- Reports ---- */

static void
set_address (TvFault *fault, TvSpan text)
{
  if (tv_scan_past (&text, " 0x") && tv_scan_number (&text, 16, &fault->address))
    fault->has_address = TRUE;
}

/* Parses `thread T1 (NAME)` or `thread 4711` in @text, and begins this thread. */
static gboolean
begin_thread (TvSanitizerReader *self, TvSpan text)
{
  TvSpan id;
  guint32 tid = TV_NONE;

  if (!tv_scan_past (&text, "thread "))
    return FALSE;
  id = tv_scan_until (&text, ' ');
  if (tv_scan_word (&text, "("))
    id = tv_scan_until (&text, ')');
  else
    {
      TvSpan rest = id;

      if (tv_scan_id (&rest, &tid) && rest.size == 0)
        id.size = 0;
      else
        tid = TV_NONE;
    }
  tv_fault_reader_begin_thread (&self->faults, id, tid);
  return TRUE;
}

static void
begin_report (TvSanitizerReader *self)
{
  TvFault *fault;

  tv_fault_reader_begin (&self->faults, TV_FAULT_CRASH);
  fault = tv_trace_builder_get_fault (self->faults.builder);
  fault->ts = self->ts;
  fault->is_logged = self->is_logged;
  self->is_open = TRUE;
}

/* Sets the message of the fault. The registers after it are stored as an attribute. */
static void
set_error (TvSanitizerReader *self, TvSpan error)
{
  static const char *const ends[] = { " at pc ", " (pc " };
  TvFault *fault = tv_trace_builder_get_fault (self->faults.builder);
  TvSpan registers = { NULL, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *found = tv_scan_find (error, ends[i]);

      if (found == NULL)
        continue;
      registers = (TvSpan){ found + 1, error.size - (gsize) (found + 1 - error.text) };
      error.size = (gsize) (found - error.text);
    }
  fault->message = tv_fault_reader_intern (&self->faults, error);
  set_address (fault, error);
  if (tv_scan_find (error, ": SEGV on ") != NULL)
    {
      fault->signal = 11;
      fault->reason = tv_fault_reader_intern (&self->faults, tv_span ("SIGSEGV"));
    }
  if (registers.size > 0)
    tv_fault_reader_add_attribute (&self->faults, tv_span ("registers"), registers);
}

/* Parses GWP-ASan's line `ERROR at 0x… (…) by thread 4711 here:`. */
static void
begin_guarded (TvSanitizerReader *self, TvSpan line)
{
  TvFault *fault = tv_trace_builder_get_fault (self->faults.builder);
  const char *by = tv_scan_find (line, " by thread ");
  TvSpan error = line;

  self->is_guarded = FALSE;
  if (by != NULL)
    error.size = (gsize) (by - line.text);
  fault->message = tv_fault_reader_intern (&self->faults, error);
  set_address (fault, error);
  if (by != NULL)
    begin_thread (self, (TvSpan){ by + 1, line.size - error.size - 1 });
}

/* Begins a stack of an earlier time at its title, which ends with “here:”, or which states the origin of an
 * uninitialized value. The description of the stack frame that contains an address is treated in the same way. */
static gboolean
begin_other (TvSanitizerReader *self, TvSpan line)
{
  if (tv_span_ends_with (line, " here:"))
    line.size -= strlen (" here:");
  else if (!tv_span_starts_with (line, "Uninitialized value was ") &&
           !tv_span_starts_with (line, "Memory was marked as uninitialized") &&
           !tv_scan_find (line, " is located in stack of thread "))
    return FALSE;
  tv_fault_reader_begin_other (&self->faults, line, TV_NONE);
  return TRUE;
}

/* Returns whether a line only separates reports. */
static gboolean
is_rule (TvSpan line)
{
  for (gsize i = 0; i < line.size; i++)
    if (line.text[i] != '=')
      return FALSE;
  return TRUE;
}

/* Parses the kind, size and address of the invalid access, and the thread. */
static gboolean
emit_access (TvSanitizerReader *self, TvSpan line)
{
  TvSpan rest = line;

  if (!tv_scan_word (&rest, "READ of size ") && !tv_scan_word (&rest, "WRITE of size ") &&
      !tv_scan_word (&rest, "ACCESS of size "))
    return FALSE;
  tv_trace_builder_add_fault_cause (self->faults.builder,
                                    tv_fault_reader_intern (&self->faults, line));
  if (!tv_fault_reader_has_dump (&self->faults))
    begin_thread (self, rest);
  return TRUE;
}

/**
 * tv_sanitizer_reader_emit:
 * @self: a reader
 * @line: next line, without its line end
 *
 * Parses a line and emits its content. In files, lines outside reports, such as a list of leaks, become attributes of
 * the file.
 */
void
tv_sanitizer_reader_emit (TvSanitizerReader *self, TvSpan line)
{
  TvDumpLine frame;
  TvSpan error;
  guint32 pid;

  line = tv_scan_trim (line);
  if (tv_span_is (line, GUARD_BEGIN))
    {
      begin_report (self);
      self->is_guarded = TRUE;
      return;
    }
  if (parse_error (line, &pid, &error))
    {
      if (lists_leaks (error))
        {
          tv_sanitizer_reader_finish (self);
          return;
        }
      begin_report (self);
      tv_fault_reader_set_process (&self->faults, pid, (TvSpan){ NULL, 0 });
      set_error (self, error);
      return;
    }
  if (line.size == 0 || is_rule (line) || (!self->is_open && self->is_logged))
    return;
  if (self->is_open && self->is_guarded)
    begin_guarded (self, line);
  else if (self->is_open && parse_frame (line, &frame))
    tv_fault_reader_add_frame (&self->faults, &frame);
  else if (!self->is_open || (!emit_access (self, line) && !begin_other (self, line)))
    tv_fault_reader_add_attribute (&self->faults, (TvSpan){ NULL, 0 }, line);
}

/* Ends the last report. */
void
tv_sanitizer_reader_finish (TvSanitizerReader *self)
{
  if (self->is_open)
    tv_fault_reader_end (&self->faults);
  self->is_open = FALSE;
}
