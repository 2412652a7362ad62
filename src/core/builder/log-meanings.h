/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/event-tags.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Decoding of log lines, in three steps:
 *
 *   log-rules.c    by tag and prefix of the message
 *   log-records.c  records of Android's event log, which have named fields, see core/event-tags.h
 *   log-pairs.c    matching of starts and ends
 */

/**
 * TvLogRecordKind:
 * @tag: (nullable): %NULL for other tags
 * @kind: kind of its records
 *
 * A tag of the event log.
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
