/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Track events become records: slices, instants, values and flows. Recorders before 2021 use phases like Chrome's
 * JSON traces. */

/**
 * TvPerfettoPlainEvent:
 * @is_plain: whether the members below contain the whole event, apart from its arguments
 * @are_args_plain: whether @n_args arguments are all that it has
 * @type: TrackEvent.type
 * @uuid: id of its track, if @has_uuid
 * @name_iid: id of its name, or 0
 * @category_iid: id of its category, if @has_category
 * @value: value of its counter, if @has_value; bits of a double, if @has_double
 * @has_args: whether it has arguments or flows
 * @first_arg: first of its plain arguments
 * @n_args: number of these
 *
 * A TrackEvent with only the most frequent fields.
 */
typedef struct
{
  gboolean is_plain;
  gboolean are_args_plain;
  guint type;
  gboolean has_uuid;
  guint64 uuid;
  guint64 name_iid;
  guint64 category_iid;
  gboolean has_category;
  gboolean has_value;
  guint64 value;
  gboolean has_double;
  gboolean has_args;
  guint first_arg;
  guint n_args;
} TvPerfettoPlainEvent;

void tv_perfetto_plain_event_parse (TvSpan                  message,
                                    GArray                 *args,
                                    TvPerfettoPlainEvent   *out);
void tv_perfetto_take_track_event (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);

G_END_DECLS
