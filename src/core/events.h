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
 * @text_is_shown: by text: whether slices or counters show all that it says, see tv_events_is_shown()
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
  const guint8 *text_is_shown;
} TvEvents;

/* The string that the event is called. */
static inline guint32
tv_events_get_name (const TvEvents *self, guint32 event)
{
  return self->text_name[self->text[event]];
}

/* Whether the event is a mark, such as the begin of a slice, that says nothing more. */
static inline gboolean
tv_events_is_shown (const TvEvents *self, guint32 event)
{
  return self->text_is_shown[self->text[event]] != 0;
}

G_END_DECLS
