/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stack of a dumped thread with its locks, or two stacks side by side. Created by the Dump Threads view
 * (dump-view.c). Shows the session's dump-thread, and sets it when the user jumps from a lock to its owner. Owns the
 * lines (stack-lines.h) of the visible stack. */

#include "ui/views/dump/stack-pane.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "ui/kit/state-icon.h"
#include "ui/views/dump/stack-comparison.h"
#include "ui/views/dump/stack-lines.h"
#include "ui/views/dump/stack-menu.h"
#include "ui/views/dump/stack-model.h"
#include "ui/views/dump/stack-row.h"
#include "ui/views/dump/stack-labels.h"

struct _TvStackPane
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *header;
  GtkWidget *start, *end; /* boxes for widgets that the owner of the pane adds to the header */
  TvStateIcon *icon;
  GtkLabel *name;
  GtkLabel *thread_properties;
  GtkMenuButton *beside_button;
  GtkLabel *beside_label;
  GtkWidget *scrolled;
  GtkListView *list;
  GtkLabel *message; /* visible if there is no stack */
  GtkLabel *legend;
  GtkWidget *menu; /* (nullable) */

  TvSession *session; /* (nullable) */
  TvStackModel *model;
  GtkSingleSelection *selection;
  GArray *lines;  /* (element-type TvStackLine) */
  guint32 thread; /* thread whose stack is visible, or TV_NONE */
  int beside;     /* #TvDumpSnapshot with the other stack, or -1 */
};

G_DEFINE_FINAL_TYPE (TvStackPane, tv_stack_pane, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_BESIDE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static TvTrace *
get_trace (TvStackPane *self)
{
  return tv_session_get_trace (self->session);
}

static const TvStackLine *
get_line (TvStackPane *self, guint position)
{
  return position < self->lines->len ? &g_array_index (self->lines, TvStackLine, position) : NULL;
}

/* ---- Links ---- */

static void
open_source (TvStackPane *self, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (get_trace (self));
  const TvFrame *frame = callsite != TV_NONE ? &stacks->frames[stacks->callsites[callsite].frame]
                                             : NULL;

  if (frame != NULL && frame->symbol != TV_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), "calls.open-line", "(uu)", frame->symbol,
                                frame->line);
}

/* Goes from a lock that the thread does not hold to the owner of the lock, or from a frame to its source code. */
static void
follow (TvStackPane *self, guint position)
{
  const TvStackLine *line = get_line (self, position);
  const TvDumpLock *lock;

  if (line == NULL)
    return;
  if (line->kind != TV_STACK_LOCK)
    {
      open_source (self, line->callsite);
      return;
    }
  lock = &tv_trace_get_dumps (get_trace (self))->locks[line->lock];
  if (lock->use != TV_LOCK_HELD && lock->owner != TV_NONE)
    tv_session_select_dump_thread (self->session, lock->owner);
}

static void
on_link (TvStackRow *row, GtkListItem *item)
{
  TvStackPane *self = TV_STACK_PANE (
      gtk_widget_get_ancestor (GTK_WIDGET (row), TV_TYPE_STACK_PANE));

  follow (self, gtk_list_item_get_position (item));
}

static void
on_activated (GtkListView *list, guint position, TvStackPane *self)
{
  follow (self, position);
}

/* Selects the thread for which the visible thread waits. Rings the bell if there is none. */
static void
follow_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvStackPane *self = TV_STACK_PANE (widget);
  guint32 target =
      self->thread != TV_NONE
          ? tv_waits_get (tv_session_get_dump_findings (self->session)->waits, self->thread)->target
          : TV_NONE;

  if (target != TV_NONE)
    tv_session_select_dump_thread (self->session, target);
  else
    gtk_widget_error_bell (widget);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvStackPane *self = TV_STACK_PANE (widget);
  g_autofree char *text = NULL;

  if (self->thread == TV_NONE)
    return;
  text = tv_stack_lines_dup_text (
      get_trace (self), tv_session_get_dump_findings (self->session)->waits, self->thread);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* ---- Menu ---- */

static void
open_menu (TvStackPane *self, guint position, double x, double y)
{
  gtk_single_selection_set_selected (self->selection, position);
  tv_stack_menu_open (&self->menu, GTK_WIDGET (self), self->session,
                      tv_stack_line_find_symbol (get_trace (self), get_line (self, position)), x,
                      y);
}

static void
on_secondary (GtkGesture *gesture, int n_presses, double x, double y, GtkListItem *item)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  TvStackPane *self = TV_STACK_PANE (gtk_widget_get_ancestor (row, TV_TYPE_STACK_PANE));

  gtk_widget_translate_coordinates (row, GTK_WIDGET (self), x, y, &x, &y);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, gtk_list_item_get_position (item), x, y);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvStackPane *self = TV_STACK_PANE (widget);
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->lines->len > 0)
    open_menu (self, position < self->lines->len ? position : 0, 0,
               gtk_widget_get_height (self->header));
}

