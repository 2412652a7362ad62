/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvSaveFormat:
 * @id: name of the format among the others, ASCII
 * @title: title in the list of formats, translated
 * @suffix: suffix of file names, with its point
 *
 * A format that a file can be saved in.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *suffix;
} TvSaveFormat;

/**
 * TvSaveFunc:
 * @widget: widget that shows the data
 * @file: chosen file, to be created or replaced
 * @format: index of the chosen format
 * @data: data of the chooser
 */
typedef void (*TvSaveFunc) (GtkWidget *widget, GFile *file, guint format, gpointer data);

/**
 * TvSaveChooser:
 * @title: title of the dialog, translated
 * @stem: suggested file name without suffix
 * @formats: (array length=n_formats): formats; copied, but not their texts
 * @n_formats: number of formats; a list of them is shown if there are several
 * @format: index of the format that is selected at first
 * @save: called if a file was chosen
 * @data: data of @save
 * @free_data: (nullable): frees @data after the answer
 *
 * Asks for a file to save to.
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
