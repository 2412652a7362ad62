/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-mark.h"

#include <string.h>

/* Parses the messages of trace_marker, such as `B|48|name`, in the syntax of atrace, hitrace and HiTraceMeter. Called
 * by kernel-args.c for events, by ftrace-clock.c and by the cutters; ftrace-handlers-marks.c iterates over the
 * arguments of marks. Pure: the names in a mark point into the text or are static. */

#define CHAIN_DIGITS 16 /* number of hexadecimal digits of a 64-bit id */

static const char empty_name[] = "(empty)";

static inline gboolean
is_digit (char c)
{
  return (guchar) (c - '0') < 10;
}

static inline const char *
find_bar (const char *at, const char *end)
{
  const char *bar = memchr (at, '|', end - at);

  return bar != NULL ? bar : end;
}

static inline gboolean
has_prefix (const char *at, const char *end, const char *prefix, gsize size)
{
  return (gsize) (end - at) >= size && memcmp (at, prefix, size) == 0;
}

#define HAS_PREFIX(at, end, prefix) has_prefix (at, end, prefix, sizeof (prefix) - 1)

/* Returns whether the whole field is a tag, [DICM](\d\d)+. */
static inline gboolean
is_tag (const char *at, const char *end)
{
  if (end - at < 3 || (end - at) % 2 == 0)
    return FALSE;
  if (*at != 'D' && *at != 'I' && *at != 'C' && *at != 'M')
    return FALSE;
  while (++at < end)
    if (!is_digit (*at))
      return FALSE;
  return TRUE;
}

static inline gboolean
is_integer (const char *at, const char *end)
{
  if (at < end && *at == '-')
    at++;
  if (at == end)
    return FALSE;
  for (; at < end; at++)
    if (!is_digit (*at))
      return FALSE;
  return TRUE;
}

/* Parses a number that is_integer() accepts. Returns FALSE if the number exceeds 64 bits. */
static gboolean
read_integer (const char *at, const char *end, gint64 *number)
{
  gboolean is_negative = *at == '-';
  guint64 max = (guint64) G_MAXINT64 + is_negative;
  guint64 value = 0;

  for (at += is_negative; at < end; at++)
    {
      guint digit = *at - '0';

      if (value > (max - digit) / 10)
        return FALSE;
      value = value * 10 + digit;
    }
  *number = is_negative ? (gint64) (0 - value) : (gint64) value;
  return TRUE;
}

static const char *
parse_hex (const char *at, const char *end, guint64 *number)
{
  const char *start = at;
  guint64 value = 0;

  for (; at < end; at++)
    {
      guint digit;

      if (is_digit (*at))
        digit = *at - '0';
      else if (*at >= 'a' && *at <= 'f')
        digit = *at - 'a' + 10;
      else
        break;
      value = value << 4 | digit;
    }
  *number = value;
  return at > start && at - start <= CHAIN_DIGITS ? at : NULL;
}

/* Parses "[chain,span,parent]#", followed in old logs by "C##" or "S##", and by further "#". Returns a pointer after
 * the last "#"; @at if there is no chain; NULL if the chain is malformed. */
static const char *
parse_chain (const char *at, const char *end, TvFtraceMark *out)
{
  guint64 ids[3];

  if (at == end || *at != '[')
    return at;
  for (int i = 0; i < 3; i++)
    {
      const char *behind = parse_hex (at + 1, end, &ids[i]);

      if (behind == NULL || behind == end || *behind != (i < 2 ? ',' : ']'))
        return NULL;
      at = behind;
    }
  if (++at == end || *at++ != '#')
    return NULL;
  out->has_chain = TRUE;
  out->chain_id = ids[0];
  out->span_id = ids[1];
  out->parent_span_id = ids[2];
  if (HAS_PREFIX (at, end, "C##") || HAS_PREFIX (at, end, "S##"))
    {
      out->chain_side = *at;
      at += strlen ("C##");
    }
  while (at < end && *at == '#')
    at++;
  return at;
}

static inline void
set_name (TvFtraceMark *out, const char *at, const char *end)
{
  if (HAS_PREFIX (at, end, "H:"))
    {
      const char *behind;

      out->is_hitrace = TRUE;
      at += strlen ("H:");
      behind = parse_chain (at, end, out);
      if (behind != NULL)
        at = behind;
    }
  out->name = at < end ? (TvSpan){ at, end - at } : (TvSpan){ empty_name, strlen (empty_name) };
}

