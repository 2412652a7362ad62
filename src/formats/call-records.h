/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCallAction:
 * @TV_CALL_RECORD_ENTER: a method was entered
 * @TV_CALL_RECORD_EXIT: a method returned
 * @TV_CALL_RECORD_UNWIND: an exception left a method
 * @TV_CALL_RECORD_RESERVED: reserved; readers skip it
 *
 * Actions of method trace records.
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
 * @time_ns: timestamp in ns for each #TvClock, unchanged from the file; 0 for missing clocks
 * @tid: thread id
 * @symbol: method, or %TV_NONE for an exit from the innermost call
 * @action: action
 *
 * A raw record of a method trace. Slices are derived from these records; see tv_load_records().
 */
typedef struct
{
  gint64 time_ns[TV_N_CLOCKS];
  guint32 tid;
  guint32 symbol;
  TvCallAction action;
} TvCallRecord;

G_END_DECLS
