/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of a crash or freeze file that no other view interprets, verbatim. Listed in TV_VIEWS (view.h); displayed by
 * TvListView (list-view.h). Does not change the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);
  guint32 thread = tv_trace_get_dumps (trace)->attributes[row].thread;

  return thread != TV_NONE ? tv_dump_dup_thread_label (trace, thread) : NULL;
}

static const TvTableColumn columns[] = {
  { .name = "thread_id", .title = N_("Thread"), .dup_text = dup_thread, .width = 180 },
  { .name = "name", .width = 180 },
  { .name = "value" },
};

static const TvListKind kind = {
  .table = "thread_dump_fact",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_FAULTS) && tv_trace_get_dumps (trace)->n_attributes > 0
             ? TV_VIEW_FITS
             : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_dump_facts = {
  .id = "facts",
  .title = N_("Other Lines"),
  .tooltip = N_("Lines of the file that describe neither a thread nor a frame nor a lock"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
