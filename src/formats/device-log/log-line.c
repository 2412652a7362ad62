/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-line.h"

#include "core/types.h"
#include "formats/device-log/log-line-kernel.h"
#include "formats/device-log/log-scan.h"

/* Parses lines of logcat, in the formats of liblog's android_log_formatLogLine() and Android Studio, and
 * of hilog, in the format of LogPrintWithFormat(). */

#define MAX_NAME 16

static TvLogLevel
level_of (char letter)
{
  switch (letter)
    {
    case 'V':
      return TV_LOG_LEVEL_VERBOSE;
    case 'D':
      return TV_LOG_LEVEL_DEBUG;
    case 'I':
      return TV_LOG_LEVEL_INFO;
    case 'W':
      return TV_LOG_LEVEL_WARNING;
    case 'E':
      return TV_LOG_LEVEL_ERROR;
    case 'F':
    case 'A': /* "assert" in Studio */
      return TV_LOG_LEVEL_FATAL;
    default:
      return TV_LOG_LEVEL_NONE;
    }
}

/* Takes the letter of a level. As in liblog, S means silent and ? unknown; neither has a #TvLogLevel. */
static gboolean
take_level (TvLogScan *scan, TvLogLevel *level)
{
  if (scan->at == scan->end)
    return FALSE;
  *level = level_of (*scan->at);
  if (*level == TV_LOG_LEVEL_NONE && *scan->at != 'S' && *scan->at != '?')
    return FALSE;
  scan->at++;
  return TRUE;
}

/* Takes `TAG: MSG`. The tag is padded with spaces; it ends at the first colon before a space or at the end
 * of the line. */
static gboolean
take_tag_and_message (TvLogScan *scan, TvLogParsed *parsed)
{
  const char *colon = scan->at;

  for (;; colon++)
    {
      colon = memchr (colon, ':', (gsize) (scan->end - colon));
      if (colon == NULL)
        return FALSE;
      if (colon + 1 == scan->end || colon[1] == ' ')
        break;
    }
  parsed->tag = tv_log_scan_trim (scan->at, colon);
  scan->at = MIN (colon + 2, scan->end);
  parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}

/* Takes the name of a user, which liblog truncates. */
static gboolean
take_user (TvLogScan *scan)
{
  const char *start = scan->at;

  while (scan->at < scan->end && (g_ascii_isalnum (*scan->at) || *scan->at == '_'))
    scan->at++;
  return scan->at > start && scan->at - start <= MAX_NAME;
}

/* Takes `[UID:] PID` and optionally `: TID` up to @close. */
static gboolean
take_ids (TvLogScan *scan, gboolean wants_tid, char close, TvLogParsed *parsed)
{
  guint32 numbers[3];
  guint n = 0, least = wants_tid ? 2 : 1;
  gboolean has_name = FALSE;

  for (;;)
    {
      tv_log_scan_skip_blanks (scan);
      if (n == 3)
        return FALSE;
      if (!tv_log_scan_take_number (scan, &numbers[n]))
        {
          if (n > 0 || !take_user (scan))
            return FALSE;
          has_name = TRUE;
          numbers[n] = TV_NONE;
        }
      n++;
      if (tv_log_scan_take (scan, ':'))
        continue;
      if (close != ' ' ? tv_log_scan_take (scan, close) : tv_log_scan_is_at (scan, ' '))
        break;
      return FALSE;
    }
  if (n < least || n > least + 1 || (has_name && n != least + 1))
    return FALSE;
  parsed->uid = n > least ? numbers[0] : TV_NONE;
  parsed->pid = numbers[n - least];
  parsed->tid = wants_tid ? numbers[n - 1] : TV_NONE;
  return TRUE;
}

