/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/search-entry.h"
#include "ui/views/profile/profile-model.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The methods of a session's profile in a table, as in the original: click a method and it shows
 * who called it and what it called; click one of those and it leads there.
 */

#define TV_TYPE_PROFILE_VIEW (tv_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileView, tv_profile_view, TV, PROFILE_VIEW, GtkWidget)

void             tv_profile_view_set_session  (TvProfileView *self,
                                              TvSession     *session);
TvProfileModel  *tv_profile_view_get_model    (TvProfileView *self);
void             tv_profile_view_jump        (TvProfileView *self,
                                              guint32        symbol);
void             tv_profile_view_set_entry   (TvProfileView *self,
                                              TvSearchEntry *entry);
void             tv_profile_view_step        (TvProfileView *self,
                                              int            direction);

G_END_DECLS
