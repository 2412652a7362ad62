/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SQL editor with highlighting and error marks. A child of the Query view (query-view.c), which runs the text. Owns a
 * GtkSourceBuffer and the completion. Does not change the session. */

#include "ui/views/query/query-editor.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "ui/views/query/query-completion.h"

struct _TvQueryEditor
{
  GtkWidget parent_instance;

  GtkSourceView *view;
  GtkSourceBuffer *buffer;
  GtkTextTag *error_tag;
  TvQueryCompletion *completion;
};

G_DEFINE_FINAL_TYPE (TvQueryEditor, tv_query_editor, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  RUN,
  LEAVE,
  STEP,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

#define MARGIN_PX 6

/* ---- Text ---- */

/* Returns: (transfer full): the whole text */
char *
tv_query_editor_dup_text (TvQueryEditor *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
}

/**
 * tv_query_editor_dup_run:
 * @first: (out): offset of the returned text in the whole text, in characters
 *
 * Returns: (transfer full): the text to run: the selected part, or the whole text if nothing is selected
 */
char *
tv_query_editor_dup_run (TvQueryEditor *self, guint *first)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
    gtk_text_buffer_get_bounds (buffer, &start, &end);
  *first = (guint) gtk_text_iter_get_offset (&start);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* Replaces the whole text. The user can undo this. */
void
tv_query_editor_set_text (TvQueryEditor *self, const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static gboolean
is_of_word (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_';
}

/* Inserts a name at the cursor, or in place of the selection. Adds a space if the name would otherwise extend the
 * word before it. The user can undo this. */
void
tv_query_editor_insert (TvQueryEditor *self, const char *name)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, before;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete_selection (buffer, FALSE, TRUE);
  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  before = start;
  if (gtk_text_iter_backward_char (&before) && is_of_word (gtk_text_iter_get_char (&before)))
    gtk_text_buffer_insert (buffer, &start, " ", -1);
  gtk_text_buffer_insert (buffer, &start, name, -1);
  gtk_text_buffer_end_user_action (buffer);
}

/* ---- Errors ---- */

/* Underlines the token at an offset in characters and moves the cursor there. In white space or at the end of the
 * text, underlines the last character before. */
void
tv_query_editor_show_error (TvQueryEditor *self, guint at)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  tv_query_editor_clear_error (self);
  gtk_text_buffer_get_iter_at_offset (buffer, &start, (int) MIN (at, (guint) G_MAXINT));
  while ((gtk_text_iter_is_end (&start) || g_unichar_isspace (gtk_text_iter_get_char (&start))) &&
         gtk_text_iter_backward_char (&start))
    ;
  end = start;
  gtk_text_iter_forward_char (&end);
  while (is_of_word (gtk_text_iter_get_char (&start)) && !gtk_text_iter_is_end (&end) &&
         is_of_word (gtk_text_iter_get_char (&end)))
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_apply_tag (buffer, self->error_tag, &start, &end);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer),
                                0.0, FALSE, 0.0, 0.0);
}

void
tv_query_editor_clear_error (TvQueryEditor *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->buffer), self->error_tag, &start, &end);
}

/**
 * tv_query_editor_get_error:
 * @line: (out): line of the token, counted from 1
 * @column: (out): column of the token, counted from 1
 *
 * Gets the position of the underlined token.
 *
 * Returns: whether a token is underlined
 */
gboolean
tv_query_editor_get_error (TvQueryEditor *self, guint *line, guint *column)
{
  GtkTextIter iter;

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffer), &iter);
  if (!gtk_text_iter_starts_tag (&iter, self->error_tag) &&
      !gtk_text_iter_forward_to_tag_toggle (&iter, self->error_tag))
    return FALSE;
  *line = (guint) gtk_text_iter_get_line (&iter) + 1;
  *column = (guint) gtk_text_iter_get_line_offset (&iter) + 1;
  return TRUE;
}

/* ---- Completion ---- */

/* Sets the names for completion. */
void
tv_query_editor_set_names (TvQueryEditor *self, TvSqlNames *names)
{
  tv_query_completion_set_names (self->completion, names);
}

/* Returns: (transfer floating): index of the selected completion, and the names in the list; no names while the list
 * is closed */
GVariant *
tv_query_editor_get_completion (TvQueryEditor *self)
{
  return tv_query_completion_get_state (self->completion);
}

/* ---- Keys ---- */

