/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Label that explains why the filtered thread did not run in the selected range, with the share of each cause. A
 * worker computes the text. Without a thread filter, the label is hidden. */

#define TV_TYPE_PATH_SENTENCE (tv_path_sentence_get_type ())
G_DECLARE_FINAL_TYPE (TvPathSentence, tv_path_sentence, TV, PATH_SENTENCE, GtkWidget)

GtkWidget *tv_path_sentence_new    (TvSession      *session);
void       tv_path_sentence_update (TvPathSentence *self);

G_END_DECLS
