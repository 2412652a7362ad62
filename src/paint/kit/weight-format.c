/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/weight-format.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/calls/call-paths.h"
#include "core/time-format.h"

/* Formats weights of samples, and names their units. Used by flame graphs, call graphs, the properties panes and the
 * reports of the command line. Pure. */

static char *
format_in (TvWeightUnit unit, gint64 weight)
{
  switch (unit)
    {
    case TV_WEIGHT_NS:
      return tv_time_format (weight);
    case TV_WEIGHT_BYTES:
      return tv_size_format ((double) weight);
    case TV_WEIGHT_COUNT:
    case TV_WEIGHT_TENTHS:
    case TV_N_WEIGHT_UNITS:
    default:
      return tv_decimal_format (weight, tv_weight_unit_get_digits (unit));
    }
}

/* Returns a plural noun for counts of @event, such as "cycles"; "events" if the name contains no known word; NULL for
 * generic names such as "weight". */
static const char *
find_noun (const char *event)
{
  static const struct
  {
    const char *part;
    const char *noun;
  } event_names[] = {
    { "cycles", N_("cycles") },         { "instructions", N_("instructions") },
    { "misses", N_("misses") },         { "references", N_("references") },
    { "faults", N_("faults") },         { "switch", N_("switches") },
    { "migrations", N_("migrations") }, { "samples", N_("samples") },
    { "objects", N_("objects") },       { "alloc", N_("allocations") },
  };
  static const char *const units_unknown[] = { "weight", "before", "after" };

  for (guint i = 0; i < G_N_ELEMENTS (units_unknown); i++)
    if (event == NULL || g_str_equal (event, units_unknown[i]))
      return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (event_names); i++)
    if (strstr (event, event_names[i].part) != NULL)
      return _ (event_names[i].noun);
  return _("events");
}

/**
 * tv_weight_get_counted:
 * @kind: a kind of samples
 *
 * Returns: (transfer none) (nullable): plural noun for the counted events, such as “cycles”; %NULL if weights are
 * times or bytes, or if the events are unknown
 */
const char *
tv_weight_get_counted (TvTrace *trace, guint32 kind)
{
  const TvSampleKind *info = &tv_trace_get_stacks (trace)->kinds[kind];

  return tv_weight_unit_get_base (info->unit) == TV_WEIGHT_COUNT
             ? find_noun (tv_trace_get_string (trace, info->name))
             : NULL;
}

/**
 * tv_weight_get_noun:
 * @kind: a kind of samples
 *
 * Returns: (transfer none): the unit for column headings, such as “ms”, “bytes” or “cycles”; “weight” if unknown
 */
const char *
tv_weight_get_noun (TvTrace *trace, guint32 kind)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const char *counted;

  g_return_val_if_fail (kind < stacks->n_kinds, NULL);
  if (stacks->kinds[kind].unit == TV_WEIGHT_NS)
    return _("ms");
  if (stacks->kinds[kind].unit == TV_WEIGHT_BYTES)
    return _("bytes");
  counted = tv_weight_get_counted (trace, kind);
  return counted != NULL ? counted : _("weight");
}

/**
 * tv_weight_format:
 * @source: a kind of samples, or %TV_CALLS_OF_SLICES for times in ns
 * @weight: weight of samples, or time in ns
 *
 * Returns: (transfer full): the weight with its unit
 */
char *
tv_weight_format (TvTrace *trace, guint32 source, gint64 weight)
{
  g_autofree char *text = NULL;
  const char *counted;

  if (source == TV_CALLS_OF_SLICES)
    return tv_time_format (weight);
  text = format_in (tv_trace_get_stacks (trace)->kinds[source].unit, weight);
  counted = tv_weight_get_counted (trace, source);
  return counted != NULL ? g_strdup_printf ("%s\302\240%s", text, counted)
                         : g_steal_pointer (&text);
}
