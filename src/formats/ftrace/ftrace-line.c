/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-scan.h"

/* Parses every line of logs with hundreds of megabytes. The parser makes a single forward pass, makes no copies, and
 * does not depend on the locale. A dash that does not precede a thread id is rejected after one or two bytes. The
 * text examined after a rejected dash contains further dashes in only one word, so even malicious lines take linear
 * time. Called by ftrace-chunk.c for each line, and by the readers, the probe, the cutter and the clock reader. Pure:
 * results point into the line. */

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define MAX_SECONDS   (G_MAXINT64 / NS_PER_SECOND - 1)
#define NS_DIGITS     9

/* Limit of timestamps, so that differences between them fit into 64 bits. Corresponds to 146 years. */
#define MAX_TIME (G_MAXINT64 / 2)

/* Maximum length of a thread name in the kernel, in bytes. A longer name begins with the name of a buffer. */
#define MAX_COMM 15

#define NS_PER_US 1000
#define US_DIGITS 6

/* Parses "(" ws* (digits | "-"+) ws* ")". */
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

/* Parses tid ws+ [tgid] "[", starting after the dash. Returns a pointer to the bracket, or to the CPU digits if there
 * is no bracket, see parse_latency_stamp(). */
static inline const char *
parse_prefix (const char *at, const char *end, TvFtraceLine *out)
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
  return at < end && (*at == '[' || is_digit (*at)) ? at : NULL;
}

/* Parses "[" cpu "]". */
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

/* Parses up to nine digits after a dot, and converts them to ns. Returns a pointer after all digits. */
static inline const char *
parse_fraction (const char *at, const char *end, guint64 *fraction)
{
  static const guint32 units[WORD_BYTES] = { 0,      100000000, 10000000, 1000000,
                                             100000, 10000,     1000,     100 };
  const char *start = at, *max = MIN (end, at + NS_DIGITS);

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
  for (; at < max && is_digit (*at); at++)
    *fraction = *fraction * 10 + (*at - '0');
  for (gsize n = at - start; n < NS_DIGITS; n++)
    *fraction *= 10;
  return skip_digits (at, end);
}

/* Parses digits "." digits ":", or digits ":". Returns a pointer after the colon, or NULL. */
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

/* Returns the start of the timestamp in a word that may begin with flags, such as "...1683201.354908". The flags
 * occupy at least four columns, so leading digits may belong to them. */
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

/* Parses ws* [flags ws*] timestamp ":". */
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

/* Parses digits "us", an optional mark for the delay until the next event, and a colon. Otherwise, parses an ordinary
 * timestamp. Returns a pointer after the colon, or NULL. */
static const char *
parse_latency_time (const char *at, const char *end, TvFtraceLine *out)
{
  guint64 us;
  const char *behind = parse_number (at, end, MAX_TIME / NS_PER_US, &us);

  if (behind == NULL || end - behind < 2 || behind[0] != 'u' || behind[1] != 's')
    return parse_timestamp (at, end, out);
  for (behind += 2; behind < end && *behind != '\0' && strchr (" +!#*@$", *behind) != NULL;)
    behind++;
  if (behind == end || *behind != ':')
    return NULL;
  out->is_counter_clock = FALSE;
  out->n_timestamp_digits = US_DIGITS;
  out->timestamp = (gint64) us * NS_PER_US;
  return behind + 1;
}

/* Parses cpu flags ws+ time: "0d.h1. 8531us+:" with the kernel option latency-format, or "0d.h1. 1305.139757:" as
 * printed by trace-cmd report -l. */
static const char *
parse_latency_stamp (const char *at, const char *end, TvFtraceLine *out)
{
  guint64 cpu;
  const char *flags;

  flags = parse_number (at, end, TV_FTRACE_MAX_CPU, &cpu);
  if (flags == NULL)
    return NULL;
  for (at = flags; at < end && is_flag (*at);)
    at++;
  if (at == end || !is_blank (*at) || at - flags < TV_FTRACE_MIN_FLAGS ||
      at - flags > TV_FTRACE_MAX_FLAGS)
    return NULL;
  out->cpu = (guint32) cpu;
  out->flags = (TvSpan){ flags, at - flags };
  return parse_latency_time (skip_blanks (at, end), end, out);
}

