/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates lists of properties, and formats times, shares and uncertainties. Used by the files of this folder. Lists
 * are shown by ui/views/property-grid.c and by cards, and copied as text. A list owns its strings. */

#include "ui/properties/property-list.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "ui/kit/number-format.h"

static void
clear_property (gpointer data)
{
  TvProperty *property = data;

  g_free (property->label);
  for (guint i = 0; i < TV_PROPERTY_MAX_FIGURES; i++)
    g_free (property->texts[i]);
}

/**
 * tv_property_list_new:
 * @title: (transfer full): name of the object
 * @subtitle: (transfer full) (nullable): text that distinguishes objects with the same name
 *
 * Returns: (transfer full): an empty list
 */
TvPropertyList *
tv_property_list_new (char *title, char *subtitle)
{
  TvPropertyList *self = g_new0 (TvPropertyList, 1);

  self->title = title;
  self->subtitle = subtitle;
  self->is_whole = TRUE;
  self->list = g_array_new (FALSE, FALSE, sizeof (TvProperty));
  g_array_set_clear_func (self->list, clear_property);
  return self;
}

void
tv_property_list_free (TvPropertyList *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->subtitle);
  g_free (self->remark);
  for (guint i = 0; i < TV_PROPERTY_MAX_FIGURES; i++)
    g_free (self->headings[i]);
  g_array_unref (self->list);
  g_free (self);
}

/**
 * tv_property_list_take:
 * @uses: uses of the property
 * @label: label; copied
 * @text: (transfer full) (nullable): text; %NULL to add nothing
 *
 * Adds a property.
 *
 * Returns: (transfer none) (nullable): the property, valid until the next one is added; %NULL if @text is %NULL
 */
TvProperty *
tv_property_list_take (TvPropertyList *self, TvPropertyUse uses, const char *label, char *text)
{
  TvProperty property = {
    .kind = TV_PROPERTY_VALUE,
    .uses = uses,
    .slice = TV_NONE,
    .counter = TV_NONE,
    .line = TV_NONE,
    .dump_thread = TV_NONE,
    .source = TV_NONE,
  };

  if (text == NULL)
    return NULL;
  property.label = g_strdup (label);
  property.texts[0] = text;
  g_array_append_val (self->list, property);
  return &g_array_index (self->list, TvProperty, self->list->len - 1);
}

/* Does the same as tv_property_list_take(), with a copy of the text. */
TvProperty *
tv_property_list_add (TvPropertyList *self, TvPropertyUse uses, const char *label, const char *text)
{
  return tv_property_list_take (self, uses, label, g_strdup (text));
}

void
tv_property_list_add_time (TvPropertyList *self, TvPropertyUse uses, const char *label, gint64 ns)
{
  tv_property_list_take (self, uses, label, tv_time_format (ns));
}

/**
 * tv_property_list_add_timestamp:
 * @uses: uses of the property
 * @label: label
 * @base: base for times
 * @ns: timestamp
 *
 * Adds a time in the time base. If the base is aligned with another run, also adds the time since the start of the
 * trace to the full properties.
 */
void
tv_property_list_add_timestamp (TvPropertyList *self,
                                TvPropertyUse uses,
                                const char *label,
                                TvTrace *trace,
                                const TvTimeBase *base,
                                gint64 ns)
{
  g_autofree char *own = tv_time_format (ns - tv_trace_get_start_ns (trace));

  tv_property_list_take (self, uses, label, tv_time_base_format (base, ns));
  if (base->is_signed && (uses & TV_PROPERTY_FULL) != 0)
    /* Translators: %s is a time since the start of the trace; the time in another time base is above it */
    tv_property_list_take (self, TV_PROPERTY_FULL, "",
                           g_strdup_printf (_("%s since the start of "
                                              "the trace"),
                                            own));
}

/* Adds a duration, and its percentage of another duration. */
void
tv_property_list_add_share (TvPropertyList *self,
                            TvPropertyUse uses,
                            const char *label,
                            gint64 part_ns,
                            gint64 whole_ns)
{
  g_autofree char *time = tv_time_format (part_ns);
  g_autofree char *percent = tv_format_percent (
      whole_ns > 0 ? 100.0 * (double) part_ns / (double) whole_ns : 0.0);

  tv_property_list_take (self, uses, label, g_strdup_printf ("%s · %s", time, percent));
}

void
tv_property_list_add_heading (TvPropertyList *self, const char *label)
{
  tv_property_list_add (self, TV_PROPERTY_FULL, label, "")->kind = TV_PROPERTY_HEADING;
}

/**
 * tv_property_list_add_uncertainty:
 * @uncertainty_ns: maximum error of the object's position on the timeline, or 0
 *
 * Adds the uncertainty that the timeline draws as soft edges.
 */
void
tv_property_list_add_uncertainty (TvPropertyList *self, gint64 uncertainty_ns)
{
  g_autofree char *time = tv_time_format (uncertainty_ns);

  if (uncertainty_ns > 0)
    tv_property_list_take (
        self, TV_PROPERTY_ALL, _("Place"),
        /* Translators: %s is a duration */
        g_strdup_printf (_("may be off by up to %s, because the clocks of the files are not "
                           "perfectly synchronized"),
                         time));
}

/**
 * tv_property_list_dup_value:
 * @property: a property of the list
 * @in_lines: whether figures are on several lines, two per line, or all on one line
 *
 * Returns: (transfer full): text of the property, with the headings of its figures
 */
char *
tv_property_list_dup_value (const TvPropertyList *self,
                            const TvProperty *property,
                            gboolean in_lines)
{
  GString *text = g_string_new (NULL);

  if (property->kind != TV_PROPERTY_FIGURES)
    g_string_append (text, property->texts[0]);
  for (guint i = 0; property->kind == TV_PROPERTY_FIGURES && i < TV_PROPERTY_MAX_FIGURES; i++)
    if (property->texts[i] != NULL)
      g_string_append_printf (text, "%s%s %s",
                              text->len == 0           ? ""
                              : in_lines && i % 2 == 0 ? "\n"
                                                       : ", ",
                              property->texts[i], self->headings[i]);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): the title, and the brief properties, one per line */
char *
tv_property_list_dup_text (const TvPropertyList *self)
{
  GString *text = g_string_new (self->title);

  if (self->subtitle != NULL)
    g_string_append_printf (text, " %s", self->subtitle);
  for (guint i = 0; i < self->list->len; i++)
    {
      const TvProperty *property = &g_array_index (self->list, TvProperty, i);
      g_autofree char *value = tv_property_list_dup_value (self, property, FALSE);

      if ((property->uses & TV_PROPERTY_BRIEF) == 0 || property->kind == TV_PROPERTY_HINT)
        continue;
      g_string_append_printf (text, "\n%s%s%s", property->label,
                              *property->label != '\0' ? ": " : "", value);
    }
  return g_string_free (text, FALSE);
}
