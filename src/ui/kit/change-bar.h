/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

/* A bar that starts in the middle and extends to the right for an increase, to the left for a decrease. The largest
 * change in a column fills half of the bar. The number next to the bar has a sign, so that the meaning does not
 * depend on colour alone. */

#define TV_TYPE_CHANGE_BAR (tv_change_bar_get_type ())
G_DECLARE_FINAL_TYPE (TvChangeBar, tv_change_bar, TV, CHANGE_BAR, GtkWidget)

/* Width of a column with change bars, in px. */
#define TV_CHANGE_BAR_PX 140

GtkWidget *tv_change_bar_new       (void);
void       tv_change_bar_set_share (TvChangeBar *self,
                                    double       share);
void       tv_change_bar_show_row  (GtkWidget   *self,
                                    TvTableRow  *row,
                                    guint        column);
char      *tv_change_bar_dup_change (gint64      change,
                                    const char  *number);
char      *tv_change_bar_dup_signed (gint64      change,
                                    const char  *number);
char      *tv_change_bar_dup_percent (double     percent);

G_END_DECLS