/* Handles keys in the capture phase, because the text view would otherwise insert or move lines. */
static gboolean
on_key_captured (GtkEventControllerKey *controller,
                 guint keyval,
                 guint keycode,
                 GdkModifierType state,
                 TvQueryEditor *self)
{
  static const struct
  {
    guint keyval;
    GdkModifierType state;
    guint signal;
    int step;
  } keys[] = {
    { GDK_KEY_Return, GDK_CONTROL_MASK, RUN, 0 },
    { GDK_KEY_KP_Enter, GDK_CONTROL_MASK, RUN, 0 },
    { GDK_KEY_Up, GDK_ALT_MASK, STEP, -1 },
    { GDK_KEY_Down, GDK_ALT_MASK, STEP, 1 },
  };

  if (tv_query_completion_take_key (self->completion, keyval, state))
    return GDK_EVENT_STOP;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].keyval == keyval &&
        keys[i].state == (state & gtk_accelerator_get_default_mod_mask ()))
      {
        if (keys[i].signal == STEP)
          g_signal_emit (self, signals[STEP], 0, keys[i].step);
        else
          g_signal_emit (self, signals[keys[i].signal], 0);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* Emits “leave” for Esc. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvQueryEditor *self)
{
  if (keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  g_signal_emit (self, signals[LEAVE], 0);
  return GDK_EVENT_STOP;
}

static void
add_keys (TvQueryEditor *self)
{
  GtkEventController *before = gtk_event_controller_key_new ();
  GtkEventController *after = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (before, GTK_PHASE_CAPTURE);
  g_signal_connect (before, "key-pressed", G_CALLBACK (on_key_captured), self);
  g_signal_connect (after, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), before);
  gtk_widget_add_controller (GTK_WIDGET (self), after);
}

/* ---- Object ---- */

static void
emit_changed (TvQueryEditor *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_changed (TvQueryEditor *self)
{
  tv_query_editor_clear_error (self);
  emit_changed (self);
}

static void
follow_style (TvQueryEditor *self)
{
  gboolean is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (
      self->buffer,
      gtk_source_style_scheme_manager_get_scheme (manager, is_dark ? "Adwaita-dark" : "Adwaita"));
}

static void
tv_query_editor_dispose (GObject *object)
{
  TvQueryEditor *self = TV_QUERY_EDITOR (object);
  GtkWidget *child;

  if (self->buffer != NULL)
    g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_clear_object (&self->completion);
  g_clear_object (&self->buffer);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_query_editor_parent_class)->dispose (object);
}

static gboolean
tv_query_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TV_QUERY_EDITOR (widget)->view));
}

static void
tv_query_editor_class_init (TvQueryEditorClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_query_editor_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = tv_query_editor_grab_focus;
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[RUN] = g_signal_new ("run", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[LEAVE] = g_signal_new ("leave", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 0);
  signals[STEP] = g_signal_new ("step", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_INT);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "queryeditor");
}

static void
tv_query_editor_init (TvQueryEditor *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->buffer = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (self->buffer,
                                  gtk_source_language_manager_get_language (languages, "sql"));
  self->error_tag = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), NULL, "underline",
                                                PANGO_UNDERLINE_ERROR, NULL);
  g_signal_connect_swapped (self->buffer, "changed", G_CALLBACK (on_changed), self);
  self->view = GTK_SOURCE_VIEW (gtk_source_view_new_with_buffer (self->buffer));
  gtk_source_view_set_show_line_numbers (self->view, TRUE);
  gtk_source_view_set_highlight_current_line (self->view, TRUE);
  gtk_source_view_set_auto_indent (self->view, TRUE);
  gtk_source_view_set_insert_spaces_instead_of_tabs (self->view, TRUE);
  gtk_source_view_set_tab_width (self->view, 2);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->view), MARGIN_PX);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (self->view), MARGIN_PX);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), MARGIN_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_parent (scrolled, GTK_WIDGET (self));
  self->completion = tv_query_completion_new (GTK_TEXT_VIEW (self->view), GTK_WIDGET (self));
  g_signal_connect_swapped (self->completion, "changed", G_CALLBACK (emit_changed), self);
  add_keys (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (follow_style), self, G_CONNECT_SWAPPED);
  follow_style (self);
}

GtkWidget *
tv_query_editor_new (void)
{
  return g_object_new (TV_TYPE_QUERY_EDITOR, NULL);
}
