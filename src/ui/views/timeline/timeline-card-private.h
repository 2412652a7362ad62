/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-facts.h"
#include "ui/views/timeline/timeline-card.h"

G_BEGIN_DECLS

/* A card's parts, for those who fill it: a title, a line below it, a table of figures, and lines
 * of a word and a text each, the more important first: where there is no room for all, the last
 * are left out.
 *
 *   title
 *   subtitle
 *          heading  heading
 *   word    figure   figure
 *   word   text
 */

#define TV_CARD_COLUMNS   5 /* a word, and figures */
#define TV_CARD_MAX_LINES 16

typedef struct
{
  PangoLayout *columns[TV_CARD_COLUMNS]; /* (nullable) each */
  PangoLayout *text;                     /* (nullable): in place of figures */
  gboolean is_heading;
  gboolean is_hint; /* what can be done, which is no fact to be copied */
} TvCardLine;

struct _TvTimelineCard
{
  GtkWidget *widget;
  TvSession *session;
  TvTimelineHit hit;
  TvCallFacts facts;
  GCancellable *cancellable; /* (nullable): set while a worker finds the rest of the facts */
  void (*ready) (TvTimelineCard *self, gpointer data);
  gpointer ready_data;

  PangoLayout *title;
  PangoLayout *subtitle; /* (nullable) */
  TvCardLine lines[TV_CARD_MAX_LINES];
  guint n_lines;
  guint n_shown; /* lines for which there is room */

  double columns[TV_CARD_COLUMNS];
  double width;
};

void tv_timeline_card_clear        (TvTimelineCard    *self);
void tv_timeline_card_set_title    (TvTimelineCard    *self,
                                    const char        *text);
void tv_timeline_card_set_subtitle (TvTimelineCard    *self,
                                    const char        *text);
void tv_timeline_card_add_figures  (TvTimelineCard    *self,
                                    const char *const *texts,
                                    gboolean           is_heading);
void tv_timeline_card_add_line     (TvTimelineCard    *self,
                                    const char        *word,
                                    const char        *text);
void tv_timeline_card_add_hint     (TvTimelineCard    *self,
                                    const char        *text);
void tv_timeline_card_add_args     (TvTimelineCard    *self);

void tv_timeline_card_fill_call    (TvTimelineCard    *self);
void tv_timeline_card_fill_log     (TvTimelineCard    *self);

G_END_DECLS