/**
 * tv_ftrace_line_parse_time:
 * @at: text after the CPU of a line
 * @end: end of the line
 * @out: (inout): receives flags and timestamp
 *
 * Parses the optional flags and the timestamp of a line.
 *
 * Returns: (nullable): pointer after the colon; %NULL if there is no timestamp
 */
const char *
tv_ftrace_line_parse_time (const char *at, const char *end, TvFtraceLine *out)
{
  return parse_flags_and_time (at, end, out);
}

/**
 * tv_ftrace_line_get_end:
 * @line: a line, with or without its line terminator
 * @len: size of @line, in bytes
 *
 * Returns: pointer to the line terminator; an escaped one also counts, because some logs were copied from source code
 */
const char *
tv_ftrace_line_get_end (const char *line, gsize len)
{
  const char *end = line + len;

  while (end > line && (end[-1] == '\n' || end[-1] == '\r'))
    end--;
  if (G_UNLIKELY (end - line >= 3 && end[-1] == '\\') && end[-2] == 'n' && end[-3] == '\\')
    end -= 3;
  return end;
}

/**
 * tv_ftrace_line_next:
 * @at: (inout): current position
 * @end: end of the text
 * @line: (out): the next line, without its line feed
 *
 * Gets the next line and advances @at past the line.
 *
 * Returns: %FALSE at the end of the text
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
 *
 * Returns: whether the timestamp is valid; an invalid one is, for example, "0.0", which systrace writes in the lines
 * that it adds
 */
gboolean
tv_ftrace_line_has_time (const TvFtraceLine *line)
{
  if (line->timestamp == 0 && line->n_timestamp_digits < US_DIGITS)
    return line->is_counter_clock;
  return line->timestamp <= MAX_TIME;
}

/* Skips "(+12) ", the time difference that trace-cmd report --ts-diff prints. */
static const char *
skip_difference (const char *at, const char *end)
{
  const char *digits = at + 2, *behind;

  if (end - at < 2 || at[1] != '+')
    return at;
  behind = skip_digits (digits, end);
  if (behind == digits || behind == end || *behind != ')')
    return at;
  return skip_blanks (behind + 1, end);
}

/**
 * tv_ftrace_line_parse_stamp:
 * @at: end of the line prefix
 * @end: end of the line, without its line terminator
 * @out: (inout): receives CPU, flags and timestamp
 *
 * Parses a line after its prefix, if the same prefix has already been parsed. Because the remainder begins with the
 * CPU, equal prefixes always have the same meaning.
 *
 * Returns: (nullable): pointer to the event name, for tv_ftrace_line_parse_event(); %NULL if there is none; the
 * caller must then parse the whole line with tv_ftrace_line_parse()
 */
const char *
tv_ftrace_line_parse_stamp (const char *at, const char *end, TvFtraceLine *out)
{
  const char *name;

  if (G_UNLIKELY (at < end && *at != '['))
    at = parse_latency_stamp (at, end, out);
  else
    {
      at = parse_cpu (at, end, out);
      if (at != NULL)
        at = parse_flags_and_time (at, end, out);
    }
  if (at == NULL)
    return NULL;
  name = skip_blanks (at, end);
  if (G_UNLIKELY (name < end && *name == '('))
    name = skip_difference (name, end);
  return name > at ? name : NULL;
}

/* Parses "vfs_read <-ksys_read" with optional offsets, addresses, modules or arguments. These never contain a colon;
 * a colon before the arrow is part of a thread name. */
