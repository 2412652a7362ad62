/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/input/layer.h"
#include "formats/input/unpack.h"
#include "formats/method-trace/packets/long-method-trace.h"

/* Finds long-method traces in ANR dumps. A dump is text that may contain a trace, either as base64 on one or several
 * lines, or verbatim. Both forms are searched at every possible start: the first six bits of a trace are 0, which is
 * the letter A in base64, and ordinary text contains no byte below 4. The longest match is used. Entry point:
 * tv_format_long_method_dump, listed in TV_FORMATS; its read_inside function is called by the reader of thread
 * dumps. */

#define SEARCHED_BYTES  (G_GUINT64_CONSTANT (256) << 20)
#define CANCEL_BYTES    (4u << 20)
#define PROBE_BYTES     256
#define MIN_LETTERS     40
#define LONGEST_WRAPPED 256 /* maximum number of letters per line of wrapped base64 */
#define MAX_CANDIDATES  16
#define MAX_RAW         64
#define TRIED_LETTERS   (128 * 1024)

/* A run of base64 letters, possibly across line terminators. */
typedef struct
{
  const char *start;
  const char *end;
  gsize n_letters;
} Run;

typedef struct
{
  Run runs[MAX_CANDIDATES]; /* sorted by length, longest first */
  guint n;
} Candidates;

static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '+' || c == '/' || c == '-' || c == '_';
}

static const char *
skip_letters (const char *at, const char *end)
{
  while (at < end && is_letter (*at))
    at++;
  return at;
}

/* Returns the position after a line terminator and the indentation that follows; NULL if there is no line
 * terminator. */
static const char *
skip_line_end (const char *at, const char *end)
{
  if (at < end && *at == '\r')
    at++;
  if (at == end || *at != '\n')
    return NULL;
  at++;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at;
}

/* Finds the end of a run. All lines of a run have the same length, except the first, which may follow other text, and
 * the last, which may be shorter. A short line always ends the run; otherwise, each of many short lines could start a
 * run up to the end of the file. */
static Run
find_run_end (const char *start, const char *end)
{
  const char *at = skip_letters (start, end);
  Run run = { start, at, at - start };
  gsize length = run.n_letters;
  gboolean is_first = TRUE;

  if (length > LONGEST_WRAPPED)
    return run;
  for (;;)
    {
      const char *line = skip_line_end (at, end);
      gsize n;

      if (line == NULL)
        return run;
      at = skip_letters (line, end);
      n = at - line;
      while (at < end && *at == '=')
        at++;
      /* A continuation line contains only letters. */
      if (n == 0 || n > (is_first ? LONGEST_WRAPPED : length) ||
          (at < end && *at != '\r' && *at != '\n'))
        return run;
      run.n_letters += n;
      run.end = line + n;
      if (n < MIN_LETTERS || (n < length && !is_first))
        return run;
      length = n;
      is_first = FALSE;
    }
}

static void
add_candidate (Candidates *self, Run run)
{
  guint at = self->n;

  if (run.n_letters < MIN_LETTERS)
    return;
  while (at > 0 && self->runs[at - 1].n_letters < run.n_letters)
    at--;
  if (at == MAX_CANDIDATES)
    return;
  self->n = MIN (self->n + 1, (guint) MAX_CANDIDATES);
  memmove (&self->runs[at + 1], &self->runs[at], (self->n - 1 - at) * sizeof (Run));
  self->runs[at] = run;
}

static gboolean
find_runs (TvLayer *self, const char *text, const char *end, Candidates *found, GError **error)
{
  const char *next_check = text;

  for (const char *at = text; at < end;)
    {
      const char *word_end;

      if (at >= next_check)
        {
          if (!tv_layer_check_cancel (self, error))
            return FALSE;
          next_check = at + MIN (CANCEL_BYTES, end - at);
        }
      if (!is_letter (*at))
        {
          at++;
          continue;
        }
      word_end = skip_letters (at, end);
      if (*at == 'A')
        {
          Run run = find_run_end (at, end);

          add_candidate (found, run);
          /* A short first line may be other text, and the run may begin on the next line. */
          at = run.n_letters > (gsize) (word_end - at) && word_end - at >= MIN_LETTERS ? run.end
                                                                                       : word_end;
        }
      else
        at = word_end;
    }
  return TRUE;
}

/* Decodes up to @n_letters letters of a run. */
static gboolean
decode (TvLayer *self, const Run *run, gsize n_letters, GError **error)
{
  guint32 bits = 0;
  guint n_bits = 0;
  const char *at = run->start;

  if (!tv_layer_reserve (self, MIN (n_letters, run->n_letters) / 4 * 3 + 3, error))
    return FALSE;
  for (; at < run->end && n_letters > 0; at++)
    {
      char c = *at;
      guint value;

      if (!is_letter (c))
        continue;
      value = g_ascii_isupper (c)    ? (guint) (c - 'A')
              : g_ascii_islower (c)  ? (guint) (c - 'a') + 26
              : g_ascii_isdigit (c)  ? (guint) (c - '0') + 52
              : c == '+' || c == '-' ? 62
                                     : 63;
      n_letters--;
      bits = bits << 6 | value;
      n_bits += 6;
      if (n_bits < 8)
        continue;
      n_bits -= 8;
      if (self->size == self->capacity && !tv_layer_reserve (self, 1, error))
        return FALSE;
      self->bytes[self->size++] = (guint8) (bits >> n_bits);
    }
  return TRUE;
}

