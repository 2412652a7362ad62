/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoCpu:
 * @is_known: it is known what it runs
 * @tid: the thread that it runs
 * @prio: its priority
 * @comm: string: what it is called
 *
 * A CPU after the last switch.
 */
typedef struct
{
  gboolean is_known;
  gint32 tid;
  gint32 prio;
  guint32 comm;
} TvPerfettoCpu;

/**
 * TvPerfettoCompactEvent:
 * @ts: when, by the bundle's clock
 * @is_switch: whether it is a switch; else something is woken
 * @prev_state: of what leaves the CPU
 * @tid: what gets it, or is woken
 * @prio: its priority
 * @target_cpu: where it shall run
 * @comm: string: what it is called
 * @flags: when something is woken: what was going on on the CPU, bits of the kernel's trace_flag_type, or -1
 *
 * An event of CompactSched. What leaves the CPU is what got it last, and so is who wakes.
 */
typedef struct
{
  gint64 ts;
  gboolean is_switch;
  gint64 prev_state;
  gint32 tid;
  gint32 prio;
  gint32 target_cpu;
  guint32 comm;
  gint32 flags;
} TvPerfettoCompactEvent;

gboolean tv_perfetto_compact_sched_parse (TvSpan                  message,
                                          const TvPerfettoReader *reader,
                                          GArray                 *events);
void     tv_perfetto_cpu_see_switch      (TvPerfettoCpu          *self,
                                          TvSpan                  message,
                                          const TvPerfettoReader *reader);

G_END_DECLS