/* Takes the tag up to the first bracket that contains ids and is followed by a colon. */
static gboolean
take_tag_ids_and_message (TvLogScan *scan, TvLogParsed *parsed)
{
  const char *start = scan->at, *open = scan->at;

  while ((open = memchr (open, '(', (gsize) (scan->end - open))) != NULL)
    {
      TvLogScan after = { open + 1, scan->end };

      if (take_ids (&after, FALSE, ')', parsed) && tv_log_scan_take (&after, ':') &&
          (after.at == after.end || *after.at == ' '))
        {
          tv_log_scan_take (&after, ' ');
          parsed->tag = tv_log_scan_trim (start, open);
          *scan = after;
          parsed->message = tv_log_scan_rest (scan);
          return TRUE;
        }
      open++;
    }
  return FALSE;
}

static gboolean
take_time (TvLogScan *scan, TvLogParsed *parsed)
{
  const char *end = tv_log_time_parse (scan->at, scan->end, &parsed->time);

  if (end == NULL)
    return FALSE;
  scan->at = end;
  return TRUE;
}

/* ---- Forms ---- */

static gboolean
parse_long (TvLogScan *scan, TvLogParsed *parsed)
{
  if (!tv_log_scan_take (scan, '['))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  if (scan->end - scan->at < 2 || scan->end[-1] != ']' || !take_time (scan, parsed) ||
      !tv_log_scan_take (scan, ' ') || !take_ids (scan, TRUE, ' ', parsed))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  if (!take_level (scan, &parsed->level) || !tv_log_scan_take (scan, '/'))
    return FALSE;
  parsed->tag = tv_log_scan_trim (scan->at, MAX (scan->at, scan->end - 1));
  scan->at = scan->end;
  parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}

/* Takes `PID-TID`. */
static gboolean
take_joined_ids (TvLogScan *scan, TvLogParsed *parsed)
{
  tv_log_scan_skip_blanks (scan);
  return tv_log_scan_take_number (scan, &parsed->pid) && tv_log_scan_take (scan, '-') &&
         tv_log_scan_take_number (scan, &parsed->tid);
}

/* Width of the tag column. Tag and process are padded columns; process names contain no spaces. */
#define STUDIO_TAG_COLUMNS 23

static gboolean
parse_studio (TvLogScan *scan, TvLogParsed *parsed)
{
  const char *start, *at;
  TvSpan both;

  if (!take_time (scan, parsed) || !tv_log_scan_is_at (scan, ' ') ||
      !take_joined_ids (scan, parsed) || !tv_log_scan_is_at (scan, ' '))
    return FALSE;
  start = scan->at;
  for (at = start; scan->end - at >= 3; at++)
    if (at[0] == ' ' && at[2] == ' ' && (at + 3 == scan->end || at[3] == ' ') &&
        level_of (at[1]) != TV_LOG_LEVEL_NONE)
      break;
  if (scan->end - at < 3)
    {
      /* An editor may have removed the spaces before an empty message. */
      if (scan->end - start < 3 || at[0] != ' ' || level_of (at[1]) == TV_LOG_LEVEL_NONE)
        return FALSE;
    }
  parsed->level = level_of (at[1]);
  both = tv_log_scan_trim (start, at);
  scan->at = MIN (at + 4, scan->end);
  parsed->message = tv_log_scan_rest (scan);
  if (both.size > 0)
    {
      const char *end = both.text + both.size, *word = end;

      while (word > both.text && word[-1] != ' ')
        word--;
      if (word > both.text || both.text - start > STUDIO_TAG_COLUMNS)
        {
          parsed->process = (TvSpan){ word, (gsize) (end - word) };
          parsed->tag = tv_log_scan_trim (both.text, word);
        }
      else
        parsed->tag = both;
    }
  return TRUE;
}

static gboolean
parse_old_studio (TvLogScan *scan, TvLogParsed *parsed)
{
  if (!take_time (scan, parsed) || !tv_log_scan_is_at (scan, ' ') ||
      !take_joined_ids (scan, parsed) || !tv_log_scan_take (scan, '/'))
    return FALSE;
  parsed->process = tv_log_scan_take_word (scan, ' ');
  if (tv_span_is (parsed->process, "?"))
    parsed->process = (TvSpan){ NULL, 0 };
  return tv_log_scan_take (scan, ' ') && take_level (scan, &parsed->level) &&
         tv_log_scan_take (scan, '/') && take_tag_and_message (scan, parsed);
}

