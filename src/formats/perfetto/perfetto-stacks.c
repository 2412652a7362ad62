/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-stacks.h"

/* Stores the interned stacks of a sequence, whose frames, mappings and strings refer to each other by iid.
 * perfetto-sequence.c and perfetto-heap-profile.c add entries; perfetto-profiles.c looks up stacks.
 * tv_perfetto_stacks_find() resolves a stack on first use: it adds frames and callsites to the builder, counts faults
 * and stores the callsite. Later entries do not change a resolved stack. */

#define MAX_PATH_BYTES 4096
#define MAX_FRAMES     65535
#define MAX_ID_BYTES   64
#define KIND_OF_KERNEL 2

/* Folder on a device into which users copy programs. */
#define LOCAL_FOLDER "/data/local/tmp/"

/* Tables of strings. An iid is unique within its table. */
enum
{
  OF_FUNCTIONS,
  OF_BUILD_IDS,
  OF_PATHS,
  OF_SOURCES,
  N_TABLES,
};

typedef struct
{
  guint64 build_id;
  guint64 start, end, start_offset, exact_offset, load_bias;
  guint32 first_path; /* index in @numbers of the first path component */
  guint32 n_paths;
  gboolean is_counted; /* whether the mapping has been counted as one without a build id */
} Mapping;

typedef struct
{
  guint64 function;
  guint64 mapping;
  guint64 relative_pc;
  guint64 source;
  guint32 line;
  guint32 kind;
} Frame;

typedef struct
{
  guint32 first_frame; /* index in @numbers of the outermost frame */
  guint32 n_frames;
  guint32 callsite;
  gboolean is_known;
} Stack;

struct _TvPerfettoStacks
{
  TvPerfettoIds strings[N_TABLES];
  TvPerfettoIds mapping_ids, frame_ids, stack_ids;
  GArray *mappings;
  GArray *frames;
  GArray *stacks;
  GArray *numbers; /* guint64: iids of path components and frames */
};

