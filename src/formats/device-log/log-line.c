/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-line.h"

#include "core/types.h"
#include "formats/device-log/log-line-kernel.h"
#include "formats/input/scan.h"

/* Parses lines of logcat, in the formats of liblog's android_log_formatLogLine() and of Android Studio, and lines of
 * hilog, in the format of LogPrintWithFormat(). Called for each line by log-chunk.c and log-cut.c, and for the lines
 * that they inspect by log-form.c and log-clock.c. Pure: spans point into the line. */

#define MAX_NAME 16
/* U+FE55 */
#define SMALL_COLON "\xef\xb9\x95"

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

static TvSpan
trim_between (const char *start, const char *end)
{
  return tv_scan_trim ((TvSpan){ start, (gsize) (end - start) });
}

/* Takes the letter of a level. As in liblog, S stands for a silent line and ? for an unknown level; both become
 * TV_LOG_LEVEL_NONE. */
static gboolean
take_level (TvSpan *rest, TvLogLevel *level)
{
  if (rest->size == 0)
    return FALSE;
  *level = level_of (*rest->text);
  if (*level == TV_LOG_LEVEL_NONE && *rest->text != 'S' && *rest->text != '?')
    return FALSE;
  tv_scan_go (rest, rest->text + 1);
  return TRUE;
}

/* Takes `TAG: MSG`. The tag is padded with spaces, and ends at the first colon that a space or the end of the line
 * follows. */
static gboolean
take_tag_and_message (TvSpan *rest, TvLogParsed *parsed)
{
  const char *colon = rest->text, *end = colon + rest->size;

  for (;; colon++)
    {
      colon = memchr (colon, ':', (gsize) (end - colon));
      if (colon == NULL)
        return FALSE;
      if (colon + 1 == end || colon[1] == ' ')
        break;
    }
  parsed->tag = trim_between (rest->text, colon);
  tv_scan_go (rest, MIN (colon + 2, end));
  parsed->message = *rest;
  return TRUE;
}

/* Takes a user name, which liblog truncates to 16 characters. */
static gboolean
take_user (TvSpan *rest)
{
  gsize n = 0;

  while (n < rest->size && (g_ascii_isalnum (rest->text[n]) || rest->text[n] == '_'))
    n++;
  tv_scan_go (rest, rest->text + n);
  return n > 0 && n <= MAX_NAME;
}

/* Takes `[UID:] PID`, or `[UID:] PID: TID` if @wants_tid is set, up to @close. */
static gboolean
take_ids (TvSpan *rest, gboolean wants_tid, char close, TvLogParsed *parsed)
{
  guint32 numbers[3];
  guint n = 0, min = wants_tid ? 2 : 1;
  gboolean has_name = FALSE;

  for (;;)
    {
      tv_scan_blanks (rest);
      if (n == 3)
        return FALSE;
      if (!tv_scan_short_number (rest, &numbers[n]))
        {
          if (n > 0 || !take_user (rest))
            return FALSE;
          has_name = TRUE;
          numbers[n] = TV_NONE;
        }
      n++;
      if (tv_scan_byte (rest, ':'))
        continue;
      if (close != ' ' ? tv_scan_byte (rest, close) : tv_scan_is_at (rest, ' '))
        break;
      return FALSE;
    }
  if (n < min || n > min + 1 || (has_name && n != min + 1))
    return FALSE;
  parsed->uid = n > min ? numbers[0] : TV_NONE;
  parsed->pid = numbers[n - min];
  parsed->tid = wants_tid ? numbers[n - 1] : TV_NONE;
  return TRUE;
}

/* Takes `TAG(PID): MSG`. The tag ends at the first parenthesis that contains a process id and is followed by a
 * colon. */
static gboolean
take_tag_ids_and_message (TvSpan *rest, TvLogParsed *parsed)
{
  const char *start = rest->text, *open = start, *end = start + rest->size;

  while ((open = memchr (open, '(', (gsize) (end - open))) != NULL)
    {
      TvSpan after = { open + 1, (gsize) (end - open - 1) };

      if (take_ids (&after, FALSE, ')', parsed) && tv_scan_byte (&after, ':') &&
          (after.size == 0 || *after.text == ' '))
        {
          tv_scan_byte (&after, ' ');
          parsed->tag = trim_between (start, open);
          *rest = after;
          parsed->message = *rest;
          return TRUE;
        }
      open++;
    }
  return FALSE;
}

