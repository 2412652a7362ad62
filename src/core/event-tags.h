/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Records of Android's event log: what the tags of the framework are called and what fields they have. The
 * system has these lists as event-log-tags; they are those of ActivityManager, WindowManager, the runtime
 * and the database that logs of devices have. Activities were told by am_ up to Android 9 and by wm_ since,
 * under the same numbers: a number alone is given the newer name. */

#define TV_EVENT_MOST_FIELDS 16

/**
 * TvEventTag:
 * @number: in binary logs
 * @name: in texts
 * @fields: what they are, with a | between two. A name may be followed by * where it may hold commas, by #
 *   where it is a number behind such a one, and by ? where older systems have none
 *
 * One kind of record.
 */
typedef struct
{
  guint32 number;
  const char *name;
  const char *fields;
} TvEventTag;

/**
 * TvEventField:
 * @name: as the list of tags has it; does not end with a NUL
 * @name_size: in bytes
 * @start: of its value in the text, in bytes
 * @size: of that
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
