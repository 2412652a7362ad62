/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "formats/method-trace/method-trace-records.h"

G_BEGIN_DECLS

/* So many records come at most at a time. */
#define TV_RECORD_BATCH (1u << 15)

/**
 * TvRecordWalk:
 *
 * Goes over the records of a stretch of the file, as many at a time as its window shows. One
 * thread's own.
 */
typedef struct
{
  TvSourceWindow window;
  const GArray *runs; /* TvRecordRun */
  guint record_size;
  guint run;
  gsize at;
  gsize end;
} TvRecordWalk;

/**
 * TvRecordBatch:
 * @data: the first record; good until the next batch
 * @n: how many there are, one after the other
 * @where: offset in the file
 */
typedef struct
{
  const guint8 *data;
  gsize n;
  gsize where;
} TvRecordBatch;

void     tv_record_walk_init  (TvRecordWalk   *self,
                               TvSource       *source,
                               const GArray   *runs,
                               guint           record_size,
                               gsize           start,
                               gsize           end);
gboolean tv_record_walk_next  (TvRecordWalk   *self,
                               TvRecordBatch  *batch,
                               GError        **error);
void     tv_record_walk_clear (TvRecordWalk   *self);

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
