/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* An index from times to rows, for searches from left to right. The starts of every 32nd row are stored contiguously:
 * a search in the column itself would wait for memory at nearly every step, and drawing needs one search per track
 * and pixel column. Several threads may fill the index; afterwards it is immutable. */
typedef struct _TvRowFinder TvRowFinder;

/* Ranges of rows that begin at a multiple of this number can be filled independently. */
#define TV_ROW_FINDER_GRAIN 32

TvRowFinder *tv_row_finder_new       (TvTrace           *trace);
void         tv_row_finder_free      (TvRowFinder       *self);
gsize        tv_row_finder_get_bytes (const TvRowFinder *self);
void         tv_row_finder_fill      (TvRowFinder       *self,
                                      guint32            first_row,
                                      guint32            end_row);
guint32      tv_row_finder_find      (const TvRowFinder *self,
                                      guint32            track,
                                      guint32            row,
                                      gint64             ns);
void         tv_row_finder_find_all  (const TvRowFinder *self,
                                      guint32            track,
                                      const gint64      *ns,
                                      guint32            n,
                                      guint32           *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowFinder, tv_row_finder_free)

G_END_DECLS
