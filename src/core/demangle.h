/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Demangles names of C++ and Rust functions. Results are (transfer full); %NULL if the name is not mangled. */

gboolean tv_demangle_is_mangled (const char *name);
char    *tv_demangle            (const char  *name,
                                 char       **signature);
char    *tv_demangle_whole      (const char  *name);

G_END_DECLS
