/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/source-lines.h"
#include "analysis/samples/frame-source.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

TvPropertyList *tv_symbol_sample_properties_new (TvTrace               *trace,
                                     guint32                kind,
                                     guint32                symbol,
                                     const TvSymbolSamples *samples,
                                     const TvSourceLocation   *location);
void     tv_property_list_add_source_location         (TvPropertyList               *self,
                                     TvTrace               *trace,
                                     const TvSourceLocation   *location);

G_END_DECLS
