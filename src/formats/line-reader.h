/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/input/scan.h"

G_BEGIN_DECLS

/**
 * TvLineReader:
 * @context: progress and cancellation
 * @start: first byte of the file
 * @at: first byte of the next line
 * @end: end of the file
 * @n_lines: number of lines taken
 * @is_cancelled: whether reading has been cancelled
 *
 * Reads the lines of a file in memory in order. The caller owns the struct; its pointers refer to the data of the
 * input.
 */
typedef struct
{
  const TvReadContext *context;
  const char *start;
  const char *at;
  const char *end;
  guint64 n_lines;
  gboolean is_cancelled;
} TvLineReader;

void     tv_line_reader_init (TvLineReader        *self,
                              const TvInput       *input,
                              const TvReadContext *context);
gboolean tv_line_reader_next (TvLineReader        *self,
                              TvSpan              *line,
                              gsize               *file_offset,
                              GError             **error);

G_END_DECLS
