/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/names/name-map.h"

G_BEGIN_DECLS

/* What is in one class of a map, for name-map.c. */

/**
 * TvMapClassEntry:
 * @class: what others see of it
 * @rows: its methods by obfuscated name: for each name, the first
 * @n_bad_lines: how many lines are not understood
 * @first_bad: the first of them
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

/* Versions of the map's format as numbers: 2.2 is 2002. From maps of newer versions than this, only names
 * are taken. */
#define TV_MAP_VERSION(major, minor) ((major) *1000u + (minor))
#define TV_MAP_NEWEST_VERSION        TV_MAP_VERSION (2, 2)

G_END_DECLS
