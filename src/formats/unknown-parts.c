/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/unknown-parts.h"

#include <glib/gi18n.h>

/* Counts keys, record types and sections that a reader does not know, and reports them as one problem per file.
 * Called by the readers of samples and of dumps in JSON. Changes only @self; _report() adds the problem to the
 * builder and empties the list. */

/**
 * tv_unknown_parts_add:
 * @self: a list
 * @kind: kind of element, such as "key"; a constant string marked for translation
 * @name: name of the element
 * @file_offset: file offset of the element, or -1
 *
 * Counts an unknown element. At most %TV_UNKNOWN_PARTS_MAX different names are stored.
 */
void
tv_unknown_parts_add (TvUnknownElements *self, const char *kind, TvSpan name, gint64 file_offset)
{
  gsize size = MIN (name.size, TV_UNKNOWN_PARTS_NAME_BYTES);
  TvUnknownPart *part = self->parts, *end = part + self->n_parts;

  if (self->n++ == 0)
    self->file_offset = file_offset;
  while (part < end && !(part->kind == kind && part->name_size == size &&
                         (size == 0 || memcmp (part->name, name.text, size) == 0)))
    part++;
  if (part == end && self->n_parts == TV_UNKNOWN_PARTS_MAX)
    return;
  if (part == end)
    {
      self->n_parts++;
      part->kind = kind;
      part->name_size = size;
      if (size > 0)
        memcpy (part->name, name.text, size);
    }
  part->n++;
}

/* Like tv_unknown_parts_add(), for an element that has a number instead of a name. */
void
tv_unknown_parts_add_number (TvUnknownElements *self,
                             const char *kind,
                             guint64 number,
                             gint64 file_offset)
{
  char name[24];
  int size = g_snprintf (name, sizeof name, "%" G_GUINT64_FORMAT, number);

  tv_unknown_parts_add (self, kind, (TvSpan){ name, (gsize) size }, file_offset);
}

/**
 * tv_unknown_parts_report:
 * @self: a list; empty afterwards
 * @builder: builder that receives the problem
 *
 * Reports all unknown elements as a single problem that lists their names and counts. Does nothing if the list is
 * empty.
 */
void
tv_unknown_parts_report (TvUnknownElements *self, TvTraceBuilder *builder)
{
  g_autoptr (GString) detail = g_string_new (NULL);

  if (self->n == 0)
    return;
  for (guint i = 0; i < self->n_parts; i++)
    {
      const TvUnknownPart *part = &self->parts[i];
      g_autofree char *name = g_utf8_make_valid (part->name, (gssize) part->name_size);

      /* Translators: an unknown element of a file: its kind, such as “key”, its name, and how often it occurs */
      g_string_append_printf (detail, _ ("%s%s “%s” (%" G_GUINT64_FORMAT "×)"), i > 0 ? ", " : "",
                              _ (part->kind), name, part->n);
    }
  if (self->n_parts == TV_UNKNOWN_PARTS_MAX)
    g_string_append (detail, " …");
  tv_trace_builder_add_problem (builder, TV_PROBLEM_UNKNOWN_PART, self->file_offset, "%s",
                                detail->str);
  if (self->n > 1)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_UNKNOWN_PART, -1, self->n - 1);
  *self = (TvUnknownElements){ 0 };
}
