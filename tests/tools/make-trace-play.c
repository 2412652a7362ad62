/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Plays the script of an app. Tasks are in a queue, sorted by due time, and each task runs to completion on the clocks
 * of its thread. The records of all threads are then sorted by wall time, the order in which a device would have
 * written them. */

#include "make-trace.h"
#include "make-trace-play.h"
#include "make-trace-script.h"

#include <string.h>

#define FRAME_US    16667
#define SHORTEST_US 40   /* minimum length of a wait in µs */
#define NATIVE_US   3000 /* exclusive time in µs from which calls are native */

typedef struct
{
  guint64 due_us;
  guint64 order;
  gboolean is_frame;
  const char *key;
  const char *block;
} Task;

typedef struct
{
  const AppThread *app;
  guint index;
  guint64 cpu_us;
  guint64 wall_us;
  gboolean has_begun;
} Thread;

typedef struct
{
  TraceModel *model;
  const TraceApp *app;
  TraceDice dice;
  Script *script;
  GHashTable *methods; /* call → index */
  GPtrArray *tasks;    /* Task; not sorted */
  guint64 n_tasks;
  Thread *threads;
  guint64 end_us;
} Play;

/* ---- Task queue ---- */

static void
add_task (Play *play, const char *key, const char *block, guint64 due_us, gboolean is_frame)
{
  Task *task = g_new0 (Task, 1);

  task->due_us = due_us;
  task->order = play->n_tasks++;
  task->is_frame = is_frame;
  task->key = g_string_chunk_insert_const (play->model->strings, key);
  task->block = g_string_chunk_insert_const (play->model->strings, block);
  g_ptr_array_add (play->tasks, task);
}

static void
add_timeline (Play *play)
{
  for (guint i = 0; i < play->script->timeline->len; i++)
    {
      const ScriptEntry *entry = &g_array_index (play->script->timeline, ScriptEntry, i);
      guint64 end_us = entry->ms.high * 1000;
      guint64 us = entry->ms.low * 1000;

      if (entry->kind == SCRIPT_AT)
        add_task (play, entry->key, entry->block, us, FALSE);
      else if (entry->kind == SCRIPT_EVERY)
        for (; us < end_us; us += entry->step_ms * 1000)
          add_task (play, entry->key, entry->block, us + trace_dice_between (&play->dice, 0, 900),
                    FALSE);
      else
        for (us = us / FRAME_US * FRAME_US; us < end_us; us += FRAME_US)
          add_task (play, entry->key, entry->block, us, TRUE);
    }
}

/* ---- Methods ---- */

/* Returns the source file of a class as in ART: named after the outermost class, with the extension of the
 * package's language. */
static char *
source_file (const char *class_name)
{
  const char *dot = strrchr (class_name, '.');
  const char *start = dot != NULL ? dot + 1 : class_name;
  gboolean is_kotlin = g_str_has_prefix (class_name, "com.example.") ||
                       g_str_has_prefix (class_name, "okhttp3.") ||
                       g_str_has_prefix (class_name, "kotlinx.");

  return g_strdup_printf ("%.*s.%s", (int) strcspn (start, "$"), start, is_kotlin ? "kt" : "java");
}

static guint
intern_method (Play *play, const char *call)
{
  GStringChunk *strings = play->model->strings;
  const char *signature = strchr (call, '(');
  gpointer found;
  TraceMethod method;
  g_autofree char *class_name = NULL;
  g_autofree char *name = NULL;
  g_autofree char *file = NULL;

  if (g_hash_table_lookup_extended (play->methods, call, NULL, &found))
    return GPOINTER_TO_UINT (found);
  if (signature == NULL)
    g_error ("%s: no signature", call);

  class_name = g_strndup (call, signature - call);
  *strrchr (class_name, '.') = '\0';
  name = g_strndup (call + strlen (class_name) + 1, signature - call - strlen (class_name) - 1);
  file = source_file (class_name);
  method.class_name = g_string_chunk_insert_const (strings, class_name);
  method.name = g_string_chunk_insert_const (strings, name);
  method.signature = g_string_chunk_insert_const (strings, signature);
  method.file = g_string_chunk_insert_const (strings, file);
  method.line = 30 + g_str_hash (call) % 1400;
  g_array_append_val (play->model->methods, method);
  g_hash_table_insert (play->methods, g_strdup (call),
                       GUINT_TO_POINTER (play->model->methods->len - 1));
  return play->model->methods->len - 1;
}

/* ---- Threads ---- */

static guint
roll_range (Play *play, ScriptRange range)
{
  return trace_dice_between (&play->dice, range.low, range.high);
}

static void
say (Play *play, Thread *thread, guint method, TraceAction action)
{
  TraceRecord record = {
    .cpu_us = thread->cpu_us,
    .wall_us = thread->wall_us,
    .method = method,
    .thread = thread->index,
    .action = action,
  };

  /* Tracing takes time, too. */
  if (trace_dice_between (&play->dice, 0, 1) == 1)
    {
      thread->cpu_us++;
      thread->wall_us++;
    }
  g_array_append_val (play->model->records, record);
}

