/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of the log for errors, bookmarks and the details of a line, and the menu of the view. The log uses the
 * bookmarks of the session, which are saved with the session and shown in the timeline. Part of the Log view; its
 * struct is in log-view-private.h. */

#include "ui/views/log/log-view-private.h"

#include <glib/gi18n.h>

#include "analysis/log/log-timestamp.h"

/* Maximum number of bookmarks in the menu */
#define MAX_LISTED 30

static TvSession *
get_session (TvLogView *self)
{
  return tv_view_get_session (TV_VIEW (self));
}

static TvTrace *
get_trace (TvLogView *self)
{
  return tv_session_get_trace (get_session (self));
}

static void
go_to_line (TvLogView *self, guint32 line)
{
  if (line != TV_NONE)
    tv_timed_list_go_to_row (TV_TIMED_LIST (self), line);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* Returns the selected line, even if a filter now hides it. */
static guint32
get_line (TvLogView *self)
{
  guint32 line = tv_timed_list_get_selected (TV_TIMED_LIST (self));

  return line != TV_NONE ? line : tv_session_get_selected_line (get_session (self));
}

/* ---- Errors ---- */

/* Goes to the next (1) or previous (-1) error that no filter hides, from the selected line. Wraps around at the ends.
 * Rings the bell if there is no such error. */
static void
go_to_error (TvLogView *self, int direction)
{
  guint32 n = tv_trace_get_log_lines (get_trace (self))->n;
  guint32 selected = get_line (self), found = TV_NONE;
  guint32 edge = direction > 0 ? 0 : n - 1;

  if (self->density == NULL || n == 0)
    return;
  if (selected != TV_NONE && selected != n - 1 - edge)
    found = tv_log_density_find (self->density, TV_LOG_SHARE_ERROR, selected + (guint32) direction,
                                 direction);
  if (found == TV_NONE)
    found = tv_log_density_find (self->density, TV_LOG_SHARE_ERROR, edge, direction);
  go_to_line (self, found);
}

/* ---- Bookmarks ---- */

/* Adds or removes the bookmark of the selected line. Rings the bell for a line without a timestamp, which cannot have
 * a bookmark. */
static void
toggle_bookmark (TvLogView *self)
{
  TvSession *session = get_session (self);
  guint32 line = tv_timed_list_get_selected (TV_TIMED_LIST (self));
  g_autofree char *name = NULL;
  gint64 ns;

  if (line == TV_NONE || tv_trace_get_log_lines (get_trace (self))->ts[line] == TV_NO_TIME)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  if (tv_log_bookmark_find (session, line) != 0)
    {
      tv_session_remove_mark (session, tv_log_bookmark_find (session, line));
      return;
    }
  ns = tv_log_bookmark_get_ns (get_trace (self), line);
  name = tv_log_bookmark_dup_name (get_trace (self), line);
  tv_session_add_mark (session, ns, ns, name);
  tv_session_select_mark (session, 0);
}

/* Returns the line of a bookmark at @ns. Lines with the same timestamp have bookmarks at successive nanoseconds,
 * which may be later than the lines' own timestamp. */
static guint32
find_marked (TvLogView *self, gint64 ns)
{
  TvTrace *trace = get_trace (self);
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 line = tv_timed_rows_find_from (trace, &tv_log_rows, ns);
  gint64 before;

  if (line < lines->n && lines->ts[line] == ns)
    return line;
  before = line > 0 ? lines->ts[line - 1] : TV_NO_TIME;
  if (before == TV_NO_TIME)
    return line < lines->n ? line : TV_NONE;
  line = tv_timed_rows_find_from (trace, &tv_log_rows, before);
  return (guint32) MIN ((guint64) line + (guint64) (ns - before), lines->n - 1);
}

static void
go_to_bookmark (TvLogView *self, int direction)
{
  const GArray *marks = tv_session_get_marks (get_session (self));
  guint32 selected = get_line (self);
  guint32 next = TV_NONE, first = TV_NONE;

  for (guint i = 0; i < marks->len; i++)
    {
      guint at = direction > 0 ? i : marks->len - 1 - i;
      guint32 line = find_marked (self, g_array_index (marks, TvBookmark, at).start_ns);

      if (first == TV_NONE)
        first = line;
      if (next == TV_NONE && selected != TV_NONE && line != TV_NONE &&
          (direction > 0 ? line > selected : line < selected))
        next = line;
    }
  go_to_line (self, next != TV_NONE ? next : first);
}

void
tv_log_view_go_to_mark (gpointer object, const char *name, GVariant *parameter)
{
  TvLogView *self = TV_LOG_VIEW (object);
  const TvBookmark *mark = tv_bookmarks_find (tv_session_get_marks (get_session (self)),
                                              g_variant_get_uint32 (parameter));

  if (mark != NULL)
    go_to_line (self, find_marked (self, mark->start_ns));
}

/* ---- The menu ---- */

static GMenuModel *
make_bookmarks (TvLogView *self)
{
  const TvTimeBase *base = tv_session_get_time_base (get_session (self));
  const GArray *marks = tv_session_get_marks (get_session (self));
  GMenu *items = g_menu_new ();

  for (guint i = 0; i < marks->len && i < MAX_LISTED; i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);
      g_autofree char *time = tv_time_base_format_parts (base, mark->start_ns, TV_LOG_TIMESTAMP_MS);
      g_autofree char *label = g_strdup_printf ("%s  %s", time != NULL ? time : "",
                                                mark->name != NULL ? mark->name : "");
      g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);

      /* Underscores are escaped, because they do not mark mnemonics in strings of a log. */
      g_auto (GStrv) parts = g_strsplit (label, "_", -1);
      g_autofree char *plain = g_strjoinv ("__", parts);

      g_menu_item_set_label (item, plain);
      g_menu_item_set_action_and_target (item, "win.log-go-to-mark", "u", mark->id);
      g_menu_append_item (items, item);
    }
  return G_MENU_MODEL (items);
}

