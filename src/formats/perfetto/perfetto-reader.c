/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-reader.h"

#include <glib/gi18n.h>

#include "formats/perfetto/perfetto-buffers.h"
#include "formats/perfetto/perfetto-counters.h"
#include "formats/perfetto/perfetto-frames.h"
#include "formats/perfetto/perfetto-gpu.h"
#include "formats/perfetto/perfetto-heap-graph.h"
#include "formats/perfetto/perfetto-heap-profile.h"
#include "formats/perfetto/perfetto-kernel-events.h"
#include "formats/perfetto/perfetto-skipped.h"
#include "formats/perfetto/perfetto-other-kernel.h"
#include "formats/perfetto/perfetto-profiles.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-records.h"
#include "formats/perfetto/perfetto-smaps.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Holds the state that all decoders of a machine's packets share: sequences, clocks and names. Called by perfetto.c
 * and by all decoders of packets. Each machine has a TvPerfettoReader, which only one thread at a time may use.
 * tv_perfetto_reader_convert() advances incremental clocks and counts failures, so it must be called once per
 * timestamp. */

#define MAX_CPU 65535

/* ---- Construction ---- */

/**
 * tv_perfetto_reader_new:
 * @threads: threads of the trace, with its builder
 * @context: progress and cancellation
 * @offset_ns: offset from the trace clock to the timeline, in ns
 *
 * Returns: (transfer full): a reader for the packets of one machine
 */
TvPerfettoReader *
tv_perfetto_reader_new (TvFtraceThreads *threads, const TvReadContext *context, gint64 offset_ns)
{
  TvTraceBuilder *builder = threads->builder;
  TvPerfettoReader *self = g_new (TvPerfettoReader, 1);

  *self = (TvPerfettoReader){
    .builder = builder,
    .context = context,
    .threads = threads,
    .offset_ns = offset_ns,
    .started_at = G_MININT64,
    .valid_from = G_MININT64,
    .last_logged = G_MININT64,
    .categories = g_string_new (NULL),
    .key = g_string_new (NULL),
    .losses = g_array_new (FALSE, TRUE, sizeof (TvPerfettoLoss)),
    .sequences = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_perfetto_sequence_free),
  };
  tv_perfetto_clocks_init (&self->clocks);
  tv_perfetto_remote_clocks_init (&self->remote_clocks);
  self->category_key = tv_trace_builder_intern (self->builder, "category", -1);
  tv_id_map_init (&self->annotation_keys);
  tv_id_map_init (&self->category_sets);
  tv_id_map_init (&self->sequence_rows);
  tv_id_map_init (&self->first_of_cpu);
  self->events = tv_perfetto_kernel_events_new (self);
  self->records = tv_perfetto_records_new (self);
  self->tracks = tv_perfetto_tracks_new (self);
  self->frames = tv_perfetto_frames_new ();
  self->buffers = tv_perfetto_buffers_new (self);
  self->sources = tv_perfetto_sources_new ();
  self->profiles = tv_perfetto_profiles_new (self);
  self->heap_profiles = tv_perfetto_heap_profiles_new (self);
  self->gpu = tv_perfetto_gpu_new (self);
  self->heap_graphs = tv_perfetto_heap_graphs_new (self);
  self->smaps = tv_perfetto_smaps_new (self);
  self->other_kernel = tv_perfetto_other_kernel_new (self);
  self->left_out = tv_perfetto_skipped_new ();
  return self;
}

void
tv_perfetto_reader_free (TvPerfettoReader *self)
{
  tv_perfetto_kernel_events_free (self->events);
  tv_perfetto_records_free (self->records);
  tv_perfetto_tracks_free (self->tracks);
  tv_perfetto_frames_free (self->frames);
  tv_perfetto_buffers_free (self->buffers);
  tv_perfetto_sources_free (self->sources);
  tv_perfetto_profiles_free (self->profiles);
  tv_perfetto_heap_profiles_free (self->heap_profiles);
  tv_perfetto_gpu_free (self->gpu);
  tv_perfetto_heap_graphs_free (self->heap_graphs);
  tv_perfetto_smaps_free (self->smaps);
  tv_perfetto_other_kernel_free (self->other_kernel);
  tv_perfetto_skipped_free (self->left_out);
  g_clear_pointer (&self->last_stats, g_bytes_unref);
  g_array_unref (self->losses);
  g_string_free (self->categories, TRUE);
  tv_id_map_clear (&self->annotation_keys);
  tv_id_map_clear (&self->category_sets);
  g_string_free (self->key, TRUE);
  tv_id_map_clear (&self->first_of_cpu);
  tv_id_map_clear (&self->sequence_rows);
  tv_perfetto_clocks_clear (&self->clocks);
  tv_perfetto_remote_clocks_clear (&self->remote_clocks);
  g_ptr_array_unref (self->sequences);
  g_free (self);
}

/* ---- Sequences and times ---- */

/**
 * tv_perfetto_reader_get_sequence:
 *
 * Looks up a sequence by id. Adds the sequence if necessary.
 *
 * Returns: (transfer none): state of the sequence
 */
TvPerfettoSequence *
tv_perfetto_reader_get_sequence (TvPerfettoReader *self, guint32 id)
{
  guint32 row = tv_id_map_find (&self->sequence_rows, id);

  if (row == TV_NONE)
    {
      row = self->sequences->len;
      tv_id_map_set (&self->sequence_rows, id, row);
      g_ptr_array_add (self->sequences, tv_perfetto_sequence_new (id));
    }
  return g_ptr_array_index (self->sequences, row);
}

