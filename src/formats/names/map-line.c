/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/map-line.h"

#include "formats/input/scan.h"

/* Parses mapping.txt of R8 and ProGuard, one line per call. Called by name-map.c for the index of classes, and by
 * map-class.c when a class is first used; rename-stacks.c looks up positions of outlined code. Pure: all spans point
 * into the line. */

static const char arrow[] = " -> ";

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static TvSpan
trim (TvSpan span)
{
  while (span.size > 0 && is_blank (*span.text))
    {
      span.text++;
      span.size--;
    }
  while (span.size > 0 && is_blank (span.text[span.size - 1]))
    span.size--;
  return span;
}

/* Returns whether the text is a name: not empty and without spaces. */
static gboolean
is_name (TvSpan span)
{
  for (gsize i = 0; i < span.size; i++)
    if (is_blank (span.text[i]))
      return FALSE;
  return span.size > 0;
}

static TvSpan
get_start (TvSpan span, const char *end)
{
  return (TvSpan){ span.text, (gsize) (end - span.text) };
}

static TvSpan
get_rest (TvSpan span, const char *start)
{
  return (TvSpan){ start, (gsize) (span.text + span.size - start) };
}

/**
 * tv_map_line_get_kind:
 * @line: a line
 *
 * Returns: the kind of the line, determined only by its first and last characters; the line may be malformed
 */
TvMapLineKind
tv_map_line_get_kind (TvSpan line)
{
  TvSpan text = trim (line);

  if (text.size == 0)
    return TV_MAP_LINE_EMPTY;
  if (*text.text == '#')
    return memchr (text.text, ':', text.size) != NULL ? TV_MAP_LINE_COMMENT : TV_MAP_LINE_EMPTY;
  if (is_blank (*line.text))
    return TV_MAP_LINE_MEMBER;
  return text.text[text.size - 1] == ':' ? TV_MAP_LINE_CLASS : TV_MAP_LINE_BAD;
}

/**
 * tv_map_line_parse_class:
 * @line: a line of kind %TV_MAP_LINE_CLASS
 * @class_line: (out): parsed line
 *
 * Returns: %FALSE if the line is malformed
 */
gboolean
tv_map_line_parse_class (TvSpan line, TvMapClassLine *class_line)
{
  TvSpan text = trim (line);
  const char *found = memmem (text.text, text.size, arrow, strlen (arrow));

  if (found == NULL || text.text[text.size - 1] != ':')
    return FALSE;
  class_line->original = get_start (text, found);
  class_line->obfuscated = get_rest (text, found + strlen (arrow));
  class_line->obfuscated.size--;
  return is_name (class_line->original) && is_name (class_line->obfuscated);
}

/* Takes the optional "from:to:" before a method. Returns FALSE if it is present but malformed. */
static gboolean
take_range (TvSpan *span, TvMapMethodLine *method)
{
  if (span->size == 0 || !g_ascii_isdigit (*span->text))
    return TRUE;
  method->has_range = TRUE;
  return tv_scan_id (span, &method->from) && tv_scan_byte (span, ':') &&
         tv_scan_id (span, &method->to) && tv_scan_byte (span, ':') && method->from <= method->to;
}

/* Parses the optional ":from[:to]" after a method. Returns FALSE if it is present but malformed. */
static gboolean
parse_original_lines (TvSpan span, TvMapMethodLine *method)
{
  if (span.size == 0)
    return TRUE;
  if (!tv_scan_byte (&span, ':') || !tv_scan_id (&span, &method->original_from))
    return FALSE;
  if (span.size == 0)
    return TRUE;
  return tv_scan_byte (&span, ':') && tv_scan_id (&span, &method->original_to) && span.size == 0;
}

static TvMapMember
parse_method (TvSpan text, const char *open, TvMapMethodLine *method)
{
  const char *close = memchr (open, ')', (gsize) (text.text + text.size - open));
  const char *point;

  if (close == NULL)
    return TV_MAP_MEMBER_BAD;
  method->name = get_start (text, open);
  method->arguments = (TvSpan){ open + 1, (gsize) (close - open) - 1 };
  point = memrchr (method->name.text, '.', method->name.size);
  if (point != NULL)
    {
      method->owner = get_start (method->name, point);
      method->name = get_rest (method->name, point + 1);
    }
  if (!is_name (method->name) || (point != NULL && method->owner.size == 0) ||
      (method->arguments.size > 0 && !is_name (method->arguments)) ||
      !parse_original_lines (get_rest (text, close + 1), method))
    return TV_MAP_MEMBER_BAD;
  return TV_MAP_MEMBER_METHOD;
}

/**
 * tv_map_line_parse_member:
 * @line: a line of kind %TV_MAP_LINE_MEMBER
 * @method: (out): parsed line; valid if the member is a method
 *
 * Parses the line of a member.
 *
 * Returns: kind of the member
 */
TvMapMember
tv_map_line_parse_member (TvSpan line, TvMapMethodLine *method)
{
  TvSpan text = trim (line);
  const char *found = memmem (text.text, text.size, arrow, strlen (arrow));
  const char *blank, *open;

  *method = (TvMapMethodLine){ 0 };
  if (found == NULL)
    return TV_MAP_MEMBER_BAD;
  method->obfuscated = get_rest (text, found + strlen (arrow));
  text = get_start (text, found);
  if (!is_name (method->obfuscated) || !take_range (&text, method))
    return TV_MAP_MEMBER_BAD;
  blank = memchr (text.text, ' ', text.size);
  if (blank == NULL)
    return TV_MAP_MEMBER_BAD;
  method->type = get_start (text, blank);
  text = get_rest (text, blank + 1);
  if (!is_name (method->type) || memchr (method->type.text, ':', method->type.size) != NULL)
    return TV_MAP_MEMBER_BAD;
  open = memchr (text.text, '(', text.size);
  if (open != NULL)
    return parse_method (text, open, method);
  return is_name (text) ? TV_MAP_MEMBER_FIELD : TV_MAP_MEMBER_BAD;
}

