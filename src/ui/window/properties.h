/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* The properties window: metadata, threads and problems of a file. */

#define TV_TYPE_PROPERTIES (tv_properties_get_type ())
G_DECLARE_FINAL_TYPE (TvProperties, tv_properties, TV, PROPERTIES, AdwWindow)

GtkWindow *tv_properties_new           (GtkWindow    *parent,
                                        TvSession    *session,
                                        GFile        *file);

G_END_DECLS
