/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/profile-numbers.h"

#include <string.h>

#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Computes the times and counts of edges and symbols. The callers are divided into parts with about the same number
 * of edges, one per worker. A part merges the tables of all walks, caller by caller:
 *
 *   tables    a: d b    a: c b          of two walks
 *   sums      a: . b c d . . .          a slot per callee, and a bit per used slot
 *   edges     a→b a→c a→d               sorted
 *
 * The time of an edge is subtracted from the exclusive time of its caller and, with the call count, added to the
 * totals of its callee. The times and counts of symbols are computed from these totals. Called only by profile.c,
 * with the edges of profile-walk.c or of a call tree. Each worker writes only its own part. The spreads of the walk
 * are moved to the result. */

#define WORD_BITS  64
#define MAX_LEVELS 6 /* each level covers six bits of a key */

/* Number of callers whose tables are prefetched ahead */
#define FETCH_AHEAD 16

/* Number and inclusive time of an edge's calls */
typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  guint32 calls;
} Sum;

/* Totals of a callee's calls from the callers of one part */
typedef struct
{
  Sum sum;
  guint32 n_edges;
} Incoming;

typedef struct
{
  guint32 first_caller; /* key of a non-recursive caller; @end_caller is such a key, too */
  guint32 end_caller;
  TvProfileEdge *edges; /* temporary storage for all edges that the part can have */
  guint32 first_edge;
  guint32 n_edges;
  Incoming *incoming; /* totals per key */
} Part;

typedef struct
{
  TvProfileNumbers *numbers;
  const TvProfileWalk *walk;
  guint32 n_keys; /* number of keys of symbols; also the caller key of top-level calls */
  guint n_parts;
  Part *parts;
} Gathering;

/* Sums per callee of one caller, and a hierarchical bit set of the callees that have a sum. The lowest level has one
 * bit per callee. A bit of a higher level is set if the corresponding word of the next lower level is not 0; the
 * highest level has one word. The cost of finding the next callee depends on the number of levels, not on the number
 * of keys. */
typedef struct
{
  Sum *sums;
  guint64 *levels[MAX_LEVELS];
  guint n_levels;
} Callees;

/* ---- Parts ---- */

static void
init_callees (Callees *self, guint32 n_keys)
{
  guint32 n = n_keys;

  self->sums = tv_large_block_new_cleared (n_keys * sizeof *self->sums);
  self->n_levels = 0;
  do
    {
      n = n / WORD_BITS + (n % WORD_BITS != 0);
      self->levels[self->n_levels++] = g_new0 (guint64, n);
    }
  while (n > 1);
}

static void
clear_callees (Callees *self)
{
  g_free (self->sums);
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i]);
}

static void
add_callee (Callees *self, guint32 callee)
{
  gboolean was_empty = TRUE;

  for (guint i = 0; i < self->n_levels && was_empty; i++, callee /= WORD_BITS)
    {
      guint64 *word = &self->levels[i][callee / WORD_BITS];

      was_empty = *word == 0;
      *word |= G_GUINT64_CONSTANT (1) << callee % WORD_BITS;
    }
}

/* Returns the index of the first nonzero word in the lowest level, or %TV_NONE. */
static guint32
find_callees (const Callees *self)
{
  guint32 word = 0;

  if (self->levels[self->n_levels - 1][0] == 0)
    return TV_NONE;
  for (guint i = self->n_levels - 1; i > 0; i--)
    word = word * WORD_BITS + (guint32) __builtin_ctzll (self->levels[i][word]);
  return word;
}

/* Clears the bit of a word that has become 0. Continues on the next higher level if the word that contains the bit
 * becomes 0, too. */
static void
remove_word (Callees *self, guint32 word)
{
  gboolean is_empty = TRUE;

  for (guint i = 1; i < self->n_levels && is_empty; i++, word /= WORD_BITS)
    {
      guint64 *above = &self->levels[i][word / WORD_BITS];

      *above &= ~(G_GUINT64_CONSTANT (1) << word % WORD_BITS);
      is_empty = *above == 0;
    }
}

