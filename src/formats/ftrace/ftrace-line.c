/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-line.h"

#include <string.h>

/* Every line of a log of hundreds of megabytes goes through here: one pass forward, no copies,
 * no locale. A dash that begins no thread id is left after a byte or two, and what is looked at
 * behind a wrong one holds no further dash but in one word, so even a hostile line takes linear
 * time. */

#define MAX_FLAGS 8 /* kernels with real-time patches have as many */
#define MIN_FLAGS 4

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define MAX_SECONDS   (G_MAXINT64 / NS_PER_SECOND - 1)
#define NS_DIGITS     9

/* Differences of times must fit in 64 bits; in ns this is after 146 years. */
#define MAX_TIME (G_MAXINT64 / 2)

static inline gboolean
is_digit (char c)
{
  return (guchar) (c - '0') < 10;
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Dots, letters and hexadecimal digits. */
static inline gboolean
is_flag (char c)
{
  return is_digit (c) || c == '.' || (guchar) ((c | 0x20) - 'a') < 26;
}

static inline const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && is_blank (*at))
    at++;
  return at;
}

static inline const char *
skip_digits (const char *at, const char *end)
{
  while (at < end && is_digit (*at))
    at++;
  return at;
}

/* Reads at least one digit; NULL if there is none or the number is larger than max, which is
 * G_MAXINT64 at most. */
static inline const char *
parse_number (const char *at, const char *end, guint64 max, guint64 *number)
{
  guint64 value = 0;
  const char *start = at;

  for (; at < end && is_digit (*at); at++)
    {
      guint digit = *at - '0';

      if (G_UNLIKELY (value > max / 10))
        return NULL;
      value = value * 10 + digit;
      if (G_UNLIKELY (value > max))
        return NULL;
    }
  *number = value;
  return at > start ? at : NULL;
}

/* "(" ws* (digits | "-"+) ws* ")" */
static const char *
parse_tgid (const char *at, const char *end, gint32 *tgid)
{
  guint64 number;

  at = skip_blanks (at + 1, end);
  if (at < end && *at == '-')
    while (at < end && *at == '-')
      at++;
  else
    {
      at = parse_number (at, end, G_MAXINT32, &number);
      if (at == NULL)
        return NULL;
      *tgid = (gint32) number;
    }
  at = skip_blanks (at, end);
  return at < end && *at == ')' ? skip_blanks (at + 1, end) : NULL;
}

/* tid ws+ [tgid] "[", from behind the dash; returns where the bracket is. */
static inline const char *
parse_head (const char *at, const char *end, TvFtraceLine *out)
{
  guint64 number;

  at = parse_number (at, end, G_MAXINT32, &number);
  if (at == NULL || at == end || !is_blank (*at))
    return NULL;
  out->tid = (gint32) number;
  out->tgid = -1;
  at = skip_blanks (at, end);
  if (at < end && *at == '(')
    {
      at = parse_tgid (at, end, &out->tgid);
      if (at == NULL)
        return NULL;
    }
  return at < end && *at == '[' ? at : NULL;
}

/* "[" cpu "]" */
static inline const char *
parse_cpu (const char *at, const char *end, TvFtraceLine *out)
{
  guint64 number;

  if (at == end || *at != '[')
    return NULL;
  at = parse_number (at + 1, end, TV_FTRACE_MAX_CPU, &number);
  if (at == NULL || at == end || *at != ']')
    return NULL;
  out->cpu = (guint32) number;
  return at + 1;
}

/* Digits, a dot and digits, or digits alone, then a colon; returns what is behind it. */
static inline const char *
parse_timestamp (const char *at, const char *end, TvFtraceLine *out)
{
  guint64 seconds, fraction = 0;
  const char *dot, *most;

  at = parse_number (at, end, G_MAXINT64, &seconds);
  if (at == NULL || at == end)
    return NULL;
  out->is_counter_clock = *at == ':';
  out->n_timestamp_digits = 0;
  if (out->is_counter_clock)
    {
      out->timestamp = (gint64) seconds;
      return at + 1;
    }
  if (*at != '.' || seconds > MAX_SECONDS)
    return NULL;
  dot = at++;
  most = MIN (end, at + NS_DIGITS);
  for (; at < most && is_digit (*at); at++)
    fraction = fraction * 10 + (*at - '0');
  for (gsize n = at - dot - 1; n < NS_DIGITS; n++)
    fraction *= 10;
  at = skip_digits (at, end);
  if (at == dot + 1 || at == end || *at != ':')
    return NULL;
  out->n_timestamp_digits = (guint) MIN (at - dot - 1, G_MAXUINT16);
  out->timestamp = (gint64) (seconds * NS_PER_SECOND + fraction);
  return at + 1;
}

/* Where the time begins in a word that may have the flags before it: "...1683201.354908". Flags
 * are four columns at least, so digits fill them up. */
