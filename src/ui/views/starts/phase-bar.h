/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/app-start.h"
#include "ui/kit/canvas.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The phases of an app start as a bar, above the states of the main thread.
 *
 *   ▕ Launch ▕ bindApplication  ▕ activityStart             ▕ First Frame ▕
 *    ▔▔▔ ▔▔▔▔ ▔▔▔▔▔▔▔▔▔▔▔ ▔▔▔▔ ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔ ▔▔▔▔▔▔▔▔▔▔▔▔▔
 *    83 ms    393 ms            448 ms                      239 ms
 *
 * Signals:
 *   phase-selected (uint row)  the user has clicked a phase; index in the phases of all starts */

#define TV_TYPE_PHASE_BAR (tv_phase_bar_get_type ())
G_DECLARE_FINAL_TYPE (TvPhaseBar, tv_phase_bar, TV, PHASE_BAR, TvCanvas)

GtkWidget  *tv_phase_bar_new       (void);
void        tv_phase_bar_show      (TvPhaseBar       *self,
                                    TvSession        *session,
                                    const TvAppStart *start,
                                    GArray           *phases);
const char *tv_phase_bar_get_label (const char       *phase);

G_END_DECLS