static inline void
add_sum (Sum *self, const Sum *sum)
{
  self->calls += sum->calls;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    tv_add_ns (&self->inclusive_ns[c], sum->inclusive_ns[c]);
}

/* Returns the calls in a slot, with times converted to ns. @unit_ns: duration of a tick in ns, per clock */
static inline Sum
get_sum (const TvEdgeLine *line, guint slot, const gint64 unit_ns[TV_N_CLOCKS])
{
  Sum sum = { .calls = line->calls[slot] };

  for (guint c = 0; c < TV_N_CLOCKS; c++)
    sum.inclusive_ns[c] = (gint64) (line->ticks[c][slot] * (guint64) unit_ns[c]);
  return sum;
}

/* Adds the callees of a caller. @unit_ns: duration of a tick in ns, per clock */
static void
take_callees (Callees *self, const TvCallees *callees, const gint64 unit_ns[TV_N_CLOCKS])
{
  for (gsize i = 0; i < (gsize) 1 << callees->bits; i++)
    for (guint slot = 0; slot < TV_EDGE_LINE_SLOTS; slot++)
      {
        const TvEdgeLine *line = &callees->lines[i];
        guint32 callee = line->callee[slot];
        Sum sum;

        if (callee == TV_NONE)
          break;
        sum = get_sum (line, slot, unit_ns);
        add_sum (&self->sums[callee], &sum);
        add_callee (self, callee);
      }
}

static void
take_table (Callees *self,
            const TvEdgeTable *table,
            guint32 caller,
            const gint64 tick_ns[TV_N_CLOCKS])
{
  gint64 high_ns[TV_N_CLOCKS];

  take_callees (self, &table->callers[caller], tick_ns);
  if (table->high == NULL)
    return;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    high_ns[c] = (gint64) ((guint64) tick_ns[c] << 32);
  take_callees (self, &table->high->callers[caller], high_ns);
}

static void
put_edge (const Gathering *self, Part *part, guint32 caller, guint32 callee, const Sum *sum)
{
  Incoming *incoming = &part->incoming[callee];
  TvProfileEntry *entry;

  add_sum (&incoming->sum, sum);
  if (caller == self->n_keys)
    {
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        tv_add_ns (&self->numbers->total_ns[c], sum->inclusive_ns[c]);
      return;
    }
  incoming->n_edges++;
  part->edges[part->n_edges++] = (TvProfileEdge){
    .caller = caller >> 1,
    .callee = callee >> 1,
    .caller_is_recursive = caller & 1,
    .callee_is_recursive = callee & 1,
    .calls = sum->calls,
    .inclusive_ns = { sum->inclusive_ns[TV_CLOCK_WALL], sum->inclusive_ns[TV_CLOCK_CPU] },
  };
  entry = &self->numbers->entries[caller >> 1];
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    {
      tv_add_ns (&entry->exclusive_ns[c], -sum->inclusive_ns[c]);
      if ((caller & 1) == 0)
        tv_add_ns (&entry->self_ns[c], -sum->inclusive_ns[c]);
    }
}

/* Converts the sums of a caller to edges in ascending order, and clears the sums. */
static void
put_edges (const Gathering *self, Part *part, guint32 caller, Callees *callees)
{
  guint32 word;

  while ((word = find_callees (callees)) != TV_NONE)
    {
      guint64 *bits = &callees->levels[0][word];

      for (; *bits != 0; *bits &= *bits - 1)
        {
          guint32 callee = word * WORD_BITS + (guint32) __builtin_ctzll (*bits);

          put_edge (self, part, caller, callee, &callees->sums[callee]);
          callees->sums[callee] = (Sum){ 0 };
        }
      remove_word (callees, word);
    }
}

/* Prefetches the tables of later callers and the sums of nearer ones, because both are scattered in memory. */
static void
fetch_callees (const Gathering *self, const Part *part, const Callees *callees, guint32 caller)
{
  guint32 n_left = part->end_caller - caller;

  for (guint i = 0; i < self->walk->n_tables; i++)
    {
      const TvCallees *callers = &self->walk->tables[i].callers[caller];

      if (n_left > FETCH_AHEAD)
        __builtin_prefetch (callers[FETCH_AHEAD].lines);
      for (guint slot = 0; n_left > FETCH_AHEAD / 2 && slot < TV_EDGE_LINE_SLOTS; slot++)
        {
          guint32 callee = callers[FETCH_AHEAD / 2].lines->callee[slot];

          if (callee == TV_NONE)
            break;
          __builtin_prefetch (&callees->sums[callee], 1);
          __builtin_prefetch (&part->incoming[callee], 1);
        }
    }
}

