/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Decoded log lines: log lines that report an event of a process, or the start or end of an interval. */

/**
 * TvLogEventKind:
 * @TV_LOG_EVENT_ANR: an app did not respond
 * @TV_LOG_EVENT_CRASH: an uncaught exception ended a process
 * @TV_LOG_EVENT_NATIVE_CRASH: a signal ended a process
 * @TV_LOG_EVENT_GC: garbage collection
 * @TV_LOG_EVENT_GC_WAIT: a thread waited for a garbage collection
 * @TV_LOG_EVENT_SKIPPED_FRAMES: the main thread missed frames
 * @TV_LOG_EVENT_LONG_FRAME: a frame took 700 ms or more
 * @TV_LOG_EVENT_PROCESS_START: a process was started
 * @TV_LOG_EVENT_PROCESS_BOUND: a process loaded its app
 * @TV_LOG_EVENT_PROCESS_DEATH: a process ended
 * @TV_LOG_EVENT_KILL: the system killed a process
 * @TV_LOG_EVENT_LOW_MEMORY_KILL: a process was killed to free memory
 * @TV_LOG_EVENT_STRICT_MODE: a StrictMode violation
 * @TV_LOG_EVENT_WATCHDOG: the system server hung and is being restarted
 * @TV_LOG_EVENT_LOCK_WAIT: a long wait for a contended lock
 * @TV_LOG_EVENT_LAUNCH: an activity was displayed
 * @TV_LOG_EVENT_LOST_LINES: the device dropped lines
 * @TV_LOG_EVENT_CLOCK_JUMP: the clock was set before this line
 * @TV_LOG_EVENT_ACTIVITY: lifecycle event of an activity
 * @TV_LOG_EVENT_SERVICE: lifecycle event of a service
 * @TV_LOG_EVENT_FREEZE: a process was frozen
 * @TV_LOG_EVENT_UNFREEZE: a process was thawed
 * @TV_LOG_EVENT_BINDER: a long binder call
 * @TV_LOG_EVENT_DATABASE: a long database query
 * @TV_LOG_EVENT_DEVICE: change of battery, power or screen state
 * @TV_LOG_EVENT_BOOT: boot progress
 * @TV_LOG_EVENT_MEMORY: memory use
 * @TV_LOG_EVENT_SYSTEM: any other record of the event log
 * @TV_LOG_EVENT_SCRIPT_ERROR: an uncaught script error ended a process (OpenHarmony)
 * @TV_LOG_EVENT_KERNEL_CRASH: the kernel reported an oops or a panic
 * @TV_LOG_EVENT_KERNEL_STALL: the kernel reported a blocked task or a processor that made no progress
 *
 * The event that a log line reports.
 */
typedef enum
{
  TV_LOG_EVENT_ANR,
  TV_LOG_EVENT_CRASH,
  TV_LOG_EVENT_NATIVE_CRASH,
  TV_LOG_EVENT_GC,
  TV_LOG_EVENT_GC_WAIT,
  TV_LOG_EVENT_SKIPPED_FRAMES,
  TV_LOG_EVENT_LONG_FRAME,
  TV_LOG_EVENT_PROCESS_START,
  TV_LOG_EVENT_PROCESS_BOUND,
  TV_LOG_EVENT_PROCESS_DEATH,
  TV_LOG_EVENT_KILL,
  TV_LOG_EVENT_LOW_MEMORY_KILL,
  TV_LOG_EVENT_STRICT_MODE,
  TV_LOG_EVENT_WATCHDOG,
  TV_LOG_EVENT_LOCK_WAIT,
  TV_LOG_EVENT_LAUNCH,
  TV_LOG_EVENT_LOST_LINES,
  TV_LOG_EVENT_CLOCK_JUMP,
  TV_LOG_EVENT_ACTIVITY,
  TV_LOG_EVENT_SERVICE,
  TV_LOG_EVENT_FREEZE,
  TV_LOG_EVENT_UNFREEZE,
  TV_LOG_EVENT_BINDER,
  TV_LOG_EVENT_DATABASE,
  TV_LOG_EVENT_DEVICE,
  TV_LOG_EVENT_BOOT,
  TV_LOG_EVENT_MEMORY,
  TV_LOG_EVENT_SYSTEM,
  TV_LOG_EVENT_SCRIPT_ERROR,
  TV_LOG_EVENT_KERNEL_CRASH,
  TV_LOG_EVENT_KERNEL_STALL,
  TV_N_LOG_EVENT_KINDS,
} TvLogEventKind;

/**
 * TvDecodedLogLine:
 * @line: row of the log line
 * @kind: kind of event
 * @pid: id of the process that the event is about, or %TV_NONE
 * @dur_ns: duration in ns of a wait, a collection or a launch; for an end, the time since the logged start; or -1
 * @value: number of skipped frames or dropped lines; for a clock jump, its size in seconds, negative if the clock was
 *   set back; or -1
 * @name_start: offset in bytes of the subject's name in the message
 * @name_size: size of this name in bytes; 0 if there is none
 * @start_line: for an end, row of the log line that reports the start, or %TV_NONE
 * @slice: slice of the line on a track of %TV_ROLE_LOG_SPANS or %TV_ROLE_LOG_POINTS, or %TV_NONE; a start and its end
 *   share a slice
 *
 * A decoded log line.
 */
typedef struct
{
  guint32 line;
  TvLogEventKind kind;
  guint32 pid;
  gint64 dur_ns;
  gint64 value;
  guint32 name_start;
  guint32 name_size;
  guint32 start_line;
  guint32 slice;
} TvDecodedLogLine;

const char *tv_log_event_kind_name (TvLogEventKind kind);

G_END_DECLS