/* ---- Forms ---- */

static gboolean
parse_long (TvSpan *rest, TvLogParsed *parsed)
{
  if (!tv_scan_byte (rest, '['))
    return FALSE;
  tv_scan_blanks (rest);
  if (rest->size < 2 || rest->text[rest->size - 1] != ']' ||
      !tv_log_time_take (rest, &parsed->time) || !tv_scan_byte (rest, ' ') ||
      !take_ids (rest, TRUE, ' ', parsed))
    return FALSE;
  tv_scan_blanks (rest);
  if (!take_level (rest, &parsed->level) || !tv_scan_byte (rest, '/'))
    return FALSE;
  parsed->tag = tv_scan_trim ((TvSpan){ rest->text, rest->size > 0 ? rest->size - 1 : 0 });
  parsed->message = (TvSpan){ rest->text + rest->size, 0 };
  return TRUE;
}

/* Takes `PID-TID`. */
static gboolean
take_joined_ids (TvSpan *rest, TvLogParsed *parsed)
{
  tv_scan_blanks (rest);
  return tv_scan_short_number (rest, &parsed->pid) && tv_scan_byte (rest, '-') &&
         tv_scan_short_number (rest, &parsed->tid);
}

/* Takes a domain: a letter for its type, which the oldest versions omit, and five hexadecimal digits. */
static gboolean
take_domain (TvSpan *rest, TvSpan *domain)
{
  gsize n = rest->size > 6 && memchr ("AICKP", *rest->text, 5) != NULL && rest->text[6] == '/';

  if (rest->size < n + 6 || rest->text[n + 5] != '/')
    return FALSE;
  for (guint i = 0; i < 5; i++)
    if (!g_ascii_isxdigit (rest->text[n + i]))
      return FALSE;
  *domain = (TvSpan){ rest->text, n + 5 };
  tv_scan_go (rest, rest->text + n + 6);
  return TRUE;
}

/* Number of spaces that DevEco Studio adds after the level. */
#define DEVECO_PADDING 3

/* Takes `DOMAIN/` from the beginning of the tag. DevEco Studio shows hilog's lines in this form, and also pads the
 * level. */
static void
split_domain (TvLogParsed *parsed)
{
  TvSpan rest = parsed->tag;

  if (rest.size == 0 || !take_domain (&rest, &parsed->domain))
    return;
  parsed->tag = rest;
  for (guint i = 0; i < DEVECO_PADDING; i++)
    tv_scan_byte (&parsed->message, ' ');
}

/* Width of the column of tags. Tags and process names are padded to columns; process names contain no spaces. */
#define STUDIO_TAG_COLUMNS 23

/* Takes ` TAG PROCESS P MSG`. Text pasted into web forms loses the padding of the columns. */
static gboolean
take_words (TvSpan *rest, TvLogParsed *parsed)
{
  TvSpan level;

  if (!tv_scan_byte (rest, ' '))
    return FALSE;
  parsed->tag = tv_scan_until (rest, ' ');
  parsed->process = tv_scan_until (rest, ' ');
  level = tv_scan_until (rest, ' ');
  if (parsed->tag.size == 0 || parsed->process.size == 0 || level.size != 1 ||
      level_of (*level.text) == TV_LOG_LEVEL_NONE)
    return FALSE;
  parsed->level = level_of (*level.text);
  parsed->message = *rest;
  return TRUE;
}

