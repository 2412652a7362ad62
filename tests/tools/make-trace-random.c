/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A model of random calls. Records are generated during playback and not stored in memory, so their number is limited
 * only by the disk. A method only calls methods that follow closely in the table. This excludes recursion, unless
 * --recursion requests it, and makes the stack as deep as requested. Any of these methods may be called, so nearly
 * every call has a new stack. Such calls are harder to process than those of real programs, in which most callers
 * call one or two methods, and few call more than eight. --callees limits the number of callees. */

#include "make-trace.h"

#define UNKNOWN_METHODS 8
#define LONGEST_BURST   64

typedef struct
{
  guint32 method;
  /* index after which callees are chosen; differs from the method for unknown methods */
  guint32 level;
} Frame;

typedef struct
{
  guint64 cpu_us;
  guint64 wall_us; /* wall time of the last record in µs */
  guint depth;
  guint goal; /* depth that the thread is approaching */
  Frame *frames;
} Stack;

typedef struct
{
  TraceModel *model;
  TraceSink *sink;
  TraceDice dice;
  Stack *stacks;
  guint n_threads;
  guint n_methods;
  guint stride;
  guint64 wall_us;
  guint64 n_left;
  guint64 n_open;
  TraceRecord record;
} Player;

/* ---- Time ---- */

/* Advances the clocks of a thread to its next record. Most steps are short, some are long. */
static void
pass_time (Player *player, Stack *stack)
{
  const TraceOptions *options = player->model->options;
  guint64 roll = trace_dice_roll (&player->dice);
  guint64 wall = roll & 15;
  guint64 cpu;

  if ((roll >> 4 & 0xff) == 0)
    wall += roll >> 12 & 2047;
  cpu = (roll >> 24 & 3) != 0 ? wall : wall - wall / 4;
  /* Two clocks are never read at the same time, so the CPU clock sometimes seems to be ahead. */
  if ((roll >> 28 & 63) == 0)
    cpu += 1 + (roll >> 34 & 1);

  if (trace_dice_permille (&player->dice, options->blocking))
    {
      static const guint edges[] = { 99, 100, 101, 102 };
      guint choice = trace_dice_between (&player->dice, 0, 7);
      guint ahead = choice < G_N_ELEMENTS (edges) ? edges[choice]
                                                  : trace_dice_between (&player->dice, 150, 20000);

      wall = cpu + ahead;
    }

  player->wall_us += wall;
  stack->cpu_us += cpu;
  stack->wall_us = player->wall_us;
}

static void
say (Player *player, guint thread, guint32 method, TraceAction action)
{
  const TraceOptions *options = player->model->options;
  Stack *stack = &player->stacks[thread];
  TraceRecord *record = &player->record;

  record->thread = thread;
  record->method = method;
  record->action = action;
  record->cpu_us = stack->cpu_us;
  record->wall_us = stack->wall_us;
  record->cpu_back_us = 0;
  record->wall_back_us = 0;
  if (trace_dice_permille (&player->dice, options->backwards))
    {
      guint which = trace_dice_between (&player->dice, 0, 2);

      if (which != 0)
        record->cpu_back_us = trace_dice_between (&player->dice, 1, 40);
      if (which != 1)
        record->wall_back_us = trace_dice_between (&player->dice, 1, 40);
    }
  player->sink->record (player->sink, record);
  player->n_left--;
}

/* ---- Calls ---- */

static void
enter (Player *player, guint thread, guint32 method, guint32 level)
{
  Stack *stack = &player->stacks[thread];

  stack->frames[stack->depth++] = (Frame){ .method = method, .level = level };
  player->n_open++;
  say (player, thread, method, TRACE_ACTION_ENTER);
}

/* Exits the innermost call of the method at @position. The calls inside it have no exit records. */
static void
leave (Player *player, guint thread, guint position)
{
  const TraceOptions *options = player->model->options;
  Stack *stack = &player->stacks[thread];
  guint32 method = stack->frames[position].method;
  guint nearest = stack->depth - 1;
  gboolean is_thrown = trace_dice_permille (&player->dice, options->exceptions);

  while (stack->frames[nearest].method != method)
    nearest--;
  player->n_open -= stack->depth - nearest;
  stack->depth = nearest;
  say (player, thread, method, is_thrown ? TRACE_ACTION_UNWIND : TRACE_ACTION_EXIT);
}

static gboolean
is_on_stack (const Stack *stack, guint32 method)
{
  for (guint i = 0; i < stack->depth; i++)
    if (stack->frames[i].method == method)
      return TRUE;
  return FALSE;
}

static gboolean
say_unmatched_exit (Player *player, guint thread)
{
  guint32 method = trace_dice_between (&player->dice, 0, player->n_methods - 1);

  if (is_on_stack (&player->stacks[thread], method))
    return FALSE;
  say (player, thread, method, TRACE_ACTION_EXIT);
  return TRUE;
}

