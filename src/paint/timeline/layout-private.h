/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/layout.h"

G_BEGIN_DECLS

/* The layout, which these files share:
 *
 *   layout.c   the object; finding rows, bands and lines
 *   groups.c   the rows of a trace, and their groups
 *   arrange.c  the choices of the user: order, visibility, heights, positions */

/* Kinds of rows that are ordered separately within a group. */
typedef enum
{
  TV_ROWS_HEADER,
  TV_ROWS_DELAYS, /* tracks of delays before a thread's events */
  TV_ROWS_TRACKS,
  TV_ROWS_LANES,
  TV_ROWS_COUNTERS,
  TV_ROWS_REPORTS, /* tracks of dumps, crashes and freezes */
} TvRowSection;

/* Input from which a row is rebuilt after changes of the choices. */
typedef struct
{
  TvRowSection section;
  guint first_band; /* first of all its bands */
  guint n_bands;
  gint32 top;       /* above its first band, in px */
  gint32 state_gap; /* below its states */
  gint32 bottom;    /* below its last band */
  gboolean has_lane;
  gint64 first_ns;   /* of its first event */
  guint root;        /* top-level row that contains it; its rows stay together */
  const char *title; /* (nullable): sort key if not the name */
  char *sort_key;    /* (nullable): created on demand */
  gboolean is_match; /* of the filter */
} TvRowPlan;

/* A band in a row that is neither folded nor a strip. */
typedef struct
{
  TvTimelineBandKind kind;
  guint32 n_levels;
  guint32 first_level; /* preferred first level if not all are shown */
} TvBandPlan;

typedef struct
{
  guint header; /* index of the header among all rows */
  gboolean is_folded_by_default;
  guint rank;           /* position in the order */
  gboolean has_matches; /* whether rows of it match the filter themselves */
} TvGroupPlan;

struct _TvTimelineLayout
{
  TvTimelineForm form;
  TvTimelineMetrics metrics;
  GArray *groups;      /* all groups */
  GArray *group_plans; /* one per group */
  guint app_group;     /* of the busiest app, or TV_NONE */
  GArray *rows;        /* all rows, visible or not */
  GArray *plans;       /* one per row */
  GArray *bands;       /* TvTimelineBand */
  GArray *band_plans;  /* one per band */
  guint32 *band_of_track;
  guint32 n_tracks;
  GHashTable *row_of_key; /* key → row; strings owned by the rows */
  GHashTable *copies;     /* key → last suffix that made it unique */

  gint64 row_limit; /* in px, or 0 for no limit */

  TvRowChoices *choices;

  TvRowOrder order;
  GPtrArray *moved; /* (nullable): rows moved by the user, see arrange.c */
  guint *ordered;   /* (nullable): all rows in that order */
  char *filter;     /* filter of the current is_match */
  gboolean filter_is_regex;

  guint *shown; /* visible rows, pinned ones first */
  guint n_shown;
  guint n_pinned;
  guint n_hidden;
  guint n_all;
  guint *place; /* per row: index among the visible ones, or G_MAXUINT */
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
void           tv_timeline_layout_fold_groups (TvTimelineLayout *self,
                                            guint32             subject);
guint32        tv_timeline_get_outer_lane  (const TvTrack      *tracks,
                                            guint32             id);
guint64       *tv_timeline_place_lanes     (const TvTrack      *tracks,
                                            guint32             n_tracks);

G_END_DECLS
