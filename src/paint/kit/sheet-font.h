/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Default font size of exported images, in px. */
#define TV_SHEET_FONT_PX (11.0 * 96.0 / 72.0)

PangoContext *tv_sheet_font_new_context (const char *family);

G_END_DECLS
