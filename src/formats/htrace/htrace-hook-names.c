/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-hook-names.h"

#include <stdlib.h>
#include <string.h>

/* Symbolizes stacks of the nativehook plugin. Called by htrace-hooks.c: _take() for all messages in a first pass,
 * then _get_frame() and _get_code() for each frame. Names point into the input in memory. _get_code() sorts the
 * mappings and symbol tables on first use, so neither may be added afterwards. */

/* Fields of NativeHookData that contain names, frames, stacks, mappings or symbol tables. */
enum
{
  DATA_FILE = 8,
  DATA_SYMBOL = 9,
  DATA_THREAD = 10,
  DATA_MAP = 11,
  DATA_TABLE = 12,
  DATA_FRAME = 13,
  DATA_STACK = 14,
};

#define MAX_PIDS    65535
#define ELF64_ENTRY 24
#define ELF32_ENTRY 16

typedef struct
{
  guint32 pid;
  guint64 start;
  guint64 end;
  guint64 offset;
  guint64 file;
} Map;

/* Symbol table of a file. @symbols and @names point into the message. The symbols are sorted by address on first
 * use. */
typedef struct
{
  guint64 file;
  guint64 text_address;
  guint64 text_offset;
  guint entry;
  TvSpan symbols;
  TvSpan names;
  guint32 *order; /* (nullable) rows of the symbols, sorted by address */
  guint32 n;
} Table;

static void
clear_table (gpointer table)
{
  g_free (((Table *) table)->order);
}

void
tv_htrace_hook_names_init (TvHtraceHookNames *self)
{
  *self = (TvHtraceHookNames){ .n_pids = 0 };
  for (guint i = 0; i < G_N_ELEMENTS (self->ids); i++)
    tv_id_map_init (&self->ids[i]);
  tv_id_map_init (&self->pids);
  tv_id_map_init (&self->table_rows);
  self->spans = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->maps = g_array_new (FALSE, FALSE, sizeof (Map));
  self->tables = g_array_new (FALSE, FALSE, sizeof (Table));
  g_array_set_clear_func (self->tables, clear_table);
}

void
tv_htrace_hook_names_clear (TvHtraceHookNames *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->ids); i++)
    tv_id_map_clear (&self->ids[i]);
  tv_id_map_clear (&self->pids);
  tv_id_map_clear (&self->table_rows);
  g_array_unref (self->spans);
  g_array_unref (self->maps);
  g_array_unref (self->tables);
}

/* Returns a key that combines a process and the low 48 bits of an id. Numbers processes on first use; all processes
 * after the first 65,535 share one number. */
guint64
tv_htrace_hook_names_get_key (TvHtraceHookNames *self, guint32 pid, guint64 id)
{
  guint32 number = tv_id_map_find (&self->pids, pid);

  if (number == TV_NONE)
    {
      number = MIN (self->n_pids, MAX_PIDS);
      tv_id_map_set (&self->pids, pid, number);
      self->n_pids++;
    }
  return (guint64) number << 48 | (id & ((G_GUINT64_CONSTANT (1) << 48) - 1));
}

static void
keep (TvHtraceHookNames *self, TvHtraceHookId kind, guint32 pid, guint64 id, TvSpan span)
{
  tv_id_map_set (&self->ids[kind], tv_htrace_hook_names_get_key (self, pid, id), self->spans->len);
  g_array_append_val (self->spans, span);
}

/* Returns the name or message with an id, or a null span. Old devices omit the process of an id. */
TvSpan
tv_htrace_hook_names_find (TvHtraceHookNames *self, TvHtraceHookId kind, guint32 pid, guint64 id)
{
  guint32 row = tv_id_map_find (&self->ids[kind], tv_htrace_hook_names_get_key (self, pid, id));

  if (row == TV_NONE && pid != 0)
    row = tv_id_map_find (&self->ids[kind], tv_htrace_hook_names_get_key (self, 0, id));
  return row != TV_NONE ? g_array_index (self->spans, TvSpan, row) : (TvSpan){ NULL, 0 };
}

