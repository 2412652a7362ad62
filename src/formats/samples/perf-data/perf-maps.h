/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/samples/perf-data/perf-symbols.h"

G_BEGIN_DECLS

/**
 * TvPerfMap:
 * @start: first address
 * @end: end address, exclusive
 * @offset: file offset of @start
 * @path: path of the file
 * @is_symbol_file: whether the symbols of the file have absolute addresses in memory, as for JIT-compiled code
 *
 * The mapping of a file into memory.
 */
typedef struct
{
  guint64 start;
  guint64 end;
  guint64 offset;
  TvSpan path;
  gboolean is_symbol_file;
} TvPerfMap;

/**
 * TvPerfSpace:
 * @maps: #TvPerfMap, sorted by address
 * @version: version of the mappings, unique among all address spaces
 *
 * The address space of a process or of the kernel.
 */
typedef struct
{
  GArray *maps;
  guint64 version;
} TvPerfSpace;

/**
 * TvPerfMaps:
 * The current address spaces of the kernel and of all processes.
 */
typedef struct
{
  GArray *spaces; /* TvPerfSpace; the first one is the kernel */
  TvIdMap processes;
  guint64 last_version;
  guint64 n_maps;
  guint64 n_skipped;
} TvPerfMaps;

#define TV_PERF_KERNEL_SPACE 0

void    tv_perf_maps_init       (TvPerfMaps      *self);
void    tv_perf_maps_clear      (TvPerfMaps      *self);
guint   tv_perf_maps_get_space  (TvPerfMaps      *self,
                                 guint32          pid);
void    tv_perf_maps_add        (TvPerfMaps      *self,
                                 guint            space,
                                 const TvPerfMap *map);
void    tv_perf_maps_fork       (TvPerfMaps      *self,
                                 guint32          parent,
                                 guint32          pid);
void    tv_perf_maps_empty      (TvPerfMaps      *self,
                                 guint32          pid);
const TvPerfMap *tv_perf_maps_find (const TvPerfMaps *self,
                                 guint            space,
                                 guint64          address);

G_END_DECLS
