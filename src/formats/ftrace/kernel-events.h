/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/span.h"

G_BEGIN_DECLS

/* The kernel's events, as kernel-events.def declares them. */

/**
 * TvFtraceEvent:
 * @TV_FTRACE_EVENT_OTHER: any event without a handler
 *
 * Events with a handler. %TV_FTRACE_EVENT_MARK has several names; the tracers function and function_graph write
 * %TV_FTRACE_EVENT_FUNCTION and %TV_FTRACE_EVENT_FUNCGRAPH_ENTRY.
 */
typedef enum
{
  TV_FTRACE_EVENT_OTHER,
#define EVENT(id, ...) TV_FTRACE_EVENT_##id,
#define ALIAS(...)
#define LISTED(...)
#include "formats/ftrace/kernel-events.def"
  TV_N_FTRACE_EVENTS,
} TvFtraceEvent;

/**
 * TvFtraceCategory:
 * @TV_FTRACE_CATEGORY_NONE: no handler
 * @TV_FTRACE_CATEGORY_BAD: malformed arguments
 *
 * Handlers of events; each has a file ftrace-handlers-*.c of its own.
 */
typedef enum
{
  TV_FTRACE_CATEGORY_NONE,
  TV_FTRACE_CATEGORY_BAD,
  TV_FTRACE_CATEGORY_BINDER,
  TV_FTRACE_CATEGORY_COUNTER,
  TV_FTRACE_CATEGORY_DEVICE,
  TV_FTRACE_CATEGORY_GRAPH,
  TV_FTRACE_CATEGORY_KERNEL,
  TV_FTRACE_CATEGORY_LANE,
  TV_FTRACE_CATEGORY_MARK,
  TV_FTRACE_CATEGORY_POWER,
  TV_FTRACE_CATEGORY_QUEUE,
  TV_FTRACE_CATEGORY_SCHED,
} TvFtraceCategory;

/**
 * TvKernelField:
 * @number: field number in the message
 * @type: type letter, as in kernel-events.def
 * @name: (owned): the kernel's name
 *
 * A field of an event's message.
 */
typedef struct
{
  guint number;
  char type;
  char *name;
} TvKernelField;

/**
 * TvKernelFormPart:
 * @how: letter of a field's form, as in kernel-events.def; `=` for a literal, `i` for a signed number, `s` for
 *   text, `?` for the start and `.` for the end of an optional part
 * @number: field number
 * @other: field number of the alternative, or 0
 * @literal: (owned): text of a literal
 *
 * A part of the text that the kernel prints.
 */
typedef struct
{
  char how;
  guint number;
  guint other;
  char *literal;
} TvKernelFormPart;

/**
 * TvKernelEvent:
 * @name: (owned): the kernel's name
 * @is_mark: whether the text is a mark
 * @has_symbols: whether the text depends on the names of functions
 * @fields: #TvKernelField
 * @form: (nullable): #TvKernelFormPart; %NULL for NAME=VALUE after NAME=VALUE
 * @driver_mark: (nullable): #TvKernelFormPart for kind, pid, name, value and begin of a driver's mark; @how of the
 *   kind is `#` for numbers
 *
 * An event that a recorder stores as a message.
 */
typedef struct
{
  char *name;
  gboolean is_mark;
  gboolean has_symbols;
  GArray *fields;
  GArray *form;
  GArray *driver_mark;
} TvKernelEvent;

/* Recorders that number events and fields. */
typedef enum
{
  TV_KERNEL_RECORDER_PERFETTO,
  TV_KERNEL_RECORDER_HTRACE,
  TV_N_KERNEL_RECORDERS,
} TvKernelRecorder;

TvFtraceEvent        tv_ftrace_event_lookup       (TvSpan           name);
const char          *tv_ftrace_event_name         (TvFtraceEvent    event);
TvFtraceCategory     tv_ftrace_event_get_category (TvFtraceEvent    event);
const TvKernelEvent *tv_kernel_event_find         (TvKernelRecorder recorder,
                                                   guint            number);
TvKernelEvent       *tv_kernel_event_new          (const char      *name);
void                 tv_kernel_event_free         (TvKernelEvent   *self);
void                 tv_kernel_event_add_field    (TvKernelEvent   *self,
                                                   guint            number,
                                                   const char      *name,
                                                   char             type);

G_END_DECLS
