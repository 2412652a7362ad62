/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/calls/sample-rows.h"
#include "analysis/calls/call-tree.h"
#include "analysis/calls/callers.h"
#include "analysis/calls/occurrences.h"
#include "analysis/calls/profile.h"
#include "core/memory/parallel.h"
#include "core/trace-builder-parts.h"
#include "core/trace-builder.h"
#include "profile-tree.h"

/* Compares call trees with a count of every tick. At each tick, the names on the stack form a word such as "abca";
 * filters and transforms change this word. The names a … f are in packages: two are in p.q and four in p. */

#define N_NAMES     6
#define MAX_CALLS   120
#define MAX_TICKS   300
#define MAX_THREADS 3
#define N_SAMPLES   200

typedef struct
{
  int name;
  int parent; /* index of the caller in @calls; -1 if none */
  gint64 start, end;
} Call;

typedef struct
{
  Call calls[MAX_CALLS];
  int n_calls;
  int at[MAX_TICKS]; /* innermost call at each tick, or -1 */
} Model;

typedef struct
{
  char words[N_SAMPLES][16];
  gint64 ts[N_SAMPLES];
  guint32 utids[N_SAMPLES];
  gint64 weights[N_SAMPLES];
} SampleModel;

static const char *const class_names[N_NAMES] = { "p.q.A", "p.q.B", "p.r.C", "p.r.D", NULL, NULL };

static void
add_names (TvTraceBuilder *builder)
{
  char name[] = "a";

  for (int i = 0; i < N_NAMES; i++, name[0]++)
    {
      TvSymbol symbol = { class_names[i] != NULL
                              ? tv_trace_builder_intern (builder, class_names[i], -1)
                              : TV_NONE,
                          tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

      g_assert_cmpuint (tv_trace_builder_add_symbol (builder, &symbol), ==, i);
    }
}

static void
play_thread (Model *self, TvTraceBuilder *builder, guint32 tid)
{
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, tid));
  gint64 now = g_test_rand_int_range (0, 10), cpu = 0;
  int top = -1;

  self->n_calls = 0;
  for (int i = 0; i < MAX_TICKS; i++)
    self->at[i] = -1;
  while (now < MAX_TICKS - 10 && self->n_calls < MAX_CALLS)
    {
      gint64 ticks = g_test_rand_int_range (0, 5);

      if (top >= 0 && g_test_rand_int_range (0, 100) < 48)
        {
          tv_trace_builder_end (builder, track, self->calls[top].name, now, cpu, 0, -1);
          self->calls[top].end = now;
          top = self->calls[top].parent;
        }
      else
        {
          self->calls[self->n_calls] = (Call){ g_test_rand_int_range (0, N_NAMES), top, now, -1 };
          top = self->n_calls++;
          tv_trace_builder_begin (builder, track, self->calls[top].name, now, cpu, -1);
        }
      for (gint64 t = now; t < now + ticks; t++)
        self->at[t] = top;
      now += ticks;
      cpu += g_test_rand_int_range (0, (gint32) ticks + 1);
    }
  for (; top >= 0; top = self->calls[top].parent)
    {
      tv_trace_builder_end (builder, track, self->calls[top].name, now, cpu, 0, -1);
      self->calls[top].end = now;
    }
}

/* ---- Words ---- */

static gboolean
is_in (char name, const char *package)
{
  const char *class_name = name != '?' ? class_names[name - 'a'] : NULL;

  return class_name != NULL && g_str_has_prefix (class_name, package) &&
         class_name[strlen (package)] == '.';
}

static gboolean
matches (char name, const TvNameFilter *filter)
{
  g_autofree char *full = name == '?'
                              ? g_strdup ("")
                              : g_strdup_printf (
                                    "%s%s%c",
                                    class_names[name - 'a'] != NULL ? class_names[name - 'a'] : "",
                                    class_names[name - 'a'] != NULL ? "." : "", name);

  if (filter->match == TV_NAME_PACKAGE)
    return is_in (name, filter->text);
  if (filter->match == TV_NAME_REGEX)
    return g_regex_match_simple (filter->text, full, 0, 0);
  return strstr (full, filter->text) != NULL;
}

static gboolean
passes (const char *word, const TvNameFilter *filter)
{
  gboolean has_match = FALSE;

  for (; *word != '\0'; word++)
    has_match |= matches (*word, filter);
  return has_match != filter->hides;
}

/* Transforms a word. Returns FALSE if no counted frame remains. Capitals are collapsed packages: P comes from the
 * first transform, Q from the second. */
