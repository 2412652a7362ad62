/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The columns that the user has chosen for a table, and their order. Choices are stored in the settings by the
 * table's name, so they apply to all lists of that table, in all windows and sessions. */

/* Id for the user's own columns, which are not a preset. */
#define TV_COLUMNS_OWN "own"

/**
 * TvColumnPreset:
 * @id: id of the preset in the settings
 * @title: (nullable): translated label in menus; %NULL if the preset is not in menus
 * @columns: (array zero-terminated=1): names of the columns, in order
 *
 * A named set of columns.
 */
typedef struct
{
  char *id;
  char *title;
  char **columns;
} TvColumnPreset;

TvColumnPreset *tv_column_preset_new  (const char         *id,
                                       const char         *title,
                                       char              **columns);
void            tv_column_preset_free (TvColumnPreset     *self);

char           *tv_column_choice_dup_preset (const char          *table);
char          **tv_column_choice_dup_own    (const char          *table);
void            tv_column_choice_set        (const char          *table,
                                             const char          *preset,
                                             const char *const   *own);
void            tv_column_choice_follow     (gpointer             object,
                                             GCallback            on_changed);

G_END_DECLS
