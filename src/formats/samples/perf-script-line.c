/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-script-line.h"

#include "formats/input/scan.h"

/* Parses lines of perf script, as perf's builtin-script.c prints them. Called by perf-script.c for each line. Pure:
 * spans point into the line. */

#define NS_DIGITS 9
#define RECORD    ": PERF_RECORD_"

/* Parses `203265.377019:`. perf prints 6 or 9 decimals. */
static gboolean
parse_time (TvSpan word, gint64 *ts)
{
  guint64 seconds, fraction;
  gsize size;

  if (!tv_scan_number (&word, 10, &seconds) || !tv_scan_byte (&word, '.'))
    return FALSE;
  size = word.size;
  if (!tv_scan_number (&word, 10, &fraction) || !tv_scan_byte (&word, ':') || word.size > 0 ||
      size - 1 > NS_DIGITS || seconds > G_MAXINT64 / G_GINT64_CONSTANT (2000000000))
    return FALSE;
  for (gsize digits = size - 1; digits < NS_DIGITS; digits++)
    fraction *= 10;
  *ts = (gint64) (seconds * G_GUINT64_CONSTANT (1000000000) + fraction);
  return TRUE;
}

static gboolean
parse_cpu (TvSpan word, guint32 *cpu)
{
  guint64 number;

  if (!tv_scan_byte (&word, '[') || !tv_scan_number (&word, 10, &number) ||
      !tv_scan_byte (&word, ']') || word.size > 0 || number > G_MAXUINT16)
    return FALSE;
  *cpu = (guint32) number;
  return TRUE;
}

/* Takes a process or thread id. perf prints -1 for unknown ids. */
static gboolean
take_id (TvSpan *word, guint32 *id)
{
  gboolean is_negative = tv_scan_byte (word, '-');
  guint64 number;

  if (!tv_scan_number (word, 10, &number) || number > G_MAXINT32)
    return FALSE;
  *id = is_negative ? TV_NONE : (guint32) number;
  return TRUE;
}

static gboolean
parse_ids (TvSpan word, guint32 *pid, guint32 *tid)
{
  *pid = TV_NONE;
  if (!take_id (&word, tid))
    return FALSE;
  if (tv_scan_byte (&word, '/'))
    {
      *pid = *tid;
      if (!take_id (&word, tid))
        return FALSE;
    }
  return word.size == 0;
}

/* Parses `[PERIOD] EVENT:` and the rest of the line. */
static gboolean
parse_event (TvSpan rest, TvPerfScriptPrefix *prefix)
{
  TvSpan word, number;
  guint64 period;

  prefix->has_period = FALSE;
  if (!tv_scan_field (&rest, &word))
    return FALSE;
  number = word;
  if (tv_scan_number (&number, 10, &period) && number.size == 0)
    {
      prefix->has_period = TRUE;
      prefix->period = (gint64) MIN (period, G_MAXINT64);
      if (!tv_scan_field (&rest, &word))
        return FALSE;
    }
  if (word.size < 2 || word.text[word.size - 1] != ':')
    return FALSE;
  prefix->event = (TvSpan){ word.text, word.size - 1 };
  prefix->rest = tv_scan_trim (rest);
  return TRUE;
}

/* Returns whether a word is the output of `-F +misc`: the CPU mode and flags of the record. */
static gboolean
is_misc (TvSpan word)
{
  if (word.size == 0 || word.size > 5)
    return FALSE;
  for (gsize i = 0; i < word.size; i++)
    if (memchr ("KUHGgMESp", word.text[i], 9) == NULL)
      return FALSE;
  return TRUE;
}

