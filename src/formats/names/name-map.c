/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/name-map.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/memory/row-table.h"
#include "formats/names/map-class.h"
#include "formats/input/scan.h"

/* Maps are opened by rename.c, and queried by rename-symbol.c, method-match.c and java-type.c.
 * tv_name_map_find_class() looks like a lookup, but parses the class on first use and stores it in the map.
 * Therefore, tv_name_map_get_n_bad_lines() counts only the invalid lines of classes that have been parsed so far. */

#define LINES_PER_CANCEL_CHECK 8192

/* Maximum length of a class name, because class files store it in 16 bits. */
#define MAX_NAME 65535

/* A class that the pass over the file has found. */
typedef struct
{
  gsize original; /* offset of the original name in the file */
  gsize start;    /* offset of the class's members in the file */
  gsize end;
  guint32 original_size;
  guint32 obfuscated_size; /* size of the obfuscated name, which follows the arrow, in bytes */
  guint version;           /* TV_MAP_VERSION of the comments in the class */
  TvMapClassEntry *entry;  /* (nullable): content; parsed on first use */
} ClassRow;

struct _TvNameMap
{
  GBytes *bytes;
  const char *text;
  gsize size;
  GArray *classes; /* ClassRow */
  TvRowTable rows; /* obfuscated name → index in @classes */
  guint64 seed;
  guint version; /* TV_MAP_VERSION of the next comments */
  TvSpan id;
  TvSpan hash;
  guint64 n_bad_lines;
  TvSpan first_bad;
  guint64 n_lines;
};

static void
clear_class (gpointer data)
{
  tv_map_class_entry_free (((ClassRow *) data)->entry);
}

static ClassRow *
get_class (const TvNameMap *self, guint32 row)
{
  return &g_array_index (self->classes, ClassRow, row);
}

static TvSpan
get_obfuscated (const TvNameMap *self, const ClassRow *row)
{
  return (TvSpan){ self->text + row->original + row->original_size + strlen (" -> "),
                   row->obfuscated_size };
}

static TvSpan
get_original (const TvNameMap *self, const ClassRow *row)
{
  return (TvSpan){ self->text + row->original, row->original_size };
}

static guint32
find_row (const TvNameMap *self, const char *name, gsize len)
{
  guint32 hash = tv_hash_bytes (self->seed, name, len), row;

  for (guint32 slot = hash; (row = tv_row_table_next (&self->rows, hash, &slot)) != TV_NONE;)
    {
      TvSpan known = get_obfuscated (self, get_class (self, row));

      if (known.size == len && memcmp (known.text, name, len) == 0)
        return row;
    }
  return TV_NONE;
}

static void
add_bad_line (TvNameMap *self, TvSpan line)
{
  if (self->n_bad_lines++ == 0)
    self->first_bad = line;
}

static void
end_class (TvNameMap *self, const char *end)
{
  ClassRow *row = self->classes->len > 0 ? get_class (self, self->classes->len - 1) : NULL;

  if (row != NULL && row->end == 0)
    row->end = (gsize) (end - self->text);
}

/* Adds a class. If several classes have the same name, as in concatenated maps, only the first one is used, and the
 * class lines of the others count as invalid. */
static void
add_class (TvNameMap *self, TvSpan line)
{
  TvMapClassLine names;
  ClassRow row = { .version = self->version };

  end_class (self, line.text);
  if (!tv_map_line_parse_class (line, &names) || names.original.size > MAX_NAME ||
      names.obfuscated.size > MAX_NAME || self->classes->len >= TV_NONE - 1)
    {
      add_bad_line (self, line);
      return;
    }
  row.original = (gsize) (names.original.text - self->text);
  row.original_size = (guint32) names.original.size;
  row.obfuscated_size = (guint32) names.obfuscated.size;
  row.start = (gsize) (line.text + line.size - self->text);
  g_array_append_val (self->classes, row);
  if (find_row (self, names.obfuscated.text, names.obfuscated.size) == TV_NONE)
    tv_row_table_add (&self->rows,
                      tv_hash_bytes (self->seed, names.obfuscated.text, names.obfuscated.size),
                      self->classes->len - 1);
  else
    add_bad_line (self, line);
}

