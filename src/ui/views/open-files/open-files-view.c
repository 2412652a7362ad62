/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that a program had open when it crashed. Listed in TV_VIEWS (view.h); displayed by TvListView (list-view.h).
 * Does not change the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

static const TvTableColumn columns[] = {
  { .name = "fd" },
  { .name = "path", .width = 560 },
  { .name = "owner" },
};

static const TvListKind kind = {
  .table = "open_file",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_files > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_open_files = {
  .id = "open-files",
  .title = N_("Open Files"),
  .tooltip = N_("Files that were open at the time of the crash"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