static gboolean
change (GString *word, const TvTransform *t, guint i_transform)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char name = t->symbol != TV_NONE ? (char) ('a' + t->symbol) : '\0';
  gboolean was_in = FALSE;

  for (gsize i = 0; i < word->len; i++)
    {
      char c = word->str[i];
      gboolean in = g_ascii_islower (c) && t->package != NULL && is_in (c, t->package);
      const char *same = strchr (out->str, c);

      switch (t->kind)
        {
        case TV_TRANSFORM_MERGE:
          if (c != name)
            g_string_append_c (out, c);
          break;
        case TV_TRANSFORM_DROP:
          if (c == name)
            return FALSE;
          g_string_append_c (out, c);
          break;
        case TV_TRANSFORM_FOCUS:
        case TV_TRANSFORM_FOCUS_PACKAGE:
          if (out->len > 0 || (t->package != NULL ? in : c == name))
            g_string_append_c (out, c);
          break;
        case TV_TRANSFORM_COLLAPSE_RECURSION:
          if ((name == '\0' || c == name) && same != NULL)
            g_string_truncate (out, (gsize) (same - out->str) + 1);
          else
            g_string_append_c (out, c);
          break;
        case TV_TRANSFORM_COLLAPSE_PACKAGE:
          if (!in || !was_in)
            g_string_append_c (out, in ? (char) ('P' + i_transform) : c);
          break;
        case TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED:
          if (c != '?' || !g_str_has_suffix (out->str, "?"))
            g_string_append_c (out, c);
          break;
        case TV_N_TRANSFORM_KINDS:
        default:
          g_assert_not_reached ();
        }
      was_in = in;
    }
  g_string_assign (word, out->str);
  return out->len > 0 || (t->kind != TV_TRANSFORM_FOCUS && t->kind != TV_TRANSFORM_FOCUS_PACKAGE);
}

/* Returns the transformed word, or %NULL if nothing remains. */
static char *
dup_changed (const char *word, const TvSelection *selection)
{
  g_autoptr (GString) changed = g_string_new (word);
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (selection, &n);
  const TvTransform *transforms;

  for (guint i = 0; i < n; i++)
    if (!passes (word, &filters[i]))
      return NULL;
  transforms = tv_selection_get_transforms (selection, &n);
  for (guint i = 0; i < n; i++)
    if (!change (changed, &transforms[i], i))
      return NULL;
  return g_strdup (changed->str);
}

static void
count (GHashTable *counts, const char *word, const TvSelection *selection, gint64 value)
{
  g_autofree char *changed = dup_changed (word, selection);
  gint64 *sum;

  if (changed == NULL || value == 0)
    return;
  sum = g_hash_table_lookup (counts, changed);
  if (sum == NULL)
    g_hash_table_insert (counts, g_steal_pointer (&changed), sum = g_new0 (gint64, 1));
  *sum += value;
}

static GHashTable *
make_counts (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
count_ticks (GHashTable *counts, const Model *model, const TvSelection *selection)
{
  gint64 min = tv_selection_get_min_duration_ns (selection);

  for (gint64 t = 0; t < MAX_TICKS; t++)
    {
      g_autoptr (GString) word = g_string_new (NULL);

      if (t * NS_PER_US < tv_selection_get_start_ns (selection) ||
          t * NS_PER_US >= tv_selection_get_end_ns (selection))
        continue;
      for (int call = model->at[t]; call >= 0; call = model->calls[call].parent)
        if ((model->calls[call].end - model->calls[call].start) * NS_PER_US >= min)
          g_string_prepend_c (word, (char) ('a' + model->calls[call].name));
      if (word->len > 0)
        count (counts, word->str, selection, NS_PER_US);
    }
}

/* ---- Trees as words ---- */

static char *
dup_word (const TvCallNode *nodes, guint32 node)
{
  GString *word = g_string_new (NULL);

  for (; node != 0; node = nodes[node].parent)
    switch (tv_call_name_get_kind (nodes[node].name))
      {
      case TV_CALL_SYMBOL:
        g_string_prepend_c (word, (char) ('a' + nodes[node].name));
        break;
      case TV_CALL_PACKAGE:
        g_string_prepend_c (word, (char) ('P' + tv_call_name_get_id (nodes[node].name)));
        break;
      case TV_CALL_UNKNOWN:
        g_string_prepend_c (word, '?');
        break;
      case TV_CALL_THREAD:
      case TV_CALL_EVERYTHING:
      default:
        g_assert_not_reached ();
      }
  return g_string_free (word, FALSE);
}

/* Checks the order and the sums of a tree. */
static void
assert_sound (const TvCallTree *tree)
{
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);
  TvCallMeasure m = tv_call_tree_get_measure (tree);

  for (guint32 node = 0; node < n; node++)
    {
      TvCallValue total = *tv_call_tree_get_self (tree, node);

      for (guint32 i = 0; i < nodes[node].n_children; i++)
        {
          guint32 child = nodes[node].first_child + i;

          g_assert_cmpuint (nodes[child].parent, ==, node);
          g_assert_cmpuint (nodes[child].depth, ==, nodes[node].depth + 1);
          for (guint k = 0; k < TV_N_MEASURES; k++)
            total.of[k] += nodes[child].total.of[k];
          if (i > 0)
            g_assert_cmpint (nodes[child].total.of[m], <=, nodes[child - 1].total.of[m]);
        }
      g_assert_cmpmem (&total, sizeof total, &nodes[node].total, sizeof total);
    }
}

static void
assert_text (const TvCallTree *tree, GHashTable *counts)
{
  guint32 n, n_words = 0;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);

  assert_sound (tree);
  for (guint32 node = 0; node < n; node++)
    {
      g_autofree char *word = dup_word (nodes, node);
      const gint64 *counted = g_hash_table_lookup (counts, word);

      g_assert_cmpint (tv_call_tree_get_self (tree, node)->of[TV_MEASURE_WALL], ==,
                       counted != NULL ? *counted : 0);
      n_words += counted != NULL;
    }
  g_assert_cmpuint (n_words, ==, g_hash_table_size (counts));
}

