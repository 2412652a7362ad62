/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Window in which the user can change the threshold of each rule. Opened by the Findings view. Each change is written
 * to the settings (finding-limits.h), after which the view applies the rules again. */

#include "ui/views/findings/thresholds-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/kit/number-format.h"
#include "ui/views/findings/finding-limits.h"

#define WIDTH       590
#define HEIGHT      620
#define MOST        1e6
#define STEPS       20.0 /* number of steps from 0 to a default threshold */
#define FOUND_CHARS 9

/* Row of a rule in the window */
typedef struct
{
  const TvRule *rule;
  GtkWidget *row;
  GtkAdjustment *limit;
  GtkLabel *found;
  GtkWidget *reset;
} Threshold;

struct _TvThresholdsWindow
{
  AdwPreferencesWindow parent_instance;

  GArray *thresholds; /* (element-type Threshold) */
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (TvThresholdsWindow, tv_thresholds_window, ADW_TYPE_PREFERENCES_WINDOW)

/* Shows a threshold; the title is bold if the threshold differs from its default. */
static void
show_limit (TvThresholdsWindow *self, const Threshold *threshold)
{
  double limit = tv_finding_limits_get (threshold->rule);
  gboolean is_changed = limit != threshold->rule->limit;
  g_autofree char *title = tv_rule_dup_title (threshold->rule);
  g_autofree char *markup = g_markup_printf_escaped (is_changed ? "<b>%s</b>" : "%s", title);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (threshold->row), markup);
  gtk_widget_set_sensitive (threshold->reset, is_changed);
  self->is_filling = TRUE;
  gtk_adjustment_set_value (threshold->limit, limit);
  self->is_filling = FALSE;
}

static void
show_limits (TvThresholdsWindow *self)
{
  for (guint i = 0; i < self->thresholds->len; i++)
    show_limit (self, &g_array_index (self->thresholds, Threshold, i));
}

static Threshold *
find_threshold (TvThresholdsWindow *self, gpointer widget)
{
  for (guint i = 0; i < self->thresholds->len; i++)
    {
      Threshold *threshold = &g_array_index (self->thresholds, Threshold, i);

      if (threshold->limit == widget || threshold->reset == widget || threshold->row == widget)
        return threshold;
    }
  g_assert_not_reached ();
}

static void
on_limit_changed (TvThresholdsWindow *self, GtkAdjustment *limit)
{
  if (!self->is_filling)
    tv_finding_limits_set (find_threshold (self, limit)->rule, gtk_adjustment_get_value (limit));
}

static void
reset (TvThresholdsWindow *self, gpointer widget)
{
  const TvRule *rule = find_threshold (self, widget)->rule;

  tv_finding_limits_set (rule, rule->limit);
}

static gboolean
on_delete (GtkWidget *widget, GVariant *args, gpointer data)
{
  reset (TV_THRESHOLDS_WINDOW (gtk_widget_get_root (widget)), widget);
  return TRUE;
}

/* ---- Rows ---- */

static void
make_limit (TvThresholdsWindow *self, Threshold *threshold)
{
  const TvRule *rule = threshold->rule;
  double step = MAX (rule->limit / STEPS, 1.0);
  GtkWidget *spin;

  threshold->limit = gtk_adjustment_new (rule->limit, 0.0, MOST, step, step * 10.0, 0.0);
  spin = gtk_spin_button_new (threshold->limit, step, rule->limit == floor (rule->limit) ? 0 : 1);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (rule->title), -1);
  g_signal_connect_swapped (threshold->limit, "value-changed", G_CALLBACK (on_limit_changed), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (threshold->row), spin);
}

