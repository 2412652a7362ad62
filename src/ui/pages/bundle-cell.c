/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/bundle-cell.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "core/types.h"
#include "ui/kit/number-format.h"

/* One row of a bundle's list, and the column headers. Created by TvBundleList; bundle-summary.c uses only
 * tv_bundle_cell_dup_time(). All rows share a #TvBundleCells; a cell only reads it, except that toggling a tick
 * changes the ticked rows. */

#define DAY_S 86400

/* Widths of the columns. They are fixed, so that cells are aligned across rows. */
#define NAME_WIDTH_PX    224
#define PROCESS_WIDTH_PX 170
#define TIME_WIDTH_PX    90
#define SIZE_WIDTH_PX    76

struct _TvBundleCell
{
  GtkWidget parent_instance;

  const TvBundleCells *cells;
  TvBundleRow *row; /* (nullable): row that the cell shows */
  GtkWidget *box;
  GtkWidget *tick;
  GtkImage *icon;
  GtkLabel *name;
  GtkLabel *process;
  GtkLabel *time;
  GtkLabel *size;
  GtkLabel *finding;
};

G_DEFINE_FINAL_TYPE (TvBundleCell, tv_bundle_cell, GTK_TYPE_WIDGET)

/* ---- Strings ---- */

/* Returns: (transfer full): text for a wall clock time: the time on the day of @day_s, the date and time on another
 * day, the date in another year; empty if the time is unknown */
char *
tv_bundle_cell_dup_time (gint64 day_s, gint64 wall_s)
{
  g_autoptr (GDateTime) time = wall_s >= 0 ? g_date_time_new_from_unix_utc (wall_s) : NULL;
  g_autoptr (GDateTime) day = g_date_time_new_from_unix_utc (day_s);

  if (time == NULL)
    return g_strdup ("");
  if (wall_s / DAY_S == day_s / DAY_S)
    return g_date_time_format (time, "%T");
  if (day != NULL && g_date_time_get_year (time) != g_date_time_get_year (day))
    /* Translators: a date in another year, in strftime format */
    return g_date_time_format (time, _("%e %b %Y"));
  /* Translators: a date and time on another day, in strftime format */
  return g_date_time_format (time, _("%e %b %H:%M"));
}

static const char *
get_icon (const TvMember *member, const TvFinding *finding)
{
  switch (member->subject)
    {
    case TV_CONTENT_INCIDENT:
      if (finding == NULL || finding->gravity <= TV_FINDING_FINE)
        return "dialog-information-symbolic";
      return finding->gravity == TV_FINDING_WRONG ? "dialog-error-symbolic"
                                                  : "dialog-warning-symbolic";
    case TV_CONTENT_LOG:
      return "view-list-symbolic";
    case TV_CONTENT_TRACE:
      return "view-continuous-symbolic";
    default:
      return member->kind == TV_MEMBER_TEXT ? "text-x-generic-symbolic"
                                            : "dialog-question-symbolic";
    }
}

static const char *
get_icon_style (const TvMember *member, const TvFinding *finding)
{
  if (member->subject != TV_CONTENT_INCIDENT || finding == NULL)
    return NULL;
  return finding->gravity == TV_FINDING_WRONG      ? "error"
         : finding->gravity == TV_FINDING_DOUBTFUL ? "warning"
                                                   : NULL;
}

/* Sets the name. If a path is too long, its end remains visible, because it is the filename. */
static void
set_name (TvBundleCell *self, const TvMember *member)
{
  gtk_label_set_ellipsize (self->name,
                           member->is_section ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_START);
  gtk_label_set_text (self->name, member->name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), member->name);
}

static char *
dup_size (gint64 size)
{
  return size > 0 ? tv_size_format ((double) size) : g_strdup ("");
}

