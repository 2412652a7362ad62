/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/string-pool.h"
#include "formats/span.h"

G_BEGIN_DECLS

/* Tags whose messages name processes, or say that lines are missing: strings of a pool. */
typedef struct
{
  guint32 end; /* those that are looked at come before */
} TvLogNames;

/**
 * TvLogNamed:
 * @pid: of a process that began, or %TV_NONE
 * @name: what it is called
 * @n_lost: how many lines the device dropped before this one
 *
 * What a message says of the rest of the log.
 */
typedef struct
{
  guint32 pid;
  TvSpan name;
  guint32 n_lost;
} TvLogNamed;

void     tv_log_names_init      (TvLogNames   *self,
                                 TvStringPool *strings);
gboolean tv_log_names_look_at   (guint32       tag,
                                 TvSpan        message,
                                 TvLogNamed   *named);

/* Whether a message says anything such. */
static inline gboolean
tv_log_names_look (const TvLogNames *self, guint32 tag, TvSpan message, TvLogNamed *named)
{
  return tag < self->end && tv_log_names_look_at (tag, message, named);
}

G_END_DECLS
