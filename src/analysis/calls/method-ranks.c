/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/method-ranks.h"

#include <string.h>

#include "analysis/symbols/symbol-order.h"

/* Numbers methods by inclusive time, as the original dmtracedump does. Called by dmtracedump, `tracedump render` and
 * the call graph view. Adds the rows "(toplevel)" and "(unknown)", which a profile does not contain. Immutable after
 * creation; holds a reference to the profile. */

#define UNKNOWN_NAME "(unknown)"

struct _TvMethodRanks
{
  gatomicrefcount ref_count;
  TvProfile *profile;
  TvClock clock;
  guint32 n;
  TvRankedMethod *methods; /* methods by number */
  guint32 *numbers;        /* number per symbol; the last element is that of "(context switch)" */
  guint32 toplevel;        /* number of "(toplevel)" */
  guint32 n_exclusive;
  guint32 *
      by_exclusive; /* numbers of the methods with exclusive time, in descending order of exclusive time */
};

/* ---- Order ---- */

static int
compare_names (const TvRankedMethod *a, const TvRankedMethod *b)
{
  int result = strcmp (a->class_name, b->class_name);

  if (result == 0)
    result = g_strcmp0 (a->name, b->name);
  if (result == 0)
    result = g_strcmp0 (a->signature, b->signature);
  if (result == 0)
    result = a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
  return result;
}

static int
compare_inclusive (gconstpointer a, gconstpointer b)
{
  const TvRankedMethod *one = a, *other = b;

  if (one->inclusive_ns != other->inclusive_ns)
    return one->inclusive_ns > other->inclusive_ns ? -1 : 1;
  return compare_names (one, other);
}

static int
compare_exclusive (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvMethodRanks *self = data;
  const TvRankedMethod *one = &self->methods[*(const guint32 *) a];
  const TvRankedMethod *other = &self->methods[*(const guint32 *) b];

  if (one->exclusive_ns != other->exclusive_ns)
    return one->exclusive_ns > other->exclusive_ns ? -1 : 1;
  return compare_names (one, other);
}

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvMethodRanks *self = data;
  const TvRankedRelative *one = a, *other = b;

  if (one->inclusive_ns != other->inclusive_ns)
    return one->inclusive_ns > other->inclusive_ns ? -1 : 1;
  return compare_names (&self->methods[one->number], &self->methods[other->number]);
}

/* ---- Methods ---- */

/* Returns the time from the start of the track's first call to the end of its last top-level call. In a well-formed
 * trace, this is the time from the thread's first record to its last. */
static gint64
measure_track (const TvSlices *slices, const TvTrack *track, TvClock clock)
{
  const TvTimeColumn *ts = clock == TV_CLOCK_CPU ? &slices->cpu_ts : &slices->ts;
  const TvTimeColumn *dur = clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur;
  guint32 last = track->first_slice + track->n_slices - 1;

  while (tv_slices_parent (slices, last) != TV_NONE)
    last = tv_slices_parent (slices, last);
  return tv_time_column_get (ts, last) + tv_time_column_get (dur, last) -
         tv_time_column_get (ts, track->first_slice);
}

static gint64
measure_threads (TvTrace *trace, TvClock clock)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 sum = 0;

  for (guint32 t = 0; t < n; t++)
    if (tracks[t].kind == TV_TRACK_THREAD && tracks[t].n_slices > 0)
      tv_add_ns (&sum, measure_track (slices, &tracks[t], clock));
  return sum;
}

/* Fills in a method. @s: (nullable): the symbol; NULL for "(context switch)" */
static void
fill_method (TvMethodRanks *self, TvRankedMethod *method, guint32 symbol, const TvSymbol *s)
{
  TvTrace *trace = tv_profile_get_trace (self->profile);
  const TvProfileEntry *entry = tv_profile_get_entry (self->profile, symbol);

  *method = (TvRankedMethod){
    .symbol = symbol,
    .class_name = s != NULL ? tv_trace_get_string (trace, s->class_name) : TV_CONTEXT_SWITCH_NAME,
    .name = s != NULL ? tv_trace_get_string (trace, s->name) : NULL,
    .signature = s != NULL ? tv_trace_get_string (trace, s->signature) : NULL,
    .inclusive_ns = entry->inclusive_ns[self->clock],
    .exclusive_ns = entry->exclusive_ns[self->clock],
    .self_ns = entry->self_ns[self->clock],
    .calls = entry->calls,
    .recursive_calls = entry->recursive_calls,
  };
  if (method->class_name != NULL)
    return;
  method->class_name = method->name != NULL ? method->name : "";
  method->name = NULL;
}

