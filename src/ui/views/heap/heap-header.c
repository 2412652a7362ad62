/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Header with the number and size of the objects in a heap dump, and with menus to choose dumps. Created by
 * heap-view.c. The numbers are those of the class list; the menus list the dumps of the trace. Changes nothing
 * itself. */

#include "ui/views/heap/heap-header.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "ui/kit/number-format.h"

struct _TvHeapHeader
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *process; /* name of the process, if there is a single dump */
  GtkMenuButton *dump;
  GtkMenuButton *before;
  GtkLabel *properties;
  TvSession *session; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TvHeapHeader, tv_heap_header, GTK_TYPE_WIDGET)

static const TvHeapGraphs *
get_graphs (TvHeapHeader *self)
{
  return tv_trace_get_heap_graphs (tv_session_get_trace (self->session));
}

/* ---- Dumps ---- */

static char *
dup_process (TvHeapHeader *self, guint32 graph)
{
  guint32 upid = get_graphs (self)->graphs[graph].upid;

  return upid != TV_NONE ? tv_trace_dup_process_label (tv_session_get_trace (self->session), upid)
                         : g_strdup (_("Unnamed process"));
}

/* Returns: (transfer full): time of a dump in the session's time base; if it has no timestamp, the number of the
 * dump */
static char *
dup_time (TvHeapHeader *self, guint32 graph)
{
  gint64 ts = get_graphs (self)->graphs[graph].ts;

  if (ts == TV_NO_TIME)
    return g_strdup_printf (_("dump %u"), graph + 1);
  return tv_time_base_format (tv_session_get_time_base (self->session), ts);
}

static char *
dup_dump (TvHeapHeader *self, guint32 graph)
{
  g_autofree char *process = dup_process (self, graph);
  g_autofree char *time = dup_time (self, graph);

  /* Translators: name of a process; time of its heap dump */
  return g_strdup_printf (_("%s at %s"), process, time);
}

static void
append (GMenu *menu, const char *label, const char *action, guint32 graph)
{
  g_autofree char *target = g_strdup_printf ("win.%s(uint32 %u)", action, graph);

  g_menu_append (menu, label, target);
}

/* ---- Content ---- */

static void
list_dumps (TvHeapHeader *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint32 i = 0; i < get_graphs (self)->n_graphs; i++)
    {
      g_autofree char *label = dup_dump (self, i);

      append (menu, label, "heap-graph", i);
    }
  gtk_menu_button_set_menu_model (self->dump, G_MENU_MODEL (menu));
}

/**
 * tv_heap_header_set_session:
 * @self: a header without a session
 * @session: session of a trace with heap dumps
 *
 * Sets the session. Called once.
 */
void
tv_heap_header_set_session (TvHeapHeader *self, TvSession *session)
{
  g_return_if_fail (TV_IS_HEAP_HEADER (self) && self->session == NULL);

  self->session = g_object_ref (session);
  gtk_widget_set_visible (GTK_WIDGET (self->dump), get_graphs (self)->n_graphs > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->process), get_graphs (self)->n_graphs == 1);
}

/* Returns: (transfer full): menu with “Nothing” and the other dumps of the same process */
static GMenu *
make_before_menu (TvHeapHeader *self, guint32 graph)
{
  const TvHeapGraphs *graphs = get_graphs (self);
  GMenu *menu = g_menu_new ();

  append (menu, _("Nothing"), "heap-before", TV_NONE);
  for (guint32 i = 0; i < graphs->n_graphs; i++)
    {
      g_autofree char *label = NULL;

      if (i == graph || graphs->graphs[i].upid != graphs->graphs[graph].upid)
        continue;
      label = dup_time (self, i);
      append (menu, label, "heap-before", i);
    }
  return menu;
}

/* Shows which dump is listed, and which dump it is compared with. @before: a dump, or %TV_NONE for no comparison. */
void
tv_heap_header_set_dumps (TvHeapHeader *self, guint32 graph, guint32 before)
{
  g_autoptr (GMenu) menu = NULL;
  g_autofree char *dump = NULL;
  g_autofree char *time = NULL;
  g_autofree char *label = NULL;

  g_return_if_fail (TV_IS_HEAP_HEADER (self) && self->session != NULL);

  list_dumps (self);
  menu = make_before_menu (self, graph);
  dump = get_graphs (self)->n_graphs > 1 ? dup_dump (self, graph) : dup_process (self, graph);
  gtk_menu_button_set_label (self->dump, dump);
  gtk_label_set_text (self->process, dump);
  gtk_menu_button_set_menu_model (self->before, G_MENU_MODEL (menu));
  gtk_widget_set_visible (GTK_WIDGET (self->before),
                          g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 1);
  time = before != TV_NONE ? dup_time (self, before) : NULL;
  /* Translators: label for the changes in a heap since another dump; %s is the time of that dump */
  label = before != TV_NONE ? g_strdup_printf (_("Since %s"), time) : g_strdup (_("Compare"));
  gtk_menu_button_set_label (self->before, label);
}

void
tv_heap_header_show (TvHeapHeader *self, const TvHeapClassList *list)
{
  const TvHeapGraph *graph;
  g_autofree char *bytes = NULL;
  g_autofree char *objects = NULL;
  g_autofree char *garbage = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_if_fail (TV_IS_HEAP_HEADER (self) && self->session != NULL);

  graph = &get_graphs (self)->graphs[list->graph];
  bytes = tv_size_format ((double) MAX (list->bytes, 0));
  objects = tv_format_count (list->n_objects);
  garbage = tv_format_count (list->n_garbage);
  g_string_append_printf (text, ngettext ("%s in %s object", "%s in %s objects", list->n_objects),
                          bytes, objects);
  if (list->n_garbage > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (
          text, ngettext ("%s more is garbage", "%s more are garbage", list->n_garbage), garbage);
    }
  if (graph->is_truncated)
    {
      g_string_append (text, " · ");
      g_string_append (text, _("parts of the dump are missing"));
    }
  gtk_label_set_text (self->properties, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->properties), text->str);
}

/* ---- Object ---- */

static void
tv_heap_header_dispose (GObject *object)
{
  TvHeapHeader *self = TV_HEAP_HEADER (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_heap_header_parent_class)->dispose (object);
}

static void
tv_heap_header_class_init (TvHeapHeaderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_heap_header_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkMenuButton *
add_button (TvHeapHeader *self, const char *tooltip)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (gtk_menu_button_new ());

  gtk_menu_button_set_always_show_arrow (button, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (button), "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), tooltip);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (button));
  return button;
}

static void
add_show (TvHeapHeader *self, const char *label, const char *tooltip, const char *where)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.heap-show");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", where);
  gtk_box_append (GTK_BOX (self->box), button);
}

static void
tv_heap_header_init (TvHeapHeader *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (self->box, "stack-header");
  self->process = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->process, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (GTK_WIDGET (self->process), "stack-name");
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->process));
  self->dump = add_button (self, _("Which Dump"));
  self->before = add_button (self, _("Compared Heap"));
  self->properties = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->properties, 0);
  gtk_label_set_ellipsize (self->properties, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->properties), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->properties), "stack-properties");
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->properties));
  add_show (self, _("_Tree"), _("Show which classes retain which others, from the roots down"),
            "tree");
  add_show (self, _("_Flame Graph"), _("Show retained memory as a flame graph"), "flame");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
tv_heap_header_new (void)
{
  return g_object_new (TV_TYPE_HEAP_HEADER, NULL);
}
