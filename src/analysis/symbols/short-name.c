/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/short-name.h"

#include <string.h>

/* Shortens the names of C++ and Rust functions for labels: replaces template arguments by “…”, and removes `std::`
 * and Rust's hashes. Called by the flame graph, the stack rows of the timeline and the rules. Pure. */

#define HASH_DIGITS 16

/* State of the parser: position in the name, and output. */
typedef struct
{
  const char *start;
  const char *at;
  const char *end;
  GString *text;
  guint n_skipped;   /* nesting depth within skipped template arguments */
  guint n_qualified; /* nesting depth within copied brackets, as in Rust's `<T as Trait>` */
} Name;

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$';
}

static gboolean
is_at_word (const Name *self)
{
  return self->at == self->start || !is_word (self->at[-1]);
}

static gboolean
starts_with (const Name *self, const char *prefix)
{
  gsize length = strlen (prefix);

  return (gsize) (self->end - self->at) >= length && memcmp (self->at, prefix, length) == 0;
}

/* Skips `std::` and the inline version namespace after it. */
static gboolean
skip_std (Name *self)
{
  static const char *const versions[] = { "__1::", "__ndk1::", "__cxx11::" };

  if (!is_at_word (self) || !starts_with (self, "std::"))
    return FALSE;
  self->at += strlen ("std::");
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    if (starts_with (self, versions[i]))
      self->at += strlen (versions[i]);
  return TRUE;
}

/* Copies `operator` with its symbol, which can contain angle brackets. */
static gboolean
copy_operator (Name *self)
{
  gsize length = strlen ("operator");

  if (!is_at_word (self) || !starts_with (self, "operator") || is_word (self->at[length]))
    return FALSE;
  length += strspn (self->at + length, "<>=!+-*/%^&|~");
  length = MIN (length, (gsize) (self->end - self->at));
  g_string_append_len (self->text, self->at, (gssize) length);
  self->at += length;
  return TRUE;
}

static void
open_bracket (Name *self)
{
  char before = self->at > self->start ? self->at[-1] : ' ';

  if (self->n_skipped > 0)
    self->n_skipped++;
  else if (strchr (" (,&*[<", before) != NULL &&
           !g_str_has_suffix (self->text->str, "operator< ") &&
           !g_str_has_suffix (self->text->str, "operator<< "))
    {
      self->n_qualified++;
      g_string_append_c (self->text, '<');
    }
  else
    {
      self->n_skipped = 1;
      g_string_append (self->text, "<…>");
    }
}

/* Returns whether '>' closes an open bracket. Copies it unless its bracket is skipped. */
static gboolean
close_bracket (Name *self)
{
  if (self->n_skipped > 0)
    {
      self->n_skipped--;
      return TRUE;
    }
  g_string_append_c (self->text, '>');
  return self->n_qualified-- > 0;
}

/* Returns the end of a name, without Rust's hash: `::h` and 16 hexadecimal digits. */
static const char *
find_end (const char *name)
{
  gsize length = strlen (name), suffix = strlen ("::h") + HASH_DIGITS;
  const char *hash = name + length - suffix;

  if (length > suffix && g_str_has_prefix (hash, "::h") &&
      strspn (hash + strlen ("::h"), "0123456789abcdef") == HASH_DIGITS)
    return hash;
  return name + length;
}

/**
 * tv_short_name_dup:
 * @name: demangled name of a C++ or Rust function
 *
 * Shortens a name for display. Different functions can have the same short name, so it must not be compared, searched
 * or exported.
 *
 * Returns: (transfer full): the short name; a copy of @name if its brackets are unbalanced
 */
char *
tv_short_name_dup (const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Name self = { .start = name, .at = name, .end = find_end (name), .text = text };

  while (self.at < self.end)
    {
      gboolean is_arrow = self.at > name && (self.at[-1] == '-' || self.at[-1] == '=');

      if (self.n_skipped == 0 && (skip_std (&self) || copy_operator (&self)))
        continue;
      if (*self.at == '<')
        open_bracket (&self);
      else if (*self.at == '>' && !is_arrow)
        {
          if (!close_bracket (&self))
            return g_strdup (name);
        }
      else if (self.n_skipped == 0)
        g_string_append_c (text, *self.at);
      self.at++;
    }
  return self.n_skipped + self.n_qualified == 0 ? g_strdup (text->str) : g_strdup (name);
}
