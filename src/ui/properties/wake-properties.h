/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/properties/property-list.h"

G_BEGIN_DECLS

/* Properties of scheduling: the cause of a wait, the waker, the threads that occupied the CPU, and the threads that
 * were woken */

void tv_property_list_add_waker        (TvPropertyList        *self,
                                TvTrace        *trace,
                                TvPropertyUse       uses,
                                const TvWakeup *wakeup,
                                gint64          start_ns);
void tv_property_list_add_run          (TvPropertyList        *self,
                                TvTrace        *trace,
                                guint32         state);
void tv_property_list_add_latency      (TvPropertyList        *self,
                                TvTrace        *trace,
                                guint32         state);
void tv_property_list_add_wait         (TvPropertyList        *self,
                                TvTrace        *trace,
                                guint32         state);
void tv_property_list_add_longest_wait (TvPropertyList        *self,
                                TvTrace        *trace,
                                guint32         utid,
                                gint64          start_ns,
                                gint64          end_ns);

G_END_DECLS
