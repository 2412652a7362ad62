/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

/* Properties of a method, or of all slices with the same name */

/**
 * TvSymbolNumbers:
 * @TV_SYMBOL_IN_PROFILE: the profile
 * @TV_SYMBOL_NOT_IN_PROFILE: none, because slices such as runs on a CPU and async slices are not calls of a thread
 * @TV_SYMBOL_OF_SAMPLES: samples, whose weights are not part of the list
 *
 * Source of the times and call counts of a symbol.
 */
typedef enum
{
  TV_SYMBOL_IN_PROFILE,
  TV_SYMBOL_NOT_IN_PROFILE,
  TV_SYMBOL_OF_SAMPLES,
} TvSymbolNumbers;

TvPropertyList *tv_symbol_properties_new (TvProfile *profile,
                              guint32    symbol,
                              TvSymbolNumbers numbers);
void     tv_property_list_add_symbol (TvPropertyList   *self,
                              TvTrace   *trace,
                              guint32    symbol);

G_END_DECLS
