/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/heap-dominators.h"

#include "core/error.h"

/* Dominators by semi-dominators: Georgiadis, Tarjan, Werneck: Finding Dominators in Practice (2006), SEMI-NCA.
 * Objects are numbered in the order of a walk in depth from the roots, from 1; 0 is what all roots hang from.
 * The semi-dominator of an object is the smallest number from which a way leads to it over greater ones only;
 * the dominator is then the nearest of its parents in the walk that is not greater than that. Nothing calls
 * itself: heaps are as deep as the longest list in them. */

#define STEPS_PER_CANCEL_CHECK 65536

typedef struct
{
  const TvHeapGraphs *graphs;
  guint32 first;
  guint32 n;
  guint32 n_numbers;   /* numbers that were given, with 0 */
  guint32 *number;     /* by object, 0 where it is not reachable */
  guint32 *object;     /* by number */
  guint32 *parent;     /* by number: in the walk */
  guint32 *ancestor;   /* by number: of the forest of what was looked at; 0 none but the first */
  guint32 *label;      /* by number: the smallest semi-dominator on the way up */
  guint32 *semi;       /* by number */
  guint32 *dominator;  /* by number */
  guint32 *first_user; /* by number: where those that refer to it begin in @users */
  guint32 *users;      /* numbers */
  guint32 *stack;
} Finding;

static void
clear (Finding *self)
{
  g_free (self->number);
  g_free (self->object);
  g_free (self->parent);
  g_free (self->ancestor);
  g_free (self->label);
  g_free (self->semi);
  g_free (self->dominator);
  g_free (self->first_user);
  g_free (self->users);
  g_free (self->stack);
}

/* Where a reference leads that keeps what it leads to; %TV_NONE if it does not. */
static guint32
get_kept (const Finding *self, guint32 reference)
{
  const TvHeapReference *row = &self->graphs->references[reference];

  if (row->is_weak || row->owned == TV_NONE || row->owned < self->first ||
      row->owned - self->first >= self->n)
    return TV_NONE;
  return row->owned - self->first;
}

static void
give_number (Finding *self, guint32 object, guint32 parent)
{
  guint32 number = self->n_numbers++;

  self->number[object] = number;
  self->object[number] = object;
  self->parent[number] = parent;
}

/* Walks in depth from a root; the stack has numbers, and @next where the references of each go on. */
static void
walk (Finding *self, guint32 root, guint32 *next)
{
  const guint32 *begin = self->graphs->first_reference + self->first;
  guint32 n = 0;

  give_number (self, root, 0);
  next[self->number[root]] = begin[root];
  self->stack[n++] = self->number[root];
  while (n > 0)
    {
      guint32 number = self->stack[n - 1], object = self->object[number], kept;

      if (next[number] == begin[object + 1])
        {
          n--;
          continue;
        }
      kept = get_kept (self, next[number]++);
      if (kept == TV_NONE || self->number[kept] != 0)
        continue;
      give_number (self, kept, number);
      next[self->number[kept]] = begin[kept];
      self->stack[n++] = self->number[kept];
    }
}

/* Lists by number who refers to it. */
static void
find_users (Finding *self)
{
  const guint32 *begin = self->graphs->first_reference + self->first;
  guint32 *place;
  guint64 n = 0;

  self->first_user = g_new0 (guint32, (gsize) self->n_numbers + 1);
  for (guint pass = 0; pass < 2; pass++)
    {
      if (pass == 1)
        {
          for (guint32 i = 0; i < self->n_numbers; i++)
            self->first_user[i + 1] += self->first_user[i];
          self->users = g_new (guint32, MAX (n, 1));
        }
      place = pass == 1 ? g_memdup2 (self->first_user, self->n_numbers * sizeof *place) : NULL;
      for (guint32 number = 1; number < self->n_numbers; number++)
        for (guint32 i = begin[self->object[number]]; i < begin[self->object[number] + 1]; i++)
          {
            guint32 kept = get_kept (self, i);

            if (kept == TV_NONE)
              continue;
            if (pass == 0)
              {
                self->first_user[self->number[kept] + 1]++;
                n++;
              }
            else
              self->users[place[self->number[kept]]++] = number;
          }
      g_free (place);
    }
}

/* The number with the smallest semi-dominator on the way up, of which the way is made shorter. */
static guint32
evaluate (Finding *self, guint32 number)
{
  guint32 n = 0, at = number;

  if (self->ancestor[number] == TV_NONE)
    return self->label[number];
  while (self->ancestor[self->ancestor[at]] != TV_NONE)
    {
      self->stack[n++] = at;
      at = self->ancestor[at];
    }
  while (n > 0)
    {
      guint32 below = self->stack[--n], above = self->ancestor[below];

      if (self->semi[self->label[above]] < self->semi[self->label[below]])
        self->label[below] = self->label[above];
      self->ancestor[below] = self->ancestor[above];
    }
  return self->label[number];
}

