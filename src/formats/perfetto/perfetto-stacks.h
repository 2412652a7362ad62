/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-ids.h"
#include "formats/perfetto/perfetto-symbols.h"
#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/**
 * TvPerfettoStackField:
 *
 * What stacks are made of: fields of InternedData in perfetto/protos/trace/interned_data/interned_data.proto,
 * messages of perfetto/protos/trace/profiling/profile_common.proto.
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
  TV_PERFETTO_ALL_STRINGS = 100, /* of Android 10: names, build ids and paths in one table */
} TvPerfettoStackField;

/**
 * TvPerfettoStackFault:
 * @TV_PERFETTO_NO_STACK: no stack of that id was told
 * @TV_PERFETTO_EMPTY_STACK: it has no frames
 * @TV_PERFETTO_NO_FRAME: it has one of an id that was not told
 * @TV_PERFETTO_NO_MAPPING: the same of what a frame is in
 * @TV_PERFETTO_NO_STRING: the same of what something is called
 * @TV_PERFETTO_NO_BUILD_ID: nothing is wrong but that a file in a folder that a device's user may write to has no build
 *   id, so that names of its functions cannot be found
 *
 * Why stacks cannot be told as they should.
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

/* The stacks that a sequence tells once and refers to by their ids. Parts come in any order, and are put
 * together when a stack is first asked for. */
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
