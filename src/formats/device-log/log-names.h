/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/string-pool.h"
#include "formats/span.h"

G_BEGIN_DECLS

/* Tags whose messages contain process names or numbers of dropped lines, as strings of a pool. */
typedef struct
{
  guint32 end; /* end of the range of these tags */
} TvLogNames;

/**
 * TvLogNamed:
 * @pid: pid of a started process, or %TV_NONE
 * @name: process name
 * @n_lost: number of lines that the device dropped before this one
 *
 * Information about the rest of the log in a message.
 */
typedef struct
{
  guint32 pid;
  TvSpan name;
  guint32 n_lost;
} TvLogNamed;

void     tv_log_names_init      (TvLogNames   *self,
                                 TvStringPool *strings);
gboolean tv_log_names_inspect   (guint32       tag,
                                 TvSpan        message,
                                 TvLogNamed   *named);

/* Returns whether a message contains such information. */
static inline gboolean
tv_log_names_look (const TvLogNames *self, guint32 tag, TvSpan message, TvLogNamed *named)
{
  return tag < self->end && tv_log_names_inspect (tag, message, named);
}

G_END_DECLS