static void
add_threshold (TvThresholdsWindow *self, AdwPreferencesGroup *group, const TvRule *rule)
{
  static const char *const widest_unit = "MiB";
  Threshold threshold = { .rule = rule, .row = adw_action_row_new () };
  GtkWidget *unit = gtk_label_new (tv_rule_unit_get_name (rule->unit));
  GtkWidget *found = gtk_label_new (NULL);
  g_autofree char *definition = g_markup_escape_text (_ (rule->definition), -1);
  g_autofree char *tooltip = g_strchomp (
      /* Translators: a number; its unit */
      g_strdup_printf (_("Reset to %g %s"), rule->limit, tv_rule_unit_get_name (rule->unit)));

  adw_action_row_set_subtitle (ADW_ACTION_ROW (threshold.row), definition);
  threshold.found = GTK_LABEL (found);
  gtk_label_set_width_chars (threshold.found, FOUND_CHARS);
  gtk_label_set_xalign (threshold.found, 1.0f);
  gtk_widget_add_css_class (found, "dim-label");
  gtk_widget_add_css_class (found, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (unit), (int) g_utf8_strlen (widest_unit, -1));
  gtk_label_set_xalign (GTK_LABEL (unit), 0.0f);
  make_limit (self, &threshold);
  threshold.reset = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  gtk_widget_set_valign (threshold.reset, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (threshold.reset, "flat");
  gtk_widget_set_tooltip_text (threshold.reset, tooltip);
  g_signal_connect_swapped (threshold.reset, "clicked", G_CALLBACK (reset), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (threshold.row), unit);
  adw_action_row_add_suffix (ADW_ACTION_ROW (threshold.row), threshold.reset);
  adw_action_row_add_suffix (ADW_ACTION_ROW (threshold.row), found);
  adw_preferences_group_add (group, threshold.row);
  g_array_append_val (self->thresholds, threshold);
}

static void
add_kind (TvThresholdsWindow *self, AdwPreferencesPage *page, TvRuleKind kind)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  guint n;
  const TvRule *const *rules = tv_rules_list (&n);

  adw_preferences_group_set_title (group, tv_rule_kind_get_title (kind));
  for (guint i = 0; i < n; i++)
    if (rules[i]->kind == kind)
      add_threshold (self, group, rules[i]);
  adw_preferences_page_add (page, group);
}

/**
 * tv_thresholds_window_show_found:
 * @findings: findings of the trace
 *
 * Shows the number of findings of each rule.
 */
void
tv_thresholds_window_show_found (TvThresholdsWindow *self, const TvFindings *findings)
{
  for (guint i = 0; i < self->thresholds->len; i++)
    {
      const Threshold *threshold = &g_array_index (self->thresholds, Threshold, i);
      guint n = 0;
      g_autofree char *count = NULL, *label = NULL;

      for (guint j = 0; j < findings->found->len; j++)
        n += ((const TvRuleFinding *) findings->found->pdata[j])->rule == threshold->rule;
      count = tv_format_count (n);
      /* Translators: number of findings of a rule */
      label = g_strdup_printf (ngettext ("%s found", "%s found", n), count);
      gtk_label_set_text (threshold->found, n > 0 ? label : "");
    }
}

/* ---- Object ---- */

static void
tv_thresholds_window_finalize (GObject *object)
{
  g_array_unref (TV_THRESHOLDS_WINDOW (object)->thresholds);
  G_OBJECT_CLASS (tv_thresholds_window_parent_class)->finalize (object);
}

static void
tv_thresholds_window_class_init (TvThresholdsWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_thresholds_window_finalize;
}

static void
tv_thresholds_window_init (TvThresholdsWindow *self)
{
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());

  self->thresholds = g_array_new (FALSE, FALSE, sizeof (Threshold));
  for (guint kind = 0; kind < TV_N_RULE_KINDS; kind++)
    add_kind (self, page, (TvRuleKind) kind);
  for (guint i = 0; i < self->thresholds->len; i++)
    {
      GtkWidget *row = g_array_index (self->thresholds, Threshold, i).row;
      GtkEventController *keys = gtk_shortcut_controller_new ();

      gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (keys),
          gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Delete, 0),
                            gtk_callback_action_new (on_delete, NULL, NULL)));
      gtk_widget_add_controller (row, keys);
    }
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (self), page);
  show_limits (self);
  tv_finding_limits_follow (G_CALLBACK (show_limits), self);
}

/**
 * tv_thresholds_window_new:
 * @parent: window with the trace
 *
 * Returns: (transfer none): a new invisible window
 */
GtkWindow *
tv_thresholds_window_new (GtkWindow *parent)
{
  return g_object_new (TV_TYPE_THRESHOLDS_WINDOW, "transient-for", parent, "title", _("Thresholds"),
                       "default-width", WIDTH, "default-height", HEIGHT, "destroy-with-parent",
                       TRUE, NULL);
}
