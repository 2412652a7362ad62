/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/samples/thread-samples.h"

G_BEGIN_DECLS

/* Samples with a symbol anywhere on their stacks, which sample tracks highlight. */
TvThreadSamples *tv_sample_marks_new (TvTrace *trace,
                                      guint32  kind,
                                      guint32  symbol);

G_END_DECLS
