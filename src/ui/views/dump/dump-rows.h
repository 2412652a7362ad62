/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"
#include "analysis/incident/dump-state.h"

G_BEGIN_DECLS

/**
 * TvDumpRows:
 *
 * Filters and expanded rows of a #TvDumpList. Threads that match the filters are visible if their parents are
 * expanded. While a filter is set, all parents are expanded.
 */
typedef struct _TvDumpRows TvDumpRows;

TvDumpRows *tv_dump_rows_new        (TvTrace          *trace,
                                     TvDumpFindings   *findings);
void        tv_dump_rows_free       (TvDumpRows       *self);
void        tv_dump_rows_set_found  (TvDumpRows       *self,
                                     const guint8     *found);
void        tv_dump_rows_set_state  (TvDumpRows       *self,
                                     int               state);
gboolean    tv_dump_rows_is_open    (const TvDumpRows *self,
                                     guint32           row);
gboolean    tv_dump_rows_can_open   (const TvDumpRows *self,
                                     guint32           row);
void        tv_dump_rows_set_open   (TvDumpRows       *self,
                                     guint32           row,
                                     gboolean          is_open);
gboolean    tv_dump_rows_is_match    (const TvDumpRows *self,
                                     guint32           thread);
guint32     tv_dump_rows_count_matches (const TvDumpRows *self);
guint32     tv_dump_rows_count_state (const TvDumpRows *self,
                                     int               state);
guint32    *tv_dump_rows_list       (const TvDumpRows *self,
                                     guint32          *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpRows, tv_dump_rows_free)

G_END_DECLS
