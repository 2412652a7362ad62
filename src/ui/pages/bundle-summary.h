/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/pages/bundle-findings.h"

G_BEGIN_DECLS

/* The incidents in a bundle: a sentence that summarizes them, and a line with a link for each of the latest ones.
 *
 * Signals:
 *
 *   activated (uint member)   the user clicked the link to a member */

#define TV_TYPE_BUNDLE_SUMMARY (tv_bundle_summary_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleSummary, tv_bundle_summary, TV, BUNDLE_SUMMARY, GtkWidget)

void    tv_bundle_summary_set  (TvBundleSummary        *self,
                                const TvBundle         *bundle,
                                const TvBundleFindings *findings,
                                gint64                  day_s);
const char *tv_bundle_summary_get (TvBundleSummary     *self);
GArray *tv_bundle_dup_incidents    (const TvBundle         *bundle,
                                const TvBundleFindings *findings);

G_END_DECLS
