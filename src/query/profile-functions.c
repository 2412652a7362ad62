/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/protobuf.h"
#include "query/database-parts.h"

/* Implements the functions that create pprof profiles from stacks. A stack is a blob with a list of entries,
 * outermost first:
 *
 *   'C' callsite   all frames of a callsite; the id has 4 bytes
 *   'F' frame      one frame; the id has 4 bytes
 *   'T' size text  a frame with this name; the size has 4 bytes
 *
 * Numbers are little-endian. Queries can create arbitrary blobs, so each blob is checked. tv_database_new() registers
 * the functions, which only read the trace. */

#define ENTRY_HEADER_BYTES 5

/* ---- Stacks ---- */

static void
append_entry (GByteArray *stack, char kind, guint32 number)
{
  guint32 bytes = GUINT32_TO_LE (number);

  g_byte_array_append (stack, (const guint8 *) &kind, 1);
  g_byte_array_append (stack, (const guint8 *) &bytes, sizeof bytes);
}

/**
 * Entry:
 * @kind: 'C', 'F' or 'T'
 * @number: callsite, frame, or size of @text in bytes
 * @text: (nullable): text without a final NUL
 */
typedef struct
{
  char kind;
  guint32 number;
  const char *text;
} Entry;

/* Parses the first entry of a stack and advances @bytes. Returns FALSE at the end, and for bytes that are not a stack
 * of this trace. */
static gboolean
take_entry (TvTrace *trace, const guint8 **bytes, gsize *size, Entry *entry)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  if (*size < ENTRY_HEADER_BYTES)
    return FALSE;
  entry->kind = (char) (*bytes)[0];
  memcpy (&entry->number, *bytes + 1, sizeof entry->number);
  entry->number = GUINT32_FROM_LE (entry->number);
  entry->text = NULL;
  *bytes += ENTRY_HEADER_BYTES;
  *size -= ENTRY_HEADER_BYTES;
  if (entry->kind == 'C')
    return entry->number < stacks->n_callsites;
  if (entry->kind == 'F')
    return entry->number < stacks->n_frames;
  if (entry->kind != 'T' || entry->number > *size)
    return FALSE;
  entry->text = (const char *) *bytes;
  *bytes += entry->number;
  *size -= entry->number;
  return TRUE;
}

static gboolean
is_stack (TvTrace *trace, const guint8 *bytes, gsize size)
{
  Entry entry;

  while (size > 0)
    if (!take_entry (trace, &bytes, &size, &entry))
      return FALSE;
  return TRUE;
}

static void
return_bytes (sqlite3_context *context, GByteArray *array)
{
  gsize size = array->len;
  guint8 *bytes = g_byte_array_free (array, FALSE);

  if (size > 0)
    sqlite3_result_blob64 (context, bytes, size, g_free);
  else
    sqlite3_result_zeroblob (context, 0);
}

static void
stack_from_row (sqlite3_context *context,
                sqlite3_value *value,
                char kind,
                guint32 n_rows,
                const char *error)
{
  GByteArray *stack;
  gint64 row = sqlite3_value_int64 (value);

  if (sqlite3_value_type (value) == SQLITE_NULL)
    return;
  if (sqlite3_value_type (value) != SQLITE_INTEGER || row < 0 || row >= n_rows)
    {
      sqlite3_result_error (context, error, -1);
      return;
    }
  stack = g_byte_array_new ();
  append_entry (stack, kind, (guint32) row);
  return_bytes (context, stack);
}

static void
stack_from_callsite (sqlite3_context *context, int n, sqlite3_value **values)
{
  TvTrace *trace = tv_database_get_trace (sqlite3_user_data (context));

  stack_from_row (
      context, values[0], 'C', tv_trace_get_stacks (trace)->n_callsites,
      "STACK_FROM_STACK_PROFILE_CALLSITE: callsite_id is not one of stack_profile_callsite");
}

