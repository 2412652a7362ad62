/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/findings/rule.h"

G_BEGIN_DECLS

/* Sign and name of a severity. The shape of the sign (disc, triangle or square) distinguishes the severities even
 * without colour. */

#define TV_TYPE_SEVERITY_CELL (tv_severity_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvSeverityCell, tv_severity_cell, TV, SEVERITY_CELL, GtkWidget)

GtkWidget  *tv_severity_cell_new          (void);
void        tv_severity_cell_set_severity (TvSeverityCell *self,
                                           TvRuleSeverity  severity);
const char *tv_severity_get_label         (TvRuleSeverity  severity);

G_END_DECLS
