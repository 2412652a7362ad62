/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a program had open when it crashed. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#define TV_TYPE_OPEN_FILES_VIEW (tv_open_files_view_get_type ())
G_DECLARE_FINAL_TYPE (TvOpenFilesView, tv_open_files_view, TV, OPEN_FILES_VIEW, TvListView)

struct _TvOpenFilesView
{
  TvListView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvOpenFilesView, tv_open_files_view, TV_TYPE_LIST_VIEW)

static const TvTableColumn columns[] = {
  { .name = "fd" },
  { .name = "path", .width = 560 },
  { .name = "owner" },
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_files > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_open_files = {
  .id = "open-files",
  .title = N_("Open Files"),
  .tooltip = N_("What the program had open when it crashed"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_open_files_view_get_type,
  .get_fit = get_fit,
};

static void
tv_open_files_view_class_init (TvOpenFilesViewClass *klass)
{
  TvListViewClass *list_class = TV_LIST_VIEW_CLASS (klass);

  list_class->table = "open_file";
  list_class->title = N_("Open files");
  list_class->columns = columns;
  list_class->n_columns = G_N_ELEMENTS (columns);
}

static void
tv_open_files_view_init (TvOpenFilesView *self)
{
}
