/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCallAction:
 * @TV_CALL_RECORD_ENTER: a method was entered
 * @TV_CALL_RECORD_EXIT: it returned
 * @TV_CALL_RECORD_UNWIND: it was left by an exception
 * @TV_CALL_RECORD_RESERVED: nothing that is known; readers pass over it
 *
 * What a record of a method trace tells.
 */
typedef enum
{
  TV_CALL_RECORD_ENTER,
  TV_CALL_RECORD_EXIT,
  TV_CALL_RECORD_UNWIND,
  TV_CALL_RECORD_RESERVED,
} TvCallAction;

/**
 * TvCallRecord:
 * @time_ns: as the file tells it, per #TvClock, whatever is odd about it; 0 of a clock that it does not have
 * @tid: thread id
 * @symbol: what is entered or left, or %TV_NONE of an exit that leaves whatever is innermost
 * @action: what happened
 *
 * A record of a method trace as it is in the file. Slices are made of these; see tv_load_records().
 */
typedef struct
{
  gint64 time_ns[TV_N_CLOCKS];
  guint32 tid;
  guint32 symbol;
  TvCallAction action;
} TvCallRecord;

G_END_DECLS
