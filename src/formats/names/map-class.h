/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/names/name-map.h"

G_BEGIN_DECLS

/* Content of a class in a map. Private to name-map.c and map-class.c. */

/**
 * TvMapClassEntry:
 * @class: public part; must be the first member
 * @rows: obfuscated name → index of the first method line with that name
 * @n_bad_lines: number of invalid lines
 * @first_bad: the first invalid line
 *
 * A parsed class.
 */
typedef struct
{
  TvMapClass class;
  TvRowTable rows;
  guint64 n_bad_lines;
  TvSpan first_bad;
} TvMapClassEntry;

TvMapClassEntry *tv_map_class_entry_new  (TvSpan           original,
                                          TvSpan           text,
                                          guint            version,
                                          guint64          seed);
void             tv_map_class_entry_free (TvMapClassEntry *self);
guint            tv_map_version_parse    (TvSpan           version);

/* Versions of the map format as numbers: 2.2 is 2002. From maps in a format newer than TV_MAP_NEWEST_VERSION, only
 * names and source files are read. */
#define TV_MAP_VERSION(major, minor) ((major) *1000u + (minor))
#define TV_MAP_NEWEST_VERSION        TV_MAP_VERSION (2, 2)

G_END_DECLS
