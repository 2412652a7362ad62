/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "analysis/profile.h"

G_BEGIN_DECLS

/**
 * TvProfileRowKind:
 * @TV_PROFILE_ROW_METHOD: a method
 * @TV_PROFILE_ROW_GROUP: the heading of a group under an expanded method
 * @TV_PROFILE_ROW_SELF: the method's own time, first among its children
 * @TV_PROFILE_ROW_EDGE: a parent or child of the expanded method
 */
typedef enum
{
  TV_PROFILE_ROW_METHOD,
  TV_PROFILE_ROW_GROUP,
  TV_PROFILE_ROW_SELF,
  TV_PROFILE_ROW_EDGE,
} TvProfileRowKind;

/**
 * TvProfileFigure:
 *
 * The numbers of a row; all but @TV_FIGURE_CALLS are measured by a clock.
 */
typedef enum
{
  TV_FIGURE_INCLUSIVE_PERCENT,
  TV_FIGURE_INCLUSIVE_TIME,
  TV_FIGURE_EXCLUSIVE_PERCENT,
  TV_FIGURE_EXCLUSIVE_TIME,
  TV_FIGURE_CALLS,
  TV_FIGURE_TIME_PER_CALL,
} TvProfileFigure;

/* One line of the profile, made when it comes into view. */
#define TV_TYPE_PROFILE_ROW (tv_profile_row_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileRow, tv_profile_row, TV, PROFILE_ROW, GObject)

TvProfileRow    *tv_profile_row_new_method   (TvProfile               *profile,
                                              guint32                  symbol);
TvProfileRow    *tv_profile_row_new_group    (TvProfile               *profile,
                                              guint32                  method,
                                              TvProfileGroup           group);
TvProfileRow    *tv_profile_row_new_self     (TvProfile               *profile,
                                              guint32                  method);
TvProfileRow    *tv_profile_row_new_edge     (TvProfile               *profile,
                                              guint32                  method,
                                              TvProfileGroup           group,
                                              const TvProfileRelative *relative);
void             tv_profile_row_assign       (TvProfileRow            *self,
                                              TvProfileRow            *other);

TvProfile       *tv_profile_row_get_profile  (TvProfileRow            *self);
TvProfileRowKind tv_profile_row_get_kind     (TvProfileRow            *self);
guint32          tv_profile_row_get_method   (TvProfileRow            *self);
guint32          tv_profile_row_get_symbol   (TvProfileRow            *self);
TvProfileGroup   tv_profile_row_get_group    (TvProfileRow            *self);
gboolean         tv_profile_row_is_expanded  (TvProfileRow            *self);
void             tv_profile_row_set_expanded (TvProfileRow            *self,
                                              gboolean                 is_expanded);

gboolean         tv_profile_row_get_ns       (TvProfileRow            *self,
                                              TvProfileFigure          figure,
                                              TvClock                  clock,
                                              gint64                  *ns);
double           tv_profile_row_get_share    (TvProfileRow            *self,
                                              TvProfileFigure          figure,
                                              TvClock                  clock);
gboolean         tv_profile_row_get_calls    (TvProfileRow            *self,
                                              guint32                 *calls,
                                              guint32                 *others);

G_END_DECLS
