/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/event-tags.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* What a log's lines mean, in three steps:
 *
 *   log-rules.c    a line's tag and what its message begins with
 *   log-records.c  records of Android's event log, which have named fields, see core/event-tags.h
 *   log-pairs.c    starts and ends
 */

/**
 * TvLogRecordKind:
 * @tag: (nullable): %NULL = it is no tag of the event log
 * @kind: what its records mean
 *
 * What a tag stands for.
 */
typedef struct
{
  const TvEventTag *tag;
  TvLogEventKind kind;
} TvLogRecordKind;

GArray         *tv_log_meanings_find    (TvTrace               *trace);
TvLogRecordKind tv_log_record_kind_find (const char            *tag);
gboolean        tv_log_record_read      (const TvLogRecordKind *self,
                                         const char            *text,
                                         gsize                  size,
                                         guint32                line,
                                         TvLogMeaning          *meaning);
guint32         tv_log_meanings_get_row (const GArray          *meanings,
                                         guint32                line);
void            tv_log_meanings_pair    (TvTrace               *trace,
                                         GArray                *meanings);

G_END_DECLS
