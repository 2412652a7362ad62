/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/range.h"
#include "analysis/system/frame-list.h"

G_BEGIN_DECLS

/* Adds the work of threads to frames, and finds the stages that made frames late. */

typedef struct _TvFrameParts TvFrameParts;

TvFrameParts *tv_frame_parts_new  (TvTrace             *trace,
                                   GCancellable        *cancellable,
                                   GError             **error);
GHashTable   *tv_frame_list_shown (TvTrace             *trace);
void          tv_frame_parts_free (TvFrameParts        *self);
void          tv_frame_parts_add  (const TvFrameParts  *self,
                                   TvFrameRow          *row);
void          tv_frame_parts_append_unrecorded (const TvFrameParts *self,
                                                const TvRange      *range,
                                                GArray             *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFrameParts, tv_frame_parts_free)

G_END_DECLS
