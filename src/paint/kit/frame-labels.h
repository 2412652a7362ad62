/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/stacks.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Names and colours of frame kinds, which depend on the runtime that executes the code. */

const char    *tv_frame_labels_get_name   (TvFrameKind kind);
const char    *tv_frame_labels_get_letter (TvFrameKind kind);
const TvColor *tv_frame_labels_get_color  (TvFrameKind kind);

G_END_DECLS
