/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/elf-symbols.h"

#include <string.h>

#include "traceview-config.h"

/* Reads the names and addresses of functions with libelf, and looks them up by binary search. Called only by
 * symbol-files.c, which holds a lock, because tv_elf_symbols_find() reads all symbols on the first lookup. Copies the
 * names; the file is closed after each read. Without libelf, all functions return FALSE or NULL. */

#ifdef TV_HAVE_ELF

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <lzma.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_SYMBOLS  (16u << 20)
#define MAX_UNPACKED (256u << 20) /* maximum decompressed size of .gnu_debugdata, in bytes */
#define MAX_NAME     4096 /* maximum size of a function's name, in bytes; longer names are truncated */

typedef struct
{
  guint64 address;
  guint64 size; /* in bytes; 0 if the function extends to the next symbol */
  const char *name;
} Symbol;

/* A segment of the file that is loaded into memory. */
typedef struct
{
  guint64 offset;
  guint64 size;
  guint64 address;
} Segment;

struct _TvElfSymbols
{
  char *path;
  char *build_id; /* (nullable) */
  GArray *segments;
  GArray *symbols; /* (nullable): Symbol, sorted by address; read on first use */
  GStringChunk *names;
  gboolean is_thumb; /* whether bit 0 of an address denotes the instruction set, as on 32-bit ARM */
};

gboolean
tv_elf_symbols_are_read (void)
{
  return TRUE;
}

/* ---- Headers ---- */

static void
read_note (TvElfSymbols *self, Elf_Data *data)
{
  gsize at = 0, next, name_at, desc_at;
  GElf_Nhdr note;

  while (data != NULL && self->build_id == NULL &&
         (next = gelf_getnote (data, at, &note, &name_at, &desc_at)) > 0)
    {
      const guint8 *bytes = (const guint8 *) data->d_buf + desc_at;

      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && note.n_descsz > 0 &&
          note.n_descsz <= 64 && memcmp ((const char *) data->d_buf + name_at, "GNU", 4) == 0)
        {
          GString *hex = g_string_new (NULL);

          for (guint i = 0; i < note.n_descsz; i++)
            g_string_append_printf (hex, "%02x", bytes[i]);
          self->build_id = g_string_free (hex, FALSE);
        }
      at = next;
    }
}

static void
read_segments (TvElfSymbols *self, Elf *elf)
{
  gsize n = 0;

  elf_getphdrnum (elf, &n);
  for (gsize i = 0; i < MIN (n, G_MAXUINT16); i++)
    {
      GElf_Phdr header;

      if (gelf_getphdr (elf, (int) i, &header) == NULL)
        continue;
      if (header.p_type == PT_LOAD)
        {
          Segment segment = { header.p_offset, header.p_filesz, header.p_vaddr };

          g_array_append_val (self->segments, segment);
        }
      else if (header.p_type == PT_NOTE)
        read_note (self, elf_getdata_rawchunk (elf, (gint64) header.p_offset, header.p_filesz,
                                               ELF_T_NHDR));
    }
}

/* ---- Symbols ---- */

static int
compare_symbols (const void *a, const void *b)
{
  const Symbol *left = a, *right = b;

  if (left->address != right->address)
    return left->address < right->address ? -1 : 1;
  return (left->size > right->size) - (left->size < right->size);
}

static void
read_table (TvElfSymbols *self, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
  Elf_Data *data = elf_getdata (section, NULL);
  gsize n = header->sh_entsize > 0 ? header->sh_size / header->sh_entsize : 0;

  for (gsize i = 0; data != NULL && i < n && self->symbols->len < MAX_SYMBOLS; i++)
    {
      GElf_Sym entry;
      const char *name;
      Symbol symbol;

      if (gelf_getsym (data, (int) i, &entry) == NULL || GELF_ST_TYPE (entry.st_info) != STT_FUNC ||
          entry.st_shndx == SHN_UNDEF || entry.st_value == 0)
        continue;
      name = elf_strptr (elf, header->sh_link, entry.st_name);
      if (name == NULL || *name == '\0')
        continue;
      symbol.address = self->is_thumb ? entry.st_value & ~G_GUINT64_CONSTANT (1) : entry.st_value;
      symbol.size = entry.st_size;
      symbol.name = g_string_chunk_insert_len (self->names, name,
                                               (gssize) strnlen (name, MAX_NAME));
      g_array_append_val (self->symbols, symbol);
    }
}

