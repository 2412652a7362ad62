/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/incident-reader.h"

#include "formats/crash/java-report-reader.h"
#include "formats/crash/tombstone-line.h"
#include "formats/crash/tombstone-reader.h"
#include "formats/line-reader.h"
#include "formats/thread-dump/dump-reader.h"

/* Reads files that contain reports of several kinds: concatenated thread dumps and tombstones, the output of “dumpsys
 * dropbox --print”, which also contains exceptions, and ANR reports of xCrash, which consist of a tombstone's header
 * and an ART dump. Each line is passed to the reader of its block:
 *
 *   Subject: … ─┐                    *** *** *** + header ─▶ tombstone-reader
 *   ----- pid ──┼─▶ dump-reader
 *   =========== ┘                    =========== + exception ─▶ java-report-reader
 *
 * Entry point: tv_incident_text_read(), called by the reader of tombstones, and as the read_mixed function of that
 * format. */

/* Maximum number of lines between a tombstone's separator and the line that identifies the tombstone. */
#define MAX_FACTS 24

typedef enum
{
  BLOCK_DUMP,
  BLOCK_TOMBSTONE,
  BLOCK_JAVA,   /* exception in the output of dumpsys */
  BLOCK_XCRASH, /* header of xCrash's ANR report */
  BLOCK_TAIL,   /* lines that xCrash appends after the dump */
} Block;

typedef struct
{
  TvTombstoneReader crashes;
  TvJavaReportReader exceptions; /* shares @crashes */
  TvDumpReader threads;
  const char *start;
  const char *end;
  Block block;
  gint64 crash_ns;     /* time in ns from the header of xCrash's report, or TV_NO_TIME */
  gint64 latest_s;     /* local time in s since 1970; log lines without a year are not later */
  gint32 log_offset_s; /* offset of latest_s from UTC in s, or G_MININT32 */
  gint32 utc_offset_s;
  gsize log_start; /* file offset of the open log among the appended lines, or G_MAXSIZE */
  guint32 log_buffer;
} Reader;

typedef enum
{
  SIGN_NONE,
  SIGN_DUMP,
  SIGN_TOMBSTONE,
  SIGN_JAVA,
  SIGN_XCRASH,
} Sign;

/* Returns the kind of the block that follows a line of asterisks. */
static Sign
classify_block_after_rule (const char *at, const char *end)
{
  gboolean is_tombstone = FALSE;
  TvSpan line;

  for (guint n = 0; n < MAX_FACTS && tv_scan_line (&at, end, &line); n++)
    {
      TvTombstoneHeader header;

      line = tv_scan_trim_end (line);
      if (tv_span_is (line, "Crash type: 'anr'"))
        return SIGN_XCRASH;
      if (tv_tombstone_is_rule (line, "***") || tv_scan_word (&line, "----- pid "))
        break;
      is_tombstone |= tv_scan_word (&line, "Build fingerprint: '") ||
                      (tv_tombstone_parse_header (line, &header) && header.has_process);
    }
  return is_tombstone ? SIGN_TOMBSTONE : SIGN_NONE;
}

/* Returns whether an exception begins below a separator of entries and the first line of the entry. */
static gboolean
is_before_exception (TvSpan line, const char *next, const char *end)
{
  TvSpan entry;

  return tv_dropbox_is_separator (line) && tv_scan_line (&next, end, &entry) &&
         tv_java_report_begins (next, end);
}

static Sign
find_sign (TvSpan line,
           const TvDumpLine *parsed,
           gboolean is_print,
           const char *next,
           const char *end)
{
  if (is_print && is_before_exception (line, next, end))
    return SIGN_JAVA;
  if (tv_tombstone_is_rule (line, "***"))
    return classify_block_after_rule (next, end);
  switch (parsed->kind)
    {
    case TV_DUMP_LINE_PROCESS:
    case TV_DUMP_LINE_CHANNELS:
    case TV_DUMP_LINE_LIST:
    case TV_DUMP_LINE_HOTSPOT:
      return SIGN_DUMP;
    default:
      return SIGN_NONE;
    }
}

/* Returns whether a line inside a tombstone is the header of a dump. */
static gboolean
is_before_dump (TvSpan line, const TvDumpLine *parsed)
{
  return parsed->kind == TV_DUMP_LINE_DUMPING || tv_scan_word (&line, "Subject: ") ||
         tv_scan_word (&line, "Cmd line: ") || tv_scan_word (&line, "==========");
}

/* Returns whether a file contains reports of several kinds, or an ANR report of xCrash. Sets @first to the kind of the
 * first block. */
