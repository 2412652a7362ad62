/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include <glib/gi18n.h>

#include "analysis/incident/fault-address.h"
#include "tables/trace-table.h"

/* Implements the tables of a crashed program's registers, memory and open files. Listed in trace_tables in tables.c.
 * Pure: cells are read from the trace. */

#define LONGEST_HEX 19 /* buffer size for a hexadecimal number: "0x", 16 digits and NUL */

/* ---- register ---- */

enum
{
  REGISTER_ID,
  REGISTER_THREAD_ID,
  REGISTER_NAME,
  REGISTER_VALUE,
  REGISTER_REGION,
  N_REGISTER_COLUMNS,
};

static const TvColumn register_columns[N_REGISTER_COLUMNS] = {
  [REGISTER_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [REGISTER_THREAD_ID] = {
    "thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("ID of the thread in the table “thread_dump_thread”"),
  },
  [REGISTER_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Register"),
    N_("Name of the register"),
  },
  [REGISTER_VALUE] = {
    "value", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Value"),
    N_("Value of the register"),
  },
  [REGISTER_REGION] = {
    "region", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Points to"),
    N_("Memory region that the value points into, if the file contains a memory map"),
  },
};

static guint32
register_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_registers;
}

static void
register_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvRegister *reg = &faults->registers[row];
  guint32 region;

  switch (column)
    {
    case REGISTER_ID:
      tv_cell_set_id (cell, row);
      break;
    case REGISTER_THREAD_ID:
      tv_cell_set_id (cell, reg->thread);
      break;
    case REGISTER_NAME:
      tv_cell_set_trace_text (cell, trace, reg->name);
      break;
    case REGISTER_VALUE:
      tv_cell_set_address (cell, reg->value, faults->faults[reg->fault].word_bytes);
      break;
    case REGISTER_REGION:
      region = tv_fault_find_region (trace, reg->fault, reg->value);
      if (region != TV_NONE)
        tv_cell_set_trace_text (cell, trace, faults->regions[region].name);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_register_table = {
  .info = { "register", N_("A register of a thread at the time of a crash"), register_columns,
            N_REGISTER_COLUMNS, FALSE },
  .get_n_rows = register_get_n_rows,
  .get_cell = register_get_cell,
};

/* ---- memory_map ---- */

enum
{
  REGION_ID,
  REGION_FAULT_ID,
  REGION_START,
  REGION_END,
  REGION_SIZE,
  REGION_ACCESS,
  REGION_NAME,
  REGION_OFFSET,
  REGION_LOAD_BIAS,
  REGION_BUILD_ID,
  REGION_POINTERS,
  N_REGION_COLUMNS,
};

static const TvColumn region_columns[N_REGION_COLUMNS] = {
  [REGION_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [REGION_FAULT_ID] = {
    "fault_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Fault"),
    N_("ID of the crash in the table “fault”"),
  },
  [REGION_START] = {
    "start", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Start"),
    N_("Address of the first byte"),
  },
  [REGION_END] = {
    "last", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Last"),
    N_("Address of the last byte"),
  },
  [REGION_SIZE] = {
    "size", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Size"),
    N_("Size in bytes"),
  },
  [REGION_ACCESS] = {
    "access", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Access"),
    N_("Access permissions: r read, w write, x execute"),
  },
  [REGION_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Mapped file or purpose of the region"),
  },
  [REGION_OFFSET] = {
    "offset", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Offset"),
    N_("Offset of the region in the mapped file"),
  },
  [REGION_LOAD_BIAS] = {
    "load_bias", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Load bias"),
    N_("Load bias: difference between addresses and offsets in the file"),
  },
  [REGION_BUILD_ID] = {
    "build_id", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Build ID"),
    N_("Build ID of the mapped file"),
  },
  [REGION_POINTERS] = {
    "pointed_to_by", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Pointed to by"),
    N_("Fault address and registers of the crashed thread that point into the region"),
  },
};

static guint32
region_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_regions;
}

static void
set_hex (TvCell *cell, guint64 value)
{
  char text[LONGEST_HEX];

  g_snprintf (text, sizeof text, "0x%" PRIx64, value);
  tv_cell_take_text (cell, g_strdup (text));
}

