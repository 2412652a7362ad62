/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-line.h"

#include "formats/input/scan.h"

/* Parses the lines that begin and end blocks, and all other lines that are not threads, frames or locks. Calls the
 * parsers for threads, frames and locks in the other files. Called for each line by all readers of dumps. Pure: spans
 * point into the line. */

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define MAX_YEARS     2200 /* maximum year, because of the range of 64-bit ns */
#define LONGEST_NAME  64   /* number of bytes in which the colon of `KEY: VALUE` is searched */

#define MAX_ELAPSED_MS G_GUINT64_CONSTANT (1000000000000)

/* ---- Times ---- */

/* Returns the number of days from 1970-01-01 to a date of the Gregorian calendar. Years start in March here, so that
 * the leap day is the last day of a year. */
static gint64
count_days (guint year, guint month, guint day)
{
  gint64 y = (gint64) year - (month <= 2), era = y / 400, in_era = y - era * 400;
  gint64 in_year = (153 * ((gint64) month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

  return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

/* Takes `YYYY-MM-DD HH:MM:SS[.fffffffff][±zzzz]`. @between: separator of year, month and day */
static gboolean
scan_time_with (TvSpan *rest, const char *between, TvDumpLine *line)
{
  guint year, month, day, hour, minute, second, zone_hour = 0, zone_minute = 0;
  gboolean is_west;
  gint64 fraction, seconds;

  if (!tv_scan_digits (rest, 4, &year) || !tv_scan_word (rest, between) ||
      !tv_scan_digits (rest, 2, &month) || !tv_scan_word (rest, between) ||
      !tv_scan_digits (rest, 2, &day) || (!tv_scan_word (rest, " ") && !tv_scan_word (rest, "T")) ||
      !tv_scan_digits (rest, 2, &hour) || !tv_scan_word (rest, ":") ||
      !tv_scan_digits (rest, 2, &minute) || !tv_scan_word (rest, ":") ||
      !tv_scan_digits (rest, 2, &second))
    return FALSE;
  if (year < 1970 || year > MAX_YEARS || month < 1 || month > 12 || day < 1 || day > 31 ||
      hour > 23 || minute > 59 || second > 60)
    return FALSE;
  fraction = tv_scan_fraction_ns (rest);
  is_west = tv_scan_word (rest, "-");
  if (!is_west && tv_scan_word (rest, "Z"))
    line->has_zone = TRUE;
  else
    line->has_zone = (is_west || tv_scan_word (rest, "+")) &&
                     tv_scan_digits (rest, 2, &zone_hour) && tv_scan_digits (rest, 2, &zone_minute);
  seconds = count_days (year, month, day) * 86400 + (gint64) hour * 3600 + (gint64) minute * 60 +
            second;
  if (line->has_zone)
    line->utc_offset_s = ((gint32) zone_hour * 3600 + (gint32) zone_minute * 60) *
                         (is_west ? -1 : 1);
  line->ns = (seconds - line->utc_offset_s) * NS_PER_SECOND + fraction;
  return TRUE;
}

static gboolean
scan_time (TvSpan *rest, TvDumpLine *line)
{
  return scan_time_with (rest, "-", line);
}

/* Parses `# Date: Thu Aug 20 2026 19:12:08 GMT+0200 (…)`, which precedes a dump of Crashlytics. */
static gboolean
parse_date (TvSpan rest, TvDumpLine *line)
{
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  g_autofree char *time = NULL;
  const char *month;
  guint day, year;
  TvSpan numbers;

  if (!tv_scan_word (&rest, "# Date: ") || rest.size < 35)
    return FALSE;
  line->name = tv_span ("Date");
  line->value = rest;
  rest = (TvSpan){ rest.text + 4, rest.size - 4 };
  time = g_strndup (rest.text, 3);
  month = strstr (months, time);
  rest = (TvSpan){ rest.text + 4, rest.size - 4 };
  if (month == NULL || (month - months) % 3 != 0 || !tv_scan_digits (&rest, 2, &day) ||
      !tv_scan_word (&rest, " ") || !tv_scan_digits (&rest, 4, &year) ||
      !tv_scan_word (&rest, " ") || rest.size < 17 || memcmp (rest.text + 8, " GMT", 4) != 0)
    return TRUE;
  g_free (time);
  time = g_strdup_printf ("%04u-%02u-%02u %.8s%.5s", year, (guint) (month - months) / 3 + 1, day,
                          rest.text, rest.text + 12);
  numbers = tv_span (time);
  if (!scan_time (&numbers, line))
    line->ns = TV_NO_TIME;
  return TRUE;
}

/* ---- Blocks ---- */

/* Takes `pid N at TIME`. The time is optional. */
static gboolean
scan_process (TvSpan *rest, TvDumpLine *line)
{
  if (!tv_scan_word (rest, "pid ") || !tv_scan_id (rest, &line->n))
    return FALSE;
  if (!tv_scan_word (rest, " at ") || !scan_time (rest, line))
    line->ns = TV_NO_TIME;
  return TRUE;
}

static gboolean
parse_block (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "----- "))
    return FALSE;
  if (scan_process (&rest, line))
    line->kind = TV_DUMP_LINE_PROCESS;
  else if (tv_scan_word (&rest, "Waiting Channels: ") && scan_process (&rest, line))
    line->kind = TV_DUMP_LINE_CHANNELS;
  else if (tv_scan_word (&rest, "end ") && tv_scan_id (&rest, &line->n))
    line->kind = TV_DUMP_LINE_END;
  else if (tv_scan_word (&rest, "dumping pid: ") && tv_scan_id (&rest, &line->n))
    {
      line->kind = TV_DUMP_LINE_DUMPING;
      if (tv_scan_word (&rest, " at "))
        line->value = rest;
    }
  else if (tv_scan_word (&rest, "dumping ended at "))
    {
      line->kind = TV_DUMP_LINE_DUMPING;
      line->value = rest;
    }
  return line->kind != TV_DUMP_LINE_OTHER;
}

/* Parses `Cmd line: NAME` or `Cmdline: NAME`, which contain the name of the process. */
static gboolean
parse_command (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "Cmd line:") && !tv_scan_word (&rest, "Cmdline:"))
    return FALSE;
  tv_scan_blanks (&rest);
  line->kind = TV_DUMP_LINE_COMMAND;
  line->name = rest;
  return TRUE;
}