/* Takes ` [UID] PID TID P `, where UID is a number or a name. */
static gboolean
take_columns (TvLogScan *scan, TvLogParsed *parsed)
{
  guint32 numbers[3];
  guint n = 0;

  while (tv_log_scan_is_at (scan, ' ') && n < 4)
    {
      tv_log_scan_skip_blanks (scan);
      if (n >= 2 && scan->end - scan->at >= 1 &&
          (scan->end - scan->at == 1 || scan->at[1] == ' ') && take_level (scan, &parsed->level))
        {
          parsed->uid = n == 3 ? numbers[0] : TV_NONE;
          parsed->pid = numbers[n - 2];
          parsed->tid = numbers[n - 1];
          tv_log_scan_take (scan, ' ');
          return parsed->pid != TV_NONE;
        }
      if (n == 3)
        return FALSE;
      if (!tv_log_scan_take_number (scan, &numbers[n]))
        {
          if (n > 0 || !take_user (scan))
            return FALSE;
          numbers[n] = TV_NONE;
        }
      n++;
    }
  return FALSE;
}

static gboolean
parse_threadtime (TvLogScan *scan, TvLogParsed *parsed)
{
  if (!take_time (scan, parsed) || !take_columns (scan, parsed))
    return FALSE;
  /* A truncated line has no colon. */
  if (!take_tag_and_message (scan, parsed))
    parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}

/* Takes `YYYY/MM/DD HH:MM:SS.mmm`. */
static gboolean
take_slashed_time (TvLogScan *scan, TvLogParsed *parsed)
{
  char text[32];
  gsize size = MIN ((gsize) (scan->end - scan->at), sizeof text);
  const char *end;

  if (size < 19 || scan->at[4] != '/' || scan->at[7] != '/')
    return FALSE;
  memcpy (text, scan->at, size);
  text[4] = text[7] = '-';
  end = tv_log_time_parse (text, text + size, &parsed->time);
  if (end == NULL)
    return FALSE;
  scan->at += end - text;
  return TRUE;
}

/* Takes the name of a level. */
static gboolean
take_level_word (TvLogScan *scan, TvLogLevel *level)
{
  static const struct
  {
    const char *word;
    TvLogLevel level;
  } level_names[] = {
    { "Verbose", TV_LOG_LEVEL_VERBOSE }, { "Debug", TV_LOG_LEVEL_DEBUG },
    { "Info", TV_LOG_LEVEL_INFO },       { "Warn", TV_LOG_LEVEL_WARNING },
    { "Warning", TV_LOG_LEVEL_WARNING }, { "Error", TV_LOG_LEVEL_ERROR },
    { "Fatal", TV_LOG_LEVEL_FATAL },     { "Assert", TV_LOG_LEVEL_FATAL },
  };
  TvSpan word = tv_log_scan_take_word (scan, ' ');

  for (guint i = 0; i < G_N_ELEMENTS (level_names); i++)
    if (tv_span_is (word, level_names[i].word))
      {
        *level = level_names[i].level;
        return TRUE;
      }
  return FALSE;
}

static gboolean
parse_unity (TvLogScan *scan, TvLogParsed *parsed)
{
  if (!take_slashed_time (scan, parsed) || !tv_log_scan_is_at (scan, ' '))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  if (!tv_log_scan_take_number (scan, &parsed->pid) || !tv_log_scan_is_at (scan, ' '))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  if (!tv_log_scan_take_number (scan, &parsed->tid) || !tv_log_scan_is_at (scan, ' '))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  if (!take_level_word (scan, &parsed->level))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  parsed->tag = tv_log_scan_take_word (scan, ' ');
  if (parsed->tag.size > 1 && parsed->tag.text[parsed->tag.size - 1] == ':')
    parsed->tag.size--;
  tv_log_scan_take (scan, ' ');
  parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}

