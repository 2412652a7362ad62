/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "ui/kit/table-view.h"

G_BEGIN_DECLS

char *tv_device_log_dup_time    (TvTrace     *trace,
                                 guint32      line);
void  tv_device_log_add_columns (TvTableView *view,
                                 TvTable     *table,
                                 gpointer     session);

G_END_DECLS
