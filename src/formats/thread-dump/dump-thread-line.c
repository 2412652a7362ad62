/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-line.h"
#include "formats/input/scan.h"

/* Parses the first line of a thread. A name may contain quotes, spaces, and text that looks like the other fields, so
 * it ends at the last quote that valid fields follow. Called by dump-line.c. Pure: spans point into the line. */

static gboolean
scan_priority (TvSpan *rest, gint32 *priority)
{
  TvSpan from = *rest;
  gboolean is_negative;
  guint64 number;

  if (!tv_scan_word (rest, "prio="))
    return FALSE;
  is_negative = tv_scan_word (rest, "-");
  if (!tv_scan_number (rest, 10, &number) || number > G_MAXINT32)
    {
      *rest = from;
      return FALSE;
    }
  *priority = is_negative ? -(gint32) number : (gint32) number;
  tv_scan_blanks (rest);
  return TRUE;
}

static void
take_word (TvSpan *rest, TvSpan *word)
{
  tv_scan_blanks (rest);
  *word = tv_scan_until (rest, ' ');
  tv_scan_blanks (rest);
}

/* Sets the state to the name that ART uses. Reports of Google Play and Crashlytics contain other spellings, such as
 * "Timed Waiting" or "timedwaiting". */
static void
set_reported_state (TvSpan text, TvDumpLine *line)
{
  static const char *const names[] = { "Blocked",  "Native",    "Runnable",     "Sleeping",
                                       "Starting", "Suspended", "TimedWaiting", "Waiting" };

  line->state = text;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *name = names[i];

      for (gsize at = 0; at < text.size; at++)
        if (text.text[at] == ' ' || text.text[at] == '_')
          continue;
        else if (g_ascii_tolower (text.text[at]) != g_ascii_tolower (*name++))
          break;
        else if (*name == '\0' && at + 1 == text.size)
          line->state = tv_span (names[i]);
    }
}

/* Parses `tid=T STATE`, as in ANR reports of Google Play. The state may consist of several words. */
static gboolean
parse_play (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "tid=") || !tv_scan_id (&rest, &line->vm_tid) ||
      !tv_scan_word (&rest, " "))
    return FALSE;
  rest = tv_scan_trim_end (rest);
  if (rest.size == 0 || !g_ascii_isalpha (*rest.text))
    return FALSE;
  for (gsize i = 0; i < rest.size; i++)
    if (!g_ascii_isalpha (rest.text[i]) && rest.text[i] != ' ')
      return FALSE;
  line->form = TV_DUMP_THREAD_REPORTED;
  line->is_daemon = FALSE;
  line->priority = TV_NO_PRIORITY;
  set_reported_state (rest, line);
  return TRUE;
}

/* Parses `T systid=K[ | waiting to lock …]`, where T and K are thread ids. */
static gboolean
parse_crashlytics_ids (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_id (&rest, &line->vm_tid) || !tv_scan_word (&rest, " systid=") ||
      !tv_scan_id (&rest, &line->sys_tid))
    return FALSE;
  tv_scan_blanks (&rest);
  if (rest.size > 0 && !tv_scan_word (&rest, "| "))
    return FALSE;
  line->value = rest;
  return TRUE;
}

/* Parses `NAME (STATE):tid=T systid=K[ | waiting to lock …]`, as in ANR reports of Crashlytics. The name may contain
 * brackets. */
static gboolean
parse_crashlytics (TvSpan text, TvDumpLine *line)
{
  static const char middle[] = "):tid=";
  const gsize size = strlen (middle);
  gsize open = 0;

  for (gsize i = 1; i + size < text.size; i++)
    {
      if (text.text[i] == '(' && text.text[i - 1] == ' ')
        open = i;
      if (open == 0 || memcmp (text.text + i, middle, size) != 0 ||
          !parse_crashlytics_ids ((TvSpan){ text.text + i + size, text.size - i - size }, line))
        continue;
      line->kind = TV_DUMP_LINE_THREAD;
      line->form = TV_DUMP_THREAD_REPORTED;
      line->name = (TvSpan){ text.text, open - 1 };
      set_reported_state ((TvSpan){ text.text + open + 1, i - open - 1 }, line);
      return TRUE;
    }
  return FALSE;
}