static void
read_tables (TvElfSymbols *self, Elf *elf)
{
  for (Elf_Scn *section = elf_nextscn (elf, NULL); section != NULL;
       section = elf_nextscn (elf, section))
    {
      GElf_Shdr header;

      if (gelf_getshdr (section, &header) != NULL &&
          (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
        read_table (self, elf, section, &header);
    }
}

/* Decompresses an xz stream. Returns NULL if it is invalid or too large. */
static GBytes *
unpack (const void *bytes, gsize size)
{
  GByteArray *out = g_byte_array_new ();
  lzma_stream stream = LZMA_STREAM_INIT;
  lzma_ret status = lzma_stream_decoder (&stream, MAX_UNPACKED, 0);
  guint8 part[64 * 1024];

  stream.next_in = bytes;
  stream.avail_in = size;
  while (status == LZMA_OK && out->len < MAX_UNPACKED)
    {
      stream.next_out = part;
      stream.avail_out = sizeof part;
      status = lzma_code (&stream, LZMA_FINISH);
      g_byte_array_append (out, part, (guint) (sizeof part - stream.avail_out));
    }
  lzma_end (&stream);
  if (status == LZMA_STREAM_END)
    return g_byte_array_free_to_bytes (out);
  g_byte_array_unref (out);
  return NULL;
}

/* Reads the symbols of a stripped file from .gnu_debugdata, which contains an xz-compressed ELF file
 * (MiniDebugInfo). */
static void
read_packed (TvElfSymbols *self, Elf *elf)
{
  gsize names = 0;

  if (elf_getshdrstrndx (elf, &names) != 0)
    return;
  for (Elf_Scn *section = elf_nextscn (elf, NULL); section != NULL;
       section = elf_nextscn (elf, section))
    {
      GElf_Shdr header;
      const char *name = gelf_getshdr (section, &header) != NULL
                             ? elf_strptr (elf, names, header.sh_name)
                             : NULL;
      Elf_Data *data = name != NULL && strcmp (name, ".gnu_debugdata") == 0
                           ? elf_rawdata (section, NULL)
                           : NULL;
      g_autoptr (GBytes) bytes = NULL;
      Elf *inner;

      if (data != NULL && data->d_buf != NULL)
        bytes = unpack (data->d_buf, data->d_size);
      if (bytes == NULL)
        continue;
      inner = elf_memory ((char *) g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      if (inner != NULL && elf_kind (inner) == ELF_K_ELF)
        read_tables (self, inner);
      elf_end (inner);
    }
}

static void
read_symbols (TvElfSymbols *self)
{
  int fd = open (self->path, O_RDONLY | O_CLOEXEC);
  Elf *elf = fd >= 0 ? elf_begin (fd, ELF_C_READ, NULL) : NULL;

  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  if (elf != NULL)
    {
      read_tables (self, elf);
      read_packed (self, elf);
    }
  elf_end (elf);
  if (fd >= 0)
    close (fd);
  if (self->symbols->len > 0)
    qsort (self->symbols->data, self->symbols->len, sizeof (Symbol), compare_symbols);
}

/* ---- Files ---- */

/**
 * tv_elf_symbols_open:
 * @path: path of a file
 *
 * Opens an ELF file. The symbols are read on first use.
 *
 * Returns: (transfer full) (nullable): the symbols; %NULL if the file cannot be read or is not an ELF file
 */
TvElfSymbols *
tv_elf_symbols_open (const char *path)
{
  TvElfSymbols *self = NULL;
  GElf_Ehdr header;
  Elf *elf;
  int fd;

  elf_version (EV_CURRENT);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  elf = fd >= 0 ? elf_begin (fd, ELF_C_READ, NULL) : NULL;
  if (elf != NULL && elf_kind (elf) == ELF_K_ELF && gelf_getehdr (elf, &header) != NULL)
    {
      self = g_new0 (TvElfSymbols, 1);
      self->path = g_strdup (path);
      self->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
      self->names = g_string_chunk_new (4096);
      self->is_thumb = header.e_machine == EM_ARM;
      read_segments (self, elf);
    }
  elf_end (elf);
  if (fd >= 0)
    close (fd);
  return self;
}

void
tv_elf_symbols_free (TvElfSymbols *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->segments);
  g_clear_pointer (&self->symbols, g_array_unref);
  g_string_chunk_free (self->names);
  g_free (self->build_id);
  g_free (self->path);
  g_free (self);
}

/* Returns: (nullable): the build id in hexadecimal digits */
const char *
tv_elf_symbols_get_build_id (const TvElfSymbols *self)
{
  return self->build_id;
}

static gboolean
convert (const TvElfSymbols *self, guint64 offset, guint64 *address)
{
  for (guint i = 0; i < self->segments->len; i++)
    {
      const Segment *segment = &g_array_index (self->segments, Segment, i);

      if (offset < segment->offset || offset - segment->offset >= segment->size)
        continue;
      *address = offset - segment->offset + segment->address;
      return TRUE;
    }
  return FALSE;
}

/**
 * tv_elf_symbols_find:
 * @address: an address
 * @is_offset: whether @address is a file offset in bytes instead of a virtual address
 *
 * Looks up the function at an address. Reads the symbols on first use.
 *
 * Returns: (nullable): name of the function
 */
const char *
tv_elf_symbols_find (TvElfSymbols *self, guint64 address, gboolean is_offset)
{
  guint first = 0, end;
  const Symbol *symbol;

  if (is_offset && !convert (self, address, &address))
    return NULL;
  if (self->symbols == NULL)
    read_symbols (self);
  end = self->symbols->len;
  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (g_array_index (self->symbols, Symbol, middle).address <= address)
        first = middle + 1;
      else
        end = middle;
    }
  if (first == 0)
    return NULL;
  symbol = &g_array_index (self->symbols, Symbol, first - 1);
  return symbol->size == 0 || address - symbol->address < symbol->size ? symbol->name : NULL;
}

#else /* built without libelf */

gboolean
tv_elf_symbols_are_read (void)
{
  return FALSE;
}

TvElfSymbols *
tv_elf_symbols_open (const char *path)
{
  return NULL;
}

void
tv_elf_symbols_free (TvElfSymbols *self)
{
}

const char *
tv_elf_symbols_get_build_id (const TvElfSymbols *self)
{
  return NULL;
}

const char *
tv_elf_symbols_find (TvElfSymbols *self, guint64 address, gboolean is_offset)
{
  return NULL;
}

#endif
