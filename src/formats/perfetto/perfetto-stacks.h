/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-ids.h"
#include "formats/perfetto/perfetto-symbols.h"
#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/**
 * TvPerfettoStackField:
 *
 * Fields of InternedData (perfetto/protos/trace/interned_data/interned_data.proto) that belong to stacks. The
 * messages are defined in perfetto/protos/trace/profiling/profile_common.proto.
 */
typedef enum
{
  TV_PERFETTO_FUNCTION_NAMES = 5,
  TV_PERFETTO_FRAMES = 6,
  TV_PERFETTO_CALLSTACKS = 7,
  TV_PERFETTO_BUILD_IDS = 16,
  TV_PERFETTO_MAPPING_PATHS = 17,
  TV_PERFETTO_SOURCE_PATHS = 18,
  TV_PERFETTO_MAPPINGS = 19,
  TV_PERFETTO_ALL_STRINGS =
      100, /* not in InternedData: a single table of names, build ids and paths, as written by Android 10 */
} TvPerfettoStackField;

/**
 * TvPerfettoStackFault:
 * @TV_PERFETTO_NO_STACK: unknown iid of a stack
 * @TV_PERFETTO_EMPTY_STACK: no frames
 * @TV_PERFETTO_NO_FRAME: unknown iid of a frame
 * @TV_PERFETTO_NO_MAPPING: unknown iid of a mapping
 * @TV_PERFETTO_NO_STRING: unknown iid of a string
 * @TV_PERFETTO_NO_BUILD_ID: complete stack, but a file in a user-writable folder has no build id, so its symbols
 *   cannot be found
 *
 * Reason for an incomplete stack.
 */
typedef enum
{
  TV_PERFETTO_NO_STACK,
  TV_PERFETTO_EMPTY_STACK,
  TV_PERFETTO_NO_FRAME,
  TV_PERFETTO_NO_MAPPING,
  TV_PERFETTO_NO_STRING,
  TV_PERFETTO_NO_BUILD_ID,
  TV_N_PERFETTO_STACK_FAULTS,
} TvPerfettoStackFault;

/* Interned stacks of a sequence. The components of a stack arrive in any order, so stacks are resolved on first use. */
typedef struct _TvPerfettoStacks TvPerfettoStacks;

TvPerfettoStacks *tv_perfetto_stacks_new    (void);
void              tv_perfetto_stacks_free   (TvPerfettoStacks         *self);
void              tv_perfetto_stacks_clear  (TvPerfettoStacks         *self);
gboolean          tv_perfetto_stacks_are_of (guint                     field);
void              tv_perfetto_stacks_intern (TvPerfettoStacks         *self,
                                             TvPerfettoStackField      field,
                                             TvSpan                    entry,
                                             TvTraceBuilder           *builder);
gboolean          tv_perfetto_stacks_has    (const TvPerfettoStacks   *self,
                                             guint64                   iid);
gboolean          tv_perfetto_stacks_find   (TvPerfettoStacks         *self,
                                             guint64                   iid,
                                             TvSampleWriter           *writer,
                                             const TvPerfettoSymbols  *symbols,
                                             guint                     faults[TV_N_PERFETTO_STACK_FAULTS],
                                             guint32                  *callsite);

G_END_DECLS