/* ---- Rows ---- */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = tv_stack_row_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary), item);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (row, "link", G_CALLBACK (on_link), item);
  gtk_list_item_set_child (item, row);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, TvStackPane *self)
{
  guint position = tv_stack_item_get_line (TV_STACK_ITEM (gtk_list_item_get_item (item)));
  GtkWidget *row = gtk_list_item_get_child (item), *row_widget;
  g_autofree char *label = NULL;

  tv_stack_row_set (TV_STACK_ROW (row), get_trace (self), get_line (self, position),
                    self->beside >= 0);
  label = tv_stack_row_dup_label (TV_STACK_ROW (row));
  row_widget = gtk_widget_get_parent (row);
  if (row_widget != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    label, -1);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  tv_stack_row_set (TV_STACK_ROW (gtk_list_item_get_child (item)), NULL, NULL, FALSE);
}

/* ---- Content ---- */

static void
show_beside (TvStackPane *self, guint32 other)
{
  gboolean is_later = other < self->thread;
  g_autofree char *text = tv_stack_comparison_dup_label (self->session, self->thread, self->beside);

  self->lines = tv_stack_lines_new_beside (get_trace (self), is_later ? other : self->thread,
                                           is_later ? self->thread : other);
  gtk_label_set_text (self->beside_label, text);
}

static void
show_lines (TvStackPane *self)
{
  guint32 other = tv_stack_comparison_find (self->session, self->thread, self->beside);

  g_clear_pointer (&self->lines, g_array_unref);
  if (self->thread == TV_NONE)
    self->lines = g_array_new (FALSE, FALSE, sizeof (TvStackLine));
  else if (other != TV_NONE)
    show_beside (self, other);
  else
    {
      self->beside = -1;
      self->lines = tv_stack_lines_new (
          get_trace (self), tv_session_get_dump_findings (self->session)->waits, self->thread);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->beside_label), other != TV_NONE);
  tv_stack_model_set_n (self->model, self->lines->len);
  gtk_widget_set_visible (self->scrolled, self->lines->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->message), self->lines->len == 0);
}

static void
reveal (TvStackPane *self, guint position, gboolean is_selected)
{
  if (position >= self->lines->len)
    return;
  if (is_selected)
    gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}

static void
on_reveal_frame (TvStackPane *self, guint callsite)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const TvStackLine *line = get_line (self, i);

      if (line->callsite == callsite && line->kind != TV_STACK_REPEATED)
        {
          reveal (self, i, TRUE);
          return;
        }
    }
}

static void
show_choices (TvStackPane *self)
{
  g_autoptr (GMenuModel) menu = tv_stack_comparison_new_menu (self->session, self->thread);

  gtk_menu_button_set_menu_model (self->beside_button, menu);
  gtk_widget_set_visible (GTK_WIDGET (self->beside_button), menu != NULL);
}

static void
show_header (TvStackPane *self)
{
  TvTrace *trace = get_trace (self);
  gboolean has_thread = self->thread != TV_NONE;
  g_autofree char *name = has_thread ? tv_dump_dup_thread_label (trace, self->thread) : NULL;
  g_autofree char *thread_properties = has_thread ? tv_stack_labels_dup_details (self->session,
                                                                                 self->thread)
                                                  : NULL;
  g_autofree char *legend = has_thread ? tv_stack_labels_dup_legend (trace, self->thread) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->icon), has_thread);
  if (has_thread)
    tv_state_icon_set_state (
        self->icon, tv_dump_state_find (trace, &tv_trace_get_dumps (trace)->threads[self->thread]));
  gtk_label_set_text (self->name, name != NULL ? name : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), name);
  gtk_label_set_text (self->thread_properties, thread_properties != NULL ? thread_properties : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->thread_properties), thread_properties);
  gtk_label_set_text (self->legend, legend != NULL ? legend : "");
  gtk_label_set_text (self->message, has_thread ? _("The dump has no stack of this thread.")
                                                : _("Choose a thread to see its stack."));
}

static void
on_thread_changed (TvStackPane *self)
{
  self->thread = tv_session_get_dump_thread (self->session);
  self->beside = tv_stack_comparison_choose (self->session, self->thread);
  show_header (self);
  show_choices (self);
  show_lines (self);
  if (self->lines->len > 0)
    reveal (self, self->beside >= 0 ? tv_stack_lines_find_different (self->lines) : 0, FALSE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BESIDE]);
}

/* Sets the session, whose dump-thread the pane follows. Called once. */
void
tv_stack_pane_set_session (TvStackPane *self, TvSession *session)
{
  g_return_if_fail (TV_IS_STACK_PANE (self));

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::dump-thread", G_CALLBACK (on_thread_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "reveal-frame", G_CALLBACK (on_reveal_frame), self,
                           G_CONNECT_SWAPPED);
  on_thread_changed (self);
}

/* Adds a widget before the thread's name in the header. */
void
tv_stack_pane_add_start (TvStackPane *self, GtkWidget *widget)
{
  g_return_if_fail (TV_IS_STACK_PANE (self));
  gtk_box_append (GTK_BOX (self->start), widget);
}

/* Adds a widget at the end of the header. */
void
tv_stack_pane_add_end (TvStackPane *self, GtkWidget *widget)
{
  g_return_if_fail (TV_IS_STACK_PANE (self));
  gtk_box_append (GTK_BOX (self->end), widget);
}

