/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Past, current and pending events of a blocked thread. Listed in TV_VIEWS (view.h); displayed by TvListView
 * (list-view.h). A click moves the cursor of the session to an event. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "ui/views/time-cell.h"

/* Moves the cursor to the time at which the event started or, if it did not start, was due. Does nothing if neither
 * time is known. */
static void
show_row (TvSession *session, TvTable *table, guint row)
{
  const TvFaults *faults = tv_trace_get_faults (tv_session_get_trace (session));
  const TvQueueEvent *event = &faults->events[row];
  gint64 ts = event->began != TV_NO_TIME ? event->began : event->due;

  if (ts == TV_NO_TIME)
    return;
  tv_session_set_cursor_time (session, ts);
  tv_session_reveal_time (session, ts);
}

static const TvTableColumn columns[] = {
  { .name = "name", .width = 240 },
  { .name = "state" },
  { .name = "priority" },
  { .name = "due", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s" },
  { .name = "began", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s" },
  { .name = "delay" },
  { .name = "run" },
  { .name = "sender_tid" },
  { .name = "caller" },
};

static const TvListKind kind = {
  .table = "event_queue",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .show_row = show_row,
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_events > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_event_queue = {
  .id = "event-queue",
  .title = N_("Event Queue"),
  .tooltip = N_("Past, current and pending events of the blocked thread"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
