/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List of all band classes, from TV_BAND_CLASSES. Called by groups.c. Pure. */

#include "paint/timeline/band-class.h"

/* Returns the position of a class in TV_BAND_CLASSES, by which the bands of a row are sorted. */
guint
tv_band_class_get_place (const TvBandClass *self)
{
#define ADDRESS(name) &tv_band_##name,
  static const TvBandClass *const classes[] = { TV_BAND_CLASSES (ADDRESS) };
  guint place = 0;

  while (place < G_N_ELEMENTS (classes) && classes[place] != self)
    place++;
  return place;
}
