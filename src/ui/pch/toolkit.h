/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled headers of this layer. Each file nevertheless includes the headers that it needs. */
#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtk/gtk.h>
