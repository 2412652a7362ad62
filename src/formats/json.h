/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Deeper values are no JSON that anybody writes. */
#define TV_JSON_MOST_DEPTH 64

/**
 * TvJson:
 * @start: where the text begins
 * @at: where what is left begins
 * @end: where the text ends
 *
 * A text of JSON (RFC 8259), of which one value after the other is taken as a reader wants them: what it
 * knows by its key, and nothing is kept of all else. Each function tells whether what was asked for is
 * there, and takes it.
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
