/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TV_START_MAX_FORMATS 14

/**
 * TvStartCard:
 * @id: id of the card; parameter of the action "win.open-for"
 * @icon: name of an icon
 * @question: question, marked with N_()
 * @kinds: kinds of files that answer the question, marked with N_()
 * @files: common names of such files, marked with N_()
 * @formats: ids of the formats of such files, terminated by %NULL
 *
 * A question on the start page.
 */
typedef struct
{
  const char *id;
  const char *icon;
  const char *question;
  const char *kinds;
  const char *files;
  const char *formats[TV_START_MAX_FORMATS + 1];
} TvStartCard;

const TvStartCard *tv_start_cards_get  (guint      *n);
const TvStartCard *tv_start_cards_find (const char *id);
GtkFileFilter     *tv_start_card_new_filter (const TvStartCard *card);

G_END_DECLS
