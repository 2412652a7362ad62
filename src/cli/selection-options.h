/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvSelectionOptionKinds:
 * @TV_SELECTION_OPTION_PART: time range and threads: `--from --to --thread`
 * @TV_SELECTION_OPTION_CALLS: clock, filters and transforms of calls: `--clock --min-duration --keep --hide --merge
 *   …`
 * @TV_SELECTION_OPTION_SAMPLES: source of the stacks: `--samples`
 * @TV_SELECTION_OPTION_STACKS: all groups, for commands that process stacks of calls or samples
 *
 * Groups of options. A command adds only the groups that apply to it.
 */
typedef enum
{
  TV_SELECTION_OPTION_PART = 1 << 0,
  TV_SELECTION_OPTION_CALLS = 1 << 1,
  TV_SELECTION_OPTION_SAMPLES = 1 << 2,
  TV_SELECTION_OPTION_STACKS = TV_SELECTION_OPTION_PART | TV_SELECTION_OPTION_CALLS |
                               TV_SELECTION_OPTION_SAMPLES,
} TvSelectionOptionKinds;

/* Parsed options that select a part of a trace. Pointers are NULL for options that were not given. */
typedef struct
{
  char *from;
  char *to;
  char **threads;
  char *clock;
  char *min_duration;
  char *samples;
  GArray *filters; /* (nullable) (element-type TvNameFilter): filters in the order of the options */
  GArray *
      transforms; /* (nullable): transforms in the order of the options; the element type is private */
} TvSelectionOptions;

void         tv_selection_options_clear           (TvSelectionOptions       *self);
void         tv_selection_options_add             (TvSelectionOptions       *self,
                                                   TvSelectionOptionKinds    kinds,
                                                   GOptionContext           *context);
gboolean     tv_selection_options_check           (const TvSelectionOptions *self,
                                                   GError                  **error);
gboolean     tv_selection_options_has_range       (const TvSelectionOptions *self);
gboolean     tv_selection_options_has_filters     (const TvSelectionOptions *self);
gboolean     tv_selection_options_has_transforms  (const TvSelectionOptions *self);
TvSelection *tv_selection_options_select          (const TvSelectionOptions *self,
                                                   TvTrace                  *trace,
                                                   GError                  **error);
gboolean     tv_selection_options_find_source     (const TvSelectionOptions *self,
                                                   TvTrace                  *trace,
                                                   guint32                  *source,
                                                   GError                  **error);
TvCallTree  *tv_selection_options_make_tree       (const TvSelectionOptions *self,
                                                   TvTrace                  *trace,
                                                   TvCallTreeFlags           flags,
                                                   GError                  **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvSelectionOptions, tv_selection_options_clear)

G_END_DECLS
