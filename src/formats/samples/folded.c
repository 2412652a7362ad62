/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/number-format.h"
#include "formats/format.h"
#include "formats/line-reader.h"
#include "formats/samples/sample-writer.h"

/* Reads folded (collapsed) stacks, which Brendan Gregg's stackcollapse programs write for flame graphs. Each line
 * contains a stack, outermost function first, and the stack's value after the last space or tab:
 *
 *     main;draw;measure 17
 *
 * Entry point: tv_format_folded, listed in TV_FORMATS. Reads the file twice: the first pass determines the number of
 * columns and decimals. */

#define PROBE_BYTES (64u * 1024)
#define PROBE_LINES 200
#define MIN_PERCENT 60

/* Suffixes of names that denote the kind of a frame. */
static const struct
{
  const char *end;
  TvFrameKind kind;
  gboolean is_inlined;
} ends[] = {
  { "_[k]", TV_FRAME_KERNEL, FALSE },
  { "_[j]", TV_FRAME_JIT, FALSE },
  { "_[i]", TV_FRAME_OTHER, TRUE },
  { "_[w]", TV_FRAME_KERNEL, FALSE },
};

/* A decimal number in the file. */
typedef struct
{
  guint64 whole;
  guint64 fraction; /* decimals, as an integer with TV_WEIGHT_MAX_DIGITS digits */
  guint n_digits;   /* number of decimals without trailing zeros */
  gboolean is_cut;  /* whether the file contains more decimals than TV_WEIGHT_MAX_DIGITS */
} Number;

/* A column of numbers, which becomes a sample kind. */
typedef struct
{
  guint32 kind;
  gint64 rest; /* maximum sum of the weights of all further samples */
} Column;

typedef struct
{
  TvSampleWriter writer;
  GArray *frames;    /* guint32: frames of the current stack, outermost first */
  Column columns[2]; /* “after” and “before” in a comparison; otherwise, only one column */
  guint n_columns;
  guint n_digits; /* number of decimals in weights */
} Reader;

static gboolean
take_fraction (TvSpan *digits, Number *number)
{
  guint64 unit = (guint64) tv_decimal_get_unit (TV_WEIGHT_MAX_DIGITS);

  if (!tv_scan_word (digits, "."))
    return TRUE;
  if (digits->size == 0)
    return FALSE;
  for (guint n = 1; digits->size > 0 && g_ascii_isdigit (*digits->text); n++)
    {
      guint64 digit = (guint64) (*digits->text - '0');

      unit /= 10;
      number->fraction += digit * unit;
      if (n == TV_WEIGHT_MAX_DIGITS + 1 && digit >= 5)
        number->fraction++;
      if (digit > 0 && n <= TV_WEIGHT_MAX_DIGITS)
        number->n_digits = n;
      number->is_cut |= digit > 0 && n > TV_WEIGHT_MAX_DIGITS;
      tv_scan_go (digits, digits->text + 1);
    }
  return TRUE;
}

/* Splits the number off the end of a line. */
static gboolean
split_line (TvSpan *line, Number *number)
{
  TvSpan rest = tv_scan_trim (*line), digits;
  const char *blank = rest.text + rest.size;

  *number = (Number){ 0 };
  while (blank > rest.text && *--blank != ' ' && *blank != '\t')
    ;
  if (blank == rest.text)
    return FALSE;
  digits = (TvSpan){ blank + 1, (gsize) (rest.text + rest.size - blank - 1) };
  rest.size = (gsize) (blank - rest.text);
  rest = tv_scan_trim (rest);
  if (!tv_scan_number (&digits, 10, &number->whole) || !take_fraction (&digits, number) ||
      digits.size > 0 || number->whole > G_MAXINT64 || rest.size == 0)
    return FALSE;
  *line = rest;
  return TRUE;
}

static gboolean
is_comment (TvSpan line)
{
  return line.size == 0 || line.text[0] == '#';
}

/* Returns whether the text contains a time or a date. Lines of server logs contain them, and may also end with a
 * number. */
static gboolean
has_time (TvSpan text)
{
  for (gsize i = 0; i + 8 <= text.size; i++)
    {
      const char *at = text.text + i;

      if (!g_ascii_isdigit (at[0]) || !g_ascii_isdigit (at[1]))
        continue;
      if ((at[2] == ':' || at[2] == '-') && at[5] == at[2] && g_ascii_isdigit (at[3]) &&
          g_ascii_isdigit (at[4]) && g_ascii_isdigit (at[6]) && g_ascii_isdigit (at[7]))
        return TRUE;
    }
  return FALSE;
}

