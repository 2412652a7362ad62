/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/service-forms.h"
#include "formats/text/text.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/report/report-summary.h"

/* Reads plain text files in a folder, an archive or a bug report. Rejects a text file that is opened on its own,
 * because other programs are more suitable, unless the user opens it as text. Entry point: tv_format_text, the
 * TV_FALLBACK_FORMAT. */

#define PROBE_BYTES 4096
#define ESCAPE      0x1b /* start of a colour sequence */

static TvConfidence
probe (TvInput *input)
{
  gsize size = MIN (input->prefix_size, PROBE_BYTES);
  const char *text = (const char *) input->prefix, *end;

  if (!input->is_member || size == 0)
    return TV_CONFIDENCE_NONE;
  for (gsize i = 0; i < size; i++)
    if ((guint8) text[i] < ' ' && !g_ascii_isspace (text[i]) && text[i] != ESCAPE)
      return TV_CONFIDENCE_NONE;
  /* The last character may be cut off. */
  return g_utf8_validate_len (text, size, &end) || end + 4 > text + size ? TV_CONFIDENCE_WEAK
                                                                         : TV_CONFIDENCE_NONE;
}

/**
 * tv_text_read:
 * @input: a text file
 * @builder: builder that receives the text, and a summary if the text is the output of a supported service
 * @context: only @cancellable is used
 * @error: set in the domain %TV_ERROR
 *
 * Reads a text file.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_text_read (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  g_autofree char *summary = NULL;
  guint32 title = TV_NONE, reported = TV_NONE;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  summary = tv_report_dup_summary ((TvSpan){ (const char *) input->data, input->size });
  if (input->name != NULL)
    title = tv_trace_builder_intern (builder, input->name, -1);
  if (summary != NULL)
    reported = tv_trace_builder_intern (builder, summary, -1);
  tv_service_forms_check (builder, (TvSpan){ (const char *) input->data, input->size });
  if (tv_trace_builder_add_whole_text (builder, input->bytes, title, reported))
    return TRUE;
  g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                       _("the text is too large (4 GB or "
                         "more)"));
  return FALSE;
}

const TvFormat tv_format_text = {
  .id = "text",
  .title = N_("Text"),
  .probe = probe,
  .read = tv_text_read,
  .subject = TV_CONTENT_STATE,
};