static void
stack_from_frame (sqlite3_context *context, int n, sqlite3_value **values)
{
  TvTrace *trace = tv_database_get_trace (sqlite3_user_data (context));

  stack_from_row (context, values[0], 'F', tv_trace_get_stacks (trace)->n_frames,
                  "STACK_FROM_STACK_PROFILE_FRAME: frame_id is not one of stack_profile_frame");
}

/* cat_stacks(). Arguments that are NULL are skipped. */
static void
cat_stacks (sqlite3_context *context, int n, sqlite3_value **values)
{
  TvTrace *trace = tv_database_get_trace (sqlite3_user_data (context));
  g_autoptr (GByteArray) stack = g_byte_array_new ();

  for (int i = 0; i < n; i++)
    {
      int type = sqlite3_value_type (values[i]);
      const guint8 *bytes = sqlite3_value_blob (values[i]);
      int size = sqlite3_value_bytes (values[i]);

      if (type == SQLITE_TEXT)
        append_entry (stack, 'T', (guint32) size);
      else if (type != SQLITE_NULL &&
               (type != SQLITE_BLOB || !is_stack (trace, bytes, (gsize) size)))
        {
          sqlite3_result_error (context, "CAT_STACKS: an argument is neither a stack nor a string",
                                -1);
          return;
        }
      if (type != SQLITE_NULL && size > 0)
        g_byte_array_append (stack, bytes, (guint) size);
    }
  return_bytes (context, g_steal_pointer (&stack));
}

/* ---- Profiles ---- */

/* Field numbers of messages in github.com/google/pprof/proto/profile.proto */
enum
{
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_MAPPING = 3,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING_TABLE = 6,
  VALUE_TYPE_TYPE = 1,
  VALUE_TYPE_UNIT = 2,
  SAMPLE_LOCATION_ID = 1,
  SAMPLE_VALUE = 2,
  MAPPING_ID = 1,
  MAPPING_START = 2,
  MAPPING_END = 3,
  MAPPING_OFFSET = 4,
  MAPPING_FILE = 5,
  MAPPING_BUILD_ID = 6,
  LOCATION_ID = 1,
  LOCATION_MAPPING_ID = 2,
  LOCATION_ADDRESS = 3,
  LOCATION_LINE = 4,
  LINE_FUNCTION_ID = 1,
  LINE_LINE = 2,
  FUNCTION_ID = 1,
  FUNCTION_NAME = 2,
  FUNCTION_SYSTEM_NAME = 3,
  FUNCTION_FILE = 4,
};

/**
 * Profile:
 * @types: (element-type utf8): name and unit of each value, alternately
 * @values: (nullable) (element-type GBytes GArray): per stack, the sums of its values as guint64
 */
typedef struct
{
  GPtrArray *types;
  GHashTable *values;
} Profile;

/**
 * Writer:
 * @out: finished part of the profile
 * @message: message that is being written
 * @inner: message within @message
 * @strings: (element-type utf8 guint): string → index, from 1
 * @texts: strings by index - 1, owned by @strings
 * @numbers: (element-type utf8 guint): unique key → id of a mapping, function or location
 */
typedef struct
{
  TvTrace *trace;
  GByteArray *out;
  GByteArray *message;
  GByteArray *inner;
  GHashTable *strings;
  GPtrArray *texts;
  GHashTable *numbers;
} Writer;

static guint
get_string (Writer *self, const char *text)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->strings, text));
  char *copy;

  if (*text == '\0' || number > 0)
    return number;
  copy = g_strdup (text);
  g_ptr_array_add (self->texts, copy);
  g_hash_table_insert (self->strings, copy, GUINT_TO_POINTER (self->texts->len));
  return self->texts->len;
}

static guint
get_trace_string (Writer *self, guint32 string)
{
  return string != TV_NONE ? get_string (self, tv_trace_get_string (self->trace, string)) : 0;
}

/* Sets @number to the id, from 1, of the object with a key; assigns the next id if the object is new. @key: (transfer
 * full). Returns whether the object is new. */
