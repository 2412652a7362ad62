/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvBookmark:
 * @id: id, from 1; unique in the list and constant
 * @start_ns: start, a timestamp of the trace in ns
 * @end_ns: end; equal to the start for a point
 * @name: (nullable): name given by the user
 *
 * A point in time or a time range that the user marked.
 */
typedef struct
{
  guint id;
  gint64 start_ns;
  gint64 end_ns;
  char *name;
} TvBookmark;

/* A list of bookmarks is a GArray that is sorted by start and end and contains each range only once. */

GArray           *tv_bookmarks_new    (void);
GArray           *tv_bookmarks_copy   (const GArray *marks);
guint             tv_bookmarks_add    (GArray       *marks,
                                        gint64        start_ns,
                                        gint64        end_ns,
                                        const char   *name);
const TvBookmark *tv_bookmarks_find   (const GArray *marks,
                                        guint         id);
gboolean          tv_bookmarks_rename (GArray       *marks,
                                        guint         id,
                                        const char   *name);
gboolean          tv_bookmarks_remove (GArray       *marks,
                                        guint         id);

G_END_DECLS
