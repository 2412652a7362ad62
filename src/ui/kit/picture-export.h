/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/picture-file.h"

G_BEGIN_DECLS

/**
 * TvPictureSaveFunc:
 * @widget: widget that shows the picture
 * @file: file to create or to replace
 * @format: format to write
 */
typedef void (*TvPictureSaveFunc) (GtkWidget *widget, GFile *file, TvPictureFormat format);

/**
 * TvPictureExport:
 * @title: title of the file chooser, marked with N_()
 * @file_name: suggested file name without suffix, with %s for that of the trace, marked with N_()
 * @failure: heading of error messages, marked with N_()
 * @export_to: writes the picture of a widget to the chosen file; calls tv_picture_export_write()
 * @make: runs in a worker: takes the content and a picture with a format, and sets the picture's size, draw
 *   callback and data. Returns FALSE on failure
 * @free_data: frees the content
 * @free_drawn: frees the picture's data set by @make, in the same worker
 *
 * A view's picture that can be exported to a file.
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
/* The window action "win.report-saved" reports the result. */
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
