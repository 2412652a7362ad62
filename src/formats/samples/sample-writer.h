/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/row-table.h"
#include "core/trace-builder.h"
#include "formats/span.h"
#include "formats/symbol-files.h"

G_BEGIN_DECLS

/* Event names that tell time: what the kernel calls its clocks, and what readers call time off a CPU. */
#define TV_SAMPLES_OFF_CPU "off-CPU"

/**
 * TvSampleFrame:
 * @name: of the function, or empty
 * @path: what the code is from, or empty
 * @address: in the file of @path
 * @has_address: whether that is known
 * @is_offset: it is counted in bytes from the beginning of the file
 * @is_return: it is behind a call, and of what was called from there
 * @file: of the source of the function, or empty
 * @line_file: the file that @line is in, where that may be another than @file; or empty
 * @line: in the source, or 0
 * @kind: what runs it; found by @path where %TV_FRAME_OTHER
 * @symbol_set: the #TvCodeSymbol of its place in code, or 0
 * @is_inlined: its code was put into that of its caller
 * @told_name: string of what the file calls it and 1 more, where @name is from elsewhere, else 0
 *
 * A frame as files have it.
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
  guint32 told_name;
} TvSampleFrame;

/**
 * TvSampleWriter:
 *
 * What all readers of sampled stacks tell the builder, in one way: what code without a name is called, which
 * threads are the same, and what is odd in the whole.
 */
typedef struct
{
  TvTraceBuilder *builder;
  GArray *threads; /* who has which utid */
  TvRowTable thread_rows;
  TvIdMap thread_ids; /* of those, the first of an id */
  guint64 seed;
  GArray
      *unnamed_frames; /* by frame: the mapping, TV_NONE where it has a name, or UNKNOWN_MAPPING */
  GArray *sites;       /* by callsite: how much of it has no name */
  GArray *last_frames; /* of the stack before, innermost first */
  GArray *last_callsites; /* likewise */
  guint64 n_samples;
  guint64 n_frames;
  guint64 n_unnamed;
  guint32 deepest;
  GArray *ends;          /* by mapping: samples that end in code of it without a name */
  GArray *paths;         /* by mapping: string */
  TvSymbolFiles *files;  /* (nullable): with the names that the file lacks */
  GHashTable *build_ids; /* path → in hexadecimal digits; as far as the file tells */
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
