/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/crash/fault-log-line.h"
#include "formats/crash/fault-log-reader.h"
#include "formats/line-reader.h"

/* Detects and reads OpenHarmony's fault logs: FaultLogger's files about native, script and Rust crashes, and about
 * frozen programs and services. All have the same header; the reason and specific lines determine the kind of fault.
 * Entry points: tv_format_cppcrash, tv_format_jscrash, tv_format_rustpanic and tv_format_freeze, rows of TV_FORMATS. */

#define MAX_PROBED_LINES 400 /* number of lines that the probe inspects; freeze reports are long */
#define MIN_KEYS         2   /* minimum number of known header keys in a fault log */
#define MIN_EVENT_KEYS   4   /* minimum number of known keys of a freeze without a header */

/* Maximum number of lines of an error without a header in which a frame of ArkTS must be */
#define MAX_BARE_LINES 20

/* Features of the first lines of a file. */
typedef struct
{
  guint n_keys;
  guint n_event_keys;
  gboolean has_signal;
  gboolean has_panic;
  gboolean has_freeze;
  gboolean has_script;
  gboolean has_error;
  gboolean has_script_stack;
  gboolean has_threads;
  gboolean has_fault_thread;
  gboolean has_frames;
} Signs;

static gboolean
begins_with_one_of (TvSpan line, const char *const *prefixes)
{
  for (; *prefixes != NULL; prefixes++)
    if (tv_scan_word (&line, *prefixes))
      return TRUE;
  return FALSE;
}

static void
inspect_reason (Signs *signs, TvSpan value)
{
  tv_scan_blanks (&value);
  signs->has_signal |= tv_scan_word (&value, "Signal:");
  signs->has_panic |= tv_scan_word (&value, "file:") && tv_scan_find (value, " line:") != NULL;
  signs->n_keys++;
}

/* Returns whether the line is `appfreeze: NAME TYPE at TIME`, or the same with sysfreeze or syswarning. */
static gboolean
is_freeze_header (TvSpan line)
{
  static const char *const kinds[] = { "appfreeze: ", "sysfreeze: ", "syswarning: ", NULL };

  return begins_with_one_of (line, kinds) && tv_scan_find (line, " at ") != NULL;
}

/* Matches a line of a freeze that begins with a key, `DOMAIN:AAFWK` or `DOMAIN = AAFWK`. */
static gboolean
is_event_key (TvSpan line)
{
  static const char *const keys[] = { "DOMAIN", "STRINGID",     "EVENTNAME",    "TIMESTAMP", "PID",
                                      "UID",    "PACKAGE_NAME", "PROCESS_NAME", NULL };

  for (guint i = 0; keys[i] != NULL; i++)
    {
      TvSpan rest = line;

      if (tv_scan_word (&rest, keys[i]) &&
          (tv_scan_is_at (&rest, ':') || tv_scan_word (&rest, " = ")))
        return TRUE;
    }
  return FALSE;
}

static void
inspect_line (Signs *signs, TvSpan line)
{
  static const char *const keys[] = { "Build info:",   "Device info:", "Module name:", "Pid:",
                                      "Process name:", "Timestamp:",   "Uid:",         NULL };
  static const char *const scripts[] = { "Error name:", "Error message:", "HybridStack:",
                                         "Stacktrace:", NULL };
  static const char *const threads[] = { "Fault thread info:", "Thread name:", "Tid:", NULL };
  TvSpan rest = line;
  TvDumpLine frame;

  signs->n_event_keys += is_event_key (line);
  if (tv_scan_word (&rest, "Reason:"))
    inspect_reason (signs, rest);
  else if (begins_with_one_of (line, keys))
    signs->n_keys++;
  else if (is_freeze_header (line) || tv_scan_word (&rest, "STRINGID:") ||
           tv_scan_word (&rest, "EVENTNAME = "))
    signs->has_freeze = TRUE;
  else if (begins_with_one_of (line, scripts))
    {
      signs->has_script = TRUE;
      signs->has_error |= tv_scan_word (&rest, "Error name:") ||
                          tv_scan_word (&rest, "Error message:");
      signs->has_script_stack |= tv_scan_word (&rest, "Stacktrace:");
    }
  else if (begins_with_one_of (line, threads))
    {
      signs->has_threads = TRUE;
      signs->has_fault_thread |= tv_scan_word (&rest, "Fault thread info:");
    }
  else if (tv_scan_word (&rest, "#00 ") || tv_scan_word (&rest, "#0 "))
    signs->has_frames |= tv_fault_log_parse_frame (line, &frame) &&
                         frame.frame_kind == TV_FRAME_NATIVE;
}

