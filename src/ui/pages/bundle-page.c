/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "formats/format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-entry.h"
#include "ui/pages/bundle-diagnosis.h"
#include "ui/pages/bundle-hits.h"
#include "ui/pages/bundle-list.h"
#include "ui/pages/bundle-summary.h"
#include "ui/pages/multi-file-pane.h"
#include "ui/pages/trace-page.h"

/* The page of a folder, archive or bug report: its incidents and members. The trace page shows it instead of a
 * timeline if the file is a bundle (trace-page-load.c). The page owns the findings, the rows, the ticks and its child
 * widgets, which report to it with signals and callbacks. Files are opened by actions of the window. */

/* Widths of the window in px. In windows narrower than BESIDE_WIDTH_PX, the pane of files is below the list. In
 * windows narrower than WIDE_WIDTH_PX, columns of the list are hidden. */
#define BESIDE_WIDTH_PX 900
#define WIDE_WIDTH_PX   1200

struct _TvBundlePage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkBox *body;
  TvBundleSummary *summary;
  TvSearchEntry *filter;
  GtkLabel *progress_label;
  GtkWidget *stop;
  GtkProgressBar *progress;
  GtkToggleButton *lines_button;
  GtkWidget *compare_button;
  GtkStack *lists;
  TvBundleList *list;
  TvBundleHits *hits;
  TvMultiFilePane *pane;

  GFile *file;
  TvBundle *bundle;           /* (nullable): NULL until a bundle is shown */
  TvBundleFindings *findings; /* (nullable): findings in @bundle */
  TvBundleRows *rows;         /* (nullable): rows of the list */
  TvTickedRows *ticks;
  gboolean is_ticked; /* whether members have been ticked, by the user or automatically */
  guint focus_tick;   /* id of the tick callback that focuses the list, or 0 */
};

G_DEFINE_FINAL_TYPE (TvBundlePage, tv_bundle_page, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const TvMember *
get_member (TvBundlePage *self, guint member)
{
  guint n;

  return &tv_bundle_get_members (self->bundle, &n)[member];
}

/* ---- Single members ---- */

static gboolean
can_open (const TvMember *member)
{
  return member->kind <= TV_MEMBER_TEXT && member->size != 0;
}

static void
open_member (TvBundlePage *self, guint index)
{
  const TvMember *member = get_member (self, index);
  g_autofree char *uri = g_file_get_uri (self->file);

  if (can_open (member))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-member", "(ss)", uri, member->name);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void update_compare (TvBundlePage *self);

static void
on_selected (TvBundlePage *self)
{
  guint member;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open",
                                 tv_bundle_list_get_selected (self->list, &member) &&
                                     can_open (get_member (self, member)));
  update_compare (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  guint member;

  if (tv_bundle_list_get_selected (self->list, &member))
    open_member (self, member);
}

/* ---- Several members on one timeline ---- */

/* Returns whether a member can be ticked. Members that are empty or cannot be opened never can. Once a member has
 * been examined, it needs a clock, or an offset that the user has entered. */
static gboolean
can_tick (guint32 index, gpointer data)
{
  TvBundlePage *self = data;
  const TvMember *member = get_member (self, index);
  const TvMemberFound *found = tv_bundle_findings_get (self->findings, index);

  if (member->kind > TV_MEMBER_PERHAPS || member->size == 0)
    return FALSE;
  return found->finding == NULL || found->time.has_clock ||
         tv_multi_file_pane_has_offset (self->pane, member->name);
}

/* Updates whether actions are enabled. Ticked members can be opened together if the clocks of at least two of them
 * are synchronized. */
static void
update_actions (TvBundlePage *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open-together",
                                 tv_multi_file_pane_count_tied (self->pane) > 1);
  if (self->bundle != NULL)
    tv_ticked_rows_update (self->ticks);
  update_compare (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_ticked (gpointer data)
{
  TvBundlePage *self = data;
  const GArray *rows = tv_ticked_rows_get (self->ticks);
  g_autofree char *path = g_file_get_path (self->file);
  g_autofree TvSource *sources = g_new0 (TvSource, rows->len + 1);
  g_autofree gint64 *durations = g_new0 (gint64, rows->len + 1);

  self->is_ticked = TRUE;
  for (guint i = 0; i < rows->len; i++)
    {
      guint member = g_array_index (rows, guint32, i);

      sources[i] = (TvSource){ .path = path,
                               .member = get_member (self, member)->name,
                               .bundle = self->bundle };
      durations[i] = tv_bundle_findings_get (self->findings, member)->dur_ns;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->pane), rows->len > 0);
  tv_multi_file_pane_set_sources (self->pane, sources, durations, rows->len);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.open-apart", rows->len > 0);
  update_actions (self);
}

static void
tick_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  guint member;

  if (tv_bundle_list_get_selected (self->list, &member) && can_tick (member, self))
    tv_ticked_rows_toggle (self->ticks, member);
  else
    gtk_widget_error_bell (widget);
}

static void
open_together_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  g_autofree char *uri = g_file_get_uri (self->file);

  gtk_widget_activate_action_variant (widget, "win.open-with-offsets",
                                      tv_multi_file_pane_dup_tied (self->pane, uri));
}