/* ---- Decoding ---- */

/* Adds an entry that consists of an id, a name or message, and a pid. */
static void
take_name (TvHtraceHookNames *self, TvHtraceHookId kind, guint pid_number, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 id = 0;
  guint32 pid = 0;
  TvSpan content = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      id = field.value;
    else if (field.number == pid_number)
      pid = (guint32) field.value;
    else if (field.number == 2)
      content = field.bytes;
  keep (self, kind, pid, id, kind == TV_HTRACE_HOOK_STACK ? message : content);
}

static void
take_map (TvHtraceHookNames *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Map map = { 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      map.pid = (guint32) field.value;
    else if (field.number == 2)
      map.start = field.value;
    else if (field.number == 3)
      map.end = field.value;
    else if (field.number == 4)
      map.offset = field.value;
    else if (field.number == 5)
      map.file = field.value;
  if (map.start < map.end)
    g_array_append_val (self->maps, map);
  self->is_sorted = FALSE;
}

static void
take_table (TvHtraceHookNames *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Table table = { 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      table.file = field.value;
    else if (field.number == 2)
      table.text_address = field.value;
    else if (field.number == 3)
      table.text_offset = field.value;
    else if (field.number == 4)
      table.entry = (guint) MIN (field.value, 255);
    else if (field.number == 5)
      table.symbols = field.bytes;
    else if (field.number == 6)
      table.names = field.bytes;
  tv_id_map_set (&self->table_rows, table.file, self->tables->len);
  g_array_append_val (self->tables, table);
}

/**
 * tv_htrace_hook_names_take:
 * @number: field number in NativeHookData
 * @message: message in that field; its bytes must remain valid
 *
 * Adds a name, frame, stack, mapping or symbol table. Ignores other fields.
 */
void
tv_htrace_hook_names_take (TvHtraceHookNames *self, guint number, TvSpan message)
{
  switch (number)
    {
    case DATA_FILE:
      take_name (self, TV_HTRACE_HOOK_FILE, 3, message);
      break;
    case DATA_SYMBOL:
      take_name (self, TV_HTRACE_HOOK_SYMBOL, 3, message);
      break;
    case DATA_THREAD:
      take_name (self, TV_HTRACE_HOOK_THREAD, 3, message);
      break;
    case DATA_FRAME:
      take_name (self, TV_HTRACE_HOOK_FRAME, 3, message);
      break;
    case DATA_STACK:
      take_name (self, TV_HTRACE_HOOK_STACK, 4, message);
      break;
    case DATA_MAP:
      take_map (self, message);
      break;
    case DATA_TABLE:
      take_table (self, message);
      break;
    default:
      break;
    }
}

/* ---- Frames ---- */

/**
 * tv_htrace_hook_names_get_frame:
 * @pid: process of the stack
 * @message: a Frame, which contains names or ids of names
 * @frame: (out): the decoded frame
 *
 * Decodes a frame.
 */
void
tv_htrace_hook_names_get_frame (TvHtraceHookNames *self,
                                guint32 pid,
                                TvSpan message,
                                TvSampleFrame *frame)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *frame = (TvSampleFrame){ .has_address = TRUE };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 3:
        frame->name = field.bytes;
        break;
      case 4:
        frame->path = field.bytes;
        break;
      case 5:
        frame->address = field.value;
        break;
      case 7:
        frame->name = tv_htrace_hook_names_find (self, TV_HTRACE_HOOK_SYMBOL, pid, field.value);
        break;
      case 8:
        frame->path = tv_htrace_hook_names_find (self, TV_HTRACE_HOOK_FILE, pid, field.value);
        break;
      default:
        break;
      }
}

static int
compare_maps (const void *a, const void *b)
{
  const Map *left = a, *right = b;

  if (left->pid != right->pid)
    return left->pid < right->pid ? -1 : 1;
  return (left->start > right->start) - (left->start < right->start);
}

