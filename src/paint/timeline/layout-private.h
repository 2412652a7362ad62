/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/band-class.h"

G_BEGIN_DECLS

/* The struct of the layout, and functions shared by its files:
 *
 *   layout.c   creates the layout; finds rows, bands and lines
 *   groups.c   creates the rows of a trace, and their groups
 *   arrange.c  applies the user's choices: order, visibility, heights, positions */

/* Sections of a group, from top to bottom. Rows are sorted within their section. */
typedef enum
{
  TV_ROWS_HEADER,
  TV_ROWS_DELAYS, /* tracks with delays, which precede the events of a thread */
  TV_ROWS_TRACKS,
  TV_ROWS_ASYNC_TRACKS,
  TV_ROWS_COUNTERS,
  TV_ROWS_REPORTS, /* tracks with dumps, crashes and freezes */
} TvRowSection;

/* Properties of a row that do not depend on the user's choices. */
typedef struct
{
  TvRowSection section;
  guint first_band; /* index of the row's first band, visible or not */
  guint n_bands;
  gint32 top;    /* space above the first band, in px */
  gint32 bottom; /* space below the last band, in px */
  gboolean has_brackets;
  gint64 first_ns; /* time of the row's first event */
  guint
      root; /* index of the row in which this row is nested at the outermost level; both rows move together */
  const char *title; /* (nullable): text by which rows are sorted; %NULL to sort by name */
  char *sort_key;    /* (nullable): collation key for sorting; created when first used */
  gboolean is_match; /* whether the row matches the filter */
} TvRowPlan;

/* Properties of a band that do not depend on the user's choices. */
typedef struct
{
  const TvBandClass *class;
  guint32 n_levels;
  guint32 first_level; /* preferred first visible level, if some levels are hidden */
} TvBandPlan;

typedef struct
{
  guint header; /* index of the header in @rows */
  gboolean is_folded_by_default;
  guint rank;           /* position of the group in the sort order */
  gboolean has_matches; /* whether any row of the group matches the filter */
} TvGroupPlan;

struct _TvTimelineLayout
{
  TvTimelineForm form;
  TvTimelineMetrics metrics;
  GArray *groups;      /* (element-type TvTimelineGroup): all groups */
  GArray *group_plans; /* (element-type TvGroupPlan): one per group */
  guint app_group;     /* group of the main process, or TV_NONE */
  GArray *rows;        /* (element-type TvTimelineRow): all rows, visible or not */
  GArray *plans;       /* (element-type TvRowPlan): one per row */
  GArray *bands;       /* (element-type TvTimelineBand): all bands */
  GArray *band_plans;  /* (element-type TvBandPlan): one per band */
  guint32 *band_of_track;
  guint32 n_tracks;
  GHashTable *row_of_key; /* key → index of the row; keys are owned by the rows */
  GHashTable *copies;     /* key → last number that was appended to make a repeated key unique */

  gint64 row_limit; /* maximum height of a row in px, or 0 for no limit */

  TvRowChoices *choices;

  TvRowOrder order;
  GPtrArray *moved; /* (nullable): keys of rows that the user has moved, see arrange.c */
  guint *ordered;   /* (nullable): indexes of all rows, in the order chosen by the user */
  char *filter;     /* the filter to which TvRowPlan.is_match refers */
  gboolean filter_is_regex;

  guint *shown; /* indexes of the visible rows; pinned rows are first */
  guint n_shown;
  guint n_pinned;
  guint n_hidden;
  guint n_all;
  guint *shown_index; /* per row: index in @shown, or G_MAXUINT */
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
                                            const TvBandClass  *class,
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
void           tv_timeline_layout_add_groups  (TvTimelineLayout   *self,
                                            TvTrace            *trace);
void           tv_timeline_layout_fold_groups (TvTimelineLayout *self,
                                            guint32             subject);
guint32        tv_timeline_get_outer_track (const TvTrack      *tracks,
                                            guint32             id);
guint64       *tv_timeline_order_tracks    (const TvTrack      *tracks,
                                            guint32             n_tracks);

G_END_DECLS
