/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvSaveFormat:
 * @id: ASCII id of the format, unique among the formats of the dialog
 * @title: title in the list of formats, translated
 * @suffix: filename extension, including the dot
 *
 * A file format in a save dialog.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *suffix;
} TvSaveFormat;

/**
 * TvSaveFunc:
 * @widget: widget that shows the exported content
 * @file: output file, to be created or replaced
 * @format: index of the chosen format
 * @data: user data of the #TvSaveChooser
 *
 * Receives the file and the format that the user chose.
 */
typedef void (*TvSaveFunc) (GtkWidget *widget, GFile *file, guint format, gpointer data);

/**
 * TvSaveChooser:
 * @title: title of the dialog, translated
 * @stem: suggested filename without extension
 * @formats: (array length=n_formats): formats; the array is copied, but its strings must outlive the dialog
 * @n_formats: number of formats; a list of formats is shown if there are several
 * @format: index of the initially selected format
 * @save: called when the user has chosen a file
 * @data: user data of @save
 * @free_data: (nullable): frees @data after the dialog was closed
 *
 * Description of a dialog for saving a file.
 */
typedef struct
{
  const char *title;
  const char *stem;
  const TvSaveFormat *formats;
  guint n_formats;
  guint format;
  TvSaveFunc save;
  gpointer data;
  GDestroyNotify free_data;
} TvSaveChooser;

void tv_save_chooser_show (const TvSaveChooser *self,
                           GtkWidget           *widget,
                           GFile               *trace_file);

G_END_DECLS
