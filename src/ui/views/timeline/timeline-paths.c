/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Critical paths of the rows that show them. A worker computes the paths for the visible range and for as much time
 * before and after it. They are computed again when the visible range leaves that interval, or when other rows show
 * paths. A part of TvTimeline (timeline-part.h); timeline.c and timeline-rows.c call tv_timeline_update_paths(). Owns
 * the paths and passes them to the painter. */

#include "ui/views/timeline/timeline-paths.h"

#include <string.h>

#include "ui/kit/work.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-rows.h"

typedef struct
{
  GPtrArray *paths;      /* (nullable) (element-type TvThreadPath) */
  GArray *utids;         /* (nullable): threads for which paths were last requested */
  gint64 from_ns, to_ns; /* interval for which paths were last requested */
  GCancellable *finding; /* (nullable): running worker */
} PathsPart;

typedef struct
{
  TvTrace *trace;
  GArray *utids;
  gint64 from_ns, to_ns;
} Job;

static PathsPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_PATHS);
}

/* Returns: (transfer none) (nullable) (element-type TvThreadPath): the paths that were computed last */
GPtrArray *
tv_timeline_get_paths (TvTimeline *self)
{
  return get_part (self)->paths;
}

static void
free_job (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_array_unref (job->utids);
  g_free (job);
}

static gpointer
find_paths (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;
  g_autoptr (GPtrArray)
      paths = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_thread_path_free);

  for (guint i = 0; i < job->utids->len; i++)
    {
      TvThreadPath *path = tv_thread_path_new (job->trace, g_array_index (job->utids, guint32, i),
                                               job->from_ns, job->to_ns, cancellable, error);

      if (path == NULL)
        return NULL;
      g_ptr_array_add (paths, path);
    }
  return g_steal_pointer (&paths);
}

static const TvWork work = { find_paths, free_job, (GDestroyNotify) g_ptr_array_unref };

static void
set_paths (TvTimeline *self, GPtrArray *paths)
{
  PathsPart *part = get_part (self);

  if (tv_timeline_get_painter (self) != NULL)
    tv_timeline_painter_set_paths (tv_timeline_get_painter (self), paths);
  g_clear_pointer (&part->paths, g_ptr_array_unref);
  part->paths = paths;
  g_object_notify (G_OBJECT (self), "paths");
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvTimeline *self = owner;

  if (result == NULL)
    return;
  set_paths (self, result);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

static gboolean
are_equal (const GArray *a, const GArray *b)
{
  return a != NULL && a->len == b->len && memcmp (a->data, b->data, a->len * sizeof (guint32)) == 0;
}

/* Starts a worker that computes the visible paths, unless they are known or being computed. Called when the rows or
 * the visible range have changed. */
void
tv_timeline_update_paths (TvTimeline *self)
{
  PathsPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  g_autoptr (GArray) utids = layout != NULL ? tv_timeline_layout_list_paths (layout) : NULL;
  TvTrace *trace = tv_session_get_trace (session);
  gint64 start_ns, end_ns, length_ns;
  Job *job;

  if (utids == NULL)
    return;
  tv_session_get_visible (session, &start_ns, &end_ns);
  length_ns = end_ns - start_ns;
  start_ns = MAX (start_ns, tv_trace_get_start_ns (trace));
  end_ns = MIN (end_ns, tv_trace_get_end_ns (trace));
  if (are_equal (part->utids, utids) && start_ns >= part->from_ns && end_ns <= part->to_ns)
    return;
  tv_work_stop (&part->finding);
  g_clear_pointer (&part->utids, g_array_unref);
  part->utids = g_array_ref (utids);
  part->from_ns = MAX (start_ns - length_ns, tv_trace_get_start_ns (trace));
  part->to_ns = MIN (end_ns + length_ns, tv_trace_get_end_ns (trace));
  if (utids->len == 0)
    {
      set_paths (self, NULL);
      return;
    }
  job = g_new (Job, 1);
  *job = (Job){ g_object_ref (trace), g_array_ref (utids), part->from_ns, part->to_ns };
  tv_work_start (&work, job, on_found, self, &part->finding);
}

static void
drop_session (TvTimeline *self)
{
  PathsPart *part = get_part (self);

  tv_work_stop (&part->finding);
  g_clear_pointer (&part->utids, g_array_unref);
  set_paths (self, NULL);
}

const TvTimelinePart tv_timeline_part_paths = {
  .size = sizeof (PathsPart),
  .drop_session = drop_session,
};
