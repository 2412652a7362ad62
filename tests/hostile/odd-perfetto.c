/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-perfetto.h"

#include <zlib.h>

#include "core/protobuf.h"
#include "odd-kernel.h"
#include "odd-perfetto-fields.h"
#include "trace-bytes.h"

/* Generates packets of many kinds, from a few writers, for one machine and its guests. */

#define N_SEQUENCES 5
#define MAX_PACKETS 4096 /* maximum number, regardless of the size */
#define N_FIRST     4
#define MAX_PACKED  3 /* maximum depth of nested compressed packets */

enum
{
  PACKET = 1,
  FTRACE_EVENTS = 1,
  CLOCK_SNAPSHOT = 6,
  TIMESTAMP = 8,
  SEQUENCE = 10,
  INTERNED_DATA = 12,
  FLAGS = 13,
  SYNCHRONIZATION_MARKER = 36,
  STATE_CLEARED = 41,
  PACKETS_DROPPED = 42,
  ZLIB_PACKETS = 50,
  CLOCK = 58,
  DEFAULTS = 59,
  SERVICE_EVENT = 69,
  FIRST_ON_SEQUENCE = 87,
  MACHINE = 98,
  REMOTE_CLOCK_SYNC = 107,
};

typedef struct
{
  TvOddMaker maker;
  gboolean is_begun[N_SEQUENCES];
  gboolean is_kernel_odd;
  const GPtrArray *plain; /* (nullable): GByteArray: valid packets to insert */
  guint n_plain;          /* number of valid packets inserted so far */
} Maker;

/* ---- Clocks ---- */

static guint32
take_clock (Maker *self)
{
  static const guint32 clocks[] = {
    6, 1, 3, 3, 64, 64, 65, 2, 4, 5, 9, 127, 128, 63, 0, 4294967295
  };

  return clocks[tv_odd_dice_take (&self->maker.dice, G_N_ELEMENTS (clocks))];
}

/* Returns a reading of a clock. Each clock has an offset of some hours. It advances with all other clocks, or jumps. */
static guint64
take_shown (Maker *self, guint32 clock)
{
  static const gint64 hour = G_GINT64_CONSTANT (3600000000000);
  gint64 now = self->maker.now;

  if (tv_odd_dice_is_one_in (&self->maker.dice, 12))
    return (guint64) tv_odd_take_time (&self->maker);
  if (clock == 64)
    return (guint64) now / 1000;
  return (guint64) (clock == 6 ? now : now + hour * (gint64) (clock % 7));
}

static void
put_reading (Maker *self, GByteArray *out)
{
  TvOddDice *dice = &self->maker.dice;
  guint32 clock = take_clock (self);
  GByteArray *reading = g_byte_array_new ();

  tv_odd_put_value (&self->maker, reading, 1, clock);
  tv_odd_put_value (&self->maker, reading, 2, take_shown (self, clock));
  if (clock == 64 ? !tv_odd_dice_is_one_in (dice, 4) : tv_odd_dice_is_one_in (dice, 16))
    tv_odd_put_value (&self->maker, reading, 3, 1);
  if (clock == 64 ? !tv_odd_dice_is_one_in (dice, 4) : tv_odd_dice_is_one_in (dice, 16))
    tv_odd_put_value (&self->maker, reading, 4,
                      tv_odd_dice_is_one_in (dice, 4) ? tv_odd_take_number (&self->maker) : 1000);
  tv_odd_put_inner (&self->maker, out, 1, reading);
}

static void
put_snapshot (Maker *self, GByteArray *out)
{
  TvOddDice *dice = &self->maker.dice;
  guint n = 1 + (guint) tv_odd_dice_take (dice, 6);

  self->maker.is_framed = !self->is_kernel_odd;
  if (tv_odd_dice_is_one_in (dice, 30))
    n = 80;
  for (guint i = 0; i < n; i++)
    put_reading (self, out);
  if (self->is_kernel_odd)
    tv_odd_put_value (&self->maker, out, 2, take_clock (self));
  self->maker.is_framed = FALSE;
}

static void
put_remote_clocks (Maker *self, GByteArray *out)
{
  guint n = (guint) tv_odd_dice_take (&self->maker.dice, 5);

  for (guint i = 0; i < n; i++)
    {
      GByteArray *synced = g_byte_array_new ();

      for (guint side = 2; side <= 3; side++)
        {
          GByteArray *clocks = g_byte_array_new ();

          put_snapshot (self, clocks);
          tv_odd_put_inner (&self->maker, synced, side, clocks);
        }
      tv_odd_put_inner (&self->maker, out, 1, synced);
    }
}

/* ---- Packets ---- */

