/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/layer.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"

/* Extracts logs from HTML pages of systrace. A page contains the log verbatim in a section like this one; other
 * sections list processes or contain the browser's trace:
 *
 *     <script class="trace-data" type="application/text">
 *     # tracer: nop
 *     …
 *     </script>
 *
 * Pages of trace2html contain compressed data in base64, in a section with the id "viewer-data". Before 2014, the log
 * was a JavaScript string:
 *
 *     var linuxPerfData = "\
 *     # tracer: nop\n\
 *     …\n";
 *
 * Entry point: tv_layer_read_page(), called by unpack.c. Pure: writes to the layer. */

#define MAX_TAG       1024
#define ENCODED_PROBE 64            /* number of characters of base64 that show the kind of data */
#define STEP_BYTES    (1024 * 1024) /* unit in which base64 is decoded */

typedef struct
{
  const char *text;
  gsize size;
} Section;

static const char *
find (const char *at, const char *end, const char *word)
{
  return memmem (at, end - at, word, strlen (word));
}

/* Returns whether a section is base64 of compressed data. */
static gboolean
is_encoded (const Section *section)
{
  guchar first[ENCODED_PROBE];
  gsize size;
  gint state = 0;
  guint save = 0;

  size = g_base64_decode_step (section->text, MIN (section->size, ENCODED_PROBE), first, &state,
                               &save);
  return tv_layer_is_gzip (first, size) || tv_layer_is_zlib (first, size);
}

/* Finds the next section with trace data, and advances @at past this section. A section with the id "viewer-data"
 * counts only if it contains compressed data, because other pages also have sections with this id. */
static gboolean
find_data (TvLayer *self, const char **at, const char *end, Section *section)
{
  const char *tag;

  while ((tag = find (*at, end, "<script")) != NULL)
    {
      const char *tag_end = memchr (tag, '>', MIN (end - tag, MAX_TAG));
      const char *text, *text_end;
      gboolean is_data = tag_end != NULL && find (tag, tag_end, "trace-data") != NULL;

      if (!is_data && (tag_end == NULL || find (tag, tag_end, "\"viewer-data\"") == NULL))
        {
          *at = tag + 1;
          continue;
        }
      text = tag_end + 1;
      while (text < end && (*text == '\r' || *text == '\n'))
        text++;
      text_end = find (text, end, "</script>");
      self->is_cut |= text_end == NULL;
      if (text_end == NULL)
        text_end = end;
      *at = text_end;
      *section = (Section){ text, text_end - text };
      if (is_data || is_encoded (section))
        return TRUE;
    }
  return FALSE;
}

/* Returns (transfer full): the compressed data of a section. */
static GBytes *
decode (TvLayer *self, const Section *section, GError **error)
{
  gint state = 0;
  guint save = 0;

  for (gsize at = 0; at < section->size; at += STEP_BYTES)
    {
      gsize n = MIN (section->size - at, STEP_BYTES);

      if (!tv_layer_check_cancel (self, error) || !tv_layer_reserve (self, n + 3, error))
        return NULL;
      self->size += g_base64_decode_step (section->text + at, n, self->bytes + self->size, &state,
                                          &save);
    }
  return tv_layer_take (self);
}

/* Returns (transfer full): the log. A single section shares the memory of the page; several sections are
 * concatenated. */
static GBytes *
join_sections (TvLayer *self, GBytes *page, GArray *sections, GError **error)
{
  const char *start = g_bytes_get_data (page, NULL);
  const Section *first = &g_array_index (sections, Section, 0);

  if (sections->len == 1)
    return g_bytes_new_from_bytes (page, first->text - start, first->size);
  for (guint i = 0; i < sections->len; i++)
    {
      const Section *section = &g_array_index (sections, Section, i);

      if (!tv_layer_check_cancel (self, error) ||
          !tv_layer_append (self, section->text, section->size, error) ||
          !tv_layer_append (self, "\n", 1, error))
        return NULL;
    }
  return tv_layer_take (self);
}

/* Returns the start of the string in `linuxPerfData = "…`, or NULL. @quote: (out): character that begins the string */
static const char *
find_string (const char *at, const char *end, char *quote)
{
  static const char word[] = "linuxPerfData";

  while ((at = find (at, end, word)) != NULL)
    {
      gboolean is_assigned = FALSE;

      at += strlen (word);
      while (at < end && (g_ascii_isspace (*at) || (*at == '=' && !is_assigned)))
        is_assigned |= *at++ == '=';
      if (is_assigned && at < end && (*at == '"' || *at == '\''))
        {
          *quote = *at;
          return at + 1;
        }
    }
  return NULL;
}

