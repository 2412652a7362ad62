/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"

G_BEGIN_DECLS

double tv_idle_methods_get_share (TvProfile *profile);

G_END_DECLS
