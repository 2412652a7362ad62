/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-names.h"

#include "core/types.h"
#include "formats/device-log/log-scan.h"

/* Parses messages that affect other lines. Only analyses interpret all other messages.
 *
 * ActivityManager: "Start proc PID:NAME/UID for …" since Android 5, "Start proc NAME for …: pid=PID uid=…" in
 * earlier versions; the event am_proc_start has the fields user, pid, uid, process, type, component. Dropped
 * lines: LOGLIMIT of hilog, and chatty of logd up to Android 11. */

typedef enum
{
  TAG_ACTIVITY_MANAGER,
  TAG_AM_PROC_START,
  TAG_LOGLIMIT,
  TAG_LOGLIMITD,
  TAG_CHATTY,
  N_TAGS,
} Tag;

static const char *const tags[N_TAGS] = {
  [TAG_ACTIVITY_MANAGER] = "ActivityManager",
  [TAG_AM_PROC_START] = "am_proc_start",
  [TAG_LOGLIMIT] = "LOGLIMIT",
  [TAG_LOGLIMITD] = "LOGLIMITD",
  [TAG_CHATTY] = "chatty",
};

/**
 * tv_log_names_init:
 * @self: struct to initialize
 * @strings: an empty string pool; receives the tags as its first strings
 */
void
tv_log_names_init (TvLogNames *self, TvStringPool *strings)
{
  for (guint i = 0; i < N_TAGS; i++)
    {
      guint32 string = tv_string_pool_intern (strings, tags[i], strlen (tags[i]));

      g_assert (string == i);
    }
  self->end = N_TAGS;
}

/* Returns the end of the first occurrence of @text in a message, or NULL. */
static const char *
find_behind (TvSpan message, const char *text)
{
  const char *found = message.size > 0 ? memmem (message.text, message.size, text, strlen (text))
                                       : NULL;

  return found != NULL ? found + strlen (text) : NULL;
}

static gboolean
inspect_start (TvSpan message, TvLogNamed *named)
{
  static const char prefix[] = "Start proc ";
  TvLogScan scan = { message.text, message.text + message.size };
  const char *pid;

  if (message.size < sizeof prefix || memcmp (scan.at, prefix, sizeof prefix - 1) != 0)
    return FALSE;
  scan.at += sizeof prefix - 1;
  if (tv_log_scan_take_number (&scan, &named->pid) && tv_log_scan_take (&scan, ':'))
    {
      named->name = tv_log_scan_take_word (&scan, '/');
      return named->name.size > 0 && scan.at < scan.end &&
             memchr (named->name.text, ' ', named->name.size) == NULL;
    }
  named->name = tv_log_scan_take_word (&scan, ' ');
  pid = find_behind (message, "pid=");
  if (pid == NULL || named->name.size == 0)
    return FALSE;
  scan.at = pid;
  return tv_log_scan_take_number (&scan, &named->pid);
}

/* Takes a field, without the optional prefix `NAME=`. */
static TvSpan
take_field (TvLogScan *scan)
{
  TvSpan field = tv_log_scan_take_word (scan, ',');
  const char *equals = field.size > 0 ? memchr (field.text, '=', field.size) : NULL;

  tv_log_scan_take (scan, ',');
  if (equals != NULL)
    field = (TvSpan){ equals + 1, (gsize) (field.text + field.size - equals - 1) };
  return field;
}

static gboolean
inspect_proc_start (TvSpan message, TvLogNamed *named)
{
  TvLogScan scan = { message.text, message.text + message.size }, pid;
  TvSpan field;

  if (!tv_log_scan_take (&scan, '['))
    return FALSE;
  take_field (&scan);
  field = take_field (&scan);
  pid = (TvLogScan){ field.text, field.text + field.size };
  take_field (&scan);
  named->name = take_field (&scan);
  return tv_log_scan_take_number (&pid, &named->pid) && pid.at == pid.end && named->name.size > 0;
}

/* Parses the number of dropped lines between two phrases. */
static gboolean
inspect_lost (TvSpan message, const char *before, const char *after, TvLogNamed *named)
{
  const char *found = find_behind (message, before);
  TvLogScan scan = { found, message.text + message.size };

  if (found == NULL)
    return FALSE;
  tv_log_scan_skip_blanks (&scan);
  return tv_log_scan_take_number (&scan, &named->n_lost) &&
         find_behind (tv_log_scan_rest (&scan), after) != NULL;
}

gboolean
tv_log_names_inspect (guint32 tag, TvSpan message, TvLogNamed *named)
{
  *named = (TvLogNamed){ .pid = TV_NONE };
  switch ((Tag) tag)
    {
    case TAG_ACTIVITY_MANAGER:
      return inspect_start (message, named);
    case TAG_AM_PROC_START:
      return inspect_proc_start (message, named);
    case TAG_LOGLIMIT:
      return inspect_lost (message, "QUOTA,", "DROPPED", named);
    case TAG_LOGLIMITD:
      return inspect_lost (message, "", "dropped", named);
    case TAG_CHATTY:
      return inspect_lost (message, " expire ", "line", named);
    case N_TAGS:
    default:
      return FALSE;
    }
}
