/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/problem.h"

#include <glib/gi18n.h>

/* Table of all problem kinds: name, severity and sentence for users. A new kind is a row here and a value in the
 * header. Used by the builder, tables, the command line and the window. Pure. */

static const struct
{
  const char *name;
  TvSeverity severity;
  const char *text;
} kinds[TV_N_PROBLEM_KINDS] = {
  [TV_PROBLEM_UNMATCHED_EXIT] = {
    "unmatched-exit", TV_SEVERITY_NOTE,
    N_("A method exit has no entry, because the method was entered before the recording began; "
       "ignored"),
  },
  [TV_PROBLEM_FORCED_EXIT] = {
    "forced-exit", TV_SEVERITY_WARNING,
    N_("A method exit is missing; the call ends with its caller"),
  },
  [TV_PROBLEM_OPEN_CALL] = {
    "open-call", TV_SEVERITY_NOTE,
    N_("A method had not returned when the recording ended; the call extends to the last record of its thread"),
  },
  [TV_PROBLEM_OPEN_SLICE] = {
    "open-slice", TV_SEVERITY_NOTE,
    N_("A slice had not ended when the recording ended; it extends to the end of the recording"),
  },
  [TV_PROBLEM_TIME_BACKWARDS] = {
    "time-backwards", TV_SEVERITY_WARNING,
    N_("The clock of a thread stepped backwards; its timestamp was raised to the previous one"),
  },
  [TV_PROBLEM_CLOCK_WRAPPED] = {
    "clock-wrapped", TV_SEVERITY_NOTE,
    N_("The 32-bit clock wrapped around (every 71.6 minutes in µs, every 4.3 seconds in ns); unwrapped"),
  },
  [TV_PROBLEM_UNKNOWN_METHOD] = {
    "unknown-method", TV_SEVERITY_WARNING,
    N_("A method ID is not in the method list; shown as a number"),
  },
  [TV_PROBLEM_UNKNOWN_THREAD] = {
    "unknown-thread", TV_SEVERITY_NOTE,
    N_("A thread is not in the thread list, for example because it had ended; shown as a number"),
  },
  [TV_PROBLEM_REUSED_THREAD_ID] = {
    "reused-thread-id", TV_SEVERITY_NOTE,
    N_("A thread ID is listed twice, because the system reused it; the last name is shown"),
  },
  [TV_PROBLEM_RESERVED_ACTION] = {
    "reserved-action", TV_SEVERITY_WARNING,
    N_("A record is neither a method entry nor a method exit; ignored"),
  },
  [TV_PROBLEM_CUT_RECORD] = {
    "cut-record", TV_SEVERITY_WARNING,
    N_("The file ends in the middle of a record; everything before it was read"),
  },
  [TV_PROBLEM_MISSING_RECORDS] = {
    "missing-records", TV_SEVERITY_WARNING,
    N_("The file contains fewer records than its header states; the end is missing"),
  },
  [TV_PROBLEM_NO_RECORDS] = {
    "no-records", TV_SEVERITY_WARNING,
    N_("The file contains no records"),
  },
  [TV_PROBLEM_MISSING_SUMMARY] = {
    "missing-summary", TV_SEVERITY_WARNING,
    N_("The file ends before its summary, so the recording was not finished"),
  },
  [TV_PROBLEM_ASSUMED_CLOCK] = {
    "assumed-clock", TV_SEVERITY_WARNING,
    N_("The file does not name its clock; wall time is assumed"),
  },
  [TV_PROBLEM_UNKNOWN_CLOCK] = {
    "unknown-clock", TV_SEVERITY_WARNING,
    N_("The clock named in the file is unknown; thread CPU time is assumed"),
  },
  [TV_PROBLEM_BAD_METHOD_LINE] = {
    "bad-method-line", TV_SEVERITY_ERROR,
    N_("Malformed line in the method list; skipped"),
  },
  [TV_PROBLEM_BAD_THREAD_LINE] = {
    "bad-thread-line", TV_SEVERITY_ERROR,
    N_("Malformed line in the thread list; skipped"),
  },
  [TV_PROBLEM_BAD_OPTION_LINE] = {
    "bad-option-line", TV_SEVERITY_ERROR,
    N_("Malformed option line; skipped"),
  },
  [TV_PROBLEM_DUPLICATE_METHOD] = {
    "duplicate-method", TV_SEVERITY_WARNING,
    N_("A method ID is listed twice with different names; the last name is shown"),
  },
  [TV_PROBLEM_MISSING_END] = {
    "missing-end", TV_SEVERITY_WARNING,
    N_("The method list does not end with *end; it was read to its last line"),
  },
  [TV_PROBLEM_BAD_OPCODE] = {
    "bad-opcode", TV_SEVERITY_ERROR,
    N_("The stream contains an unknown opcode; the data after it could not be read"),
  },
  [TV_PROBLEM_TRAILING_DATA] = {
    "trailing-data", TV_SEVERITY_NOTE,
    N_("The file continues after the end of the trace; the remaining data was ignored"),
  },
  [TV_PROBLEM_BUFFER_OVERFLOWED] = {
    "buffer-overflowed", TV_SEVERITY_WARNING,
    N_("The buffer was full before the recording stopped; the end is missing"),
  },
  [TV_PROBLEM_BAD_TEXT] = {
    "bad-text", TV_SEVERITY_NOTE,
    N_("A name contains invalid UTF-8 or invisible characters, which are shown as \\xNN or "
       "\\uNNNN"),
  },
  [TV_PROBLEM_LONG_TEXT] = {
    "long-text", TV_SEVERITY_NOTE,
    N_("A name is longer than 64 KiB; truncated"),
  },
  [TV_PROBLEM_MUCH_METADATA] = {
    "many-options", TV_SEVERITY_NOTE,
    N_("The file contains too much metadata; the rest was skipped"),
  },
  [TV_PROBLEM_BAD_LINE] = {
    "bad-line", TV_SEVERITY_ERROR,
    N_("A line resembles an event but is malformed; skipped"),
  },
  [TV_PROBLEM_BAD_TIME] = {
    "bad-time", TV_SEVERITY_WARNING,
    N_("Timestamp out of range; clamped"),
  },
  [TV_PROBLEM_BAD_ARGUMENTS] = {
    "bad-arguments", TV_SEVERITY_WARNING,
    N_("Malformed arguments; the event is listed but not drawn"),
  },
  [TV_PROBLEM_LOST_EVENTS] = {
    "lost-events", TV_SEVERITY_WARNING,
    N_("The kernel dropped events because its buffer was full; they are missing"),
  },
  [TV_PROBLEM_INFERRED_SWITCH] = {
    "inferred-switch", TV_SEVERITY_NOTE,
    N_("A context switch is missing; it was inferred from the task of the next line. Runs and "
       "states around it are marked as inferred"),
  },
  [TV_PROBLEM_INEXACT_CPU_TIME] = {
    "inexact-cpu-time", TV_SEVERITY_WARNING,
    N_("The CPU time of a thread and its slices is uncertain by more than 1 % because switches "
       "are missing"),
  },
  [TV_PROBLEM_ENDED_WITH_THREAD] = {
    "ended-with-thread", TV_SEVERITY_NOTE,
    N_("A slice had not ended when its thread or process ended; it ends there"),
  },
  [TV_PROBLEM_NEGATIVE_MEMORY] = {
    "negative-memory", TV_SEVERITY_NOTE,
    N_("The kernel reported a negative memory size for a process; shown as recorded"),
  },
  [TV_PROBLEM_UNSORTED] = {
    "unsorted", TV_SEVERITY_NOTE,
    N_("Events were not in chronological order; sorted"),
  },
  [TV_PROBLEM_LATE_EVENT] = {
    "late-event", TV_SEVERITY_WARNING,
    N_("An event follows events that are more than ten seconds later; it was sorted, but it may belong to "
       "another recording"),
  },
  [TV_PROBLEM_UNMATCHED_END] = {
    "unmatched-end", TV_SEVERITY_NOTE,
    N_("The end of a slice that began before the recording; ignored"),
  },
  [TV_PROBLEM_DUPLICATE_ASYNC] = {
    "duplicate-async", TV_SEVERITY_WARNING,
    N_("An asynchronous slice began again before it had ended; the first slice was kept"),
  },
  [TV_PROBLEM_UNMATCHED_ASYNC] = {
    "unmatched-async", TV_SEVERITY_NOTE,
    N_("The end of an asynchronous slice that has no beginning; ignored"),
  },
  [TV_PROBLEM_ENDLESS_ASYNC] = {
    "endless-async", TV_SEVERITY_NOTE,
    N_("A slice without a track (G|process|name|cookie) did not end; skipped"),
  },
  [TV_PROBLEM_MUCH_WORK] = {
    "much-work", TV_SEVERITY_WARNING,
    N_("Too many requests to devices (jobs, fences) were pending; the oldest requests end early or "
       "were skipped"),
  },
  [TV_PROBLEM_OVERLAPPING_SLICE] = {
    "overlapping-slice", TV_SEVERITY_WARNING,
    N_("A slice ended after its parent slice; cut off at the end of the parent"),
  },
  [TV_PROBLEM_UNKNOWN_STATE] = {
    "unknown-state", TV_SEVERITY_NOTE,
    N_("Unknown thread state; shown as recorded"),
  },
  [TV_PROBLEM_MANY_STATES] = {
    "many-states", TV_SEVERITY_NOTE,
    N_("The file contains too many different thread states; the rest are shown as ?"),
  },
  [TV_PROBLEM_COUNTER_CLOCK] = {
    "counter-clock", TV_SEVERITY_WARNING,
    N_("The clock counts ticks of unknown length; one tick is assumed to be one nanosecond"),
  },
  [TV_PROBLEM_MISSING_MARKS] = {
    "missing-marks", TV_SEVERITY_WARNING,
    N_("The kernel wrote “UNKNOWN TYPE” instead of the content of trace markers, for example "
       "because the option “fields” was enabled; slices are missing"),
  },
  [TV_PROBLEM_BUILT_TIMES] = {
    "built-times", TV_SEVERITY_WARNING,
    N_("The log has no timestamps (the option funcgraph-abstime was off); they were reconstructed "
       "from durations, so gaps between calls are not known"),
  },
  [TV_PROBLEM_BAD_BLOCK] = {
    "bad-block", TV_SEVERITY_ERROR,
    N_("A block of records is damaged; the rest of the block was skipped"),
  },
  [TV_PROBLEM_CUT_CONTAINER] = {
    "cut-container", TV_SEVERITY_ERROR,
    N_("The compressed file is truncated; only the data before the truncation was read"),
  },
  [TV_PROBLEM_CHANGED_FILE] = {
    "changed-file", TV_SEVERITY_WARNING,
    N_("The file changed while it was being read, so its content may be inconsistent"),
  },
  [TV_PROBLEM_OTHER_NAME_MAP] = {
    "other-name-map", TV_SEVERITY_WARNING,
    N_("The mapping file belongs to a different build than the trace; names may be wrong"),
  },
  [TV_PROBLEM_USELESS_NAME_MAP] = {
    "useless-name-map", TV_SEVERITY_WARNING,
    N_("The mapping file contains none of the trace’s classes; it may belong to another app"),
  },
  [TV_PROBLEM_BAD_MAP_LINE] = {
    "bad-map-line", TV_SEVERITY_NOTE,
    N_("Malformed line in the mapping file; skipped"),
  },
  [TV_PROBLEM_AMBIGUOUS_NAME] = {
    "ambiguous-name", TV_SEVERITY_NOTE,
    N_("The mapping file lists several methods for one obfuscated name; all of them are shown"),
  },
  [TV_PROBLEM_CUT_DUMP] = {
    "cut-dump", TV_SEVERITY_WARNING,
    N_("The dump of a process is truncated; threads and lock owners may be missing"),
  },
  [TV_PROBLEM_PARTIAL_DUMP] = {
    "partial-dump", TV_SEVERITY_NOTE,
    N_("The dump is from an ANR report of Google Play or Crashlytics; threads, frames and lock owners may be missing"),
  },
  [TV_PROBLEM_CUT_REPORT] = {
    "cut-report", TV_SEVERITY_WARNING,
    N_("The bug report is truncated; sections are missing"),
  },
  [TV_PROBLEM_FAILED_DUMP] = {
    "failed-dump", TV_SEVERITY_NOTE,
    N_("The device could not dump the stacks of a process; at most its kernel stacks are "
       "available"),
  },
  [TV_PROBLEM_CLOCK_JUMPED] = {
    "clock-jumped", TV_SEVERITY_WARNING,
    N_("The clock was set between two log lines, or several logs were joined; times before and "
       "after this point cannot be compared"),
  },
  [TV_PROBLEM_LOST_LOG_LINES] = {
    "lost-log-lines", TV_SEVERITY_WARNING,
    N_("Log lines were dropped because a program logged too much; they are missing"),
  },
  [TV_PROBLEM_REPEATED_LOG_LINES] = {
    "repeated-log-lines", TV_SEVERITY_NOTE,
    N_("Several files contain the same log lines; each line is listed once"),
  },
  [TV_PROBLEM_REPEATED_EVENTS] = {
    "repeated-events", TV_SEVERITY_NOTE,
    N_("Several files contain the same kernel events; each event is listed once"),
  },
  [TV_PROBLEM_REPEATED_PACKETS] = {
    "repeated-packets", TV_SEVERITY_NOTE,
    N_("Several files of a recording contain the same packets; each packet was read once"),
  },
  [TV_PROBLEM_UNKNOWN_LOG_LINE] = {
    "unknown-log-line", TV_SEVERITY_NOTE,
    N_("A line is not a log record; it is listed with the time of the preceding line"),
  },
  [TV_PROBLEM_LOST_SAMPLES] = {
    "lost-samples", TV_SEVERITY_WARNING,
    N_("The recorder dropped samples because its buffers were full; weights are too low"),
  },
  [TV_PROBLEM_THROTTLED] = {
    "throttled", TV_SEVERITY_WARNING,
    N_("The kernel throttled sampling; weights are too low"),
  },
  [TV_PROBLEM_UNKNOWN_SAMPLE_KIND] = {
    "unknown-sample-kind", TV_SEVERITY_WARNING,
    N_("A sample refers to an event that is not in the file; it is counted as a sample of the "
       "first event"),
  },
  [TV_PROBLEM_STACK_COPY] = {
    "stack-copy", TV_SEVERITY_WARNING,
    N_("Stacks were recorded as copies of memory (--call-graph dwarf), which cannot be unwound "
       "without the programs; only the innermost functions are shown. To print complete stacks, "
       "use perf script"),
  },
  [TV_PROBLEM_CUT_STACK] = {
    "cut-stack", TV_SEVERITY_NOTE,
    N_("A stack could not be unwound completely; its outer callers are missing"),
  },
  [TV_PROBLEM_NO_CALLERS] = {
    "no-callers", TV_SEVERITY_NOTE,
    N_("Samples contain no callers, because the recording has no call graphs"),
  },
  [TV_PROBLEM_UNNAMED_CODE] = {
    "unnamed-code", TV_SEVERITY_NOTE,
    N_("Code without symbols; shown as library and address"),
  },
  [TV_PROBLEM_OPEN_OFF_CPU] = {
    "open-off-cpu", TV_SEVERITY_NOTE,
    N_("A thread left its CPU and was not recorded again; the time after that is not counted as "
       "off-CPU time"),
  },
  [TV_PROBLEM_NO_WEIGHTS] = {
    "no-weights", TV_SEVERITY_NOTE,
    N_("The file contains no sample weights; each sample counts as 1"),
  },
  [TV_PROBLEM_NEGATIVE_WEIGHT] = {
    "negative-weight", TV_SEVERITY_WARNING,
    N_("A sample has a negative weight, as in the difference between two profiles; skipped"),
  },
  [TV_PROBLEM_ROUNDED_WEIGHT] = {
    "rounded-weight", TV_SEVERITY_WARNING,
    N_("A weight has more digits than can be stored; rounded"),
  },
  [TV_PROBLEM_MIXED_WEIGHTS] = {
    "mixed-weights", TV_SEVERITY_WARNING,
    N_("Some lines end with one number, and others with two; the weights of these stacks may be "
       "wrong"),
  },
  [TV_PROBLEM_MISSING_STACK] = {
    "missing-stack", TV_SEVERITY_WARNING,
    N_("A stack is empty or incomplete; its sample is shown without a stack, and its heap data was "
       "skipped"),
  },
  [TV_PROBLEM_SKIPPED_STACK] = {
    "skipped-stack", TV_SEVERITY_NOTE,
    N_("A stack could not be unwound in time; only the time and thread of its sample are known"),
  },
  [TV_PROBLEM_HEAP_DUMP] = {
    "heap-dump", TV_SEVERITY_WARNING,
    N_("A heap dump is incomplete; its allocated and freed sizes may be too low"),
  },
  [TV_PROBLEM_UNREAD_PART] = {
    "unread-part", TV_SEVERITY_NOTE,
    N_("Unsupported content; not shown"),
  },
  [TV_PROBLEM_UNKNOWN_PART] = {
    "unknown-part", TV_SEVERITY_WARNING,
    N_("Unknown content; not shown"),
  },
  [TV_PROBLEM_BAD_PACKET] = {
    "bad-packet", TV_SEVERITY_ERROR,
    N_("Malformed packet; its unreadable part was skipped"),
  },
  [TV_PROBLEM_LOST_PACKETS] = {
    "lost-packets", TV_SEVERITY_WARNING,
    N_("The recorder dropped packets from a data source; their data is missing"),
  },
  [TV_PROBLEM_SKIPPED_PACKETS] = {
    "skipped-packets", TV_SEVERITY_WARNING,
    N_("A packet refers to a lost packet; skipped"),
  },
  [TV_PROBLEM_UNTIED_CLOCK] = {
    "untied-clock", TV_SEVERITY_WARNING,
    N_("Data has timestamps of a clock that is not synchronized with the trace clock; skipped"),
  },
  [TV_PROBLEM_UNKNOWN_TRACK] = {
    "unknown-track", TV_SEVERITY_WARNING,
    N_("A track has no valid parent track; its events were skipped"),
  },
};