static gboolean
parse_function (const char *at, const char *name_end, const char *end, TvFtraceLine *out)
{
  static const char function[] = "function";
  const char *colon = memchr (name_end, ':', end - name_end);
  const char *arrow = memmem (name_end, (colon != NULL ? colon : end) - name_end, " <-", 3);

  if (arrow == NULL || arrow + 3 == end || is_blank (arrow[3]))
    return FALSE;
  out->event = (TvSpan){ function, strlen (function) };
  out->args = (TvSpan){ at, end - at };
  return TRUE;
}

/* Parses "tracing_mark_write <ffffffff8149ab1a>: B|1|a", as printed with the kernel option sym-addr. */
static gboolean
parse_writer (const char *at, const char *name_end, const char *end, TvFtraceLine *out)
{
  const char *behind = skip_blanks (name_end, end);

  if (behind == end || *behind != '<')
    return FALSE;
  for (behind++; behind < end && g_ascii_isxdigit (*behind);)
    behind++;
  if (end - behind < 2 || behind[0] != '>' || behind[1] != ':')
    return FALSE;
  behind = skip_blanks (behind + 2, end);
  out->event = (TvSpan){ at, name_end - at };
  out->args = (TvSpan){ behind, end - behind };
  return TRUE;
}

/* Parses "1234:120:R ==> [000] 45: 0:R bash", as printed by the wakeup tracers. A wakeup contains " +" instead of the
 * arrow. The resulting event names are those of the kernel's ftrace entries. */
static gboolean
parse_wakeup (const char *at, const char *colon, const char *end, TvFtraceLine *out)
{
  static const char woken[] = "wakeup", switched[] = "context_switch";
  const char *priority = skip_blanks (colon + 1, end), *behind = skip_digits (priority, end);
  gboolean is_switch;

  if (skip_digits (at, colon) != colon || behind == priority || end - behind < 7 ||
      behind[0] != ':' || !g_ascii_isalpha (behind[1]))
    return FALSE;
  behind = skip_blanks (behind + 2, end);
  is_switch = end - behind > 5 && memcmp (behind, "==> [", 5) == 0;
  if (!is_switch && (end - behind < 3 || memcmp (behind, "+ [", 3) != 0))
    return FALSE;
  out->event = is_switch ? (TvSpan){ switched, strlen (switched) }
                         : (TvSpan){ woken, strlen (woken) };
  out->args = (TvSpan){ at, end - at };
  return TRUE;
}

/**
 * tv_ftrace_line_parse_event:
 * @at: start of the event name
 * @end: end of the line, without its line terminator
 * @out: (inout): receives the name and arguments of the event
 *
 * Parses event ":" ws* args. The result depends only on these bytes. A line of the function tracer, `function
 * <-caller`, becomes an event "function", as in trace-cmd.
 *
 * Returns: %FALSE if the text is not an event; the caller must then parse the whole line with tv_ftrace_line_parse()
 */
gboolean
tv_ftrace_line_parse_event (const char *at, const char *end, TvFtraceLine *out)
{
  const char *colon = skip_name (at, end);
  const char *args;

  if (colon == at || colon == end)
    return FALSE;
  out->payload = (TvSpan){ at, end - at };
  if (G_UNLIKELY (*colon != ':'))
    return parse_function (at, colon, end, out) || parse_writer (at, colon, end, out);
  if (G_UNLIKELY (is_digit (*at)) && parse_wakeup (at, colon, end, out))
    return TRUE;
  args = skip_blanks (colon + 1, end);
  out->event = (TvSpan){ at, colon - at };
  out->args = (TvSpan){ args, end - args };
  return TRUE;
}

/* Parses the thread and the stamp at the first `-tid [(tgid)] [cpu]` that precedes a stamp. Starts the search at
 * @dash, and sets @dash to the dash before the thread id. Returns a pointer to the event name, or NULL. */
