/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define TV_TYPE_APPLICATION (tv_application_get_type ())
G_DECLARE_FINAL_TYPE (TvApplication, tv_application, TV, APPLICATION, AdwApplication)

GApplication *tv_application_new (void);

G_END_DECLS
