/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/counter-mode.h"
#include "ui/properties/property-list.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/* Properties of a counter: its owner; its value at a time, with the previous and next samples; statistics of the
 * selected range and of the whole trace */

TvPropertyList *tv_counter_properties_new  (TvTrace         *trace,
                                const TvTimeBase *base,
                                guint32          counter,
                                gint64           ns,
                                TvCounterMode    mode);
void     tv_counter_properties_find (TvTrace         *trace,
                                const TvTimeBase *base,
                                guint32          counter,
                                gint64           ns,
                                gint64           start_ns,
                                gint64           end_ns,
                                TvWorkDoneFunc   done,
                                gpointer         owner,
                                GCancellable   **slot);

G_END_DECLS
