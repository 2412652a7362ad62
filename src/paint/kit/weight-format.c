/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/weight-format.h"

#include <glib/gi18n.h>

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
