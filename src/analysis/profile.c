/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/profile.h"

#include "analysis/profile-walk.h"
#include "analysis/symbol-order.h"

/* Edges lie sorted by caller, then callee, each with its recursive half after the other, so that
 * what a group shows is one run, and what it merges lies side by side:
 *
 *   edges       a→b a→c a→c' │ a'→b │ b→c …       x' = while x is recursive
 *   from        ^            ^      ^             first edge of caller x, of x', per symbol
 *   by_callee   the same edges as indices, sorted by callee, then caller; `to` is their `from`
 */
struct _TvProfile
{
  GObject parent_instance;

  TvTrace *trace;
  guint32 n_symbols; /* of the trace; "(context switch)" is the one after them */
  TvProfileEntry *entries;
  gint64 total_ns[TV_N_CLOCKS];

  guint32 n_edges;
  TvProfileEdge *edges;
  guint32 *by_callee;
  guint32 *from;
  guint32 *to;
};

G_DEFINE_FINAL_TYPE (TvProfile, tv_profile, G_TYPE_OBJECT)

static void
tv_profile_finalize (GObject *object)
{
  TvProfile *self = TV_PROFILE (object);

  g_clear_object (&self->trace);
  g_free (self->entries);
  g_free (self->edges);
  g_free (self->by_callee);
  g_free (self->from);
  g_free (self->to);
  G_OBJECT_CLASS (tv_profile_parent_class)->finalize (object);
}

static void
tv_profile_class_init (TvProfileClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tv_profile_finalize;
}

static void
tv_profile_init (TvProfile *self)
{
}

/* ---- Edges ---- */

/* Sorts 0 … @n - 1 by @keys, stably, in two passes. @starts gets @n_keys + 1 places: where each
 * key's run begins. */
static void
sort_by_key (const guint32 *keys, guint32 n, guint32 n_keys, guint32 *order, guint32 *starts)
{
  memset (starts, 0, ((gsize) n_keys + 1) * sizeof *starts);
  for (guint32 i = 0; i < n; i++)
    starts[keys[i] + 1]++;
  for (guint32 key = 0; key < n_keys; key++)
    starts[key + 1] += starts[key];
  for (guint32 i = 0; i < n; i++)
    order[starts[keys[i]]++] = i;
  /* Each start has moved to the next one's place. */
  memmove (starts + 1, starts, (gsize) n_keys * sizeof *starts);
  starts[0] = 0;
}

static TvProfileEdge
get_edge (const TvEdge *edge)
{
  guint32 caller = tv_edge_key_caller (edge->key), callee = tv_edge_key_callee (edge->key);

  return (TvProfileEdge){
    .caller = caller >> 1,
    .callee = callee >> 1,
    .caller_is_recursive = caller & 1,
    .callee_is_recursive = callee & 1,
    .calls = edge->calls,
    .inclusive_ns = { edge->inclusive_ns[0], edge->inclusive_ns[1] },
  };
}

/* Takes the edges out of the table they were counted in. */
static void
take_edges (TvProfile *self, const TvEdgeTable *table)
{
  const TvEdge *counted = table->edges;
  guint32 n = table->n_edges;
  guint32 n_keys = (self->n_symbols + 1) * 2;
  g_autofree guint32 *keys = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));

  self->n_edges = n;
  self->edges = g_new (TvProfileEdge, MAX (n, 1));
  self->by_callee = g_new (guint32, MAX (n, 1));
  self->from = g_new (guint32, (gsize) n_keys + 1);
  self->to = g_new (guint32, (gsize) n_keys + 1);

  for (guint32 i = 0; i < n; i++)
    keys[i] = tv_edge_key_callee (counted[i].key);
  sort_by_key (keys, n, n_keys, self->by_callee, self->to);
  for (guint32 i = 0; i < n; i++)
    keys[i] = tv_edge_key_caller (counted[self->by_callee[i]].key);
  sort_by_key (keys, n, n_keys, order, self->from);
  for (guint32 i = 0; i < n; i++)
    {
      const TvEdge *edge = &counted[self->by_callee[order[i]]];

      self->edges[i] = get_edge (edge);
      keys[i] = tv_edge_key_callee (edge->key);
    }
  sort_by_key (keys, n, n_keys, self->by_callee, self->to);
}

