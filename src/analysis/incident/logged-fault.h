/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

guint32 tv_logged_fault_find (TvTrace *trace,
                              guint32  line);

G_END_DECLS
