/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The regions of the memory that a program had when it crashed. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

static const TvTableColumn columns[] = {
  { .name = "start", .width = 170, .room_for = "0x0000000000000000" },
  { .name = "last", .width = 170, .room_for = "0x0000000000000000" },
  { .name = "size" },
  { .name = "access" },
  { .name = "name", .width = 460 },
  { .name = "offset" },
  { .name = "build_id" },
};

static const TvListKind kind = {
  .table = "memory_map",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
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
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
