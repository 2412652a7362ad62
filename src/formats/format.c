/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/foreign.h"
#include "formats/input/unpack.h"

/* So much of a text shows which prefix its lines share. */
#define PREFIX_LOOK (64u * 1024)

#define ADDRESS(name) &tv_format_##name,

static const TvFormat *const formats[] = { TV_FORMATS (ADDRESS) };

const char *const tv_format_packed_patterns[] = { "*.gz", "*.html", "*.zip", NULL };

/**
 * tv_formats_get:
 * @n: (out): how many
 *
 * Returns: (transfer none): all formats that are read
 */
const TvFormat *const *
tv_formats_get (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

static gboolean
has_magic (const TvMagic *magic, const guint8 *head, gsize size)
{
  gsize end = MIN (size, (gsize) magic->offset + magic->range + magic->n_bytes);

  return end >= magic->offset + magic->n_bytes &&
         memmem (head + magic->offset, end - magic->offset, magic->bytes, magic->n_bytes) != NULL;
}

/**
 * tv_format_probe:
 * @self: a format
 * @input: what may be one of it, at least its head
 *
 * Returns: how sure it is
 */
TvConfidence
tv_format_probe (const TvFormat *self, TvInput *input)
{
  if (self->probe != NULL)
    return self->probe (input);
  for (guint i = 0; i < self->n_magics; i++)
    if (has_magic (&self->magics[i], input->head, input->head_size))
      return TV_CONFIDENCE_SURE;
  return TV_CONFIDENCE_NONE;
}

/**
 * tv_format_find:
 * @input: a file
 * @confidence: how sure the format is to be
 * @after: (nullable): a format that was found before
 *
 * Returns: (transfer none) (nullable): the next format that is so sure
 */
const TvFormat *
tv_format_find (TvInput *input, TvConfidence confidence, const TvFormat *after)
{
  gboolean is_behind = after == NULL;

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
 * @input: a file, or the beginning of a part of one
 *
 * Returns: whether a format is sure of it
 */
gboolean
tv_format_is_sure (TvInput *input)
{
  return tv_format_find (input, TV_CONFIDENCE_SURE, NULL) != NULL;
}

/* Returns whether a prefix may be stripped from a text that a format reads as it is. Readers of dumps and crashes skip
 * blanks before some lines only, so that an indentation of all lines hides the other lines. */
static gboolean
may_strip (const TvFormat *known, const TvLinePrefix *prefix, const char *text, gsize size)
{
  if (tv_line_prefix_is_indent (prefix))
    return known->subject == TV_SUBJECT_INCIDENT || known->subject == TV_SUBJECT_STATE ||
           known->subject == TV_SUBJECT_LOG;
  return known->subject != TV_SUBJECT_LOG && !tv_line_prefix_is_loose (prefix) &&
         tv_line_prefix_is_on_first_line (prefix, text, size);
}

/* Finds the prefix without which the text is one of a format: the longest, but a log's own times stay. */
static gboolean
find_prefix (TvInput *input, TvLinePrefix *found)
{
  const TvFormat *format = tv_format_find (input, TV_CONFIDENCE_SURE, NULL);
  gsize size = MIN (input->head_size, PREFIX_LOOK);
  const TvFormat *known = format;
  TvLinePrefix prefix = { .n = 0 };
  g_autofree char *plain = NULL;

  *found = prefix;
  if (memchr (input->head, '\0', size) != NULL)
    return FALSE;
  while (tv_line_prefix_extend (&prefix, (const char *) input->head, size))
    {
      TvInput head = { .fd = -1, .is_member = input->is_member };

      if (known != NULL && !may_strip (known, &prefix, (const char *) input->head, size))
        break;
      if (plain == NULL)
        plain = g_malloc (size + 1);
      head.head_size = tv_line_prefix_strip (&prefix, (const char *) input->head, size, plain);
      head.head = (const guint8 *) plain;
      if (size == input->size)
        {
          head.data = head.head;
          head.size = head.head_size;
        }
      format = tv_format_find (&head, TV_CONFIDENCE_SURE, NULL);
      if (format != NULL && !(format->is_loose && tv_line_prefix_has_time (&prefix)))
        {
          *found = prefix;
          known = format;
        }
    }
  return found->n > 0;
}

/**
 * tv_format_is_plain:
 * @input: a file, or the beginning of one
 *
 * Returns: whether its bytes are those that a format reads, so that tv_format_unwrap() would do nothing
 */
gboolean
tv_format_is_plain (TvInput *input)
{
  TvLinePrefix prefix;

  return !tv_encoding_is_foreign (&input->encoding) &&
         !tv_unpack_is_packed (input->head, input->head_size) && !find_prefix (input, &prefix);
}

/**
 * tv_format_strip_prefix:
 * @input: a file in memory
 * @cancellable: (nullable): to stop it
 * @error: set in the domain %TV_ERROR; the message does not name the file
 *
 * Takes off what other programs put in front of each line, if the text is one of a format without it.
 */
gboolean
tv_format_strip_prefix (TvInput *input, GCancellable *cancellable, GError **error)
{
  TvLinePrefix prefix;

  return !find_prefix (input, &prefix) || tv_input_strip (input, &prefix, cancellable, error);
}

/**
 * tv_format_unwrap:
 * @input: a file
 * @cancellable: (nullable): to stop it
 * @error: set in the domain %TV_ERROR; the message does not name the file
 *
 * Reads a file into memory, and takes off whatever a trace is packed in: archives, encodings, and what other programs
 * put in front of each line.
 */
gboolean
tv_format_unwrap (TvInput *input, GCancellable *cancellable, GError **error)
{
  return tv_input_load (input, cancellable, error) &&
         tv_input_unpack (input, tv_format_is_sure, cancellable, error) &&
         (input->is_text || tv_format_strip_prefix (input, cancellable, error));
}

/**
 * tv_format_set_unknown:
 * @input: a file in memory that no format reads
 * @error: set to %TV_ERROR_NOT_A_TRACE, with what the file seems to be and what can be read
 */
void
tv_format_set_unknown (TvInput *input, GError **error)
{
  /* Translators: what a file seems to be, and how many kinds can be read */
  g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
               _("This looks like %s. Traces of methods, logs of kernels and devices, sampled "
                 "profiles, dumps of threads, crashes and bug reports can be opened; “tracedump "
                 "formats” lists all %u kinds."),
               tv_foreign_describe (input), (guint) G_N_ELEMENTS (formats));
}

/**
 * tv_format_tell_of_file:
 * @input: a file that was read
 * @builder: what it was told to
 *
 * Lists what is odd about the file itself.
 */
void
tv_format_tell_of_file (TvInput *input, TvTraceBuilder *builder)
{
  if (input->is_cut)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_CONTAINER, -1);
  if (tv_input_has_changed (input))
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CHANGED_FILE, -1);
}

