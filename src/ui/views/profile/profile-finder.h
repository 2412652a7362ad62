/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/profile/profile-order.h"

G_BEGIN_DECLS

/* What the find box does: keeps the methods that match, and steps among them from the selected
 * one. The search runs in a worker; a step asked for meanwhile is made when it is done.
 *
 * Properties (with notify):
 *   n-found       uint     methods that match
 *   place         uint     which of them is selected, from 1; 0 = none
 *   is-searching  boolean
 *
 * Signal:
 *   go-to (uint symbol)    this method is to be selected
 */

#define TV_TYPE_PROFILE_FINDER (tv_profile_finder_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileFinder, tv_profile_finder, TV, PROFILE_FINDER, GObject)

TvProfileFinder *tv_profile_finder_new          (void);
void             tv_profile_finder_set_order    (TvProfileFinder *self,
                                                 TvProfileOrder  *order);
void             tv_profile_finder_set_query    (TvProfileFinder *self,
                                                 const char      *query,
                                                 gboolean         is_regex,
                                                 gboolean         goes_there);
void             tv_profile_finder_set_selected (TvProfileFinder *self,
                                                 guint32          symbol);
void             tv_profile_finder_step         (TvProfileFinder *self,
                                                 int              direction);
guint            tv_profile_finder_get_n_found  (TvProfileFinder *self);
guint            tv_profile_finder_get_place    (TvProfileFinder *self);
gboolean         tv_profile_finder_is_searching (TvProfileFinder *self);
GArray          *tv_profile_finder_dup_found    (TvProfileFinder *self);

G_END_DECLS
