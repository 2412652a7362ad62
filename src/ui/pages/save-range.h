/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Saves the selected time range of a file in the same format, see formats/cut.h. */

gboolean tv_save_range_is_possible (TvSession *session);
void     tv_save_range_choose      (GtkWidget *widget,
                                    TvSession *session);
void     tv_save_range_to          (GtkWidget *widget,
                                    TvSession *session,
                                    GFile     *file);

G_END_DECLS
