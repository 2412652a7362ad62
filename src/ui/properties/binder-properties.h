/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/properties/property-list.h"

G_BEGIN_DECLS

gboolean tv_property_list_add_binder (TvPropertyList *self, TvTrace *trace, guint32 slice);

G_END_DECLS