static void
run (Play *play, Thread *thread, guint us)
{
  guint chance;

  if (us == 0)
    return;
  thread->cpu_us += us;
  thread->wall_us += us;
  /* Other processes also use the CPU. The longer a call runs, the more likely it is preempted. */
  chance = trace_dice_between (&play->dice, 0, 9999);
  if (chance < 8 + us / 40)
    thread->wall_us += trace_dice_between (&play->dice, 150, 2500);
  else if (chance < 200 + us / 4)
    thread->wall_us += trace_dice_between (&play->dice, 10, 80);
}

static guint
enter_all (Play *play, Thread *thread, const char *calls, guint us)
{
  g_auto (GStrv) words = calls != NULL ? g_strsplit (calls, " ", -1) : g_new0 (char *, 1);
  guint n = 0;

  for (; words[n] != NULL; n++)
    {
      g_autofree char *call = script_expand (play->script, words[n]);

      say (play, thread, intern_method (play, call), TRACE_ACTION_ENTER);
      run (play, thread, trace_dice_between (&play->dice, 1, us));
    }
  return n;
}

static void
leave_all (Play *play, Thread *thread, const char *calls, guint us)
{
  g_auto (GStrv) words = calls != NULL ? g_strsplit (calls, " ", -1) : g_new0 (char *, 1);

  for (guint n = g_strv_length (words); n > 0; n--)
    {
      g_autofree char *call = script_expand (play->script, words[n - 1]);

      run (play, thread, trace_dice_between (&play->dice, 1, us));
      say (play, thread, intern_method (play, call), TRACE_ACTION_EXIT);
    }
}

static void
wait_until (Play *play, Thread *thread, guint64 wall_us)
{
  if (wall_us < thread->wall_us + SHORTEST_US)
    return;
  enter_all (play, thread, thread->app->wait, 5);
  thread->wall_us = MAX (thread->wall_us, wall_us);
  leave_all (play, thread, thread->app->wait, 5);
}

/* Returns the thread of a pool that has been idle for the longest time, or that will be idle first. */
static Thread *
pick_thread (Play *play, const char *key)
{
  Thread *best = NULL;

  for (guint i = 0; i < play->app->n_threads; i++)
    {
      Thread *thread = &play->threads[i];

      if (g_str_equal (thread->app->key, key) && (best == NULL || thread->wall_us < best->wall_us))
        best = thread;
    }
  if (best == NULL)
    g_error ("%s: no such thread", key);
  return best;
}

/* Returns the exclusive time of a call. Tracing slows down Java code, but not calls that are long enough to be
 * native. */
static guint
roll_self (Play *play, const ScriptNode *node)
{
  guint us = roll_range (play, node->self_us);

  return node->self_us.high < NATIVE_US ? us * play->app->slowness : us;
}

/* ---- Tasks ---- */

static void play_nodes (Play *play, Thread *thread, GPtrArray *nodes, int level);

static void
play_block (Play *play, Thread *thread, const char *name, int level)
{
  GPtrArray *nodes = g_hash_table_lookup (play->script->blocks, name);

  if (nodes == NULL)
    g_error ("%s: no such block", name);
  play_nodes (play, thread, nodes, level);
}

static void
play_task (Play *play, Thread *thread, const char *block, guint64 due_us)
{
  if (!thread->has_begun)
    {
      thread->has_begun = TRUE;
      thread->wall_us = MAX (thread->wall_us, due_us);
      enter_all (play, thread, thread->app->base, 12);
    }
  wait_until (play, thread, due_us);
  thread->wall_us = MAX (thread->wall_us, due_us);
  enter_all (play, thread, thread->app->dispatch, 6);
  play_block (play, thread, block, 0);
  leave_all (play, thread, thread->app->dispatch, 4);
}

static void
play_call (Play *play, Thread *thread, ScriptNode *node, int level)
{
  guint portions = node->children->len + 1;
  guint self_us = roll_self (play, node);
  guint blocked_us = roll_range (play, node->blocked_us);

  if (node->method < 0)
    node->method = intern_method (play, node->text);
  say (play, thread, node->method, TRACE_ACTION_ENTER);
  run (play, thread, self_us / portions);
  thread->wall_us += blocked_us;
  for (guint i = 0; i < node->children->len; i++)
    {
      GPtrArray one = { .pdata = &node->children->pdata[i], .len = 1 };

      play_nodes (play, thread, &one, level);
      run (play, thread, self_us / portions);
    }
  say (play, thread, node->method, node->throws ? TRACE_ACTION_UNWIND : TRACE_ACTION_EXIT);
}

static void
play_reference (Play *play, Thread *thread, ScriptNode *node, int level)
{
  g_auto (GStrv) names = g_strsplit (node->text, "|", -1);
  guint choice = trace_dice_between (&play->dice, 0, g_strv_length (names) - 1);

  if (node->level > 0)
    play_block (play, thread, names[choice], node->level);
  else if (node->level == 0)
    play_block (play, thread, names[choice], level);
  else if (level > 1)
    play_block (play, thread, names[choice], level - 1);
}