/* ---- Reversed ---- */

static void
add_count (GHashTable *counts, const char *word, gint64 value)
{
  gint64 *counted = g_hash_table_lookup (counts, word);

  if (counted == NULL)
    g_hash_table_insert (counts, g_strdup (word), counted = g_new0 (gint64, 1));
  *counted += value;
}

/* Every suffix of a stack is a node of the reversed tree, with the exclusive value of that stack. */
static void
assert_reversed_text (const TvCallTree *tree, const TvCallTree *reversed, TvCallMeasure measure)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint32 n, n_reversed, n_words = 0;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);
  const TvCallNode *turned = tv_call_tree_get_nodes (reversed, &n_reversed);

  for (guint32 node = 0; node < n; node++)
    {
      g_autofree char *word = dup_word (nodes, node);

      g_strreverse (word);
      for (gsize end = strlen (word);; word[--end] = '\0')
        {
          if (tv_call_tree_get_self (tree, node)->of[measure] != 0)
            add_count (counts, word, tv_call_tree_get_self (tree, node)->of[measure]);
          if (end == 0)
            break;
        }
    }
  for (guint32 node = 0; node < n_reversed; node++)
    {
      g_autofree char *word = dup_word (turned, node);
      const gint64 *counted = g_hash_table_lookup (counts, word);

      g_assert_cmpint (turned[node].total.of[measure], ==, counted != NULL ? *counted : 0);
      n_words += counted != NULL;
    }
  g_assert_cmpuint (n_words, ==, g_hash_table_size (counts));
}

static void
assert_reversed (TvCallTree *tree)
{
  g_autoptr (TvCallTree) reversed = tv_call_tree_new_reversed (tree, NULL);

  assert_sound (reversed);
  g_assert_cmpmem (&tv_call_tree_get_nodes (tree, NULL)[0].total, sizeof (TvCallValue),
                   &tv_call_tree_get_nodes (reversed, NULL)[0].total, sizeof (TvCallValue));
  g_assert_cmpint (tv_call_tree_get_flags (reversed), ==,
                   tv_call_tree_get_flags (tree) | TV_CALL_TREE_REVERSED);
  if (tv_call_tree_get_flags (tree) & TV_CALL_TREE_BY_THREAD)
    return;
  for (TvCallMeasure m = 0; m < TV_N_MEASURES; m++)
    assert_reversed_text (tree, reversed, m);
}

/* ---- Moved totals ---- */

/* The total of the tree and the values that transforms removed add up to the original total. For a single merge or
 * drop, the effects are known exactly. */
static void
assert_moved (TvCallPaths *paths, const TvSelection *selection, const TvCallTree *tree)
{
  g_autoptr (TvSelection) plain = tv_selection_ref (selection);
  g_autoptr (TvCallTree) before = NULL;
  g_autofree guint8 *is_outermost = NULL;
  const TvCallMoved *moved = tv_call_tree_get_moved (tree);
  const TvTransform *transforms;
  const TvCallNode *nodes;
  TvCallMoved one = { { { 0 } }, { { 0 } } };
  guint n;
  guint32 n_nodes;

  while (tv_selection_get_transforms (plain, &n) != NULL && n > 0)
    {
      TvSelection *less = tv_selection_without_transform (plain, n - 1);

      tv_selection_unref (plain);
      plain = less;
    }
  before = tv_call_tree_new (paths, plain, TV_CALL_TREE_MERGED, NULL, NULL);
  nodes = tv_call_tree_get_nodes (before, &n_nodes);
  g_assert_cmpint (nodes[0].total.of[TV_MEASURE_WALL], ==,
                   tv_call_tree_get_nodes (tree, NULL)[0].total.of[TV_MEASURE_WALL] +
                       moved->omitted.of[TV_MEASURE_WALL]);
  transforms = tv_selection_get_transforms (selection, &n);
  if (n != 1 || (transforms->kind != TV_TRANSFORM_MERGE && transforms->kind != TV_TRANSFORM_DROP))
    return;
  is_outermost = tv_call_tree_dup_outermost (before);
  for (guint32 node = 1; node < n_nodes; node++)
    for (guint m = 0; m < TV_N_MEASURES && nodes[node].name == transforms->symbol; m++)
      if (transforms->kind == TV_TRANSFORM_MERGE)
        one.merged.of[m] += tv_call_tree_get_self (before, node)->of[m];
      else if (is_outermost[node])
        one.omitted.of[m] += nodes[node].total.of[m];
  g_assert_cmpmem (&one, sizeof one, moved, sizeof *moved);
}

/* ---- Selections ---- */

static TvSelection *
add_random_filter (const TvSelection *self)
{
  static const TvNameFilter filters[] = {
    { TV_NAME_CONTAINS, FALSE, "p.q.A.a" }, { TV_NAME_CONTAINS, TRUE, "e" },
    { TV_NAME_REGEX, FALSE, "[bce]$" },     { TV_NAME_REGEX, TRUE, "[ad]$" },
    { TV_NAME_PACKAGE, FALSE, "p" },        { TV_NAME_PACKAGE, TRUE, "p.q" },
  };

  return tv_selection_with_filter (self,
                                   &filters[g_test_rand_int_range (0, G_N_ELEMENTS (filters))]);
}

