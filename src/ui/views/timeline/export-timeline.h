/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/views/timeline/timeline-shot.h"

G_BEGIN_DECLS

/* Window to export a part of the timeline as an image, with a preview.
 *
 * Actions:
 *   export.choose  asks for the file, then writes it */

#define TV_TYPE_EXPORT_TIMELINE (tv_export_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TvExportTimeline, tv_export_timeline, TV, EXPORT_TIMELINE, AdwWindow)

GtkWindow *tv_export_timeline_new     (TvTimeline      *timeline);

/* Exports without showing the window. */
void       tv_export_timeline_to      (TvTimeline      *timeline,
                                       TvTimelineExtent   part,
                                       GFile           *file);

G_END_DECLS