/* ---- Comments ---- */

/**
 * tv_map_line_parse_header:
 * @line: a line of kind %TV_MAP_LINE_COMMENT
 * @key: (out): key, such as "pg_map_id"
 * @value: (out): text after the colon
 *
 * Parses a comment of the form `# KEY: VALUE`.
 *
 * Returns: %FALSE if the comment has another form, such as JSON
 */
gboolean
tv_map_line_parse_header (TvSpan line, TvSpan *key, TvSpan *value)
{
  TvSpan text = trim (line);
  const char *colon;

  if (text.size == 0 || *text.text != '#')
    return FALSE;
  text = trim (get_rest (text, text.text + 1));
  colon = memchr (text.text, ':', text.size);
  if (colon == NULL || *text.text == '{')
    return FALSE;
  *key = trim (get_start (text, colon));
  *value = trim (get_rest (text, colon + 1));
  return is_name (*key);
}

/* Takes a string in single or double quotes. @text begins with the opening quote. Returns the text between the
 * quotes; empty if the closing quote is missing or the string contains escapes. */
static TvSpan
take_quoted (TvSpan *text)
{
  const char quote = *text->text;
  TvSpan inside = { text->text + 1, 0 };
  gboolean has_escape = FALSE;
  gsize at = 1;

  for (; at < text->size && text->text[at] != quote; at++)
    if (text->text[at] == '\\')
      {
        has_escape = TRUE;
        at++;
      }
  if (at >= text->size)
    {
      *text = get_rest (*text, text->text + text->size);
      return inside;
    }
  if (!has_escape)
    inside.size = at - 1;
  *text = get_rest (*text, text->text + at + 1);
  return inside;
}

static gboolean
is_quote (char c)
{
  return c == '"' || c == '\'';
}

/* Takes an object or array. @text begins with the opening bracket. Returns the text between the brackets; empty if
 * the closing bracket is missing. */
static TvSpan
take_nested (TvSpan *text)
{
  TvSpan rest = *text, inside = { text->text + 1, 0 };
  guint depth = 0;

  while (rest.size > 0)
    {
      const char c = *rest.text;

      if (is_quote (c))
        {
          take_quoted (&rest);
          continue;
        }
      if (c == '{' || c == '[')
        depth++;
      else if (c == '}' || c == ']')
        depth--;
      if (depth == 0)
        {
          inside.size = (gsize) (rest.text - inside.text);
          rest = get_rest (rest, rest.text + 1);
          break;
        }
      rest = get_rest (rest, rest.text + 1);
    }
  *text = rest;
  return inside;
}

/* Takes a number, or an unquoted word. */
static TvSpan
take_bare (TvSpan *text)
{
  gsize n = 0;

  while (n < text->size && strchr (" \t,:{}[]\"'", text->text[n]) == NULL)
    n++;
  *text = (TvSpan){ text->text + n, text->size - n };
  return (TvSpan){ text->text - n, n };
}

static TvSpan
take_value (TvSpan *text)
{
  *text = trim (*text);
  if (text->size == 0)
    return *text;
  if (is_quote (*text->text))
    return take_quoted (text);
  if (*text->text == '{' || *text->text == '[')
    return take_nested (text);
  return take_bare (text);
}

/* Takes the next key and value of an object. Returns FALSE if there are no more. */
static gboolean
take_pair (TvSpan *text, TvSpan *key, TvSpan *value)
{
  *text = trim (*text);
  while (text->size > 0 && *text->text == ',')
    *text = trim (get_rest (*text, text->text + 1));
  if (text->size == 0)
    return FALSE;
  *key = take_value (text);
  *text = trim (*text);
  if (!tv_scan_byte (text, ':'))
    return FALSE;
  *value = take_value (text);
  return TRUE;
}

/**
 * tv_map_line_parse_comment:
 * @line: a line of kind %TV_MAP_LINE_COMMENT
 * @comment: (out): parsed comment
 *
 * Parses a comment in JSON. Also accepts single quotes and unquoted keys.
 *
 * Returns: %FALSE if the comment is not a JSON object with an id
 */
gboolean
tv_map_line_parse_comment (TvSpan line, TvMapComment *comment)
{
  TvSpan text = trim (line);
  TvSpan key, value;

  *comment = (TvMapComment){ 0 };
  if (text.size == 0 || *text.text != '#')
    return FALSE;
  text = trim (get_rest (text, text.text + 1));
  if (text.size == 0 || *text.text != '{')
    return FALSE;
  text = take_nested (&text);
  while (take_pair (&text, &key, &value))
    {
      if (tv_span_is (key, "id"))
        comment->id = value;
      else if (tv_span_is (key, "fileName"))
        comment->file_name = value;
      else if (tv_span_is (key, "signature"))
        comment->signature = value;
      else if (tv_span_is (key, "version"))
        comment->version = value;
      else if (tv_span_is (key, "positions"))
        comment->positions = value;
    }
  return comment->id.size > 0;
}

/**
 * tv_map_positions_find:
 * @positions: the @positions of a #TvMapComment
 * @line: line number in an outline
 *
 * Looks up the original position of a line of outlined code.
 *
 * Returns: line number in the method from which the code was extracted; 0 if unknown
 */
guint32
tv_map_positions_find (TvSpan positions, guint32 line)
{
  TvSpan key, value;

  while (take_pair (&positions, &key, &value))
    {
      guint32 from, to;

      if (tv_scan_id (&key, &from) && from == line && tv_scan_id (&value, &to))
        return to;
    }
  return 0;
}
