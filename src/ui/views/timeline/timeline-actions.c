/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of the timeline and their shortcuts: the widget's own actions (“timeline.…”), and the actions that menus of
 * the window use. The class of the timeline installs the widget's actions; the trace page adds the others to its own
 * action map. Stateless: every action calls a function of a part (timeline-part.h) or of the session. */

#include "ui/views/timeline/timeline-actions.h"

#include <glib/gi18n.h>

#include "ui/kit/object-actions.h"
#include "ui/views/timeline/color-legend.h"
#include "ui/views/timeline/export-timeline.h"
#include "ui/views/timeline/print-timeline.h"
#include "ui/views/timeline/timeline-call-step.h"
#include "ui/views/timeline/timeline-cursor.h"
#include "ui/views/timeline/timeline-history.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-marks.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-paths.h"
#include "ui/views/timeline/timeline-row-actions.h"
#include "ui/views/timeline/timeline-rows.h"
#include "ui/views/timeline/timeline-toast.h"

#define ZOOM_FACTOR 1.6
#define PAN_PART    0.1
#define SCROLL_ROWS 3

/* Maximum number of rows in the state of the action "rows" */
#define MAX_LISTED_ROWS 500

static void
zoom (TvTimeline *self, double factor)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);

  tv_timeline_step_zoom (self, factor, tv_timeline_get_zoom_center (self, &position));
}

static void
scroll (TvTimeline *self, double px)
{
  tv_timeline_set_scroll (self, tv_timeline_get_scroll (self) + px);
}

static void
go_to_edge (TvTimeline *self, gboolean is_end)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);
  gint64 length_ns = position.end_ns - position.start_ns, start_ns, end_ns;

  tv_session_get_whole (tv_timeline_get_session (self), &start_ns, &end_ns);
  position.start_ns = is_end ? end_ns - length_ns : start_ns;
  position.end_ns = position.start_ns + length_ns;
  tv_timeline_move_to (self, &position);
}

/* Selects the longest slice of a symbol: of the slice below the pointer if its card is visible, otherwise of the
 * selected symbol. */
static void
go_to_longest (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  guint32 symbol = tv_session_get_selected_symbol (session);

  if (tv_timeline_has_card (self) && tv_timeline_get_hit (self)->slice != TV_NONE)
    symbol = tv_slices_symbol (tv_trace_get_slices (tv_session_get_trace (session)),
                               tv_timeline_get_hit (self)->slice);
  tv_session_go_to_longest (session, symbol);
}

static void
select_caller (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  guint32 slice = tv_session_get_selected_slice (session);
  guint32 caller = TV_NONE;

  if (slice != TV_NONE)
    caller = tv_slices_parent (tv_trace_get_slices (tv_session_get_trace (session)), slice);
  if (caller != TV_NONE)
    tv_timeline_step_cursor (self, TV_STEP_UP);
}

static void
cycle_colours (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  TvColorBy by = (tv_session_get_colour_by (session) + 1) % TV_N_COLOR_BY;
  gboolean has_methods = tv_trace_names_methods (tv_session_get_trace (session));
  /* Translators: %s is Method, Name, Package, First Word, Thread, Duration or Owner */
  g_autofree char *text = g_strdup_printf (_("Colours: %s"),
                                           tv_color_by_get_title (by, has_methods));

  tv_session_set_colour_by (session, by);
  tv_timeline_show_toast (self, text);
}

