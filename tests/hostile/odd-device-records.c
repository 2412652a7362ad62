/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-perfetto-fields.h"

/* ---- Frames ---- */
static const TvOddField display_frame[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 6, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 40000 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 4 },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 2 },
  { .number = 10, .kind = TV_ODD_FLOAT, .one_in = 3 },
  { .number = 11, .kind = TV_ODD_FLOAT, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField expected_display[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 0 },
};

static const TvOddField expected_surface[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_ID },
  { .number = 4, .kind = TV_ODD_TID },
  { .number = 5, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField actual_surface[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_ID },
  { .number = 4, .kind = TV_ODD_TID },
  { .number = 5, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 40000 },
  { .number = 10, .kind = TV_ODD_CHOICE, .max = 4 },
  { .number = 11, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 12, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 2 },
  { .number = 13, .kind = TV_ODD_FLOAT, .one_in = 3 },
  { .number = 14, .kind = TV_ODD_FLOAT, .one_in = 4 },
  { .number = 15, .kind = TV_ODD_FLOAT, .one_in = 4 },
  { .number = 19, .kind = TV_ODD_CHOICE, .max = 3, .one_in = 6 },
  { .number = 20, .kind = TV_ODD_FLOAT, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField frame_end[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 0 },
};

const TvOddField tv_odd_frame[] = {
  { .kind = TV_ODD_ONE_OF },
  { .number = 1, .kind = TV_ODD_MESSAGE, .fields = expected_display },
  { .number = 2, .kind = TV_ODD_MESSAGE, .fields = display_frame },
  { .number = 3, .kind = TV_ODD_MESSAGE, .fields = expected_surface },
  { .number = 4, .kind = TV_ODD_MESSAGE, .fields = actual_surface },
  { .number = 5, .kind = TV_ODD_MESSAGE, .fields = frame_end },
  { .number = 5, .kind = TV_ODD_MESSAGE, .fields = frame_end },
  { .number = 5, .kind = TV_ODD_MESSAGE, .fields = frame_end },
  { .number = 0 },
};

static const TvOddField graphics_frame[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 14 },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 0 },
};

const TvOddField tv_odd_graphics_frame[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .fields = graphics_frame },
  { .number = 0 },
};

/* ---- Device ---- */
static const TvOddField pair[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 60 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 90000 },
  { .number = 0 },
};

static const TvOddField cpu_times[] = {
  { .number = 1, .kind = TV_ODD_CPU },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 0 },
};

static const TvOddField frequency_of[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 0 },
};

static const TvOddField buddies[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 99, .n = 11 },
  { .number = 0 },
};

static const TvOddField disk[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 999 },
  { .number = 0 },
};

static const TvOddField pressure[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 7 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 0 },
};

static const TvOddField zone[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 90000 },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField idle_entry[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 0 },
};

static const TvOddField idle_state[] = {
  { .number = 1, .kind = TV_ODD_CPU },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 3, .fields = idle_entry },
  { .number = 0 },
};

static const TvOddField slab[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

const TvOddField tv_odd_sys_stats[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 3, .fields = pair },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 3, .fields = pair },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 3, .fields = cpu_times },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 4, .fields = pair },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 8, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 4, .fields = pair },
  { .number = 9, .kind = TV_ODD_TIME, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = frequency_of },
  { .number = 11, .kind = TV_ODD_NUMBER, .max = 9000, .n = 5, .one_in = 3 },
  { .number = 12, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 6, .fields = buddies },
  { .number = 13, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = disk },
  { .number = 14, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 3, .fields = pressure },
  { .number = 15, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = zone },
  { .number = 16, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = idle_state },
  { .number = 17, .kind = TV_ODD_NUMBER, .max = 900, .n = 3, .one_in = 6 },
  { .number = 18, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 8, .fields = slab },
  { .number = 0 },
};

const TvOddField tv_odd_battery[] = {
  { .number = 1, .kind = TV_ODD_SIGNED, .max = 90000 },
  { .number = 2, .kind = TV_ODD_FLOAT },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9000 },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 9000, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_SIGNED, .max = 9000, .one_in = 3 },
  { .number = 7, .kind = TV_ODD_SIGNED, .max = 9000000, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField rail[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 1000, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField energy[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_MICROS },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900000 },
  { .number = 0 },
};

