/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvProblemKind:
 *
 * An irregularity of a file that can nevertheless be shown. Each kind has one sentence for users, see
 * tv_problem_kind_text().
 */
typedef enum
{
  TV_PROBLEM_UNMATCHED_EXIT,
  TV_PROBLEM_FORCED_EXIT,
  TV_PROBLEM_OPEN_CALL,
  TV_PROBLEM_OPEN_SLICE,
  TV_PROBLEM_TIME_BACKWARDS,
  TV_PROBLEM_CLOCK_WRAPPED,
  TV_PROBLEM_UNKNOWN_METHOD,
  TV_PROBLEM_UNKNOWN_THREAD,
  TV_PROBLEM_REUSED_THREAD_ID,
  TV_PROBLEM_RESERVED_ACTION,
  TV_PROBLEM_CUT_RECORD,
  TV_PROBLEM_MISSING_RECORDS,
  TV_PROBLEM_NO_RECORDS,
  TV_PROBLEM_MISSING_SUMMARY,
  TV_PROBLEM_ASSUMED_CLOCK,
  TV_PROBLEM_UNKNOWN_CLOCK,
  TV_PROBLEM_BAD_METHOD_LINE,
  TV_PROBLEM_BAD_THREAD_LINE,
  TV_PROBLEM_BAD_OPTION_LINE,
  TV_PROBLEM_DUPLICATE_METHOD,
  TV_PROBLEM_MISSING_END,
  TV_PROBLEM_BAD_OPCODE,
  TV_PROBLEM_TRAILING_DATA,
  TV_PROBLEM_BUFFER_OVERFLOWED,
  TV_PROBLEM_BAD_TEXT,
  TV_PROBLEM_LONG_TEXT,
  TV_PROBLEM_MUCH_METADATA,
  TV_PROBLEM_BAD_LINE,
  TV_PROBLEM_BAD_TIME,
  TV_PROBLEM_BAD_ARGUMENTS,
  TV_PROBLEM_LOST_EVENTS,
  TV_PROBLEM_INFERRED_SWITCH,
  TV_PROBLEM_INEXACT_CPU_TIME,
  TV_PROBLEM_ENDED_WITH_THREAD,
  TV_PROBLEM_NEGATIVE_MEMORY,
  TV_PROBLEM_UNSORTED,
  TV_PROBLEM_LATE_EVENT,
  TV_PROBLEM_UNMATCHED_END,
  TV_PROBLEM_DUPLICATE_ASYNC,
  TV_PROBLEM_UNMATCHED_ASYNC,
  TV_PROBLEM_ENDLESS_ASYNC,
  TV_PROBLEM_MUCH_WORK,
  TV_PROBLEM_OVERLAPPING_SLICE,
  TV_PROBLEM_UNKNOWN_STATE,
  TV_PROBLEM_MANY_STATES,
  TV_PROBLEM_COUNTER_CLOCK,
  TV_PROBLEM_MISSING_MARKS,
  TV_PROBLEM_BUILT_TIMES,
  TV_PROBLEM_BAD_BLOCK,
  TV_PROBLEM_CUT_CONTAINER,
  TV_PROBLEM_CHANGED_FILE,
  TV_PROBLEM_OTHER_NAME_MAP,
  TV_PROBLEM_USELESS_NAME_MAP,
  TV_PROBLEM_BAD_MAP_LINE,
  TV_PROBLEM_AMBIGUOUS_NAME,
  TV_PROBLEM_CUT_DUMP,
  TV_PROBLEM_PARTIAL_DUMP,
  TV_PROBLEM_FAILED_DUMP,
  TV_PROBLEM_CUT_REPORT,
  TV_PROBLEM_CLOCK_JUMPED,
  TV_PROBLEM_LOST_LOG_LINES,
  TV_PROBLEM_REPEATED_LOG_LINES,
  TV_PROBLEM_REPEATED_EVENTS,
  TV_PROBLEM_REPEATED_PACKETS,
  TV_PROBLEM_UNKNOWN_LOG_LINE,
  TV_PROBLEM_LOST_SAMPLES,
  TV_PROBLEM_THROTTLED,
  TV_PROBLEM_UNKNOWN_SAMPLE_KIND,
  TV_PROBLEM_STACK_COPY,
  TV_PROBLEM_CUT_STACK,
  TV_PROBLEM_NO_CALLERS,
  TV_PROBLEM_UNNAMED_CODE,
  TV_PROBLEM_OPEN_OFF_CPU,
  TV_PROBLEM_NO_WEIGHTS,
  TV_PROBLEM_NEGATIVE_WEIGHT,
  TV_PROBLEM_ROUNDED_WEIGHT,
  TV_PROBLEM_MIXED_WEIGHTS,
  TV_PROBLEM_MISSING_STACK,
  TV_PROBLEM_SKIPPED_STACK,
  TV_PROBLEM_HEAP_DUMP,
  TV_PROBLEM_UNREAD_PART,
  TV_PROBLEM_UNKNOWN_PART,
  TV_PROBLEM_BAD_PACKET,
  TV_PROBLEM_LOST_PACKETS,
  TV_PROBLEM_SKIPPED_PACKETS,
  TV_PROBLEM_UNTIED_CLOCK,
  TV_PROBLEM_UNKNOWN_TRACK,
  TV_N_PROBLEM_KINDS,
} TvProblemKind;

/**
 * TvSeverity:
 * @TV_SEVERITY_NOTE: common in good files; all values are correct
 * @TV_SEVERITY_WARNING: some values may be wrong; tv_problem_kind_text() names them
 * @TV_SEVERITY_ERROR: part of the file could not be read
 *
 * The effect of a problem on the displayed values. Only warnings and errors are brought to the user's attention.
 */
typedef enum
{
  TV_SEVERITY_NOTE,
  TV_SEVERITY_WARNING,
  TV_SEVERITY_ERROR,
  TV_N_SEVERITIES,
} TvSeverity;

/**
 * TvProblem:
 * @kind: kind of problem
 * @count: number of occurrences
 * @file_offset: byte offset in the file of the first occurrence, or -1
 * @ts: time of the first occurrence on the timeline in ns, or %G_MININT64
 * @utid: thread of the first occurrence, or %TV_NONE
 * @detail: (nullable): details of the first occurrence; owned by the trace
 *
 * All occurrences of one kind of problem in a file.
 */
typedef struct
{
  TvProblemKind kind;
  guint64 count;
  gint64 file_offset;
  gint64 ts;
  guint32 utid;
  const char *detail;
} TvProblem;

const char *tv_problem_kind_name     (TvProblemKind kind);
const char *tv_problem_kind_text     (TvProblemKind kind);
TvSeverity  tv_problem_kind_severity (TvProblemKind kind);
const char *tv_severity_name         (TvSeverity    severity);

G_END_DECLS