static gboolean
is_mixed (const char *at, const char *end, gboolean is_print, Block *first)
{
  guint kinds = 0; /* set of bits 1 << Sign */
  TvSpan line;

  while (tv_scan_line (&at, end, &line))
    {
      TvDumpLine parsed = { .kind = TV_DUMP_LINE_OTHER };
      Sign sign;

      line = tv_scan_trim_end (line);
      if (line.size == 0 || strchr ("*-DNF=", *line.text) == NULL)
        continue;
      if (*line.text != '*')
        tv_dump_line_parse (line, &parsed);
      sign = find_sign (line, &parsed, is_print, at, end);
      if (sign == SIGN_NONE)
        continue;
      if (kinds == 0)
        *first = sign == SIGN_TOMBSTONE ? BLOCK_TOMBSTONE : BLOCK_DUMP;
      kinds |= 1u << sign;
      if (sign == SIGN_XCRASH || (kinds & (kinds - 1)) != 0)
        return TRUE;
    }
  return FALSE;
}

static void
end_log (Reader *self, gsize file_offset)
{
  if (self->log_start == G_MAXSIZE)
    return;
  tv_log_inside_add (&self->crashes.faults.log, self->log_start, file_offset, self->log_buffer);
  self->log_start = G_MAXSIZE;
}

static void
set_block (Reader *self, Block block, gsize file_offset)
{
  if (self->block == BLOCK_TOMBSTONE || self->block == BLOCK_JAVA)
    tv_tombstone_reader_interrupt_at (&self->crashes, file_offset);
  else if (self->block == BLOCK_TAIL)
    end_log (self, file_offset);
  else if (block != BLOCK_DUMP)
    tv_dump_reader_end (&self->threads);
  if (block == BLOCK_DUMP)
    tv_trace_builder_begin_report (self->threads.builder);
  self->block = block;
}

/* Begins the dump of a process, as the lines `----- pid N at TIME -----` and `Cmd line: NAME` do. */
static void
begin_process (Reader *self, guint32 pid, TvSpan name, gsize file_offset)
{
  TvDumpLine process = { .kind = TV_DUMP_LINE_PROCESS,
                         .n = pid,
                         .ns = self->crash_ns,
                         .has_zone = self->utc_offset_s != G_MININT32,
                         .utc_offset_s = self->utc_offset_s != G_MININT32 ? self->utc_offset_s
                                                                          : 0 };
  TvDumpLine command = { .kind = TV_DUMP_LINE_COMMAND, .name = name, .text = name };

  tv_dump_reader_emit (&self->threads, &process, file_offset);
  if (name.size > 0)
    tv_dump_reader_emit (&self->threads, &command, file_offset);
  self->block = BLOCK_DUMP;
}

/* Parses a line of xCrash's header. The header ends at the line `pid: N  >>> NAME <<<`. */
static void
emit_xcrash (Reader *self, TvSpan line, const TvDumpLine *parsed, gsize file_offset)
{
  TvSpan rest = line, name;
  gint64 local_s;
  guint32 pid;

  if (tv_scan_word (&rest, "Crash time: ") &&
      tv_tombstone_parse_quoted_time (rest, &self->crash_ns, &local_s, &self->utc_offset_s))
    {
      self->latest_s = local_s;
      self->log_offset_s = self->utc_offset_s;
    }
  rest = line;
  if (tv_scan_word (&rest, "pid: ") && tv_scan_id (&rest, &pid))
    {
      const char *open = tv_scan_find (rest, ">>> ");

      name = (TvSpan){ NULL, 0 };
      if (open != NULL)
        {
          name = (TvSpan){ open + 4, rest.size - (gsize) (open + 4 - rest.text) };
          if (tv_span_ends_with (name, " <<<"))
            name.size -= 4;
        }
      begin_process (self, pid, name, file_offset);
    }
  else if (line.size > 0 && !tv_tombstone_is_rule (line, "***"))
    tv_dump_reader_emit (&self->threads, parsed, file_offset);
}

/* Parses a line that xCrash appended. `--------- tail end of log main (…)` begins a log, which ends at an empty line.
 * Lines outside logs are stored as attributes. */
static void
emit_tail (Reader *self, TvSpan line, gsize file_offset, gsize next)
{
  TvSpan rest = line;

  if (tv_scan_word (&rest, "--------- tail end of log "))
    {
      TvSpan name = tv_scan_until (&rest, ' ');

      end_log (self, file_offset);
      self->log_start = next;
      self->log_buffer = tv_trace_builder_intern (self->threads.builder, name.text,
                                                  (gssize) name.size);
    }
  else if (line.size == 0)
    end_log (self, file_offset);
  else if (self->log_start == G_MAXSIZE)
    tv_fault_reader_add_attribute (&self->crashes.faults, (TvSpan){ NULL, 0 }, line);
}

