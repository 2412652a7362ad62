/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/* Files of OpenHarmony's profiler (hiprofiler_cmd, DevEco Studio), as defined by developtools_profiler in
 * trace_file_header.h and common_types.proto. Numbers are little-endian:
 *
 *   header, 1024 bytes │ u32 size, ProfilerPluginData │ u32 size, … │ header │ complete perf.data │ … */

#define TV_HTRACE_MAGIC       "OHOSPROF"
#define TV_HTRACE_HEADER_SIZE 1024

/**
 * TvHtraceClock:
 *
 * Clocks of a device, in the order of the file header.
 */
typedef enum
{
  TV_HTRACE_BOOTTIME,
  TV_HTRACE_REALTIME,
  TV_HTRACE_REALTIME_COARSE,
  TV_HTRACE_MONOTONIC,
  TV_HTRACE_MONOTONIC_COARSE,
  TV_HTRACE_MONOTONIC_RAW,
  TV_HTRACE_N_CLOCKS,
} TvHtraceClock;

/**
 * TvHtraceKind:
 * @TV_HTRACE_MESSAGES: messages of plugins
 * @TV_HTRACE_PERF_DATA: perf.data recorded by hiperf
 * @TV_HTRACE_OTHER: data of one plugin in that plugin's own format
 *
 * Kind of the content after a header.
 */
typedef enum
{
  TV_HTRACE_MESSAGES,
  TV_HTRACE_PERF_DATA,
  TV_HTRACE_OTHER,
} TvHtraceKind;

/**
 * TvHtraceBlock:
 * @kind: kind of content
 * @start: file offset of the content
 * @end: end offset of the content
 * @plugin: name of the plugin that wrote the content; empty if unknown
 *
 * A header and the content that follows it.
 */
typedef struct
{
  TvHtraceKind kind;
  gsize start;
  gsize end;
  TvSpan plugin;
} TvHtraceBlock;

/**
 * TvHtraceMessage:
 * @plugin: name of the plugin, without folder and suffix
 * @content: payload of the message
 * @clock: clock of @ts; %TV_HTRACE_N_CLOCKS if unknown
 * @ts: timestamp in ns; 0 if none
 * @file_offset: file offset of the message
 *
 * A decoded ProfilerPluginData.
 */
typedef struct
{
  TvSpan plugin;
  TvSpan content;
  TvHtraceClock clock;
  gint64 ts;
  gsize file_offset;
} TvHtraceMessage;

/**
 * TvHtraceFile:
 * @input: the file, in memory
 * @blocks: #TvHtraceBlock
 * @clocks: reading of each clock at the start of the recording in ns; 0 if missing
 * @own_clock: clock of the timeline, usually %TV_HTRACE_BOOTTIME; set by htrace.c
 * @offset_ns: offset from @own_clock to the timeline in ns; set by htrace.c
 * @base_offset: offset of the file in the builder's concatenated input; set by htrace.c
 * @bad_file_offset: file offset of the first malformed message; -1 if none
 *
 * An open file. Initialized by tv_htrace_file_open().
 */
typedef struct
{
  TvInput *input;
  GArray *blocks;
  gint64 clocks[TV_HTRACE_N_CLOCKS];
  TvHtraceClock own_clock;
  gint64 offset_ns;
  guint64 base_offset;
  gint64 bad_file_offset;
} TvHtraceFile;

/* Handles a message. Returns whether to continue. */
typedef gboolean (*TvHtraceVisit) (const TvHtraceMessage *message, gpointer data);

gboolean tv_htrace_file_open    (TvHtraceFile         *self,
                                 TvInput              *input,
                                 GError              **error);
void     tv_htrace_file_clear   (TvHtraceFile         *self);
gboolean tv_htrace_file_visit   (TvHtraceFile         *self,
                                 TvHtraceVisit         visit,
                                 gpointer              data);
gboolean tv_htrace_file_convert (const TvHtraceFile   *self,
                                 TvHtraceClock         clock,
                                 gint64                ts,
                                 gint64               *boot_ns);

static inline gboolean
tv_htrace_is_plugin (TvSpan plugin, const char *name)
{
  return plugin.size == strlen (name) && memcmp (plugin.text, name, plugin.size) == 0;
}

G_END_DECLS
