/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/sections.h"

/* Allocates and frees lists of sections. Called by the reader of bug reports, which fills the list, and by bundle.c,
 * which owns it. */

/**
 * tv_sections_new:
 * @bytes: content of the file
 *
 * Returns: (transfer full): an empty list of sections
 */
TvSections *
tv_sections_new (GBytes *bytes)
{
  TvSections *self = g_new0 (TvSections, 1);

  self->bytes = g_bytes_ref (bytes);
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvSection));
  return self;
}

void
tv_sections_free (TvSections *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    g_free (g_array_index (self->rows, TvSection, i).name);
  g_array_unref (self->rows);
  g_bytes_unref (self->bytes);
  g_clear_pointer (&self->calls, g_bytes_unref);
  g_free (self->build);
  g_free (self->system);
  g_free (self->clocks);
  g_free (self);
}
