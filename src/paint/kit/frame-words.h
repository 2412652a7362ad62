/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/stacks.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* What runs the code of a frame, as it is written and coloured. */

const char    *tv_frame_words_get_name   (TvFrameKind kind);
const char    *tv_frame_words_get_letter (TvFrameKind kind);
const TvColor *tv_frame_words_get_color  (TvFrameKind kind);

G_END_DECLS
