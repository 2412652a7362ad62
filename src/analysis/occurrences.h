/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/call-paths.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* All slices of one symbol, as sorted row numbers. */
GArray *tv_occurrences_find (TvTrace       *trace,
                             guint32        symbol,
                             GCancellable  *cancellable);
GArray *tv_occurrences_select (TvTrace           *trace,
                               TvCallPaths       *paths,
                               GArray            *occurrences,
                               const TvSelection *selection,
                               GCancellable      *cancellable);
guint32 tv_occurrences_find_longest (TvTrace      *trace,
                                     const GArray *occurrences,
                                     GCancellable *cancellable);

G_END_DECLS
