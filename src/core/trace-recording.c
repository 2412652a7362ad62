/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/recording.h"

/* Names of the recording enumerations in tables. Called by tables/recording-tables.c. Pure. */

/* Returns the name of the severity in Perfetto's tables. */
const char *
tv_stat_severity_name (TvStatSeverity severity)
{
  static const char *const names[] = { "info", "notice", "data_loss", "error" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_STAT_SEVERITIES);
  g_return_val_if_fail (severity < TV_N_STAT_SEVERITIES, NULL);
  return names[severity];
}