/* ---- Search ---- */

/**
 * tv_stack_pane_step:
 * @self: pane with a session
 * @match: search text
 * @direction: 1 for the next frame, -1 for the previous one
 *
 * Goes to the next matching frame of the stack. If no line is selected, starts at the first or last one.
 *
 * Returns: whether there is a match
 */
gboolean
tv_stack_pane_step (TvStackPane *self, const TvTextMatch *match, int direction)
{
  guint position = tv_stack_lines_find (get_trace (self), self->lines, match,
                                        gtk_single_selection_get_selected (self->selection),
                                        direction);

  reveal (self, position, TRUE);
  return position < self->lines->len;
}

/* ---- Object ---- */

static void
tv_stack_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BESIDE)
    g_value_set_int (value, TV_STACK_PANE (object)->beside);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_stack_pane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvStackPane *self = TV_STACK_PANE (object);
  guint32 n;

  if (id != PROP_BESIDE)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  if (self->session == NULL || self->thread == TV_NONE || self->beside == g_value_get_int (value))
    return;
  tv_dump_snapshots_get (tv_session_get_dump_findings (self->session)->snapshots, &n);
  self->beside = (guint32) g_value_get_int (value) < n ? g_value_get_int (value) : -1;
  show_lines (self);
  if (self->beside >= 0)
    reveal (self, tv_stack_lines_find_different (self->lines), FALSE);
  g_object_notify_by_pspec (object, pspec);
}

static void
tv_stack_pane_dispose (GObject *object)
{
  TvStackPane *self = TV_STACK_PANE (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_stack_pane_parent_class)->dispose (object);
}

static void
tv_stack_pane_finalize (GObject *object)
{
  TvStackPane *self = TV_STACK_PANE (object);

  g_clear_pointer (&self->lines, g_array_unref);
  G_OBJECT_CLASS (tv_stack_pane_parent_class)->finalize (object);
}

static void
tv_stack_pane_class_init (TvStackPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = tv_stack_pane_get_property;
  G_OBJECT_CLASS (klass)->set_property = tv_stack_pane_set_property;
  G_OBJECT_CLASS (klass)->dispose = tv_stack_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_stack_pane_finalize;
  properties[PROP_BESIDE] = g_param_spec_int ("beside", NULL, NULL, -1, G_MAXINT, -1,
                                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                  G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  gtk_widget_class_install_property_action (widget_class, "stack.beside", "beside");
  gtk_widget_class_install_action (widget_class, "stack.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "stack.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "stack.follow", NULL, follow_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "stack.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "stack.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "stack.menu",
                                       NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "stackpane");
}

static GtkLabel *
make_label (const char *style, PangoEllipsizeMode ellipsize)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, ellipsize);
  gtk_widget_add_css_class (GTK_WIDGET (label), style);
  return label;
}

static void
make_header (TvStackPane *self)
{
  GtkWidget *copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (self->header, "stack-header");
  self->start = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->icon = TV_STATE_ICON (tv_state_icon_new ());
  self->name = make_label ("stack-name", PANGO_ELLIPSIZE_MIDDLE);
  self->thread_properties = make_label ("stack-properties", PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->thread_properties), TRUE);
  self->beside_button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_label (self->beside_button, _("Compare"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->beside_button),
                               _("Compare with the stack in another dump"));
  gtk_widget_add_css_class (GTK_WIDGET (self->beside_button), "flat");
  gtk_widget_add_css_class (copy, "flat");
  gtk_widget_set_tooltip_text (copy, _("Copy the stack"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "stack.copy");
  gtk_box_append (GTK_BOX (self->header), self->start);
  gtk_box_append (GTK_BOX (self->header), GTK_WIDGET (self->icon));
  gtk_box_append (GTK_BOX (self->header), GTK_WIDGET (self->name));
  gtk_box_append (GTK_BOX (self->header), GTK_WIDGET (self->thread_properties));
  gtk_box_append (GTK_BOX (self->header), GTK_WIDGET (self->beside_button));
  gtk_box_append (GTK_BOX (self->header), copy);
  gtk_box_append (GTK_BOX (self->header), self->end);
  gtk_box_append (GTK_BOX (self->box), self->header);
}

static void
make_list (TvStackPane *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->model = tv_stack_model_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->model));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, 0);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activated), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Stack"), -1);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->scrolled);
}

static void
tv_stack_pane_init (TvStackPane *self)
{
  self->thread = TV_NONE;
  self->beside = -1;
  self->lines = g_array_new (FALSE, FALSE, sizeof (TvStackLine));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  make_header (self);
  self->beside_label = make_label ("beside-message", PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->beside_label));
  make_list (self);
  self->message = make_label ("empty-message", PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->message, 0.5f);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "dim-label");
  gtk_widget_set_vexpand (GTK_WIDGET (self->message), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->message));
  self->legend = make_label ("stack-legend", PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->legend));
}

GtkWidget *
tv_stack_pane_new (void)
{
  return g_object_new (TV_TYPE_STACK_PANE, NULL);
}