static gboolean
find (Finding *self, GCancellable *cancellable)
{
  guint32 n_steps = 0;

  for (guint32 number = 0; number < self->n_numbers; number++)
    {
      self->semi[number] = self->label[number] = number;
      self->ancestor[number] = TV_NONE;
    }
  for (guint32 number = self->n_numbers; number-- > 1;)
    {
      if (n_steps++ % STEPS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      self->semi[number] = self->parent[number];
      if (self->graphs->root[self->first + self->object[number]] != TV_HEAP_ROOT_NONE)
        self->semi[number] = 0;
      for (guint32 i = self->first_user[number]; i < self->first_user[number + 1]; i++)
        {
          guint32 user = self->users[i];
          guint32 found = user <= number ? user : self->semi[evaluate (self, user)];

          self->semi[number] = MIN (self->semi[number], found);
        }
      self->ancestor[number] = self->parent[number];
    }
  for (guint32 number = 1; number < self->n_numbers; number++)
    {
      guint32 dominator = self->parent[number];

      while (dominator > self->semi[number])
        dominator = self->dominator[dominator];
      self->dominator[number] = dominator;
    }
  return TRUE;
}

static TvHeapDominators *
take (Finding *self)
{
  TvHeapDominators *out = g_new0 (TvHeapDominators, 1);

  out->first = self->first;
  out->n = self->n;
  out->n_reachable = self->n_numbers - 1;
  out->dominator = g_new (guint32, MAX (self->n, 1));
  out->retained = g_new0 (gint64, MAX (self->n, 1));
  out->order = g_memdup2 (self->object + 1, out->n_reachable * sizeof *out->order);
  for (guint32 i = 0; i < self->n; i++)
    out->dominator[i] = TV_NONE;
  for (guint32 number = self->n_numbers; number-- > 1;)
    {
      guint32 object = self->object[number];
      gint64 *retained = &out->retained[object];

      tv_add_ns (retained, self->graphs->self_size[self->first + object]);
      tv_add_ns (retained, self->graphs->native_size[self->first + object]);
      if (self->dominator[number] == 0)
        continue;
      out->dominator[object] = self->object[self->dominator[number]];
      tv_add_ns (&out->retained[out->dominator[object]], *retained);
    }
  return out;
}

/**
 * tv_heap_dominators_new:
 * @trace: a trace
 * @graph: row of one of its heaps
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put %TV_ERROR_CANCELLED
 *
 * Takes about as long as all references are; for workers.
 *
 * Returns: (transfer full): what keeps what, or %NULL
 */
TvHeapDominators *
tv_heap_dominators_new (TvTrace *trace, guint32 graph, GCancellable *cancellable, GError **error)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  TvHeapDominators *out = NULL;
  Finding self = { .graphs = graphs,
                   .first = graphs->graphs[graph].first_object,
                   .n = graphs->graphs[graph].n_objects,
                   .n_numbers = 1 };
  gsize n = (gsize) self.n + 1;
  g_autofree guint32 *next = g_new (guint32, n);

  self.number = g_new0 (guint32, n);
  self.object = g_new0 (guint32, n);
  self.parent = g_new0 (guint32, n);
  self.ancestor = g_new (guint32, n);
  self.label = g_new (guint32, n);
  self.semi = g_new (guint32, n);
  self.dominator = g_new0 (guint32, n);
  self.stack = g_new (guint32, n);
  for (guint32 i = 0; i < self.n; i++)
    if (graphs->root[self.first + i] != TV_HEAP_ROOT_NONE && self.number[i] == 0)
      walk (&self, i, next);
  find_users (&self);
  if (find (&self, cancellable))
    out = take (&self);
  else
    tv_error_set_cancelled (error);
  clear (&self);
  return out;
}

void
tv_heap_dominators_free (TvHeapDominators *self)
{
  if (self == NULL)
    return;
  g_free (self->dominator);
  g_free (self->retained);
  g_free (self->order);
  g_free (self);
}

/* ---- Classes ---- */

/* What an object retains counts for its class unless it is dominated by another of that class, whose part it
 * is: down the tree, how many of each class are around is counted. */
