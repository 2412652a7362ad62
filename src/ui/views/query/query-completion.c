/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Popover that completes names in SQL. Owned by the query editor (query-editor.c), which passes each key to it first.
 * Changes only the text of the buffer. The handlers of the buffer distinguish typed text from inserted completions
 * with @is_typed and @is_inserting. */

#include "ui/views/query/query-completion.h"

#include <glib/gi18n.h>
#include <string.h>

#define MIN_TYPED 2 /* number of typed letters from which the list opens automatically */
#define WIDTH_PX  360
#define HEIGHT_PX 216

/**
 * TvQueryCompletion:
 * @view: (not owned): text view
 * @popover: (not owned): popover with the list
 * @names: (nullable): names to complete; %NULL until a worker has listed them
 * @found: (nullable) (element-type TvCompletion): rows of the list
 * @start: offset of the typed part in the text, in characters
 * @n_typed: length of the typed part, in characters
 * @is_asked: whether the user has requested the list, so that it stays open even if nothing is typed
 * @is_typed: whether the next change of the buffer is a typed character
 * @is_inserting: whether a completion is being inserted
 *
 * List of completions at the cursor.
 */
struct _TvQueryCompletion
{
  GObject parent_instance;

  GtkTextView *view;
  GtkPopover *popover;
  GtkListView *list;
  GtkStringList *model;
  GtkSingleSelection *selection;
  TvSqlNames *names;
  GArray *found;
  int start;
  guint n_typed;
  gboolean is_asked;
  gboolean is_typed;
  gboolean is_inserting;
};

G_DEFINE_FINAL_TYPE (TvQueryCompletion, tv_query_completion, G_TYPE_OBJECT)

static guint changed_signal;

static gboolean
is_open (TvQueryCompletion *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->popover));
}

static void
emit_changed (TvQueryCompletion *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
close_popover (TvQueryCompletion *self)
{
  if (!is_open (self))
    return;
  gtk_popover_popdown (self->popover);
  emit_changed (self);
}

static void
select_row (TvQueryCompletion *self, guint row)
{
  gtk_single_selection_set_selected (self->selection, row);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", row);
  emit_changed (self);
}

/* ---- Text ---- */

static char *
dup_text (GtkTextBuffer *buffer, int *cursor)
{
  GtkTextIter start, end, at;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  *cursor = gtk_text_iter_get_offset (&at);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* Finds the completions at the cursor. */
static void
find (TvQueryCompletion *self)
{
  int cursor;
  g_autofree char *text = dup_text (gtk_text_view_get_buffer (self->view), &cursor);
  gsize at = (gsize) (g_utf8_offset_to_pointer (text, cursor) - text), start;

  g_clear_pointer (&self->found, g_array_unref);
  self->found = tv_sql_names_complete (self->names, text, at, &start);
  self->start = (int) g_utf8_pointer_to_offset (text, text + start);
  self->n_typed = (guint) (cursor - self->start);
}

/* Returns whether the typed part is as long as the first completion, which is therefore already complete. */
static gboolean
is_complete (TvQueryCompletion *self)
{
  const TvCompletion *first = &g_array_index (self->found, TvCompletion, 0);

  return strlen (first->name) == self->n_typed;
}

/* Replaces the typed part with a completion. Omits the completion's opening bracket if the text already has one
 * there. */
static void
insert (TvQueryCompletion *self, guint row)
{
  const TvCompletion *chosen = &g_array_index (self->found, TvCompletion, row);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  gsize n = strlen (chosen->insert);
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  gtk_text_buffer_get_iter_at_offset (buffer, &start, self->start);
  if (chosen->insert[n - 1] == '(' && gtk_text_iter_get_char (&end) == '(')
    n--;
  self->is_inserting = TRUE;
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, chosen->insert, (int) n);
  gtk_text_buffer_end_user_action (buffer);
  self->is_inserting = FALSE;
  close_popover (self);
}

/* ---- List ---- */

static void
place_popover (TvQueryCompletion *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GdkRectangle bounds;
  GtkTextIter start;
  double x, y;

  gtk_text_buffer_get_iter_at_offset (buffer, &start, self->start);
  gtk_text_view_get_iter_location (self->view, &start, &bounds);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_WIDGET, bounds.x, bounds.y,
                                         &bounds.x, &bounds.y);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->view),
                                    gtk_widget_get_parent (GTK_WIDGET (self->popover)), bounds.x,
                                    bounds.y, &x, &y);
  bounds.x = (int) x;
  bounds.y = (int) y;
  bounds.width = 1;
  gtk_popover_set_pointing_to (self->popover, &bounds);
}