/* Parses a comment with the id or the hash of the map, or with the version of the following comments. */
static void
read_comment (TvNameMap *self, TvSpan line)
{
  TvMapComment comment;
  TvSpan key, value;

  if (tv_map_line_parse_header (line, &key, &value))
    {
      if (tv_span_is (key, "pg_map_id") && self->id.size == 0)
        self->id = value;
      else if (tv_span_is (key, "pg_map_hash") && self->hash.size == 0)
        self->hash = value;
    }
  else if (memmem (line.text, line.size, "r8.mapping", strlen ("r8.mapping")) != NULL &&
           tv_map_line_parse_comment (line, &comment) &&
           tv_span_is (comment.id, "com.android.tools.r8.mapping"))
    self->version = tv_map_version_parse (comment.version);
}

static void
read_line (TvNameMap *self, TvSpan line)
{
  /* Members are skipped first, because most lines are members of classes. */
  if (line.size == 0 || *line.text == ' ' || *line.text == '\t')
    return;
  switch (tv_map_line_get_kind (line))
    {
    case TV_MAP_LINE_CLASS:
      add_class (self, line);
      break;
    case TV_MAP_LINE_COMMENT:
      read_comment (self, line);
      break;
    case TV_MAP_LINE_BAD:
      add_bad_line (self, line);
      break;
    case TV_MAP_LINE_EMPTY:
    case TV_MAP_LINE_MEMBER:
    default:
      break;
    }
}

static gboolean
read_lines (TvNameMap *self, GCancellable *cancellable, GError **error)
{
  const char *at = self->text, *end = self->text + self->size;
  TvSpan line;

  while (tv_scan_line (&at, end, &line))
    {
      if (self->n_lines++ % LINES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      read_line (self, line);
    }
  end_class (self, end);
  return TRUE;
}

/**
 * tv_name_map_new_for_bytes:
 * @bytes: content of a map
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_NOT_A_TRACE if the content is not a map, or to %TV_ERROR_CANCELLED
 *
 * Reads a map. Only the lines of classes are parsed.
 *
 * Returns: (transfer full) (nullable): the map
 */
TvNameMap *
tv_name_map_new_for_bytes (GBytes *bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvNameMap) self = g_new0 (TvNameMap, 1);

  self->bytes = g_bytes_ref (bytes);
  self->text = g_bytes_get_data (bytes, &self->size);
  self->classes = g_array_new (FALSE, FALSE, sizeof (ClassRow));
  g_array_set_clear_func (self->classes, clear_class);
  self->seed = tv_row_table_seed ();
  if (!read_lines (self, cancellable, error))
    return NULL;
  /* Other text may also contain arrows, but not in most lines. */
  if (self->classes->len == 0 || self->n_bad_lines > self->classes->len)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                           _("This is not a mapping.txt of R8 or ProGuard; it contains no lines "
                             "such as “com.example.Shop -> a.b:”"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
tv_name_map_free (TvNameMap *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->classes);
  tv_row_table_clear (&self->rows);
  g_bytes_unref (self->bytes);
  g_free (self);
}

/* ---- Files ---- */

/**
 * tv_name_map_is_one:
 * @input: a file, or its first bytes
 *
 * Returns: whether the file is a map, because the first line that is not a comment is the line of a class
 */
gboolean
tv_name_map_is_one (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;
  TvSpan line;

  while (tv_scan_line (&at, end, &line))
    {
      TvMapClassLine names;

      switch (tv_map_line_get_kind (line))
        {
        case TV_MAP_LINE_EMPTY:
        case TV_MAP_LINE_COMMENT:
          break;
        case TV_MAP_LINE_CLASS:
          return memchr (line.text, '\0', line.size) == NULL &&
                 tv_map_line_parse_class (line, &names);
        case TV_MAP_LINE_MEMBER:
        case TV_MAP_LINE_BAD:
        default:
          return FALSE;
        }
    }
  return FALSE;
}

/**
 * tv_name_map_open:
 * @path: path of a map, which may be compressed like a trace
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message begins with the file name
 *
 * Reads a map. Blocks; thread-safe.
 *
 * Returns: (transfer full) (nullable): the map
 */
TvNameMap *
tv_name_map_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvInput) input = tv_input_open (path, cancellable, error);
  TvNameMap *self = NULL;

  if (input == NULL)
    return NULL;
  if (tv_input_load (input, cancellable, error) &&
      tv_input_unpack (input, tv_name_map_is_one, cancellable, error))
    self = tv_name_map_new_for_bytes (input->bytes, cancellable, error);
  if (self == NULL)
    {
      g_autofree char *display = tv_input_dup_display_name (path);

      g_prefix_error (error, "%s: ", display);
    }
  return self;
}

