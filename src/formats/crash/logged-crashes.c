/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/logged-crashes.h"

#include "core/memory/id-map.h"
#include "formats/crash/tombstone-line.h"
#include "formats/crash/tombstone-reader.h"
#include "formats/input/scan.h"

/* Reads crashes from Android logs. debuggerd and crash_dump also log the header of a tombstone and the stack of the
 * crashed thread, line by line, with the tag DEBUG. Interleaved crashes are distinguished by the process that logs
 * them:
 *
 *   12:00:01  901  901 F DEBUG : *** *** ***            ─┐
 *   12:00:01   10   10 I shop  : still here              │ lines of 901 ─▶ a tombstone
 *   12:00:01  901  901 F DEBUG : pid: 10, tid: 10, …    ─┘
 *
 * Entry point: tv_logged_crashes_emit(), the read_logged function of the tombstone format. Reads lines from the
 * builder after a log has been read, and adds the crashes to the same builder. */

/* Maximum pause in ns between lines of the same crash, which are logged quickly one after another. */
#define LONGEST_PAUSE_NS G_GINT64_CONSTANT (10000000000)

/* Maximum number of lines between the separator of a crash and the line that names its process. */
#define MAX_FACTS 24

/* Removes the class of the exception in which Unity passes the text of a tombstone to Android. */
static TvSpan
strip_exception (TvSpan line)
{
  TvSpan rest = line;

  tv_scan_blanks (&rest);
  return tv_scan_word (&rest, "java.lang.Error: ") && tv_tombstone_is_rule (rest, "***") ? rest
                                                                                         : line;
}

static TvSpan
get_line (TvTraceBuilder *builder, const GArray *rows, guint i)
{
  TvSpan line;

  line.text = tv_trace_builder_get_log_text (builder, g_array_index (rows, guint32, i), &line.size);
  return strip_exception (line);
}

/* Returns whether a line of asterisks begins a crash. Other programs may log such lines, too, even with the tag
 * DEBUG. */
static gboolean
begins_crash (TvTraceBuilder *builder, const GArray *rows, guint i)
{
  for (guint next = i + 1; next < rows->len && next - i < MAX_FACTS; next++)
    {
      TvSpan rest = get_line (builder, rows, next);

      do
        {
          TvSpan line = tv_scan_trim_end (tv_scan_until (&rest, '\n'));
          TvTombstoneHeader header;

          if (tv_tombstone_is_rule (line, "***"))
            return FALSE;
          if (tv_tombstone_parse_header (line, &header) && header.has_process)
            return TRUE;
        }
      while (rest.size > 0);
    }
  return FALSE;
}

static void
emit_line (TvTombstoneReader *reader, TvSpan rest)
{
  do
    tv_tombstone_reader_emit (reader, strip_exception (tv_scan_until (&rest, '\n')), (gsize) -1);
  while (rest.size > 0);
}

/* Passes the lines of one logging process to the reader, in file order. */
static void
emit_lines (TvTraceBuilder *builder, TvTombstoneReader *reader, const GArray *rows)
{
  TvLogLines lines;
  gint64 before = TV_NO_TIME, pause;

  tv_trace_builder_get_log_lines (builder, &lines);
  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      TvSpan line = get_line (builder, rows, i);

      reader->logged_ts = lines.ts[row];
      if (before != TV_NO_TIME &&
          (__builtin_sub_overflow (lines.ts[row], before, &pause) || pause > LONGEST_PAUSE_NS))
        tv_tombstone_reader_interrupt (reader);
      before = lines.ts[row];
      if (tv_tombstone_is_rule (tv_scan_trim_end (line), "***") && !begins_crash (builder, rows, i))
        tv_tombstone_reader_interrupt (reader);
      else
        emit_line (reader, line);
    }
  tv_tombstone_reader_interrupt (reader);
}

static guint32
get_machine (TvTraceBuilder *builder, const TvLogLines *lines, guint32 row)
{
  return lines->utid[row] != TV_NONE
             ? tv_trace_builder_get_thread_machine (builder, lines->utid[row])
             : 0;
}

/* Emits the crashes in the log lines that have a tag. Returns whether there are such lines. */
static gboolean
emit_tag (TvTraceBuilder *builder, guint32 first, const char *name)
{
  g_autoptr (GPtrArray) processes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint32 tag = tv_trace_builder_intern (builder, name, -1);
  g_autoptr (GBytes) none = g_bytes_new_static ("", 0);
  TvTombstoneReader reader;
  TvLogLines lines;
  TvIdMap by_pid; /* machine and process → index in @processes */

  tv_trace_builder_get_log_lines (builder, &lines);
  tv_id_map_init (&by_pid);
  for (guint32 i = first; i < lines.n; i++)
    {
      guint64 id;
      guint32 row;

      if (lines.tag[i] != tag)
        continue;
      id = (guint64) get_machine (builder, &lines, i) << 32 | lines.pid[i];
      row = tv_id_map_find (&by_pid, id);
      if (row == TV_NONE)
        {
          tv_id_map_set (&by_pid, id, row = processes->len);
          g_ptr_array_add (processes, g_array_new (FALSE, FALSE, sizeof (guint32)));
        }
      g_array_append_val (g_ptr_array_index (processes, row), i);
    }
  tv_id_map_clear (&by_pid);
  if (processes->len == 0)
    return FALSE;
  tv_tombstone_reader_init (&reader, builder, none);
  reader.is_logged = TRUE;
  for (guint i = 0; i < processes->len; i++)
    {
      const GArray *rows = g_ptr_array_index (processes, i);

      tv_trace_builder_set_machine (
          builder, get_machine (builder, &lines, g_array_index (rows, guint32, 0)));
      emit_lines (builder, &reader, rows);
    }
  tv_trace_builder_set_machine (builder, 0);
  tv_tombstone_reader_clear (&reader);
  return TRUE;
}

/**
 * tv_logged_crashes_emit:
 * @builder: builder with an Android log
 * @first: row of the log's first line
 *
 * Emits the crashes that the log lines from @first on contain. The log of a single app does not contain the lines of
 * crash_dump. Instead, it may contain lines of Unity's own handler, which have the same form. If Unity does not log
 * these lines separately, they are the message of an uncaught exception.
 */
void
tv_logged_crashes_emit (TvTraceBuilder *builder, guint32 first)
{
  if (!emit_tag (builder, first, "DEBUG") && !emit_tag (builder, first, "CRASH"))
    emit_tag (builder, first, "AndroidRuntime");
}