static void
play_post (Play *play, Thread *thread, ScriptNode *node)
{
  guint64 due_us = thread->wall_us + trace_dice_between (&play->dice, 30, 140);
  Thread *other;

  if (node->kind == SCRIPT_POST)
    {
      add_task (play, node->text, node->target, due_us, FALSE);
      return;
    }
  other = pick_thread (play, node->text);
  play_task (play, other, node->target, due_us);
  thread->wall_us = other->wall_us + trace_dice_between (&play->dice, 20, 90);
}

static void
play_node (Play *play, Thread *thread, ScriptNode *node, int level)
{
  switch (node->kind)
    {
    case SCRIPT_CALL:
      play_call (play, thread, node, level);
      break;
    case SCRIPT_RUN:
      run (play, thread, roll_self (play, node));
      break;
    case SCRIPT_WAIT:
      thread->wall_us += roll_range (play, node->blocked_us);
      break;
    case SCRIPT_BLOCK:
      play_reference (play, thread, node, level);
      break;
    case SCRIPT_POST:
    case SCRIPT_POST_AND_WAIT:
      play_post (play, thread, node);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
play_nodes (Play *play, Thread *thread, GPtrArray *nodes, int level)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      ScriptNode *node = g_ptr_array_index (nodes, i);
      guint times;

      if (node->chance < 1000 && !trace_dice_permille (&play->dice, node->chance))
        continue;
      times = roll_range (play, node->times);
      for (guint n = 0; n < times; n++)
        play_node (play, thread, node, level);
    }
}

static Task *
take_next_task (Play *play)
{
  guint best = 0;

  for (guint i = 1; i < play->tasks->len; i++)
    {
      const Task *a = g_ptr_array_index (play->tasks, i);
      const Task *b = g_ptr_array_index (play->tasks, best);

      if (a->due_us < b->due_us || (a->due_us == b->due_us && a->order < b->order))
        best = i;
    }
  return g_ptr_array_steal_index_fast (play->tasks, best);
}

static void
play_all (Play *play)
{
  while (play->tasks->len > 0)
    {
      g_autofree Task *task = take_next_task (play);
      Thread *thread;

      if (task->due_us > play->end_us)
        continue;
      thread = pick_thread (play, task->key);
      /* A frame is skipped if the next frame is already due. */
      if (task->is_frame && thread->wall_us > task->due_us + FRAME_US)
        continue;
      play_task (play, thread, task->block, task->due_us);
    }

  for (guint i = 0; i < play->app->n_threads; i++)
    if (play->threads[i].has_begun)
      enter_all (play, &play->threads[i], play->threads[i].app->wait, 5);
}

/* ---- Records ---- */

static int
compare_wall (gconstpointer a, gconstpointer b)
{
  const TraceRecord *left = a;
  const TraceRecord *right = b;

  return (left->wall_us > right->wall_us) - (left->wall_us < right->wall_us);
}

static void
play_recorded (TraceModel *model, TraceSink *sink)
{
  gint64 limit = model->options->records;
  guint n = model->records->len;

  if (limit >= 0 && limit < n)
    n = limit;
  for (guint i = 0; i < n; i++)
    sink->record (sink, &g_array_index (model->records, TraceRecord, i));
}

static void
add_threads (Play *play)
{
  const TraceOptions *options = play->model->options;
  guint tid = options->first_tid > 0  ? options->first_tid
              : options->version == 1 ? 1
                                      : play->app->first_tid;

  play->threads = g_new0 (Thread, play->app->n_threads);
  for (guint i = 0; i < play->app->n_threads; i++)
    {
      const AppThread *app = &play->app->threads[i];
      TraceThread thread = { .tid = tid + app->tid_offset, .name = app->name };

      g_array_append_val (play->model->threads, thread);
      play->threads[i].app = app;
      play->threads[i].index = i;
      play->threads[i].cpu_us = trace_dice_between (&play->dice, 0, 900);
    }
}

static const TraceApp *const apps[] = { &trace_app_shop, &trace_app_reader, &trace_app_boot };

gboolean
trace_model_fill_app (TraceModel *model, GError **error)
{
  Play play = { .model = model, .dice.state = (guint64) model->options->seed };
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (apps); i++)
    if (g_str_equal (apps[i]->name, model->options->app))
      play.app = apps[i];
  if (play.app == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: no such app",
                   model->options->app);
      return FALSE;
    }

  play.end_us = play.app->duration_ms * 1000;
  play.methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  play.tasks = g_ptr_array_new_with_free_func (g_free);
  model->records = g_array_new (FALSE, FALSE, sizeof (TraceRecord));
  model->play = play_recorded;

  add_threads (&play);
  play.script = script_parse (play.app->script);
  add_timeline (&play);
  play_all (&play);

  /* The sort is stable, so records of a thread with the same time stay in order. */
  g_array_sort (model->records, compare_wall);
  for (n = model->records->len; n > 0; n--)
    if (g_array_index (model->records, TraceRecord, n - 1).wall_us <= play.end_us)
      break;
  g_array_set_size (model->records, n);

  g_free (play.threads);
  g_ptr_array_unref (play.tasks);
  g_hash_table_unref (play.methods);
  script_free (play.script);
  return TRUE;
}