static void
open_apart_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  const GArray *rows = tv_ticked_rows_get (self->ticks);

  for (guint i = 0; i < rows->len; i++)
    open_member (self, g_array_index (rows, guint32, i));
}

/* ---- Comparing dumps ---- */

static gboolean
is_dump (TvBundlePage *self, guint member)
{
  const TvMember *row = get_member (self, member);

  return row->kind == TV_MEMBER_TRACE && row->size != 0 &&
         g_str_equal (row->title, _ (tv_format_thread_dump.title));
}

static void
add_dump (TvBundlePage *self, GArray *dumps, guint member)
{
  if (!is_dump (self, member))
    return;
  for (guint i = 0; i < dumps->len; i++)
    if (g_array_index (dumps, guint, i) == member)
      return;
  g_array_append_val (dumps, member);
}

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const guint *one = a, *other = b;

  return (*one > *other) - (*one < *other);
}

/* Returns: (transfer full) (element-type guint): the dumps to compare, in the order of members. These are the ticked
 * dumps and, if fewer than two dumps are ticked, the selected dump. If there are still fewer than two, returns both
 * dumps of a bundle that contains exactly two; otherwise, the array is empty */
static GArray *
list_compared (TvBundlePage *self)
{
  const GArray *rows = tv_ticked_rows_get (self->ticks);
  GArray *dumps = g_array_new (FALSE, FALSE, sizeof (guint));
  guint selected, n;

  for (guint i = 0; i < rows->len; i++)
    add_dump (self, dumps, g_array_index (rows, guint32, i));
  if (dumps->len < 2 && tv_bundle_list_get_selected (self->list, &selected))
    add_dump (self, dumps, selected);
  if (dumps->len < 2)
    {
      g_array_set_size (dumps, 0);
      tv_bundle_get_members (self->bundle, &n);
      for (guint i = 0; i < n && dumps->len <= 2; i++)
        add_dump (self, dumps, i);
      if (dumps->len != 2)
        g_array_set_size (dumps, 0);
    }
  g_array_sort (dumps, compare_members);
  return dumps;
}

static void
update_compare (TvBundlePage *self)
{
  g_autoptr (GArray) dumps = NULL;

  if (self->bundle == NULL)
    return;
  dumps = list_compared (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.compare", dumps->len > 1);
}

/* Shows the button that compares dumps if the bundle contains at least two dumps. */
static void
offer_compare (TvBundlePage *self)
{
  guint n, n_dumps = 0;

  tv_bundle_get_members (self->bundle, &n);
  for (guint i = 0; i < n; i++)
    n_dumps += is_dump (self, i);
  gtk_widget_set_visible (self->compare_button, n_dumps > 1);
  update_compare (self);
}

static void
compare_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);
  g_autoptr (GArray) dumps = list_compared (self);
  g_autofree char *uri = g_file_get_uri (self->file);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ssx)"));

  for (guint i = 0; i < dumps->len; i++)
    g_variant_builder_add (&builder, "(ssx)", uri,
                           get_member (self, g_array_index (dumps, guint, i))->name, TV_NO_OFFSET);
  gtk_widget_activate_action_variant (widget, "win.compare-thread-dumps",
                                      g_variant_builder_end (&builder));
}

