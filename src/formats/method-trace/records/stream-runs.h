/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/records/call-counts.h"

G_BEGIN_DECLS

/* A streaming trace (version | 0xf0) consists of records and units. Units begin with thread id 0:
 *
 *   u16 0, u8 1, u16 size, a method line
 *   u16 0, u8 2, u16 tid, u16 size, a thread's name
 *   u16 0, u8 3, u32 size, the summary: a key section; the last unit */

#define TV_STREAM_METHOD  1
#define TV_STREAM_THREAD  2
#define TV_STREAM_SUMMARY 3

#define TV_STREAM_METHOD_HEADER  5
#define TV_STREAM_THREAD_HEADER  7
#define TV_STREAM_SUMMARY_HEADER 7
#define TV_STREAM_MAX_HEADER     7

/**
 * TvStreamUnit:
 * @data: a unit, or the first of several records
 * @left: number of bytes up to the end of the file
 * @available: number of bytes in the window
 *
 * A position in a stream.
 */
typedef struct
{
  const guint8 *data;
  gsize left;
  gsize available;
} TvStreamUnit;

gboolean tv_stream_unit_peek    (TvStreamUnit        *self,
                                 TvInputWindow       *window,
                                 gsize                at,
                                 gsize                size,
                                 GError             **error);
gsize    tv_stream_unit_measure (const TvStreamUnit  *self,
                                 gboolean            *is_unknown);

/**
 * TvStreamRuns:
 * @runs: #TvRecordRun, in file order
 * @counter: calls in the runs, if @is_counted
 * @is_counted: whether calls have been counted in the same pass
 *
 * The runs of records in a stream, without the units between them. All other members are private.
 */
typedef struct
{
  GArray *runs;
  TvCallCounter counter;
  GArray *file; /* TvRecordRun: a single run for the whole file */
  gboolean is_counted;
  struct _TvStreamSegment *segments;
} TvStreamRuns;

gboolean tv_stream_runs_init  (TvStreamRuns          *self,
                               const TvRecordLayout  *layout,
                               gboolean               is_counted,
                               TvInput               *input,
                               gsize                  start,
                               const TvReadContext   *context,
                               GError               **error);
void     tv_stream_runs_clear (TvStreamRuns          *self);

static inline guint
tv_stream_get_tid (const guint8 *unit)
{
  return unit[0] | (guint) unit[1] << 8;
}

G_END_DECLS