static void
set_access (TvCell *cell, guint32 access)
{
  char text[] = "---";

  if (access & TV_MEMORY_READ)
    text[0] = 'r';
  if (access & TV_MEMORY_WRITE)
    text[1] = 'w';
  if (access & TV_MEMORY_EXECUTE)
    text[2] = 'x';
  tv_cell_take_text (cell, g_strdup (text));
}

static void
append_pointer (GString *text, const char *name)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", name);
}

static void
set_pointers (TvCell *cell, TvTrace *trace, guint32 row)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvFault *fault = &faults->faults[faults->regions[row].fault];
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 at;

  if (tv_fault_classify_address (trace, faults->regions[row].fault, &at) != TV_ADDRESS_NONE &&
      at == row)
    append_pointer (text, "fault address");
  for (guint32 i = 0; i < faults->n_registers; i++)
    {
      const TvRegister *reg = &faults->registers[i];

      if (reg->fault == faults->regions[row].fault && reg->thread == fault->thread &&
          tv_fault_is_in_region (trace, row, reg->value))
        append_pointer (text, tv_trace_get_string (trace, reg->name));
    }
  if (text->len > 0)
    tv_cell_take_text (cell, g_strdup (text->str));
}

static void
region_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvMemoryRegion *region = &faults->regions[row];
  guint32 word_bytes = faults->faults[region->fault].word_bytes;

  switch (column)
    {
    case REGION_ID:
      tv_cell_set_id (cell, row);
      break;
    case REGION_FAULT_ID:
      tv_cell_set_id (cell, region->fault);
      break;
    case REGION_START:
      tv_cell_set_address (cell, region->start, word_bytes);
      break;
    case REGION_END:
      tv_cell_set_address (cell, region->last, word_bytes);
      break;
    case REGION_SIZE:
      tv_cell_set_integer (
          cell, region->last < region->start
                    ? 0
                    : (gint64) MIN (region->last - region->start, (guint64) G_MAXINT64 - 1) + 1);
      break;
    case REGION_ACCESS:
      set_access (cell, region->access);
      break;
    case REGION_NAME:
      tv_cell_set_trace_text (cell, trace, region->name);
      break;
    case REGION_OFFSET:
      set_hex (cell, region->offset);
      break;
    case REGION_LOAD_BIAS:
      if (region->load_bias != 0)
        set_hex (cell, region->load_bias);
      break;
    case REGION_BUILD_ID:
      tv_cell_set_trace_text (cell, trace, region->build_id);
      break;
    case REGION_POINTERS:
      set_pointers (cell, trace, row);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_memory_map_table = {
  .info = { "memory_map", N_("A memory region of a program at the time of its crash"),
            region_columns, N_REGION_COLUMNS, FALSE },
  .get_n_rows = region_get_n_rows,
  .get_cell = region_get_cell,
};

/* ---- memory_word ---- */

enum
{
  WORD_ID,
  WORD_FAULT_ID,
  WORD_NEAR,
  WORD_REGION,
  WORD_ADDRESS,
  WORD_VALUE,
  WORD_BYTES,
  WORD_TEXT,
  WORD_NOTE,
  N_WORD_COLUMNS,
};

static const TvColumn word_columns[N_WORD_COLUMNS] = {
  [WORD_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [WORD_FAULT_ID] = {
    "fault_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Fault"),
    N_("ID of the crash in the table “fault”"),
  },
  [WORD_NEAR] = {
    "near", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Near"),
    N_("Why the word is listed: name of a register that points near it, or “stack”"),
  },
  [WORD_REGION] = {
    "region", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Region"),
    N_("Memory region that the register points to"),
  },
  [WORD_ADDRESS] = {
    "address", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Address"),
    N_("Address of the word"),
  },
  [WORD_VALUE] = {
    "value", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Value"),
    N_("Value of the word; empty if the word could not be read"),
  },
  [WORD_BYTES] = {
    "bytes", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Bytes"),
    N_("Bytes of the word in hexadecimal, in the order of their addresses"),
  },
  [WORD_TEXT] = {
    "text", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Text"),
    N_("Bytes of the word as characters, in the order of their addresses"),
  },
  [WORD_NOTE] = {
    "note", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Note"),
    N_("Annotation in the file, such as the function at the address"),
  },
};

static guint32
word_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_words;
}

