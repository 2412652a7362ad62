/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

gboolean tv_stacks_are_equal    (TvTrace *trace,
                                 guint32  a,
                                 guint32  b);
guint    tv_stack_hash          (TvTrace *trace,
                                 guint32  callsite);
guint32  tv_stack_count_frames  (TvTrace *trace,
                                 guint32  callsite);
guint32  tv_stacks_count_common (TvTrace *trace,
                                 guint32  a,
                                 guint32  b);

G_END_DECLS
