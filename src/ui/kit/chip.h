/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvChipKind:
 * @TV_CHIP_SELECTION: only what it says is shown
 * @TV_CHIP_TRANSFORM: it changes how things are counted
 * @TV_CHIP_EXCLUSION: what it says is left out
 */
typedef enum
{
  TV_CHIP_SELECTION,
  TV_CHIP_TRANSFORM,
  TV_CHIP_EXCLUSION,
} TvChipKind;

/**
 * TvChip:
 * @kind: what it does to what is shown
 * @label: what it says
 * @tooltip: what it does, and that a click takes it back
 * @remove: the detailed action that takes it back
 * @restore: the one that then brings it again
 *
 * One of the things that make a view show less than all, or otherwise.
 */
typedef struct
{
  TvChipKind kind;
  char *label;
  char *tooltip;
  char *remove;
  char *restore;
} TvChip;

TvChip *tv_chip_new  (TvChipKind  kind,
                      const char *label,
                      const char *tooltip,
                      const char *remove,
                      const char *restore);
void    tv_chip_free (TvChip     *self);

/* The chips of a view, in one row: those that have no room are counted at its end. Delete takes back
 * the one that has the focus. What was taken back last can be brought again. There is no
 * row where there are none.
 *
 * Actions:
 *   chips.remove   takes back the one that has the focus
 */

#define TV_TYPE_CHIP_ROW (tv_chip_row_get_type ())
G_DECLARE_FINAL_TYPE (TvChipRow, tv_chip_row, TV, CHIP_ROW, GtkWidget)

void    tv_chip_row_set_chips (TvChipRow  *self,
                               GPtrArray  *chips,
                               const char *summary);
const TvChip *tv_chip_row_get_newest (TvChipRow *self);
void    tv_chip_row_remove_newest (TvChipRow *self);
gboolean tv_chip_row_restore   (TvChipRow *self);

G_END_DECLS
