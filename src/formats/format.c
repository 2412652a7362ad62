/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/unsupported.h"
#include "formats/input/layer.h"
#include "formats/input/unpack.h"

/* The registry of formats, and the detection of a file's format by content. Used mainly by load.c, bundle.c,
 * multi-file.c and cut.c. The array of formats is constant. If two formats are sure of a file, the first one in
 * TV_FORMATS is chosen. tv_format_unwrap() replaces the content of the input, so a file is unwrapped once, before it
 * is read. The input stores the detected format, so each file is probed once. */

/* Number of bytes that are searched for a line prefix. */
#define PROBE_BYTES (64u * 1024)

#define ADDRESS(name) &tv_format_##name,

static const TvFormat *const formats[] = { TV_FORMATS (ADDRESS) };

const char *const tv_format_packed_patterns[] = { "*.gz", "*.html", "*.zip", NULL };

/**
 * tv_formats_get:
 * @n: (out): number of formats
 *
 * Returns: (transfer none): all supported formats
 */
const TvFormat *const *
tv_formats_get (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* Returns: (transfer none): the format that reads any text as plain text */
const TvFormat *
tv_format_get_fallback (void)
{
  return &TV_FALLBACK_FORMAT;
}

static gboolean
has_magic (const TvMagic *magic, const guint8 *prefix, gsize size)
{
  gsize end = MIN (size, (gsize) magic->offset + magic->range + magic->n_bytes);

  return end >= magic->offset + magic->n_bytes &&
         memmem (prefix + magic->offset, end - magic->offset, magic->bytes, magic->n_bytes) != NULL;
}

/**
 * tv_format_probe:
 * @input: a file, or its first bytes
 *
 * Returns: confidence that the input has this format
 */
TvConfidence
tv_format_probe (const TvFormat *self, TvInput *input)
{
  if (self->probe != NULL)
    return self->probe (input);
  for (guint i = 0; i < self->n_magics; i++)
    if (has_magic (&self->magics[i], input->prefix, input->prefix_size))
      return TV_CONFIDENCE_SURE;
  return TV_CONFIDENCE_NONE;
}

/**
 * tv_format_find:
 * @input: a file, or its first bytes
 * @confidence: required confidence
 * @after: (nullable): result of the previous call; %NULL to start with the first format
 *
 * Finds the next format whose probe returns exactly @confidence.
 *
 * Returns: (transfer none) (nullable): the format; %NULL if there are no more
 */
const TvFormat *
tv_format_find (TvInput *input, TvConfidence confidence, const TvFormat *after)
{
  gboolean is_behind = after == NULL;

  /* The probes of text formats would match the members of a tar archive. */
  if (tv_layer_is_tar (input->prefix, input->prefix_size))
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (is_behind && tv_format_probe (formats[i], input) == confidence)
        return formats[i];
      is_behind |= formats[i] == after;
    }
  return NULL;
}

/**
 * tv_format_is_sure:
 * @input: a file, or its first bytes
 *
 * Returns: whether any format is sure of the input
 */
gboolean
tv_format_is_sure (TvInput *input)
{
  return tv_format_find (input, TV_CONFIDENCE_SURE, NULL) != NULL;
}

/* Returns whether a line prefix may be stripped from text that is already in a known format. Readers of dumps and
 * crashes skip indentation only before some lines, so they would not recognize the remaining lines if all lines were
 * indented. */
static gboolean
may_strip (const TvFormat *known, const TvLinePrefix *prefix, const char *text, gsize size)
{
  if (tv_line_prefix_is_indent (prefix))
    return known->subject == TV_CONTENT_INCIDENT || known->subject == TV_CONTENT_STATE ||
           known->subject == TV_CONTENT_LOG;
  return known->subject != TV_CONTENT_LOG && !tv_line_prefix_is_loose (prefix) &&
         tv_line_prefix_is_on_first_line (prefix, text, size);
}

/* Finds the longest line prefix whose removal leaves text in a supported format. Does not strip the timestamps of
 * logs. @format: (out) (nullable): the format that is sure of the text without the prefix */