TvPerfettoStacks *
tv_perfetto_stacks_new (void)
{
  TvPerfettoStacks *self = g_new0 (TvPerfettoStacks, 1);

  self->mappings = g_array_new (FALSE, FALSE, sizeof (Mapping));
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  self->stacks = g_array_new (FALSE, FALSE, sizeof (Stack));
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

/* Removes all entries. */
void
tv_perfetto_stacks_clear (TvPerfettoStacks *self)
{
  for (guint i = 0; i < N_TABLES; i++)
    tv_perfetto_ids_clear (&self->strings[i]);
  tv_perfetto_ids_clear (&self->mapping_ids);
  tv_perfetto_ids_clear (&self->frame_ids);
  tv_perfetto_ids_clear (&self->stack_ids);
  g_array_set_size (self->mappings, 0);
  g_array_set_size (self->frames, 0);
  g_array_set_size (self->stacks, 0);
  g_array_set_size (self->numbers, 0);
}

void
tv_perfetto_stacks_free (TvPerfettoStacks *self)
{
  if (self == NULL)
    return;
  tv_perfetto_stacks_clear (self);
  g_array_unref (self->mappings);
  g_array_unref (self->frames);
  g_array_unref (self->stacks);
  g_array_unref (self->numbers);
  g_free (self);
}

/* Returns whether a field of InternedData belongs to stacks. */
gboolean
tv_perfetto_stacks_are_of (guint field)
{
  return (field >= TV_PERFETTO_FUNCTION_NAMES && field <= TV_PERFETTO_CALLSTACKS) ||
         (field >= TV_PERFETTO_BUILD_IDS && field <= TV_PERFETTO_MAPPINGS);
}

/* ---- Interned data ---- */

/* Adds an entry. If an iid occurs several times, the first entry is kept. */
static void
set_id (TvPerfettoIds *ids, guint64 iid, guint32 row)
{
  if (iid != 0 && tv_perfetto_ids_find (ids, iid) == TV_NONE)
    tv_perfetto_ids_set (ids, iid, row);
}

static guint32
intern_hex (TvTraceBuilder *builder, TvSpan bytes)
{
  char hex[2 * MAX_ID_BYTES + 1];
  gsize n = MIN (bytes.size, MAX_ID_BYTES);

  for (gsize i = 0; i < n; i++)
    g_snprintf (hex + 2 * i, 3, "%02x", (guint8) bytes.text[i]);
  return tv_trace_builder_intern (builder, hex, (gssize) (2 * n));
}

static void
intern_string (TvPerfettoStacks *self,
               TvPerfettoStackField field,
               TvSpan entry,
               TvTraceBuilder *builder)
{
  static const guint tables[] = {
    [TV_PERFETTO_FUNCTION_NAMES] = 1 << OF_FUNCTIONS, [TV_PERFETTO_BUILD_IDS] = 1 << OF_BUILD_IDS,
    [TV_PERFETTO_MAPPING_PATHS] = 1 << OF_PATHS,      [TV_PERFETTO_SOURCE_PATHS] = 1 << OF_SOURCES,
    [TV_PERFETTO_ALL_STRINGS] = (1 << N_TABLES) - 1,
  };
  TvProto proto = tv_proto_open (entry);
  TvProtoField part;
  TvSpan text = { "", 0 };
  guint64 iid = 0;

  while (tv_proto_next (&proto, &part))
    if (part.number == 1)
      iid = part.value;
    else if (part.number == 2 && part.bytes.text != NULL)
      text = part.bytes;
  for (guint table = 0; table < N_TABLES; table++)
    if ((tables[field] & 1u << table) != 0)
      set_id (&self->strings[table], iid,
              table == OF_BUILD_IDS
                  ? intern_hex (builder, text)
                  : tv_trace_builder_intern (builder, text.text, (gssize) text.size));
}

/* Adds the iids of a repeated field, which may be packed. Returns the number of iids. */
static guint32
add_numbers (TvPerfettoStacks *self, const TvProtoField *field)
{
  TvProto packed = tv_proto_open (field->bytes);
  guint32 before = self->numbers->len;
  guint64 number = field->value;

  if (field->type == TV_PROTO_VARINT)
    g_array_append_val (self->numbers, number);
  else if (field->type == TV_PROTO_BYTES)
    while (tv_proto_take_varint (&packed, &number))
      g_array_append_val (self->numbers, number);
  return self->numbers->len - before;
}

static void
intern_mapping (TvPerfettoStacks *self, TvSpan entry)
{
  TvProto proto = tv_proto_open (entry);
  TvProtoField part;
  Mapping mapping = { .first_path = self->numbers->len };
  guint64 iid = 0;

  while (tv_proto_next (&proto, &part))
    switch (part.number)
      {
      case 1:
        iid = part.value;
        break;
      case 2:
        mapping.build_id = part.value;
        break;
      case 3:
        mapping.start_offset = part.value;
        break;
      case 4:
        mapping.start = part.value;
        break;
      case 5:
        mapping.end = part.value;
        break;
      case 6:
        mapping.load_bias = part.value;
        break;
      case 7:
        mapping.n_paths += add_numbers (self, &part);
        break;
      case 8:
        mapping.exact_offset = part.value;
        break;
      default:
        break;
      }
  g_array_append_val (self->mappings, mapping);
  set_id (&self->mapping_ids, iid, self->mappings->len - 1);
}

static void
intern_frame (TvPerfettoStacks *self, TvSpan entry)
{
  TvProto proto = tv_proto_open (entry);
  TvProtoField part;
  Frame frame = { 0 };
  guint64 iid = 0;

  while (tv_proto_next (&proto, &part))
    switch (part.number)
      {
      case 1:
        iid = part.value;
        break;
      case 2:
        frame.function = part.value;
        break;
      case 3:
        frame.mapping = part.value;
        break;
      case 4:
        frame.relative_pc = part.value;
        break;
      case 5:
        frame.source = part.value;
        break;
      case 6:
        frame.line = (guint32) part.value;
        break;
      case 7:
        frame.kind = (guint32) part.value;
        break;
      default:
        break;
      }
  g_array_append_val (self->frames, frame);
  set_id (&self->frame_ids, iid, self->frames->len - 1);
}

static void
intern_stack (TvPerfettoStacks *self, TvSpan entry)
{
  TvProto proto = tv_proto_open (entry);
  TvProtoField part;
  Stack stack = { .first_frame = self->numbers->len, .callsite = TV_NONE };
  guint64 iid = 0;

  while (tv_proto_next (&proto, &part))
    if (part.number == 1)
      iid = part.value;
    else if (part.number == 2)
      stack.n_frames += add_numbers (self, &part);
  g_array_append_val (self->stacks, stack);
  set_id (&self->stack_ids, iid, self->stacks->len - 1);
}

/**
 * tv_perfetto_stacks_intern:
 * @self: stacks of a sequence
 * @field: field number in InternedData
 * @entry: a message of that field
 * @builder: builder that interns the strings
 *
 * Adds an interned entry: a string, mapping, frame or stack.
 */
void
tv_perfetto_stacks_intern (TvPerfettoStacks *self,
                           TvPerfettoStackField field,
                           TvSpan entry,
                           TvTraceBuilder *builder)
{
  switch (field)
    {
    case TV_PERFETTO_MAPPINGS:
      intern_mapping (self, entry);
      break;
    case TV_PERFETTO_FRAMES:
      intern_frame (self, entry);
      break;
    case TV_PERFETTO_CALLSTACKS:
      intern_stack (self, entry);
      break;
    case TV_PERFETTO_FUNCTION_NAMES:
    case TV_PERFETTO_BUILD_IDS:
    case TV_PERFETTO_MAPPING_PATHS:
    case TV_PERFETTO_SOURCE_PATHS:
    case TV_PERFETTO_ALL_STRINGS:
    default:
      intern_string (self, field, entry, builder);
    }
}

/* ---- Construction of stacks ---- */

typedef struct
{
  TvPerfettoStacks *stacks;
  TvSampleWriter *writer;
  const TvPerfettoSymbols *symbols;
  guint *faults; /* number of faults per #TvPerfettoStackFault */
} Making;

static gboolean
fail (const Making *self, TvPerfettoStackFault fault)
{
  self->faults[fault]++;
  return FALSE;
}

static TvSpan
get_text (const Making *self, guint table, guint64 iid)
{
  guint32 string = iid != 0 ? tv_perfetto_ids_find (&self->stacks->strings[table], iid) : TV_NONE;
  const char *text = string != TV_NONE ? tv_trace_builder_get_string (self->writer->builder, string)
                                       : "";

  return (TvSpan){ text, strlen (text) };
}

/* Joins the components of a path with slashes. The first component may begin with a slash. Returns FALSE if a
 * component is unknown. */
static gboolean
put_path (const Making *self, const Mapping *mapping, GString *path)
{
  for (guint32 i = 0; i < mapping->n_paths; i++)
    {
      guint64 iid = g_array_index (self->stacks->numbers, guint64, mapping->first_path + i);
      TvSpan part = get_text (self, OF_PATHS, iid);

      if (tv_perfetto_ids_find (&self->stacks->strings[OF_PATHS], iid) == TV_NONE)
        return FALSE;
      if (path->len > 0 || part.size == 0 || part.text[0] != '/')
        g_string_append_c (path, '/');
      g_string_append_len (path, part.text, (gssize) MIN (part.size, MAX_PATH_BYTES));
      if (path->len > MAX_PATH_BYTES)
        return TRUE;
    }
  return TRUE;
}

static gboolean
has_text (const Making *self, guint32 string)
{
  return string != TV_NONE && *tv_trace_builder_get_string (self->writer->builder, string) != '\0';
}

static gboolean
make_mapping (const Making *self, guint64 iid, GString *path, TvMapping *out)
{
  guint32 row = tv_perfetto_ids_find (&self->stacks->mapping_ids, iid);
  Mapping *mapping;
  guint32 build_id;

  if (row == TV_NONE)
    return fail (self, TV_PERFETTO_NO_MAPPING);
  mapping = &g_array_index (self->stacks->mappings, Mapping, row);
  build_id = mapping->build_id != 0
                 ? tv_perfetto_ids_find (&self->stacks->strings[OF_BUILD_IDS], mapping->build_id)
                 : TV_NONE;
  if ((mapping->build_id != 0 && build_id == TV_NONE) || !put_path (self, mapping, path))
    return fail (self, TV_PERFETTO_NO_STRING);
  if (!mapping->is_counted && g_str_has_prefix (path->str, LOCAL_FOLDER) &&
      !has_text (self, build_id))
    {
      mapping->is_counted = TRUE;
      self->faults[TV_PERFETTO_NO_BUILD_ID]++;
    }
  *out = (TvMapping){ .path = tv_trace_builder_intern (self->writer->builder, path->str,
                                                       (gssize) path->len),
                      .build_id = build_id,
                      .start = mapping->start,
                      .end = mapping->end,
                      .start_offset = mapping->start_offset,
                      .exact_offset = mapping->exact_offset,
                      .load_bias = mapping->load_bias };
  return TRUE;
}

/* Appends the functions at the address of a frame, starting with the innermost inlined function. */
static void
put_frames (const Making *self, TvSampleFrame *reported, const TvMapping *mapping, GArray *frames)
{
  guint32 build_id = mapping != NULL ? mapping->build_id : TV_NONE;
  TvSampleFrame inlined[TV_PERFETTO_MAX_INLINED];
  g_autofree char *name = NULL;
  guint n;

  reported->symbol_set = tv_perfetto_symbols_get_set (self->symbols, reported, build_id,
                                                      self->writer->builder);
  name = tv_perfetto_symbols_dup_name (self->symbols, reported, build_id, self->writer->builder);
  if (name != NULL && reported->name.size > 0)
    reported->reported_name = 1 + tv_trace_builder_intern (self->writer->builder,
                                                           reported->name.text,
                                                           (gssize) reported->name.size);
  if (name != NULL)
    reported->name = (TvSpan){ name, strlen (name) };
  n = tv_perfetto_symbols_place (self->symbols, reported, build_id, self->writer->builder, inlined);
  for (guint i = 0; i <= n && frames->len < MAX_FRAMES; i++)
    {
      guint32 frame = tv_sample_writer_get_frame_at (self->writer, i < n ? &inlined[i] : reported,
                                                     mapping);

      g_array_append_val (frames, frame);
    }
}

/* Appends a frame with the functions that are inlined in it. Returns FALSE if the frame, its mapping or one of their
 * strings is missing. */
static gboolean
make_frame (const Making *self, guint64 iid, GArray *frames)
{
  static const TvFrameKind kinds[] = { TV_FRAME_OTHER,   TV_FRAME_NATIVE,  TV_FRAME_KERNEL,
                                       TV_FRAME_MANAGED, TV_FRAME_MANAGED, TV_FRAME_OTHER,
                                       TV_FRAME_OTHER };
  guint32 row = tv_perfetto_ids_find (&self->stacks->frame_ids, iid);
  g_autoptr (GString) path = g_string_new (NULL);
  TvMapping mapping;
  TvSampleFrame reported;
  Frame frame;

  if (row == TV_NONE)
    return fail (self, TV_PERFETTO_NO_FRAME);
  frame = g_array_index (self->stacks->frames, Frame, row);
  if (frame.function != 0 &&
      tv_perfetto_ids_find (&self->stacks->strings[OF_FUNCTIONS], frame.function) == TV_NONE)
    return fail (self, TV_PERFETTO_NO_STRING);
  if (frame.mapping != 0 && !make_mapping (self, frame.mapping, path, &mapping))
    return FALSE;
  reported = (TvSampleFrame){ .name = get_text (self, OF_FUNCTIONS, frame.function),
                              .path = { path->str, path->len },
                              .address = frame.relative_pc,
                              .has_address = TRUE,
                              .file = get_text (self, OF_SOURCES, frame.source),
                              .line = frame.line,
                              .kind = frame.kind < G_N_ELEMENTS (kinds) ? kinds[frame.kind]
                                                                        : TV_FRAME_OTHER };
  if (frame.mapping != 0 && g_str_equal (path->str, "/kernel"))
    reported.kind = TV_FRAME_KERNEL;
  put_frames (self, &reported, frame.mapping != 0 ? &mapping : NULL, frames);
  return TRUE;
}

static gboolean
make_stack (const Making *self, Stack *stack)
{
  guint n = MIN (stack->n_frames, MAX_FRAMES);
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (n == 0)
    return fail (self, TV_PERFETTO_EMPTY_STACK);
  /* The message stores the outermost frame first, but @frames the innermost frame first. Outer frames beyond
   * MAX_FRAMES are dropped. */
  for (guint i = 0; i < n; i++)
    if (!make_frame (self,
                     g_array_index (self->stacks->numbers, guint64,
                                    stack->first_frame + stack->n_frames - 1 - i),
                     frames))
      return FALSE;
  stack->callsite = tv_sample_writer_get_stack (
      self->writer, (const guint32 *) (gpointer) frames->data, frames->len);
  stack->is_known = TRUE;
  return TRUE;
}

/* Returns whether there is a stack with this iid. */
gboolean
tv_perfetto_stacks_has (const TvPerfettoStacks *self, guint64 iid)
{
  return tv_perfetto_ids_find (&self->stack_ids, iid) != TV_NONE;
}

/**
 * tv_perfetto_stacks_find:
 * @self: stacks of a sequence
 * @iid: iid of a callstack
 * @writer: writer that receives the stack
 * @symbols: symbols of the file
 * @faults: (inout): number of faults per #TvPerfettoStackFault; incremented for this stack
 * @callsite: (out): callsite of the innermost frame
 *
 * Looks up a stack. On first use, resolves the stack and adds it to the builder.
 *
 * Returns: %FALSE if the stack is unknown or empty, or refers to an unknown frame, mapping or string
 */
gboolean
tv_perfetto_stacks_find (TvPerfettoStacks *self,
                         guint64 iid,
                         TvSampleWriter *writer,
                         const TvPerfettoSymbols *symbols,
                         guint faults[TV_N_PERFETTO_STACK_FAULTS],
                         guint32 *callsite)
{
  guint32 row = tv_perfetto_ids_find (&self->stack_ids, iid);
  Making making = { self, writer, symbols, faults };
  Stack *stack;

  if (row == TV_NONE)
    return fail (&making, TV_PERFETTO_NO_STACK);
  stack = &g_array_index (self->stacks, Stack, row);
  if (!stack->is_known && !make_stack (&making, stack))
    return FALSE;
  *callsite = stack->callsite;
  return TRUE;
}
