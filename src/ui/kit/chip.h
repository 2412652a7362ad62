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
 * @tooltip: what it does; without @editor, also that a click takes it back
 * @editor: (nullable): what a click edits, see tv_chip_row_set_editor()
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
