/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/thread-path.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

TvPropertyList *tv_path_properties_new        (TvTrace             *trace,
                                   const TvTimeBase    *base,
                                   const TvPathSegment *segment);
char    *tv_path_facts_dup_spoken (TvTrace             *trace,
                                   const TvPathSegment *segment);

G_END_DECLS
