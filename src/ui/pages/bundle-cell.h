/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/pages/bundle-rows.h"
#include "ui/pages/ticked-rows.h"

G_BEGIN_DECLS

/**
 * TvBundleCells:
 * @bundle: the bundle
 * @findings: findings in the members of @bundle
 * @rows: rows of the list
 * @ticks: ticked members
 * @day_s: wall clock time in s on the day for which times are shown without a date
 * @is_narrow: whether the columns for process and size are hidden
 *
 * State shared by all rows of a list.
 */
typedef struct
{
  const TvBundle *bundle;
  const TvBundleFindings *findings;
  const TvBundleRows *rows;
  TvTickedRows *ticks;
  gint64 day_s;
  gboolean is_narrow;
} TvBundleCells;

/* A row of the list of members. */

#define TV_TYPE_BUNDLE_CELL (tv_bundle_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleCell, tv_bundle_cell, TV, BUNDLE_CELL, GtkWidget)

GtkWidget *tv_bundle_cell_new      (const TvBundleCells *cells);
void       tv_bundle_cell_set_row  (TvBundleCell        *self,
                                    TvBundleRow         *row);
TvBundleRow *tv_bundle_cell_get_row (TvBundleCell     *self);
void       tv_bundle_cell_update   (TvBundleCell        *self);
GtkWidget *tv_bundle_cell_new_headers (const TvBundleCells *cells);
void       tv_bundle_cell_set_narrow (GtkWidget           *headers,
                                    gboolean             is_narrow);
char      *tv_bundle_cell_dup_time (gint64               day_s,
                                    gint64               wall_s);

G_END_DECLS