static gboolean
number_thing (Writer *self, char *key, guint *number)
{
  *number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key));
  if (*number > 0)
    {
      g_free (key);
      return FALSE;
    }
  *number = g_hash_table_size (self->numbers) + 1;
  g_hash_table_insert (self->numbers, key, GUINT_TO_POINTER (*number));
  return TRUE;
}

static void
flush (Writer *self, guint field)
{
  tv_protobuf_append_message (self->out, field, self->message);
  g_byte_array_set_size (self->message, 0);
}

static guint
write_mapping (Writer *self, guint32 row)
{
  const TvMapping *mapping = &tv_trace_get_stacks (self->trace)->mappings[row];
  guint id;

  if (!number_thing (self, g_strdup_printf ("M%u", row), &id))
    return id;
  tv_protobuf_append_number (self->message, MAPPING_ID, id);
  tv_protobuf_append_number (self->message, MAPPING_START, (gint64) mapping->start);
  tv_protobuf_append_number (self->message, MAPPING_END, (gint64) mapping->end);
  tv_protobuf_append_number (self->message, MAPPING_OFFSET, (gint64) mapping->exact_offset);
  tv_protobuf_append_number (self->message, MAPPING_FILE, get_trace_string (self, mapping->path));
  tv_protobuf_append_number (self->message, MAPPING_BUILD_ID,
                             get_trace_string (self, mapping->build_id));
  flush (self, PROFILE_MAPPING);
  return id;
}

static guint
write_function (Writer *self, const char *name, const char *recorded, guint file)
{
  guint id;

  if (!number_thing (self, g_strdup_printf ("N%u %s", file, name), &id))
    return id;
  tv_protobuf_append_number (self->message, FUNCTION_ID, id);
  tv_protobuf_append_number (self->message, FUNCTION_NAME, get_string (self, name));
  tv_protobuf_append_number (self->message, FUNCTION_SYSTEM_NAME, get_string (self, recorded));
  tv_protobuf_append_number (self->message, FUNCTION_FILE, file);
  flush (self, PROFILE_FUNCTION);
  return id;
}

/* Writes a location. The mapping, the address and the function may be 0. */
static void
write_location (Writer *self, guint id, guint mapping, guint64 address, guint function, guint line)
{
  tv_protobuf_append_number (self->message, LOCATION_ID, id);
  tv_protobuf_append_number (self->message, LOCATION_MAPPING_ID, mapping);
  tv_protobuf_append_number (self->message, LOCATION_ADDRESS, (gint64) address);
  if (function > 0)
    {
      g_byte_array_set_size (self->inner, 0);
      tv_protobuf_append_number (self->inner, LINE_FUNCTION_ID, function);
      tv_protobuf_append_number (self->inner, LINE_LINE, line);
      tv_protobuf_append_message (self->message, LOCATION_LINE, self->inner);
    }
  flush (self, PROFILE_LOCATION);
}

static guint
write_frame (Writer *self, guint32 row)
{
  const TvFrame *frame = &tv_trace_get_stacks (self->trace)->frames[row];
  guint id, mapping = 0, function = 0;

  if (!number_thing (self, g_strdup_printf ("F%u", row), &id))
    return id;
  if (frame->mapping != TV_NONE)
    mapping = write_mapping (self, frame->mapping);
  if (frame->symbol != TV_NONE)
    {
      const TvSymbol *symbol = &tv_trace_get_symbols (self->trace, NULL)[frame->symbol];
      g_autofree char *name = tv_trace_dup_symbol_name (self->trace, frame->symbol);
      guint32 file = frame->source_file != TV_NONE ? frame->source_file : symbol->source_file;

      function = write_function (self, name,
                                 frame->reported_name > 0
                                     ? tv_trace_get_string (self->trace, frame->reported_name - 1)
                                     : name,
                                 get_trace_string (self, file));
    }
  write_location (self, id, mapping, frame->relative_pc, function, frame->line);
  return id;
}

static guint
write_text_frame (Writer *self, const char *bytes, guint32 size)
{
  g_autofree char *text = g_utf8_make_valid (bytes, size);
  guint id, function;

  if (number_thing (self, g_strconcat ("T", text, NULL), &id))
    {
      function = write_function (self, text, text, 0);
      write_location (self, id, 0, 0, function, 0);
    }
  return id;
}