static const char *
split_flags (const char *word, const char *end)
{
  const char *at = end, *whole_end = end;

  while (at > word && is_digit (at[-1]))
    at--;
  if (at - word >= 2 && at[-1] == '.' && is_digit (at[-2]))
    {
      whole_end = --at;
      while (at > word && is_digit (at[-1]))
        at--;
    }
  if (at > word && at - word < MIN_FLAGS && whole_end - word > MIN_FLAGS)
    at = word + MIN_FLAGS;
  return at;
}

/* ws* [flags ws*] timestamp ":" */
static inline const char *
parse_flags_and_time (const char *at, const char *end, TvFtraceLine *out)
{
  const char *word = skip_blanks (at, end);
  const char *time;

  for (at = word; at < end && is_flag (*at);)
    at++;
  if (at == end)
    return NULL;
  if (*at == ':')
    time = split_flags (word, at);
  else if (is_blank (*at))
    time = at;
  else
    return NULL;
  if (time - word > MAX_FLAGS)
    return NULL;
  out->flags = (TvSpan){ word, time - word };
  return parse_timestamp (skip_blanks (time, end), end, out);
}

/* ws+ event ":" ws* args */
static inline gboolean
parse_event (const char *at, const char *end, TvFtraceLine *out)
{
  const char *name = skip_blanks (at, end);

  if (name == at)
    return FALSE;
  for (at = name; at < end && *at != ':' && !is_blank (*at);)
    at++;
  if (at == name || at == end || *at != ':')
    return FALSE;
  out->event = (TvSpan){ name, at - name };
  at = skip_blanks (at + 1, end);
  out->args = (TvSpan){ at, end - at };
  return TRUE;
}

/**
 * tv_ftrace_line_get_end:
 * @line: a line, with or without its end
 * @len: its bytes
 *
 * Returns: where it ends, without what ends it
 */
const char *
tv_ftrace_line_get_end (const char *line, gsize len)
{
  const char *end = line + len;

  while (end > line && (end[-1] == '\n' || end[-1] == '\r'))
    end--;
  return end;
}

/**
 * tv_ftrace_line_next:
 * @at: (inout): where in a text
 * @end: where the text ends
 * @line: (out): the line that begins there, without its line feed
 *
 * Returns: whether there was another line
 */
gboolean
tv_ftrace_line_next (const char **at, const char *end, TvSpan *line)
{
  const char *feed;

  if (*at >= end)
    return FALSE;
  feed = memchr (*at, '\n', end - *at);
  *line = (TvSpan){ *at, (feed != NULL ? feed : end) - *at };
  *at = feed != NULL ? feed + 1 : end;
  return TRUE;
}

/**
 * tv_ftrace_line_has_time:
 * @line: an event
 *
 * Returns: whether its time is one: the kernel prints µs or ns, or a count of ticks
 */
gboolean
tv_ftrace_line_has_time (const TvFtraceLine *line)
{
  return (line->n_timestamp_digits == 6 || line->n_timestamp_digits == 9 ||
          line->is_counter_clock) &&
         line->timestamp <= MAX_TIME;
}

/**
 * tv_ftrace_line_parse_behind_head:
 * @at: where a line's head ends
 * @end: where the line ends, without what ends it
 * @out: (inout): what is behind the head is set
 *
 * For a line of which another began with the same head: as the rest begins with the CPU, heads that
 * are the same mean the same.
 *
 * Returns: whether the line is an event; if not, tv_ftrace_line_parse() has to look at all of it
 */
gboolean
tv_ftrace_line_parse_behind_head (const char *at, const char *end, TvFtraceLine *out)
{
  at = parse_cpu (at, end, out);
  if (at != NULL)
    at = parse_flags_and_time (at, end, out);
  return at != NULL && parse_event (at, end, out);
}

/**
 * tv_ftrace_line_parse:
 * @line: a line, with or without its end; need not be terminated
 * @len: its bytes
 * @out: (out caller-allocates): its parts; undefined if there is no event
 *
 * A thread's name may hold what looks like a thread's id and a CPU: taken is the first
 * `-tid [(tgid)] [cpu]` that makes all of the rest an event.
 *
 * Returns: whether the line is an event
 */
gboolean
tv_ftrace_line_parse (const char *line, gsize len, TvFtraceLine *out)
{
  const char *end = tv_ftrace_line_get_end (line, len);
  const char *comm, *bracket;

  /* The kernel pads a name to 16 columns, more than it can have: none begins a line so. */
  if (len >= 2 && line[0] == '#' && (is_blank (line[1]) || line[1] == '#'))
    return FALSE;
  comm = skip_blanks (line, end);
  for (const char *dash = comm; dash < end; dash++)
    {
      dash = memchr (dash, '-', end - dash);
      if (dash == NULL)
        return FALSE;
      bracket = parse_head (dash + 1, end, out);
      if (bracket == NULL || !tv_ftrace_line_parse_behind_head (bracket, end, out))
        continue;
      out->head = (TvSpan){ line, bracket - line };
      out->comm = (TvSpan){ comm, dash - comm };
      return TRUE;
    }
  return FALSE;
}

