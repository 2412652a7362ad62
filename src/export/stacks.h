/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"

G_BEGIN_DECLS

/* Exports calls or samples for other programs. All formats separate threads. The sum of a thread's times or weights
 * is the total of the thread in the call tree. */

/**
 * TvStackFormat:
 * @TV_STACKS_FOLDED: one line per stack, starting with the thread, such as `main-7/7;a.B.c;d 120`. Numbers are in µs
 *   or in the unit of the samples. Equal stacks are merged, and sorted alphabetically. In names, `;` is replaced by
 *   `:`, and line breaks by spaces
 * @TV_STACKS_SPEEDSCOPE: JSON for speedscope, with calls in chronological order, measured by the selection's clock,
 *   or with samples
 * @TV_STACKS_PPROF: gzipped protobuf for pprof; each stack occurs once, with all measures
 * @TV_STACKS_CHROME: trace events in JSON for Chrome, Perfetto and others, with calls measured by wall time, or with
 *   samples. Without filters and transforms, also contains async slices, counters, flows and runs
 *
 * Output format for calls or samples.
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
 * @selection: (nullable): selected part of the trace; %NULL for the whole trace
 * @source: source of the stacks, see analysis/calls/call-paths.h
 * @name: name of the profile, for formats that contain a name
 *
 * Input of an export.
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
 * @fraction: fraction that has been written, 0 … 1
 * @data: user data passed to tv_write_stacks()
 *
 * Reports progress. Called on the thread that writes.
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
