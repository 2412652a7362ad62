/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/kernel-events.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/**
 * TvKernelVersion:
 *
 * Kernel versions with different meanings of the bits of prev_state.
 */
typedef enum
{
  TV_KERNEL_OLD,
  TV_KERNEL_4_8,
  TV_KERNEL_4_14,
} TvKernelVersion;

/* Returns the name of a kernel function; empty if unknown. */
typedef TvSpan (*TvKernelSymbolFind) (gpointer data, guint64 symbol);

/**
 * TvKernelPrinter:
 * @version: version of the kernel that emitted the events
 * @machine: hardware name, as in uname
 * @find_symbol: callback that returns the name of a kernel function
 * @data: user data of @find_symbol
 *
 * Renders events that a recorder stored as messages in the kernel's text form, with which users are familiar. The
 * handlers do not need this text; they decode the messages, see kernel-args.h.
 */
typedef struct
{
  TvKernelVersion version;
  TvSpan machine;
  TvKernelSymbolFind find_symbol;
  gpointer data;
} TvKernelPrinter;

/**
 * TvKernelDriverMark:
 * @letter: letter of the mark, such as `B`
 *
 * A mark of a driver. A program would write it as `letter|pid|name|value`.
 */
typedef struct
{
  char letter;
  gint32 pid;
  TvSpan name;
  gint64 value;
} TvKernelDriverMark;

TvKernelVersion tv_kernel_version_parse (TvSpan                 release);
void            tv_kernel_put_state     (TvKernelVersion        version,
                                         gint64                 bits,
                                         GString               *text);
void            tv_kernel_put_text      (TvSpan                 value,
                                         GString               *text);
const char     *tv_kernel_softirq_name  (guint64                number);
const char     *tv_kernel_memory_name   (guint64                number);
void            tv_kernel_split_device  (guint64                device,
                                         guint                 *major,
                                         guint                 *minor);
void            tv_kernel_read_driver_mark (const TvKernelEvent *event,
                                         TvSpan                 message,
                                         TvKernelDriverMark    *out);
void            tv_kernel_put_event     (const TvKernelPrinter *self,
                                         const TvKernelEvent   *event,
                                         TvSpan                 message,
                                         GString               *text);

G_END_DECLS
