/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "paint/kit/bars.h"

G_BEGIN_DECLS

/* Shapes of thread states, so that states can be distinguished without colour. States with more activity are taller.
 * All sizes are in device pixels.
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
