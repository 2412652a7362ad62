/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program's settings. When run from its build folder, the program uses the schema compiled there. Without a
 * schema, default values are used and changes are dropped. Used by the window, pages and views. The GSettings object
 * is static: it is created on first use and never freed. */

#include "ui/kit/settings.h"

#include "traceview-config.h"

/* Path of the compiled schema in the build folder, relative to the program's folder. */
#define SCHEMAS_FROM_PROGRAM "../../data"

static GSettingsSchemaSource *
open_build_schemas (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *program_dir = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *dir = NULL;

  if (program_dir == NULL)
    return NULL;
  dir = g_build_filename (program_dir, SCHEMAS_FROM_PROGRAM, NULL);
  return g_settings_schema_source_new_from_directory (dir, g_settings_schema_source_get_default (),
                                                      FALSE, NULL);
}

static GSettings *
open_settings (void)
{
  GSettingsSchemaSource *source = open_build_schemas ();
  GSettingsSchema *schema = NULL;
  GSettings *settings = NULL;

  if (source == NULL && g_settings_schema_source_get_default () != NULL)
    source = g_settings_schema_source_ref (g_settings_schema_source_get_default ());
  if (source == NULL)
    return NULL;

  schema = g_settings_schema_source_lookup (source, TV_APP_ID, TRUE);
  if (schema != NULL)
    {
      settings = g_settings_new_full (schema, NULL, NULL);
      g_settings_schema_unref (schema);
    }
  g_settings_schema_source_unref (source);
  return settings;
}

/* Returns: (transfer none) (nullable): the settings; %NULL if no schema is found */
GSettings *
tv_settings_get (void)
{
  static GSettings *settings = NULL;
  static gsize is_open = 0;

  if (g_once_init_enter (&is_open))
    {
      settings = open_settings ();
      g_once_init_leave (&is_open, 1);
    }
  return settings;
}

int
tv_settings_get_int (const char *key, int fallback)
{
  return tv_settings_get () != NULL ? g_settings_get_int (tv_settings_get (), key) : fallback;
}

gboolean
tv_settings_get_bool (const char *key, gboolean fallback)
{
  return tv_settings_get () != NULL ? g_settings_get_boolean (tv_settings_get (), key) : fallback;
}

/* Returns: (transfer full): the string for a key; empty without a schema */
char *
tv_settings_dup_text (const char *key)
{
  return tv_settings_get () != NULL ? g_settings_get_string (tv_settings_get (), key)
                                    : g_strdup ("");
}

/* Returns: (transfer full) (array zero-terminated=1): the strings for a key; empty without a schema */
char **
tv_settings_dup_texts (const char *key)
{
  return tv_settings_get () != NULL ? g_settings_get_strv (tv_settings_get (), key)
                                    : g_new0 (char *, 1);
}

void
tv_settings_set_texts (const char *key, const char *const *value)
{
  if (tv_settings_get () != NULL)
    g_settings_set_strv (tv_settings_get (), key, value);
}

void
tv_settings_set_int (const char *key, int value)
{
  if (tv_settings_get () != NULL)
    g_settings_set_int (tv_settings_get (), key, value);
}

void
tv_settings_set_bool (const char *key, gboolean value)
{
  if (tv_settings_get () != NULL)
    g_settings_set_boolean (tv_settings_get (), key, value);
}

void
tv_settings_set_text (const char *key, const char *value)
{
  if (tv_settings_get () != NULL)
    g_settings_set_string (tv_settings_get (), key, value);
}

/* Binds a property to a key, in both directions, for the lifetime of the object. */
void
tv_settings_bind (const char *key, GObject *object, const char *property)
{
  if (tv_settings_get () != NULL)
    g_settings_bind (tv_settings_get (), key, object, property, G_SETTINGS_BIND_DEFAULT);
}