static const Map *
find_map (TvHtraceHookNames *self, guint32 pid, guint64 ip)
{
  guint first = 0, end = self->maps->len;
  const Map *map;

  if (!self->is_sorted && self->maps->len > 0)
    qsort (self->maps->data, self->maps->len, sizeof (Map), compare_maps);
  self->is_sorted = TRUE;
  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      map = &g_array_index (self->maps, Map, middle);
      if (map->pid < pid || (map->pid == pid && map->start <= ip))
        first = middle + 1;
      else
        end = middle;
    }
  map = first > 0 ? &g_array_index (self->maps, Map, first - 1) : NULL;
  return map != NULL && map->pid == pid && ip < map->end ? map : NULL;
}

static guint64
get_number (const char *at, guint n_bytes)
{
  guint64 number = 0;

  for (guint i = 0; i < n_bytes; i++)
    number |= (guint64) (guint8) at[i] << 8 * i;
  return number;
}

/* Returns the address of a symbol and sets @size. Table entries have 24 bytes in 64-bit files and 16 bytes in 32-bit
 * files. */
static guint64
get_symbol (const Table *self, guint32 row, guint64 *size)
{
  const char *at = self->symbols.text + (gsize) row * self->entry;
  gboolean is_wide = self->entry == ELF64_ENTRY;

  *size = is_wide ? get_number (at + 16, 8) : get_number (at + 8, 4);
  return is_wide ? get_number (at + 8, 8) : get_number (at + 4, 4);
}

static int
compare_symbols (gconstpointer a, gconstpointer b, gpointer data)
{
  guint64 size;
  guint64 left = get_symbol (data, *(const guint32 *) a, &size);
  guint64 right = get_symbol (data, *(const guint32 *) b, &size);

  return (left > right) - (left < right);
}

static void
sort_symbols (Table *self)
{
  guint32 n = 0;

  if (self->entry == ELF64_ENTRY || self->entry == ELF32_ENTRY)
    n = (guint32) MIN (self->symbols.size / self->entry, G_MAXINT32);
  self->order = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    self->order[i] = i;
  self->n = n;
  if (n > 0)
    g_qsort_with_data (self->order, (int) n, sizeof *self->order, compare_symbols, self);
}

static TvSpan
find_symbol (Table *self, guint64 address)
{
  guint32 first = 0, end;
  guint64 start = 0, size = 0, name;

  if (self->order == NULL)
    sort_symbols (self);
  end = self->n;
  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (get_symbol (self, self->order[middle], &size) <= address)
        first = middle + 1;
      else
        end = middle;
    }
  if (first == 0)
    return (TvSpan){ NULL, 0 };
  start = get_symbol (self, self->order[first - 1], &size);
  name = get_number (self->symbols.text + (gsize) self->order[first - 1] * self->entry, 4);
  if (address - start >= MAX (size, 1) || name >= self->names.size)
    return (TvSpan){ NULL, 0 };
  return (TvSpan){ self->names.text + name,
                   strnlen (self->names.text + name, self->names.size - (gsize) name) };
}

/**
 * tv_htrace_hook_names_get_code:
 * @pid: process of the stack
 * @ip: address in the memory of the process
 * @frame: (out): function and file at the address
 *
 * Resolves an address with the mappings of its process and the symbol tables. Sorts mappings and symbols on first
 * use. Without a mapping, @frame contains only the address.
 */
void
tv_htrace_hook_names_get_code (TvHtraceHookNames *self,
                               guint32 pid,
                               guint64 ip,
                               TvSampleFrame *frame)
{
  const Map *map = find_map (self, pid, ip);
  guint32 row;
  Table *table;

  *frame = (TvSampleFrame){ .address = ip, .has_address = TRUE };
  if (map == NULL)
    return;
  frame->path = tv_htrace_hook_names_find (self, TV_HTRACE_HOOK_FILE, pid, map->file);
  frame->address = ip - map->start + map->offset;
  row = tv_id_map_find (&self->table_rows, map->file);
  if (row == TV_NONE)
    return;
  table = &g_array_index (self->tables, Table, row);
  frame->address += table->text_address - table->text_offset;
  frame->name = find_symbol (table, frame->address);
}