/* Appends the ids of a stack's locations, outermost first. */
static void
add_locations (Writer *self, GBytes *stack, GArray *locations)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (stack, &size);
  Entry entry;

  while (take_entry (self->trace, &bytes, &size, &entry))
    {
      guint id, first = locations->len;

      if (entry.kind == 'C')
        {
          for (guint32 at = entry.number; at != TV_NONE; at = stacks->callsites[at].parent)
            {
              id = write_frame (self, stacks->callsites[at].frame);
              g_array_append_val (locations, id);
            }
          for (guint low = first, high = locations->len; low + 1 < high; low++, high--)
            {
              id = g_array_index (locations, guint, low);
              g_array_index (locations, guint, low) = g_array_index (locations, guint, high - 1);
              g_array_index (locations, guint, high - 1) = id;
            }
          continue;
        }
      id = entry.kind == 'F' ? write_frame (self, entry.number)
                             : write_text_frame (self, entry.text, entry.number);
      g_array_append_val (locations, id);
    }
}

static void
write_sample (Writer *self, GBytes *stack, const GArray *values)
{
  g_autoptr (GArray) locations = g_array_new (FALSE, FALSE, sizeof (guint));

  add_locations (self, stack, locations);
  for (guint i = locations->len; i-- > 0;)
    tv_protobuf_append_number (self->message, SAMPLE_LOCATION_ID,
                               g_array_index (locations, guint, i));
  for (guint i = 0; i < values->len; i++)
    tv_protobuf_append_number (self->message, SAMPLE_VALUE,
                               (gint64) g_array_index (values, guint64, i));
  flush (self, PROFILE_SAMPLE);
}

