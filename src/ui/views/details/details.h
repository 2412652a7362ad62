/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Properties of the selected item: a segment of a critical path, log line, slice, sample, symbol or counter */

#define TV_TYPE_DETAILS (tv_details_get_type ())
G_DECLARE_FINAL_TYPE (TvDetails, tv_details, TV, DETAILS, GtkWidget)

void tv_details_set_session (TvDetails *self,
                             TvSession *session);

G_END_DECLS
