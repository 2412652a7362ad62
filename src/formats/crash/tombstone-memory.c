/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/tombstone-line.h"
#include "formats/crash/tombstone-reader.h"

/* Parses the memory, mappings and open files of tombstones. Each public function returns whether the line had the
 * expected form. Called by tombstone-reader.c. Adds words, regions and files to the builder. */

static void
emit_words (TvTombstoneReader *self, const TvTombstoneMemory *memory)
{
  for (guint i = 0; i < memory->n; i++)
    {
      TvMemoryWord word = { .near = self->near,
                            .region = self->region,
                            .note = tv_fault_reader_intern (&self->faults, memory->note),
                            .address = memory->address + (guint64) i * memory->n_bytes,
                            .value = memory->words[i],
                            .n_bytes = (guint8) memory->n_bytes,
                            .is_known = (guint8) memory->is_known[i] };

      tv_trace_builder_add_memory_word (self->faults.builder, &word);
    }
}

gboolean
tv_tombstone_emit_memory (TvTombstoneReader *self, TvSpan line)
{
  TvTombstoneMemory memory;

  if (self->part == TV_TOMBSTONE_STACK ? !tv_tombstone_parse_stack (line, &memory)
                                       : !tv_tombstone_parse_memory (line, &memory))
    return FALSE;
  emit_words (self, &memory);
  return TRUE;
}

gboolean
tv_tombstone_emit_region (TvTombstoneReader *self, TvSpan line)
{
  TvTombstoneRegion parsed;

  if (!tv_tombstone_parse_region (line, &parsed))
    return FALSE;
  parsed.region.name = tv_fault_reader_intern (&self->faults, parsed.name);
  parsed.region.build_id = tv_fault_reader_intern (&self->faults, parsed.build_id);
  tv_trace_builder_add_memory_region (self->faults.builder, &parsed.region);
  self->n_regions++;
  return TRUE;
}

gboolean
tv_tombstone_emit_file (TvTombstoneReader *self, TvSpan line)
{
  TvTombstoneFile parsed;
  TvOpenFile file;

  if (!tv_tombstone_parse_file (line, &parsed))
    return FALSE;
  file = (TvOpenFile){ .number = parsed.number,
                       .path = tv_fault_reader_intern (&self->faults, parsed.path),
                       .owner = tv_fault_reader_intern (&self->faults, parsed.owner) };
  tv_trace_builder_add_open_file (self->faults.builder, &file);
  return TRUE;
}
