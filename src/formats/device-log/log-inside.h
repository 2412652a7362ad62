/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/device-log/log-merge.h"

G_BEGIN_DECLS

/**
 * TvLogInside:
 * @merge: what the lines are told by
 * @bytes: the file
 * @is_made: it is a text that was made of the file, so that offsets in it are none of the file
 * @n: how many parts of it were told
 *
 * Parts of a log that a file of another format has in it.
 */
typedef struct
{
  TvLogMerge merge;
  GBytes *bytes;
  gboolean is_made;
  guint n;
} TvLogInside;

void tv_log_inside_init   (TvLogInside    *self,
                           TvTraceBuilder *builder,
                           GBytes         *bytes);
void tv_log_inside_add    (TvLogInside    *self,
                           gsize           start,
                           gsize           end,
                           guint32         buffer);
void tv_log_inside_finish (TvLogInside    *self,
                           gint64          latest_s,
                           gint32          utc_offset_s);

G_END_DECLS
