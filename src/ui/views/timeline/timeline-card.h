/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/palette.h"
#include "paint/timeline/painter.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Card next to the pointer with the brief properties of the hovered item. */
typedef struct _TvTimelineCard TvTimelineCard;

TvTimelineCard *tv_timeline_card_new       (GtkWidget             *widget,
                                            TvSession             *session,
                                            const TvTimelineHit   *hit);
void            tv_timeline_card_free      (TvTimelineCard        *self);
gboolean        tv_timeline_card_is_for    (const TvTimelineCard  *self,
                                            const TvTimelineHit   *hit);
void            tv_timeline_card_move      (TvTimelineCard        *self,
                                            const TvTimelineHit   *hit);
gboolean        tv_timeline_card_place     (TvTimelineCard        *self,
                                            double                 pointer_x,
                                            double                 pointer_y,
                                            const graphene_rect_t *space,
                                            graphene_rect_t       *bounds);
void            tv_timeline_card_paint     (const TvTimelineCard  *self,
                                            cairo_t               *cr,
                                            const graphene_rect_t *bounds,
                                            const TvTheme         *theme);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineCard, tv_timeline_card_free)

G_END_DECLS
