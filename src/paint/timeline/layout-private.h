/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/layout.h"

G_BEGIN_DECLS

/* The layout's parts:
 *
 *   timeline-threads.c   the rows of a method trace
 *   timeline-groups.c    the groups and rows of a log
 *   timeline-arrange.c   what choices make of them: order, what is shown, heights, places
 *   row-moves.c          rows in an order of the user's own
 *   timeline-layout.c    the object, and finding rows, bands and lines
 *   timeline-levels.c    rows that would be too high: which of their levels are shown
 */

/* Kinds of rows that are ordered among their like within a group. */
typedef enum
{
  TV_ROWS_HEADER,
  TV_ROWS_DELAYS, /* lanes of what comes before the events of a thread */
  TV_ROWS_TRACKS,
  TV_ROWS_LANES,
  TV_ROWS_COUNTERS,
  TV_ROWS_REPORTS, /* lanes of dumps, crashes and freezes */
} TvRowSection;

/* Sources that a row is made from whenever choices change. */
typedef struct
{
  TvRowSection section;
  guint first_band; /* of all that it has */
  guint n_bands;
  gint32 top;       /* above its first band, in px */
  gint32 state_gap; /* below its states */
  gint32 bottom;    /* below its last band */
  gboolean has_lane;
  gint64 first_ns; /* of its first event */
  guint root; /* the row that it is a part of, which is part of none; such rows stay together */
  const char *title; /* (nullable): what it is ordered by, if not its name */
  char *sort_key;    /* (nullable): made when first needed */
  gboolean is_match; /* of the filter */
} TvRowPlan;

/* A band as it is in a row that is neither folded nor a strip. */
typedef struct
{
  TvTimelineBandKind kind;
  guint32 n_levels;
  guint32 first_level; /* wanted, where not all are shown */
} TvBandPlan;

typedef struct
{
  guint header; /* among all rows */
  gboolean is_folded_by_default;
  guint rank;           /* in the order */
  gboolean has_matches; /* rows of it that match the filter by themselves */
} TvGroupPlan;

struct _TvTimelineLayout
{
  TvTimelineForm form;
  TvTimelineMetrics metrics;
  GArray *groups;      /* TvTimelineGroup */
  GArray *group_plans; /* TvGroupPlan, of each */
  guint app_group;     /* of the busiest app, or TV_NONE */
  GArray *rows;        /* TvTimelineRow: all, also those that are not shown */
  GArray *plans;       /* TvRowPlan, of each */
  GArray *bands;       /* TvTimelineBand */
  GArray *band_plans;  /* TvBandPlan, of each */
  guint32 *band_of_track;
  guint32 n_tracks;
  GHashTable *row_of_key; /* its number, of strings of the rows */
  GHashTable *copies;     /* by such a string: the last number put behind it for others */

  gint64 row_limit; /* in px, or 0: rows are as high as they are deep */

  TvRowChoices *choices;

  TvRowOrder order;
  GPtrArray *moved; /* (nullable): rows that the user moved, see row-moves.c */
  guint *ordered;   /* (nullable): all rows in that order */
  char *filter;     /* what is_match was last found for */
  gboolean filter_is_regex;

  guint *shown; /* those of the rows that are, pinned ones first */
  guint n_shown;
  guint n_pinned;
  guint n_hidden;
  guint n_all;
  guint *place; /* by row: where among the shown ones, or G_MAXUINT */
  gint64 height;
  gint64 pinned_height;
};

TvTimelineRow *tv_timeline_layout_add_row  (TvTimelineLayout   *self,
                                            TvRowSection        section);
TvRowPlan     *tv_timeline_layout_get_plan (TvTimelineLayout   *self,
                                            guint               row);
void           tv_timeline_layout_name_row (TvTimelineLayout   *self,
                                            char               *name,
                                            const char         *key_format,
                                            ...) G_GNUC_PRINTF (3, 4);
void           tv_timeline_layout_add_band (TvTimelineLayout   *self,
                                            TvTimelineBandKind  kind,
                                            guint32             track,
                                            guint32             counter,
                                            guint32             n_levels);
void           tv_timeline_layout_add_group (TvTimelineLayout  *self,
                                            TvTimelineGroupKind kind,
                                            guint32             upid,
                                            guint32             machine);
void           tv_timeline_band_show_levels (TvTimelineBand    *self,
                                            guint32             first_level);
void           tv_timeline_layout_add_threads (TvTimelineLayout *self,
                                            TvTrace            *trace);
void           tv_timeline_layout_add_log  (TvTimelineLayout   *self,
                                            TvTrace            *trace);
void           tv_timeline_layout_order_moved (TvTimelineLayout *self,
                                            const GPtrArray    *keys);
void           tv_timeline_layout_fold_groups (TvTimelineLayout *self,
                                            guint32             subject);
guint32        tv_timeline_get_outer_lane  (const TvTrack      *tracks,
                                            guint32             id);
guint64       *tv_timeline_place_lanes     (const TvTrack      *tracks,
                                            guint32             n_tracks);

G_END_DECLS
