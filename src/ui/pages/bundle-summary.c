/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-summary.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "ui/kit/number-format.h"
#include "ui/pages/bundle-cell.h"

/* The incidents of a bundle, as a sentence and links. Created by the template of the bundle page, which calls
 * tv_bundle_summary_set() after each batch of findings. tv_bundle_dup_incidents() lists the incidents, also for
 * bundle-diagnosis.c; it only reads its arguments. */

/* Maximum number of incidents with a link; the list of members contains all of them. */
#define MAX_LINES 4

struct _TvBundleSummary
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *note;
  GtkGrid *lines;

  gint64 day_s; /* wall clock time in s on the day for which times are shown without a date */
};

G_DEFINE_FINAL_TYPE (TvBundleSummary, tv_bundle_summary, GTK_TYPE_WIDGET)

enum
{
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const TvDatedFinding *) a)->wall_s, y = ((const TvDatedFinding *) b)->wall_s;

  return (y > x) - (y < x);
}

/* Returns: (transfer full) (element-type TvDatedFinding): the incidents in all members except traces, the latest
 * first; each incident only once */
GArray *
tv_bundle_dup_incidents (const TvBundle *bundle, const TvBundleFindings *findings)
{
  GArray *wrong = g_array_new (FALSE, FALSE, sizeof (TvDatedFinding));
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  for (guint i = 0; i < n; i++)
    {
      const TvMemberFound *found = tv_bundle_findings_get (findings, i);

      if (found->finding != NULL && members[i].subject != TV_CONTENT_TRACE)
        tv_findings_add (wrong, found->finding,
                         found->time.wall_s >= 0 ? found->time.wall_s : G_MININT64, i);
    }
  g_array_sort (wrong, compare_times);
  return wrong;
}

/* ---- Strings ---- */

/* Returns: the number of traces if the bundle is not a bug report and contains no logs or reports; otherwise 0 */
static guint
count_traces_alone (const TvBundle *bundle)
{
  TvBundleProperties facts;
  guint n, n_traces = 0;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  tv_bundle_get_properties (bundle, &facts);
  for (guint i = 0; i < n && facts.n_sections == 0; i++)
    {
      if (members[i].kind == TV_MEMBER_TRACE && members[i].subject != TV_CONTENT_TRACE)
        return 0;
      if (members[i].kind == TV_MEMBER_TRACE)
        n_traces++;
    }
  return n_traces;
}

static char *
dup_summary (const TvBundle *bundle, const GArray *wrong)
{
  guint n_traces = wrong->len == 0 ? count_traces_alone (bundle) : 0;
  TvBundleProperties facts;

  if (n_traces > 0)
    return tv_number_printf (ngettext ("%u trace", "%u traces", n_traces), n_traces);
  tv_bundle_get_properties (bundle, &facts);
  return tv_findings_dup_summary ((const TvDatedFinding *) (gconstpointer) wrong->data, wrong->len,
                                  facts.when_s >= 0 ? facts.when_s : G_MININT64);
}

/* Returns: (transfer full): a description of a bug report, such as "Bug report · Android 16 · BP2A.250605.031 ·
 * 212,408 lines · 152 items"; for other bundles, only the number of items. Also mentions locked items, a missing end
 * and an incomplete list */
static char *
dup_note (const TvBundle *bundle)
{
  TvBundleProperties facts;
  guint n_all, n_locked = tv_bundle_count (bundle, TV_MEMBER_LOCKED);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *all = NULL;

  tv_bundle_get_properties (bundle, &facts);
  tv_bundle_get_members (bundle, &n_all);
  all = tv_format_count (n_all);
  if (facts.n_sections > 0)
    {
      g_autofree char *lines = tv_format_count (facts.n_lines);

      g_string_append (text, _("Bug report"));
      if (facts.system != NULL)
        g_string_append_printf (text, " · %s", facts.system);
      if (facts.build != NULL)
        g_string_append_printf (text, " · %s", facts.build);
      g_string_append_printf (text, ngettext (" · %s line", " · %s lines", facts.n_lines), lines);
      g_string_append (text, " · ");
    }
  /* Translators: number of files and sections */
  g_string_append_printf (text, ngettext ("%s item", "%s items", n_all), all);
  if (n_locked > 0)
    tv_number_append_printf (text, ngettext (" · %u is locked", " · %u are locked", n_locked),
                             n_locked);
  if (!facts.is_whole)
    g_string_append (text, _(" · its end is missing"));
  if (tv_bundle_is_partial (bundle))
    g_string_append (text, _(" · the list is incomplete"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- List of incidents ---- */

static gboolean
on_link (GtkLabel *label, const char *uri, TvBundleSummary *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0, (guint) atoi (uri));
  return TRUE;
}

static GtkWidget *
add_label (TvBundleSummary *self, const char *text, const char *style, int column, int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_grid_attach (self->lines, label, column, row, 1, 1);
  return label;
}

static void
add_line (TvBundleSummary *self, const TvDatedFinding *dated, int row)
{
  const TvFinding *finding = dated->finding;
  g_autofree char *shown = tv_bundle_cell_dup_time (self->day_s,
                                                    dated->wall_s >= 0 ? dated->wall_s : -1);
  g_autofree char *link = g_markup_printf_escaped (
      "<a href=\"%u\">%s</a>", dated->member, finding->label != NULL ? finding->label : _("Open"));
  GtkWidget *label;

  add_label (self, shown, "numeric", 0, row);
  label = add_label (self, NULL, NULL, 1, row);
  gtk_label_set_markup (GTK_LABEL (label), link);
  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), self);
  label = add_label (self, finding->text, NULL, 2, row);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, finding->text);
}