/* ---- Making one ---- */

/**
 * tv_profile_new:
 * @trace: a trace
 * @selection: (nullable): the part of it to look at; %NULL = all
 * @flags: what else to count
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put the error
 *
 * Goes over the selection's slices once. A call counts if it overlaps the selection, or starts
 * inside and has no length, or called something that counts; only the part inside counts.
 *
 * Returns: (transfer full): the profile, or %NULL with %TV_ERROR_CANCELLED
 */
TvProfile *
tv_profile_new (TvTrace *trace,
                const TvSelection *selection,
                TvProfileFlags flags,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (TvProfile) self = g_object_new (TV_TYPE_PROFILE, NULL);
  TvSelection all = tv_selection_all ();
  TvProfileWalk walk = {
    .trace = trace,
    .selection = selection != NULL ? selection : &all,
    .flags = flags,
    .cancellable = cancellable,
  };
  gboolean is_done;

  self->trace = g_object_ref (trace);
  tv_trace_get_symbols (trace, &self->n_symbols);
  self->entries = walk.entries = g_new0 (TvProfileEntry, (gsize) self->n_symbols + 1);
  is_done = tv_profile_walk (&walk, error);
  if (is_done)
    {
      memcpy (self->total_ns, walk.total_ns, sizeof self->total_ns);
      take_edges (self, &walk.edges);
    }
  tv_edge_table_clear (&walk.edges);
  return is_done ? g_steal_pointer (&self) : NULL;
}

/* ---- What it holds ---- */

/**
 * tv_profile_get_trace:
 * @self: a profile
 *
 * Returns: (transfer none): what it was made of
 */
TvTrace *
tv_profile_get_trace (TvProfile *self)
{
  return self->trace;
}

/**
 * tv_profile_get_n_symbols:
 * @self: a profile
 *
 * Returns: how many symbols the trace has, called or not; "(context switch)" comes after them
 */
guint32
tv_profile_get_n_symbols (TvProfile *self)
{
  return self->n_symbols;
}

/**
 * tv_profile_get_entry:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 *
 * Returns: (transfer none): its numbers, all 0 if it was not called
 */
const TvProfileEntry *
tv_profile_get_entry (TvProfile *self, guint32 symbol)
{
  g_return_val_if_fail (symbol <= self->n_symbols, NULL);
  return &self->entries[symbol];
}

/**
 * tv_profile_get_switch_symbol:
 * @self: a profile
 *
 * Returns: the pseudo symbol "(context switch)"; without %TV_PROFILE_CONTEXT_SWITCHES it has no
 *   calls
 */
guint32
tv_profile_get_switch_symbol (TvProfile *self)
{
  return self->n_symbols;
}

/**
 * tv_profile_get_total_ns:
 * @self: a profile
 * @clock: a clock
 *
 * Returns: Σ over all threads of their top-level calls inside the selection: the 100 % of all
 *   percentages
 */
gint64
tv_profile_get_total_ns (TvProfile *self, TvClock clock)
{
  g_return_val_if_fail (clock < TV_N_CLOCKS, 0);
  return self->total_ns[clock];
}

/**
 * tv_profile_get_edges:
 * @self: a profile
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): who called whom, by caller, then callee
 */
const TvProfileEdge *
tv_profile_get_edges (TvProfile *self, guint32 *n)
{
  *n = self->n_edges;
  return self->edges;
}

typedef struct
{
  TvTrace *trace;
  TvClock clock;
} GroupOrder;

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvProfileRelative *one = a, *other = b;
  const GroupOrder *order = data;

  if (one->inclusive_ns[order->clock] != other->inclusive_ns[order->clock])
    return one->inclusive_ns[order->clock] > other->inclusive_ns[order->clock] ? -1 : 1;
  return tv_symbol_compare (order->trace, one->symbol, other->symbol);
}

