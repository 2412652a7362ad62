/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/perf-data/perf-file.h"

G_BEGIN_DECLS

/**
 * TvPerfAddressKind:
 * @TV_PERF_ADDRESS_OFFSET: file offset, for dex files
 * @TV_PERF_ADDRESS_ELF: virtual address in a program or library
 * @TV_PERF_ADDRESS_MODULE: address relative to a kernel module
 * @TV_PERF_ADDRESS_MEMORY: absolute address in memory
 *
 * Kinds of symbol addresses.
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
 * @path: path of the file
 * @kind: kind of the symbol addresses
 * @min_vaddr: virtual address of the code
 * @code_offset: file offset of the code, or %G_MAXUINT64
 * @first_symbol: index of the first symbol
 * @n_symbols: number of symbols, sorted by address
 * @has_ends: whether symbols have sizes; otherwise, each symbol extends to the next one
 *
 * A file whose symbols the recording contains.
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
 * Symbols in a recording of simpleperf or hiperf, grouped by library.
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
