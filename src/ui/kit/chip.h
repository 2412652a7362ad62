/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvChipKind:
 * @TV_CHIP_SELECTION: shows only matching content
 * @TV_CHIP_TRANSFORM: transforms stacks, or counts context switches as calls
 * @TV_CHIP_EXCLUSION: hides matching content
 *
 * Effect of a filter. Each effect has a different appearance.
 */
typedef enum
{
  TV_CHIP_SELECTION,
  TV_CHIP_TRANSFORM,
  TV_CHIP_EXCLUSION,
} TvChipKind;

/**
 * TvChip:
 * @kind: effect of the filter
 * @label: label of the chip
 * @tooltip: description of the effect; if @editor is %NULL, also mentions that a click removes the chip
 * @editor: (nullable): id of the editor that a click opens, see tv_chip_row_set_editor()
 * @remove: detailed action that removes the filter
 * @restore: detailed action that restores the filter
 *
 * A filter or transform of a view, shown as a chip.
 */
typedef struct
{
  TvChipKind kind;
  char *label;
  char *tooltip;
  char *editor;
  char *remove;
  char *restore;
} TvChip;

TvChip *tv_chip_new  (TvChipKind  kind,
                      const char *label,
                      const char *tooltip,
                      const char *remove,
                      const char *restore);
TvChip *tv_chip_new_editable (TvChipKind  kind,
                              const char *label,
                              const char *tooltip,
                              const char *editor,
                              const char *remove,
                              const char *restore);
void    tv_chip_free (TvChip     *self);

GtkWidget *tv_chip_make_widget (const TvChip *self,
                                guint         index,
                                GCallback     on_clicked,
                                GCallback     on_removed,
                                gpointer      data);
guint      tv_chip_get_index   (GtkWidget    *button);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvChip, tv_chip_free)

G_END_DECLS
