/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/samples/frame-source.h"
#include "analysis/samples/unnamed-code.h"
#include "core/trace-renamer.h"
#include "tables/trace-table.h"

/* Implements the tables of stack frames, mappings and call sites, which are stored only once each, and of the samples
 * that refer to them. Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

/* ---- stack_profile_mapping ---- */

enum
{
  MAPPING_ID,
  MAPPING_NAME,
  MAPPING_BUILD_ID,
  MAPPING_EXACT_OFFSET,
  MAPPING_START_OFFSET,
  MAPPING_START,
  MAPPING_END,
  MAPPING_LOAD_BIAS,
  N_MAPPING_COLUMNS,
};

static const TvColumn mapping_columns[N_MAPPING_COLUMNS] = {
  [MAPPING_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Mapping"),
    N_("ID of the mapping in this trace"),
  },
  [MAPPING_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Mapped file"),
  },
  [MAPPING_BUILD_ID] = {
    "build_id", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Build"),
    N_("Build ID of the file"),
  },
  [MAPPING_EXACT_OFFSET] = {
    "exact_offset", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Exact offset"),
    N_("Byte offset of the mapping in the file"),
  },
  [MAPPING_START_OFFSET] = {
    "start_offset", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Offset"),
    N_("Byte offset of the ELF image in the file"),
  },
  [MAPPING_START] = {
    "start", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Start"),
    N_("Address of the first byte; 0 if not known"),
  },
  [MAPPING_END] = {
    "end", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("End"),
    N_("Address after the last byte of the mapping"),
  },
  [MAPPING_LOAD_BIAS] = {
    "load_bias", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Load bias"),
    N_("Load bias: difference between addresses and offsets in the file"),
  },
};

static guint32
mapping_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->n_mappings;
}

static void
mapping_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvMapping *mapping = &tv_trace_get_stacks (trace)->mappings[row];

  switch (column)
    {
    case MAPPING_ID:
      tv_cell_set_id (cell, row);
      break;
    case MAPPING_NAME:
      tv_cell_set_trace_text (cell, trace, mapping->path);
      break;
    case MAPPING_BUILD_ID:
      tv_cell_set_trace_text (cell, trace, mapping->build_id);
      break;
    case MAPPING_EXACT_OFFSET:
      tv_cell_set_integer (cell, (gint64) mapping->exact_offset);
      break;
    case MAPPING_START_OFFSET:
      tv_cell_set_integer (cell, (gint64) mapping->start_offset);
      break;
    case MAPPING_START:
      tv_cell_set_integer (cell, (gint64) mapping->start);
      break;
    case MAPPING_END:
      tv_cell_set_integer (cell, (gint64) mapping->end);
      break;
    case MAPPING_LOAD_BIAS:
      tv_cell_set_integer (cell, (gint64) mapping->load_bias);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_stack_profile_mapping_table = {
  .info = { "stack_profile_mapping", N_("A mapped file with code that occurs in stacks"),
            mapping_columns, N_MAPPING_COLUMNS, FALSE },
  .get_n_rows = mapping_get_n_rows,
  .get_cell = mapping_get_cell,
};

/* ---- stack_profile_frame ---- */

enum
{
  FRAME_ID,
  FRAME_NAME,
  FRAME_SYMBOL_ID,
  FRAME_MAPPING,
  FRAME_REL_PC,
  FRAME_SOURCE_FILE,
  FRAME_LINE,
  FRAME_INLINED,
  FRAME_SYMBOL_SET_ID,
  FRAME_DEOBFUSCATED_NAME,
  FRAME_RECORDED_NAME,
  N_FRAME_COLUMNS,
};

static const TvColumn frame_columns[N_FRAME_COLUMNS] = {
  [FRAME_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Frame"),
    N_("ID of the frame in this trace"),
  },
  [FRAME_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the function, if known"),
  },
  [FRAME_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("ID of the function in the table “symbol”"),
  },
  [FRAME_MAPPING] = {
    "mapping", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Mapping"),
    N_("ID of the mapping in the table “stack_profile_mapping”"),
  },
  [FRAME_REL_PC] = {
    "rel_pc", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Address"),
    N_("Address in the mapped file"),
  },
  [FRAME_SOURCE_FILE] = {
    "source_file", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File"),
    N_("Source file, if known"),
  },
  [FRAME_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("Line in the source file, if known"),
  },
  [FRAME_INLINED] = {
    "inlined", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Inlined"),
    N_("1 if the function was inlined into its caller, else 0"),
  },
  [FRAME_SYMBOL_SET_ID] = {
    "symbol_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Place"),
    N_("ID of the functions at the code location, in the table “stack_profile_symbol”; empty if "
       "there are none"),
  },
  [FRAME_DEOBFUSCATED_NAME] = {
    "deobfuscated_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name in source"),
    N_("Name of the function in the source code, if the build renamed it"),
  },
  [FRAME_RECORDED_NAME] = {
    "recorded_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Recorded name"),
    N_("Name of the function as recorded; can be mangled or obfuscated; empty if only the address "
       "is known"),
  },
};

