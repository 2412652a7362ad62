/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/format.h"
#include "formats/samples/sample-text.h"
#include "formats/samples/sample-writer.h"

/* Folded (collapsed) stacks, as Brendan Gregg's stackcollapse programs write them for flame graphs: a line a
 * stack, the outermost function first, and behind the last blank what it comes to.
 *
 *     main;draw;measure 17
 */

#define LOOK_BYTES     (64u * 1024)
#define LOOK_LINES     200
#define LEAST_PERCENT  60
#define LINES_PER_STEP 4096

/* What writers put behind a name to say where its code runs. */
#define MILLION G_GUINT64_CONSTANT (1000000)

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

typedef struct
{
  TvSampleWriter writer;
  GArray *frames; /* guint32, outermost first */
  guint32 kind;
  guint32 after; /* kind of the second weight of a line, or TV_NONE */
  guint64 scale; /* parts of a weight that are counted, for fractions */
} Reader;

/* Takes a fraction of a weight, in millionths. */
static gboolean
take_fraction (TvSpan *digits, guint64 *millionths)
{
  guint64 unit = MILLION / 10;

  *millionths = 0;
  if (!tv_scan_word (digits, "."))
    return TRUE;
  if (digits->size == 0)
    return FALSE;
  for (; digits->size > 0 && g_ascii_isdigit (*digits->text); digits->text++, digits->size--)
    {
      *millionths += (guint64) (*digits->text - '0') * unit;
      unit /= 10;
    }
  return TRUE;
}

/* Takes the weight off the end of a line; @millionths is what is behind its point. */
static gboolean
split_line (TvSpan *line, gint64 *weight, guint64 *millionths)
{
  const char *blank;
  TvSpan digits;
  guint64 number;

  *line = tv_sample_text_strip (*line);
  blank = line->size > 0 ? memrchr (line->text, ' ', line->size) : NULL;
  if (blank == NULL)
    return FALSE;
  digits = (TvSpan){ blank + 1, (gsize) (line->text + line->size - blank - 1) };
  line->size = (gsize) (blank - line->text);
  *line = tv_sample_text_strip (*line);
  if (!tv_scan_number (&digits, 10, &number) || !take_fraction (&digits, millionths) ||
      digits.size > 0 || number > G_MAXINT64 || line->size == 0)
    return FALSE;
  *weight = (gint64) number;
  return TRUE;
}

static gboolean
is_comment (TvSpan line)
{
  return line.size == 0 || line.text[0] == '#';
}

/* Whether a text has a time of day or a date, as lines of logs of servers have, which may end with numbers too. */
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
  TvSampleText text;
  TvSpan line;
  gsize where;

  tv_sample_text_init_head (&text, input, LOOK_BYTES);
  while (n < LOOK_LINES && tv_sample_text_next (&text, &line, &where))
    {
      gint64 weight;
      guint64 millionths;

      /* The last may be cut where the look ends. */
      if (is_comment (line) || (text.at == text.end && input->head_size > LOOK_BYTES && n > 0))
        continue;
      n++;
      if (memchr (line.text, '\0', line.size) != NULL)
        break;
      if (!split_line (&line, &weight, &millionths))
        continue;
      n_good++;
      n_timed += has_time (line);
      n_deep += memchr (line.text, ';', line.size) != NULL;
    }
  return n_deep > 0 && n_timed * 2 < n_good && n_good * 100 >= n * LEAST_PERCENT &&
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

static void
add_line (Reader *self, TvSpan stack, guint32 kind, gint64 weight)
{
  TvStackSample sample = { .ts = TV_NO_TIME,
                           .kind = kind,
                           .utid = TV_NONE,
                           .cpu = TV_NONE,
                           .callsite = TV_NONE,
                           .weight = weight };
  const char *at = stack.text, *end = at + stack.size;

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

/* Finds out whether all lines have two weights (difffolded.pl), and how many digits of fractions they have. */
static void
survey (Reader *self, TvSampleText text)
{
  gboolean has_two = TRUE, has_any = FALSE;
  TvSpan line;
  gsize where;

  self->scale = 1;
  while (tv_sample_text_next (&text, &line, &where))
    {
      guint64 millionths, before;
      gint64 weight;

      if (is_comment (line) || !split_line (&line, &weight, &millionths))
        continue;
      has_any = TRUE;
      while (self->scale < MILLION && millionths % (MILLION / self->scale) != 0)
        self->scale *= 10;
      has_two = has_two && split_line (&line, &weight, &before) &&
                memchr (line.text, ' ', line.size) == NULL;
    }
  if (has_two && has_any)
    {
      self->kind = tv_sample_writer_get_kind (&self->writer, (TvSpan){ "before", 6 });
      self->after = tv_sample_writer_get_kind (&self->writer, (TvSpan){ "after", 5 });
    }
  else if (self->scale > 1)
    {
      g_autofree char *name = g_strdup_printf ("weight (1/%" G_GUINT64_FORMAT ")", self->scale);

      self->kind = tv_sample_writer_get_kind (&self->writer, (TvSpan){ name, strlen (name) });
    }
  else
    self->kind = tv_sample_writer_get_kind (&self->writer, (TvSpan){ "weight", 6 });
}

static gint64
scale_weight (const Reader *self, gint64 weight, guint64 millionths)
{
  gint64 scaled;

  if (__builtin_mul_overflow (weight, (gint64) self->scale, &scaled) ||
      __builtin_add_overflow (scaled, (gint64) (millionths / (MILLION / self->scale)), &scaled))
    return G_MAXINT64;
  return scaled;
}

/* A stack and its weight; returns whether it has one. */
static gboolean
read_line (Reader *self, TvSpan line)
{
  guint64 millionths, before_millionths;
  gint64 weight, before;

  if (!split_line (&line, &weight, &millionths))
    return FALSE;
  if (self->after != TV_NONE && split_line (&line, &before, &before_millionths))
    {
      add_line (self, line, self->kind, scale_weight (self, before, before_millionths));
      add_line (self, line, self->after, scale_weight (self, weight, millionths));
    }
  else
    add_line (self, line, self->kind, scale_weight (self, weight, millionths));
  return TRUE;
}

static gboolean
read_lines (Reader *self, TvSampleText *text, const TvReadContext *context, GError **error)
{
  double size = (double) MAX (text->end - text->start, 1);
  TvSpan line;
  gsize where;

  for (guint64 n = 0; tv_sample_text_next (text, &line, &where); n++)
    {
      if (n % LINES_PER_STEP == 0 && !tv_read_context_step (context, (double) where / size, error))
        return FALSE;
      if (is_comment (line))
        continue;
      if (!read_line (self, line) && line.size > 0)
        tv_trace_builder_add_problem (self->writer.builder, TV_PROBLEM_BAD_LINE, (gint64) where,
                                      _("no weight behind “%.*s”"), (int) MIN (line.size, 100),
                                      line.text);
    }
  return TRUE;
}

static gboolean
read_folded (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .frames = g_array_new (FALSE, FALSE, sizeof (guint32)), .after = TV_NONE };
  TvSampleText text;
  gboolean is_read = FALSE;

  tv_sample_writer_init (&self.writer, builder);
  if (tv_input_load (input, context->cancellable, error))
    {
      tv_sample_text_init (&text, input->data, input->size);
      survey (&self, text);
      is_read = read_lines (&self, &text, context, error);
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
