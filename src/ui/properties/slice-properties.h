/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/properties/property-list.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/* Properties of a slice: a method call, a slice of a system trace, a run on a CPU, a thread state, or an async slice */

TvPropertyList *tv_slice_properties_new        (TvTrace         *trace,
                                    const TvTimeBase *base,
                                    guint32          slice,
                                    TvPropertyUse        uses);
char    *tv_slice_facts_dup_spoken (TvTrace         *trace,
                                    const TvTimeBase *base,
                                    guint32          slice);
void     tv_slice_properties_find       (TvTrace         *trace,
                                    const TvTimeBase *base,
                                    guint32          slice,
                                    TvWorkDoneFunc   done,
                                    gpointer         owner,
                                    GCancellable   **slot);

G_END_DECLS