#define PAYLOAD(of_number, of_fields)                                                              \
  {                                                                                                \
    .number = (of_number), .kind = TV_ODD_MESSAGE, .fields = (of_fields)                           \
  }

static void
put_payload (Maker *self, GByteArray *out)
{
  const TvOddField payloads[] = {
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (11, tv_odd_track_event),
    PAYLOAD (60, tv_odd_track_descriptor),
    PAYLOAD (60, tv_odd_track_descriptor),
    PAYLOAD (60, tv_odd_track_descriptor),
    PAYLOAD (60, tv_odd_track_descriptor),
    PAYLOAD (43, tv_odd_process_descriptor),
    PAYLOAD (44, tv_odd_thread_descriptor),
    PAYLOAD (2, tv_odd_process_tree),
    PAYLOAD (2, tv_odd_process_tree),
    PAYLOAD (9, tv_odd_process_stats),
    PAYLOAD (117, tv_odd_task_state),
    PAYLOAD (118, tv_odd_task_frequency),
    PAYLOAD (120, tv_odd_task_name),
    PAYLOAD (122, tv_odd_task_tree),
    PAYLOAD (66, tv_odd_perf_sample),
    PAYLOAD (66, tv_odd_perf_sample),
    PAYLOAD (54, tv_odd_streaming_profile),
    PAYLOAD (135, tv_odd_stack_sample),
    PAYLOAD (135, tv_odd_stack_sample),
    PAYLOAD (37, tv_odd_heap_profile),
    PAYLOAD (37, tv_odd_heap_profile),
    PAYLOAD (56, tv_odd_heap_graph),
    PAYLOAD (56, tv_odd_heap_graph),
    PAYLOAD (68, tv_odd_smaps),
    PAYLOAD (61, tv_odd_symbols),
    PAYLOAD (64, tv_odd_deobfuscation),
    PAYLOAD (76, tv_odd_frame),
    PAYLOAD (76, tv_odd_frame),
    PAYLOAD (76, tv_odd_frame),
    PAYLOAD (57, tv_odd_graphics_frame),
    PAYLOAD (7, tv_odd_sys_stats),
    PAYLOAD (38, tv_odd_battery),
    PAYLOAD (40, tv_odd_power_rails),
    PAYLOAD (91, tv_odd_residency),
    PAYLOAD (86, tv_odd_properties),
    PAYLOAD (70, tv_odd_display_state),
    PAYLOAD (47, tv_odd_packages),
    PAYLOAD (67, tv_odd_cpu_info),
    PAYLOAD (39, tv_odd_log),
    PAYLOAD (39, tv_odd_log),
    PAYLOAD (52, tv_odd_gpu_counters),
    PAYLOAD (53, tv_odd_gpu_stage),
    PAYLOAD (53, tv_odd_gpu_stage),
    PAYLOAD (63, tv_odd_gpu_log),
    PAYLOAD (65, tv_odd_vulkan),
    PAYLOAD (71, tv_odd_gpu_memory),
    PAYLOAD (45, tv_odd_system_info),
    PAYLOAD (33, tv_odd_config),
    PAYLOAD (35, tv_odd_trace_stats),
    PAYLOAD (34, tv_odd_ftrace_stats),
    PAYLOAD (SERVICE_EVENT, tv_odd_service_event),
    PAYLOAD (46, tv_odd_trigger),
    PAYLOAD (113, tv_odd_trigger),
    PAYLOAD (89, tv_odd_uuid),
    PAYLOAD (78, tv_odd_ui_state),
    PAYLOAD (126, tv_odd_attributes),
  };
  TvOddDice *dice = &self->maker.dice;
  guint n = (guint) tv_odd_dice_take (dice, G_N_ELEMENTS (payloads) + 24);
  guint number;
  GByteArray *payload;

  if (n < G_N_ELEMENTS (payloads))
    {
      tv_odd_put_field (&self->maker, out, &payloads[n]);
      return;
    }
  payload = g_byte_array_new ();
  n -= G_N_ELEMENTS (payloads);
  if (n < 14)
    {
      number = FTRACE_EVENTS;
      self->maker.is_framed = !self->is_kernel_odd;
      tv_odd_put_bundle (&self->maker, payload);
      self->maker.is_framed = FALSE;
    }
  else if (n < 20)
    {
      number = CLOCK_SNAPSHOT;
      put_snapshot (self, payload);
    }
  else if (n < 22)
    {
      number = REMOTE_CLOCK_SYNC;
      put_remote_clocks (self, payload);
    }
  else
    {
      /* Payload of a kind that is only counted or does not exist. It is never a kind that contains other packets. */
      number = 72 + (guint) tv_odd_dice_take (dice, 60);
      for (n = (guint) tv_odd_dice_take (dice, 20); n > 0; n--)
        tv_put_number (payload, 1, tv_odd_dice_take (dice, 256));
    }
  tv_odd_put_inner (&self->maker, out, number, payload);
}

