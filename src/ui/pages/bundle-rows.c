/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-rows.h"

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"

/* The rows of a bundle's list: a GListStore of groups and members, which is updated when the filter, a fold or a
 * finding has changed. Created by the bundle page; shown by TvBundleList. Owns only the rows; reads the bundle and
 * the findings. */

/* Number of members of the last group that are initially shown if the group is long. */
#define FIRST_SHOWN 12

struct _TvBundleRows
{
  const TvBundle *bundle;
  const TvBundleFindings *findings;
  GListStore *model;
  gboolean is_folded[TV_N_CONTENT_KINDS];
  gboolean has_all; /* whether all members of the last group are shown */
  gboolean is_report;
  TvTextMatch *filter; /* (nullable): filter of the members; NULL shows all */
};

G_DEFINE_FINAL_TYPE (TvBundleRow, tv_bundle_row, G_TYPE_OBJECT)

static void
tv_bundle_row_class_init (TvBundleRowClass *klass)
{
}

static void
tv_bundle_row_init (TvBundleRow *self)
{
}

static TvBundleRow *
new_row (TvBundleRowKind kind, TvContentKind group, guint member, guint n)
{
  TvBundleRow *self = g_object_new (TV_TYPE_BUNDLE_ROW, NULL);

  self->kind = kind;
  self->group = group;
  self->member = member;
  self->n = n;
  return self;
}

static const TvContentKind order[] = { TV_CONTENT_INCIDENT, TV_CONTENT_LOG, TV_CONTENT_TRACE,
                                       TV_CONTENT_STATE };

const char *
tv_bundle_rows_get_title (const TvBundleRows *self, TvContentKind group)
{
  switch (group)
    {
    case TV_CONTENT_INCIDENT:
      return _("Failures");
    case TV_CONTENT_LOG:
      return _("Logs");
    case TV_CONTENT_TRACE:
      return _("Traces and Frames");
    default:
      return self->is_report ? _("Device State") : _("Other Files");
    }
}

static gboolean
reports (const TvMemberFound *found)
{
  return found->finding != NULL && found->finding->gravity > TV_FINDING_NOTHING;
}

/* Compares two members of a group. Incidents are sorted by severity, then by time, both descending; this requires
 * that all members that may contain incidents have been examined. In the last group, members with findings come first
 * when all members have been examined, then sections. In the other groups, members that can be opened come first. */
static int
compare_members (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvBundleRows *self = data;
  guint x = *(const guint *) a, y = *(const guint *) b, n;
  const TvMember *members = tv_bundle_get_members (self->bundle, &n);
  const TvMemberFound *of_x = tv_bundle_findings_get (self->findings, x);
  const TvMemberFound *of_y = tv_bundle_findings_get (self->findings, y);

  if (members[x].subject == TV_CONTENT_INCIDENT &&
      tv_bundle_findings_has_incidents (self->findings) && of_x->finding != NULL &&
      of_y->finding != NULL)
    {
      if (of_x->finding->gravity != of_y->finding->gravity)
        return of_x->finding->gravity > of_y->finding->gravity ? -1 : 1;
      if (of_x->time.wall_s != of_y->time.wall_s)
        return of_x->time.wall_s > of_y->time.wall_s ? -1 : 1;
    }
  if (members[x].subject == TV_CONTENT_STATE && !tv_bundle_findings_is_busy (self->findings) &&
      reports (of_x) != reports (of_y))
    return reports (of_x) ? -1 : 1;
  if (members[x].subject != TV_CONTENT_STATE &&
      (members[x].kind <= TV_MEMBER_PERHAPS) != (members[y].kind <= TV_MEMBER_PERHAPS))
    return members[x].kind <= TV_MEMBER_PERHAPS ? -1 : 1;
  if (members[x].is_section != members[y].is_section && members[x].subject == TV_CONTENT_STATE)
    return members[x].is_section ? -1 : 1;
  return x < y ? -1 : x > y;
}

static gboolean
is_shown (const TvBundleRows *self, guint member)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (self->bundle, &n);
  const TvFinding *finding = tv_bundle_findings_get (self->findings, member)->finding;

  return self->filter == NULL || tv_text_match_test (self->filter, members[member].name, -1) ||
         (finding != NULL && tv_text_match_test (self->filter, finding->text, -1)) ||
         (finding != NULL && finding->process != NULL &&
          tv_text_match_test (self->filter, finding->process, -1));
}

static GArray *
list_members (TvBundleRows *self, TvContentKind group)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n;
  const TvMember *members = tv_bundle_get_members (self->bundle, &n);

  for (guint i = 0; i < n; i++)
    if (members[i].subject == group && is_shown (self, i))
      g_array_append_val (list, i);
  g_array_sort_with_data (list, compare_members, self);
  return list;
}

static void
take (GPtrArray *rows, TvBundleRow *row)
{
  g_ptr_array_add (rows, row);
}

