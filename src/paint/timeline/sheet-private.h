/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/timeline/legend.h"
#include "paint/timeline/sheet.h"

G_BEGIN_DECLS

/* Distance between the parts of a sheet, in px. */
#define TV_SHEET_GAP_PX       14.0
#define TV_SHEET_TITLE_GAP_PX 4.0

/* The rows of a page: its edges, in px from the top of the first. */
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
  TvBusyIndex *busy_index;  /* (nullable) */
  TvStackChart *stacks;     /* (nullable): for rows that show stacks */
  GPtrArray *paths;         /* (nullable): critical paths of the rows that show them */
  TvTimelineLegend *legend; /* (nullable) */
  TvLabelCache *titles;
  TvLabelCache *texts;
  TvLabelCache *headings;

  GPtrArray *facts; /* lines */
  char *note;       /* (nullable) */
  guint n_missing;
  double margin;
  double label_width;
  double ruler_height;
  double head_height;   /* height above the ruler */
  double legend_height; /* 0 without a legend */
  double note_height;   /* reserved height of a note */
  double height;
  GArray *pages; /* TvSheetPage */
};

/* Stages of making a sheet: the facts are fitted to its width, then all parts are positioned. */
void   tv_timeline_sheet_add_facts          (TvTimelineSheet *self);
double tv_timeline_sheet_get_line           (TvLabelCache    *labels);
double tv_timeline_sheet_choose_label_width (TvTimelineSheet *self,
                                             TvLabelCache    *names,
                                             TvLabelCache    *details);
void   tv_timeline_sheet_measure            (TvTimelineSheet *self);

G_END_DECLS
