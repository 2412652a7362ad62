/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-machines.h"

#include <glib/gi18n.h>

#include "formats/perfetto/perfetto-skipped.h"
#include "formats/perfetto/perfetto-walk.h"

/* Assigns each packet to the reader of its machine. Called by perfetto.c: _survey() for all packets, _settle() once,
 * then _find() for each packet. Owns one reader per machine until the reader is stolen. tv_perfetto_machines_find()
 * also switches the thread table to the machine of the packet, and counts skipped packets. */

typedef struct
{
  guint32 id;
  TvPerfettoReader *reader;
  gboolean is_synchronized;
  guint64 n_left_out; /* number of skipped packets; 0 if the guest is synchronized */
  guint64 first_left_out;
} Guest;

static void
clear_guest (gpointer data)
{
  g_clear_pointer (&((Guest *) data)->reader, tv_perfetto_reader_free);
}

/* ---- Choice of the device ---- */

typedef struct
{
  guint32 first;
  gboolean has_first;
  gboolean has_host;
} HostSearch;

/* Finds the machine of the first packet, and whether the host has packets. Stops at the first packet of the host. A
 * #TvPerfettoVisit. */
static gboolean
find_host (const TvPerfettoPacket *packet, gpointer data)
{
  HostSearch *self = data;

  if (packet->payload == 0)
    return TRUE;
  if (!self->has_first)
    self->first = packet->machine;
  self->has_first = TRUE;
  self->has_host = packet->machine == 0;
  return !self->has_host;
}

/**
 * tv_perfetto_machines_init:
 * @self: (out caller-allocates): machines
 * @device: (transfer full): reader of the device
 * @fragments: a file, or the files with the fragments of one recording
 * @error: error of tv_perfetto_walk()
 *
 * Identifies the device. It is the host, on which the recorder ran and whose id is 0, or the machine of the first
 * packet if the host has no packets.
 *
 * Returns: %FALSE with @error on failure or cancellation
 */
gboolean
tv_perfetto_machines_init (TvPerfettoMachines *self,
                           TvPerfettoReader *device,
                           const TvPerfettoFragments *fragments,
                           GError **error)
{
  HostSearch search = { 0 };
  TvPerfettoWalk walk = { .context = device->context, .visit = find_host, .data = &search };

  *self = (TvPerfettoMachines){ .device = device,
                                .guests = g_array_new (FALSE, FALSE, sizeof (Guest)),
                                .current = device };
  g_array_set_clear_func (self->guests, clear_guest);
  if (!tv_perfetto_fragments_walk (fragments, &walk, NULL, error))
    return FALSE;
  self->device_id = search.has_host ? 0 : search.first;
  return TRUE;
}

void
tv_perfetto_machines_clear (TvPerfettoMachines *self)
{
  g_clear_pointer (&self->device, tv_perfetto_reader_free);
  g_clear_pointer (&self->guests, g_array_unref);
}

/* ---- Readers ---- */

guint
tv_perfetto_machines_get_n_readers (const TvPerfettoMachines *self)
{
  return 1 + self->guests->len;
}

/* Returns: (transfer none) (nullable): reader @i, where 0 is the device and all other indexes are guests; NULL if the
 * guest is skipped */
TvPerfettoReader *
tv_perfetto_machines_get_reader (const TvPerfettoMachines *self, guint i)
{
  const Guest *guest = i > 0 ? &g_array_index (self->guests, Guest, i - 1) : NULL;

  if (guest == NULL)
    return self->device;
  return guest->is_synchronized ? guest->reader : NULL;
}

/* Returns: (transfer full): reader @i, where 0 is the device and all other indexes are guests */
TvPerfettoReader *
tv_perfetto_machines_steal_reader (TvPerfettoMachines *self, guint i)
{
  TvPerfettoReader **reader = i == 0 ? &self->device
                                     : &g_array_index (self->guests, Guest, i - 1).reader;

  return g_steal_pointer (reader);
}

static Guest *
find_guest (const TvPerfettoMachines *self, guint32 id)
{
  for (guint i = 0; i < self->guests->len; i++)
    if (g_array_index (self->guests, Guest, i).id == id)
      return &g_array_index (self->guests, Guest, i);
  return NULL;
}

/**
 * tv_perfetto_machines_survey:
 *
 * Looks up the reader of the packet's machine, or creates it. Must be called for all packets before
 * tv_perfetto_machines_settle().
 *
 * Returns: (transfer none) (nullable): reader of the machine; %NULL if there are too many machines
 */
TvPerfettoReader *
tv_perfetto_machines_survey (TvPerfettoMachines *self, const TvPerfettoPacket *packet)
{
  const TvPerfettoReader *device = self->device;
  Guest guest = { .id = packet->machine }, *known;

  if (G_LIKELY (packet->machine == self->device_id))
    return self->device;
  known = find_guest (self, packet->machine);
  if (known != NULL)
    return known->reader;
  if (self->guests->len == TV_MAX_MACHINES - 1)
    return NULL;
  guest.reader = tv_perfetto_reader_new (device->threads, device->context, device->offset_ns);
  g_array_append_val (self->guests, guest);
  return guest.reader;
}

/* Prepares the conversion of a guest's timestamps to the clock of the device. @device_ahead is the difference between
 * the clocks of device and host, in ns. Returns FALSE if the guest's clock is not synchronized with the host's. */
