/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/properties/property-list.h"

G_BEGIN_DECLS

void tv_property_list_add_args (TvPropertyList *self,
                        TvTrace *trace,
                        guint32  slice,
                        gboolean are_known);

G_END_DECLS
