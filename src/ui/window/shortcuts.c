/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The keyboard shortcuts, in one constant table. The accelerators of actions and the shortcuts window are derived
 * from it. Rows without an action list keys that a widget handles itself; tests/check-keys.py checks that no such key
 * is missing. Called by the application at startup, and by the window for its help overlay. */

#include "ui/window/shortcuts.h"

#include <glib/gi18n.h>

/* Maximum height of a page in rows. All groups of a section fit on one page, because the page switcher of GTK 4.8
 * prints warnings about its labels. */
#define MAX_ROWS 22

#define N_VIEWS 10 /* number of views that can be selected with Alt and a digit */

typedef enum
{
  SHORTCUT_SECTION,
  SHORTCUT_GROUP,
  SHORTCUT_ROW,
} ShortcutKind;

/* The rows of the table. Keys are accelerators, separated by spaces.
 *
 *   SECTION (NAME, TITLE)         NAME identifies the section
 *   GROUP (VIEW, TITLE)           VIEW is the folder in src/ui/views that handles the keys, or NULL
 *   ACTION (ACTION, KEYS, TITLE)  keys that activate an action
 *   KEYS (KEYS, TITLE)            keys that a widget handles */
#define SECTION(name, title)                                                                       \
  {                                                                                                \
    SHORTCUT_SECTION, title, NULL, NULL, name                                                      \
  }
#define GROUP(view, title)                                                                         \
  {                                                                                                \
    SHORTCUT_GROUP, title, NULL, NULL, view                                                        \
  }
#define ACTION(action, keys, title)                                                                \
  {                                                                                                \
    SHORTCUT_ROW, title, keys, action, NULL                                                        \
  }
#define KEYS(keys, title)                                                                          \
  {                                                                                                \
    SHORTCUT_ROW, title, keys, NULL, NULL                                                          \
  }