static TvSelection *
add_random_transform (const TvSelection *self)
{
  TvTransform t = { (TvTransformKind) g_test_rand_int_range (0, TV_N_TRANSFORM_KINDS), TV_NONE,
                    NULL };

  if (t.kind == TV_TRANSFORM_COLLAPSE_PACKAGE || t.kind == TV_TRANSFORM_FOCUS_PACKAGE)
    t.package = g_test_rand_bit () ? "p.q" : "p";
  else if (t.kind != TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED &&
           (t.kind != TV_TRANSFORM_COLLAPSE_RECURSION || g_test_rand_bit ()))
    t.symbol = (guint32) g_test_rand_int_range (0, N_NAMES);
  return tv_selection_with_transform (self, &t);
}

static void
replace (TvSelection **self, TvSelection *other)
{
  g_clear_pointer (self, tv_selection_unref);
  *self = other;
}

static TvSelection *
make_selection (TvTrace *trace, gboolean changes_calls)
{
  TvSelection *self = tv_selection_new_all ();
  guint32 n_threads;

  tv_trace_get_threads (trace, &n_threads);
  if (g_test_rand_bit ())
    {
      gint64 from = g_test_rand_int_range (0, MAX_TICKS / 2);

      replace (&self,
               tv_selection_with_range (self, from * NS_PER_US,
                                        (from + g_test_rand_int_range (0, 150)) * NS_PER_US));
    }
  if (g_test_rand_bit ())
    {
      guint32 utid = (guint32) g_test_rand_int_range (0, (gint32) n_threads);

      replace (&self, tv_selection_with_threads (self, trace, &utid, 1));
    }
  if (!changes_calls)
    return self;
  if (g_test_rand_int_range (0, 3) == 0)
    replace (&self,
             tv_selection_with_min_duration (self, g_test_rand_int_range (1, 20) * NS_PER_US));
  for (int i = g_test_rand_int_range (0, 3); i > 0; i--)
    replace (&self, add_random_filter (self));
  for (int i = g_test_rand_int_range (0, 4); i > 0; i--)
    replace (&self, add_random_transform (self));
  return self;
}

/* ---- Calls ---- */

static void
test_times (void)
{
  g_autofree Model *models = g_new (Model, MAX_THREADS);

  for (int round = 0; round < 150; round++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
      guint32 n_threads = (guint32) g_test_rand_int_range (1, MAX_THREADS + 1);
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvCallPaths) paths = NULL;

      tv_trace_builder_set_clocks (builder, TRUE, TRUE);
      add_names (builder);
      for (guint32 i = 0; i < n_threads; i++)
        play_thread (&models[i], builder, i + 1);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
      for (int i = 0; i < 10; i++)
        {
          g_autoptr (TvSelection) selection = make_selection (trace, TRUE);
          g_autoptr (GHashTable) counts = make_counts ();
          g_autoptr (TvCallTree) tree = NULL;

          /* Computes the values of the whole trace, which are then cached. For the following trees, the rows outside
           * the selection may be subtracted from these values. */
          if (i == 5)
            tree = tv_call_tree_new (paths, NULL, TV_CALL_TREE_MERGED, NULL, NULL);
          g_clear_pointer (&tree, tv_call_tree_unref);
          for (guint32 utid = 0; utid < n_threads; utid++)
            if (tv_selection_has_thread (selection, utid))
              count_ticks (counts, &models[utid], selection);
          tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, NULL, NULL);
          assert_text (tree, counts);
        }
    }
}

/* ---- Comparison with the profile ---- */

typedef struct
{
  gint64 self[N_NAMES][TV_N_MEASURES];
  gint64 total[N_NAMES][TV_N_MEASURES];
} Sums;

static void
add_up (Sums *sums, const TvCallTree *tree)
{
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);
  g_autofree guint8 *is_outermost = tv_call_tree_dup_outermost (tree);

  for (guint32 node = 0; node < n; node++)
    {
      guint32 symbol = tv_call_name_get_symbol (nodes[node].name);

      for (guint m = 0; m < TV_N_MEASURES && symbol != TV_NONE; m++)
        {
          sums->self[symbol][m] += tv_call_tree_get_self (tree, node)->of[m];
          if (is_outermost[node])
            sums->total[symbol][m] += nodes[node].total.of[m];
        }
    }
}

static void
assert_callers (TvCallTree *tree, const Sums *sums)
{
  g_autoptr (TvCallers) callers = tv_callers_new (tree, TV_CALLERS_OF_ALL, NULL);
  TvCallNode all = *tv_callers_get_node (callers, 0);

  for (guint32 i = 0; i < all.n_children; i++)
    {
      TvCallNode root = *tv_callers_get_node (callers, all.first_child + i);
      TvCallValue own = *tv_callers_get_self (callers, all.first_child + i);
      TvCallValue below = { { 0 } };
      gint64 outermost = 0;

      for (guint m = 0; m < TV_N_MEASURES; m++)
        g_assert_cmpint (own.of[m], ==, sums->self[root.name][m]);
      g_assert_cmpint (root.total.of[TV_MEASURE_WALL], ==, sums->total[root.name][TV_MEASURE_WALL]);
      tv_callers_expand (callers, all.first_child + i);
      root = *tv_callers_get_node (callers, all.first_child + i);
      for (guint32 k = 0; k < root.n_children; k++)
        {
          const TvCallNode *caller = tv_callers_get_node (callers, root.first_child + k);

          for (guint m = 0; m < TV_N_MEASURES; m++)
            below.of[m] += tv_callers_get_self (callers, root.first_child + k)->of[m];
          outermost += caller->total.of[TV_MEASURE_WALL];
        }
      /* If some calls have no caller, the callers' values add up to less. */
      g_assert_cmpint (below.of[TV_MEASURE_COUNT], <=, own.of[TV_MEASURE_COUNT]);
      g_assert_cmpint (outermost, <=, root.total.of[TV_MEASURE_WALL]);
    }
}

