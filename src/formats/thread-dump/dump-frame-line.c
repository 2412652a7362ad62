/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-line.h"
#include "formats/input/scan.h"

/* Parses a frame of a stack in the syntax of ART, Dalvik, debuggerd, HotSpot or the kernel. Called by the readers of
 * dumps, tombstones and exported crashes. Pure: spans point into the line. */

/* Returns the text after the last occurrence of @byte, or the whole text. */
static TvSpan
skip_to_last (TvSpan text, char byte)
{
  for (gsize i = text.size; i > 0; i--)
    if (text.text[i - 1] == byte)
      return (TvSpan){ text.text + i, text.size - i };
  return text;
}

static gboolean
equals_without_case (TvSpan text, const char *word)
{
  return text.size == strlen (word) && g_ascii_strncasecmp (text.text, word, text.size) == 0;
}

/* Parses `FILE:LINE`. The line may be missing, -1, or approximate (`~12`). The module before the file in HotSpot's
 * frames is dropped. */
static void
parse_source (TvSpan text, TvDumpLine *line)
{
  TvSpan source = skip_to_last (text, '/'), number = skip_to_last (source, ':');

  if (equals_without_case (source, "native method") ||
      equals_without_case (source, "unknown source"))
    return;
  line->file = source;
  if (number.text == source.text)
    return;
  line->file.size = (gsize) (number.text - source.text - 1);
  tv_scan_word (&number, "~");
  if (!tv_scan_id (&number, &line->line))
    line->line = 0;
}

/* Parses `- pkg.Class.method(TYPES) @bci=N, line=N (Compiled frame)`, a frame of jstack -F. */
static gboolean
parse_forced (TvSpan rest, TvDumpLine *line)
{
  TvSpan called, method, source;
  const char *found;

  if (!tv_scan_word (&rest, "- ") || tv_scan_find (rest, ") @bci=") == NULL)
    return FALSE;
  called = tv_scan_until (&rest, '(');
  if (called.size == 0 || memchr (called.text, ' ', called.size) != NULL)
    return FALSE;
  method = skip_to_last (called, '.');
  line->kind = TV_DUMP_LINE_FRAME;
  line->frame_kind = TV_FRAME_MANAGED;
  line->value = method;
  if (method.text > called.text)
    line->name = (TvSpan){ called.text, (gsize) (method.text - called.text - 1) };
  found = tv_scan_find (rest, ", line=");
  if (found != NULL)
    {
      source = (TvSpan){ found + 7, rest.size - (gsize) (found + 7 - rest.text) };
      if (!tv_scan_id (&source, &line->line))
        line->line = 0;
    }
  return TRUE;
}

/* Parses `pkg.Class.method(FILE:LINE)`. Reports of Google Play contain a space before the bracket. */
static gboolean
parse_called (TvSpan rest, TvDumpLine *line)
{
  TvSpan called, method;
  const char *blank;

  called = tv_scan_until (&rest, '(');
  if (called.size > 1 && called.text[called.size - 1] == ' ' &&
      memchr (called.text, '.', called.size) != NULL)
    called.size--;
  called = skip_to_last (called, '/');
  blank = called.size > 0 ? memchr (called.text, ' ', called.size) : NULL;
  if (called.size == 0 || blank != NULL)
    return FALSE;
  if (called.text[called.size - 1] == '!')
    called.size--;
  method = skip_to_last (called, '.');
  line->kind = TV_DUMP_LINE_FRAME;
  line->frame_kind = TV_FRAME_MANAGED;
  line->value = method;
  if (method.text > called.text)
    line->name = (TvSpan){ called.text, (gsize) (method.text - called.text - 1) };
  /* The closing bracket may be missing because the line is truncated. */
  if (rest.size > 0)
    {
      rest = tv_scan_trim_end (rest);
      if (rest.size > 0 && rest.text[rest.size - 1] == ')')
        rest.size--;
      parse_source (rest, line);
    }
  return TRUE;
}

/* Removes `+OFFSET` or ` + OFFSET` from the end of @text. The offset is a decimal number. Returns FALSE if there is
 * no offset, or no text before it. */
