/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-decoded.h"

/* Stores the strings, arguments and numbers of one decoding task in a private pool, so that tasks need no lock. The
 * handlers fill the pool on any thread. ftrace-decoded-texts.c then copies the new strings and argument sets to the
 * builder with tv_ftrace_decoded_events_settle(), one task after the other, and empties the pool. */

#define NUMBER_BYTES 24

/* Flag in a string id: the string is in the pool of the task instead of that of the trace. */
#define FRESH (1u << 31)

typedef struct
{
  guint32 first; /* index of the first argument */
  guint32 n;
  guint32 number; /* id of the set in the trace; TV_NONE before first use */
} ArgSet;

/* An argument that has not been settled: its strings may be in the pool of the task. */
typedef struct
{
  guint32 key;
  guint32 value;
} OpenArg;

/* Amount of memory that empty decoded events keep for reuse. Only logs that consist almost entirely of arguments need
 * more. */
#define RETAINED_BYTES (2 * 1024 * 1024)
#define RETAINED_ROWS  65536

/* The arguments at the end of a mark. The same bytes always yield the same set. */
typedef struct
{
  TvSpan tail;
  guint32 set;
} Tail;

static void
forget_numbers (TvFtraceDecodedEvents *self)
{
  for (guint i = 0; i < TV_FTRACE_LAST_NUMBERS; i++)
    self->last_numbers[i].string = TV_NONE;
}

/**
 * tv_ftrace_decoded_events_init:
 * @self: (out caller-allocates): decoded events
 * @known: string pool of the trace; must outlive @self
 *
 * Initializes @self without any strings.
 */
void
tv_ftrace_decoded_events_init (TvFtraceDecodedEvents *self, const TvStringPool *known)
{
  memset (self, 0, sizeof *self);
  self->known = known;
  self->fresh = tv_string_pool_new_for (known);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->args = g_array_new (FALSE, FALSE, sizeof (OpenArg));
  self->sets = g_array_new (FALSE, FALSE, sizeof (ArgSet));
  self->tails = g_array_new (FALSE, FALSE, sizeof (Tail));
  self->text = g_string_new (NULL);
  self->texts = g_string_chunk_new (256);
  self->plain = g_string_new (NULL);
  self->seed = tv_row_table_seed ();
  forget_numbers (self);
}

void
tv_ftrace_decoded_events_clear (TvFtraceDecodedEvents *self)
{
  tv_string_pool_free (self->fresh);
  g_array_unref (self->numbers);
  g_array_unref (self->args);
  g_array_unref (self->sets);
  g_array_unref (self->tails);
  tv_row_table_clear (&self->sets_by_args);
  tv_row_table_clear (&self->tails_by_bytes);
  g_string_free (self->text, TRUE);
  g_string_chunk_free (self->texts);
  g_string_free (self->plain, TRUE);
}

/* Removes all elements. If the array is large, also releases its memory. */
static void
empty_array (GArray **array)
{
  guint size = g_array_get_element_size (*array);

  if ((gsize) size * (*array)->len > RETAINED_BYTES)
    {
      g_array_unref (*array);
      *array = g_array_new (FALSE, FALSE, size);
    }
  g_array_set_size (*array, 0);
}

static void
empty_table (TvRowTable *table, guint n_rows)
{
  if (n_rows > RETAINED_ROWS)
    tv_row_table_clear (table);
  tv_row_table_empty (table);
}

/**
 * tv_ftrace_decoded_events_empty:
 * @self: settled decoded events
 *
 * Removes the strings and argument sets of a batch of texts, before the next batch is decoded.
 */
void
tv_ftrace_decoded_events_empty (TvFtraceDecodedEvents *self)
{
  empty_table (&self->sets_by_args, self->sets->len);
  empty_table (&self->tails_by_bytes, self->tails->len);
  tv_string_pool_empty (self->fresh);
  g_string_chunk_clear (self->texts);
  empty_array (&self->numbers);
  empty_array (&self->args);
  empty_array (&self->sets);
  empty_array (&self->tails);
  forget_numbers (self);
  self->first_arg = 0;
}

/**
 * tv_ftrace_decoded_events_string:
 * @text: bytes of the file
 *
 * Interns a string.
 *
 * Returns: string id; valid until the decoded events are settled
 */
guint32
tv_ftrace_decoded_events_string (TvFtraceDecodedEvents *self, TvSpan text)
{
  guint32 string = tv_string_pool_find (self->known, text.text, text.size);

  if (G_LIKELY (string != TV_NONE))
    return string;
  return tv_string_pool_intern (self->fresh, text.text, text.size) | FRESH;
}

/**
 * tv_ftrace_decoded_events_number:
 *
 * Interns a number in decimal.
 *
 * Returns: string id; valid until the decoded events are settled
 */
