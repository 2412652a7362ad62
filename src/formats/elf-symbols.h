/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Function symbols of an ELF program or library, from .symtab, .dynsym and the symbol tables inside .gnu_debugdata.
 * Without libelf, tv_elf_symbols_open() always returns NULL. */
typedef struct _TvElfSymbols TvElfSymbols;

gboolean      tv_elf_symbols_are_read     (void);
TvElfSymbols *tv_elf_symbols_open         (const char         *path);
void          tv_elf_symbols_free         (TvElfSymbols       *self);
const char   *tv_elf_symbols_get_build_id (const TvElfSymbols *self);
const char   *tv_elf_symbols_find         (TvElfSymbols       *self,
                                           guint64             address,
                                           gboolean            is_offset);

G_END_DECLS