static gboolean
has_prefix (const char *at, const char *end, const char *prefix)
{
  gsize size = strlen (prefix);

  return (gsize) (end - at) >= size && memcmp (at, prefix, size) == 0;
}

/* "# entries-in-buffer/entries-written: 6138/6138   #P:4" */
static void
parse_comment (const char *at, const char *end, TvFtraceNote *note)
{
  static const char entries[] = "entries-in-buffer/entries-written:";
  guint64 in_buffer, written, n_cpus;

  while (at < end && (*at == '#' || is_blank (*at)))
    at++;
  if (!has_prefix (at, end, entries))
    return;
  at = parse_number (skip_blanks (at + strlen (entries), end), end, G_MAXINT64, &in_buffer);
  if (at == NULL || at == end || *at != '/')
    return;
  at = parse_number (at + 1, end, G_MAXINT64, &written);
  if (at == NULL)
    return;
  note->has_entries = TRUE;
  note->n_in_buffer = in_buffer;
  note->n_written = written;
  at = skip_blanks (at, end);
  if (has_prefix (at, end, "#P:") &&
      parse_number (at + 3, end, TV_FTRACE_MAX_CPU + 1, &n_cpus) != NULL)
    note->n_cpus = (guint32) n_cpus;
}

/* "CPU:3 [LOST 12 EVENTS]" and "CPU:3 [LOST EVENTS]" by the kernel, "CPU:3 [12 EVENTS DROPPED]"
 * and "CPU:3 [EVENTS DROPPED]" by trace-cmd. */
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

/* "2024/02/04 17:41:10 capture done, start to read trace.": hitrace's own words. */
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

/* From behind "-tid ws+": "0d.h1.  102us+: event", or with a gap "3d..2 12345us : event". */
static gboolean
is_latency (const char *at, const char *end)
{
  const char *flags, *behind;

  flags = skip_digits (at, end);
  for (behind = flags; behind < end && (is_flag (*behind) || *behind == '#');)
    behind++;
  if (flags == at || behind - flags < MIN_FLAGS || behind - flags > MAX_FLAGS)
    return FALSE;
  at = skip_blanks (behind, end);
  behind = skip_digits (at, end);
  return behind > at && has_prefix (behind, end, "us");
}

/* From the bracket of "swapper  0 [000]  1234.567890: sched:sched_switch: …": a number and
 * blanks are before it, and no dash before the number. */
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
  return parse_flags_and_time (at + 1, end, &line) != NULL && !line.is_counter_clock;
}

/* Dots or digits, perhaps among letters. */
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

/* Behind "-tid [cpu]": the line ends, or something like a time is where one should be. */
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

/* tid ws+ [tgid] "[" cpu "]", from behind the dash, also with numbers that are too large. */
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

static TvFtraceLineKind
classify_text (const char *start, const char *end, TvFtraceLine *out)
{
  TvFtraceLineKind kind = TV_FTRACE_LINE_CONTINUATION;
  const char *at;
  guint64 tid;

  for (const char *dash = start; dash < end; dash++)
    {
      dash = memchr (dash, '-', end - dash);
      if (dash == NULL)
        break;
      at = parse_number (dash + 1, end, G_MAXINT32, &tid);
      if (at != NULL && at < end && is_blank (*at) && is_latency (skip_blanks (at, end), end))
        return TV_FTRACE_LINE_LATENCY;
      at = skip_anchor (dash + 1, end);
      if (at == NULL)
        continue;
      at = skip_blanks (at, end);
      if (is_broken_event (at, end))
        kind = TV_FTRACE_LINE_BAD;
      at = parse_flags_and_time (at, end, out);
      if (at == NULL)
        continue;
      at = skip_blanks (at, end);
      if (has_prefix (at, end, "<stack trace>") || has_prefix (at, end, "<user stack trace>"))
        return TV_FTRACE_LINE_STACK;
    }
  if (kind == TV_FTRACE_LINE_BAD)
    return kind;
  for (at = start; at < end; at++)
    {
      at = memchr (at, '[', end - at);
      if (at == NULL)
        break;
      if (is_perf_script (start, at, end))
        return TV_FTRACE_LINE_PERF_SCRIPT;
    }
  return kind;
}

/**
 * tv_ftrace_line_classify:
 * @line: a line, with or without its end; need not be terminated
 * @len: its bytes
 * @out: (out caller-allocates): the parts of an event; undefined if it is none
 * @note: (out caller-allocates): what a comment or a line about lost events says, else zeros
 *
 * For lines which tv_ftrace_line_parse() refused, and for looking whether a text is a log.
 *
 * Returns: what the line is
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
  return classify_text (at, end, out);
}
