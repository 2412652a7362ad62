/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/timeline/legend.h"
#include "paint/timeline/sheet.h"

G_BEGIN_DECLS

/* Distance between the blocks of a sheet, in px. */
#define TV_SHEET_GAP_PX       14.0
#define TV_SHEET_TITLE_GAP_PX 4.0

/* Rows of a page: their edges in px from the upper edge of the first row. */
typedef struct
{
  gint64 top;
  gint64 bottom;
} TvSheetPage;

struct _TvTimelineSheet
{
  TvTimelineSheetPlan plan;
  char *title;
  TvTimelinePainter *painter;
  TvBusyIndex *busy_index;  /* (nullable): index of the activity of folded groups */
  TvStackChart *stacks;     /* (nullable): stacks for rows that show them */
  GPtrArray *paths;         /* (nullable): critical paths of the rows that show them */
  TvTimelineLegend *legend; /* (nullable): legend of the colours */
  TvLabelCache *titles;
  TvLabelCache *texts;
  TvLabelCache *headings;

  GPtrArray *facts; /* lines of the description */
  char *note;       /* (nullable): note about missing rows */
  guint n_missing;
  double margin;
  double label_width;
  double ruler_height;
  double head_height;   /* height above the ruler in px */
  double legend_height; /* height of the legend in px; 0 without a legend */
  double note_height;   /* height reserved for a note in px */
  double height;
  GArray *pages; /* (element-type TvSheetPage): pages */
};

/* Steps of creating a sheet: the description is wrapped to the width, then everything is laid out. */
void   tv_timeline_sheet_add_facts          (TvTimelineSheet *self);
double tv_timeline_sheet_get_line           (TvLabelCache    *labels);
double tv_timeline_sheet_choose_label_width (TvTimelineSheet *self,
                                             TvLabelCache    *names,
                                             TvLabelCache    *details);
void   tv_timeline_sheet_measure            (TvTimelineSheet *self);

G_END_DECLS
