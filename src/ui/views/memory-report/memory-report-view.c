/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of dumpsys meminfo, with the columns of all versions of its format. Listed in TV_VIEWS (view.h); displayed by
 * TvListView (list-view.h). Does not change the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/log/memory-report.h"

static const TvTableColumn columns[] = {
  { .name = "process", .width = 160 },
  { .name = "pid" },
  { .name = "part", .width = 130 },
  { .name = "name", .width = 150 },
  { .name = "amount" },
  { .name = "unit", .width = 40 },
  { .name = "pss_total" },
  { .name = "pss_clean" },
  { .name = "shared_dirty" },
  { .name = "private_dirty" },
  { .name = "shared_clean" },
  { .name = "private_clean" },
  { .name = "swap_dirty" },
  { .name = "swap_pss" },
  { .name = "rss_total" },
  { .name = "heap_size" },
  { .name = "heap_alloc" },
  { .name = "heap_free" },
  { .name = "other", .width = 150 },
};

static const TvListKind kind = {
  .table = "memory_report_row",
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
  .tooltip = N_("Memory of processes by kind, from dumpsys meminfo"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
