/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/device-log/log-merge.h"

G_BEGIN_DECLS

/**
 * TvLogInside:
 * @merge: merge that emits the lines
 * @bytes: the file, or text generated from the file
 * @is_made: whether @bytes was generated, so that offsets in it are not file offsets
 * @n: number of emitted sections
 *
 * Log sections inside a file of another format.
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