static inline void
set_tag (TvFtraceMark *out, const char *at, const char *end)
{
  out->level = *at;
  out->tags = (TvSpan){ at + 1, end - at - 1 };
}

/* Parses name ["|" TAG ["|" args]]. */
static void
parse_begin (const char *at, const char *end, TvFtraceMark *out)
{
  const char *start = at, *field_end;

  for (field_end = find_bar (at, end); field_end < end;)
    {
      const char *field = field_end + 1;

      field_end = find_bar (field, end);
      if (field - 1 == start || !is_tag (field, field_end))
        continue;
      set_name (out, start, field - 1);
      set_tag (out, field, field_end);
      if (field_end < end)
        out->args = (TvSpan){ field_end + 1, end - field_end - 1 };
      return;
    }
  set_name (out, start, end);
}

/* Parses [TAG], or name "|" args "|" category as written by Chromium. */
static void
parse_end (const char *at, const char *end, TvFtraceMark *out)
{
  const char *field_end = find_bar (at, end);

  if (is_tag (at, field_end))
    {
      set_tag (out, at, field_end);
      out->is_hitrace = TRUE;
      return;
    }
  if (at < field_end)
    set_name (out, at, field_end);
  if (field_end == end)
    return;
  at = field_end + 1;
  field_end = find_bar (at, end);
  out->args = (TvSpan){ at, field_end - at };
  if (field_end < end)
    out->category = (TvSpan){ field_end + 1, end - field_end - 1 };
}

static inline void
set_value (TvFtraceMark *out, const char *at, const char *end)
{
  out->has_value = read_integer (at, end, &out->value);
}

/* Splits "category$$name", which old logs contain. An async end may contain a separate category in addition to this
 * prefix; the prefix is then dropped. */
static void
split_category (TvFtraceMark *out)
{
  const char *end = out->name.text + out->name.size;
  const char *at = memmem (out->name.text, out->name.size, "$$", 2);

  if (at == NULL || at == out->name.text || at + 2 == end)
    return;
  if (out->category.size == 0)
    out->category = (TvSpan){ out->name.text, at - out->name.text };
  out->name = (TvSpan){ at + 2, end - at - 2 };
}

/* Parses name "|" integer "|" TAG ["|" category ["|" args]], otherwise name "|" integer ["|" …], otherwise name " "
 * integer. Because a name may contain bars, the fields after the name determine where it ends. */
static void
parse_valued (const char *start, const char *end, TvFtraceMark *out)
{
  const char *integer = NULL, *integer_end = NULL; /* leftmost field that is an integer */
  const char *last = NULL, *last_end = NULL;       /* previous field if it is an integer */
  const char *field_end = find_bar (start, end), *blank;

  while (field_end < end)
    {
      const char *field = field_end + 1;

      field_end = find_bar (field, end);
      if (last != NULL && is_tag (field, field_end))
        {
          const char *category_end;

          set_name (out, start, last - 1);
          set_value (out, last, last_end);
          set_tag (out, field, field_end);
          if (field_end == end)
            return;
          category_end = find_bar (field_end + 1, end);
          out->category = (TvSpan){ field_end + 1, category_end - field_end - 1 };
          if (category_end < end)
            out->args = (TvSpan){ category_end + 1, end - category_end - 1 };
          return;
        }
      last = NULL;
      if (!is_integer (field, field_end))
        continue;
      last = field;
      last_end = field_end;
      if (integer == NULL)
        {
          integer = last;
          integer_end = last_end;
        }
    }
  if (integer != NULL)
    {
      set_name (out, start, integer - 1);
      set_value (out, integer, integer_end);
      return;
    }
  blank = memrchr (start, ' ', end - start);
  if (blank != NULL && is_integer (blank + 1, end))
    {
      set_name (out, start, blank);
      set_value (out, blank + 1, end);
      return;
    }
  set_name (out, start, end);
}

/* Parses track ["|" name] "|" cookie; for instants, track "|" name. If a begin event has only one field before the
 * cookie, that field is the name, and the mark has no track. */