static guint32
frame_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->n_frames;
}

static void
set_frame_name (TvCell *cell, TvTrace *trace, const TvFrame *frame)
{
  if (frame->symbol != TV_NONE)
    tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, frame->symbol));
}

static void
set_recorded_name (TvCell *cell, TvTrace *trace, const TvFrame *frame)
{
  TvTrace *raw = tv_trace_get_raw (trace);
  guint32 n_symbols;

  tv_trace_get_symbols (raw, &n_symbols);
  if (frame->reported_name > 0)
    tv_cell_set_trace_text (cell, trace, frame->reported_name - 1);
  else if (frame->symbol != TV_NONE && !tv_frame_is_unnamed (trace, frame))
    tv_cell_take_text (
        cell, tv_trace_dup_symbol_name (frame->symbol < n_symbols ? raw : trace, frame->symbol));
}

static void
frame_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvFrame *frame = &tv_trace_get_stacks (trace)->frames[row];

  switch (column)
    {
    case FRAME_ID:
      tv_cell_set_id (cell, row);
      break;
    case FRAME_NAME:
      if (frame->reported_name > 0)
        tv_cell_set_trace_text (cell, trace, frame->reported_name - 1);
      else
        set_frame_name (cell, trace, frame);
      break;
    case FRAME_DEOBFUSCATED_NAME:
      if (frame->reported_name > 0)
        set_frame_name (cell, trace, frame);
      break;
    case FRAME_RECORDED_NAME:
      set_recorded_name (cell, trace, frame);
      break;
    case FRAME_SYMBOL_ID:
      tv_cell_set_id (cell, frame->symbol);
      break;
    case FRAME_MAPPING:
      tv_cell_set_id (cell, frame->mapping);
      break;
    case FRAME_REL_PC:
      tv_cell_set_integer (cell, (gint64) frame->relative_pc);
      break;
    case FRAME_SOURCE_FILE:
      tv_cell_set_trace_text (cell, trace, tv_frame_find_file (trace, frame));
      break;
    case FRAME_INLINED:
      tv_cell_set_integer (cell, frame->is_inlined ? 1 : 0);
      break;
    case FRAME_LINE:
      if (frame->line > 0)
        tv_cell_set_integer (cell, frame->line);
      break;
    case FRAME_SYMBOL_SET_ID:
      if (frame->symbol_set > 0)
        tv_cell_set_id (cell, frame->symbol_set);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_stack_profile_frame_table = {
  .info = { "stack_profile_frame", N_("A code location that occurs in stacks"), frame_columns,
            N_FRAME_COLUMNS, FALSE },
  .get_n_rows = frame_get_n_rows,
  .get_cell = frame_get_cell,
};

/* ---- stack_profile_callsite ---- */

enum
{
  CALLSITE_ID,
  CALLSITE_DEPTH,
  CALLSITE_PARENT_ID,
  CALLSITE_FRAME_ID,
  N_CALLSITE_COLUMNS,
};

static const TvColumn callsite_columns[N_CALLSITE_COLUMNS] = {
  [CALLSITE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("ID of the callsite in this trace"),
  },
  [CALLSITE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of outer frames"),
  },
  [CALLSITE_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Parent"),
    N_("ID of the caller’s callsite"),
  },
  [CALLSITE_FRAME_ID] = {
    "frame_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Frame"),
    N_("ID of the innermost frame, in the table “stack_profile_frame”"),
  },
};

static guint32
callsite_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->n_callsites;
}

