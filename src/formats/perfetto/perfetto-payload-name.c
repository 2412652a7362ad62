/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-payload-name.h"

/* Looks up the names of payloads that are not decoded. Called by perfetto-skipped.c. Pure. */

/* Names of TracePacket fields (perfetto/protos/trace/trace_packet.proto) that are not decoded, or only in part. A
 * name identifies the data source. */
static const struct
{
  guint8 payload;
  const char *name;
} names[] = {
  { 4, "inode_file_map" },
  { 5, "chrome_events" },
  { 48, "chrome_benchmark_metadata" },
  { 49, "perfetto_metatrace" },
  { 51, "chrome_metadata" },
  { 57, "graphics_frame_event" },
  { 62, "vulkan_memory_event" },
  { 72, "extension_descriptor" },
  { 73, "memory_tracker_snapshot" },
  { 74, "streaming_allocation" },
  { 75, "streaming_free" },
  { 77, "android_energy_estimation_breakdown" },
  { 82, "translation_table" },
  { 84, "statsd_atom" },
  { 88, "network_packet" },
  { 90, "track_event_range_of_interest" },
  { 92, "network_packet_bundle" },
  { 93, "Winscope: surfaceflinger_layers_snapshot" },
  { 94, "Winscope: surfaceflinger_transactions" },
  { 95, "etw_events" },
  { 96, "Winscope: shell_transition" },
  { 97, "Winscope: shell_handler_mappings" },
  { 99, "v8_js_code" },
  { 100, "v8_internal_code" },
  { 101, "v8_wasm_code" },
  { 102, "v8_reg_exp_code" },
  { 103, "v8_code_move" },
  { 104, "ProtoLog: protolog_message" },
  { 105, "ProtoLog: protolog_viewer_config" },
  { 109, "chrome_trigger" },
  { 110, "pixel_modem_events" },
  { 111, "pixel_modem_token_database" },
  { 112, "Winscope: winscope_extensions" },
  { 114, "bluetooth_trace_event" },
  { 115, "kernel_wakelock_data" },
  { 116, "app_wakelock_bundle" },
  { 119, "cpu_per_uid_data" },
  { 121, "evdev_event" },
  { 123, "user_list" },
  { 124, "trace_provenance" },
  { 125, "protovms" },
  { 127, "aflags" },
  { 128, "gpu_info" },
  { 130, "interrupt_info" },
  { 131, "art_process_metadata" },
  { 132, "journald_event" },
  { 134, "concurrent_sessions" },
};

/**
 * tv_perfetto_payload_get_name:
 * @payload: a field number of TracePacket
 *
 * Returns: (transfer none) (nullable): name of the data source; %NULL if the field is unknown or fully decoded
 */
const char *
tv_perfetto_payload_get_name (guint payload)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].payload == payload)
      return names[i].name;
  return NULL;
}