/* Returns whether a line is a frame in a source file of ArkTS, the language of OpenHarmony's apps. */
static gboolean
is_ark_frame (TvSpan line)
{
  TvDumpLine frame;

  return tv_fault_log_parse_frame (line, &frame) && frame.frame_kind == TV_FRAME_JS &&
         frame.line > 0 &&
         (tv_span_ends_with (frame.file, ".ets") ||
          tv_scan_find (frame.file, "src/main/ets/") != NULL);
}

/* Detects an error and its stack without any header. Scripts of other systems have the same syntax, so a frame has to
 * be in a source file of ArkTS. */
static gboolean
is_bare_error (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;
  gboolean is_error = FALSE;
  TvSpan line, name, message;

  for (guint n = 0; n < MAX_BARE_LINES && tv_scan_line (&at, end, &line); n++)
    {
      line = tv_scan_trim_end (line);
      if (line.size == 0)
        continue;
      if (is_error && is_ark_frame (line))
        return TRUE;
      if (!is_error && !tv_fault_log_parse_error (line, &name, &message))
        return FALSE;
      is_error = TRUE;
    }
  return FALSE;
}

/* Detects the kind of a fault log. Returns FALSE if the file is not a fault log. */
static gboolean
find_kind (TvInput *input, TvFaultKind *kind)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;
  Signs signs = { .n_keys = 0 };
  gboolean is_crash, is_freeze;
  TvSpan line;

  if (is_bare_error (input))
    {
      *kind = TV_FAULT_ERROR;
      return TRUE;
    }
  for (guint n = 0; n < MAX_PROBED_LINES && tv_scan_line (&at, end, &line); n++)
    inspect_line (&signs, line);
  /* A stack is sufficient evidence of a crash if the file also contains a signal or the heading of the faulting
   * thread. A script error with a stack is sufficient, too. */
  is_crash = signs.has_frames && (signs.has_signal || signs.has_fault_thread);
  is_freeze = signs.has_freeze && signs.n_event_keys >= MIN_EVENT_KEYS;
  if (signs.n_keys < MIN_KEYS && !is_crash && !is_freeze &&
      !(signs.has_error && signs.has_script_stack))
    return FALSE;
  if (signs.has_freeze)
    *kind = TV_FAULT_FREEZE;
  else if (signs.has_signal)
    *kind = TV_FAULT_CRASH;
  else if (signs.has_panic)
    *kind = TV_FAULT_PANIC;
  else if (signs.has_script)
    *kind = TV_FAULT_ERROR;
  else if (is_crash)
    *kind = TV_FAULT_CRASH;
  else
    return FALSE;
  return TRUE;
}

static TvConfidence
probe (TvInput *input, TvFaultKind wanted)
{
  TvFaultKind kind = wanted;

  return find_kind (input, &kind) && kind == wanted ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}

/* Parses the time in a file name of the form `TYPE-MODULE-UID-YYYYMMDDhhmmss[mmm][.log]`, which the system uses. */
static gboolean
parse_name_time (const TvInput *input, gint64 *ns)
{
  const char *name = input->name != NULL ? input->name : input->path, *digits;
  g_autofree char *time = NULL;
  gsize n;

  digits = name != NULL ? strrchr (name, '-') : NULL;
  n = digits != NULL ? strspn (digits + 1, "0123456789") : 0;
  if ((n != 14 && n != 17) || (digits[1 + n] != '\0' && digits[1 + n] != '.'))
    return FALSE;
  digits++;
  time = g_strdup_printf ("%.4s/%.2s/%.2s-%.2s:%.2s:%.2s:%.3s", digits, digits + 4, digits + 6,
                          digits + 8, digits + 10, digits + 12, n == 17 ? digits + 14 : "000");
  return tv_fault_log_parse_time ((TvSpan){ time, strlen (time) }, ns);
}

/* Sets the log clock of a freeze to local wall clock time, unless the file contains log lines, which have set it. */
static void
note_clock (TvTraceBuilder *builder, TvFaultKind kind)
{
  TvLogLines lines;

  tv_trace_builder_get_log_lines (builder, &lines);
  if (kind == TV_FAULT_FREEZE && lines.n == 0)
    tv_trace_builder_set_log_clock (builder, TV_LOG_CLOCK_LOCAL, 0);
}