/* Parses the first line of a sample from its ids on, if @word contains them. */
static gboolean
parse_from_ids (TvSpan word, TvSpan rest, TvPerfScriptPrefix *prefix)
{
  TvSpan next;

  prefix->cpu = TV_NONE;
  prefix->ts = TV_NO_TIME;
  if (!parse_ids (word, &prefix->pid, &prefix->tid) || !tv_scan_field (&rest, &next))
    return FALSE;
  if (parse_cpu (next, &prefix->cpu) && !tv_scan_field (&rest, &next))
    return FALSE;
  if (is_misc (next) && !tv_scan_field (&rest, &next))
    return FALSE;
  if (parse_time (next, &prefix->ts))
    return parse_event (rest, prefix);
  /* Without a timestamp, nothing may follow the event, because other lines often contain numbers and colons, too. */
  rest = (TvSpan){ next.text, next.size + rest.size };
  return parse_event (rest, prefix) && prefix->rest.size == 0;
}

/**
 * tv_perf_script_parse_prefix:
 * @line: a line
 * @prefix: (out): fields of the line
 *
 * Parses the first line of a sample. The thread name may contain spaces and numbers, so words are tried as ids from
 * left to right, until the rest of the line can be parsed up to the event. The timestamp comes after the ids, and the
 * period after the timestamp.
 *
 * Returns: whether the line begins a sample
 */