static gboolean
parse_studio (TvSpan *rest, TvLogParsed *parsed)
{
  const char *start, *end, *at;
  TvSpan both;

  if (!tv_log_time_take (rest, &parsed->time) || !tv_scan_is_at (rest, ' ') ||
      !take_joined_ids (rest, parsed) || !tv_scan_is_at (rest, ' '))
    return FALSE;
  start = rest->text;
  end = start + rest->size;
  for (at = start; end - at >= 3; at++)
    if (at[0] == ' ' && at[2] == ' ' && (at + 3 == end || at[3] == ' ') &&
        level_of (at[1]) != TV_LOG_LEVEL_NONE)
      break;
  if (end - at < 3)
    {
      /* An editor may have removed the spaces after the level of an empty message. */
      if (end - start < 3 || at[0] != ' ' || level_of (at[1]) == TV_LOG_LEVEL_NONE)
        return take_words (rest, parsed);
    }
  parsed->level = level_of (at[1]);
  both = trim_between (start, at);
  tv_scan_go (rest, MIN (at + 4, end));
  parsed->message = *rest;
  if (both.size > 0)
    {
      const char *word;

      end = both.text + both.size;
      for (word = end; word > both.text && word[-1] != ' '; word--)
        ;
      if (word > both.text || both.text - start > STUDIO_TAG_COLUMNS)
        {
          parsed->process = (TvSpan){ word, (gsize) (end - word) };
          parsed->tag = trim_between (both.text, word);
        }
      else
        parsed->tag = both;
      split_domain (parsed);
    }
  return TRUE;
}

/* Takes ` P  MSG`. The level is the first level letter that follows a space or begins @rest, and precedes two spaces.
 * A letter that is all of @rest also counts, because editors strip trailing spaces. @before: (out): text before the
 * letter */
static gboolean
take_level_and_message (TvSpan *rest, TvSpan *before, TvLogParsed *parsed)
{
  const char *start = rest->text, *end = start + rest->size, *at;

  for (at = start; at < end; at++)
    if ((at == start || at[-1] == ' ') && level_of (*at) != TV_LOG_LEVEL_NONE &&
        (rest->size == 1 || (end - at >= 3 && at[1] == ' ' && at[2] == ' ')))
      break;
  if (at == end)
    return FALSE;
  *before = trim_between (start, at);
  parsed->level = level_of (*at);
  tv_scan_go (rest, MIN (at + 3, end));
  parsed->message = *rest;
  return TRUE;
}

/* Sets the tag and the process, which are padded to columns. A single word is the process if it contains a dot, and
 * the tag otherwise. Returns FALSE if there are several words that fit in the column of tags. */
static gboolean
set_tag_and_process (TvSpan both, TvLogParsed *parsed)
{
  const char *end = both.text + both.size, *word = end;

  while (word > both.text && word[-1] != ' ')
    word--;
  if (both.size == 0)
    return TRUE;
  if (word == both.text && memchr (both.text, '.', both.size) == NULL)
    parsed->tag = both;
  else
    {
      parsed->process = (TvSpan){ word, (gsize) (end - word) };
      if (word > both.text)
        parsed->tag = trim_between (both.text, word);
    }
  return word == both.text || end - both.text > STUDIO_TAG_COLUMNS;
}

/* Parses a line that contains any of Android Studio's columns. */
static gboolean
parse_columns (TvSpan *rest, TvLogParsed *parsed)
{
  TvSpan before, ids;

  if (tv_log_time_take (rest, &parsed->time) || tv_log_time_take_of_day (rest, &parsed->time))
    {
      if (!tv_scan_is_at (rest, ' '))
        return FALSE;
      tv_scan_blanks (rest);
    }
  ids = *rest;
  if (take_joined_ids (&ids, parsed) && tv_scan_is_at (&ids, ' '))
    *rest = ids;
  else
    parsed->pid = parsed->tid = TV_NONE;
  tv_scan_blanks (rest);
  if (!take_level_and_message (rest, &before, parsed) || !set_tag_and_process (before, parsed))
    return FALSE;
  split_domain (parsed);
  return TRUE;
}

/* Takes `TAG﹕ MSG` with the small colon that the first versions of Android Studio write. */
static gboolean
take_tag_with_small_colon (TvSpan *rest, TvLogParsed *parsed)
{
  const char *start = rest->text, *colon = tv_scan_find (*rest, SMALL_COLON);

  if (colon == NULL)
    return FALSE;
  parsed->tag = trim_between (start, colon);
  tv_scan_go (rest, colon + strlen (SMALL_COLON));
  tv_scan_byte (rest, ' ');
  parsed->message = *rest;
  return TRUE;
}