static gboolean
drop_offset (TvSpan *text)
{
  gsize plus = text->size;

  while (plus > 0 && g_ascii_isdigit (text->text[plus - 1]))
    plus--;
  if (plus == text->size)
    return FALSE;
  if (plus > 3 && memcmp (text->text + plus - 3, " + ", 3) == 0)
    plus -= 3;
  else if (plus > 1 && text->text[plus - 1] == '+')
    plus--;
  else
    return FALSE;
  text->size = plus;
  return TRUE;
}

/* Parses `SYMBOL+OFFSET`. A symbol may contain brackets, spaces and plus signs. */
static void
parse_symbol (TvSpan text, TvDumpLine *line)
{
  if (tv_span_is (text, "???"))
    return;
  drop_offset (&text);
  line->value = text;
}

/* Parses ` (BuildId: HEX)`, and removes it and the text after it from @rest. */
static void
take_build_id (TvSpan *rest, TvDumpLine *line)
{
  static const char word[] = " (BuildId: ";
  const char *found = tv_scan_find (*rest, word);

  if (found == NULL)
    return;
  line->build_id = (TvSpan){ found + sizeof word - 1,
                             rest->size - (gsize) (found + sizeof word - 1 - rest->text) };
  line->build_id = tv_scan_until (&line->build_id, ')');
  rest->size = (gsize) (found - rest->text);
}

/* Parses ` [ABI::HEX]` at the end of a line, which is Bugly's form of the build id, and removes it. */
static void
take_bracketed_id (TvSpan *rest, TvDumpLine *line)
{
  TvSpan id = skip_to_last (*rest, '[');
  const char *colons;

  if (id.text == rest->text || id.text - rest->text < 2 || id.text[-2] != ' ' ||
      rest->text[rest->size - 1] != ']')
    return;
  colons = tv_scan_find (id, "::");
  if (colons == NULL)
    return;
  rest->size = (gsize) (id.text - 2 - rest->text);
  id.size--;
  line->build_id = (TvSpan){ colons + 2, id.size - (gsize) (colons + 2 - id.text) };
}

/* Splits ` (TEXT)` off the end of @rest if its brackets are balanced. */
static gboolean
take_group (TvSpan *rest, TvSpan *group)
{
  guint depth = 0;

  if (rest->size == 0 || rest->text[rest->size - 1] != ')')
    return FALSE;
  for (gsize i = rest->size; i-- > 1;)
    {
      depth += rest->text[i] == ')';
      if (rest->text[i] != '(' || --depth > 0)
        continue;
      if (rest->text[i - 1] != ' ')
        return FALSE;
      *group = (TvSpan){ rest->text + i + 1, rest->size - i - 2 };
      rest->size = i - 1;
      return TRUE;
    }
  return FALSE;
}

/* Returns whether all opening brackets are closed, so that @text does not end inside brackets. */
static gboolean
is_in_pairs (TvSpan text)
{
  gsize depth = 0;

  for (gsize i = 0; i < text.size; i++)
    depth += text.text[i] == '(' ? 1 : text.text[i] == ')' && depth > 0 ? (gsize) -1 : 0;
  return depth == 0 && text.size > 0 && text.text[text.size - 1] != ')';
}

/* Parses `PATH[ (offset HEX)] (SYMBOL+OFFSET)`. A path may contain brackets. Returns FALSE if the text does not end
 * with a group in balanced brackets. */
static gboolean
take_path_and_symbol (TvSpan rest, TvDumpLine *line)
{
  TvSpan group, path = rest, offset;

  if (!take_group (&path, &group))
    return FALSE;
  if (tv_span_is (group, "deleted"))
    path = rest;
  else if (!tv_scan_word (&group, "offset "))
    {
      TvSpan before = path;

      parse_symbol (group, line);
      if (take_group (&before, &offset) && tv_scan_word (&offset, "offset "))
        path = before;
    }
  line->path = path;
  return TRUE;
}

/* Parses `#NN pc ADDRESS  PATH (SYMBOL+OFFSET) (BuildId: HEX)`. The path may contain spaces and end with “(deleted)”.
 * Before the symbol, ` (offset HEX)` states where the code begins in a file that contains it. */