static void
gather_part (guint task, gpointer user_data)
{
  const Gathering *self = user_data;
  Part *part = &self->parts[task];
  Callees callees;

  part->incoming = tv_large_block_new_cleared (self->n_keys * sizeof *part->incoming);
  init_callees (&callees, self->n_keys);
  for (guint32 caller = part->first_caller; caller < part->end_caller; caller++)
    {
      fetch_callees (self, part, &callees, caller);
      for (guint i = 0; i < self->walk->n_tables; i++)
        take_table (&callees, &self->walk->tables[i], caller, self->walk->tick_ns);
      if (caller < self->n_keys)
        self->numbers->from[caller] = part->n_edges;
      put_edges (self, part, caller, &callees);
    }
  clear_callees (&callees);
}

/* Returns the maximum number of edges of a caller. Edges that occur in several tables are counted repeatedly. */
static guint64
count_callees (const TvProfileWalk *walk, guint32 caller)
{
  guint64 n = 0;

  for (guint i = 0; i < walk->n_tables; i++)
    n += walk->tables[i].callers[caller].n;
  return n;
}

/* Divides the callers into parts. Returns the maximum number of edges of all parts. */
static guint64
make_parts (Gathering *self)
{
  guint64 n = 0, before = 0;
  guint p = 0;

  for (guint32 caller = 0; caller < self->n_keys; caller++)
    n += count_callees (self->walk, caller);
  self->n_parts = MAX (self->walk->n_tables, 1);
  self->parts = g_new0 (Part, self->n_parts);
  for (guint32 caller = 0; caller < self->n_keys; caller += 2)
    {
      while (p + 1 < self->n_parts && before >= n * (p + 1) / self->n_parts)
        {
          self->parts[p].end_caller = caller;
          self->parts[++p].first_caller = caller;
          self->parts[p].first_edge = before;
        }
      before += count_callees (self->walk, caller) + count_callees (self->walk, caller + 1);
    }
  while (p + 1 < self->n_parts)
    {
      self->parts[p].end_caller = self->n_keys;
      self->parts[++p].first_caller = self->n_keys;
      self->parts[p].first_edge = before;
    }
  self->parts[p].end_caller = self->n_keys + 1;
  return n;
}

/* ---- All parts ---- */

/* Moves the edges of all parts to one array. */
static void
join_edges (Gathering *self)
{
  TvProfileNumbers *numbers = self->numbers;

  for (guint p = 0; p < self->n_parts; p++)
    {
      Part *part = &self->parts[p];

      memmove (numbers->edges + numbers->n_edges, part->edges, part->n_edges * sizeof *part->edges);
      part->first_edge = numbers->n_edges;
      for (guint32 caller = part->first_caller; caller < MIN (part->end_caller, self->n_keys);
           caller++)
        numbers->from[caller] += part->first_edge;
      numbers->n_edges += part->n_edges;
    }
  numbers->from[self->n_keys] = numbers->n_edges;
  numbers->edges = g_realloc (numbers->edges, MAX (numbers->n_edges, 1) * sizeof *numbers->edges);
}

/* Adds the totals of a callee from one part to the entry of its symbol. @key: see tv_edge_key() */
static void
take_incoming (TvProfileNumbers *numbers, guint32 key, const Sum *sum)
{
  TvProfileEntry *entry = &numbers->entries[key >> 1];
  gboolean is_recursive = key & 1;

  if (is_recursive)
    entry->recursive_calls += sum->calls;
  else
    entry->calls += sum->calls;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    {
      tv_add_ns (&entry->calls_ns[c], sum->inclusive_ns[c]);
      tv_add_ns (&entry->exclusive_ns[c], sum->inclusive_ns[c]);
      if (!is_recursive)
        {
          tv_add_ns (&entry->inclusive_ns[c], sum->inclusive_ns[c]);
          tv_add_ns (&entry->self_ns[c], sum->inclusive_ns[c]);
        }
    }
}

