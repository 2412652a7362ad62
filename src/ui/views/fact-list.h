/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/facts/facts.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* List of facts: lines with a label and a value, some with links, under headings. */

#define TV_TYPE_FACT_LIST (tv_fact_list_get_type ())
G_DECLARE_FINAL_TYPE (TvFactList, tv_fact_list, TV, FACT_LIST, GtkWidget)

void tv_fact_list_show        (TvFactList    *self,
                               const TvFacts *facts,
                               TvSession     *session);
void tv_fact_list_hold_height (TvFactList    *self,
                               gboolean       holds);

G_END_DECLS
