/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/event-window.h"

#include "formats/event-order.h"

/* Recorders write bundles of events; each contains events of one CPU over some milliseconds. Sorting the whole trace
 * would require a second copy of each column. Instead, a window of the last events is sorted in the CPU cache, and
 * its first half is added to the builder:
 *
 *   file     CPU 0 | CPU 1 | CPU 2 | CPU 0 | CPU 1 | CPU 2
 *            └────── window ───────┘
 *   builder  [sorted half]└── next window ──┘
 *
 * Events that are late by more than half a window remain out of order, until the builder sorts all events with
 * tv_event_order_new(). Both sorts are stable, so events with the same timestamp remain in file order. Called by the
 * kernel event readers of Perfetto and OpenHarmony, by one thread at a time. Owns two buffers of events; adds the
 * sorted half to the builder when the window is full. */

#define WINDOW_EVENTS (64u * 1024)

typedef struct
{
  guint32 cpu;
  guint32 utid;
  guint32 text;
  guint64 file_offset;
} Row;

/* Events of a window: the timestamps, and a parallel array with the other fields. */
typedef struct
{
  gint64 *times;
  Row *rows;
} Events;

struct _TvEventWindow
{
  TvTraceBuilder *builder;
  Events events;
  Events spare; /* buffer that receives the events that stay in the window */
  guint32 *order;
  guint32 *spare_order;
  guint32 n;
  gboolean is_reordered;
};

/**
 * tv_event_window_new:
 * @builder: builder that receives the events
 *
 * Returns: (transfer full): an empty window
 */
TvEventWindow *
tv_event_window_new (TvTraceBuilder *builder)
{
  TvEventWindow *self = g_new0 (TvEventWindow, 1);

  self->builder = builder;
  return self;
}

static void
free_events (Events *self)
{
  g_free (self->times);
  g_free (self->rows);
}

void
tv_event_window_free (TvEventWindow *self)
{
  free_events (&self->events);
  free_events (&self->spare);
  g_free (self->order);
  g_free (self->spare_order);
  g_free (self);
}

static void
allocate_events (Events *self)
{
  self->times = g_new (gint64, WINDOW_EVENTS);
  self->rows = g_new (Row, WINDOW_EVENTS);
}

/* Allocates the buffers. The system provides memory only for the pages that are written, so short traces need
 * little. */
static void
allocate (TvEventWindow *self)
{
  allocate_events (&self->events);
  allocate_events (&self->spare);
  self->order = g_new (guint32, WINDOW_EVENTS);
  self->spare_order = g_new (guint32, WINDOW_EVENTS);
}

/* Sorts the window, adds all but its last @n_remaining events to the builder, and keeps those. */
static void
flush (TvEventWindow *self, guint32 n_remaining)
{
  gboolean is_sorted = !tv_event_order_find (self->events.times, self->n, &self->order,
                                             &self->spare_order);
  const guint32 *order = self->order;
  guint32 n_added = self->n - n_remaining;
  Events remaining = self->spare;
  TvEventRows out;

  if (n_added > 0 && tv_trace_builder_add_events (self->builder, n_added, &out))
    for (guint32 i = 0; i < n_added; i++)
      {
        guint32 at = is_sorted ? i : order[i];
        const Row *row = &self->events.rows[at];

        tv_event_rows_set (&out, i, self->events.times[at], row->cpu, row->utid, row->text,
                           row->file_offset);
      }
  for (guint32 i = 0; i < n_remaining; i++)
    {
      guint32 at = is_sorted ? n_added + i : order[n_added + i];

      remaining.times[i] = self->events.times[at];
      remaining.rows[i] = self->events.rows[at];
    }
  self->spare = self->events;
  self->events = remaining;
  self->n = n_remaining;
  self->is_reordered |= !is_sorted;
}

/**
 * tv_event_window_add:
 * @self: a window
 * @ts_ns: timestamp in ns
 * @cpu: CPU that wrote the event
 * @utid: thread that ran on the CPU
 * @text: id of the event's text in the builder
 * @file_offset: offset of the event in the file, in bytes
 *
 * Adds an event. Events must be added in file order.
 */
void
tv_event_window_add (TvEventWindow *self,
                     gint64 ts_ns,
                     guint32 cpu,
                     guint32 utid,
                     guint32 text,
                     guint64 file_offset)
{
  if (G_UNLIKELY (self->events.times == NULL))
    allocate (self);
  if (G_UNLIKELY (self->n == WINDOW_EVENTS))
    flush (self, WINDOW_EVENTS / 2);
  self->events.times[self->n] = ts_ns;
  self->events.rows[self->n] = (Row){ cpu, utid, text, file_offset };
  self->n++;
}

/**
 * tv_event_window_finish:
 *
 * Adds the remaining events to the builder.
 *
 * Returns: whether the events were added to the builder in a different order than the file contains them
 */
gboolean
tv_event_window_finish (TvEventWindow *self)
{
  flush (self, 0);
  return self->is_reordered;
}