/* Returns whether a quote ends the string. Not every quote does, because systrace did not always escape quotes in the
 * string. */
static gboolean
is_closing (const char *quote, const char *end)
{
  const char *at = quote + 1;

  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at == end || *at == ';' || *at == '\r' || *at == '\n' || *at == '<';
}

static gboolean
parse_hex (const char *at, const char *end, gsize n_digits, gunichar *number)
{
  *number = 0;
  if ((gsize) (end - at) < n_digits)
    return FALSE;
  for (gsize i = 0; i < n_digits; i++)
    {
      int digit = g_ascii_xdigit_value (at[i]);

      if (digit < 0)
        return FALSE;
      *number = *number << 4 | digit;
    }
  return TRUE;
}

/* Decodes an escape sequence after its backslash; copies invalid sequences. Never writes more bytes than it reads,
 * including the backslash. Returns the end of the sequence. */
static const char *
unescape_one (const char *at, const char *end, char **to)
{
  static const char letters[] = "nrtbfv", values[] = "\n\r\t\b\f\v";
  const char *letter = memchr (letters, *at, strlen (letters));
  gunichar number;

  if (letter != NULL)
    *(*to)++ = values[letter - letters];
  else if (*at == '\n')
    ; /* the string continues on the next line */
  else if (*at == '\r')
    return at + 1 < end && at[1] == '\n' ? at + 2 : at + 1;
  else if ((*at == 'x' && parse_hex (at + 1, end, 2, &number)) ||
           (*at == 'u' && parse_hex (at + 1, end, 4, &number)))
    {
      gboolean is_character = g_unichar_validate (number);

      *to += g_unichar_to_utf8 (is_character ? number : '?', *to);
      return at + (*at == 'x' ? 3 : 5);
    }
  else
    {
      if (*at != '\\' && *at != '"' && *at != '\'' && *at != '/')
        *(*to)++ = '\\';
      *(*to)++ = *at;
    }
  return at + 1;
}

static GBytes *
unescape (TvLayer *self, const char *at, const char *end, char quote, GError **error)
{
  const char *next_check = at;
  char *to;

  if ((gsize) (end - at) > self->limit)
    {
      tv_layer_set_too_large (self, error);
      return NULL;
    }
  if (!tv_layer_reserve (self, end - at, error))
    return NULL;
  to = (char *) self->bytes;
  while (at < end && !(*at == quote && is_closing (at, end)))
    {
      if (at >= next_check)
        {
          if (!tv_layer_check_cancel (self, error))
            return NULL;
          next_check = at + MIN (end - at, 1024 * 1024);
        }
      if (*at == '\\' && at + 1 < end)
        at = unescape_one (at + 1, end, &to);
      else
        *to++ = *at++;
    }
  self->is_cut = at == end;
  self->size = (guint8 *) to - self->bytes;
  return tv_layer_take (self);
}

/* Returns (transfer full): the log in a systrace page. Returns NULL without an error if the page contains no trace
 * data. */
GBytes *
tv_layer_read_page (TvLayer *self, GBytes *page, GError **error)
{
  gsize size;
  const char *start = g_bytes_get_data (page, &size);
  const char *at = start, *end = start + size;
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (Section));
  gboolean has_any = FALSE;
  guint n_encoded = 0;
  Section section, encoded = { NULL, 0 };
  char quote;

  while (find_data (self, &at, end, &section))
    {
      has_any = TRUE;
      if (tv_layer_recognize (self, (const guint8 *) section.text, section.size) == TV_LAYER_TRACE)
        g_array_append_val (sections, section);
      else if (is_encoded (&section) && n_encoded++ == 0)
        encoded = section;
    }
  if (sections->len > 0)
    return join_sections (self, page, sections, error);
  if (n_encoded == 1)
    return decode (self, &encoded, error);
  if (n_encoded > 1)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                   _("this web page contains %u traces; open the files from which it was made"),
                   n_encoded);
      return NULL;
    }
  self->is_cut = FALSE;
  at = find_string (start, end, &quote);
  if (at != NULL)
    return unescape (self, at, end, quote, error);
  if (has_any)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                         _("this web page contains trace data, but no ftrace log"));
  return NULL;
}
