/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/memory/string-pool.h"
#include "tables/perfetto/perfetto-model-private.h"

/* Implements the argument sets of the model: those of slices, of kernel events, and of the dimensions of tracks. All
 * sets share one range of numbers:
 *
 *   0 … slices … n │ one per event … │ one per track …
 *
 * The arguments of an event are the fields of its message, or are parsed from its text on demand. Called by
 * perfetto-tables.c for the args table, and by the SQL function extract_arg(). Creates parts of the model on first
 * use, so only one thread at a time may call it. */

static guint32
get_n_slice_sets (TvPerfettoModel *self)
{
  return tv_trace_get_n_arg_sets (self->trace);
}

static guint32
get_n_events (TvPerfettoModel *self)
{
  return tv_trace_get_events (self->trace)->n;
}

guint32
tv_perfetto_model_get_n_arg_sets (TvPerfettoModel *self)
{
  return get_n_slice_sets (self) + get_n_events (self) +
         tv_perfetto_track_list_get_n (tv_perfetto_model_need_tracks (self));
}

gint64
tv_perfetto_model_get_event_arg_set (TvPerfettoModel *self, guint32 event)
{
  return (gint64) get_n_slice_sets (self) + event;
}

gint64
tv_perfetto_model_get_track_arg_set (TvPerfettoModel *self, guint32 track)
{
  return (gint64) get_n_slice_sets (self) + get_n_events (self) + track;
}

/* ---- Events ---- */