/* Takes a domain: a letter for the type, which the oldest versions omit, and five hexadecimal digits. */
static gboolean
take_domain (TvLogScan *scan, TvSpan *domain)
{
  const char *at = scan->at;

  if (at < scan->end && memchr ("AICKP", *at, 5) != NULL && scan->end - at > 6 && at[6] == '/')
    at++;
  if (scan->end - at < 6 || at[5] != '/')
    return FALSE;
  for (guint i = 0; i < 5; i++)
    if (!g_ascii_isxdigit (at[i]))
      return FALSE;
  *domain = (TvSpan){ scan->at, (gsize) (at + 5 - scan->at) };
  scan->at = at + 6;
  return TRUE;
}

static gboolean
parse_hilog (TvLogScan *scan, gboolean has_process, TvLogParsed *parsed)
{
  const char *slash;

  /* The name of the time zone may precede the date. */
  if (scan->at < scan->end && g_ascii_isalpha (*scan->at))
    {
      if (tv_log_scan_take_word (scan, ' ').size > 8 || !tv_log_scan_take (scan, ' '))
        return FALSE;
    }
  if (!take_time (scan, parsed) || !take_columns (scan, parsed) ||
      !take_domain (scan, &parsed->domain))
    return FALSE;
  if (!take_tag_and_message (scan, parsed))
    parsed->message = tv_log_scan_rest (scan);
  slash = has_process && parsed->tag.size > 0 ? memchr (parsed->tag.text, '/', parsed->tag.size)
                                              : NULL;
  if (slash != NULL)
    {
      const char *end = parsed->tag.text + parsed->tag.size;

      parsed->process = (TvSpan){ parsed->tag.text, (gsize) (slash - parsed->tag.text) };
      parsed->tag = tv_log_scan_trim (slash + 1, end);
    }
  return TRUE;
}

static gboolean
parse_time (TvLogScan *scan, TvLogParsed *parsed)
{
  if (!take_time (scan, parsed))
    return FALSE;
  tv_log_scan_take (scan, ':'); /* written by DDMS */
  return tv_log_scan_take (scan, ' ') && take_level (scan, &parsed->level) &&
         tv_log_scan_take (scan, '/') && take_tag_ids_and_message (scan, parsed);
}

/* The tag is at the end of the line. */
static gboolean
parse_process (TvLogScan *scan, TvLogParsed *parsed)
{
  const char *at;

  if (!take_level (scan, &parsed->level) || !tv_log_scan_take (scan, '(') ||
      !take_ids (scan, FALSE, ')', parsed) || !tv_log_scan_take (scan, ' ') ||
      scan->at == scan->end || scan->end[-1] != ')')
    return FALSE;
  for (at = scan->end - 3; at >= scan->at; at--)
    if (at[0] == ' ' && at[1] == ' ' && at[2] == '(')
      break;
  if (at < scan->at)
    return FALSE;
  parsed->message = (TvSpan){ scan->at, (gsize) (at - scan->at) };
  parsed->tag = tv_log_scan_trim (at + 3, scan->end - 1);
  return TRUE;
}

static gboolean
parse_thread (TvLogScan *scan, TvLogParsed *parsed)
{
  if (!take_level (scan, &parsed->level) || !tv_log_scan_take (scan, '(') ||
      !take_ids (scan, TRUE, ')', parsed) ||
      (scan->at < scan->end && !tv_log_scan_take (scan, ' ')))
    return FALSE;
  parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}

static gboolean
parse_brief (TvLogScan *scan, TvLogParsed *parsed)
{
  return take_level (scan, &parsed->level) && tv_log_scan_take (scan, '/') &&
         take_tag_ids_and_message (scan, parsed);
}

static gboolean
parse_tag (TvLogScan *scan, TvLogParsed *parsed)
{
  return take_level (scan, &parsed->level) && tv_log_scan_take (scan, '/') &&
         take_tag_and_message (scan, parsed);
}

