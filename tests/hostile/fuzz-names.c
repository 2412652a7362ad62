/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/trace-builder-parts.h"
#include "core/trace-builder-slices.h"
#include "core/trace-builder-threads.h"
#include "core/trace-builder.h"
#include "core/demangle.h"
#include "formats/names/rename.h"
#include "fuzz-target.h"

/* Fuzzes name maps by applying them to a trace with short names. The first line of the input is also demangled. */

static const struct
{
  const char *class_name;
  const char *name;
  const char *signature;
} symbols[] = {
  { "a.a", "a", "()V" },       { "a.a", "a", "(La/b;)V" },  { "a.a", "b", "([[Ia)V" },
  { "a.b", "a", "(IJ)La/a;" }, { "a.b", NULL, NULL },       { NULL, "a.a.a", NULL },
  { NULL, "a.b.c", NULL },     { NULL, "_ZN1aC1Ev", NULL },
};

static guint32
intern (TvTraceBuilder *builder, const char *text)
{
  return text != NULL ? tv_trace_builder_intern (builder, text, -1) : TV_NONE;
}

static void
add_slices (TvTraceBuilder *builder, guint32 utid)
{
  guint32 track = tv_trace_builder_ensure_track (builder, utid);

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    {
      TvSymbol symbol = { intern (builder, symbols[i].class_name),
                          intern (builder, symbols[i].name), intern (builder, symbols[i].signature),
                          intern (builder, "SourceFile"), i };
      guint32 row = tv_trace_builder_add_symbol (builder, &symbol);

      tv_trace_builder_begin (builder, track, row, i * 10, 0, -1);
      tv_trace_builder_end (builder, track, row, i * 10 + 5, 0, 0, -1);
    }
}

static void
add_stacks (TvTraceBuilder *builder, guint32 utid)
{
  guint32 kind = tv_trace_builder_add_sample_kind (builder, intern (builder, "cpu"), TV_WEIGHT_NS);

  for (guint32 line = 0; line < 12; line++)
    {
      guint32 callsite = TV_NONE;

      for (guint32 symbol = 0; symbol < G_N_ELEMENTS (symbols); symbol++)
        {
          TvFrame frame = { .symbol = symbol,
                            .mapping = TV_NONE,
                            .line = (line + symbol) % 12,
                            .source_file = TV_NONE };

          callsite = tv_trace_builder_add_callsite (builder, callsite,
                                                    tv_trace_builder_add_frame (builder, &frame));
        }
      tv_trace_builder_add_stack_sample (builder, &(TvStackSample){ .ts = line,
                                                                    .kind = kind,
                                                                    .utid = utid,
                                                                    .cpu = TV_NONE,
                                                                    .callsite = callsite,
                                                                    .weight = 1 });
    }
}

static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 1);

  add_slices (builder, utid);
  add_stacks (builder, utid);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
demangle_first_line (const char *text, size_t size)
{
  g_autofree char *name = g_strndup (text, MIN (strcspn (text, "\n"), size));
  g_autofree char *signature = NULL;
  g_autofree char *demangled = tv_demangle (name, &signature);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TvTrace *trace; /* shared by all inputs */
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvNameMap) map = tv_name_map_new_for_bytes (bytes, NULL, &error);
  TvTrace *renamed = NULL;

  demangle_first_line (text, strlen (text));
  if (trace == NULL)
    trace = make_trace ();
  if (map != NULL)
    renamed = tv_rename_trace_by (trace, map, "map", TRUE, NULL, &error);
  fuzz_target_judge (renamed, g_steal_pointer (&error));
  return 0;
}