static gboolean
parse_old_studio (TvSpan *rest, TvLogParsed *parsed)
{
  if (!tv_log_time_take (rest, &parsed->time) || !tv_scan_is_at (rest, ' ') ||
      !take_joined_ids (rest, parsed) || !tv_scan_byte (rest, '/'))
    return FALSE;
  parsed->process = tv_scan_before (rest, ' ');
  if (tv_span_is (parsed->process, "?"))
    parsed->process = (TvSpan){ NULL, 0 };
  return tv_scan_byte (rest, ' ') && take_level (rest, &parsed->level) &&
         tv_scan_byte (rest, '/') &&
         (take_tag_with_small_colon (rest, parsed) || take_tag_and_message (rest, parsed));
}

/* Takes ` [UID] PID TID P `, where UID is a number or a name. */
static gboolean
take_columns (TvSpan *rest, TvLogParsed *parsed)
{
  guint32 numbers[3];
  guint n = 0;

  while (tv_scan_is_at (rest, ' ') && n < 4)
    {
      tv_scan_blanks (rest);
      if (n >= 2 && (rest->size == 1 || (rest->size > 1 && rest->text[1] == ' ')) &&
          take_level (rest, &parsed->level))
        {
          parsed->uid = n == 3 ? numbers[0] : TV_NONE;
          parsed->pid = numbers[n - 2];
          parsed->tid = numbers[n - 1];
          tv_scan_byte (rest, ' ');
          return parsed->pid != TV_NONE;
        }
      if (n == 3)
        return FALSE;
      if (!tv_scan_short_number (rest, &numbers[n]))
        {
          if (n > 0 || !take_user (rest))
            return FALSE;
          numbers[n] = TV_NONE;
        }
      n++;
    }
  return FALSE;
}

static gboolean
parse_threadtime (TvSpan *rest, TvLogParsed *parsed)
{
  if (!tv_log_time_take (rest, &parsed->time) || !take_columns (rest, parsed))
    return FALSE;
  /* The colon may be missing because the line is truncated. */
  if (!take_tag_and_message (rest, parsed))
    parsed->message = *rest;
  return TRUE;
}

/* Takes `YYYY/MM/DD HH:MM:SS.mmm`. */
static gboolean
take_slashed_time (TvSpan *rest, TvLogParsed *parsed)
{
  char text[32];
  TvSpan copy = { text, MIN (rest->size, sizeof text) };

  if (copy.size < 19 || rest->text[4] != '/' || rest->text[7] != '/')
    return FALSE;
  memcpy (text, rest->text, copy.size);
  text[4] = text[7] = '-';
  if (!tv_log_time_take (&copy, &parsed->time))
    return FALSE;
  tv_scan_go (rest, rest->text + (copy.text - text));
  return TRUE;
}

/* Parses a row of a table whose cells are separated by tabs. */
static gboolean
parse_tabs (TvSpan *rest, TvLogParsed *parsed)
{
  char text[40];
  TvSpan date = tv_scan_until (rest, '\t'), time = tv_scan_until (rest, '\t'), level;
  TvSpan both = { text, date.size + 1 + time.size };

  if (date.size < 5 || time.size < 8 || both.size >= sizeof text)
    return FALSE;
  memcpy (text, date.text, date.size);
  text[date.size] = ' ';
  memcpy (text + date.size + 1, time.text, time.size);
  if (!tv_log_time_take (&both, &parsed->time) || both.size > 0 ||
      !tv_scan_short_number (rest, &parsed->pid) || !tv_scan_byte (rest, '\t') ||
      !tv_scan_short_number (rest, &parsed->tid) || !tv_scan_byte (rest, '\t'))
    return FALSE;
  level = tv_scan_until (rest, '\t');
  if (level.size != 1 || level_of (*level.text) == TV_LOG_LEVEL_NONE || !tv_scan_byte (rest, '\t'))
    return FALSE;
  parsed->level = level_of (*level.text);
  parsed->tag = tv_scan_trim (tv_scan_until (rest, '\t'));
  if (!tv_scan_byte (rest, '\t'))
    return FALSE;
  parsed->message = *rest;
  return TRUE;
}