/**
 * tv_format_load:
 * @self: a format that is read
 * @input: a file that it takes for one of it
 * @context: what to report to
 * @error: set in the domain %TV_ERROR; the message does not name the file
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
  tv_format_tell_of_file (input, builder);
  return tv_trace_builder_finish (builder, context->cancellable, error);
}

/**
 * tv_format_read_inside:
 * @input: a text, in memory
 * @builder: a builder that knows nothing yet
 * @context: what to report to
 * @place: (out): where in the text it lies, of no bytes if it is packed; without a text if there is nothing
 * @error: set in the domain %TV_ERROR
 *
 * Tells the builder what of another format lies inside a text, such as a trace in a dump.
 *
 * Returns: whether that could be read, if there is anything
 */
gboolean
tv_format_read_inside (TvInput *input,
                       TvTraceBuilder *builder,
                       const TvReadContext *context,
                       TvSpan *place,
                       GError **error)
{
  *place = (TvSpan){ NULL, 0 };
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (formats[i]->read_inside == NULL)
        continue;
      if (!formats[i]->read_inside (input, builder, context, place, error))
        return FALSE;
      if (place->text != NULL)
        break;
    }
  return TRUE;
}

/**
 * tv_format_read_mixed:
 * @input: a text, in memory
 * @builder: a builder that knows nothing yet
 * @context: what to report to
 * @is_mixed: (out): whether the text has reports of several formats, and was read
 * @error: set in the domain %TV_ERROR
 *
 * Reads a text that has reports of more than one format, such as dumps of threads and crashes.
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
 * @builder: a builder that was told a log of Android
 * @first: the row of its first line
 *
 * Tells the builder what of other formats lies among the lines of a log, a line each, such as crashes.
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
 * @input: a text, in memory
 * @clocks: gets what ties the clock of what is inside to that of the device
 * @first: (out): that clock, and a time of it
 * @error: set in the domain %TV_ERROR, also where nothing is inside
 *
 * As @read_clock of #TvFormat, of what tv_format_read_inside() finds.
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
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("no trace is in this text"));
  return FALSE;
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
