/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/map-class.h"

#include <string.h>

#include "formats/input/scan.h"

/* Parses the methods of one class in a mapping file. Called by name-map.c when the class is first used; name-map.c
 * also calls tv_map_version_parse(). An entry owns its array of methods; all names point into the bytes of the map. */

/* Maximum size of the positions of a method in bytes, which are searched for each frame. Only crafted maps exceed it;
 * real maps have a few dozen positions. */
#define MAX_POSITIONS_BYTES (64u * 1024)

/* State of parsing a class. */
typedef struct
{
  TvMapClassEntry *entry;
  guint version;
  guint64 seed;
  /* whether comments refer to the last method instead of the class */
  gboolean has_method;
} Reader;

/**
 * tv_map_version_parse:
 * @version: version of the map format, such as "2.2"
 *
 * Returns: the %TV_MAP_VERSION; %G_MAXUINT for "experimental" and other unknown versions, which are considered newer
 * than all known ones
 */
guint
tv_map_version_parse (TvSpan version)
{
  guint parts[2] = { 0, 0 }, at = 0;

  for (gsize i = 0; i < version.size; i++)
    {
      const char c = version.text[i];

      if (c == '.' && at == 0)
        at++;
      else if (g_ascii_isdigit (c) && parts[at] < 1000)
        parts[at] = parts[at] * 10 + (guint) (c - '0');
      else
        return G_MAXUINT;
    }
  return TV_MAP_VERSION (parts[0], parts[1]);
}

static TvMapMethod *
get_method (const TvMapClass *class, guint row)
{
  return &g_array_index (class->methods, TvMapMethod, row);
}

/* Returns whether two consecutive lines have the same range of the same method, because one original method was
 * inlined into the other. */
static gboolean
is_one_group (const TvMapMethodLine *a, const TvMapMethodLine *b)
{
  return a->has_range && b->has_range && a->from == b->from && a->to == b->to &&
         tv_span_equal (a->obfuscated, b->obfuscated);
}

static void
add_method (Reader *self, const TvMapMethodLine *line)
{
  TvMapClass *class = &self->entry->class;
  TvMapMethod method = { .line = *line, .next = TV_NONE, .is_outer = TRUE };

  if (class->methods->len > 0)
    {
      TvMapMethod *before = get_method (class, class->methods->len - 1);

      before->is_outer = !is_one_group (&before->line, line);
    }
  g_array_append_val (class->methods, method);
}

static void
add_bad_line (Reader *self, TvSpan line)
{
  if (self->entry->n_bad_lines++ == 0)
    self->entry->first_bad = line;
}

/* Parses a comment, and applies it to the class or to the last method. */
static void
add_fact (Reader *self, TvSpan line)
{
  static const char of_r8[] = "com.android.tools.r8.";
  TvMapClass *class = &self->entry->class;
  TvMapMethod *method = self->has_method ? get_method (class, class->methods->len - 1) : NULL;
  TvMapComment comment;
  gboolean is_known = self->version <= TV_MAP_NEWEST_VERSION;

  if (!tv_map_line_parse_comment (line, &comment))
    return;
  if (tv_span_is (comment.id, "sourceFile"))
    {
      if (class->source_file.size == 0)
        class->source_file = comment.file_name;
      return;
    }
  if (!is_known || method == NULL || comment.id.size < strlen (of_r8) ||
      memcmp (comment.id.text, of_r8, strlen (of_r8)) != 0)
    return;
  comment.id = (TvSpan){ comment.id.text + strlen (of_r8), comment.id.size - strlen (of_r8) };
  if (tv_span_is (comment.id, "residualsignature") && self->version >= TV_MAP_VERSION (2, 2))
    method->signature = comment.signature;
  else if (tv_span_is (comment.id, "outline") && self->version >= TV_MAP_VERSION (2, 0))
    method->is_outline = TRUE;
  else if (tv_span_is (comment.id, "outlineCallsite") && self->version >= TV_MAP_VERSION (2, 0))
    {
      method->positions = comment.positions;
      method->positions.size = MIN (method->positions.size, MAX_POSITIONS_BYTES);
    }
}

static void
read_line (Reader *self, TvSpan line)
{
  TvMapMethodLine method;

  switch (tv_map_line_get_kind (line))
    {
    case TV_MAP_LINE_COMMENT:
      add_fact (self, line);
      break;
    case TV_MAP_LINE_MEMBER:
      switch (tv_map_line_parse_member (line, &method))
        {
        case TV_MAP_MEMBER_METHOD:
          add_method (self, &method);
          self->has_method = TRUE;
          break;
        case TV_MAP_MEMBER_BAD:
          add_bad_line (self, line);
          self->has_method = FALSE;
          break;
        case TV_MAP_MEMBER_FIELD:
        default:
          self->has_method = FALSE;
          break;
        }
      break;
    case TV_MAP_LINE_EMPTY:
    case TV_MAP_LINE_CLASS:
    case TV_MAP_LINE_BAD: /* name-map.c has counted it */
    default:
      break;
    }
}

/* Links each method line to the next line with the same name, and indexes the first of these lines. Processes lines
 * in reverse order, so that the next line is already indexed. */
static void
index_methods (Reader *self)
{
  TvMapClass *class = &self->entry->class;

  for (guint row = class->methods->len; row-- > 0;)
    {
      TvMapMethod *method = get_method (class, row);
      TvSpan name = method->line.obfuscated;
      guint32 hash = tv_hash_bytes (self->seed, name.text, name.size);
      guint32 slot = hash, known;

      while ((known = tv_row_table_next (&self->entry->rows, hash, &slot)) != TV_NONE)
        if (tv_span_equal (get_method (class, known)->line.obfuscated, name))
          break;
      method->next = known;
      if (known != TV_NONE)
        tv_row_table_replace (&self->entry->rows, hash, known, row);
      else
        tv_row_table_add (&self->entry->rows, hash, row);
    }
}

/**
 * tv_map_class_entry_new:
 * @original: original name of the class
 * @text: lines between the line of the class and the next class
 * @version: %TV_MAP_VERSION of the comments; 0 if unknown
 * @seed: seed for hashing names
 *
 * Parses the content of a class.
 *
 * Returns: (transfer full): the class
 */
TvMapClassEntry *
tv_map_class_entry_new (TvSpan original, TvSpan text, guint version, guint64 seed)
{
  TvMapClassEntry *self = g_new0 (TvMapClassEntry, 1);
  Reader reader = { .entry = self, .version = version, .seed = seed };
  const char *at = text.text;
  TvSpan line;

  self->class.original = original;
  self->class.methods = g_array_new (FALSE, FALSE, sizeof (TvMapMethod));
  while (tv_scan_line (&at, text.text + text.size, &line))
    read_line (&reader, line);
  index_methods (&reader);
  return self;
}

void
tv_map_class_entry_free (TvMapClassEntry *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->class.methods);
  tv_row_table_clear (&self->rows);
  g_free (self);
}