static const struct
{
  ShortcutKind kind;
  const char *title;
  const char *keys;
  const char *action;
  const char *name;
} shortcuts[] = {
  SECTION ("window", N_("Window")),
  GROUP (NULL, N_("General")),
  ACTION ("win.open", "<Control>o", N_("Open a trace")),
  ACTION ("app.new-window", "<Control>n", N_("New window")),
  ACTION ("win.close-tab", "<Control>w", N_("Close the tab")),
  KEYS ("<Control>Page_Down <Control>Page_Up", N_("Next and previous tab")),
  KEYS ("F10", N_("Main menu")),
  ACTION ("win.properties", "<Alt>Return", N_("Properties")),
  ACTION ("win.preferences", "<Control>comma", N_("Preferences")),
  ACTION ("win.show-help-overlay", "<Control>F1 <Control>question", N_("Keyboard shortcuts")),
  ACTION ("app.help", "F1", N_("Help")),
  ACTION ("app.quit", "<Control>q", N_("Quit")),
  GROUP (NULL, N_("Files")),
  KEYS ("space", N_("Tick a file in an archive")),
  KEYS ("Return", N_("Open a file in an archive")),
  KEYS ("<Control>Return", N_("Open the ticked files together")),
  KEYS ("<Control>f", N_("Filter the files")),
  KEYS ("<Control><Shift>f", N_("Search the lines of all files in an archive")),
  ACTION ("win.compare", "<Control>d", N_("Compare with another file")),
  ACTION ("win.export-csv", "<Control>e", N_("Export the visible table as CSV")),
  ACTION ("win.export-image",
          "<Control><Shift>e",
          N_("Export an image of the flame graph or timeline")),
  ACTION ("win.export-stacks", "<Control><Alt>e", N_("Export stacks for other programs")),
  ACTION ("win.print", "<Control>p", N_("Print the timeline")),
  GROUP (NULL, N_("Search and Filters")),
  ACTION ("win.search", "<Control><Shift>f", N_("Search everything")),
  KEYS ("slash", N_("Search everything (if no text box has the focus)")),
  KEYS ("Down", N_("List all results of the search box")),
  ACTION ("win.find", "<Control>f", N_("Find in the visible view")),
  KEYS ("bracketright bracketleft", N_("Next and previous match")),
  ACTION ("win.find-next", "<Control>g", N_("Next match")),
  ACTION ("win.find-previous", "<Control><Shift>g", N_("Previous match")),
  ACTION ("win.add-filter", "<Control>l", N_("Add a filter")),
  KEYS ("Delete <Control>z", N_("Remove or restore a filter")),
  GROUP (NULL, N_("Views")),
  KEYS ("<Alt>1...9", N_("Select a view")),
  KEYS ("<Alt>0", N_("Select the tenth view")),
  ACTION ("win.switch-clock", "<Alt>w", N_("Switch between wall and CPU time")),
  ACTION ("win.view-fills", "<Shift>F9", N_("Fill the page with the view")),
  ACTION ("win.details", "F9", N_("Show or hide details")),
  KEYS ("<Alt>Left <Alt>Right", N_("Go back and forward in the history")),
  KEYS ("Escape", N_("Go back one step, such as clearing the selection")),
  SECTION ("timeline", N_("Timeline")),
  GROUP ("timeline", N_("Time")),
  ACTION ("win.zoom-in", "<Control>plus <Control>equal", N_("Zoom in")),
  ACTION ("win.zoom-out", "<Control>minus", N_("Zoom out")),
  ACTION ("win.zoom-fit", "<Control>0", N_("Fit everything")),
  ACTION ("win.go-to-time", "<Control>j", N_("Go to a time")),
  KEYS ("plus minus", N_("Zoom in and out (on the timeline)")),
  KEYS ("f", N_("Fit the selection, then the whole trace")),
  KEYS ("w s", N_("Zoom in and out while the key is held")),
  KEYS ("a d", N_("Pan while the key is held")),
  KEYS ("<Control>Left <Control>Right", N_("Pan")),
  KEYS ("Home End", N_("Go to the start and the end")),
  KEYS ("m", N_("Mark the selection, or the time at the pointer")),
  KEYS ("<Shift>m", N_("Name the mark")),
  KEYS ("Delete", N_("Remove the mark")),
  GROUP ("timeline", N_("Calls and Slices")),
  KEYS ("Left Right", N_("Previous and next call at the same level")),
  KEYS ("Up Down", N_("Caller and callee of the selected call")),
  KEYS ("Return", N_("Zoom to the selected call")),
  KEYS ("period comma", N_("Next and previous call of the method")),
  KEYS ("l", N_("Longest call of the method")),
  KEYS ("Menu <Shift>F10", N_("Menu of the selected call")),
  KEYS ("c", N_("Colour by method, package, thread or duration")),
  GROUP ("timeline", N_("Rows")),
  KEYS ("<Control>Up <Control>Down", N_("Scroll the rows")),
  KEYS ("Page_Up Page_Down", N_("Scroll by a page")),
  KEYS ("space", N_("Fold or unfold the group")),
  KEYS ("braceleft braceright", N_("Fold and unfold all groups")),
  KEYS ("h p", N_("Hide the row or pin it to the top")),
  KEYS ("t", N_("Show or hide the sampled stacks of a row over time")),
  KEYS ("k", N_("Show or hide the critical path of a thread")),
  KEYS ("<Alt>Up <Alt>Down", N_("Move the row up and down")),
  ACTION ("win.filter-rows", "<Control><Shift>r", N_("Filter the rows by name")),
  SECTION ("views", N_("Views")),
  GROUP (NULL, N_("Symbols")),
  KEYS ("<Shift>t", N_("Show the symbol in the tree")),
  KEYS ("<Shift>c", N_("Show the callers of the symbol")),
  KEYS ("<Shift>f", N_("Show the symbol in the flame graph")),
  KEYS ("<Shift>o", N_("Show the occurrences of the symbol")),
  KEYS ("Menu <Shift>F10", N_("Menu of the row or frame")),
  KEYS ("<Control>c", N_("Copy the row")),
  KEYS ("<Shift><Control>c", N_("Copy log lines as they are in the file")),
  GROUP ("profile", N_("Profile")),
  KEYS ("Right", N_("Show parents and children")),
  KEYS ("Left", N_("Hide parents and children, or go to their method")),
  KEYS ("Return", N_("Go to a parent or child")),
  GROUP ("call-tree", N_("Tree")),
  KEYS ("Right", N_("Expand the row, or go to its first child")),
  KEYS ("Left", N_("Collapse the row, or go to its parent")),
  KEYS ("plus minus", N_("Expand or collapse the row")),
  KEYS ("asterisk", N_("Expand the row and all its descendants")),
  KEYS ("e", N_("Expand the hottest path")),
  GROUP (NULL, N_("Comparison")),
  KEYS ("x", N_("Swap before and after")),
  GROUP ("call-graph", N_("Call Graph")),
  KEYS ("Left Right Up Down", N_("Move between methods")),
  KEYS ("Return", N_("Centre the graph on the method")),
  KEYS ("plus minus", N_("Zoom in and out")),
  KEYS ("f", N_("Show the whole graph")),
  KEYS ("Menu <Shift>F10", N_("Menu of the method")),
  GROUP ("flame", N_("Flame Graph")),
  KEYS ("Left Right", N_("Previous and next frame at the same level")),
  KEYS ("Up Down", N_("Caller and widest callee")),
  KEYS ("Return BackSpace", N_("Zoom to the frame or to its caller")),
  KEYS ("f", N_("Show everything")),
  KEYS ("Menu <Shift>F10", N_("Menu of the frame")),
  GROUP ("occurrences", N_("Occurrences")),
  KEYS ("Left Right", N_("Move through the histogram")),
  KEYS ("<Shift>Left <Shift>Right", N_("Extend the selected durations")),
  KEYS ("Return space", N_("Filter by the selected durations")),
  KEYS ("Delete", N_("Remove the filter")),
  SECTION ("logs", N_("Logs")),
  GROUP ("query", N_("Query")),
  ACTION ("win.show-query", "<Alt>q", N_("Go to the query editor")),
  KEYS ("<Control>Return", N_("Run the query or its selected part")),
  KEYS ("<Control>space", N_("Complete a name")),
  KEYS ("Tab", N_("Insert the selected name")),
  KEYS ("Right Left", N_("Show and hide columns in the list of tables")),
  KEYS ("Escape", N_("Stop the query, or go to its rows")),
  KEYS ("<Control>m", N_("Show the rows as a track on the timeline")),
  KEYS ("<Alt>Up <Alt>Down", N_("Older and newer query")),
  GROUP ("log", N_("Log")),
  KEYS ("plus minus w s", N_("Zoom in and out")),
  KEYS ("Left Right a d", N_("Pan to earlier and later lines")),
  KEYS ("f", N_("Show everything")),
  KEYS ("n <Shift>n", N_("Next and previous error")),
  KEYS ("b", N_("Bookmark the line")),
  KEYS ("bracketright bracketleft", N_("Next and previous bookmark")),
  KEYS ("space", N_("Show the whole message")),
  KEYS ("t p", N_("Show only this tag or only this process")),
  KEYS ("x <Shift>x", N_("Hide this tag or this process")),
  GROUP (NULL, N_("Dump Threads")),
  KEYS ("n <Shift>n", N_("Next and previous matching frame")),
  KEYS ("Return", N_("Go to the owner of the lock or to the source of the frame")),
  KEYS ("<Control>c", N_("Copy the stack")),
};

