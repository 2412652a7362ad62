/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The regions of the memory that a program had when it crashed. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#define TV_TYPE_MEMORY_MAP_VIEW (tv_memory_map_view_get_type ())
G_DECLARE_FINAL_TYPE (TvMemoryMapView, tv_memory_map_view, TV, MEMORY_MAP_VIEW, TvListView)

struct _TvMemoryMapView
{
  TvListView parent_instance;
};

G_DEFINE_FINAL_TYPE (TvMemoryMapView, tv_memory_map_view, TV_TYPE_LIST_VIEW)

static const TvTableColumn columns[] = {
  { .name = "start", .width = 170 },
  { .name = "last", .width = 170 },
  { .name = "size" },
  { .name = "access" },
  { .name = "name", .width = 460 },
  { .name = "offset" },
  { .name = "build_id" },
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_regions > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_memory_map = {
  .id = "memory-map",
  .title = N_("Memory Map"),
  .tooltip = N_("The regions of the memory that the program had when it crashed"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_memory_map_view_get_type,
  .get_fit = get_fit,
};

static void
tv_memory_map_view_class_init (TvMemoryMapViewClass *klass)
{
  TvListViewClass *list_class = TV_LIST_VIEW_CLASS (klass);

  list_class->table = "memory_map";
  list_class->title = N_("Memory map");
  list_class->columns = columns;
  list_class->n_columns = G_N_ELEMENTS (columns);
}

static void
tv_memory_map_view_init (TvMemoryMapView *self)
{
}
