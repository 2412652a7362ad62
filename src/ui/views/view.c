/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Base class of all views, and the table of all views (TV_VIEWS). The panel (ui/pages/) creates views and calls them
 * only through these functions. State: the session, the search entry and the busy state. Each view overrides
 * functions of TvViewClass. */

#include "ui/views/view.h"

typedef struct
{
  const TvViewInfo *info;
  TvSession *session;   /* (nullable): %NULL until tv_view_set_session() */
  TvSearchEntry *entry; /* (nullable) */
  GtkWidget *find_box;  /* (nullable): @entry, or a box that contains it */
  gboolean is_busy;
} TvViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TvView, tv_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_INFO,
  PROP_IS_BUSY,
  PROP_SUMMARY,
};

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
 * @n: (out): number of views
 *
 * Returns: (transfer none): all views, in the order of the switcher
 */
const TvViewInfo *const *
tv_views_get (guint *n)
{
  *n = G_N_ELEMENTS (views);
  return views;
}

/* Returns whether any view that fits the trace can show symbols in the given way. */
gboolean
tv_views_show (TvTrace *trace, TvSymbolShow how)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (views[i]->shows & how && views[i]->get_fit (trace) != TV_VIEW_EMPTY)
      return TRUE;
  return FALSE;
}

/* Returns whether any view that fits the trace can show a line of the file. @line: number of the line, counted from
 * 1. */
gboolean
tv_views_have_line (TvTrace *trace, guint64 line)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (views[i]->has_line != NULL && views[i]->get_fit (trace) != TV_VIEW_EMPTY &&
        views[i]->has_line (trace, line))
      return TRUE;
  return FALSE;
}

static TvViewPrivate *
get_private (TvView *self)
{
  return tv_view_get_instance_private (self);
}

/* ---- Object ---- */

static void
set_seen (TvView *self, gboolean is_seen)
{
  if (get_private (self)->session != NULL && TV_VIEW_GET_CLASS (self)->set_seen != NULL)
    TV_VIEW_GET_CLASS (self)->set_seen (self, is_seen);
}

static void
tv_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_view_parent_class)->map (widget);
  set_seen (TV_VIEW (widget), TRUE);
}

static void
tv_view_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_view_parent_class)->unmap (widget);
  set_seen (TV_VIEW (widget), FALSE);
}

