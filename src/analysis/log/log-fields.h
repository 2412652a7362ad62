/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/event-tags.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvLogField:
 * @line: the log line
 * @place: which of its fields, from 0
 * @field: what it is called, and where its value is in the line's text
 *
 * A field of a record of Android's event log, see core/event-tags.h.
 */
typedef struct
{
  guint32 line;
  guint place;
  TvEventField field;
} TvLogField;

GArray *tv_log_fields_new (TvTrace           *trace,
                           const TvSelection *selection,
                           GCancellable      *cancellable,
                           GError           **error);

G_END_DECLS
