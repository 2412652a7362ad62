/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/args-part.h"

#include <string.h>

#include "core/builder/problems-part.h"
#include "core/builder/slice-tracks.h"
#include "core/memory/row-table.h"
#include "core/trace-edit.h"

#define MAX_SEARCHED                                                                               \
  1024 /* maximum number of open slices to search; trace_processor has at most 512 */

/* Arguments of slices. A slice refers to a set of arguments; equal sets are stored once. Each distinct 64-bit value
 * is also stored once, so that equal sets have equal rows.
 *
 * Arguments are first pending. The next slice that begins takes them as its set:
 *
 *     tv_trace_builder_add_arg ()          appends one argument to the pending arguments
 *     tv_trace_builder_add_args ()         appends several; fast if the caller saved their set
 *     tv_trace_builder_take_args ()        returns the set of the pending arguments, and clears them
 *     tv_trace_builder_take_args_later ()  the same, but queues the lookup and sets the result later
 *     tv_trace_builder_flush_args ()       finishes all queued lookups
 *     tv_trace_builder_append_args ()      moves the pending arguments to a slice that has already begun
 *     tv_trace_builder_discard_args ()     discards the pending arguments
 *
 * When arguments are appended to a slice that already has some, the slice gets another set.
 * tv_trace_builder_drop_unused_args () finally removes the sets that no slice uses. Called by readers, in the order
 * of the records, because all tracks of the builder share the pending arguments. */

#define N_QUEUED    4
#define QUEUED_ARGS 8

/* Arguments whose set is looked up while later arguments are decoded. A lookup in large tables waits for memory three
 * times: for the slot, for the start of the set, and for its arguments. Each time another set is queued, the next of
 * these addresses is prefetched. */
typedef struct
{
  guint32 *set; /* receives the set */
  guint32 hash;
  guint32 n;
  TvArg args[QUEUED_ARGS];
} QueuedSet;

struct _TvArgsPart
{
  QueuedSet queue[N_QUEUED]; /* ring buffer */
  guint first_queued;
  guint n_queued;
  GArray
      *rows; /* TvArg of all sets, consecutively; owned by the trace, like @first_rows and @wide */
  GArray *first_rows;  /* guint32; row of the first argument of each set */
  GArray *wide;        /* gint64; values that need 64 bits */
  guint64 seed;        /* seed for hashes */
  GArray *pending;     /* TvArg; arguments of the next slice */
  guint32 pending_set; /* set of the pending arguments, or TV_NONE; if set, @pending is empty */
  TvRowTable sets;     /* lookup of sets by their arguments */
  TvRowTable numbers;  /* lookup of rows of @wide by their value */
  gboolean
      has_replaced_sets; /* whether arguments were appended to a slice that already had some, so that its previous set may be
                  * unused */
  gboolean has_any;
};

static void
init (TvTraceBuilder *self)
{
  self->args = g_new0 (TvArgsPart, 1);
  self->args->seed = tv_row_table_seed ();
  self->args->pending = g_array_new (FALSE, FALSE, sizeof (TvArg));
  self->args->pending_set = TV_NONE;
  self->args->rows = g_array_new (FALSE, FALSE, sizeof (TvArg));
  self->args->first_rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->args->wide = g_array_new (FALSE, FALSE, sizeof (gint64));
  tv_trace_take_args (self->trace, self->args->rows, self->args->first_rows, self->args->wide);
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->args->pending);
  tv_row_table_clear (&self->args->sets);
  tv_row_table_clear (&self->args->numbers);
  g_clear_pointer (&self->args, g_free);
}

const TvBuilderPart tv_builder_args = { .init = init, .clear = clear };

gboolean
tv_trace_builder_has_pending_args (const TvTraceBuilder *self)
{
  return self->args->pending_set != TV_NONE || self->args->pending->len > 0;
}

gboolean
tv_trace_builder_has_args (const TvTraceBuilder *self)
{
  return self->args->has_any;
}

static guint32
find_arg_set (TvTraceBuilder *self, const TvArg *args, guint n, guint32 hash)
{
  guint32 set;

  for (guint32 slot = hash; (set = tv_row_table_next (&self->args->sets, hash, &slot)) != TV_NONE;)
    {
      guint32 n_known;
      const TvArg *known = tv_trace_get_args (self->trace, set, &n_known);

      if (n_known == n && memcmp (known, args, n * sizeof *args) == 0)
        return set;
    }
  return TV_NONE;
}

static guint32
hash_args (const TvTraceBuilder *self, const TvArg *args, guint n)
{
  guint64 hash = self->args->seed ^ n;

  for (guint i = 0; i < n; i++)
    hash = tv_hash_word (hash, (guint64) args[i].packing << 61 | (guint64) args[i].key << 32 |
                                   args[i].value);
  return (guint32) tv_hash_word (hash, 0);
}

