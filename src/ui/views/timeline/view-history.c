/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List of visits with a current position, like the history of a web browser. Owned by timeline-history.c. Pure data:
 * changes no widget and no session. */

#include "ui/views/timeline/view-history.h"

#include <math.h>

#define MAX_VISITS 100

/* Limits above which two views differ enough to be separate visits. Exceeding one of the limits is enough. */
#define MIN_ZOOM   1.2  /* ratio */
#define MIN_PAN    0.25 /* fraction of the width of the narrower view */
#define MIN_SCROLL 0.5  /* fraction of the visible height */

struct _TvViewHistory
{
  GArray *visits; /* (element-type TvVisit): oldest first */
  guint at;       /* index of the current visit */
};

TvViewHistory *
tv_view_history_new (void)
{
  TvViewHistory *self = g_new0 (TvViewHistory, 1);

  self->visits = g_array_new (FALSE, FALSE, sizeof (TvVisit));
  return self;
}

void
tv_view_history_free (TvViewHistory *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->visits);
  g_free (self);
}

static const TvVisit *
get_visit (const TvViewHistory *self, guint i)
{
  return &g_array_index (self->visits, TvVisit, i);
}

static gboolean
has_moved (const TvVisit *a, const TvVisit *b)
{
  double width_a = (double) (a->end_ns - a->start_ns), width_b = (double) (b->end_ns - b->start_ns);
  double zoom = MAX (width_a, width_b) / MAX (MIN (width_a, width_b), 1.0);
  double middle_a = (double) a->start_ns + width_a / 2.0;
  double middle_b = (double) b->start_ns + width_b / 2.0;

  return zoom > MIN_ZOOM || fabs (middle_a - middle_b) > MIN_PAN * MIN (width_a, width_b) ||
         fabs (a->scroll_y - b->scroll_y) > MIN_SCROLL * MAX (b->page_height, 1.0);
}

static gboolean
has_other_selection (const TvVisit *a, const TvVisit *b)
{
  return a->slice != b->slice || a->symbol != b->symbol ||
         a->selection_start_ns != b->selection_start_ns ||
         a->selection_end_ns != b->selection_end_ns;
}

static gboolean
is_elsewhere (const TvViewHistory *self, const TvVisit *visit)
{
  return self->visits->len == 0 || has_moved (get_visit (self, self->at), visit) ||
         has_other_selection (get_visit (self, self->at), visit);
}

/**
 * tv_view_history_visit:
 * @visit: a view
 *
 * Adds a view after the current one and drops the views that followed. Does nothing if @visit resembles the current
 * view.
 *
 * Returns: whether the view was added
 */
gboolean
tv_view_history_visit (TvViewHistory *self, const TvVisit *visit)
{
  if (!is_elsewhere (self, visit))
    return FALSE;
  if (self->visits->len > 0)
    g_array_set_size (self->visits, self->at + 1);
  if (self->visits->len == MAX_VISITS)
    g_array_remove_index (self->visits, 0);
  g_array_append_val (self->visits, *visit);
  self->at = self->visits->len - 1;
  return TRUE;
}

/* Returns whether the history contains a view before @now. */
gboolean
tv_view_history_can_go_back (const TvViewHistory *self, const TvVisit *now)
{
  return self->visits->len > 0 && (self->at > 0 || is_elsewhere (self, now));
}

/* Returns whether the history contains a view after @now. */
gboolean
tv_view_history_can_go_forward (const TvViewHistory *self, const TvVisit *now)
{
  return self->at + 1 < self->visits->len && !is_elsewhere (self, now);
}

/**
 * tv_view_history_go_back:
 * @now: the visible view; added to the history if it is new, so that tv_view_history_go_forward() returns to it
 *
 * Goes to the previous view.
 *
 * Returns: (transfer none) (nullable): the previous view; %NULL if there is none
 */
const TvVisit *
tv_view_history_go_back (TvViewHistory *self, const TvVisit *now)
{
  if (!tv_view_history_can_go_back (self, now))
    return NULL;
  tv_view_history_visit (self, now);
  self->at--;
  return get_visit (self, self->at);
}

/**
 * tv_view_history_go_forward:
 * @now: the visible view
 *
 * Goes to the next view.
 *
 * Returns: (transfer none) (nullable): the next view; %NULL if there is none
 */
const TvVisit *
tv_view_history_go_forward (TvViewHistory *self, const TvVisit *now)
{
  if (!tv_view_history_can_go_forward (self, now))
    return NULL;
  self->at++;
  return get_visit (self, self->at);
}