/* Parses `DALVIK THREADS:`, `DALVIK THREADS (N):` or `NATIVE THREADS:`. */
static gboolean
parse_list (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "DALVIK THREADS") && !tv_scan_word (&rest, "NATIVE THREADS"))
    return FALSE;
  if (tv_scan_word (&rest, " (") && !tv_scan_id (&rest, &line->n))
    line->n = TV_NONE;
  line->kind = TV_DUMP_LINE_LIST;
  return TRUE;
}

/* Parses `sysTid=%-10d [state=S ]FUNCTION`. A function of 0 means that the thread is not waiting in the kernel. */
static gboolean
parse_channel (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "sysTid=") || !tv_scan_id (&rest, &line->sys_tid))
    return FALSE;
  tv_scan_blanks (&rest);
  if (tv_scan_word (&rest, "state="))
    {
      line->state = tv_scan_until (&rest, ' ');
      tv_scan_blanks (&rest);
      tv_scan_word (&rest, "function=");
    }
  line->kind = TV_DUMP_LINE_CHANNEL;
  line->name = rest;
  if (tv_span_is (rest, "0"))
    line->name.size = 0;
  return TRUE;
}

/* Takes `from PID:TID to PID:TID`. */
static gboolean
scan_ends (TvSpan *rest, TvDumpTransaction *transaction)
{
  return tv_scan_word (rest, "from ") && tv_scan_id (rest, &transaction->from_pid) &&
         tv_scan_word (rest, ":") && tv_scan_id (rest, &transaction->from_tid) &&
         tv_scan_word (rest, " to ") && tv_scan_id (rest, &transaction->to_pid) &&
         tv_scan_word (rest, ":") && tv_scan_id (rest, &transaction->to_tid);
}

static void
scan_code (TvSpan rest, TvDumpTransaction *transaction)
{
  guint64 number;

  if (!tv_scan_word (&rest, " code ") || !tv_scan_number (&rest, 16, &number) ||
      number > G_MAXUINT32)
    return;
  transaction->has_code = TRUE;
  transaction->code = (guint32) number;
}

