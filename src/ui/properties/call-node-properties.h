/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "paint/flame/layout.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

TvPropertyList *tv_call_node_properties_new        (TvFlameLayout *layout,
                                        guint32        node,
                                        gboolean       is_narrow);
char    *tv_call_node_facts_dup_spoken (TvFlameLayout *layout,
                                        guint32        node);

G_END_DECLS