static gboolean
read_log (TvInput *input,
          TvFaultKind kind,
          TvTraceBuilder *builder,
          const TvReadContext *context,
          GError **error)
{
  TvFaultLogReader reader;
  TvLineReader lines;
  gint64 latest_s = input->modified_s > 0 ? input->modified_s : g_get_real_time () / G_USEC_PER_SEC;
  gsize file_offset;
  TvSpan line;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  tv_fault_log_reader_init (&reader, kind, builder, input->bytes);
  parse_name_time (input, &reader.ts);
  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    tv_fault_log_reader_emit (&reader, line, file_offset);
  if (!lines.is_cancelled)
    {
      tv_fault_log_reader_finish (&reader, input->size, latest_s);
      note_clock (builder, kind);
    }
  tv_fault_log_reader_clear (&reader);
  return !lines.is_cancelled;
}

/* Reads the time of the fault by the device's wall clock, in an unknown time zone, from the header or else from the
 * file name. */
static gboolean
read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  const char *at = (const char *) input->data, *end = at + input->size;
  TvSpan line;
  gint64 ns;

  for (guint n = 0; at != NULL && n < MAX_PROBED_LINES && tv_scan_line (&at, end, &line); n++)
    {
      if ((tv_scan_word (&line, "Timestamp:") || tv_scan_word (&line, "TIMESTAMP:")) &&
          tv_fault_log_parse_time (line, &ns))
        {
          *first = tv_clocks_read_wall (clocks, ns, G_MININT32);
          return TRUE;
        }
    }
  if (parse_name_time (input, &ns))
    {
      *first = tv_clocks_read_wall (clocks, ns, G_MININT32);
      return TRUE;
    }
  g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                       _("the fault log contains no timestamp"));
  return FALSE;
}

/* ---- Formats ---- */

#define DEFINE_KIND(name, kind)                                                                    \
  static TvConfidence probe_##name (TvInput *input)                                                \
  {                                                                                                \
    return probe (input, kind);                                                                    \
  }                                                                                                \
                                                                                                   \
  static gboolean read_##name (TvInput *input, TvTraceBuilder *builder,                            \
                               const TvReadContext *context, GError **error)                       \
  {                                                                                                \
    return read_log (input, kind, builder, context, error);                                        \
  }

DEFINE_KIND (cppcrash, TV_FAULT_CRASH)
DEFINE_KIND (jscrash, TV_FAULT_ERROR)
DEFINE_KIND (rustpanic, TV_FAULT_PANIC)
DEFINE_KIND (freeze, TV_FAULT_FREEZE)

const TvFormat tv_format_cppcrash = {
  .id = "cppcrash",
  .title = N_("OpenHarmony native crashes (cppcrash)"),
  .patterns = (const char *const[]){ "cppcrash-*", "*.log", NULL },
  .mime_type = "application/x-openharmony-cppcrash",
  .mime_title = N_("OpenHarmony native crash"),
  .mime_parent = "text/plain",
  .probe = probe_cppcrash,
  .read = read_cppcrash,
  .read_clock = read_clock,
  .subject = TV_CONTENT_INCIDENT,
};

const TvFormat tv_format_jscrash = {
  .id = "jscrash",
  .title = N_("OpenHarmony script errors (jscrash)"),
  .patterns = (const char *const[]){ "jscrash-*", "*.log", NULL },
  .mime_type = "application/x-openharmony-jscrash",
  .mime_title = N_("OpenHarmony script error"),
  .mime_parent = "text/plain",
  .probe = probe_jscrash,
  .read = read_jscrash,
  .read_clock = read_clock,
  .subject = TV_CONTENT_INCIDENT,
};

const TvFormat tv_format_rustpanic = {
  .id = "rustpanic",
  .title = N_("OpenHarmony Rust panics (rustpanic)"),
  .patterns = (const char *const[]){ "rustpanic-*", "*.log", NULL },
  .mime_type = "application/x-openharmony-rustpanic",
  .mime_title = N_("OpenHarmony panic"),
  .mime_parent = "text/plain",
  .probe = probe_rustpanic,
  .read = read_rustpanic,
  .read_clock = read_clock,
  .subject = TV_CONTENT_INCIDENT,
};

const TvFormat tv_format_freeze = {
  .id = "freeze",
  .title = N_("OpenHarmony freezes (appfreeze, sysfreeze, syswarning)"),
  .patterns = (const char *const[]){ "appfreeze-*", "sysfreeze-*", "syswarning-*", "*.log", NULL },
  .mime_type = "application/x-openharmony-freeze",
  .mime_title = N_("OpenHarmony freeze"),
  .mime_parent = "text/plain",
  .probe = probe_freeze,
  .read = read_freeze,
  .read_clock = read_clock,
  .subject = TV_CONTENT_INCIDENT,
};
