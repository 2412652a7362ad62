/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

#include "core/trace-builder-smaps.h"

/* Regions of the memory of processes. */

void
tv_trace_builder_init_smaps (TvTraceBuilder *self)
{
  self->smaps = g_array_new (FALSE, FALSE, sizeof (TvSmapsEntry));
}

void
tv_trace_builder_clear_smaps (TvTraceBuilder *self)
{
  g_array_unref (self->smaps);
}

/* Adds a region, of which the strings are known. */
void
tv_trace_builder_add_smaps_entry (TvTraceBuilder *self, const TvSmapsEntry *entry)
{
  if (tv_trace_builder_has_row (self, self->smaps))
    g_array_append_vals (self->smaps, entry, 1);
}

/* By time, those of one time as they were told. */
void
tv_trace_builder_lay_out_smaps (TvTraceBuilder *self)
{
  guint32 n = self->smaps->len;
  g_autofree guint32 *order = NULL;
  TvSmapsEntry *rows = g_new (TvSmapsEntry, n);

  order = tv_trace_builder_order_rows (self->smaps, G_STRUCT_OFFSET (TvSmapsEntry, ts));
  for (guint32 i = 0; i < n; i++)
    rows[i] = g_array_index (self->smaps, TvSmapsEntry, order[i]);
  self->trace->smaps = rows;
  self->trace->n_smaps = n;
}