/* Writes the state to which packets of a writer refer, and flags that allow references. */
static void
put_state (Maker *self, GByteArray *out, guint32 sequence)
{
  static const TvOddField interned = { .number = INTERNED_DATA,
                                       .kind = TV_ODD_MESSAGE,
                                       .fields = tv_odd_interned_data };
  static const TvOddField defaults = { .number = DEFAULTS,
                                       .kind = TV_ODD_MESSAGE,
                                       .fields = tv_odd_defaults };
  TvOddMaker *maker = &self->maker;
  TvOddDice *dice = &maker->dice;
  guint flags = tv_odd_dice_is_one_in (dice, 2) ? 2 : 0;

  if (sequence > 0 && !self->is_begun[sequence - 1])
    {
      self->is_begun[sequence - 1] = TRUE;
      flags |= tv_odd_dice_is_one_in (dice, 5) ? 0 : 1;
    }
  if (tv_odd_dice_is_one_in (dice, 24))
    flags |= 1;
  if (flags != 0)
    tv_odd_put_value (maker, out, FLAGS, flags);
  if (tv_odd_dice_is_one_in (dice, 40))
    tv_odd_put_value (maker, out, STATE_CLEARED, 1);
  if (tv_odd_dice_is_one_in (dice, 24))
    tv_odd_put_value (maker, out, PACKETS_DROPPED, tv_odd_dice_take (dice, 512));
  if (tv_odd_dice_is_one_in (dice, 40))
    tv_odd_put_value (maker, out, FIRST_ON_SEQUENCE, 1);
  if (tv_odd_dice_is_one_in (dice, 8))
    tv_odd_put_field (maker, out, &defaults);
  if ((flags & 1) != 0 || tv_odd_dice_is_one_in (dice, 5))
    tv_odd_put_field (maker, out, &interned);
}

/* Returns a random packet (transfer full). */
static GByteArray *
make_packet (Maker *self)
{
  TvOddMaker *maker = &self->maker;
  TvOddDice *dice = &maker->dice;
  GByteArray *packet = g_byte_array_new ();
  guint32 sequence = (guint32) tv_odd_dice_take (dice, N_SEQUENCES + 1);
  gboolean is_payload_first = tv_odd_dice_is_one_in (dice, 8);

  if (is_payload_first)
    put_payload (self, packet);
  if (!tv_odd_dice_is_one_in (dice, 8))
    tv_odd_put_value (maker, packet, TIMESTAMP, (guint64) tv_odd_take_time (maker));
  if (tv_odd_dice_is_one_in (dice, 5))
    tv_odd_put_value (maker, packet, CLOCK, take_clock (self));
  if (sequence != 0)
    tv_odd_put_value (maker, packet, SEQUENCE, sequence);
  if (tv_odd_dice_is_one_in (dice, 16))
    tv_odd_put_value (maker, packet, MACHINE, tv_odd_dice_take (dice, 4));
  put_state (self, packet, sequence);
  if (!is_payload_first)
    put_payload (self, packet);
  return packet;
}

/* ---- File ---- */

static void
put_marker (GByteArray *out)
{
  static const guint8 marker[] = { 0x82, 0x47, 0x7a, 0x76, 0xb2, 0x8d, 0x42, 0xba,
                                   0x81, 0xdc, 0x33, 0x32, 0x6d, 0x57, 0xa0, 0x79 };
  g_autoptr (GByteArray) packet = g_byte_array_new ();

  tv_protobuf_append_bytes (packet, SYNCHRONIZATION_MARKER, marker, sizeof marker);
  tv_protobuf_append_message (out, PACKET, packet);
}

static void put_next (Maker *self, GByteArray *out, guint n_enclosing_calls);

/* Appends a packet that contains compressed packets. Valid packets are inserted into it only if its data is neither
 * truncated nor nested. */
static void
put_packed (Maker *self, GByteArray *out, guint n_enclosing_calls)
{
  TvOddDice *dice = &self->maker.dice;
  g_autoptr (GByteArray) inner = g_byte_array_new ();
  g_autoptr (GByteArray) packet = g_byte_array_new ();
  g_autofree Bytef *packed = NULL;
  gboolean is_cut = tv_odd_dice_is_one_in (dice, 6);
  const GPtrArray *plain = self->plain;
  guint n = 1 + (guint) tv_odd_dice_take (dice, 6);
  uLongf size;

  if (is_cut || n_enclosing_calls > 0)
    self->plain = NULL;
  for (guint i = 0; i < n; i++)
    put_next (self, inner, n_enclosing_calls + 1);
  self->plain = plain;
  size = compressBound (inner->len);
  packed = g_malloc (size);
  g_assert_cmpint (compress2 (packed, &size, inner->data, inner->len, 1), ==, Z_OK);
  if (is_cut)
    {
      guint n_cut = (guint) tv_odd_dice_take (dice, 64);

      size -= MIN (size, n_cut);
    }
  tv_protobuf_append_bytes (packet, ZLIB_PACKETS, packed, size);
  tv_protobuf_append_message (out, PACKET, packet);
}

