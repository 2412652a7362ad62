/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maximum nesting depth. Only crafted files exceed it. */
#define TV_JSON_MAX_DEPTH 64

/**
 * TvJson:
 * @start: start of the text
 * @at: current position
 * @end: end of the text
 *
 * Pull parser for JSON (RFC 8259). The reader takes the values that it needs and skips all others, so nothing is
 * stored. Each function that takes a token returns whether the token was present.
 */
typedef struct
{
  const char *start;
  const char *at;
  const char *end;
} TvJson;

char     tv_json_peek         (TvJson  *self);
gboolean tv_json_take         (TvJson  *self,
                               char     c);
gboolean tv_json_take_string  (TvJson  *self,
                               GString *text);
gboolean tv_json_take_integer (TvJson  *self,
                               gint64  *number);
gboolean tv_json_take_number  (TvJson  *self,
                               double  *number);
gboolean tv_json_skip         (TvJson  *self,
                               GString *text);

G_END_DECLS
