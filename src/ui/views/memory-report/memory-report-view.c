/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What dumpsys meminfo tells, number by number. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/log/memory-report.h"

static const TvTableColumn columns[] = {
  { .name = "process", .width = 220 },
  { .name = "pid" },
  { .name = "part", .width = 170 },
  { .name = "name", .width = 190 },
  { .name = "counted", .width = 150 },
  { .name = "value" },
  { .name = "unit" },
};

static const TvListKind kind = {
  .table = "memory_report",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .placeholder = N_("Filter processes and names"),
};

static TvViewFit
get_fit (TvTrace *trace)
{
  guint32 n_texts;

  tv_trace_get_texts (trace, &n_texts);
  if (!tv_trace_has_memory_report (trace))
    return TV_VIEW_EMPTY;
  return n_texts == 1 ? TV_VIEW_LEADS : TV_VIEW_FITS;
}

const TvViewInfo tv_view_memory_report = {
  .id = "memory-report",
  .title = N_("Memory"),
  .tooltip = N_("What dumpsys meminfo tells, number by number"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
