/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/method-trace/method-trace-keys.h"

G_BEGIN_DECLS

/* Unit of times in records: 1 µs. */
#define TV_RECORD_TICK_NS 1000

/* Time between two wraparounds. Times in records are 32-bit numbers of µs, which wrap around every 71.6 minutes. A
 * step back by more than half of the range is a wraparound. */
#define TV_RECORD_WRAP      (G_GINT64_CONSTANT (1) << 32)
#define TV_RECORD_HALF_WRAP (1u << 31)

/* Actions, stored in the low bits of a method id. */
#define TV_RECORD_ENTER       0
#define TV_RECORD_EXIT        1
#define TV_RECORD_UNWIND      2
#define TV_RECORD_RESERVED    3
#define TV_RECORD_ACTION_MASK 3u

/**
 * TvRecordLayout:
 * @clock: clock or clocks of a record
 * @tid_bytes: size of a tid in bytes, 1 or 2
 * @record_size: size of a record in bytes
 *
 * Layout of records: tid, u32 method id | action, u32 time in µs. With the dual clock, this time is CPU time, and a
 * u32 wall time in µs follows. Actions: 0 enter, 1 exit, 2 unwound by an exception, 3 reserved. All numbers are
 * unsigned; further bytes of a record are skipped.
 */
typedef struct
{
  TvMethodClock clock;
  guint tid_bytes;
  guint record_size;
} TvRecordLayout;

/**
 * TvRecordRun:
 * @start: file offset
 * @size: size in bytes; a remainder smaller than a record is reported as truncated
 *
 * A run of contiguous records.
 */
typedef struct
{
  gsize start;
  gsize size;
} TvRecordRun;

typedef struct _TvCallCounter TvCallCounter;

gboolean tv_records_read (TvMethodTraceKeys      *keys,
                          const TvRecordLayout   *layout,
                          TvInput               *input,
                          const GArray           *runs,
                          gsize                   end,
                          const TvCallCounter *counted,
                          const TvReadContext    *context,
                          GError                **error);

G_END_DECLS