/* Parses ` elapsed 4123ms`, which the kernel writes since version 5.19. */
static void
scan_elapsed (TvSpan rest, TvDumpTransaction *transaction)
{
  const char *at = tv_scan_find (rest, " elapsed ");
  guint64 ms;

  if (at == NULL)
    return;
  rest = (TvSpan){ at + 9, rest.size - (gsize) (at + 9 - rest.text) };
  if (tv_scan_number (&rest, 10, &ms) && tv_scan_word (&rest, "ms") && ms < MAX_ELAPSED_MS)
    transaction->wait_ns = (gint64) ms * 1000000;
}

/* Parses a line that the kernel prints about a binder_transaction. Flag 1 (TF_ONE_WAY) marks asynchronous calls. */
static gboolean
parse_transaction (TvSpan rest, TvDumpLine *line)
{
  TvDumpTransaction *transaction = &line->transaction;
  const char *flags;
  guint64 number;

  if (tv_scan_word (&rest, "outgoing transaction "))
    transaction->kind = TV_TRANSACTION_OUTGOING;
  else if (tv_scan_word (&rest, "incoming transaction "))
    transaction->kind = TV_TRANSACTION_INCOMING;
  else if (tv_scan_word (&rest, "pending transaction "))
    transaction->kind = TV_TRANSACTION_PENDING;
  else
    return FALSE;
  if (!tv_scan_id (&rest, &transaction->id) || !tv_scan_word (&rest, ": "))
    return FALSE;
  tv_scan_until (&rest, ' ');
  tv_scan_blanks (&rest);
  if (!scan_ends (&rest, transaction))
    return FALSE;
  scan_code (rest, transaction);
  scan_elapsed (rest, transaction);
  flags = tv_scan_find (rest, " flags ");
  if (flags != NULL)
    {
      TvSpan text = { flags + 7, rest.size - (gsize) (flags + 7 - rest.text) };

      transaction->is_one_way = tv_scan_number (&text, 16, &number) && (number & 1) != 0;
    }
  line->kind = TV_DUMP_LINE_TRANSACTION;
  return TRUE;
}

/* ---- Content of blocks ---- */

static gboolean
parse_state (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "java.lang.Thread.State: "))
    return FALSE;
  line->kind = TV_DUMP_LINE_STATE;
  line->state = tv_scan_until (&rest, ' ');
  line->value = rest;
  return TRUE;
}

static gboolean
parse_repeated (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "... repeated ") || !tv_scan_id (&rest, &line->n))
    return FALSE;
  line->kind = TV_DUMP_LINE_REPEATED;
  return TRUE;
}

static gboolean
parse_report (TvSpan rest, TvDumpLine *line)
{
  guint32 n;

  if (!tv_scan_word (&rest, "Found "))
    return FALSE;
  if (tv_scan_word (&rest, "one Java-level deadlock"))
    line->kind = TV_DUMP_LINE_REPORT;
  else if (tv_scan_id (&rest, &n) && tv_scan_word (&rest, " deadlock"))
    line->kind = TV_DUMP_LINE_REPORT_END;
  return line->kind != TV_DUMP_LINE_OTHER;
}

/* Parses `NAME: VALUE` with a short name. In the header of Crashlytics, `# ` precedes the name. Any other text is a
 * value without a name. */
static void
parse_fact (TvSpan text, TvDumpLine *line)
{
  const char *colon;

  tv_scan_word (&text, "# ");
  colon = text.size > 0 ? memchr (text.text, ':', MIN (text.size, LONGEST_NAME)) : NULL;

  line->value = text;
  if (colon == NULL || colon == text.text || !g_ascii_isalpha (*text.text))
    return;
  if (colon + 1 < text.text + text.size && colon[1] != ' ' && colon[1] != '\t')
    return;
  line->name = (TvSpan){ text.text, (gsize) (colon - text.text) };
  line->value = (TvSpan){ colon + 1, text.size - line->name.size - 1 };
  tv_scan_blanks (&line->value);
}