static void
put_plain (Maker *self, GByteArray *out)
{
  tv_protobuf_append_message (out, PACKET, g_ptr_array_index (self->plain, self->n_plain++));
}

/* Appends a packet, or other data instead. */
static void
put_next (Maker *self, GByteArray *out, guint n_enclosing_calls)
{
  TvOddDice *dice = &self->maker.dice;
  g_autoptr (GByteArray) packet = NULL;

  if (self->plain != NULL && self->n_plain < self->plain->len && tv_odd_dice_is_one_in (dice, 4))
    put_plain (self, out);
  else if (n_enclosing_calls < MAX_PACKED && tv_odd_dice_is_one_in (dice, 30))
    put_packed (self, out, n_enclosing_calls);
  else if (tv_odd_dice_is_one_in (dice, 40))
    switch (tv_odd_dice_take (dice, 3))
      {
      case 0:
        put_marker (out);
        break;
      case 1:
        tv_protobuf_append_bytes (out, PACKET, "", 0);
        break;
      default:
        tv_protobuf_append_text (out, 2 + (guint) tv_odd_dice_take (dice, 9), "no packet");
        break;
      }
  else
    {
      packet = make_packet (self);
      tv_protobuf_append_message (out, PACKET, packet);
    }
}

/* Appends the event that starts the recording, before all other times. */
static void
put_start (Maker *self, GByteArray *out)
{
  g_autoptr (GByteArray) packet = g_byte_array_new ();
  g_autoptr (GByteArray) event = g_byte_array_new ();

  tv_protobuf_append_number (event, 2, 1);
  tv_protobuf_append_number (packet, TIMESTAMP,
                             TV_ODD_BEGIN - (gint64) tv_odd_dice_take (&self->maker.dice, 1000));
  tv_protobuf_append_message (packet, SERVICE_EVENT, event);
  tv_protobuf_append_message (out, PACKET, packet);
}

/* Appends bytes that are not a packet, where reading ends. */
static void
put_end (Maker *self, GByteArray *out)
{
  switch (tv_odd_dice_take (&self->maker.dice, 4))
    {
    case 0:
      tv_odd_put_key (out, PACKET, 2);
      tv_protobuf_append_varint (out, tv_odd_take_number (&self->maker) | 1 << 20);
      break;
    case 1:
      tv_odd_put_key (out, PACKET, 3);
      break;
    case 2:
      tv_put_many (out, '\xff', 12);
      break;
    default:
      tv_put_many (out, '\0', 3);
      break;
    }
}

/**
 * tv_odd_trace_init:
 * @self: (out): a trace
 * @dice: source of random choices
 * @size: approximate size in bytes
 * @plain: (nullable): valid packets, all of which are inserted among the random packets
 *
 * Generates a trace.
 */
void
tv_odd_trace_init (TvOddTrace *self, TvOddDice *dice, gsize size, const GPtrArray *plain)
{
  Maker maker = { .maker = { .dice = *dice, .n_bytes_left = (gssize) size, .now = TV_ODD_BEGIN },
                  .plain = plain };
  GByteArray *out = g_byte_array_new ();

  maker.is_kernel_odd = tv_odd_dice_is_one_in (&maker.maker.dice, 8);
  /* The format of a file is detected by its first packets. */
  while (plain != NULL && maker.n_plain < MIN (N_FIRST, plain->len))
    put_plain (&maker, out);
  if (tv_odd_dice_is_one_in (&maker.maker.dice, 4))
    put_start (&maker, out);
  for (guint i = 0; i < MAX_PACKETS && maker.maker.n_bytes_left > 0; i++)
    {
      maker.maker.n_bytes_left -=
          16; /* The subtraction also ends the loop if put_next() appends nothing. */
      put_next (&maker, out, 0);
    }
  while (plain != NULL && maker.n_plain < plain->len)
    put_plain (&maker, out);
  if (tv_odd_dice_is_one_in (&maker.maker.dice, 8))
    put_end (&maker, out);
  *dice = maker.maker.dice;
  *self = (TvOddTrace){ out, maker.is_kernel_odd };
}
