/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-scan.h"

/* Classifies lines that are not events: comments, notes about lost events, stacks, damaged lines and unsupported
 * formats. Such lines are rare. Called by the ftrace readers, the cutter and the probe for lines that are not plain
 * events. Pure: results point into the line. */

static gboolean
has_prefix (const char *at, const char *end, const char *prefix)
{
  gsize size = strlen (prefix);

  return (gsize) (end - at) >= size && memcmp (at, prefix, size) == 0;
}

/* Parses "6138/6138   #P:4" or "6138/6138, CPU#0 | (M:preempt … #P:4)". */
static void
parse_entries (const char *at, const char *end, TvFtraceNote *note)
{
  guint64 in_buffer, written, n_cpus;

  at = parse_number (at, end, G_MAXINT64, &in_buffer);
  if (at == NULL || at == end || *at != '/')
    return;
  at = parse_number (at + 1, end, G_MAXINT64, &written);
  if (at == NULL)
    return;
  note->has_entries = TRUE;
  note->n_in_buffer = in_buffer;
  note->n_written = written;
  at = memmem (at, end - at, "#P:", 3);
  if (at != NULL && parse_number (at + 3, end, TV_FTRACE_MAX_CPU + 1, &n_cpus) != NULL)
    note->n_cpus = (guint32) n_cpus;
}

static void
parse_comment (const char *at, const char *end, TvFtraceNote *note)
{
  static const char entries[] = "entries-in-buffer/entries-written:";
  static const char latency[] = "latency:", tracer[] = "tracer:";

  while (at < end && (*at == '#' || is_blank (*at)))
    at++;
  if (has_prefix (at, end, entries))
    parse_entries (skip_blanks (at + strlen (entries), end), end, note);
  else if (has_prefix (at, end, latency))
    {
      at = memmem (at, end - at, "us, #", 5);
      if (at != NULL)
        parse_entries (at + 5, end, note);
    }
  else if (has_prefix (at, end, tracer))
    {
      const char *name_end;

      at = skip_blanks (at + strlen (tracer), end);
      for (name_end = at; name_end < end && (g_ascii_isalnum (*name_end) || *name_end == '_');)
        name_end++;
      note->tracer = (TvSpan){ at, name_end - at };
    }
}

/* Parses "CPU:3 [LOST 12 EVENTS]" and "CPU:3 [LOST EVENTS]", printed by the kernel, and "CPU:3 [12 EVENTS DROPPED]"
 * and "CPU:3 [EVENTS DROPPED]", printed by trace-cmd. */
static gboolean
parse_lost (const char *at, const char *end, TvFtraceNote *note)
{
  gboolean is_lost;
  const char *behind;
  guint64 cpu, n = 0;

  if (!has_prefix (at, end, "CPU:"))
    return FALSE;
  at = parse_number (at + 4, end, TV_FTRACE_MAX_CPU, &cpu);
  if (at == NULL)
    return FALSE;
  at = skip_blanks (at, end);
  if (at == end || *at++ != '[')
    return FALSE;
  is_lost = has_prefix (at, end, "LOST ");
  if (is_lost)
    at += strlen ("LOST ");
  behind = parse_number (at, end, G_MAXINT64, &n);
  if (behind != NULL)
    at = skip_blanks (behind, end);
  if (!has_prefix (at, end, is_lost ? "EVENTS]" : "EVENTS DROPPED]"))
    return FALSE;
  note->lost_cpu = (guint32) cpu;
  note->n_lost = behind != NULL ? n : 0;
  return TRUE;
}

/* Detects the date at the start of a hitrace message: "2024/02/04 17:41:10 capture done, start to read trace." */
static gboolean
has_date (const char *at, const char *end)
{
  static const char shape[] = "0000/00/00 00:00:00 ";

  if ((gsize) (end - at) < strlen (shape))
    return FALSE;
  for (gsize i = 0; i < strlen (shape); i++)
    if (shape[i] == '0' ? !is_digit (at[i]) : at[i] != shape[i])
      return FALSE;
  return TRUE;
}

static gboolean
is_chatter (const char *at, const char *end)
{
  static const char *const beginnings[] = {
    "TRACE:",           "cpus=",       "version = ",      "CPU ",
    "capturing trace",  "done",        "hitrace ",        "start capture",
    "capture done",     "trace read",  "OpenRecording",   "DumpSnapshot",
    "TraceFinish done", "trace-cmd: ", "Kernel buffer: ", "stopping trace",
  };

  if (has_date (at, end))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (has_prefix (at, end, beginnings[i]))
      return TRUE;
  return FALSE;
}

/* Detects the output of perf script by the bracket in "swapper 0 [000] 1234.567890: sched:sched_switch: …". A number
 * and blanks precede the bracket, and no dash precedes the number. */
