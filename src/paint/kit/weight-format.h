/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/stacks.h"

G_BEGIN_DECLS

/* Weights of samples as people read them, with their units. */

char       *tv_weight_format          (TvWeightUnit unit,
                                       gint64       weight);

G_END_DECLS
