/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvColor:
 * @red: 0 … 1
 * @green: 0 … 1
 * @blue: 0 … 1
 * @alpha: 0 … 1, not premultiplied
 */
typedef struct
{
  double red;
  double green;
  double blue;
  double alpha;
} TvColor;

/* Colours of the palette, the place of the neutral grey behind them, and behind that shades for
 * what is short to what is long. */
#define TV_PALETTE_SIZE        20
#define TV_PALETTE_NEUTRAL     TV_PALETTE_SIZE
#define TV_PALETTE_FIRST_SHADE (TV_PALETTE_NEUTRAL + 1)
#define TV_PALETTE_N_SHADES    8
#define TV_PALETTE_END         (TV_PALETTE_FIRST_SHADE + TV_PALETTE_N_SHADES)

/**
 * TvTheme:
 * @background: under rows with an even number, and the ruler
 * @stripe: under rows with an odd number
 * @header: under the header of a group of rows
 * @faint_separator: lines between rows of a group
 * @text: names
 * @dim_text: what is less important
 * @separator: lines between parts
 * @tick: the ruler's ticks
 * @selection: tint over the selected range of time
 * @selection_edge: its edges
 * @accent: brackets, the selected range's duration
 * @faint_accent: brackets that are not the selected call's
 * @outline: around the selected call
 * @hover: around the call under the pointer
 * @cursor: line at the pointer
 * @mark: poles and edges of the flags of marked times
 * @mark_fill: the flags themselves; their text is that of calls
 * @gap: line of a time in which a thread was switched away
 * @fade: over a call while its thread was switched away
 * @card: background of a card over the timeline
 * @card_border: its edge
 * @activity: what is busiest in the overview; no method's, for it stands for all of them
 * @parents: background of the profile's rows of callers
 * @children: background of the profile's rows of callees
 * @states: of a thread's states, by #TvStateKind
 *
 * Every colour of a drawing that is not a call's own.
 */
typedef struct
{
  TvColor background;
  TvColor stripe;
  TvColor header;
  TvColor faint_separator;
  TvColor text;
  TvColor dim_text;
  TvColor separator;
  TvColor tick;
  TvColor selection;
  TvColor selection_edge;
  TvColor accent;
  TvColor faint_accent;
  TvColor outline;
  TvColor hover;
  TvColor cursor;
  TvColor mark;
  TvColor mark_fill;
  TvColor gap;
  TvColor fade;
  TvColor card;
  TvColor card_border;
  TvColor activity;
  TvColor parents;
  TvColor children;
  TvColor states[TV_N_STATE_KINDS];
} TvTheme;

guint          tv_palette_get_index (guint32        rank);
const TvColor *tv_palette_get_color (guint          index);
const TvColor *tv_palette_get_text  (void);
const TvTheme *tv_theme_get         (gboolean       is_dark,
                                     gboolean       is_high_contrast);
void           tv_color_set_source  (const TvColor *self,
                                     cairo_t       *cr);
TvColor        tv_color_mix          (const TvColor *a,
                                       const TvColor *b,
                                       double         part);
guint32        tv_color_to_pixel    (const TvColor *self);

G_END_DECLS
