/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/palette.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

/* Card with the brief properties of the item below the pointer, drawn next to the pointer. */
typedef struct _TvPropertyCard TvPropertyCard;

TvPropertyCard *tv_property_card_new       (GtkWidget             *widget);
void        tv_property_card_free      (TvPropertyCard            *self);
void        tv_property_card_set_properties (TvPropertyCard            *self,
                                    const TvPropertyList         *properties);
void        tv_property_card_set_line  (TvPropertyCard            *self,
                                    double                 y,
                                    double                 height);
void        tv_property_card_set_min_width (TvPropertyCard      *self,
                                    double                 width);
gboolean    tv_property_card_place     (TvPropertyCard            *self,
                                    double                 pointer_x,
                                    double                 pointer_y,
                                    const graphene_rect_t *space,
                                    graphene_rect_t       *bounds);
void        tv_property_card_paint     (const TvPropertyCard      *self,
                                    cairo_t               *cr,
                                    const graphene_rect_t *bounds,
                                    const TvTheme         *theme);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPropertyCard, tv_property_card_free)

G_END_DECLS