/* When all members have been examined, ticks those that are related to the incidents. Does nothing if members have
 * already been ticked. */
static void
tick_answer (TvBundlePage *self)
{
  g_autoptr (GArray) answer = NULL;

  if (self->is_ticked || tv_bundle_findings_is_busy (self->findings))
    return;
  answer = tv_bundle_dup_diagnosis (self->bundle, self->findings);
  self->is_ticked = TRUE;
  if (answer->len > 0)
    tv_ticked_rows_tick (self->ticks, answer);
}

/* ---- Findings ---- */

static void
show_progress (TvBundlePage *self)
{
  guint n, index = tv_bundle_findings_get_n_examined (self->findings, &n);
  gboolean is_busy = tv_bundle_findings_is_busy (self->findings);
  g_autofree char *done = tv_format_count (index);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *progress_text = NULL;

  if (is_busy)
    /* Translators: number of examined files and sections, and number of all files and sections */
    progress_text = g_strdup_printf (_("Examined %s of %s"), done, all);
  else if (index < n)
    progress_text = g_strdup_printf (_("Stopped after %s of %s"), done, all);
  gtk_label_set_text (self->progress_label, progress_text != NULL ? progress_text : "");
  gtk_widget_set_visible (self->stop, is_busy);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bundle.stop", is_busy);
  gtk_progress_bar_set_fraction (self->progress, n > 0 ? (double) index / n : 1.0);
  gtk_widget_set_opacity (GTK_WIDGET (self->progress), is_busy ? 1.0 : 0.0);
}

/* Passes the examined traces and logs without a clock to the pane of files, where the user can enter their offsets. */
static void
report_clockless (TvBundlePage *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint n;
  const TvMember *members = tv_bundle_get_members (self->bundle, &n);

  for (guint i = 0; i < n; i++)
    {
      const TvMemberFound *found = tv_bundle_findings_get (self->findings, i);

      if (members[i].kind == TV_MEMBER_TRACE && found->finding != NULL && !found->time.has_clock &&
          members[i].size != 0 && members[i].subject != TV_CONTENT_STATE)
        g_strv_builder_add (names, members[i].name);
    }
  tv_multi_file_pane_take_clockless (self->pane, g_strv_builder_end (names));
}

/* Returns a time on the day for which times are shown without a date: the time of the bug report; for other bundles,
 * the modification time of the newest member. */
static gint64
find_day (const TvBundle *bundle)
{
  TvBundleProperties facts;
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);
  gint64 latest_s = 0;

  tv_bundle_get_properties (bundle, &facts);
  for (guint i = 0; i < n; i++)
    latest_s = MAX (latest_s, members[i].modified_s);
  return facts.when_s >= 0 ? facts.when_s : latest_s;
}

static void
on_found (gpointer data)
{
  TvBundlePage *self = data;

  tv_bundle_summary_set (self->summary, self->bundle, self->findings, find_day (self->bundle));
  tv_bundle_list_update (self->list);
  tv_ticked_rows_update (self->ticks);
  report_clockless (self);
  show_progress (self);
  tick_answer (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
stop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);

  if (self->findings == NULL)
    return;
  tv_bundle_findings_stop (self->findings);
  on_found (self);
}

static gboolean
is_in_lines (TvBundlePage *self)
{
  return gtk_toggle_button_get_active (self->lines_button);
}