/* Adds up the trees of single threads, and compares the sums with the merged tree. */
static void
assert_threads (TvCallPaths *paths, const TvSelection *selection, const Sums *sums)
{
  g_autoptr (TvCallTree)
      tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_BY_THREAD, NULL, NULL);
  g_autofree Sums *apart = g_new0 (Sums, 1);

  assert_sound (tree);
  add_up (apart, tree);
  g_assert_cmpmem (apart, sizeof *apart, sums, sizeof *sums);
}

/* Checks that the profile of a tree equals the profile of the same calls, edge by edge. */
static void
assert_same_profile (TvProfile *profile, TvProfile *of_calls)
{
  guint32 n, n_of_calls;
  const TvProfileEdge *edges = tv_profile_get_edges (profile, &n);
  const TvProfileEdge *edges_of_calls = tv_profile_get_edges (of_calls, &n_of_calls);

  g_assert_cmpuint (n, ==, n_of_calls);
  for (guint32 i = 0; i < n; i++)
    {
      const TvProfileEdge *a = &edges[i], *b = &edges_of_calls[i];

      g_assert_true (a->caller == b->caller && a->callee == b->callee);
      g_assert_true (a->caller_is_recursive == b->caller_is_recursive);
      g_assert_true (a->callee_is_recursive == b->callee_is_recursive);
      g_assert_cmpuint (a->calls, ==, b->calls);
      g_assert_cmpmem (a->inclusive_ns, sizeof a->inclusive_ns, b->inclusive_ns,
                       sizeof b->inclusive_ns);
    }
  for (guint32 symbol = 0; symbol < N_NAMES; symbol++)
    g_assert_cmpmem (tv_profile_get_entry (profile, symbol), sizeof (TvProfileEntry),
                     tv_profile_get_entry (of_calls, symbol), sizeof (TvProfileEntry));
  g_assert_cmpint (tv_profile_get_total_ns (profile, TV_CLOCK_CPU), ==,
                   tv_profile_get_total_ns (of_calls, TV_CLOCK_CPU));
}

/* Checks that the profile of transformed stacks has the same times as the tree. The number of calls must equal the
 * number of calls that navigation visits. */
static void
assert_changed (TvTrace *trace, TvCallPaths *paths)
{
  g_autoptr (TvSelection) selection = make_selection (trace, TRUE);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, selection, 0, NULL, NULL);
  g_autoptr (TvCallTree)
      tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_KEEPS_ENTRIES, NULL, NULL);
  g_autofree Sums *sums = g_new0 (Sums, 1);

  add_up (sums, tree);
  for (guint32 symbol = 0; symbol < N_NAMES; symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
      g_autoptr (GArray) all = tv_occurrences_find (trace, symbol, NULL);
      g_autoptr (GArray) counted = tv_occurrences_select (trace, paths, all, selection, NULL);

      g_assert_cmpuint (counted->len, ==, entry->calls + entry->recursive_calls);
      g_assert_cmpint (sums->self[symbol][TV_MEASURE_WALL], ==, entry->exclusive_ns[TV_CLOCK_WALL]);
      g_assert_cmpint (sums->total[symbol][TV_MEASURE_WALL], ==,
                       entry->inclusive_ns[TV_CLOCK_WALL]);
      g_assert_cmpint (sums->self[symbol][TV_MEASURE_COUNT], ==, counted->len);
    }
}

/* Checks that the nodes on the first level of the reversed tree have the exclusive values of the profile. */
static void
assert_ends (TvCallTree *tree, TvProfile *profile)
{
  g_autoptr (TvCallTree) reversed = tv_call_tree_new_reversed (tree, NULL);
  const TvCallNode *nodes = tv_call_tree_get_nodes (reversed, NULL);
  gint64 sums[N_NAMES][TV_N_MEASURES] = { { 0 } };

  for (guint32 i = 0; i < nodes[0].n_children; i++)
    for (guint m = 0; m < TV_N_MEASURES; m++)
      sums[nodes[nodes[0].first_child + i].name][m] = nodes[nodes[0].first_child + i].total.of[m];
  for (guint32 symbol = 0; symbol < N_NAMES; symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);

      for (guint c = 0; c < TV_N_CLOCKS; c++)
        g_assert_cmpint (sums[symbol][c], ==, entry->exclusive_ns[c]);
      g_assert_cmpint (sums[symbol][TV_MEASURE_COUNT], ==, entry->calls + entry->recursive_calls);
    }
}