guint32
tv_ftrace_decoded_events_number (TvFtraceDecodedEvents *self, gint64 number)
{
  guint slot = (guint) ((guint64) number % TV_FTRACE_LAST_NUMBERS);
  char text[NUMBER_BYTES];
  char *end = text + sizeof text, *at = end;
  guint64 rest = number < 0 ? 0 - (guint64) number : (guint64) number;

  if (self->last_numbers[slot].number == number && self->last_numbers[slot].string != TV_NONE)
    return self->last_numbers[slot].string;
  do
    *--at = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (number < 0)
    *--at = '-';
  self->last_numbers[slot].number = number;
  self->last_numbers[slot].string = tv_ftrace_decoded_events_string (self,
                                                                     (TvSpan){ at, end - at });
  return self->last_numbers[slot].string;
}

/**
 * tv_ftrace_decoded_events_joined:
 * @prefix: first part of the string
 * @text: second part: bytes of the file
 *
 * Interns the concatenation of @prefix and @text.
 *
 * Returns: string id; valid until the decoded events are settled
 */
guint32
tv_ftrace_decoded_events_joined (TvFtraceDecodedEvents *self, const char *prefix, TvSpan text)
{
  g_string_assign (self->text, prefix);
  g_string_append_len (self->text, text.text, (gssize) text.size);
  return tv_ftrace_decoded_events_string (self, (TvSpan){ self->text->str, self->text->len });
}

/**
 * tv_ftrace_decoded_events_add_arg:
 * @key: string id from tv_ftrace_decoded_events_string()
 * @value: string id from tv_ftrace_decoded_events_string()
 *
 * Adds an argument to the current set.
 */
void
tv_ftrace_decoded_events_add_arg (TvFtraceDecodedEvents *self, guint32 key, guint32 value)
{
  g_array_append_val (self->args, ((OpenArg){ key, value }));
}

/**
 * tv_ftrace_decoded_events_take_args:
 *
 * Ends the set of the arguments that were added since the last call. Equal sets are merged.
 *
 * Returns: the set; %TV_NONE if no arguments were added
 */
guint32
tv_ftrace_decoded_events_take_args (TvFtraceDecodedEvents *self)
{
  const OpenArg *all = (const OpenArg *) (gconstpointer) self->args->data;
  ArgSet set = { self->first_arg, self->args->len - self->first_arg, TV_NONE };
  guint64 hash = self->seed;
  guint32 row;

  if (set.n == 0)
    return TV_NONE;
  for (guint32 i = 0; i < set.n; i++)
    hash = tv_hash_word (hash, (guint64) all[set.first + i].key << 32 | all[set.first + i].value);
  hash = tv_hash_word (hash, set.n);
  for (guint32 slot = (guint32) hash;
       (row = tv_row_table_next (&self->sets_by_args, (guint32) hash, &slot)) != TV_NONE;)
    {
      const ArgSet *known = &g_array_index (self->sets, ArgSet, row);

      if (known->n == set.n &&
          memcmp (all + known->first, all + set.first, set.n * sizeof *all) == 0)
        {
          g_array_set_size (self->args, self->first_arg);
          return row;
        }
    }
  row = self->sets->len;
  tv_row_table_add (&self->sets_by_args, (guint32) hash, row);
  g_array_append_val (self->sets, set);
  self->first_arg = self->args->len;
  return row;
}

static guint32
hash_tail (const TvFtraceDecodedEvents *self, TvSpan tail)
{
  return tv_hash_bytes (self->seed, tail.text, tail.size);
}

/**
 * tv_ftrace_decoded_events_find_tail:
 * @tail: bytes at the end of a mark that contain only arguments
 * @set: (out): set of these arguments
 *
 * Looks up a tail that tv_ftrace_decoded_events_keep_tail() has cached.
 *
 * Returns: whether the tail is in the cache
 */
