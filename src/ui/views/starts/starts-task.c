/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds app starts with their phases, reasons and slices (analysis/system/), in a worker of the Starts view. Results
 * are immutable. The main thread makes the tables of a start from the result. */

#include "ui/views/starts/starts-task.h"

#include "tables/range-table.h"

void
tv_starts_found_free (TvStartsFound *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->starts, g_array_unref);
  g_clear_pointer (&self->phases, g_array_unref);
  g_clear_pointer (&self->reasons, g_array_unref);
  g_clear_pointer (&self->slices, g_array_unref);
  g_clear_object (&self->table);
  g_free (self->missing);
  g_free (self);
}

static gpointer
find_starts (gpointer trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvStartsFound) self = g_new0 (TvStartsFound, 1);

  if ((self->starts = tv_app_starts_new (trace, NULL, cancellable, error)) == NULL ||
      (self->phases = tv_app_start_phases_new (trace, NULL, cancellable, error)) == NULL ||
      (self->reasons = tv_app_start_reasons_new (trace, NULL, cancellable, error)) == NULL ||
      (self->slices = tv_app_start_slices_new (trace, NULL, cancellable, error)) == NULL)
    return NULL;
  self->table = tv_range_table_new_of (&tv_app_start_table, trace, g_array_ref (self->starts));
  if (self->starts->len == 0)
    self->missing = tv_app_starts_dup_missing (trace);
  return g_steal_pointer (&self);
}

const TvWork tv_starts_work = { find_starts, g_object_unref,
                                (GDestroyNotify) tv_starts_found_free };

/* Returns: row of the longest start, or %TV_NONE */
guint32
tv_starts_found_get_longest (const TvStartsFound *self)
{
  gint64 longest_ns = -1;
  guint32 row = TV_NONE;

  for (guint i = 0; i < self->starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (self->starts, TvAppStart, i);

      if (start->end - start->ts > longest_ns)
        {
          longest_ns = start->end - start->ts;
          row = i;
        }
    }
  return row;
}

/* Returns: (transfer full): a table of the phases of a start */
TvTable *
tv_starts_found_new_phases (const TvStartsFound *self, TvTrace *trace, guint32 row)
{
  guint32 start = g_array_index (self->starts, TvAppStart, row).id;
  GArray *phases = g_array_new (FALSE, FALSE, sizeof (TvAppStartPhase));

  for (guint i = 0; i < self->phases->len; i++)
    if (g_array_index (self->phases, TvAppStartPhase, i).start == start)
      g_array_append_vals (phases, &g_array_index (self->phases, TvAppStartPhase, i), 1);
  return tv_range_table_new_of (&tv_app_start_phase_table, trace, phases);
}

/* Returns: (transfer full): a table of the main thread's time during a start, by reason and state */
TvTable *
tv_starts_found_new_reasons (const TvStartsFound *self, TvTrace *trace, guint32 row)
{
  guint32 start = g_array_index (self->starts, TvAppStart, row).id;
  GArray *reasons = g_array_new (FALSE, FALSE, sizeof (TvAppStartReason));

  for (guint i = 0; i < self->reasons->len; i++)
    if (g_array_index (self->reasons, TvAppStartReason, i).start == start)
      g_array_append_vals (reasons, &g_array_index (self->reasons, TvAppStartReason, i), 1);
  return tv_range_table_new_of (&tv_app_start_reason_table, trace, reasons);
}

/* Returns: (transfer full): a table of the longest slices of a start */
TvTable *
tv_starts_found_new_slices (const TvStartsFound *self, TvTrace *trace, guint32 row)
{
  guint32 start = g_array_index (self->starts, TvAppStart, row).id;
  GArray *slices = g_array_new (FALSE, FALSE, sizeof (TvAppStartSlice));

  for (guint i = 0; i < self->slices->len; i++)
    if (g_array_index (self->slices, TvAppStartSlice, i).start == start)
      g_array_append_vals (slices, &g_array_index (self->slices, TvAppStartSlice, i), 1);
  return tv_range_table_new_of (&tv_app_start_slice_table, trace, slices);
}
