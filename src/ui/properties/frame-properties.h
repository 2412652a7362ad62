/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/properties/property-list.h"

G_BEGIN_DECLS

/* Properties of a frame: its outcome, its deadline, and the work for it */

void tv_property_list_add_frame (TvPropertyList  *self,
                         TvTrace  *trace,
                         guint32   slice,
                         TvPropertyUse uses);

G_END_DECLS