gboolean
tv_ftrace_decoded_events_find_tail (TvFtraceDecodedEvents *self, TvSpan tail, guint32 *set)
{
  guint32 hash = hash_tail (self, tail), row;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->tails_by_bytes, hash, &slot)) != TV_NONE;)
    {
      const Tail *known = &g_array_index (self->tails, Tail, row);

      if (known->tail.size == tail.size && memcmp (known->tail.text, tail.text, tail.size) == 0)
        {
          *set = known->set;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * tv_ftrace_decoded_events_keep_tail:
 * @tail: bytes at the end of a mark that contain only arguments, and are not in the cache
 * @set: set of these arguments
 *
 * Caches the arguments of a tail.
 */
void
tv_ftrace_decoded_events_keep_tail (TvFtraceDecodedEvents *self, TvSpan tail, guint32 set)
{
  tv_row_table_add (&self->tails_by_bytes, hash_tail (self, tail), self->tails->len);
  g_array_append_val (self->tails, ((Tail){ tail, set }));
}

/* Converts a string id to the id that the string got in the trace when it was settled. */
static inline guint32
get_settled (const TvFtraceDecodedEvents *self, guint32 string)
{
  if (G_LIKELY ((string & FRESH) == 0) || string == TV_NONE)
    return string;
  return g_array_index (self->numbers, guint32, string & ~FRESH);
}

static void
flush_args (const TvFtraceDecodedEvents *self, TvFtraceArgs *args, TvTraceBuilder *builder)
{
  guint32 first_arg = args->args->len, first_set = args->sets->len;

  g_array_append_vals (args->sets, self->sets->data, self->sets->len);
  for (guint32 i = first_set; i < args->sets->len; i++)
    g_array_index (args->sets, ArgSet, i).first += first_arg;
  g_array_set_size (args->args, first_arg + self->args->len);
  for (guint32 i = 0; i < self->args->len; i++)
    {
      const OpenArg *arg = &g_array_index (self->args, OpenArg, i);
      guint32 key = get_settled (self, arg->key);

      g_array_index (args->args, TvArg, first_arg + i) = tv_trace_builder_make_arg (
          builder, key, get_settled (self, arg->value), key == args->category_key);
    }
}

/**
 * tv_ftrace_decoded_events_settle:
 * @self: decoded events with new strings and arguments
 * @decoded_events: events that were decoded with @self
 * @n: number of @decoded_events
 * @args: (inout): receives the arguments
 * @builder: builder of the trace
 *
 * Adds the new strings and arguments to the trace, and replaces their ids in the events. Must be called once per
 * batch, in the order of the texts, while no other thread reads the strings of the trace.
 */
void
tv_ftrace_decoded_events_settle (TvFtraceDecodedEvents *self,
                                 TvFtraceDecoded *decoded_events,
                                 guint32 n,
                                 TvFtraceArgs *args,
                                 TvTraceBuilder *builder)
{
  guint32 first_set = args->sets->len;

  g_array_set_size (self->numbers, tv_string_pool_get_n (self->fresh));
  tv_trace_builder_intern_all (builder, self->fresh, (guint32 *) (gpointer) self->numbers->data);
  flush_args (self, args, builder);
  for (guint32 i = 0; i < n; i++)
    {
      TvFtraceDecoded *decode = &decoded_events[i];

      if (decode->args != TV_NONE)
        decode->args += first_set;
      for (guint k = 0; k < G_N_ELEMENTS (decode->strings); k++)
        decode->strings[k] = get_settled (self, decode->strings[k]);
    }
}

void
tv_ftrace_args_init (TvFtraceArgs *self, TvTraceBuilder *builder)
{
  self->category_key = tv_trace_builder_intern (builder, "category", -1);
  self->args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  self->sets = g_array_new (FALSE, FALSE, sizeof (ArgSet));
}

void
tv_ftrace_args_clear (TvFtraceArgs *self)
{
  g_array_unref (self->args);
  g_array_unref (self->sets);
}

/**
 * tv_ftrace_args_use:
 * @set: a set of arguments, or %TV_NONE
 *
 * Adds the arguments to those of the next slice.
 */
void
tv_ftrace_args_use (const TvFtraceArgs *self, guint32 set, TvTraceBuilder *builder)
{
  ArgSet *s;

  if (set == TV_NONE)
    return;
  s = &g_array_index (self->sets, ArgSet, set);
  tv_trace_builder_add_args (builder, &g_array_index (self->args, TvArg, s->first), s->n,
                             &s->number);
}

/**
 * tv_ftrace_args_append:
 * @set: a set of arguments, or %TV_NONE
 * @slice: a slice, see tv_trace_builder_append_args()
 *
 * Appends the arguments to those of a slice that has already begun.
 */
void
tv_ftrace_args_append (const TvFtraceArgs *self,
                       guint32 set,
                       guint64 slice,
                       TvTraceBuilder *builder)
{
  const ArgSet *s;

  if (set == TV_NONE)
    return;
  s = &g_array_index (self->sets, ArgSet, set);
  for (guint32 i = 0; i < s->n; i++)
    {
      const TvArg *arg = &g_array_index (self->args, TvArg, s->first + i);

      if (tv_arg_is_category (arg))
        tv_trace_builder_add_category (builder, tv_arg_get_key (arg), tv_arg_get_string (arg));
      else
        tv_trace_builder_add_arg (builder, tv_arg_get_key (arg), tv_arg_get_string (arg));
    }
  tv_trace_builder_append_args (builder, slice);
}
