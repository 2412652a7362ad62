/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/kit/weight-labels.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "paint/kit/weight-format.h"
#include "ui/kit/number-format.h"

/* Called by the columns of views with samples, and by the details. Descriptions are interned strings, which are never
 * freed. Otherwise pure. */

/* Returns: (transfer full): the formatted weight without its unit; times are in ms */
char *
tv_weight_format_in_column (TvWeightUnit unit, gint64 weight)
{
  return unit == TV_WEIGHT_NS ? tv_format_ms (weight)
                              : tv_decimal_format (weight, tv_weight_unit_get_digits (unit));
}

/* Returns: (transfer none): the untranslated header of a column of weights, including the unit */
const char *
tv_weight_unit_get_title (TvWeightUnit unit)
{
  static const char *const titles[] = {
    [TV_WEIGHT_COUNT] = N_("Weight"),
    [TV_WEIGHT_NS] = N_("Weight ms"),
    [TV_WEIGHT_BYTES] = N_("Weight bytes"),
  };

  g_return_val_if_fail (unit < TV_N_WEIGHT_UNITS, NULL);
  return titles[tv_weight_unit_get_base (unit)];
}

/**
 * tv_weight_dup_title:
 * @trace: a trace
 * @kind: a kind of samples in @trace
 * @is_exclusive: whether the weights are exclusive instead of inclusive
 *
 * Returns: (transfer full): the translated header of a column of weights, including the unit
 */
char *
tv_weight_dup_title (TvTrace *trace, guint32 kind, gboolean is_exclusive)
{
  const char *noun = tv_weight_get_noun (trace, kind);

  /* Translators: a header: “inclusive” or “exclusive”, and the unit, such as “Incl ms” or “Excl cycles” */
  return is_exclusive ? g_strdup_printf (_("Excl %s"), noun) : g_strdup_printf (_("Incl %s"), noun);
}

/**
 * tv_weight_intern_description:
 * @format: description of a column, marked with N_(); the first %s is replaced with the event, the second with the
 *   unit
 * @trace: a trace
 * @kind: a kind of samples in @trace
 *
 * Returns: (transfer none): the translated description, as an interned string
 */
const char *
tv_weight_intern_description (const char *format, TvTrace *trace, guint32 kind)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autoptr (GString) text = g_string_new (_ (format));

  g_return_val_if_fail (kind < stacks->n_kinds, NULL);
  /* printf() is not used, because the compiler cannot check a translated format. */
  g_string_replace (text, "%s", tv_trace_get_string (trace, stacks->kinds[kind].name), 1);
  g_string_replace (text, "%s", tv_weight_get_noun (trace, kind), 1);
  return g_intern_string (text->str);
}
