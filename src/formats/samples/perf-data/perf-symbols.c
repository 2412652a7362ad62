/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-symbols.h"

#include <stdlib.h>

#include "core/memory/seeded-hash.h"
#include "formats/proto-field.h"

/* Reads symbols in three encodings: simpleperf's features FILE (up to Android 12) and FILE2 (protobuf), and hiperf's
 * HIPERF_FILES_SYMBOL. Called by perf-replay.c once for all libraries, and by perf-stacks.c for each address. Lookups
 * are pure; names point into the input. */

#define SIMPLEPERF_KERNEL 0
#define SIMPLEPERF_MODULE 1
#define SIMPLEPERF_ELF    2
#define SIMPLEPERF_DEX    3

typedef struct
{
  guint64 address;
  guint64 size; /* in bytes; 0 if unknown */
  TvSpan name;
} Symbol;

void
tv_perf_symbols_init (TvPerfSymbols *self)
{
  self->libraries = g_array_new (FALSE, FALSE, sizeof (TvPerfLibrary));
  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self->by_path = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL);
}

void
tv_perf_symbols_clear (TvPerfSymbols *self)
{
  g_array_unref (self->libraries);
  g_array_unref (self->symbols);
  g_hash_table_unref (self->by_path);
}

/* ---- Libraries ---- */

static int
compare_symbols (const void *a, const void *b)
{
  const Symbol *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return x->name.text < y->name.text ? -1 : x->name.text > y->name.text;
}

static void
add_symbol (TvPerfSymbols *self, guint64 address, guint64 size, TvSpan name)
{
  Symbol symbol = { address, size, name };

  g_array_append_val (self->symbols, symbol);
}

/* Adds a library and sorts its symbols. If a path occurs more than once, the last library is used. */
static void
add_library (TvPerfSymbols *self, TvPerfLibrary *library)
{
  library->n_symbols = self->symbols->len - library->first_symbol;
  if (library->n_symbols > 0)
    {
      Symbol *symbols = &g_array_index (self->symbols, Symbol, library->first_symbol);

      qsort (symbols, library->n_symbols, sizeof *symbols, compare_symbols);
      for (guint32 i = 0; i < library->n_symbols; i++)
        library->has_ends |= symbols[i].size > 0;
    }
  g_hash_table_replace (
      self->by_path,
      g_strndup (library->path.size > 0 ? library->path.text : "", library->path.size),
      GUINT_TO_POINTER (self->libraries->len + 1));
  g_array_append_val (self->libraries, *library);
}

static TvPerfAddressKind
get_simpleperf_kind (guint32 type)
{
  switch (type)
    {
    case SIMPLEPERF_MODULE:
      return TV_PERF_ADDRESS_MODULE;
    case SIMPLEPERF_ELF:
      return TV_PERF_ADDRESS_ELF;
    case SIMPLEPERF_DEX:
      return TV_PERF_ADDRESS_OFFSET;
    default:
      return TV_PERF_ADDRESS_MEMORY;
    }
}

/* ---- FILE ---- */

static void
read_file_symbols (TvPerfSymbols *self, TvSpan rest)
{
  TvPerfLibrary library = { .code_offset = G_MAXUINT64, .first_symbol = self->symbols->len };
  guint32 type, n, n_offsets;
  guint64 address, offset;
  TvSpan name, skipped;

  if (!tv_perf_take_text (&rest, &library.path) || !tv_perf_take_u32 (&rest, &type) ||
      !tv_perf_take_u64 (&rest, &library.min_vaddr) || !tv_perf_take_u32 (&rest, &n))
    return;
  library.kind = get_simpleperf_kind (type);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 size;

      if (!tv_perf_take_u64 (&rest, &address) || !tv_perf_take_u32 (&rest, &size) ||
          !tv_perf_take_text (&rest, &name))
        break;
      add_symbol (self, address, size, name);
    }
  if (type == SIMPLEPERF_DEX && tv_perf_take_u32 (&rest, &n_offsets))
    tv_perf_take_bytes (&rest, (guint64) n_offsets * 8, &skipped);
  else if ((type == SIMPLEPERF_ELF || type == SIMPLEPERF_MODULE) &&
           tv_perf_take_u64 (&rest, &offset))
    library.code_offset = offset;
  add_library (self, &library);
}

/* ---- FILE2 ---- */

static void
read_symbol_message (TvPerfSymbols *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  Symbol symbol = { 0, 0, { NULL, 0 } };
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      symbol.address = field.value;
    else if (field.number == 2)
      symbol.size = field.value;
    else if (field.number == 3)
      symbol.name = field.bytes;
  g_array_append_val (self->symbols, symbol);
}

static guint64
read_code_offset (TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  guint64 offset = 0;
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      offset = field.value;
  return offset;
}