static void
show_member (TvBundleCell *self)
{
  const TvBundleCells *cells = self->cells;
  guint n;
  const TvMember *member = &tv_bundle_get_members (cells->bundle, &n)[self->row->member];
  const TvMemberFound *found = tv_bundle_findings_get (cells->findings, self->row->member);
  const TvFinding *finding = found->finding;
  g_autofree char *line = finding != NULL ? tv_finding_dup_line (finding) : NULL;
  gint64 wall_s = found->time.wall_s >= 0 ? found->time.wall_s : member->stamp_s;
  g_autofree char *time = tv_bundle_cell_dup_time (cells->day_s, wall_s);
  g_autofree char *size = dup_size (member->size);
  const char *style = get_icon_style (member, finding);
  gboolean is_wrong = finding != NULL && finding->gravity == TV_FINDING_WRONG;

  gtk_image_set_from_icon_name (self->icon, get_icon (member, finding));
  for (const char *const *name = (const char *const[]){ "error", "warning", "dim-label", NULL };
       *name != NULL; name++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->icon), *name);
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), style != NULL ? style : "dim-label");
  set_name (self, member);
  gtk_label_set_text (self->process,
                      finding != NULL && finding->process != NULL ? finding->process : "");
  gtk_label_set_text (self->time, time);
  gtk_label_set_text (self->size, size);
  gtk_label_set_text (self->finding, line != NULL ? line : "…");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->finding), line);
  if (is_wrong)
    gtk_widget_add_css_class (GTK_WIDGET (self->finding), "heading");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->finding), "heading");
  if (finding == NULL || finding->gravity == TV_FINDING_NOTHING)
    gtk_widget_add_css_class (GTK_WIDGET (self->finding), "dim-label");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->finding), "dim-label");
}

/* Shows a title instead of a name. The title is as wide as necessary. */
static void
show_title (TvBundleCell *self, const char *title)
{
  gtk_label_set_ellipsize (self->name, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_text (self->name, title);
}

static void
show_group (TvBundleCell *self)
{
  g_autofree char *count = tv_format_count (self->row->n);
  const char *title = tv_bundle_rows_get_title (self->cells->rows, self->row->group);

  gtk_image_set_from_icon_name (self->icon,
                                self->row->is_folded ? "pan-end-symbolic" : "pan-down-symbolic");
  show_title (self, title);
  gtk_label_set_text (self->finding, count);
}

static void
show_more (TvBundleCell *self)
{
  g_autofree char *count = tv_format_count (self->row->n);
  /* Translators: number of hidden rows of a list */
  g_autofree char *more_title = g_strdup_printf (_("Show %s More"), count);

  show_title (self, more_title);
}

/* Returns: (transfer none) (nullable): the row that the cell shows */
TvBundleRow *
tv_bundle_cell_get_row (TvBundleCell *self)
{
  return self->row;
}

/* Updates the cell after the content of its row has changed. */
void
tv_bundle_cell_update (TvBundleCell *self)
{
  gboolean is_member = self->row != NULL && self->row->kind == TV_BUNDLE_ROW_MEMBER;
  gboolean is_wide = is_member && !self->cells->is_narrow;

  gtk_widget_set_visible (self->tick, is_member);
  gtk_widget_set_visible (GTK_WIDGET (self->icon),
                          self->row != NULL && self->row->kind != TV_BUNDLE_ROW_MORE);
  gtk_widget_set_visible (GTK_WIDGET (self->process), is_wide);
  gtk_widget_set_visible (GTK_WIDGET (self->size), is_wide);
  gtk_widget_set_visible (GTK_WIDGET (self->time), is_member);
  gtk_widget_set_visible (GTK_WIDGET (self->finding),
                          self->row != NULL && self->row->kind != TV_BUNDLE_ROW_MORE);
  if (self->row == NULL)
    return;
  if (self->row->kind == TV_BUNDLE_ROW_MEMBER)
    show_member (self);
  else if (self->row->kind == TV_BUNDLE_ROW_GROUP)
    show_group (self);
  else
    show_more (self);
}

/* Sets the row to show. @row: (nullable) */
void
tv_bundle_cell_set_row (TvBundleCell *self, TvBundleRow *row)
{
  static const char *const styles[] = { "group", "member", "more" };

  g_set_object (&self->row, row);
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (row != NULL && row->kind == (TvBundleRowKind) i)
      gtk_widget_add_css_class (GTK_WIDGET (self), styles[i]);
    else
      gtk_widget_remove_css_class (GTK_WIDGET (self), styles[i]);
  tv_ticked_rows_set_cell (
      self->tick, row != NULL && row->kind == TV_BUNDLE_ROW_MEMBER ? row->member : TV_NONE);
  gtk_widget_set_size_request (
      GTK_WIDGET (self->name),
      row != NULL && row->kind == TV_BUNDLE_ROW_MEMBER ? NAME_WIDTH_PX : -1, -1);
  if (row != NULL && row->kind != TV_BUNDLE_ROW_MEMBER)
    {
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), NULL);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->finding), NULL);
      gtk_widget_remove_css_class (GTK_WIDGET (self->finding), "heading");
      gtk_widget_add_css_class (GTK_WIDGET (self->finding), "dim-label");
      for (const char *const *name = (const char *const[]){ "error", "warning", NULL };
           *name != NULL; name++)
        gtk_widget_remove_css_class (GTK_WIDGET (self->icon), *name);
    }
  tv_bundle_cell_update (self);
}