static int
compare_stacks (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* Returns: (transfer full): the profile as a protobuf message; the same rows always result in the same bytes */
static GByteArray *
write_profile (TvTrace *trace, const Profile *profile)
{
  Writer self = {
    .trace = trace,
    .out = g_byte_array_new (),
    .message = g_byte_array_new (),
    .inner = g_byte_array_new (),
    .strings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .texts = g_ptr_array_new (),
    .numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  guint n_stacks;
  g_autofree gpointer *stacks = g_hash_table_get_keys_as_array (profile->values, &n_stacks);

  for (guint i = 0; i < profile->types->len; i += 2)
    {
      tv_protobuf_append_number (self.message, VALUE_TYPE_TYPE,
                                 get_string (&self, g_ptr_array_index (profile->types, i)));
      tv_protobuf_append_number (self.message, VALUE_TYPE_UNIT,
                                 get_string (&self, g_ptr_array_index (profile->types, i + 1)));
      flush (&self, PROFILE_SAMPLE_TYPE);
    }
  qsort (stacks, n_stacks, sizeof *stacks, compare_stacks);
  for (guint i = 0; i < n_stacks; i++)
    write_sample (&self, stacks[i], g_hash_table_lookup (profile->values, stacks[i]));
  tv_protobuf_append_text (self.out, PROFILE_STRING_TABLE, "");
  for (guint i = 0; i < self.texts->len; i++)
    tv_protobuf_append_text (self.out, PROFILE_STRING_TABLE, g_ptr_array_index (self.texts, i));
  g_byte_array_unref (self.message);
  g_byte_array_unref (self.inner);
  g_hash_table_unref (self.strings);
  g_ptr_array_unref (self.texts);
  g_hash_table_unref (self.numbers);
  return self.out;
}

/* ---- EXPERIMENTAL_PROFILE ---- */

static void
set_types (Profile *self, int n, sqlite3_value **values)
{
  self->types = g_ptr_array_new_with_free_func (g_free);
  self->values = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                        (GDestroyNotify) g_array_unref);
  if (n == 1)
    {
      g_ptr_array_add (self->types, g_strdup ("samples"));
      g_ptr_array_add (self->types, g_strdup ("count"));
    }
  for (int i = 1; i < n; i++)
    if (i % 3 != 0)
      g_ptr_array_add (self->types, g_strdup ((const char *) sqlite3_value_text (values[i])));
}

/* Returns: (nullable): error message for the arguments of a row; %NULL if they are valid */
static const char *
find_error (TvTrace *trace, int n, sqlite3_value **values)
{
  int type = sqlite3_value_type (values[0]);

  if (n % 3 != 1)
    return "EXPERIMENTAL_PROFILE: arguments are a stack, then name, unit and value of each kind of sample";
  if (type == SQLITE_NULL)
    return "EXPERIMENTAL_PROFILE: argument stack at pos 1: expected BYTES, found NULL";
  if (type != SQLITE_BLOB ||
      !is_stack (trace, sqlite3_value_blob (values[0]), (gsize) sqlite3_value_bytes (values[0])))
    return "EXPERIMENTAL_PROFILE: argument stack at pos 1 is no stack";
  for (int i = 1; i < n; i++)
    if (sqlite3_value_type (values[i]) != (i % 3 == 0 ? SQLITE_INTEGER : SQLITE_TEXT))
      return "EXPERIMENTAL_PROFILE: names and units of samples must be strings, their values integers";
  return NULL;
}

static void
step_profile (sqlite3_context *context, int n, sqlite3_value **values)
{
  TvTrace *trace = tv_database_get_trace (sqlite3_user_data (context));
  Profile *self = sqlite3_aggregate_context (context, sizeof *self);
  const char *error = find_error (trace, n, values);
  GBytes *stack;
  GArray *sums;

  if (self == NULL)
    return;
  if (error != NULL)
    {
      sqlite3_result_error (context, error, -1);
      return;
    }
  if (self->values == NULL)
    set_types (self, n, values);
  stack = g_bytes_new (sqlite3_value_blob (values[0]), (gsize) sqlite3_value_bytes (values[0]));
  sums = g_hash_table_lookup (self->values, stack);
  if (sums == NULL)
    {
      sums = g_array_new (FALSE, TRUE, sizeof (guint64));
      g_array_set_size (sums, self->types->len / 2);
      g_hash_table_insert (self->values, g_bytes_ref (stack), sums);
    }
  if (n == 1)
    g_array_index (sums, guint64, 0)++;
  for (int i = 3; i < n; i += 3)
    g_array_index (sums, guint64, i / 3 - 1) += (guint64) sqlite3_value_int64 (values[i]);
  g_bytes_unref (stack);
}

/* Returns the profile, or NULL if there are no rows. */
static void
final_profile (sqlite3_context *context)
{
  TvTrace *trace = tv_database_get_trace (sqlite3_user_data (context));
  Profile *self = sqlite3_aggregate_context (context, 0);

  if (self == NULL || self->values == NULL)
    return;
  return_bytes (context, write_profile (trace, self));
  g_ptr_array_unref (self->types);
  g_hash_table_unref (self->values);
}

/* Registers the functions for stacks and profiles. Returns FALSE if SQLite reports an error. */
gboolean
tv_database_add_profile_functions (TvDatabase *self)
{
  sqlite3 *connection = tv_database_get_connection (self);
  static const struct
  {
    const char *name;
    int n;
    void (*call) (sqlite3_context *context, int n, sqlite3_value **values);
  } functions[] = {
    { "stack_from_stack_profile_callsite", 1, stack_from_callsite },
    { "stack_from_stack_profile_frame", 1, stack_from_frame },
    { "cat_stacks", -1, cat_stacks },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (sqlite3_create_function_v2 (connection, functions[i].name, functions[i].n,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, self,
                                    functions[i].call, NULL, NULL, NULL) != SQLITE_OK)
      return FALSE;
  return sqlite3_create_function_v2 (connection, "experimental_profile", -1,
                                     SQLITE_UTF8 | SQLITE_INNOCUOUS, self, NULL, step_profile,
                                     final_profile, NULL) == SQLITE_OK;
}