/* Counts the edges of each callee, for the order by callee. Replaces TvIncoming.n_edges in each part by the index at
 * which the part's edges of the callee begin. */
static void
join_incoming (Gathering *self)
{
  guint32 n = 0;

  for (guint32 key = 0; key < self->n_keys; key++)
    {
      self->numbers->to[key] = n;
      for (guint p = 0; p < self->n_parts; p++)
        {
          Incoming *incoming = &self->parts[p].incoming[key];
          guint32 n_edges = incoming->n_edges;

          take_incoming (self->numbers, key, &incoming->sum);
          incoming->n_edges = n;
          n += n_edges;
        }
    }
  self->numbers->to[self->n_keys] = n;
}

static void
sort_part_by_callee (guint task, gpointer user_data)
{
  const Gathering *self = user_data;
  const Part *part = &self->parts[task];

  for (guint32 i = part->first_edge; i < part->first_edge + part->n_edges; i++)
    {
      const TvProfileEdge *edge = &self->numbers->edges[i];
      guint32 key = tv_edge_key (edge->callee, edge->callee_is_recursive);

      self->numbers->by_callee[part->incoming[key].n_edges++] = i;
    }
}

/* Moves the spreads of the first worker, and adds those of the others. */
static void
join_spreads (TvProfileNumbers *self, TvProfileWalk *walk)
{
  memcpy (self->tick_ns, walk->tick_ns, sizeof self->tick_ns);
  if (walk->spreads == NULL)
    return;
  self->spreads = g_steal_pointer (&walk->spreads[0]);
  for (guint i = 1; i < walk->n_tables; i++)
    for (guint32 symbol = 0; symbol < self->n_symbols; symbol++)
      tv_spread_sums_join (&self->spreads[symbol], &walk->spreads[i][symbol]);
}

/**
 * tv_profile_numbers_gather:
 * @self: (out): values of the profile; clear them with tv_profile_numbers_clear()
 * @walk: result of the walk; its spreads are moved to @self
 * @n_symbols: number of symbols of the trace
 *
 * Computes a profile from the counted edges, on all CPUs.
 */
void
tv_profile_numbers_gather (TvProfileNumbers *self, TvProfileWalk *walk, guint32 n_symbols)
{
  Gathering gathering = { .numbers = self, .walk = walk, .n_keys = (n_symbols + 1) * 2 };
  guint64 n_edges = make_parts (&gathering);

  *self = (TvProfileNumbers){ .n_symbols = n_symbols + 1 };
  self->entries = tv_large_block_new_cleared (self->n_symbols * sizeof *self->entries);
  self->from = tv_large_block_new (((gsize) gathering.n_keys + 1) * sizeof *self->from);
  self->to = tv_large_block_new (((gsize) gathering.n_keys + 1) * sizeof *self->to);
  self->edges = tv_large_block_new (MAX (n_edges, 1) * sizeof *self->edges);
  for (guint p = 0; p < gathering.n_parts; p++)
    gathering.parts[p].edges = self->edges + gathering.parts[p].first_edge;

  tv_parallel_run (gathering.n_parts, gather_part, &gathering);
  join_edges (&gathering);
  join_incoming (&gathering);
  join_spreads (self, walk);
  self->by_callee = tv_large_block_new (MAX (self->n_edges, 1) * sizeof *self->by_callee);
  tv_parallel_run (gathering.n_parts, sort_part_by_callee, &gathering);

  for (guint p = 0; p < gathering.n_parts; p++)
    g_free (gathering.parts[p].incoming);
  g_free (gathering.parts);
}

void
tv_profile_numbers_clear (TvProfileNumbers *self)
{
  g_clear_pointer (&self->entries, g_free);
  g_clear_pointer (&self->spreads, g_free);
  g_clear_pointer (&self->edges, g_free);
  g_clear_pointer (&self->by_callee, g_free);
  g_clear_pointer (&self->from, g_free);
  g_clear_pointer (&self->to, g_free);
}
