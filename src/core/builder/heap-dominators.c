/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/heap-dominators.h"

/* Computes dominators with the SEMI-NCA algorithm (Georgiadis, Tarjan, Werneck: Finding Dominators in Practice,
 * 2006). A depth-first search from the roots numbers the objects from 1; number 0 is a virtual parent of all roots.
 * The semi-dominator of an object is the smallest number from which a path through greater numbers leads to the
 * object. The dominator is the nearest ancestor in the search tree whose number does not exceed the semi-dominator.
 * The code is iterative, because a heap can be as deep as its longest linked list. Called by
 * trace-builder-heap-paths.c, once per heap dump. Writes only the result columns. */

#define STEPS_PER_CANCEL_CHECK 65536

typedef struct
{
  const TvHeapGraphs *graphs;
  guint32 first;
  guint32 n;
  guint32 n_numbers; /* number of assigned numbers, including 0 */
  guint32 *number;   /* number of each object; 0 if unreachable */
  guint32 *object;   /* object of each number */
  guint32 *parent;   /* parent of each number in the search tree */
  guint32 *
      ancestor; /* parent of each number in the forest of processed objects; TV_NONE for the forest's roots */
  guint32 *label; /* for each number, the ancestor in the forest with the smallest semi-dominator */
  guint32 *semi;  /* semi-dominator of each number */
  guint32 *dominator; /* dominator of each number, as a number */
  guint32
      *first_user; /* for each number, the index in @users of the first object that refers to it */
  guint32 *users;  /* numbers of the objects that refer to an object, grouped by the latter */
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

/* Returns the target of a strong reference as an index within the graph; %TV_NONE for other references. */
static guint32
get_target (const Finding *self, guint32 reference)
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

/* Numbers the objects that are reachable from a root, depth-first. The stack contains numbers. @next contains the
 * next reference to follow from each number. */
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
      guint32 number = self->stack[n - 1], object = self->object[number], target;

      if (next[number] == begin[object + 1])
        {
          n--;
          continue;
        }
      target = get_target (self, next[number]++);
      if (target == TV_NONE || self->number[target] != 0)
        continue;
      give_number (self, target, number);
      next[self->number[target]] = begin[target];
      self->stack[n++] = self->number[target];
    }
}

/* Sets @first_user and @users, which list the objects that refer to each object. */
static void
find_users (Finding *self)
{
  const guint32 *begin = self->graphs->first_reference + self->first;
  guint32 *next_slot;
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
      next_slot = pass == 1 ? g_memdup2 (self->first_user, self->n_numbers * sizeof *next_slot)
                            : NULL;
      for (guint32 number = 1; number < self->n_numbers; number++)
        for (guint32 i = begin[self->object[number]]; i < begin[self->object[number] + 1]; i++)
          {
            guint32 target = get_target (self, i);

            if (target == TV_NONE)
              continue;
            if (pass == 0)
              {
                self->first_user[self->number[target] + 1]++;
                n++;
              }
            else
              self->users[next_slot[self->number[target]]++] = number;
          }
      g_free (next_slot);
    }
}

/* Returns the number with the smallest semi-dominator on the path from @number to the root of its tree in the forest,
 * and compresses the path. */
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

/* Stores the results by object. Visits dominated objects before their dominators, so that each retained size is
 * complete before it is added to that of the dominator. */
static void
take (const Finding *self, TvHeapDominators *out)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      out->dominator[self->first + i] = TV_NONE;
      out->is_reachable[self->first + i] = self->number[i] != 0;
    }
  for (guint32 number = self->n_numbers; number-- > 1;)
    {
      guint32 object = self->first + self->object[number], above = self->dominator[number];

      tv_add_ns (&out->retained[object], self->graphs->self_size[object]);
      tv_add_ns (&out->retained[object], self->graphs->native_size[object]);
      if (above == 0)
        continue;
      out->dominator[object] = self->first + self->object[above];
      tv_add_ns (&out->retained[out->dominator[object]], out->retained[object]);
    }
}

static guint32 *
dup_order (const Finding *self)
{
  guint32 *order = g_new (guint32, MAX (self->n_numbers, 1));

  for (guint32 number = 1; number < self->n_numbers; number++)
    order[number - 1] = self->first + self->object[number];
  return order;
}

/**
 * tv_heap_dominators_find:
 * @out: (inout): columns by object, for all graphs; only the rows of @graph are set, and their @retained must be 0
 * @graph: row of the graph
 * @n_reachable: (out): number of reachable objects; not set if cancelled
 * @cancellable: (nullable)
 *
 * Computes reachability, dominators and retained sizes of a heap graph.
 *
 * Returns: (transfer full) (array length=n_reachable): the reachable objects, each after its dominator; %NULL if
 * cancelled
 */
guint32 *
tv_heap_dominators_find (TvHeapDominators *out,
                         const TvHeapGraphs *graphs,
                         guint32 graph,
                         guint32 *n_reachable,
                         GCancellable *cancellable)
{
  guint32 *order = NULL;
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
    {
      take (&self, out);
      order = dup_order (&self);
      *n_reachable = self.n_numbers - 1;
    }
  clear (&self);
  return order;
}
