/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/swatch.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/histogram-view.h"
#include "ui/views/occurrences/occurrences-task.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* Source files of the view:
 *
 *   occurrences-view.c     calls, selection and layout
 *   occurrences-labels.c   strings about the listed calls
 *   occurrences-columns.c  columns, and context menu of a row
 *   occurrences-task.c     worker */

#define TV_TYPE_OCCURRENCES_VIEW (tv_occurrences_view_get_type ())
G_DECLARE_FINAL_TYPE (TvOccurrencesView, tv_occurrences_view, TV, OCCURRENCES_VIEW, TvView)

struct _TvOccurrencesView
{
  TvView parent_instance;

  GtkWidget *message; /* label with the reason why no calls are listed */
  GtkWidget *title;
  TvSwatch *swatch;
  GtkLabel *name;
  GtkLabel *count;
  GtkWidget *figures;
  TvHistogramView *histogram;
  TvTableView *table;

  TvSession *session;    /* not owned */
  TvOccurrences *found;  /* (nullable): last result */
  GCancellable *finding; /* (nullable): running worker */
  gint64 band_from_ns;   /* selected band of durations, or -1 */
  gint64 band_to_ns;
  gboolean focus_pending; /* whether to focus the list once there is a result */
};

gboolean    tv_occurrences_view_has_symbol   (TvOccurrencesView *self);
TvColor     tv_occurrences_view_get_color    (TvOccurrencesView *self);
void        tv_occurrences_view_update_labels (TvOccurrencesView *self);
char       *tv_occurrences_view_dup_summary  (TvOccurrencesView *self);

void        tv_occurrences_view_show_columns (TvOccurrencesView *self);
GMenu      *tv_occurrences_view_make_menu    (gpointer           view,
                                              TvTableRow        *row);

G_END_DECLS
