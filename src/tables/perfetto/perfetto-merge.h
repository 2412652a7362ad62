/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvPerfettoList:
 * @ts: time of the next row, in ns
 * @at: next row
 * @end: end of the rows
 * @number: any value; copied to the result for each row of the list
 *
 * A list of rows that is sorted by time and merged with other lists.
 */
typedef struct
{
  gint64 ts;
  guint32 at;
  guint32 end;
  guint32 number;
} TvPerfettoList;

typedef gint64 (*TvPerfettoGetTime) (gpointer data, guint32 row);

void tv_perfetto_merge (GArray *lists,
                        TvPerfettoGetTime get_time,
                        gpointer data,
                        guint32 *rows,
                        guint32 *numbers);

G_END_DECLS
