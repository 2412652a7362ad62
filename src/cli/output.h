/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "export/write-table.h"

G_BEGIN_DECLS

/* Writes the output of commands to standard output, or stores a page of the output in memory. */

/**
 * TvOutputPage:
 * @n_skipped: number of bytes that still have to be skipped before the page
 * @max_n: maximum size of the page in bytes
 * @bytes: bytes of the page so far
 * @is_full: whether output beyond the page was rejected with %G_IO_ERROR_NO_SPACE
 *
 * A byte range of the output of a command.
 */
typedef struct
{
  gsize n_skipped;
  gsize max_n;
  GByteArray *bytes;
  gboolean is_full;
} TvOutputPage;

void           tv_output_divert       (TvOutputPage  *page);
gboolean       tv_output_page_add     (TvOutputPage  *self,
                                       const char    *bytes,
                                       gsize          size,
                                       GError       **error);
GOutputStream *tv_output_open         (void);
gboolean       tv_output_write        (GString       *text,
                                       GError       **error);
gboolean       tv_output_parse_format (const char    *name,
                                       TvTextFormat  *format,
                                       GError       **error);
gboolean       tv_output_is_left_early (const GError *error);

G_END_DECLS
