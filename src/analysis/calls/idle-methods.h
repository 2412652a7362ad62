/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"

G_BEGIN_DECLS

gboolean tv_idle_methods_has       (TvTrace   *trace,
                                    guint32    symbol);
double   tv_idle_methods_get_share (TvProfile *profile);

G_END_DECLS