static void
fill_methods (TvMethodRanks *self, gboolean is_of_part)
{
  TvTrace *trace = tv_profile_get_trace (self->profile);
  guint32 n_symbols;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n_symbols);
  gint64 calls_ns = tv_profile_get_total_ns (self->profile, self->clock);
  gint64 total_ns = is_of_part ? calls_ns : measure_threads (trace, self->clock);

  self->n = n_symbols + 2;
  self->methods = g_new (TvRankedMethod, self->n + 1);
  self->numbers = g_new (guint32, n_symbols + 1);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    fill_method (self, &self->methods[symbol], symbol, &symbols[symbol]);
  self->methods[n_symbols] = (TvRankedMethod){
    .symbol = TV_NONE,
    .class_name = TV_TOPLEVEL_NAME,
    .inclusive_ns = total_ns,
    .exclusive_ns = total_ns - calls_ns,
    .self_ns = total_ns - calls_ns,
  };
  self->methods[n_symbols + 1] = (TvRankedMethod){ .symbol = TV_NONE, .class_name = UNKNOWN_NAME };
  if (tv_profile_get_entry (self->profile, n_symbols)->calls > 0)
    fill_method (self, &self->methods[self->n++], n_symbols, NULL);
}

static void
number_methods (TvMethodRanks *self)
{
  qsort (self->methods, self->n, sizeof *self->methods, compare_inclusive);
  self->by_exclusive = g_new (guint32, self->n);
  for (guint32 i = 0; i < self->n; i++)
    {
      const TvRankedMethod *method = &self->methods[i];

      if (method->symbol != TV_NONE)
        self->numbers[method->symbol] = i;
      else if (g_str_equal (method->class_name, TV_TOPLEVEL_NAME))
        self->toplevel = i;
      if (method->exclusive_ns > 0)
        self->by_exclusive[self->n_exclusive++] = i;
    }
  g_qsort_with_data (self->by_exclusive, (int) self->n_exclusive, sizeof *self->by_exclusive,
                     compare_exclusive, self);
}

