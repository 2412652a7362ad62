/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/event-tags.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvLogField:
 * @line: index of the log line
 * @index: index of the field, from 0
 * @field: name of the field, and offset of its value in the text of the line
 *
 * A field of a record in Android's event log, see core/event-tags.h.
 */
typedef struct
{
  guint32 line;
  guint index;
  TvEventField field;
} TvLogField;

GArray *tv_log_fields_new (TvTrace           *trace,
                           const TvSelection *selection,
                           GCancellable      *cancellable,
                           GError           **error);

G_END_DECLS
