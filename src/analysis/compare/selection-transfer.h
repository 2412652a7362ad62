/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"

G_BEGIN_DECLS

TvSelection *tv_selection_transfer (const TvSelection *self,
                                    TvTrace           *trace,
                                    TvTrace           *other,
                                    const guint32     *pairs,
                                    gint64             start_ns,
                                    gint64             end_ns);

G_END_DECLS