static void
add_group (TvBundleRows *self, GPtrArray *rows, TvContentKind group)
{
  g_autoptr (GArray) list = list_members (self, group);
  TvBundleRow *heading;
  guint n = list->len;

  if (list->len == 0)
    return;
  heading = new_row (TV_BUNDLE_ROW_GROUP, group, 0, list->len);
  heading->is_folded = self->is_folded[group] && self->filter == NULL;
  take (rows, heading);
  if (heading->is_folded)
    return;
  if (group == TV_CONTENT_STATE && !self->has_all && self->filter == NULL &&
      list->len > FIRST_SHOWN + 1)
    n = FIRST_SHOWN;
  for (guint i = 0; i < n; i++)
    take (rows, new_row (TV_BUNDLE_ROW_MEMBER, group, g_array_index (list, guint, i), 0));
  if (n < list->len)
    take (rows, new_row (TV_BUNDLE_ROW_MORE, group, 0, list->len - n));
}

static gboolean
is_same (const TvBundleRow *a, const TvBundleRow *b)
{
  return a->kind == b->kind && a->group == b->group && a->member == b->member && a->n == b->n &&
         a->is_folded == b->is_folded;
}

/* Updates the rows. Replaces only the rows between the first and the last change, so that the list keeps its scroll
 * position. */
void
tv_bundle_rows_update (TvBundleRows *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *model = G_LIST_MODEL (self->model);
  guint n_old = g_list_model_get_n_items (model), first = 0, last = 0;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    add_group (self, rows, order[i]);
  for (; first < MIN (n_old, rows->len); first++)
    {
      g_autoptr (TvBundleRow) old = g_list_model_get_item (model, first);

      if (!is_same (old, rows->pdata[first]))
        break;
    }
  for (; last < MIN (n_old, rows->len) - first; last++)
    {
      g_autoptr (TvBundleRow) old = g_list_model_get_item (model, n_old - 1 - last);

      if (!is_same (old, rows->pdata[rows->len - 1 - last]))
        break;
    }
  if (n_old - first - last + rows->len - first - last > 0)
    g_list_store_splice (self->model, first, n_old - first - last, rows->pdata + first,
                         rows->len - first - last);
}

/**
 * tv_bundle_rows_new:
 * @bundle: a bundle; must outlive the rows
 * @findings: findings in @bundle; must outlive the rows
 *
 * Returns: (transfer full): the rows of a list
 */
TvBundleRows *
tv_bundle_rows_new (const TvBundle *bundle, const TvBundleFindings *findings)
{
  TvBundleRows *self = g_new0 (TvBundleRows, 1);
  TvBundleProperties facts;

  tv_bundle_get_properties (bundle, &facts);
  self->bundle = bundle;
  self->findings = findings;
  self->is_report = facts.n_sections > 0;
  self->model = g_list_store_new (TV_TYPE_BUNDLE_ROW);
  tv_bundle_rows_update (self);
  return self;
}

void
tv_bundle_rows_free (TvBundleRows *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->model);
  g_clear_pointer (&self->filter, tv_text_match_free);
  g_free (self);
}

/* Returns: (transfer none) (element-type TvBundleRow): the visible rows */
GListStore *
tv_bundle_rows_get_model (TvBundleRows *self)
{
  return self->model;
}

/* Shows only members whose name, process or finding contains @text. %NULL or an empty string shows all members. */
void
tv_bundle_rows_set_filter (TvBundleRows *self, const char *text)
{
  g_clear_pointer (&self->filter, tv_text_match_free);
  if (text != NULL && *text != '\0')
    self->filter = tv_text_match_new (text, FALSE, NULL);
  tv_bundle_rows_update (self);
}

/* Folds or unfolds the group of a heading. For a “more” row, shows all hidden members. */
void
tv_bundle_rows_toggle (TvBundleRows *self, const TvBundleRow *row)
{
  if (row->kind == TV_BUNDLE_ROW_GROUP)
    self->is_folded[row->group] = !row->is_folded;
  else if (row->kind == TV_BUNDLE_ROW_MORE)
    self->has_all = TRUE;
  tv_bundle_rows_update (self);
}

/* Returns: the position of a member in the list; %G_MAXUINT if it is not in the list, for example because its group
 * is folded */
guint
tv_bundle_rows_find (TvBundleRows *self, guint member)
{
  GListModel *model = G_LIST_MODEL (self->model);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TvBundleRow) row = g_list_model_get_item (model, i);

      if (row->kind == TV_BUNDLE_ROW_MEMBER && row->member == member)
        return i;
    }
  return G_MAXUINT;
}

/* Returns: the position of a row in the list, or %G_MAXUINT */
guint
tv_bundle_rows_find_row (TvBundleRows *self, const TvBundleRow *row)
{
  guint position;

  return g_list_store_find (self->model, (gpointer) row, &position) ? position : G_MAXUINT;
}
