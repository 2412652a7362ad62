/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Choice of a view's call source: calls, or one kind of samples. Values of different sources must not be mixed,
 * because their units differ. */
void tv_source_button_choose (TvSession *session);
void tv_source_button_add (GtkBox     *mode,
                           TvSession  *session,
                           const char *calls);

G_END_DECLS