static void
add_retained (const TvHeapDominators *self,
              const TvHeapGraphs *graphs,
              guint32 first_class,
              TvHeapClassUse *uses)
{
  g_autofree guint32 *child = g_new (guint32, MAX (self->n, 1));
  g_autofree guint32 *sibling = g_new (guint32, MAX (self->n, 1));
  g_autofree guint32 *stack = g_new (guint32, MAX (self->n, 1));
  g_autofree guint32 *n_open = NULL;
  guint32 n = 0, n_classes = 0;

  for (guint32 i = 0; i < self->n; i++)
    {
      child[i] = sibling[i] = TV_NONE;
      if (graphs->klass[self->first + i] != TV_NONE)
        n_classes = MAX (n_classes, graphs->klass[self->first + i] - first_class + 1);
    }
  n_open = g_new0 (guint32, MAX (n_classes, 1));
  for (guint32 i = 0; i < self->n_reachable; i++)
    {
      guint32 object = self->order[i], above = self->dominator[object];

      if (above == TV_NONE)
        continue;
      sibling[object] = child[above];
      child[above] = object;
    }
  for (guint32 i = 0; i < self->n_reachable; i++)
    {
      if (self->dominator[self->order[i]] != TV_NONE)
        continue;
      stack[n++] = self->order[i];
      while (n > 0)
        {
          guint32 object = stack[n - 1], klass = graphs->klass[self->first + object];
          gboolean is_new = child[object] != TV_NONE - 1;

          /* An object is seen twice: when it is entered, and when all that it dominates is done. */
          if (klass != TV_NONE && is_new && n_open[klass - first_class]++ == 0)
            tv_add_ns (&uses[klass - first_class].retained, self->retained[object]);
          if (is_new)
            {
              guint32 next = child[object];

              child[object] = TV_NONE - 1;
              for (; next != TV_NONE; next = sibling[next])
                stack[n++] = next;
              continue;
            }
          if (klass != TV_NONE)
            n_open[klass - first_class]--;
          n--;
        }
    }
}

/**
 * tv_heap_dominators_add_classes:
 * @self: what keeps what in a heap
 * @trace: its trace
 * @graph: row of the heap
 * @uses: (element-type TvHeapClassUse): where to put what the classes of the heap come to, each once
 */
void
tv_heap_dominators_add_classes (const TvHeapDominators *self,
                                TvTrace *trace,
                                guint32 graph,
                                GArray *uses)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *info = &graphs->graphs[graph];
  guint begin = uses->len;
  TvHeapClassUse *of;

  for (guint32 i = 0; i < info->n_classes; i++)
    {
      TvHeapClassUse use = { .klass = info->first_class + i };

      g_array_append_val (uses, use);
    }
  if (info->n_classes == 0)
    return;
  of = &g_array_index (uses, TvHeapClassUse, begin);
  for (guint32 object = info->first_object; object < info->first_object + info->n_objects; object++)
    {
      TvHeapClassUse *use;

      if (graphs->klass[object] == TV_NONE)
        continue;
      use = &of[graphs->klass[object] - info->first_class];
      if (!graphs->is_reachable[object])
        {
          use->n_unreachable++;
          continue;
        }
      use->n_objects++;
      tv_add_ns (&use->shallow, graphs->self_size[object]);
      tv_add_ns (&use->native, graphs->native_size[object]);
    }
  add_retained (self, graphs, info->first_class, of);
}

/* ---- The way to a root ---- */

/**
 * tv_heap_find_root_path:
 * @trace: a trace
 * @graph: row of one of its heaps
 * @object: row of an object in it
 *
 * Returns: (transfer full) (element-type guint32): the objects of a shortest way from a root to it, both with;
 *   none if it is not reachable
 */
GArray *
tv_heap_find_root_path (TvTrace *trace, guint32 graph, guint32 object)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  guint32 first = graphs->graphs[graph].first_object, n = graphs->graphs[graph].n_objects;
  g_autofree guint32 *from = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *queue = g_new (guint32, MAX (n, 1));
  GArray *path = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_queued = 0;

  for (guint32 i = 0; i < n; i++)
    {
      from[i] = TV_NONE;
      if (graphs->root[first + i] == TV_HEAP_ROOT_NONE)
        continue;
      from[i] = i;
      queue[n_queued++] = i;
    }
  if (object < first || object - first >= n)
    return path;
  for (guint32 at = 0; at < n_queued && from[object - first] == TV_NONE; at++)
    for (guint32 i = graphs->first_reference[first + queue[at]];
         i < graphs->first_reference[first + queue[at] + 1]; i++)
      {
        const TvHeapReference *reference = &graphs->references[i];

        if (reference->is_weak || reference->owned == TV_NONE || reference->owned < first ||
            reference->owned - first >= n || from[reference->owned - first] != TV_NONE)
          continue;
        from[reference->owned - first] = queue[at];
        queue[n_queued++] = reference->owned - first;
      }
  for (guint32 at = object - first; from[at] != TV_NONE; at = from[at])
    {
      guint32 row = first + at;

      g_array_prepend_val (path, row);
      if (from[at] == at)
        break;
    }
  return path;
}
