/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/event-tags.h"
#include "core/trace-builder-log-decoder.h"

G_BEGIN_DECLS

/* Decoder of log lines. Each reader that adds log lines passes tv_log_decoder to the builder, which applies it after
 * all lines have been sorted:
 *
 *   log-rules.c    decoding by tag and prefix of the message
 *   log-records.c  records of Android's event log, which have named fields (core/event-tags.h)
 *   log-pairs.c    matching of starts and ends */

extern const TvLogDecoder tv_log_decoder;

/**
 * TvLogRecordKind:
 * @tag: (nullable): description of the tag; %NULL if the tag is not one of the event log
 * @kind: kind of the records with this tag; valid if @tag is not %NULL
 *
 * A tag of Android's event log.
 */
typedef struct
{
  const TvEventTag *tag;
  TvLogEventKind kind;
} TvLogRecordKind;

TvLogRecordKind tv_log_record_kind_find (const char            *tag);
gboolean        tv_log_record_read      (const TvLogRecordKind *self,
                                         const char            *text,
                                         gsize                  size,
                                         guint32                line,
                                         TvDecodedLogLine          *meaning);
void            tv_log_meanings_pair    (TvTrace               *trace,
                                         GArray                *meanings);

G_END_DECLS