static void
parse_on_track (const char *at, const char *end, TvFtraceMark *out)
{
  const char *track_end = find_bar (at, end);
  const char *bar;

  out->track = (TvSpan){ at, track_end - at };
  at = track_end < end ? track_end + 1 : end;
  if (out->kind == TV_FTRACE_MARK_TRACK_INSTANT)
    {
      set_name (out, at, end);
      return;
    }
  bar = memrchr (at, '|', end - at);
  if (bar != NULL && is_integer (bar + 1, end))
    {
      set_value (out, bar + 1, end);
      set_name (out, at, bar);
    }
  else if (bar == NULL && is_integer (at, end))
    {
      set_value (out, at, end);
      if (out->kind == TV_FTRACE_MARK_TRACK_BEGIN)
        {
          set_name (out, out->track.text, track_end);
          out->track.size = 0;
        }
    }
  else
    set_name (out, at, end);
}

/* Parses seconds with an optional fraction, and converts them to ns. */
static gboolean
parse_seconds (const char *at, const char *end, gint64 *ns)
{
  const char *dot = at;
  gint64 seconds, fraction = 0, unit = 100000000;

  while (dot < end && is_digit (*dot))
    dot++;
  if (dot == at || !read_integer (at, dot, &seconds) || seconds > G_MAXINT64 / 1000000000 - 1)
    return FALSE;
  if (dot < end && *dot == '.')
    for (at = dot + 1; at < end && is_digit (*at); at++, unit /= 10)
      fraction += (*at - '0') * unit;
  *ns = seconds * 1000000000 + fraction;
  return TRUE;
}

/* Parses "parent_ts=683201.375000" or "realtime_ts=1616434280685". */
static void
parse_clock_sync (const char *at, const char *end, TvFtraceMark *out)
{
  static const char parent[] = "parent_ts=", realtime[] = "realtime_ts=";
  const char *found;

  out->kind = TV_FTRACE_MARK_CLOCK_SYNC;
  found = memmem (at, end - at, realtime, strlen (realtime));
  if (found != NULL)
    {
      const char *digits_end;
      gint64 ms;

      out->sync = TV_FTRACE_CLOCK_SYNC_REALTIME;
      found += strlen (realtime);
      for (digits_end = found; digits_end < end && is_digit (*digits_end);)
        digits_end++;
      out->has_value = digits_end > found && read_integer (found, digits_end, &ms) &&
                       ms <= G_MAXINT64 / 1000000;
      if (out->has_value)
        out->value = ms * 1000000;
      return;
    }
  found = memmem (at, end - at, parent, strlen (parent));
  if (found != NULL)
    {
      out->sync = TV_FTRACE_CLOCK_SYNC_PARENT;
      out->has_value = parse_seconds (found + strlen (parent), end, &out->value);
    }
}

static TvFtraceMarkKind
kind_of (char letter)
{
  switch (letter)
    {
    case 'B':
      return TV_FTRACE_MARK_BEGIN;
    case 'E':
      return TV_FTRACE_MARK_END;
    case 'S':
      return TV_FTRACE_MARK_ASYNC_BEGIN;
    case 'F':
      return TV_FTRACE_MARK_ASYNC_END;
    case 'C':
      return TV_FTRACE_MARK_COUNTER;
    case 'I':
      return TV_FTRACE_MARK_INSTANT;
    case 'N':
      return TV_FTRACE_MARK_TRACK_INSTANT;
    case 'G':
      return TV_FTRACE_MARK_TRACK_BEGIN;
    case 'H':
      return TV_FTRACE_MARK_TRACK_END;
    default:
      return TV_FTRACE_MARK_OTHER;
    }
}

/* Skips the writer that trace-cmd prints before a message: "tracing_mark_write: B|1|a", or "ffffffc0081a1234s: B|1|a"
 * without kernel symbols. trace-cmd report -R prints fields, "ip=tracing_mark_write buf=B|1|a", and damaged captures
 * contain "0x0: B|1|a". */
