/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU use of processes and threads, from dumpsys cpuinfo. Listed in TV_VIEWS (view.h); displayed by TvListView
 * (list-view.h). Does not change the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/log/cpu-report.h"

static const TvTableColumn columns[] = {
  { .name = "name", .width = 260 },
  { .name = "pid" },
  { .name = "tid" },
  { .name = "change" },
  { .name = "percent" },
  { .name = "user_percent" },
  { .name = "kernel_percent" },
  { .name = "iowait_percent" },
  { .name = "minor_faults" },
  { .name = "major_faults" },
  { .name = "time", .width = 420 },
};

static const TvListKind kind = {
  .table = "cpu_report",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .placeholder = N_("Filter processes and threads"),
};

static TvViewFit
get_fit (TvTrace *trace)
{
  guint32 n_texts;

  tv_trace_get_texts (trace, &n_texts);
  if (!tv_trace_has_cpu_report (trace))
    return TV_VIEW_EMPTY;
  return n_texts == 1 ? TV_VIEW_LEADS : TV_VIEW_FITS;
}

const TvViewInfo tv_view_cpu_report = {
  .id = "cpu-report",
  .title = N_("CPU"),
  .tooltip = N_("CPU use of processes and threads, from dumpsys cpuinfo"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