const TvOddField tv_odd_power_rails[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 2, .fields = rail },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 3, .fields = energy },
  { .number = 3, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField residency_name[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField residency_time[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 0 },
};

const TvOddField tv_odd_residency[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .fields = residency_name },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 3, .fields = residency_time },
  { .number = 0 },
};

static const TvOddField property[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

const TvOddField tv_odd_properties[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .fields = property },
  { .number = 0 },
};

const TvOddField tv_odd_display_state[] = {
  { .number = 1, .kind = TV_ODD_SIGNED, .max = 5 },
  { .number = 0 },
};

static const TvOddField package[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 20000 },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 0 },
};

const TvOddField tv_odd_packages[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .fields = package },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 0 },
};

static const TvOddField cpu[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000, .n = 4 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 1024, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_BYTES, .one_in = 8 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 0 },
};

const TvOddField tv_odd_cpu_info[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 5, .fields = cpu },
  { .number = 0 },
};

/* ---- Log ---- */
static const TvOddField log_arg[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 3 },
  { .number = 3, .kind = TV_ODD_FLOAT, .one_in = 3 },
  { .number = 4, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField log_event[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 8 },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 20000, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_TIME },
  { .number = 6, .kind = TV_ODD_TEXT },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 8 },
  { .number = 8, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 9, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 3, .fields = log_arg },
  { .number = 0 },
};

static const TvOddField log_stats[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 0 },
};

const TvOddField tv_odd_log[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .fields = log_event },
  { .number = 2, .kind = TV_ODD_MESSAGE, .one_in = 4, .fields = log_stats },
  { .number = 0 },
};

/* ---- GPU ---- */
static const TvOddField gpu_spec[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 6 },
  { .number = 5, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 6 },
  { .number = 6, .kind = TV_ODD_DOUBLE, .one_in = 6 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 40, .n = 2, .one_in = 3 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 40, .n = 2, .one_in = 3 },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 6 },
  { .number = 10, .kind = TV_ODD_CHOICE, .max = 7, .n = 2, .one_in = 6 },
  { .number = 11, .kind = TV_ODD_CHOICE, .max = 3, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField gpu_specs[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .fields = gpu_spec },
  { .number = 0 },
};

static const TvOddField gpu_value[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_DOUBLE, .one_in = 2 },
  { .number = 0 },
};

const TvOddField tv_odd_gpu_counters[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .one_in = 3, .fields = gpu_specs },
  { .number = 4, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .fields = gpu_value },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 3, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField gpu_extra[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField stage_description[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField stage_context[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 0 },
};

static const TvOddField stage_specifications[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = stage_context },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 3, .fields = stage_description },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 3, .fields = stage_description },
  { .number = 0 },
};

const TvOddField tv_odd_gpu_stage[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 90000 },
  { .number = 13, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 14, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 4, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 4, .one_in = 4 },
  { .number = 11, .kind = TV_ODD_NUMBER, .max = 3, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 8, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 9, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 12, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 3, .fields = gpu_extra },
  { .number = 7, .kind = TV_ODD_MESSAGE, .one_in = 4, .fields = stage_specifications },
  { .number = 17, .kind = TV_ODD_TEXT, .one_in = 4 },
  { .number = 20, .kind = TV_ODD_ID, .one_in = 6 },
  { .number = 0 },
};

const TvOddField tv_odd_gpu_log[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField vulkan_name[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 30 },
  { .number = 4, .kind = TV_ODD_ID },
  { .number = 5, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField vulkan_submit[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_ID },
  { .number = 5, .kind = TV_ODD_ID, .n = 3, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 0 },
};

const TvOddField tv_odd_vulkan[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = vulkan_name },
  { .number = 2, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = vulkan_submit },
  { .number = 0 },
};

const TvOddField tv_odd_gpu_memory[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 3 },
  { .number = 2, .kind = TV_ODD_TID, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900000 },
  { .number = 0 },
};
