/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a symbol. Called by the details for a selected symbol, and by slice-properties.c. Only reads the
 * trace and the profile. */

#include "ui/properties/symbol-properties.h"

#include <glib/gi18n.h>

#include "analysis/samples/frame-source.h"
#include "core/trace-renamer.h"
#include "ui/kit/number-format.h"
#include "ui/kit/symbol-text.h"

/* Adds the properties of a symbol that do not depend on the selection: its raw name, its class and its source. */
void
tv_property_list_add_symbol (TvPropertyList *self, TvTrace *trace, guint32 symbol)
{
  g_autofree char *raw_name = NULL;
  TvProperty *source = NULL;
  guint32 n_symbols, file, line;
  const TvSymbol *info = tv_trace_get_symbols (trace, &n_symbols) + symbol;

  if (symbol >= n_symbols)
    return;
  raw_name = tv_trace_dup_raw_name (trace, symbol);
  if (raw_name != NULL)
    tv_property_list_add (self, TV_PROPERTY_ALL, _("In the file"), raw_name);
  if (info->class_name != TV_NONE)
    tv_property_list_add (self, TV_PROPERTY_FULL, _("Class"),
                          tv_trace_get_string (trace, info->class_name));
  if (tv_symbol_find_source (trace, symbol, &file, &line))
    source = tv_property_list_take (
        self, TV_PROPERTY_FULL, _("Source"),
        line > 0 ? g_strdup_printf ("%s:%u", tv_trace_get_string (trace, file), line)
                 : g_strdup (tv_trace_get_string (trace, file)));
  if (source != NULL)
    source->source = symbol;
}

static void
add_numbers (TvPropertyList *self, TvProfile *profile, guint32 symbol)
{
  static const char *const inclusive[TV_N_CLOCKS] = { N_("Inclusive wall"), N_("Inclusive CPU") };
  static const char *const exclusive[TV_N_CLOCKS] = { N_("Exclusive wall"), N_("Exclusive CPU") };
  static const char *const per_call[TV_N_CLOCKS] = { N_("Wall per call"), N_("CPU per call") };
  static const char *const per_slice[TV_N_CLOCKS] = { N_("Wall per slice"), N_("CPU per slice") };
  TvTrace *trace = tv_profile_get_trace (profile);
  gboolean is_of_methods = tv_trace_names_methods (trace);
  const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
  g_autofree char *calls = tv_format_count (entry->calls);
  g_autofree char *recursive = tv_format_count (entry->recursive_calls);

  tv_property_list_take (self, TV_PROPERTY_ALL, is_of_methods ? _("Calls") : _("Slices"),
                         entry->recursive_calls > 0
                             ? g_strdup_printf (_("%s, and %s recursive"), calls, recursive)
                             : g_strdup (calls));
  for (int clock = TV_CLOCK_CPU; clock >= TV_CLOCK_WALL; clock--)
    {
      gint64 total_ns = tv_profile_get_total_ns (profile, clock);

      if (!tv_trace_has_clock (trace, clock))
        continue;
      tv_property_list_add_share (self, TV_PROPERTY_ALL, _ (inclusive[clock]),
                                  entry->inclusive_ns[clock], total_ns);
      tv_property_list_add_share (self, TV_PROPERTY_ALL, _ (exclusive[clock]),
                                  entry->exclusive_ns[clock], total_ns);
      tv_property_list_add_time (self, TV_PROPERTY_ALL,
                                 _ (is_of_methods ? per_call[clock] : per_slice[clock]),
                                 tv_profile_entry_get_ns_per_call (entry, clock));
    }
}

/**
 * tv_symbol_properties_new:
 * @profile: profile of the selection
 * @symbol: a symbol
 * @numbers: whether the times and call counts come from @profile, from samples (then they are omitted), or from
 *   nowhere
 *
 * Returns: (transfer full): properties of the symbol
 */
TvPropertyList *
tv_symbol_properties_new (TvProfile *profile, guint32 symbol, TvSymbolNumbers numbers)
{
  TvPropertyList *self = tv_property_list_new (tv_symbol_text_dup_short (profile, symbol),
                                               tv_symbol_text_dup_signature (profile, symbol));

  if (numbers == TV_SYMBOL_IN_PROFILE)
    add_numbers (self, profile, symbol);
  else if (numbers == TV_SYMBOL_NOT_IN_PROFILE)
    self->remark = g_strdup (
        _("Not in the profile, which contains only calls of threads. For its times, see the Range "
          "view."));
  tv_property_list_add_symbol (self, tv_profile_get_trace (profile), symbol);
  return self;
}
