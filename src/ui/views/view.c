/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/view.h"

G_DEFINE_INTERFACE (TvView, tv_view, GTK_TYPE_WIDGET)

enum
{
  CHIPS_CHANGED,
  CONTENT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

#define ADDRESS(name) &tv_view_##name,

static const TvViewInfo *const views[] = { TV_VIEWS (ADDRESS) };

/**
 * tv_views_get:
 * @n: (out): how many
 *
 * Returns: (transfer none): all views that there are, in the order of the switcher
 */
const TvViewInfo *const *
tv_views_get (guint *n)
{
  *n = G_N_ELEMENTS (views);
  return views;
}

static void
tv_view_default_init (TvViewInterface *iface)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  g_object_interface_install_property (iface,
                                       g_param_spec_boolean ("is-busy", NULL, NULL, FALSE, flags));
  g_object_interface_install_property (iface,
                                       g_param_spec_string ("summary", NULL, NULL, NULL, flags));
  signals[CHIPS_CHANGED] = g_signal_new ("chips-changed", TV_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
  signals[CONTENT_CHANGED] = g_signal_new ("content-changed", TV_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* Shows a session; once. */
void
tv_view_set_session (TvView *self, TvSession *session)
{
  g_return_if_fail (TV_IS_VIEW (self) && TV_IS_SESSION (session));
  TV_VIEW_GET_IFACE (self)->set_session (self, session);
}

/* (transfer none) (nullable): what stands in the bar above it */
GtkWidget *
tv_view_get_tools (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_IFACE (self)->get_tools != NULL ? TV_VIEW_GET_IFACE (self)->get_tools (self)
                                                     : NULL;
}

/* (transfer none) (nullable): a choice of how it looks at things, which stands beside the chips */
GtkWidget *
tv_view_get_mode (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_IFACE (self)->get_mode != NULL ? TV_VIEW_GET_IFACE (self)->get_mode (self)
                                                    : NULL;
}

/* (transfer none) (nullable): its options */
GMenuModel *
tv_view_get_menu (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_IFACE (self)->get_menu != NULL ? TV_VIEW_GET_IFACE (self)->get_menu (self)
                                                    : NULL;
}

/* Moves the focus to where one types what to look for. Returns: whether there is such a place */
gboolean
tv_view_find (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);

  if (TV_VIEW_GET_IFACE (self)->find == NULL)
    return FALSE;
  TV_VIEW_GET_IFACE (self)->find (self);
  return TRUE;
}

/* Goes to the next (1) or previous (-1) of what is found. Returns: whether it can */
gboolean
tv_view_step (TvView *self, int direction)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);

  if (TV_VIEW_GET_IFACE (self)->step == NULL)
    return FALSE;
  TV_VIEW_GET_IFACE (self)->step (self, direction);
  return TRUE;
}

/* Exports a picture of what it shows. Returns: whether it has pictures */
gboolean
tv_view_export_picture (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);

  if (TV_VIEW_GET_IFACE (self)->export_picture == NULL)
    return FALSE;
  TV_VIEW_GET_IFACE (self)->export_picture (self);
  return TRUE;
}

/**
 * tv_view_dup_table:
 * @name: (nullable): which one; %NULL = the one that is shown most
 * @order: (out) (transfer full) (nullable): its rows as guint32 in the order shown; %NULL if they are
 *   in their own
 *
 * Returns: (transfer full) (nullable): a table that the view shows, or %NULL if it has none such
 */
TvTable *
tv_view_dup_table (TvView *self, const char *name, GBytes **order)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  *order = NULL;
  return TV_VIEW_GET_IFACE (self)->dup_table != NULL
             ? TV_VIEW_GET_IFACE (self)->dup_table (self, name, order)
             : NULL;
}

/* Offers what the view can be asked and told from outside. */
void
tv_view_add_actions (TvView *self, GActionMap *map)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_IFACE (self)->add_actions != NULL)
    TV_VIEW_GET_IFACE (self)->add_actions (self, map);
}

/* Adds a #TvChip for each thing that changes the view's numbers, but for what is selected. */
void
tv_view_add_chips (TvView *self, GPtrArray *chips)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_IFACE (self)->add_chips != NULL)
    TV_VIEW_GET_IFACE (self)->add_chips (self, chips);
}

gboolean
tv_view_is_busy (TvView *self)
{
  gboolean is_busy;

  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);
  g_object_get (self, "is-busy", &is_busy, NULL);
  return is_busy;
}

/* (transfer full) (nullable): what is left of all */
char *
tv_view_dup_summary (TvView *self)
{
  char *summary;

  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  g_object_get (self, "summary", &summary, NULL);
  return summary;
}

/* Whether nothing is left to show by what is selected, or by its own filter. */
gboolean
tv_view_is_empty (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);
  return TV_VIEW_GET_IFACE (self)->is_empty != NULL && TV_VIEW_GET_IFACE (self)->is_empty (self);
}

/* (transfer full) (nullable): what the view itself filters by, in words */
char *
tv_view_dup_filter (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_IFACE (self)->dup_filter != NULL ? TV_VIEW_GET_IFACE (self)->dup_filter (self)
                                                      : NULL;
}

/* Takes that back. */
void
tv_view_clear_filter (TvView *self)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_IFACE (self)->clear_filter != NULL)
    TV_VIEW_GET_IFACE (self)->clear_filter (self);
}

/* Brings the session's selected symbol into sight, in one of the ways that its info has. */
void
tv_view_show_symbol (TvView *self, TvSymbolShow how)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_IFACE (self)->show_symbol != NULL)
    TV_VIEW_GET_IFACE (self)->show_symbol (self, how);
}

/* To be called by a view that may be empty now, or not any more. */
void
tv_view_change_content (TvView *self)
{
  g_return_if_fail (TV_IS_VIEW (self));
  g_signal_emit (self, signals[CONTENT_CHANGED], 0);
}

/* To be called by a view whose chips are others now. */
void
tv_view_change_chips (TvView *self)
{
  g_return_if_fail (TV_IS_VIEW (self));
  g_signal_emit (self, signals[CHIPS_CHANGED], 0);
}