static void
emit (Reader *self, TvSpan raw, const char *next)
{
  gsize file_offset = (gsize) (raw.text - self->start);
  TvSpan line = tv_scan_trim_end (raw);
  TvDumpLine parsed;

  tv_dump_line_parse (line, &parsed);
  switch (find_sign (line, &parsed, self->exceptions.is_print, next, self->end))
    {
    case SIGN_TOMBSTONE:
      set_block (self, BLOCK_TOMBSTONE, file_offset);
      break;
    case SIGN_JAVA:
      set_block (self, BLOCK_JAVA, file_offset);
      break;
    case SIGN_XCRASH:
      set_block (self, BLOCK_XCRASH, file_offset);
      self->crash_ns = TV_NO_TIME;
      self->utc_offset_s = G_MININT32;
      break;
    case SIGN_DUMP:
      if (self->block != BLOCK_DUMP && self->block != BLOCK_XCRASH)
        set_block (self, BLOCK_DUMP, file_offset);
      break;
    case SIGN_NONE:
    default:
      if ((self->block == BLOCK_TOMBSTONE || self->block == BLOCK_TAIL) &&
          is_before_dump (line, &parsed))
        set_block (self, BLOCK_DUMP, file_offset);
      else if (self->block == BLOCK_JAVA && tv_dropbox_is_separator (line))
        set_block (self, BLOCK_DUMP, file_offset);
      else if (self->block == BLOCK_DUMP && tv_tombstone_is_rule (line, "+++"))
        set_block (self, BLOCK_TAIL, file_offset);
    }
  switch (self->block)
    {
    case BLOCK_TOMBSTONE:
      tv_tombstone_reader_emit (&self->crashes, raw, file_offset);
      break;
    case BLOCK_JAVA:
      tv_java_report_reader_emit (&self->exceptions, line, file_offset);
      break;
    case BLOCK_XCRASH:
      emit_xcrash (self, line, &parsed, file_offset);
      break;
    case BLOCK_TAIL:
      emit_tail (self, line, file_offset, (gsize) (next - self->start));
      break;
    case BLOCK_DUMP:
    default:
      tv_dump_reader_emit (&self->threads, &parsed, file_offset);
    }
}

/**
 * tv_incident_text_read:
 * @input: a text file in memory
 * @builder: an empty builder
 * @context: progress and cancellation
 * @mixed: (out): whether the file contains reports of several kinds, or an ANR report of xCrash; if not, nothing is
 *   read
 * @error: set in the domain %TV_ERROR
 *
 * Reads a file that contains reports of several kinds. A file with only one kind is left to the reader of that kind.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_incident_text_read (TvInput *input,
                       TvTraceBuilder *builder,
                       const TvReadContext *context,
                       gboolean *mixed,
                       GError **error)
{
  Reader self = { .start = (const char *) input->data,
                  .end = (const char *) input->data + input->size,
                  .crash_ns = TV_NO_TIME,
                  .latest_s = input->modified_s > 0 ? input->modified_s
                                                    : g_get_real_time () / G_USEC_PER_SEC,
                  .utc_offset_s = G_MININT32,
                  .log_offset_s = G_MININT32,
                  .log_start = G_MAXSIZE };
  gboolean is_print = tv_dropbox_is_print ((TvSpan){ self.start, input->size });
  TvLineReader lines;
  gsize file_offset;
  TvSpan line;

  *mixed = is_mixed (self.start, self.end, is_print, &self.block);
  if (!*mixed)
    return TRUE;
  tv_tombstone_reader_init (&self.crashes, builder, input->bytes);
  tv_java_report_reader_init (&self.exceptions, &self.crashes, is_print);
  tv_dump_reader_init (&self.threads, builder);
  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    emit (&self, line, lines.at);
  if (!lines.is_cancelled)
    {
      set_block (&self, BLOCK_TAIL, input->size);
      if (self.crashes.ts == TV_NO_TIME)
        self.crashes.utc_offset_s = self.log_offset_s;
      tv_tombstone_reader_finish (&self.crashes, input->size, self.latest_s);
    }
  tv_dump_reader_clear (&self.threads);
  tv_tombstone_reader_clear (&self.crashes);
  return !lines.is_cancelled;
}
