/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/timeline-card.h"

G_BEGIN_DECLS

/* A card's parts, for those who fill it: a title, a line below it, and lines of words and
 * figures with a note on the right each.
 *
 *   title
 *   subtitle
 *   word   figure   word  figure    note
 */

#define TV_CARD_COLUMNS   4 /* word, figure, word, figure */
#define TV_CARD_MAX_LINES 9

typedef struct
{
  PangoLayout *columns[TV_CARD_COLUMNS];
  PangoLayout *note; /* (nullable): on the right */
} TvCardLine;

struct _TvTimelineCard
{
  GtkWidget *widget;
  TvSession *session;
  TvTimelineHit hit;
  GCancellable *cancellable; /* set while a worker finds the call's own times */

  PangoLayout *title;
  PangoLayout *subtitle; /* (nullable) */
  TvCardLine lines[TV_CARD_MAX_LINES];
  guint n_lines;

  double columns[TV_CARD_COLUMNS];
  double width;
  double height;
};

void tv_timeline_card_set_title    (TvTimelineCard *self,
                                    const char     *text);
void tv_timeline_card_set_subtitle (TvTimelineCard *self,
                                    const char     *text);
void tv_timeline_card_add_line     (TvTimelineCard *self,
                                    const char     *word,
                                    const char     *figure,
                                    const char     *second_word,
                                    const char     *second_figure);
void tv_timeline_card_add_note     (TvTimelineCard *self,
                                    guint           line,
                                    const char     *text);
void tv_timeline_card_measure      (TvTimelineCard *self);

void tv_timeline_card_fill_call    (TvTimelineCard *self);
void tv_timeline_card_fill_log     (TvTimelineCard *self);

G_END_DECLS