static void
on_filter (TvBundlePage *self)
{
  if (self->rows == NULL)
    return;
  if (is_in_lines (self))
    {
      tv_bundle_hits_search (self->hits, tv_search_entry_dup_match (self->filter));
      return;
    }
  tv_bundle_rows_set_filter (self->rows, tv_search_entry_is_active (self->filter)
                                             ? tv_search_entry_get_text (self->filter)
                                             : NULL);
  tv_bundle_list_update (self->list);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Switches between filtering the members and searching the lines of all members. */
static void
on_lines_toggled (TvBundlePage *self)
{
  gboolean is_on = is_in_lines (self);

  if (self->rows == NULL)
    return;
  g_object_set (self->filter, "placeholder-text",
                is_on ? _("Search all lines") : _("Filter names, processes and findings"), NULL);
  gtk_stack_set_visible_child_name (self->lists, is_on ? "hits" : "members");
  if (is_on)
    tv_bundle_rows_set_filter (self->rows, NULL);
  else
    tv_bundle_hits_search (self->hits, NULL);
  tv_bundle_list_update (self->list);
  on_filter (self);
}

static void
on_hits_changed (TvBundlePage *self)
{
  tv_search_entry_set_busy (self->filter, tv_bundle_hits_is_busy (self->hits));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Opens a match. The line of a log or text file is shown in the view for that format; the line of any other file, or
 * of the bundle itself, is shown as plain text. */
static void
open_hit (TvBundlePage *self, guint index, guint64 line)
{
  const TvMember *member = index != TV_NONE ? get_member (self, index) : NULL;
  g_autofree char *uri = g_file_get_uri (self->file);

  if (line == 0)
    {
      open_member (self, index);
      return;
    }
  gtk_widget_activate_action (
      GTK_WIDGET (self), "win.open-line", "(ssbt)", uri, member != NULL ? member->name : "",
      member == NULL || (member->kind != TV_MEMBER_TEXT && member->subject != TV_CONTENT_LOG),
      line);
}

/* Moves the focus to the matches of a search in the lines. If there is no such search, returns to filtering the
 * members, and moves the focus to their list. */
static void
on_leave (TvBundlePage *self)
{
  if (is_in_lines (self) && tv_search_entry_is_active (self->filter))
    {
      tv_bundle_hits_focus (self->hits);
      return;
    }
  gtk_toggle_button_set_active (self->lines_button, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
focus_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (widget);
}

static void
find_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);

  gtk_toggle_button_set_active (self->lines_button, g_str_equal (name, "bundle.find-lines"));
  gtk_widget_grab_focus (GTK_WIDGET (self->filter));
}

/* Handles Space and Ctrl+Enter before the list does, which would activate the row. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        TvBundlePage *self)
{
  gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;
  gboolean is_control = (state & GDK_CONTROL_MASK) != 0;

  if (is_enter && is_control)
    gtk_widget_activate_action (GTK_WIDGET (self), "bundle.open-together", NULL);
  else if (key == GDK_KEY_space && (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "bundle.tick", NULL);
  else
    return FALSE;
  return TRUE;
}

/* ---- Layout ---- */

static void
update_layout (TvBundlePage *self)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (self)));
  int width = gdk_surface_get_width (surface);
  gboolean is_beside = width >= BESIDE_WIDTH_PX;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->body), is_beside
                                                                   ? GTK_ORIENTATION_HORIZONTAL
                                                                   : GTK_ORIENTATION_VERTICAL);
  if (is_beside)
    gtk_widget_remove_css_class (GTK_WIDGET (self->pane), "below");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->pane), "below");
  gtk_widget_set_size_request (GTK_WIDGET (self->pane), is_beside ? 360 : -1, is_beside ? -1 : 200);
  tv_multi_file_pane_set_below (self->pane, !is_beside);
  tv_bundle_list_set_narrow (self->list, width < WIDE_WIDTH_PX);
}

static void
tv_bundle_page_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_bundle_page_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (gtk_widget_get_native (widget)), "notify::width",
                           G_CALLBACK (update_layout), widget, G_CONNECT_SWAPPED);
  update_layout (TV_BUNDLE_PAGE (widget));
}

static void
tv_bundle_page_unrealize (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_data (gtk_native_get_surface (gtk_widget_get_native (widget)),
                                        widget);
  GTK_WIDGET_CLASS (tv_bundle_page_parent_class)->unrealize (widget);
}

/* ---- Object ---- */

