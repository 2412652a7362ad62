/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/method-trace-keys.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

/**
 * TvMethodList:
 * @keys: receives the options, threads and methods
 * @size: number of bytes read so far; the size of the list once @is_done
 * @is_done: whether the list is complete
 *
 * Incremental reader of the method list, which is the key section at the beginning of a file. All other members are
 * private.
 */
typedef struct
{
  TvMethodTraceKeys *keys;
  gsize size;
  gboolean is_done;
  TvInputWindow window;
  gsize wanted;
} TvMethodList;

void     tv_method_list_init     (TvMethodList       *self,
                                  TvMethodTraceKeys  *keys,
                                  TvInput           *input);
void     tv_method_list_clear    (TvMethodList       *self);
gboolean tv_method_list_read     (TvMethodList       *self,
                                  GError            **error);
gsize    tv_method_list_find_end (const TvMethodList *self);

G_END_DECLS
