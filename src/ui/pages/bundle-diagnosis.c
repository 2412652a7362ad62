/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-diagnosis.h"

#include "ui/pages/bundle-summary.h"

/* Chooses members to open on one timeline: incidents, logs that mention problems, and traces of the same process or
 * time. Called by the bundle page, which ticks these members. Pure: only reads the bundle and the current findings. */

#define ABOUT_S 900

/* Maximum time in s between an incident and the last incident; earlier incidents are considered unrelated. */
#define SAME_DAY_S 86400

typedef struct
{
  const TvBundle *bundle;
  const TvBundleFindings *findings;
  GArray *wrong;
} Diagnosis;

static const TvDatedFinding *
get_wrong (const Diagnosis *self, guint i)
{
  return &g_array_index (self->wrong, TvDatedFinding, i);
}

static gboolean
is_of_same_process (const Diagnosis *self, const TvFinding *finding)
{
  for (guint i = 0; i < self->wrong->len; i++)
    if (finding->process_name != NULL &&
        g_strcmp0 (get_wrong (self, i)->finding->process_name, finding->process_name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_about_that_time (const Diagnosis *self, gint64 wall_s)
{
  for (guint i = 0; i < self->wrong->len; i++)
    {
      gint64 wrong_s = get_wrong (self, i)->wall_s;

      if (wall_s >= 0 && wrong_s >= 0 && ABS (wall_s - wrong_s) <= ABOUT_S)
        return TRUE;
    }
  return FALSE;
}

/* Returns whether a member contains an incident that happened at most a day before the last one, which is the first
 * in the list. Incidents at an unknown time count, too. */
static gboolean
is_wrong_then (const Diagnosis *self, guint member)
{
  gint64 last_s = get_wrong (self, 0)->wall_s;
  gint64 wall_s = tv_bundle_findings_get (self->findings, member)->time.wall_s;

  for (guint i = 0; i < self->wrong->len; i++)
    if (get_wrong (self, i)->member == member)
      return last_s < 0 || wall_s < 0 || last_s - wall_s <= SAME_DAY_S;
  return FALSE;
}

static gboolean
belongs (const Diagnosis *self, const TvMember *row, guint member)
{
  const TvMemberFound *found = tv_bundle_findings_get (self->findings, member);

  if (found->finding == NULL || !found->time.has_clock)
    return FALSE;
  switch (row->subject)
    {
    case TV_CONTENT_INCIDENT:
      return is_wrong_then (self, member);
    case TV_CONTENT_LOG:
      return found->finding->gravity >= TV_FINDING_DOUBTFUL;
    case TV_CONTENT_TRACE:
      return is_of_same_process (self, found->finding) ||
             (found->finding->process_name == NULL &&
              is_about_that_time (self, found->time.wall_s));
    default:
      return FALSE;
    }
}

/**
 * tv_bundle_dup_diagnosis:
 *
 * Returns: (transfer full) (element-type guint32): the members that are related to the incidents of a bundle and have
 * a clock; empty if there are no incidents
 */
GArray *
tv_bundle_dup_diagnosis (const TvBundle *bundle, const TvBundleFindings *findings)
{
  GArray *related = g_array_new (FALSE, FALSE, sizeof (guint32));
  Diagnosis self = { bundle, findings, tv_bundle_dup_incidents (bundle, findings) };
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  for (guint32 i = 0; self.wrong->len > 0 && i < n; i++)
    if (belongs (&self, &members[i], i))
      g_array_append_val (related, i);
  g_array_unref (self.wrong);
  return related;
}