/* ---- Actions of the widget ---- */

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvSession *session = tv_timeline_get_session (self);
  const char *name = action + strlen ("timeline.");
  double page = tv_timeline_get_page_height (self);
  double rows = SCROLL_ROWS * (double) tv_timeline_get_metrics (self)->step;
  guint32 slice;

  if (session == NULL)
    return;

  slice = tv_session_get_selected_slice (session);
  if (g_str_equal (name, "zoom-in"))
    zoom (self, ZOOM_FACTOR);
  else if (g_str_equal (name, "zoom-out"))
    zoom (self, 1.0 / ZOOM_FACTOR);
  else if (g_str_equal (name, "fit"))
    tv_timeline_fit_selection (self);
  else if (g_str_equal (name, "pan-left"))
    tv_session_pan_part (session, -PAN_PART);
  else if (g_str_equal (name, "pan-right"))
    tv_session_pan_part (session, PAN_PART);
  else if (g_str_equal (name, "scroll-up"))
    scroll (self, -rows);
  else if (g_str_equal (name, "scroll-down"))
    scroll (self, rows);
  else if (g_str_equal (name, "page-up"))
    scroll (self, -MAX (page - rows, rows));
  else if (g_str_equal (name, "page-down"))
    scroll (self, MAX (page - rows, rows));
  else if (g_str_equal (name, "go-start"))
    go_to_edge (self, FALSE);
  else if (g_str_equal (name, "go-end"))
    go_to_edge (self, TRUE);
  else if (g_str_equal (name, "nested"))
    tv_session_set_chart_style (session, TV_CHART_NESTED);
  else if (g_str_equal (name, "strip"))
    tv_session_set_chart_style (session, TV_CHART_STRIP);
  else if (g_str_equal (name, "cycle-colours"))
    cycle_colours (self);
  else if (g_str_equal (name, "next-call"))
    tv_timeline_step_call (self, 1);
  else if (g_str_equal (name, "previous-call"))
    tv_timeline_step_call (self, -1);
  else if (g_str_equal (name, "longest-call"))
    go_to_longest (self);
  else if (g_str_equal (name, "zoom-to-slice") && slice != TV_NONE)
    tv_timeline_fit_slice (self, slice);
  else if (g_str_equal (name, "fold-all"))
    tv_timeline_fold_all (self, TRUE);
  else if (g_str_equal (name, "unfold-all"))
    tv_timeline_fold_all (self, FALSE);
  else if (g_str_equal (name, "toggle-group"))
    tv_timeline_toggle_current_group (self);
  else if (g_str_equal (name, "select-caller"))
    select_caller (self);
  else if (g_str_equal (name, "select-previous"))
    tv_timeline_step_cursor (self, TV_STEP_PREVIOUS);
  else if (g_str_equal (name, "select-next"))
    tv_timeline_step_cursor (self, TV_STEP_NEXT);
  else if (g_str_equal (name, "select-up"))
    tv_timeline_step_cursor (self, TV_STEP_UP);
  else if (g_str_equal (name, "select-down"))
    tv_timeline_step_cursor (self, TV_STEP_DOWN);
  else if (g_str_equal (name, "back"))
    tv_timeline_go_in_history (self, -1);
  else if (g_str_equal (name, "forward"))
    tv_timeline_go_in_history (self, 1);
  else if (g_str_equal (name, "add-mark"))
    tv_timeline_add_mark (self);
  else if (g_str_equal (name, "rename-mark"))
    tv_timeline_rename_mark (self);
  else if (g_str_equal (name, "remove-mark"))
    tv_session_remove_mark (session, tv_session_get_selected_mark (session));
  else if (g_str_equal (name, "clear") && !tv_timeline_cancel_drag (self))
    tv_session_step_back (session);
}

static const char *const actions[] = {
  "timeline.zoom-in",       "timeline.zoom-out",      "timeline.fit",
  "timeline.pan-left",      "timeline.pan-right",     "timeline.scroll-up",
  "timeline.scroll-down",   "timeline.page-up",       "timeline.page-down",
  "timeline.go-start",      "timeline.go-end",        "timeline.nested",
  "timeline.strip",         "timeline.next-call",     "timeline.previous-call",
  "timeline.zoom-to-slice", "timeline.select-caller", "timeline.select-up",
  "timeline.select-down",   "timeline.select-next",   "timeline.select-previous",
  "timeline.clear",         "timeline.fold-all",      "timeline.unfold-all",
  "timeline.toggle-group",  "timeline.back",          "timeline.forward",
  "timeline.add-mark",      "timeline.rename-mark",   "timeline.remove-mark",
  "timeline.longest-call",  "timeline.cycle-colours",
};

