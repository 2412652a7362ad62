/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

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
 * @comm: string: its name, or %TV_NONE
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
 * TvPerfettoCompactSched:
 * @events: #TvPerfettoCompactEvent
 *
 * Decodes CompactSched; keeps its memory from one message to the next.
 */
typedef struct
{
  GArray *events;

  /* Private. */
  GArray *columns[TV_PERFETTO_N_COMPACT_COLUMNS]; /* guint64 by field number */
  GArray *comms;                                  /* guint32 by index: string */
} TvPerfettoCompactSched;

void     tv_perfetto_compact_sched_init  (TvPerfettoCompactSched *self);
void     tv_perfetto_compact_sched_clear (TvPerfettoCompactSched *self);
gboolean tv_perfetto_compact_sched_parse (TvPerfettoCompactSched *self,
                                          TvSpan                  message,
                                          const TvPerfettoReader *reader);

G_END_DECLS
