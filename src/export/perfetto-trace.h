/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Exports a trace in Perfetto's format. */

gboolean tv_write_perfetto         (TvTrace        *trace,
                                    GOutputStream  *stream,
                                    GCancellable   *cancellable,
                                    GError        **error);
gboolean tv_write_perfetto_to_file (TvTrace        *trace,
                                    GFile          *file,
                                    GCancellable   *cancellable,
                                    GError        **error);

G_END_DECLS
