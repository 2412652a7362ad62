/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvDumpDoing:
 * @TV_DOING_UNKNOWN: the dump does not tell
 * @TV_DOING_RUNNING: code, on a CPU or ready for one
 * @TV_DOING_NATIVE: code outside the virtual machine, or a call of the system, of no known kind
 * @TV_DOING_IDLE: nothing: it waits for its next message or task
 * @TV_DOING_SLEEPING: nothing for a time that it gave itself
 * @TV_DOING_WAITING: nothing until another thread tells it to go on, and nothing says which
 * @TV_DOING_CALLING: a call of another process, whose answer it waits for
 * @TV_DOING_IO: reading from or writing to a file or a device
 * @TV_DOING_GC: waiting for the garbage collector
 * @TV_DOING_DUMPING: writing this very dump
 * @TV_DOING_DEBUGGED: suspended by a debugger
 *
 * What a thread was doing, as its state and the frames of its stack tell.
 */
typedef enum
{
  TV_DOING_UNKNOWN,
  TV_DOING_RUNNING,
  TV_DOING_NATIVE,
  TV_DOING_IDLE,
  TV_DOING_SLEEPING,
  TV_DOING_WAITING,
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
