/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frame statistics that the device counted, beside those of the frames in the file. Listed in TV_VIEWS (view.h);
 * displayed by TvListView (list-view.h). Does not change the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/system/frame-list.h"
#include "analysis/frame-statistics.h"

static const TvTableColumn columns[] = {
  { .name = "process", .width = 200 },
  { .name = "pid" },
  { .name = "window", .width = 220 },
  { .name = "name", .width = 220 },
  { .name = "bucket_ms" },
  { .name = "value" },
  { .name = "unit", .width = 60 },
  { .name = "own", .widest = "9,999,999.99" },
  { .name = "reason", .width = 320 },
};

static const TvListKind kind = {
  .table = "frame_statistic",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .placeholder = N_("Filter names and windows"),
};

/* The statistics are the main content unless the trace contains frames, dumps or log lines. */
static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_trace_has_frame_statistics (trace))
    return TV_VIEW_EMPTY;
  return tv_frame_list_has_any (trace) || tv_trace_has (trace, TV_HAS_DUMPS) ||
                 tv_trace_get_log_lines (trace)->n > 0
             ? TV_VIEW_FITS
             : TV_VIEW_LEADS;
}

const TvViewInfo tv_view_frame_statistics = {
  .id = "frame-statistics",
  .title = N_("Frame Statistics"),
  .tooltip = N_("Frames that the device counted, compared with the frames listed in the file"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