/**
 * tv_problem_kind_name:
 *
 * Returns: (transfer none): the name for programs, such as "unmatched-exit"
 */
const char *
tv_problem_kind_name (TvProblemKind kind)
{
  g_return_val_if_fail (kind < TV_N_PROBLEM_KINDS, NULL);
  return kinds[kind].name;
}

/**
 * tv_problem_kind_text:
 *
 * Returns: (transfer none): a translated sentence for users
 */
const char *
tv_problem_kind_text (TvProblemKind kind)
{
  g_return_val_if_fail (kind < TV_N_PROBLEM_KINDS, NULL);
  return _ (kinds[kind].text);
}

/**
 * tv_problem_kind_severity:
 *
 * Returns: the severity of problems of this kind
 */
TvSeverity
tv_problem_kind_severity (TvProblemKind kind)
{
  g_return_val_if_fail (kind < TV_N_PROBLEM_KINDS, TV_SEVERITY_ERROR);
  return kinds[kind].severity;
}

/**
 * tv_severity_name:
 *
 * Returns: (transfer none): the untranslated name, such as "note"
 */
const char *
tv_severity_name (TvSeverity severity)
{
  static const char *const names[TV_N_SEVERITIES] = { N_("note"), N_("warning"), N_("error") };

  g_return_val_if_fail (severity < TV_N_SEVERITIES, NULL);
  return names[severity];
}
