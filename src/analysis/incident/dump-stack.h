/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvDumpDoing:
 * @TV_DOING_UNKNOWN: unknown
 * @TV_DOING_RUNNING: running code, or ready to run
 * @TV_DOING_NATIVE: in native code or a system call that implies no other activity
 * @TV_DOING_IDLE: waiting for the next message or task
 * @TV_DOING_SLEEPING: sleeping for a fixed time
 * @TV_DOING_WAITING: waiting for an unknown thread
 * @TV_DOING_BLOCKED: waiting for a lock that the dump does not name
 * @TV_DOING_CALLING: waiting for a reply from another process
 * @TV_DOING_IO: reading from or writing to a file, socket or device
 * @TV_DOING_GC: waiting for the garbage collector
 * @TV_DOING_DUMPING: writing the dump
 * @TV_DOING_DEBUGGED: suspended by a debugger
 *
 * Activity of a thread, derived from its state and stack.
 */
typedef enum
{
  TV_DOING_UNKNOWN,
  TV_DOING_RUNNING,
  TV_DOING_NATIVE,
  TV_DOING_IDLE,
  TV_DOING_SLEEPING,
  TV_DOING_WAITING,
  TV_DOING_BLOCKED,
  TV_DOING_CALLING,
  TV_DOING_IO,
  TV_DOING_GC,
  TV_DOING_DUMPING,
  TV_DOING_DEBUGGED,
} TvDumpDoing;

TvDumpDoing tv_dump_stack_find_doing (TvTrace            *trace,
                                      const TvDumpThread *thread);
gboolean    tv_dump_class_is_of_system (const char       *class_name);
gboolean    tv_dump_stack_is_calling (TvTrace            *trace,
                                      guint32             callsite);
guint32     tv_dump_stack_find_call  (TvTrace            *trace,
                                      guint32             callsite);
gboolean    tv_dump_stack_is_own     (TvTrace            *trace,
                                      guint32             callsite);
guint32     tv_dump_stack_find_caller (TvTrace           *trace,
                                      guint32             callsite);
guint32     tv_dump_stack_find_own   (TvTrace            *trace,
                                      guint32             callsite);

G_END_DECLS