/* Focuses the list as soon as row widgets exist. They are created some frames after the list is shown. */
static gboolean
focus_list (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);

  if (self->rows != NULL && !tv_bundle_list_focus (self->list))
    return G_SOURCE_CONTINUE;
  self->focus_tick = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
tv_bundle_page_grab_focus (GtkWidget *widget)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (widget);

  if (self->focus_tick == 0)
    self->focus_tick = gtk_widget_add_tick_callback (widget, focus_list, NULL, NULL);
  return TRUE;
}

static void
tv_bundle_page_dispose (GObject *object)
{
  TvBundlePage *self = TV_BUNDLE_PAGE (object);

  if (self->focus_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->focus_tick);
  self->focus_tick = 0;
  if (self->findings != NULL)
    tv_bundle_findings_stop (self->findings);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_BUNDLE_PAGE);
  g_clear_pointer (&self->ticks, tv_ticked_rows_free);
  g_clear_pointer (&self->rows, tv_bundle_rows_free);
  g_clear_pointer (&self->findings, tv_bundle_findings_free);
  g_clear_pointer (&self->bundle, tv_bundle_free);
  g_clear_object (&self->file);
  G_OBJECT_CLASS (tv_bundle_page_parent_class)->dispose (object);
}

static void
tv_bundle_page_class_init (TvBundlePageClass *klass)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "bundle.open", open_action },
    { "bundle.tick", tick_action },
    { "bundle.open-together", open_together_action },
    { "bundle.open-apart", open_apart_action },
    { "bundle.compare", compare_action },
    { "bundle.stop", stop_action },
    { "bundle.find", find_action },
    { "bundle.find-lines", find_action },
    { "bundle.focus", focus_action },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_BUNDLE_HITS);
  g_type_ensure (TV_TYPE_BUNDLE_LIST);
  g_type_ensure (TV_TYPE_BUNDLE_SUMMARY);
  g_type_ensure (TV_TYPE_SEARCH_ENTRY);
  g_type_ensure (TV_TYPE_MULTI_FILE_PANE);
  G_OBJECT_CLASS (klass)->dispose = tv_bundle_page_dispose;
  signals[CHANGED] = g_signal_new ("changed", TV_TYPE_BUNDLE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  widget_class->grab_focus = tv_bundle_page_grab_focus;
  widget_class->realize = tv_bundle_page_realize;
  widget_class->unrealize = tv_bundle_page_unrealize;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/bundle-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, stack);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, body);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, summary);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, filter);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, progress_label);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, stop);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, progress);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, lines_button);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, compare_button);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, lists);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, list);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, hits);
  gtk_widget_class_bind_template_child (widget_class, TvBundlePage, pane);
  gtk_widget_class_bind_template_callback (widget_class, open_member);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_leave);
  gtk_widget_class_bind_template_callback (widget_class, on_lines_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_hits_changed);
  gtk_widget_class_bind_template_callback (widget_class, open_hit);
  gtk_widget_class_bind_template_callback (widget_class, update_actions);
}

static void
tv_bundle_page_init (TvBundlePage *self)
{
  static const char *const actions[] = { "bundle.open", "bundle.open-together", "bundle.open-apart",
                                         "bundle.compare", "bundle.stop" };
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *find = gtk_shortcut_controller_new ();

  self->ticks = tv_ticked_rows_new (can_tick, on_ticked, self);
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], FALSE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (find), GTK_SHORTCUT_SCOPE_MANAGED);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (find),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_f, GDK_CONTROL_MASK),
                        gtk_named_action_new ("bundle.find")));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (find),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_f, GDK_CONTROL_MASK | GDK_SHIFT_MASK),
                        gtk_named_action_new ("bundle.find-lines")));
  gtk_widget_add_controller (GTK_WIDGET (self), find);
}

/**
 * tv_bundle_page_show:
 * @file: file of the bundle
 * @bundle: (transfer full): the bundle
 *
 * Lists the members of a bundle, and starts to examine them. Must be called once.
 */