static void
assert_profile (TvTrace *trace, TvCallPaths *paths, const TvSelection *selection)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, selection, 0, NULL, NULL);
  g_autoptr (TvCallTree)
      tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, NULL, NULL);
  g_autoptr (TvProfile) of_calls = NULL;
  g_autofree Sums *sums = g_new0 (Sums, 1);

  assert_sound (tree);
  add_up (sums, tree);
  for (guint32 symbol = 0; symbol < N_NAMES; symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);

      g_assert_cmpint (sums->self[symbol][TV_MEASURE_COUNT], ==,
                       entry->calls + entry->recursive_calls);
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        {
          g_assert_cmpint (sums->self[symbol][c], ==, entry->exclusive_ns[c]);
          g_assert_cmpint (sums->total[symbol][c], ==, entry->inclusive_ns[c]);
        }
    }
  assert_ends (tree, profile);
  assert_reversed (tree);
  of_calls = tv_profile_new_of_calls (paths, selection, NULL, NULL);
  assert_same_profile (profile, of_calls);
  assert_callers (tree, sums);
  assert_threads (paths, selection, sums);
}

/* The values of both halves of a range add up to those of the range under any selection. There are two exceptions:
 * calls across the cut count twice, and a call that a filter keeps only because of its callees belongs to the half
 * that contains these callees. */
static void
assert_halves (TvTrace *trace, TvCallPaths *paths)
{
  gint64 cut_ns = g_test_rand_int_range (1, MAX_TICKS) * NS_PER_US;
  g_autoptr (TvSelection) random = make_selection (trace, TRUE);
  g_autoptr (TvSelection) whole = tv_selection_with_range (random, 0, MAX_TICKS * NS_PER_US);
  g_autoptr (TvSelection) first = tv_selection_with_range (random, 0, cut_ns);
  g_autoptr (TvSelection) second = tv_selection_with_range (random, cut_ns, MAX_TICKS * NS_PER_US);
  const TvSelection *const parts[] = { first, second };
  guint n_filters;
  g_autofree Sums *sums = g_new0 (Sums, 1);
  g_autofree Sums *halves = g_new0 (Sums, 1);
  g_autoptr (TvCallTree) tree = tv_call_tree_new (paths, whole, TV_CALL_TREE_MERGED, NULL, NULL);

  tv_selection_get_filters (random, &n_filters);
  add_up (sums, tree);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (TvCallTree)
          half = tv_call_tree_new (paths, parts[i], TV_CALL_TREE_MERGED, NULL, NULL);

      add_up (halves, half);
    }
  for (guint32 symbol = 0; symbol < N_NAMES; symbol++)
    {
      g_assert_cmpint (sums->self[symbol][TV_MEASURE_WALL], ==,
                       halves->self[symbol][TV_MEASURE_WALL]);
      g_assert_cmpint (sums->total[symbol][TV_MEASURE_WALL], ==,
                       halves->total[symbol][TV_MEASURE_WALL]);
      g_assert_cmpint (sums->self[symbol][TV_MEASURE_CPU], ==,
                       halves->self[symbol][TV_MEASURE_CPU]);
      if (n_filters == 0)
        g_assert_cmpint (sums->self[symbol][TV_MEASURE_COUNT], <=,
                         halves->self[symbol][TV_MEASURE_COUNT]);
    }
}

static void
test_profile (void)
{
  g_autofree Model *model = g_new (Model, 1);

  for (int round = 0; round < 100; round++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvCallPaths) paths = NULL;

      tv_parallel_set_max_threads ((guint) round % 4);
      tv_trace_builder_set_clocks (builder, TRUE, TRUE);
      add_names (builder);
      for (guint32 i = 0; i < 2; i++)
        play_thread (model, builder, i + 1);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
      assert_profile (trace, paths, NULL);
      for (int i = 0; i < 8; i++)
        {
          g_autoptr (TvSelection) selection = make_selection (trace, FALSE);

          assert_profile (trace, paths, selection);
          assert_changed (trace, paths);
          assert_halves (trace, paths);
        }
    }
  tv_parallel_set_max_threads (0);
}

/* ---- Samples ---- */

/* Adds random samples. The functions are named a … f; ? stands for code without a name. */
static void
play_samples (SampleModel *self, TvTraceBuilder *builder)
{
  guint32 path = tv_trace_builder_intern (builder, "libx.so", -1);
  guint32 mapping = tv_trace_builder_add_mapping (builder, path, TV_NONE);
  guint32 kinds[2];

  for (guint i = 0; i < 2; i++)
    kinds[i] = tv_trace_builder_add_sample_kind (
        builder, tv_trace_builder_intern (builder, i == 0 ? "cpu-clock" : "other", -1),
        TV_WEIGHT_NS);
  for (int i = 0; i < N_SAMPLES; i++)
    {
      TvStackSample sample = {
        .ts = g_test_rand_int_range (0, MAX_TICKS) * NS_PER_US,
        .kind = kinds[0],
        .utid = tv_trace_builder_ensure_thread (
            builder, TV_NONE, (guint32) g_test_rand_int_range (1, MAX_THREADS + 1)),
        .cpu = TV_NONE,
        .callsite = TV_NONE,
        .weight = g_test_rand_int_range (1, 1000),
      };
      int length = g_test_rand_int_range (1, 15);

      for (int k = 0; k < length; k++)
        {
          int name = g_test_rand_int_range (0, N_NAMES + 1);
          TvFrame frame = { .symbol = name < N_NAMES ? (guint32) name : TV_NONE,
                            .mapping = mapping,
                            .relative_pc = (guint64) g_test_rand_int_range (0, 3),
                            .source_file = TV_NONE };

          self->words[i][k] = name < N_NAMES ? (char) ('a' + name) : '?';
          sample.callsite = tv_trace_builder_add_callsite (
              builder, sample.callsite, tv_trace_builder_add_frame (builder, &frame));
        }
      self->words[i][length] = '\0';
      self->ts[i] = sample.ts;
      self->utids[i] = sample.utid;
      self->weights[i] = sample.weight;
      tv_trace_builder_add_stack_sample (builder, &sample);
      sample.kind = kinds[1];
      tv_trace_builder_add_stack_sample (builder, &sample);
    }
}

