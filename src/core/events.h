/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/time-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* The lines or records of a file as they were. */

/**
 * TvEvents:
 * @n: number of events
 * @ts: when, sorted
 * @cpu: on which CPU
 * @utid: by which thread
 * @text: which of the log's texts it says; each is there once
 * @text_name: by text: string: which tracepoint says it, see tv_events_get_name()
 *
 * All lines of a log as they were, see tv_trace_get_event_args() for the rest of each.
 */
typedef struct
{
  guint32 n;
  TvTimeColumn ts;
  const guint32 *cpu;
  const guint32 *utid;
  const guint32 *text;
  const guint32 *text_name;
} TvEvents;

/* The string that the event is called. */
static inline guint32
tv_events_get_name (const TvEvents *self, guint32 event)
{
  return self->text_name[self->text[event]];
}

G_END_DECLS