void
tv_bundle_page_show (TvBundlePage *self, GFile *file, TvBundle *bundle)
{
  TvBundleCells cells = { .bundle = bundle, .ticks = self->ticks, .day_s = find_day (bundle) };
  guint n;

  g_return_if_fail (TV_IS_BUNDLE_PAGE (self) && self->file == NULL);

  self->file = g_object_ref (file);
  self->bundle = bundle;
  self->findings = tv_bundle_findings_new (bundle, on_found, self);
  self->rows = tv_bundle_rows_new (bundle, self->findings);
  cells.findings = self->findings;
  cells.rows = self->rows;
  tv_bundle_list_show (self->list, &cells, self->rows);
  tv_bundle_hits_set_bundle (self->hits, bundle);
  tv_bundle_get_members (bundle, &n);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "list" : "empty");
  offer_compare (self);
  on_found (self);
  on_selected (self);
}

/* ---- States for the window ---- */

static GVariant *
get_found (gpointer object)
{
  TvBundlePage *self = object;
  guint n;

  return g_variant_new_uint32 (tv_bundle_findings_get_n_examined (self->findings, &n));
}

static GVariant *
get_ticked (gpointer object)
{
  TvBundlePage *self = object;
  const GArray *rows = tv_ticked_rows_get (self->ticks);
  GVariantBuilder names = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("as"));

  for (guint i = 0; i < rows->len; i++)
    g_variant_builder_add (&names, "s", get_member (self, g_array_index (rows, guint32, i))->name);
  return g_variant_builder_end (&names);
}

static GVariant *
get_tied (gpointer object)
{
  return g_variant_new_uint32 (tv_multi_file_pane_count_tied (((TvBundlePage *) object)->pane));
}

static GVariant *
get_rows (gpointer object)
{
  return g_variant_new_uint32 (g_list_model_get_n_items (
      G_LIST_MODEL (tv_bundle_rows_get_model (((TvBundlePage *) object)->rows))));
}

static GVariant *
get_selected (gpointer object)
{
  TvBundlePage *self = object;
  guint member;

  return g_variant_new_string (
      tv_bundle_list_get_selected (self->list, &member) ? get_member (self, member)->name : "");
}

/* Returns: (transfer floating): the number of matching lines; %TV_NONE while a search is running */
static GVariant *
get_hits (gpointer object)
{
  TvBundlePage *self = object;

  return g_variant_new_uint32 (
      tv_bundle_hits_is_busy (self->hits) ? TV_NONE : tv_bundle_hits_count (self->hits));
}

static GVariant *
get_hits_focus (gpointer object)
{
  return g_variant_new_boolean (tv_bundle_hits_has_focus (((TvBundlePage *) object)->hits));
}

static GVariant *
get_summary (gpointer object)
{
  return g_variant_new_string (tv_bundle_summary_get (((TvBundlePage *) object)->summary));
}

static void
ask_offsets (gpointer object, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (((TvBundlePage *) object)->pane), "together.offsets",
                              NULL);
}

/**
 * tv_bundle_page_add_actions:
 * @map: action map to which the actions are added
 *
 * Adds read-only actions for the state of the page, and an action for entering offsets. Must be called when the page
 * shows a bundle.
 */
void
tv_bundle_page_add_actions (TvBundlePage *self, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "bundle-examined", .type = "u", .get_state = get_found, .signals = "changed" },
    { .name = "bundle-ticked", .type = "as", .get_state = get_ticked, .signals = "changed" },
    { .name = "bundle-tied", .type = "u", .get_state = get_tied, .signals = "changed" },
    { .name = "bundle-rows", .type = "u", .get_state = get_rows, .signals = "changed" },
    { .name = "bundle-selected", .type = "s", .get_state = get_selected, .signals = "changed" },
    { .name = "bundle-hits", .type = "u", .get_state = get_hits, .signals = "changed" },
    { .name = "bundle-hits-focus", .type = "b", .get_state = get_hits_focus, .signals = "changed" },
    { .name = "bundle-offsets", .activate = ask_offsets },
    { .name = "bundle-verdict", .type = "s", .get_state = get_summary, .signals = "changed" },
  };

  tv_object_actions_add (map, self, self, actions, G_N_ELEMENTS (actions));
}
