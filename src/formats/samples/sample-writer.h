/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/row-table.h"
#include "core/trace-builder.h"
#include "formats/input/span.h"
#include "formats/symbol-files.h"

G_BEGIN_DECLS

/* Name of the sample kind for the time that threads spend off the CPU. It is not a perf event; readers assign the
 * name. */
#define TV_SAMPLES_OFF_CPU "off-CPU"

/**
 * TvSampleFrame:
 * @name: name of the function; empty if unknown
 * @path: path of the binary that contains the code; empty if unknown
 * @address: address in the binary
 * @has_address: whether @address is known
 * @is_offset: whether @address is a file offset in bytes
 * @is_return: whether @address is a return address
 * @file: source file of the function; empty if unknown
 * @line_file: source file that contains @line, if it may differ from @file; otherwise empty
 * @line: source line; 0 if unknown
 * @kind: kind of the code; %TV_FRAME_OTHER if it must be derived from @path
 * @symbol_set: #TvCodeSymbol set of the code location, or 0
 * @is_inlined: whether the function is inlined into its caller
 * @reported_name: 1 + string id of the name in the recording if @name has a different source, otherwise 0
 *
 * A frame as described by a recording.
 */
typedef struct
{
  TvSpan name;
  TvSpan path;
  guint64 address;
  gboolean has_address;
  gboolean is_offset;
  gboolean is_return;
  TvSpan file;
  TvSpan line_file;
  guint32 line;
  TvFrameKind kind;
  guint32 symbol_set;
  gboolean is_inlined;
  guint32 reported_name;
} TvSampleFrame;

/**
 * TvSampleWriter:
 *
 * Common output of all readers of samples. Adds names to unnamed code, identifies threads, and reports problems.
 */
typedef struct
{
  TvTraceBuilder *builder;
  GArray *threads; /* Thread: all threads with their utids */
  TvRowTable thread_rows;
  TvIdMap thread_ids; /* pid and tid → utid of the first thread with these ids */
  guint64 seed;
  /* guint32 per frame: its mapping if the frame is unnamed, or UNKNOWN_MAPPING; TV_NONE if the frame has a name */
  GArray *unnamed_frames;
  GArray *sites;          /* Site per callsite */
  GArray *last_frames;    /* guint32: frames of the previous stack, outermost first */
  GArray *last_callsites; /* guint32: callsites of the previous stack, outermost first */
  guint64 n_samples;
  guint64 n_frames;
  guint64 n_unnamed;
  guint32 deepest;
  /* guint64 per mapping: number of samples that end in unnamed code of the mapping */
  GArray *ends;
  GArray *paths;         /* guint32 per mapping: string id of its path */
  TvSymbolFiles *files;  /* (nullable): source of names that the recording lacks */
  GHashTable *build_ids; /* path → recorded build id in hexadecimal digits */
} TvSampleWriter;

void    tv_sample_writer_init       (TvSampleWriter      *self,
                                     TvTraceBuilder      *builder);
void    tv_sample_writer_clear      (TvSampleWriter      *self);
void    tv_sample_writer_set_build  (TvSampleWriter      *self,
                                     TvSpan               path,
                                     TvSpan               build_id);
guint32 tv_sample_writer_intern     (TvSampleWriter      *self,
                                     TvSpan               text);
guint32 tv_sample_writer_get_thread (TvSampleWriter      *self,
                                     guint32              pid,
                                     guint32              tid,
                                     TvSpan               name);
guint32 tv_sample_writer_get_kind   (TvSampleWriter      *self,
                                     TvSpan               name);
guint32 tv_sample_writer_get_frame  (TvSampleWriter      *self,
                                     const TvSampleFrame *frame);
guint32 tv_sample_writer_get_frame_at (TvSampleWriter    *self,
                                     const TvSampleFrame *frame,
                                     const TvMapping     *mapping);
guint32 tv_sample_writer_get_stack  (TvSampleWriter      *self,
                                     const guint32       *frames,
                                     guint                n);
guint32 tv_sample_writer_push       (TvSampleWriter      *self,
                                     guint32              parent,
                                     guint32              frame);
void    tv_sample_writer_add        (TvSampleWriter      *self,
                                     const TvStackSample *sample);
void    tv_sample_writer_finish     (TvSampleWriter      *self);

TvSpan      tv_sample_path_get_base (TvSpan               path);
TvFrameKind tv_sample_path_get_kind (TvSpan               path);

G_END_DECLS