static gboolean
parse_native (TvSpan rest, TvDumpLine *line)
{
  guint64 number;
  gsize from = 0;

  if (!tv_scan_word (&rest, "#") || !tv_scan_number (&rest, 10, &number))
    return FALSE;
  tv_scan_blanks (&rest);
  if (!tv_scan_word (&rest, "pc "))
    return FALSE;
  tv_scan_blanks (&rest);
  tv_scan_word (&rest, "0x");
  if (!tv_scan_number (&rest, 16, &line->pc))
    return FALSE;
  tv_scan_blanks (&rest);
  rest = tv_scan_trim_end (rest);
  take_build_id (&rest, line);
  take_bracketed_id (&rest, line);
  line->kind = TV_DUMP_LINE_FRAME;
  line->frame_kind = TV_FRAME_NATIVE;
  line->path = rest;
  if (take_path_and_symbol (rest, line))
    from = rest.size;
  while (from < rest.size)
    {
      TvSpan tail = { rest.text + from, rest.size - from };
      const char *found = tv_scan_find (tail, " (");

      if (found == NULL)
        break;
      tail.size -= (gsize) (found - tail.text);
      tail.text = found;
      if (tv_scan_word (&tail, " (deleted)"))
        {
          from = (gsize) (tail.text - rest.text);
          continue;
        }
      if (is_in_pairs (tail))
        break; /* the brackets belong to the path */
      line->path.size = MIN (line->path.size, (gsize) (found - rest.text));
      if (tv_scan_word (&tail, " (offset "))
        {
          tv_scan_until (&tail, ')');
          from = (gsize) (tail.text - rest.text);
          continue;
        }
      tv_scan_word (&tail, " (");
      if (tail.size > 0 && tail.text[tail.size - 1] == ')')
        tail.size--;
      parse_symbol (tail, line);
      break;
    }
  if (tv_span_is (line->path, "???"))
    line->path.size = 0;
  /* Crashlytics writes `LIBRARY + OFFSET` for code without a symbol. */
  if (line->value.size == 0 && tv_scan_find (line->path, " + ") != NULL)
    drop_offset (&line->path);
  return TRUE;
}

/* Parses `FUNCTION+0x…/0x…` after `kernel: `. Returns FALSE for text in brackets, which states why there is no
 * stack. */
static gboolean
parse_kernel (TvSpan rest, TvDumpLine *line)
{
  TvSpan name;

  tv_scan_blanks (&rest);
  if (rest.size == 0 || rest.text[0] == '(')
    return FALSE;
  name = tv_scan_until (&rest, ' ');
  line->value = tv_scan_until (&name, '+');
  line->kind = TV_DUMP_LINE_FRAME;
  line->frame_kind = TV_FRAME_KERNEL;
  return line->value.size > 0;
}

/* Parses `at pkg.Class.method(FILE:LINE)`. */
static gboolean
parse_managed (TvSpan rest, TvDumpLine *line)
{
  if (!tv_scan_word (&rest, "at "))
    return FALSE;
  tv_scan_blanks (&rest);
  return parse_called (rest, line);
}

/* Parses a frame without `at`. The caller must check that the dump contains such frames. */
gboolean
tv_dump_line_parse_bare_frame (TvSpan text, TvDumpLine *line)
{
  text = tv_scan_trim_end (text);
  return text.size > 3 && text.text[text.size - 1] == ')' && g_ascii_isalpha (*text.text) &&
         tv_scan_find (text, "(") != NULL && parse_called (text, line) && line->name.size > 0;
}

gboolean
tv_dump_line_parse_frame (TvSpan text, TvDumpLine *line)
{
  if (text.size > 0 && text.text[0] == 'a')
    return parse_managed (text, line);
  if (text.size > 0 && text.text[0] == '-')
    return parse_forced (text, line);
  if (tv_scan_word (&text, "kernel:"))
    return parse_kernel (text, line);
  if (tv_scan_word (&text, "native:"))
    tv_scan_blanks (&text);
  return parse_native (text, line);
}
