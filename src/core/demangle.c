/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/demangle.h"

#include <setjmp.h>
#include <string.h>

#include "traceview-config.h"

#ifdef TV_HAVE_DEMANGLE
#include <libiberty/demangle.h>
#endif

/* Wraps the demangler of libiberty, which is optional; without it, results are NULL. Called by formats/names, which
 * renames symbols, and by query/functions.c. Pure; longjmp() aborts the demangler when its output is too long. */

/* Prefix of function names in Android's linker. */
#define LINKER_PREFIX "__dl_"

/* Maximum sizes of a mangled and of a demangled name, in bytes. Compilers do not emit longer mangled names. */
#define MAX_MANGLED (16 * 1024)
#define MAX_SHOWN   (64 * 1024)

static const char *
skip_linker (const char *name)
{
  return g_str_has_prefix (name, LINKER_PREFIX) ? name + strlen (LINKER_PREFIX) : name;
}

/**
 * tv_demangle_is_mangled:
 * @name: name of a function
 *
 * Returns: whether the name looks like a mangled C++ or Rust name. Other names must not be demangled: "f" would
 * become "float"
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

/* Receives the output of the demangler. Back references in a mangled name can double its length repeatedly, so a few
 * hundred bytes may exhaust the memory. Only a longjmp() can stop the demangler, which owns no heap memory at this
 * point. */
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

/* Returns the types in a declaration in the same notation as for methods: `(int) const: bool` for `bool
 * shop::Cart::has(int) const`. */
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
 * tv_demangle_whole:
 * @name: name of a function
 *
 * Returns: (transfer full) (nullable): the declaration in the source code, such as `shop::Cart::add(int)`; %NULL if
 * the name is not mangled, or its mangling scheme is unknown
 */
char *
tv_demangle_whole (const char *name)
{
#ifdef TV_HAVE_DEMANGLE
  const char *start = skip_linker (name);
  g_autoptr (GString) text = NULL;

  if (!tv_demangle_is_mangled (name) || strnlen (name, MAX_MANGLED + 1) > MAX_MANGLED)
    return NULL;
  text = g_string_new (start != name ? "[linker]" : NULL);
  if (put_demangled (start, DMGL_PARAMS | DMGL_ANSI, text))
    return g_string_free (g_steal_pointer (&text), FALSE);
#endif
  return NULL;
}

/**
 * tv_demangle:
 * @name: name of a function
 * @signature: (out) (optional) (nullable): argument types, and return type if known, such as `(int) const`; %NULL if
 *   unknown
 *
 * Returns: (transfer full) (nullable): the name in the source code, such as `shop::Cart::add`, with its types if they
 * could not be separated; %NULL if @name is not mangled, or its mangling scheme is unknown
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
