/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

/* Formats arguments, and finds them by key. Called by analyses, by tables with arguments and by the properties panes.
 * Pure: only reads the trace. */

/**
 * tv_trace_find_arg:
 *
 * Returns: (transfer none) (nullable): the argument of the slice with this key
 */
const TvArg *
tv_trace_find_arg (TvTrace *self, guint32 slice, const char *key)
{
  const TvSlices *slices = tv_trace_get_slices (self);
  guint32 n;
  const TvArg *args = tv_trace_get_args (
      self, slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE, &n);

  for (guint32 i = 0; i < n; i++)
    if (g_str_equal (tv_trace_get_string (self, tv_arg_get_key (&args[i])), key))
      return &args[i];
  return NULL;
}

/* Prints a double with as few digits as possible, but so that it parses to the same value. */
static const char *
print_double (char *buffer, double value)
{
  g_ascii_formatd (buffer, TV_ARG_TEXT_BYTES, "%.15g", value);
  if (g_ascii_strtod (buffer, NULL) != value)
    g_ascii_dtostr (buffer, TV_ARG_TEXT_BYTES, value);
  return buffer;
}

/**
 * tv_trace_get_arg_text:
 * @arg: an argument of the trace
 * @buffer: buffer for values that are not strings; must remain valid as long as the result
 *
 * Formats a value: strings unchanged, numbers with a point in any locale, doubles so that they parse to the same
 * value, pointers as `0x…`, booleans as `true` or `false`.
 *
 * Returns: (transfer none): the text
 */
const char *
tv_trace_get_arg_text (TvTrace *self, const TvArg *arg, char buffer[TV_ARG_TEXT_BYTES])
{
  switch (tv_arg_get_type (arg))
    {
    case TV_ARG_INT:
      g_snprintf (buffer, TV_ARG_TEXT_BYTES, "%" G_GINT64_FORMAT, tv_trace_get_arg_int (self, arg));
      return buffer;
    case TV_ARG_UINT:
      g_snprintf (buffer, TV_ARG_TEXT_BYTES, "%" G_GUINT64_FORMAT,
                  (guint64) tv_trace_get_arg_int (self, arg));
      return buffer;
    case TV_ARG_POINTER:
      g_snprintf (buffer, TV_ARG_TEXT_BYTES, "0x%" G_GINT64_MODIFIER "x",
                  (guint64) tv_trace_get_arg_int (self, arg));
      return buffer;
    case TV_ARG_DOUBLE:
      return print_double (buffer, tv_trace_get_arg_double (self, arg));
    case TV_ARG_BOOL:
      return arg->value != 0 ? "true" : "false";
    case TV_ARG_STRING:
    default:
      return tv_trace_get_string (self, arg->value);
    }
}