/* Parses `[daemon ]prio=P tid=T STATE …` or `prio=P (not attached)`, as written by Dalvik and ART. */
static gboolean
parse_managed (TvSpan rest, TvDumpLine *line)
{
  line->is_daemon = tv_scan_word (&rest, "daemon ");
  if (!scan_priority (&rest, &line->priority))
    return FALSE;
  if (tv_scan_word (&rest, "(not attached)"))
    {
      line->form = TV_DUMP_THREAD_UNATTACHED;
      line->value = rest;
      return TRUE;
    }
  /* Fails for HotSpot's threads, whose tid is an address. */
  if (!tv_scan_word (&rest, "tid=") || !tv_scan_id (&rest, &line->vm_tid) ||
      (rest.size > 0 && *rest.text != ' '))
    return FALSE;
  line->form = TV_DUMP_THREAD_ATTACHED;
  take_word (&rest, &line->state);
  line->value = rest;
  return TRUE;
}

/* Parses threads in the form of debuggerd, or native threads of Dalvik, whose lines contain more fields. */
static gboolean
parse_native (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "sysTid=") || !tv_scan_id (&rest, &line->sys_tid))
    return FALSE;
  tv_scan_blanks (&rest);
  line->form = TV_DUMP_THREAD_NATIVE;
  line->value = rest;
  return TRUE;
}

/* Parses the kernel thread id, which is hexadecimal up to JDK 18 and decimal in later versions. */
static gboolean
scan_nid (TvSpan rest, guint32 *nid)
{
  guint64 number;
  guint base = tv_scan_word (&rest, "0x") ? 16 : 10;

  if (!tv_scan_number (&rest, base, &number) || number >= G_MAXUINT32)
    return FALSE;
  *nid = (guint32) number;
  return TRUE;
}

/* Parses HotSpot's `#14 [KTID] daemon prio=5 os_prio=0 cpu=… tid=0x… nid=0x… STATE [0xSP]`. HotSpot's internal
 * threads have no number. The tid is an address. */
static gboolean
parse_hotspot (TvSpan rest, TvDumpLine *line)
{
  const char *nid;

  line->is_daemon = FALSE;
  line->priority = TV_NO_PRIORITY;
  if (tv_scan_word (&rest, "#"))
    {
      if (!tv_scan_id (&rest, &line->vm_tid))
        return FALSE;
      tv_scan_blanks (&rest);
      if (tv_scan_word (&rest, "["))
        {
          if (!tv_scan_id (&rest, &line->sys_tid) || !tv_scan_word (&rest, "]"))
            return FALSE;
          tv_scan_blanks (&rest);
        }
    }
  line->is_daemon = tv_scan_word (&rest, "daemon ");
  if (!scan_priority (&rest, &line->priority) && line->vm_tid != TV_NONE)
    return FALSE;
  /* Versions before JDK 8 do not write os_prio. */
  if (rest.size < 8 ||
      (memcmp (rest.text, "os_prio=", 8) != 0 && memcmp (rest.text, "tid=0x", 6) != 0))
    return FALSE;
  line->form = TV_DUMP_THREAD_HOTSPOT;
  line->value = rest;
  nid = tv_scan_find (rest, " nid=");
  if (nid != NULL)
    {
      TvSpan number = { nid + 5, rest.size - (gsize) (nid + 5 - rest.text) };

      scan_nid (number, &line->sys_tid);
    }
  return TRUE;
}

/* Parses `[daemon ][prio=P ]Id=N STATE on TYPE@HASH owned by "NAME" Id=M`, as written by
 * java.lang.management.ThreadInfo. */
static gboolean
parse_thread_info (TvSpan rest, TvDumpLine *line)
{
  line->is_daemon = tv_scan_word (&rest, "daemon ");
  line->priority = TV_NO_PRIORITY;
  scan_priority (&rest, &line->priority);
  if (!tv_scan_word (&rest, "Id=") || !tv_scan_id (&rest, &line->vm_tid))
    return FALSE;
  line->form = TV_DUMP_THREAD_HOTSPOT;
  take_word (&rest, &line->state);
  line->value = rest;
  return TRUE;
}

/* Parses VisualVM's `Thread t@N`. */
static gboolean
parse_visualvm (TvSpan rest, TvDumpLine *line)
{
  line->priority = TV_NO_PRIORITY;
  line->is_daemon = FALSE;
  if (!tv_scan_word (&rest, "- Thread t@") || !tv_scan_id (&rest, &line->vm_tid))
    return FALSE;
  line->form = TV_DUMP_THREAD_HOTSPOT;
  line->value = rest;
  return TRUE;
}

