/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/chip.h"

G_BEGIN_DECLS

/**
 * TvChipEditor:
 * @what: (nullable): editor id of the chip; %NULL for a new chip
 * @data: user data of tv_chip_row_set_editor()
 *
 * Creates the editor of a chip. The editor closes the popover that contains it when the user is done.
 *
 * Returns: (transfer floating) (nullable): the content of the popover; %NULL if the chip cannot be edited
 */
typedef GtkWidget *(*TvChipEditor) (const char *what, gpointer data);

/* The chips of a view in one row, followed by a button that adds a chip. Chips that do not fit are moved to an
 * overflow list; the label of the list's button is their number. A click on a chip edits the chip, or removes it if
 * it has no editor. The close button and Delete remove the chip. The chip removed last can be restored. A row without
 * chips is hidden, see tv_chip_row_set_stays().
 *
 * Actions:
 *
 *   chips.remove   removes the focused chip
 *   chips.add      edits a new chip */

#define TV_TYPE_CHIP_ROW (tv_chip_row_get_type ())
G_DECLARE_FINAL_TYPE (TvChipRow, tv_chip_row, TV, CHIP_ROW, GtkWidget)

void    tv_chip_row_set_editor (TvChipRow    *self,
                                TvChipEditor  make_editor,
                                gpointer      data);
void    tv_chip_row_set_can_add (TvChipRow   *self,
                                gboolean      can_add);
void    tv_chip_row_set_stays  (TvChipRow    *self,
                                gboolean      stays);
gboolean tv_chip_row_add       (TvChipRow    *self);
void    tv_chip_row_set_chips (TvChipRow  *self,
                               GPtrArray  *chips,
                               const char *summary);
const TvChip *tv_chip_row_get_newest (TvChipRow *self);
void    tv_chip_row_remove_newest (TvChipRow *self);
gboolean tv_chip_row_restore   (TvChipRow *self);

G_END_DECLS
