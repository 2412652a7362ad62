/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-names.h"

#include "core/types.h"
#include "formats/input/scan.h"

/* Parses messages that affect other lines; all other messages are interpreted later, by the log decoder.
 *
 * ActivityManager: "Start proc PID:NAME/UID for …" since Android 5, "Start proc NAME for …: pid=PID uid=…" in earlier
 * versions. The event am_proc_start has the fields user, pid, uid, process, type, component. Dropped lines are
 * reported by hilog's LOGLIMIT, and by logd's chatty up to Android 11. Called by log-chunk.c and log-cut.c for each
 * record. log-merge.c applies the results of chunks. Pure, except that tv_log_names_init() adds the tags to a string
 * pool. */

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
 * @self: (out): struct to initialize
 * @strings: an empty string pool, to which the tags are added as the first strings
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

static gboolean
inspect_start (TvSpan message, TvLogNamed *named)
{
  TvSpan rest = message;

  if (!tv_scan_word (&rest, "Start proc "))
    return FALSE;
  if (tv_scan_short_number (&rest, &named->pid) && tv_scan_byte (&rest, ':'))
    {
      named->name = tv_scan_before (&rest, '/');
      return named->name.size > 0 && rest.size > 0 &&
             memchr (named->name.text, ' ', named->name.size) == NULL;
    }
  named->name = tv_scan_before (&rest, ' ');
  rest = message;
  return named->name.size > 0 && tv_scan_past (&rest, "pid=") &&
         tv_scan_short_number (&rest, &named->pid);
}

/* Takes a field of an event, and removes the prefix `NAME=` from it, if any. */
static TvSpan
take_field (TvSpan *rest)
{
  TvSpan field = tv_scan_until (rest, ',');
  const char *equals = field.size > 0 ? memchr (field.text, '=', field.size) : NULL;

  if (equals != NULL)
    tv_scan_go (&field, equals + 1);
  return field;
}

static gboolean
inspect_proc_start (TvSpan message, TvLogNamed *named)
{
  TvSpan rest = message, pid;

  if (!tv_scan_byte (&rest, '['))
    return FALSE;
  take_field (&rest);
  pid = take_field (&rest);
  take_field (&rest);
  named->name = take_field (&rest);
  return tv_scan_short_number (&pid, &named->pid) && pid.size == 0 && named->name.size > 0;
}

/* Parses the number of dropped lines, which is between two phrases. */
static gboolean
inspect_lost (TvSpan message, const char *before, const char *after, TvLogNamed *named)
{
  TvSpan rest = message;

  if (!tv_scan_past (&rest, before))
    return FALSE;
  tv_scan_blanks (&rest);
  return tv_scan_short_number (&rest, &named->n_lost) && tv_scan_past (&rest, after);
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
