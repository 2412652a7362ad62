/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* What a profile of samples lacks that numbers depend on. It may be usual for such files, and is said nevertheless,
 * before someone trusts a number. */

char *tv_sample_lacks_dup_text (TvTrace *trace,
                                guint   *n_attention);

G_END_DECLS
