/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"

G_BEGIN_DECLS

/**
 * TvOpenBegins:
 * Finds the begin records of slices that are open after the last added record, which is the last one before the cut
 * range. The caller numbers the records in ascending order. Keys identify stacks of slices, such as threads. All
 * members are private.
 */
typedef struct
{
  TvIdMap rows;   /* key → row in @stacks */
  GArray *stacks; /* Stack */
  GArray *needed; /* guint64: numbers of needed records; sorted by tv_open_begins_settle() */
} TvOpenBegins;

void     tv_open_begins_init   (TvOpenBegins       *self);
void     tv_open_begins_clear  (TvOpenBegins       *self);
void     tv_open_begins_begin  (TvOpenBegins       *self,
                                guint64             key,
                                gboolean            is_wanted,
                                guint64             number);
void     tv_open_begins_end    (TvOpenBegins       *self,
                                guint64             key,
                                guint64             number);
void     tv_open_begins_want   (TvOpenBegins       *self,
                                guint64             key,
                                guint64             number);
void     tv_open_begins_settle (TvOpenBegins       *self,
                                gboolean            needs_open);
gboolean tv_open_begins_need   (const TvOpenBegins *self,
                                guint64             number);

G_END_DECLS