static TvMethodRanks *
rank (TvProfile *profile, TvClock clock, gboolean is_of_part)
{
  TvMethodRanks *self = g_new0 (TvMethodRanks, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->profile = g_object_ref (profile);
  self->clock = clock;
  fill_methods (self, is_of_part);
  number_methods (self);
  return self;
}

/**
 * tv_method_ranks_new:
 * @profile: profile of a whole trace
 * @clock: clock of the ranking; the trace must have it
 *
 * Returns: (transfer full): all methods of the trace, called or not, ranked by inclusive time on @clock
 */
TvMethodRanks *
tv_method_ranks_new (TvProfile *profile, TvClock clock)
{
  return rank (profile, clock, FALSE);
}

/* Ranks methods like tv_method_ranks_new(), for a profile that does not contain the time between calls: a profile of
 * samples, or of part of a trace. */
TvMethodRanks *
tv_method_ranks_new_of_part (TvProfile *profile, TvClock clock)
{
  return rank (profile, clock, TRUE);
}

TvMethodRanks *
tv_method_ranks_ref (TvMethodRanks *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_method_ranks_unref (TvMethodRanks *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_object (&self->profile);
  g_free (self->methods);
  g_free (self->numbers);
  g_free (self->by_exclusive);
  g_free (self);
}

TvProfile *
tv_method_ranks_get_profile (const TvMethodRanks *self)
{
  return self->profile;
}

TvTrace *
tv_method_ranks_get_trace (const TvMethodRanks *self)
{
  return tv_profile_get_trace (self->profile);
}

TvClock
tv_method_ranks_get_clock (const TvMethodRanks *self)
{
  return self->clock;
}

/**
 * tv_method_ranks_get_total_ns:
 *
 * Returns: inclusive time of "(toplevel)" in ns, to which percentages refer
 */
gint64
tv_method_ranks_get_total_ns (const TvMethodRanks *self)
{
  return self->methods[self->toplevel].inclusive_ns;
}

/* Returns the number of the method "(toplevel)". */
guint32
tv_method_ranks_get_toplevel (const TvMethodRanks *self)
{
  return self->toplevel;
}

/**
 * tv_method_ranks_get:
 * @self: ranks
 * @n: (out): number of methods; at least 2
 *
 * Returns: (transfer none) (array length=n): all methods by number, including "(toplevel)" and "(unknown)"
 */
const TvRankedMethod *
tv_method_ranks_get (const TvMethodRanks *self, guint32 *n)
{
  *n = self->n;
  return self->methods;
}

/* Returns the number of a symbol's method. Returns %TV_NONE if @symbol is "(context switch)" and has no calls. */
guint32
tv_method_ranks_find (const TvMethodRanks *self, guint32 symbol)
{
  guint32 n_symbols = tv_profile_get_n_symbols (self->profile);

  if (symbol == n_symbols && tv_profile_get_entry (self->profile, symbol)->calls == 0)
    return TV_NONE;
  return symbol <= n_symbols ? self->numbers[symbol] : TV_NONE;
}

/**
 * tv_method_ranks_dup_exclusive:
 * @self: ranks
 * @n: (out): number of methods
 *
 * Returns: (transfer full) (array length=n): numbers of the methods with exclusive time, in descending order of
 * exclusive time
 */
guint32 *
tv_method_ranks_dup_exclusive (const TvMethodRanks *self, guint32 *n)
{
  *n = self->n_exclusive;
  return g_memdup2 (self->by_exclusive, MAX (self->n_exclusive, 1) * sizeof *self->by_exclusive);
}

/* ---- Relatives ---- */

static void
add_relative (GArray *relatives, guint32 number, guint32 calls, gint64 inclusive_ns)
{
  TvRankedRelative relative = { number, calls, inclusive_ns };

  g_array_append_val (relatives, relative);
}

/* Returns the calls without a caller: all calls of the method minus the calls from its callers. Such calls are never
 * recursive. */
static TvRankedRelative
count_toplevel_calls (const TvMethodRanks *self,
                      const TvRankedMethod *method,
                      const GArray *parents)
{
  TvRankedRelative calls = { self->toplevel, method->calls, method->inclusive_ns };

  for (guint i = 0; i < parents->len; i++)
    {
      const TvProfileRelative *parent = &g_array_index (parents, TvProfileRelative, i);

      calls.calls -= parent->calls;
      calls.inclusive_ns -= parent->inclusive_ns[self->clock];
    }
  return calls;
}

/* Returns whether @calls has any calls or time. Calls may take no time; a function that is only a caller in samples
 * has time but no calls. */
static gboolean
is_any (const TvRankedRelative *calls)
{
  return calls->calls > 0 || calls->inclusive_ns > 0;
}

static void
add_toplevel_children (const TvMethodRanks *self, GArray *children)
{
  for (guint32 number = 0; number < self->n; number++)
    {
      const TvRankedMethod *method = &self->methods[number];
      g_autoptr (GArray) parents = NULL;
      TvRankedRelative calls;

      if (method->symbol == TV_NONE || (method->calls == 0 && method->inclusive_ns == 0))
        continue;
      parents = tv_profile_dup_group (self->profile, method->symbol, TV_PROFILE_PARENTS,
                                      self->clock);
      calls = count_toplevel_calls (self, method, parents);
      if (is_any (&calls))
        add_relative (children, number, calls.calls, calls.inclusive_ns);
    }
}

/**
 * tv_method_ranks_dup_relatives:
 * @self: ranks
 * @number: number of a method
 * @group: kind of relatives
 *
 * Returns: (transfer full) (element-type TvRankedRelative): callers or callees, in descending order of inclusive
 * time; calls without a caller have "(toplevel)" as their caller
 */
GArray *
tv_method_ranks_dup_relatives (const TvMethodRanks *self, guint32 number, TvProfileGroup group)
{
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (TvRankedRelative));
  const TvRankedMethod *method;

  g_return_val_if_fail (number < self->n, ranked);
  method = &self->methods[number];
  if (method->symbol != TV_NONE)
    {
      g_autoptr (GArray)
          relatives = tv_profile_dup_group (self->profile, method->symbol, group, self->clock);

      for (guint i = 0; i < relatives->len; i++)
        {
          const TvProfileRelative *relative = &g_array_index (relatives, TvProfileRelative, i);

          add_relative (ranked, self->numbers[relative->symbol], relative->calls,
                        relative->inclusive_ns[self->clock]);
        }
      if (group == TV_PROFILE_PARENTS)
        {
          TvRankedRelative calls = count_toplevel_calls (self, method, relatives);

          if (is_any (&calls))
            g_array_append_val (ranked, calls);
        }
    }
  else if (number == self->toplevel && group == TV_PROFILE_CHILDREN)
    add_toplevel_children (self, ranked);
  g_array_sort_with_data (ranked, compare_relatives, (gpointer) self);
  return ranked;
}

/* ---- Groups ---- */

typedef struct
{
  const TvMethodRanks *ranks;
  TvMethodGrouping grouping;
} GroupOrder;

static const char *
get_group_name (const TvRankedMethod *method, TvMethodGrouping grouping)
{
  if (grouping == TV_METHOD_GROUPS_BY_CLASS)
    return method->class_name;
  return method->name != NULL ? method->name : method->class_name;
}

static int
compare_members (gconstpointer a, gconstpointer b, gpointer data)
{
  const GroupOrder *order = data;
  const TvRankedMethod *methods = order->ranks->methods;
  int result = strcmp (get_group_name (&methods[*(const guint32 *) a], order->grouping),
                       get_group_name (&methods[*(const guint32 *) b], order->grouping));

  return result != 0 ? result : compare_exclusive (a, b, (gpointer) order->ranks);
}

typedef struct
{
  const TvMethodRanks *ranks;
  const guint32 *order;
} Members;

/* Compares exclusive times in descending order. Ties are broken by the class of the group's first method, then by its
 * symbol id. */
static int
compare_groups (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvMethodGroup *one = a, *other = b;
  const Members *members = data;
  const TvRankedMethod *method, *other_method;
  int result;

  if (one->exclusive_ns != other->exclusive_ns)
    return one->exclusive_ns > other->exclusive_ns ? -1 : 1;
  method = &members->ranks->methods[members->order[one->first]];
  other_method = &members->ranks->methods[members->order[other->first]];
  result = strcmp (method->class_name, other_method->class_name);
  if (result == 0)
    result = method->symbol < other_method->symbol ? -1 : method->symbol > other_method->symbol;
  return result;
}

static void
add_member (GArray *groups, const TvRankedMethod *method, const char *name, guint32 index)
{
  TvMethodGroup *last = NULL;

  if (groups->len > 0)
    last = &g_array_index (groups, TvMethodGroup, groups->len - 1);
  if (last == NULL || strcmp (last->name, name) != 0)
    {
      TvMethodGroup group = { .name = name, .first = index };

      g_array_append_val (groups, group);
      last = &g_array_index (groups, TvMethodGroup, groups->len - 1);
    }
  last->n++;
  last->calls += method->calls;
  last->recursive_calls += method->recursive_calls;
  tv_add_ns (&last->exclusive_ns, method->exclusive_ns);
}

/**
 * tv_method_ranks_dup_groups:
 * @self: ranks
 * @grouping: property that the methods of a group share
 * @order: (out) (transfer full): numbers of the methods, group by group, within a group in descending order of
 *   exclusive time
 *
 * Returns: (transfer full) (element-type TvMethodGroup): classes, or method names regardless of class, in descending
 * order of exclusive time; excludes "(toplevel)" and "(unknown)"
 */
GArray *
tv_method_ranks_dup_groups (const TvMethodRanks *self, TvMethodGrouping grouping, guint32 **order)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (TvMethodGroup));
  GroupOrder by = { self, grouping };
  guint32 n = 0;

  *order = g_new (guint32, self->n);
  for (guint32 number = 0; number < self->n; number++)
    if (self->methods[number].symbol != TV_NONE)
      (*order)[n++] = number;
  g_qsort_with_data (*order, (int) n, sizeof **order, compare_members, &by);
  for (guint32 index = 0; index < n; index++)
    {
      const TvRankedMethod *method = &self->methods[(*order)[index]];

      add_member (groups, method, get_group_name (method, grouping), index);
    }
  g_array_sort_with_data (groups, compare_groups, &(Members){ self, *order });
  return groups;
}