static gboolean
is_perf_script (const char *start, const char *bracket, const char *end)
{
  TvFtraceLine line;
  guint64 cpu;
  const char *at = bracket, *word;

  while (at > start && is_blank (at[-1]))
    at--;
  word = at;
  while (at > start && (is_digit (at[-1]) || at[-1] == '/'))
    at--;
  if (word == bracket || at == word || at == start || !is_blank (at[-1]))
    return FALSE;
  at = parse_number (bracket + 1, end, TV_FTRACE_MAX_CPU, &cpu);
  if (at == NULL || at == end || *at != ']')
    return FALSE;
  return tv_ftrace_line_parse_time (at + 1, end, &line) != NULL && !line.is_counter_clock;
}

/* Returns whether the word consists of flags and contains at least one dot or digit. */
static gboolean
is_flags (const char *at, const char *end)
{
  gboolean is_word = TRUE;

  for (; at < end; at++)
    {
      if (!is_flag (*at))
        return FALSE;
      is_word &= !is_digit (*at) && *at != '.';
    }
  return !is_word;
}

/* Returns whether the text after "-tid [cpu]" indicates a damaged event: the line ends there, or a word looks like a
 * timestamp or an event name. */
static gboolean
is_broken_event (const char *at, const char *end)
{
  for (int i = 0; i < 2; i++)
    {
      const char *word = skip_blanks (at, end);

      for (at = word; at < end && !is_blank (*at);)
        at++;
      if (word == end || is_digit (*word) || at[-1] == ':')
        return TRUE;
      if (!is_flags (word, at))
        return FALSE;
    }
  return FALSE;
}

/* Skips tid ws+ [tgid] "[" cpu "]" after the dash. Accepts numbers that are out of range. Returns NULL if the text
 * does not match. */
static const char *
skip_anchor (const char *at, const char *end)
{
  const char *tid = at, *cpu;

  at = skip_digits (at, end);
  cpu = skip_blanks (at, end);
  if (at == tid || cpu == at)
    return NULL;
  if (cpu < end && *cpu == '(')
    {
      for (at = skip_blanks (cpu + 1, end); at < end && (is_digit (*at) || *at == '-');)
        at++;
      at = skip_blanks (at, end);
      if (at == end || *at != ')')
        return NULL;
      cpu = skip_blanks (at + 1, end);
    }
  if (cpu == end || *cpu != '[')
    return NULL;
  at = skip_digits (cpu + 1, end);
  return at > cpu + 1 && at < end && *at == ']' ? at + 1 : NULL;
}

/* Detects "UNKNOWN TYPE 5". */
static gboolean
is_unknown_type (const char *start, const char *end)
{
  static const char marker[] = ": UNKNOWN TYPE ";
  const char *at = memmem (start, end - start, marker, strlen (marker));

  return at != NULL && skip_digits (at + strlen (marker), end) == end;
}

/* ---- Unsupported formats ---- */

static const char *
skip_hex (const char *at, const char *end, gsize n)
{
  const char *start = at;

  while (at < end && g_ascii_isxdigit (*at))
    at++;
  return (gsize) (at - start) == n ? skip_blanks (at, end) : NULL;
}

/* Detects pid ws cpu ws ns ws: three numbers, the last of which is long. */
static gboolean
is_raw (const char *at, const char *end)
{
  for (int i = 0; i < 3; i++)
    {
      const char *digits = at;

      at = skip_digits (at, end);
      if (at == digits || at == end || !is_blank (*at) || (i == 2 && at - digits < 6))
        return FALSE;
      at = skip_blanks (at, end);
    }
  return TRUE;
}

static gboolean
is_hex (const char *at, const char *end)
{
  at = skip_hex (at, end, 8);
  if (at != NULL)
    at = skip_hex (at, end, 8);
  return at != NULL && skip_hex (at, end, 16) != NULL;
}

/* Detects "] 1078643.784ms (+0.003ms): " after numbers. */
static gboolean
is_verbose (const char *start, const char *end)
{
  static const char ms[] = "ms (+";
  const char *at = memmem (start, end - start, ms, strlen (ms));

  return at != NULL && at > start && is_digit (at[-1]) &&
         memmem (start, at - start, "] ", 2) != NULL && memmem (at, end - at, "ms): ", 5) != NULL;
}

/* Detects a line that begins with the name of a known event. */
static gboolean
has_no_context (const char *at, const char *end)
{
  const char *colon = skip_name (at, end);

  return colon > at + 1 && colon < end && *colon == ':' &&
         tv_ftrace_event_lookup ((TvSpan){ at, colon - at }) != TV_FTRACE_EVENT_OTHER;
}