/* ---- Content ---- */

guint32
tv_name_map_get_n_classes (const TvNameMap *self)
{
  return self->classes->len;
}

/**
 * tv_name_map_get_n_bad_lines:
 * @first: (out): the first invalid line, if any
 *
 * Returns: the number of invalid lines outside classes and in the classes parsed so far
 */
guint64
tv_name_map_get_n_bad_lines (const TvNameMap *self, TvSpan *first)
{
  guint64 n = self->n_bad_lines;

  *first = self->first_bad;
  for (guint32 row = 0; row < self->classes->len; row++)
    {
      const TvMapClassEntry *entry = get_class (self, row)->entry;

      if (entry == NULL || entry->n_bad_lines == 0)
        continue;
      if (n == 0)
        *first = entry->first_bad;
      n += entry->n_bad_lines;
    }
  return n;
}

/* Returns the id of the map; empty if it has none. */
TvSpan
tv_name_map_get_id (const TvNameMap *self)
{
  return self->id;
}

/* Returns the complete hash of the map; empty if it has none. */
TvSpan
tv_name_map_get_hash (const TvNameMap *self)
{
  return self->hash;
}

/**
 * tv_name_map_find_class:
 * @name: obfuscated class name with dots
 * @len: length of the name
 *
 * Looks up a class, and parses it on first use.
 *
 * Returns: (transfer none) (nullable): the class; %NULL if it is not in the map
 */
const TvMapClass *
tv_name_map_find_class (TvNameMap *self, const char *name, gsize len)
{
  guint32 found = find_row (self, name, len);
  ClassRow *row;

  if (found == TV_NONE)
    return NULL;
  row = get_class (self, found);
  if (row->entry == NULL)
    row->entry = tv_map_class_entry_new (get_original (self, row),
                                         (TvSpan){ self->text + row->start, row->end - row->start },
                                         row->version, self->seed);
  return &row->entry->class;
}

/**
 * tv_name_map_find_original:
 * @name: obfuscated class name with dots
 * @len: length of the name
 * @original: (out): original name; unchanged if the class is not in the map
 *
 * Looks up the original name of a class without parsing the class.
 *
 * Returns: %FALSE if the class is not in the map
 */
gboolean
tv_name_map_find_original (const TvNameMap *self, const char *name, gsize len, TvSpan *original)
{
  guint32 row = find_row (self, name, len);

  if (row != TV_NONE)
    *original = get_original (self, get_class (self, row));
  return row != TV_NONE;
}

/**
 * tv_map_class_find_method:
 * @class: a class of the map
 * @name: obfuscated method name
 * @len: length of the name
 *
 * Looks up the lines of a method. Each line links to the next line with the same name.
 *
 * Returns: index of the first line in the class's methods, or %TV_NONE
 */
guint32
tv_map_class_find_method (const TvNameMap *self,
                          const TvMapClass *class,
                          const char *name,
                          gsize len)
{
  const TvMapClassEntry *entry = (const TvMapClassEntry *) (gconstpointer) class;
  guint32 hash = tv_hash_bytes (self->seed, name, len), row;

  for (guint32 slot = hash; (row = tv_row_table_next (&entry->rows, hash, &slot)) != TV_NONE;)
    {
      TvSpan known = g_array_index (class->methods, TvMapMethod, row).line.obfuscated;

      if (known.size == len && memcmp (known.text, name, len) == 0)
        return row;
    }
  return TV_NONE;
}
