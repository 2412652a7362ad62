/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/foreign.h"

static const TvFormat *const formats[] = {
  &tv_format_method_trace,
  &tv_format_long_method_trace,
  &tv_format_ftrace,
};

/**
 * tv_format_find_by_head:
 * @source: a file
 *
 * Returns: (transfer none) (nullable): the format that reads it through windows
 */
const TvFormat *
tv_format_find_by_head (const TvSource *source)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->reads_windows != NULL && formats[i]->reads_windows (source))
      return formats[i];
  return NULL;
}

/**
 * tv_format_recognize:
 * @source: a file in memory
 * @error: set to %TV_ERROR_NOT_A_TRACE, with what the file seems to be and what can be read
 *
 * Returns: (transfer none) (nullable): the format of its content
 */
const TvFormat *
tv_format_recognize (const TvSource *source, GError **error)
{
  g_autoptr (GString) readable = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->recognize (source))
      return formats[i];

  readable = g_string_new (NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    g_string_append_printf (readable, "%s%s", i > 0 ? ", " : "", _ (formats[i]->name));
  g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
               _("This looks like %s. What can be opened here: %s."),
               tv_foreign_describe (source->data, source->size), readable->str);
  return NULL;
}

/**
 * tv_read_context_tell:
 * @self: what a reader was given
 * @builder: its builder
 *
 * Lists what was odd about the file itself. To be called once, when all is read.
 */
void
tv_read_context_tell (const TvReadContext *self, TvTraceBuilder *builder)
{
  if (self->is_cut)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_CONTAINER, -1);
  if (self->has_changed || tv_source_has_changed (self->source))
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CHANGED_FILE, -1);
}

/**
 * tv_read_context_step:
 * @self: what a reader was given
 * @fraction: how much is done, 0 … 1
 * @error: set to %TV_ERROR_CANCELLED
 *
 * To be called about a hundred times while a file is read; on any thread, but progress is told on
 * the loading thread only.
 *
 * Returns: whether to go on
 */
gboolean
tv_read_context_step (const TvReadContext *self, double fraction, GError **error)
{
  if (g_cancellable_is_cancelled (self->cancellable))
    return tv_error_set_cancelled (error);
  if (self->progress != NULL && g_thread_self () == self->thread)
    self->progress (fraction, self->progress_data);
  return TRUE;
}
