/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

/* Helpers for arrays of rows, to which parts append while files are read. */

/* Maximum number of rows that GLib can sort. */
#define TV_MAX_SORTED ((guint) G_MAXINT32 - 1)

gboolean tv_trace_builder_has_row (TvTraceBuilder *self,
                                   const GArray   *rows);
guint32 *tv_rows_order            (const GArray   *rows,
                                   gsize           offset);
gpointer tv_rows_take             (GArray         *rows,
                                   guint32        *n);
void     tv_rows_shift            (GArray         *rows,
                                   guint           first,
                                   gsize           offset,
                                   gint64          by_ns);

G_END_DECLS