/* Returns the set of the arguments. Adds the set if no equal one exists. */
static guint32
get_hashed_set (TvTraceBuilder *self, const TvArg *args, guint n, guint32 hash)
{
  guint32 set = find_arg_set (self, args, n, hash);

  if (set != TV_NONE)
    return set;
  set = self->args->first_rows->len;
  g_array_append_val (self->args->first_rows, self->args->rows->len);
  g_array_append_vals (self->args->rows, args, n);
  tv_row_table_add (&self->args->sets, hash, set);
  return set;
}

/* ---- Queued lookups ---- */

/* Returns an entry of the queue; entry 0 is the most recent one. */
static QueuedSet *
peek_queued (TvArgsPart *part, guint i)
{
  return &part->queue[(part->first_queued + part->n_queued - 1 - i) % N_QUEUED];
}

static guint32
peek_set (const TvArgsPart *part, guint32 hash)
{
  guint32 slot = hash;

  return tv_row_table_next (&part->sets, hash, &slot);
}

/* Prefetches the memory for the next step of each queued lookup. */
static void
fetch_queued (TvTraceBuilder *self)
{
  TvArgsPart *part = self->args;
  const GArray *starts = part->first_rows;
  guint32 set;

  tv_row_table_expect (&part->sets, peek_queued (part, 0)->hash);
  if (part->n_queued > 1 && (set = peek_set (part, peek_queued (part, 1)->hash)) != TV_NONE)
    __builtin_prefetch (&g_array_index (starts, guint32, set));
  if (part->n_queued > 2 && (set = peek_set (part, peek_queued (part, 2)->hash)) != TV_NONE)
    __builtin_prefetch (&g_array_index (part->rows, TvArg, g_array_index (starts, guint32, set)));
}

static void
look_up_first (TvTraceBuilder *self)
{
  TvArgsPart *part = self->args;
  const QueuedSet *queued = &part->queue[part->first_queued];

  *queued->set = get_hashed_set (self, queued->args, queued->n, queued->hash);
  part->first_queued = (part->first_queued + 1) % N_QUEUED;
  part->n_queued--;
}

/**
 * tv_trace_builder_flush_args:
 *
 * Finishes the queued lookups, so that all results of tv_trace_builder_take_args_later() are set.
 */
void
tv_trace_builder_flush_args (TvTraceBuilder *self)
{
  while (self->args->n_queued > 0)
    look_up_first (self);
}

/* Returns the set of the arguments. Finishes queued lookups first, because sets are numbered in the order of first
 * use. */
static guint32
get_arg_set (TvTraceBuilder *self, const TvArg *args, guint n)
{
  tv_trace_builder_flush_args (self);
  return get_hashed_set (self, args, n, hash_args (self, args, n));
}

/* Moves the arguments of the pending set to @pending, so that others can be appended. */
static void
open_pending_set (TvTraceBuilder *self)
{
  const TvArg *args;
  guint32 n;

  if (G_LIKELY (self->args->pending_set == TV_NONE))
    return;
  args = tv_trace_get_args (self->trace, self->args->pending_set, &n);
  if (n > 0)
    g_array_append_vals (self->args->pending, args, n);
  self->args->pending_set = TV_NONE;
}

/**
 * tv_trace_builder_make_arg:
 * @key: string id
 * @value: string id
 * @is_category: whether @value is the category of a slice
 *
 * Returns: an argument for tv_trace_builder_add_args()
 */
TvArg
tv_trace_builder_make_arg (TvTraceBuilder *self, guint32 key, guint32 value, gboolean is_category)
{
  /* Keys have 29 bits. A trace with half a billion strings is too large to show. */
  if (G_UNLIKELY (key >= 1u << TV_ARG_KEY_BITS))
    tv_trace_builder_set_full (self);
  return (TvArg){ .key = key,
                  .packing = is_category ? TV_ARG_PACKED_CATEGORY : TV_ARG_PACKED_STRING,
                  .value = value };
}

static void
add_packed (TvTraceBuilder *self, guint32 key, TvArgPacking packing, guint32 value)
{
  TvArg arg = tv_trace_builder_make_arg (self, key, value, FALSE);

  arg.packing = packing;
  open_pending_set (self);
  g_array_append_val (self->args->pending, arg);
}

/**
 * tv_trace_builder_add_arg:
 * @key: string id, see #TvArg
 * @value: string id
 *
 * Adds a string argument to the next slice.
 */
void
tv_trace_builder_add_arg (TvTraceBuilder *self, guint32 key, guint32 value)
{
  add_packed (self, key, TV_ARG_PACKED_STRING, value);
}

/**
 * tv_trace_builder_add_category:
 * @key: string id
 * @value: string id
 *
 * Adds an argument that is the category of the next slice.
 */
