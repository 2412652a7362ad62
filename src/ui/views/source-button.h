/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Choice of a view's call source: calls, or one kind of samples. A view shows one source at a time, because the times
 * and weights of different sources have different units. */
void tv_source_button_choose (TvSession *session);
void tv_source_button_add (GtkBox     *mode,
                           TvSession  *session,
                           const char *calls);

G_END_DECLS
