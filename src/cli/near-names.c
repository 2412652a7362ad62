/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/near-names.h"

#include <glib/gi18n.h>
#include <string.h>

/* Suggests existing names that are similar to a mistyped name, for error messages. The list contains at most
 * %TV_NEAR_NAMES_MAX names, sorted by edit distance. Called when a table, thread or symbol is not found. Owns copies
 * of the names; compares names in lower case. */

#define MAX_BYTES 255 /* maximum length in bytes of names whose edit distance is computed */

void
tv_near_names_init (TvNearNames *self, const char *wanted)
{
  *self = (TvNearNames){ .wanted = g_utf8_strdown (wanted, -1) };
}

void
tv_near_names_clear (TvNearNames *self)
{
  g_clear_pointer (&self->wanted, g_free);
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->best[i].name, g_free);
  self->n = 0;
}

/* Returns the edit distance (Levenshtein distance) in bytes. */
static guint
get_edits (const char *a, gsize n_a, const char *b, gsize n_b)
{
  guint row[MAX_BYTES + 1];

  for (gsize j = 0; j <= n_b; j++)
    row[j] = (guint) j;
  for (gsize i = 1; i <= n_a; i++)
    {
      guint diagonal = row[0];

      row[0] = (guint) i;
      for (gsize j = 1; j <= n_b; j++)
        {
          guint above = row[j];

          row[j] = MIN (MIN (row[j], row[j - 1]) + 1, diagonal + (a[i - 1] != b[j - 1]));
          diagonal = above;
        }
    }
  return row[n_b];
}

/* Returns the distance between two names: 0 for equal names, larger for less similar names, G_MAXUINT for names that
 * are not similar. */
static guint
get_distance (const char *wanted, const char *name)
{
  const char *point = strrchr (name, '.'), *last = point != NULL ? point + 1 : name;
  gsize n_wanted = strlen (wanted), n_name = strlen (name);
  guint edits;

  if (n_wanted == 0)
    return G_MAXUINT;
  if (strstr (name, wanted) != NULL)
    return (guint) (n_name - n_wanted);
  if (strchr (wanted, '.') != NULL)
    last = name;
  n_name = strlen (last);
  if (n_wanted > MAX_BYTES || n_name > MAX_BYTES ||
      MAX (n_wanted, n_name) - MIN (n_wanted, n_name) > n_wanted / 3)
    return G_MAXUINT;
  edits = get_edits (wanted, n_wanted, last, n_name);
  return edits <= n_wanted / 3 ? 1000 * edits : G_MAXUINT;
}

/**
 * tv_near_names_offer:
 * @self: search for similar names
 * @name: an existing name
 *
 * Adds @name to the list if it is one of the most similar names so far.
 */
void
tv_near_names_offer (TvNearNames *self, const char *name)
{
  g_autofree char *folded = g_utf8_strdown (name, -1);
  guint distance = get_distance (self->wanted, folded), i;

  if (distance == G_MAXUINT)
    return;
  for (i = 0; i < self->n; i++)
    if (strcmp (self->best[i].name, name) == 0)
      return;
  for (i = self->n; i > 0 && self->best[i - 1].distance > distance; i--)
    ;
  if (i == TV_NEAR_NAMES_MAX)
    return;
  if (self->n == TV_NEAR_NAMES_MAX)
    g_free (self->best[--self->n].name);
  memmove (&self->best[i + 1], &self->best[i], (self->n - i) * sizeof *self->best);
  self->best[i].distance = distance;
  self->best[i].name = g_strdup (name);
  self->n++;
}

/**
 * tv_near_names_dup_list:
 * @self: search for similar names
 *
 * Returns: (transfer full): suffix for an error message, with the similar names; "" if there are none
 */
char *
tv_near_names_dup_list (const TvNearNames *self)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (self->n == 0)
    return g_strdup ("");
  for (guint i = 0; i < self->n; i++)
    g_string_append_printf (list, i > 0 ? ", “%s”" : "“%s”", self->best[i].name);
  /* Translators: appended to an error message such as "nothing matches “NAME”"; %s lists existing names */
  return g_strdup_printf (_("; similar: %s"), list->str);
}
