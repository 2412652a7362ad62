/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-list.h"

#include "formats/call-records.h"

/* Lists the raw call records of a packet trace for “dmtracedump”, which prints them in file order. Called by
 * packet-reader.c if the caller of tv_load_records() requested records. Appends to @records of the read context. */

static TvCallRecord
make_record (const TvEntry *entry,
             guint32 tid,
             TvEntryLayout layout,
             const TvMethodTraceKeys *keys,
             const TvPacketUnit *unit)
{
  TvCallRecord record = { .tid = tid, .symbol = TV_NONE, .action = (TvCallAction) entry->action };

  if (entry->action == TV_CALL_RECORD_ENTER || tv_entry_names_method (layout.kind))
    record.symbol = tv_id_map_find (&keys->methods, entry->method);
  if (unit->clock == TV_METHOD_CLOCK_THREAD_CPU)
    record.time_ns[TV_CLOCK_CPU] = entry->time;
  else if (tv_wall_clock_holds (&unit->wall, entry->time))
    record.time_ns[TV_CLOCK_WALL] = tv_wall_clock_get_ns (&unit->wall, entry->time);
  if (layout.is_dual)
    record.time_ns[TV_CLOCK_CPU] = entry->cpu;
  return record;
}

/**
 * tv_packet_list_read:
 * @records: (element-type TvCallRecord): receives the records
 * @blocks: blocks after their slices were built
 * @keys: all methods of the entries
 *
 * Appends all entries to @records, block by block in file order. Stops at a read error, which the workers of @blocks
 * report.
 */
void
tv_packet_list_read (GArray *records,
                     TvPacketBlocks *blocks,
                     const TvMethodTraceKeys *keys,
                     const TvPacketUnit *unit)
{
  TvPacketBlockWalk walk;

  tv_packet_block_walk_init_segment (&walk, blocks, 0, blocks->blocks->len);
  while (tv_packet_block_walk_next (&walk))
    {
      guint32 tid = g_array_index (blocks->threads, TvPacketThread, walk.block->thread).tid;
      TvEntry entry;

      while (tv_entry_next (&walk.cursor, blocks->layout, &entry))
        {
          TvCallRecord record = make_record (&entry, tid, blocks->layout, keys, unit);

          g_array_append_val (records, record);
        }
    }
  tv_packet_block_walk_clear (&walk);
}
