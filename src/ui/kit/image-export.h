/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/image-file.h"

G_BEGIN_DECLS

/**
 * TvImageSaveFunc:
 * @widget: widget that shows the image
 * @file: output file, to be created or replaced
 * @format: file format
 *
 * Receives the file and the format that the user chose.
 */
typedef void (*TvImageSaveFunc) (GtkWidget *widget, GFile *file, TvImageFormat format);

/**
 * TvImageExport:
 * @title: title of the file dialog, marked with N_()
 * @file_name: suggested filename without extension, marked with N_(); %s is replaced with the trace's filename
 *   without extension
 * @failure: heading of error messages, marked with N_()
 * @export_to: exports the widget's image to the chosen file by calling tv_image_export_write()
 * @make: called on the worker thread, with the content and an image whose format is set; sets the size, the draw
 *   callback and the data of the image; returns %FALSE on failure
 * @free_data: frees the content
 * @free_drawn: frees the data that @make set; called on the worker thread
 *
 * A kind of image that a view can export to a file.
 */
typedef struct
{
  const char *title;
  const char *file_name;
  const char *failure;
  TvImageSaveFunc export_to;
  gboolean (*make) (gpointer data, TvImage *image, GError **error);
  GDestroyNotify free_data;
  GDestroyNotify free_drawn;
} TvImageExport;

TvImageFormat tv_image_format_get_last (void);
void            tv_image_choose_file     (GtkWidget         *widget,
                                            const char        *title,
                                            const char        *stem,
                                            TvImageFormat    format,
                                            GFile             *trace_file,
                                            TvImageSaveFunc  save);
/* The window action "win.report-saved" reports that the file was saved. */
void tv_image_export_choose (const TvImageExport *export,
                               GtkWidget             *widget,
                               GFile                 *trace_file);
void tv_image_export_write  (const TvImageExport *export,
                               GtkWidget             *widget,
                               const char            *title,
                               gpointer               data,
                               GFile                 *file,
                               TvImageFormat        format);

G_END_DECLS
