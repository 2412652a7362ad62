/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/together.h"

G_BEGIN_DECLS

/* A larger uncertainty than this is marked. */
#define TV_TOGETHER_UNSURE_NS (10 * G_GINT64_CONSTANT (1000000))

static inline gboolean
tv_together_file_is_unsure (const TvTogetherFile *file)
{
  return file->is_tied && file->uncertainty_ns > TV_TOGETHER_UNSURE_NS;
}

/* The uncertainty with two figures, rounded up: it is not known better. */
static inline gint64
tv_together_file_get_uncertainty (const TvTogetherFile *file)
{
  gint64 step = 1;

  while (file->uncertainty_ns / step >= 100)
    step *= 10;
  return (file->uncertainty_ns + step - 1) / step * step;
}

GtkWidget *tv_together_row_new (const TvTogetherFile *file,
                                guint                 place);

G_END_DECLS
