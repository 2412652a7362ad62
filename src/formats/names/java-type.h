/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/names/name-map.h"

G_BEGIN_DECLS

/* Converts types between JVM descriptors, which traces use, such as `(I[La/b;)V`, and Java syntax, which maps use,
 * such as `(int,com.example.Shop[])`. */

gboolean tv_java_type_map_descriptor (const TvNameMap *map,
                                      const char      *descriptor,
                                      GString         *mapped);
gboolean tv_java_type_put_java       (const TvNameMap *map,
                                      const char      *descriptor,
                                      GString         *arguments,
                                      GString         *type);
gboolean tv_java_type_put_descriptor (TvSpan           arguments,
                                      TvSpan           type,
                                      GString         *descriptor);

G_END_DECLS