static const char *
parse_before_event (const char *line, const char **dash, const char *end, TvFtraceLine *out)
{
  for (; *dash < end; ++*dash)
    {
      const char *bracket, *event;

      *dash = memchr (*dash, '-', end - *dash);
      if (*dash == NULL)
        return NULL;
      bracket = parse_prefix (*dash + 1, end, out);
      event = bracket != NULL ? tv_ftrace_line_parse_stamp (bracket, end, out) : NULL;
      if (event == NULL)
        continue;
      out->prefix = (TvSpan){ line, bracket - line };
      return event;
    }
  return NULL;
}

/* Returns whether the line is a comment. No event begins like a comment: the kernel pads thread names to 16
 * columns, one more than their maximum length. */
static inline gboolean
is_comment (const char *line, gsize len)
{
  return len >= 2 && line[0] == '#' && (is_blank (line[1]) || line[1] == '#');
}

/* Skips the buffer's name in "buffer: comm", which trace-cmd prints for named buffers. */
static TvSpan
skip_buffer (TvSpan comm)
{
  const char *end = comm.text + comm.size, *name;

  if (G_LIKELY (comm.size <= MAX_COMM))
    return comm;
  name = memmem (comm.text, comm.size, ": ", 2);
  if (name == NULL || name == comm.text)
    return comm;
  name = skip_blanks (name + 1, end);
  return end - name <= MAX_COMM ? (TvSpan){ name, end - name } : comm;
}

/**
 * tv_ftrace_line_parse:
 * @line: a line, with or without its line terminator; need not be NUL-terminated
 * @len: size of @line, in bytes
 * @out: (out caller-allocates): the parsed event; undefined on failure
 *
 * Parses an event. A thread name may itself look like a thread id and a CPU. Uses the first `-tid [(tgid)] [cpu]`
 * that precedes an event.
 *
 * Returns: whether the line is an event
 */
gboolean
tv_ftrace_line_parse (const char *line, gsize len, TvFtraceLine *out)
{
  const char *end = tv_ftrace_line_get_end (line, len);
  const char *comm = skip_blanks (line, end), *dash = comm, *event;

  if (is_comment (line, len))
    return FALSE;
  for (; (event = parse_before_event (line, &dash, end, out)) != NULL; dash++)
    if (tv_ftrace_line_parse_event (event, end, out))
      {
        out->comm = skip_buffer ((TvSpan){ comm, dash - comm });
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_ftrace_line_parse_as:
 * @line: a line that tv_ftrace_line_parse() rejected
 * @len: size of @line, in bytes
 * @name: name of the event
 * @out: (out caller-allocates): the parsed event; undefined on failure
 *
 * Parses a line of a tracer that prints arguments without an event name.
 *
 * Returns: whether the line is an event
 */
gboolean
tv_ftrace_line_parse_as (const char *line, gsize len, TvSpan name, TvFtraceLine *out)
{
  const char *end = tv_ftrace_line_get_end (line, len);
  const char *comm = skip_blanks (line, end), *dash = comm, *event;

  if (is_comment (line, len))
    return FALSE;
  event = parse_before_event (line, &dash, end, out);
  if (event == NULL || event == end || *event == '<')
    return FALSE;
  out->comm = skip_buffer ((TvSpan){ comm, dash - comm });
  out->event = name;
  out->payload = out->args = (TvSpan){ event, end - event };
  return TRUE;
}

/* Number of flags in kernels with real-time patches. They insert need-resched-lazy before the flag for
 * interrupts. */
#define REAL_TIME_FLAGS 7

/**
 * tv_ftrace_line_get_irq_context:
 *
 * Returns: whether an interrupt was being handled: 1 or 0; -1 if unknown
 */
gint8
tv_ftrace_line_get_irq_context (const TvFtraceLine *self)
{
  if (self->flags.size < TV_FTRACE_MIN_FLAGS)
    return -1;
  switch (self->flags.text[self->flags.size >= REAL_TIME_FLAGS ? 3 : 2])
    {
    case '.':
      return 0;
    case 'h':
    case 'H':
    case 's':
    case 'z':
    case 'Z':
      return 1;
    default:
      return -1;
    }
}
