/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What dumpsys meminfo tells, number by number. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/log/memory-report.h"

#define TV_TYPE_MEMORY_REPORT_VIEW (tv_memory_report_view_get_type ())
G_DECLARE_FINAL_TYPE (TvMemoryReportView, tv_memory_report_view, TV, MEMORY_REPORT_VIEW, TvListView)

struct _TvMemoryReportView
{
  TvListView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvMemoryReportView, tv_memory_report_view, TV_TYPE_LIST_VIEW)

static const TvTableColumn columns[] = {
  { .name = "process", .width = 220 },
  { .name = "pid" },
  { .name = "part", .width = 170 },
  { .name = "name", .width = 190 },
  { .name = "counted", .width = 150 },
  { .name = "value" },
  { .name = "unit" },
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
  .get_type = tv_memory_report_view_get_type,
  .get_fit = get_fit,
};

static void
tv_memory_report_view_class_init (TvMemoryReportViewClass *klass)
{
  TvListViewClass *list_class = TV_LIST_VIEW_CLASS (klass);

  list_class->table = "memory_report";
  list_class->title = N_("What dumpsys meminfo tells, number by number");
  list_class->columns = columns;
  list_class->n_columns = G_N_ELEMENTS (columns);
  list_class->placeholder = N_("Filter processes and names");
}

static void
tv_memory_report_view_init (TvMemoryReportView *self)
{
}