/* Shortcuts of the actions. Menus show the last shortcut of an action, so that key must exist on most keyboards. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_equal, 0, "timeline.zoom-in" },
  { GDK_KEY_KP_Add, 0, "timeline.zoom-in" },
  { GDK_KEY_plus, GDK_SHIFT_MASK, "timeline.zoom-in" },
  { GDK_KEY_plus, 0, "timeline.zoom-in" },
  { GDK_KEY_KP_Subtract, 0, "timeline.zoom-out" },
  { GDK_KEY_minus, 0, "timeline.zoom-out" },
  { GDK_KEY_c, 0, "timeline.cycle-colours" },
  { GDK_KEY_f, 0, "timeline.fit" },
  { GDK_KEY_KP_Left, 0, "timeline.select-previous" },
  { GDK_KEY_Left, 0, "timeline.select-previous" },
  { GDK_KEY_KP_Right, 0, "timeline.select-next" },
  { GDK_KEY_Right, 0, "timeline.select-next" },
  { GDK_KEY_KP_Up, 0, "timeline.select-up" },
  { GDK_KEY_Up, 0, "timeline.select-up" },
  { GDK_KEY_KP_Down, 0, "timeline.select-down" },
  { GDK_KEY_Down, 0, "timeline.select-down" },
  { GDK_KEY_KP_Left, GDK_CONTROL_MASK, "timeline.pan-left" },
  { GDK_KEY_Left, GDK_CONTROL_MASK, "timeline.pan-left" },
  { GDK_KEY_KP_Right, GDK_CONTROL_MASK, "timeline.pan-right" },
  { GDK_KEY_Right, GDK_CONTROL_MASK, "timeline.pan-right" },
  { GDK_KEY_KP_Up, GDK_CONTROL_MASK, "timeline.scroll-up" },
  { GDK_KEY_Up, GDK_CONTROL_MASK, "timeline.scroll-up" },
  { GDK_KEY_KP_Down, GDK_CONTROL_MASK, "timeline.scroll-down" },
  { GDK_KEY_Down, GDK_CONTROL_MASK, "timeline.scroll-down" },
  { GDK_KEY_Page_Up, 0, "timeline.page-up" },
  { GDK_KEY_Page_Down, 0, "timeline.page-down" },
  { GDK_KEY_KP_Home, 0, "timeline.go-start" },
  { GDK_KEY_Home, 0, "timeline.go-start" },
  { GDK_KEY_KP_End, 0, "timeline.go-end" },
  { GDK_KEY_End, 0, "timeline.go-end" },
  { GDK_KEY_KP_Enter, 0, "timeline.zoom-to-slice" },
  { GDK_KEY_Return, 0, "timeline.zoom-to-slice" },
  { GDK_KEY_braceleft, GDK_SHIFT_MASK, "timeline.fold-all" },
  { GDK_KEY_braceleft, 0, "timeline.fold-all" },
  { GDK_KEY_braceright, GDK_SHIFT_MASK, "timeline.unfold-all" },
  { GDK_KEY_braceright, 0, "timeline.unfold-all" },
  { GDK_KEY_m, 0, "timeline.add-mark" },
  { GDK_KEY_m, GDK_SHIFT_MASK, "timeline.rename-mark" },
  { GDK_KEY_KP_Delete, 0, "timeline.remove-mark" },
  { GDK_KEY_Delete, 0, "timeline.remove-mark" },
  { GDK_KEY_space, 0, "timeline.toggle-group" },
};

void
tv_timeline_class_add_actions (GtkWidgetClass *widget_class)
{
  tv_timeline_class_add_row_actions (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}

/* Disables actions that currently have no effect. */
void
tv_timeline_update_actions (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_session = session != NULL;
  gboolean has_slice, has_groups;
  GArray *occurrences;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (widget, actions[i], has_session);
  tv_timeline_update_row_actions (self);
  if (!has_session)
    return;

  occurrences = tv_session_get_occurrences (session);
  has_slice = tv_session_get_selected_slice (session) != TV_NONE;
  has_groups = tv_timeline_has_groups (tv_session_get_trace (session));
  gtk_widget_action_set_enabled (widget, "timeline.nested", !has_groups);
  gtk_widget_action_set_enabled (widget, "timeline.strip", !has_groups);
  gtk_widget_action_set_enabled (widget, "timeline.toggle-group", has_groups);
  gtk_widget_action_set_enabled (widget, "timeline.next-call",
                                 occurrences != NULL && occurrences->len > 0);
  gtk_widget_action_set_enabled (widget, "timeline.previous-call",
                                 occurrences != NULL && occurrences->len > 0);
  gtk_widget_action_set_enabled (widget, "timeline.zoom-to-slice", has_slice);
  gtk_widget_action_set_enabled (widget, "timeline.clear", tv_session_can_step_back (session));
  gtk_widget_action_set_enabled (widget, "timeline.remove-mark",
                                 tv_session_get_selected_mark (session) != 0);
  tv_timeline_update_history (self);
}

