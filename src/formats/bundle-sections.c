/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/seeded-hash.h"
#include "formats/bundle-private.h"

#include <glib/gi18n.h>

#include "formats/format.h"

/* Adds the sections of a bug report to a bundle as members, and detects their kinds. Entry point:
 * tv_bundle_add_sections(), called by bundle.c while a bundle is opened. */

/* Number of bytes of a section that are probed to detect its kind. */
#define SECTION_PREFIX_BYTES (16u * 1024)

/* Sets the kind and title of a section. A section that itself looks like a bug report is text; an empty section is
 * unsupported content. */
static void
recognize_section (const TvSection *section, const guint8 *content, TvMember *member)
{
  TvInput input = tv_bundle_make_input (content, MIN (section->size, SECTION_PREFIX_BYTES));
  const TvFormat *format = NULL;

  while ((format = tv_format_find (&input, TV_CONFIDENCE_SURE, format)) != NULL)
    if (format->subject != TV_CONTENT_LOG || section->is_log)
      break;
  if (format == NULL || format->list_sections != NULL)
    tv_bundle_recognize_text (&input, member);
  else
    {
      member->title = _ (format->title);
      member->kind = TV_MEMBER_TRACE;
      member->subject = format->subject;
    }
  if (section->size == 0)
    {
      member->kind = TV_MEMBER_OTHER;
      member->subject = section->is_log ? TV_CONTENT_LOG : TV_CONTENT_STATE;
    }
}

/* Returns a unique name for a section; if @name is taken, a number is appended. @names maps each name to the number
 * for its next duplicate. */
static const char *
add_name (TvBundle *self, GHashTable *names, const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
  g_autofree char *numbered = g_strdup (name);
  const char *first = n == 0 ? NULL : name;

  while (g_hash_table_contains (names, numbered))
    {
      g_free (numbered);
      numbered = g_strdup_printf ("%s (%u)", name, n++);
    }
  name = g_string_chunk_insert (self->names, numbered);
  g_hash_table_insert (names, (gpointer) name, GUINT_TO_POINTER (2));
  if (first != NULL)
    {
      gpointer known;

      g_hash_table_lookup_extended (names, first, &known, NULL);
      g_hash_table_insert (names, known, GUINT_TO_POINTER (n));
    }
  return name;
}

static void
add_section (TvBundle *self, GHashTable *names, guint i)
{
  const TvSection *section = &g_array_index (self->sections->rows, TvSection, i);
  TvMember member = { .size = (gint64) section->size,
                      .modified_s = -1,
                      .is_section = TRUE,
                      .first_line = section->first_line,
                      .stamp_s = section->stamp_s };
  TvBundleLocation location = { .section = i, .inner = TV_NONE };

  recognize_section (
      section, (const guint8 *) g_bytes_get_data (self->sections->bytes, NULL) + section->start,
      &member);
  member.name = add_name (self, names, section->name);
  g_array_append_val (self->members, member);
  g_array_append_val (self->locations, location);
}

/**
 * tv_bundle_add_sections:
 * @sections: (transfer full): sections of a bug report
 *
 * Adds the sections of a bug report as members. The bundle owns @sections.
 */
void
tv_bundle_add_sections (TvBundle *self, TvSections *sections)
{
  g_autoptr (GHashTable) names = g_hash_table_new (tv_seeded_text_hash, g_str_equal);

  self->sections = sections;
  self->is_partial |= sections->is_partial;
  for (guint i = 0; i < self->members->len; i++)
    g_hash_table_insert (names, (gpointer) g_array_index (self->members, TvMember, i).name,
                         GUINT_TO_POINTER (2));
  for (guint i = 0; i < sections->rows->len; i++)
    add_section (self, names, i);
}