/* Parses `#N "NAME" virtual STATE TIME`, as written by HotSpot's Thread.dump_to_file. The name may contain quotes. */
static gboolean
parse_to_file (TvSpan text, TvDumpLine *line)
{
  if (!tv_scan_word (&text, "#") || !tv_scan_id (&text, &line->vm_tid) ||
      !tv_scan_word (&text, " \""))
    return FALSE;
  for (gsize i = text.size; i > 0; i--)
    if (text.text[i - 1] == '"' && (i == text.size || text.text[i] == ' '))
      {
        TvSpan rest = { text.text + i, text.size - i };

        line->kind = TV_DUMP_LINE_THREAD;
        line->form = TV_DUMP_THREAD_TO_FILE;
        line->name = (TvSpan){ text.text, i - 1 };
        tv_scan_blanks (&rest);
        if (tv_scan_word (&rest, "virtual"))
          tv_scan_blanks (&rest);
        if (rest.size > 0)
          take_word (&rest, &line->state);
        line->value = rest;
        return TRUE;
      }
  return FALSE;
}

/* Parses `Thread N: (state = STATE)`, as written by jstack -F. */
static gboolean
parse_forced (TvSpan text, TvDumpLine *line)
{
  if (!tv_scan_word (&text, "Thread ") || !tv_scan_id (&text, &line->sys_tid) ||
      !tv_scan_word (&text, ": (state = "))
    return FALSE;
  line->kind = TV_DUMP_LINE_THREAD;
  line->form = TV_DUMP_THREAD_FORCED;
  line->state = tv_scan_until (&text, ')');
  return TRUE;
}

/* Splits the thread number off a name in IntelliJ's form, `"main@1" prio=5 tid=0x1 nid=NA STATE`, which lacks the
 * kernel thread id. */
static void
split_name (TvDumpLine *line)
{
  TvSpan number;

  if (line->form != TV_DUMP_THREAD_HOTSPOT || line->vm_tid != TV_NONE ||
      tv_scan_find (line->value, "nid=NA") == NULL)
    return;
  for (gsize i = line->name.size; i > 0; i--)
    if (line->name.text[i - 1] == '@')
      {
        guint32 id;

        number = (TvSpan){ line->name.text + i, line->name.size - i };
        if (tv_scan_id (&number, &id) && number.size == 0)
          {
            line->vm_tid = id;
            line->name.size = i - 1;
          }
        return;
      }
}

/* Parses `Coroutine "NAME#1":TYPE{Active}@HASH, state: WORD`. The name is optional. */
static gboolean
parse_coroutine (TvSpan rest, TvDumpLine *line)
{
  const char *comma = tv_scan_find (rest, ", state: "), *colon;
  TvSpan name_and_value;

  if (comma == NULL)
    return FALSE;
  name_and_value = (TvSpan){ rest.text, (gsize) (comma - rest.text) };
  rest = (TvSpan){ comma + 9, rest.size - name_and_value.size - 9 };
  colon = tv_scan_find (name_and_value, "\":");
  line->kind = TV_DUMP_LINE_THREAD;
  line->form = TV_DUMP_THREAD_COROUTINE;
  line->name = line->value = name_and_value;
  if (*name_and_value.text == '"' && colon != NULL && colon > name_and_value.text)
    {
      line->name = (TvSpan){ name_and_value.text + 1, (gsize) (colon - name_and_value.text - 1) };
      line->value = (TvSpan){ colon + 2, name_and_value.size - line->name.size - 3 };
    }
  take_word (&rest, &line->state);
  return line->state.size > 0;
}

gboolean
tv_dump_line_parse_thread (TvSpan text, TvDumpLine *line)
{
  static gboolean (*const parsers[]) (TvSpan, TvDumpLine *) = { parse_managed,  parse_native,
                                                                parse_hotspot,  parse_thread_info,
                                                                parse_visualvm, parse_play };

  if (tv_scan_word (&text, "Coroutine "))
    return text.size > 0 && parse_coroutine (text, line);
  if (parse_to_file (text, line) || parse_forced (text, line) || parse_crashlytics (text, line))
    return TRUE;
  line->vm_tid = line->sys_tid = TV_NONE;
  if (text.size < 3 || text.text[0] != '"')
    return FALSE;
  for (gsize at = text.size - 2; at > 0; at--)
    {
      TvSpan rest = { text.text + at + 2, text.size - at - 2 };

      if (text.text[at] != '"' || text.text[at + 1] != ' ')
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (parsers); i++)
        {
          line->vm_tid = line->sys_tid = TV_NONE;
          if (!parsers[i](rest, line))
            continue;
          /* The text about the owner of a lock has the same syntax as a thread. */
          if (parsers[i] == parse_thread_info &&
              tv_scan_find ((TvSpan){ text.text, at }, " owned by \"") != NULL)
            continue;
          line->kind = TV_DUMP_LINE_THREAD;
          line->name = (TvSpan){ text.text + 1, at - 1 };
          line->value = tv_scan_trim_end (line->value);
          split_name (line);
          return TRUE;
        }
    }
  return FALSE;
}
