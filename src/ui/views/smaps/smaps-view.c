/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory regions of processes, from /proc/PID/smaps. Listed in TV_VIEWS (view.h); displayed by TvListView
 * (list-view.h). Does not change the session. */

#include "ui/views/list-view.h"
#include "ui/views/time-cell.h"

#include <glib/gi18n.h>

static char *
dup_process (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null
             ? NULL
             : tv_trace_dup_process_label (tv_session_get_trace (session), (guint32) cell.integer);
}

static const TvTableColumn columns[] = {
  { .name = "path", .width = 360, .is_needed = TRUE },
  { .name = "size_kb" },
  { .name = "proportional_resident_kb" },
  { .name = "private_dirty_kb" },
  { .name = "swap_kb" },
  { .name = "upid", .dup_text = dup_process, .widest = "com.example.app [12345]" },
  { .name = "ts", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s" },
  { .name = "private_clean_resident_kb", .is_extra = TRUE },
  { .name = "shared_dirty_resident_kb", .is_extra = TRUE },
  { .name = "shared_clean_resident_kb", .is_extra = TRUE },
  { .name = "locked_kb", .is_extra = TRUE },
};

static const TvListKind kind = {
  .table = "profiler_smaps",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .placeholder = N_("Filter regions"),
};

static TvViewFit
get_fit (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_smaps (trace, &n);
  return n > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_smaps = {
  .id = "smaps",
  .title = N_("Smaps"),
  .tooltip = N_("Memory regions of processes, with the amount of memory in use"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