static void
clear_lines (TvBundleSummary *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->lines))) != NULL)
    gtk_grid_remove (self->lines, child);
}

static void
set_icon (TvBundleSummary *self, const char *name, const char *style)
{
  gtk_image_set_from_icon_name (self->icon, name);
  gtk_widget_remove_css_class (GTK_WIDGET (self->icon), "error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->icon), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), style);
}

/* Shows the incidents found so far. */
void
tv_bundle_summary_set (TvBundleSummary *self,
                       const TvBundle *bundle,
                       const TvBundleFindings *findings,
                       gint64 day_s)
{
  g_autoptr (GArray) wrong = tv_bundle_dup_incidents (bundle, findings);
  g_autofree char *summary = dup_summary (bundle, wrong);
  g_autofree char *note = dup_note (bundle);
  gboolean is_known = tv_bundle_findings_has_incidents (findings);

  self->day_s = day_s;
  clear_lines (self);
  gtk_label_set_text (self->note, note);
  if (!is_known && wrong->len == 0 && count_traces_alone (bundle) == 0)
    {
      set_icon (self, "system-search-symbolic", "dim-label");
      gtk_label_set_text (self->title, _("Looking for problems…"));
      return;
    }
  set_icon (self, wrong->len > 0 ? "dialog-error-symbolic" : "dialog-information-symbolic",
            wrong->len > 0 ? "error" : "dim-label");
  gtk_label_set_text (self->title, summary);
  for (guint i = 0; i < MIN (wrong->len, (guint) MAX_LINES); i++)
    add_line (self, &g_array_index (wrong, TvDatedFinding, i), (int) i);
  if (wrong->len > MAX_LINES)
    {
      g_autofree char *more = tv_number_printf (_("and %u more below"), wrong->len - MAX_LINES);

      add_label (self, more, "dim-label", 2, MAX_LINES);
    }
}

/* Returns: (transfer none): the sentence that summarizes the bundle */
const char *
tv_bundle_summary_get (TvBundleSummary *self)
{
  return gtk_label_get_text (self->title);
}

/* ---- Object ---- */

static void
tv_bundle_summary_dispose (GObject *object)
{
  g_clear_pointer (&TV_BUNDLE_SUMMARY (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_bundle_summary_parent_class)->dispose (object);
}

static void
tv_bundle_summary_class_init (TvBundleSummaryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_bundle_summary_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[ACTIVATED] = g_signal_new ("activated", TV_TYPE_BUNDLE_SUMMARY, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static GtkLabel *
new_label (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, style);
  return GTK_LABEL (label);
}

static void
tv_bundle_summary_init (TvBundleSummary *self)
{
  GtkWidget *text_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_add_css_class (self->box, "bundle-header");
  self->icon = GTK_IMAGE (gtk_image_new ());
  gtk_image_set_pixel_size (self->icon, 24);
  gtk_widget_set_valign (GTK_WIDGET (self->icon), GTK_ALIGN_START);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), "verdict-icon");
  self->title = new_label ("title-3");
  self->note = new_label ("dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "numeric");
  self->lines = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->lines, 18);
  gtk_grid_set_row_spacing (self->lines, 3);
  gtk_widget_set_hexpand (text_box, TRUE);
  gtk_box_append (GTK_BOX (text_box), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (text_box), GTK_WIDGET (self->note));
  gtk_box_append (GTK_BOX (text_box), GTK_WIDGET (self->lines));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->icon));
  gtk_box_append (GTK_BOX (self->box), text_box);
}