static void
callsite_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvCallsite *callsite = &tv_trace_get_stacks (trace)->callsites[row];

  switch (column)
    {
    case CALLSITE_ID:
      tv_cell_set_id (cell, row);
      break;
    case CALLSITE_DEPTH:
      tv_cell_set_integer (cell, callsite->depth);
      break;
    case CALLSITE_PARENT_ID:
      tv_cell_set_id (cell, callsite->parent);
      break;
    case CALLSITE_FRAME_ID:
      tv_cell_set_id (cell, callsite->frame);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_stack_profile_callsite_table = {
  .info = { "stack_profile_callsite",
            N_("A stack: its innermost frame, and the callsite of its "
               "caller"),
            callsite_columns, N_CALLSITE_COLUMNS, FALSE },
  .get_n_rows = callsite_get_n_rows,
  .get_cell = callsite_get_cell,
};

/* ---- perf_sample ---- */

enum
{
  SAMPLE_ID,
  SAMPLE_TS,
  SAMPLE_UTID,
  SAMPLE_CPU,
  SAMPLE_CPU_MODE,
  SAMPLE_CALLSITE_ID,
  SAMPLE_UNWIND_ERROR,
  SAMPLE_EVENT,
  SAMPLE_WEIGHT,
  SAMPLE_UNIT,
  SAMPLE_PERF_SESSION_ID,
  SAMPLE_ASYNC_ID,
  N_SAMPLE_COLUMNS,
};

static const TvColumn sample_columns[N_SAMPLE_COLUMNS] = {
  [SAMPLE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Sample"),
    N_("ID of the sample in this trace, in chronological order"),
  },
  [SAMPLE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the sample, on the trace’s clock, if known"),
  },
  [SAMPLE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [SAMPLE_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU on which the sample was taken"),
  },
  [SAMPLE_CPU_MODE] = {
    "cpu_mode", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Mode"),
    N_("Mode of the CPU, such as kernel or user"),
  },
  [SAMPLE_CALLSITE_ID] = {
    "callsite_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("ID of the stack in the table “stack_profile_callsite”"),
  },
  [SAMPLE_UNWIND_ERROR] = {
    "unwind_error", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unwind error"),
    N_("Reason why the stack is incomplete"),
  },
  [SAMPLE_EVENT] = {
    "event", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Event"),
    N_("Event of the sample; only weights of the same event can be added up"),
  },
  [SAMPLE_WEIGHT] = {
    "weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Weight"),
    N_("Weight of the sample"),
  },
  [SAMPLE_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the weight: count, ns or bytes"),
  },
  [SAMPLE_PERF_SESSION_ID] = {
    "perf_session_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Session"),
    N_("ID of the sampling session that contains the sample, if the file has several"),
  },
  [SAMPLE_ASYNC_ID] = {
    "async_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Async"),
    N_("ID of the asynchronous operation of the process, if recorded"),
  },
};

static guint32
sample_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->samples.n;
}

static void
sample_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvStackSamples *samples = &stacks->samples;
  const TvSampleKind *kind = &stacks->kinds[samples->kind[row]];
  gint64 async_id;

  switch (column)
    {
    case SAMPLE_ID:
      tv_cell_set_id (cell, row);
      break;
    case SAMPLE_TS:
      if (samples->ts[row] != TV_NO_TIME)
        tv_cell_set_integer (cell, samples->ts[row]);
      break;
    case SAMPLE_UTID:
      tv_cell_set_id (cell, samples->utid[row]);
      break;
    case SAMPLE_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, samples->cpu[row]));
      break;
    case SAMPLE_CPU_MODE:
      tv_cell_set_text (cell, tv_cpu_mode_name ((TvCpuMode) samples->mode[row]));
      break;
    case SAMPLE_CALLSITE_ID:
      tv_cell_set_id (cell, samples->callsite[row]);
      break;
    case SAMPLE_UNWIND_ERROR:
      tv_cell_set_text (cell, tv_unwind_error_name ((TvUnwindError) samples->unwind_error[row]));
      break;
    case SAMPLE_EVENT:
      tv_cell_set_trace_text (cell, trace, kind->name);
      break;
    case SAMPLE_WEIGHT:
      tv_cell_set_weight (cell, kind->unit, samples->weight[row]);
      break;
    case SAMPLE_UNIT:
      tv_cell_set_text (cell, tv_weight_unit_name (kind->unit));
      break;
    case SAMPLE_PERF_SESSION_ID:
      if (samples->session != NULL && samples->session[row] > 0)
        tv_cell_set_integer (cell, samples->session[row] - 1);
      break;
    case SAMPLE_ASYNC_ID:
      if (tv_sparse_column_find (&samples->async_id, row, &async_id))
        tv_cell_set_integer (cell, async_id);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_perf_sample_table = {
  .info = { "perf_sample", N_("A sampled stack of a thread"), sample_columns, N_SAMPLE_COLUMNS,
            FALSE },
  .get_n_rows = sample_get_n_rows,
  .get_cell = sample_get_cell,
  .is_in_order = TRUE,
};
