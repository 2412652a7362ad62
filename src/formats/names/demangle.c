/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/demangle.h"

#include <setjmp.h>
#include <string.h>

#include "traceview-config.h"

#ifdef TV_HAVE_DEMANGLE
#include <libiberty/demangle.h>
#endif

/* What Android's linker puts before the names of its own functions. */
#define LINKER_PREFIX "__dl_"

/* Longer ones are made by nobody who compiles. */
#define MAX_MANGLED (16 * 1024)
#define MAX_SHOWN   (64 * 1024)

static const char *
skip_linker (const char *name)
{
  return g_str_has_prefix (name, LINKER_PREFIX) ? name + strlen (LINKER_PREFIX) : name;
}

/**
 * tv_demangle_is_mangled:
 * @name: a function's
 *
 * Returns: whether it looks as a C++ or Rust compiler writes it. Others must not be asked of: "f" would
 *   be demangled to "float"
 */
gboolean
tv_demangle_is_mangled (const char *name)
{
  const char *start = skip_linker (name);

  return start[0] == '_' && (start[1] == 'Z' || (start[1] == 'R' && g_ascii_isalnum (start[2])));
}

#ifdef TV_HAVE_DEMANGLE

typedef struct
{
  GString *text;
  jmp_buf too_long;
} Output;

/* Each part of a mangled name may be meant twice by the next, so that a few hundred bytes stand for more
 * text than there is memory. There is no other way to have a demangler stop; it holds nothing then but
 * what lies on the stack. */
static void
take_output (const char *text, size_t size, void *data)
{
  Output *output = data;

  if (output->text->len + size > MAX_SHOWN)
    longjmp (output->too_long, 1);
  g_string_append_len (output->text, text, (gssize) size);
}

static gboolean
put_demangled (const char *mangled, int options, GString *text)
{
  Output output = { .text = text };
  const gsize start = text->len;

  if (setjmp (output.too_long) != 0)
    return FALSE;
  if (rust_demangle_callback (mangled, options, take_output, &output))
    return TRUE;
  g_string_truncate (text, start);
  return cplus_demangle_v3_callback (mangled, options, take_output, &output) != 0;
}

/* Types of a function, as those of methods are written: `(int) const: bool` from
 * `bool shop::Cart::has(int) const`. */
static char *
dup_signature (const char *whole, const char *name)
{
  const char *start = strstr (whole, name);
  const char *types = start != NULL ? start + strlen (name) : NULL;
  g_autofree char *returned = types != NULL && start > whole
                                  ? g_strchomp (g_strndup (whole, (gsize) (start - whole)))
                                  : NULL;

  if (types == NULL || *types != '(')
    return NULL;
  return returned != NULL && *returned != '\0' ? g_strconcat (types, ": ", returned, NULL)
                                               : g_strdup (types);
}

#endif

/**
 * tv_demangle:
 * @name: a function's
 * @signature: (out) (optional) (nullable): the types it takes, and gives where the name tells them, such as
 *   `(int) const`; %NULL if they are not known
 *
 * Returns: (transfer full) (nullable): how its source has it, such as `shop::Cart::add`, with its types where
 *   these could not be told apart from it; %NULL if it is not mangled, or not as is understood
 */
char *
tv_demangle (const char *name, char **signature)
{
  if (signature != NULL)
    *signature = NULL;

#ifdef TV_HAVE_DEMANGLE
  const char *start = skip_linker (name);
  g_autoptr (GString) text = NULL;
  g_autoptr (GString) whole = NULL;

  if (!tv_demangle_is_mangled (name) || strnlen (name, MAX_MANGLED + 1) > MAX_MANGLED)
    return NULL;
  text = g_string_new (start != name ? "[linker]" : NULL);
  whole = g_string_new (NULL);
  if (!put_demangled (start, DMGL_PARAMS | DMGL_ANSI, whole))
    return NULL;
  if (!put_demangled (start, DMGL_ANSI, text))
    {
      g_string_append (text, whole->str);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  if (signature != NULL)
    *signature = dup_signature (whole->str, text->str + (start != name ? strlen ("[linker]") : 0));
  return g_string_free (g_steal_pointer (&text), FALSE);
#endif
  return NULL;
}
