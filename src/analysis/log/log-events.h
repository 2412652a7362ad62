/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/log-events.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

GArray *tv_log_events_new (TvTrace           *trace,
                           const TvSelection *selection,
                           GCancellable      *cancellable,
                           GError           **error);

G_END_DECLS