/* ---- Actions of the window ---- */

/* Returns the keys of the first MAX_LISTED_ROWS rows that are not hidden, with the choice (#TvRowChoices) for each
 * row; state of the action "rows". */
static GVariant *
get_rows (gpointer object)
{
  TvTimeline *self = object;
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  TvRowChoices *choices = tv_session_get_row_choices (tv_timeline_get_session (self));
  guint n = MIN (tv_timeline_layout_get_n_rows (layout), MAX_LISTED_ROWS);
  GVariantBuilder rows;

  g_variant_builder_init (&rows, G_VARIANT_TYPE ("a(su)"));
  for (guint i = 0; i < n; i++)
    {
      const char *key = tv_timeline_layout_get_row (layout, i)->key;

      g_variant_builder_add (&rows, "(su)", key, tv_row_choices_get (choices, key));
    }
  return g_variant_builder_end (&rows);
}

static gboolean
has_calls (gpointer object)
{
  GArray *occurrences = tv_session_get_counted_occurrences (tv_timeline_get_session (object));

  return occurrences != NULL && occurrences->len > 0;
}

static gboolean
has_caller (gpointer object)
{
  TvSession *session = tv_timeline_get_session (object);
  guint32 slice = tv_session_get_selected_slice (session);

  return slice != TV_NONE &&
         tv_slices_parent (tv_trace_get_slices (tv_session_get_trace (session)), slice) != TV_NONE;
}

static void
run (gpointer object, const char *name, GVariant *parameter)
{
  g_autofree char *own_name = g_strconcat ("timeline.", name, NULL);

  gtk_widget_activate_action (object, own_name, NULL);
}

static void
fit (gpointer object, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (object, "timeline.fit", NULL);
}

static void
export_image (gpointer object, const char *name, GVariant *parameter)
{
  gtk_window_present (tv_export_timeline_new (object));
}

static void
print (gpointer object, const char *name, GVariant *parameter)
{
  tv_print_timeline (object);
}

static void write_image (gpointer object, const char *name, GVariant *parameter);

static gboolean
write_laid_out (GtkWidget *timeline, GdkFrameClock *clock, gpointer request)
{
  g_autoptr (GVariant) parameter = NULL;
  TvTimelineView view;
  const char *name;

  if (!tv_timeline_update_view (TV_TIMELINE (timeline), &view))
    return G_SOURCE_CONTINUE;
  g_variant_get (request, "(&s@(ss))", &name, &parameter);
  write_image (timeline, name, parameter);
  return G_SOURCE_REMOVE;
}

/* Exports or prints to a file. @parameter: "visible", "selected" or "whole", and a path. If the timeline is not laid
 * out yet, waits for its first frame, because scripts may call this early. */
