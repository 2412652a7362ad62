/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"

#include <glib/gi18n.h>

/* The error domain of readers, analyses and exports, and a shortcut for cancelled operations. No state. */

G_DEFINE_QUARK (tv-error-quark, tv_error)

/**
 * tv_error_set_cancelled:
 * @error: (nullable): receives the error
 *
 * Sets %TV_ERROR_CANCELLED.
 *
 * Returns: %FALSE, so that the caller can return the result directly
 */
gboolean
tv_error_set_cancelled (GError **error)
{
  g_set_error_literal (error, TV_ERROR, TV_ERROR_CANCELLED, _("Cancelled"));
  return FALSE;
}
