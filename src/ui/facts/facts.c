/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/facts/facts.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "ui/kit/number-format.h"

static void
clear_fact (gpointer data)
{
  TvFact *fact = data;

  g_free (fact->label);
  for (guint i = 0; i < TV_FACT_MAX_FIGURES; i++)
    g_free (fact->texts[i]);
}

/**
 * tv_facts_new:
 * @title: (transfer full): title
 * @subtitle: (transfer full) (nullable): text that distinguishes objects with the same title
 *
 * Returns: (transfer full): an empty list of facts
 */
TvFacts *
tv_facts_new (char *title, char *subtitle)
{
  TvFacts *self = g_new0 (TvFacts, 1);

  self->title = title;
  self->subtitle = subtitle;
  self->is_whole = TRUE;
  self->list = g_array_new (FALSE, FALSE, sizeof (TvFact));
  g_array_set_clear_func (self->list, clear_fact);
  return self;
}

void
tv_facts_free (TvFacts *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->subtitle);
  g_free (self->remark);
  for (guint i = 0; i < TV_FACT_MAX_FIGURES; i++)
    g_free (self->headings[i]);
  g_array_unref (self->list);
  g_free (self);
}

/**
 * tv_facts_take:
 * @label: label of the fact
 * @text: (transfer full) (nullable): text of the fact; %NULL to add nothing
 * @self: facts
 * @uses: places where the fact is shown
 *
 * Adds a fact.
 *
 * Returns: (transfer none) (nullable): the new fact, valid until the next one is added; %NULL if @text is %NULL
 */
TvFact *
tv_facts_take (TvFacts *self, TvFactUse uses, const char *label, char *text)
{
  TvFact fact = {
    .kind = TV_FACT_VALUE,
    .uses = uses,
    .slice = TV_NONE,
    .counter = TV_NONE,
    .line = TV_NONE,
    .dump_thread = TV_NONE,
    .source = TV_NONE,
  };

  if (text == NULL)
    return NULL;
  fact.label = g_strdup (label);
  fact.texts[0] = text;
  g_array_append_val (self->list, fact);
  return &g_array_index (self->list, TvFact, self->list->len - 1);
}

/* Adds a fact like tv_facts_take(), with a copy of the text. */
TvFact *
tv_facts_add (TvFacts *self, TvFactUse uses, const char *label, const char *text)
{
  return tv_facts_take (self, uses, label, g_strdup (text));
}

void
tv_facts_add_time (TvFacts *self, TvFactUse uses, const char *label, gint64 ns)
{
  tv_facts_take (self, uses, label, tv_time_format (ns));
}

/**
 * tv_facts_add_moment:
 * @base: base for times
 * @ns: timestamp
 * @self: facts
 * @uses: places where the fact is shown
 * @label: label of the fact
 * @trace: a trace
 *
 * Adds a time relative to the base. If the base is aligned with another run, the full facts also contain the time
 * since the start of the trace.
 */
void
tv_facts_add_moment (TvFacts *self,
                     TvFactUse uses,
                     const char *label,
                     TvTrace *trace,
                     const TvTimeBase *base,
                     gint64 ns)
{
  g_autofree char *own = tv_time_format (ns - tv_trace_get_start_ns (trace));

  tv_facts_take (self, uses, label, tv_time_base_format (base, ns));
  if (base->is_signed && (uses & TV_FACT_FULL) != 0)
    /* Translators: %s is a time since the start of the trace; a time relative to another base stands beside it */
    tv_facts_take (self, TV_FACT_FULL, "", g_strdup_printf (_("%s in the trace"), own));
}

/* Adds a duration and its share of another duration. */
void
tv_facts_add_share (TvFacts *self,
                    TvFactUse uses,
                    const char *label,
                    gint64 part_ns,
                    gint64 whole_ns)
{
  g_autofree char *time = tv_time_format (part_ns);
  g_autofree char *percent = tv_format_percent (
      whole_ns > 0 ? 100.0 * (double) part_ns / (double) whole_ns : 0.0);

  tv_facts_take (self, uses, label, g_strdup_printf ("%s · %s", time, percent));
}

void
tv_facts_add_heading (TvFacts *self, const char *label)
{
  tv_facts_add (self, TV_FACT_FULL, label, "")->kind = TV_FACT_HEADING;
}

/**
 * tv_facts_add_uncertainty:
 * @self: facts of an object on the timeline
 * @uncertainty_ns: maximum error of its position, or 0
 *
 * Adds the uncertainty that the timeline draws as soft edges.
 */
void
tv_facts_add_uncertainty (TvFacts *self, gint64 uncertainty_ns)
{
  g_autofree char *time = tv_time_format (uncertainty_ns);

  if (uncertainty_ns > 0)
    tv_facts_take (self, TV_FACT_ALL, _("Place"),
                   /* Translators: %s is a duration */
                   g_strdup_printf (_("up to %s off: uncertainty of the synchronization of its "
                                      "file"),
                                    time));
}

/**
 * tv_facts_dup_value:
 * @fact: a fact
 * @in_lines: whether each value gets a separate line with its heading; otherwise all values are on one line
 * @self: facts
 *
 * Returns: (transfer full): the text of the fact, including the headings of its values
 */
char *
tv_facts_dup_value (const TvFacts *self, const TvFact *fact, gboolean in_lines)
{
  GString *text = g_string_new (NULL);

  if (fact->kind != TV_FACT_FIGURES)
    g_string_append (text, fact->texts[0]);
  for (guint i = 0; fact->kind == TV_FACT_FIGURES && i < TV_FACT_MAX_FIGURES; i++)
    if (fact->texts[i] != NULL)
      g_string_append_printf (text, "%s%s %s",
                              text->len == 0           ? ""
                              : in_lines && i % 2 == 0 ? "\n"
                                                       : ", ",
                              fact->texts[i], self->headings[i]);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): the title, then the brief facts, one per line */
char *
tv_facts_dup_text (const TvFacts *self)
{
  GString *text = g_string_new (self->title);

  if (self->subtitle != NULL)
    g_string_append_printf (text, " %s", self->subtitle);
  for (guint i = 0; i < self->list->len; i++)
    {
      const TvFact *fact = &g_array_index (self->list, TvFact, i);
      g_autofree char *value = tv_facts_dup_value (self, fact, FALSE);

      if ((fact->uses & TV_FACT_BRIEF) == 0 || fact->kind == TV_FACT_HINT)
        continue;
      g_string_append_printf (text, "\n%s%s%s", fact->label, *fact->label != '\0' ? ": " : "",
                              value);
    }
  return g_string_free (text, FALSE);
}