static TvConfidence
probe (TvInput *input)
{
  guint n = 0, n_good = 0, n_deep = 0, n_timed = 0;
  const char *at = (const char *) input->prefix, *end = at + MIN (input->prefix_size, PROBE_BYTES);
  TvSpan line;

  while (n < PROBE_LINES && tv_scan_text_line (&at, end, &line))
    {
      Number number;

      /* The last line may be incomplete. */
      if (is_comment (line) || (at == end && input->prefix_size > PROBE_BYTES && n > 0))
        continue;
      n++;
      if (memchr (line.text, '\0', line.size) != NULL)
        break;
      if (!split_line (&line, &number))
        continue;
      n_good++;
      n_timed += has_time (line);
      n_deep += memchr (line.text, ';', line.size) != NULL;
    }
  return n_deep > 0 && n_timed * 2 < n_good && n_good * 100 >= n * MIN_PERCENT &&
                 n_deep * 2 >= n_good
             ? TV_CONFIDENCE_SURE
             : TV_CONFIDENCE_NONE;
}

static guint32
get_frame (Reader *self, TvSpan name)
{
  TvSampleFrame frame = { .name = name };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      gsize size = strlen (ends[i].end);

      if (name.size > size && memcmp (name.text + name.size - size, ends[i].end, size) == 0)
        {
          frame.name.size -= size;
          frame.kind = ends[i].kind;
          frame.is_inlined = ends[i].is_inlined;
        }
    }
  return tv_sample_writer_get_frame (&self->writer, &frame);
}

/* Converts a number to an integer weight with @n_digits decimals. Sets @is_rounded if digits are lost. */
static gint64
scale (const Number *number, guint n_digits, gboolean *is_rounded)
{
  guint64 unit = (guint64) tv_decimal_get_unit (TV_WEIGHT_MAX_DIGITS - n_digits);
  guint64 fraction = (number->fraction + unit / 2) / unit;
  gint64 weight;

  *is_rounded = number->is_cut || number->fraction % unit != 0;
  if (!__builtin_mul_overflow ((gint64) number->whole, tv_decimal_get_unit (n_digits), &weight) &&
      !__builtin_add_overflow (weight, (gint64) fraction, &weight))
    return weight;
  *is_rounded = TRUE;
  return G_MAXINT64;
}

/* Adds a sample. Clamps the weight, so that the sum of all weights does not overflow. */
static void
add_stack (Reader *self, TvSpan stack, Column *column, const Number *number, gsize file_offset)
{
  gboolean is_rounded;
  gint64 weight = scale (number, self->n_digits, &is_rounded);
  TvStackSample sample = { .ts = TV_NO_TIME,
                           .kind = column->kind,
                           .utid = TV_NONE,
                           .cpu = TV_NONE,
                           .callsite = TV_NONE,
                           .weight = MIN (weight, column->rest) };
  const char *at = stack.text, *end = at + stack.size;

  if (is_rounded || weight > column->rest)
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_ROUNDED_WEIGHT,
                                    (gint64) file_offset);
  column->rest -= sample.weight;
  g_array_set_size (self->frames, 0);
  while (at < end)
    {
      const char *next = memchr (at, ';', (gsize) (end - at));
      TvSpan name = { at, (gsize) ((next != NULL ? next : end) - at) };

      if (name.size > 0)
        {
          guint32 frame = get_frame (self, name);

          g_array_append_val (self->frames, frame);
        }
      at = next != NULL ? next + 1 : end;
    }
  for (guint i = 0, j = self->frames->len; i + 1 < j; i++)
    {
      guint32 *frames = (guint32 *) (gpointer) self->frames->data, outer = frames[i];

      frames[i] = frames[--j];
      frames[j] = outer;
    }
  sample.callsite = tv_sample_writer_get_stack (
      &self->writer, (const guint32 *) (gpointer) self->frames->data, self->frames->len);
  tv_sample_writer_add (&self->writer, &sample);
}

/* Statistics of all lines, from which the columns and the number of decimals are determined. */
typedef struct
{
  guint64 n_one, n_two; /* number of lines with one number and with two numbers */
  double sum;           /* sum of the integer parts of all numbers */
} Survey;

