/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace-renamer.h"
#include "formats/names/name-map.h"

G_BEGIN_DECLS

TvTrace *tv_rename_trace (TvTrace      *trace,
                          const char   *map_path,
                          gboolean      demangles,
                          GCancellable *cancellable,
                          GError      **error);

TvTrace *tv_rename_trace_by (TvTrace      *trace,
                             TvNameMap    *map,
                             const char   *map_name,
                             gboolean      demangles,
                             GCancellable *cancellable,
                             GError      **error);

G_END_DECLS
