/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Size of the font of a picture that nobody chose a font for, in px. */
#define TV_SHEET_FONT_PX (11.0 * 96.0 / 72.0)

PangoContext *tv_sheet_font_new_context (const char *family);

G_END_DECLS
