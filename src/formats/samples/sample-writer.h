/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/row-table.h"
#include "core/trace-builder.h"
#include "formats/span.h"
#include "formats/symbol-files.h"

G_BEGIN_DECLS

/* Event names of time: the kernel's clocks, and the readers' name for time off a CPU. */
#define TV_SAMPLES_OFF_CPU "off-CPU"

/**
 * TvSampleFrame:
 * @name: name of the function, or empty
 * @path: file of the code, or empty
 * @address: address in the file @path
 * @has_address: whether the address is known
 * @is_offset: whether the address is a file offset in bytes
 * @is_return: whether it is a return address
 * @file: source file of the function, or empty
 * @line_file: source file of @line, if it may differ from @file; or empty
 * @line: source line, or 0
 * @kind: kind of the code; derived from @path for %TV_FRAME_OTHER
 * @symbol_set: #TvCodeSymbol of its code place, or 0
 * @is_inlined: whether it is inlined into its caller
 * @reported_name: 1 + string of the name in the file, if @name has another source; else 0
 *
 * A frame as files describe it.
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
 * Common sink of all sample readers: names unnamed code, identifies threads, and reports problems.
 */
typedef struct
{
  TvTraceBuilder *builder;
  GArray *threads; /* threads with their utids */
  TvRowTable thread_rows;
  TvIdMap thread_ids; /* tid → its first thread in @threads */
  guint64 seed;
  GArray *unnamed_frames; /* by frame: the mapping; TV_NONE if it has a name, or UNKNOWN_MAPPING */
  GArray *sites;          /* by callsite: number of unnamed frames */
  GArray *last_frames;    /* of the previous stack, innermost first */
  GArray *last_callsites; /* of the previous stack, innermost first */
  guint64 n_samples;
  guint64 n_frames;
  guint64 n_unnamed;
  guint32 deepest;
  GArray *ends;          /* by mapping: number of samples that end in its unnamed code */
  GArray *paths;         /* by mapping: string */
  TvSymbolFiles *files;  /* (nullable): source of names that the file lacks */
  GHashTable *build_ids; /* path → build id in hexadecimal digits, if the file contains it */
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