/* Adds an edge to the relative before it if that is the same symbol. */
static void
add_relative (GArray *relatives, guint32 symbol, const TvProfileEdge *edge)
{
  TvProfileRelative *last = NULL;

  if (relatives->len > 0)
    last = &g_array_index (relatives, TvProfileRelative, relatives->len - 1);
  if (last == NULL || last->symbol != symbol)
    {
      g_array_set_size (relatives, relatives->len + 1);
      last = &g_array_index (relatives, TvProfileRelative, relatives->len - 1);
      *last = (TvProfileRelative){ .symbol = symbol };
    }
  last->calls += edge->calls;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    tv_add_ns (&last->inclusive_ns[c], edge->inclusive_ns[c]);
}

/**
 * tv_profile_dup_group:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 * @group: which of its relatives
 * @clock: what to sort by
 *
 * Returns: (transfer full) (element-type TvProfileRelative): one row for each caller or callee,
 *   the most inclusive time first, ties by name; empty if there is none. The "self" row of the
 *   original's Children is not among them, see #TvProfileEntry
 */
GArray *
tv_profile_dup_group (TvProfile *self, guint32 symbol, TvProfileGroup group, TvClock clock)
{
  GArray *relatives = g_array_new (FALSE, FALSE, sizeof (TvProfileRelative));
  GroupOrder order = { self->trace, clock };
  gboolean is_recursive = group == TV_PROFILE_PARENTS_RECURSIVE ||
                          group == TV_PROFILE_CHILDREN_RECURSIVE;
  guint32 key = symbol * 2 + (is_recursive ? 1 : 0);

  g_return_val_if_fail (symbol <= self->n_symbols, relatives);
  if (group == TV_PROFILE_CHILDREN || group == TV_PROFILE_CHILDREN_RECURSIVE)
    for (guint32 i = self->from[key]; i < self->from[key + 1]; i++)
      add_relative (relatives, self->edges[i].callee, &self->edges[i]);
  else
    for (guint32 i = self->to[key]; i < self->to[key + 1]; i++)
      {
        const TvProfileEdge *edge = &self->edges[self->by_callee[i]];

        add_relative (relatives, edge->caller, edge);
      }
  g_array_sort_with_data (relatives, compare_relatives, &order);
  return relatives;
}

/**
 * tv_profile_get_percent:
 * @self: a profile
 * @ns: a time
 * @clock: whose time
 *
 * Returns: @ns in percent of tv_profile_get_total_ns(); 0 where that is 0
 */
double
tv_profile_get_percent (TvProfile *self, gint64 ns, TvClock clock)
{
  gint64 total_ns = tv_profile_get_total_ns (self, clock);

  return total_ns > 0 ? 100.0 * (double) ns / (double) total_ns : 0.0;
}

/**
 * tv_profile_entry_get_ns_per_call:
 * @entry: a symbol's numbers
 * @clock: a clock
 *
 * Returns: inclusive time by all calls, recursive ones too, rounded to ns; 0 without calls
 */
gint64
tv_profile_entry_get_ns_per_call (const TvProfileEntry *entry, TvClock clock)
{
  gint64 calls = (gint64) entry->calls + entry->recursive_calls;

  gint64 rounded = entry->inclusive_ns[clock];

  tv_add_ns (&rounded, calls / 2);
  return calls > 0 ? rounded / calls : 0;
}

/**
 * tv_profile_dup_symbol_name:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 *
 * Returns: (transfer full): `class.method`
 */
char *
tv_profile_dup_symbol_name (TvProfile *self, guint32 symbol)
{
  return symbol == self->n_symbols ? g_strdup (TV_CONTEXT_SWITCH_NAME)
                                   : tv_trace_dup_symbol_name (self->trace, symbol);
}

/**
 * tv_profile_dup_symbol_label:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 *
 * Returns: (transfer full): `class.method (signature)`
 */
char *
tv_profile_dup_symbol_label (TvProfile *self, guint32 symbol)
{
  return symbol == self->n_symbols ? g_strdup (TV_CONTEXT_SWITCH_NAME)
                                   : tv_trace_dup_symbol_label (self->trace, symbol);
}