static void
write_image (gpointer object, const char *name, GVariant *parameter)
{
  static const char *const extents[TV_N_TIMELINE_EXTENTS] = { "visible", "selected", "whole" };
  const char *extent, *path;
  TvTimelineView view;

  if (!tv_timeline_update_view (object, &view))
    {
      GVariant *request = g_variant_ref_sink (g_variant_new ("(s@(ss))", name, parameter));

      gtk_widget_add_tick_callback (object, write_laid_out, request,
                                    (GDestroyNotify) g_variant_unref);
      return;
    }
  g_variant_get (parameter, "(&s&s)", &extent, &path);
  for (guint i = 0; i < TV_N_TIMELINE_EXTENTS; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      if (!g_str_equal (extents[i], extent))
        continue;
      if (g_str_equal (name, "print-to"))
        tv_print_timeline_to_pdf (object, (TvTimelineExtent) i, file);
      else
        tv_export_timeline_to (object, (TvTimelineExtent) i, file);
    }
}

/* Returns: (transfer floating): for each known critical path: thread id, start, end and number of segments */
static GVariant *
get_paths (gpointer object)
{
  TvTimeline *self = object;
  const TvThread *threads = tv_trace_get_threads (
      tv_session_get_trace (tv_timeline_get_session (self)), NULL);
  const GPtrArray *paths = tv_timeline_get_paths (self);
  GVariantBuilder list;

  g_variant_builder_init (&list, G_VARIANT_TYPE ("a(uxxu)"));
  for (guint i = 0; paths != NULL && i < paths->len; i++)
    {
      const TvThreadPath *path = paths->pdata[i];

      g_variant_builder_add (&list, "(uxxu)", threads[path->utid].tid, path->from_ns, path->to_ns,
                             path->segments->len);
    }
  return g_variant_builder_end (&list);
}

static const TvObjectAction own_actions[] = {
  { "critical-paths", "a(uxxu)", NULL, get_paths, NULL, NULL, "notify::paths" },
};

static const TvObjectAction window_actions[] = {
  { "rows", "a(su)", NULL, get_rows, NULL, NULL, "notify::row-choices" },
  { "next-call", NULL, run, NULL, NULL, has_calls, "notify::counted-occurrences" },
  { "previous-call", NULL, run, NULL, NULL, has_calls, "notify::counted-occurrences" },
  { "longest-call", NULL, run, NULL, NULL, NULL, NULL },
  { "select-caller", NULL, run, NULL, NULL, has_caller, "notify::selected-slice" },
  { "back", NULL, run, NULL, NULL, NULL, NULL },
  { "forward", NULL, run, NULL, NULL, NULL, NULL },
};

/* Actions that are added only if the page shows a timeline */
static const TvObjectAction image_actions[] = {
  { "zoom-in", NULL, run, NULL, NULL, NULL, NULL },
  { "zoom-out", NULL, run, NULL, NULL, NULL, NULL },
  { "zoom-fit", NULL, fit, NULL, NULL, NULL, NULL },
  { "filter-rows", NULL, run, NULL, NULL, NULL, NULL },
  { "show-all-rows", NULL, run, NULL, NULL, NULL, NULL },
  { "fold-all", NULL, run, NULL, NULL, NULL, NULL },
  { "unfold-all", NULL, run, NULL, NULL, NULL, NULL },
  { "export-timeline", NULL, export_image, NULL, NULL, NULL, NULL },
  { "export-timeline-to", "(ss)", write_image, NULL, NULL, NULL, NULL },
  { "print", NULL, print, NULL, NULL, NULL, NULL },
  { "print-to", "(ss)", write_image, NULL, NULL, NULL, NULL },
};

/* Adds the actions of the timeline to @map. The timeline must have a session. @has_image: whether the page shows the
 * timeline; if not, image_actions are not added, so that menus omit them. */
void
tv_timeline_add_actions (TvTimeline *self, GActionMap *map, gboolean has_image)
{
  TvSession *session = tv_timeline_get_session (self);

  g_return_if_fail (TV_IS_TIMELINE (self) && session != NULL);
  tv_object_actions_add (map, self, session, window_actions, G_N_ELEMENTS (window_actions));
  tv_object_actions_add (map, self, self, own_actions, G_N_ELEMENTS (own_actions));
  if (has_image)
    tv_object_actions_add (map, self, session, image_actions, G_N_ELEMENTS (image_actions));
}
