/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/event-queue.h"

#include "formats/crash/fault-log-line.h"
#include "formats/input/scan.h"

/* Parses the dump that OpenHarmony's EventHandler writes about a thread's event queue. An event is `Event { KEY =
 * VALUE, KEY = VALUE, … }`. A value may contain commas, so it ends before the next known key. Called by event-queue.c
 * for each line. Pure: values point into the line. */

typedef enum
{
  KEY_SENDER,
  KEY_SENT,
  KEY_DUE,
  KEY_BEGAN,
  KEY_ENDED,
  KEY_PRIORITY,
  KEY_ID,
  KEY_NAME,
  KEY_CALLER,
  N_KEYS,
} Key;

static const char *const keys[N_KEYS] = {
  [KEY_SENDER] = "send thread = ",
  [KEY_SENT] = "send time = ",
  [KEY_DUE] = "handle time = ",
  [KEY_BEGAN] = "trigger time = ",
  [KEY_ENDED] = "completeTime time = ",
  [KEY_PRIORITY] = "priority = ",
  [KEY_ID] = "id = ",
  [KEY_NAME] = "task name = ",
  [KEY_CALLER] = "caller = ",
};

static gboolean
scan_key (TvSpan *rest, Key *key)
{
  for (guint i = 0; i < N_KEYS; i++)
    if (tv_scan_word (rest, keys[i]))
      {
        *key = (Key) i;
        return TRUE;
      }
  return FALSE;
}

/* Takes the value up to the comma before the next known key, or to the end. */
static TvSpan
take_value (TvSpan *rest)
{
  TvSpan value = *rest;

  for (gsize i = 0; i + 1 < rest->size; i++)
    {
      TvSpan next = { rest->text + i + 2, rest->size - i - 2 };
      Key key;

      if (rest->text[i] != ',' || rest->text[i + 1] != ' ' || !scan_key (&next, &key))
        continue;
      value.size = i;
      *rest = (TvSpan){ rest->text + i + 2, rest->size - i - 2 };
      return tv_scan_trim_end (value);
    }
  *rest = (TvSpan){ rest->text + rest->size, 0 };
  return tv_scan_trim_end (value);
}

static gint64
parse_time (TvSpan value)
{
  gint64 ns;

  return tv_fault_log_parse_time (value, &ns) ? ns : TV_NO_TIME;
}

static void
set_value (TvEventQueueParsed *parsed, Key key, TvSpan value)
{
  switch (key)
    {
    case KEY_SENDER:
      tv_scan_id (&value, &parsed->tid);
      break;
    case KEY_SENT:
      parsed->sent = parse_time (value);
      break;
    case KEY_DUE:
      parsed->due = parse_time (value);
      break;
    case KEY_BEGAN:
      parsed->began = parse_time (value);
      break;
    case KEY_ENDED:
      parsed->ended = parse_time (value);
      break;
    case KEY_PRIORITY:
      parsed->priority = value;
      break;
    case KEY_ID:
      if (parsed->name.size == 0)
        parsed->name = value;
      break;
    case KEY_NAME:
      if (value.size > 0)
        parsed->name = value;
      break;
    case KEY_CALLER:
      if (value.size >= 2 && value.text[0] == '[' && value.text[value.size - 1] == ']')
        value = (TvSpan){ value.text + 1, value.size - 2 };
      parsed->caller = value;
      break;
    case N_KEYS:
    default:
      break;
    }
}

/* Parses `Event { … }`. The closing brace is optional, because lines may be truncated. */
static gboolean
parse_event (TvSpan rest, TvEventQueueParsed *parsed)
{
  Key key;

  if (!tv_scan_word (&rest, "Event {"))
    return FALSE;
  rest = tv_scan_trim_end (rest);
  if (rest.size > 0 && rest.text[rest.size - 1] == '}')
    rest.size--;
  rest = tv_scan_trim_end (rest);
  tv_scan_blanks (&rest);
  while (scan_key (&rest, &key))
    set_value (parsed, key, take_value (&rest));
  return TRUE;
}

