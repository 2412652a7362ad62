/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a function in stack samples: its inclusive and exclusive weights, and its origin and source. Called
 * by the details (symbol-samples.c); call-node-properties.c also uses the source. Only reads the trace. */

#include "ui/properties/symbol-sample-properties.h"

#include <glib/gi18n.h>

#include "analysis/samples/symbol-kinds.h"
#include "paint/kit/frame-labels.h"
#include "paint/kit/weight-format.h"
#include "ui/kit/number-format.h"

static double
get_percent (gint64 part, gint64 whole)
{
  return whole > 0 ? 100.0 * (double) part / (double) whole : 0.0;
}

/* Adds a weight with its unit, and its percentage of the weight of all selected samples. */
static void
add_weight (TvPropertyList *self,
            TvTrace *trace,
            guint32 kind,
            const char *label,
            gint64 part,
            gint64 whole)
{
  g_autofree char *weight = tv_weight_format (trace, kind, part);
  g_autofree char *percent = tv_format_percent (get_percent (part, whole));

  tv_property_list_take (self, TV_PROPERTY_ALL, label,
                         g_strdup_printf ("%s · %s", weight, percent));
}

/* Adds the source position of a function to the brief properties; the details list the source lines instead. Also
 * adds whether the function is inlined. */
void
tv_property_list_add_source_location (TvPropertyList *self,
                                      TvTrace *trace,
                                      const TvSourceLocation *location)
{
  tv_property_list_take (self, TV_PROPERTY_BRIEF, _("Source"),
                         tv_source_location_dup_text (location, trace));
  if (location->is_inlined)
    tv_property_list_add (self, TV_PROPERTY_ALL, _("Inlined"),
                          _("its code is part of the callers"));
  else if (location->is_inlined_in_part)
    tv_property_list_add (self, TV_PROPERTY_ALL, _("Inlined"), _("in some of the callers"));
}

/**
 * tv_symbol_sample_properties_new:
 * @kind: a kind of samples
 * @symbol: a function
 * @samples: weights and numbers of the samples with the function
 * @location: source position of the function
 *
 * Returns: (transfer full): properties of the function
 */
TvPropertyList *
tv_symbol_sample_properties_new (TvTrace *trace,
                                 guint32 kind,
                                 guint32 symbol,
                                 const TvSymbolSamples *samples,
                                 const TvSourceLocation *location)
{
  TvPropertyList *self = tv_property_list_new (tv_trace_dup_symbol_name (trace, symbol), NULL);
  const TvSampleKind *info = &tv_trace_get_stacks (trace)->kinds[kind];
  g_autofree guint8 *kinds = tv_symbol_kinds_new (trace);
  const char *origin = tv_frame_labels_get_name ((TvFrameKind) kinds[symbol]);
  g_autofree char *on_stacks = tv_format_count (samples->n_inclusive);
  g_autofree char *taken = tv_format_count (samples->n_exclusive);

  tv_property_list_add (self, TV_PROPERTY_ALL, _("Event"), tv_trace_get_string (trace, info->name));
  add_weight (self, trace, kind, _("Inclusive"), samples->inclusive, samples->total);
  add_weight (self, trace, kind, _("Exclusive"), samples->exclusive, samples->total);
  tv_property_list_take (
      self, TV_PROPERTY_ALL, _("Samples"),
      /* Translators: number of samples whose stacks contain a function; number of samples taken in the function
       * itself */
      g_strdup_printf (_("%s, %s of them exclusive"), on_stacks, taken));
  if (origin != NULL)
    tv_property_list_add (self, TV_PROPERTY_ALL, _("Origin"), origin);
  tv_property_list_add_source_location (self, trace, location);
  self->is_whole = TRUE;
  return self;
}
