/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-findings.h"

#include <glib/gi18n.h>

#include "formats/load.h"
#include "ui/kit/work.h"

/* Loads the members of a bundle one after the other, and summarizes each in a TvFinding. Created by the bundle page;
 * the page, its rows and cells read the results:
 *
 *   order of members ─▶ batch ─▶ worker ─▶ rows (main thread) ─▶ found() ─▶ next batch
 *
 * Owns the results. Only the main thread accesses the struct; a worker fills its own batch. */

/* Limits of a batch of members that are examined together. Large members are examined alone, so that their findings
 * appear immediately. */
#define BATCH_BYTES   (256 * 1024)
#define BATCH_MEMBERS 64

struct _TvBundleFindings
{
  TvBundle *bundle;
  GArray *order;       /* (element-type guint): members in the order of examination */
  guint next;          /* index of the next member in @order */
  guint n_incidents;   /* number of members at the start of @order that may contain incidents */
  TvMemberFound *rows; /* findings per member */
  guint n;
  GCancellable *slot; /* (nullable): slot of the worker, set while it runs */
  void (*found) (gpointer data);
  gpointer data;
};

typedef struct
{
  TvBundle *bundle;
  guint n;
  guint members[BATCH_MEMBERS];
  TvMemberFound found[BATCH_MEMBERS];
} Batch;

static void
batch_free (gpointer data)
{
  Batch *self = data;

  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->found[i].finding, tv_finding_free);
  tv_bundle_free (self->bundle);
  g_free (self);
}

static TvFinding *
examine (const TvBundle *bundle, guint i, TvMemberFound *found, GCancellable *cancellable)
{
  guint n;
  const TvMember *member = &tv_bundle_get_members (bundle, &n)[i];
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  found->time = (TvMemberTime){ .wall_s = member->stamp_s };
  if (member->size == 0)
    return tv_finding_new_for_text (g_strdup (_("empty")), TV_FINDING_NOTHING);
  if (member->kind == TV_MEMBER_LOCKED)
    return tv_finding_new_for_text (g_strdup (_("password-protected")), TV_FINDING_NOTHING);
  if (member->kind == TV_MEMBER_OTHER)
    return tv_finding_new_for_text (g_strdup_printf (_("cannot be opened: %s"), member->title),
                                    TV_FINDING_NOTHING);
  trace = tv_load_member_and_time (bundle, i, &found->time, cancellable, &error);
  if (trace != NULL)
    {
      found->dur_ns = tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace);
      return tv_finding_new (trace, cancellable);
    }
  return tv_finding_new_for_text (g_strdup_printf (_("could not be read: %s"), error->message),
                                  TV_FINDING_DOUBTFUL);
}

static gpointer
examine_batch (gpointer job, GCancellable *cancellable, GError **error)
{
  Batch *self = job;

  for (guint i = 0; i < self->n && !g_cancellable_is_cancelled (cancellable); i++)
    self->found[i].finding = examine (self->bundle, self->members[i], &self->found[i], cancellable);
  return self;
}

static void start_batch (TvBundleFindings *self);

static void
on_batch_examined (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvBundleFindings *self = owner;
  Batch *batch = job;

  for (guint i = 0; i < batch->n; i++)
    {
      self->rows[batch->members[i]] = batch->found[i];
      batch->found[i].finding = NULL;
    }
  self->next += batch->n;
  start_batch (self);
  self->found (self->data);
}

static const TvWork work = { examine_batch, batch_free, NULL };

static void
start_batch (TvBundleFindings *self)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (self->bundle, &n);
  Batch *batch;
  gint64 bytes = 0;

  if (self->next >= self->order->len)
    return;
  batch = g_new0 (Batch, 1);
  batch->bundle = tv_bundle_ref (self->bundle);
  while (batch->n < BATCH_MEMBERS && self->next + batch->n < self->order->len)
    {
      guint member = g_array_index (self->order, guint, self->next + batch->n);

      bytes += members[member].size >= 0 ? members[member].size : BATCH_BYTES;
      if (batch->n > 0 && bytes > BATCH_BYTES)
        break;
      batch->members[batch->n++] = member;
    }
  tv_work_start (&work, batch, on_batch_examined, self, &self->slot);
}

static guint
get_rank (const TvMember *member)
{
  static const guint ranks[TV_N_CONTENT_KINDS] = {
    [TV_CONTENT_INCIDENT] = 0, [TV_CONTENT_LOG] = 1, [TV_CONTENT_TRACE] = 2, [TV_CONTENT_STATE] = 3
  };

  return ranks[member->subject];
}

/**
 * tv_bundle_findings_new:
 * @bundle: a bundle
 * @found: called after each batch
 * @data: user data of @found
 *
 * Starts to examine the members of a bundle.
 *
 * Returns: (transfer full): the findings, initially empty
 */
TvBundleFindings *
tv_bundle_findings_new (TvBundle *bundle, void (*found) (gpointer data), gpointer data)
{
  TvBundleFindings *self = g_new0 (TvBundleFindings, 1);
  const TvMember *members = tv_bundle_get_members (bundle, &self->n);

  self->bundle = tv_bundle_ref (bundle);
  self->found = found;
  self->data = data;
  self->rows = g_new0 (TvMemberFound, self->n + 1);
  self->order = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint rank = 0; rank < TV_N_CONTENT_KINDS; rank++)
    {
      for (guint i = 0; i < self->n; i++)
        if (get_rank (&members[i]) == rank)
          g_array_append_val (self->order, i);
      /* Logs have the rank 1, and may also contain incidents. */
      if (rank <= 1)
        self->n_incidents = self->order->len;
    }
  for (guint i = 0; i < self->n; i++)
    self->rows[i].time.wall_s = -1;
  start_batch (self);
  return self;
}

/* Stops the worker. The findings of completed batches are kept. */
void
tv_bundle_findings_stop (TvBundleFindings *self)
{
  tv_work_stop (&self->slot);
}

void
tv_bundle_findings_free (TvBundleFindings *self)
{
  if (self == NULL)
    return;
  tv_work_stop (&self->slot);
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->rows[i].finding, tv_finding_free);
  g_free (self->rows);
  g_array_unref (self->order);
  tv_bundle_free (self->bundle);
  g_free (self);
}

gboolean
tv_bundle_findings_is_busy (const TvBundleFindings *self)
{
  return self->slot != NULL;
}

/* Returns: the number of examined members. @n: (out): number of all members to examine */
guint
tv_bundle_findings_get_n_examined (const TvBundleFindings *self, guint *n)
{
  *n = self->order->len;
  return self->next;
}

/* Returns: whether all members that may contain incidents have been examined */
gboolean
tv_bundle_findings_has_incidents (const TvBundleFindings *self)
{
  return self->next >= self->n_incidents;
}

/* Returns: (transfer none): the result of examining a member */
const TvMemberFound *
tv_bundle_findings_get (const TvBundleFindings *self, guint member)
{
  return &self->rows[member];
}
