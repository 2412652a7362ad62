/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Messages of a page about its file. */

char *tv_page_messages_dup_notice  (TvSession           *session,
                                    gboolean            *lacks_names);
void  tv_page_messages_show_empty  (TvSession           *session,
                                    AdwStatusPage       *page,
                                    AdwPreferencesGroup *properties);
char *tv_page_messages_dup_failure (GFile               *file,
                                    const char          *title,
                                    const GError        *error);

G_END_DECLS
