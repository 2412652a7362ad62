/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/picture-file.h"

G_BEGIN_DECLS

/**
 * TvPictureSaveFunc:
 * @widget: widget that shows the image
 * @file: output file, to be created or replaced
 * @format: file format
 *
 * Receives the chosen file.
 */
typedef void (*TvPictureSaveFunc) (GtkWidget *widget, GFile *file, TvPictureFormat format);

/**
 * TvPictureExport:
 * @title: title of the file chooser, marked with N_()
 * @file_name: suggested filename without extension, marked with N_(); %s is replaced with that of the trace
 * @failure: heading of error messages, marked with N_()
 * @export_to: exports the image of a widget to the chosen file by calling tv_picture_export_write()
 * @make: runs in a worker thread: gets the content and an image whose format is set, and sets the size, the draw
 * callback and the data. Returns %FALSE on failure
 * @free_data: frees the content
 * @free_drawn: frees the data that @make set, in the same worker thread
 *
 * A kind of image that a view can export to a file.
 */
typedef struct
{
  const char *title;
  const char *file_name;
  const char *failure;
  TvPictureSaveFunc export_to;
  gboolean (*make) (gpointer data, TvPicture *picture, GError **error);
  GDestroyNotify free_data;
  GDestroyNotify free_drawn;
} TvPictureExport;

TvPictureFormat tv_picture_format_get_last (void);
void            tv_picture_choose_file     (GtkWidget         *widget,
                                            const char        *title,
                                            const char        *stem,
                                            TvPictureFormat    format,
                                            GFile             *trace_file,
                                            TvPictureSaveFunc  save);
/* Functions for exporting. The result is reported by the window action "win.report-saved". */
void tv_picture_export_choose (const TvPictureExport *export,
                               GtkWidget             *widget,
                               GFile                 *trace_file);
void tv_picture_export_write  (const TvPictureExport *export,
                               GtkWidget             *widget,
                               const char            *title,
                               gpointer               data,
                               GFile                 *file,
                               TvPictureFormat        format);

G_END_DECLS