static void
count_samples (GHashTable *weights,
               GHashTable *counts,
               const SampleModel *model,
               const TvSelection *selection)
{
  for (int i = 0; i < N_SAMPLES; i++)
    if (model->ts[i] >= tv_selection_get_start_ns (selection) &&
        model->ts[i] < tv_selection_get_end_ns (selection) &&
        tv_selection_has_thread (selection, model->utids[i]))
      {
        count (weights, model->words[i], selection, model->weights[i]);
        count (counts, model->words[i], selection, 1);
      }
}

/* Checks that the weights of the listed samples add up to the total of the tree. */
static void
assert_rows (TvTrace *trace, const TvSelection *selection, TvCallTree *tree)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  const TvCallNode *root = tv_call_tree_get_nodes (tree, NULL);
  g_autoptr (GArray) rows = tv_sample_rows_find (trace, 0, selection, NULL, NULL);
  g_autoptr (GArray) all = tv_sample_rows_find (trace, TV_CALLS_OF_SLICES, selection, NULL, NULL);
  gint64 weight = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);

      g_assert_true (i == 0 || row > g_array_index (rows, guint32, i - 1));
      g_assert_cmpuint (samples->kind[row], ==, 0);
      weight += samples->weight[row];
    }
  g_assert_cmpint (rows->len, ==, root->total.of[TV_MEASURE_COUNT]);
  g_assert_cmpint (weight, ==, root->total.of[TV_MEASURE_WALL]);
  /* Without a kind, the samples of both kinds are listed. Both kinds have the same stacks. */
  g_assert_cmpuint (all->len, ==, 2 * rows->len);
}

static void
test_samples (void)
{
  g_autofree SampleModel *model = g_new (SampleModel, 1);

  for (int round = 0; round < 100; round++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvCallPaths) paths = NULL;

      add_names (builder);
      play_samples (model, builder);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      paths = tv_call_paths_new (trace, 0, NULL, NULL);
      for (int i = 0; i < 10; i++)
        {
          g_autoptr (TvSelection) selection = make_selection (trace, TRUE);
          g_autoptr (GHashTable) weights = make_counts ();
          g_autoptr (GHashTable) counts = make_counts ();
          g_autoptr (TvCallTree) tree = NULL;
          g_autoptr (TvCallTree) by_thread = NULL;
          const TvCallNode *nodes;
          guint32 n;

          count_samples (weights, counts, model, selection);
          tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, NULL, NULL);
          by_thread = tv_call_tree_new (paths, selection, TV_CALL_TREE_BY_THREAD, NULL, NULL);
          assert_text (tree, weights);
          assert_rows (trace, selection, tree);
          assert_sound (by_thread);
          assert_reversed (tree);
          assert_reversed (by_thread);
          assert_moved (paths, selection, tree);
          nodes = tv_call_tree_get_nodes (tree, &n);
          for (guint32 node = 0; node < n; node++)
            {
              g_autofree char *word = dup_word (nodes, node);
              const gint64 *counted = g_hash_table_lookup (counts, word);

              g_assert_cmpint (tv_call_tree_get_self (tree, node)->of[TV_MEASURE_COUNT], ==,
                               counted != NULL ? *counted : 0);
            }
          g_assert_cmpmem (&nodes[0].total, sizeof nodes[0].total,
                           &tv_call_tree_get_nodes (by_thread, NULL)[0].total,
                           sizeof nodes[0].total);
        }
    }
}

/* ---- Fixed cases ---- */

static void
print_node (GString *text, TvCallTree *tree, guint32 node)
{
  const TvCallNode *at = &tv_call_tree_get_nodes (tree, NULL)[node];
  g_autofree char *name = tv_call_tree_dup_name (tree, at->name);

  g_string_append_printf (
      text, "%*s%s %d/%d/%d\n", (int) at->depth * 2, "", name,
      (int) (at->total.of[TV_MEASURE_WALL] / NS_PER_US),
      (int) (tv_call_tree_get_self (tree, node)->of[TV_MEASURE_WALL] / NS_PER_US),
      (int) tv_call_tree_get_self (tree, node)->of[TV_MEASURE_COUNT]);
  for (guint32 i = 0; i < at->n_children; i++)
    print_node (text, tree, at->first_child + i);
}