static void
survey_line (Reader *self, Survey *survey, TvSpan line)
{
  Number after, before;

  if (is_comment (line) || !split_line (&line, &after))
    return;
  self->n_digits = MAX (self->n_digits, after.n_digits);
  survey->sum += (double) after.whole;
  if (!split_line (&line, &before))
    {
      survey->n_one++;
      return;
    }
  survey->n_two++;
  survey->sum += (double) before.whole;
}

static void
add_column (Reader *self, const char *name)
{
  self->columns[self->n_columns++] = (Column){
    tv_trace_builder_add_sample_kind (self->writer.builder,
                                      tv_trace_builder_intern (self->writer.builder, name, -1),
                                      tv_weight_unit_of_digits (self->n_digits)),
    G_MAXINT64,
  };
}

/* Determines the columns and the number of decimals. A line has two numbers if difffolded.pl wrote the file. The
 * number of decimals is reduced if the sum of all numbers would otherwise overflow. */
static void
add_columns (Reader *self, const TvInput *input)
{
  const char *at = (const char *) input->data, *end = at + input->size;
  Survey survey = { 0 };
  TvSpan line;

  while (tv_scan_text_line (&at, end, &line))
    survey_line (self, &survey, line);
  while (self->n_digits > 0 &&
         (survey.sum + 1) * (double) tv_decimal_get_unit (self->n_digits) > 9e18)
    self->n_digits--;
  add_column (self, survey.n_two > survey.n_one ? "after" : "weight");
  if (survey.n_two > survey.n_one)
    {
      add_column (self, "before");
      tv_trace_builder_set_baseline_kind (self->writer.builder, self->columns[0].kind,
                                          self->columns[1].kind);
    }
  if (survey.n_two > 0 && survey.n_one > 0)
    tv_trace_builder_add_problem (self->writer.builder, TV_PROBLEM_MIXED_WEIGHTS, -1,
                                  _ ("%" G_GUINT64_FORMAT " lines with one number, "
                                     "%" G_GUINT64_FORMAT " with two"),
                                  survey.n_one, survey.n_two);
}

/* Parses a line and adds its samples. Returns FALSE if the line contains too few numbers. */
static gboolean
read_line (Reader *self, TvSpan line, gsize file_offset)
{
  Number numbers[2];

  for (guint i = 0; i < self->n_columns; i++)
    if (!split_line (&line, &numbers[i]))
      return FALSE;
  /* In a comparison of two recordings, the value 0 adds no sample. */
  for (guint i = 0; i < self->n_columns; i++)
    if (self->n_columns == 1 || numbers[i].whole > 0 || numbers[i].fraction > 0)
      add_stack (self, line, &self->columns[i], &numbers[i], file_offset);
  return TRUE;
}

static gboolean
read_lines (Reader *self, const TvInput *input, const TvReadContext *context, GError **error)
{
  TvLineReader lines;
  gsize file_offset;
  TvSpan line;

  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    {
      line = tv_scan_drop_cr (line);
      if (is_comment (line))
        continue;
      if (!read_line (self, line, file_offset) && line.size > 0)
        tv_trace_builder_add_problem (self->writer.builder, TV_PROBLEM_BAD_LINE,
                                      (gint64) file_offset, _("no weight after “%.*s”"),
                                      (int) MIN (line.size, 100), line.text);
    }
  return !lines.is_cancelled;
}

static gboolean
read_folded (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .frames = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  gboolean is_read = FALSE;

  tv_sample_writer_init (&self.writer, builder);
  if (tv_input_load (input, context->cancellable, error))
    {
      add_columns (&self, input);
      is_read = read_lines (&self, input, context, error);
      tv_sample_writer_finish (&self.writer);
    }
  tv_sample_writer_clear (&self.writer);
  g_array_unref (self.frames);
  return is_read;
}

const TvFormat tv_format_folded = {
  .id = "folded",
  .title = N_("Folded stacks (stackcollapse)"),
  .patterns = (const char *const[]){ "*.folded", "*.collapsed", "*.foldedstack.txt", NULL },
  .is_loose = TRUE,
  .mime_type = "application/x-folded-stacks",
  .mime_title = N_("Folded stacks"),
  .mime_parent = "text/plain",
  .probe = probe,
  .read = read_folded,
};
