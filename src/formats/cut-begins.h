/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"

G_BEGIN_DECLS

/**
 * TvCutBegins:
 *
 * Finds the begin records of thread slices that extend into a cut range. The loaded trace contains the start of each
 * open slice, so only records of the same thread with the same timestamp are matched. All members are private.
 *
 * Call order: tv_cut_begins_add() for all records, tv_cut_begins_settle(), tv_cut_begins_need().
 */
typedef struct
{
  const TvCut *cut;
  GArray *bounds; /* Bound */
  GArray *needed; /* guint64: numbers of needed begin records, sorted */
} TvCutBegins;

void     tv_cut_begins_init   (TvCutBegins       *self,
                               const TvCut       *cut);
void     tv_cut_begins_clear  (TvCutBegins       *self);
void     tv_cut_begins_add    (TvCutBegins       *self,
                               gint64             ts,
                               guint32            tid,
                               gboolean           is_begin,
                               guint64            number);
void     tv_cut_begins_settle (TvCutBegins       *self);
gboolean tv_cut_begins_need   (const TvCutBegins *self,
                               guint64            number);

G_END_DECLS
