/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log-events.h"
#include "core/event-tags.h"

G_BEGIN_DECLS

/* Records of Android's event log, which have named fields, see core/event-tags.h. */

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

/**
 * TvLogField:
 * @line: the log line
 * @place: which of its fields, from 0
 * @field: what it is called, and where its value is in the line's text
 */
typedef struct
{
  guint32 line;
  guint place;
  TvEventField field;
} TvLogField;

GArray         *tv_log_fields_new       (TvTrace               *trace,
                                         const TvSelection     *selection,
                                         GCancellable          *cancellable,
                                         GError               **error);
TvLogRecordKind tv_log_record_kind_find (const char            *tag);
gboolean        tv_log_record_read      (const TvLogRecordKind *self,
                                         const char            *text,
                                         gsize                  size,
                                         guint32                line,
                                         TvLogMeaning          *meaning);
void            tv_log_records_pair     (TvTrace               *trace,
                                         GArray                *meanings);

G_END_DECLS
