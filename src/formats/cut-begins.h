/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"

G_BEGIN_DECLS

/**
 * TvCutBegins:
 *
 * Finds the begins of threads' slices that reach into a part. The loaded trace has the start of each open slice, so
 * that only records of the same thread and time have to be matched. All members are private.
 */
typedef struct
{
  const TvCut *cut;
  GArray *bounds; /* Bound */
  GArray *needed; /* guint64, sorted: numbers of begins */
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
