/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/flame/layout.h"

G_BEGIN_DECLS

/* Measures that determine the width of frames, with their names and formats. */

gboolean    tv_flame_measure_is_in     (TvCallTree    *tree,
                                        TvCallMeasure  measure);
const char *tv_flame_measure_get_id    (TvCallMeasure  measure);
gboolean    tv_flame_measure_parse     (const char    *id,
                                        TvCallMeasure *measure);
char       *tv_flame_measure_dup_name  (TvCallTree    *tree,
                                        TvCallMeasure  measure);
char       *tv_flame_measure_dup_value (TvCallTree    *tree,
                                        TvCallMeasure  measure,
                                        gint64         value);
char       *tv_flame_measure_dup_description (TvFlameLayout *layout,
                                        guint32        node);
char       *tv_flame_measure_dup_moved (TvFlameLayout *layout);

G_END_DECLS