/* ---- Widgets ---- */

static GtkLabel *
add_label (GtkWidget *box, int width, float xalign, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_size_request (label, width, -1);
  if (width > 0)
    gtk_label_set_max_width_chars (GTK_LABEL (label), 1);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
add_columns (GtkWidget *box, GtkLabel *labels[5])
{
  labels[0] = add_label (box, NAME_WIDTH_PX, 0.0f, NULL);
  labels[1] = add_label (box, PROCESS_WIDTH_PX, 0.0f, "dim-label");
  labels[2] = add_label (box, TIME_WIDTH_PX, 1.0f, "numeric");
  labels[3] = add_label (box, SIZE_WIDTH_PX, 1.0f, "numeric");
  labels[4] = add_label (box, -1, 0.0f, NULL);
  gtk_widget_set_hexpand (GTK_WIDGET (labels[4]), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (labels[4]), 12);
}

/* Creates the column headers. */
GtkWidget *
tv_bundle_cell_new_headers (const TvBundleCells *cells)
{
  static const char *const titles[] = { N_("Name"), N_("Process"), N_("Time"), N_("Size"),
                                        N_("Finding") };
  static const char *const tooltips[] = {
    N_("Name of the file or section"),
    N_("Process that the file or section is about, with its ID"),
    N_("Start time, on the device’s wall clock"),
    N_("Size after decompression"),
    N_("Summary of the content or of the diagnosis"),
  };
  GtkWidget *headers = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkLabel *labels[G_N_ELEMENTS (titles)];

  gtk_widget_add_css_class (headers, "bundle-columns");
  add_columns (headers, labels);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      gtk_label_set_text (labels[i], _ (titles[i]));
      gtk_widget_remove_css_class (GTK_WIDGET (labels[i]), "dim-label");
      gtk_widget_set_tooltip_text (GTK_WIDGET (labels[i]), _ (tooltips[i]));
    }
  return headers;
}

/* Shows or hides the column headers for process and size. */
void
tv_bundle_cell_set_narrow (GtkWidget *headers, gboolean is_narrow)
{
  guint i = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (headers); child != NULL;
       child = gtk_widget_get_next_sibling (child), i++)
    if (i == 1 || i == 3)
      gtk_widget_set_visible (child, !is_narrow);
}

static void
tv_bundle_cell_dispose (GObject *object)
{
  TvBundleCell *self = TV_BUNDLE_CELL (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->row);
  G_OBJECT_CLASS (tv_bundle_cell_parent_class)->dispose (object);
}

static void
tv_bundle_cell_class_init (TvBundleCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_bundle_cell_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "bundlecell");
}

static void
tv_bundle_cell_init (TvBundleCell *self)
{
}

GtkWidget *
tv_bundle_cell_new (const TvBundleCells *cells)
{
  TvBundleCell *self = g_object_new (TV_TYPE_BUNDLE_CELL, NULL);
  GtkLabel *labels[5];

  self->cells = cells;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->tick = tv_ticked_rows_new_cell (cells->ticks);
  gtk_widget_set_valign (self->tick, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->box), self->tick);
  self->icon = GTK_IMAGE (gtk_image_new ());
  gtk_widget_set_size_request (GTK_WIDGET (self->icon), 20, -1);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->icon));
  add_columns (self->box, labels);
  self->name = labels[0];
  self->process = labels[1];
  self->time = labels[2];
  self->size = labels[3];
  self->finding = labels[4];
  return GTK_WIDGET (self);
}
