/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/properties/property-list.h"

G_BEGIN_DECLS

TvPropertyList *tv_log_properties_new (TvTrace *trace,
                           const TvTimeBase *base,
                           guint32  line);

G_END_DECLS
