/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/calls/call-trie.h"
#include "core/memory/seeded-hash.h"
#include "export/stack-writers.h"
#include "export/text-writer.h"

/* Writes folded stacks. Stacks with the same frame names are merged into one line, even if their functions differ.
 * Listed in the formats table of stacks.c. Only reads the trace; runs on the thread of the export. */
typedef struct
{
  const TvStackJob *job;
  GHashTable *texts; /* name → its number + 1 */
  GPtrArray *names;  /* names by number; @texts owns them */
  TvCallTrie trie;   /* stacks as paths of name numbers */
  GArray *values;    /* (element-type gint64): value of each path in @trie */
  guint n_digits;    /* number of decimal digits of weights */
  TvTextWriter writer;
} Folded;

/* ---- Names ---- */

/* Replaces characters that have a special meaning in the format. Modifies and returns @name. */
static char *
dup_frame (char *name)
{
  for (char *at = name; *at != '\0'; at++)
    if (*at == ';')
      *at = ':';
    else if (g_ascii_iscntrl (*at))
      *at = ' ';
  return name;
}

/* Returns the name and ids of a thread as `comm-pid/tid`, with `_` instead of spaces. */
static char *
dup_thread (TvTrace *trace, guint32 utid)
{
  const TvThread *thread;
  const char *name;
  g_autofree char *process = NULL;

  if (utid == TV_CALL_NO_ID)
    return g_strdup ("(no_thread)");
  thread = &tv_trace_get_threads (trace, NULL)[utid];
  name = thread->name != TV_NONE ? tv_trace_get_string (trace, thread->name) : "";
  if (thread->upid != TV_NONE)
    process = g_strdup_printf ("%u/", tv_trace_get_processes (trace, NULL)[thread->upid].pid);
  return g_strdelimit (g_strdup_printf ("%s-%s%u", *name != '\0' ? name : "thread",
                                        process != NULL ? process : "", thread->tid),
                       " ", '_');
}

static guint32
get_text (Folded *self, TvCallName name)
{
  TvTrace *trace = self->job->what->trace;
  char *text = dup_frame (tv_call_name_get_kind (name) == TV_CALL_THREAD
                              ? dup_thread (trace, tv_call_name_get_id (name))
                              : tv_call_tree_dup_name (self->job->tree, name));
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->texts, text));

  if (number > 0)
    {
      g_free (text);
      return number - 1;
    }
  g_ptr_array_add (self->names, text);
  g_hash_table_insert (self->texts, text, GUINT_TO_POINTER (self->names->len));
  return self->names->len - 1;
}

/* ---- Stacks ---- */

static guint32
add_path (Folded *self, guint32 parent, guint32 text)
{
  guint32 path = tv_call_trie_add (&self->trie, parent, text);

  if (path == self->values->len)
    {
      gint64 none = 0;

      g_array_append_val (self->values, none);
    }
  return path;
}

/* Adds the value of each node to the path with the same names. */
static void
gather (Folded *self)
{
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->job->tree, &n);
  TvCallMeasure m = tv_call_tree_get_measure (self->job->tree);
  g_autofree guint32 *paths = g_new (guint32, n);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  paths[0] = TV_NONE;
  for (guint32 node = 1; node < n; node++)
    {
      gpointer name = GUINT_TO_POINTER (nodes[node].name), number;

      if (!g_hash_table_lookup_extended (numbers, name, NULL, &number))
        {
          number = GUINT_TO_POINTER (get_text (self, nodes[node].name));
          g_hash_table_insert (numbers, name, number);
        }
      paths[node] = add_path (self, paths[nodes[node].parent], GPOINTER_TO_UINT (number));
      tv_add_ns (&g_array_index (self->values, gint64, paths[node]),
                 tv_call_tree_get_self (self->job->tree, node)->of[m]);
    }
}

