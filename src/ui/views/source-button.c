/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/source-button.h"

/* Button that chooses between calls and the kinds of stack samples. Used by the call tree, call graph, flame graph
 * and views derived from TvResultView. The items activate "win.call-source". tv_source_button_choose() changes the
 * call source of the session while a view is being set up. */

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "analysis/samples/sample-kinds.h"

#define CALLS_KEY "tv-calls"

/* Returns the name of a kind of samples, or @calls for the calls of a trace. */
static const char *
get_name (TvTrace *trace, guint32 source, const char *calls)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return source < stacks->n_kinds ? tv_trace_get_string (trace, stacks->kinds[source].name) : calls;
}

/* Returns the menu label of a kind of samples. For a kind that belongs to a heap, the label is only the kind's name. */
static char *
dup_label (TvTrace *trace, guint32 kind, const char *calls)
{
  const char *name = get_name (trace, kind, calls);

  if (tv_trace_get_stacks (trace)->kinds[kind].heap != TV_NONE)
    return g_strdup (name);
  /* Translators: %s is a kind of stack samples, such as cpu-cycles */
  return g_strdup_printf (_("Samples of %s"), name);
}

static GMenu *
make_menu (TvTrace *trace, const char *calls)
{
  guint32 n_kinds = tv_trace_get_stacks (trace)->n_kinds;
  GMenu *menu = g_menu_new ();

  if (tv_call_source_has_calls (trace))
    {
      g_autofree char *action = g_strdup_printf ("win.call-source(uint32 %u)", TV_CALLS_OF_SLICES);

      g_menu_append (menu, calls, action);
    }
  for (guint32 kind = 0; kind < n_kinds; kind++)
    {
      g_autofree char *action = g_strdup_printf ("win.call-source(uint32 %u)", kind);
      g_autofree char *label = dup_label (trace, kind, calls);

      g_menu_append (menu, label, action);
    }
  if (tv_trace_has (trace, TV_HAS_HEAP_CHANGES))
    {
      g_autoptr (GMenu) section = g_menu_new ();

      g_menu_append (section, _("Compare Both _Ends of the Range"), "win.compare-ends");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    }
  return menu;
}

static void
update (TvSession *session, GParamSpec *pspec, GtkMenuButton *button)
{
  const char *name = get_name (tv_session_get_trace (session), tv_session_get_call_source (session),
                               g_object_get_data (G_OBJECT (button), CALLS_KEY));
  g_autofree char *accessible = g_strdup_printf ("%s: %s", _("Stacks"), name);

  gtk_menu_button_set_label (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  accessible, -1);
}

/* If the session's call source is calls, but the trace contains only samples, sets the call source to a kind of
 * samples. */
void
tv_source_button_choose (TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);

  if (!tv_call_source_has_calls (trace) && tv_trace_get_stacks (trace)->n_kinds > 0 &&
      tv_session_get_call_source (session) == TV_CALLS_OF_SLICES)
    tv_session_set_call_source (session, tv_sample_kind_choose (trace));
}

/* Adds a label with the name of the kind, if the trace contains a single kind of samples and no calls. */
static void
add_label (GtkBox *mode, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  GtkWidget *label;

  if (tv_call_source_has_calls (trace) || tv_trace_get_stacks (trace)->n_kinds != 1)
    return;
  label = gtk_label_new (get_name (trace, 0, NULL));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_tooltip_text (label, _("Kind of Stacks"));
  gtk_box_prepend (mode, label);
}

/**
 * tv_source_button_add:
 * @mode: box with the choices of a view, see @get_mode of #TvViewClass
 * @session: session of the view
 * @calls: label of calls in the choice
 *
 * Adds the choice of the call source before all other choices. If one kind of samples is the only source, adds a
 * label with its name instead; if the trace contains only calls, adds nothing.
 */
void
tv_source_button_add (GtkBox *mode, TvSession *session, const char *calls)
{
  g_autoptr (GMenu) menu = make_menu (tv_session_get_trace (session), calls);
  GtkWidget *button;

  if (g_menu_model_get_n_items (G_MENU_MODEL (menu)) < 2)
    {
      add_label (mode, session);
      return;
    }
  button = gtk_menu_button_new ();
  g_object_set_data_full (G_OBJECT (button), CALLS_KEY, g_strdup (calls), g_free);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Kind of Stacks"));
  gtk_box_prepend (mode, button);
  g_signal_connect_object (session, "notify::call-source", G_CALLBACK (update), button, 0);
  update (session, NULL, GTK_MENU_BUTTON (button));
}