void
tv_trace_builder_add_category (TvTraceBuilder *self, guint32 key, guint32 value)
{
  add_packed (self, key, TV_ARG_PACKED_CATEGORY, value);
}

/* Returns the row of a 64-bit value in @wide. Equal values share a row, so that equal sets have equal rows. */
static guint32
get_number (TvTraceBuilder *self, gint64 number)
{
  guint32 hash = (guint32) tv_hash_word (tv_hash_word (self->args->seed, (guint64) number), 0), row;
  GArray *numbers = self->args->wide;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->args->numbers, hash, &slot)) != TV_NONE;)
    if (g_array_index (numbers, gint64, row) == number)
      return row;
  row = numbers->len;
  g_array_append_val (numbers, number);
  tv_row_table_add (&self->args->numbers, hash, row);
  return row;
}

/**
 * tv_trace_builder_add_int_arg:
 * @self: a builder
 * @key: string id
 *
 * Adds a signed integer argument to the next slice.
 */
void
tv_trace_builder_add_int_arg (TvTraceBuilder *self, guint32 key, gint64 value)
{
  if (value >= G_MININT32 && value <= G_MAXINT32)
    add_packed (self, key, TV_ARG_PACKED_INT32, (guint32) (gint32) value);
  else
    add_packed (self, key, TV_ARG_PACKED_INT64, get_number (self, value));
}

/**
 * tv_trace_builder_add_uint_arg:
 * @self: a builder
 * @key: string id
 *
 * Adds an unsigned integer argument to the next slice.
 */
void
tv_trace_builder_add_uint_arg (TvTraceBuilder *self, guint32 key, guint64 value)
{
  add_packed (self, key, TV_ARG_PACKED_UINT, get_number (self, (gint64) value));
}

/**
 * tv_trace_builder_add_pointer_arg:
 * @self: a builder
 * @key: string id
 * @value: an address
 *
 * Adds an address argument to the next slice.
 */
void
tv_trace_builder_add_pointer_arg (TvTraceBuilder *self, guint32 key, guint64 value)
{
  add_packed (self, key, TV_ARG_PACKED_POINTER, get_number (self, (gint64) value));
}

/**
 * tv_trace_builder_add_double_arg:
 * @self: a builder
 * @key: string id
 * @value: the value, which need not be finite
 *
 * Adds a floating-point argument to the next slice.
 */
void
tv_trace_builder_add_double_arg (TvTraceBuilder *self, guint32 key, double value)
{
  gint64 bits;

  memcpy (&bits, &value, sizeof bits);
  add_packed (self, key, TV_ARG_PACKED_DOUBLE, get_number (self, bits));
}

/**
 * tv_trace_builder_add_bool_arg:
 * @self: a builder
 * @key: string id
 *
 * Adds a boolean argument to the next slice.
 */
void
tv_trace_builder_add_bool_arg (TvTraceBuilder *self, guint32 key, gboolean value)
{
  add_packed (self, key, TV_ARG_PACKED_BOOL, value ? 1 : 0);
}

/**
 * tv_trace_builder_add_args:
 * @n: number of arguments, at least 1
 * @set: (inout): set of these arguments, saved by the caller for the next call with equal arguments; initially
 *   %TV_NONE
 *
 * Adds arguments to the next slice. This is fast if @set is known from an earlier call and no other arguments are
 * pending.
 */
void
tv_trace_builder_add_args (TvTraceBuilder *self, const TvArg *args, guint n, guint32 *set)
{
  if (G_UNLIKELY (tv_trace_builder_has_pending_args (self)))
    {
      open_pending_set (self);
      g_array_append_vals (self->args->pending, args, n);
      return;
    }
  if (*set == TV_NONE)
    *set = get_arg_set (self, args, n);
  self->args->pending_set = *set;
}

/**
 * tv_trace_builder_discard_args:
 * @self: a builder
 *
 * Discards the pending arguments.
 */
void
tv_trace_builder_discard_args (TvTraceBuilder *self)
{
  if (self->args->pending->len > 0)
    g_array_set_size (self->args->pending, 0);
  self->args->pending_set = TV_NONE;
}

/**
 * tv_trace_builder_append_args:
 * @slice: a handle from tv_trace_builder_get_last_slice() or tv_trace_builder_get_open_slice()
 *
 * Appends the pending arguments to those of a slice that has already begun.
 */
void
tv_trace_builder_append_args (TvTraceBuilder *self, guint64 slice)
{
  guint32 old = tv_trace_builder_get_slice_args (self, slice), n;
  const TvArg *args = tv_trace_get_args (self->trace, old, &n);

  self->args->has_replaced_sets |= old != TV_NONE;
  open_pending_set (self);
  if (n > 0)
    g_array_prepend_vals (self->args->pending, args, n);
  tv_trace_builder_set_slice_args (self, slice, tv_trace_builder_take_args (self));
}