static void
tv_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvView *self = TV_VIEW (object);

  if (id == PROP_IS_BUSY)
    g_value_set_boolean (value, tv_view_is_busy (self));
  else if (id == PROP_SUMMARY)
    g_value_take_string (value, tv_view_dup_summary (self));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_INFO)
    get_private (TV_VIEW (object))->info = g_value_get_pointer (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_view_dispose (GObject *object)
{
  TvViewPrivate *priv = get_private (TV_VIEW (object));
  GtkWidget *child;

  if (priv->session != NULL)
    g_signal_handlers_disconnect_by_data (priv->session, object);
  if (priv->entry != NULL)
    g_signal_handlers_disconnect_by_data (priv->entry, object);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    {
      g_signal_handlers_disconnect_by_data (child, object);
      gtk_widget_unparent (child);
    }
  G_OBJECT_CLASS (tv_view_parent_class)->dispose (object);
}

/* Frees these objects here instead of in dispose, because the dispose functions of subclasses may use them. */
static void
tv_view_finalize (GObject *object)
{
  TvViewPrivate *priv = get_private (TV_VIEW (object));

  g_clear_object (&priv->session);
  g_clear_object (&priv->entry);
  g_clear_object (&priv->find_box);
  G_OBJECT_CLASS (tv_view_parent_class)->finalize (object);
}

static void
tv_view_class_init (TvViewClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tv_view_get_property;
  object_class->set_property = tv_view_set_property;
  object_class->dispose = tv_view_dispose;
  object_class->finalize = tv_view_finalize;
  GTK_WIDGET_CLASS (klass)->map = tv_view_map;
  GTK_WIDGET_CLASS (klass)->unmap = tv_view_unmap;
  g_object_class_install_property (
      object_class, PROP_INFO,
      g_param_spec_pointer ("info", NULL, NULL,
                            G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_IS_BUSY,
                                   g_param_spec_boolean ("is-busy", NULL, NULL, FALSE, flags));
  g_object_class_install_property (object_class, PROP_SUMMARY,
                                   g_param_spec_string ("summary", NULL, NULL, NULL, flags));
  signals[CHIPS_CHANGED] = g_signal_new ("chips-changed", TV_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
  signals[CONTENT_CHANGED] = g_signal_new ("content-changed", TV_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_view_init (TvView *self)
{
}

/* Returns: (transfer floating): a new view, without a session */
TvView *
tv_view_new (const TvViewInfo *info)
{
  return g_object_new (info->get_type (), "info", info, NULL);
}

/* Returns: (transfer none): the description of the view */
const TvViewInfo *
tv_view_get_info (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return get_private (self)->info;
}

/* ---- Session ---- */

/* Sets the session. Called once. */
void
tv_view_set_session (TvView *self, TvSession *session)
{
  g_return_if_fail (TV_IS_VIEW (self) && TV_IS_SESSION (session));
  g_return_if_fail (get_private (self)->session == NULL);

  get_private (self)->session = g_object_ref (session);
  TV_VIEW_GET_CLASS (self)->set_session (self, session);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    set_seen (self, TRUE);
}

/* Returns: (transfer none) (nullable): the session of the view */
TvSession *
tv_view_get_session (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return get_private (self)->session;
}

/* Returns whether the view has a session and is visible. */
gboolean
tv_view_is_seen (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);
  return get_private (self)->session != NULL && gtk_widget_get_mapped (GTK_WIDGET (self));
}

/* Makes this view the visible one of its panel. */
void
tv_view_raise (TvView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s",
                              tv_view_get_info (self)->id);
}

/* ---- Tools ---- */

/**
 * tv_view_set_find_box:
 * @entry: (transfer floating): search entry; the view's handlers are disconnected when the view is disposed
 * @box: (transfer floating): widget for the bar above the view: @entry, or a box that contains it
 *
 * Sets the search entry. Called at most once, while the view is being created.
 */
void
tv_view_set_find_box (TvView *self, TvSearchEntry *entry, GtkWidget *box)
{
  g_return_if_fail (TV_IS_VIEW (self) && get_private (self)->entry == NULL);

  get_private (self)->entry = g_object_ref_sink (entry);
  get_private (self)->find_box = g_object_ref_sink (box);
}

/* Returns: (transfer none) (nullable): the widget for the bar above the view */
GtkWidget *
tv_view_get_tools (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_CLASS (self)->get_tools != NULL ? TV_VIEW_GET_CLASS (self)->get_tools (self)
                                                     : get_private (self)->find_box;
}

/* Returns: (transfer none) (nullable): widget beside the chips that chooses the mode of the view */
GtkWidget *
tv_view_get_mode (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_CLASS (self)->get_mode != NULL ? TV_VIEW_GET_CLASS (self)->get_mode (self)
                                                    : NULL;
}

/* Returns: (transfer none) (nullable): the view's options for the menu of the bar */
GMenuModel *
tv_view_get_menu (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_CLASS (self)->get_menu != NULL ? TV_VIEW_GET_CLASS (self)->get_menu (self)
                                                    : NULL;
}

/* Moves the focus to the search entry. Returns whether the view has one. */
gboolean
tv_view_find (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);

  if (TV_VIEW_GET_CLASS (self)->find != NULL)
    TV_VIEW_GET_CLASS (self)->find (self);
  else if (get_private (self)->find_box != NULL)
    gtk_widget_grab_focus (get_private (self)->find_box);
  else
    return FALSE;
  return TRUE;
}

/* Goes to the next (1) or previous (-1) match. Returns whether the view can search. */
gboolean
tv_view_step (TvView *self, int direction)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);

  if (TV_VIEW_GET_CLASS (self)->step == NULL)
    return FALSE;
  TV_VIEW_GET_CLASS (self)->step (self, direction);
  return TRUE;
}

/* Asks for a file, then exports an image of the view. Returns whether the view can export images. */
gboolean
tv_view_export_image (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);

  if (TV_VIEW_GET_CLASS (self)->export_image == NULL)
    return FALSE;
  TV_VIEW_GET_CLASS (self)->export_image (self);
  return TRUE;
}

/**
 * tv_view_dup_table:
 * @name: (nullable): name of a table; %NULL for the main table of the view
 * @order: (out) (transfer full) (nullable): rows (guint32) in the visible order; %NULL if they are in the order of
 *   the table
 *
 * Returns: (transfer full) (nullable): the table; %NULL if the view does not show a table with this name
 */
TvTable *
tv_view_dup_table (TvView *self, const char *name, GBytes **order)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  *order = NULL;
  return TV_VIEW_GET_CLASS (self)->dup_table != NULL
             ? TV_VIEW_GET_CLASS (self)->dup_table (self, name, order)
             : NULL;
}

/* Adds the actions of the view to @map. */
void
tv_view_add_actions (TvView *self, GActionMap *map)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_CLASS (self)->add_actions != NULL)
    TV_VIEW_GET_CLASS (self)->add_actions (self, map);
}

/* Returns whether the view can have chips of its own. */
gboolean
tv_view_has_chips (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);
  return TV_VIEW_GET_CLASS (self)->add_chips != NULL;
}

/* Adds a #TvChip for each filter of the view. */
void
tv_view_add_chips (TvView *self, GPtrArray *chips)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_CLASS (self)->add_chips != NULL)
    TV_VIEW_GET_CLASS (self)->add_chips (self, chips);
}

