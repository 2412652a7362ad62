/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/span.h"

G_BEGIN_DECLS

/* Kernel events, as declared in kernel-events.def. An event has a type if it has a handler, and fields and a text
 * format if a recorder stores it as a message. Events from tv_kernel_event_find() are static. For events that a trace
 * itself describes, tv_kernel_event_new() creates a description, which the caller owns. */

/**
 * TvFtraceEvent:
 * @TV_FTRACE_EVENT_OTHER: any event without a handler
 *
 * Types of events that have a handler. %TV_FTRACE_EVENT_MARK has several names. %TV_FTRACE_EVENT_FUNCTION and
 * %TV_FTRACE_EVENT_FUNCGRAPH_ENTRY come from the function and function_graph tracers.
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
 * Handlers of events. Most of them have their own file, ftrace-handlers-*.c.
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
  TV_FTRACE_CATEGORY_MARK,
  TV_FTRACE_CATEGORY_POWER,
  TV_FTRACE_CATEGORY_QUEUE,
  TV_FTRACE_CATEGORY_SCHED,
  TV_FTRACE_CATEGORY_TRACK,
} TvFtraceCategory;

/**
 * TvKernelField:
 * @number: field number in the message
 * @type: letter of the type, see kernel-events.def
 * @name: (owned): the field's name in the kernel
 *
 * A field in the message of an event.
 */
typedef struct
{
  guint number;
  char type;
  char *name;
} TvKernelField;

/**
 * TvKernelFormPart:
 * @how: letter of the field's form, see kernel-events.def; or `=` for a literal, `i` for a signed number, `s` for
 *   text, `?` for the start and `.` for the end of an optional part
 * @number: field number
 * @other: field number of the alternative, or 0
 * @literal: (owned): text of a literal
 *
 * A part of the form that describes the text of an event.
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
 * @name: (owned): the event's name in the kernel
 * @event: event type, which determines the handler; %TV_FTRACE_EVENT_OTHER if there is none
 * @is_mark: whether the text is a mark
 * @has_symbols: whether the text depends on the names of kernel functions
 * @fields: #TvKernelField
 * @form: (nullable): #TvKernelFormPart; %NULL for a sequence of NAME=VALUE
 * @members: (nullable): #TvKernelMember per field number; %NULL for an event that the trace itself describes
 * @driver_mark: (nullable): #TvKernelFormPart for kind, pid, name, value and begin of a driver's mark; @how of the
 *   kind is `#` for numbers
 *
 * Description of an event that a recorder stores as a message.
 */
typedef struct
{
  char *name;
  TvFtraceEvent event;
  gboolean is_mark;
  gboolean has_symbols;
  GArray *fields;
  GArray *form;
  GArray *members;
  GArray *driver_mark;
} TvKernelEvent;

/* Recorders that define the numbers of events and fields. */
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
