/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* What log lines mean: some stand for something that happened to a process, or say when it began or ended. */

/**
 * TvLogEventKind:
 * @TV_LOG_EVENT_ANR: an app does not respond
 * @TV_LOG_EVENT_CRASH: an exception that nothing caught ended a process
 * @TV_LOG_EVENT_NATIVE_CRASH: a signal did
 * @TV_LOG_EVENT_GC: memory was collected
 * @TV_LOG_EVENT_GC_WAIT: a thread waited for that
 * @TV_LOG_EVENT_SKIPPED_FRAMES: the main thread was too late for frames
 * @TV_LOG_EVENT_LONG_FRAME: a frame took 700 ms or more
 * @TV_LOG_EVENT_PROCESS_START: a process was started
 * @TV_LOG_EVENT_PROCESS_BOUND: it has loaded its program
 * @TV_LOG_EVENT_PROCESS_DEATH: a process ended
 * @TV_LOG_EVENT_KILL: the system killed a process
 * @TV_LOG_EVENT_LOW_MEMORY_KILL: it did for want of memory
 * @TV_LOG_EVENT_STRICT_MODE: a thread did what it should not
 * @TV_LOG_EVENT_WATCHDOG: the system itself hung, and is restarted
 * @TV_LOG_EVENT_LOCK_WAIT: a thread waited long for a lock of another
 * @TV_LOG_EVENT_LAUNCH: an activity was displayed
 * @TV_LOG_EVENT_LOST_LINES: the device dropped lines
 * @TV_LOG_EVENT_CLOCK_JUMP: from this line on the clock is another: it was set
 * @TV_LOG_EVENT_ACTIVITY: the life of an activity went on
 * @TV_LOG_EVENT_SERVICE: that of a service
 * @TV_LOG_EVENT_FREEZE: a process was frozen
 * @TV_LOG_EVENT_UNFREEZE: it goes on
 * @TV_LOG_EVENT_BINDER: a call to another process took long
 * @TV_LOG_EVENT_DATABASE: a query took long
 * @TV_LOG_EVENT_DEVICE: battery, power, screen
 * @TV_LOG_EVENT_BOOT: how far the boot was
 * @TV_LOG_EVENT_MEMORY: how memory was used
 * @TV_LOG_EVENT_SYSTEM: another record of the event log
 * @TV_LOG_EVENT_SCRIPT_ERROR: an error that nothing caught ended a process of OpenHarmony
 * @TV_N_LOG_EVENT_KINDS: how many
 *
 * What a log line means.
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
  TV_N_LOG_EVENT_KINDS,
} TvLogEventKind;

/**
 * TvLogMeaning:
 * @line: the log line
 * @kind: what it means
 * @pid: the id of the process that it is about, or %TV_NONE
 * @dur_ns: how long it took, or -1: waited, collected, displayed; of what ended, such as a process, how long it
 *   was there, if its start was logged
 * @value: or -1: how many frames were skipped, or lines dropped; by how many s the clock was set, less than 0 = back
 * @name_start: where the name of what it is about begins in the line's text, in bytes
 * @name_size: how many it has; 0 = it has no name
 * @start_line: of what ends, the log line that tells its start, or %TV_NONE
 * @slice: on a track of %TV_ROLE_LOG_SPANS or %TV_ROLE_LOG_POINTS what stands for it, or %TV_NONE; a start
 *   and its end are one
 *
 * A line that means something.
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
} TvLogMeaning;

const char *tv_log_event_kind_name (TvLogEventKind kind);

G_END_DECLS