static void
find_prefix (TvInput *input, TvLinePrefix *found, const TvFormat **format)
{
  gsize size = MIN (input->prefix_size, PROBE_BYTES);
  const TvFormat *known = tv_format_find (input, TV_CONFIDENCE_SURE, NULL);
  TvLinePrefix prefix = { .n = 0 };
  g_autofree char *plain = NULL;

  *found = prefix;
  *format = known;
  if (memchr (input->prefix, '\0', size) != NULL)
    return;
  while (tv_line_prefix_extend (&prefix, (const char *) input->prefix, size))
    {
      TvInput stripped = { .fd = -1, .is_member = input->is_member };
      const TvFormat *inner;

      if (known != NULL && !may_strip (known, &prefix, (const char *) input->prefix, size))
        break;
      if (plain == NULL)
        plain = g_malloc (size + 1);
      stripped.prefix_size = tv_line_prefix_strip (&prefix, (const char *) input->prefix, size,
                                                   plain);
      stripped.prefix = (const guint8 *) plain;
      if (size == input->size)
        {
          stripped.data = stripped.prefix;
          stripped.size = stripped.prefix_size;
        }
      inner = tv_format_find (&stripped, TV_CONFIDENCE_SURE, NULL);
      if (inner != NULL && !(inner->is_loose && tv_line_prefix_has_time (&prefix)))
        {
          *found = prefix;
          *format = known = inner;
        }
    }
}

/**
 * tv_format_detect:
 * @input: a file, or its first bytes
 *
 * Probes the formats, unless the input already contains the result. Also detects text if another program added a
 * prefix to each line.
 *
 * Returns: (transfer none) (nullable): the format that is sure of the content
 */
const TvFormat *
tv_format_detect (TvInput *input)
{
  TvDetection *detection = &input->detection;
  const TvFormat *format;

  if (!detection->is_done)
    {
      find_prefix (input, &detection->prefix, &format);
      detection->format = format;
      detection->is_done = TRUE;
      g_log (TV_INPUT_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "%s: probed", tv_input_get_name (input));
    }
  return detection->format;
}

/**
 * tv_format_is_plain:
 * @input: a file, or its first bytes
 *
 * Returns: whether readers can read the input directly, without tv_format_unwrap()
 */
gboolean
tv_format_is_plain (TvInput *input)
{
  if (tv_encoding_needs_conversion (&input->encoding) ||
      tv_unpack_is_packed (input->prefix, input->prefix_size))
    return FALSE;
  tv_format_detect (input);
  return input->detection.prefix.n == 0;
}

/* Strips the prefix that another program added to each line, if a format recognizes the text without the prefix.
 * @format: (out) (nullable): the format that is sure of the text */
static gboolean
strip_prefix (TvInput *input, const TvFormat **format, GCancellable *cancellable, GError **error)
{
  *format = tv_format_detect (input);
  if (input->detection.prefix.n == 0)
    return TRUE;
  if (!tv_input_strip (input, &input->detection.prefix, cancellable, error))
    return FALSE;
  *format = tv_format_find (input, TV_CONFIDENCE_SURE, NULL);
  input->detection = (TvDetection){ .is_done = TRUE, .format = *format };
  return TRUE;
}

/**
 * tv_format_unwrap:
 * @input: a file
 * @format: (out) (nullable): the format that is sure of the content; %NULL for a file that is read as text
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message does not contain the file name
 *
 * Reads a file into memory. Decompresses it, unpacks archives, decodes text, and strips line prefixes that other
 * programs added.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_format_unwrap (TvInput *input,
                  const TvFormat **format,
                  GCancellable *cancellable,
                  GError **error)
{
  *format = NULL;
  return tv_input_load (input, cancellable, error) &&
         tv_input_unpack (input, tv_format_is_sure, cancellable, error) &&
         (input->is_text || strip_prefix (input, format, cancellable, error));
}

/**
 * tv_format_recognize:
 * @input: a file
 * @format: (out) (nullable): the format that is sure of the file
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message does not contain the file name
 *
 * Finds the format of a file. If a format is sure of the first bytes, the file is not loaded, so that the reader can
 * read it in pieces. All other files are loaded and unwrapped, and then probed again.
 *
 * Returns: %FALSE with @error if the file could not be read
 */
gboolean
tv_format_recognize (TvInput *input,
                     const TvFormat **format,
                     GCancellable *cancellable,
                     GError **error)
{
  *format = tv_format_is_plain (input) ? tv_format_detect (input) : NULL;
  return *format != NULL || tv_format_unwrap (input, format, cancellable, error);
}

/**
 * tv_format_set_unknown:
 * @input: a file in memory that no format reads
 * @error: set to %TV_ERROR_NOT_A_TRACE
 *
 * Sets an error that names the likely content of the file and the kinds of supported formats.
 */
