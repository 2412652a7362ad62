/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/faults.h"
#include "formats/thread-dump/dump-line.h"

G_BEGIN_DECLS

/* Line parsers for OpenHarmony's fault logs, as written by FaultLogger, its dumpers and the freeze detector. */

/**
 * TvFaultLogThread:
 * @tid: thread id on the device
 * @name: name of the thread; null if the line contains none
 *
 * Header line of a thread: `Tid:N, Name:NAME`.
 */
typedef struct
{
  guint32 tid;
  TvSpan name;
} TvFaultLogThread;

/**
 * TvFaultLogUse:
 * @state: thread state, a letter or a word
 * @user_ticks: CPU time in user mode, in ticks; -1 if not reported
 * @system_ticks: CPU time in kernel mode, in ticks; -1 if not reported
 * @hz: ticks per second; 0 if not reported
 *
 * CPU use of a thread: `[ThreadInfo:]state=S, utime=N, stime=N, …, clk=N`.
 */
typedef struct
{
  TvSpan state;
  gint64 user_ticks;
  gint64 system_ticks;
  gint64 hz;
} TvFaultLogUse;

/**
 * TvFaultLogSignal:
 * @name: name of the signal
 * @code_name: name of the signal code, such as SEGV_MAPERR
 * @has_address: whether @address is valid
 * @address: fault address
 * @sender_pid: process id of the sender, or %TV_NONE
 * @sender_uid: user id of the sender, or %TV_NONE
 * @note: probable cause according to the device
 *
 * Signal of a crash: `Signal:NAME(CODE)@ADDRESS[ from:PID:UID][ NOTE]`.
 */
typedef struct
{
  TvSpan name;
  TvSpan code_name;
  gboolean has_address;
  guint64 address;
  guint32 sender_pid;
  guint32 sender_uid;
  TvSpan note;
} TvFaultLogSignal;

gboolean tv_fault_log_parse_thread  (TvSpan            text,
                                     TvFaultLogThread *thread);
gboolean tv_fault_log_parse_use     (TvSpan            text,
                                     TvFaultLogUse    *use);
gboolean tv_fault_log_parse_frame   (TvSpan            text,
                                     TvDumpLine       *line);
gboolean tv_fault_log_parse_error   (TvSpan            text,
                                     TvSpan           *name,
                                     TvSpan           *message);
gboolean tv_fault_log_parse_signal  (TvSpan            text,
                                     TvFaultLogSignal *signal);
gint32   tv_fault_log_number_signal (TvSpan            name);
gboolean tv_fault_log_take_register (TvSpan           *rest,
                                     TvSpan           *name,
                                     guint64          *value,
                                     guint            *n_bytes);
gboolean tv_fault_log_parse_near    (TvSpan            text,
                                     TvSpan           *near,
                                     TvSpan           *region);
gboolean tv_fault_log_parse_word    (TvSpan            text,
                                     TvMemoryWord     *word,
                                     TvSpan           *frame);
gboolean tv_fault_log_parse_region  (TvSpan            text,
                                     TvMemoryRegion   *region,
                                     TvSpan           *name);
gboolean tv_fault_log_parse_file    (TvSpan            text,
                                     guint32          *number,
                                     TvSpan           *path,
                                     TvSpan           *owner);
gboolean tv_fault_log_parse_call    (TvSpan            text,
                                     TvDumpTransaction *call);
gboolean tv_fault_log_parse_server  (TvSpan            text,
                                     TvBinderPool     *server,
                                     TvSpan           *context);
gboolean tv_fault_log_parse_time    (TvSpan            text,
                                     gint64           *ns);

G_END_DECLS
