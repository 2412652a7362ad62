/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/perf-data/perf-file.h"

G_BEGIN_DECLS

/**
 * TvPerfAddressKind:
 * @TV_PERF_ADDRESS_OFFSET: the offset in the file, for the recording has no symbols of it
 * @TV_PERF_ADDRESS_ELF: the virtual address in a program or library
 * @TV_PERF_ADDRESS_MODULE: the address in a module of the kernel
 * @TV_PERF_ADDRESS_MEMORY: the address in memory
 *
 * By what addresses of a file its symbols are found.
 */
typedef enum
{
  TV_PERF_ADDRESS_OFFSET,
  TV_PERF_ADDRESS_ELF,
  TV_PERF_ADDRESS_MODULE,
  TV_PERF_ADDRESS_MEMORY,
} TvPerfAddressKind;

/**
 * TvPerfLibrary:
 * @path: the file
 * @kind: what its addresses are
 * @min_vaddr: the virtual address of its code
 * @code_offset: where in the file that is, or %G_MAXUINT64
 * @first_symbol: the first of its symbols
 * @n_symbols: how many, in the order of their addresses
 * @has_ends: symbols tell how long they are; else each reaches to the next
 *
 * A file of which the recording has symbols.
 */
typedef struct
{
  TvSpan path;
  TvPerfAddressKind kind;
  guint64 min_vaddr;
  guint64 code_offset;
  guint32 first_symbol;
  guint32 n_symbols;
  gboolean has_ends;
} TvPerfLibrary;

/**
 * TvPerfSymbols:
 *
 * The symbols that simpleperf and hiperf put into a recording, by library.
 */
typedef struct
{
  GArray *libraries; /* TvPerfLibrary */
  GArray *symbols;
  GHashTable *by_path;
} TvPerfSymbols;

void    tv_perf_symbols_init         (TvPerfSymbols    *self);
void    tv_perf_symbols_clear        (TvPerfSymbols    *self);
void    tv_perf_symbols_read         (TvPerfSymbols    *self,
                                      const TvPerfFile *file);
const TvPerfLibrary *tv_perf_symbols_find_library (const TvPerfSymbols *self,
                                      TvSpan            path);
TvSpan  tv_perf_symbols_find         (const TvPerfSymbols *self,
                                      const TvPerfLibrary *library,
                                      guint64           address);

G_END_DECLS
