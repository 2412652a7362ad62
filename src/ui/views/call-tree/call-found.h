/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "ui/views/call-tree/call-rows.h"

G_BEGIN_DECLS

/* Nodes of a call tree whose names match, in the order of their rows in a fully expanded tree */

typedef struct _TvCallFound TvCallFound;

TvCallFound *tv_call_found_new      (TvCallTree        *tree,
                                     const TvCallComparison *comparison,
                                     const TvCallOrder *order,
                                     TvTextMatch       *match,
                                     GCancellable      *cancellable);
void         tv_call_found_free     (TvCallFound       *self);
TvCallTree  *tv_call_found_get_tree (const TvCallFound *self);
gboolean     tv_call_found_has_name (const TvCallFound *self,
                                     TvCallName         name);
guint        tv_call_found_get_n    (const TvCallFound *self);
guint32      tv_call_found_get      (const TvCallFound *self,
                                     guint              index);
guint        tv_call_found_count_up_to (const TvCallFound *self,
                                     guint32            node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallFound, tv_call_found_free)

G_END_DECLS
