/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "analysis/findings/findings.h"

G_BEGIN_DECLS

/* Window with the threshold of each rule, and the number of findings of the rule in the trace */

#define TV_TYPE_THRESHOLDS_WINDOW (tv_thresholds_window_get_type ())
G_DECLARE_FINAL_TYPE (TvThresholdsWindow, tv_thresholds_window, TV, THRESHOLDS_WINDOW, AdwPreferencesWindow)

GtkWindow *tv_thresholds_window_new        (GtkWindow          *parent);
void       tv_thresholds_window_show_found (TvThresholdsWindow *self,
                                            const TvFindings   *findings);

G_END_DECLS