void
tv_format_set_unknown (TvInput *input, GError **error)
{
  /* Translators: likely content of a file, and number of supported formats */
  g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
               _("This looks like %s. Supported formats are method traces, kernel and device logs, "
                 "sampled profiles, thread dumps, crashes, heap graphs and bug reports; to list "
                 "all %u formats, run “tracedump formats”"),
               tv_unsupported_describe (input), (guint) G_N_ELEMENTS (formats));
}

/**
 * tv_format_report_file:
 * @input: a file that has been read
 * @builder: builder with the content of the file
 *
 * Reports that a compressed file is truncated or damaged, or that the file changed while it was read.
 */
void
tv_format_report_file (TvInput *input, TvTraceBuilder *builder)
{
  if (input->is_cut)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_CONTAINER, -1);
  if (tv_input_has_changed (input))
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CHANGED_FILE, -1);
}

/**
 * tv_format_load:
 * @self: a supported format
 * @input: a file of that format
 * @context: progress and cancellation
 * @error: set in the domain %TV_ERROR; the message does not contain the file name
 *
 * Reads a file in a given format into a new trace.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_format_load (const TvFormat *self, TvInput *input, const TvReadContext *context, GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);

  tv_trace_builder_set_format (builder, _ (self->title));
  tv_trace_builder_expect_content (builder);
  if (!self->read (input, builder, context, error))
    return NULL;
  tv_format_report_file (input, builder);
  return tv_trace_builder_finish (builder, context->cancellable, error);
}

/**
 * tv_format_read_inside:
 * @input: a text file in memory
 * @builder: an empty builder
 * @context: progress and cancellation
 * @found: (out): position of the embedded content in the file; its size is 0 if the content is compressed, and its
 *   pointer is %NULL if the file has no such content
 * @error: set in the domain %TV_ERROR
 *
 * Reads content of another format that is embedded in text, such as a trace in the output of dumpsys.
 *
 * Returns: %FALSE with @error if the content could not be read
 */
gboolean
tv_format_read_inside (TvInput *input,
                       TvTraceBuilder *builder,
                       const TvReadContext *context,
                       TvSpan *found,
                       GError **error)
{
  *found = (TvSpan){ NULL, 0 };
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (formats[i]->read_inside == NULL)
        continue;
      if (!formats[i]->read_inside (input, builder, context, found, error))
        return FALSE;
      if (found->text != NULL)
        break;
    }
  return TRUE;
}

/**
 * tv_format_read_mixed:
 * @input: a text file in memory
 * @builder: an empty builder
 * @context: progress and cancellation
 * @is_mixed: (out): whether the file contains reports of several formats; if so, it has been read
 * @error: set in the domain %TV_ERROR
 *
 * Reads text that contains reports of several formats, such as thread dumps and crashes.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_format_read_mixed (TvInput *input,
                      TvTraceBuilder *builder,
                      const TvReadContext *context,
                      gboolean *is_mixed,
                      GError **error)
{
  *is_mixed = FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (formats) && !*is_mixed; i++)
    if (formats[i]->read_mixed != NULL &&
        !formats[i]->read_mixed (input, builder, context, is_mixed, error))
      return FALSE;
  return TRUE;
}

/**
 * tv_format_read_logged:
 * @builder: builder with the log of a device
 * @first: row of the first line of the log
 *
 * Reads content of other formats, such as crashes, that programs wrote to a log.
 */
void
tv_format_read_logged (TvTraceBuilder *builder, guint32 first)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->read_logged != NULL)
      formats[i]->read_logged (builder, first);
}

/**
 * tv_format_read_clock_inside:
 * @input: a text file in memory
 * @clocks: clocks to which the clock snapshots of the content are added
 * @first: (out): clock of the content, and a timestamp of that clock
 * @error: set in the domain %TV_ERROR; also if the file has no embedded content with a clock
 *
 * Like @read_clock of #TvFormat, for embedded content, see tv_format_read_inside().
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_format_read_clock_inside (TvInput *input,
                             TvClocks *clocks,
                             TvClockReading *first,
                             GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_clear_error (error);
      if (formats[i]->read_inside != NULL && formats[i]->read_clock != NULL &&
          formats[i]->read_clock (input, clocks, first, error))
        return TRUE;
    }
  if (error != NULL && *error == NULL)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("this text contains no trace"));
  return FALSE;
}

/**
 * tv_read_context_step:
 * @self: context of the reader
 * @fraction: progress, 0 … 1
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Reports progress and checks for cancellation. Readers call it at regular intervals while they read a file. Any
 * thread may call it, but only the loading thread reports progress.
 *
 * Returns: %FALSE with @error if cancelled
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
