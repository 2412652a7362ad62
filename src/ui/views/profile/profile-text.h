/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/profile/profile-row.h"

G_BEGIN_DECLS

/* What the cells of a row of the profile say. */

char *tv_profile_text_dup_name   (TvProfileRow    *row);
char *tv_profile_text_dup_signature (TvProfileRow *row);
char *tv_profile_text_dup_package (TvProfileRow   *row);
char *tv_profile_text_dup_markup (TvProfileRow    *row);
char *tv_profile_text_dup_part   (guint32          calls,
                                  guint32          all);
char *tv_profile_text_dup_figure (TvProfileRow    *row,
                                  TvProfileFigure  figure,
                                  TvClock          clock);

G_END_DECLS