/* Returns the distance from a method to its next callee: any distance within the stride or, with --callees, one of a
 * few fixed distances, most often the first. */
static guint
choose_callee (Player *player, guint32 level)
{
  const TraceOptions *options = player->model->options;
  TraceDice own = { .state = (guint64) options->seed << 32 | level };
  guint n, choice;

  if (options->callees == 0)
    return trace_dice_between (&player->dice, 1, player->stride);
  n = trace_dice_between (&own, 1, (guint) options->callees);
  choice = MIN (trace_dice_between (&player->dice, 0, n - 1),
                trace_dice_between (&player->dice, 0, n - 1));
  for (; choice > 0; choice--)
    trace_dice_roll (&own);
  return trace_dice_between (&own, 1, player->stride);
}

static gboolean
call_something (Player *player, guint thread)
{
  const TraceOptions *options = player->model->options;
  Stack *stack = &player->stacks[thread];
  const Frame *top = stack->depth > 0 ? &stack->frames[stack->depth - 1] : NULL;
  guint32 method;

  if (stack->depth >= (guint) options->depth)
    return FALSE;

  if (trace_dice_permille (&player->dice, options->unknown))
    {
      method = player->n_methods + trace_dice_between (&player->dice, 0, UNKNOWN_METHODS - 1);
      enter (player, thread, method, top != NULL ? top->level : 0);
      return TRUE;
    }

  if (top != NULL && trace_dice_permille (&player->dice, options->recursion))
    {
      /* Half of the recursive calls are direct, the other half call a caller further up the stack. */
      gboolean is_direct = trace_dice_between (&player->dice, 0, 1) == 0;
      const Frame *again =
          is_direct ? top : &stack->frames[trace_dice_between (&player->dice, 0, stack->depth - 1)];

      enter (player, thread, again->method, again->level);
      return TRUE;
    }

  if (top == NULL)
    method = trace_dice_between (&player->dice, 0, (player->n_methods - 1) / 4);
  else
    method = top->level + choose_callee (player, top->level);
  if (method >= player->n_methods)
    return FALSE;
  enter (player, thread, method, method);
  return TRUE;
}

/* ---- Playback ---- */

static void
step (Player *player, guint thread)
{
  const TraceOptions *options = player->model->options;
  Stack *stack = &player->stacks[thread];
  gboolean goes_down;

  pass_time (player, stack);

  if (trace_dice_permille (&player->dice, options->reserved))
    {
      say (player, thread, trace_dice_between (&player->dice, 0, player->n_methods - 1),
           TRACE_ACTION_RESERVED);
      return;
    }
  if (trace_dice_permille (&player->dice, options->unmatched) &&
      say_unmatched_exit (player, thread))
    return;
  if (stack->depth >= 2 && trace_dice_permille (&player->dice, options->forced))
    {
      leave (player, thread, trace_dice_between (&player->dice, 0, stack->depth - 2));
      return;
    }

  if (stack->depth == stack->goal && options->plunges)
    stack->goal = stack->goal > 0 ? 0 : (guint) options->depth;
  else if (stack->depth == stack->goal)
    stack->goal = trace_dice_between (&player->dice, 0, options->depth);
  goes_down = stack->depth < stack->goal;
  if (trace_dice_between (&player->dice, 0, 3) == 0)
    goes_down = !goes_down;

  if (goes_down || stack->depth == 0)
    {
      if (call_something (player, thread))
        return;
      if (stack->depth > 0)
        stack->goal = trace_dice_between (&player->dice, 0, stack->depth - 1);
    }
  if (stack->depth > 0)
    leave (player, thread, stack->depth - 1);
}

/* Returns whether another call leaves enough records to close all calls or, if calls may stay open, whether any
 * record is left. */
static inline gboolean
has_space (const Player *player)
{
  if (player->model->options->leaves_open)
    return player->n_left > 0;
  return player->n_left >= player->n_open + 2;
}

static void
close_all (Player *player)
{
  for (guint thread = 0; thread < player->n_threads; thread++)
    while (player->stacks[thread].depth > 0 && player->n_left > 0)
      {
        pass_time (player, &player->stacks[thread]);
        leave (player, thread, player->stacks[thread].depth - 1);
      }
}

