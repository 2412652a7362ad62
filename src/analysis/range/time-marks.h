/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeMark:
 * @id: id, unique in its list, from 1; never changes
 * @start_ns: start, in the trace's own clock
 * @end_ns: end of a range; equal to the start for a point
 * @name: (nullable): name
 *
 * A bookmark: a point or a range of time that the user marked.
 */
typedef struct
{
  guint id;
  gint64 start_ns;
  gint64 end_ns;
  char *name;
} TvTimeMark;

/* A list of bookmarks is a GArray sorted by start and end, without duplicates. */

GArray           *tv_time_marks_new    (void);
GArray           *tv_time_marks_copy   (const GArray *marks);
guint             tv_time_marks_add    (GArray       *marks,
                                        gint64        start_ns,
                                        gint64        end_ns,
                                        const char   *name);
const TvTimeMark *tv_time_marks_find   (const GArray *marks,
                                        guint         id);
gboolean          tv_time_marks_rename (GArray       *marks,
                                        guint         id,
                                        const char   *name);
gboolean          tv_time_marks_remove (GArray       *marks,
                                        guint         id);

G_END_DECLS