static guint32
find_category (const TvTraceBuilder *self, guint32 arg_set)
{
  guint32 n;
  const TvArg *args = tv_trace_get_args (self->trace, arg_set, &n);

  for (guint32 i = 0; i < n; i++)
    if (tv_arg_is_category (&args[i]))
      return tv_arg_get_string (&args[i]);
  return TV_NONE;
}

/**
 * tv_trace_builder_count_ending:
 * @symbol: symbol of the slice that ends, or %TV_NONE for any
 * @category: string id of the slice's category, or %TV_NONE for any
 * @slice: (out): handle of the innermost matching open slice, see tv_trace_builder_get_open_slice()
 *
 * Counts the open slices from the innermost one to the innermost matching one.
 *
 * Returns: the number of slices to end with tv_trace_builder_end_open(); 0 if none of the 1024 innermost slices
 * matches
 */
guint32
tv_trace_builder_count_ending (TvTraceBuilder *self,
                               guint32 track,
                               guint32 symbol,
                               guint32 category,
                               guint64 *slice)
{
  for (guint32 above = 0; above < MAX_SEARCHED; above++)
    {
      TvOpenSlice open;

      if (!tv_trace_builder_peek_open (self, track, above, &open))
        return 0;
      if ((symbol != TV_NONE && open.symbol != symbol) ||
          (category != TV_NONE &&
           find_category (self, tv_trace_builder_get_open_args (self, track, above)) != category))
        continue;
      *slice = open.slice;
      return above + 1;
    }
  return 0;
}

void
tv_trace_builder_drop_unused_args (TvTraceBuilder *self)
{
  TvArgsPart *part = self->args;
  TvSlices *slices = tv_trace_edit_slices (self->trace);
  guint32 *used = (guint32 *) slices->arg_set;
  g_autofree guint32 *final = NULL;
  g_autoptr (GArray) args = NULL;
  g_autoptr (GArray) sets = NULL;

  if (!part->has_replaced_sets || used == NULL)
    return;
  final = g_new (guint32, part->first_rows->len);
  memset (final, 0xff, part->first_rows->len * sizeof *final);
  for (guint32 i = 0; i < slices->n; i++)
    if (used[i] != TV_NONE)
      final[used[i]] = 0;
  args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  sets = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 set = 0; set < part->first_rows->len; set++)
    {
      guint32 n;
      const TvArg *of_set = tv_trace_get_args (self->trace, set, &n);

      if (final[set] == TV_NONE)
        continue;
      final[set] = sets->len;
      g_array_append_val (sets, args->len);
      g_array_append_vals (args, of_set, n);
    }
  for (guint32 i = 0; i < slices->n; i++)
    if (used[i] != TV_NONE)
      used[i] = final[used[i]];
  g_array_unref (part->first_rows);
  g_array_unref (part->rows);
  part->first_rows = g_steal_pointer (&sets);
  part->rows = g_steal_pointer (&args);
  tv_trace_take_args (self->trace, part->rows, part->first_rows, part->wide);
}

/**
 * tv_trace_builder_take_args:
 *
 * Removes the pending arguments. The caller can assign the returned set to a slice that begins later.
 *
 * Returns: the set of the pending arguments; %TV_NONE if there are none
 */
guint32
tv_trace_builder_take_args (TvTraceBuilder *self)
{
  guint32 set = self->args->pending_set;

  if (self->args->pending->len > 0)
    set = get_arg_set (self, (const TvArg *) (gconstpointer) self->args->pending->data,
                       self->args->pending->len);
  self->args->has_any |= set != TV_NONE;
  tv_trace_builder_discard_args (self);
  return set;
}

/**
 * tv_trace_builder_take_args_later:
 * @self: a builder
 * @set: (out): receives the result of tv_trace_builder_take_args(); must remain valid until the result is written, at
 *   the latest by tv_trace_builder_flush_args()
 *
 * Removes the pending arguments like tv_trace_builder_take_args(), but queues the lookup, so that several lookups
 * wait for memory at the same time. This is faster if there are many sets.
 */
void
tv_trace_builder_take_args_later (TvTraceBuilder *self, guint32 *set)
{
  TvArgsPart *part = self->args;
  guint n = part->pending->len;
  QueuedSet *queued;

  if (part->pending_set != TV_NONE || n == 0 || n > QUEUED_ARGS)
    {
      *set = tv_trace_builder_take_args (self);
      return;
    }
  if (part->n_queued == N_QUEUED)
    look_up_first (self);
  part->n_queued++;
  queued = peek_queued (part, 0);
  queued->set = set;
  queued->n = n;
  memcpy (queued->args, part->pending->data, n * sizeof *queued->args);
  queued->hash = hash_args (self, queued->args, n);
  fetch_queued (self);
  part->has_any = TRUE;
  tv_trace_builder_discard_args (self);
}
