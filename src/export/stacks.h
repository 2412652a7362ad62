/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"

G_BEGIN_DECLS

/* Calls or samples for other programs. All of them have each thread apart, and the times or weights of a
 * thread add up to those of its call tree. */

/**
 * TvStackFormat:
 * @TV_STACKS_FOLDED: a line for each stack, the thread first: `main-7/7;a.B.c;d 120`, in µs or in what
 *   samples weigh; equal stacks once, in alphabetical order. In names `;` is a `:`, and line breaks are spaces
 * @TV_STACKS_SPEEDSCOPE: JSON for speedscope: calls as they came, by the selection's clock, or samples
 * @TV_STACKS_PPROF: a packed protobuf for pprof: each stack once, with all measures
 * @TV_STACKS_CHROME: JSON of trace events for Chrome, Perfetto and others: calls by wall time, or samples;
 *   without filters and transforms also spans, counters and arrows
 *
 * How stacks are written.
 */
typedef enum
{
  TV_STACKS_FOLDED,
  TV_STACKS_SPEEDSCOPE,
  TV_STACKS_PPROF,
  TV_STACKS_CHROME,
  TV_N_STACK_FORMATS,
} TvStackFormat;

/**
 * TvStackExport:
 * @trace: a trace
 * @selection: (nullable): what of it; %NULL = all
 * @source: of what stacks are, see analysis/calls/call-paths.h
 * @name: what it is called where the format has a place for that
 *
 * What is written.
 */
typedef struct
{
  TvTrace *trace;
  const TvSelection *selection;
  guint32 source;
  const char *name;
} TvStackExport;

/**
 * TvStackProgress:
 * @fraction: how much is written, from 0 to 1
 *
 * Called in the thread that writes.
 */
typedef void (*TvStackProgress) (double fraction, gpointer data);

gboolean    tv_stack_format_parse      (const char           *name,
                                        TvStackFormat        *format);
gboolean    tv_stack_format_find       (const char           *file_name,
                                        TvStackFormat        *format);
const char *tv_stack_format_get_title  (TvStackFormat         format);
const char *tv_stack_format_get_suffix (TvStackFormat         format);

gboolean    tv_write_stacks            (const TvStackExport  *what,
                                        TvStackFormat         format,
                                        GOutputStream        *stream,
                                        TvStackProgress       progress,
                                        gpointer              data,
                                        GCancellable         *cancellable,
                                        GError              **error);
gboolean    tv_write_stacks_to_file    (const TvStackExport  *what,
                                        TvStackFormat         format,
                                        GFile                *file,
                                        TvStackProgress       progress,
                                        gpointer              data,
                                        GCancellable         *cancellable,
                                        GError              **error);

G_END_DECLS
