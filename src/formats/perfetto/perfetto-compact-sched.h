/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/* Highest field number of CompactSched, plus one. */
#define TV_PERFETTO_N_COMPACT_COLUMNS 13

/**
 * TvPerfettoCompactEvent:
 * @ts: timestamp on the bundle's clock
 * @is_switch: %TRUE for sched_switch, %FALSE for sched_waking
 * @prev_state: state in which the previous task leaves the CPU; only for a switch
 * @tid: thread id of the task that gets the CPU or is woken
 * @prio: priority of that task
 * @comm: name of that task: an index into the names of the message, or, after tv_perfetto_compact_sched_intern(), a
 *   string id; %TV_NONE if unknown
 * @target_cpu: CPU on which a woken task will run; only for a waking
 * @flags: bits of the kernel's trace_flag_type, or -1 if not stored; only for a waking
 *
 * An event of CompactSched. The message omits the task that leaves the CPU or wakes another task: it is the task that
 * the previous switch put on the CPU.
 */
typedef struct
{
  gint64 ts;
  gboolean is_switch;
  gint64 prev_state;
  gint32 tid;
  gint32 prio;
  guint32 comm;
  gint32 target_cpu;
  gint32 flags;
} TvPerfettoCompactEvent;

/**
 * TvPerfettoCompactMessage:
 * @first_event: index of the message's first event in @events of #TvPerfettoCompactSched
 * @n_events: number of events, merged by timestamp; at equal timestamps, switches come first
 * @first_comm: index of the message's first name in @comms of #TvPerfettoCompactSched
 * @is_good: %FALSE if the message is malformed, if a column is shorter than the column of timestamps, or if a name is
 *   missing
 *
 * A decoded CompactSched message.
 */
typedef struct
{
  guint first_event;
  guint n_events;
  guint first_comm;
  guint n_comms;
  gboolean is_good;
} TvPerfettoCompactMessage;

/**
 * TvPerfettoCompactSched:
 * @events: #TvPerfettoCompactEvent: events of all messages
 * @comms: #TvSpan: names of all messages
 *
 * Decoded messages. tv_perfetto_compact_sched_empty() removes the messages but keeps the allocated memory for the
 * next messages.
 */
typedef struct
{
  GArray *events;
  GArray *comms;

  /* Private. */
  GArray *columns[TV_PERFETTO_N_COMPACT_COLUMNS]; /* guint64: column per field number */
  GArray *strings; /* guint32: string id per name of the message that is being interned */
} TvPerfettoCompactSched;

void     tv_perfetto_compact_sched_init   (TvPerfettoCompactSched         *self);
void     tv_perfetto_compact_sched_clear  (TvPerfettoCompactSched         *self);
void     tv_perfetto_compact_sched_empty  (TvPerfettoCompactSched         *self);
void     tv_perfetto_compact_sched_parse  (TvPerfettoCompactSched         *self,
                                           TvSpan                          message,
                                           TvPerfettoCompactMessage       *out);
void     tv_perfetto_compact_sched_intern (TvPerfettoCompactSched         *self,
                                           const TvPerfettoCompactMessage *message,
                                           TvTraceBuilder                 *builder);

G_END_DECLS
