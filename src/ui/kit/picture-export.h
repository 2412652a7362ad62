/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/picture-file.h"

G_BEGIN_DECLS

/**
 * TvPictureExport:
 * @title: of the dialog that asks where, marked with N_()
 * @file_name: what it offers, with %s for the name of the trace without its suffix, marked with N_()
 * @failure: heads what went wrong, marked with N_()
 * @export_to: writes the picture of a widget to a file that was asked for; calls tv_picture_export_write()
 * @make: in a worker: given what is to be drawn and a picture that knows its format, sets how large it is, what
 *   draws it and with what. Returns whether it could
 * @free_data: of what is to be drawn
 * @free_drawn: of what @make set as the picture's data, in the same worker
 *
 * A picture that a view can keep as a file.
 */
typedef struct
{
  const char *title;
  const char *file_name;
  const char *failure;
  void (*export_to) (GtkWidget *widget, GFile *file);
  gboolean (*make) (gpointer data, TvPicture *picture, GError **error);
  GDestroyNotify free_data;
  GDestroyNotify free_drawn;
} TvPictureExport;

/* The result is told by the action "win.tell-saved" of the widget's window. */
void tv_picture_export_choose (const TvPictureExport *export,
                               GtkWidget             *widget,
                               GFile                 *trace_file);
void tv_picture_export_write  (const TvPictureExport *export,
                               GtkWidget             *widget,
                               const char            *title,
                               gpointer               data,
                               GFile                 *file);

G_END_DECLS