gboolean
tv_view_is_busy (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);
  return get_private (self)->is_busy;
}

/* Sets whether the view is computing or sorting. Called by subclasses. */
void
tv_view_set_busy (TvView *self, gboolean is_busy)
{
  g_return_if_fail (TV_IS_VIEW (self));

  if (get_private (self)->is_busy == is_busy)
    return;
  get_private (self)->is_busy = is_busy;
  g_object_notify (G_OBJECT (self), "is-busy");
}

/* Adds the view's filter to the description of a table in the view. If the view has no @describe_content, adds the
 * filter as omitted. */
void
tv_view_describe_content (TvView *self, TvTableContent *content)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_CLASS (self)->describe_content != NULL)
    TV_VIEW_GET_CLASS (self)->describe_content (self, content);
  else
    content->omitted = tv_view_dup_filter (self);
}

/* Adds the text of a search entry, unless it is empty, to the description of a table. */
void
tv_view_describe_text (TvSearchEntry *entry, TvTableContent *content)
{
  if (!tv_search_entry_is_active (entry))
    return;
  content->text = g_strdup (tv_search_entry_get_text (entry));
  content->is_regex = tv_search_entry_is_regex (entry);
}

/* Shows the rows of another view's list as a query. Only for views whose #TvViewInfo has @queries. */
void
tv_view_show_content (TvView *self, const TvTableContent *content)
{
  g_return_if_fail (TV_IS_VIEW (self) && TV_VIEW_GET_CLASS (self)->show_content != NULL);
  TV_VIEW_GET_CLASS (self)->show_content (self, content);
}

/* Returns: (transfer full) (nullable): summary of the visible rows */
char *
tv_view_dup_summary (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);
  return TV_VIEW_GET_CLASS (self)->dup_summary != NULL
             ? TV_VIEW_GET_CLASS (self)->dup_summary (self)
             : NULL;
}

/* Returns whether the selection or the view's filter hides everything in the view. */
gboolean
tv_view_is_empty (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);
  return TV_VIEW_GET_CLASS (self)->is_empty != NULL && TV_VIEW_GET_CLASS (self)->is_empty (self);
}

/* Returns: (transfer full) (nullable): description of the filter of the view */
char *
tv_view_dup_filter (TvView *self)
{
  TvSearchEntry *entry;

  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  if (TV_VIEW_GET_CLASS (self)->dup_filter != NULL)
    return TV_VIEW_GET_CLASS (self)->dup_filter (self);
  entry = get_private (self)->entry;
  return entry != NULL && tv_search_entry_is_filter (entry) && tv_search_entry_is_active (entry)
             ? g_strdup (tv_search_entry_get_text (entry))
             : NULL;
}

/* Removes the filter of the view. */
void
tv_view_clear_filter (TvView *self)
{
  TvSearchEntry *entry;

  g_return_if_fail (TV_IS_VIEW (self));

  entry = get_private (self)->entry;
  if (TV_VIEW_GET_CLASS (self)->clear_filter != NULL)
    TV_VIEW_GET_CLASS (self)->clear_filter (self);
  else if (entry != NULL)
    tv_search_entry_set (entry, "", tv_search_entry_is_regex (entry));
}

/* Goes to a line of the file. The #TvViewInfo must have @has_line, which must return %TRUE for the line. */
void
tv_view_show_line (TvView *self, guint64 line)
{
  g_return_if_fail (TV_IS_VIEW (self) && TV_VIEW_GET_CLASS (self)->show_line != NULL);
  TV_VIEW_GET_CLASS (self)->show_line (self, line);
}

/* Shows the rows around a timestamp. Only for views whose #TvViewInfo has @shows_time. */
void
tv_view_show_time (TvView *self, gint64 ns)
{
  g_return_if_fail (TV_IS_VIEW (self) && TV_VIEW_GET_CLASS (self)->show_time != NULL);
  TV_VIEW_GET_CLASS (self)->show_time (self, ns);
}

/* Shows the session's selected symbol, in one of the ways in @shows of the view's #TvViewInfo. */
void
tv_view_show_symbol (TvView *self, TvSymbolShow how)
{
  g_return_if_fail (TV_IS_VIEW (self));
  if (TV_VIEW_GET_CLASS (self)->show_symbol != NULL)
    TV_VIEW_GET_CLASS (self)->show_symbol (self, how);
}

/* Emits "content-changed". Called by a view that may have become empty or non-empty. */
void
tv_view_change_content (TvView *self)
{
  g_return_if_fail (TV_IS_VIEW (self));
  g_signal_emit (self, signals[CONTENT_CHANGED], 0);
}

/* Emits "chips-changed". Called by a view whose chips have changed. */
void
tv_view_change_chips (TvView *self)
{
  g_return_if_fail (TV_IS_VIEW (self));
  g_signal_emit (self, signals[CHIPS_CHANGED], 0);
}
