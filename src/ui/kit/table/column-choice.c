/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by kit/table/table-view.c and by the columns of the profile. Reads and writes one key of the settings. Each
 * change affects the tables of all windows, which use tv_column_choice_follow(). */

#include "ui/kit/table/column-choice.h"

#include "ui/kit/settings.h"

/* Key of type a{s(sas)}. For each table, the value contains the id of the preset (empty for the default) and the
 * user's own columns. */
#define KEY "table-columns"

/* Creates a preset. Takes ownership of @columns. */
TvColumnPreset *
tv_column_preset_new (const char *id, const char *title, char **columns)
{
  TvColumnPreset *self = g_new (TvColumnPreset, 1);

  *self = (TvColumnPreset){ g_strdup (id), g_strdup (title), columns };
  return self;
}

void
tv_column_preset_free (TvColumnPreset *self)
{
  g_free (self->id);
  g_free (self->title);
  g_strfreev (self->columns);
  g_free (self);
}

/* Loads the stored choice for a table. Returns: FALSE if nothing was stored */
static gboolean
look_up (const char *table, char **preset, char ***own)
{
  g_autoptr (GVariant) all = NULL;

  if (tv_settings_get () == NULL)
    return FALSE;
  all = g_settings_get_value (tv_settings_get (), KEY);
  return g_variant_lookup (all, table, "(s^as)", preset, own);
}

/* Returns: (transfer full): the id of the chosen preset, #TV_COLUMNS_OWN, or an empty string if nothing was chosen */
char *
tv_column_choice_dup_preset (const char *table)
{
  g_auto (GStrv) own = NULL;
  char *preset;

  return look_up (table, &preset, &own) ? preset : g_strdup ("");
}

/* Returns: (transfer full) (array zero-terminated=1): the user's own columns, in order; empty if the user has not
 * chosen any */
char **
tv_column_choice_dup_own (const char *table)
{
  g_autofree char *preset = NULL;
  char **own;

  return look_up (table, &preset, &own) ? own : g_new0 (char *, 1);
}

/**
 * tv_column_choice_set:
 * @table: name of a table
 * @preset: id of the chosen preset, or #TV_COLUMNS_OWN
 * @own: (array zero-terminated=1): the user's own columns, which are stored even if a preset is chosen
 *
 * Stores the choice of columns for a table.
 */
void
tv_column_choice_set (const char *table, const char *preset, const char *const *own)
{
  g_autoptr (GVariant) before = NULL;
  GVariantBuilder after;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  if (tv_settings_get () == NULL)
    return;
  before = g_settings_get_value (tv_settings_get (), KEY);
  g_variant_builder_init (&after, G_VARIANT_TYPE ("a{s(sas)}"));
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_loop (&iter, "{&s@(sas)}", &name, &value))
    if (!g_str_equal (name, table))
      g_variant_builder_add (&after, "{s@(sas)}", name, value);
  g_variant_builder_add (&after, "{s(s^as)}", table, preset, own);
  g_settings_set_value (tv_settings_get (), KEY, g_variant_builder_end (&after));
}

/* Calls @on_changed with @object whenever the choice for any table is stored, as long as @object exists. */
void
tv_column_choice_follow (gpointer object, GCallback on_changed)
{
  if (tv_settings_get () != NULL)
    g_signal_connect_object (tv_settings_get (), "changed::" KEY, on_changed, object,
                             G_CONNECT_SWAPPED);
}
