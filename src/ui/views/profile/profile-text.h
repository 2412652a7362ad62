/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/profile/relatives-table.h"

G_BEGIN_DECLS

/* Strings for rows of the profile. */

char *tv_profile_text_dup_name      (const TvProfileLine *line);
char *tv_profile_text_dup_raw_name  (const TvProfileLine *line);
char *tv_profile_text_dup_signature (const TvProfileLine *line);
char *tv_profile_text_dup_package   (const TvProfileLine *line);
char *tv_profile_text_dup_markup    (const TvProfileLine *line);
char *tv_profile_text_dup_calls     (const TvProfileLine *line);

G_END_DECLS
