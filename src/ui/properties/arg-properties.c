/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arguments of a slice: first those with known keys, then the others as a tree. Called by slice-properties.c. Only
 * reads the trace and appends to the list. */

#include "ui/properties/arg-properties.h"

#include <glib/gi18n.h>

#include "core/number-format.h"

/* Maximum number of arguments in the brief properties */
#define MAX_BRIEF_ARGS 4

#define INDENT "\342\200\203" /* em space, one per level */

/* Known keys of arguments, in display order */
static const struct
{
  const char *key;
  const char *label;
} known_args[] = {
  { "level", N_("Level") }, { "tags", N_("Tags") },          { "category", N_("Category") },
  { "chain", N_("Chain") }, { "span", N_("Span in chain") }, { "parent span", N_("Parent span") },
};

/* Returns the index of a known key, or the number of known keys. */
static guint
get_arg_index (const char *key)
{
  guint index = 0;

  while (index < G_N_ELEMENTS (known_args) && !g_str_equal (key, known_args[index].key))
    index++;
  return index;
}

/* Returns the length of the longest common path of two keys, such as that of `a.b.` for `a.b.c` and `a.b.d`. */
static gsize
get_shared_length (const char *key, const char *last_key)
{
  gsize length = 0;

  for (gsize i = 0; last_key != NULL && key[i] != '\0' && key[i] == last_key[i]; i++)
    if (key[i] == '.')
      length = i + 1;
  return length;
}

/* Adds a key such as `a.b[2].c` as a tree: the components that differ from the previous key, and then the value, each
 * one level deeper. */
static void
add_nested_arg (TvPropertyList *self,
                TvPropertyUse uses,
                const char *key,
                const char *last_key,
                const char *text)
{
  gsize shared = get_shared_length (key, last_key);
  g_autoptr (GString) label = g_string_new (NULL);
  const char *dot;

  for (gsize i = 0; i < shared; i++)
    if (key[i] == '.')
      g_string_append (label, INDENT);
  for (key += shared; (dot = strchr (key, '.')) != NULL && dot[1] != '\0'; key = dot + 1)
    {
      gsize indent = label->len;

      g_string_append_len (label, key, dot - key);
      tv_property_list_add (self, uses, label->str, "");
      g_string_truncate (label, indent);
      g_string_append (label, INDENT);
    }
  g_string_append (label, key);
  tv_property_list_add (self, uses, label->str, text);
}

/**
 * tv_property_list_add_args:
 * @are_known: whether to add the arguments with known keys, or all others
 *
 * Adds arguments of a slice.
 */
void
tv_property_list_add_args (TvPropertyList *self, TvTrace *trace, guint32 slice, gboolean are_known)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  char buffer[TV_ARG_TEXT_BYTES];
  const char *last_key = NULL;
  guint32 n;
  const TvArg *args = tv_trace_get_args (
      trace, slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE, &n);
  guint n_known = G_N_ELEMENTS (known_args), n_added = 0;

  for (guint index = are_known ? 0 : n_known; index < n_known + !are_known; index++)
    for (guint32 i = 0; i < n; i++)
      {
        const char *key = tv_trace_get_string (trace, tv_arg_get_key (&args[i]));
        TvPropertyUse uses = n_added < MAX_BRIEF_ARGS ? TV_PROPERTY_ALL : TV_PROPERTY_FULL;

        if (get_arg_index (key) != index)
          continue;
        if (!are_known && n_added == 0)
          tv_property_list_add_heading (self, _("Arguments"));
        n_added++;
        if (are_known)
          tv_property_list_add (self, uses, _ (known_args[index].label),
                                tv_trace_get_arg_text (trace, &args[i], buffer));
        else
          add_nested_arg (self, uses, key, last_key,
                          tv_trace_get_arg_text (trace, &args[i], buffer));
        last_key = key;
      }
  if (n_added > MAX_BRIEF_ARGS)
    tv_property_list_take (self, TV_PROPERTY_BRIEF, "",
                           tv_number_printf (ngettext ("%u more argument", "%u more arguments",
                                                       n_added - MAX_BRIEF_ARGS),
                                             n_added - MAX_BRIEF_ARGS));
}
