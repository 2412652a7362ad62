/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Classes of bands: functions and properties for painting and hit testing, per kind. */

#include "paint/timeline/painter-part.h"

#define RADIUS   0.25
#define POINT_PX 2.0

static const TvBandClass classes[] = {
  [TV_BAND_CALLS] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .radius = RADIUS,
    .has_labels = TRUE,
    .has_diamonds = TRUE,
    .has_brackets = TRUE,
    .has_torn_ends = TRUE,
    .has_plain_lines = TRUE,
    .has_hits = TRUE,
  },
  [TV_BAND_STRIP] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .radius = RADIUS,
    .is_strip = TRUE,
    .has_labels = TRUE,
    .has_diamonds = TRUE,
    .has_brackets = TRUE,
    .has_plain_lines = TRUE,
    .has_hits = TRUE,
  },
  [TV_BAND_STATES] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .are_inferred = TRUE,
  },
  [TV_BAND_THIN] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .radius = RADIUS,
    .has_labels = TRUE,
    .has_small_labels = TRUE,
    .has_diamonds = TRUE,
    .has_brackets = TRUE,
    .has_torn_ends = TRUE,
    .has_plain_lines = TRUE,
    .has_hits = TRUE,
  },
  [TV_BAND_POINTS] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .min_px = POINT_PX,
    .has_hits = TRUE,
  },
  [TV_BAND_RUNS] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .radius = RADIUS,
    .has_labels = TRUE,
    .has_diamonds = TRUE,
    .has_hits = TRUE,
    .are_inferred = TRUE,
  },
  [TV_BAND_LINES] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .has_plain_lines = TRUE,
    .has_hits = TRUE,
  },
  [TV_BAND_PILLS] = {
    .add = tv_timeline_add_slices,
    .hit = tv_timeline_hit_slice,
    .has_slices = TRUE,
    .is_pill = TRUE,
    .has_labels = TRUE,
    .has_diamonds = TRUE,
    .has_brackets = TRUE,
    .has_torn_ends = TRUE,
    .has_plain_lines = TRUE,
    .has_hits = TRUE,
  },
  [TV_BAND_COUNTER] = { .add = tv_timeline_add_counter, .hit = tv_timeline_hit_counter },
  [TV_BAND_BUSY] = { .add = tv_timeline_add_busy },
  [TV_BAND_SAMPLES] = { .add = tv_timeline_add_samples, .hit = tv_timeline_hit_sample },
  [TV_BAND_STACKS] = { .add = tv_timeline_add_stacks, .hit = tv_timeline_hit_stack },
  [TV_BAND_PATH] = { .add = tv_timeline_add_path, .hit = tv_timeline_hit_path },
};

const TvBandClass *
tv_timeline_band_get_class (const TvTimelineBand *self)
{
  return &classes[self->kind];
}