static gboolean
tie (const TvPerfettoMachines *self, TvPerfettoReader *guest, gint64 device_ahead)
{
  guint32 number = tv_perfetto_clocks_get_trace_number (&self->device->clocks);
  gint64 ahead;

  tv_perfetto_clocks_set_trace_number (&guest->clocks, number);
  tv_perfetto_clocks_settle (&guest->clocks);
  return tv_perfetto_remote_clocks_find (&guest->remote_clocks, number, &ahead) &&
         !__builtin_sub_overflow (guest->offset_ns, ahead, &guest->offset_ns) &&
         !__builtin_add_overflow (guest->offset_ns, device_ahead, &guest->offset_ns);
}

/* Sets the start of the recording, and converts the time from which kernel events are valid to timeline time. */
static void
settle_times (TvPerfettoReader *self, gint64 started_at)
{
  self->started_at = started_at;
  if (self->valid_from != G_MININT64)
    tv_add_ns (&self->valid_from, self->offset_ns);
}

static void
emit_guest (const TvPerfettoMachines *self, const Guest *guest)
{
  g_autofree char *id = g_strdup_printf ("%u", guest->id);
  g_autofree char *offset = g_strdup_printf ("%" G_GINT64_FORMAT,
                                             guest->reader->offset_ns - self->device->offset_ns);

  tv_perfetto_reader_add_metadata (guest->reader, "id", id, -1);
  tv_perfetto_reader_add_metadata (guest->reader, "offset-ns", offset, -1);
}

/**
 * tv_perfetto_machines_settle:
 * @self: machines, after the survey of all packets
 *
 * Prepares the clocks of all machines. Skips a guest if its clock is not synchronized with the device, because the
 * guest's clock starts when the guest boots.
 */
void
tv_perfetto_machines_settle (TvPerfettoMachines *self)
{
  TvPerfettoReader *device = self->device;
  gint64 device_ahead = 0;
  gboolean is_synchronized = self->device_id == 0;

  tv_perfetto_clocks_settle (&device->clocks);
  if (!is_synchronized)
    is_synchronized = tv_perfetto_remote_clocks_find (
        &device->remote_clocks, tv_perfetto_clocks_get_trace_number (&device->clocks),
        &device_ahead);
  if (device->started_at != G_MININT64)
    tv_add_ns (&device->started_at, device->offset_ns);
  settle_times (device, device->started_at);
  for (guint i = 0; i < self->guests->len; i++)
    {
      Guest *guest = &g_array_index (self->guests, Guest, i);
      TvPerfettoReader *reader = guest->reader;

      if (!is_synchronized || !tie (self, reader, device_ahead))
        continue;
      reader->machine = tv_trace_builder_add_machine (reader->builder, self->device_id, guest->id);
      guest->is_synchronized = reader->machine != TV_NONE;
      settle_times (reader, device->started_at);
      if (guest->is_synchronized)
        emit_guest (self, guest);
    }
}

/**
 * tv_perfetto_machines_find:
 * @self: machines, after tv_perfetto_machines_settle()
 * @packet: the next packet
 *
 * Looks up the reader of a packet and makes its machine current, so that thread ids refer to that machine. Counts
 * skipped packets.
 *
 * Returns: (transfer none) (nullable): reader of the packet; %NULL if the packet is skipped
 */
TvPerfettoReader *
tv_perfetto_machines_find (TvPerfettoMachines *self, const TvPerfettoPacket *packet)
{
  TvPerfettoReader *reader = self->device;

  if (G_UNLIKELY (packet->machine != self->device_id))
    {
      Guest *guest = find_guest (self, packet->machine);

      if (guest == NULL)
        self->n_of_more++;
      else if (!guest->is_synchronized && guest->n_left_out++ == 0)
        guest->first_left_out = packet->file_offset;
      if (guest == NULL || !guest->is_synchronized)
        return NULL;
      reader = guest->reader;
    }
  if (G_UNLIKELY (reader != self->current))
    {
      tv_ftrace_threads_set_machine (reader->threads, reader->machine);
      self->current = reader;
    }
  return reader;
}

/**
 * tv_perfetto_machines_emit:
 * @self: machines, after the last packet
 *
 * Adds problems for the skipped packets of all machines. Must be called only once.
 */
void
tv_perfetto_machines_emit (TvPerfettoMachines *self)
{
  TvTraceBuilder *builder = self->device->builder;

  for (guint i = 0; i < self->guests->len; i++)
    {
      const Guest *guest = &g_array_index (self->guests, Guest, i);
      gint64 file_offset = (gint64) guest->first_left_out;

      if (guest->is_synchronized)
        tv_perfetto_skipped_join (self->device->left_out, guest->reader->left_out);
      if (guest->n_left_out == 0)
        continue;
      tv_trace_builder_add_problem (builder, TV_PROBLEM_UNTIED_CLOCK, file_offset,
                                    _("all packets of machine %u"), guest->id);
      tv_trace_builder_count_problems (builder, TV_PROBLEM_UNTIED_CLOCK, file_offset,
                                       guest->n_left_out - 1);
    }
  tv_perfetto_skipped_emit (self->device, self->n_of_more);
}
