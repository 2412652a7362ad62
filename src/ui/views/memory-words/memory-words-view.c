/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was in memory where registers point to, and on the stack, word by word. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

static const TvTableColumn columns[] = {
  { .name = "near" },
  { .name = "address", .width = 170, .room_for = "0x0000000000000000" },
  { .name = "value", .width = 170, .room_for = "0x0000000000000000" },
  { .name = "text" },
  { .name = "region" },
  { .name = "note" },
};

static const TvListKind kind = {
  .table = "memory_word",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_words > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_memory_words = {
  .id = "memory-words",
  .title = N_("Memory"),
  .tooltip = N_("What was in memory where registers point to, and on the stack"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