/* Parses `Current Running: start at T, Event { … }` or `Current Running: no running event`. */
static TvEventQueueLine
parse_running (TvSpan rest, TvEventQueueParsed *parsed)
{
  const char *event = tv_scan_find (rest, "Event {");

  if (event == NULL)
    return TV_EVENT_QUEUE_IDLE;
  tv_scan_blanks (&rest);
  if (tv_scan_word (&rest, "start at "))
    parsed->ns = parse_time (tv_scan_until (&rest, ','));
  rest = (TvSpan){ event, (gsize) (rest.text + rest.size - event) };
  return parse_event (rest, parsed) ? TV_EVENT_QUEUE_RUNNING : TV_EVENT_QUEUE_IDLE;
}

/* Parses `No. 3 : Event { … }`. The blanks around the number are optional. */
static gboolean
parse_listed_event (TvSpan rest, TvEventQueueParsed *parsed)
{
  guint32 number;

  if (!tv_scan_word (&rest, "No."))
    return FALSE;
  tv_scan_blanks (&rest);
  if (!tv_scan_id (&rest, &number))
    return FALSE;
  tv_scan_blanks (&rest);
  if (!tv_scan_word (&rest, ":"))
    return FALSE;
  tv_scan_blanks (&rest);
  return parse_event (rest, parsed);
}

/* Parses `Event runner (Thread name = X, Thread ID = N) is running`. Only the id is used. */
static gboolean
parse_runner (TvSpan rest, TvEventQueueParsed *parsed)
{
  const char *id;

  if (!tv_scan_word (&rest, "Event runner (") || (id = tv_scan_find (rest, "Thread ID = ")) == NULL)
    return FALSE;
  rest = (TvSpan){ id, (gsize) (rest.text + rest.size - id) };
  tv_scan_word (&rest, "Thread ID = ");
  tv_scan_id (&rest, &parsed->tid);
  return TRUE;
}

/* Parses `VIP priority event queue information:`. */
static gboolean
parse_priority (TvSpan rest, TvEventQueueParsed *parsed)
{
  const char *found = tv_scan_find (rest, " priority event queue information:");

  if (found == NULL)
    return FALSE;
  parsed->priority = (TvSpan){ rest.text, (gsize) (found - rest.text) };
  return memchr (rest.text, ' ', parsed->priority.size) == NULL;
}

/**
 * tv_event_queue_parse:
 * @text: a line of a queue dump
 * @parsed: (out): fields of the line
 *
 * Returns: the kind of the line
 */
TvEventQueueLine
tv_event_queue_parse (TvSpan text, TvEventQueueParsed *parsed)
{
  TvSpan rest;

  *parsed = (TvEventQueueParsed){ .ns = TV_NO_TIME,
                                  .tid = TV_NONE,
                                  .sent = TV_NO_TIME,
                                  .due = TV_NO_TIME,
                                  .began = TV_NO_TIME,
                                  .ended = TV_NO_TIME };
  tv_scan_blanks (&text);
  text = rest = tv_scan_trim_end (text);
  if (tv_scan_word (&rest, "EventHandler dump begin curTime: "))
    {
      parsed->ns = parse_time (rest);
      return TV_EVENT_QUEUE_LISTED;
    }
  if (tv_scan_word (&rest, "Current Running:"))
    return parse_running (rest, parsed);
  if (tv_scan_word (&rest, "History event queue information:"))
    return TV_EVENT_QUEUE_HISTORY;
  if (parse_listed_event (rest, parsed))
    return TV_EVENT_QUEUE_EVENT;
  if (parse_runner (rest, parsed))
    return TV_EVENT_QUEUE_RUNNER;
  if (parse_priority (rest, parsed))
    return TV_EVENT_QUEUE_WAITING;
  if (tv_scan_word (&rest, "Total size of ") || tv_scan_word (&rest, "Total event size"))
    return TV_EVENT_QUEUE_TOTAL;
  return TV_EVENT_QUEUE_NONE;
}
