/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-scale.h"
#include "core/trace.h"

G_BEGIN_DECLS

void tv_run_share_get (TvTrace           *trace,
                       guint32            track,
                       const TvTimeScale *scale,
                       const guint32     *rows,
                       float             *shares);

G_END_DECLS