/* Takes the English name of a level. */
static gboolean
take_level_word (TvSpan *rest, TvLogLevel *level)
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
  TvSpan word = tv_scan_before (rest, ' ');

  for (guint i = 0; i < G_N_ELEMENTS (level_names); i++)
    if (tv_span_is (word, level_names[i].word))
      {
        *level = level_names[i].level;
        return TRUE;
      }
  return FALSE;
}

static gboolean
parse_unity (TvSpan *rest, TvLogParsed *parsed)
{
  if (!take_slashed_time (rest, parsed) || !tv_scan_is_at (rest, ' '))
    return FALSE;
  tv_scan_blanks (rest);
  if (!tv_scan_short_number (rest, &parsed->pid) || !tv_scan_is_at (rest, ' '))
    return FALSE;
  tv_scan_blanks (rest);
  if (!tv_scan_short_number (rest, &parsed->tid) || !tv_scan_is_at (rest, ' '))
    return FALSE;
  tv_scan_blanks (rest);
  if (!take_level_word (rest, &parsed->level))
    return FALSE;
  tv_scan_blanks (rest);
  parsed->tag = tv_scan_before (rest, ' ');
  if (parsed->tag.size > 1 && parsed->tag.text[parsed->tag.size - 1] == ':')
    parsed->tag.size--;
  tv_scan_byte (rest, ' ');
  parsed->message = *rest;
  return TRUE;
}

static gboolean
parse_hilog (TvSpan *rest, gboolean has_process, TvLogParsed *parsed)
{
  const char *slash;

  /* The name of a time zone may precede the date. */
  if (rest->size > 0 && g_ascii_isalpha (*rest->text))
    {
      if (tv_scan_before (rest, ' ').size > 8 || !tv_scan_byte (rest, ' '))
        return FALSE;
    }
  if (!tv_log_time_take (rest, &parsed->time) || !take_columns (rest, parsed) ||
      !take_domain (rest, &parsed->domain))
    return FALSE;
  if (!take_tag_and_message (rest, parsed))
    parsed->message = *rest;
  slash = has_process && parsed->tag.size > 0 ? memchr (parsed->tag.text, '/', parsed->tag.size)
                                              : NULL;
  if (slash != NULL)
    {
      const char *end = parsed->tag.text + parsed->tag.size;

      parsed->process = (TvSpan){ parsed->tag.text, (gsize) (slash - parsed->tag.text) };
      parsed->tag = trim_between (slash + 1, end);
    }
  return TRUE;
}

static gboolean
parse_time (TvSpan *rest, TvLogParsed *parsed)
{
  if (!tv_log_time_take (rest, &parsed->time))
    return FALSE;
  tv_scan_byte (rest, ':'); /* written by DDMS */
  return tv_scan_byte (rest, ' ') && take_level (rest, &parsed->level) &&
         tv_scan_byte (rest, '/') && take_tag_ids_and_message (rest, parsed);
}

/* Parses a line in the process form, in which the tag comes last. */
static gboolean
parse_process (TvSpan *rest, TvLogParsed *parsed)
{
  const char *at, *end;

  if (!take_level (rest, &parsed->level) || !tv_scan_byte (rest, '(') ||
      !take_ids (rest, FALSE, ')', parsed) || !tv_scan_byte (rest, ' ') || rest->size == 0 ||
      rest->text[rest->size - 1] != ')')
    return FALSE;
  end = rest->text + rest->size;
  for (at = end - 3; at >= rest->text; at--)
    if (at[0] == ' ' && at[1] == ' ' && at[2] == '(')
      break;
  if (at < rest->text)
    return FALSE;
  parsed->message = (TvSpan){ rest->text, (gsize) (at - rest->text) };
  parsed->tag = trim_between (at + 3, end - 1);
  return TRUE;
}

static gboolean
parse_thread (TvSpan *rest, TvLogParsed *parsed)
{
  if (!take_level (rest, &parsed->level) || !tv_scan_byte (rest, '(') ||
      !take_ids (rest, TRUE, ')', parsed) || (rest->size > 0 && !tv_scan_byte (rest, ' ')))
    return FALSE;
  parsed->message = *rest;
  return TRUE;
}

static gboolean
parse_brief (TvSpan *rest, TvLogParsed *parsed)
{
  return take_level (rest, &parsed->level) && tv_scan_byte (rest, '/') &&
         take_tag_ids_and_message (rest, parsed);
}