/**
 * tv_perfetto_reader_convert:
 * @clock_id: clock number; 0 for the trace clock
 * @sequence: sequence of the packet
 * @reported: encoded timestamp, in the unit of the clock
 * @file_offset: file offset of the packet
 * @ts: (out): timeline time, in ns
 *
 * Decodes a timestamp and converts it to timeline time. Counts and reports failures. Must be called only once per
 * timestamp, because incremental clocks advance.
 *
 * Returns: %FALSE if the timestamp cannot be converted
 */
gboolean
tv_perfetto_reader_convert (TvPerfettoReader *self,
                            guint32 clock_id,
                            guint32 sequence,
                            guint64 reported,
                            guint64 file_offset,
                            gint64 *ts)
{
  TvPerfettoClocks *clocks = &self->clocks;
  guint32 clock = clock_id != 0 ? tv_perfetto_clocks_find (clocks, clock_id, sequence)
                                : clocks->trace_clock;
  gint64 shown;

  if (tv_perfetto_clocks_take (clocks, clock, reported, &shown) &&
      tv_perfetto_clocks_convert (clocks, clock, shown, ts) &&
      !__builtin_add_overflow (*ts, self->offset_ns, ts))
    return TRUE;
  tv_perfetto_count (self,
                     tv_perfetto_clocks_is_synchronized (clocks, clock)
                         ? TV_PERFETTO_STAT_NO_CLOCK_PATH
                         : TV_PERFETTO_STAT_UNKNOWN_CLOCK,
                     TV_NONE, 1);
  tv_trace_builder_count_problem (self->builder, TV_PROBLEM_UNTIED_CLOCK, (gint64) file_offset);
  return FALSE;
}

/**
 * tv_perfetto_reader_update_sequence:
 * @sequence: sequence of @packet
 * @packet: next packet of the sequence
 *
 * Updates the interned data and defaults of the sequence, and reports lost and skipped packets.
 *
 * Returns: whether the packet can be decoded
 */
gboolean
tv_perfetto_reader_update_sequence (TvPerfettoReader *self,
                                    TvPerfettoSequence *sequence,
                                    const TvPerfettoPacket *packet)
{
  gboolean is_first = sequence->n_packets++ == 0;

  if (packet->flags & TV_PERFETTO_STATE_CLEARED)
    tv_perfetto_sequence_clear (sequence);
  else if (packet->dropped != 0)
    tv_perfetto_sequence_lose (sequence);
  if (packet->dropped != 0 && !is_first)
    {
      sequence->n_losses++;
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_LOST_PACKETS,
                                    (gint64) packet->file_offset, _("sequence %u"), sequence->id);
    }
  if (packet->defaults.text != NULL)
    tv_perfetto_sequence_set_defaults (sequence, packet->defaults, self->builder);
  if (packet->interned.text != NULL && !sequence->is_valid)
    tv_perfetto_count (self, TV_PERFETTO_STAT_SKIPPED_INTERNED, TV_NONE, 1);
  if (packet->interned.text != NULL && sequence->is_valid)
    {
      tv_perfetto_sequence_intern (sequence, packet->interned, self->builder);
      tv_perfetto_gpu_intern (self->gpu, packet->sequence, packet->interned);
    }
  if ((packet->flags & TV_PERFETTO_NEEDS_STATE) == 0 || sequence->is_valid)
    return TRUE;
  sequence->n_skipped++;
  tv_perfetto_count (self, TV_PERFETTO_STAT_SKIPPED_PACKETS, TV_NONE, 1);
  tv_trace_builder_count_problem (self->builder, TV_PROBLEM_SKIPPED_PACKETS,
                                  (gint64) packet->file_offset);
  return FALSE;
}

/* ---- Machine ---- */

/**
 * tv_perfetto_reader_get_cpu:
 * @number: CPU number on the machine
 * @cpu: (out): CPU of the trace
 *
 * Looks up a CPU, or adds it.
 *
 * Returns: %FALSE if the number is too large
 */
gboolean
tv_perfetto_reader_get_cpu (const TvPerfettoReader *self, guint64 number, guint32 *cpu)
{
  *cpu = number <= MAX_CPU
             ? tv_trace_builder_get_cpu (self->builder, self->machine, (guint32) number)
             : TV_NONE;
  return *cpu != TV_NONE;
}

/* Adds metadata about the machine. For a guest, the key gets a prefix. */
void
tv_perfetto_reader_add_metadata (const TvPerfettoReader *self,
                                 const char *key,
                                 const char *value,
                                 gssize value_len)
{
  g_autofree char *of_guest = NULL;

  if (self->machine != 0)
    of_guest = g_strdup_printf ("machine-%u-%s", self->machine, key);
  tv_trace_builder_add_metadata (self->builder, of_guest != NULL ? of_guest : key, value,
                                 value_len);
}

/**
 * tv_perfetto_reader_emit_loss:
 * @kind: kind of loss
 * @number: CPU number on the machine
 * @n: number of losses, at least 1
 * @file_offset: file offset of the packet that reports the losses
 *
 * Reports losses on a CPU as a problem.
 */
void
tv_perfetto_reader_emit_loss (const TvPerfettoReader *self,
                              TvProblemKind kind,
                              guint32 number,
                              guint64 n,
                              gint64 file_offset)
{
  if (self->machine != 0)
    tv_trace_builder_add_problem (self->builder, kind, file_offset, _("CPU %u of machine %u"),
                                  number, self->machine);
  else
    tv_trace_builder_add_problem (self->builder, kind, file_offset, _("CPU %u"), number);
  tv_trace_builder_count_problems (self->builder, kind, file_offset, n - 1);
}