static gboolean
parse_simple (TvSpan text, TvDumpLine *line)
{
  TvSpan rest = text;

  if (text.size == 0)
    line->kind = TV_DUMP_LINE_BLANK;
  else if (tv_scan_word (&rest, "| "))
    {
      line->kind = TV_DUMP_LINE_ATTRIBUTES;
      line->value = rest;
    }
  else if (tv_scan_word (&rest, "libdebuggerd_client: "))
    {
      line->kind = TV_DUMP_LINE_FAILURE;
      line->value = rest;
    }
  else if (tv_scan_word (&rest, "Full thread dump"))
    {
      tv_scan_blanks (&rest);
      line->kind = TV_DUMP_LINE_HOTSPOT;
      line->value = rest;
    }
  else if (tv_scan_word (&rest, "Coroutines dump "))
    {
      line->kind = TV_DUMP_LINE_COROUTINES;
      scan_time_with (&rest, "/", line);
    }
  else if (text.size >= 19 && scan_time (&rest, line) && rest.size == 0)
    line->value = text;
  else
    return FALSE;
  return TRUE;
}

/**
 * tv_dump_line_parse:
 * @text: a line without its line end
 * @line: (out): fields of the line
 *
 * Parses a line. An unknown line is %TV_DUMP_LINE_OTHER. A line that contains only a time, which HotSpot writes
 * before a dump, also has this kind, but its @ns is set.
 */
void
tv_dump_line_parse (TvSpan text, TvDumpLine *line)
{
  static gboolean (*const parsers[]) (TvSpan, TvDumpLine *) = {
    parse_simple,
    tv_dump_line_parse_frame,
    tv_dump_line_parse_lock,
    tv_dump_line_parse_thread,
    parse_block,
    parse_command,
    parse_list,
    parse_channel,
    parse_state,
    parse_repeated,
    parse_report,
    parse_transaction,
    parse_date,
  };

  tv_scan_blanks (&text);
  text = tv_scan_trim_end (text);
  for (guint i = 0; i < G_N_ELEMENTS (parsers); i++)
    {
      *line = (TvDumpLine){ .kind = TV_DUMP_LINE_OTHER,
                            .text = text,
                            .n = TV_NONE,
                            .ns = TV_NO_TIME,
                            .vm_tid = TV_NONE,
                            .sys_tid = TV_NONE,
                            .priority = TV_NO_PRIORITY };
      if (parsers[i](text, line))
        return;
    }
  *line = (TvDumpLine){ .kind = TV_DUMP_LINE_OTHER,
                        .text = text,
                        .n = TV_NONE,
                        .ns = TV_NO_TIME,
                        .vm_tid = TV_NONE,
                        .sys_tid = TV_NONE,
                        .priority = TV_NO_PRIORITY };
  parse_fact (text, line);
}

/**
 * tv_dump_line_next_attribute:
 * @rest: (inout): rest of a line after `| `
 * @key: (out): key; empty if the value has no key
 * @value: (out): value without surrounding quotes or brackets
 *
 * Takes the next attribute of a thread.
 *
 * Returns: %FALSE if there are no more attributes
 */
gboolean
tv_dump_line_next_attribute (TvSpan *rest, TvSpan *key, TvSpan *value)
{
  static const char mutexes[] = "held mutexes";
  gsize i = 0;

  tv_scan_blanks (rest);
  if (rest->size == 0)
    return FALSE;
  *key = (TvSpan){ rest->text, 0 };
  if (rest->size >= sizeof mutexes && memcmp (rest->text, mutexes, sizeof mutexes - 1) == 0 &&
      rest->text[sizeof mutexes - 1] == '=')
    {
      *key = (TvSpan){ rest->text, sizeof mutexes - 1 };
      *value = (TvSpan){ rest->text + sizeof mutexes, rest->size - sizeof mutexes };
      tv_scan_blanks (value);
      *rest = (TvSpan){ rest->text + rest->size, 0 };
      return TRUE;
    }
  while (i < rest->size && rest->text[i] != '=' && rest->text[i] != ' ')
    i++;
  if (i < rest->size && rest->text[i] == '=')
    {
      key->size = i;
      tv_scan_go (rest, rest->text + i + 1);
    }
  if (tv_scan_word (rest, "\""))
    *value = tv_scan_until (rest, '"');
  else if (tv_scan_word (rest, "("))
    {
      tv_scan_blanks (rest);
      *value = tv_scan_trim_end (tv_scan_until (rest, ')'));
    }
  else
    *value = tv_scan_until (rest, ' ');
  return TRUE;
}
