/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/names/name-map.h"

G_BEGIN_DECLS

#define TV_METHOD_MATCH_MAX 4

/**
 * TvMethodMatch:
 * @methods: candidates, which are different original methods
 * @n: number of candidates; 0 if the map contains none
 * @has_more: whether there are more candidates
 * @line: original line number; 0 if it is unknown, or if there are several candidates
 *
 * Original methods that match a method in a trace.
 */
typedef struct
{
  const TvMapMethod *methods[TV_METHOD_MATCH_MAX];
  guint n;
  gboolean has_more;
  guint32 line;
} TvMethodMatch;

void    tv_method_match_find       (const TvNameMap  *map,
                                    const TvMapClass *class,
                                    const char       *name,
                                    gsize             len,
                                    const char       *descriptor,
                                    guint32           line,
                                    TvMethodMatch    *match);
guint32 tv_method_match_find_group (const TvNameMap  *map,
                                    const TvMapClass *class,
                                    const char       *name,
                                    gsize             len,
                                    guint32           line,
                                    guint32          *n);
guint32 tv_map_method_get_line     (const TvMapMethod *method,
                                    guint32            line);

G_END_DECLS
