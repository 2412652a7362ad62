/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The preferences window. Changes take effect immediately, also in open files. */

#define TV_TYPE_PREFERENCES (tv_preferences_get_type ())
G_DECLARE_FINAL_TYPE (TvPreferences, tv_preferences, TV, PREFERENCES, AdwPreferencesWindow)

GtkWindow *tv_preferences_new (GtkWindow *parent);

G_END_DECLS