/* Sets the accelerators of the actions in the table, and those that select a view. */
void
tv_shortcuts_set_accels (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if (shortcuts[i].action != NULL)
      {
        g_auto (GStrv) keys = g_strsplit (shortcuts[i].keys, " ", -1);

        gtk_application_set_accels_for_action (application, shortcuts[i].action,
                                               (const char *const *) keys);
      }
  for (guint i = 1; i <= N_VIEWS; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-view(%u)", i);
      g_autofree char *key = g_strdup_printf ("<Alt>%u", i % 10);
      const char *const keys[] = { key, NULL };

      gtk_application_set_accels_for_action (application, action, keys);
    }
}

static void
open_object (GString *ui, const char *class_name, const char *title)
{
  g_autofree char *text = g_markup_printf_escaped ("<child><object class='%s'>"
                                                   "<property name='title'>%s</property>",
                                                   class_name, _ (title));

  g_string_append (ui, text);
}

static void
append_property (GString *ui, const char *name, const char *value)
{
  g_autofree char *text = g_markup_printf_escaped ("<property name='%s'>%s</property>", name,
                                                   value);

  g_string_append (ui, text);
}

static void
close_objects (GString *ui, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (ui, "</object></child>");
}

/**
 * tv_shortcuts_window_new:
 *
 * Creates the shortcuts window from XML, because GTK 4.8 has no other way to add its sections.
 *
 * Returns: (transfer none): a #GtkShortcutsWindow, owned by GTK until it is destroyed
 */
GtkShortcutsWindow *
tv_shortcuts_window_new (void)
{
  g_autoptr (GString)
      ui = g_string_new ("<interface><object class='GtkShortcutsWindow' id='window'>"
                         "<property name='modal'>1</property>");
  g_autoptr (GtkBuilder) builder = NULL;
  guint n_open = 0; /* number of open sections and groups */

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    switch (shortcuts[i].kind)
      {
      case SHORTCUT_SECTION:
        close_objects (ui, n_open);
        open_object (ui, "GtkShortcutsSection", shortcuts[i].title);
        append_property (ui, "section-name", shortcuts[i].name);
        append_property (ui, "max-height", G_STRINGIFY (MAX_ROWS));
        n_open = 1;
        break;
      case SHORTCUT_GROUP:
        close_objects (ui, n_open - 1);
        open_object (ui, "GtkShortcutsGroup", shortcuts[i].title);
        n_open = 2;
        break;
      case SHORTCUT_ROW:
      default:
        open_object (ui, "GtkShortcutsShortcut", shortcuts[i].title);
        append_property (ui, "accelerator", shortcuts[i].keys);
        close_objects (ui, 1);
      }
  close_objects (ui, n_open);
  g_string_append (ui, "</object></interface>");
  builder = gtk_builder_new_from_string (ui->str, (gssize) ui->len);
  return GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "window"));
}
