/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/format.h"
#include "formats/load.h"

/* Several files as one trace. Their clocks are tied first, by what the files tell of them:
 *
 *     file ─▶ format ─▶ clock ─┐
 *     file ─▶ format ─▶ clock ─┴▶ TvClocks ─▶ offsets ─▶ one builder
 */

typedef struct
{
  TvTimedInput *files;
  const TvFormat **formats;
  guint *domains;
  gint64 *times;         /* of each, on its own clock */
  gint64 *uncertainties; /* of the offsets, in ns */
  guint n;
} Together;

static void
together_clear (Together *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      tv_input_free (self->files[i].input);
      g_free ((char *) self->files[i].name);
    }
  g_free (self->files);
  g_free (self->formats);
  g_free (self->domains);
  g_free (self->times);
  g_free (self->uncertainties);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Together, together_clear)

static gboolean
open_files (Together *self, const char *const *paths, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      TvTimedInput *file = &self->files[i];

      file->name = tv_input_dup_display_name (paths[i]);
      file->input = tv_input_open (paths[i], cancellable, error);
      if (file->input == NULL)
        return FALSE;
      if (!tv_input_load (file->input, cancellable, error) ||
          !tv_input_unpack (file->input, tv_format_is_sure, cancellable, error))
        {
          g_prefix_error (error, "%s: ", file->name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
find_formats (Together *self, GError **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      const TvFormat *format = tv_format_find (self->files[i].input, TV_CONFIDENCE_SURE, NULL);

      self->formats[i] = format;
      if (format == NULL)
        {
          tv_format_set_unknown (self->files[i].input, error);
          g_prefix_error (error, "%s: ", self->files[i].name);
          return FALSE;
        }
      if (format->read_together != NULL && format == self->formats[0])
        continue;
      g_set_error (error, TV_ERROR, TV_ERROR_UNTIED_CLOCKS,
                   _("%s and %s cannot be put on one timeline: only logs of one format can, and "
                     "these are “%s” and “%s”"),
                   self->files[0].name, self->files[i].name, _ (self->formats[0]->title),
                   _ (format->title));
      return FALSE;
    }
  return TRUE;
}

static void
set_untied (const Together *self, const TvClocks *clocks, guint i, GError **error)
{
  const char *first = tv_clocks_get_name (clocks, self->domains[0]);
  const char *other = tv_clocks_get_name (clocks, self->domains[i]);

  g_set_error (
      error, TV_ERROR, TV_ERROR_UNTIED_CLOCKS,
      _("%s and %s cannot be put on one timeline: the clock of the first is %s, that of the "
        "other %s, and nothing (trace_event_clock_sync) ties them"),
      self->files[0].name, self->files[i].name, first != NULL ? first : _("not stated"),
      other != NULL ? other : _("not stated"));
}

/* The builder's clock is that of the first file. */
static gboolean
tie_clocks (Together *self, GError **error)
{
  g_autoptr (TvClocks) clocks = tv_clocks_new ();

  for (guint i = 0; i < self->n; i++)
    self->domains[i] = self->formats[i]->read_clock (self->files[i].input, clocks, &self->times[i]);
  for (guint i = 1; i < self->n; i++)
    {
      TvClockTime time;

      if (!tv_clocks_convert (clocks, self->domains[i], self->times[i], self->domains[0], &time))
        {
          set_untied (self, clocks, i, error);
          return FALSE;
        }
      self->files[i].offset_ns = time.ts - self->times[i];
      self->uncertainties[i] = time.uncertainty;
    }
  return TRUE;
}

/**
 * tv_load_together:
 * @paths: (array length=n): names of files
 * @n: how many, at least 1
 * @progress: (nullable): as for tv_load()
 * @progress_data: for @progress
 * @cancellable: (nullable): to stop it
 * @error: set in the domain %TV_ERROR: %TV_ERROR_UNTIED_CLOCKS with why, if nothing ties a file's
 *   clock to that of the first; the message names the file
 *
 * Reads several files into one trace, whose times are those of the first file's clock. Threads and
 * processes with the same number are one: that the files are of one device and one boot is what the
 * caller says. Which file is how much later, and how sure that is, is in the trace's metadata
 * (`file-N`, `file-N-offset-ns`, `file-N-uncertainty-ns`), and each problem that has a place names
 * its file.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_together (const char *const *paths,
                  guint n,
                  TvLoadProgress progress,
                  gpointer progress_data,
                  GCancellable *cancellable,
                  GError **error)
{
  g_auto (Together) together = { .files = g_new0 (TvTimedInput, n),
                                 .formats = g_new0 (const TvFormat *, n),
                                 .domains = g_new0 (guint, n),
                                 .times = g_new0 (gint64, n),
                                 .uncertainties = g_new0 (gint64, n),
                                 .n = n };
  TvReadContext context = { .progress = progress,
                            .progress_data = progress_data,
                            .cancellable = cancellable,
                            .thread = g_thread_self () };

  g_return_val_if_fail (n > 0, NULL);
  if (n == 1)
    return tv_load (paths[0], progress, progress_data, cancellable, error);
  if (!open_files (&together, paths, cancellable, error) || !find_formats (&together, error) ||
      !tie_clocks (&together, error))
    return NULL;
  return tv_format_load_together (together.formats[0], together.files, n, together.uncertainties,
                                  &context, error);
}
