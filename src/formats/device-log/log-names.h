/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/string-pool.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/* Tags of messages that contain process names or numbers of dropped lines. The tags are the first strings of a pool. */
typedef struct
{
  guint32 end; /* id of the first string after the tags */
} TvLogNames;

/**
 * TvLogNamed:
 * @pid: pid of a started process, or %TV_NONE
 * @name: process name
 * @n_lost: number of lines that the device dropped before this one
 *
 * Information that a message contains about other lines.
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

/* Parses a message that affects other lines. Returns FALSE if the message affects none. */
static inline gboolean
tv_log_names_find (const TvLogNames *self, guint32 tag, TvSpan message, TvLogNamed *named)
{
  return tag < self->end && tv_log_names_inspect (tag, message, named);
}

G_END_DECLS
