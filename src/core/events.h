/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-column.h"
#include "core/memory/time-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Raw events: the lines or records of a trace file. */

/**
 * TvMessageField:
 * @name: name of the field in the message
 * @type: type of the value: i for a signed and u for an unsigned integer, d for a real number, s for text
 * @number: value if @type is i or u
 * @real: value if @type is d
 * @text: value if @type is s; not NUL-terminated, possibly invalid UTF-8
 * @size: size of @text in bytes
 *
 * A field of an event that is stored as a message.
 */
typedef struct
{
  const char *name;
  char type;
  guint64 number;
  double real;
  const char *text;
  gsize size;
} TvMessageField;

typedef void (*TvMessageFieldFunc) (const TvMessageField *field, gpointer data);

/**
 * TvEventRenderer:
 * @render: appends the text of a message to @text; may be called on any thread
 * @list: calls @func for each field of a message, in the order of the message
 * @data: (owned) (nullable): first argument of @render and @list
 * @destroy: (nullable): frees @data
 *
 * Renders payloads that are messages instead of text. The reader of the file defines the encoding of its messages.
 */
typedef struct
{
  void (*render) (gconstpointer data, const char *message, gsize size, GString *text);
  void (*list) (gconstpointer data,
                const char *message,
                gsize size,
                TvMessageFieldFunc func,
                gpointer user_data);
  gpointer data;
  GDestroyNotify destroy;
} TvEventRenderer;

/**
 * TvEvents:
 * @ts: timestamps in ns, sorted
 * @cpu: the CPU
 * @utid: the thread
 * @text: row of the payload; equal payloads are stored once
 * @text_name: per payload: string id of the tracepoint's name, see tv_events_get_name()
 * @text_is_shown: per payload: whether slices or counters show its whole content, see tv_events_is_shown()
 * @text_kind: (nullable): per payload: number of the renderer of a message; 0 for text
 *
 * All raw events of a trace. tv_trace_get_event_args() returns the payload of an event.
 */
typedef struct
{
  guint32 n;
  TvTimeColumn ts;
  TvIdColumn cpu;
  TvIdColumn utid;
  TvIdColumn text;
  const guint32 *text_name;
  const guint8 *text_is_shown;
  const guint8 *text_kind;
} TvEvents;

/* Returns the string id of the event's name. */
static inline guint32
tv_events_get_name (const TvEvents *self, guint32 event)
{
  return self->text_name[tv_id_column_get (&self->text, event)];
}

/* Returns whether slices or counters show the whole content of the event, for example because the event begins a
 * slice. */
static inline gboolean
tv_events_is_shown (const TvEvents *self, guint32 event)
{
  return self->text_is_shown[tv_id_column_get (&self->text, event)] != 0;
}

G_END_DECLS
