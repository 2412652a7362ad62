/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeMark:
 * @id: which one of its list it is, from 1; it keeps that for life
 * @start_ns: when, in the trace's own clock
 * @end_ns: the end of a range of time; equal to the start for a point
 * @name: (nullable): what the user calls it
 *
 * A time that the user wants to find again.
 */
typedef struct
{
  guint id;
  gint64 start_ns;
  gint64 end_ns;
  char *name;
} TvTimeMark;

/* A list of marks is a GArray of them, sorted by start and end, no two at the same place. */

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
