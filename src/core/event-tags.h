/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tags of Android's event log, with their names and fields, from the event-log-tags files of ActivityManager,
 * WindowManager, the runtime and the database. The names of activity tags begin with am_ up to Android 9 and with wm_
 * since then; their numbers are unchanged. The lookup by number returns the newer name. */

#define TV_EVENT_MAX_FIELDS 16

/**
 * TvEventTag:
 * @number: tag number in binary logs
 * @name: tag name in text logs
 * @fields: names of the fields, separated by |. A suffix marks special fields: * a value that may contain commas, # a
 *   number after such a value, ? a field that older systems do not write
 *
 * A tag of the event log.
 */
typedef struct
{
  guint32 number;
  const char *name;
  const char *fields;
} TvEventTag;

/**
 * TvEventField:
 * @name: name of the field; not NUL-terminated
 * @name_size: size of @name in bytes
 * @start: offset of the value in the message, in bytes
 * @size: size of the value in bytes
 *
 * A field of a record: its name, and its value as a byte range of the message.
 */
typedef struct
{
  const char *name;
  gsize name_size;
  gsize start;
  gsize size;
} TvEventField;

const TvEventTag *tv_event_tag_find     (const char       *name);
const char       *tv_event_tag_get_name (guint32           number);
guint             tv_event_tag_split    (const TvEventTag *self,
                                         const char       *text,
                                         gsize             size,
                                         TvEventField     *fields);

G_END_DECLS
