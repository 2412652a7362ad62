/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/multi-file.h"

G_BEGIN_DECLS

/* Uncertainty in ns above which a file is highlighted and a warning is shown. */
#define TV_MULTI_FILE_UNSURE_NS (10 * G_GINT64_CONSTANT (1000000))

static inline gboolean
tv_multi_file_member_is_unsure (const TvMultiFileMember *file)
{
  return file->is_synchronized && file->uncertainty_ns > TV_MULTI_FILE_UNSURE_NS;
}

/* Returns the uncertainty in ns, rounded up to two significant digits. */
static inline gint64
tv_multi_file_member_get_uncertainty (const TvMultiFileMember *file)
{
  gint64 step = 1;

  while (file->uncertainty_ns / step >= 100)
    step *= 10;
  return (file->uncertainty_ns + step - 1) / step * step;
}

GtkWidget *tv_multi_file_row_new (const TvMultiFileMember *file,
                                guint                 index);

G_END_DECLS