static gboolean
parse_tag (TvSpan *rest, TvLogParsed *parsed)
{
  return take_level (rest, &parsed->level) && tv_scan_byte (rest, '/') &&
         take_tag_and_message (rest, parsed);
}

/**
 * tv_log_line_parse:
 * @line: a line, see tv_log_line_strip()
 * @form: form to try
 * @has_process: whether process names precede tags; used only for hilog's form
 * @parsed: (out): fields of the line
 *
 * Parses a line in the given form.
 *
 * Returns: whether the line has that form
 */
gboolean
tv_log_line_parse (TvSpan line, TvLogForm form, gboolean has_process, TvLogParsed *parsed)
{
  TvSpan rest = line;
  gboolean is_one = FALSE;

  *parsed = (TvLogParsed){ .pid = TV_NONE, .tid = TV_NONE, .uid = TV_NONE };
  if (form != TV_LOG_FORM_RAW)
    tv_scan_blanks (&rest);
  if (rest.size == 0)
    return FALSE;
  switch (form)
    {
    case TV_LOG_FORM_LONG:
      is_one = parse_long (&rest, parsed);
      break;
    case TV_LOG_FORM_STUDIO:
      is_one = parse_studio (&rest, parsed);
      break;
    case TV_LOG_FORM_OLD_STUDIO:
      is_one = parse_old_studio (&rest, parsed);
      break;
    case TV_LOG_FORM_HILOG:
      is_one = parse_hilog (&rest, has_process, parsed);
      break;
    case TV_LOG_FORM_HILOG_KMSG:
      is_one = tv_log_time_take (&rest, &parsed->time) && tv_scan_byte (&rest, ' ') &&
               tv_log_parse_dated_kernel (&rest, parsed);
      break;
    case TV_LOG_FORM_THREADTIME:
      is_one = parse_threadtime (&rest, parsed);
      break;
    case TV_LOG_FORM_UNITY:
      is_one = parse_unity (&rest, parsed);
      break;
    case TV_LOG_FORM_TABS:
      is_one = parse_tabs (&rest, parsed);
      break;
    case TV_LOG_FORM_TIME:
      is_one = parse_time (&rest, parsed);
      break;
    case TV_LOG_FORM_PROCESS:
      is_one = parse_process (&rest, parsed);
      break;
    case TV_LOG_FORM_THREAD:
      is_one = parse_thread (&rest, parsed);
      break;
    case TV_LOG_FORM_BRIEF:
      is_one = parse_brief (&rest, parsed);
      break;
    case TV_LOG_FORM_TAG:
      is_one = parse_tag (&rest, parsed);
      break;
    case TV_LOG_FORM_KERNEL:
      is_one = tv_log_parse_kernel (&rest, parsed);
      break;
    case TV_LOG_FORM_KMSG:
      is_one = tv_log_parse_kmsg (&rest, parsed);
      break;
    case TV_LOG_FORM_COLUMNS:
      is_one = rest.text == line.text && parse_columns (&rest, parsed);
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
 *
 * Returns: whether a line that does not begin a record may continue the previous message
 */
gboolean
tv_log_form_allows_continuation (TvLogForm form)
{
  return form == TV_LOG_FORM_LONG || form == TV_LOG_FORM_STUDIO || form == TV_LOG_FORM_OLD_STUDIO ||
         form == TV_LOG_FORM_HILOG || form == TV_LOG_FORM_KMSG || form == TV_LOG_FORM_COLUMNS;
}

/**
 * tv_log_form_name:
 *
 * Returns: untranslated name of the form, in most cases that of the format option of the tool that writes it
 */
const char *
tv_log_form_name (TvLogForm form)
{
  static const char *const names[] = {
    "long",       "studio",     "studio (old)", "hilog",
    "hilog kmsg", "threadtime", "unity",        "tabs",
    "time",       "process",    "thread",       "brief",
    "tag",        "dmesg",      "kmsg",         "studio (columns)",
    "raw",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_LOG_N_FORMS);
  g_return_val_if_fail (form < TV_LOG_N_FORMS, "");
  return names[form];
}
