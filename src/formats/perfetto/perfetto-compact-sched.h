/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/* One more than the highest field number of CompactSched. */
#define TV_PERFETTO_N_COMPACT_COLUMNS 13

/**
 * TvPerfettoCompactEvent:
 * @ts: timestamp by the bundle's clock
 * @is_switch: %TRUE for sched_switch, %FALSE for sched_waking
 * @prev_state: state of the task that leaves the CPU
 * @tid: the task that gets the CPU, or is woken
 * @prio: its priority
 * @comm: its name: index in the names of the message, or a string of the builder once interned; or %TV_NONE
 * @target_cpu: CPU of a woken task
 * @flags: bits of the kernel's trace_flag_type at a waking, or -1
 *
 * An event of CompactSched. The task that leaves the CPU is the one of the switch before, which also is the waker.
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
 * @first_event: first of its events
 * @n_events: number of events, in the order of their timestamps; of those with the same one switches come first
 * @first_comm: first of its names
 * @n_comms: number of names
 * @is_good: %FALSE if some columns are shorter than others, or a name is missing
 *
 * A decoded CompactSched.
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
 * @events: #TvPerfettoCompactEvent of all messages
 * @comms: #TvSpan: the names of all messages
 *
 * Decoded messages. Memory is kept when they are removed.
 */
typedef struct
{
  GArray *events;
  GArray *comms;

  /* Private. */
  GArray *columns[TV_PERFETTO_N_COMPACT_COLUMNS]; /* guint64 by field number */
  GArray *strings;                                /* guint32 by name of a message */
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
