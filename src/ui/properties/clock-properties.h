/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-numbers.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

/* Durations of a call, or of another slice of a thread, by clock */

/* Text of a value that a worker is still computing */
#define TV_PROPERTY_PENDING "…"

void tv_property_list_add_clocks     (TvPropertyList           *self,
                              TvTrace           *trace,
                              guint32            slice,
                              const TvCallNumbers *call);
void tv_property_list_add_reported_clock (TvPropertyList           *self,
                              TvTrace           *trace,
                              guint32            slice);

G_END_DECLS
