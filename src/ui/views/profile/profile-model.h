/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ui/views/profile/profile-order.h"
#include "ui/views/profile/profile-row.h"

G_BEGIN_DECLS

/* The profile as a list of #TvProfileRow: methods in their order, and under every expanded one
 * the groups of its parents and children. Rows exist only while someone holds them; of another
 * order those keep their place and change, which the signal "rows-changed" tells. */

#define TV_TYPE_PROFILE_MODEL (tv_profile_model_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileModel, tv_profile_model, TV, PROFILE_MODEL, GObject)

TvProfileModel *tv_profile_model_new           (void);

void            tv_profile_model_set_order     (TvProfileModel *self,
                                                TvProfileOrder *order);
TvProfileOrder *tv_profile_model_get_order     (TvProfileModel *self);

guint           tv_profile_model_find_symbol   (TvProfileModel *self,
                                                guint32         symbol);
guint           tv_profile_model_find_method   (TvProfileModel *self,
                                                guint           position);

gboolean        tv_profile_model_is_expanded   (TvProfileModel *self,
                                                guint32         symbol);
void            tv_profile_model_set_expanded  (TvProfileModel *self,
                                                guint32         symbol,
                                                gboolean        is_expanded);
void            tv_profile_model_expand_only   (TvProfileModel *self,
                                                guint32         symbol);
void            tv_profile_model_set_group_expanded (TvProfileModel *self,
                                                guint32         symbol,
                                                TvProfileGroup  group,
                                                gboolean        is_expanded);
GArray         *tv_profile_model_dup_expanded  (TvProfileModel *self);

G_END_DECLS
