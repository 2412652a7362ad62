/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/window/preferences.h"

#include "ui/kit/settings.h"

struct _TvPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *drag_mode;
  AdwComboRow *chart_style;
  GtkSwitch *context_switches;
};

G_DEFINE_FINAL_TYPE (TvPreferences, tv_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* A key's words in the order of the row's items. */
static const char *const drag_modes[] = { "pan", "zoom", NULL };
static const char *const chart_styles[] = { "nested", "strip", NULL };

static gboolean
word_to_item (GValue *value, GVariant *word, gpointer words)
{
  const char *const *all = words;

  for (guint i = 0; all[i] != NULL; i++)
    if (g_str_equal (all[i], g_variant_get_string (word, NULL)))
      {
        g_value_set_uint (value, i);
        return TRUE;
      }
  return FALSE;
}

static GVariant *
item_to_word (const GValue *value, const GVariantType *type, gpointer words)
{
  const char *const *all = words;
  guint item = g_value_get_uint (value);

  return item < g_strv_length ((char **) all) ? g_variant_new_string (all[item]) : NULL;
}

static void
bind_words (GSettings *settings, const char *key, AdwComboRow *row, const char *const *words)
{
  g_settings_bind_with_mapping (settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                word_to_item, item_to_word, (gpointer) words, NULL);
}

static void
tv_preferences_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TV_TYPE_PREFERENCES);
  G_OBJECT_CLASS (tv_preferences_parent_class)->dispose (object);
}

static void
tv_preferences_class_init (TvPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, drag_mode);
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, chart_style);
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, context_switches);
}

static void
tv_preferences_init (TvPreferences *self)
{
  GSettings *settings = tv_settings_get ();

  gtk_widget_init_template (GTK_WIDGET (self));
  if (settings == NULL)
    return;
  bind_words (settings, "drag-mode", self->drag_mode, drag_modes);
  bind_words (settings, "chart-style", self->chart_style, chart_styles);
  tv_settings_bind ("context-switches", G_OBJECT (self->context_switches), "active");
}

GtkWindow *
tv_preferences_new (GtkWindow *parent)
{
  return g_object_new (TV_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
