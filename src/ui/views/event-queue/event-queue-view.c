/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a thread had done, did and was to do when it did not answer. What is selected is brought into sight. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "ui/kit/table/table-text.h"

#define TV_TYPE_EVENT_QUEUE_VIEW (tv_event_queue_view_get_type ())
G_DECLARE_FINAL_TYPE (TvEventQueueView, tv_event_queue_view, TV, EVENT_QUEUE_VIEW, TvListView)

struct _TvEventQueueView
{
  TvListView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvEventQueueView, tv_event_queue_view, TV_TYPE_LIST_VIEW)

static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_text_dup_moment (table, row, column, tv_session_get_trace (session));
}

/* When it began, or was due: that is what the timeline shows of it. */
static void
show_row (TvListView *self, guint row)
{
  TvSession *session = tv_view_get_session (TV_VIEW (self));
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
  { .name = "due", .dup_text = dup_time, .widest = "999.999999 s" },
  { .name = "began", .dup_text = dup_time, .widest = "999.999999 s" },
  { .name = "delay" },
  { .name = "run" },
  { .name = "sender_tid" },
  { .name = "caller" },
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_events > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_event_queue = {
  .id = "event-queue",
  .title = N_("Event Queue"),
  .tooltip = N_("What the thread had done, did and was to do when it did not answer"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_event_queue_view_get_type,
  .get_fit = get_fit,
};

static void
tv_event_queue_view_class_init (TvEventQueueViewClass *klass)
{
  TvListViewClass *list_class = TV_LIST_VIEW_CLASS (klass);

  list_class->table = "event_queue";
  list_class->title = N_("Event queue");
  list_class->columns = columns;
  list_class->n_columns = G_N_ELEMENTS (columns);
  list_class->show_row = show_row;
}

static void
tv_event_queue_view_init (TvEventQueueView *self)
{
}
