/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is compiled once for all files of the layer; each includes what it needs all the same. */
#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtk/gtk.h>
