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
 *
 * An RGBA colour.
 */
typedef struct
{
  double red;
  double green;
  double blue;
  double alpha;
} TvColor;

/* Palette indexes: the colours by rank, then neutral grey, then shades from short to long durations. */
#define TV_PALETTE_SIZE        20
#define TV_PALETTE_NEUTRAL     TV_PALETTE_SIZE
#define TV_PALETTE_FIRST_SHADE (TV_PALETTE_NEUTRAL + 1)
#define TV_PALETTE_N_SHADES    8
#define TV_PALETTE_END         (TV_PALETTE_FIRST_SHADE + TV_PALETTE_N_SHADES)

/**
 * TvTheme:
 * @background: background of even rows and the ruler
 * @stripe: background of odd rows
 * @header: background of group headers
 * @faint_separator: lines between rows in a group
 * @text: names
 * @dim_text: secondary text
 * @separator: lines between areas
 * @tick: ticks of the ruler
 * @selection: tint of the selected range
 * @selection_edge: edges of the selected range
 * @accent: brackets of the selected call, and the duration of the selected range
 * @faint_accent: brackets of other calls
 * @outline: outline of the selected call
 * @hover: outline of the call below the pointer
 * @cursor: line at the pointer
 * @mark: poles and outlines of bookmark flags
 * @mark_fill: fill of bookmark flags, whose text has the label colour of calls
 * @gap: line for off-CPU time within a call
 * @fade: overlay on calls during off-CPU time
 * @card: background of a card over the timeline
 * @card_border: border of a card
 * @activity: the busiest part of the overview; distinct from the colours of methods, because it represents all of
 *   them
 * @parents: row background of callers in the profile
 * @children: row background of callees in the profile
 * @states: (array): colours of thread states, indexed by #TvStateKind
 *
 * The colours of everything that is drawn, except calls.
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