static gboolean
is_key_char (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Returns the `=` of the next "key=" at or after @p whose key begins a word; %NULL if there is none. Sets @key to the
 * start of the key. */
static const char *
find_key (const char *p, const char *end, const char **key)
{
  for (const char *at = p; at < end; at++)
    {
      const char *start = at;

      if (at > p && at[-1] != ' ' && at[-1] != '\t' && at[-1] != ',')
        continue;
      while (at < end && is_key_char (*at))
        at++;
      if (at < end && at > start && *at == '=' && (at + 1 == end || at[1] != '='))
        {
          *key = start;
          return at;
        }
    }
  return NULL;
}

/* Converts kernel state letters such as "S" or "D" to the bits of the kernel's task state. */
static gint64
get_state_bits (const char *text)
{
  static const struct
  {
    char letter;
    int bit;
  } bits[] = { { 'S', 1 },  { 'D', 2 },  { 'T', 4 },   { 't', 8 },   { 'X', 16 },
               { 'Z', 32 }, { 'P', 64 }, { 'I', 128 }, { 'K', 256 }, { 'W', 512 } };
  gint64 value = 0;

  for (; *text != '\0'; text++)
    for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
      if (*text == bits[i].letter)
        value |= bits[i].bit;
  return value;
}

/* Copies part of an event's text to @parsed_texts, and replaces bytes that are not valid UTF-8. */
static const char *
keep_text (TvPerfettoModel *self, const char *text, gsize size)
{
  g_autofree char *valid = tv_string_pool_dup_valid (text, size);

  return g_string_chunk_insert (self->parsed_texts, valid);
}

/* Fields to which Perfetto gives a name other than the one that the kernel prints. */
static const struct
{
  const char *event; /* prefix of the event name */
  const char *printed;
  const char *key;
} renamed[] = {
  { "binder_transaction", "transaction", "debug_id" },
  { "binder_transaction", "dest_node", "target_node" },
  { "binder_transaction", "dest_proc", "to_proc" },
  { "binder_transaction", "dest_thread", "to_thread" },
  { "sched_blocked_reason", "iowait", "io_wait" },
  { "rss_stat", "type", "member" },
};

static const char *
get_stored_key (const char *event, const char *printed)
{
  for (guint i = 0; i < G_N_ELEMENTS (renamed); i++)
    if (g_str_has_prefix (event, renamed[i].event) && g_str_equal (printed, renamed[i].printed))
      return renamed[i].key;
  return printed;
}

/* Gets the number that Perfetto stores for a word in an event's text, such as "handled" for the key "ret". Returns
 * FALSE if the word is not listed for this key. */
static gboolean
find_number_of_word (const char *key, const char *word, gint64 *number)
{
  static const struct
  {
    const char *key;
    const char *word;
    gint64 number;
  } named_values[] = {
    { "ret", "unhandled", 0 },       { "ret", "handled", 1 },
    { "member", "MM_FILEPAGES", 0 }, { "member", "MM_ANONPAGES", 1 },
    { "member", "MM_SWAPENTS", 2 },  { "member", "MM_SHMEMPAGES", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (named_values); i++)
    if (g_str_equal (key, named_values[i].key) && g_str_equal (word, named_values[i].word))
      {
        *number = named_values[i].number;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_unsigned (const char *key)
{
  static const char *const keys[] = { "cpu_id", "state", "vec", "clone_flags", "io_wait" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (key, keys[i]))
      return TRUE;
  return FALSE;
}

static void
set_value (TvPerfettoModel *self, TvPerfettoArg *arg, const char *value, gsize size)
{
  g_autofree char *text = g_strndup (value, size);
  gboolean is_hex = g_str_has_prefix (text, "0x");
  const char *digits = is_hex ? text + 2 : text;
  char *end;

  g_strchomp (text);
  arg->type = "int";
  if (g_str_equal (arg->key, "prev_state"))
    {
      arg->integer = get_state_bits (text);
      return;
    }
  if (find_number_of_word (arg->key, text, &arg->integer))
    return;
  is_hex |= g_str_equal (arg->key, "clone_flags");
  arg->integer = text[0] == '-' ? g_ascii_strtoll (text, &end, 10)
                                : (gint64) g_ascii_strtoull (digits, &end, is_hex ? 16 : 10);
  /* A size may be followed by the unit B. The number of a softirq is followed by the softirq's name. */
  if (end != digits && (g_str_has_prefix (end, " [action=") ||
                        (g_str_equal (arg->key, "size") && g_str_equal (end, "B"))))
    end += strlen (end);
  if (end != digits && *end == '\0' && !g_str_has_suffix (arg->key, "comm"))
    {
      if (is_hex || is_unsigned (arg->key))
        arg->type = "uint";
      return;
    }
  arg->type = "string";
  arg->text = keep_text (self, text, strlen (text));
}

static void
add_event_text (TvPerfettoModel *self, const char *key, const char *text, gsize size)
{
  TvPerfettoArg arg = { .key = key, .type = "string", .text = keep_text (self, text, size) };

  g_array_append_val (self->parsed, arg);
}

static void
add_event_number (TvPerfettoModel *self, const char *key, const char *type, gint64 number)
{
  TvPerfettoArg arg = { .key = key, .type = type, .integer = number };

  g_array_append_val (self->parsed, arg);
}

/* Parses "ACTION[VAL] begin" or "ACTION[VAL] end". */
static void
parse_suspend (TvPerfettoModel *self, const char *text, gsize size)
{
  g_autofree char *copy = g_strndup (text, size);
  char *bracket = strchr (copy, '[');

  if (bracket == NULL)
    return;
  add_event_text (self, "action", copy, (gsize) (bracket - copy));
  add_event_number (self, "val", "int", g_ascii_strtoll (bracket + 1, NULL, 10));
  add_event_number (self, "start", "uint", strstr (bracket, "begin") != NULL ? 1 : 0);
}

/* Parses "NR NUMBER …" at the entry of a system call, or "NR NUMBER = VALUE" at its exit. */
static void
parse_syscall (TvPerfettoModel *self, const char *text, gsize size, gboolean is_exit)
{
  g_autofree char *copy = g_strndup (text, size);
  const char *equals = strrchr (copy, '=');

  if (!g_str_has_prefix (copy, "NR "))
    return;
  add_event_number (self, "id", "int", g_ascii_strtoll (copy + strlen ("NR "), NULL, 10));
  if (is_exit && equals != NULL)
    add_event_number (self, "ret", "int", g_ascii_strtoll (equals + 1, NULL, 10));
}

/* Parses the text of events without "key=value" fields. Returns whether all arguments have been parsed. */
static gboolean
parse_plain_event (TvPerfettoModel *self, const char *name, const char *text, gsize size)
{
  const char *blank = memchr (text, ' ', size);

  if (g_str_equal (name, "print") || g_str_equal (name, "tracing_mark_write"))
    add_event_text (self, "buf", text, size);
  else if (g_str_equal (name, "suspend_resume"))
    parse_suspend (self, text, size);
  else if (g_str_equal (name, "sys_enter") || g_str_equal (name, "sys_exit"))
    parse_syscall (self, text, size, g_str_equal (name, "sys_exit"));
  else
    {
      /* The text begins with the name of the wakeup source, without a key; the state follows. */
      if (g_str_has_prefix (name, "wakeup_source_") && blank != NULL)
        add_event_text (self, "name", text, (gsize) (blank - text));
      return FALSE;
    }
  return TRUE;
}

static void
parse_event (TvPerfettoModel *self, guint32 event)
{
  g_autoptr (GString) buffer = g_string_new (NULL);
  gsize size;
  const char *text = tv_trace_get_event_args (self->trace, event, buffer, &size);
  const char *end = text + size;
  const char *name = tv_trace_get_string (
      self->trace, tv_events_get_name (tv_trace_get_events (self->trace), event));
  const char *key, *equals;

  if (parse_plain_event (self, name, text, size))
    return;
  equals = find_key (text, end, &key);
  while (equals != NULL)
    {
      TvPerfettoArg arg = { .type = "string" };
      const char *next_key = NULL, *next = find_key (equals + 1, end, &next_key);
      const char *value_end = next != NULL ? next_key : end;
      const char *arrow = g_strstr_len (equals, value_end - equals, " ==>");

      arg.key = get_stored_key (name,
                                g_string_chunk_insert_len (self->parsed_texts, key, equals - key));
      if (arrow != NULL)
        value_end = arrow;
      set_value (self, &arg, equals + 1, (gsize) (value_end - equals - 1));
      g_array_append_val (self->parsed, arg);
      key = next_key;
      equals = next;
    }
}

/* Adds a field of an event that is stored as a message. The field's name is static or belongs to the trace. */
static void
add_event_field (const TvMessageField *field, gpointer data)
{
  TvPerfettoModel *self = data;
  TvPerfettoArg arg = { .key = field->name };

  switch (field->type)
    {
    case 's':
      add_event_text (self, field->name, field->text, field->size);
      return;
    case 'd':
      arg.type = "real";
      arg.real = field->real;
      break;
    case 'u':
      arg.type = "uint";
      arg.integer = (gint64) field->number;
      break;
    default:
      arg.type = "int";
      arg.integer = (gint64) field->number;
    }
  g_array_append_val (self->parsed, arg);
}

/* Adds the fields that the message of a switch omits because they are 0. trace processor stores all of them. */
static void
complete_switch (TvPerfettoModel *self)
{
  static const char *const keys[] = { "prev_comm", "prev_pid", "prev_prio", "prev_state",
                                      "next_comm", "next_pid", "next_prio" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      TvPerfettoArg missing = { .key = keys[i], .type = "int" };

      if (i < self->parsed->len &&
          g_str_equal (g_array_index (self->parsed, TvPerfettoArg, i).key, keys[i]))
        continue;
      if (g_str_has_suffix (keys[i], "comm"))
        {
          missing.type = "string";
          missing.text = "";
        }
      g_array_insert_val (self->parsed, i, missing);
    }
}

static void
need_event (TvPerfettoModel *self, gint64 set)
{
  guint32 event = (guint32) (set - get_n_slice_sets (self));

  if (self->parsed_set == set)
    return;
  if (self->parsed == NULL)
    {
      self->parsed = g_array_new (FALSE, FALSE, sizeof (TvPerfettoArg));
      self->parsed_texts = g_string_chunk_new (1024);
    }
  g_array_set_size (self->parsed, 0);
  g_string_chunk_clear (self->parsed_texts);
  self->parsed_set = set;
  if (!tv_trace_list_event_fields (self->trace, event, add_event_field, self))
    parse_event (self, event);
  else if (g_str_equal (
               tv_trace_get_string (self->trace,
                                    tv_events_get_name (tv_trace_get_events (self->trace), event)),
               "sched_switch"))
    complete_switch (self);
}

/* ---- Frames ---- */

/* Arguments of actual frames that trace processor adds even if the recording lacks them. */
static const struct
{
  const char *key;
  const char *text; /* (nullable): NULL for 0.0 */
  gboolean is_of_app;
} frame_args[] = {
  { "Jank Metadata (debugging only)", NULL, FALSE },
  { "Jank Severity Score", NULL, FALSE },
  { "Jank tag (experimental)", "Unspecified", FALSE },
  { "Jank type (experimental)", "Unspecified", FALSE },
  { "Present Delay (ms)", NULL, FALSE },
  { "Present type (experimental)", "Unspecified Present", FALSE },
  { "Is Buffer?", "Unspecified", TRUE },
  { "Vsync Resynced Jitter (ms)", NULL, TRUE },
};

static gboolean
has_key (TvPerfettoModel *self, const TvArg *args, guint32 n, const char *key)
{
  for (guint32 i = 0; i < n; i++)
    if (g_str_equal (tv_trace_get_string (self->trace, tv_arg_get_key (&args[i])), key))
      return TRUE;
  return FALSE;
}

static gboolean
is_actual_frame (TvPerfettoModel *self, const TvArg *args, guint32 n)
{
  return tv_perfetto_track_list_has_frames (tv_perfetto_model_need_tracks (self)) &&
         has_key (self, args, n, "Jank type") && has_key (self, args, n, "Present type");
}

/* Gets the @index-th of the arguments that are added to a set. Returns FALSE if there are fewer. */
static gboolean
find_added_arg (TvPerfettoModel *self, const TvArg *args, guint32 n, guint32 index, guint *row)
{
  gboolean is_app;

  if (!is_actual_frame (self, args, n))
    return FALSE;
  is_app = has_key (self, args, n, "Surface frame token");
  for (guint i = 0; i < G_N_ELEMENTS (frame_args); i++)
    if ((is_app || !frame_args[i].is_of_app) && !has_key (self, args, n, frame_args[i].key) &&
        index-- == 0)
      {
        *row = i;
        return TRUE;
      }
  return FALSE;
}

static guint32
count_added_args (TvPerfettoModel *self, const TvArg *args, guint32 n)
{
  guint32 count = 0;
  guint row;

  while (find_added_arg (self, args, n, count, &row))
    count++;
  return count;
}

/* ---- Sets ---- */

/* Counts the arguments that are categories. The args table omits them, because the slice table has a column for the
 * category. */
static guint32
count_categories (const TvArg *args, guint32 n)
{
  guint32 n_categories = 0;

  for (guint32 i = 0; i < n; i++)
    n_categories += tv_arg_is_category (&args[i]) ? 1 : 0;
  return n_categories;
}

guint32
tv_perfetto_model_get_n_args (TvPerfettoModel *self, gint64 set)
{
  guint32 n_slice_sets = get_n_slice_sets (self), n;
  const TvArg *args;

  if (set < 0 || set >= tv_perfetto_model_get_n_arg_sets (self))
    return 0;
  if (set < n_slice_sets)
    {
      args = tv_trace_get_args (self->trace, (guint32) set, &n);
      return n - count_categories (args, n) + count_added_args (self, args, n);
    }
  if (set < (gint64) n_slice_sets + get_n_events (self))
    {
      need_event (self, set);
      return self->parsed->len;
    }
  return tv_perfetto_track_list_get (self->tracks,
                                     (guint32) (set - n_slice_sets - get_n_events (self)))
      ->n_dimensions;
}

/* Sets the key and type that Perfetto uses for an argument of a slice derived from kernel events. */
static void
set_kernel_arg (TvPerfettoArg *arg)
{
  static const struct
  {
    const char *key;
    const char *perfetto_key;
  } keys[] = {
    { "softirq", "vec" },
    { "transaction", "transaction id" },
    { "destination process", "destination process" },
    { "destination thread", "destination thread" },
  };
  gint64 number;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (arg->key, keys[i].key) && arg->text != NULL &&
        g_ascii_string_to_signed (arg->text, 10, G_MININT64, G_MAXINT64, &number, NULL))
      {
        arg->key = keys[i].perfetto_key;
        arg->type = "int";
        arg->text = NULL;
        arg->integer = number;
        return;
      }
}

static gboolean
get_slice_arg (TvPerfettoModel *self, guint32 set, guint32 index, TvPerfettoArg *arg)
{
  guint row;
  guint32 n;
  const TvArg *args = tv_trace_get_args (self->trace, set, &n);

  for (guint32 i = 0; i < n; i++)
    {
      if (tv_arg_is_category (&args[i]) || index-- > 0)
        continue;
      arg->key = tv_trace_get_string (self->trace, tv_arg_get_key (&args[i]));
      switch (tv_arg_get_type (&args[i]))
        {
        case TV_ARG_INT:
          arg->type = "int";
          arg->integer = tv_trace_get_arg_int (self->trace, &args[i]);
          break;
        case TV_ARG_UINT:
          arg->type = "uint";
          arg->integer = tv_trace_get_arg_int (self->trace, &args[i]);
          break;
        case TV_ARG_POINTER:
          arg->type = "pointer";
          arg->integer = tv_trace_get_arg_int (self->trace, &args[i]);
          break;
        case TV_ARG_DOUBLE:
          arg->type = "real";
          arg->real = tv_trace_get_arg_double (self->trace, &args[i]);
          break;
        case TV_ARG_BOOL:
          arg->type = "bool";
          arg->integer = tv_trace_get_arg_int (self->trace, &args[i]);
          break;
        case TV_ARG_STRING:
        default:
          arg->type = "string";
          arg->text = tv_trace_get_string (self->trace, tv_arg_get_string (&args[i]));
        }
      set_kernel_arg (arg);
      if (g_str_equal (arg->key, TV_ARG_KEY_EMITTER))
        arg->integer = tv_perfetto_model_map_utid (self, (guint32) arg->integer);
      return TRUE;
    }
  if (!find_added_arg (self, args, n, index, &row))
    return FALSE;
  arg->key = frame_args[row].key;
  arg->type = frame_args[row].text != NULL ? "string" : "real";
  arg->text = frame_args[row].text;
  return TRUE;
}

/**
 * tv_perfetto_model_get_arg:
 * @set: index of an argument set
 * @index: index of the argument in the set
 * @arg: (out): the argument; its strings are valid until the next call
 *
 * Gets an argument.
 *
 * Returns: whether the set has an argument with that index
 */
gboolean
tv_perfetto_model_get_arg (TvPerfettoModel *self, gint64 set, guint32 index, TvPerfettoArg *arg)
{
  guint32 n_slice_sets = get_n_slice_sets (self);
  const TvPerfettoTrack *track;

  *arg = (TvPerfettoArg){ 0 };
  if (index >= tv_perfetto_model_get_n_args (self, set))
    return FALSE;
  if (set < n_slice_sets)
    return get_slice_arg (self, (guint32) set, index, arg);
  if (set < (gint64) n_slice_sets + get_n_events (self))
    {
      *arg = g_array_index (self->parsed, TvPerfettoArg, index);
      return TRUE;
    }
  track = tv_perfetto_track_list_get (self->tracks,
                                      (guint32) (set - n_slice_sets - get_n_events (self)));
  arg->key = track->dimensions[index].key;
  arg->text = track->dimensions[index].text;
  arg->type = arg->text != NULL ? "string" : "int";
  arg->integer = track->dimensions[index].number;
  return TRUE;
}

/* On the first call, computes the number of arguments before each set. The row numbers of the args table depend on
 * these counts. */
void
tv_perfetto_model_need_args (TvPerfettoModel *self)
{
  guint32 n = tv_perfetto_model_get_n_arg_sets (self);

  if (self->args_before != NULL)
    return;
  self->args_before = g_new (guint32, (gsize) n + 1);
  self->args_before[0] = 0;
  for (guint32 i = 0; i < n; i++)
    self->args_before[i + 1] = self->args_before[i] + tv_perfetto_model_get_n_args (self, i);
}