static const char *
skip_writer (const char *at, const char *end)
{
  const char *digits = at;
  guint64 address;

  if (HAS_PREFIX (at, end, "tracing_mark_write: "))
    return at + strlen ("tracing_mark_write: ");
  if (HAS_PREFIX (at, end, "0x0: "))
    return at + strlen ("0x0: ");
  if (HAS_PREFIX (at, end, "ip="))
    {
      const char *buf = memmem (at, end - at, " buf=", 5);

      return buf != NULL ? buf + 5 : at;
    }
  if (HAS_PREFIX (at, end, "0x"))
    digits += 2;
  digits = parse_hex (digits, end, &address);
  if (digits == NULL || digits - at < 8)
    return at;
  if (digits < end && *digits == 's')
    digits++;
  return HAS_PREFIX (digits, end, ": ") ? digits + 2 : at;
}

/* Parses the letter and the pid. Returns a pointer to the remaining text; NULL if the text is not a mark. */
static const char *
parse_prefix (const char *at, const char *end, TvFtraceMark *out)
{
  TvFtraceMarkKind kind = at < end ? kind_of (*at) : TV_FTRACE_MARK_OTHER;
  const char *field_end;
  gint64 pid;

  if (kind == TV_FTRACE_MARK_OTHER)
    return NULL;
  out->pid = -1;
  if (++at == end || *at != '|')
    {
      if (kind != TV_FTRACE_MARK_END || at != end)
        return NULL;
      out->kind = kind;
      return end;
    }
  field_end = find_bar (++at, end);
  if (field_end > at)
    {
      if (!is_digit (*at) || !is_integer (at, field_end) || !read_integer (at, field_end, &pid) ||
          pid > G_MAXINT32)
        return NULL;
      out->pid = (gint32) pid;
    }
  else if (kind != TV_FTRACE_MARK_END)
    return NULL;
  out->kind = kind;
  return field_end < end ? field_end + 1 : end;
}

/* Returns whether the text is the remainder of a truncated mark: ["|"] pid "|", followed by more text. */
static gboolean
is_cut (const char *at, const char *end)
{
  if (at < end && *at == '|')
    at++;
  if (at >= end || !is_digit (*at))
    return FALSE;
  while (at < end && is_digit (*at))
    at++;
  return at + 1 < end && *at == '|';
}

static TvSpan
trim_end (TvSpan text)
{
  while (text.size > 0 && (text.text[text.size - 1] == ' ' || text.text[text.size - 1] == '\0' ||
                           (text.text[text.size - 1] >= '\t' && text.text[text.size - 1] <= '\r')))
    text.size--;
  return text;
}

/* Parses the text of a mark after the process id. Returns FALSE if the text is not a mark. */
static gboolean
parse_content (const char *at, const char *end, TvFtraceMark *out)
{
  switch (out->kind)
    {
    case TV_FTRACE_MARK_BEGIN:
    case TV_FTRACE_MARK_INSTANT:
      parse_begin (at, end, out);
      return TRUE;
    case TV_FTRACE_MARK_END:
      parse_end (at, end, out);
      return TRUE;
    case TV_FTRACE_MARK_ASYNC_BEGIN:
    case TV_FTRACE_MARK_ASYNC_END:
      parse_valued (at, end, out);
      split_category (out);
      return TRUE;
    case TV_FTRACE_MARK_COUNTER:
      parse_valued (at, end, out);
      return TRUE;
    case TV_FTRACE_MARK_TRACK_INSTANT:
    case TV_FTRACE_MARK_TRACK_BEGIN:
    case TV_FTRACE_MARK_TRACK_END:
      parse_on_track (at, end, out);
      return TRUE;
    case TV_FTRACE_MARK_OTHER:
    case TV_FTRACE_MARK_CUT:
    case TV_FTRACE_MARK_CLOCK_SYNC:
    default:
      return FALSE;
    }
}

/**
 * tv_ftrace_mark_parse:
 * @args: arguments of a `tracing_mark_write`, `print` or `0` event; need not be NUL-terminated
 * @len: size of @args, in bytes
 * @out: (out caller-allocates): the parsed mark
 *
 * Parses a mark. Other text becomes the name of a %TV_FTRACE_MARK_OTHER or %TV_FTRACE_MARK_CUT.
 *
 * Returns: whether the text is a mark
 */
