/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* What a view's stacks are of: calls, or one kind of samples, whose units must never be mixed. */
void tv_source_button_choose (TvSession *session);
void tv_source_button_add (GtkBox     *mode,
                           TvSession  *session,
                           const char *calls);

G_END_DECLS
