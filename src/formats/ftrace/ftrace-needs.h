/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/cut-begins.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-mark.h"

G_BEGIN_DECLS

/**
 * TvFtraceCutEvent:
 * @ts: timestamp in ns
 * @kind: the event
 * @cpu: its CPU
 * @tid: its thread
 * @blocked: the thread that a switch puts into uninterruptible sleep, or that of a blocked reason; else -1
 * @transaction: its binder transaction, or -1
 * @tasks: other threads that it concerns: those of a switch, the woken one, the receiver of a call; or -1
 * @owner: process, or a thread of it, that a counter or an async slice belongs to; 0 for the device, -1 for the process
 *   of @tid
 * @memory: id of the memory that changed its size, or -1
 * @is_own_memory: whether @memory is that of @tid
 * @mark: (nullable): its mark
 * @number: identifies the event in the file
 *
 * A kernel event of a file that is being cut.
 */
typedef struct
{
  gint64 ts;
  TvFtraceEvent kind;
  guint64 cpu;
  guint32 tid;
  gint32 blocked;
  gint64 transaction;
  gint64 tasks[2];
  gint64 owner;
  gint64 memory;
  gboolean is_own_memory;
  const TvFtraceMark *mark;
  guint64 number;
} TvFtraceCutEvent;

/* An event without a thread or a kind yet. */
#define TV_FTRACE_CUT_EVENT_NONE                                                                   \
  .blocked = -1, .transaction = -1, .tasks = { -1, -1 }, .owner = -1, .memory = -1

/**
 * TvFtraceNeeds:
 *
 * Kernel events outside of a part that determine how those in the part are read. A format surveys all events of a
 * file, in any order, and then asks for each one whether it is needed.
 *
 * - The begins of marks that are open at the start are needed.
 * - So is the binder transaction before the part that a process receives in the part.
 * - Begins are instants if the file has no ends of their kind, and ends without begins are ignored. If the part would
 *   lack such a kind of event of the file, one is kept: the first behind the part, or else the first before it.
 * - Behind the part, the first switch of each CPU is kept as well: otherwise such an event of another thread would end
 *   the run of the last thread in the part. So is the reason of a sleep in the part, which follows the sleep.
 *
 * If threads are selected, only their events and those of their processes are needed. Events of other threads are
 * needed if they switch to or from a selected thread, wake it, signal it or exchange a binder call with it. If the
 * switch from a selected thread is missing in the file, the next scheduling event of another thread on the CPU ends its
 * run.
 *
 * @keeps_marks: whether all begins and ends of marks before the part are needed
 *
 * The other members are private.
 */
typedef struct
{
  gboolean keeps_marks;

  const TvCut *cut;
  TvCutBegins begins;
  TvIdMap switched; /* CPUs with a switch behind the part → 0 */
  TvIdMap runs;     /* CPUs → whether the last known thread is a selected one */
  TvIdMap memories; /* ids of memory → whether the last known process is selected */
  TvIdMap calls;    /* binder transactions of selected threads → 0 */
  TvIdMap received; /* binder transactions that are received in the part → 0 */
  TvIdMap threads;  /* tid → row of @sleeps */
  GArray *sleeps;   /* Sleep */
  GArray *reasons;  /* guint64, sorted: numbers of needed reasons */
  TvFtraceEventSet whole_kinds;
  TvFtraceEventSet part_kinds;
  /* By kind, numbers of events or NOWHERE: the first outside of the part, and those kept because of their kind. */
  guint64 first_before[TV_N_FTRACE_EVENTS];
  guint64 first_behind[TV_N_FTRACE_EVENTS];
  guint64 substitutes[TV_N_FTRACE_EVENTS];
} TvFtraceNeeds;

void     tv_ftrace_needs_init   (TvFtraceNeeds          *self,
                                 const TvCut            *cut);
void     tv_ftrace_needs_clear  (TvFtraceNeeds          *self);
void     tv_ftrace_needs_survey (TvFtraceNeeds          *self,
                                 const TvFtraceCutEvent *event);
void     tv_ftrace_needs_settle (TvFtraceNeeds          *self);
gboolean tv_ftrace_needs_event  (TvFtraceNeeds          *self,
                                 const TvFtraceCutEvent *event);

G_END_DECLS
