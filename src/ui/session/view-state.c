/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/session/view-state.h"

#include <string.h>

struct _TvViewState
{
  GKeyFile *file;
};

/**
 * tv_view_state_new:
 *
 * Returns: (transfer full): a state that says nothing
 */
TvViewState *
tv_view_state_new (void)
{
  TvViewState *self = g_new0 (TvViewState, 1);

  self->file = g_key_file_new ();
  return self;
}

/**
 * tv_view_state_parse:
 * @data: anything
 * @length: its bytes
 *
 * Returns: (transfer full) (nullable): what it says, or %NULL if it is no state
 */
TvViewState *
tv_view_state_parse (const char *data, gsize length)
{
  g_autoptr (TvViewState) self = tv_view_state_new ();

  if (length == 0 || length > TV_VIEW_STATE_MAX_BYTES || !g_utf8_validate_len (data, length, NULL))
    return NULL;
  if (!g_key_file_load_from_data (self->file, data, length, G_KEY_FILE_NONE, NULL))
    return NULL;
  return g_steal_pointer (&self);
}

void
tv_view_state_free (TvViewState *self)
{
  if (self == NULL)
    return;
  g_key_file_unref (self->file);
  g_free (self);
}

/**
 * tv_view_state_to_data:
 * @self: a state
 * @length: (out): bytes
 *
 * Returns: (transfer full) (nullable): what tv_view_state_parse() reads, or %NULL if the state
 *   says nothing or so much that it would not be read
 */
char *
tv_view_state_to_data (const TvViewState *self, gsize *length)
{
  g_autofree char *data = g_key_file_to_data (self->file, length, NULL);

  if (*length == 0 || *length > TV_VIEW_STATE_MAX_BYTES)
    return NULL;
  return g_steal_pointer (&data);
}

/* GLib warns of itself where a text has several escapes that are none. */
static gboolean
is_escaped_well (const TvViewState *self, const char *group, const char *key)
{
  g_autofree char *value = g_key_file_get_value (self->file, group, key, NULL);

  for (const char *at = value; at != NULL && (at = strchr (at, '\\')) != NULL; at += 2)
    if (at[1] == '\0' || strchr ("sntr\\;", at[1]) == NULL)
      return FALSE;
  return value != NULL;
}

static char *
dup_string (const TvViewState *self, const char *group, const char *key)
{
  return is_escaped_well (self, group, key) ? g_key_file_get_string (self->file, group, key, NULL)
                                            : NULL;
}

/* FALSE if there is no such number. */
gboolean
tv_view_state_get_int64 (const TvViewState *self, const char *group, const char *key, gint64 *value)
{
  g_autofree char *text = dup_string (self, group, key);

  return text != NULL && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, value, NULL);
}

void
tv_view_state_set_int64 (TvViewState *self, const char *group, const char *key, gint64 value)
{
  g_key_file_set_int64 (self->file, group, key, value);
}

/* (transfer full) (nullable) */
char *
tv_view_state_dup_text (const TvViewState *self, const char *group, const char *key)
{
  g_autofree char *text = dup_string (self, group, key);

  return text != NULL && strlen (text) <= TV_VIEW_STATE_MAX_TEXT ? g_steal_pointer (&text) : NULL;
}

void
tv_view_state_set_text (TvViewState *self, const char *group, const char *key, const char *text)
{
  g_return_if_fail (g_utf8_validate (text, -1, NULL));
  g_key_file_set_string (self->file, group, key, text);
}

/* (transfer full): ends with NULL; empty if there is no such list. Texts that are too long are
 * left out, and so are those beyond %TV_VIEW_STATE_MAX_TEXTS. */
char **
tv_view_state_dup_texts (const TvViewState *self, const char *group, const char *key)
{
  g_auto (GStrv) all = is_escaped_well (self, group, key)
                           ? g_key_file_get_string_list (self->file, group, key, NULL, NULL)
                           : NULL;
  GPtrArray *texts = g_ptr_array_new ();

  for (guint i = 0; all != NULL && all[i] != NULL && texts->len < TV_VIEW_STATE_MAX_TEXTS; i++)
    if (strlen (all[i]) <= TV_VIEW_STATE_MAX_TEXT)
      g_ptr_array_add (texts, g_strdup (all[i]));
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}

/* An empty list is not written. */
void
tv_view_state_set_texts (TvViewState *self,
                         const char *group,
                         const char *key,
                         const char *const *texts)
{
  gsize n = g_strv_length ((char **) texts);

  if (n > 0)
    g_key_file_set_string_list (self->file, group, key, texts, MIN (n, TV_VIEW_STATE_MAX_TEXTS));
}
