/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-scan.h"

/* Every line of a log of hundreds of megabytes goes through here: one pass forward, no copies,
 * no locale. A dash that begins no thread id is left after a byte or two, and what is looked at
 * behind a wrong one holds no further dash but in one word, so even a hostile line takes linear
 * time. */

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define MAX_SECONDS   (G_MAXINT64 / NS_PER_SECOND - 1)
#define NS_DIGITS     9

/* Differences of times must fit in 64 bits; in ns this is after 146 years. */
#define MAX_TIME (G_MAXINT64 / 2)

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

/* Reads up to nine digits behind a dot, as ns; returns what is behind all digits. */
static inline const char *
parse_fraction (const char *at, const char *end, guint64 *fraction)
{
  static const guint32 units[WORD_BYTES] = { 0,      100000000, 10000000, 1000000,
                                             100000, 10000,     1000,     100 };
  const char *start = at, *most = MIN (end, at + NS_DIGITS);

  *fraction = 0;
  if (G_LIKELY (end - at >= WORD_BYTES))
    {
      guint64 word = load_word (at);
      guint n = count_digits (word);

      if (G_LIKELY (n > 0 && n < WORD_BYTES))
        {
          *fraction = (guint64) get_number (word, n) * units[n];
          return at + n;
        }
    }
  for (; at < most && is_digit (*at); at++)
    *fraction = *fraction * 10 + (*at - '0');
  for (gsize n = at - start; n < NS_DIGITS; n++)
    *fraction *= 10;
  return skip_digits (at, end);
}

/* Digits, a dot and digits, or digits alone, then a colon; returns what is behind it. */
static inline const char *
parse_timestamp (const char *at, const char *end, TvFtraceLine *out)
{
  guint64 seconds, fraction;
  const char *dot;

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
  dot = at;
  at = parse_fraction (dot + 1, end, &fraction);
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
  if (at > word && at - word < TV_FTRACE_MIN_FLAGS && whole_end - word > TV_FTRACE_MIN_FLAGS)
    at = word + TV_FTRACE_MIN_FLAGS;
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
  if (time - word > TV_FTRACE_MAX_FLAGS)
    return NULL;
  out->flags = (TvSpan){ word, time - word };
  return parse_timestamp (skip_blanks (time, end), end, out);
}

/**
 * tv_ftrace_line_parse_time:
 * @at: what is behind a line's CPU
 * @end: where the line ends
 * @out: (inout): its flags and time are set
 *
 * Returns: (nullable): what is behind the time's colon, or %NULL if there is no time
 */
const char *
tv_ftrace_line_parse_time (const char *at, const char *end, TvFtraceLine *out)
{
  return parse_flags_and_time (at, end, out);
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
 * tv_ftrace_line_parse_stamp:
 * @at: where a line's head ends
 * @end: where the line ends, without what ends it
 * @out: (inout): its CPU, flags and time are set
 *
 * For a line of which another began with the same head: as the rest begins with the CPU, heads that
 * are the same mean the same.
 *
 * Returns: (nullable): where the event's name begins, for tv_ftrace_line_parse_event(); or %NULL if
 *   there is none, and tv_ftrace_line_parse() has to look at all of the line
 */
const char *
tv_ftrace_line_parse_stamp (const char *at, const char *end, TvFtraceLine *out)
{
  const char *name;

  at = parse_cpu (at, end, out);
  if (at != NULL)
    at = parse_flags_and_time (at, end, out);
  if (at == NULL)
    return NULL;
  name = skip_blanks (at, end);
  return name > at ? name : NULL;
}

/**
 * tv_ftrace_line_parse_event:
 * @at: where the event's name begins
 * @end: where the line ends, without what ends it
 * @out: (inout): the event's name and args are set
 *
 * Reads event ":" ws* args. Bytes that are the same mean the same in any line.
 *
 * Returns: whether the line is an event; if not, tv_ftrace_line_parse() has to look at all of it
 */
gboolean
tv_ftrace_line_parse_event (const char *at, const char *end, TvFtraceLine *out)
{
  const char *colon = skip_name (at, end);
  const char *args;

  if (colon == at || colon == end || *colon != ':')
    return FALSE;
  args = skip_blanks (colon + 1, end);
  out->event = (TvSpan){ at, colon - at };
  out->args = (TvSpan){ args, end - args };
  return TRUE;
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
  const char *comm, *bracket, *event;

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
      if (bracket == NULL)
        continue;
      event = tv_ftrace_line_parse_stamp (bracket, end, out);
      if (event == NULL || !tv_ftrace_line_parse_event (event, end, out))
        continue;
      out->head = (TvSpan){ line, bracket - line };
      out->comm = (TvSpan){ comm, dash - comm };
      return TRUE;
    }
  return FALSE;
}
