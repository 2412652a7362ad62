/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/session/view-keeper.h"

#include "ui/session/view-sections.h"
#include "ui/session/view-store.h"

#define DELAY_MS 800
#define N_KEPT   200

/* What a worker needs, which may outlive the keeper. */
typedef struct
{
  char *path;
  GMutex lock;  /* held while something is written */
  guint serial; /* of the newest that was; under the lock */
  gboolean has_pruned;
} Target;

typedef struct
{
  Target *target;
  guint serial;
  char *data; /* (nullable) */
  gsize length;
} Job;

struct _TvViewKeeper
{
  TvSession *session;
  Target *target;
  guint serial;
  guint timeout_id;
  char *saved; /* (nullable): what was written last */
};

static void
clear_target (gpointer data)
{
  Target *target = data;

  g_mutex_clear (&target->lock);
  g_free (target->path);
}

static void
unref_target (Target *target)
{
  g_atomic_rc_box_release_full (target, clear_target);
}

static void
free_job (gpointer data)
{
  Job *job = data;

  unref_target (job->target);
  g_free (job->data);
  g_free (job);
}

/* Jobs may come to their threads in any order: what is older than what is there is dropped. */
static void
run_job (const Job *job)
{
  Target *target = job->target;

  g_mutex_lock (&target->lock);
  if (job->serial > target->serial)
    {
      target->serial = job->serial;
      tv_view_store_save (target->path, job->data, job->length);
      if (!target->has_pruned)
        tv_view_store_prune (N_KEPT);
      target->has_pruned = TRUE;
    }
  g_mutex_unlock (&target->lock);
}

static void
save_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  run_job (data);
  g_task_return_boolean (task, TRUE);
}

/* NULL if there is nothing new. */
static Job *
make_job (TvViewKeeper *self)
{
  g_autoptr (TvViewState) state = tv_view_sections_write (self->session);
  gsize length;
  g_autofree char *data = tv_view_state_to_data (state, &length);
  Job *job;

  if (g_strcmp0 (data, self->saved) == 0)
    return NULL;
  g_free (self->saved);
  self->saved = g_strdup (data);
  job = g_new0 (Job, 1);
  job->target = g_atomic_rc_box_acquire (self->target);
  job->serial = ++self->serial;
  job->length = length;
  job->data = g_steal_pointer (&data);
  return job;
}

static gboolean
on_timeout (gpointer data)
{
  TvViewKeeper *self = data;
  Job *job = make_job (self);

  self->timeout_id = 0;
  if (job != NULL)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

      g_task_set_task_data (task, job, free_job);
      g_task_run_in_thread (task, save_worker);
    }
  return G_SOURCE_REMOVE;
}

static void
on_changed (TvViewKeeper *self)
{
  if (self->timeout_id == 0)
    self->timeout_id = g_timeout_add (DELAY_MS, on_timeout, self);
}

/**
 * tv_view_keeper_new:
 * @session: what is looked at, as it was read back from its state
 * @trace_path: its file
 *
 * Returns: (transfer full): a keeper
 */
TvViewKeeper *
tv_view_keeper_new (TvSession *session, const char *trace_path)
{
  TvViewKeeper *self = g_new0 (TvViewKeeper, 1);
  guint n;
  const TvViewSection *sections = tv_view_sections_get (&n);
  g_autoptr (TvViewState) state = tv_view_sections_write (session);
  gsize length;

  self->session = g_object_ref (session);
  self->saved = tv_view_state_to_data (state, &length);
  self->target = g_atomic_rc_box_new0 (Target);
  self->target->path = tv_view_store_dup_path (trace_path);
  g_mutex_init (&self->target->lock);
  for (guint i = 0; i < n; i++)
    for (guint p = 0; sections[i].properties[p] != NULL; p++)
      {
        g_autofree char *signal = g_strconcat ("notify::", sections[i].properties[p], NULL);

        g_signal_connect_swapped (session, signal, G_CALLBACK (on_changed), self);
      }
  return self;
}

/* What has not been written yet is so now. */
void
tv_view_keeper_free (TvViewKeeper *self)
{
  Job *job;

  if (self == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  job = make_job (self);
  if (job != NULL)
    {
      run_job (job);
      free_job (job);
    }
  unref_target (self->target);
  g_object_unref (self->session);
  g_free (self->saved);
  g_free (self);
}