static int
compare_paths (gconstpointer a, gconstpointer b, gpointer data)
{
  const Folded *self = data;
  const TvCallPath *left = &self->trie.paths[*(const guint32 *) a];
  const TvCallPath *right = &self->trie.paths[*(const guint32 *) b];

  if (left->parent != right->parent)
    return left->parent + 1 > right->parent + 1 ? 1 : -1; /* outermost frames first */
  return strcmp (self->names->pdata[left->name], self->names->pdata[right->name]);
}

/* Returns the weight for a value: a time in whole µs, or the weight of samples. The remainder of a time is added to
 * the next value through @rest, so that the sum for a thread is correct. */
static gint64
take_weight (const Folded *self, gint64 value, gint64 *rest)
{
  gint64 weight;

  if (!tv_stack_job_is_of_calls (self->job))
    return value;
  *rest += value;
  weight = MAX (*rest, 0) / 1000;
  *rest -= weight * 1000;
  return weight;
}

static void
append_line (Folded *self, guint32 path, gint64 weight)
{
  g_autoptr (GPtrArray) frames = g_ptr_array_new ();

  for (; path != TV_NONE; path = self->trie.paths[path].parent)
    g_ptr_array_add (frames, self->names->pdata[self->trie.paths[path].name]);
  for (guint i = frames->len; i-- > 0;)
    {
      g_string_append (self->writer.buffer, frames->pdata[i]);
      g_string_append_c (self->writer.buffer, i > 0 ? ';' : ' ');
    }
  tv_text_append_decimal (self->writer.buffer, weight, self->n_digits);
  g_string_append_c (self->writer.buffer, '\n');
}

/* Returns for each path the index of its first child in @sorted. The result is indexed by path + 1; index 0 is for
 * paths without a parent. */
static guint32 *
find_children (const Folded *self, const guint32 *sorted)
{
  guint32 n = self->trie.n;
  guint32 *first = g_new0 (guint32, (gsize) n + 2);

  for (guint32 i = 0; i < n; i++)
    first[self->trie.paths[sorted[i]].parent + 1 + 1]++;
  for (guint32 i = 0; i <= n; i++)
    first[i + 1] += first[i];
  return first;
}

/* Writes the lines in depth-first order. */
static void
write_lines (Folded *self)
{
  guint32 n = self->trie.n, n_done = 0;
  g_autofree guint32 *sorted = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *first = NULL;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  gint64 rest = 0;

  for (guint32 i = 0; i < n; i++)
    sorted[i] = i;
  g_qsort_with_data (sorted, (int) n, sizeof *sorted, compare_paths, self);
  first = find_children (self, sorted);
  for (guint32 i = first[1]; i-- > 0;)
    g_array_append_val (stack, sorted[i]);
  while (stack->len > 0 && tv_text_writer_go_on (&self->writer))
    {
      guint32 path = g_array_index (stack, guint32, stack->len - 1);
      gint64 weight;

      g_array_set_size (stack, stack->len - 1);
      if (self->trie.paths[path].parent == TV_NONE)
        rest = 0;
      weight = take_weight (self, g_array_index (self->values, gint64, path), &rest);
      if (weight != 0)
        append_line (self, path, weight);
      for (guint32 i = first[path + 2]; i-- > first[path + 1];)
        g_array_append_val (stack, sorted[i]);
      if (++n_done % 65536 == 0)
        tv_stack_job_report (self->job, (double) n_done / n);
    }
}

gboolean
tv_stacks_write_folded (const TvStackJob *job, GError **error)
{
  Folded self = { .job = job };
  g_autoptr (GHashTable)
      texts = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));

  self.texts = texts;
  self.names = names;
  self.values = values;
  if (!tv_stack_job_is_of_calls (job))
    self.n_digits = tv_weight_unit_get_digits (
        tv_trace_get_stacks (job->what->trace)->kinds[job->what->source].unit);
  tv_call_trie_init (&self.trie);
  tv_text_writer_init (&self.writer, job->stream, job->cancellable);
  gather (&self);
  write_lines (&self);
  tv_call_trie_clear (&self.trie);
  return tv_text_writer_finish (&self.writer, error);
}
