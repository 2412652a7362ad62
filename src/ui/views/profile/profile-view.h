/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/view.h"

G_BEGIN_DECLS

#define TV_TYPE_PROFILE_VIEW (tv_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileView, tv_profile_view, TV, PROFILE_VIEW, TvView)

void tv_profile_view_jump (TvProfileView *self,
                           guint32        symbol);

G_END_DECLS
