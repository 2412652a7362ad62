/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/difference/difference-align.h"

#include <glib/gi18n.h>

/* (nullable): the first of that name */
static const TvTimeMark *
find_mark (TvSession *session, const char *name)
{
  const GArray *marks = tv_session_get_marks (session);

  for (guint i = 0; i < marks->len; i++)
    {
      const TvTimeMark *mark = &g_array_index (marks, TvTimeMark, i);

      if (mark->name != NULL && g_str_equal (mark->name, name))
        return mark;
    }
  return NULL;
}

/* (nullable) */
static const TvTimeMark *
get_selected (TvSession *session)
{
  return tv_time_marks_find (tv_session_get_marks (session),
                             tv_session_get_selected_mark (session));
}

static void
align (TvSession *session, const TvTimeMark *after, const TvTimeMark *before)
{
  tv_session_align (session, after->name != NULL ? after->name : _("selected mark"),
                    after->start_ns, before->start_ns);
  tv_session_reveal_time (session, after->start_ns);
}

void
tv_align_at_starts (TvSession *session)
{
  TvSession *baseline = tv_session_get_baseline (session);

  tv_session_align (session, NULL, tv_trace_get_start_ns (tv_session_get_trace (session)),
                    tv_trace_get_start_ns (tv_session_get_trace (baseline)));
}

/* Returns: whether both runs have a mark that is called so */
gboolean
tv_align_at_mark (TvSession *session, const char *name)
{
  const TvTimeMark *after = find_mark (session, name);
  const TvTimeMark *before = find_mark (tv_session_get_baseline (session), name);

  if (after == NULL || before == NULL)
    return FALSE;
  align (session, after, before);
  return TRUE;
}

/* Whether a mark is selected in each of the runs. */
gboolean
tv_align_can_use_selected (TvSession *session)
{
  return get_selected (session) != NULL && get_selected (tv_session_get_baseline (session)) != NULL;
}

void
tv_align_at_selected_marks (TvSession *session)
{
  if (tv_align_can_use_selected (session))
    align (session, get_selected (session), get_selected (tv_session_get_baseline (session)));
}

/* ---- Menu ---- */

/* (transfer full): names that marks of both runs have, in the order of time */
static GMenu *
list_marks (TvSession *session)
{
  TvSession *baseline = tv_session_get_baseline (session);
  const GArray *marks = tv_session_get_marks (session);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < marks->len; i++)
    {
      const TvTimeMark *mark = &g_array_index (marks, TvTimeMark, i);
      g_autoptr (GMenuItem) item = NULL;

      if (mark->name == NULL || find_mark (baseline, mark->name) == NULL ||
          find_mark (session, mark->name) != mark)
        continue;
      item = g_menu_item_new (mark->name, NULL);
      g_menu_item_set_action_and_target (item, "win.align-mark", "s", mark->name);
      g_menu_append_item (menu, item);
    }
  return menu;
}

/* Returns: (transfer full): all by what the timelines can be aligned now */
GMenuModel *
tv_align_menu_new (TvSession *session)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) marks = list_marks (session);

  g_menu_append (menu, _("Align at the _Start"), "win.align-start");
  g_menu_append (menu, _("Align at the Selected _Method"), "win.align-selected");
  g_menu_append (menu, _("Align at the Selected Mar_ks"), "win.align-selected-marks");
  if (g_menu_model_get_n_items (G_MENU_MODEL (marks)) > 0)
    g_menu_append_section (menu, _("Align at the Marks Named"), G_MENU_MODEL (marks));
  return G_MENU_MODEL (menu);
}