/* Returns the longest run that contains a trace. Returns NULL if there is none, or on error. */
static const Run *
find_base64 (TvLayer *self, const Candidates *found, GError **error)
{
  for (guint i = 0; i < found->n; i++)
    {
      self->size = 0;
      if (!decode (self, &found->runs[i], TRIED_LETTERS, error))
        return NULL;
      if (tv_long_method_trace_measure (self->bytes, self->size) > 0)
        return &found->runs[i];
    }
  return NULL;
}

/* Finds a trace that is contained verbatim. Returns the size of the trace and sets @start; returns 0 if there is
 * none. */
static gsize
find_raw (const guint8 *data, gsize size, gsize *start)
{
  guint n_tried = 0;

  for (gsize at = 0; at < size && n_tried < MAX_RAW; at++)
    {
      gsize found;

      if (data[at] > 3)
        continue;
      found = tv_long_method_trace_measure (data + at, size - at);
      if (found > 0)
        {
          *start = at;
          return found;
        }
      n_tried++;
    }
  return 0;
}

/* Returns whether a file begins like a text file and therefore may contain a trace. */
static gboolean
is_dump (const guint8 *bytes, gsize size)
{
  gsize probed = MIN (size, PROBE_BYTES);

  for (gsize i = 0; i < probed; i++)
    if (bytes[i] < ' ' && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r')
      return i >= PROBE_BYTES / 8;
  return size >= MIN_LETTERS;
}

/* Checks only whether the file is text. The trace can be found only by a scan of the whole file, which is left to the
 * reader. */
static TvConfidence
probe (TvInput *input)
{
  return input->data != NULL && is_dump (input->prefix, input->prefix_size) ? TV_CONFIDENCE_WEAK
                                                                            : TV_CONFIDENCE_NONE;
}

/* Returns: (transfer full) (nullable): the trace in a dump; NULL without an error if there is none */
static GBytes *
find_trace (TvLayer *self, GBytes *dump, GError **error)
{
  gsize size, raw_start = 0, raw_size;
  const guint8 *data = g_bytes_get_data (dump, &size);
  gsize searched = (gsize) MIN (size, SEARCHED_BYTES);
  Candidates found = { .n = 0 };
  const Run *run;
  g_autoptr (GError) failure = NULL;

  if (!find_runs (self, (const char *) data, (const char *) data + searched, &found, error))
    return NULL;
  run = find_base64 (self, &found, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  raw_size = find_raw (data, searched, &raw_start);
  if (run != NULL && run->n_letters / 4 * 3 >= raw_size)
    {
      self->size = 0;
      return decode (self, run, G_MAXSIZE, error) ? tv_layer_take (self) : NULL;
    }
  return raw_size > 0 ? g_bytes_new_from_bytes (dump, raw_start, raw_size) : NULL;
}

/**
 * tv_long_method_dump_find:
 * @dump: text
 * @limit: maximum size of the trace in bytes
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR if the trace is too large or the search is cancelled
 *
 * Finds the trace in an ANR dump.
 *
 * Returns: (transfer full) (nullable): the trace; %NULL without an error if there is none
 */
GBytes *
tv_long_method_dump_find (GBytes *dump, guint64 limit, GCancellable *cancellable, GError **error)
{
  TvLayer layer = { .limit = limit, .cancellable = cancellable };
  GBytes *trace = find_trace (&layer, dump, error);

  tv_layer_clear (&layer);
  return trace;
}

static gboolean
read_inside (TvInput *input,
             TvTraceBuilder *builder,
             const TvReadContext *context,
             TvSpan *dump,
             GError **error)
{
  const char *start = (const char *) input->data;
  g_autoptr (GError) failure = NULL;
  g_autoptr (GBytes) found = tv_long_method_dump_find (input->bytes, tv_unpack_limit (input->size),
                                                       context->cancellable, &failure);
  g_autoptr (TvInput) trace = NULL;

  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (found == NULL)
    return TRUE;
  dump->text = g_bytes_get_data (found, &dump->size);
  /* A trace that was decoded from base64 has no offset in the text. */
  if (dump->text < start || dump->text >= start + input->size)
    *dump = (TvSpan){ start, 0 };
  trace = tv_input_new_for_bytes (found);
  return tv_long_method_trace_read (trace, builder, context, error);
}

/* Returns: (transfer full): the trace in a dump as an input; NULL with @error if there is none */
static TvInput *
open_trace (TvInput *dump, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GBytes) found = tv_long_method_dump_find (dump->bytes, tv_unpack_limit (dump->size),
                                                       cancellable, &failure);

  if (found != NULL)
    return tv_input_new_for_bytes (found);
  if (failure == NULL)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("this text contains no trace"));
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

static gboolean
read_dump (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  g_autoptr (TvInput) trace = open_trace (input, context->cancellable, error);

  return trace != NULL && tv_long_method_trace_read (trace, builder, context, error);
}

static gboolean
read_dump_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  g_autoptr (TvInput) trace = open_trace (input, NULL, error);

  return trace != NULL && tv_long_method_trace_read_clock (trace, clocks, first, error);
}

const TvFormat tv_format_long_method_dump = {
  .id = "long-method-dump",
  .title = N_("ANR dumps with a trace of long methods"),
  .patterns = (const char *const[]){ "*.txt", NULL },
  .probe = probe,
  .read = read_dump,
  .read_clock = read_dump_clock,
  .read_inside = read_inside,
};