static void
read_file2_symbols (TvPerfSymbols *self, TvSpan message)
{
  TvPerfLibrary library = { .code_offset = G_MAXUINT64, .first_symbol = self->symbols->len };
  TvProto proto = tv_proto_open (message);
  guint32 type = 0;
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        library.path = field.bytes;
        break;
      case 2:
        type = (guint32) field.value;
        break;
      case 3:
        library.min_vaddr = field.value;
        break;
      case 4:
        if (field.type == TV_PROTO_BYTES)
          read_symbol_message (self, field.bytes);
        break;
      case 6:
      case 7:
        if (field.type == TV_PROTO_BYTES)
          library.code_offset = read_code_offset (field.bytes);
        break;
      default:
        break;
      }
  library.kind = get_simpleperf_kind (type);
  add_library (self, &library);
}

/* ---- hiperf ---- */

/* Derives the kind from the path, because versions of hiperf number the types differently. */
static TvPerfAddressKind
get_hiperf_kind (TvSpan path)
{
  if (path.size > 0 && path.text[0] == '[')
    return tv_span_is (path, "[vdso]") || tv_span_is (path, "[shmm]") ? TV_PERF_ADDRESS_ELF
                                                                      : TV_PERF_ADDRESS_MEMORY;
  if (tv_span_ends_with (path, ".ko"))
    return TV_PERF_ADDRESS_MODULE;
  if (tv_span_ends_with (path, ".hap") || tv_span_ends_with (path, ".hsp") ||
      tv_span_ends_with (path, ".abc"))
    return TV_PERF_ADDRESS_MEMORY;
  return TV_PERF_ADDRESS_ELF;
}

static gboolean
read_hiperf_library (TvPerfSymbols *self, TvSpan *rest)
{
  TvPerfLibrary library = { .first_symbol = self->symbols->len };
  guint32 type, n, size;
  TvSpan build_id, name;
  guint64 address;

  if (!tv_perf_take_sized_text (rest, &library.path) || !tv_perf_take_u32 (rest, &type) ||
      !tv_perf_take_u64 (rest, &library.min_vaddr) ||
      !tv_perf_take_u64 (rest, &library.code_offset) ||
      !tv_perf_take_sized_text (rest, &build_id) || !tv_perf_take_u32 (rest, &n))
    return FALSE;
  library.kind = get_hiperf_kind (library.path);
  if (library.kind == TV_PERF_ADDRESS_MODULE)
    library.min_vaddr = library.code_offset = 0;
  for (guint32 i = 0; i < n; i++)
    {
      if (!tv_perf_take_u64 (rest, &address) || !tv_perf_take_u32 (rest, &size) ||
          !tv_perf_take_sized_text (rest, &name))
        return FALSE;
      add_symbol (self, address, size, name);
    }
  add_library (self, &library);
  return TRUE;
}

/* ---- All features ---- */

/* Reads all symbols in the features of a file. */
void
tv_perf_symbols_read (TvPerfSymbols *self, const TvPerfFile *file)
{
  TvSpan old = file->features[TV_PERF_FEATURE_FILE], new = file->features[TV_PERF_FEATURE_FILE2];
  TvSpan hiperf = file->features[TV_PERF_FEATURE_HIPERF_SYMBOLS], part;
  guint32 n;

  while (tv_perf_take_u32 (&old, &n) && tv_perf_take_bytes (&old, n, &part))
    read_file_symbols (self, part);
  while (tv_perf_take_u32 (&new, &n) && tv_perf_take_bytes (&new, n, &part))
    read_file2_symbols (self, part);
  if (tv_perf_take_u32 (&hiperf, &n))
    for (guint32 i = 0; i < n && read_hiperf_library (self, &hiperf); i++)
      ;
}

/* Returns the library at a path, or NULL. The pointer is valid until symbols are read again. */
const TvPerfLibrary *
tv_perf_symbols_find_library (const TvPerfSymbols *self, TvSpan path)
{
  g_autofree char *key = g_strndup (path.size > 0 ? path.text : "", path.size);
  guint row = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_path, key));

  return row > 0 ? &g_array_index (self->libraries, TvPerfLibrary, row - 1) : NULL;
}

/**
 * tv_perf_symbols_find:
 * @self: symbols
 * @library: a library in @self
 * @address: address of the library's @kind
 *
 * Returns: name of the symbol at the address; null if there is none
 */
TvSpan
tv_perf_symbols_find (const TvPerfSymbols *self, const TvPerfLibrary *library, guint64 address)
{
  guint32 first = 0, end = library->n_symbols;
  const Symbol *symbols;

  if (end == 0)
    return (TvSpan){ NULL, 0 };
  symbols = &g_array_index (self->symbols, Symbol, library->first_symbol);
  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (symbols[middle].address <= address)
        first = middle + 1;
      else
        end = middle;
    }
  if (first == 0)
    return (TvSpan){ NULL, 0 };
  if (library->has_ends && address - symbols[first - 1].address >= symbols[first - 1].size)
    return (TvSpan){ NULL, 0 };
  return symbols[first - 1].name;
}