static void
test_small (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "main 0..100\n"
                                          "  draw 10..40\n"
                                          "    draw 15..30\n"
                                          "  load 40..95\n"
                                          "thread 2\n"
                                          "main 20..50\n"
                                          "  load 20..30\n");
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
  g_autoptr (TvCallTree) tree = tv_call_tree_new (paths, NULL, TV_CALL_TREE_MERGED, NULL, NULL);
  g_autoptr (TvCallTree)
      by_thread = tv_call_tree_new (paths, NULL, TV_CALL_TREE_BY_THREAD, NULL, NULL);
  g_autoptr (TvSelection) part = tv_selection_new_range (25 * NS_PER_US, 45 * NS_PER_US);
  g_autoptr (TvCallTree) cut = tv_call_tree_new (paths, part, TV_CALL_TREE_MERGED, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TvCallTree) reversed = tv_call_tree_new_reversed (tree, NULL);
  g_autofree char *label = NULL;

  print_node (text, reversed, 0);
  g_assert_cmpstr (text->str, ==,
                   "Everything 130/0/0\n"
                   "  load 65/0/0\n"
                   "    main 65/65/2\n"
                   "  main 35/35/2\n"
                   "  draw 30/0/0\n"
                   "    main 15/15/1\n"
                   "    draw 15/0/0\n"
                   "      main 15/15/1\n");
  g_string_truncate (text, 0);
  print_node (text, tree, 0);
  g_assert_cmpstr (text->str, ==,
                   "Everything 130/0/0\n"
                   "  main 130/35/2\n"
                   "    load 65/65/2\n"
                   "    draw 30/15/1\n"
                   "      draw 15/15/1\n");
  g_string_truncate (text, 0);
  print_node (text, cut, 0);
  g_assert_cmpstr (text->str, ==,
                   "Everything 40/0/0\n"
                   "  main 40/15/2\n"
                   "    draw 15/10/1\n"
                   "      draw 5/5/1\n"
                   "    load 10/10/2\n");
  g_assert_cmpuint (tv_call_tree_get_nodes (by_thread, NULL)[0].n_children, ==, 2);
  label = tv_call_tree_dup_label (by_thread, tv_call_tree_get_nodes (by_thread, NULL)[1].name);
  g_assert_cmpstr (label, ==, "[1]");
  g_assert_cmpuint (tv_call_tree_find (tree, TV_NONE, tv_call_paths_get_of_slice (paths, 3)), ==,
                    2);
}

/* Adds a sample of 1 µs with this stack, outermost frame first. Frames are functions in /lib/a.so, or addresses in a
 * library such as "a.so+0x10". Readers use such names for code without a symbol. */
static void
add_stack (TvTraceBuilder *builder, guint32 kind, const char *stack)
{
  g_auto (GStrv) names = g_strsplit (stack, " ", -1);
  TvStackSample sample = { .kind = kind,
                           .utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 1),
                           .cpu = TV_NONE,
                           .callsite = TV_NONE,
                           .weight = NS_PER_US };

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *plus = strstr (names[i], "+0x");
      g_autofree char *path = g_strdup_printf ("/lib/%.*s",
                                               plus != NULL ? (int) (plus - names[i]) : 4,
                                               plus != NULL ? names[i] : "a.so");
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, names[i], -1), TV_NONE,
                          TV_NONE, 0 };
      TvFrame frame = {
        .symbol = tv_trace_builder_add_symbol (builder, &symbol),
        .mapping = tv_trace_builder_add_mapping (
            builder, tv_trace_builder_intern (builder, path, -1), TV_NONE),
        .relative_pc = plus != NULL ? g_ascii_strtoull (plus + 3, NULL, 16) : 0,
        .source_file = TV_NONE,
      };

      sample.callsite = tv_trace_builder_add_callsite (
          builder, sample.callsite, tv_trace_builder_add_frame (builder, &frame));
    }
  tv_trace_builder_add_stack_sample (builder, &sample);
}

static void
test_unsymbolized (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
  guint32 kind = tv_trace_builder_add_sample_kind (
      builder, tv_trace_builder_intern (builder, "cpu-clock", -1), TV_WEIGHT_NS);
  TvTransform collapse = { TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED, TV_NONE, NULL };
  g_autoptr (TvSelection) all = tv_selection_new_all ();
  g_autoptr (TvSelection) collapsed = tv_selection_with_transform (all, &collapse);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallPaths) paths = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  add_stack (builder, kind, "main a.so+0x10 a.so+0x20 work");
  add_stack (builder, kind, "main a.so+0x10 b.so+0x20 work");
  add_stack (builder, kind, "main a.so+0x30");
  add_stack (builder, kind, "main a.so+0x30 work");
  add_stack (builder, kind, "main b.so+0x20 a.so+0x30");
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  paths = tv_call_paths_new (trace, 0, NULL, NULL);
  tree = tv_call_tree_new (paths, collapsed, TV_CALL_TREE_MERGED, NULL, NULL);
  print_node (text, tree, 0);
  g_assert_cmpstr (text->str, ==,
                   "Everything 5/0/0\n"
                   "  main 5/0/0\n"
                   "    a.so (no symbols) 4/1/1\n"
                   "      work 2/2/2\n"
                   "      b.so (no symbols) 1/0/0\n"
                   "        work 1/1/1\n"
                   "    b.so (no symbols) 1/0/0\n"
                   "      a.so (no symbols) 1/1/1\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-tree/small", test_small);
  g_test_add_func ("/call-tree/times", test_times);
  g_test_add_func ("/call-tree/profile", test_profile);
  g_test_add_func ("/call-tree/samples", test_samples);
  g_test_add_func ("/call-tree/unsymbolized", test_unsymbolized);
  return g_test_run ();
}
