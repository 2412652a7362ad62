/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers that are precompiled for this layer. Each file must still include the headers that it needs. */
#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtk/gtk.h>
