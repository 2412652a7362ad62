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

/* ---- How texts are written ---- */

/* The escapes of GLib's key files, and one more: GLib drops the form feed that a value begins with
 * when it reads it, and has no escape for it. */
static const struct
{
  char letter;
  char meaning;
} escapes[] = {
  { 's', ' ' },  { 'n', '\n' },  { 't', '\t' }, { 'r', '\r' },
  { 'f', '\f' }, { '\\', '\\' }, { ';', ';' },
};

static void
append_escaped (GString *value, const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (escapes) && escapes[i].meaning != *at)
        i++;
      if (i == G_N_ELEMENTS (escapes) || (*at == ' ' && at > text))
        g_string_append_c (value, *at);
      else
        {
          g_string_append_c (value, '\\');
          g_string_append_c (value, escapes[i].letter);
        }
    }
}

/* Appends the text at a place up to the separator, if there is one, and gives the place after it;
 * or NULL if there is an escape that is none. */
static const char *
append_unescaped (GString *text, const char *at, char separator)
{
  for (; *at != '\0' && *at != separator; at++)
    {
      guint i = 0;

      if (*at != '\\')
        {
          g_string_append_c (text, *at);
          continue;
        }
      at++;
      while (i < G_N_ELEMENTS (escapes) && escapes[i].letter != *at)
        i++;
      if (i == G_N_ELEMENTS (escapes))
        return NULL;
      g_string_append_c (text, escapes[i].meaning);
    }
  return *at == '\0' ? at : at + 1;
}

/* (transfer full) (nullable) */
static char *
dup_string (const TvViewState *self, const char *group, const char *key)
{
  g_autofree char *value = g_key_file_get_value (self->file, group, key, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  if (value == NULL || append_unescaped (text, value, '\0') == NULL)
    return NULL;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- What is said ---- */

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
  g_autoptr (GString) value = g_string_new (NULL);

  g_return_if_fail (g_utf8_validate (text, -1, NULL));
  append_escaped (value, text);
  g_key_file_set_value (self->file, group, key, value->str);
}

/* (transfer full): ends with NULL; empty if there is no such list. Texts that are too long are
 * left out, and so are those beyond %TV_VIEW_STATE_MAX_TEXTS. */
char **
tv_view_state_dup_texts (const TvViewState *self, const char *group, const char *key)
{
  g_autofree char *value = g_key_file_get_value (self->file, group, key, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (const char *at = value; at != NULL && *at != '\0';)
    {
      g_string_truncate (text, 0);
      at = append_unescaped (text, at, ';');
      if (at == NULL)
        g_ptr_array_set_size (texts, 0);
      else if (text->len <= TV_VIEW_STATE_MAX_TEXT && texts->len < TV_VIEW_STATE_MAX_TEXTS)
        g_ptr_array_add (texts, g_strdup (text->str));
    }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_steal (texts, NULL);
}

/* An empty list is not written. */
void
tv_view_state_set_texts (TvViewState *self,
                         const char *group,
                         const char *key,
                         const char *const *texts)
{
  g_autoptr (GString) value = g_string_new (NULL);

  for (guint i = 0; texts[i] != NULL && i < TV_VIEW_STATE_MAX_TEXTS; i++)
    {
      append_escaped (value, texts[i]);
      g_string_append_c (value, ';');
    }
  if (value->len > 0)
    g_key_file_set_value (self->file, group, key, value->str);
}