/**
 * tv_log_line_parse:
 * @line: a line, see tv_log_line_strip()
 * @form: form of the line
 * @has_process: whether process names precede tags (hilog only)
 * @parsed: (out): fields of the line
 *
 * Parses a line of the given form.
 *
 * Returns: whether the line has that form
 */
gboolean
tv_log_line_parse (TvSpan line, TvLogForm form, gboolean has_process, TvLogParsed *parsed)
{
  TvLogScan scan = { line.text, line.text + line.size };
  gboolean is_one = FALSE;

  *parsed = (TvLogParsed){ .pid = TV_NONE, .tid = TV_NONE, .uid = TV_NONE };
  if (form != TV_LOG_FORM_RAW)
    tv_log_scan_skip_blanks (&scan);
  if (scan.at == scan.end)
    return FALSE;
  switch (form)
    {
    case TV_LOG_FORM_LONG:
      is_one = parse_long (&scan, parsed);
      break;
    case TV_LOG_FORM_STUDIO:
      is_one = parse_studio (&scan, parsed);
      break;
    case TV_LOG_FORM_OLD_STUDIO:
      is_one = parse_old_studio (&scan, parsed);
      break;
    case TV_LOG_FORM_HILOG:
      is_one = parse_hilog (&scan, has_process, parsed);
      break;
    case TV_LOG_FORM_HILOG_KMSG:
      is_one = take_time (&scan, parsed) && tv_log_scan_take (&scan, ' ') &&
               tv_log_parse_dated_kernel (&scan, parsed);
      break;
    case TV_LOG_FORM_THREADTIME:
      is_one = parse_threadtime (&scan, parsed);
      break;
    case TV_LOG_FORM_UNITY:
      is_one = parse_unity (&scan, parsed);
      break;
    case TV_LOG_FORM_TIME:
      is_one = parse_time (&scan, parsed);
      break;
    case TV_LOG_FORM_PROCESS:
      is_one = parse_process (&scan, parsed);
      break;
    case TV_LOG_FORM_THREAD:
      is_one = parse_thread (&scan, parsed);
      break;
    case TV_LOG_FORM_BRIEF:
      is_one = parse_brief (&scan, parsed);
      break;
    case TV_LOG_FORM_TAG:
      is_one = parse_tag (&scan, parsed);
      break;
    case TV_LOG_FORM_KERNEL:
      is_one = tv_log_parse_kernel (&scan, parsed);
      break;
    case TV_LOG_FORM_KMSG:
      is_one = tv_log_parse_kmsg (&scan, parsed);
      break;
    case TV_LOG_FORM_RAW:
      parsed->message = line;
      is_one = TRUE;
      break;
    case TV_LOG_N_FORMS:
    default:
      break;
    }
  if (is_one && parsed->message.text != NULL)
    parsed->column = (gsize) (parsed->message.text - line.text);
  return is_one;
}

/**
 * tv_log_form_allows_continuation:
 * @form: form of the lines
 *
 * Returns: whether a line that does not begin a record continues the previous message
 */
gboolean
tv_log_form_allows_continuation (TvLogForm form)
{
  return form == TV_LOG_FORM_LONG || form == TV_LOG_FORM_STUDIO || form == TV_LOG_FORM_OLD_STUDIO ||
         form == TV_LOG_FORM_HILOG || form == TV_LOG_FORM_KMSG;
}

/**
 * tv_log_form_name:
 * @form: form of the lines
 *
 * Returns: the name of the form, as the program that writes it calls it
 */
const char *
tv_log_form_name (TvLogForm form)
{
  static const char *const names[] = {
    "long",    "studio", "studio (old)", "hilog", "hilog kmsg", "threadtime", "unity", "time",
    "process", "thread", "brief",        "tag",   "dmesg",      "kmsg",       "raw",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_LOG_N_FORMS);
  g_return_val_if_fail (form < TV_LOG_N_FORMS, "");
  return names[form];
}