/* Fills and opens the list, or closes it if there are no completions. */
static void
show_found (TvQueryCompletion *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (self->found->len == 0)
    {
      close_popover (self);
      return;
    }
  for (guint i = 0; i < self->found->len; i++)
    g_ptr_array_add (names, g_array_index (self->found, TvCompletion, i).name);
  g_ptr_array_add (names, NULL);
  gtk_string_list_splice (self->model, 0, g_list_model_get_n_items (G_LIST_MODEL (self->model)),
                          (const char *const *) names->pdata);
  place_popover (self);
  if (!is_open (self))
    gtk_popover_popup (self->popover);
  select_row (self, 0);
}

/* Opens the list because the user has requested it. */
static void
ask (TvQueryCompletion *self)
{
  if (self->names == NULL)
    return;
  self->is_asked = TRUE;
  find (self);
  show_found (self);
}

/* Updates the list while the user types. Closes the list if the name is already complete, so that Enter starts a new
 * line. */
static void
on_buffer_changed (TvQueryCompletion *self)
{
  gboolean is_typed = self->is_typed;

  self->is_typed = FALSE;
  if (self->names == NULL || self->is_inserting || (!is_typed && !is_open (self)))
    return;
  if (!is_open (self))
    self->is_asked = FALSE;
  find (self);
  if ((!self->is_asked && self->n_typed < MIN_TYPED) ||
      (self->found->len > 0 && is_complete (self)))
    close_popover (self);
  else
    show_found (self);
}

static void
on_text_inserted (TvQueryCompletion *self, GtkTextIter *at, const char *text, int n)
{
  self->is_typed = gtk_widget_has_focus (GTK_WIDGET (self->view)) && g_utf8_strlen (text, n) == 1;
}

/* Closes the list when the cursor leaves the typed part. While the user types, on_buffer_changed() has already
 * updated the typed part. */
static void
on_cursor_moved (TvQueryCompletion *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  if (!self->is_inserting && gtk_text_iter_get_offset (&at) != self->start + (int) self->n_typed)
    close_popover (self);
}

/* ---- Rows ---- */

static void
on_row_released (TvQueryCompletion *self, int n_presses, double x, double y, GtkGesture *gesture)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (gesture), "item");

  insert (self, gtk_list_item_get_position (item));
}

static void
on_setup (TvQueryCompletion *self, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (NULL), *detail = gtk_label_new (NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), detail);
  g_object_set_data (G_OBJECT (click), "item", item);
  g_signal_connect_swapped (click, "released", G_CALLBACK (on_row_released), self);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (click));
  gtk_list_item_set_child (item, box);
}

/* Returns the offset of the typed part in a name, which is at the start or follows “_” or “.”; 0 if the name does not
 * contain it. */
static guint
find_typed (const char *name, const char *typed)
{
  gsize n = strlen (typed);

  for (guint i = 0; name[i] != '\0'; i++)
    if ((i == 0 || name[i - 1] == '_' || name[i - 1] == '.') &&
        g_ascii_strncasecmp (name + i, typed, n) == 0)
      return i;
  return 0;
}

static void
set_bold (TvQueryCompletion *self, GtkLabel *label, const char *name)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  g_autofree char *typed = NULL;
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_offset (buffer, &start, self->start);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, self->start + (int) self->n_typed);
  typed = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  bold->start_index = find_typed (name, typed);
  bold->end_index = bold->start_index + (guint) strlen (typed);
  pango_attr_list_insert (attributes, bold);
  gtk_label_set_attributes (label, attributes);
}

