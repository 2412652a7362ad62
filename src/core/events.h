/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-column.h"
#include "core/memory/time-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* The raw lines or records of a file. */

/**
 * TvEvents:
 * @n: number of events
 * @ts: timestamp, sorted
 * @cpu: the CPU
 * @utid: the thread
 * @text: row of its text; equal texts are stored once
 * @text_name: by text: string: the tracepoint, see tv_events_get_name()
 * @text_is_shown: by text: whether slices or counters show all of it, see tv_events_is_shown()
 *
 * All events of a log; tv_trace_get_event_args() returns the payload of each.
 */
typedef struct
{
  guint32 n;
  TvTimeColumn ts;
  TvIdColumn cpu;
  TvIdColumn utid;
  TvIdColumn text;
  const guint32 *text_name;
  const guint8 *text_is_shown;
} TvEvents;

/* Returns the name of the event, a string. */
static inline guint32
tv_events_get_name (const TvEvents *self, guint32 event)
{
  return self->text_name[tv_id_column_get (&self->text, event)];
}

/* Returns whether slices or counters show all of the event, as for the begin of a slice. */
static inline gboolean
tv_events_is_shown (const TvEvents *self, guint32 event)
{
  return self->text_is_shown[tv_id_column_get (&self->text, event)] != 0;
}

G_END_DECLS
