/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "paint/kit/bars.h"

G_BEGIN_DECLS

/* Shapes of thread states, which distinguish them without colour. Their height increases with the activity. All sizes
 * are in device pixels.
 *
 *   running   runnable   sleeping   idle       blocked    for I/O
 *   ████████                                   █ █ █ █    ████████
 *   ████████  ████████                         █ █ █ █
 *   ████████  ████████   ████████   ██  ██     ████████   ████████ */
void tv_state_bars_add (TvBars      *bars,
                        guint        color,
                        TvStateKind  kind,
                        int          x,
                        int          y,
                        int          width,
                        int          height,
                        double       scale);

G_END_DECLS