/* Updates the bookmarks in the menu. Called when they have changed. */
void
tv_log_view_update_menu (TvLogView *self)
{
  g_autoptr (GMenuModel) bookmarks = make_bookmarks (self);

  g_menu_remove (self->menu, 1);
  g_menu_append_section (self->menu, _("Bookmarks"), bookmarks);
}

/* Creates the menu; called once, when the view has a session. */
void
tv_log_view_create_menu (TvLogView *self)
{
  g_autoptr (GMenu) items = g_menu_new ();
  g_autoptr (GMenu) none = g_menu_new ();

  g_menu_append (items, _("_Next Error"), "win.log-next-error");
  g_menu_append (items, _("_Previous Error"), "win.log-previous-error");
  g_menu_append (items, _("_Go to Time…"), "win.go-to-time");
  g_menu_append (items, _("_Bookmark Line"), "win.log-bookmark");
  g_menu_append (items, _("Next B_ookmark"), "win.log-next-bookmark");
  self->menu = g_menu_new ();
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (items));
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (none));
  tv_log_view_update_menu (self);
}

/* ---- Actions ---- */

static void
run (TvLogView *self, const char *name)
{
  if (get_session (self) == NULL)
    return;
  if (g_str_equal (name, "next-error"))
    go_to_error (self, 1);
  else if (g_str_equal (name, "previous-error"))
    go_to_error (self, -1);
  else if (g_str_equal (name, "bookmark"))
    toggle_bookmark (self);
  else if (g_str_equal (name, "next-bookmark"))
    go_to_bookmark (self, 1);
  else if (g_str_equal (name, "previous-bookmark"))
    go_to_bookmark (self, -1);
  else if (g_str_equal (name, "show-message"))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.details", NULL);
}

/* Runs an action “log-NAME” of the window. */
void
tv_log_view_activate (gpointer self, const char *name, GVariant *parameter)
{
  run (TV_LOG_VIEW (self), name + strlen ("log-"));
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  run (TV_LOG_VIEW (widget), name + strlen ("log."));
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_n, 0, "log.next-error" },
  { GDK_KEY_n, GDK_SHIFT_MASK, "log.previous-error" },
  { GDK_KEY_b, 0, "log.bookmark" },
  { GDK_KEY_bracketright, 0, "log.next-bookmark" },
  { GDK_KEY_bracketleft, 0, "log.previous-bookmark" },
  { GDK_KEY_space, 0, "log.show-message" },
};

/* Shortcuts that filter by a column; @choice is an index into choices[] of log-view.c */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
  guint choice;
} filter_keys[] = {
  { GDK_KEY_t, 0, "rows.only", 2 },
  { GDK_KEY_x, 0, "rows.hide", 2 },
  { GDK_KEY_p, 0, "rows.only", 1 },
  { GDK_KEY_x, GDK_SHIFT_MASK, "rows.hide", 1 },
};

void
tv_log_view_class_add_actions (GtkWidgetClass *widget_class)
{
  static const char *const names[] = { "log.next-error",        "log.previous-error",
                                       "log.bookmark",          "log.next-bookmark",
                                       "log.previous-bookmark", "log.show-message" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_class_install_action (widget_class, names[i], NULL, run_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (filter_keys); i++)
    gtk_widget_class_add_binding_action (widget_class, filter_keys[i].key, filter_keys[i].modifiers,
                                         filter_keys[i].action, "u", filter_keys[i].choice);
}
