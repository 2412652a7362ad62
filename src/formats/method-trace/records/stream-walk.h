/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/records/record-count.h"

G_BEGIN_DECLS

/* A stream: records, and between them units that begin with thread id 0:
 *
 *   u16 0, u8 1, u16 size, a method line
 *   u16 0, u8 2, u16 tid, u16 size, a thread's name
 *   u16 0, u8 3, u32 size, the summary: a key section; the end */

#define TV_STREAM_METHOD  1
#define TV_STREAM_THREAD  2
#define TV_STREAM_SUMMARY 3

#define TV_STREAM_METHOD_HEAD  5
#define TV_STREAM_THREAD_HEAD  7
#define TV_STREAM_SUMMARY_HEAD 7
#define TV_STREAM_LONGEST_HEAD 7

/**
 * TvStreamUnit:
 * @data: a unit, or the first of several records
 * @left: bytes of it and of all that follows
 * @available: how many of them can be seen
 */
typedef struct
{
  const guint8 *data;
  gsize left;
  gsize available;
} TvStreamUnit;

gboolean tv_stream_unit_look    (TvStreamUnit         *self,
                                 TvInputWindow       *window,
                                 gsize                 at,
                                 gsize                 size,
                                 GError              **error);
gsize    tv_stream_unit_measure (const TvStreamUnit   *self,
                                 gboolean             *is_unknown);

/**
 * TvStreamWalk:
 * @runs: #TvRecordRun: where the records are
 * @counting: what they come to, if they are counted
 * @is_counted: whether they are
 *
 * What lies where in a stream. The other members are private.
 */
typedef struct
{
  GArray *runs;
  TvRecordCounting counting;
  GArray *file; /* the only TvRecordRun in which records may be: all of it */
  gboolean is_counted;
  struct _TvStreamSegment *segments;
} TvStreamWalk;

gboolean tv_stream_walk_init    (TvStreamWalk         *self,
                                 const TvRecordLayout *layout,
                                 gboolean              is_counted,
                                 TvInput             *input,
                                 gsize                 start,
                                 const TvReadContext  *context,
                                 GError              **error);
void     tv_stream_walk_clear   (TvStreamWalk         *self);

static inline guint
tv_stream_get_tid (const guint8 *unit)
{
  return unit[0] | (guint) unit[1] << 8;
}

G_END_DECLS
