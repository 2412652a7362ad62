/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/smaps-part.h"

#include "core/builder/rows.h"
#include "core/trace-builder-smaps.h"
#include "core/trace-edit.h"

/* Memory regions of processes, from /proc/PID/smaps. Called by the Perfetto reader. The stage "memory regions" of
 * trace-builder.c moves the rows to the trace. */

struct _TvSmapsPart
{
  GArray *entries;     /* TvSmapsEntry; in the order in which they were added */
  guint first_of_file; /* first entry of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  self->smaps = g_new0 (TvSmapsPart, 1);
  self->smaps->entries = g_array_new (FALSE, FALSE, sizeof (TvSmapsEntry));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->smaps->entries);
  g_clear_pointer (&self->smaps, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->smaps->first_of_file = self->smaps->entries->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_rows_shift (self->smaps->entries, self->smaps->first_of_file,
                 G_STRUCT_OFFSET (TvSmapsEntry, ts), offset_ns);
}

const TvBuilderPart tv_builder_smaps = { init, clear, begin_file, end_file };

/* Adds a memory region. */
void
tv_trace_builder_add_smaps_entry (TvTraceBuilder *self, const TvSmapsEntry *entry)
{
  if (tv_trace_builder_has_row (self, self->smaps->entries))
    g_array_append_vals (self->smaps->entries, entry, 1);
}

/* Moves the regions to the trace, sorted by time; the sort is stable. */
void
tv_trace_builder_lay_out_smaps (TvTraceBuilder *self)
{
  guint32 n = self->smaps->entries->len;
  g_autofree guint32 *order = NULL;
  TvSmapsEntry *rows = g_new (TvSmapsEntry, n);

  order = tv_rows_order (self->smaps->entries, G_STRUCT_OFFSET (TvSmapsEntry, ts));
  for (guint32 i = 0; i < n; i++)
    rows[i] = g_array_index (self->smaps->entries, TvSmapsEntry, order[i]);
  tv_trace_take_smaps (self->trace, rows, n);
}