/* Detects "R 4 123.456789 1 0xfee00000 …", a line of the same form with W, and "MAP 123.456789 1 0x…". */
static gboolean
is_mmio (const char *at, const char *end)
{
  if (has_prefix (at, end, "MAP ") || has_prefix (at, end, "UNMAP "))
    at = skip_name (at, end);
  else if (has_prefix (at, end, "R ") || has_prefix (at, end, "W "))
    at = skip_digits (skip_blanks (at + 1, end), end);
  else
    return FALSE;
  at = skip_digits (skip_blanks (at, end), end);
  return at < end && *at == '.' && memmem (at, end - at, " 0x", 3) != NULL;
}

static gboolean
has_controls (const char *at, const char *end)
{
  for (; at < end; at++)
    if ((guchar) *at < '\t')
      return TRUE;
  return FALSE;
}

static TvFtraceUnsupported
find_unsupported (const char *start, const char *end)
{
  for (const char *at = start; at < end; at++)
    {
      at = memchr (at, '[', end - at);
      if (at == NULL)
        break;
      if (is_perf_script (start, at, end))
        return TV_FTRACE_UNSUPPORTED_PERF_SCRIPT;
    }
  if (has_controls (start, end))
    return TV_FTRACE_UNSUPPORTED_BINARY;
  if (is_hex (start, end))
    return TV_FTRACE_UNSUPPORTED_HEX;
  if (is_raw (start, end))
    return TV_FTRACE_UNSUPPORTED_RAW;
  if (is_verbose (start, end))
    return TV_FTRACE_UNSUPPORTED_VERBOSE;
  if (is_mmio (start, end))
    return TV_FTRACE_UNSUPPORTED_MMIO;
  return has_no_context (start, end) ? TV_FTRACE_UNSUPPORTED_NO_CONTEXT
                                     : TV_FTRACE_UNSUPPORTED_NONE;
}

static TvFtraceLineKind
classify_text (const char *start, const char *end, TvFtraceLine *out, TvFtraceNote *note)
{
  TvFtraceLineKind kind = TV_FTRACE_LINE_CONTINUATION;
  const char *at;

  for (const char *dash = start; dash < end; dash++)
    {
      dash = memchr (dash, '-', end - dash);
      if (dash == NULL)
        break;
      at = skip_anchor (dash + 1, end);
      if (at == NULL)
        continue;
      at = skip_blanks (at, end);
      if (is_broken_event (at, end))
        kind = TV_FTRACE_LINE_BAD;
      at = tv_ftrace_line_parse_time (at, end, out);
      if (at == NULL)
        continue;
      at = skip_blanks (at, end);
      if (has_prefix (at, end, "<stack trace>") || has_prefix (at, end, "<user stack trace>"))
        return TV_FTRACE_LINE_STACK;
    }
  if (kind == TV_FTRACE_LINE_BAD)
    {
      note->is_unknown_type = is_unknown_type (start, end);
      return kind;
    }
  note->unsupported = find_unsupported (start, end);
  return note->unsupported != TV_FTRACE_UNSUPPORTED_NONE ? TV_FTRACE_LINE_UNSUPPORTED : kind;
}

/**
 * tv_ftrace_line_classify:
 * @line: a line, with or without its line terminator; need not be NUL-terminated
 * @len: size of @line, in bytes
 * @out: (out caller-allocates): the parsed event; undefined for other lines
 * @note: (out caller-allocates): content of a comment or of a note about lost events; zeros for other lines
 *
 * Classifies a line. Slower than tv_ftrace_line_parse().
 *
 * Returns: kind of the line
 */
TvFtraceLineKind
tv_ftrace_line_classify (const char *line, gsize len, TvFtraceLine *out, TvFtraceNote *note)
{
  const char *end = tv_ftrace_line_get_end (line, len);
  const char *at;

  memset (note, 0, sizeof *note);
  if (tv_ftrace_line_parse (line, len, out))
    return TV_FTRACE_LINE_EVENT;
  for (at = line; at < end && (is_blank (*at) || *at == '\0');)
    at++;
  if (at == end)
    return TV_FTRACE_LINE_BLANK;
  if (*at == '#')
    {
      parse_comment (at, end, note);
      return TV_FTRACE_LINE_COMMENT;
    }
  if (parse_lost (at, end, note))
    return TV_FTRACE_LINE_LOST;
  if (has_prefix (at, end, "=> ") || has_prefix (at, end, "<stack trace>") ||
      has_prefix (at, end, "<user stack trace>"))
    return TV_FTRACE_LINE_STACK;
  if (is_chatter (at, end))
    return TV_FTRACE_LINE_CHATTER;
  return classify_text (at, end, out, note);
}