static void
set_word_text (TvCell *cell, const TvMemoryWord *word)
{
  char text[sizeof word->value + 1] = { 0 };

  for (guint i = 0; i < word->n_bytes; i++)
    {
      char c = (char) (word->value >> 8 * i);

      text[i] = g_ascii_isprint (c) ? c : '.';
    }
  tv_cell_take_text (cell, g_strdup (text));
}

static void
set_word_bytes (TvCell *cell, const TvMemoryWord *word)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < word->n_bytes; i++)
    g_string_append_printf (text, "%s%02x", i > 0 ? " " : "",
                            (guint) (word->value >> 8 * i) & 0xff);
  tv_cell_take_text (cell, g_strdup (text->str));
}

static void
set_word_value (TvCell *cell, const TvMemoryWord *word)
{
  tv_cell_take_text (cell, g_strdup_printf ("0x%0*" PRIx64, word->n_bytes * 2, word->value));
}

static void
word_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvMemoryWord *word = &faults->words[row];

  switch (column)
    {
    case WORD_ID:
      tv_cell_set_id (cell, row);
      break;
    case WORD_FAULT_ID:
      tv_cell_set_id (cell, word->fault);
      break;
    case WORD_NEAR:
      tv_cell_set_trace_text (cell, trace, word->near);
      break;
    case WORD_REGION:
      tv_cell_set_trace_text (cell, trace, word->region);
      break;
    case WORD_ADDRESS:
      tv_cell_set_address (cell, word->address, faults->faults[word->fault].word_bytes);
      break;
    case WORD_VALUE:
      if (word->is_known)
        set_word_value (cell, word);
      break;
    case WORD_BYTES:
      if (word->is_known)
        set_word_bytes (cell, word);
      break;
    case WORD_TEXT:
      if (word->is_known)
        set_word_text (cell, word);
      break;
    case WORD_NOTE:
      tv_cell_set_trace_text (cell, trace, word->note);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_memory_word_table = {
  .info = { "memory_word", N_("A word of a program’s memory at the time of its crash"),
            word_columns, N_WORD_COLUMNS, FALSE },
  .get_n_rows = word_get_n_rows,
  .get_cell = word_get_cell,
};

/* ---- open_file ---- */

enum
{
  FILE_ID,
  FILE_FAULT_ID,
  FILE_NUMBER,
  FILE_PATH,
  FILE_OWNER,
  N_FILE_COLUMNS,
};

static const TvColumn file_columns[N_FILE_COLUMNS] = {
  [FILE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [FILE_FAULT_ID] = {
    "fault_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Fault"),
    N_("ID of the crash in the table “fault”"),
  },
  [FILE_NUMBER] = {
    "fd", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Descriptor"),
    N_("File descriptor in the program"),
  },
  [FILE_PATH] = {
    "path", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Path"),
    N_("Path of the open file"),
  },
  [FILE_OWNER] = {
    "owner", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Owner"),
    N_("Object within the program that owns the descriptor, if known"),
  },
};

static guint32
file_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_files;
}

static void
file_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvOpenFile *file = &tv_trace_get_faults (trace)->files[row];

  switch (column)
    {
    case FILE_ID:
      tv_cell_set_id (cell, row);
      break;
    case FILE_FAULT_ID:
      tv_cell_set_id (cell, file->fault);
      break;
    case FILE_NUMBER:
      tv_cell_set_id (cell, file->number);
      break;
    case FILE_PATH:
      tv_cell_set_trace_text (cell, trace, file->path);
      break;
    case FILE_OWNER:
      tv_cell_set_trace_text (cell, trace, file->owner);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_open_file_table = {
  .info = { "open_file", N_("A file that was open at the time of a crash"), file_columns,
            N_FILE_COLUMNS, FALSE },
  .get_n_rows = file_get_n_rows,
  .get_cell = file_get_cell,
};
