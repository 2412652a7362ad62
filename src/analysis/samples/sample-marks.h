/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/samples/thread-samples.h"

G_BEGIN_DECLS

/* The samples that have a symbol on their stack, wherever on it: what is marked on strips. */
TvThreadSamples *tv_sample_marks_new (TvTrace *trace,
                                      guint32  kind,
                                      guint32  symbol);

G_END_DECLS