static void
on_bind (TvQueryCompletion *self, GtkListItem *item)
{
  static const char *const kinds[] = {
    [TV_COMPLETION_COLUMN] = N_("column"),     [TV_COMPLETION_TABLE] = N_("table"),
    [TV_COMPLETION_FUNCTION] = N_("function"), [TV_COMPLETION_MACRO] = N_("macro"),
    [TV_COMPLETION_MODULE] = N_("module"),     [TV_COMPLETION_KEYWORD] = N_("keyword"),
  };
  const TvCompletion *found = &g_array_index (self->found, TvCompletion,
                                              gtk_list_item_get_position (item));
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *detail = gtk_widget_get_next_sibling (name);
  g_autofree char *detail_text = NULL;

  gtk_label_set_text (GTK_LABEL (name), found->name);
  set_bold (self, GTK_LABEL (name), found->name);
  if (found->detail != NULL)
    /* Translators: description of a completion; %s is the name of a table */
    detail_text = g_strdup_printf (_("column of %s"), found->detail);
  else
    detail_text = g_strdup (_ (kinds[found->kind]));
  gtk_label_set_text (GTK_LABEL (detail), detail_text);
}

/* ---- Keys ---- */

static void
move (TvQueryCompletion *self, int by)
{
  int last = (int) self->found->len - 1;
  int row = (int) gtk_single_selection_get_selected (self->selection) + by;

  select_row (self, (guint) CLAMP (row, 0, last));
}

/* Handles a key press. Returns whether the list has used the key. */
gboolean
tv_query_completion_take_key (TvQueryCompletion *self, guint keyval, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();

  if (keyval == GDK_KEY_space && modifiers == GDK_CONTROL_MASK)
    {
      ask (self);
      return TRUE;
    }
  if (!is_open (self) || modifiers != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
      insert (self, gtk_single_selection_get_selected (self->selection));
      return TRUE;
    case GDK_KEY_Escape:
      close_popover (self);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns: (transfer floating): index of the selected row, and the names of the rows; no names while the list is
 * closed */
GVariant *
tv_query_completion_get_state (TvQueryCompletion *self)
{
  GVariantBuilder names;
  gboolean has_rows = is_open (self);

  g_variant_builder_init (&names, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; has_rows && i < self->found->len; i++)
    g_variant_builder_add (&names, "s", g_array_index (self->found, TvCompletion, i).name);
  return g_variant_new ("(uas)", has_rows ? gtk_single_selection_get_selected (self->selection) : 0,
                        &names);
}

/* ---- Object ---- */

/* Sets the names to complete. Takes a reference. */
void
tv_query_completion_set_names (TvQueryCompletion *self, TvSqlNames *names)
{
  g_clear_pointer (&self->names, tv_sql_names_unref);
  self->names = tv_sql_names_ref (names);
}

static void
tv_query_completion_finalize (GObject *object)
{
  TvQueryCompletion *self = TV_QUERY_COMPLETION (object);

  g_clear_pointer (&self->names, tv_sql_names_unref);
  g_clear_pointer (&self->found, g_array_unref);
  G_OBJECT_CLASS (tv_query_completion_parent_class)->finalize (object);
}

static void
tv_query_completion_class_init (TvQueryCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_query_completion_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_query_completion_init (TvQueryCompletion *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);
  self->model = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->model));
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  gtk_widget_set_can_focus (GTK_WIDGET (self->list), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "query-completion");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Completions"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), HEIGHT_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_widget_set_size_request (scrolled, WIDTH_PX, -1);
  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_popover_set_autohide (self->popover, FALSE);
  gtk_popover_set_has_arrow (self->popover, FALSE);
  gtk_popover_set_position (self->popover, GTK_POS_BOTTOM);
  gtk_widget_set_halign (GTK_WIDGET (self->popover), GTK_ALIGN_START);
  gtk_widget_set_can_focus (GTK_WIDGET (self->popover), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->popover), "query-completion-popover");
  gtk_popover_set_child (self->popover, scrolled);
}

/**
 * tv_query_completion_new:
 * @view: text view to complete in
 * @parent: parent of the popover; must unparent the popover when it is disposed
 *
 * Returns: (transfer full): a closed list of completions
 */
TvQueryCompletion *
tv_query_completion_new (GtkTextView *view, GtkWidget *parent)
{
  TvQueryCompletion *self = g_object_new (TV_TYPE_QUERY_COMPLETION, NULL);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->view = view;
  gtk_widget_set_parent (GTK_WIDGET (self->popover), parent);
  g_signal_connect_object (buffer, "insert-text", G_CALLBACK (on_text_inserted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (buffer, "changed", G_CALLBACK (on_buffer_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (buffer, "notify::cursor-position", G_CALLBACK (on_cursor_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (close_popover), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (view), focus);
  return self;
}