gboolean
tv_ftrace_mark_parse (const char *args, gsize len, TvFtraceMark *out)
{
  const char *end = args + trim_end ((TvSpan){ args, len }).size, *at;

  memset (out, 0, sizeof *out);
  out->pid = -1;
  out->end = end;
  if (len < 2 || args[1] != '|')
    args = skip_writer (args, end);
  at = parse_prefix (args, end, out);
  if (parse_content (at, end, out))
    return TRUE;
  out->name = (TvSpan){ args, end - args };
  if (is_cut (args, end))
    {
      out->kind = TV_FTRACE_MARK_CUT;
      return FALSE;
    }
  if (!HAS_PREFIX (args, end, "trace_event_clock_sync:"))
    return FALSE;
  parse_clock_sync (args, end, out);
  return TRUE;
}

/**
 * tv_ftrace_mark_set:
 * @letter: letter of the kind
 * @pid: process id
 * @name: name, as programs write it
 * @value: value of a counter
 * @out: (out caller-allocates): the mark
 *
 * Creates a mark from the fields of a driver's event.
 *
 * Returns: %FALSE if @letter is unknown or @pid is negative; the mark is then a %TV_FTRACE_MARK_OTHER
 */
gboolean
tv_ftrace_mark_set (char letter, gint32 pid, TvSpan name, gint64 value, TvFtraceMark *out)
{
  TvFtraceMarkKind kind = pid >= 0 ? kind_of (letter) : TV_FTRACE_MARK_OTHER;

  memset (out, 0, sizeof *out);
  out->kind = kind;
  out->pid = kind != TV_FTRACE_MARK_OTHER ? pid : -1;
  if (kind == TV_FTRACE_MARK_COUNTER)
    {
      set_name (out, name.text, name.text + name.size);
      out->value = value;
      out->has_value = TRUE;
    }
  else if (kind != TV_FTRACE_MARK_END)
    {
      name = trim_end (name);
      parse_content (name.text, name.text + name.size, out);
    }
  out->end = name.text + name.size;
  return kind != TV_FTRACE_MARK_OTHER;
}

/**
 * tv_ftrace_arg_iter_init:
 * @self: (out caller-allocates): an iterator
 * @args: arguments of a mark; may be empty or null
 *
 * Initializes an iterator over the arguments of a mark.
 */
void
tv_ftrace_arg_iter_init (TvFtraceArgIter *self, TvSpan args)
{
  self->at = args.text != NULL ? args.text : "";
  self->end = self->at + args.size;
}

/* Returns a pointer after the `=` of a key that begins at @at; NULL if there is no key. A key contains no blanks,
 * quotes or brackets, so text in a value is rarely mistaken for a key. */
static const char *
find_key_end (const char *at, const char *end)
{
  const char *start = at;

  for (; at < end && *at != '='; at++)
    if (*at == ',' || *at == ' ' || *at == '"' || *at == '\'' || *at == '{' || *at == '}' ||
        *at == '[' || *at == ']' || *at == '(' || *at == ')')
      return NULL;
  return at < end && at > start ? at + 1 : NULL;
}

static const char *
skip_spaces (const char *at, const char *end)
{
  while (at < end && *at == ' ')
    at++;
  return at;
}

/**
 * tv_ftrace_arg_iter_next:
 * @key: (out): the next key; empty if the arguments do not begin with a key
 * @value: (out): the value of the key
 *
 * Gets the next argument.
 *
 * Returns: %FALSE if there are no more arguments
 */
gboolean
tv_ftrace_arg_iter_next (TvFtraceArgIter *self, TvSpan *key, TvSpan *value)
{
  const char *start = skip_spaces (self->at, self->end);
  const char *key_end, *at;

  if (start == self->end)
    return FALSE;
  key_end = find_key_end (start, self->end);
  *key = (TvSpan){ start, key_end != NULL ? key_end - 1 - start : 0 };
  if (key_end != NULL)
    start = key_end;
  for (at = start; at < self->end; at++)
    {
      const char *next;

      at = memchr (at, ',', self->end - at);
      if (at == NULL)
        at = self->end;
      next = at < self->end ? skip_spaces (at + 1, self->end) : at;
      if (next == self->end || find_key_end (next, self->end) != NULL)
        {
          *value = (TvSpan){ start, at - start };
          self->at = next;
          return TRUE;
        }
    }
  *value = (TvSpan){ start, 0 };
  self->at = self->end;
  return TRUE;
}
