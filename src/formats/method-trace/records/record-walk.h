/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "formats/method-trace/records/method-trace-records.h"

G_BEGIN_DECLS

/**
 * TvRecordWalk:
 *
 * Iterates over the records of a segment of the file in batches. A copy continues at the same record. All members are
 * private.
 */
typedef struct
{
  const GArray *runs; /* TvRecordRun */
  guint record_size;
  guint run;
  gsize at;
  gsize end;
} TvRecordWalk;

/**
 * TvRecordBatch:
 * @data: (nullable): the first record, valid until the window moves; %NULL before tv_record_batch_read()
 * @n: number of consecutive records
 * @file_offset: file offset of the first record
 *
 * Consecutive records.
 */
typedef struct
{
  const guint8 *data;
  gsize n;
  gsize file_offset;
} TvRecordBatch;

void     tv_record_walk_init  (TvRecordWalk   *self,
                               const GArray   *runs,
                               guint           record_size,
                               gsize           start,
                               gsize           end);
gboolean tv_record_walk_next  (TvRecordWalk   *self,
                               TvRecordBatch  *batch);
gboolean tv_record_batch_read (TvRecordBatch  *self,
                               guint           record_size,
                               TvInputWindow *window,
                               GError        **error);

static inline guint32
tv_record_get_tid (const guint8 *record, guint tid_bytes)
{
  return tid_bytes == 1 ? record[0] : record[0] | (guint32) record[1] << 8;
}

static inline guint32
tv_record_get_word (const guint8 *p)
{
  guint32 value;

  memcpy (&value, p, sizeof value);
  return GUINT32_FROM_LE (value);
}

G_END_DECLS