gboolean
tv_perf_script_parse_prefix (TvSpan line, TvPerfScriptPrefix *prefix)
{
  TvSpan rest = line, word;
  gint64 ts;

  if (line.size == 0 || line.text[0] == '#' || memchr (line.text, ':', line.size) == NULL)
    return FALSE;
  if (!tv_scan_field (&rest, &word))
    return FALSE;
  /* With `-F -comm`, the name is missing. A timestamp is then required. */
  if (parse_from_ids (word, rest, prefix) && prefix->ts != TV_NO_TIME)
    {
      prefix->comm = (TvSpan){ word.text, 0 };
      return TRUE;
    }
  while (!parse_time (word, &ts) && tv_scan_field (&rest, &word))
    if (parse_from_ids (word, rest, prefix))
      {
        prefix->comm = tv_scan_trim ((TvSpan){ line.text, (gsize) (word.text - line.text) });
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_perf_script_find_unknown:
 * @line: a line that tv_perf_script_parse_prefix() does not accept
 * @field: (out): the first unknown field
 *
 * Finds the field that prevents a line with ids, a timestamp and an event from beginning a sample.
 *
 * Returns: whether there is such a field
 */
gboolean
tv_perf_script_find_unknown (TvSpan line, TvSpan *field)
{
  TvSpan rest = line, word, number;
  gboolean has_ids = FALSE, has_event = FALSE;
  guint32 pid, tid, cpu;
  guint64 period;
  gint64 ts;

  *field = (TvSpan){ NULL, 0 };
  while (tv_scan_field (&rest, &word) && !parse_time (word, &ts))
    if (parse_ids (word, &pid, &tid))
      {
        has_ids = TRUE;
        *field = (TvSpan){ NULL, 0 };
      }
    else if (has_ids && field->text == NULL && !parse_cpu (word, &cpu) && !is_misc (word))
      *field = word;
  if (!has_ids || !parse_time (word, &ts))
    return FALSE;
  while (!has_event && tv_scan_field (&rest, &word))
    {
      number = word;
      has_event = word.size > 1 && word.text[word.size - 1] == ':';
      if (!has_event && field->text == NULL &&
          (!tv_scan_number (&number, 10, &period) || number.size > 0))
        *field = word;
    }
  return has_event && field->text != NULL;
}

/**
 * tv_perf_script_is_record:
 *
 * Returns: whether the line is a record that perf prints between samples (--show-task-events, --show-mmap-events)
 */
gboolean
tv_perf_script_is_record (TvSpan line)
{
  TvSpan name, rest;

  return tv_perf_script_parse_record (line, &name, &rest);
}

/**
 * tv_perf_script_parse_record:
 * @line: a line
 * @name: (out): name of the record, without `PERF_RECORD_`
 * @rest: (out): text after the name
 *
 * Parses a record that perf prints between samples.
 *
 * Returns: whether the line is such a record
 */
gboolean
tv_perf_script_parse_record (TvSpan line, TvSpan *name, TvSpan *rest)
{
  const char *found = tv_scan_find (line, RECORD), *end = line.text + line.size, *at;

  if (found == NULL)
    return FALSE;
  at = found += strlen (RECORD);
  while (at < end && (g_ascii_isalnum (*at) || *at == '_'))
    at++;
  *name = (TvSpan){ found, (gsize) (at - found) };
  *rest = (TvSpan){ at, (gsize) (end - at) };
  return TRUE;
}

/* Splits ` (/path)` off the end of a line. A path may contain balanced parentheses, as in `(/bin/app (deleted))`. */
static void
take_path (TvSpan *rest, TvSpan *path)
{
  gsize at = rest->size;
  guint depth = 0;

  if (rest->text[at - 1] != ')')
    return;
  do
    {
      at--;
      depth += rest->text[at] == ')';
      depth -= rest->text[at] == '(';
    }
  while (depth > 0 && at > 0);
  if (depth > 0 || at == 0 || rest->text[at - 1] != ' ')
    return;
  *path = (TvSpan){ rest->text + at + 1, rest->size - at - 2 };
  rest->size = at - 1;
}

/* Removes an offset such as `+0x1f` from the end of a name. */
static void
cut_offset (TvSpan *name)
{
  gsize end = name->size;

  while (end > 0 && g_ascii_isxdigit (name->text[end - 1]))
    end--;
  if (end < name->size && end >= 3 && memcmp (name->text + end - 3, "+0x", 3) == 0)
    name->size = end - 3;
}

/**
 * tv_perf_script_parse_frame:
 * @line: a line, or the rest of a line
 * @frame: (out): fields of the frame; has_address is FALSE, because the address in the file is unknown
 *
 * Parses a frame: an address in memory, usually followed by a name and a file.
 *
 * Returns: whether the line is a frame
 */
gboolean
tv_perf_script_parse_frame (TvSpan line, TvSampleFrame *frame)
{
  TvSpan rest = line, word;
  guint64 ip;

  *frame = (TvSampleFrame){ .kind = TV_FRAME_OTHER };
  if (!tv_scan_field (&rest, &word) || !tv_scan_number (&word, 16, &ip) || word.size > 0)
    return FALSE;
  rest = tv_scan_trim (rest);
  if (rest.size == 0)
    {
      frame->address = ip;
      return TRUE;
    }
  take_path (&rest, &frame->path);
  frame->is_inlined = tv_span_is (frame->path, "inlined");
  if (frame->is_inlined || tv_span_is (frame->path, "[unknown]"))
    frame->path = (TvSpan){ NULL, 0 };
  cut_offset (&rest);
  if (!tv_span_is (rest, "[unknown]"))
    frame->name = rest;
  return TRUE;
}

/**
 * tv_perf_script_parse_source:
 * @line: the line after a frame
 * @frame: (inout): frame whose source position is set
 *
 * Parses the output of `-F +srcline`, such as `draw.c:17`. A discriminator and an inlining marker may follow in
 * parentheses. An unknown position, printed as `libc.so.6[29d90]`, is not accepted.
 *
 * Returns: whether the line is a source position
 */
gboolean
tv_perf_script_parse_source (TvSpan line, TvSampleFrame *frame)
{
  TvSpan rest = tv_scan_trim (line), number, path = { NULL, 0 };
  gboolean is_inlined = FALSE;
  const char *colon;
  guint64 found;

  while (rest.size > 0 && rest.text[rest.size - 1] == ')')
    {
      gsize size = rest.size;

      take_path (&rest, &path);
      if (rest.size == size)
        return FALSE;
      is_inlined |= tv_span_is (path, "inlined");
      rest = tv_scan_trim (rest);
    }
  colon = rest.size > 0 ? memrchr (rest.text, ':', rest.size) : NULL;
  if (colon == NULL || colon == rest.text)
    return FALSE;
  number = (TvSpan){ colon + 1, (gsize) (rest.text + rest.size - colon - 1) };
  if (!tv_scan_number (&number, 10, &found) || number.size > 0 || found > G_MAXINT32)
    return FALSE;
  frame->line_file = (TvSpan){ rest.text, (gsize) (colon - rest.text) };
  frame->line = (guint32) found;
  frame->is_inlined |= is_inlined;
  return TRUE;
}
