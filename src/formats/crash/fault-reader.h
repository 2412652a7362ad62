/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/device-log/log-inside.h"
#include "formats/thread-dump/dump-reader.h"

G_BEGIN_DECLS

/**
 * TvFaultReader:
 * @builder: output
 * @threads: current dump and thread
 * @log: device log lines of the file
 * @utc_offset_s: offset of the device's local time from UTC in s
 * @fault: current fault, or %TV_NONE
 * @registers: #TvRegister: registers of the current thread
 * @others: #TvFaultStack: stacks of earlier times, emitted after the stacks of the fault
 * @text: scratch buffer for multi-line values
 *
 * Output of the readers of crashes and freezes, common to all formats: faults, dumps with their threads, and logs.
 */
typedef struct
{
  TvTraceBuilder *builder;
  TvDumpReader threads;
  TvLogInside log;
  gint32 utc_offset_s;
  guint32 fault;
  GArray *registers;
  GArray *others;
  GString *text;
} TvFaultReader;

void    tv_fault_reader_init         (TvFaultReader    *self,
                                      TvTraceBuilder   *builder,
                                      GBytes           *bytes);
void    tv_fault_reader_clear        (TvFaultReader    *self);
void    tv_fault_reader_begin        (TvFaultReader    *self,
                                      TvFaultKind       kind);
void    tv_fault_reader_begin_dump   (TvFaultReader    *self,
                                      gint64            ts,
                                      guint32           title);
gboolean tv_fault_reader_has_dump    (const TvFaultReader *self);
void    tv_fault_reader_begin_thread (TvFaultReader    *self,
                                      TvSpan            name,
                                      guint32           tid);
guint32 tv_fault_reader_end_thread   (TvFaultReader    *self);
void    tv_fault_reader_add_register (TvFaultReader    *self,
                                      TvSpan            name,
                                      guint64           value);
void    tv_fault_reader_begin_other  (TvFaultReader    *self,
                                      TvSpan            title,
                                      guint32           tid);
void    tv_fault_reader_add_frame    (TvFaultReader    *self,
                                      TvDumpLine       *line);
void    tv_fault_reader_add_attribute     (TvFaultReader    *self,
                                      TvSpan            name,
                                      TvSpan            value);
void    tv_fault_reader_add_metadata (TvFaultReader    *self,
                                      const char       *key,
                                      TvSpan            value);
void    tv_fault_reader_set_process  (TvFaultReader    *self,
                                      guint32           pid,
                                      TvSpan            name);
void    tv_fault_reader_end          (TvFaultReader    *self);
TvSpan  tv_fault_reader_get_text     (const TvFaultReader *self,
                                      guint32           string);
guint32 tv_fault_reader_intern_lines (TvFaultReader    *self,
                                      TvSpan            text);
guint32 tv_fault_reader_intern       (TvFaultReader    *self,
                                      TvSpan            text);

G_END_DECLS