static void
play_random (TraceModel *model, TraceSink *sink)
{
  const TraceOptions *options = model->options;
  Player player = {
    .model = model,
    .sink = sink,
    .dice.state = (guint64) options->seed,
    .n_threads = model->threads->len,
    .n_methods = model->methods->len,
    .stride = MAX (model->methods->len / (guint) options->depth, 1),
    .n_left = (guint64) options->records,
  };

  player.stacks = g_new0 (Stack, player.n_threads);
  for (guint i = 0; i < player.n_threads; i++)
    {
      player.stacks[i].frames = g_new (Frame, options->depth);
      player.stacks[i].cpu_us = trace_dice_between (&player.dice, 0, 5000);
    }

  while (has_space (&player))
    {
      guint thread = trace_dice_between (&player.dice, 0, player.n_threads - 1);
      guint burst = trace_dice_between (&player.dice, 1, LONGEST_BURST);

      for (; burst > 0 && has_space (&player); burst--)
        step (&player, thread);
    }
  if (!options->leaves_open)
    close_all (&player);

  for (guint i = 0; i < player.n_threads; i++)
    g_free (player.stacks[i].frames);
  g_free (player.stacks);
}

/* ---- Names ---- */

static const char *const packages[] = {
  "com.example.mail.store", "com.example.mail.ui",  "java.util",          "android.view",
  "com.example.core",       "org.example.net.http", "kotlin.collections", "android.os",
};
static const char *const class_starts[] = {
  "Message", "Folder", "Account", "Attachment", "Thread", "Search", "Draft",
  "Contact", "Label",  "Sync",    "Header",     "Body",   "Quota",
};
static const char *const class_ends[] = {
  "Adapter", "Cache", "Parser", "View", "Loader", "Queue", "Observer", "Factory$Entry", "Session",
};
static const char *const verbs[] = {
  "<init>",  "get",   "set",   "load",   "parse",      "onChange",   "add",          "remove",
  "hasNext", "next",  "apply", "bind",   "measure",    "draw",       "read",         "write",
  "flush",   "close", "open",  "lookup", "invalidate", "access$000", "lambda$run$0", "toString",
};
static const char *const signatures[] = {
  "()V",
  "(I)V",
  "(Ljava/lang/String;)Ljava/lang/Object;",
  "([BII)I",
  "(JJ)Z",
  "()Ljava/util/List;",
  "(Landroid/os/Bundle;[[ILjava/util/Map;)V",
};
static const char *const thread_names[] = {
  "main",          "RenderThread",    "Signal Catcher", "HeapTaskDaemon", "FinalizerDaemon",
  "Binder:3142_1", "Binder:3142_2",   "AsyncTask #1",   "GLThread 161",   "OkHttp Dispatcher",
  "hwuiTask1",     "pool-1-thread-1",
};

static void
add_method (TraceModel *model, guint index, TraceDice *dice)
{
  enum
  {
    PER_CLASS = 8
  };
  guint n_starts = G_N_ELEMENTS (class_starts);
  guint n_ends = G_N_ELEMENTS (class_ends);
  guint class_index = index / PER_CLASS;
  guint series = class_index / (n_starts * n_ends);
  const char *package = packages[class_index % G_N_ELEMENTS (packages)];
  const char *start = class_starts[class_index % n_starts];
  const char *end = class_ends[class_index / n_starts % n_ends];
  /* eight consecutive verbs of the list, so that the methods of a class differ */
  guint verb = (class_index * 5 + index % PER_CLASS) % G_N_ELEMENTS (verbs);
  g_autofree char *number = series > 0 ? g_strdup_printf ("%u", series) : g_strdup ("");
  g_autofree char *class_name = g_strconcat (package, ".", start, number, end, NULL);
  g_autofree char *file = g_strconcat (start, number, end, NULL);
  g_autofree char *file_name = g_strconcat (g_strdelimit (file, "$", '\0'), ".java", NULL);
  TraceMethod method = {
    .class_name = g_string_chunk_insert_const (model->strings, class_name),
    .name = verbs[verb],
    .signature = signatures[class_index % G_N_ELEMENTS (signatures)],
    .file = g_string_chunk_insert_const (model->strings, file_name),
    .line = 20 + index * 37 % 900,
  };

  if (index > 0 && trace_dice_permille (dice, model->options->duplicates))
    method = g_array_index (model->methods, TraceMethod, index - 1);
  g_array_append_val (model->methods, method);
}

void
trace_model_fill_random (TraceModel *model)
{
  const TraceOptions *options = model->options;
  TraceDice dice = { .state = ~(guint64) options->seed };
  guint tid = options->first_tid > 0 ? options->first_tid : options->version == 1 ? 1 : 3142;

  for (int i = 0; i < options->threads; i++)
    {
      TraceThread thread = { .tid = tid + i };

      if (i < (int) G_N_ELEMENTS (thread_names))
        thread.name = thread_names[i];
      else
        {
          g_autofree char *name = g_strdup_printf ("Worker-%d", i);

          thread.name = g_string_chunk_insert (model->strings, name);
        }
      g_array_append_val (model->threads, thread);
    }
  for (int i = 0; i < options->methods; i++)
    add_method (model, i, &dice);
  model->play = play_random;
}
