/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Selects slices of the same name and kind, whose durations are comparable. */

GArray *tv_slices_filter_kind (TvTrace       *trace,
                              GArray        *occurrences,
                              guint32        slice,
                              guint32        utid,
                              GCancellable  *cancellable);

G_END_DECLS
