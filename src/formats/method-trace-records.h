/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/method-trace-keys.h"

G_BEGIN_DECLS

/* Records count µs. */
#define TV_RECORD_TICK_NS 1000

/**
 * TvRecordLayout:
 * @clock: which time or times a record has
 * @tid_bytes: 1 or 2
 * @record_size: bytes from one record to the next
 *
 * A record is a thread id, u32 method id | action, u32 time in µs and, with the dual clock where
 * that was the CPU's, u32 wall time in µs. Actions: 0 enter, 1 exit, 2 unwound by an exception,
 * 3 reserved. All numbers are unsigned; what a record has beyond that is skipped.
 */
typedef struct
{
  TvMethodClock clock;
  guint tid_bytes;
  guint record_size;
} TvRecordLayout;

typedef struct _TvRecordReader TvRecordReader;

TvRecordReader *tv_record_reader_new  (TvMethodTraceKeys    *keys,
                                       const TvRecordLayout *layout,
                                       const TvReadContext  *context);
void            tv_record_reader_free (TvRecordReader       *self);
void            tv_record_reader_count (TvRecordReader      *self,
                                        const guint8        *data,
                                        gsize                size,
                                        gint64               where);
void            tv_record_reader_reserve (TvRecordReader    *self);
gboolean        tv_record_reader_read (TvRecordReader       *self,
                                       const guint8         *data,
                                       gsize                 size,
                                       gint64                where,
                                       GError              **error);
void            tv_record_reader_finish (TvRecordReader     *self,
                                         gint64              where);

G_END_DECLS
