/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/weight-format.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/time-format.h"

/* Returns: (transfer full): a weight with its unit; a count is a number */
char *
tv_weight_format (TvWeightUnit unit, gint64 weight)
{
  switch (unit)
    {
    case TV_WEIGHT_NS:
      return tv_time_format (weight);
    case TV_WEIGHT_BYTES:
      return weight >= 0 ? g_format_size ((guint64) weight) : tv_count_format (weight);
    case TV_WEIGHT_COUNT:
    case TV_N_WEIGHT_UNITS:
    default:
      return tv_count_format (weight);
    }
}

/* What is counted by events of which the name tells it; NULL for what nobody knows the unit of. */
static const char *
get_counted (const char *event)
{
  static const struct
  {
    const char *part;
    const char *noun;
  } words[] = {
    { "cycles", N_("cycles") },         { "instructions", N_("instructions") },
    { "misses", N_("misses") },         { "references", N_("references") },
    { "faults", N_("faults") },         { "switch", N_("switches") },
    { "migrations", N_("migrations") }, { "samples", N_("samples") },
    { "objects", N_("objects") },       { "alloc", N_("allocations") },
  };

  if (event == NULL || g_str_equal (event, "weight"))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (event, words[i].part) != NULL)
      return _ (words[i].noun);
  return _("events");
}

/**
 * tv_weight_get_noun:
 * @trace: a trace
 * @kind: a kind of its samples
 *
 * Returns: (transfer none): what weights of the kind are shown in where a heading says it once for all: “ms”, “bytes”,
 *   “cycles”; “weight” where nobody knows
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
  counted = get_counted (tv_trace_get_string (trace, stacks->kinds[kind].name));
  return counted != NULL ? counted : _("weight");
}

/* Returns: (transfer full): a weight of a kind of samples with its unit, also where that is a number of something */
char *
tv_weight_format_of (TvTrace *trace, guint32 kind, gint64 weight)
{
  const TvSampleKind *info = &tv_trace_get_stacks (trace)->kinds[kind];
  g_autofree char *text = tv_weight_format (info->unit, weight);
  const char *counted = get_counted (tv_trace_get_string (trace, info->name));

  if (info->unit != TV_WEIGHT_COUNT || counted == NULL)
    return g_steal_pointer (&text);
  return g_strdup_printf ("%s\302\240%s", text, counted);
}
