/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/problem.h"

#include <glib/gi18n.h>

static const struct
{
  const char *name;
  TvSeverity severity;
  const char *text;
} kinds[TV_N_PROBLEM_KINDS] = {
  [TV_PROBLEM_UNMATCHED_EXIT] = {
    "unmatched-exit", TV_SEVERITY_NOTE,
    N_("A method was left that had been entered before the trace began; ignored"),
  },
  [TV_PROBLEM_FORCED_EXIT] = {
    "forced-exit", TV_SEVERITY_WARNING,
    N_("A method's exit is missing; it was ended where its caller ended"),
  },
  [TV_PROBLEM_OPEN_CALL] = {
    "open-call", TV_SEVERITY_NOTE,
    N_("A method had not ended when the trace did; its time reaches to its thread's last record"),
  },
  [TV_PROBLEM_OPEN_SLICE] = {
    "open-slice", TV_SEVERITY_NOTE,
    N_("A span had begun but not ended when the log did; it is drawn to the end of the log"),
  },
  [TV_PROBLEM_TIME_BACKWARDS] = {
    "time-backwards", TV_SEVERITY_WARNING,
    N_("A thread's clock stepped backwards; the earlier time was replaced by the later"),
  },
  [TV_PROBLEM_CLOCK_WRAPPED] = {
    "clock-wrapped", TV_SEVERITY_NOTE,
    N_("The 32-bit clock ran over (in µs it does every 71.6 minutes, in ns every 4.3 seconds); "
       "unrolled"),
  },
  [TV_PROBLEM_UNKNOWN_METHOD] = {
    "unknown-method", TV_SEVERITY_WARNING,
    N_("A method id is not in the list of methods; shown as its number"),
  },
  [TV_PROBLEM_UNKNOWN_THREAD] = {
    "unknown-thread", TV_SEVERITY_NOTE,
    N_("A thread is not in the list of threads, as after it has exited; shown as its number"),
  },
  [TV_PROBLEM_REUSED_THREAD_ID] = {
    "reused-thread-id", TV_SEVERITY_NOTE,
    N_("A thread id is listed twice, because the system reused it; the last name is shown"),
  },
  [TV_PROBLEM_RESERVED_ACTION] = {
    "reserved-action", TV_SEVERITY_WARNING,
    N_("A record is neither an entry nor an exit; ignored"),
  },
  [TV_PROBLEM_CUT_RECORD] = {
    "cut-record", TV_SEVERITY_WARNING,
    N_("The file ends in the middle of a record; the rest was read"),
  },
  [TV_PROBLEM_MISSING_RECORDS] = {
    "missing-records", TV_SEVERITY_WARNING,
    N_("The file holds fewer records than it tells of, so its end is missing"),
  },
  [TV_PROBLEM_NO_RECORDS] = {
    "no-records", TV_SEVERITY_WARNING,
    N_("The file holds no records at all"),
  },
  [TV_PROBLEM_MISSING_SUMMARY] = {
    "missing-summary", TV_SEVERITY_WARNING,
    N_("The file ends before its summary, so the recording was not finished"),
  },
  [TV_PROBLEM_ASSUMED_CLOCK] = {
    "assumed-clock", TV_SEVERITY_WARNING,
    N_("The file does not tell which clock it was recorded with; taken as wall time"),
  },
  [TV_PROBLEM_UNKNOWN_CLOCK] = {
    "unknown-clock", TV_SEVERITY_WARNING,
    N_("The clock named in the file is not known; taken as thread CPU time"),
  },
  [TV_PROBLEM_BAD_METHOD_LINE] = {
    "bad-method-line", TV_SEVERITY_ERROR,
    N_("A line in the list of methods is not understood; left out"),
  },
  [TV_PROBLEM_BAD_THREAD_LINE] = {
    "bad-thread-line", TV_SEVERITY_ERROR,
    N_("A line in the list of threads is not understood; left out"),
  },
  [TV_PROBLEM_BAD_OPTION_LINE] = {
    "bad-option-line", TV_SEVERITY_ERROR,
    N_("A line among the options is not understood; left out"),
  },
  [TV_PROBLEM_DUPLICATE_METHOD] = {
    "duplicate-method", TV_SEVERITY_WARNING,
    N_("A method id is listed twice with different names; the last is shown"),
  },
  [TV_PROBLEM_MISSING_END] = {
    "missing-end", TV_SEVERITY_WARNING,
    N_("The list of methods does not end with *end; read as far as it goes"),
  },
  [TV_PROBLEM_BAD_OPCODE] = {
    "bad-opcode", TV_SEVERITY_ERROR,
    N_("The stream holds a unit of an unknown kind, so what follows could not be read"),
  },
  [TV_PROBLEM_TRAILING_DATA] = {
    "trailing-data", TV_SEVERITY_NOTE,
    N_("There is more data after the end of the trace; ignored"),
  },
  [TV_PROBLEM_BUFFER_OVERFLOWED] = {
    "buffer-overflowed", TV_SEVERITY_WARNING,
    N_("The recording buffer was full before the recording was stopped; the end is missing"),
  },
  [TV_PROBLEM_BAD_TEXT] = {
    "bad-text", TV_SEVERITY_NOTE,
    N_("A name holds bytes that are not UTF-8, or characters that do not show; they are written as "
       "\\xNN or \\uNNNN"),
  },
  [TV_PROBLEM_LONG_TEXT] = {
    "long-text", TV_SEVERITY_NOTE,
    N_("A name is longer than 64 KB; the rest of it is left out"),
  },
  [TV_PROBLEM_MANY_OPTIONS] = {
    "many-options", TV_SEVERITY_NOTE,
    N_("The file tells more facts about itself than are kept; the rest is left out"),
  },
  [TV_PROBLEM_BAD_LINE] = {
    "bad-line", TV_SEVERITY_ERROR,
    N_("A line looks like an event but is not one; left out"),
  },
  [TV_PROBLEM_BAD_TIME] = {
    "bad-time", TV_SEVERITY_WARNING,
    N_("An event's time cannot be right; the nearest that can be is taken"),
  },
  [TV_PROBLEM_BAD_ARGUMENTS] = {
    "bad-arguments", TV_SEVERITY_WARNING,
    N_("What an event says is not as expected; it is listed, but draws nothing"),
  },
  [TV_PROBLEM_LOST_EVENTS] = {
    "lost-events", TV_SEVERITY_WARNING,
    N_("The kernel lost events, because its buffer was full; what they told is missing"),
  },
  [TV_PROBLEM_INFERRED_SWITCH] = {
    "inferred-switch", TV_SEVERITY_NOTE,
    N_("The log does not tell of a switch that follows from who wrote the next line; runs and states "
       "around it are marked as inferred"),
  },
  [TV_PROBLEM_INEXACT_CPU_TIME] = {
    "inexact-cpu-time", TV_SEVERITY_WARNING,
    N_("The CPU time of a thread, and of its slices, may be off by more than 1 %, because switches are "
       "missing in the log"),
  },
  [TV_PROBLEM_ENDED_WITH_THREAD] = {
    "ended-with-thread", TV_SEVERITY_NOTE,
    N_("A span had not ended when its thread or process did; it ends there"),
  },
  [TV_PROBLEM_NEGATIVE_MEMORY] = {
    "negative-memory", TV_SEVERITY_NOTE,
    N_("The kernel told that some memory of a process was less than nothing; shown as it is"),
  },
  [TV_PROBLEM_UNSORTED] = {
    "unsorted", TV_SEVERITY_NOTE,
    N_("Events were not in the order of their times; sorted"),
  },
  [TV_PROBLEM_LATE_EVENT] = {
    "late-event", TV_SEVERITY_WARNING,
    N_("An event stands more than ten seconds behind a later one; it is sorted in, but its time may be "
       "one of another recording"),
  },
  [TV_PROBLEM_UNMATCHED_END] = {
    "unmatched-end", TV_SEVERITY_NOTE,
    N_("A span ended that had begun before the log did; ignored"),
  },
  [TV_PROBLEM_DUPLICATE_ASYNC] = {
    "duplicate-async", TV_SEVERITY_WARNING,
    N_("An asynchronous span began again before it had ended; the first was kept"),
  },
  [TV_PROBLEM_UNMATCHED_ASYNC] = {
    "unmatched-async", TV_SEVERITY_NOTE,
    N_("An asynchronous span ended that had not begun; ignored"),
  },
  [TV_PROBLEM_ENDLESS_ASYNC] = {
    "endless-async", TV_SEVERITY_NOTE,
    N_("A span that names no track (G|process|name|cookie) did not end; left out"),
  },
  [TV_PROBLEM_MUCH_WORK] = {
    "much-work", TV_SEVERITY_WARNING,
    N_("More work of devices (jobs, fences) is never done than is kept in mind; the oldest is given up: it ends "
       "there, or is not shown"),
  },
  [TV_PROBLEM_OVERLAPPING_SLICE] = {
    "overlapping-slice", TV_SEVERITY_WARNING,
    N_("A slice went on beyond the one that it began in; it ends with that one"),
  },
  [TV_PROBLEM_UNKNOWN_STATE] = {
    "unknown-state", TV_SEVERITY_NOTE,
    N_("A thread's state is not known; shown as it is"),
  },
  [TV_PROBLEM_MANY_STATES] = {
    "many-states", TV_SEVERITY_NOTE,
    N_("The file names more states of threads than are told apart; the rest are shown as ?"),
  },
  [TV_PROBLEM_COUNTER_CLOCK] = {
    "counter-clock", TV_SEVERITY_WARNING,
    N_("The clock counts ticks of unknown length; each is taken as a nanosecond"),
  },
  [TV_PROBLEM_MISSING_MARKS] = {
    "missing-marks", TV_SEVERITY_WARNING,
    N_("The kernel did not write what programs told it (UNKNOWN TYPE), as with its option "
       "fields; slices are missing"),
  },
  [TV_PROBLEM_BUILT_TIMES] = {
    "built-times", TV_SEVERITY_WARNING,
    N_("The log has no times of calls (option funcgraph-abstime); they are put together from "
       "durations, so gaps between calls are not known"),
  },
  [TV_PROBLEM_BAD_BLOCK] = {
    "bad-block", TV_SEVERITY_ERROR,
    N_("A block of records is damaged; the rest of the block was left out"),
  },
  [TV_PROBLEM_CUT_CONTAINER] = {
    "cut-container", TV_SEVERITY_ERROR,
    N_("The compressed file is cut; the rest was read"),
  },
  [TV_PROBLEM_CHANGED_FILE] = {
    "changed-file", TV_SEVERITY_WARNING,
    N_("The file was written to while it was read, so it may be cut or put together of two"),
  },
  [TV_PROBLEM_OTHER_NAME_MAP] = {
    "other-name-map", TV_SEVERITY_WARNING,
    N_("The mapping file is of another build than the trace, so names may be wrong"),
  },
  [TV_PROBLEM_USELESS_NAME_MAP] = {
    "useless-name-map", TV_SEVERITY_WARNING,
    N_("The mapping file knows none of the classes of the trace; it may be that of another app"),
  },
  [TV_PROBLEM_BAD_MAP_LINE] = {
    "bad-map-line", TV_SEVERITY_NOTE,
    N_("A line of the mapping file is not understood; left out"),
  },
  [TV_PROBLEM_AMBIGUOUS_NAME] = {
    "ambiguous-name", TV_SEVERITY_NOTE,
    N_("The mapping file does not tell which of several methods a name stands for; all of them are "
       "shown"),
  },
  [TV_PROBLEM_CUT_DUMP] = {
    "cut-dump", TV_SEVERITY_WARNING,
    N_("A dump of a process ends too early, so threads are missing, and with them perhaps who holds a "
       "lock"),
  },
  [TV_PROBLEM_CUT_REPORT] = {
    "cut-report", TV_SEVERITY_WARNING,
    N_("The bug report ends too early, so sections are missing"),
  },
  [TV_PROBLEM_FAILED_DUMP] = {
    "failed-dump", TV_SEVERITY_NOTE,
    N_("The stacks of a process could not be dumped on the device; at most it is known where its threads "
       "sleep in the kernel"),
  },
  [TV_PROBLEM_CLOCK_JUMPED] = {
    "clock-jumped", TV_SEVERITY_WARNING,
    N_("The clock was set between two log lines, or logs were joined; times before and after cannot be "
       "compared"),
  },
  [TV_PROBLEM_LOST_LOG_LINES] = {
    "lost-log-lines", TV_SEVERITY_WARNING,
    N_("The device dropped log lines, because a program logged too much; they are missing"),
  },
  [TV_PROBLEM_REPEATED_LOG_LINES] = {
    "repeated-log-lines", TV_SEVERITY_NOTE,
    N_("Log lines that several of the files have at the same time; each is listed once"),
  },
  [TV_PROBLEM_REPEATED_EVENTS] = {
    "repeated-events", TV_SEVERITY_NOTE,
    N_("Events of the kernel that several of the files have at the same time; each is listed once"),
  },
  [TV_PROBLEM_REPEATED_PACKETS] = {
    "repeated-packets", TV_SEVERITY_NOTE,
    N_("Packets that an earlier file of the same recording has, too; each is read once"),
  },
  [TV_PROBLEM_UNKNOWN_LOG_LINE] = {
    "unknown-log-line", TV_SEVERITY_NOTE,
    N_("A line is no record of the log; it is listed as it is, at the time of the line before"),
  },
  [TV_PROBLEM_LOST_SAMPLES] = {
    "lost-samples", TV_SEVERITY_WARNING,
    N_("The recorder lost samples, because its buffers were full; weights are smaller than what happened"),
  },
  [TV_PROBLEM_THROTTLED] = {
    "throttled", TV_SEVERITY_WARNING,
    N_("The kernel did not sample for a while, because it would have cost too much; weights are smaller "
       "than what happened"),
  },
  [TV_PROBLEM_UNKNOWN_SAMPLE_KIND] = {
    "unknown-sample-kind", TV_SEVERITY_WARNING,
    N_("A sample is of an event that the file does not list; it is taken for one of the first"),
  },
  [TV_PROBLEM_STACK_COPY] = {
    "stack-copy", TV_SEVERITY_WARNING,
    N_("Stacks were recorded as copies of memory (--call-graph dwarf), which cannot be read without the "
       "programs; only innermost functions are shown. perf script prints all of it"),
  },
  [TV_PROBLEM_CUT_STACK] = {
    "cut-stack", TV_SEVERITY_NOTE,
    N_("A stack could not be followed to its end; its outer callers are missing"),
  },
  [TV_PROBLEM_NO_CALLERS] = {
    "no-callers", TV_SEVERITY_NOTE,
    N_("No sample tells who called its function, as in recordings without call graphs"),
  },
  [TV_PROBLEM_UNNAMED_CODE] = {
    "unnamed-code", TV_SEVERITY_NOTE,
    N_("The file has no names for some code; it is shown as its library and the address in it"),
  },
  [TV_PROBLEM_OPEN_OFF_CPU] = {
    "open-off-cpu", TV_SEVERITY_NOTE,
    N_("A thread left its CPU and was not seen again; how long it was away is not known, and it is left "
       "out of off-CPU time"),
  },
  [TV_PROBLEM_NO_WEIGHTS] = {
    "no-weights", TV_SEVERITY_NOTE,
    N_("The file does not tell for how much its samples stand; each counts as one"),
  },
  [TV_PROBLEM_NEGATIVE_WEIGHT] = {
    "negative-weight", TV_SEVERITY_WARNING,
    N_("A sample stands for less than nothing, as in the difference of two profiles; left out"),
  },
  [TV_PROBLEM_ROUNDED_WEIGHT] = {
    "rounded-weight", TV_SEVERITY_WARNING,
    N_("A weight has more digits than can be stored; rounded"),
  },
  [TV_PROBLEM_MIXED_WEIGHTS] = {
    "mixed-weights", TV_SEVERITY_WARNING,
    N_("Some lines end with one number and others with two; weights of these stacks may be wrong"),
  },
  [TV_PROBLEM_MISSING_STACK] = {
    "missing-stack", TV_SEVERITY_WARNING,
    N_("A stack is empty, or a part of it is not in the file: the sample is without a stack, and what it says "
       "of heaps is left out"),
  },
  [TV_PROBLEM_SKIPPED_STACK] = {
    "skipped-stack", TV_SEVERITY_NOTE,
    N_("A stack could not be read in time; of its sample only the time and the thread are known"),
  },
  [TV_PROBLEM_HEAP_DUMP] = {
    "heap-dump", TV_SEVERITY_WARNING,
    N_("A heap dump is incomplete; its allocated and freed sizes may be too small"),
  },
  [TV_PROBLEM_UNREAD_PART] = {
    "unread-part", TV_SEVERITY_NOTE,
    N_("A part of the file is of a kind that is not shown"),
  },
  [TV_PROBLEM_UNKNOWN_PART] = {
    "unknown-part", TV_SEVERITY_WARNING,
    N_("A part of the file is of an unknown kind; it is not shown"),
  },
  [TV_PROBLEM_BAD_PACKET] = {
    "bad-packet", TV_SEVERITY_ERROR,
    N_("A packet, or a part of one, is malformed; the unreadable part is skipped"),
  },
  [TV_PROBLEM_LOST_PACKETS] = {
    "lost-packets", TV_SEVERITY_WARNING,
    N_("The recorder lost packets of one of its sources; what they told is missing"),
  },
  [TV_PROBLEM_SKIPPED_PACKETS] = {
    "skipped-packets", TV_SEVERITY_WARNING,
    N_("A packet refers to one that is lost; left out"),
  },
  [TV_PROBLEM_UNTIED_CLOCK] = {
    "untied-clock", TV_SEVERITY_WARNING,
    N_("Something was timed by a clock that nothing ties to the trace's own; left out"),
  },
  [TV_PROBLEM_UNKNOWN_TRACK] = {
    "unknown-track", TV_SEVERITY_WARNING,
    N_("A track is a part of one that is not described, or of itself; its events are left out"),
  },
};

/**
 * tv_problem_kind_name:
 * @kind: a kind
 *
 * Returns: (transfer none): its name for programs, such as "unmatched-exit"
 */
const char *
tv_problem_kind_name (TvProblemKind kind)
{
  g_return_val_if_fail (kind < TV_N_PROBLEM_KINDS, NULL);
  return kinds[kind].name;
}

/**
 * tv_problem_kind_text:
 * @kind: a kind
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
 * @kind: a kind
 *
 * Returns: how much it matters to who reads the numbers
 */
TvSeverity
tv_problem_kind_severity (TvProblemKind kind)
{
  g_return_val_if_fail (kind < TV_N_PROBLEM_KINDS, TV_SEVERITY_ERROR);
  return kinds[kind].severity;
}

/**
 * tv_severity_name:
 * @severity: a severity
 *
 * Returns: (transfer none): the word for it, such as "note", not translated
 */
const char *
tv_severity_name (TvSeverity severity)
{
  static const char *const names[TV_N_SEVERITIES] = { N_("note"), N_("warning"), N_("error") };

  g_return_val_if_fail (severity < TV_N_SEVERITIES, NULL);
  return names[severity];
}
