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
 * @kind: event type
 * @cpu: CPU of the event
 * @tid: thread id of the event
 * @blocked: tid of the thread that a switch puts into uninterruptible sleep, or to which a blocked reason applies;
 *   otherwise -1
 * @transaction: binder transaction; -1 if none
 * @tasks: tids of other threads that the event concerns: both threads of a switch, the woken thread, or the receiver
 *   of a call; -1 if none
 * @owner: pid of the process to which a counter or an async slice belongs, or tid of one of its threads; 0 for the
 *   device, -1 for the process of @tid
 * @memory: id of the memory whose size changed; -1 if none
 * @is_own_memory: whether @memory belongs to the process of @tid
 * @mark: (nullable): mark in the event
 * @number: number that identifies the event in the file
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

/* Initializer for the fields of an event that need not be 0 by default. */
#define TV_FTRACE_CUT_EVENT_NONE                                                                   \
  .blocked = -1, .transaction = -1, .tasks = { -1, -1 }, .owner = -1, .memory = -1

/**
 * TvFtraceNeeds:
 *
 * Determines the kernel events outside of a cut range on which the interpretation of events in the range
 * depends. The caller surveys all events of a file, in any order, and then checks for each event whether it is
 * needed. The following events are needed:
 *
 * - The begin marks of slices that are open at the start of the range.
 * - A binder transaction before the range that a process receives in the range.
 * - Begin events are shown as instants if the file contains no corresponding end events, and end events without
 *   begin events are ignored. If the output would lack a type of event that the file contains, one event of
 *   that type is kept: the first one after the range, or otherwise the first one before it.
 * - The first switch of each CPU after the range. Otherwise, an event that is kept by the previous rule would
 *   end the run of the last thread in the range.
 * - The reason of a sleep in the range, because the kernel records it after the sleep.
 *
 * If threads are selected, only their events and those of their processes are needed. Events of other threads are
 * needed if they switch to or from a selected thread, wake it, signal it or exchange a binder call with it. If the
 * file lacks the switch from a selected thread, the next scheduling event of another thread on the CPU is needed,
 * because it ends the run of the selected thread.
 *
 * @keeps_marks: whether all begin and end marks before the range are needed
 *
 * All other members are private.
 */
typedef struct
{
  gboolean keeps_marks;

  const TvCut *cut;
  TvCutBegins begins;
  TvIdMap switched; /* CPUs with a switch after the cut range */
  TvIdMap runs;     /* CPU → whether the CPU's last known thread is selected */
  TvIdMap memories; /* mm_id → whether the last known process of the address space is selected */
  TvIdMap calls;    /* binder transactions of selected threads */
  TvIdMap received; /* binder transactions that are received in the cut range */
  TvIdMap threads;  /* tid → row of @sleeps */
  GArray *sleeps;   /* Sleep */
  GArray *reasons;  /* guint64: sorted numbers of the needed events with reasons for a sleep */
  TvFtraceEventSet whole_kinds;
  TvFtraceEventSet part_kinds;
  /* Numbers of events per type, or NOWHERE: the first event before the range, the first event after the range, and
   * the event that is kept because the output would otherwise lack its type. */
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
