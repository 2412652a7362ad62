/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Limitations of a sampled profile, such as lost samples, that make it less accurate or complete. They are reported
 * even if they are normal for the file format. */

char *tv_sample_limitations_dup_text (TvTrace *trace,
                                guint   *n_attention);

G_END_DECLS
