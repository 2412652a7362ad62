/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

guint32 tv_gpu_find_process (TvTrace *trace,
                             guint32  slice);

G_END_DECLS
