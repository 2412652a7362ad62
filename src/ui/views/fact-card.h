/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/palette.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

/* Card with brief facts about the item below the pointer, drawn next to the pointer. */
typedef struct _TvFactCard TvFactCard;

TvFactCard *tv_fact_card_new       (GtkWidget             *widget);
void        tv_fact_card_free      (TvFactCard            *self);
void        tv_fact_card_set_facts (TvFactCard            *self,
                                    const TvFacts         *facts);
void        tv_fact_card_set_line  (TvFactCard            *self,
                                    double                 y,
                                    double                 height);
void        tv_fact_card_set_min_width (TvFactCard      *self,
                                    double                 width);
gboolean    tv_fact_card_place     (TvFactCard            *self,
                                    double                 pointer_x,
                                    double                 pointer_y,
                                    const graphene_rect_t *room,
                                    graphene_rect_t       *place);
void        tv_fact_card_paint     (const TvFactCard      *self,
                                    cairo_t               *cr,
                                    const graphene_rect_t *place,
                                    const TvTheme         *theme);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFactCard, tv_fact_card_free)

G_END_DECLS
