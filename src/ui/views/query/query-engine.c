/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SQLite database of one page, shared by workers. Owned by the Query view (query-view.c). Each request starts a
 * worker. The first worker opens the database; the others reuse it under the lock. References are counted atomically,
 * because a worker may outlive the view. */

#include "ui/views/query/query-engine.h"

/**
 * TvQueryEngine:
 * @lock: held by the worker that uses @database
 * @database: (nullable): opened by the first worker
 *
 * Database that the workers of a page share.
 */
struct _TvQueryEngine
{
  gatomicrefcount references;
  TvTrace *trace;
  GMutex lock;
  TvDatabase *database;
};

TvQueryEngine *
tv_query_engine_new (TvTrace *trace)
{
  TvQueryEngine *self = g_new0 (TvQueryEngine, 1);

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->lock);
  self->trace = g_object_ref (trace);
  return self;
}

static TvQueryEngine *
engine_ref (TvQueryEngine *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
tv_query_engine_unref (TvQueryEngine *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->database, tv_database_free);
  g_clear_object (&self->trace);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
tv_query_outcome_free (TvQueryOutcome *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->result);
  g_free (self->error);
  g_free (self);
}

/* ---- Workers ---- */

/**
 * Job:
 * @text: (nullable): query to run
 * @link: kind of @id
 * @id: id to find
 *
 * Input of a worker. Each kind of worker uses only some of the fields.
 */
typedef struct
{
  TvQueryEngine *engine;
  char *text;
  TvQueryLink link;
  gint64 id;
} Job;

static void
free_job (gpointer data)
{
  Job *self = data;

  tv_query_engine_unref (self->engine);
  g_free (self->text);
  g_free (self);
}

static Job *
new_job (TvQueryEngine *engine)
{
  Job *self = g_new0 (Job, 1);

  self->engine = engine_ref (engine);
  return self;
}

/* Waits for the database, and opens it if necessary. The caller must call give_up() even if this fails. Returns
 * whether the database is open. */
static gboolean
take_database (TvQueryEngine *self, GCancellable *cancellable, GError **error)
{
  const TvDatabaseLimits limits = { .bytes = TV_QUERY_MAX_ENGINE_BYTES };

  g_mutex_lock (&self->lock);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->database == NULL)
    self->database = tv_database_new (self->trace, &limits, cancellable, error);
  else
    tv_database_set_cancellable (self->database, cancellable);
  return self->database != NULL;
}

static void
give_up (TvQueryEngine *self)
{
  if (self->database != NULL)
    tv_database_set_cancellable (self->database, NULL);
  g_mutex_unlock (&self->lock);
}

/* Runs a query in a worker. An error is part of the returned TvQueryOutcome. */
static gpointer
run_query (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvQueryLimits limits = { TV_QUERY_MAX_ROWS, TV_QUERY_MAX_BYTES };
  Job *job = data;
  g_autoptr (TvQueryOutcome) answer = g_new0 (TvQueryOutcome, 1);
  g_autoptr (GError) failure = NULL;
  gint64 start_us;

  if (take_database (job->engine, cancellable, &failure))
    {
      start_us = g_get_monotonic_time ();
      if (!tv_query_result_run (job->engine->database, job->text, &limits, &answer->result,
                                &failure))
        answer->has_error_offset = tv_database_get_error_offset (job->engine->database,
                                                                 &answer->error_offset);
      answer->took_ns = (g_get_monotonic_time () - start_us) * 1000;
    }
  give_up (job->engine);
  if (failure != NULL)
    answer->error = g_strdup (failure->message);
  return g_steal_pointer (&answer);
}

static gpointer
find_place (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  TvQueryTarget *target = g_new0 (TvQueryTarget, 1);

  if (take_database (job->engine, cancellable, error))
    *target = tv_database_find_target (job->engine->database, job->link, job->id);
  give_up (job->engine);
  return target;
}

static gpointer
list_names (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  TvSqlNames *names = NULL;

  if (take_database (job->engine, cancellable, error))
    names = tv_sql_names_new (job->engine->database, error);
  give_up (job->engine);
  return names;
}

static const TvWork run_work = { run_query, free_job, (GDestroyNotify) tv_query_outcome_free };
static const TvWork target_work = { find_place, free_job, g_free };
static const TvWork names_work = { list_names, free_job, (GDestroyNotify) tv_sql_names_unref };

/* Runs a query in a worker. @done receives a #TvQueryOutcome. */
void
tv_query_engine_run (TvQueryEngine *self,
                     const char *text,
                     TvWorkDoneFunc done,
                     gpointer owner,
                     GCancellable **slot)
{
  Job *job = new_job (self);

  job->text = g_strdup (text);
  tv_work_start (&run_work, job, done, owner, slot);
}

/* Finds the row of an id in a worker. @done receives a #TvQueryTarget. */
void
tv_query_engine_find_target (TvQueryEngine *self,
                             TvQueryLink link,
                             gint64 id,
                             TvWorkDoneFunc done,
                             gpointer owner,
                             GCancellable **slot)
{
  Job *job = new_job (self);

  job->link = link;
  job->id = id;
  tv_work_start (&target_work, job, done, owner, slot);
}

/* Lists the names that queries can use, in a worker. @done receives a #TvSqlNames, or %NULL on an error. */
void
tv_query_engine_list_names (TvQueryEngine *self,
                            TvWorkDoneFunc done,
                            gpointer owner,
                            GCancellable **slot)
{
  tv_work_start (&names_work, new_job (self), done, owner, slot);
}
